"""Context managers: those whose __enter__ and __exit__ are user-defined, and those around choices."""

import contextlib
import sys
from typing import Any

from ambsearch.running.methods import SPECIAL, special
from ambsearch.running.resumed import Scope, scope_of
from ambsearch.running.undoing import Trail, undo

LIBRARY = frozenset({contextlib.ExitStack, contextlib.closing})
MADE: Any = type(contextlib.contextmanager(iter)(()))  # what @contextmanager makes


def enter_manager(trail: Trail, manager: Any) -> Any:
    """What `with` enters."""
    kind = type(manager)
    if SPECIAL["__enter__"][kind] is None or SPECIAL["__exit__"][kind] is None:
        if not is_own(manager):
            return manager
        refuse_other(manager)
    return Entered(trail, manager)


def is_own(manager: Any) -> bool:
    return bool(special(manager, "__enter__") or special(manager, "__exit__"))


class Entered:
    """A context manager whose user-defined __enter__ and __exit__ are recorded."""

    __slots__ = ("manager", "trail")

    def __init__(self, trail: Trail, manager: Any) -> None:
        self.trail, self.manager = trail, manager

    def __enter__(self) -> Any:
        enter = SPECIAL["__enter__"][type(self.manager)]
        return type(self.manager).__enter__(self.manager) if enter is None else enter(self.trail, self.manager)

    def __exit__(self, *error: Any) -> Any:
        leave = SPECIAL["__exit__"][type(self.manager)]
        if leave is None:
            return type(self.manager).__exit__(self.manager, *error)
        return leave(self.trail, self.manager, *error)


class Within:
    """A context manager around choices.

    A manager of a user-defined class, or made of a user's generator, is left by each branch, and entered again when that
    is undone. Any other, e.g. a file, a lock, or an ExitStack, which may hold them, is entered once, and left when all branches inside have ended; so
    it cannot swallow an exception, unless it is a `suppress`.
    """

    __slots__ = ("error", "is_left_by_each", "manager")

    def __init__(self, manager: Any) -> None:
        refuse_other(manager)
        scope = scope_of(manager.gen) if type(manager) is MADE else None
        self.manager: Any = scope or manager
        self.error = 0
        is_each = is_own(manager) and LIBRARY.isdisjoint(type(manager).__mro__)
        self.is_left_by_each = is_each or issubclass(type(self.manager), (Scope, contextlib.suppress))


def enter(trail: Trail, within: Within) -> Any:
    """What `as` binds."""
    manager = within.manager
    if type(manager) is Scope:
        return manager.enter(trail)
    if within.is_left_by_each:
        return Entered(trail, manager).__enter__()
    value = type(manager).__enter__(manager)
    trail.append((_leave_at_last, within, trail))
    return value


def leave(trail: Trail, within: Within, error: BaseException | None = None) -> bool:
    """Let a branch leave the `with`, perhaps by an exception; returns whether that is swallowed."""
    if type(within.manager) is Scope:
        return within.manager.leave(trail, error)
    if within.is_left_by_each:
        return bool(Entered(trail, within.manager).__exit__(*_parts(error)))
    within.error = id(error)  # not the error: it would keep the search alive
    return False


def _leave_at_last(inverse: tuple[Any, Within, Trail]) -> None:
    """Leave the `with` after its last branch, perhaps because of an exception raised in one of them, or an interrupt.

    What that changes is undone at once.
    """
    (_, within, trail), error = inverse, sys.exception()
    start = len(trail)
    is_meant = id(error) == within.error or isinstance(error, KeyboardInterrupt)
    try:
        if type(within.manager).__exit__(within.manager, *_parts(error if is_meant else None)) and is_meant and error:
            error.add_note("a `with` around a choice cannot swallow an exception: it ends the other branches, too")
    finally:
        changes = trail[start:]
        del trail[start:]
        try:
            undo(changes)
        finally:
            if changes:  # an interrupt has come before it had begun
                undo(changes)


def _parts(error: BaseException | None) -> tuple[Any, Any, Any]:
    return (None, None, None) if error is None else (type(error), error, error.__traceback__)


def refuse_other(manager: Any) -> None:
    """Let Python itself refuse what is not a context manager."""
    if not (hasattr(type(manager), "__enter__") and hasattr(type(manager), "__exit__")):
        with manager:
            pass
