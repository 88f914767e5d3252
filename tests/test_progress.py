"""How much of a search is done: never less than before, and all of it at the end."""

from typing import Any

import pytest

from ambsearch import Answers, ambiguous, an_integer_from, breadth_first, once, parallel, random_order, require
from ambsearch.cli.search import measure
from ambsearch.observing import observed
from ambsearch.progress import FINE, Progress
from ambsearch.puzzles import queens


def parts(answers: Answers[Any], limit: int = 10_000) -> list[float]:
    """The part that is done at each answer, and at the end."""
    progress = Progress()
    found = [progress.done for _, _ in zip(range(limit), observed(answers, progress), strict=False)]
    return [*found, progress.done]


def test_an_item_counts_as_much_as_any_other_of_its_choice() -> None:
    @ambiguous
    def program() -> Any:
        a = yield (0, 1)
        if a:
            b = yield "abcd"
            return a, b
        return a

    assert parts(program()) == [0, 0.5, 0.625, 0.75, 0.875, 1]


def test_it_never_goes_back_and_comes_to_one() -> None:
    for answers in (queens.solve(6), ambiguous(deep=True)(queens.solve.__wrapped__)(6)):  # type: ignore[attr-defined]
        found = parts(answers)
        assert found == sorted(found) and found[-1] == 1 and len(set(found)) == 5


def test_a_search_that_is_chosen_from_or_asked_is_in_its_place() -> None:
    @ambiguous
    def word(n: int) -> Any:
        letters = ""
        for _ in range(n):
            letter = yield "ab"
            letters += letter
        return letters

    @ambiguous
    def program() -> Any:
        w = yield word(2)
        require(word(1).exists())
        v = yield once(word(1))
        x = yield (1, 2)
        return w, v, x

    found = parts(program())
    assert found == sorted(found) and found[-1] == 1
    assert list(found[:-1:2]) == pytest.approx([0, 0.25, 0.5, 0.75])


@pytest.mark.parametrize(
    "searched",
    [
        breadth_first,
        random_order,
        lambda answers: parallel(answers, workers=2),
        lambda answers: parallel(answers, workers=1),
    ],
)
def test_nothing_is_measured_where_it_would_stay_at_zero(searched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ambsearch.cli.search.terminal_of", lambda stream: stream)
    answers = searched(queens.solve(6))
    assert measure(answers) == (answers, None)
    assert measure(queens.solve(6))[1] is not None


def test_of_what_has_no_number_each_item_is_half_of_what_is_left() -> None:
    @ambiguous
    def endless() -> Any:
        return (yield an_integer_from(0))

    assert parts(endless(), 4)[:4] == [0, 0.5, 0.75, 0.875]
    progress = Progress()
    observed(endless(), progress).take(2)
    assert not progress.is_known
    assert observed(queens.solve(4), known := Progress()).count() == 2 and known.is_known


def test_small_parts_are_not_looked_into() -> None:
    class Counting(Progress):
        looked = 0

        def each(self, items: Any) -> Any:
            self.looked += 1
            return super().each(items)

    watch = Counting()
    assert observed(queens.solve(8), watch).count() == 92
    assert watch.looked < 2 / FINE < 15_720
