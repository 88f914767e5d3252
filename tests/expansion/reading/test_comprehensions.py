"""Comprehensions that unpack give what Python 3.15 says of them, on every Python."""

import ast
import sys
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous
from ambsearch.expansion.reading.comprehensions import _Looping

ROWS = {"part": [(1, 2), (), (3,)], "maps": [{"a": 1}, {"a": 2, "b": 3}]}


def value_of(text: str, change: Any) -> Any:
    tree = ast.parse(text, mode="eval")
    change(tree.body)
    looping = ast.fix_missing_locations(_Looping(tree).visit(tree))
    found = eval(compile(looping, "", "eval"), dict(ROWS))
    return list(found) if isinstance(tree.body, ast.GeneratorExp) else found


def starred(node: Any) -> None:
    node.elt = ast.Starred(node.elt, ast.Load())


def doubly_starred(node: Any) -> None:
    node.key, node.value = node.value, None


def test_items_are_unpacked_in_their_order() -> None:
    assert value_of("[row for row in part]", starred) == [1, 2, 3]
    assert value_of("(row for row in part if row)", starred) == [1, 2, 3]
    assert value_of("{row for row in part}", starred) == {1, 2, 3}


def test_of_equal_keys_the_last_has_its_value() -> None:
    assert value_of("{0: one for one in maps}", doubly_starred) == {"a": 2, "b": 3}


@pytest.mark.skipif(sys.version_info < (3, 15), reason="it is not Python before 3.15")
def test_a_search_and_its_helpers_may_have_them() -> None:
    helper = "def helper(xs):\n    return [*note(x) for x in xs], {**{x: 1} for x in xs}\n"
    program = (
        "def note(x):\n    log.append(x)\n    return x, x\n"
        f"{helper}@ambiguous\ndef f():\n    x = yield (1, 2)\n    return [*note(y) for y in range(x)], helper([x]), log\n"
    )
    space = compile_program(program, {"ambiguous": ambiguous, "log": []})

    assert list(space["f"]()) == [([0, 0], ([1, 1], {1: 1}), [0, 1]), ([0, 0, 1, 1], ([2, 2], {2: 1}), [0, 1, 2])]
    assert space["log"] == []
