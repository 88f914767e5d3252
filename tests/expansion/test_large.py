"""Functions that are long or deeply nested."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers import alone, compile_program

import ambsearch
from ambsearch.expansion.analysis.functions import Own

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
HEAD = "@ambiguous\ndef f(n):\n"


def test_seventeen_nested_loops_with_a_choice_inside() -> None:
    """Were each loop looked at twice for the one around it, this would never end."""
    loops = "".join(f"{'    ' * (level + 1)}for i{level} in range(n):\n" for level in range(17))
    body = f"{'    ' * 18}x = yield (i0, 2)\n{'    ' * 18}found.append(x)\n"
    f = compile_program(f"{HEAD}    found = []\n{loops}{body}    return found\n", WORDS)["f"]
    assert list(f(1)) == [[0], [2]]
    assert list(f(0)) == [[]]


def test_four_hundred_statements_in_a_row() -> None:
    lines = ["xs, total = [], 0", "x = yield (1, 2)"]
    for number in range(100):
        lines += ["x = x + 1", "xs.append(x)", f"require(x != {-number - 5})", "total += len(xs)"]
    text = HEAD + "".join(f"    {line}\n" for line in lines) + "    return x, total\n"
    assert list(compile_program(text, WORDS)["f"](0)) == [(101, 5050), (102, 5050)]


@pytest.mark.parametrize("use", ["require(C0() == C1())", "H.extend([C0() == C1()])"], ids=["requires", "changes"])
def test_twice_as_many_classes_that_compare_are_twice_the_work(use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `==` may be that of any class, and calls them all in turn."""
    looks = 0

    def counted(own: Own, plain: Callable[[Own], int] = Own.__hash__) -> int:
        nonlocal looks
        looks += 1
        return plain(own)

    monkeypatch.setattr(Own, "__hash__", counted)
    taken = []
    for number in (20, 40):
        method = "    def __eq__(self, other):\n        return self.a == other.a\n"
        classes = "H = []\n" + "".join(f"class C{i}:\n    a = {i}\n{method}" for i in range(number))
        looks = 0
        with alone():
            f = compile_program(f"{classes}{HEAD}    x = yield range(n)\n    {use}\n    return x\n", WORDS)["f"]
            assert f(2).count() in (0, 2)
        taken.append(looks)
    assert taken[1] < 2.5 * taken[0]
