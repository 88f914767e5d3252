from itertools import islice
from random import Random

import pytest

from ambsearch.puzzles.overlapping.boards import Layout, layout_of
from ambsearch.puzzles.overlapping.making import PATTERNS, Sudokus, dig, fill, is_unique, orbits
from ambsearch.puzzles.overlapping.reading import Clues, clues, draw
from ambsearch.puzzles.sudoku import is_solution


def puzzle_of(text: str) -> Clues:
    return clues(tuple(text.split("\n")))


@pytest.mark.parametrize("layout", [layout_of("one"), layout_of("two"), layout_of("samurai", 6), layout_of("one", 12)])
def test_filled_boards_keep_the_rules(layout: Layout):
    text = draw(layout, fill(layout, Random(4)))
    assert is_solution(tuple(text.split("\n")), tuple(text.split("\n")), layout.boards, layout.side, layout.block)


@pytest.mark.parametrize("layout", [layout_of("one"), layout_of("two", 6), layout_of("three", 4)])
def test_a_minimal_puzzle_has_one_answer_and_no_given_can_go(layout: Layout):
    (made,) = islice(Sudokus(layout, seed=2), 1)
    puzzle = puzzle_of(made.puzzle)
    assert is_unique(puzzle)
    assert is_solution(tuple(made.answer.split("\n")), tuple(made.puzzle.split("\n")))
    assert made.effort.givens == len(puzzle.givens)
    for cell in puzzle.givens:
        assert not is_unique(Clues(puzzle.layout, {other: d for other, d in puzzle.givens.items() if other != cell}))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_givens_are_symmetric(pattern: str):
    layout = layout_of("one", 6) if pattern != "none" else layout_of("two", 6)
    (made,) = islice(Sudokus(layout, pattern=pattern, seed=7), 1)
    givens = set(puzzle_of(made.puzzle).givens)
    assert {PATTERNS[pattern](cell, layout) for cell in givens} == givens


def test_boards_that_a_pattern_does_not_map_onto_each_other_are_refused():
    with pytest.raises(ValueError, match="the pattern 'mirror'"):
        Sudokus(layout_of("two"), pattern="mirror")
    with pytest.raises(ValueError, match="expected one of the patterns none, half turn"):
        orbits(layout_of("one"), "turn")


def test_a_number_of_givens_is_kept():
    made = list(islice(Sudokus(layout_of("one"), givens=32, seed=1), 2))
    assert [len(puzzle_of(one.puzzle).givens) for one in made] == [32, 32]


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ({"givens": 82}, "at most 81 givens"),
        ({"givens": 16}, "17 givens or more"),
        ({"needs": "luck"}, "one of the techniques naked single"),
    ],
)
def test_wishes_that_cannot_be_granted_are_refused(wish, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        Sudokus(layout_of("one"), **wish)


def test_the_technique_that_is_needed_can_be_chosen():
    (made,) = islice(Sudokus(layout_of("one"), needs="pointing pair", seed=0), 1)
    assert made.effort.technique == "pointing pair"


def test_the_same_seed_makes_the_same_puzzles():
    first, again, other = (next(iter(Sudokus(layout_of("one", 4), seed=seed))).puzzle for seed in (1, 1, 2))
    assert first == again != other


def test_it_tells_how_many_boards_were_tried():
    maker = Sudokus(layout_of("one", 4))
    first, second = (str(maker) for _ in islice(maker, 2))
    assert (first, second) == ("1 board tried", "2 boards tried")


def test_givens_tried_together_give_the_same_result_as_one_after_the_other():
    digits = {(1, column): str(column) for column in range(1, 10)}
    groups = [(cell,) for cell in digits]
    needed = {(1, 2), (1, 5), (1, 9)}

    def keeps(left, gone):
        return needed <= left.keys()

    assert dig(digits, groups, keeps).keys() == needed
    assert dig(digits, groups, keeps, least=5).keys() == needed | {(1, 7), (1, 8)}
