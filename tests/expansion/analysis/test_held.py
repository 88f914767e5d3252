"""What attributes hold: one that visibly holds no function does not hide the methods of its name."""

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand

BAG = """
class Bag:
    def __init__(self, given, size: int):
        {assignment}
def total(prices):
    return sum([price for name, price in prices.items()])
@ambiguous
def search(prices):
    x = yield (1, 2)
    return total(prices)
"""


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    ("assignment", "is_uncalled"),
    [
        ("self.items = []", True),
        ("self.items = [given] * size", True),
        ("self.items, self.size = {}, size", True),
        ("self.items = list(given)", True),
        ("self.items = size", True),
        ("self.items = 0; self.items += size", True),
        ("self.items: list[int] = given", True),
        ("self.items = None if size else ()", True),
        ("self.items = given", False),
        ("self.items = (lambda: given)", False),
        ("self.items = [] if size else given", False),
        ("self.items, self.size = given", False),
        ("for self.items in given: pass", False),
        ("given.items = given = print", False),
    ],
)
def test_a_list_or_a_number_under_the_name_of_a_method_costs_nothing(assignment: str, is_uncalled: bool) -> None:
    space = compile_program(BAG.replace("{assignment}", assignment), {"ambiguous": ambiguous})

    assert ("yield total(prices)" in expand(space["search"], fast=True)) == is_uncalled
    assert list(space["search"]({"a": 1, "b": 2})) == [3, 3]


@pytest.mark.usefixtures("on_its_own")
def test_what_a_function_in_an_attribute_changes_is_taken_back() -> None:
    text = BAG.replace("{assignment}", "self.items = given") + (
        "marks = []\ndef mark():\n    marks.append(1)\n    return [('a', len(marks))]\nbag = Bag(mark, 0)\n"
    )
    space = compile_program(text, {"ambiguous": ambiguous})

    assert list(space["search"](space["bag"])) == [1, 1]
    assert space["marks"] == []
