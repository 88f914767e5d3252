"""Whose a function is: what your own functions change is undone, what a package's functions change is not.

is_own(code)    is this function the user's own, so that its changes are undone?
undoable        treats a function of a package as the user's own
adopt           treats a package as the user's own if one of its functions is decorated with @ambiguous
"""

import collections
import contextlib
import os
import types
import typing
from collections.abc import Iterable
from functools import cache, singledispatch, total_ordering
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

ORDER, REPLACE = ("lt", "le", "gt", "ge"), ("replace", "_replace")
MIXINS = "<frozen _collections_abc>"  # append, update, ... of a class with its own insert, __setitem__, ...
# of what it gives; what decorates that has a `registry`, too
DISPATCHING = singledispatch(iter).__code__  # type: ignore[attr-defined]
MANAGER = contextlib.contextmanager(iter).__code__  # of what it gives  # type: ignore[arg-type]
LIBRARY = os.path.dirname(contextlib.__file__)  # the paths of modules that would take long to import
# functions of the standard library that count as one's own, because they call one's own: by file and name
CALLING_BACK = frozenset(
    {(total_ordering.__code__.co_filename, f"_{a}_from_{b}") for a in ORDER for b in ORDER}
    | {(singledispatch.__code__.co_filename, "_method")}  # of singledispatchmethod, before
    | {(os.path.join(LIBRARY, name), part) for name in ("dataclasses.py", "copy.py") for part in REPLACE}
)
# and all methods of these classes, which keep a container in an attribute, or leave, decorate or visit with what is one's own
WRAPPERS = {
    os.path.join(LIBRARY, "ast.py"): ("NodeVisitor.", "NodeTransformer."),
    collections.__file__: ("UserDict.", "UserList.", "ChainMap."),
    contextlib.__file__: (
        "closing.__enter__",
        "closing.__exit__",
        "ContextDecorator.",
        "ExitStack.",
        "_BaseExitStack.",
        "_GeneratorContextManagerBase.",
    ),
    singledispatch.__code__.co_filename: ("_singledispatchmethod_get.",),  # from Python 3.14 on
    typing.__file__: ("_BaseGenericAlias.__call__",),  # Stack[int]()
}
FILES_CALLING_BACK = frozenset({*WRAPPERS, *(file for file, _ in CALLING_BACK)})
INSTALLED = frozenset({"site-packages", "dist-packages"})

UNDOABLE: dict[int, types.CodeType] = {}  # by identity: equal code may be in two files
PERMANENT: dict[int, Any] = {}
ADOPTED: "set[Path]" = set()


def is_own(code: types.CodeType) -> bool:
    """Are the changes that this function makes undone?"""
    if id(code) in UNDOABLE:
        return True
    return id(code) not in PERMANENT and (is_own_file(code.co_filename) or calls_back(code))


def calls_back(code: types.CodeType) -> bool:
    is_wrapper = code.co_qualname.startswith(WRAPPERS.get(code.co_filename, ("\0",)))
    return is_wrapper or (code.co_filename, code.co_name) in CALLING_BACK


@cache
def is_own_file(filename: str) -> bool:
    """Is this file outside the standard library and installed packages? Typed code has no file, and counts."""
    if filename == MIXINS:
        return True
    if filename.startswith("<"):
        return not filename.startswith("<frozen")
    path = normal(filename)
    if path.startswith(PUZZLES) or path == QUEUES:
        return True
    if ADOPTED and os.path.join(path, "").startswith(inside(ADOPTED)):  # a single file may be all of a package
        return True
    if path.startswith(ENGINE) or not INSTALLED.isdisjoint(path.split(os.sep)):
        return False
    return not path.startswith(foreign_folders())


def is_own_space(space: dict[str, Any]) -> bool:
    filename = space.get("__file__")
    return is_own_file(filename) if isinstance(filename, str) else space.get("__name__") == "__main__"


def normal(path: "str | Path") -> str:
    """A path as text that is equal for equal paths."""
    return os.path.normcase(os.path.normpath(path))


def inside(folders: "Iterable[str | Path]") -> tuple[str, ...]:
    """How the paths in these folders begin."""
    return tuple(os.path.join(normal(folder), "") for folder in folders)


PACKAGE = os.path.dirname(os.path.dirname(__file__))
ENGINE = inside([PACKAGE])
PUZZLES = inside(os.path.join(PACKAGE, *up, "puzzles") for up in ([], [".."]))  # installed, or a copy
QUEUES = normal(os.path.join(LIBRARY, "queue.py"))  # what its classes keep is a container like any other


@cache
def foreign_folders() -> tuple[str, ...]:
    """How the paths of the standard library and of installed packages begin."""
    import site

    user = site.getusersitepackages() if site.ENABLE_USER_SITE else None
    return inside(filter(None, (LIBRARY, user)))


def adopt(filename: str) -> None:
    """Treat the installed package of this file as the user's own: it is written with ambsearch."""
    if filename.startswith("<") or is_own_file(filename):
        return
    from pathlib import Path

    path = Path(filename)
    for i, part in enumerate(path.parts[:-1]):
        if part in INSTALLED:
            ADOPTED.add(Path(*path.parts[: i + 2]))
            is_own_file.cache_clear()


def plain_function(value: Any) -> types.FunctionType | None:
    """The function inside a wrapper, e.g. of a method, or of what @staticmethod or @contextmanager gives."""
    while not isinstance(value, types.FunctionType) or value.__code__ is MANAGER:
        inner = next(filter(None, (held(value, name) for name in ("__func__", "fget", "__wrapped__"))), None)
        if inner is None:
            return None
        value = inner
    return value


def held(value: Any, name: str) -> Any:
    """An attribute of any object, whose own __getattr__ and __getattribute__ are not asked; None if it has none."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return None


def gives_manager(value: Any) -> bool:
    """Is this what @contextmanager gives? Nobody but the `with` holds the generator inside."""
    return held(held(value, "__func__") or value, "__code__") is MANAGER


def undoable(function: Any) -> Any:
    """Undo what a function changes, wherever it comes from; use it as a decorator, or call it with a package's
    function.

    function: a function or method, e.g. one of a package; your own need no mark.
    Gives the function itself.
    Raises TypeError for anything but a Python function.

    >>> import textwrap
    >>> undoable(textwrap.dedent) is textwrap.dedent
    True
    """
    plain = plain_function(function)
    if plain is None:
        raise TypeError(f"expected a function written in Python, found {function!r}")
    UNDOABLE[id(plain.__code__)] = plain.__code__
    PERMANENT.pop(id(plain.__code__), None)
    return function


def keep(function: Any) -> None:
    """Keep what this function changes when a search backtracks."""
    plain = plain_function(function)
    if plain is not None:
        PERMANENT[id(plain.__code__)] = plain.__code__
    elif isinstance(function, types.BuiltinMethodType):
        PERMANENT[id(function)] = function
