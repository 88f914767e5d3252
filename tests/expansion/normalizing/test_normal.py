"""The normal form of statements: choices, guards, answers, and what holds them."""

import ast
import inspect
import warnings
from typing import Any

import pytest
from helpers import compile_program
from recorded import WORDS, as_text, define, normal_form

from ambsearch import ambiguous, expand
from ambsearch.expansion.normalizing.normal import normalize
from ambsearch.expansion.reading.source import Source

pytestmark = pytest.mark.usefixtures("no_other_module")

FORMS = {
    "'the docstring'\nyield [1]\nfail()\nreturn 2": """
        _ = yield [1]
        fail()
    """,
    "match (yield [1]):\n    case 1:\n        return 2": """
        chosen = yield [1]
        match chosen:
            case 1:
                return 2
    """,
    "match x:\n    case 1 if g.pop():\n        y = yield [1]": """
        which = None
        match x:
            case 1 if g.pop():
                which = 0
        if which == 0:
            y = yield [1]
    """,
    "return (yield amb(g(), 2))": """
        which = yield (0, 1)
        if which == 0:
            value = g()
            return value
        else:
            return 2
    """,
    "return (yield amb(*x))": "return (yield (*x,))",
    "require(g.pop())\nreturn g.pop()": """
        value = g.pop()
        require(value)
        value_2 = g.pop()
        return value_2
    """,
    "for x.y in g:\n    yield [1]": """
        items = turns(g)
        i = 0
        while i < len(items) or more(items, i):
            x.y = items[i]
            i = i + 1
            _ = yield [1]
    """,
    "assert (yield [1]), 2\nraise g((yield [1]))": """
        chosen = yield [1]
        assert chosen, 2
        chosen_2 = yield [1]
        raise g(chosen_2)
    """,
}


@pytest.mark.parametrize("body", FORMS)
def test_a_statement_in_normal_form(body: str) -> None:
    assert normal_form(body, "x, g") == as_text(FORMS[body])


def test_the_tree_of_the_user_is_left_as_it_is() -> None:
    f = define("a = [1, (yield (1, 2))]\na[0], a[1] = a\nfor x in a:\n    require((yield amb(x, f)))").__wrapped__
    source = Source.of(f)
    before = ast.dump(source.tree, include_attributes=True)
    normalize(source)

    assert ast.dump(Source.of(f).tree, include_attributes=True) == before


def test_the_parameters_are_printed_as_they_were_written() -> None:
    f = define("return (yield [a, b, c])", "a, /, b=1, *, c: int = 2")

    assert expand(f, normal=True).startswith("def f(a, /, b=1, *, c: int=2):\n")
    assert list(f(3)) == [3, 1, 2]
    assert "c" in inspect.signature(f).parameters


CLASSES = """
class Base:
    ready = None
    def full(self):
        return False
    def count(self):
        if self.full:
            self.found = 1
        return True
class Board(Base):
    def ready(self):
        return True
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("board.full", "board.full is not called, and a method is always true; write board.full(...)"),
        ("x and not board.full", "board.full is not called"),
        ("board.count()", "self.full is not called"),
        ("board.full()", None),
        ("board.full and board.full()", None),
        ("board.ready", None),
        ("board.found", None),
    ],
)
def test_a_method_that_an_if_does_not_call_is_warned_of(condition: str, told: str | None) -> None:
    program = (
        f"{CLASSES}@ambiguous\ndef f(board):\n    x = yield (1, 2)\n    if {condition}:\n        x += 1\n    return x\n"
    )
    space = compile_program(program, WORDS)
    board = space["Board"]()
    board.found = 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(space["f"](board))

    assert [str(warning.message)[: len(told or "")] for warning in caught] == ([told] if told else [])


@ambiguous
def parts(stack: list[int], total: int, *rest: int, last: int = 0) -> Any:
    if total == 0:
        return rest, last
    return (yield parts(stack, total - 1, *rest, stack.pop(), last=stack.pop()))


def test_a_search_that_is_given_what_changes_something_is_still_called_by_the_choice_itself() -> None:
    stack = [1, 2, 3, 4, 5]
    assert list(parts(stack, 2)) == [((5, 3), 2)]
    assert stack == [1, 2, 3, 4, 5]
    assert "yield from parts(" in expand(parts, fast=True)
