"""A `permanent` that keeps nothing is warned of, with what to write instead; one around a change is not."""

from __future__ import annotations

import re
import textwrap
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import compile_program

import ambsearch

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def define(body: str, helper: str = "") -> Any:
    """The ambiguous function f with this body, beside a helper."""
    head = f"{helper}\n@ambiguous\ndef f(xs):\n"
    return compile_program(head + textwrap.indent(body, "    ") + "\n", WORDS)["f"]


MISPLACED = [
    ("permanent(xs).append(x)", "permanent(xs) alone keeps nothing of xs; write permanent(xs.append(x))"),
    ("permanent(xs.append)(x)", "write permanent(xs.append(x))"),
    ("permanent(print)(x)", "write permanent(print(x))"),
    ("xs.append(permanent(x))", "permanent(x) alone keeps nothing of x; write permanent(xs.append(x))"),
    ("xs.append(permanent(x + 1))", "write permanent(xs.append(x + 1))"),
    ("permanent(xs)[0] = x", "write `xs[0] = permanent(...)`"),
    ("permanent(xs).best = x", "write `xs.best = permanent(...)`"),
]


FRESH = [
    (
        "ys = permanent([]); ys.append(x)",
        "so ys = permanent([]) keeps nothing of ys; write permanent(ys.append(x))",
    ),
    ("ys = permanent({}); ys[x] = 1", "so ys = permanent({}) keeps nothing of ys; write ys[x] = permanent(1)"),
]


ALONE = [
    ("permanent(xs)", "permanent(xs) alone keeps nothing of xs; write `xs = permanent(...)`"),
    (
        "permanent(xs[0] + 1)",
        "permanent(xs[0] + 1) alone keeps nothing of xs[0] + 1; write `xs = permanent(xs[0] + 1)`",
    ),
    ("permanent('xs.pop()')", "keeps nothing of 'xs.pop()'; write permanent(found.append(...))"),
]


@pytest.mark.parametrize(("change", "told"), MISPLACED + ALONE + FRESH)
def test_a_permanent_within_a_change_or_alone_is_warned_of_in_a_helper_too(change: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        define(f"x = yield xs\n{change}\nreturn x")
    f = define("x = yield (1, 2)\nnote(x, xs)\nreturn x", helper=f"def note(x, xs):\n    {change}")
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        next(iter(f(SimpleNamespace(append=print) if "best" in change else [0])))


@pytest.mark.parametrize(
    "change",
    [
        "permanent(xs.append(1) or x)",
        "ys = permanent([])\npermanent(ys.append(x))",
        "ys = permanent({})\nys[x] = permanent(1)",
        "ys = permanent(None)\nys = xs\nys.append(x)",
        "permanent(note(x))",
        "ys.append(permanent(xs.pop()))",
        "xs.append(permanent(note))",
        "y = permanent(xs).copy()",
    ],
)
def test_a_permanent_change_within_another_is_not_warned_of(change: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        define(f"ys = []\nx = yield xs\n{change}\nreturn x", helper="def note(x):\n    log.append(x)")
