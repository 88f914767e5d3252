"""The tree of a trace."""

from typing import Any

from ambsearch import ambiguous, if_fail, require
from ambsearch.showing.tree import LONGEST, one_line, tree_of
from ambsearch.tracing import trace


@ambiguous
def pairs(n: int) -> Any:
    a = yield range(n)
    b = yield range(a)
    require(a + b == n)
    return a, b


def labels(answers: Any, limit: int | None = None) -> list[tuple[int, str]]:
    tree = tree_of(trace(answers).events, limit)
    return [(parent, tree.label(node)) for node, parent in enumerate(tree.parents)]


def test_each_item_is_a_node_below_the_item_before_it_on_the_way() -> None:
    assert labels(pairs(3)) == [
        (-1, "pairs(3)"),
        (0, "a = 0"),
        (0, "a = 1"),
        (2, "b = 0"),
        (0, "a = 2"),
        (4, "b = 0"),
        (4, "b = 1"),
    ]


def test_a_search_in_a_condition_hangs_on_the_item_that_asks_for_it() -> None:
    @ambiguous
    def asking() -> Any:
        n = yield (3, 1)
        require(pairs(n).exists())
        return n

    found = labels(asking())
    assert found[:4] == [(-1, "asking()"), (0, "n = 3"), (1, "pairs(3)"), (2, "a = 0")]
    assert found[-3:] == [(0, "n = 1"), (len(found) - 3, "pairs(1)"), (len(found) - 2, "a = 0")]


def test_the_searches_of_if_fail_are_nodes() -> None:
    @ambiguous
    def either() -> Any:
        return (yield if_fail(pairs(1), pairs(3)))

    found = [label for _, label in labels(either())]
    assert [label for label in found if label.startswith("branch")] == ["branch 1", "branch 2"]


def test_of_too_many_nodes_the_first_are_kept_and_the_others_counted() -> None:
    tree = tree_of(trace(pairs(4)).events, limit=6)
    assert len(tree.parents) == 6
    assert tree.left_out == len(tree_of(trace(pairs(4)).events).parents) - 6 == 5


def test_signs_that_cannot_be_seen_are_spelt_out_and_long_values_are_cut() -> None:
    class Tricky:
        def __repr__(self) -> str:
            return "a\u202e\nb\u05d0"

    assert one_line(Tricky()) == "a\\u202e\\nb\u05d0"
    assert len(one_line("x" * 1000)) == LONGEST
