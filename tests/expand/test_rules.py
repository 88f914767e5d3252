"""One function for each rule of expansion: the answers it has, and what it is expanded to.

The expansions are in tests/expansions/NAME.txt, the function above, its expansion below;
`pytest --update-expansions` records them again: read the difference.
"""

from __future__ import annotations

import heapq
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ambsearch import (
    amb,
    ambiguous,
    an_integer_between,
    an_integer_from,
    expand,
    fail,
    if_fail,
    permanent,
    ramb,
    require,
)

EXPANSIONS = Path(__file__).parent.parent / "expansions"
ARROW = "# is expanded to\n"


@dataclass
class Rule:
    function: Callable[..., Any]
    args: Callable[[], tuple[Any, ...]]
    answers: list[Any]


RULES: list[Rule] = []


def rule(answers: list[Any], args: Callable[[], tuple[Any, ...]] = lambda: ()) -> Callable[..., Any]:
    """Note the rule that this function shows, with the answers it must have for these arguments."""

    def noted(function: Callable[..., Any]) -> Any:
        RULES.append(Rule(function, args, answers))
        return ambiguous(function)

    return noted


def shown(function: Callable[..., Any], deep: bool = False) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    return source[source.index("def ") :] + "\n\n" + ARROW + "\n\n" + expand(function, deep=deep)


def names(rule: Rule) -> str:
    return rule.function.__name__


# the table


@rule([1, 2, 3])
def choose():
    x = yield [1, 2, 3]
    return x


@rule([2, 4])
def guard():
    x = yield an_integer_between(1, 5)
    require(x % 2 == 0)
    return x


@rule([])
def dead():
    yield (1, 2)
    fail()


@rule([(1, 3), (1, 4), (2, 3), (2, 4)])
def answer():
    a = yield (1, 2)
    b = yield (3, 4)
    return a, b


@rule([None, None])
def end_without_return():
    yield "ab"


@rule([1, 2, 4, 8, 16, 32])
def power_of_two(n=32):
    k = yield an_integer_from(0)
    if 2**k > n:
        return (yield overshoot(k))
    return 2**k


RULES.pop()  # infinite; the next two show calls
