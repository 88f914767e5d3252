"""Direct changes: their inverse stands right after the rest, where the variable visibly is a container."""

import gc
import inspect
from typing import Any

import pytest
from helpers import PUBLIC, compile_program
from recorded import define

from ambsearch import ambiguous, expand

pytestmark = pytest.mark.usefixtures("no_other_module")

CHANGES = {
    ("[]", "a.append(x)"): "a.pop()",
    ("[1]", "a.pop()"): "a.append(item)",
    ("deque()", "a.appendleft(x)"): "a.popleft()",
    ("deque([1])", "a.popleft()"): "a.appendleft(item)",
    ("set()", "a.add(x)"): "a.discard(x)",
    ("{1, 2}", "a.discard(1)"): "a.add(back)",
    ("{1: 2}", "a[1] = x"): "a[1] = old",
    ("[1]", "a[0] = x"): "a[0] = old",
}


@pytest.mark.parametrize(("made", "change"), CHANGES)
def test_a_change_of_what_visibly_is_a_container_is_taken_back_directly(made: str, change: str, deep: bool) -> None:
    body = (
        f"a = {made}\nbefore = a.copy()\nx = yield (1, 2)\nsame = a == before\n{change}\nreturn same, a != before or x"
    )
    f = define(body, prelude="from collections import deque", deep=deep)
    last = [line.strip() for line in expand(f, fast=True).splitlines()].index("finally:") + 1

    assert CHANGES[made, change] in "\n".join(expand(f, fast=True).splitlines()[last:])
    assert "undo(" not in expand(f, fast=True)
    assert [same for same, _ in f()] == [True, True]  # the second branch found it as the first one did


def test_of_a_parameter_only_the_run_tells() -> None:
    assert "type(a) is list" in expand(define("x = yield (1, 2)\na.append(x)", "a"), fast=True)


def test_a_container_that_is_changed_permanently_too_is_looked_at() -> None:
    body = "a = []\nx = yield (1, 2)\na.append(x)\npermanent(a.append(0))\nreturn list(a)"

    assert "a.pop()" not in expand(define(body), fast=True)
    assert list(define(body)()) == [[1, 0], [0, 2, 0]]


MACHINE = """
class Machine:
    load = 0
    def __setattr__(self, name, value):
        require(value < 4)
        if value == 3:
            object.__setattr__(self, "full", True)
        object.__setattr__(self, name, value)
class Plain:
    load = 1
"""


def test_a_change_that_may_end_the_branch_is_taken_back_directly_too(deep: bool) -> None:
    body = "m.load += (yield (1, 2, 5))\nm.load += (yield (1, 2, 5))\nreturn m.load, sorted(vars(m))"
    f = define(body, "m", prelude=MACHINE, deep=deep)
    machine, plain = (f.__wrapped__.__globals__[name]() for name in ("Machine", "Plain"))

    assert list(f(machine)) == [(2, ["load"]), (3, ["full", "load"]), (3, ["full", "load"])]
    assert [load for load, _ in f(plain)] == [3, 4, 7, 4, 5, 8, 7, 8, 11]
    assert (vars(machine), vars(plain)) == ({}, {})
    assert "trail" not in expand(f, fast=True)


KNOWN_OWNERS = {
    "left = {1: 'a', 2: 'b'}\ndel left[x]": "put_among(left, x, ",
    "left = [1, 2, 3]\nleft.insert(x, 4)": "< len(left)",
    "left = {3, 4}\nleft.update({x})": "left.difference_update(",
}


@pytest.mark.parametrize("change", KNOWN_OWNERS)
def test_what_is_visibly_a_container_is_not_asked_whether_it_is_another(change: str, deep: bool) -> None:
    begin, change_itself = change.split("\n")
    f = define(f"{begin}\nx = yield (1, 2)\n{change_itself}\nreturn len(left)", "", deep=deep)

    assert len(set(f())) == 1
    assert KNOWN_OWNERS[change] in expand(f, fast=True)
    assert "type(left) is" not in expand(f, fast=True)


def test_a_list_that_visibly_is_one_is_shortened_again_after_an_extension_by_a_list(deep: bool) -> None:
    body = "xs = ys = [0]\nx = yield (1, 2)\nxs += [x, x]\nlast = len(ys)\nxs = [5]\ny = yield (3, 4)\nreturn x, y, last, xs, ys"
    f = define(body, "", deep=deep)

    assert list(f()) == [(x, y, 3, [5], [0, x, x]) for x in (1, 2) for y in (3, 4)]


ROBOT = """
class Robot:
    def __init__(self):
        self.told = {}
    def __setitem__(self, place, what):
        self.told[place] = what
        self.told["last"] = what
@ambiguous
def f():
    robot = Robot()
    x = yield (1, 2)
    robot[x] = "a"
    return sorted(map(str, robot.told))
"""


def test_an_object_that_visibly_is_of_a_users_class_is_not_asked_whether_it_is_a_container() -> None:
    f = compile_program(ROBOT, dict(PUBLIC))["f"]

    assert list(f()) == [["1", "last"], ["2", "last"]]
    assert "twin___setitem__[" in expand(f, fast=True)
    assert "is list" not in expand(f, fast=True)


PLACES = {"range(3)": True, "range(1, 3)": True, "range(-2, 2)": False, "(0, 2, -1)": False, "range(2, -2, -1)": False}


@pytest.mark.parametrize("places", PLACES)
def test_an_item_is_put_back_at_its_place_which_is_asked_for_unless_it_was_chosen_from_a_range_from_0_on(
    places: str, deep: bool
) -> None:
    body = f"xs = [*'abcd']\ni = yield {places}\nx = xs.pop(i)\ny = yield xs\nreturn x, y, ''.join(xs)"
    f = define(body, "", deep=deep)

    taken = [([*"abcd"].pop(i), i) for i in eval(places)]
    rests = [(x, "".join(c for c in "abcd" if c != x)) for x, _ in taken]
    assert list(f()) == [(x, y, rest) for x, rest in rests for y in rest]
    assert ("xs.insert(i, " in expand(f, fast=True)) is PLACES[places]


def test_a_place_that_is_counted_down_or_assigned_again_is_asked_for() -> None:
    body = "xs = [*'abcd']\ni = yield range(3)\ni -= 1\nxs.pop(i)\ni = yield range(2)\nreturn ''.join(xs), i"

    assert list(define(body, "")()) == [(rest, i) for rest in ("abc", "bcd", "acd") for i in (0, 1)]


def gone_over(search: Any) -> type:
    """The kind of what the inner loop of a search goes over: it stands last; from Python 3.15 on itself, without an iterator."""
    parts = gc.get_referents(search)
    inner = [part for part in parts if inspect.isgenerator(part)]
    if inner:
        return gone_over(inner[-1])
    return type(parts[-1].__reduce__()[1][0] if hasattr(parts[-1], "__next__") else parts[-1])


OWN_LISTS = {
    "xs = [1, 2, 3]": list,
    "xs = list(given)": list,
    "xs = given": tuple,
    "xs = [1, 2]; given.append(xs)": tuple,
    "xs = [1, 2]; keep = lambda: xs": tuple,
}


@pytest.mark.parametrize("beginning", OWN_LISTS)
def test_a_choice_from_a_list_is_from_a_copy_unless_only_the_search_has_it(beginning: str) -> None:
    body = f"@ambiguous\ndef f(given):\n    {beginning}\n    x = yield xs\n    return x"
    search = iter(compile_program(body, dict(PUBLIC))["f"]([1, 2, 3]))

    assert next(search) == 1
    assert gone_over(search) is OWN_LISTS[beginning]


def test_a_choice_from_a_list_of_its_own_goes_on_though_branches_change_it(deep: bool) -> None:
    body = """
def f():
    xs = [1, 2, 3]
    x = yield xs
    xs.remove(x)
    y = yield xs
    xs.insert(0, y)
    z = yield xs
    return x, y, z
"""
    rests = [(x, [n for n in (1, 2, 3) if n != x]) for x in (1, 2, 3)]
    expected = [(x, y, z) for x, rest in rests for y in rest for z in [y, *rest]]

    assert list(ambiguous(deep=deep)(compile_program(body, dict(PUBLIC))["f"])()) == expected


@pytest.mark.parametrize("operator", ["|=", "-=", "&=", "^="])
def test_a_set_is_undone_in_place_also_if_a_place_holds_what_it_takes(operator: str, deep: bool) -> None:
    kept = [set("bd"), frozenset("ce"), dict.fromkeys("af").keys(), {1}]

    def changed(other: Any) -> Any:
        space = {"s": (before := set("abc")), "other": other}
        exec(f"s {operator} other", space)
        return set("abc"), space["s"], space["s"] is before

    body = f"s = set('abc')\nold = s\nx = yield range(4)\nbefore = set(old)\ns {operator} kept[x]\nreturn before, s, s is old"
    f = define(body, "kept", deep=deep)

    assert list(f(kept)) == list(map(changed, kept))
    assert "type(operand) is set" in expand(f, fast=True)
