"""Calls and operators that may run a helper which changes something: the answers, and what they are expanded to."""

from __future__ import annotations

import sys
from collections import UserList
from functools import partial, wraps
from types import MethodType
from typing import Any

import pytest
from recorded import Rule, Rules, check_recorded, define, names, shown

from ambsearch import ambiguous, expand, require

RULES = Rules()
rule = RULES.rule
LOG: list[Any] = []


def note(value: Any) -> Any:
    """A helper that changes something."""
    LOG.append(value)
    return len(LOG)


def meet(value: int) -> None:
    """A helper that may end the branch."""
    require(value != 2)


class Noted:
    """An object each of whose methods changes something."""

    def __add__(self, other: Any) -> Any:
        return note("+")

    __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __matmul__ = __add__
    __lshift__ = __rshift__ = __or__ = __and__ = __xor__ = __add__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __getitem__ = __add__  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __setitem__(self, key: Any, value: Any) -> None:
        note(key)

    def __delitem__(self, key: Any) -> None:
        note(key)

    def __enter__(self) -> int:
        return note("in")

    def __exit__(self, *error: object) -> None:
        note("out")

    @property
    def size(self) -> int:
        return note("size")

    def put(self, value: Any) -> int:
        return note(value)


class More(Noted):
    def put(self, value: Any) -> int:
        return super().put(value)


@rule([(1, 2), (1, 2)])
def call_of_a_known_helper():
    x = yield (1, 2)
    return note(x), note(x)


@rule([(1, 1), (2, 1)])
def call_of_what_only_the_run_knows():
    f = yield [note]
    x = yield (1, 2)
    return x, f(x)


@rule([(1, 1), (2, 1)])
def call_of_what_a_variable_holds():
    f = yield [note]
    x = yield (1, 2)
    noted = f(x)
    return x, noted


@rule([(1, 1), (2, 1)])
def function_made_inside():
    x = yield (1, 2)

    @note
    def number(n=note(x)): ...  # noqa: B008

    return x, number - 1


@rule([([1, 2], [3, 1]), ([1, 2], [3, 2])])
def function_that_is_called_back():
    x = yield (1, 2)
    return list(map(note, [x, 3])), sorted([3, x], key=note)


@rule([(1, [1, 2]), (2, [1, 2])])
def function_that_is_called_back_later():
    x = yield (1, 2)
    noted = map(note, [x, 3])
    return x, list(noted)


@rule([1, 3])
def helper_that_may_end_the_branch():
    x = yield (1, 2, 3)
    meet(x)
    return x


@rule([(1, 2), (1, 2)], lambda: (More(),))
def call_of_a_method(o):
    x = yield (1, 2)
    return o.put(x), o.put(x)


@rule([1], lambda: (Noted(),))
def attribute_that_may_be_a_property(o):
    yield [0]
    return o.size


@rule([(1, 2)], lambda: (Noted(),))
def items_and_membership(o):
    yield [0]
    return o[1], 2 if 3 in o else 0


@rule([tuple(range(1, 14))], lambda: (Noted(),))
def operators(a):
    yield [0]
    b = a
    return (
        *(a + b, a - b, a * b, a / b, a // b, a % b, a**b),
        *(a << b, a >> b, a | b, a & b, a ^ b, a @ b),
    )


@rule([tuple(range(1, 7))], lambda: (Noted(),))
def comparisons(a):
    yield [0]
    b = a
    return a == b, a != b, a < b, a <= b, a > b, a >= b


@rule([1, 1], lambda: (Noted(),))
def with_a_manager_of_ones_own(o):
    x = yield (1, 2)
    with o as n:
        require(x)
    return n


@rule([[1, 1], [1, 2]])
def choice_inside_with():
    with Noted() as n:
        x = yield (1, 2)
    return [n, x]


@rule([2, "none"])
def choice_inside_try():
    try:
        x = yield (10 // y for y in (5, 0))
    except ZeroDivisionError:
        x = "none"
    return x


# the tests


pytestmark = pytest.mark.usefixtures("no_other_module")


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_what_runs_a_helper_gives_the_answers_and_takes_its_changes_back(rule: Rule, deep: bool) -> None:
    assert list(ambiguous(deep=deep)(rule.function)(*rule.args())) == rule.answers
    assert LOG == []


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_what_runs_a_helper_is_expanded_to_a_recorded_call(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))


class Pair:
    def __init__(self, left: int, right: int) -> None:
        self.left, self.right = left, right


def test_an_object_that_sets_two_attributes_of_its_own_at_once_is_made_as_it_is() -> None:
    @ambiguous
    def search() -> Any:
        x = yield (1, 2)
        return Pair(x, x)

    assert "yield Pair(x, x)" in expand(search, fast=True)


def test_a_choice_inside_try_is_expanded_for_deep_searches(request: pytest.FixtureRequest) -> None:
    check_recorded(request, "deep_choice_inside_try", shown(choice_inside_try.__wrapped__, deep=True))


READ = "class Read:\n    n = 0\n    {property}\n    def seen(self):\n        self.n += 1\n        return self.n\n"


@pytest.mark.parametrize("property, answers", [("", [(0, 0), (0, 0)]), ("@property", [(1, 1), (1, 1)])])
def test_an_attribute_of_any_name_is_recorded_only_where_a_property_changes_something(
    property: str, answers: list[Any]
) -> None:
    name = "seen" if property else "n"
    body = f"yield (1, 2)\nfound = getattr(o, '{name}'[:])\nreturn found, o.n"
    f = define(body, "o=Read()", prelude=READ.format(property=property))

    assert ("apply(trail, getattr" in expand(f, fast=True)) is bool(property)
    assert list(f()) == answers


def test_beside_a_step_of_an_iterator_what_is_visibly_none_is_gone_over_as_it_is() -> None:
    step = "def take(it, n):\n    return [next(it) for _ in range(n)]"
    body = "rows = []\nfor row in range(3):\n    c = yield range(3)\n    require(all(c != d for i, d in enumerate(rows)))\n"
    body += "    rows.append(c)\nreturn rows"
    assert expand(define(body, prelude=step), fast=True) == expand(define(body), fast=True)


STEPPING = "class Own:\n    n = 0\n    def __next__(self):\n        Own.n += 1\n    __iter__ = __getitem__ = __next__\n"
PLAIN = {
    "a generator expression": "all(x % d for d in range(2, x)), sum(d for d in range(x)), max(d for d in range(x))",
    "what a dict of one's own gives": "sorted(seen.values()), [k for k, v in seen.items()], max(seen.copy())",
    "a part of a list of one's own": "[n for n in found[1:]], max([1] * 3 + [2]), list(found[:])",
    "what text is split into": "list('a b'.split()), [c for c in ' '.join('ab')]",
}


@pytest.mark.parametrize("asked", PLAIN)
def test_beside_a_class_with_changing_steps_what_is_visibly_of_no_class_is_asked_nothing(asked: str) -> None:
    body = f"seen, found = {{1: 2}}, [1, 2]\nx = yield range(3)\nreturn {PLAIN[asked]}"
    assert expand(define(body, prelude=STEPPING), fast=True) == expand(define(body), fast=True)


STEPS = """
class Steps(Own):
    def __next__(self):
        Own.n += 1
        if Own.n > 2:
            raise StopIteration
        return Own.n
    def __iter__(self):
        return self
    values = items = __iter__
def make():
    return Steps()
"""
GIVEN = ["sum(o.values())", "any(o.values())", "sorted(o.items())", "set(o)", "list(map(str, o))", "list(zip(o, xs))"]


@pytest.mark.parametrize("asked", GIVEN)
def test_what_is_gone_over_beside_a_class_with_changing_steps_may_be_of_that_class_or_not(asked: str) -> None:
    f = define(f"x = yield (1, 2)\nreturn {asked}, Own.n", "o, xs=(3, 4)", prelude=STEPPING + STEPS)
    space = f.__wrapped__.__globals__
    plain: Any = {5: 6} if "o." in asked else [5, 6]

    assert list(f(plain)) == [(eval(asked, {"o": plain, "xs": (3, 4)}), 0)] * 2
    first, second = f(space["make"]())
    assert first == second and first[1] > 0
    assert space["Own"].n == 0


@pytest.mark.parametrize("start, sign", [("0", "+"), ("[]", "+"), ("'ab'", "*")])
def test_what_is_added_to_something_of_python_s_own_may_make_it_an_object_of_the_users(start: str, sign: str) -> None:
    prelude = "class Own:\n    n = 0\n    def __radd__(self, other):\n        return self\n    __rmul__ = __radd__\n"
    prelude += "    def __iter__(self):\n        Own.n += 1\n        return iter('ab')\ndef make():\n    return Own()"
    f = define(
        f"m = {start}\nm {sign}= make()\nx = yield (1, 2)\nfor y in m:\n    pass\nreturn x, Own.n", prelude=prelude
    )
    assert list(f()) == [(1, 1), (2, 1)]


def test_a_method_with_the_name_of_a_container_s_is_found_by_the_class_though_it_changes_nothing(deep: bool) -> None:
    prelude = "class Sea:\n    def __init__(self): self.ships = []\n    def clear(self, x): return x not in self.ships"
    f = define("x = yield (1, 2)\nreturn x, not sea.clear(x), sea.clear(3)", "sea", prelude, deep)
    sea = f.__wrapped__.__globals__["Sea"]()
    sea.ships.append(2)

    assert list(f(sea)) == [(1, False, True), (2, True, True)]
    assert "twin_clear[type(sea)](trail, sea, x)" in expand(f, fast=True)
    popped = define("x = yield (1, 2)\ny = sea.clear(x)\nreturn x, y", "sea", prelude, deep)
    assert list(popped(sea)) == [(1, True), (2, False)]
    assert "twin_clear[type(sea)](" in expand(popped, fast=True)
    assert list(define("x = yield (1, 2)\nreturn x, not xs.clear(), xs", "xs", prelude, deep)([3])) == [
        (1, True, []),
        (2, True, []),
    ]


def caller() -> str:
    return sys._getframe(1).f_code.co_name


def test_a_function_in_a_variable_that_changes_nothing_is_called_as_it_is() -> None:
    @ambiguous
    def asking(functions: Any) -> Any:
        function = yield functions
        told = function()
        return told

    assert list(asking([caller, lambda: caller()])) == ["asking", "<lambda>"]


def counted(function: Any) -> Any:
    """A decorator with a variable of its own for each function."""
    calls = 0

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        result = function(*args, **kwargs)
        return calls, result

    return wrapper


@counted
def put(xs: list[int], x: int = 7) -> int:
    xs.append(x)
    return len(xs)


@counted
def size(xs: list[int]) -> int:
    return len(xs)


def double(xs: list[int]) -> None:
    xs.extend(xs)


def break_off(xs: list[int]) -> None:
    xs.clear()
    raise KeyError("broken")


class Putter:
    def __init__(self, x: int) -> None:
        self.x = x

    def __call__(self, xs: list[int], *more: list[int]) -> None:
        for one in (xs, *more):
            one.append(self.x)
        self.x += 1

    def ask(self, xs: list[int]) -> int:
        return self.x

    def __eq__(self, other: object) -> bool:
        raise AssertionError("asked")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("deep", [False, True])
def test_what_is_called_from_a_table_is_taken_back_whatever_it_is(deep: bool) -> None:
    putter = Putter(5)
    table: dict[str, Any] = {"one's own": putter, "method": putter.__call__, "function": double, "none": len}
    table |= {"decorated": put, "part": partial(put, x=2), "class": list, "static": staticmethod(double)}
    table |= {"broken": break_off, "lambda": lambda xs: xs.pop(0)}
    shelf: Any = UserList()
    other = Putter(6)
    table |= {"library's method": shelf.append, "asking": putter.ask, "unhashable": MethodType(other, [0])}

    @ambiguous(deep=deep)
    def f(xs: list[int]) -> Any:
        first = yield table
        second = yield table
        for name in (first, second):
            try:
                table[name](xs)
            except KeyError:
                xs.append(-1)
        return first, second, xs, putter.x, len(shelf)

    def expected() -> Any:
        for first in table:
            for second in table:
                xs, putter.x, other.x = [1, 2], 5, 6
                shelf.clear()
                for name in (first, second):
                    try:
                        table[name](xs)
                    except KeyError:
                        xs.append(-1)
                yield first, second, xs, putter.x, len(shelf)

    xs = [1, 2]
    before = list(expected())
    putter.x, other.x = 5, 6
    shelf.clear()
    assert list(f(xs)) == before
    assert xs == [1, 2]
    assert (putter.x, other.x) == (5, 6) and not shelf


@pytest.mark.parametrize("deep", [False, True])
def test_a_method_that_is_called_from_a_list_is_the_one_that_its_object_gave(deep: bool) -> None:
    class Scale:
        def __init__(self, low: int) -> None:
            self.low, self.asked = low, 0

        def above(self, x: int) -> bool:
            return x > self.low

        def counted(self, x: int) -> bool:
            self.asked += 1
            return x != self.asked

    @ambiguous(deep=deep)
    def f(scale: Scale) -> Any:
        rules = [scale.above, scale.counted]
        x = yield (1, 2, 3)
        if x == 2:
            Scale.above = Scale.counted  # type: ignore[method-assign]
            rules.append(scale.above)
        told = [rule(x) for rule in rules]
        rule = rules[-1]
        last = rule(x)
        return told, last, scale.asked

    scale = Scale(1)
    above = Scale.above
    assert list(f(scale)) == [([False, False], True, 2), ([True, True, False], True, 3), ([True, True], True, 2)]
    assert Scale.above is above and scale.asked == 0


def test_a_function_of_a_module_that_has_variables_of_its_decorator_shares_them_in_a_search() -> None:
    @ambiguous
    def f(xs: list[int]) -> Any:
        yield (1, 2)
        asked = put(xs)
        told = size(xs)
        put(xs, x=3)
        return asked, told, xs

    (start, _), (sizes, _) = put([]), size([])
    assert list(f([])) == [((start + 1, 1), (sizes + 1, 1), [7, 3])] * 2
    assert put([])[0] == start + 1


def test_a_decorated_function_that_is_replaced_is_called_as_what_it_is_now() -> None:
    prelude = "def twice(f):\n    def inner(xs):\n        f(xs)\n        f(xs)\n    return inner\n"
    prelude += "@twice\ndef put(xs):\n    xs.append(1)\ndef other(xs):\n    xs.append(2)"
    f = define("x = yield (1, 2)\nput(xs)\nreturn x, len(xs)", "xs", prelude=prelude)
    space, xs = f.__wrapped__.__globals__, [0]

    assert list(f(xs)) == [(1, 3), (2, 3)]
    space["put"] = space["twice"](space["put"])
    assert list(f(xs)) == [(1, 5), (2, 5)]
    space["put"] = space["other"]
    assert list(f(xs)) == [(1, 2), (2, 2)]
    assert xs == [0]


def test_a_call_in_the_body_of_a_class_gives_it_no_attribute() -> None:
    @ambiguous
    def f(given: Any) -> Any:
        x = yield (1, 2)

        class Made:
            given(x)

        return [name for name in vars(Made) if not name.startswith("__")]

    assert list(f(note)) == [[], []]
    assert LOG == []


COUNTING = """
read = []
def count(self):
    read.append(1)
    return len(read)
class Counting:
    n = property(count)
class Place:
    n = property(lambda self: 7)
class Late(Place): pass
class Broken:
    @property
    def n(self):
        raise AttributeError("none")
    def __getattr__(self, name):
        read.append(2)
        return name
"""


@pytest.mark.parametrize("deep", [False, True])
def test_a_property_that_a_branch_gives_to_a_class_is_read_as_it_is_in_that_branch(deep: bool) -> None:
    body = "first = o.n\nx = yield (1, 2, 3)\nif x == 2: type(o).n = Counting.n\ntold = o.n, o.n\nreturn first, told, len(read)"
    f = define(body, "o", prelude=COUNTING, deep=deep)
    space = f.__wrapped__.__globals__

    for name in ("Place", "Late"):
        cls = space[name]
        before = cls.__dict__.get("n")
        assert list(f(cls())) == [(7, (7, 7), 0), (7, (1, 2), 2), (7, (7, 7), 0)]
        assert cls.__dict__.get("n") is before
    assert list(f(space["Broken"]()))[0] == ("n", ("n", "n"), 3)
    assert space["read"] == []
