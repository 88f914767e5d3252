"""Context variables: what `set` and `reset` change in one is taken back.

Python lets a token be used once. So where a `reset` is taken back, the token gets another that stands for it: that of
the `set` which took it back.

>>> from contextvars import ContextVar
>>> from ambsearch.running.undoing import undo
>>> colour, trail, again = ContextVar("colour", default="red"), [], []
>>> token = set_variable(trail, colour, "blue")
>>> for _ in range(2):
...     reset(again, colour, token)
...     colour.get(), undo(again), colour.get()
('red', None, 'blue')
('red', None, 'blue')
>>> undo(trail)
>>> colour.get()
'red'
"""

from contextlib import suppress
from contextvars import ContextVar, Token
from typing import Any

from ambsearch.running.undoing import GONE, Inverse, Trail

STANDING: dict[int, tuple[Token[Any], Token[Any]]] = {}  # tokens that were used, and what stands for them, by id


def set_variable(trail: Trail, variable: ContextVar[Any], value: Any) -> Token[Any]:
    made: list[Token[Any]] = []
    trail.append((_reset_again, variable, made))
    made.append(variable.set(value))
    return made[0]


def reset(trail: Trail, variable: ContextVar[Any], token: Token[Any]) -> None:
    trail.append((_set_again, variable, token, variable.get(GONE)))
    try:
        variable.reset(standing_for(token))
    except Exception:
        trail.pop()
        raise


def standing_for(token: Token[Any]) -> Token[Any]:
    """The token to use, which then is used."""
    return STANDING.pop(id(token), (token, token))[1]


def _reset_again(inverse: Inverse) -> None:
    _, variable, made = inverse
    for token in made:
        with suppress(RuntimeError, ValueError):  # by a `with`, or in another context
            variable.reset(standing_for(token))


def _set_again(inverse: Inverse) -> None:
    _, variable, token, value = inverse
    if value is not GONE:
        STANDING[id(token)] = token, variable.set(value)
