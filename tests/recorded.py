"""Functions with their answers, and what each is expanded to.

The expansions are in tests/expansions/NAME.txt, the function above, its expansion below;
`pytest --update-expansions` records them again: read the difference.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import ambiguous, expand
from ambsearch.expansion.linking import HELPING
from ambsearch.running import undoing

EXPANSIONS = Path(__file__).parent / "expansions"
ARROW = "# is expanded to\n"
# what an expansion names, so that its text runs as it stands
HELPERS = {name: value for module in reversed(HELPING) for name, value in vars(module).items()}
HELPERS["plain_x"] = undoing.keepers("x").plain


@dataclass
class Rule:
    function: Callable[..., Any]
    args: Callable[[], tuple[Any, ...]]
    answers: list[Any]


class Rules(list[Rule]):
    """The rules of a module; the decorator `rule` adds one."""

    def rule(self, answers: list[Any], args: Callable[[], tuple[Any, ...]] = lambda: ()) -> Callable[..., Any]:
        """Note the rule that this function shows, with the answers it must have for these arguments."""

        def noted(function: Callable[..., Any]) -> Any:
            self.append(Rule(function, args, answers))
            return ambiguous(function)

        return noted


@cache
def text_of(function: Callable[..., Any], deep: bool = False, fast: bool = True) -> str:
    """Its expansion, once for all tests of a rule."""
    return expand(function, deep=deep, fast=fast)


def shown(function: Callable[..., Any], deep: bool = False) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    return source[source.index("def ") :] + "\n\n" + ARROW + "\n\n" + text_of(function, deep)


def names(rule: Rule) -> str:
    return rule.function.__name__


def check_recorded(request: pytest.FixtureRequest, name: str, text: str) -> None:
    path = EXPANSIONS / f"{name}.txt"
    if request.config.getoption("--update-expansions"):
        path.write_text(text, "utf-8")

    assert path.read_text("utf-8") == text


WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def define(body: str, parameters: str = "", prelude: str = "", deep: bool = False) -> Any:
    """The ambiguous function f with this body."""
    head = f"{textwrap.dedent(prelude)}\n@ambiguous(deep={deep})\ndef f({parameters}):\n"
    return compile_program(head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n", WORDS)["f"]


def normal_form(body: str, parameters: str = "") -> str:
    """The body of a function in normal form."""
    return textwrap.dedent(expand(define(body, parameters), normal=True).partition("\n")[2]).rstrip()


def as_text(text: str) -> str:
    """A text in a test, without its indentation."""
    return textwrap.dedent(text).strip()
