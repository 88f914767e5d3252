"""Checks without a twin."""

from collections.abc import Iterator
from typing import Any

import pytest

from ambsearch import ambiguous, require
from ambsearch.testing import Different, answers_of
from ambsearch.testing.instances import graphs
from ambsearch.testing.relations import check_relation


@ambiguous
def two_colourings(n: int, edges: Any) -> Any:
    colours = []
    for vertex in range(n):
        colours.append((yield range(2)))
        for a, b in edges:
            require(b != vertex or colours[a] != colours[b])
    return colours


def forgets_the_last_edge(n: int, edges: Any) -> Iterator[Any]:
    return iter(two_colourings(n, edges[:-1]))


def mirrored(n: int, edges: Any) -> tuple[int, Any]:
    return n, tuple(sorted((n - 1 - b, n - 1 - a) for a, b in edges))


def with_one_edge_more(n: int, edges: Any) -> tuple[int, Any]:
    return n, (*edges, (0, 1)) if n > 1 else edges


def test_a_graph_with_other_names_has_the_same_colourings() -> None:
    reverse = {"answer": lambda colours: colours[::-1]}

    assert check_relation(two_colourings, mirrored, graphs, sizes=range(5), **reverse).instances == 76
    with pytest.raises(Different) as found:
        check_relation(forgets_the_last_edge, mirrored, graphs, sizes=range(5), **reverse)
    assert found.value.instance == (3, ((0, 2), (1, 2)))
    with pytest.raises(Different):  # without the change of the answer, the relation does not hold
        check_relation(two_colourings, mirrored, graphs, sizes=range(5))


def test_one_constraint_more_leaves_fewer_answers_and_no_other() -> None:
    assert check_relation(two_colourings, with_one_edge_more, graphs(3), as_="subset")
    with pytest.raises(Different) as found:
        check_relation(forgets_the_last_edge, with_one_edge_more, [(2, ()), (3, ((1, 2),))])
    assert found.value.instance == (3, ((1, 2),))  # as a multiset there is a difference


def test_the_same_instance_twice_has_the_same_answers() -> None:
    left = [3]

    def worn(n: int) -> Iterator[int]:
        left[0] -= n
        yield from range(max(0, left[0]))

    assert check_relation(two_colourings, lambda n, edges: (n, edges), answers_of(graphs(3)))
    with pytest.raises(Different):
        check_relation(worn, lambda n: n, [1])


def test_an_instance_by_name_is_changed_by_name() -> None:
    def below(n: int) -> range:
        return range(n)

    assert check_relation(below, lambda n: {"n": n}, [3, {"n": 4}])
    assert check_relation(below, lambda n: n - 1, [1, 4], as_="subset")
