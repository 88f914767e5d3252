"""A recorded search: every event, in order, each with the point at which it happened.

Recorder    the observer that records everything
Event       one event, for readers

A point is the number of the note that says how the search got there: the beginning of a search, or an item, with the
point before it. A note is a tuple of numbers and strings, unless a value is something else, so that the garbage
collector has nothing to follow, however many notes there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import CellType
from typing import Any

from ambsearch.answers import Answers, snapshot
from ambsearch.copiers.base import AsItIs
from ambsearch.errors import LiveAnswer
from ambsearch.expansion.emitting.sites import Site
from ambsearch.observing import Observer

ATOMS = frozenset({int, str, float, bool, bytes, complex, type(None), range})
# one of the searches of `if_fail`, `once` or `interleave`, which is on the path like an item
BRANCH = Site("branch", "branch", "", "", 0, 0)


@dataclass(frozen=True)
class Event:
    """One event of a search.

    kind: "begin", "item", "exhausted", "passed", "failed", "dead", "answer", "found" or "end".
    search: the number of the search, in the order of their beginnings; those inside a condition or a helper are
    separate searches. path: the indices of the items taken, including the item itself, and of the searches of
    `if_fail`, `once` and `interleave` on the path: no two items of a search have the same path.
    site: the choice, guard or answer; None for an event of the search as a whole.
    value: of the item or the answer; for "begin" the text of the call, for "end" how it ended.
    """

    kind: str
    search: int
    path: tuple[int, ...]
    site: Site | None = None
    value: Any = None


class Recorder(Observer):
    """Records every event of a search.

    limit: raise Full when there are this many events; None for no limit.
    now: the point at which the search is.

    >>> from ambsearch import ambiguous, require
    >>> from ambsearch.observing import observed
    >>> @ambiguous
    ... def pairs():
    ...     a = yield "xy"
    ...     require(a == "y")
    ...     return a
    >>> recorder = Recorder()
    >>> list(observed(pairs(), recorder))
    ['y']
    >>> for event in recorder.events():
    ...     print(event.kind, event.path, event.value)
    begin () pairs()
    item (0,) x
    failed (0,) None
    item (1,) y
    passed (1,) None
    answer (1,) y
    found (1,) y
    exhausted () None
    end () exhausted
    """

    bound = ("note", "atoms", "keep", "size", "stop")
    held = ("point", "last")
    before = "place = point"
    item = """
here = size()
note((point, index, where, target if type(target) in atoms else keep(target)))
point = here
if here >= last: stop()
"""
    back = "point = place"
    exhausted = "note(('exhausted', where, place))"
    guard = "not note(('passed', where)) if test else note(('failed', where))"
    dead = "note(('dead', where))"
    answer = "note(('answer', where, value if type(value) in atoms else keep(value)))"
    atoms = ATOMS

    def __init__(self, limit: int | None = None) -> None:
        self.noted: list[Any] = []
        self.note, self.size = self.noted.append, self.noted.__len__
        self.cells = {"point": CellType(None), "last": CellType(float("inf") if limit is None else limit - 1)}
        self.starts = 0

    @property
    def now(self) -> Any:
        return self.cells["point"].cell_contents

    @now.setter
    def now(self, point: Any) -> None:
        self.cells["point"].cell_contents = point

    def keep(self, value: Any) -> Any:
        """The value as it is now, because the search may change it later."""
        if type(value) is tuple and ATOMS.issuperset(map(type, value)):
            return value
        try:
            return snapshot(value, AsItIs)
        except LiveAnswer:
            return value

    def stop(self) -> None:
        raise Full

    def begin(self, answers: Answers[Any]) -> int:
        self.note(("begin", repr(answers), self.starts))
        self.starts += 1
        return self.size() - 1

    def branch(self, number: int) -> int:
        self.note(("branch", number, self.now))
        self.cells["last"].cell_contents += 1  # it is not an event
        return self.size() - 1

    def found(self, start: int, answer: Any, point: Any) -> None:
        self.note(("found", point, self.keep(answer), self.now))

    def end(self, start: int, error: BaseException | None) -> None:
        how = "exhausted" if error is None else "cut short" if isinstance(error, (GeneratorExit, Full)) else error
        self.note(("end", start, how if isinstance(how, str) else f"{type(how).__name__}: {how}", self.now))

    def events(self) -> Iterator[Event]:
        """The events, in order."""
        return Reading().events(self.noted)


class Full(BaseException):
    """The limit of events has been reached."""


class Reading:
    """Turns notes into events; the note of a guard, an answer or a dead end has no point, because it happens where
    the search is.

    points: the search and the path of each point.
    """

    def __init__(self) -> None:
        self.points: dict[Any, tuple[int, tuple[int, ...]]] = {}
        self.sites: dict[tuple[Any, ...], Site] = {}
        self.now: Any = None

    def events(self, notes: list[Any]) -> Iterator[Event]:
        for number, note in enumerate(notes):
            kind = note[0]
            if type(kind) is not str:  # an item, which begins with the point before it
                self.step(number, kind, note[1])
                yield Event("item", *self.points[number], self.site(note[2]), note[3])
                continue
            event: Event | None = getattr(self, kind)(number, *note)
            if event is not None:
                yield event

    def site(self, fields: tuple[Any, ...]) -> Site:
        if fields not in self.sites:
            self.sites[fields] = Site(*fields)
        return self.sites[fields]

    def step(self, number: int, before: int, index: int) -> None:
        """A step from a point to the next."""
        search, path = self.points[before]
        self.points[number] = search, (*path, index)
        self.now = number

    def begin(self, number: int, kind: str, name: str, search: int) -> Event:
        self.points[number] = search, ()
        self.now = number
        return Event(kind, search, (), None, name)

    def branch(self, number: int, kind: str, index: int, before: int) -> None:
        self.step(number, before, index)

    def here(self, number: int, kind: str, where: tuple[Any, ...], value: Any = None) -> Event:
        return Event(kind, *self.points[self.now], self.site(where), value)

    passed = failed = dead = answer = here

    def exhausted(self, number: int, kind: str, where: tuple[Any, ...], place: int) -> Event:
        self.now = place
        return self.here(number, kind, where)

    def found(self, number: int, kind: str, point: int, value: Any, after: Any) -> Event:
        self.now = after
        return Event(kind, *self.points[point], None, value)

    end = found
