"""Every run tells how it ended."""

from typing import Any

from ambsearch import ambiguous
from ambsearch.observing.outcomes import Account


@ambiguous
def numbers(last: Any) -> Any:
    n = yield (1, 2, 3)
    if n == 3:
        last()
    return n


def ended(last: Any, limit: int | None = None) -> tuple[list[Any], str]:
    account = Account(numbers(last), limit)
    return list(account), account.outcome


def interrupt() -> None:
    raise KeyboardInterrupt


def test_each_way_to_end_is_reported_with_what_was_found() -> None:
    assert ended(int) == ([1, 2, 3], "exhausted")
    assert ended(interrupt) == ([1, 2], "interrupted")
    assert ended(interrupt, 1) == ([1], "stopped at the limit of 1 answer")
    assert ended(lambda: 1 / 0) == ([1, 2], "failed: ZeroDivisionError: division by zero")


def test_a_search_with_fewer_answers_than_the_limit_is_exhausted() -> None:
    assert ended(int, 4) == ([1, 2, 3], "exhausted")
