"""Changes that are recorded by a call: the answers, what is left afterwards, and what they are expanded to."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest
from recorded import Rule, Rules, check_recorded, names, shown

from ambsearch import ambiguous

RULES = Rules()
rule = RULES.rule


@rule([[5, 2], [6, 2]], lambda: (0,))
def item_under_a_key_that_may_be_a_slice(k):
    xs = [1, 2]
    x = yield (5, 6)
    xs[k] = x
    return list(xs)


@rule([{"a": 2}, {"a": 3}], lambda: ({"a": 1}, "a"))
def augmented_item_of_anything(a, k):
    x = yield (1, 2)
    a[k] += x
    return dict(a)


@rule([([1], {1: 2}), ([2], {2: 3})], lambda: ([1, 2], {1: 2, 2: 3}))
def item_popped_by_its_key(xs, d):
    x = yield (2, 1)
    d.pop(x)
    xs.pop(x - 1)
    return list(xs), dict(d)


@rule([({"a": 1, "b": 2}, {2, 3, 4}), ({"a": 2, "b": 2}, {2, 3, 4})], lambda: ({"a": 7}, {2}, {3, 4}))
def updated(d, s, more):
    d.update({"a": (yield (1, 2)), "b": 2})
    s.update(more)
    return dict(d), set(s)


@rule([[("n", 7), ("x", 1), ("y", 1)], [("n", 7), ("x", 2)]], lambda: (7,))
def variables_seen_at_once(n):
    x = yield (1, 2)
    if x == 1:
        y = x
    return [(name, value) for name, value in locals().items()]


@rule([2, 3], lambda: (SimpleNamespace(x=1),))
def augmented_attribute(o):
    n = yield (1, 2)
    o.x += n
    return o.x


@rule([{"a": 11}, {"a": 12}], lambda: ({"a": 1}, "a"))
def augmented_item_with_a_choice(a, k):
    a[k] += yield (10, 11)
    return dict(a)


@rule([11, 12], lambda: (SimpleNamespace(x=1),))
def augmented_attribute_with_a_choice(o):
    o.x += yield (10, 11)
    return o.x


@rule([False, False], lambda: (SimpleNamespace(x=1),))
def deleted_attribute(o):
    yield (1, 2)
    del o.x
    return hasattr(o, "x")


@rule([[2, 1], [2, 1]], lambda: ([1, 2],))
def reversed_in_place(xs):
    yield (1, 2)
    xs.reverse()
    return list(xs)


@rule([{2, 3}, {1, 3}], lambda: ({1, 2, 3},))
def augmented_set(s):
    s -= {(yield (1, 2))}
    return set(s)


@rule([(2, 2), (3, 3)])
def walrus_of_a_shared_variable():
    n = 0
    show = lambda: n  # noqa: E731
    x = yield (1, 2)
    return (n := x + 1), show()


@rule([(2, 1), (2, 2)])
def function_that_is_defined_again():
    x = yield (1, 2)

    def say():
        return 1

    tell = lambda: say()  # noqa: E731

    def say():  # noqa: F811
        return 2

    return tell(), x


@rule([[], [1]])
def variable_that_may_have_no_value():
    n = yield (0, 1)
    if n:
        last = n
    return [x + 1 for x in range(last)] if n else []


@rule([0, 3])
def variable_of_a_lambda_that_may_have_no_value():
    n = yield (0, 1)
    if n:
        last = 2
    tell = lambda: last  # noqa: E731
    if n:
        last += 1
    return tell() if n else 0


# the tests


pytestmark = pytest.mark.usefixtures("no_other_module")


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_recorded_change_gives_the_answers_and_is_taken_back(rule: Rule, deep: bool) -> None:
    args: tuple[Any, ...] = rule.args()
    before = copy.deepcopy(args)

    assert list(ambiguous(deep=deep)(rule.function)(*args)) == rule.answers
    assert args == before


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_recorded_change_gives_the_expansion(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))
