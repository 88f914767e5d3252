"""Generators whose loops go over what is there when they begin, whatever they are given, and whatever they share."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous
from ambsearch.running.ahead import settled

pytestmark = pytest.mark.usefixtures("no_other_module")


def given(free: set[int], /, least: int = 0, *more: int, most: int = 9, **others: int) -> Iterator[int]:
    for x in free:
        if least <= x <= most and len(more) == len(others) == 1:
            yield x


def inside(free: set[int]) -> Iterator[int]:
    def are_in() -> Iterator[int]:
        for x in free:
            for _ in (y for y in free if y == x):
                yield x

    return are_in()


def below(free: set[int], depth: int = 2) -> Iterator[int]:
    for x in free:
        yield from below({x}, depth - 1) if depth else (x,)


class Asked:
    """It counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __contains__(self, x: int) -> bool:
        self.times += 1
        return x < 9


WAYS: dict[str, Callable[[set[int]], Iterator[int]]] = {
    "arguments of every kind": lambda free: given(free, 0, 1, most=8, other=2),
    "a generator made inside": inside,
    "one that calls itself": below,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_each_item_is_met_once(way: Callable[[set[int]], Iterator[int]]) -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = set(range(n)), []
        while free:
            x = yield way(free)
            free.remove(x)
            taken.append(x)
        return tuple(taken)

    assert sorted(order(4)) == sorted(itertools.permutations(range(4)))
    assert settled(way({1, 2})) is not None


def numbered(free: set[int], least: int) -> Iterator[int]:
    for i, x in enumerate(free):
        for one, _ in zip([x], {i: x}, strict=True):
            if one >= least:
                yield one


def test_a_generator_that_is_called_by_its_name_begins_with_what_is_there() -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = set(range(n)), []
        while free:
            x = yield numbered(free, 0)
            free.remove(x)
            taken.append(x)
        return tuple(taken)

    assert sorted(order(4)) == sorted(itertools.permutations(range(4)))
    names = {getattr(constant, "__name__", "") for search in order.make()[:1] for constant in of_all(search)}
    assert "numbered" in names
    assert "items" not in names


def of_all(search: Any) -> list[Any]:
    """The constants of all functions of an expansion."""
    levels = [search, *(cell.cell_contents[0] for cell in search.__closure__ if isinstance(cell.cell_contents, list))]
    return [constant for function in levels for constant in function.__code__.co_consts]


@pytest.mark.parametrize("given", ["1, 2", "free", "*[free]", "free=free", "free, 1, 2"])
def test_it_takes_its_arguments_as_ever(given: str) -> None:
    program = f"""
def all_of(*free):
    for x in free:
        yield x
def one_of(free, *, more=1):
    for x in free:
        yield x
@ambiguous
def search(make, free):
    return (yield {{}}({given}))
"""
    for name in ("all_of", "one_of"):
        space = compile_program(program.format(name), {"ambiguous": ambiguous})
        try:
            expected = list(eval(f"{name}({given})", {**space, "free": {5, 6}}))
        except TypeError as error:
            with pytest.raises(TypeError, match=re.escape(str(error))):
                list(space["search"](0, {5, 6}))
        else:
            assert list(space["search"](0, {5, 6})) == expected


def test_a_generator_expression_that_changes_something_meets_each_item_once() -> None:
    @ambiguous
    def pairs() -> Any:
        free, asked, taken = {0, 1, 2, 3}, Asked(), []
        for _ in range(2):
            x = yield (y for y in free if y in asked)
            free.remove(x)
            free.add(x + 100)
            taken.append(x)
        return tuple(taken)

    assert sorted(pairs()) == sorted(itertools.permutations(range(4), 2))


def test_each_change_of_a_generator_expression_is_made_when_its_item_is_asked_for() -> None:
    asked: list[int] = []

    @ambiguous
    def least() -> Any:
        x = yield (y for y in {0, 1, 2} if not asked.append(y))  # type: ignore[func-returns-value]
        return x, tuple(asked)

    assert list(least()) == [(0, (0,)), (1, (0, 1)), (2, (0, 1, 2))]
    assert asked == []


def test_what_has_begun_goes_on_as_it_is() -> None:
    generator = given({1, 2, 3}, 0, 1, other=2)
    next(generator)

    assert settled(generator) is None
    assert settled(x for x in iter({1, 2})) is not None
