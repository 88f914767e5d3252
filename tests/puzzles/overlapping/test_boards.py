import pytest

from ambsearch.puzzles.overlapping.boards import LAYOUTS, Layout, layout_of


@pytest.mark.parametrize(
    ("name", "cells", "shared"),
    [("one", 81, 0), ("two", 153, 9), ("three", 225, 18), ("samurai", 369, 36), ("windmill", 333, 72)],
)
def test_layouts_have_as_many_cells_and_shared_ones_as_they_should(name: str, cells: int, shared: int):
    layout = layout_of(name)
    assert len(layout.cells) == cells
    assert len(layout.shared) == shared
    assert len(layout.units) == 27 * len(layout.boards)


def test_a_cell_of_one_board_has_20_peers_and_a_shared_one_32():
    layout = layout_of("two")
    assert len(layout.peers[1, 1]) == 20
    assert len(layout.peers[7, 7]) == 32


def test_the_board_of_the_example_has_one_unit():
    layout = Layout(((0, 0), (1, 1)), 2, (2, 2))
    assert [unit.kind for unit in layout.units] == ["block", "block"]
    assert layout.shared == {(2, 2)}


def test_blocks_of_2_x_3_cells_are_numbered_as_one_reads():
    layout = layout_of("one", 6)
    second = next(unit for unit in layout.units if (unit.kind, unit.number) == ("block", 2))
    assert second.cells == ((1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6))


@pytest.mark.parametrize(
    ("name", "side", "block", "complaint"),
    [
        ("four", 9, None, "expected one of the layouts one, two, three, samurai, windmill, found 'four'"),
        ("one", 7, None, "found the side 7"),
        ("one", 9, (2, 3), "blocks of 2 x 3 cells"),
        ("windmill", 4, None, "at least three blocks"),
    ],
)
def test_invalid_layouts_are_refused(name: str, side: int, block: tuple[int, int] | None, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        layout_of(name, side, block)


@pytest.mark.parametrize("name", LAYOUTS)
def test_larger_boards_overlap_in_as_many_blocks(name: str):
    small, large = layout_of(name), layout_of(name, 16)
    assert len(small.shared) // 9 == len(large.shared) // 16
