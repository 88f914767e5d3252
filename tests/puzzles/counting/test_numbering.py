import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.errors import BadInput
from ambsearch.puzzles.counting import by_hand
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.counts import unique
from ambsearch.puzzles.counting.judging import solutions
from ambsearch.puzzles.counting.numbering import Numbering
from ambsearch.puzzles.counting.puzzle import sequence, signs_of, words_of
from ambsearch.reading import Part

Built = Callable[..., Automaton]


@pytest.fixture(scope="module")
def numberings(built: Built) -> list[Numbering]:
    long = [Numbering(built(base, merged), 30) for base in (2, 3, 4) for merged in (True, False)]
    return [*long, Numbering(built(3, True, True), 5), Numbering(built(4), 8, unique(built(4)))]


@given(st.data())
def test_the_number_of_the_puzzle_of_a_number_is_that_number(numberings: list[Numbering], data: st.DataObject):
    numbering = data.draw(st.sampled_from(numberings))
    number = data.draw(st.integers(1, numbering.total))
    puzzle = numbering.puzzle(number)
    assert numbering.number(puzzle) == number
    assert solutions(numbering.automaton, puzzle) > 0


@given(st.data())
def test_the_next_puzzle_comes_later_in_the_order_of_columns(numberings: list[Numbering], data: st.DataObject):
    numbering = data.draw(st.sampled_from(numberings))
    number = data.draw(st.integers(1, numbering.total - 1))
    base = numbering.automaton.base
    columns = [signs_of(sequence(words_of(Part(numbering.puzzle(one), 1))), base) for one in (number, number + 1)]
    assert columns[0] < columns[1]


@pytest.mark.thorough
@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize(("base", "digits"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_all_puzzles_are_listed_once_in_the_order_of_their_numbers(base: int, digits: int, merged: bool, built: Built):
    sums = by_hand.puzzles(base, digits)
    every = Numbering(built(base, merged), digits)
    assert sorted(every) == sorted(sums)
    assert list(every) == [every.puzzle(number) for number in range(1, every.total + 1)]
    only = Numbering(built(base, merged), digits, unique(built(base, merged)))
    assert sorted(only) == sorted(puzzle for puzzle, number in sums.items() if number == 1)


def test_a_merged_automaton_has_the_same_order(built: Built):
    assert list(Numbering(built(4), 3)) == list(Numbering(built(4, False), 3))


def test_a_puzzle_has_a_number_in_any_letters(built: Built):
    numbering = Numbering(built(4), 2)
    assert numbering.number("AS+AS=SO") == numbering.number("ba + ba = ac")


def test_chances_are_all_alike_and_repeatable(built: Built):
    numbering = Numbering(built(3), 2)
    numbers = Counter(numbering.chances(2300, random.Random(4)))
    assert sorted(numbers) == list(range(1, 24))
    assert all(50 < times < 160 for times in numbers.values())
    assert numbering.chances(5, random.Random(7)) == numbering.chances(5, random.Random(7))
    assert Numbering(built(2), 1).chances(5, random.Random(7)) == []


@pytest.mark.parametrize("number", [0, -1, 24])
def test_a_number_without_puzzle_is_refused(number: int, built: Built):
    with pytest.raises(ValueError, match=f"expected a number from 1 to 23, found {number}"):
        Numbering(built(3), 2).puzzle(number)


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        ("a + a = b", "expected a puzzle of 2 digits, found 'a \\+ a = b' of 1"),
        ("ab + ab = ab", "expected a puzzle that is counted here"),
        ("ab + ab = abc", "expected a puzzle of 2 digits"),
    ],
)
def test_a_puzzle_without_number_is_refused(puzzle: str, complaint: str, built: Built):
    with pytest.raises(ValueError, match=complaint):
        Numbering(built(3), 2).number(puzzle)


def test_what_is_no_puzzle_has_no_number(built: Built):
    with pytest.raises(BadInput):
        Numbering(built(3), 2).number("a + b")
