"""Colleagues get rooms by how well neighbours get on; what was once worked out for two of them is looked up."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, permanent, require

NAMES = ("Ada", "Barbara", "Donald", "Edsger", "Grace", "John", "Ken", "Niklaus", "Robin")
FULL = {"names": NAMES[:8], "least": 2}
SMALL = {"names": NAMES[:4], "least": 2}


def in_common(one: str, other: str) -> int:
    return len(set(one.lower()) & set(other.lower()))


@ambiguous
def solve(names: Sequence[str], least: int) -> Generator[Any, Any, dict[str, int]]:
    """Neighbours have few letters in common; an answer is the room of each one."""
    rooms: dict[str, int] = {}
    known: dict[tuple[str, str], int] = {}
    last = ""
    for _ in names:
        room, name = yield enumerate(names)
        require(name not in rooms)
        if (last, name) not in known:
            known[last, name] = permanent(in_common(last, name))
        require(known[last, name] < least)
        rooms[name] = room
        last = name
    return rooms


def by_hand(names: Sequence[str], least: int) -> Iterator[dict[str, int]]:
    rooms: dict[str, int] = {}
    known: dict[tuple[str, str], int] = {}

    def settle(last: str) -> Iterator[dict[str, int]]:
        if len(rooms) == len(names):
            yield rooms.copy()
            return
        for room, name in enumerate(names):
            if name not in rooms:
                if (last, name) not in known:
                    known[last, name] = in_common(last, name)
                if known[last, name] < least:
                    rooms[name] = room
                    yield from settle(name)
                    del rooms[name]

    return settle("")
