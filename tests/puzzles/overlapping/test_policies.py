import pytest

from ambsearch.puzzles.overlapping.attention import NAKED_ONLY, Person
from ambsearch.puzzles.overlapping.boards import layout_of
from ambsearch.puzzles.overlapping.policies import (
    POLICIES,
    POLICIES_OF_THREE,
    Policy,
    Run,
    alternating,
    one_board,
    outer_one_board,
    overlap_first,
    run,
    turns,
)
from ambsearch.puzzles.overlapping.reading import clues
from ambsearch.puzzles.overlapping.techniques import Desk

FIGURE_20 = clues(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2))


@pytest.mark.parametrize(
    ("policy", "start", "order", "attentions", "rounds"),
    [
        pytest.param(alternating, 0, "abca", (3, 1), (2, 1), id="alternating from A"),
        pytest.param(one_board, 0, "abac", (3, 1), (2, 1), id="one board from A"),
        pytest.param(alternating, 1, "bca", (1, 2), (1, 1), id="alternating from B"),
        pytest.param(one_board, 1, "bca", (1, 2), (1, 1), id="one board from B"),
    ],
)
def test_the_measure_gives_tables_1_to_3(
    policy: Policy, start: int, order: str, attentions: tuple[int, int], rounds: tuple[int, int]
):
    person = Person(Desk.of(FIGURE_20), NAKED_ONLY)
    for _ in turns(person, policy(FIGURE_20.layout, start)):
        pass
    assert "".join({(2, 1): "a", (2, 2): "b", (3, 3): "c"}[cell] for cell in person.seen) == order
    found = run(policy, Desk.of(FIGURE_20), start, NAKED_ONLY)
    assert found == Run(dict(zip("AB", attentions)), dict(zip("AB", rounds)), True)
    assert found.total == sum(attentions)


def order(policy: Policy, layout: str, start: int = 0) -> list[str]:
    """The areas of a turn; * after those that are scanned until nothing more is decided."""
    return [area.name + ("*" if times is None else str(times)) for area, times in policy(layout_of(layout), start)]


def test_the_overlap_is_scanned_after_each_board():
    assert order(overlap_first(1), "two") == ["A1", "AB1", "B1", "AB1"]
    assert order(overlap_first(3), "two", 1) == ["B1", "AB3", "A1", "AB3"]
    assert order(overlap_first(2), "three") == ["A1", "AB2", "B1", "AB2", "BC2", "C1", "BC2"]


def test_boards_are_scanned_without_the_overlap_only_where_it_comes_first():
    layout = layout_of("two")
    assert [len(area.cells) for area, _ in overlap_first(1)(layout, 0)] == [72, 9, 72, 9]
    assert [len(area.cells) for area, _ in alternating(layout, 0)] == [81, 81]


def test_the_hypothesis_scans_the_middle_board_once_between_the_outer_ones():
    assert order(outer_one_board, "three", 0) == ["A*", "B1", "C*", "B1"]
    assert order(outer_one_board, "three", 1) == ["B1", "C*", "B1", "A*"]
    assert order(outer_one_board, "three", 2) == ["C*", "B1", "A*", "B1"]


def test_one_board_goes_on_to_the_next_after_a_scan_without_a_decision():
    stuck = clues(("....", "....", "....", "....")).layout
    assert run(one_board, Desk(stuck, {cell: set("12") for cell in stuck.cells}, ())) == Run({"A": 16}, {"A": 1}, False)


@pytest.mark.parametrize("policy", POLICIES_OF_THREE.values(), ids=POLICIES_OF_THREE)
@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_person_who_is_stuck_stops(policy: Policy, start: int):
    layout = layout_of("three", 4)
    found = run(policy, Desk(layout, {cell: set(layout.signs) for cell in layout.cells}, ()), start)
    assert not found.is_complete
    assert max(found.rounds.values()) <= 6


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_the_desk_that_is_given_stays_as_it_is(policy: Policy):
    desk = Desk.of(FIGURE_20)
    run(policy, desk, 0, NAKED_ONLY)
    assert sorted(desk.decided) == [(1, 1), (1, 2), (2, 3), (3, 2)]
