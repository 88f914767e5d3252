"""How a worker goes through a part of a search: unit by unit, for a limited time.

Slicing      goes through a part, and ends between two units
watch_clock  ends a unit that takes too long, from another thread

A unit is a subtree so deep that it takes only a moment. Above the units the search is steered, so its position is
known; inside them nothing is recorded, and the search runs at full speed. The depth of the units is found by trial: a
unit that takes too long is abandoned, and split into units one choice deeper; if there are too many in a slice, the
next ones are one choice higher.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import RLock, Semaphore, Thread
from time import monotonic
from typing import Any, ClassVar

from ambsearch.errors import OtherChoices
from ambsearch.keeping.sparing import work
from ambsearch.keeping.ways import ADVICE, WHOLE, differs, digest_of
from ambsearch.sharing.parts import Part
from ambsearch.sharing.reports import Channel
from ambsearch.steering import Path, Place, Steering, path_of
from ambsearch.steering.limiters import Spent
from ambsearch.steering.paths import count_items

LONGEST = 1.0  # seconds between two reports to the head
SILENCE = 5.0  # seconds after which a unit is split even if nobody waits for it
BREATH = 0.003  # seconds for which nothing is given away
REPEATS = 3  # or so many times as long as the path took, which another worker would have to repeat
GROWTH = 4  # of the time between two of these, if a search continues
PATIENCE = 0.01, 0.05  # the longest unit: seconds, or how much of the slice
WAY = 10  # the rest takes at least this many times as long as the path to the first unit, which is repeated each time
TOLD = 0.1  # seconds that a unit takes until what was before it is reported
BRIEF = 2.5e-4  # seconds that the shortest units should take on average, so that steering costs little


class Slicing(Steering):
    """Goes through a part unit by unit, until its time is over or it has found enough.

    free: holds something inside a unit. answers: those that have not been reported; kept: how many of them there were
    before this unit.
    late: must it end, even inside a unit? report: reports to the head, and says whether to continue; None if a slice
    ends when its time is over. moving: held while the place changes, because another thread may report it; looked: the
    place of this unit.
    channel: by which it reports. asked: how long the unit had taken when the head asked for something.
    """

    # `items` stands there twice, and is evaluated once
    items: ClassVar[str] = "items if free else watch.over([watch.now, items])"
    item: ClassVar[str] = ""
    bound: ClassVar[tuple[str, ...]] = ("free",)

    report: Callable[..., bool] | None = None
    channel: Channel | None = None
    breath = BREATH
    asked = 0.0

    def __init__(self, part: Part, seconds: float, most: float) -> None:
        super().__init__(part.start, part.stop)
        self.depth, self.most = part.depth, most
        self.units = 0
        self.begin_slice(seconds)
        self.free: list[None] = []
        self.late = False
        self.moving = RLock()
        self.looked: Place | None = None
        self.answers: list[Any] = []
        self.kept = 0
        self.sizes: list[int | None] = []
        self.way = part.way
        self.is_unknown = not part.sizes
        self.met: list[tuple[int, Any, Any]] = []  # for each choice on the path: number, items, item

    def begin_slice(self, seconds: float) -> None:
        """Begin a slice of this many seconds."""
        self.seconds, self.units_before = seconds, self.units
        self.begun, self.work_begun = monotonic(), work()
        self.deadline = self.begun + seconds
        self.patience = max(PATIENCE[0], PATIENCE[1] * seconds)

    def go_on(self, depth: int) -> None:
        """Begin the next slice, after reporting this one."""
        del self.answers[: self.kept]
        self.kept, self.depth = 0, depth
        self.begin_slice(min(LONGEST, GROWTH * self.seconds))

    def each(self, items: Iterable[Any], here: Place) -> Iterator[Any]:
        path = path_of(here[0])
        depth = len(path)
        with self.moving:
            self.sizes[depth:] = [count_items(items)]
        expected = self.way[depth] if self.is_ahead and depth < len(self.way) else ""
        here += 0, None, path
        for index, item in self.pick(items, path):
            if differs(expected, items, item):
                raise self.others(depth)
            expected = ""
            with self.moving:
                here[1] = index
                self.now = here
                self.met[depth:] = [(index, items, item)]
                self.look()
            if depth + 1 >= self.depth and not self.is_ahead and not self.holds_stop((*path, index)):
                self.free.append(None)
            yield item
            self.free.clear()
            self.is_ahead = False
        if expected:
            raise self.others(depth)

    def others(self, depth: int) -> OtherChoices:
        told = f"choice {depth + 1} on the way to {self.start} has other items in this process than in another"
        return OtherChoices(f"{told}; {ADVICE}")

    def over(self, here: Place) -> Any:
        if self.late:
            raise Spent
        return super().over(here)

    def holds_stop(self, path: Path) -> bool:
        return self.stop is not None and self.stop[: len(path)] == path

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        """As usual; but the end of the part moves nearer when its second half is given away."""
        stop, self.stop = self.stop, None
        picked = super().pick(items, path)
        self.stop = stop
        for number, item in picked:
            if self.stop is not None and (*path, number) >= self.stop:
                return
            yield number, item

    def look(self) -> None:
        """Is there time for a unit, or a step on the path to one?"""
        self.kept, self.looked = len(self.answers), self.now
        if self.is_ahead:
            return
        now = monotonic()
        is_due = now >= self.deadline or self.kept >= self.most or self.is_asked()
        if self.units and (self.late or is_due and not (self.report and self.report())):
            raise Spent
        if not self.units:
            self.deadline = max(self.deadline, now + WAY * (now - self.begun))
            self.breath = max(BREATH, REPEATS * (work() - self.work_begun))
            self.share_at_once()
        self.units += 1

    def share_at_once(self) -> None:
        """Give half of a part of which nothing was known, such as the whole search: nobody has any work yet."""
        if self.is_unknown and self.report and self.channel and self.channel.is_asked():
            rest = self.rest()
            self.is_unknown = not (rest and rest.halves() and self.report())

    def is_asked(self) -> bool:
        """Has the head waited for a while, and does it want what is left?"""
        return self.channel is not None and work() - self.work_begun > self.breath and self.channel.is_asked()

    def is_waited_for(self) -> bool:
        """Does the head want something, or will it get nothing before the slice has ended?"""
        return self.channel is None or self.channel.is_asked()

    def is_too_long(self, seconds: float) -> bool:
        """Must a unit that has taken this long be abandoned? If nobody waits for it, it may take longer.

        Others wait at most as long as the unit had already taken: so waiting loses no more than abandoning it would.
        """
        if self.channel is None:
            return seconds > self.patience
        if not self.channel.is_asked():
            self.asked = 0.0
            return seconds > SILENCE
        self.asked = self.asked or seconds
        return seconds > max(self.patience, 2 * self.asked)

    def tell(self) -> None:
        """Report what was before this unit, which may take long or never end; another thread does this."""
        with self.moving:
            is_new = self.units - self.units_before > 1
            is_at_unit = self.now is self.looked  # and not behind an answer that has not arrived yet
            if is_new and is_at_unit and self.report and self.report(gives=False):
                self.units_before -= 1  # this unit has not been reported

    def give_up(self) -> None:
        """End the slice at the next choice, or sooner; this unit is not counted."""
        self.late = True
        self.free.clear()

    def is_taken(self) -> bool:
        if self.free or self.late:
            return True
        with self.moving:
            return super().is_taken()

    def rest(self) -> Part | None:
        """What is left of the part."""
        position = self.position
        if position is None:
            return None
        depth = len(position)
        return Part(position, self.stop, tuple(self.sizes[:depth]), self.next_depth(depth), self.way_to(position))

    def way_to(self, position: Path) -> tuple[str, ...]:
        """The digests of the choices on the path, as far as they hold for the items that lead there."""
        way: list[str] = []
        for number, (index, items, item) in zip(position, self.met, strict=False):
            digest = digest_of(items, item)
            if index != number and not digest.startswith(WHOLE):
                break
            way.append(digest)
        return tuple(way)

    def next_depth(self, depth: int) -> int:
        """The depth of the units from now on; depth: of the last one."""
        if self.late:
            return max(self.depth, depth) + 1
        are_brief = work() - self.work_begun < BRIEF * (self.units - self.units_before)
        return self.depth - 1 if are_brief and self.depth > 1 else self.depth


@contextmanager
def watch_clock(slicing: Slicing) -> Iterator[None]:
    """Watch a search from another thread meanwhile, and end a unit that takes too long.

    The search stands still for a moment whenever this thread looks, so while nobody waits it looks seldom.
    """
    bell = slicing.channel.bell if slicing.channel else Semaphore(0)
    is_over = False

    def look_on() -> None:
        seen, since = -1, 0.0
        while not is_over:
            bell.acquire(True, slicing.patience / 2 if slicing.is_waited_for() else TOLD)
            if slicing.units != seen:
                seen, since, slicing.asked = slicing.units, work(), 0.0
            elif slicing.free and slicing.is_too_long(work() - since):
                slicing.tell()
                slicing.give_up()
            elif work() - since > TOLD:
                slicing.tell()

    thread = Thread(target=look_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over = True
        bell.release()
        thread.join()
