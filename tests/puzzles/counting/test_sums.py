import pytest

from ambsearch.puzzles.counting import by_hand, published, sums
from ambsearch.puzzles.counting.sums import count_of_sums, puzzles_with


@pytest.mark.parametrize("base", published.SOLVABLE_BEFORE)
def test_the_sums_are_as_many_puzzles_as_in_the_paper(base: int):
    digits = 3 if base < 8 else 2
    found = [count_of_sums(base, n) for n in range(1, digits + 1)]
    assert found == list(published.SOLVABLE_BEFORE[base][:digits])


def test_equal_numbers_are_equal_puzzles():
    base, digits = 4, 2
    by_number: dict[int, set[str]] = {}
    for first in range(1, base**digits):
        seconds = range(max(1, base - first), base**digits - first)
        for number, second in zip(puzzles_with(first, base, digits).tolist(), seconds, strict=True):
            texts = [by_hand.in_base(one, base) for one in (first, second, first + second)]
            by_number.setdefault(number, set()).add(by_hand.puzzle(texts))
    assert all(len(puzzles) == 1 for puzzles in by_number.values())
    assert len(by_number) == len(by_hand.puzzles(base, digits))


def test_puzzles_that_are_compared_in_parts_are_counted_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sums, "MOST", 20)
    assert count_of_sums(4, 2) == published.SOLVABLE_BEFORE[4][1]
