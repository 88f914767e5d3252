"""Loading a user's script as Python would run it, but as a separate module."""

import importlib.machinery
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType

from ambsearch.cli.complaints import Complaint, listed, unknown
from ambsearch.ground.frames import users_frames


class ScriptLoader(importlib.machinery.SourceFileLoader):
    """Loads the current version of a script; like Python, it caches no bytecode for a script."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


@contextmanager
def script(path: Path) -> Iterator[ModuleType]:
    """Run a script as a separate module, which is registered meanwhile, with its folder on the path.

    One that belongs to a package is run as a part of it, so that it may import from the others there.
    """
    if os.path.isdir(path):
        raise is_folder(path)
    if not os.path.isfile(path):
        there = sorted(str(path.with_name(other.name)) for other in path.parent.glob("*.py"))
        raise unknown("file", str(path), there)
    if path.suffix not in ("", ".py", ".pyw"):
        raise Complaint(f"expected a puzzle or a Python script, whose name ends in .py; found the file {str(path)!r}")
    folders = folders_of(path)
    package = "".join(f"{folder.name}." for folder in folders[-2::-1])
    name = f"{package}_script_{path.stem}"
    outer = sys.modules.get(name)  # the same script, when two of its searches are compared
    before = sys.path[:]
    sys.path[:0] = map(str, dict.fromkeys([folders[0], folders[-1]]))
    words, sys.argv = sys.argv, [str(path)]  # those of the command are none of its own
    try:
        with syntax_errors_as_complaints(str(path)):
            check_readable(path)
            module = load(name, str(path.absolute()))
        yield module
    finally:
        sys.argv = words
        sys.path[:] = before
        if outer is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = outer


def folders_of(path: Path) -> list[Path]:
    """The folder of a script and, if it belongs to a package, those around it up to the one that holds the package."""
    found = [path.resolve().parent]
    while (found[-1] / "__init__.py").is_file() and found[-1].name.isidentifier():
        found.append(found[-1].parent)
    return found


def is_folder(path: Path) -> Complaint:
    scripts = sorted(str(script) for script in path.glob("*.py"))
    told = f"; in it there {listed(scripts)}" if scripts else ""
    return Complaint(f"expected a puzzle or a Python script, found the folder {str(path)!r}{told}")


def check_readable(path: Path) -> None:
    try:
        path.open("rb").close()
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {error.strerror}") from None


def load(name: str, path: str) -> ModuleType:
    """Run a script as a module of this name, which stays registered."""
    spec = importlib.util.spec_from_loader(name, ScriptLoader(name, path))
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def syntax_errors_as_complaints(name: str) -> Iterator[None]:
    """Show what Python, or the expansion, refuses: file, line and caret, without a traceback."""
    try:
        yield
    except SystemExit as end:
        said = f": {end.code}" if isinstance(end.code, str) else ""
        raise Complaint(
            f'{name} ends itself while it is loaded{said}; write `if __name__ == "__main__":` above what only '
            f"`python {name}` is to do"
        ) from None
    except SyntaxError as error:
        from ambsearch.expansion.reading.unread import not_in_utf8  # here, because only a mistake needs it

        where = users_frames(error.__traceback__) if error.filename is None else None
        shown = "".join([*traceback.format_tb(where, -1), *traceback.format_exception_only(error)]).rstrip()
        if ("codec" in str(error) or "encoding" in str(error)) and (told := not_in_utf8(error.filename or "")):
            shown += f"\n{told}"
        raise Complaint(f"{name} cannot be run\n{shown}") from None
