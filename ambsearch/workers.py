"""A search on every core, or on many machines: its parts are shared out among workers.

parallel    the answers of a search that workers look for
Head        shares out the work, and puts the answers in order

The head knows the parts that are left, in the order of the search. Each is handed to a worker for a slice of time, and
what is left of it comes back; while there are fewer parts than the workers can take, those at hand are halved. So work is split where it
is: a part that takes long comes back again and again.

A worker that dies takes nothing with it but its slice, which is done again: what it has found has not been handed out.
"""

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.parts import Part
from ambsearch.sending import packed
from ambsearch.slices import Slice, run_slice

Answer = TypeVar("Answer")

SHORTEST, LONGEST = 0.02, 1.0  # seconds: how long a slice is
SHARE = 0.05  # of the time since the search began, in between; so workers wait so much at the end, at most
AT_HAND = 2  # parts for each worker, so that one is there when another ends
HALVINGS = 3  # of a part that comes back: more of them would be small ones, and each takes the head's time
DEATHS = 4  # of workers in the same slice, until it is given up


def parallel(
    answers: Answers[Answer],
    executor: Executor | None = None,
    *,
    ordered: bool = True,
    workers: int | None = None,
    waiting: int = 20_000,
) -> Answers[Answer]:
    """The answers of a search that workers look for, each in its own process.

    answers: what a call of an ambiguous function gives, e.g. queens(11); the function stands at the top of a module, and
    its arguments can be pickled.
    executor: where the work is done: any concurrent.futures.Executor, such as Client(address).get_executor() of Dask for
    many machines. None for a process pool, which is there while the search is.
    ordered: in the order of the search; False for as they come.
    workers: how many; None for as many as the executor has, or as there are processors.
    waiting: with order, no more than about so many answers wait for those that come before them.
    Gives Answers, which may be iterated again and again.
    Raises NotSendable before the work starts, if something cannot be sent. What a branch raises is raised where its
    answers would have come, with a note that says how to run this branch alone.

    What the program prints or keeps permanently, is printed and kept by the workers, and on the way down to a part once
    more. Its choices must have the same items in every process: sort a set of strings before choosing from it.

    >>> from ambsearch.puzzles import queens
    >>> parallel(queens.solve(6), workers=2).take(2)
    [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3)]
    """
    for name, number in (("workers", workers), ("waiting", waiting)):
        if number is not None and number < 1:
            raise ValueError(f"expected {name} of at least 1, found {number}")
    if not isinstance(answers, Answers):
        raise TypeError(f"expected the answers of an ambiguous function, found {type(answers).__name__}")
    source = Parallel(answers, lambda: Head(answers, executor, ordered, workers, waiting))
    return Answers(source, answers._args, answers._kwargs)


class Parallel:
    """The source of such answers; each search has a head of its own."""

    def __init__(self, answers: Answers[Any], head: Callable[[], "Head"]) -> None:
        self.head = head
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return self.head().search()


@dataclass(eq=False)
class Piece:
    """A part of the search, and what has been found before it since the last piece.

    part: None when it is done; found: answers that wait to be handed out; error: what it ended with.
    slice: the work that is being done on it; deaths: how often a worker has died of it, or beside it.
    """

    part: Part | None
    found: list[Any] = field(default_factory=list)
    error: BaseException | None = None
    slice: "Future[Slice] | None" = None
    deaths: int = 0


class Head:
    """Shares out the work of one search, and puts the answers in order.

    pieces: in the order of the search. pending: those that wait for a worker; running: how many are being worked on.
    arrived: those whose slice has ended. held: how many answers have not been handed out.
    slices: how many there were; busy: seconds that workers were busy, for those who measure.
    """

    def __init__(
        self, answers: Answers[Any], executor: Executor | None, ordered: bool, workers: int | None, waiting: int
    ) -> None:
        self.sent = packed(answers, executor)
        self.answers, self.ordered, self.waiting = answers, ordered, waiting
        self.is_own = executor is None
        self.workers = workers or workers_of(executor)
        self.executor = own_pool(self.workers) if executor is None else executor
        self.pieces = [Piece(Part())]
        self.pending = self.pieces[:]
        self.running = self.held = 0
        self.arrived: SimpleQueue[tuple[Piece, Future[Slice]]] = SimpleQueue()
        self.begun = monotonic()
        self.slices, self.busy = 0, 0.0

    def search(self) -> Iterator[Any]:
        """The answers."""
        try:
            while self.pieces:
                self.hand_out()
                self.take(*self.arrived.get())
                yield from self.ready()
        finally:
            self.leave()

    def leave(self) -> None:
        """Begin nothing more; the slices that are being worked on end by themselves."""
        for piece in self.pieces:
            if piece.slice is not None:
                piece.slice.cancel()
        if self.is_own:
            self.executor.shutdown(wait=True, cancel_futures=True)

    # work

    def hand_out(self) -> None:
        """Give work to the workers, the first part of the search first."""
        self.split()
        is_full = self.ordered and self.held > self.waiting
        self.pending.sort(key=lambda piece: piece.part.start if piece.part else ())
        pending, self.pending = self.pending, []
        for piece in pending:
            if self.running >= AT_HAND * self.workers or is_full and piece is not self.pieces[0]:
                self.pending.append(piece)
            elif piece.part is not None:
                self.submit(piece, piece.part)

    def split(self) -> None:
        """Halve the parts at hand until there are enough."""
        wanted = AT_HAND * self.workers - self.running
        whole = self.pending
        for _ in range(HALVINGS):
            whole = [half for piece in whole if len(self.pending) < wanted for half in self.halved(piece)]

    def halved(self, piece: Piece) -> list[Piece]:
        """Both halves of a piece, if it has two; the second is new."""
        halves = piece.part and piece.part.halves()
        if not halves:
            return []
        piece.part = halves[0]
        second = Piece(halves[1])
        self.pieces.insert(self.pieces.index(piece) + 1, second)
        self.pending.append(second)
        return [piece, second]

    def submit(self, piece: Piece, part: Part) -> None:
        seconds = max(SHORTEST, min(LONGEST, SHARE * (monotonic() - self.begun)))
        most = max(1, self.waiting // (2 * AT_HAND * self.workers))
        try:
            future = self.executor.submit(run_slice, self.sent, part, seconds, most)
        except BrokenExecutor:
            self.renew()
            future = self.executor.submit(run_slice, self.sent, part, seconds, most)
        piece.slice = future
        self.running += 1
        future.add_done_callback(lambda done: self.arrived.put((piece, done)))

    def renew(self) -> None:
        """A pool of our own for one that has lost a worker."""
        if not self.is_own:
            raise
        self.executor.shutdown(wait=True)
        self.executor = own_pool(self.workers)

    def take(self, piece: Piece, future: "Future[Slice]") -> None:
        """Note what has come back."""
        piece.slice = None
        self.running -= 1
        if piece.part is None:
            return  # what comes behind an exception is not wanted
        try:
            slice = future.result()
        except BrokenExecutor as error:
            piece.deaths += 1
            if not self.is_own or piece.deaths >= DEATHS:
                self.tell_death(error, piece)
            self.pending.append(piece)
            return
        self.slices, self.busy = self.slices + 1, self.busy + slice.seconds
        piece.deaths = 0
        if slice.number:
            piece.found += pickle.loads(slice.answers)
            self.held += slice.number
        piece.part, piece.error = slice.rest, slice.error
        if piece.part is not None:
            self.pending.append(piece)
        if slice.error is not None:
            slice.error.add_note(f"To run this branch alone: {replaying(self.answers, slice.path)}")
            if self.ordered:
                self.drop_after(piece)
        elif piece.part is None and not piece.found:
            self.pieces.remove(piece)

    def drop_after(self, piece: Piece) -> None:
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
                yield from self.found(piece)
        while self.pieces:
            first = self.pieces[0]
            yield from self.found(first)
            if first.part is not None:
                return
            del self.pieces[0]

    def found(self, piece: Piece) -> Iterator[Any]:
        found, piece.found = piece.found, []
        self.held -= len(found)
        yield from found
        if piece.error is not None:
            raise piece.error


def own_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, initializer=leave_interrupts)


def leave_interrupts() -> None:
    """Ctrl-C goes to all processes of a terminal; the head tells the workers to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def workers_of(executor: Executor | None) -> int:
    """How many workers an executor has."""
    number = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)  # of Dask
    if number is None and client is not None:
        number = sum(client.nthreads().values())
    return number or os.cpu_count() or 1


def replaying(answers: Answers[Any], path: tuple[int, ...]) -> str:
    """One line of Python that runs a branch alone."""
    source = answers._source
    function, _, arguments = repr(answers).partition("(")
    module = getattr(source, "__module__", "__main__")
    name = getattr(source, "__qualname__", function)
    imported = "" if module == "__main__" else f"from {module} import {name.partition('.')[0]}; "
    return f"from ambsearch import replay; {imported}replay({name}({arguments}, {path})"
