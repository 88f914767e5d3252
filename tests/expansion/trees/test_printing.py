"""Printing: the normal form in the words of the language, and every name that an expansion can show."""

import builtins
import re
from pathlib import Path

import pytest
from helpers import compile_program
from recorded import EXPANSIONS, HELPERS

import ambsearch
from ambsearch import ambiguous, expand, fail, require
from ambsearch.expansion.trees import nodes as ir

pytestmark = pytest.mark.usefixtures("no_other_module")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
RULES = Path(__file__).parents[3] / "docs" / "pages" / "reference" / "rules.md"
LINKED = {"Ambiguous", "choosing"}  # these stand in no text: linking puts them in afterwards
STEERED = {"whole_attempts"}  # in searches that are told where to go, which are not shown
NAMES = sorted(ir.HELPERS - vars(builtins).keys() - LINKED - STEERED)


def test_the_normal_form_has_each_choice_guard_and_answer_on_a_line_of_its_own() -> None:
    def pair(n):
        require((a := (yield range(n))) != 1)
        if a > 2:
            fail()
        return a, (yield [a])

    assert expand(pair, normal=True).splitlines() == [
        "def pair(n):",
        "    chosen = yield range(n)",
        "    require((a := chosen) != 1)",
        "    if a > 2:",
        "        fail()",
        "    chosen_2 = yield [a]",
        "    return (a, chosen_2)",
    ]


LOOPS = {
    "a prelude": "while (yield (0, 1)):\n    n += 1\n    require(n < 3)\nreturn n",
    "a prelude and an else": "while (yield (0, 1)):\n    n += 1\n    if n > 1:\n        break\nelse:\n    n += 10\nreturn n",
    "an else that leaves the loop around it": (
        "for i in range(2):\n    while (yield (0, 1)):\n        n += 1\n        if n > 1:\n            break\n"
        "    else:\n        break\n    n += 10\nreturn n"
    ),
    "a place with a choice": "a = [0, 0]\na[(yield (0, 1))] += yield (1, 2)\nreturn a[:]",
    "a choice in a try": "try:\n    n = 6 // (yield (0, 2))\nexcept ZeroDivisionError:\n    n = 1\nreturn n",
    "a shared variable": "show = lambda: n\nn += yield (1, 2)\nreturn show()",
}


@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS.keys())
def test_what_is_printed_is_a_function_with_the_same_answers(body: str) -> None:
    lines = ["@ambiguous", "def f(n):", *(f"    {line}" for line in body.splitlines())]
    f = compile_program("\n".join(lines) + "\n", WORDS)["f"]
    words = {**HELPERS, **WORDS}
    again = compile_program(f"@ambiguous\n{expand(f, normal=True)}", words)["f"]

    assert list(again(0)) == list(f(0))


def test_a_name_that_the_function_has_gives_the_helper_an_underscore() -> None:
    @ambiguous
    def f(undo, xs):
        yield undo
        del xs.first

    assert "undo_(trail)" in expand(f, fast=True)


def test_every_name_that_an_expansion_can_show_has_a_row_on_the_page_of_rules() -> None:
    table = RULES.read_text("utf-8").partition("## The names in an expansion")[2].partition("\n## ")[0]

    assert set(NAMES) <= set(re.findall(r"`(\w+)`", table))


def test_every_name_that_an_expansion_can_show_is_in_a_recorded_one() -> None:
    texts = [path.read_text("utf-8").partition("# is expanded to\n")[2] for path in EXPANSIONS.glob("*.txt")]
    shown = {word for text in texts for word in re.findall(r"\w+", text)}

    assert set(NAMES) <= shown


def test_every_recorded_expansion_is_of_a_rule() -> None:
    modules = [path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py")]
    rules = {name for module in modules for name in re.findall(r"^ *@rule\(.*?^ *def (\w+)\(", module, re.M | re.S)}

    assert {path.stem.removeprefix("deep_") for path in EXPANSIONS.glob("*.txt")} == rules
