"""Uncaught exceptions are shown by `tracebacks`, which is loaded when there is one.

shorten_uncaught    sees to that, in a script, at a prompt, in IDLE, in IPython and notebooks
"""

import sys

TYPE_CHECKING = False  # without `typing`, see `ambsearch`

if TYPE_CHECKING:
    from typing import Any


def shorten_uncaught() -> None:
    """Show uncaught exceptions without the frames of ambsearch, and with advice."""
    before = sys.excepthook

    def show(kind: type[BaseException], error: BaseException, trace: object) -> None:
        from ambsearch.mistakes import tracebacks

        tracebacks.show(before, error)

    sys.excepthook = show
    shell = ipython()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception,), show_in_ipython)


def ipython() -> "Any":
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None and hasattr(module, "get_ipython") else None


def show_in_ipython(
    shell: "Any", kind: "Any", error: BaseException, trace: "Any", tb_offset: int | None = None
) -> None:
    from ambsearch.mistakes import tracebacks

    tracebacks.show_in_ipython(shell, kind, error, trace, tb_offset)
