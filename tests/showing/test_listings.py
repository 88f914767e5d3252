"""The programs beside the tree, and the loops that they are expanded to."""

from typing import Any

import pytest

from ambsearch import ambiguous, require
from ambsearch.expansion.emitting.sites import Site
from ambsearch.puzzles import jigsaw, queens
from ambsearch.showing.listings import Listing, listings
from ambsearch.tracing import trace

pytestmark = pytest.mark.usefixtures("no_other_module")


def refuse(a: int) -> None:
    require(a > 1)


@ambiguous
def guarded() -> Any:
    """Two lines that are left out.

    This is the second.
    """
    a = yield (1, 2)
    refuse(a)
    return a


def of(answers: Any) -> tuple[list[Listing], list[Site]]:
    sites = dict.fromkeys(event.site for event in trace(answers, first=1).events if event.site is not None)
    return listings(answers, sites), list(sites)


def test_every_place_of_a_search_stands_in_a_listing() -> None:
    for answers in (queens.solve(4), jigsaw.solve(jigsaw.NINE[:4]), guarded()):
        programs, sites = of(answers)
        assert all(any(program.has(site) for program in programs) for site in sites)


def test_a_listing_has_no_docstring_and_a_helper_is_listed_too() -> None:
    programs, _ = of(guarded())
    assert [program.function for program in programs] == ["guarded", "refuse"]
    lines = list(programs[0].lines.values())
    assert lines == ["@ambiguous", "def guarded() -> Any:", "    a = yield (1, 2)", "    refuse(a)", "    return a"]


def test_each_place_has_its_rows_in_the_expansion() -> None:
    for answers in (queens.solve(4), jigsaw.solve(jigsaw.NINE[:4])):
        programs, sites = of(answers)
        for site in sites:
            program = next(program for program in programs if program.has(site))
            rows = [row for row, role in program.rows[site.line] if role == site.kind]
            words = {"choice": ("for ", "yield from"), "guard": ("if ",), "answer": ("yield ",)}[site.kind]
            assert rows or site.kind == "choice", site
            assert all(any(word in program.expansion[row] for word in words) for row in rows), site


def test_the_require_of_queens_is_the_if_in_the_loop() -> None:
    (program,), sites = of(queens.solve(4))
    guard = next(site for site in sites if site.kind == "guard")
    (row,) = [row for row, role in program.rows[guard.line] if role == "guard"]
    assert program.expansion[row].strip() == f"if {guard.name}:"
