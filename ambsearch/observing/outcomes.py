"""How a run of a search ended, and what it found; known of every run, however it ends.

Account     the answers of a run, counted, and how it ended
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.observing.measuring import TriedEnough

EXHAUSTED, INTERRUPTED, FAILED = "exhausted", "interrupted", "failed"


class Account:
    """The answers of a run; iterating over them runs the search.

    answers: what is run; limit: end after this many answers; None for all.
    found: how many answers there were so far. outcome: "exhausted", "stopped at the limit of 2 answers", "stopped after
    100 items tried", "interrupted", or "failed: " and the exception, which is not raised; Ctrl-C ends only the search.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def inverses():
    ...     n = yield (1, 0)
    ...     return 1 / n
    >>> account = Account(inverses())
    >>> list(account), str(account)
    ([1.0], '1 answer, failed: ZeroDivisionError: division by zero')
    """

    def __init__(self, answers: Answers[Any], limit: int | None = None) -> None:
        self.answers, self.limit = answers, limit
        self.found = 0
        self.outcome = EXHAUSTED

    def __iter__(self) -> Iterator[Any]:
        try:
            with closing(iter(self.answers)) as search:  # type: ignore[type-var]
                for answer in islice(search, self.limit):
                    self.found += 1
                    yield answer
            if self.found == self.limit:
                self.outcome = f"stopped at the limit of {some_answers(self.found)}"
        except TriedEnough as enough:
            self.outcome = str(enough)
        except KeyboardInterrupt:
            self.outcome = INTERRUPTED
        except Exception as error:
            self.outcome = f"{FAILED}: {type(error).__name__}: {error}"

    def __str__(self) -> str:
        return f"{some_answers(self.found)}, {self.outcome}"


def some_answers(number: int) -> str:
    """A number of answers.

    >>> some_answers(1), some_answers(0)
    ('1 answer', '0 answers')
    """
    return f"{number:,} answer{'s' * (number != 1)}"
