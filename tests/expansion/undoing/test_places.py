"""Items that are changed through a view of their container, which may be released before they go back."""

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from ambsearch.running.undoing import undo
from ambsearch.running.undoing.places import record_item

VIEWS: dict[str, Callable[[memoryview], Any]] = {
    "whole": lambda view: view,
    "part": lambda view: view[1:],
    "reversed": lambda view: view[::-1],
    "cast": lambda view: view.cast("B"),
}


@pytest.mark.parametrize("view_of", VIEWS.values(), ids=VIEWS)
def test_an_item_that_is_put_through_a_released_view_goes_back(view_of: Callable[[memoryview], Any]):
    numbers, trail = array("i", [5, 6, 7, 8]), []
    with memoryview(numbers) as whole, view_of(whole) as view:
        record_item(trail, view, -1)
        view[-1] = 9
    assert numbers != array("i", [5, 6, 7, 8])
    undo(trail)
    assert numbers == array("i", [5, 6, 7, 8])


def test_of_an_item_that_is_put_through_a_view_of_the_whole_nothing_else_is_recorded():
    data, trail = bytearray(b"abcd"), []
    with memoryview(data) as view:
        record_item(trail, view, 1)
    assert trail == [(*trail[0][:2], data, 1, ord("b"))]
