"""The searches that are timed do what they should; nothing here looks at a clock."""

from functools import cache
from itertools import islice
from typing import Any

import pytest
from helpers import LONG

from ambsearch.puzzles.arithmetic.reading import calculations

from . import arithmetic, timing
from .searches import SEARCHES, Search, knight_moves

FOLLOWED = None if LONG else 20  # answers; in the long run they are counted
COUNTS = {"queens 8": 92, "queens 10": 724, "jigsaw": 12, "knight's tour": 304, "send + more": 1, "subset sum": 860}


@cache
def answers_by_hand(name: str) -> list[Any]:
    (search,) = (search for search in SEARCHES if search.name == name)
    return list(islice(search.twin(**search.arguments), FOLLOWED))


@pytest.mark.parametrize("search", SEARCHES, ids=[search.name for search in SEARCHES])
def test_all_forms_of_a_search_give_the_same_answers(search: Search):
    by_hand = answers_by_hand(search.name)
    assert len(by_hand) == min(COUNTS[search.name], FOLLOWED or COUNTS[search.name])
    for form in (search.expansion, search.deep):
        found = list(islice(form(**search.arguments), FOLLOWED))
        assert found == by_hand


def test_the_alphametic_is_solved():
    (search,) = (search for search in SEARCHES if search.name == "send + more")
    (digits,) = search.expansion(**search.arguments)
    send, more, money = (int("".join(str(digits[letter]) for letter in word)) for word in ("SEND", "MORE", "MONEY"))
    assert (send, more, money) == (9567, 1085, 10652)


def test_a_tour_moves_like_a_knight_and_visits_every_square_once():
    (search,) = (search for search in SEARCHES if search.name == "knight's tour")
    tour = next(iter(search.expansion(**search.arguments)))
    squares = sorted(range(25), key=tour.__getitem__)
    assert sorted(tour) == list(range(1, 26))
    assert all(abs((a // 5 - b // 5) * (a % 5 - b % 5)) == 2 for a, b in zip(squares, squares[1:], strict=False))


def test_a_knight_in_the_corner_has_two_moves():
    assert knight_moves(5)[0] == (7, 11)


def test_a_subset_adds_up():
    (search,) = (search for search in SEARCHES if search.name == "subset sum")
    assert set(map(sum, answers_by_hand(search.name))) == {search.arguments["target"]}


def test_programs_are_timed_in_turn_and_in_both_directions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(timing, "SHORTEST", 0)
    calls: list[str] = []
    times = timing.interleaved([lambda: calls.append("A") or (), lambda: calls.append("B") or ()], rounds=3)
    trial, *rounds = ("".join(pair) for pair in zip(calls[::2], calls[1::2], strict=True))
    assert trial == "AB"
    assert rounds == ["AB", "BA", "AB"]
    assert [len(measures) for measures in times] == [3, 3]


LATER = {"three", "seven sevens", "23 x 20"}  # in the long run; the puzzle's own tests have them
PUZZLES = [puzzle for puzzle in arithmetic.PUZZLES if LONG or puzzle.name not in LATER]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_a_puzzle_of_written_arithmetic_has_one_answer(puzzle: arithmetic.Puzzle):
    assert puzzle.program(puzzle.text).count() == 1


def test_a_large_multiplication_shows_two_digits_in_each_partial_product_and_five_letters_in_the_result():
    (puzzle,) = calculations(arithmetic.large(seed=1))
    assert (len(puzzle.first), len(puzzle.second)) == (23, 20)
    assert [sum(cell.isdigit() for cell in row) for row in puzzle.products] == [2] * 20
    assert sorted(puzzle.total.replace("*", "")) == list("ABCDE")
    assert set(puzzle.first + puzzle.second) == {"*"}
