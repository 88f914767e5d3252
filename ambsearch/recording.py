"""A search written down: every event, in order, each at the point at which it happened.

Recorder    the observer that notes everything
Event       one event, to be read
Point       where a search was: the items taken on the way there
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ambsearch.answers import Answers, snapshot
from ambsearch.errors import LiveAnswer
from ambsearch.expansion.observed import Site
from ambsearch.observing import Observer

ATOMS = frozenset({int, str, float, bool, bytes, complex, type(None), range})


@dataclass(eq=False)
class Start:
    """The root of a search; outer: the point at which it was begun, None for the first; name: e.g. "queens(8)"."""

    number: int
    name: str
    outer: "Point | Start | None"


# one of the searches of `if_fail`, `once` or `interleave`, which is on the way like an item
BRANCH = Site("branch", "branch", "", "", 0, 0)
# An item that was taken: where it was taken, its number there, its choice, and the value. A plain tuple, for speed.
Point = tuple[Any, int, Site, Any]


@dataclass(frozen=True)
class Event:
    """One event of a search.

    kind: "begin", "item", "exhausted", "passed", "failed", "dead", "answer", "found" or "end".
    search: the number of the search, in the order in which they were begun; those inside a condition or a helper are
    searches of their own. path: the indices of the items taken on the way, the item itself included,
    and of the searches of `if_fail`, `once` and `interleave` on it: no two items of a search have the same path.
    site: the choice, guard or answer; None for what concerns the search as a whole.
    value: of the item or the answer; for "begin" the text of the call, for "end" how it ended.
    """

    kind: str
    search: int
    path: tuple[int, ...]
    site: Site | None = None
    value: Any = None


class Recorder(Observer):
    """Notes every event of a search.

    limit: raise Full when there are so many events; None for no limit.
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

    bound = ("note", "atoms", "keep", "size", "limit", "stop")
    before = "place = watch.now"
    item = """
watch.now = here = (watch.now, index, site, target if type(target) in atoms else keep(target))
note(here)
if size() >= limit: stop()
"""
    back = "watch.now = place"
    exhausted = "note(('exhausted', site, place))"
    guard = "not note(('passed', site, watch.now)) if test else note(('failed', site, watch.now))"
    dead = "note(('dead', site, watch.now))"
    answer = "note(('answer', site, watch.now, value if type(value) in atoms else keep(value)))"
    atoms = ATOMS

    def __init__(self, limit: int | None = None) -> None:
        self.limit = float("inf") if limit is None else limit
        self.noted: list[Any] = []
        self.note, self.size = self.noted.append, self.noted.__len__
        self.starts = 0

    def keep(self, value: Any) -> Any:
        """The value as it is now, for the search may go on to change it."""
        if type(value) is tuple and ATOMS.issuperset(map(type, value)):
            return value
        try:
            return snapshot(value)
        except LiveAnswer:
            return value

    def stop(self) -> None:
        raise Full

    def begin(self, answers: Answers[Any]) -> Start:
        start = Start(self.starts, repr(answers), self.now)
        self.starts += 1
        self.note(("begin", None, start, start.name))
        return start

    def branch(self, number: int) -> Point:
        return (self.now, number, BRANCH, None)

    def found(self, start: Start, answer: Any, point: Any) -> None:
        self.note(("found", None, point, self.keep(answer)))

    def end(self, start: Start, error: BaseException | None) -> None:
        how = "exhausted" if error is None else "cut short" if isinstance(error, (GeneratorExit, Full)) else error
        self.note(("end", None, start, how if isinstance(how, str) else f"{type(how).__name__}: {how}"))

    def events(self) -> Iterator[Event]:
        """The events, in order."""
        for noted in self.noted:
            if type(noted[0]) is not str:
                yield Event("item", start_of(noted).number, path_of(noted), noted[2], noted[3])
                continue
            kind, site, point, *value = noted
            yield Event(kind, start_of(point).number, path_of(point), site, *value)


class Full(BaseException):
    """As many events have been noted as may be."""


def way_to(point: Any) -> list[Point]:
    """The items taken on the way to a point, the first one first."""
    way = []
    while type(point) is tuple:
        way.append(point)
        point = point[0]
    return way[::-1]


def path_of(point: Any) -> tuple[int, ...]:
    return tuple(item[1] for item in way_to(point))


def start_of(point: Any) -> Start:
    while type(point) is tuple:
        point = point[0]
    assert isinstance(point, Start)
    return point
