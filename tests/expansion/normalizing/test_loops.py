"""A loop with a choice in it goes through its turns as Python's own loop does.

Each program chooses from single items only, so it has one branch, and Python itself can run it: the plain generator,
sent the only item at each choice. What it returns, notes and changes must be the same.
"""

from __future__ import annotations

import copy
import itertools
import textwrap
from array import array
from collections import UserList, deque
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns, compile_program

import ambsearch
from ambsearch import ambiguous

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
UNEXPANDED = {"ambiguous": lambda f: f, "permanent": lambda v: v, "amb": lambda *v: v}
WORLD: dict[str, Any] = {"xs": [1, 2, 3], "d": {"a": 1, "b": 2}, "s": "abc"}
NOTED: list[Any] = []
MANY = 100  # answers; more are not looked at

LOOPS = {
    "a list": "for x in xs:\n    note(x)\n    yield (0,)",
    "a list that grows": "for x in xs:\n    note(x)\n    yield (0,)\n    if len(xs) < 6:\n        xs.append(x * 10)",
    "a list that shrinks": "for x in xs:\n    note(x)\n    yield (0,)\n    xs.pop()",
    "a list that is changed in front": "for x in xs:\n    note(x)\n    yield (0,)\n    if len(xs) < 5:\n        xs.insert(0, 9)",
    "a list that is rebound": "for x in xs:\n    note(x)\n    yield (0,)\n    xs = []\nnote(xs)",
    "a list that is replaced": "for x in xs:\n    note(x)\n    yield (0,)\n    xs[:] = [x, x + 1]",
    "a string": "for x in s:\n    note(x)\n    yield (0,)",
    "a dictionary": "for x in d:\n    note(x)\n    d[x] = yield (7,)",
    "the items of a dictionary": "for k, v in d.items():\n    note((k, v))\n    yield (0,)",
    "the values of a dictionary": "for v in d.values():\n    note(v)\n    yield (0,)",
    "a set": "for x in {5}:\n    note(x)\n    yield (0,)",
    "a generator": "for x in (note(y) for y in s):\n    note(x * 2)\n    yield (0,)",
    "an iterator": "it = iter(xs)\nfor x in it:\n    note(x)\n    yield (0,)",
    "range": "for x in range(3):\n    note(x)\n    yield (0,)\nnote(x)",
    "range with a start": "for x in range(2, 5):\n    note(x)\n    yield (0,)\nnote(x)",
    "range with a step": "for x in range(10, 0, -3):\n    note(x)\n    yield (0,)",
    "range with a star": "for x in range(*(1, 3)):\n    note(x)\n    yield (0,)",
    "range that is empty": "for x in range(3, 1):\n    note(x)\n    yield (0,)\nnote(x)",
    "range with a choice in it": "for x in range((yield (3,))):\n    note(x)\n    yield (0,)",
    "range whose variable is rebound": "for x in range(3):\n    note(x)\n    x = yield (50,)\n    note(x)",
    "range whose stop is rebound": "n = 2\nfor x in range(n):\n    n = yield (9,)\n    note((x, n))",
    "enumerate": "for i, x in enumerate(xs):\n    note((i, x))\n    yield (0,)",
    "enumerate from": "for i, x in enumerate(xs, 5):\n    note((i, x))\n    yield (0,)",
    "enumerate from by name": "for i, x in enumerate(xs, start=5):\n    note((i, x))\n    yield (0,)",
    "enumerate of a list that grows": "for i, x in enumerate(xs):\n    note((i, x))\n    yield (0,)\n    if i < 4:\n        xs.append(i)",
    "zip": "for a, b in zip(xs, s):\n    note((a, b))\n    yield (0,)",
    "zip of different lengths": "for a, b in zip(xs, 'zy'):\n    note((a, b))\n    yield (0,)",
    "zip of a generator and a list": "g = (note(k) for k in range(9))\nfor a, b in zip(g, xs):\n    yield (0,)\n    note((a, b))",
    "zip, strict": "for a, b in zip(xs, 'zy', strict=True):\n    note((a, b))\n    yield (0,)",
    "zip of one": "for a in zip(xs):\n    note(a)\n    yield (0,)",
    "zip of one, unpacked": "for (a,) in zip(xs):\n    note(a)\n    yield (0,)",
    "zip that is not as long as it must be": "for a in zip(xs, 'abcd', range(3), strict=True):\n    note(a)\n    yield (0,)",
    "zip of three, the last too short": "for a in zip(xs, s, 'zy', strict=True):\n    note(a)\n    yield (0,)",
    "zip of nothing, strictly": "for a in zip(strict=True):\n    note(a)\n    yield (0,)",
    "enumerate of a generator": "for i, x in enumerate(note(y) for y in s):\n    note((i, x))\n    yield (0,)",
    "enumerate all by name": "for i, x in enumerate(start=4, iterable=xs):\n    note((i, x))\n    yield (0,)",
    "enumerate from a letter": "for i, x in enumerate(xs, start='a'):\n    note((i, x))\n    yield (0,)",
    "zip of nothing": "for a in zip():\n    note(a)\n    yield (0,)",
    "zip of a star": "for a in zip(*[xs, s]):\n    note(a)\n    yield (0,)",
    "zip of the same iterator twice": "it = iter(range(6))\nfor a in zip(it, it):\n    note(a)\n    yield (0,)",
    "reversed": "for x in reversed(xs):\n    note(x)\n    yield (0,)",
    "reversed of a list that grows": "for x in reversed(xs):\n    note(x)\n    yield (0,)\n    xs.append(0)",
    "reversed of a list that shrinks": "for x in reversed(xs):\n    note(x)\n    yield (0,)\n    xs.clear()",
    "reversed of a dictionary": "for x in reversed(d):\n    note(x)\n    yield (0,)",
    "reversed of a string": "for x in reversed(s):\n    note(x)\n    yield (0,)",
    "enumerate of zip of reversed": "for i, (a, b) in enumerate(zip(reversed(xs), s)):\n    note((i, a, b))\n    yield (0,)",
    "reversed of a list of enumerate": "for i, x in reversed(list(enumerate(xs))):\n    note((i, x))\n    yield (0,)",
    "map and filter": "for x in map(str, filter(None, [0, 1, 2])):\n    note(x)\n    yield (0,)",
    "sorted": "for x in sorted(xs, reverse=True):\n    note(x)\n    yield (0,)\n    xs.append(x)",
    "targets that are unpacked": "for a, (b, *c) in [(1, (2, 3, 4)), (5, (6,))]:\n    note((a, b, c))\n    yield (0,)",
    "a target that is an item": "for xs[0] in (7, 8):\n    note(list(xs))\n    yield (0,)",
    "a target that is an item, without a choice": "yield (0,)\nfor xs[0] in (7, 8):\n    note(list(xs))",
    "a variable after the loop": "for x in xs:\n    yield (0,)\nnote(x)",
    "a variable that is bound in the loop": "y = 0\nfor x in xs:\n    y = y + (yield (x,))\nnote(y)",
    "no turn": "for x in []:\n    yield (0,)\nelse:\n    note('else')",
    "break": "for x in xs:\n    yield (0,)\n    if x == 2:\n        break\nelse:\n    note('else')\nnote(x)",
    "no break": "for x in xs:\n    yield (0,)\n    if x == 9:\n        break\nelse:\n    note('else')\nnote(x)",
    "continue": "for x in xs:\n    if x == 2:\n        continue\n    yield (0,)\n    note(x)",
    "continue at last": "for x in xs:\n    yield (0,)\n    note(x)\n    continue\nnote('end')",
    "a choice in else": "for x in xs:\n    note(x)\nelse:\n    note((yield (5,)))\nnote(x)",
    "a choice in else behind a break": "for x in xs:\n    if x == 2:\n        break\nelse:\n    note((yield (5,)))\nnote(x)",
    "break out of the inner loop only": "for x in xs:\n    for y in s:\n        yield (0,)\n        note((x, y))\n        if y == 'b':\n            break\n    else:\n        note('never')",
    "break in the else of the inner loop": "for x in xs:\n    for y in s:\n        yield (0,)\n    else:\n        note(x)\n        break\nelse:\n    note('never')",
    "continue in the else of the inner loop": "for x in xs:\n    for y in s:\n        yield (0,)\n    else:\n        continue\n    note('never')\nelse:\n    note('else')",
    "continue in the else of a plain inner loop": "for x in xs:\n    for y in s:\n        if x == 2:\n            break\n    else:\n        continue\n    yield (0,)\n    note(x)",
    "a return in the loop": "for x in xs:\n    yield (0,)\n    if x == 2:\n        return x",
    "a plain loop inside": "for x in xs:\n    for y in s:\n        if y == 'b':\n            continue\n        note((x, y))\n    yield (0,)",
    "a loop of choices inside a plain if": "if xs:\n    for x in xs:\n        yield (0,)\n    note(x)\nnote('end')",
    "three loops": "for x in xs:\n    for y in s:\n        for z in (1, 2):\n            yield (0,)\n            if z == 1:\n                continue\n            if y == 'b':\n                break\n            note((x, y, z))",
    "while": "n = 3\nwhile n:\n    n -= yield (1,)\n    note(n)",
    "while with a choice in the test": "n = 0\nwhile n < (yield (3,)):\n    n += 1\n    note(n)\nelse:\n    note('else')",
    "while true": "n = 0\nwhile True:\n    n += yield (1,)\n    if n == 3:\n        break\nnote(n)",
    "while with a walrus": "n = 3\nwhile (k := n - 1):\n    n -= yield (1,)\n    note(k)\nnote(k)",
    "while with an effect in the test": "while xs.pop() > 1:\n    note(xs)\n    yield (0,)\nnote(xs)",
    "while with break and else": "n = 3\nwhile n:\n    n -= yield (1,)\n    if n == 1:\n        break\nelse:\n    note('never')\nnote(n)",
    "while with continue": "n = 3\nwhile n:\n    n -= yield (1,)\n    if n == 1:\n        continue\n    note(n)",
    "while false": "while False:\n    yield (0,)\nelse:\n    note('else')",
    "an iterator that is read inside": "it = iter(range(6))\nfor x in it:\n    note(x)\n    yield (0,)\n    note(next(it))",
    "a loop over what a choice gives": "for x in (yield ([4, 5],)):\n    note(x)\n    yield (0,)",
    "an exception in the second turn": "for x in [1, 0]:\n    note(x)\n    yield (0,)\n    note(1 // x)",
    "an exception of the iterable": "for x in 5:\n    yield (0,)",
    "an exception when unpacking": "for a, b in [(1, 2), (3,)]:\n    note((a, b))\n    yield (0,)",
    "a comprehension in the loop": "for x in xs:\n    k = yield (2,)\n    note([y * k for y in range(x)])",
    "a lambda in the loop": "for x in xs:\n    k = yield (2,)\n    note(sorted(xs, key=lambda y: -y * k * x))",
    "with and try in the loop": "import contextlib\nfor x in xs:\n    k = yield (x - 2,)\n    with contextlib.suppress(ZeroDivisionError):\n        note(1 // k)\n    try:\n        note(k[0])\n    except TypeError as e:\n        note(str(e))",
    "match in the loop": "for x in xs:\n    match x:\n        case 1:\n            continue\n        case 2:\n            note((yield (8,)))\n        case n if n > 5:\n            break\n        case _:\n            note('other')\n    note(x)",
    "assert in the loop": "for x in xs:\n    yield (0,)\n    assert x < 3, x\n    note(x)",
}


def program(body: str) -> str:
    parameters = ", ".join(["note", *WORLD])
    inner = textwrap.indent(f"x = None\n{body}", "    ")
    return f"@ambiguous\ndef f({parameters}):\n{inner}\n    return xs, d, s\n"


def python_runs(source: str) -> tuple[list[Any], list[Any]]:
    """What the plain program gives, an exception counting as an answer, and what it notes."""
    NOTED.clear()
    running = compile_program(source, UNEXPANDED)["f"](note, **copy.deepcopy(WORLD))
    try:
        (item,) = next(running)
        while True:
            (item,) = running.send(item)
    except StopIteration as stop:
        return [stop.value], NOTED[:]
    except Exception as error:
        return [type(error), str(error)], NOTED[:]


def the_search_runs(source: str, world: dict[str, Any], deep: bool) -> tuple[list[Any], list[Any]]:
    NOTED.clear()
    space = compile_program(source.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    try:
        return space["f"](note, **world).take(MANY), NOTED[:]
    except Exception as error:
        return [type(error), str(error)], NOTED[:]


@ambsearch.permanent  # once: whatever is marked later makes all expansions anew
def note(value: Any) -> Any:
    NOTED.append(copy.deepcopy(value))
    return value


# each loop is met in both emissions: two branches around it in one, a single branch and branches in it in the other
IN_TURN = by_turns(LOOPS)
IN_THE_OTHER = [(name, not deep) for name, deep in IN_TURN]


@pytest.mark.parametrize(("name", "deep"), IN_THE_OTHER)
def test_a_loop_goes_as_in_python(name: str, deep: bool) -> None:
    source, world = program(LOOPS[name]), copy.deepcopy(WORLD)

    assert the_search_runs(source, world, deep) == python_runs(source)
    assert world == WORLD


@pytest.mark.parametrize(("name", "deep"), IN_TURN)
def test_a_second_branch_finds_the_loop_as_the_first_did(name: str, deep: bool) -> None:
    answers, noted = python_runs(program(LOOPS[name]))
    if isinstance(answers[0], type):
        pytest.skip("it ends with an exception")
    twice, world = program("yield (1, 2)\n" + LOOPS[name]), copy.deepcopy(WORLD)

    assert the_search_runs(twice, world, deep) == (answers * 2, noted * 2)
    assert world == WORLD


@pytest.mark.parametrize(("name", "deep"), IN_THE_OTHER)
def test_branches_inside_the_loop_find_it_as_python_does(name: str, deep: bool) -> None:
    """Each choice offers its item twice, so every branch must give the same answer."""
    doubled = LOOPS[name].replace(",))", ",) * 2)").replace("yield (0,)", "yield (0, 0)")
    answers, _ = python_runs(program(LOOPS[name]))
    if isinstance(answers[0], type) or "iter(" in LOOPS[name] or "for y in s)" in LOOPS[name]:
        pytest.skip("an exception, or an iterator that the program itself holds and reads")
    world = copy.deepcopy(WORLD)
    found, _ = the_search_runs(program(doubled), world, deep)

    assert found == answers * len(found)
    assert world == WORLD


# what is gone over while the branches change it; zip of one, and by keyword
LIVE = [
    "enumerate(ys, start=1)",
    "zip(ys)",
    "zip(enumerate(ys, 3))",
    "enumerate(zip(xs, enumerate(ys)), start=2)",
    "zip(enumerate(zip(ys)), xs)",
    "zip(xs, ys, strict=True)",
    "zip(ys, strict=len(xs) > 0)",
    "zip(xs, enumerate(ys, start=1), strict=False)",
    "reversed(d.items())",
    "zip(reversed(d.values()), reversed(ys))",
    "reversed(reversing)",
]
GOING = """
class Reversing(list):
    def __reversed__(self):
        return iter(self[1:])
xs, ys, d, reversing = [1, 2, 3], list("abc"), {"a": 1, "b": 2, "c": 3}, Reversing("xyz")
@ambiguous
def f():
    out = []
    try:
        for t in FORM:
            out.append(t)
            require(len(out) < 4)
            k = yield (0, 1) if ys[1] == "Q" else (0, 1, 2)
            if k == 1:
                ys[2] += "!"
                ys[0] += "?"
                d["c"] += 7
                d["a"] -= 3
            if k == 2:
                ys[1:2] = ["Q", "R"]
    except ValueError as error:
        out.append(str(error))
    return out
"""


@pytest.mark.parametrize(("form", "deep"), by_turns(LIVE))
def test_each_branch_goes_over_what_there_is_now(form: str, deep: bool) -> None:
    check(Program(GOING.replace("FORM", form), frozenset()), "deep" if deep else "plain")


class Listed(list[str]):
    def __getitem__(self, i: Any) -> Any:
        return "own"

    def __len__(self) -> int:
        return 1


class Keyed(dict[str, int]):
    def __getitem__(self, key: str) -> Any:
        return "own"

    def __len__(self) -> int:
        return 1


class Queued(deque[str]):
    def __getitem__(self, i: Any) -> Any:
        return "own"

    def __len__(self) -> int:
        return 1


def test_a_loop_over_a_container_asks_no_method_that_python_does_not_ask(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search(xs):  # type: ignore[no-untyped-def]
        found = []
        for x in xs:
            found.append(x)
            yield (0,)
        for x in reversed(xs):
            found.append(x)
            yield (0,)
        return found

    keyed = Keyed(a=1, b=2)
    for items in (Listed("ab"), keyed, keyed.items(), keyed.values(), Queued("ab")):
        assert list(search(items)) == [[*(x for x in items), *reversed(items)]]


def test_what_zip_gives_cannot_be_reversed(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search():  # type: ignore[no-untyped-def]
        for pair in reversed(zip([1], [2])):  # type: ignore[call-overload]
            x = yield pair
            return x

    with pytest.raises(TypeError, match="'zip' object is not reversible"):
        list(search())


class Noting:
    def __init__(self) -> None:
        self.log: list[object] = []

    def __enter__(self) -> list[object]:
        return self.log

    def __exit__(self, *error: object) -> None:
        self.log.append("out")


def test_a_next_turn_does_not_leave_the_with_around_its_loop(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search(noting):  # type: ignore[no-untyped-def]
        for k in (1, 2):
            with noting as log:
                for i in (1, 2):
                    x = yield (0, 1, 2)
                    if x == 1:
                        continue
                    if x == 2:
                        break
                    log.append(i)
                if k == x:
                    break
        return log

    def by_hand() -> list[list[object]]:
        found = []
        for xs in itertools.product((0, 1, 2), repeat=4):
            log, given, used = list[object](), iter(xs), 0
            for k in (1, 2):
                for i in (1, 2):
                    x, used = next(given), used + 1
                    if x == 2:
                        break
                    log += [i] if x == 0 else []
                log.append("out")
                if k == x:
                    break
            if not any(xs[used:]):  # each branch once
                found.append(log)
        return found

    assert list(search(Noting())) == by_hand()


def test_each_branch_goes_on_in_the_list_whose_iter_is_looped_over() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        xs, seen = [1, 3], []
        for x in iter(xs):
            seen.append(x)
            if (yield (True, False)):
                xs.reverse()
        return seen

    assert list(search()) == [[1, 1], [1, 1], [1, 3], [1, 3]]


class Row:
    """A sequence of one's own."""

    def __init__(self, items: Any) -> None:
        self.items = list(items)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, i: int) -> int:
        return self.items[i]  # type: ignore[no-any-return]

    def __setitem__(self, i: int, item: int) -> None:
        self.items[i] = item


def from_the_end(items: Any) -> Any:
    return reversed(items)


@pytest.mark.parametrize("kind", [list, deque, bytearray, UserList, Row, lambda items: array("i", items)])
@pytest.mark.parametrize("order", [reversed, from_the_end], ids=["reversed", "by a helper"])
def test_a_loop_backwards_sees_what_its_branch_has_changed(kind: Any, order: Any) -> None:
    @ambiguous
    def seen(items: Any) -> Any:
        found = []
        for item in order(items):
            found.append(item)
            if len(found) == 1:
                items[0] = yield [5, 7]
        return found

    assert list(seen(kind([1, 2]))) == [[2, 5], [2, 7]]


LETTERS = """
class Letters:
    def __len__(self):
        return 2
    def __getitem__(self, i):
        print(i, end="")
        return "ab"[i]
@ambiguous
def chosen(letters):
    found = ""
    for letter in {items}:
        if (yield (True, False)):
            found += letter
    return found
"""


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize(
    "items, asked", [("letters", "0122122"), ("iter(letters)", "0122122"), ("reversed(letters)", "100")]
)
def test_a_sequence_of_one_s_own_is_asked_for_each_item_once_by_each_branch(
    items: str, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    space = compile_program(LETTERS.format(items=items), {"ambiguous": ambiguous})

    assert [len(answer) for answer in space["chosen"](space["Letters"]())] == [2, 1, 1, 0]
    assert capsys.readouterr().out == asked


def test_each_branch_goes_over_the_groups_of_a_groupby_anew(deep: bool) -> None:
    @ambiguous(deep=deep)
    def shortened(word: str) -> Any:
        found = ""
        for number, (letter, group) in enumerate(itertools.groupby(word)):
            found += letter * (yield range(1, len(list(group)) + 1)) + str(number)
        return found

    assert list(shortened("aabb")) == ["a0b1", "a0bb1", "aa0b1", "aa0bb1"]


def test_an_iterator_that_has_ended_once_has_ended_for_every_branch(deep: bool) -> None:
    given = iter([1, 2, None, 3, None])

    @ambiguous(deep=deep)
    def search():  # type: ignore[no-untyped-def]
        seen = []
        for x in iter(lambda: next(given), None):
            seen.append((yield (x, -x)))
        return seen

    assert list(search()) == [[1, 2], [1, -2], [-1, 2], [-1, -2]]
