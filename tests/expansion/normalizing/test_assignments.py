"""Assignments in normal form: each changes one place, once its operands are evaluated."""

import pytest
from recorded import as_text, define, normal_form

pytestmark = pytest.mark.usefixtures("no_other_module")

FORMS = {
    "a[0] = b = yield [1]": """
        value = yield [1]
        a[0] = value
        b = value
    """,
    "a[0], *b = yield [(1, 2)]": """
        item, *item_2 = yield [(1, 2)]
        a[0] = item
        b = item_2
    """,
    "a[(yield [0])] = g()": """
        value = g()
        key = yield [0]
        a[key] = value
    """,
    "a[g()] += yield [1]": """
        key = g()
        item = a[key]
        chosen = yield [1]
        item += chosen
        a[key] = item
    """,
    "b = 1\nb += yield [1]": """
        b = 1
        chosen = yield [1]
        b += chosen
    """,
    "a.append(g.pop())": """
        value = g.pop()
        a.append(value)
    """,
    "one, other = a.popleft()": """
        value = a.popleft()
        one, other = value
    """,
    "one, other = a.pop(), a.pop()": """
        value = a.pop()
        value_2 = a.pop()
        one, other = (value, value_2)
    """,
    "b = a[g.pop()] == [g.pop(), -g.pop()]": """
        value = g.pop()
        value_2 = a[value]
        value_3 = g.pop()
        value_4 = g.pop()
        b = value_2 == [value_3, -value_4]
    """,
    "b = 1\nb += (a.pop() + a[0]) * 2 - a.pop()": """
        b = 1
        value = a.pop()
        value_2 = (value + a[0]) * 2
        value_3 = a.pop()
        b += value_2 - value_3
    """,
    "b = g(a) - a.pop() + g(a.clear())": """
        value = g(a)
        value_2 = a.pop()
        b = value - value_2 + g(a.clear())
    """,
    "b = a[0] + g(a.clear())": "b = a[0] + g(a.clear())",
    "x: int = yield [1]\ny: int": "x = yield [1]",
    "del a[(yield [0])]": """
        key = yield [0]
        del a[key]
    """,
}


@pytest.mark.parametrize("body", FORMS)
def test_an_assignment_changes_one_place_once_its_operands_are_evaluated(body: str) -> None:
    assert normal_form(body, "a, g") == as_text(FORMS[body])


def test_a_place_is_evaluated_once(deep: bool) -> None:
    keys: list[int] = []

    def key() -> int:
        keys.append(0)
        return 0

    a = [1]
    search = iter(define("a[key()] += yield (5, 6)\nreturn a[0]", "a, key", deep=deep)(a, key))

    assert (next(search), next(search), len(keys)) == (6, 7, 1)
    search.close()
    assert (a, keys) == ([1], [])


def test_two_items_change_places_and_change_back(deep: bool) -> None:
    a = [1, 2, 3]

    assert list(define("i = yield (1, 2)\na[0], a[i] = a[i], a[0]\nreturn list(a)", "a", deep=deep)(a)) == [
        [2, 1, 3],
        [3, 2, 1],
    ]
    assert a == [1, 2, 3]


@pytest.mark.parametrize("target", ["a[0], (b, c)", "a[0], (a[1], c)"])
def test_what_is_assigned_before_an_unpacking_inside_fails_is_assigned(target: str, deep: bool) -> None:
    body = f"try:\n    v = yield ((1, (2, 3)), (4, (5,)))\n    {target} = v\nexcept ValueError:\n    pass\nreturn a[0]"
    a = [0, 0]

    assert (list(define(body, "a", deep=deep)(a)), a) == ([1, 4], [0, 0])


@pytest.mark.parametrize("target", ["a, b", "[a, *b]", "(a, b)"])
def test_the_variables_that_a_permanent_value_is_unpacked_into_are_all_kept(target: str, deep: bool) -> None:
    body = f"a, b = 0, [0]\nyield (1, 2, 3)\n{target} = permanent((a + 1, (*b, a)))\nreturn a, len(str(b))"

    found = list(define(body, "", deep=deep)())
    assert [a for a, _ in found] == [1, 2, 3]
    assert len({length for _, length in found}) == 3


def test_global_variables_that_a_permanent_value_is_unpacked_into_are_kept(deep: bool) -> None:
    body = "global tried, last\nx = yield (1, 2)\ntried, last = permanent((tried + 1, x))\nreturn tried"

    assert list(define(body, "", prelude="tried, last = 0, None", deep=deep)()) == [1, 2]
