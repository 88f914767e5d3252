"""Two searches side by side."""

from typing import Any

from ambsearch import ambiguous, distinct, require
from ambsearch.puzzles import queens
from ambsearch.showing.comparing import compare_trees


@ambiguous
def bakers_first() -> Any:
    baker = yield (1, 2, 3)
    require(baker != 3)
    cook = yield (1, 2, 3)
    require(distinct(baker, cook))
    return baker, cook


@ambiguous
def cooks_first() -> Any:
    cook = yield (1, 2, 3)
    baker = yield (1, 2, 3)
    require(baker != 3)
    require(distinct(baker, cook))
    return baker, cook


def test_two_orders_part_at_once_and_have_their_points_in_common_whatever_the_order() -> None:
    found = compare_trees(bakers_first(), cooks_first())
    assert (found.agreed, found.parting) == (0, (("baker = 1",), ("cook = 1",)))
    assert found.common == 6  # baker 1 or 2, with each cook
    assert found.only[0] == (("baker = 1",), ("baker = 2",), ("baker = 3",))
    assert set(found.only[1]) == {
        *((f"cook = {cook}",) for cook in (1, 2, 3)),
        *((f"cook = {cook}", "baker = 3") for cook in (1, 2, 3)),
    }
    assert found.sizes == (9, 12)


def test_the_same_search_is_the_same_tree() -> None:
    found = compare_trees(queens.solve(4), queens.solve(4))
    assert found.parting is None and found.only == ((), ())
    assert "the same tree, in the same order: 60 points" in str(found)


def test_where_one_search_has_ended_the_other_goes_on() -> None:
    @ambiguous
    def shorter() -> Any:
        baker = yield (1, 2)
        cook = yield (1, 2, 3)
        require(distinct(baker, cook))
        return baker, cook

    found = compare_trees(shorter(), bakers_first())
    assert found.parting == (None, ("baker = 3",))
    assert "1: has ended" in str(found)


def test_choices_of_one_name_are_told_apart_by_their_number() -> None:
    @ambiguous
    def columns(*items: int) -> Any:
        for item in items:
            column = yield (item,)
        return column

    assert compare_trees(columns(1, 2), columns(2, 1)).common == 0
