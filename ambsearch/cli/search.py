"""Running a search that may be long: how far it is, and how it ends."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from ambsearch.cli.complaints import INTERRUPTED as INTERRUPTED  # for those who run searches
from ambsearch.cli.output import Output, terminal_of

if TYPE_CHECKING:
    from ambsearch.checkpoints import Checkpointed
    from ambsearch.limits import Within

ENDINGS = {
    "seconds": "the time was over",
    "choices": "that many choices were tried",
    "depth": "deeper than that was not searched",
}
PATIENCE = 0.5  # seconds before anything is said


class Search:
    """Answers that are counted as they are found.

    limit: how many to ask for at most; None for all.
    noun: what they are called.
    within: the limits of the search, or the file that it is kept in, if it has any.
    complete: has the search come to its end?
    interrupted: was it ended by Ctrl-C?

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
    ) -> None:
        self.answers = answers
        self.limit = limit
        self.noun = noun
        self.within = within
        self.found = 0
        self.complete = False
        self.interrupted = False

    def __iter__(self) -> Iterator[Any]:
        for answer in self.answers:
            self.found += 1
            yield answer
            if self.found == self.limit:
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
        """By which limit the search ended, and where."""
        if self.within is None or self.within.outcome not in ENDINGS:
            return ""
        return f", {ENDINGS[self.within.outcome]}{self.came_to()}"

    def came_to(self) -> str:
        """How far the search came, if it has limits: the numbers of the items taken, from 0."""
        position = self.within and self.within.position
        return f" at {'.'.join(map(str, position))}" if position else ""

    def so_far(self) -> str:
        """How many answers were found.

        >>> Search((), noun="puzzle").so_far()
        'no puzzle'
        """
        return f"no {self.noun}" if self.found == 0 else f"{self.found} {self.noun}{'s' * (self.found > 1)}"


@contextmanager
def watched(search: Search, output: Output, what: object, told: bool = True) -> Iterator[None]:
    """Meanwhile tell on the terminal how many answers there are so far; Ctrl-C ends the search, not the program.

    what: what is searched, which is printed anew each time and may tell more of how far it is.
    told: False if a search around this one tells it.
    output: where the answers are printed; if that is no terminal, the count goes to standard error, if that is one.
    """
    terminal = (output.terminal or terminal_of(sys.stderr)) if told else None
    since = time.monotonic()

    def text() -> str | None:
        if time.monotonic() - since < PATIENCE:
            return None
        return f"{what}: {search.so_far()} so far; Ctrl-C ends the search"

    try:
        with terminal.telling(text, among_prints=terminal is output.terminal) if terminal else nullcontext():
            yield
    except KeyboardInterrupt:
        search.interrupted = True
