"""Running a search that may be long: how far it is, and how it ends."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

INTERRUPTED = 130  # exit status, as a shell reports it
PATIENCE = 0.5  # seconds before anything is said


class Search:
    """Answers that are counted as they are found.

    limit: how many to ask for at most; None for all.
    noun: what they are called.
    complete: has the search come to its end?
    interrupted: was it ended by Ctrl-C?

    >>> search = Search("abc", limit=2)
    >>> list(search), search.found, search.complete
    (['a', 'b'], 2, False)
    """

    def __init__(self, answers: Iterable[Any], limit: int | None = None, noun: str = "answer") -> None:
        self.answers = answers
        self.limit = limit
        self.noun = noun
        self.found = 0
        self.complete = False
        self.interrupted = False

    def __iter__(self) -> Iterator[Any]:
        for answer in self.answers:
            self.found += 1
            yield answer
            if self.found == self.limit:
                return
        self.complete = True

    def summary(self) -> str:
        """How many answers were found, and whether there may be more.

        >>> search = Search("abc")
        >>> [*search, search.summary()]
        ['a', 'b', 'c', '3 answers']
        """
        if self.interrupted:
            return f"{self.so_far()} so far: interrupted, the search was not finished"
        return self.so_far() if self.complete else f"{self.so_far()}; there may be more"

    def so_far(self) -> str:
        """How many answers were found.

        >>> Search((), noun="puzzle").so_far()
        'no puzzle'
        """
        return f"no {self.noun}" if self.found == 0 else f"{self.found} {self.noun}{'s' * (self.found > 1)}"


@contextmanager
def watched(search: Search, output: Console, what: object, told: bool = True) -> Iterator[None]:
    """Meanwhile tell on the terminal how many answers there are so far; Ctrl-C ends the search, not the program.

    what: what is searched, which is printed anew each time and may tell more of how far it is.
    told: False if a search around this one tells it.
    output: where the answers are printed; if that is no terminal, the count goes to standard error, if that is one.
    """
    console = output if output.is_terminal else Console(stderr=True)
    status = Status(search, what)
    live = Live(
        console=console,
        get_renderable=status.shown,
        transient=True,
        refresh_per_second=8,
        redirect_stdout=console is output,
        redirect_stderr=False,
    )
    try:
        with live if told and console.is_terminal else nullcontext():
            yield
    except KeyboardInterrupt:
        search.interrupted = True


class Status:
    """The line that tells how many answers there are so far."""

    def __init__(self, search: Search, what: object) -> None:
        self.search = search
        self.what = what
        self.since = time.monotonic()
        self.spinner = Spinner("dots")

    def shown(self) -> Spinner | Text:
        if time.monotonic() - self.since < PATIENCE:
            return Text()
        self.spinner.update(text=f"{self.what}: {self.search.so_far()} so far; Ctrl-C ends the search")
        return self.spinner
