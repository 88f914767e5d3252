"""How a trace, answers and an effort look in a notebook.

Showing answers runs the search, until ten are found or so many items are tried that it would take long.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from html import escape
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.observing import Observer, is_seen, observed
from ambsearch.observing.measuring import Effort
from ambsearch.showing.page import page_of
from ambsearch.showing.tree import one_line, visible
from ambsearch.tracing import Trace

ROWS = 10
TRIED = 100_000  # items
NODES = 10_000  # of a trace, so that the notebook stays small


def trace_as_html(told: Trace) -> str:
    """The page of a trace."""
    return in_a_frame(page_of(told, NODES))


def in_a_frame(page: str) -> str:
    """A page in an iframe that may run its scripts and nothing else."""
    style = "width: 100%; height: 640px; border: 1px solid #d5d9dd"
    rights = "allow-scripts allow-downloads allow-modals"
    return f'<iframe sandbox="{rights}" style="{style}" srcdoc="{escape(page)}"></iframe>'


def answers_as_html(answers: Answers[Any]) -> str:
    """The first answers as a table, and whether there are more."""
    patience, rows = Patience(TRIED), list[Any]()
    end = f"more answers may follow; these are the first {ROWS}"
    try:
        with closing(iter(observed(answers, patience) if is_seen(answers) else answers)) as search:  # type: ignore[type-var]
            for answer in islice(search, ROWS + 1):
                rows.append(answer)
        if len(rows) <= ROWS:
            end = f"{len(rows)} answer{'s' * (len(rows) != 1)}, exhausted"
    except Tired:
        end = f"not searched further after {TRIED:,} items"
    except Exception as error:
        end = f"failed: {type(error).__name__}: {error}"
    numbered = ([str(number), one_line(answer)] for number, answer in enumerate(rows[:ROWS], 1))
    return table(["", repr(answers)], numbered, end)


def effort_as_html(effort: Effort) -> str:
    return table(["", "effort"], ([name.replace("_", " "), f"{value:,}"] for name, value in asdict(effort).items()))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], below: str = "") -> str:
    """A table of text; below: a line under it.

    >>> table(["n"], [["<b>"]])
    '<table><thead><tr><th>n</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(visible(text))}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(visible(text))}</td>" for text in row) + "</tr>" for row in rows)
    told = f"<caption style='caption-side: bottom'>{escape(visible(below))}</caption>" if below else ""
    return f"<table>{told}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Tired(BaseException):
    """The limit of items has been reached."""


class Patience(Observer):
    """Ends a search that tries too many items."""

    item = "watch.left -= 1\nif watch.left < 0: watch.stop()"

    def __init__(self, left: int) -> None:
        self.left = left

    def stop(self) -> None:
        raise Tired
