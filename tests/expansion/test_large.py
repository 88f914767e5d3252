"""Functions that are long or deeply nested."""

from __future__ import annotations

from helpers import compile_program

import ambsearch

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
