"""Running a search that may take long: its progress, and how it ends."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Answers
from ambsearch.cli.complaints import INTERRUPTED as INTERRUPTED  # for those who run searches
from ambsearch.cli.output import Output, terminal_of
from ambsearch.observing import observed
from ambsearch.progress import Progress

if TYPE_CHECKING:
    from ambsearch.keeping.checkpoints import Checkpointed
    from ambsearch.steering.limits import Within

ENDINGS = {
    "seconds": "the time was over",
    "choices": "that many choices were tried",
    "depth": "deeper than that was not searched",
}
PATIENCE = 1.0  # seconds before anything is said


class Search:
    """Answers that are counted as they are found.

    limit: how many to ask for at most; None for all.
    noun: what they are called.
    within: the limits of the search, or the file that it is saved in, if any.
    progress: what measures how much of the search is done, if anything does.
    total: how many answers there will be, if known, for a progress bar. complete: has the search reached its end?
    interrupted: did Ctrl-C end it? stood: where, if nothing else tells that.

    >>> search = Search("abc", limit=2)
    >>> list(search), search.found, search.complete
    (['a', 'b'], 2, False)
    """

    def __init__(
        self,
        answers: Iterable[Any],
        limit: int | None = None,
        noun: str = "answer",
        within: "Within[Any] | Checkpointed[Any] | None" = None,
        total: int | None = None,
    ) -> None:
        self.answers = answers
        self.limit = limit
        self.noun = noun
        self.progress: Progress | None = None
        self.total = total
        self.within = within
        self.found = 0
        self.stood = ""
        self.complete = False
        self.interrupted = False

    def __iter__(self) -> Iterator[Any]:
        for answer in self.answers:
            self.found += 1
            yield answer
            if self.found == self.limit:
                getattr(self.answers, "close", int)()  # the counts of a choice are known when it is left
                return
        self.complete = self.within is None or self.within.outcome == "exhausted"

    def summary(self) -> str:
        """How many answers were found, and whether there may be more.

        >>> search = Search("abc")
        >>> [*search, search.summary()]
        ['a', 'b', 'c', '3 answers']
        """
        if self.interrupted:
            return f"{self.so_far()} so far: interrupted{self.came_to()}, the search was not finished"
        return self.so_far() if self.complete else f"{self.so_far()}; there may be more{self.ending()}"

    def ending(self) -> str:
        """Which limit ended the search, and where."""
        if self.within is None or self.within.outcome not in ENDINGS:
            return ""
        return f", {ENDINGS[self.within.outcome]}{self.came_to()}"

    def came_to(self) -> str:
        """How far the search came: what its limits, its file or its workers know, or the items that it had taken; on a
        terminal the share that is done.

        >>> search = Search(())
        >>> search.progress, search.interrupted = Progress(), True
        >>> search.progress.done = 0.25
        >>> search.summary()
        'no answer so far: interrupted at 25.0 % of the tree, the search was not finished'
        """
        told, done = self.within.whereabouts if self.within else self.stood, self.done()
        if done is not None:
            told = f"{told}, " if told else "at "
            told += f"{100 * done:.1f} % of the tree"
        return told and f" {told}"

    def done(self) -> float | None:
        """The share of the tree that is done, from 0 to 1; None if that is not known."""
        measured = self.progress or self.within
        return measured.share if measured else None

    def share(self) -> float | None:
        """The share of all answers that was found, from 0 to 1; None if that is not known.

        >>> Search("abc", total=3).share(), Search("abc").share()
        (0.0, None)
        """
        return self.found / self.total if self.total else None

    def so_far(self) -> str:
        """How many answers were found.

        >>> Search((), noun="puzzle").so_far()
        'no puzzle'
        """
        return f"no {self.noun}" if self.found == 0 else f"{self.found} {self.noun}{'s' * (self.found > 1)}"


@contextmanager
def watch(search: Search, output: Output, what: object, told: bool = True, forks: bool = False) -> Iterator[None]:
    """Show progress meanwhile, if standard error is a terminal; Ctrl-C ends the search, not the program.
    what: what is searched; it is printed again each time, and may itself say how far it is.
    told: False if an outer search shows progress.
    forks: does it begin processes? Then the thread that shows progress comes after them.
    output: where the answers are printed; if that is a terminal too, they go above the line of progress.
    """
    shown_on = terminal_of(sys.stderr) if told else None
    terminal = shown_on and (output.terminal or shown_on)
    since = time.monotonic()

    def text() -> str | None:
        seconds = time.monotonic() - since
        if seconds < PATIENCE:
            return None
        of = f" of {search.total}" if search.total else ""
        return f"{what}: {search.so_far()}{of} so far{how_far(search, seconds)}; Ctrl-C ends the search"

    shown = terminal and terminal.telling(text, search.share, among_prints=terminal is output.terminal)
    try:
        with ExitStack() as stack:
            if shown and forks:
                stack.enter_context(after_processes(lambda: stack.enter_context(shown)))
            elif shown:
                stack.enter_context(shown)
            yield
    except KeyboardInterrupt as error:
        search.interrupted = True
        if search.within is None and search.noun == "answer":  # of a single search
            from ambsearch.cli.standing import stood  # here, because few searches are interrupted

            search.stood = stood(error)


@contextmanager
def after_processes(begin: Callable[[], object]) -> Iterator[None]:
    """Begin something when the processes that search have begun, if any do meanwhile."""
    from ambsearch.sharing.pools import AFTER

    AFTER.append(begin)
    try:
        yield
    finally:
        AFTER[:] = [other for other in AFTER if other is not begin]


def measure(answers: Any) -> tuple[Any, Progress | None]:
    """The answers of a search that measures its progress, if a terminal shows it; otherwise as they are.

    Where workers search, or in another order, its choices are not seen; these know themselves how far they are.
    """
    if not isinstance(answers, Answers) or terminal_of(sys.stderr) is None:
        return answers, None
    from ambsearch.steering.limits import has_own_order  # imported here, because a terminal is for people

    if has_own_order(answers):
        return answers, None
    progress = Progress()
    return observed(answers, progress), progress


def how_far(search: Search, seconds: float) -> str:
    """The progress of a search: answers a second, the part of the tree that is done, time left.

    >>> search = Search(())
    >>> search.found, search.progress = 30, Progress()
    >>> search.progress.done = 0.25
    >>> how_far(search, 60)
    ', 0.5 a second; 25.0 % of the tree done, about 3 min left'
    >>> search.found, search.progress = 90_000, None
    >>> how_far(search, 60)
    ', 1,500 a second'
    """
    rate = search.found / seconds
    told = f", {rate:{',.0f' if rate >= 100 else '.3g'}} a second" if rate else ""
    done = search.done()
    left = f"; {100 * done:.1f} % of the tree done, about {duration(seconds / done - seconds)} left" if done else ""
    return told + left


def duration(seconds: float) -> str:
    """A time in the largest unit of which there is one or more.

    >>> duration(59), duration(90), duration(10_000), duration(10**9)
    ('59 s', '2 min', '3 h', '11574 days')
    """
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
