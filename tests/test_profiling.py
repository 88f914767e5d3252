"""The ledger of a search: the numbers of the literature, and how a run ended."""

from time import perf_counter
from typing import Any

import pytest

from ambsearch import ambiguous, an_integer_from, require
from ambsearch.ground.making import MAKING
from ambsearch.profiling import Profile, profile
from ambsearch.puzzles import dwelling


def rows(told: Profile, kind: str) -> list[Any]:
    return [row for row in told.rows if row.site.kind == kind]


def test_the_multiple_dwelling_has_the_numbers_of_the_literature() -> None:
    told = profile(dwelling.solve(5))

    assert [row.rejected for row in rows(told, "guard")] == [3005, 24, 18, 18, 18, 27, 7, 7]
    assert [row.passed for row in rows(told, "choice")] == [5, 25, 125, 625, 3125]
    assert [row.exhausted for row in rows(told, "choice")] == [1, 5, 25, 125, 625]
    assert [row.answers for row in rows(told, "answer")] == [told.answers] == [1]
    assert max(row.depth for row in told.rows) == 5
    assert sum(map(told.share, told.rows)) == pytest.approx(1)


def test_the_outcome_of_a_run_is_reported() -> None:
    @ambiguous
    def inverses(first: int) -> Any:
        n = yield an_integer_from(first)
        require(n != 5)
        if n == 9:
            raise KeyboardInterrupt
        return 1 // n

    @ambiguous
    def two() -> Any:
        return (yield (1, 2))

    assert profile(two()).outcome == "exhausted"
    assert profile(two(), limit=1).outcome == "stopped at the limit of 1 answer"
    assert profile(inverses(0)).outcome.startswith("failed: ZeroDivisionError")
    interrupted = profile(inverses(4))
    assert (interrupted.outcome, interrupted.answers) == ("interrupted", 4)


def test_a_require_in_a_helper_is_reported_where_it_ends_the_branch() -> None:
    seen: list[int] = []

    def note(n: int) -> None:
        seen.append(n)
        require(n % 3)

    @ambiguous
    def noting() -> Any:
        note((yield range(6)))
        return list(seen)

    found = profile(noting())
    (row,) = rows(found, "fail")
    assert (row.rejected, row.site.line) == (2, note.__code__.co_firstlineno + 2)
    assert ["require(n % 3)", "", "", "2"] in [cells[1:5] for cells in found.table()]


def test_the_ledger_stands_beside_the_source() -> None:
    lines = str(profile(dwelling.solve(5))).splitlines()

    assert lines[0] == "solve(5): 1 answer, exhausted"
    assert lines[1].split() == "line reached passed rejected exhausted answers depth time".split()
    assert "baker = yield an_integer_between(1, floors)" in lines[2]


def test_what_is_made_once_is_in_no_share_of_the_time() -> None:
    @ambiguous
    def part(n: int) -> Any:
        k = yield range(n)
        return k

    @ambiguous
    def whole() -> Any:
        n = yield (2, 3)
        k = yield part(n)
        return n, k

    made, since = MAKING.seconds, perf_counter()
    told = profile(whole())
    spent = perf_counter() - since
    made = MAKING.seconds - made
    assert 0 < made < spent
    assert sum(row.seconds for row in told.rows) <= spent - made
