"""The trail: what has been changed, and what takes it back, the latest change first.

>>> xs, trail = [1], []
>>> trail.append((take_back, xs.remove, 2))
>>> xs.append(2)
>>> undo(trail)
>>> xs, trail
([1], [])
"""

import contextlib
from typing import Any

from ambsearch.ground.alarms import unless_it_fails

Inverse = tuple[Any, ...]
Trail = list[Inverse]

GONE: Any = object()
UNBOUND: Any = object()  # what a variable holds that has no value


def undo(trail: Trail) -> None:
    """Take back what is on the trail, the latest change first."""
    inverse: Any = None
    rest: Any = None
    try:
        if len(trail) == 1:  # as mostly, where the loop would take half as long again
            inverse = trail[0]
            inverse[0](inverse)
        elif trail:
            rest = reversed(trail)
            for inverse in rest:
                inverse[0](inverse)
                inverse = None  # it is done, and an interrupt may come before the next one is taken
        trail.clear()
    except BaseException as error:
        if rest is not None:
            del trail[rest.__length_hint__() + (inverse is not None) :]
        if not trail:
            raise
        inverse = trail.pop()
        # an interrupt may have come before the inverse has run, and may be an exception of any class, raised by the handler
        # of a signal; a segment goes on where one of its inverses has raised
        for _ in range(1 + sum(type(part) is Saved for part in inverse)):
            inverse = _rest_of(inverse, error)
            try:
                inverse[0](inverse)
                break
            except BaseException as other:
                error = other
        undo(trail)
        raise


def _rest_of(inverse: Inverse, error: BaseException) -> Inverse:
    """What an inverse that raised this has left to do: in a segment, NOTHING stands for what is done."""
    step = error.__traceback__ and error.__traceback__.tb_next
    if step is None or step.tb_frame.f_globals:  # a segment has only the variables of its entry
        return inverse
    held, names = step.tb_frame.f_locals, step.tb_frame.f_code.co_varnames[2:]
    return inverse[0], *(held.get(name, part) for name, part in zip(names, inverse[1:], strict=False))


def take_back(inverse: Inverse) -> None:
    """The inverse that is one call: (take_back, function, *args)."""
    inverse[1](*inverse[2:])


def take_out(inverse: Inverse) -> None:
    """The same for what may not be there, because its change did not happen."""
    with contextlib.suppress(LookupError, TypeError, AttributeError, ValueError):
        inverse[1](*inverse[2:])


def doubt(trail: Trail, start: int) -> None:
    """The change whose inverses stand from here on has raised: where it was refused, so will be what takes it back."""
    trail[start:] = [(_take_back_if_possible, inverse) for inverse in trail[start:]]


def _take_back_if_possible(doubtful: Inverse) -> None:
    unless_it_fails(None, doubtful[1][0], doubtful[1])


def room() -> None:
    """Check that the stack has room to undo what is changed next: a search that is too deep ends here."""
    _more_room()


def _more_room() -> None:
    _most_room()


def _most_room() -> None:
    pass


class Saved(Trail):
    """A trail that an expansion keeps where it would else keep an old item; no user's item is of this type."""

    __slots__ = ()


NOTHING = Saved()  # has been changed yet
