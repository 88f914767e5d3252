"""The trie printed in Eiiti Wada, "Jigsaw puzzles for computers" (2002), and what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.pentominoes import SIX_BY_TEN, TWELVE
from ambsearch.puzzles.polyominoes.game import Game
from ambsearch.puzzles.polyominoes.shapes import bits
from ambsearch.puzzles.polyominoes.trie import Fitting, listing, trie

TRIE = """
( 0 (16 (32 (48 (64 .  1) ( 1 .  2) (47 .  2) (49 .  2) (15 . 10) (17 . 10) (33 . 10) (31 . 10))
            ( 1 (15 .  0) (17 .  4) (33 .  6) ( 2 .  7) (31 . 11))
            (31 (47 .  3) (15 .  4) (33 .  5) (30 .  7))
            (33 (49 .  3) (17 .  4) (34 .  7))
            (15 (14 .  5) (17 .  9))
            (17 (18 .  5)))
        (17 (18 (19 .  2) ( 1 .  4) ( 2 .  6) (15 . 10) (34 . 11))
            ( 1 (33 .  4) ( 2 .  4) (15 .  4))
            (15 (33 .  0) (14 . 10))
            (33 (49 .  3) (34 .  8)))
        (15 ( 1 (14 .  3) ( 2 .  3) (31 .  8))
            (14 (13 .  2) (30 . 11))
            (31 (47 .  3) (30 .  8)))
        ( 1 ( 2 ( 3 .  2) (18 .  6))))
    ( 1 ( 2 ( 3 ( 4 .  1) (19 .  2) (17 . 10) (18 . 10))
            (18 (19 .  3) (17 .  4) (34 .  7))
            (17 (33 .  5)))
        (17 (33 (49 .  2) (32 .  6) (34 . 11))
            (18 (19 .  3) (34 .  8)))))
"""


ALL = Game(SIX_BY_TEN, TWELVE, False, True)
FITTING = Fitting(ALL.shapes)


@pytest.fixture(scope="module", params=[True, False], ids=["row by row", "column by column"])
def game(request: pytest.FixtureRequest) -> Game:
    return Game(SIX_BY_TEN, TWELVE, True, request.param)


def test_the_trie_is_the_one_printed_in_the_article(game: Game):
    assert listing(trie(game.shapes)) == TRIE.strip()


@given(st.sets(st.integers(1, 68)))
def test_the_trie_finds_the_shapes_whose_cells_are_all_free_in_their_order(taken: set[int]):
    around = (1 << 69) - 1 - bits(taken)
    expected = [(piece, mask) for piece, masks in enumerate(ALL.masks) for mask in masks if not mask & ~around]
    assert list(FITTING[around & FITTING.reach]) == expected
