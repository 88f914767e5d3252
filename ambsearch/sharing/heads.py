"""What leads a search whose parts are shared out among workers.

Head        shares out the work, and puts the answers in order

The head keeps the remaining parts, in the order of the search. Each is given to a worker for a slice of time, and
what is left of it comes back; while there are fewer parts than the workers can take, the available ones are halved.
So work is split where it is: a part that takes long keeps coming back. A process of our own pool instead reports
where it is, gives away what is wanted, and continues; see `reports`.

When a worker dies, only what it has not reported is lost, and that is done again.
"""

import pickle
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from ambsearch.answers import Answers
from ambsearch.errors import OtherChoices
from ambsearch.sharing.parts import Part
from ambsearch.sharing.pieces import Keeping, Piece
from ambsearch.sharing.pools import Pool, workers_of
from ambsearch.sharing.reports import ALL
from ambsearch.sharing.results import Slice, replaying
from ambsearch.sharing.sending import pack
from ambsearch.sharing.slices import expand, run_slice
from ambsearch.sharing.slicing import LONGEST
from ambsearch.steering import Path, at
from ambsearch.steering.limiters import LIMITER

FIRST = 0.005  # seconds: the length of the first slice of an executor, after which others get work
SHORTEST = 0.02  # of the others; LONGEST is that of the longest
SHARE = 0.05  # of the time since the search began, in between; workers wait at most this share at the end
AT_ONCE = 0.5  # of that time, and of what seems left for each worker: a slice of an executor begins with empty caches
LONGEST_OF_EXECUTOR = 3.0  # seconds of such a slice
AT_HAND = 2  # parts for each worker, so that one is there when another ends
HALVINGS = 3  # of a part that comes back: more of them would be small, and each takes the head's time
DEATHS = 4  # of workers in the same slice, until it is given up
DAY = 86_400  # seconds; some limits are longer than a system can wait at once


class Head:
    """Shares out the work of one search, and puts the answers in order.

    pieces: in the order of the search. pending: those that wait for a worker; running: how many are being worked on.
    arrived: the slices of an executor that have ended, by their keys. held: how many answers have not been handed out.
    slices: how many there were; busy: seconds that workers were busy, for measurements.
    left: how many seconds more the search seemed to take when it had taken `looked`.
    """

    def __init__(
        self,
        answers: Answers[Any],
        executor: Executor | None = None,
        ordered: bool = True,
        workers: int | None = None,
        waiting: int = 20_000,
        keeping: Keeping | None = None,
    ) -> None:
        self.sent = pack(answers, executor)
        self.answers, self.ordered, self.waiting = answers, ordered, waiting
        self.keeping = keeping or Keeping()
        self.workers = workers or workers_of(executor)
        self.executor, self.pool = executor, None if executor else Pool(self.workers, run_slice)
        if self.pool and self.pool.is_forked:
            expand(answers)
        self.pieces = self.keeping.pieces()
        self.pending = [piece for piece in self.pieces if piece.part is not None]
        self.running = self.held = 0
        self.arrived: SimpleQueue[tuple[int, Future[Slice]]] = SimpleQueue()
        self.by_key: dict[int, Piece] = {}
        self.keys = count(1)
        self.begun = monotonic()
        self.slices, self.busy = 0, 0.0
        self.looked = self.left = 0.0
        self.limiter = LIMITER.get()
        if self.limiter is not None:
            self.limiter.searching = self

    def search(self) -> Iterator[Any]:
        """The answers."""
        try:
            self.hand_out()  # so that the workers begin while the reader gets what was saved
            yield from self.ready()
            while self.pieces:
                self.hand_out()
                self.take(*self.arrival())
                self.keeping.look()
                yield from self.ready()
        finally:
            try:
                self.keeping.end()
            finally:
                self.leave()

    @property
    def whereabouts(self) -> str:
        """Where the first part is that is not done; all that is before it has been searched."""
        left = [piece.part.start for piece in self.pieces if piece.part is not None]
        return at(left[0]) if left else ""

    @property
    def share(self) -> float | None:
        """How much of the tree is done, from 0 to 1; None if that is not known."""
        left = [piece.part.share for piece in list(self.pieces) if piece.part is not None]
        return None if None in left else 1 - sum(filter(None, left))

    def arrival(self) -> tuple[int, Any, bool]:
        """What arrives next: a key, its slice or an exception, and whether this is the end; Spent if the time is over."""
        seconds = None
        if self.limiter is not None:
            self.limiter.count_item()
            seconds = min(self.limiter.seconds_left(), DAY)
        if self.pool:
            return self.pool.arrival(seconds) or self.arrival()
        try:
            key, future = self.arrived.get(timeout=seconds) if seconds is not None else self.arrived.get()
        except Empty:
            return self.arrival()
        return key, future.exception() or future.result(), True

    def leave(self) -> None:
        """Begin nothing more; the slices in progress end by themselves."""
        try:
            for piece in self.pieces:
                if piece.slice is not None:
                    piece.slice.cancel()
        finally:
            if self.pool:
                self.pool.shutdown()

    # work

    def hand_out(self) -> None:
        """Give work to the workers, the first part of the search first."""
        self.split()
        is_full = self.ordered and self.held > self.waiting
        self.pending.sort(key=lambda piece: piece.part.start if piece.part else ())
        pending, self.pending = self.pending, []
        places = self.workers if self.pool else AT_HAND * self.workers
        for piece in pending:
            if self.running >= places or is_full and piece is not self.pieces[0]:
                self.pending.append(piece)
            elif piece.part is not None:
                self.submit(piece, piece.part)
        if self.pool and is_full:
            self.pool.ask(ALL if self.running > 1 else 0)
        elif self.pool:
            self.pool.ask(max(0, self.shortage()))

    def shortage(self) -> int:
        """How many more parts there should be."""
        parts = self.workers if self.pool else AT_HAND * self.workers
        return parts - self.running - len(self.pending)

    def split(self) -> None:
        """Halve the available parts until there are enough."""
        whole = self.pending
        for _ in range(HALVINGS):
            whole = [half for piece in whole if self.shortage() > 0 for half in self.halve(piece)]

    def halve(self, piece: Piece) -> list[Piece]:
        """Both halves of a piece, if it can be split; the second is new."""
        halves = None if piece.part is None or piece.behind else piece.part.halves()
        if not halves:
            return []
        piece.part = halves[0]
        return [piece, self.behind(piece, halves[1])]

    def behind(self, piece: Piece, part: Part) -> Piece:
        """A new piece, for the second half of one."""
        second, piece.stop = Piece(part), part.start
        self.keeping.split(piece, second)
        self.pieces.insert(self.pieces.index(piece) + 1, second)
        self.pending.append(second)
        return second

    def submit(self, piece: Piece, part: Part) -> None:
        seconds = SHORTEST if piece.deaths else self.length()  # short, to report before the next worker dies
        most = max(1, self.waiting // (2 * AT_HAND * self.workers))
        key = next(self.keys)
        self.by_key[key] = piece
        self.running += 1
        if self.pool:
            self.pool.submit(key, self.sent, part, seconds, most)
        elif self.executor:
            piece.slice = self.executor.submit(run_slice, self.sent, part, seconds, most)
            piece.slice.add_done_callback(lambda done: self.arrived.put((key, done)))

    def length(self) -> float:
        """The seconds of the next slice; an executor's may be long while much seems to be left, since it ends its search."""
        passed = monotonic() - self.begun
        usual = min(LONGEST, SHARE * passed)
        if self.pool:
            return max(SHORTEST, usual)
        if len(self.pieces) < self.workers:
            return max(FIRST, usual)
        if passed > 1.1 * self.looked:  # not each time: there may be thousands of parts
            done = self.share
            self.looked, self.left = passed, passed * (1 / done - 1) if done else 0.0
        return max(SHORTEST, usual, min(LONGEST_OF_EXECUTOR, AT_ONCE * min(passed, self.left / self.workers)))

    def take(self, key: int, told: Any, is_end: bool) -> None:
        """Record what a worker tells: what it has found, or why there is nothing."""
        piece = self.by_key[key]
        if is_end:
            del self.by_key[key]
            piece.slice = None
            self.running -= 1
        if piece.part is None:
            return  # what comes after an exception is not wanted
        if isinstance(told, BaseException):
            self.lose(piece, told)
        elif told.error is not None:
            self.fail(piece, told)
        else:
            self.gain(piece, told)
            if told.given is not None:
                self.behind(piece, told.given)
            if is_end:
                self.end(piece)

    def lose(self, piece: Piece, error: BaseException) -> None:
        """A slice has ended with nothing; the work is done again if its worker has died, and the next may do better."""
        if not isinstance(error, BrokenExecutor):
            raise error
        piece.deaths += 1
        if not self.pool or piece.deaths >= DEATHS:
            self.tell_death(error, piece)
        self.pending.append(piece)

    def fail(self, piece: Piece, slice: Slice) -> None:
        """A branch has ended with an exception."""
        assert slice.error is not None
        piece.part, piece.error = None, slice.error
        self.add(piece, pickle.loads(slice.answers)[piece.behind :])
        self.tell_error(piece, slice.error, slice.path)

    def end(self, piece: Piece) -> None:
        """A slice has ended."""
        if piece.part is not None:
            self.pending.append(piece)
        elif not piece.found and not piece.kept:
            self.pieces.remove(piece)

    def gain(self, piece: Piece, slice: Slice) -> None:
        assert piece.part is not None
        self.slices, self.busy = self.slices + 1, self.busy + slice.seconds
        piece.deaths, start, piece.part = 0, piece.part.start, slice.rest
        self.add(piece, self.keeping.receive(piece, start, pickle.loads(slice.answers) if slice.number else []))

    def add(self, piece: Piece, answers: list[Any]) -> None:
        piece.found += answers
        self.held += len(answers)

    def tell_error(self, piece: Piece, error: BaseException, path: Path) -> None:
        """A branch has ended with an exception; in a file, its piece stays where it was before."""
        if not isinstance(error, OtherChoices):
            error.add_note(f"To run this branch alone: {replaying(self.answers, path)}")
        if self.ordered:
            last = self.pieces.index(piece) + 1
            for other in self.pieces[last:]:
                other.part = None
                self.held -= len(other.found)
            del self.pieces[last:]

    def tell_death(self, error: BaseException, piece: Piece) -> None:
        part = piece.part
        if part is not None:
            error.add_note(
                f"A worker has died while branches of {self.answers!r} from {part.start} on were searched, before {part.stop}"
            )
        raise error

    # answers

    def ready(self) -> Iterator[Any]:
        """The answers that can be handed out now."""
        if not self.ordered:
            for piece in list(self.pieces):
                yield from self.answers_of(piece)
        while self.pieces:
            first = self.pieces[0]
            yield from self.answers_of(first)
            if first.part is not None:
                return
            del self.pieces[0]

    def answers_of(self, piece: Piece) -> Iterator[Any]:
        if piece.kept:
            yield from self.keeping.known_answers(piece)
            piece.kept = 0
        found, piece.found = piece.found, []
        self.held -= len(found)
        yield from found
        if piece.error is not None:
            raise piece.error
