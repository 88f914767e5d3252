"""Lifting: the choices of an expression as statements before it, in the order of evaluation."""

import pytest
from helpers import compile_program
from recorded import as_text, define, normal_form

from ambsearch import ambiguous, expand

pytestmark = pytest.mark.usefixtures("no_other_module")

FORMS = {
    "return f(g(), (yield [1]))": """
        value = g()
        chosen = yield [1]
        value_2 = f(value, chosen)
        return value_2
    """,
    "x = [a, (a := 2), (yield [1])]": """
        value = a
        value_2 = (a := 2)
        chosen = yield [1]
        x = [value, value_2, chosen]
        return None
    """,
    "return [*g(), (yield [1])]": """
        value = (*g(),)
        chosen = yield [1]
        return [*value, chosen]
    """,
    "return {g(): (yield [1])}": """
        value = g()
        chosen = yield [1]
        return {value: chosen}
    """,
    "return f'{g()}{(yield [1])}'": """
        text = f'{g()}'
        chosen = yield [1]
        return f'{text}{chosen}'
    """,
    "return a and (yield [1]) and b": """
        value = a
        if value:
            value = yield [1]
            if value:
                value = b
        return value
    """,
    "if a and b and (yield [1]):\n    c()": """
        if a:
            if b:
                chosen = yield [1]
                if chosen:
                    c()
    """,
    "return a < (yield [1]) < (yield [2])": """
        chosen = yield [1]
        value = a < (operand := chosen)
        if value:
            chosen_2 = yield [2]
            value = operand < chosen_2
        return value
    """,
    "return (yield (yield a))": """
        chosen = yield a
        return (yield chosen)
    """,
    "return a[(yield [0]):(yield [2])]": """
        chosen = yield [0]
        chosen_2 = yield [2]
        return a[chosen:chosen_2]
    """,
}


@pytest.mark.parametrize("body", FORMS)
def test_the_choices_of_an_expression_come_before_it(body: str) -> None:
    found = normal_form(body, "f, g, a, b")

    assert found == as_text(FORMS[body]).removesuffix("\nreturn None")


def test_operands_are_evaluated_once_and_in_the_order_of_python(deep: bool) -> None:
    log: list[str] = []

    def note(name: str) -> str:
        log.append(name)
        return name

    f = define("return note('a') + (yield [note('b')]) + note('c')", "note", deep=deep)
    assert f.__wrapped__ is not None
    search = iter(f(note))

    assert (next(search), log) == ("abc", ["a", "b", "c"])
    search.close()


def test_what_python_skips_is_not_chosen(deep: bool) -> None:
    f = define("return (yield [1, 2]) if c else (yield [3]), c and (yield [4, 5])", "c", deep=deep)

    assert list(f(1)) == [(1, 4), (1, 5), (2, 4), (2, 5)]
    assert list(f(0)) == [(3, 0)]


HAND = """
class Hand:
    def __init__(self):
        self.cards = []

    def take(self, card):
        self.cards.append(card)

@ambiguous
def search(cards, first=None):
    hand = Hand()
    (first or hand).take((yield cards))
    hand.take((yield cards))
    return list(hand.cards)
"""


def test_a_method_whose_argument_is_a_choice_is_called_as_a_method(deep: bool) -> None:
    search = compile_program(HAND.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})["search"]

    assert list(search("ab")) == [["a", "a"], ["a", "b"], ["b", "a"], ["b", "b"]]
    assert "twin_take[type(" in expand(search, fast=True)


def test_a_method_that_is_not_there_is_an_error_before_the_choice_in_its_argument(deep: bool) -> None:
    search = compile_program(HAND.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})["search"]

    with pytest.raises(AttributeError, match="'str' object has no attribute 'take'"):
        list(search((), first="no hand"))


TRUTH = """
class Coin:
    def __init__(self, side):
        self.side = side
        self.asked = 0

    def __bool__(self):
        self.asked += 1
        return self.side

@ambiguous
def search():
    coin = Coin((yield (True, False)))
    value = (coin and coin.asked < 9) and (yield (3, 4))
    once = coin.asked
    mixed = ((coin or 0) and (yield (5,))) or 7
    return once, value is coin, coin.asked, mixed
"""


def test_an_operand_inside_the_first_one_is_asked_once_whether_it_is_true(deep: bool) -> None:
    search = compile_program(TRUTH.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})[
        "search"
    ]

    assert list(search()) == [(1, False, 2, 5), (1, False, 2, 5), (1, True, 2, 7)]
