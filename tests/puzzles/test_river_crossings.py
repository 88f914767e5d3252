from typing import Any

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import river_crossings as by_hand
from ambsearch.puzzles.river_crossings import INSTANCES, fewest, is_safe, is_solution, picture, read, solve

FARMER = INSTANCES["wolf-goat-cabbage"]
PLAN = ("FG", "F", "FW", "FG", "FC", "F", "FG")


def missionaries(pairs: int, boat: int) -> dict[str, Any]:
    return {"travellers": "M" * pairs + "C" * pairs, "boat": boat, "rowers": "MC", "dangers": ("CMM",)}


def test_the_farmer_has_two_plans_of_seven_crossings():
    assert list(solve(**FARMER)) == [PLAN, ("FG", "F", "FC", "FG", "FW", "F", "FG")]


def test_three_missionaries_have_four_plans_of_eleven_crossings():
    plans = list(solve(**INSTANCES["missionaries-cannibals"]))
    assert len(set(plans)) == len(plans) == 4
    assert {len(plan) for plan in plans} == {11}
    assert {plan[:2] for plan in plans} == {("CC", "C"), ("MC", "M")}
    assert {plan[2:9] for plan in plans} == {("CC", "C", "MM", "MC", "MM", "C", "CC")}


@pytest.mark.parametrize(
    ("pairs", "boat", "crossings"),
    [(1, 2, 1), (2, 2, 5), (3, 2, 11), (4, 2, None), (3, 3, 5)],
)
def test_missionaries_and_cannibals_take_the_fewest_crossings_that_are_known(
    pairs: int, boat: int, crossings: int | None
):
    """More pairs, and larger boats, are on the page."""
    instance = missionaries(pairs, boat)
    plan = solve(**instance).first(None)
    assert (plan and len(plan)) == fewest(**instance) == crossings


@pytest.mark.parametrize("boat", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "travellers", ["F", "FG", "FGC", "FWGC", "M", "MC", "MMC", "MCC", "MMCC", "MCMC", "MMMCC", "FWMC", "WG"]
)
def test_the_twin_finds_the_same_plans(travellers: str, boat: int):
    for rowers in ("F", "MC", "M", "W"):
        instance = {"travellers": travellers, "boat": boat, "rowers": rowers, "dangers": ("CMM", "WGF", "GCF")}
        plans = list(solve(**instance))
        assert all(is_solution(plan, **instance) for plan in plans)
        assert {len(plan) for plan in plans} == ({fewest(**instance)} if plans else set())
        assert list(by_hand.solve(**instance)) == plans


def test_there_is_no_plan_where_somebody_is_in_danger_at_the_start():
    assert not solve("WG", 2, "WG", ("WGF",)).exists()
    assert list(solve("WG", 2, "WG", ())) == [("WG",)]


def test_nobody_crosses_if_nobody_rows():
    assert not solve("FWGC", 2, "", ()).exists()


def test_a_single_traveller_crosses_once():
    assert list(solve("F", 1, "F", ("WGF",))) == [("F",)]


def test_everybody_crosses_at_once_in_a_large_boat():
    assert list(solve("FWGC", 4, "F", ("WGF", "GCF"))) == [("FWGC",)]


@pytest.mark.parametrize(
    ("bank", "safe"),
    [("WG", False), ("FWG", True), ("WC", True), ("GC", False), ("", True), ("W", True), ("FWGC", True)],
)
def test_the_goat_is_eaten_and_eats_where_the_farmer_is_away(bank: str, safe: bool):
    assert is_safe(bank, ("WGF", "GCF")) is safe


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(("FW", *PLAN[1:]), id="the goat eats the cabbage"),
        pytest.param(("F", *PLAN[1:]), id="the goat is not there to be brought back"),
        pytest.param(("G", *PLAN[1:]), id="nobody rows"),
        pytest.param(("FG", "", *PLAN[2:]), id="the boat crosses empty"),
        pytest.param(("FGC", *PLAN[1:]), id="the boat is too small"),
        pytest.param(("FG", "F", "FG", *PLAN[1:]), id="some crossings are in vain"),
        pytest.param(("FG", "F", *PLAN), id="the goat is brought across again"),
        pytest.param(("FG", "FG", *PLAN), id="it is not the shortest"),
        pytest.param(PLAN[:5], id="the goat is left behind"),
        pytest.param((*PLAN, "F"), id="the farmer goes back"),
        pytest.param((), id="nobody crosses"),
    ],
)
def test_a_wrong_plan_is_not_a_solution(wrong: tuple[str, ...]):
    assert is_solution(PLAN, **FARMER)
    assert not is_solution(wrong, **FARMER)


def test_cannibals_must_not_outnumber_the_missionaries_on_either_bank():
    instance = INSTANCES["missionaries-cannibals"]
    plan = ("MC", "M", "CC", "C", "MM", "MC", "MM", "C", "CC", "C", "CC")
    assert is_solution(plan, **instance)
    assert not is_solution(("MC", "M", "MC", *plan[3:]), **instance)
    assert not is_solution(("MM", "M", *plan[2:]), **instance)


@pytest.mark.parametrize(
    ("travellers", "boat", "dangers", "complaint"),
    [
        ("", 2, (), "found '' and 2"),
        ("FG", 0, (), "a boat for 1 or more, found 'FG' and 0"),
        ("FG", 2, ("WGF", "GC"), "found 'GC'"),
    ],
)
def test_invalid_crossings_are_refused(travellers: str, boat: int, dangers: tuple[str, ...], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(travellers, boat, "F", dangers).first()


def test_each_crossing_is_drawn_between_the_banks():
    assert picture(PLAN, **FARMER).splitlines() == [
        "1: WC   │ FG → │",
        "2: WC   │ ← F  │ G",
        "3: C    │ FW → │ G",
        "4: C    │ ← FG │ W",
        "5: G    │ FC → │ W",
        "6: G    │ ← F  │ WC",
        "7:      │ FG → │ WC",
        "        │      │ FWGC",
    ]


def test_puzzles_are_read_line_by_line():
    assert read("FWGC 2 F WGF GCF\n\n  MMMCCC 2 MC CMM\nAB 2 A") == [
        FARMER,
        INSTANCES["missionaries-cannibals"],
        {"travellers": "AB", "boat": 2, "rowers": "A", "dangers": ()},
    ]
    assert read("\n") == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("FWGC 2 F\n F3 2 F\n", "line 2, column 2: expected a letter for each traveller, found 'F3'"),
        ("FWGC two F\n", "line 1, column 6: expected a number, how many the boat holds, found 'two'"),
        ("MMCC 2 MX\n", "line 1, column 9: expected one of M, C, found 'X'"),
        ("FWGC 0 F\n", "line 1, column 6: expected a number, how many the boat holds, found '0'"),
        ("FWGC 2  \n", "line 1, column 7: expected the letters of those who row, found nothing"),
        ("FWGC 2 F WGF GC\n", "line 1, column 14: expected three letters: .*, found 'GC'"),
    ],
)
def test_text_that_holds_no_puzzle_is_refused_with_its_place(text: str, complaint: str):
    with pytest.raises(BadInput, match=complaint):
        read(text)
