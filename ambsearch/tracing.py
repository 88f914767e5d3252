"""The tree of a search: as events, as lines of JSON, as text, as SVG for print, and as a page for a lesson.

trace    run a search and give its Trace
Trace    what happened, in order
"""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ground.above import above
from ambsearch.observing import observed
from ambsearch.observing.measuring import amount
from ambsearch.observing.outcomes import INTERRUPTED
from ambsearch.observing.recording import Event, Full, Recorder

INDENT = "  "
VERDICTS = {"failed": "fails", "dead": "given up"}


@dataclass(frozen=True)
class Trace:
    """Everything that happened in a search, in order.

    name: e.g. "queens(8)"; events: of the kind Event; answers: how many were found.
    outcome: "exhausted", "stopped at the limit of 2 answers", "stopped after 100,000 events", or "failed: " and the
    exception. search: what was run; its programs are shown.
    In a notebook it shows itself as the page of `html`.
    """

    name: str
    events: tuple[Event, ...]
    answers: int
    outcome: str
    search: Answers[Any] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"<trace of {self.name}: {amount(self.answers, 'answer')}, {self.outcome}>"

    def lines(self) -> Iterator[str]:
        """The events as lines of JSON, each an object.

        event, search and path are those of Event; name, kind, function, file, line and column those of its place, if it
        has one; value: as Python writes it. The last line is {"event": "outcome", "outcome": ..., "answers": ...}.
        """
        for event in self.events:
            told: dict[str, Any] = {"event": event.kind, "search": event.search, "path": event.path}
            if event.site is not None:
                told |= {name: getattr(event.site, name) for name in ("name", "function", "file", "line", "column")}
            if event.kind in ("item", "answer", "found"):
                told["value"] = repr(event.value)
            elif event.value is not None:
                told["call" if event.kind == "begin" else "how"] = event.value
            yield json.dumps(told, ensure_ascii=False)
        yield json.dumps({"event": "outcome", "outcome": self.outcome, "answers": self.answers})

    def text(self) -> str:
        """The tree as text: a line for each item, below the item before it on the path, and what became of it."""
        lines: list[str] = []
        margins: dict[int, int] = {}
        for event in self.events:
            if event.kind == "begin":
                margins[event.search] = _margin(lines[-1]) + 1 if lines else 0
                lines.append(f"{INDENT * margins[event.search]}{event.value}")
            elif event.kind == "item" and event.site is not None:
                indent = INDENT * (margins[event.search] + len(event.path))
                lines.append(f"{indent}{event.site.name} = {_one_line(event.value)}")
            elif event.kind in VERDICTS and event.site is not None:
                lines[-1] += f"    {VERDICTS[event.kind]}: {event.site.name} (line {event.site.line})"
            elif event.kind == "found" and event.search == 0:
                lines[-1] += f"    answer: {_one_line(event.value)}"
        return "\n".join([*lines, f"{amount(self.answers, 'answer')}, {self.outcome}"])

    def svg(self, room: int = 400) -> str:
        """The tree as an SVG document, for print; it needs `pip install 'ambsearch[svg]'`.

        room: about how many nodes to draw. If there are more, subtrees without an answer are folded: drawn as one node,
        with the number of nodes below it.
        Raises ImportError if the library is missing.
        """
        return str(above("showing.vector.svg_of")(self, room))

    def html(self, limit: int = 100_000) -> str:
        """A page to step through the search in a browser: one file, which works offline.

        limit: how many nodes to show at most; the page says how many items it leaves out.
        The board at each point is shown if the program's module has a function `sketch`, see `ambsearch.puzzles`.
        """
        return str(above("showing.page.page_of")(self, limit))

    def _repr_html_(self) -> str:
        return str(above("showing.notebook.trace_as_html")(self))


def _margin(line: str) -> int:
    return (len(line) - len(line.lstrip())) // len(INDENT)


def _one_line(value: Any) -> str:
    """A value on one line."""
    return repr(value).replace("\n", "\\n")


def trace(answers: Answers[Any], first: int | None = None, limit: int = 100_000) -> Trace:
    """Run a search and write down each choice, item, guard and answer.

    answers: what a call of an ambiguous function gives, e.g. queens(6). first: end after this many answers; None for
    all.
    limit: end at the first item after this many events; 100,000 of them take some tens of megabytes.
    Gives a Trace. Chosen items are shown as they were then. An exception ends the search, and becomes its outcome;
    so does Ctrl-C.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(1, n)
    ...     b = yield range(a)
    ...     require(a + b == n)
    ...     return a, b
    >>> told = trace(pairs(3))
    >>> print(told.text())
    pairs(3)
      a = 1
        b = 0    fails: a + b == n (line 5)
      a = 2
        b = 0    fails: a + b == n (line 5)
        b = 1    answer: (2, 1)
    1 answer, exhausted
    """
    recorder, found, outcome = Recorder(limit), 0, "exhausted"
    try:
        with closing(iter(observed(answers, recorder))) as search:  # type: ignore[type-var]
            for _ in islice(search, first):
                found += 1
        if found == first:
            outcome = f"stopped at the limit of {found} answer{'s' * (found != 1)}"
    except Full:
        outcome = f"stopped after {limit:,} events"
    except KeyboardInterrupt:
        outcome = INTERRUPTED
    except Exception as error:
        outcome = f"failed: {type(error).__name__}: {error}"
    return Trace(repr(answers), tuple(recorder.events()), found, outcome, answers)
