from itertools import product

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import dwelling as by_hand
from ambsearch.puzzles.dwelling import is_solution, picture, read, solve

BOOK = {"baker": 3, "cooper": 2, "fletcher": 4, "miller": 5, "smith": 1}


def test_the_answer_of_the_book_is_the_only_one():
    assert solve(5).one() == BOOK


def test_in_a_house_with_too_few_floors_nobody_can_live():
    assert not solve(4).exists()


@pytest.mark.parametrize("floors", [5, 6, 7])
def test_the_twin_agrees_in_higher_houses(floors: int):
    assert list(solve(floors)) == list(by_hand.solve(floors))


@pytest.mark.parametrize("floors", [5, 6])
def test_the_answers_are_those_of_all_assignments_that_keep_the_rules(floors: int):
    tenants = tuple(BOOK)
    everything = (dict(zip(tenants, choice, strict=True)) for choice in product(range(1, floors + 1), repeat=5))
    assert list(solve(floors)) == [dwelling for dwelling in everything if is_solution(dwelling, floors)]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"baker": 5, "miller": 3}, id="Baker lives at the top"),
        pytest.param({"cooper": 1, "smith": 2}, id="Cooper lives at the bottom"),
        pytest.param({"fletcher": 5, "miller": 4}, id="Fletcher lives at the top"),
        pytest.param({"fletcher": 1, "smith": 4}, id="Fletcher lives at the bottom"),
        pytest.param({"miller": 1, "smith": 5}, id="Miller lives below Cooper; Smith beside Fletcher"),
        pytest.param({"baker": 1, "smith": 3}, id="Smith lives beside Fletcher"),
        pytest.param({"baker": 4, "fletcher": 3}, id="Fletcher lives beside Cooper"),
        pytest.param({"baker": 2}, id="two live on a floor"),
        pytest.param({"smith": 0}, id="below the house"),
        pytest.param({"miller": 6}, id="above the house"),
        pytest.param({"nobody": 6}, id="a sixth tenant"),
    ],
)
def test_a_wrong_dwelling_is_not_a_solution(change: dict[str, int]):
    assert is_solution(BOOK, floors=5)
    assert not is_solution(BOOK | change, floors=5)


def test_a_tenant_may_not_be_left_out():
    assert not is_solution({"baker": 3}, floors=5)


def test_the_house_is_drawn_with_the_top_floor_first():
    assert picture(BOOK, floors=5).splitlines() == [
        "5 │ Miller",
        "4 │ Fletcher",
        "3 │ Baker",
        "2 │ Cooper",
        "1 │ Smith",
    ]


def test_an_empty_floor_is_drawn_empty():
    assert picture(BOOK, floors=10).splitlines()[:2] == ["10 │", " 9 │"]


def test_each_number_of_a_text_is_a_puzzle():
    assert read("5\n\n 6 4") == [{"floors": 5}, {"floors": 6}, {"floors": 4}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("5\n five", (2, 2), "expected a number of floors, found 'five'"),
        ("5 -1", (1, 3), "found '-1'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
