"""Context managers: those whose own methods are recorded, and those around choices."""

from typing import Any

from ambsearch.running.methods import special
from ambsearch.running.undoing import Trail


def entered(trail: Trail, manager: Any) -> Any:
    """What `with` enters."""
    is_own = special(manager, "__enter__") or special(manager, "__exit__")
    return Entered(trail, manager) if is_own else manager


class Entered:
    """A context manager whose own __enter__ and __exit__ are recorded."""

    def __init__(self, trail: Trail, manager: Any) -> None:
        refuse_other(manager)
        self.trail, self.manager = trail, manager

    def __enter__(self) -> Any:
        enter = special(self.manager, "__enter__")
        return type(self.manager).__enter__(self.manager) if enter is None else enter(self.trail, self.manager)

    def __exit__(self, *error: Any) -> Any:
        leave = special(self.manager, "__exit__")
        return (
            type(self.manager).__exit__(self.manager, *error)
            if leave is None
            else leave(self.trail, self.manager, *error)
        )


class Within:
    """A context manager around choices.

    Each branch exits a manager of a user's class, and undoing that enters it again. Any other, such as a file or a
    lock, is entered once, and exited when all branches inside it have ended.
    inside: is the search inside the `with`? An exception from after the statement does not concern the manager.
    """

    def __init__(self, trail: Trail, manager: Any) -> None:
        refuse_other(manager)
        self.trail, self.manager = trail, manager
        self.inside = True
        self.end = special(manager, "__exit__")

    def __enter__(self) -> Any:
        return entered(self.trail, self.manager).__enter__()

    def leave(self, trail: Trail) -> None:
        """A branch has reached the end of the `with`."""
        self.inside = False
        if self.end is not None:
            self.end(trail, self.manager, None, None, None)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        is_meant = self.inside and kind is not None and kind is not GeneratorExit
        if is_meant:
            if entered(self.trail, self.manager).__exit__(kind, error, trace):
                error.add_note("a `with` around a choice cannot swallow an exception: it ends the other branches, too")
        elif self.end is None:
            self.manager.__exit__(None, None, None)


def refuse_other(manager: Any) -> None:
    """Let Python itself refuse what is not a context manager."""
    if not (hasattr(type(manager), "__enter__") and hasattr(type(manager), "__exit__")):
        with manager:
            pass
