"""What takes minutes; run by `pytest --hypothesis-profile=long`."""

import pytest
from hypothesis import settings

from ambsearch import effort
from ambsearch.observing import observed
from ambsearch.observing.measuring import Tally
from ambsearch.puzzles.arithmetic import reading
from ambsearch.puzzles.arithmetic.notation import work_out
from ambsearch.puzzles.by_hand import magic_squares as squares_by_hand
from ambsearch.puzzles.magic_squares import ORDER_4
from ambsearch.puzzles.magic_squares import is_solution as is_square
from ambsearch.puzzles.magic_squares import solve as squares
from ambsearch.puzzles.making.lengths import Classes
from ambsearch.puzzles.mushikuizan import SEVEN_SEVENS
from ambsearch.puzzles.pentominoes import SIX_BY_TEN, TWELVE, is_solution, solve_by_trie, solve_by_trie_right_first
from ambsearch.puzzles.polyominoes.shapes import views

LONG = settings.get_profile("long").max_examples

pytestmark = pytest.mark.skipif(settings.default.max_examples < LONG, reason="takes minutes")


def test_the_twelve_fill_6_x_10_in_2339_ways():
    tally = Tally()
    found = list(observed(solve_by_trie(SIX_BY_TEN, TWELVE, True), tally))
    assert tally.looks == 203_180_365
    assert len(found) == len(set(found)) == 2339
    assert all(is_solution(answer, SIX_BY_TEN, TWELVE, True) for answer in found)
    images = {view for answer in found for view in views("\n".join(answer)) if len(view.split("\n")) == 6}
    assert len(images) == 9356


def test_fewer_looks_are_needed_if_the_right_neighbour_is_looked_at_before_the_one_below():
    """The article's figure for Ishihata's idea."""
    assert effort(solve_by_trie_right_first(SIX_BY_TEN, TWELVE, True)).looks == 193_057_046


def test_there_are_880_magic_squares_of_order_four():
    instance = {**ORDER_4, "numbers": tuple(range(1, 17)), "total": 34}
    found = list(squares(**instance))
    assert len(set(found)) == len(found) == 880
    assert all(is_square(square, **instance) for square in found)
    assert list(squares_by_hand.solve(**instance)) == found


def test_seven_sevens_have_seven_brothers():
    (puzzle,) = reading.calculations(SEVEN_SEVENS, 10, False)
    classes = Classes(puzzle)
    made = list(classes)
    assert (classes.sizes.total(), len(classes.sizes)) == (5001, 81)
    assert len(made) == list(classes.sizes.values()).count(1) == 7
    with_ten = [one for one in made if len(one.puzzle.total) == 10]
    assert len(with_ten) == 2
    assert (puzzle, work_out(125473, 58781, division=True)) in [(one.puzzle, one.answer) for one in with_ten]
