"""Values whose parts share one another and hold themselves, for copies to be compared with."""

from __future__ import annotations

from collections import defaultdict, deque, namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field, is_dataclass
from typing import Any

from hypothesis import strategies as st

from ambsearch.copiers.base import ATOMS


class Point(tuple):
    pass


Pair = namedtuple("Pair", "a b")


@dataclass
class State:
    cells: Any
    made: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.made += 1


def shape(root: Any) -> list[Any]:
    """All that a value holds, each thing once, numbered, with the numbers of what it holds: equal for equal graphs."""
    numbers: dict[int, int] = {id(root): 0}
    things, told = [root], []
    for thing in things:
        held: list[Any] = []
        if is_dataclass(type(thing)):
            own = object.__getattribute__  # a class may have one that is not to be run
            held = [*own(thing, "__dict__").items()] if type(thing).__dictoffset__ else []
            held += [(name, getattr(thing, name, None)) for name in getattr(type(thing), "__slots__", ())]
            held = [part for named in held for part in named]
        elif isinstance(thing, dict):
            held = [*thing, *thing.values()]
        elif isinstance(thing, (list, tuple, deque)):
            held = [*thing]
        line: list[Any] = [type(thing).__name__]
        for part in held:
            if type(part) in ATOMS:
                line.append(part)
                continue
            if id(part) not in numbers:
                numbers[id(part)] = len(things)
                things.append(part)
            line.append(("thing", numbers[id(part)]))
        told.append(line)
    return told


@st.composite
def nests(draw: st.DrawFn) -> Any:
    """A value whose parts are drawn from all that was made before, so much is shared; lists may hold themselves."""
    made: list[Any] = [1, "a", None]
    parts = st.lists(st.sampled_from(range(100)), max_size=4).map(lambda picks: [made[i % len(made)] for i in picks])
    makers: list[Callable[[list[Any]], Any]] = [list, tuple, Point, deque, State, lambda xs: Pair(xs, tuple(xs))]
    makers += [lambda xs: dict(enumerate(xs)), lambda xs: defaultdict(list, enumerate(xs)), lambda xs: [xs, xs]]
    for maker in draw(st.lists(st.sampled_from(makers), min_size=1, max_size=12)):
        made.append(maker(draw(parts)))
    for value in made:
        if isinstance(value, (list, deque)) and draw(st.booleans()):
            value.extend(draw(parts))
    return draw(st.sampled_from(made[3:]))
