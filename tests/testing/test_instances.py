"""All instances of a size, as many as the literature has of each kind, and check_twins with all of them."""

import random
from collections import Counter
from collections.abc import Iterator
from math import factorial
from typing import Any
from unittest import TestCase

import pytest
from helpers import LONG
from hypothesis import HealthCheck, find, given, seed, settings

from ambsearch import ambiguous, require
from ambsearch.observing import observed
from ambsearch.testing import Different, answers_of, check_twins
from ambsearch.testing.drawing import Chooser
from ambsearch.testing.instances import cnfs, covers, dags, graphs, grids, orders, partitions, trees, words


@pytest.mark.parametrize(
    ("make", "numbers"),
    [
        (words, [2**n for n in range(6)]),
        (orders, [factorial(n) for n in range(6)]),
        (partitions, [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]),  # A000041
        (grids, [1, 2, 16, 512]),
        (graphs, [1, 1, 2, 8, 64, 1024]),  # A006125
        (dags, [1, 1, 2, 8, 64]),
        (trees, [1, 1, 1, 3, 16, 125, 1296]),  # A000272
        (lambda n: graphs(n, unlabelled=True), [1, 1, 2, 4, 11, 34]),  # A000088
        (lambda n: covers(n, 3), [1, 8, 28, 56, 70]),  # of 8 subsets
        (lambda n: cnfs(n, 2, 2), [1, 8, 36, 120]),  # of 8 clauses, with repetition
        (lambda n: cnfs(n, 3, 3), [1, 26, 351]),  # 6 + 12 + 8 clauses
    ],
)
def test_there_are_as_many_as_there_should_be_and_none_twice(make: Any, numbers: list[int]) -> None:
    for n, number in enumerate(numbers):
        found = list(make(n))
        assert len(found) == number
        assert len(set(map(repr, found))) == number


def test_a_tree_is_connected_and_has_one_edge_less_than_vertices() -> None:
    for n, edges in trees(5):
        reached = {0}
        for _ in range(n):
            reached |= {v for edge in edges if reached & set(edge) for v in edge}
        assert reached == set(range(n)) and len(edges) == n - 1


def colourings(n: int, edges: Any) -> Iterator[tuple[int, ...]]:
    """By hand, with a fault: an edge from 1 to 3 is not seen."""
    for colours in words(n, "abc"):
        if all(colours[a] != colours[b] for a, b in edges if (a, b) != (1, 3)):
            yield tuple(map("abc".index, colours))


@ambiguous
def three_colourings(n: int, edges: Any) -> Any:
    colours: list[int] = []
    for vertex in range(n):
        colours.append((yield range(3)))
        for a, b in edges:
            require(b != vertex or colours[a] != colours[b])
    return tuple(colours)


def test_all_instances_are_tried_from_the_smallest_size_up() -> None:
    with TestCase().assertLogs("ambsearch.testing", "INFO") as told:
        report = check_twins(three_colourings, colourings, graphs, sizes=range(4))

    assert report.sizes == {0: 1, 1: 1, 2: 2, 3: 8}
    assert report.instances == 12
    assert [record.getMessage() for record in told.records] == [
        f"graphs of size {size}: {number} instance{'s' * (number > 1)}"
        for size, number in ((0, 1), (1, 1), (2, 2), (3, 8))
    ]
    with pytest.raises(Different) as found:
        check_twins(three_colourings, colourings, graphs, sizes=range(9))
    assert found.value.instance == (4, ((1, 3),))  # the first of the smallest size at which the two differ


def test_a_function_of_a_size_needs_the_sizes() -> None:
    with pytest.raises(TypeError, match=r"found the function .*graphs.*; write sizes=range\(5\), or graphs\(4\)"):
        check_twins(three_colourings, colourings, graphs)


def test_the_answers_of_a_search_are_instances_as_they_are() -> None:
    assert check_twins(three_colourings, colourings, graphs(3)).instances == 8


def test_a_fault_beyond_the_first_thousand_instances_is_found_and_made_small() -> None:
    def few(n: int, edges: Any) -> list[int]:
        return [len(edges) - ((0, 1) in edges)]  # the edges of the first half of all graphs are right

    with settings_of(max_examples=100), pytest.raises(Different) as found:
        check_twins(lambda n, edges: [len(edges)], few, answers_of(graphs(7)))
    assert found.value.instance == (7, ((0, 1),))


def settings_of(**options: Any) -> Any:
    from hypothesis._settings import local_settings

    return local_settings(settings(database=None, **options))


DRAWS = 1000 if LONG else 500


@pytest.mark.thorough
def test_each_instance_is_as_likely_where_branches_have_the_same_choices() -> None:
    draw = random.Random(3)
    met: Counter[Any] = Counter()
    for make in (graphs(3), orders(3), trees(4)):
        drawn = observed(make, Chooser(draw.randrange))
        met = Counter(repr(drawn.first()) for _ in range(DRAWS))
        number = make.count()
        assert len(met) == number
        assert all(abs(times - DRAWS / number) < 4 * (DRAWS / number) ** 0.5 for times in met.values())


@pytest.mark.thorough
def test_paths_that_are_dead_ends_are_tried_again() -> None:
    @ambiguous
    def odd_words(n: int) -> Any:
        word = yield words(n)
        require(word.count("a") % 2)
        return word

    drawn = answers_of(odd_words(3), limit=1)

    @seed(0)
    @settings(database=None, max_examples=10, suppress_health_check=list(HealthCheck))
    @given(drawn)
    def test(word: str) -> None:
        assert len(word) == 3 and word.count("a") % 2

    test()
    assert find(drawn, lambda word: True) == "a" * 3
