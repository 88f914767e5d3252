"""Context managers: those whose __enter__ and __exit__ are user-defined, and those around choices."""

import contextlib
import sys
from contextvars import Token
from types import MethodType
from typing import Any

from ambsearch.running.calls import HOW, apply
from ambsearch.running.methods import SPECIAL, special
from ambsearch.running.resumed import Scope, scope_of
from ambsearch.running.twins import MADE, TWINS
from ambsearch.running.undoing import Trail, record_contents, take_back, undo
from ambsearch.running.variables import reset

LIBRARY = frozenset({contextlib.ExitStack, contextlib.closing})
ENTER, EXIT = SPECIAL["__enter__"], SPECIAL["__exit__"]


def enter_manager(trail: Trail, manager: Any) -> Any:
    """What `with` enters."""
    kind = type(manager)
    enter, leave = (enter_made, leave_made) if kind is MADE else (ENTER[kind], EXIT[kind])
    if enter is None or leave is None:
        if not is_own(manager):
            return manager
        refuse_other(manager)
    return Entered((trail, manager, enter or call_enter, leave or call_exit))


def is_own(manager: Any) -> bool:
    return bool(special(manager, "__enter__") or special(manager, "__exit__"))


class Entered(tuple[Trail, Any, Any, Any]):
    """A context manager whose user-defined __enter__ and __exit__ are recorded: the trail, the manager, and these two."""

    __slots__ = ()  # a tuple is made without a call of an __init__

    def __enter__(self) -> Any:
        trail, manager, enter, _ = self
        return enter(trail, manager)

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> Any:
        trail, manager, _, leave = self
        return leave(trail, manager, kind, error, traceback)


class Within:
    """A context manager around choices.

    A manager of a user-defined class, or made of a user's generator, is left by each branch, and entered again when that
    is undone. Any other, e.g. a file or a lock, is entered once, and left when all branches inside have ended; so
    it cannot swallow an exception, unless it is a `suppress`. An ExitStack is left by each branch, too; of what it holds,
    such others are put aside, in `others`.
    """

    __slots__ = ("error", "is_left_by_each", "manager", "others")

    def __init__(self, manager: Any) -> None:
        self.manager: Any = manager
        self.error = 0
        if type(manager) is MADE and (scope := scope_of(manager.gen)) is not None:
            self.manager = scope
        else:
            refuse_other(manager)
            self.is_left_by_each = is_left_by_each(self.manager)
            self.others: dict[int, Any] = {}  # by identity, in the order in which they were entered


def is_left_by_each(manager: Any) -> bool:
    if issubclass(type(manager), contextlib.closing):
        return special(manager.thing, "close") is not None
    stateless = Scope, Token, contextlib.suppress, contextlib.nullcontext
    return is_own(manager) or issubclass(type(manager), stateless)


def enter(trail: Trail, within: Within) -> Any:
    """What `as` binds."""
    manager = within.manager
    if type(manager) is Scope:
        return manager.enter(trail)
    if within.is_left_by_each:
        if issubclass(type(manager), contextlib.ExitStack):
            trail.append((_leave_at_last, within, trail))
        return call_enter(trail, manager)
    value = type(manager).__enter__(manager)
    trail.append((_leave_at_last, within, trail))
    return value


def leave(trail: Trail, within: Within, error: BaseException | None = None) -> bool:
    """Let a branch leave the `with`, perhaps by an exception; returns whether that is swallowed."""
    manager = within.manager
    if type(manager) is Scope:
        return manager.leave(trail, error)
    within.error = id(error)  # not the error: it would keep the search alive
    if not within.is_left_by_each:
        return False
    if issubclass(type(manager), contextlib.ExitStack):
        put_aside(trail, manager, within.others)
    return bool(call_exit(trail, manager, *_parts(error)))


def call_enter(trail: Trail, manager: Any) -> Any:
    """What its __enter__ gives, which is recorded if it is user-defined."""
    enter = ENTER[type(manager)]
    return type(manager).__enter__(manager) if enter is None else enter(trail, manager)


def call_exit(trail: Trail, manager: Any, *error: Any) -> Any:
    """The same of its __exit__."""
    if type(manager) is Token:  # from Python 3.14 on
        return reset(trail, manager.var, manager)
    leave = EXIT[type(manager)]
    return type(manager).__exit__(manager, *error) if leave is None else leave(trail, manager, *error)


def enter_context(trail: Trail, stack: Any, manager: Any) -> Any:
    """stack.enter_context(manager); one made of a user's generator is left by each branch in a stack, too."""
    scope = scope_of(manager.gen) if type(manager) is MADE else None
    if scope is not None:
        value = scope.enter(trail)
        apply(trail, stack._push_exit_callback, scope)
        return value
    if not is_manager(type(manager)):
        return contextlib.ExitStack.enter_context(stack, manager)  # which says what is wrong
    value = call_enter(trail, manager)
    apply(trail, stack._push_exit_callback, MethodType(type(manager).__exit__, manager))
    return value


def enter_made(trail: Trail, made: Any) -> Any:
    """made.__enter__(), called by its name, of what @contextmanager makes: from now on its generator is a Scope."""
    scope = scope_of(made.gen)
    if scope is None:
        return MADE.__enter__(made)
    trail.append((take_back, setattr, made, "gen", made.gen))
    made.gen = scope
    return scope.enter(trail)


def leave_made(trail: Trail, made: Any, kind: Any, error: Any, traceback: Any) -> Any:
    """made.__exit__(...) of the same."""
    if type(made.gen) is not Scope:
        return MADE.__exit__(made, kind, error, traceback)
    return made.gen.leave(trail, kind() if kind and error is None else error)


TWINS.given[id(contextlib.ExitStack.enter_context.__code__)] = enter_context
TWINS.given[id(contextlib.ExitStack.close.__code__)] = lambda trail, stack: call_exit(trail, stack, None, None, None)
TWINS.given |= {id(MADE.__enter__.__code__): enter_made, id(MADE.__exit__.__code__): leave_made}
HOW[Scope] = lambda trail, scope, error, kwargs: scope.leave(trail, error[1])


def put_aside(trail: Trail, stack: Any, others: dict[int, Any]) -> None:
    """Leave in a stack what each branch leaves; a file or a lock that it has entered waits for the last one."""
    kept = []
    for one in stack._exit_callbacks:
        owner = getattr(one[1], "__self__", None)
        if issubclass(type(owner), contextlib.ExitStack):
            put_aside(trail, owner, others)
        leave = getattr(type(owner), "__exit__", None)
        # from Python 3.15 on what a stack holds of a file is a built-in method
        enters = leave is not None and one[1] in (MethodType(leave, owner), leave.__get__(owner))
        if enters and not is_left_by_each(owner):
            others[id(one)] = one
        else:
            kept.append(one)
    if len(kept) < len(stack._exit_callbacks):
        record_contents(trail, stack._exit_callbacks)
        stack._exit_callbacks.clear()
        stack._exit_callbacks.extend(kept)


def _leave_at_last(inverse: tuple[Any, Within, Trail]) -> None:
    """Leave the `with` after its last branch, perhaps because of an exception raised in one of them, or an interrupt.

    What that changes is undone at once.
    """
    (_, within, trail), error = inverse, sys.exception()
    start = len(trail)
    manager: Any = within.manager
    is_meant = id(error) == within.error or isinstance(error, KeyboardInterrupt)
    if within.is_left_by_each:  # a stack
        manager = contextlib.ExitStack()
        manager._exit_callbacks.extend(within.others.values())
    try:
        if type(manager).__exit__(manager, *_parts(error if is_meant else None)) and is_meant and error:
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
    if not is_manager(type(manager)):
        with manager:
            pass


def is_manager(cls: type) -> bool:
    return hasattr(cls, "__enter__") and hasattr(cls, "__exit__")
