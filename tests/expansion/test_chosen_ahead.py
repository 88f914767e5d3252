"""A choice from an iterator over a set, a dictionary or a deque is among what that held when the choice was made."""

from __future__ import annotations

import enum
import itertools
from collections import deque
from typing import Any

import pytest
from helpers import PUBLIC, compile_program

from ambsearch import ambiguous
from ambsearch.observing import Observer, observed
from ambsearch.running.choices import items


def each(free: Any) -> Any:
    for x in free:  # noqa: UP028
        yield x


def each_in_turn(free: Any) -> Any:
    yield from each(free)


def each_with_a_number(free: Any) -> Any:
    for _, x in enumerate(free):
        try:
            yield x
        finally:
            pass


def by_two_loops(free: Any) -> Any:
    yield from ()
    for first in range(2):
        for x in free:
            if x % 2 == first:
                yield x


def its_first_apart(free: Any) -> Any:
    for x in list(free)[:1]:
        yield x
    for x in free:
        if x != next(iter(free)):
            yield x


def those_equal(free: Any) -> Any:
    for _, x in enumerate(free):
        for y in free:
            if x == y:
                yield x


def those_in_another(free: Any) -> Any:
    for numbers in (range(9), free):
        for x in numbers:
            if numbers is free:
                yield x


class Free:
    def __init__(self, free: Any) -> None:
        self.free = free

    def __iter__(self) -> Any:
        return iter(self.free)


class FreeByGenerator(Free):
    def __iter__(self) -> Any:
        for x in self.free:  # noqa: UP028
            yield x


WAYS = {
    "generator": each,
    "generator of another": each_in_turn,
    "enumerate in a generator": each_with_a_number,
    "two loops": by_two_loops,
    "the first apart": its_first_apart,
    "two loops over the same": those_equal,
    "a loop over one of several": those_in_another,
    "generator expression": lambda free: (x for x in free),
    "iter": iter,
    "map": lambda free: map(int, free),
    "filter": lambda free: filter(lambda x: x >= 0, free),
    "chain": lambda free: itertools.chain(free, ()),
    "islice": lambda free: itertools.islice(free, 9),
    "__iter__": Free,
    "__iter__ that is a generator": FreeByGenerator,
}
KINDS = {"set": set, "dict": dict.fromkeys, "deque": deque}


def without(free: Any, x: int) -> None:
    if isinstance(free, dict):
        del free[x]
    else:
        free.remove(x)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_a_branch_takes_out_and_puts_back_is_met_once(way: Any, kind: Any, deep: bool) -> None:
    @ambiguous(deep=deep)
    def order(n: int) -> Any:
        free = kind(range(n))
        taken = []
        while free:
            x = yield way(free)
            without(free, x)
            taken.append(x)
        return tuple(taken)

    assert sorted(order(4)) == sorted(itertools.permutations(range(4)))


@pytest.mark.parametrize("kind", [dict.fromkeys, deque])
def test_what_is_gone_over_backwards_is_met_once_too(kind: Any) -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = kind(range(n)), []
        while free:
            x = yield reversed(free)
            without(free, x)
            taken.append(x)
        return tuple(taken)

    assert list(order(3)) == list(itertools.permutations((2, 1, 0)))


def test_the_same_holds_in_a_try_and_for_pairs() -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = set(range(n)), []
        while free:
            try:
                x, _ = yield zip(free, range(9))
            except ValueError:
                return "none"
            free.remove(x)
            taken.append(x)
        return tuple(taken)

    assert sorted(order(4)) == sorted(itertools.permutations(range(4)))


class Nothing(Observer):
    """Is told nothing."""


def test_the_same_holds_where_the_search_is_observed() -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = set(range(n)), []
        while free:
            x = yield each(free)
            free.remove(x)
            taken.append(x)
        return tuple(taken)

    assert sorted(observed(order(4), Nothing())) == sorted(itertools.permutations(range(4)))


def test_a_generator_over_a_dictionary_to_which_the_branch_adds_meets_each_key_once() -> None:
    words = {"a": 1}

    def longer() -> Any:
        for word in words:
            yield word + "x"
            yield word + "y"

    @ambiguous
    def grown() -> Any:
        while len(words) < 4:
            word = yield longer()
            if word in words:
                return None
            words[word] = 1
        return tuple(words)

    assert len([answer for answer in grown() if answer]) == 24


def test_a_generator_that_does_not_end_is_asked_no_more_than_it_must() -> None:
    asked = []

    def for_ever(free: set[int]) -> Any:
        for n in itertools.count():
            for x in free:
                asked.append(n)
                yield n, x

    @ambiguous
    def f() -> Any:
        free = {1, 2}
        n, x = yield for_ever(free)
        free.remove(x)
        return n, x

    assert f().take(3) == [(0, 1), (0, 2), (1, 1)]


def test_an_exception_comes_after_the_items_before_it() -> None:
    def inverses(free: set[int]) -> Any:
        for x in sorted(free, reverse=True):
            for y in free:
                yield x // y

    found = []

    @ambiguous
    def f() -> Any:
        return (yield inverses({0, 2, 1}))

    with pytest.raises(ZeroDivisionError):
        found.extend(f())
    with pytest.raises(ZeroDivisionError):
        for answer in f():
            found.append(answer)
    assert found == []

    def some(free: set[int]) -> Any:
        for y in free:
            yield 6 // (y - 3)

    @ambiguous
    def g() -> Any:
        return (yield some({1, 2, 3}))

    with pytest.raises(ZeroDivisionError):
        for answer in g():
            found.append(answer)
    assert found == [-3, -6]


def test_a_generator_with_effects_is_asked_for_one_item_at_a_time() -> None:
    @ambiguous
    def f() -> Any:
        free, marks = {1, 2}, []

        def each_marked() -> Any:
            for x in free:
                marks.append(x)
                yield x

        x = yield each_marked()
        return x, tuple(marks)

    assert list(f()) == [(1, (1,)), (2, (1, 2))]


GRAPH = """
from collections import defaultdict

class Graph:
    def __init__(self, n):
        self.edges = defaultdict(list)
        for i in range(n):
            self.edges[i].append((i + 1) % n)

    def __getitem__(self, node):
        return self.edges[node]

    def nodes(self):
        for node in self.edges:
            if self[node]:
                yield node

@ambiguous
def pairs(n):
    graph, pair = Graph(n), []
    for _ in range(2):
        node = yield graph.nodes()
        del graph.edges[node]
        pair.append(node)
    return tuple(pair)
"""


@pytest.mark.usefixtures("on_its_own")
def test_a_generator_that_might_add_keys_to_a_defaultdict_meets_each_once() -> None:
    pairs = compile_program(GRAPH, PUBLIC)["pairs"]
    assert sorted(pairs(40)) == list(itertools.permutations(range(40), 2))


BESIDE = """
class Walk:
    steps = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.steps += 1
        if self.steps > 3:
            raise StopIteration
        return self.steps

@ambiguous
def order(free):
    taken = []
    while free:
        x = yield (x for x in free if x >= 0)
        free.remove(x)
        taken.append(x)
    return tuple(taken)
"""


@pytest.mark.usefixtures("on_its_own")
def test_a_generator_expression_meets_each_item_once_also_where_a_class_has_a_next_with_effects() -> None:
    order = compile_program(BESIDE, PUBLIC)["order"]
    assert sorted(order({0, 1, 2, 3})) == sorted(itertools.permutations(range(4)))


def test_a_generator_made_in_the_function_meets_each_item_once() -> None:
    @ambiguous
    def order(n: int) -> Any:
        free, taken = set(range(n)), []

        def still_free() -> Any:
            for x in free:  # noqa: UP028
                yield x

        while free:
            x = yield still_free()
            free.remove(x)
            taken.append(x)
        return tuple(taken)

    assert sorted(order(4)) == sorted(itertools.permutations(range(4)))


def test_a_generator_is_closed_when_its_choice_is_left() -> None:
    told = []

    def some(free: set[int]) -> Any:
        try:
            for x in free:  # noqa: UP028
                yield x
        finally:
            told.append("closed")

    @ambiguous
    def f() -> Any:
        x = yield some({1, 2})
        return x, len(told)

    assert list(f()) == [(1, 0), (2, 0)]


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


def test_an_enumeration_is_chosen_from_as_it_is(deep: bool) -> None:
    @ambiguous(deep=deep)
    def two():
        first = yield Side
        second = yield Side
        return first.name, second.name

    assert items(Side) is Side
    assert list(two()) == [("LEFT", "LEFT"), ("LEFT", "RIGHT"), ("RIGHT", "LEFT"), ("RIGHT", "RIGHT")]


@pytest.mark.parametrize("deep", [False, True])
def test_a_choice_from_zip_longest_when_one_of_its_iterators_has_ended(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        row = yield itertools.zip_longest("abc", [1], {2})
        return (yield [row])

    assert list(f()) == [("a", 1, 2), ("b", None, None), ("c", None, None)]


@ambiguous
def two():
    return (yield "ab")


CHOICES = {
    "enumerate(two(), n)": [(1, "a"), (2, "b")],
    "enumerate(two(), start=n)": [(1, "a"), (2, "b")],
    "enumerate('xy', n)": [(1, "x"), (2, "y")],
    "iter(iter([7, 8, n, 9]).__next__, n)": [7, 8],
}


@pytest.mark.parametrize("choice", CHOICES)
def test_only_what_an_iterator_goes_over_is_chosen_from(choice: str, deep: bool) -> None:
    f = compile_program(f"@ambiguous(deep={deep})\ndef f(n):\n    return (yield {choice})", {**PUBLIC, "two": two})["f"]
    assert list(f(1)) == CHOICES[choice]


@pytest.mark.parametrize(
    "make", [itertools.permutations, itertools.product, lambda pool: itertools.combinations(pool, 2)]
)
def test_what_goes_over_a_pool_of_its_own_is_read_without_a_step_between(make: Any) -> None:
    pool = make({1, 2, 3})

    assert items(pool) is pool
