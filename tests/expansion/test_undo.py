"""What backtracking takes back, exactly, what it keeps, and the world after the search."""

from __future__ import annotations

import array
import bisect
import contextlib
import copy
import gc
import heapq
import random
import sys
import textwrap
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import by_turns, compile_program

import ambsearch
from ambsearch import SearchTooDeep, ambiguous, expand, once, permanent, require
from ambsearch.running import driver
from ambsearch.running.calls import apply
from ambsearch.running.changes import change_argument
from ambsearch.running.undoing import undo

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
WORDS |= {"heapq": heapq, "bisect": bisect, "random": random, "print": lambda *values: None}


def define(body: str, parameters: str, deep: bool) -> Any:
    head = f"@ambiguous(deep={deep})\ndef f({parameters}):\n"
    return compile_program(head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n", WORDS)["f"]


def state(value: Any) -> Any:
    """The value with its type and the order of its items."""
    if isinstance(value, dict):
        return type(value), [(key, state(item)) for key, item in value.items()], getattr(value, "default_factory", 0)
    if isinstance(value, (list, deque)):
        return type(value), [state(item) for item in value], getattr(value, "maxlen", 0)
    if isinstance(value, (set, bytearray)):
        return type(value), sorted(value) if isinstance(value, set) else bytes(value)
    return value


class Named(list):
    """A list of a class of its own."""


class Shy(dict):
    """A dictionary that must not be asked for a key that it lacks."""

    def __missing__(self, key: object) -> object:
        raise AssertionError(f"asked for {key!r}")


class Keen(dict):
    """A dictionary that fills itself when it is asked."""

    def __missing__(self, key: object) -> object:
        self[key] = 0
        return 0


CONTAINERS: dict[str, Callable[[], Any]] = {
    "list": lambda: [3, 1, 2],
    "list of its own class": lambda: Named([3, 1, 2]),
    "set": lambda: {3, 1, 2},
    "dict": lambda: {"a": 1, "b": 2, "c": 3},
    "dict that fills itself": lambda: Keen({"a": 1, "b": 2, "c": 3}),
    "Counter": lambda: Counter({"a": 1, "b": 2, "c": 3}),
    "defaultdict": lambda: defaultdict(list, {"a": 1, "b": 2, "c": 3}),
    "OrderedDict": lambda: OrderedDict({"a": 1, "b": 2, "c": 3}),
    "deque": lambda: deque([3, 1, 2]),
    "bounded deque": lambda: deque([3, 1, 2], maxlen=3),
    "bytearray": lambda: bytearray([3, 1, 2]),
}
SEQUENCE = [
    *("x.append(7)", "x.extend((7, 8))", "x.extend(x)", "x.insert(0, 7)", "x.insert(-1, 7)", "x.remove(1)", "x.pop()"),
    *("x.pop(0)", "x.pop(-2)", "x.clear()", "x.reverse()", "x += (7, 8)", "x *= 2", "x *= 0", "x[0] = 7", "x[-1] = 7"),
    *("x[1] += 7", "del x[0]", "del x[-1]"),
]
SLICES = [
    "x[1:] = [7, 8, 9]",
    "x[:] = []",
    "x[::2] = [8, 9]",
    "del x[1:]",
    "del x[::2]",
    "x[1:1] = [7]",
    "x[0:2] += [7]",
]
MAPPING = [
    *("x['a'] = 7", "x['z'] = 7", "x['a'] += 7", "del x['a']", "del x['c']", "del x['b']", "x.clear()", "x.pop('a')"),
    *(
        "x.pop('c')",
        "x.pop('z', None)",
        "x.popitem()",
        "x.setdefault('a', 7)",
        "x.setdefault('z', 7)",
        "x.setdefault('z')",
    ),
    *("x.update(a=7, z=8)", "x.update({'b': 7})", "x |= {'z': 7}", "x.update([('z', 1), ('a', 2)])"),
]
CHANGES: dict[str, list[str]] = {
    "list": [*SEQUENCE, *SLICES, "x.sort()", "x.sort(reverse=True)", "x.sort(key=str)", "x += 'ab'", "x += x"],
    "set": [
        *("x.add(7)", "x.add(1)", "x.discard(1)", "x.discard(7)", "x.remove(1)", "x.clear()", "x.update([7, 8], [9])"),
        *("x.intersection_update([1])", "x.difference_update([1])", "x.symmetric_difference_update([1, 7])"),
        *("x |= {7}", "x &= {1}", "x -= {1}", "x ^= {1, 7}"),
    ],
    "dict": MAPPING,
    "dict that fills itself": [*MAPPING, "x['z'] += 1"],
    "Counter": [
        *MAPPING,
        "x.subtract('ab')",
        *("x.subtract({'a': 1, 'z': 2})", "x.subtract(x.copy())", "x.update(x.copy())", "x.subtract(x)"),
        "x['z'] += 1",
        "x.update('az')",
        "x += Counter('az')",
        "x -= Counter('ab')",
    ],
    "defaultdict": [*MAPPING, "x['z'] += [1]"],
    "OrderedDict": [
        *MAPPING,
        *(f"x.move_to_end({key!r}{last})" for key in "abc" for last in ("", ", last=False", ", False")),
        *(
            "x.popitem(last=False)",
            "x.popitem(False)",
            "x.popitem(last=0)",
            "x.move_to_end(last=False, key='b')",
            "x.pop(key='b')",
        ),
    ],
    "deque": [
        *(change for change in SEQUENCE if change not in ("x.pop(0)", "x.pop(-2)")),
        "x.appendleft(7)",
        "x.extendleft((7, 8))",
        "x.popleft()",
        "x.rotate()",
        "x.rotate(-1)",
    ],
}
CHANGES["list of its own class"] = CHANGES["list"]
CHANGES["bounded deque"] = [change for change in CHANGES["deque"] if "insert" not in change]
CHANGES["bytearray"] = [
    *(change for change in SEQUENCE if change != "x += (7, 8)"),
    "x[1:] = b'789'",
    "del x[::2]",
    "x += b'ab'",
    "x[:] = b''",
]
KINDS = {
    change: [kind for kind in CHANGES if change in CHANGES[kind]] for changes in CHANGES.values() for change in changes
}
METHODS = [change for change in KINDS if change.startswith("x.")]
WORDS["Counter"] = Counter

WHERE = {
    "alone": "yield (1, 2)\nfound(x)\nCHANGE\nchanged(x)",
    "inside a plain loop": "yield (1, 2)\nfound(x)\nfor _ in (1,):\n    require(x is not None)\n    CHANGE\nchanged(x)",
    "inside an if in a loop of choices": """for k in range(2):
    yield range(k + 1)
    if k:
        found(x)
        CHANGE
changed(x)""",
    "in front of a choice": "yield (1, 2)\nfound(x)\nCHANGE\nyield (3,)\nchanged(x)",
}
EXPRESSION = "yield (1, 2)\nfound(x)\ny = [CHANGE][0]\nchanged(x)\nreturn y"


FOUND: list[Any] = []
CHANGED: list[Any] = []


@permanent  # once: whatever is marked later makes all expansions anew
def found(value: Any) -> None:
    FOUND.append(state(value))


@permanent
def changed(value: Any) -> None:
    CHANGED.append(state(value))


def check_undone(body: str, change: str, deep: bool) -> None:
    """For each kind, each branch finds the container as it was, changes it as Python does, and leaves it as it was."""
    f = define(body.replace("CHANGE", change), "x, found, changed", deep)
    for kind in KINDS[change]:
        before, expected = state(CONTAINERS[kind]()), CONTAINERS[kind]()
        exec(change, WORDS | {"x": expected})
        x = CONTAINERS[kind]()
        FOUND.clear()
        CHANGED.clear()

        answers = list(f(x, found, changed))

        assert len(answers) == 2, kind
        assert FOUND == [before, before], kind
        assert CHANGED == [state(expected), state(expected)], kind
        assert state(x) == before, kind


@pytest.mark.parametrize(("change", "where", "deep"), by_turns(KINDS, WHERE))
def test_a_change_is_undone_exactly(change: str, where: str, deep: bool) -> None:
    check_undone(WHERE[where], change, deep)


@pytest.mark.parametrize(("change", "deep"), by_turns(METHODS))
def test_a_change_inside_an_expression_is_undone_exactly(change: str, deep: bool) -> None:
    check_undone(EXPRESSION, change, deep)


@pytest.mark.parametrize(("change", "deep"), by_turns(METHODS))
def test_a_permanent_change_is_kept(change: str, deep: bool) -> None:
    f = define(f"yield (1,)\npermanent({change})", "x", deep)
    for kind in KINDS[change]:
        x, expected = CONTAINERS[kind](), CONTAINERS[kind]()
        list(f(x))
        exec(change, {"x": expected})

        assert state(x) == state(expected), kind


PERMANENT = [
    *(("list", "x[0] = permanent(7)"), ("list", "x[0] += permanent(7)"), ("list", "x += permanent([7])")),
    *(("dict", "x['z'] = permanent(7)"), ("dict", "x['a'] += permanent(7)"), ("list", "x[1:] = permanent([7])")),
]


@pytest.mark.parametrize(("kind", "change"), PERMANENT)
def test_a_permanent_assignment_is_kept(kind: str, change: str, deep: bool) -> None:
    x, expected = CONTAINERS[kind](), CONTAINERS[kind]()
    list(define(f"yield (1,)\n{change}", "x", deep)(x))
    exec(change, {"x": expected, "permanent": permanent})

    assert state(x) == state(expected)


@pytest.mark.parametrize(
    "body", ["y = x.pop()\nreturn y", "return x.pop()", "y = 0\nfor _ in (1,):\n    y = x.pop()\nreturn y"]
)
def test_whatever_item_a_set_pops_is_put_back(body: str, deep: bool) -> None:
    x = {3, 1, 2}
    answers = list(define(f"yield (1, 2)\n{body}", "x", deep)(x))

    assert len(answers) == 2 and set(answers) <= x
    assert x == {1, 2, 3}


# containers that visibly are lists or sets

VISIBLE = [
    *("x = {1, 2, 3}", "x = set((1, 2, 3))", "x = {n for n in (1, 2, 3)}", "x, y = {1, 2, 3}, []", "y = x = {1, 2, 3}"),
    *("x = {0, 1, 2, 3} - {0}", "x = {1} | {2, 3}", "x = {1, 2, 3, 4} & {3, 2, 1}", "x = {1, 4} ^ {2, 3, 4}"),
    *("y = {1, 2, 3}\nx = y", "x = {0, 1, 2, 3}\nx = x - {0}", "(y, x), z = ([], {1, 2, 3}), 0"),
    "x, y = {1}, {1, 2, 3}\nx, y = y, x",
]
VISIBLE_LISTS = [
    "x = [3, 1, 2]",
    "x, y = [3, 1, 2], {}",
    "x = [3] + [1, 2]",
    "[x, y] = [3, 1, 2], []",
    "x = sorted((1, 2))",
]


@pytest.mark.parametrize(
    ("made", "change", "deep"),
    by_turns(VISIBLE, ["x.add(0)", "x.add(1)", "x.remove(1)", "x.discard(1)", "x.discard(0)"]),
)
def test_a_change_of_what_visibly_is_a_set_is_undone_without_looking(made: str, change: str, deep: bool) -> None:
    f = define(f"{made}\nbefore = set(x)\nn = yield (1, 2)\nrequire(x == before)\n{change}\nreturn x", "", deep)
    once = compile_program(f"{made}\n{change}\n", {})["x"]

    assert list(f()) == [once, once]
    assert not any(word in expand(f, fast=True) for word in ("changed(", "trail", "type(x)"))


@pytest.mark.parametrize(("made", "change", "deep"), by_turns(VISIBLE_LISTS, ["x.append(0)", "x.pop()", "y = x.pop()"]))
def test_a_change_of_what_visibly_is_a_list_is_undone_without_looking(made: str, change: str, deep: bool) -> None:
    f = define(f"{made}\nbefore = list(x)\nn = yield (1, 2)\nrequire(x == before)\n{change}\nreturn x", "", deep)
    once = compile_program(f"{made}\n{change}\n", {})["x"]

    assert list(f()) == [once, once]
    assert not any(word in expand(f, fast=True) for word in ("changed(", "trail", "type(x)"))


@pytest.mark.parametrize(
    ("made", "change"),
    [
        *(
            ("[3, 1]", f"x.{change}")
            for change in ("__iadd__([0])", "__imul__(2)", "__setitem__(0, 7)", "__delitem__(0)")
        ),
        *(("{1: 2}", f"x.{change}") for change in ("__ior__({3: 4})", "__setitem__(1, 7)", "__delitem__(1)")),
        *(
            ("{1, 2}", f"x.{change}")
            for change in ("__ior__({3})", "__iand__({1})", "__isub__({1})", "__ixor__({1, 3})")
        ),
    ],
)
def test_a_special_method_that_changes_what_visibly_is_a_container_is_undone(
    made: str, change: str, deep: bool
) -> None:
    f = define(f"x = {made}\nn = yield (1, 2)\n{change}\nreturn x", "", deep)
    once = compile_program(f"x = {made}\n{change}\n", {})["x"]

    assert list(f()) == [once, once]


SHOUTING = """
class Shouting(dict):
    def keys(self):
        asked.append("keys")
        return super().keys()
    def __iter__(self):
        asked.append("iter")
        return super().__iter__()
    def __getitem__(self, key):
        asked.append(key)
        return super().__getitem__(key).upper()
    def __contains__(self, key):
        asked.append("contains")
        return super().__contains__(key)
asked = []
words = Shouting(a="x", b="y", c="z")
@ambiguous
def f():
    n = yield (1, 2)
    CHANGE
    return n, list(dict.items(words))
"""


@pytest.mark.parametrize(
    "change", ["words.pop('b')", "words.popitem()", "del words['a']", "words.clear()", "words.pop('q', 1)"]
)
def test_a_key_is_put_back_without_asking_what_a_class_makes_of_its_items(change: str, deep: bool) -> None:
    text = SHOUTING.replace("CHANGE", change).replace("@ambiguous", f"@ambiguous(deep={deep})")
    space = compile_program(text, WORDS)
    first, second = list(space["f"]())

    assert first[1] == second[1]
    assert list(dict.items(space["words"])) == [("a", "x"), ("b", "y"), ("c", "z")]
    assert space["asked"] == []


@pytest.mark.parametrize("change", ["del d[2.0]", "d.pop(2.0)", "d.move_to_end(2.0)", "d.move_to_end(2.0, last=False)"])
def test_the_very_key_of_an_ordered_dictionary_is_put_back_behind_those_before_it(change: str, deep: bool) -> None:
    d = OrderedDict.fromkeys([1, 2, 3])
    text = f"x = yield (1, 2)\n{change}\npermanent(d.update({{9: 9}}))\nif x == 1: permanent(d.pop(1))\nreturn 0"
    assert list(define(text, "d", deep)(d)) == [0, 0]
    assert repr([*d]) == "[2, 3, 9]"


ADDED_TO_ITSELF = """
from collections import deque
class Row(KIND):
    def __iter__(self):
        return super().__iter__()
@ambiguous
def f(xs):
    n = yield (1, 2)
    CHANGE
    return list(KIND.__iter__(xs))
"""


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("list", "xs.extend(xs)"),
        ("list", "xs += xs"),
        ("deque", "xs.extend(xs)"),
        ("deque", "xs += xs"),
        ("bytearray", "xs.extend(xs)"),
    ],
)
def test_what_is_added_to_itself_is_what_it_held_before(kind: str, change: str, deep: bool) -> None:
    text = ADDED_TO_ITSELF.replace("KIND", kind).replace("CHANGE", change)
    space = compile_program(text.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    xs = space["Row"]([1, 2])

    assert list(space["f"](xs)) == [[1, 2, 1, 2]] * 2
    assert list(xs) == [1, 2]


class Bag:
    """Not a container, though it is made by the operators and called with the methods of one."""

    def __init__(self, items: Any = ()) -> None:
        self.items = list(items)

    def __rsub__(self, other: Any) -> Bag:
        return self

    def add(self, item: Any) -> None:
        self.items.append(item)

    def remove(self, item: Any) -> None:
        self.items.remove(item)

    def __contains__(self, item: Any) -> bool:
        return item in self.items


@pytest.mark.parametrize(
    "made",
    ["x = {1} - bag", "x = bag", "x, y = bag, {1}", "x, *y = bag, {1}", "x, y = (bag, {1})[:2]", "x = set(bag)"],
)
def test_what_may_be_no_set_is_not_taken_for_one(made: str, deep: bool) -> None:
    bag = Bag()
    space = compile_program(
        f"@ambiguous(deep={deep})\ndef f(bag):\n    x = {{1}}\n    "
        + made.replace("\n", "\n    ")
        + "\n    yield (1, 2)\n    x.add(7)\n    return list(bag.items)\n",
        {**WORDS, "set": lambda bag: bag},
    )

    assert list(space["f"](bag)) == [[7], [7]]
    assert bag.items == []


def test_a_set_that_gets_another_kind_in_a_branch_is_not_taken_for_one(deep: bool) -> None:
    bag = Bag()
    f = define(
        "x = {1}\nif (yield (True, False)):\n    x = bag\nx.add(7)\nreturn len(x.items) if x is bag else x", "bag", deep
    )

    assert list(f(bag)) == [1, {1, 7}]
    assert bag.items == []


@pytest.mark.parametrize("pairs", ["pairs", "set(pairs)"])
@pytest.mark.parametrize("change", ["x.remove({2, 1})", "x.discard({2, 1})", "pair = {1, 2}\nx.remove(pair)"])
def test_a_set_in_a_set_that_is_removed_by_an_equal_one_is_put_back(pairs: str, change: str, deep: bool) -> None:
    found = {frozenset({1, 2}), frozenset({3})}
    f = define(f"x = {pairs}\ny = yield (1, 2)\n{change}\nreturn len(x)", "pairs", deep)

    assert list(f(found)) == [1, 1]
    assert found == {frozenset({1, 2}), frozenset({3})}


@pytest.mark.parametrize(
    ("change", "error"), [("x.remove(7)", KeyError), ("x.add([])", TypeError), ("[x][5].pop()", IndexError)]
)
def test_a_change_that_fails_leaves_no_trace(change: str, error: type[Exception], deep: bool) -> None:
    keep: list[Any] = []
    f = define(f"x = {{1, 2}}\nkeep(x)\nx.remove(1)\n{change}", "keep", deep)
    with pytest.raises(error):
        list(f(permanent(lambda value: keep.append(value))))

    assert keep == [{1, 2}]


@pytest.mark.parametrize(
    "change",
    [
        *("x.add(note(7))", "x.remove(note(1))", "x.discard(note(1))", "note(x).pop()"),
        *("x |= note({7})", "x -= note(frozenset([1]))", "x ^= note({}.keys())"),
    ],
)
def test_what_is_changed_and_by_what_is_asked_for_once(change: str, deep: bool) -> None:
    noted: list[Any] = []

    @permanent
    def note(value: Any) -> Any:
        noted.append(value)
        return value

    list(define(f"x = {{1, 2}}\nyield (1, 2)\n{change}", "note", deep)(note))

    assert len(noted) == 2


def test_what_the_rest_rebinds_is_undone_where_it_was_changed(deep: bool) -> None:
    kept: list[Any] = []
    body = """
        x, item = {1, 2}, 1
        keep(x)
        yield (1, 2)
        x.remove(item)
        item = 2
        x.discard(item)
        x = x | {item, 5}
        item = x.pop() if len(x) == 1 else 9
        x.add(item)
        return x
    """

    assert list(define(body, "keep", deep)(permanent(lambda value: kept.append(value)))) == [{2, 5, 9}] * 2
    assert kept == [{1, 2}]


class Tally(Counter):
    """A Counter of a class of its own, with methods that call those of Counter."""

    def update(self, *args: Any, **kwargs: int) -> None:  # type: ignore[override]
        Counter.update(self, *args, **kwargs)

    def __iadd__(self, other: Any) -> Any:
        return super().__iadd__(other)

    def __delitem__(self, key: str) -> None:
        Counter.__delitem__(self, key)


@pytest.mark.parametrize(
    "change",
    [
        *("x.update('az')", "x += Counter('az')", "del x['a']", "x.subtract('ab')", "Counter.subtract(x, 'ab')"),
        *("x.__ior__(Counter('zz'))", "Counter.__isub__(x, Counter('b'))", "Counter.update(x, z=2)"),
    ],
)
@pytest.mark.parametrize("kind", [Counter, Tally])
def test_what_a_method_of_counter_changes_is_undone_however_it_is_called(kind: Any, change: str, deep: bool) -> None:
    x, expected = kind("abb"), kind("abb")
    exec(change, {"x": expected, "Counter": Counter})

    assert list(define(f"yield (1, 2)\n{change}\nreturn x", "x", deep)(x)) == [expected] * 2 != [kind("abb")] * 2
    assert state(x) == state(kind("abb"))


@pytest.mark.parametrize("given", ["ab", ["b"], ("a",), {"a": 2}, Counter("bb"), {"b"}])
def test_of_a_counter_only_the_counts_that_change_are_kept(given: Any) -> None:
    trail: list[Any] = []
    counter = Counter({"a": 1, **dict.fromkeys(range(1000), 5)})
    for method in (Counter.update, Counter.subtract):
        apply(trail, method, counter, given)

    assert [set(entry[3]) for entry in trail] == [set(given)] * 2
    undo(trail)
    assert list(counter.items()) == [("a", 1), *((key, 5) for key in range(1000))]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("insert", (1, 7)),
        ("insert", (-1, 7)),
        ("insert", (99, 7)),
        ("insert", (-99, 7)),
        ("remove", (3,)),
        ("remove", (9,)),
    ],
)
def test_of_a_deque_only_the_item_is_kept_that_is_put_in_or_taken_out(name: str, given: Any) -> None:
    trail: list[Any] = []
    x = deque([1, 2, 3, 4])
    with contextlib.suppress(ValueError):  # of what is not in it
        apply(trail, getattr(x, name), *given)

    assert not any(isinstance(part, list) for entry in trail for part in entry)
    undo(trail)
    assert x == deque([1, 2, 3, 4])


def test_the_bytes_of_an_array_that_are_swapped_are_swapped_back(deep: bool) -> None:
    x = array.array("H", [1, 2])

    assert list(define("yield (1, 2)\nx.byteswap()\nreturn tuple(x)", "x", deep)(x)) == [(256, 512)] * 2
    assert x == array.array("H", [1, 2])


# functions that change their argument

# those of a heap with the largest item first, which begin with _ before Python 3.14
OF_LARGEST = [name for name in vars(heapq) if name.lstrip("_").startswith("heap") and name.endswith("_max")]


@pytest.mark.parametrize(
    "change",
    [
        *(
            f"heapq.{name}(x)" if name.endswith(("fy_max", "heappop_max")) else f"heapq.{name}(x, 9)"
            for name in OF_LARGEST
        ),
        *("heapq.heapify(x)", "heapq.heappush(x, 0)", "heapq.heappop(x)", "heapq.heapreplace(x, 9)"),
        *("heapq.heappushpop(x, 9)", "bisect.insort(x, 2)", "bisect.insort_left(x, 2)", "bisect.insort_right(x, 2)"),
        *("random.shuffle(x)", "random.Random(5).shuffle(x)"),
    ],
)
def test_what_a_library_function_changes_is_undone(change: str, deep: bool) -> None:
    x = [3, 1, 2]
    f = define(f"yield (1, 2)\nbefore = tuple(x)\n{change}\nreturn before", "x", deep)

    assert list(f(x)) == [(3, 1, 2)] * 2
    assert x == [3, 1, 2]


def test_a_library_function_under_another_name_is_undone(deep: bool) -> None:
    push = heapq.heappush
    heap: list[int] = []

    @ambiguous(deep=deep)
    def f():
        push(heap, (yield (1, 2)))
        return tuple(heap)

    assert list(f()) == [(1,), (2,)]
    assert heap == []


def test_what_is_noted_of_a_push_does_not_grow_with_the_heap() -> None:
    heap = list(range(0, 20_000, 2))
    trail: Any = []

    change_argument(trail, heapq.heappush, heap, -1)
    _, _, _, path = trail[0]
    assert [i for i, _ in path] == [4999, 2499, 1249, 624, 311, 155, 77, 38, 18, 8, 3, 1, 0]
    assert heap[0] == -1

    undo(trail)
    assert heap == list(range(0, 20_000, 2))


# items, attributes


def test_a_swap_is_undone(deep: bool) -> None:
    xs = [0, 1, 2, 3]

    @ambiguous(deep=deep)
    def f():
        for i in range(len(xs)):
            j = yield range(i, len(xs))
            xs[i], xs[j] = xs[j], xs[i]
        return tuple(xs)

    assert len(set(f())) == 24
    assert xs == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "change",
    [
        *("o.x = 7", "o.new = 7", "o.x += 7", "del o.x", "o.xs += [7]", "o.xs.append(7)", "o.xs[0] = 7", "del o.xs[0]"),
        *("o.inner.x = 7", "o.x, o.xs[0] = o.xs[0], o.x", "o.x = o.new = 7", "for o.x in (1, 2): pass", "o.d['a'] = 7"),
        "[o.x, *o.xs] = (7, 8, 9)",
    ],
)
def test_a_change_of_an_attribute_is_undone(change: str, deep: bool) -> None:
    o = SimpleNamespace(x=5, xs=[1, 2], inner=SimpleNamespace(x=3), d={})
    before = copy.deepcopy(o)
    f = define(f"yield (1, 2)\nbefore = repr(o)\n{change}\nreturn before, repr(o)", "o", deep)
    answers = list(f(o))

    assert answers[0] == answers[1]
    assert answers[0][0] == repr(before) != answers[0][1]
    assert o == before
    assert list(vars(o)) == list(vars(before))


class Slots:
    __slots__ = ("x", "y")

    def __init__(self) -> None:
        self.x = 1


def test_a_slot_is_undone_and_an_empty_one_is_empty_again(deep: bool) -> None:
    o = Slots()

    @ambiguous(deep=deep)
    def f():
        o.x = yield (7, 8)
        o.y = o.x
        return o.x, o.y

    assert list(f()) == [(7, 7), (8, 8)]
    assert o.x == 1
    assert not hasattr(o, "y")


class Celsius:
    """A property whose value is kept elsewhere."""

    def __init__(self) -> None:
        self.kelvin = 273

    @property
    def degrees(self) -> int:
        return self.kelvin - 273

    @degrees.setter
    def degrees(self, value: int) -> None:
        self.kelvin = value + 273


def test_a_property_is_undone_by_its_setter(deep: bool) -> None:
    o = Celsius()

    @ambiguous(deep=deep)
    def f():
        o.degrees = yield (10, 20)
        return o.kelvin

    assert list(f()) == [283, 293]
    assert o.kelvin == 273


class Stack(list):
    """A list of a class of its own, which has one of the methods under the name of another."""

    insert = list.append


def test_a_method_of_a_list_of_a_class_of_its_own_is_undone_as_what_it_is(deep: bool) -> None:
    xs, others = Stack("ab"), Stack()
    xs.extend = others.append  # type: ignore[method-assign]
    f = define(
        "x = yield (1, 2)\nxs.pop()\nxs.insert(x)\ny = yield (3, 4)\nxs.append(y)\nxs.extend(y)\nreturn xs, others",
        "xs, others",
        deep,
    )
    found = [(["a", x, y], [y]) for x in (1, 2) for y in (3, 4)]

    assert list(f(xs, others)) == found
    assert (xs, others) == (["a", "b"], [])


@dataclass
class Counted:
    """Its class has a value for n, too."""

    n: int = 0


@pytest.mark.parametrize("change", ["o.n = x", "o.n += x", "o.new = x", "setattr(o, 'n', x)", "o.n = x + o.n"])
@pytest.mark.parametrize("of", ["f(o)", "f([o])", "f()"])
def test_an_object_that_changes_is_not_asked_for_its_dict_which_makes_it_slow(of: str, change: str, deep: bool) -> None:
    o = Counted(5)
    given = {"f(o)": "o", "f([o])": "os", "f()": ""}[of]
    first = "o, = os\n" if given == "os" else ""
    f = define(f"{first}x = yield (1, 2)\n{change}\nreturn o.n", given, deep)
    f.__wrapped__.__globals__["o"] = o
    assert len(list(eval(of, {"f": f, "o": o}))) == 2
    assert dict not in map(type, gc.get_referents(o))
    assert vars(o) == {"n": 5}


class WithDefault:
    x = 1


def test_an_attribute_that_hid_the_one_of_the_class_is_removed_again(deep: bool) -> None:
    o = WithDefault()

    @ambiguous(deep=deep)
    def f():
        o.x += yield (1, 2)
        return o.x

    assert list(f()) == [2, 3]
    assert vars(o) == {}


def test_an_attribute_of_a_class_is_undone(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        WithDefault.x = yield (7, 8)
        WithDefault.y = 9
        return WithDefault.x

    assert list(f()) == [7, 8]
    assert WithDefault.x == 1
    assert not hasattr(WithDefault, "y")


def test_an_attribute_inherited_by_a_class_is_inherited_again(deep: bool) -> None:
    class Heir(WithDefault):
        pass

    @ambiguous(deep=deep)
    def f():
        Heir.x = yield (7, 8)
        return Heir.x

    assert list(f()) == [7, 8]
    assert "x" not in vars(Heir)


def test_the_old_item_is_read_without_missing(deep: bool) -> None:
    d = Shy()

    @ambiguous(deep=deep)
    def f():
        d["a"] = yield (1, 2)
        return dict(d)

    assert list(f()) == [{"a": 1}, {"a": 2}]
    assert d == {}


def test_the_order_of_a_dictionary_is_restored(deep: bool) -> None:
    d = {"a": 1, "b": 2, "c": 3}

    @ambiguous(deep=deep)
    def f():
        key = yield "abc"
        d[key] = d.pop(key)
        return list(d)

    assert list(f()) == [["b", "c", "a"], ["a", "c", "b"], ["a", "b", "c"]]
    assert list(d) == ["a", "b", "c"]


def test_an_array_item_is_undone(deep: bool) -> None:
    xs = array.array("i", [1, 2])

    @ambiguous(deep=deep)
    def f():
        xs[0] = yield (7, 8)
        xs[1] += 1
        return tuple(xs)

    assert list(f()) == [(7, 3), (8, 3)]
    assert list(xs) == [1, 2]


@pytest.mark.parametrize(
    "change",
    [
        *("a[0] = 9", "a[0, 1] = 9", "a[:, 1] = 9", "a[0] += 9", "a[a > 2] = 0", "a[:] *= 2", "a[[0, 1]] = a[[1, 0]]"),
        *("a.fill(5)", "a[0].fill(5)", "a[::-1].sort(axis=0)", "sort = a[::-1].sort; sort(0)"),
    ],
)
def test_items_of_a_numpy_array_are_undone(change: str, deep: bool) -> None:
    numpy = pytest.importorskip("numpy")
    a = numpy.array([[1, 2], [3, 4]])
    f = define(f"yield (1, 2)\nbefore = a.tolist()\n{change}\nreturn before, a.tolist()", "a", deep)
    answers = list(f(a))

    assert answers[0] == answers[1]
    assert answers[0][0] == [[1, 2], [3, 4]] != answers[0][1]
    assert a.tolist() == [[1, 2], [3, 4]]


# globals and nonlocals

G = 1
NAMES: list[str] = []


def test_a_global_variable_is_undone(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        global G
        G += yield (1, 2)
        G = G * 10
        return G

    assert list(f()) == [20, 30]
    assert G == 1


def put_first(xs: list[Any], x: Any) -> Any:
    xs.append(x)
    return x


def test_an_outer_variable_that_takes_what_a_short_helper_gives_is_undone(deep: bool) -> None:
    level, xs = 1, list[Any]()

    @ambiguous(deep=deep)
    def f():
        global G
        nonlocal level
        x = yield (2, 3)
        G = put_first(xs, x)
        level = put_first(xs, x + 1)
        return G, level, xs

    assert list(f()) == [(2, 3, [2, 3]), (3, 4, [3, 4])]
    assert (G, level, xs) == (1, 1, [])


def test_an_outer_container_that_is_augmented_is_undone(deep: bool) -> None:
    numbers = kept = [0]

    @ambiguous(deep=deep)
    def f():
        global NAMES
        nonlocal numbers
        x = yield (1, 2)
        NAMES += [str(x)]
        numbers += [x]
        return NAMES, numbers

    before = NAMES
    assert list(f()) == [(["1"], [0, 1]), (["2"], [0, 2])]
    assert NAMES is before and NAMES == []
    assert numbers is kept and numbers == [0]


def test_a_new_global_variable_is_removed_again(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        global NEW
        NEW = yield (1, 2)
        return NEW

    assert list(f()) == [1, 2]
    assert "NEW" not in globals()


def test_a_permanent_global_variable_is_kept(deep: bool) -> None:
    space = compile_program(
        f"total = 0\n@ambiguous(deep={deep})\ndef f():\n"
        "    global total\n    x = yield (1, 2)\n    total = permanent(total + x)\n    return total\n",
        WORDS,
    )

    assert list(space["f"]()) == [1, 3]
    assert space["total"] == 3


def test_a_nonlocal_variable_is_undone_for_all_who_see_it(deep: bool) -> None:
    level = 1

    def seen() -> int:
        return level

    @ambiguous(deep=deep)
    def f():
        nonlocal level
        level += yield (1, 2)
        return seen()

    assert list(f()) == [2, 3]
    assert level == 1


def test_a_permanent_nonlocal_variable_is_kept(deep: bool) -> None:
    total = 0

    @ambiguous(deep=deep)
    def f():
        nonlocal total
        x = yield (1, 2)
        total = permanent(total + x)
        return total

    assert list(f()) == [1, 3]
    assert total == 3


STORES = """
import heapq
plans, table, heap, found, best = [0], {}, [], [], None
class Best: plan = None
keep = Best()
def store(path):
    permanent(found.append(path))
@ambiguous
def f():
    global best, plans
    path = []
    x = yield (1, 2)
    path.append(x)
    best = permanent(path)
    keep.plan = permanent(path)
    plans[0] = permanent(path)
    plans += permanent([path])
    permanent(table.update(y=path))
    permanent(heapq.heappush(heap, path))
    store(path)
"""


def test_what_a_permanent_change_stores_is_a_snapshot(deep: bool) -> None:
    space = compile_program(STORES.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    list(space["f"]())

    assert (space["best"], space["keep"].plan, space["plans"]) == ([2], [2], [[2], [1], [2]])
    assert (space["table"], space["heap"], space["found"]) == ({"y": [2]}, [[1], [2]], [[1], [2]])


def test_a_plain_function_that_is_called_sees_the_global_of_its_branch(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        NAMES.append((yield "ab"))
        return joined()

    assert list(f()) == ["a", "b"]
    assert NAMES == []


def joined() -> str:
    return "".join(NAMES)


# what is kept


def test_what_a_permanent_function_does_is_kept(deep: bool) -> None:
    xs: list[int] = []

    @ambiguous(deep=deep)
    def f():
        remember(xs, (yield (1, 2)))

    list(f())

    assert xs == [1, 2]


@permanent
def remember(xs: list[Any], x: Any) -> None:
    xs.append(x)


def test_what_a_plain_function_does_is_undone(deep: bool) -> None:
    xs: list[int] = []

    @ambiguous(deep=deep)
    def f():
        put(xs, (yield (1, 2)))
        return xs

    assert list(f()) == [[1], [2]]
    assert xs == []


def put(xs: list[int], x: int) -> None:
    xs.append(x)


def test_a_print_happens_once_for_each_branch(deep: bool, capsys: pytest.CaptureFixture[str]) -> None:
    @ambiguous(deep=deep)
    def f():
        x = yield (1, 2)
        print("x", x)
        y = yield (3, 4)
        print("y", y)

    list(f())

    assert capsys.readouterr().out == "x 1\ny 3\ny 4\nx 2\ny 3\ny 4\n"


class Tape:
    """Not a container, though its methods have the names of one."""

    def __init__(self) -> None:
        self.written: list[int] = []

    def append(self, x: int) -> None:
        self.written.append(x)

    def pop(self) -> int:
        return self.written[-1]


def test_methods_of_other_types_are_undone(deep: bool) -> None:
    tape = Tape()

    @ambiguous(deep=deep)
    def f():
        tape.append((yield (1, 2)))
        return tape.pop()

    assert list(f()) == [1, 2]
    assert tape.written == []


def test_methods_of_other_types_are_kept_if_they_are_permanent(deep: bool) -> None:
    class Log(Tape):
        @permanent
        def append(self, x: int) -> None:
            self.written.append(x)

    log = Log()

    @ambiguous(deep=deep)
    def f():
        log.append((yield (1, 2)))
        return log.pop()

    assert list(f()) == [1, 2]
    assert log.written == [1, 2]


def test_a_tally_of_a_permanent_item_is_kept(deep: bool) -> None:
    tally = {"dead ends": 0}

    @ambiguous(deep=deep)
    def f():
        x = yield range(5)
        if x % 2:
            tally["dead ends"] = permanent(tally["dead ends"] + 1)
        require(not x % 2)
        return x

    assert list(f()) == [0, 2, 4]
    assert tally == {"dead ends": 2}


# the world after the search


def three(xs: list[int], deep: bool) -> Any:
    """A search that has three answers and changes xs in several ways."""

    @ambiguous(deep=deep)
    def inner(x):
        xs.append((yield (x, x + 10)))
        xs[0] += 1
        return tuple(xs)

    @ambiguous(deep=deep)
    def f():
        xs.append(-1)
        x = yield (1, 2, 3)
        if x == 2:
            xs.clear()
            xs.extend([5])
        y = yield inner(x)
        for _ in range(2):
            xs.append(x)
        return x, y, tuple(xs)

    return f()


@pytest.mark.parametrize("taken", range(7))
def test_a_search_that_is_closed_early_leaves_the_world_as_it_was(taken: int, deep: bool) -> None:
    xs = [0]
    answers = iter(three(xs, deep))
    for _ in range(taken):
        next(answers)
    answers.close()

    assert xs == [0]


def test_an_exhausted_search_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]

    assert len(list(three(xs, deep))) == 6
    assert xs == [0]


def test_a_search_that_is_dropped_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]
    answers = iter(three(xs, deep))
    next(answers)
    assert xs != [0]
    del answers
    gc.collect(1)  # of what is new

    assert xs == [0]


class Club:
    members = 0

    def __init__(self) -> None:
        self.names = ["ann"]


def test_no_frame_holds_a_search_that_is_dropped_where_it_had_to_be_expanded_anew() -> None:
    @ambiguous
    def joined(club: Club):  # type: ignore[no-untyped-def]
        number = yield (1, 2)
        Club.members += 1
        club.members += len({name[0] for name in club.names})  # of this comprehension there is no text
        return number, club.members

    for _ in range(3):
        answers = iter(joined(Club()))
        next(answers)
        del answers
        assert Club.members == 0


def test_a_break_out_of_the_consuming_loop_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]

    def consume() -> None:
        for number, _ in enumerate(three(xs, deep)):
            if number == 3:
                break

    consume()
    gc.collect(1)  # of what is new

    assert xs == [0]


def test_an_exception_in_the_consumer_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]

    def consume() -> None:
        for _ in three(xs, deep):
            raise KeyError

    with pytest.raises(KeyError):
        consume()
    gc.collect(1)  # of what is new

    assert xs == [0]


@pytest.mark.parametrize("ask", ["first", "exists", "one", "take", "nth", "count"])
def test_asking_for_answers_leaves_the_world_as_it_was(ask: str, deep: bool) -> None:
    xs = [0]
    search = three(xs, deep)
    try:
        getattr(search, ask)(*{"take": (2,), "nth": (3,)}.get(ask, ()))
    except ambsearch.TooManyAnswers:
        pass

    assert xs == [0]


@pytest.mark.parametrize("at", range(1, 5))
def test_an_exception_in_the_middle_leaves_the_world_as_it_was(at: int, deep: bool) -> None:
    xs = [0]
    d = {"a": 1}

    @ambiguous(deep=deep)
    def inner():
        d["b"] = yield (1, 2)
        xs.insert(0, 9)
        1 // (at - 3)
        return 0

    @ambiguous(deep=deep)
    def f():
        xs.append(1)
        x = yield (1, 2)
        xs.append(x)
        del d["a"]
        1 // (at - 1)
        y = yield inner()
        d["c"] = y
        1 // (at - 2)
        for k in (1, 0):
            xs.append(k)
            1 // (at - 4)
        return y

    with pytest.raises(ZeroDivisionError):
        list(f())

    assert xs == [0]
    assert d == {"a": 1}


def test_an_exception_of_the_iterable_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]

    def items() -> Iterator[int]:
        yield 1
        raise KeyError("no more")

    @ambiguous(deep=deep)
    def f():
        xs.append(5)
        x = yield items()
        xs.append(x)
        return x

    search = iter(f())
    assert next(search) == 1
    with pytest.raises(KeyError):
        next(search)

    assert xs == [0]


def test_an_exception_inside_an_encapsulated_search_leaves_the_world_as_it_was(deep: bool) -> None:
    xs = [0]

    @ambiguous(deep=deep)
    def inner():
        xs.append((yield (1, 2)))
        raise KeyError

    @ambiguous(deep=deep)
    def f():
        xs.append(7)
        yield (1, 2)
        return list(inner())

    with pytest.raises(KeyError):
        list(f())

    assert xs == [0]


@pytest.mark.parametrize("last", ["return (yield f(xs, n - 1))", "below = yield f(xs, n - 1)\nreturn below"])
def test_a_recursion_without_an_end_says_so_and_leaves_the_world_as_it_was(
    last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LEVELS", 3)
    xs: list[int] = []
    f = define(f"xs.append((yield (1, 2)))\n{last}", "xs, n", False)

    levels = f"{3 * sys.getrecursionlimit():,}"
    with pytest.raises(
        SearchTooDeep, match=rf"f\(\[\], 10\) is more than {levels} levels deep.* write @ambiguous\(deep=True\)"
    ):
        f(xs, 10).first()

    assert xs == []


@pytest.mark.parametrize(
    "last", ["return (yield f(n - 1)) if n else 0", "below = (yield f(n - 1)) if n else 0\nreturn below"]
)
def test_only_memory_bounds_the_depth_of_a_search_that_is_said_to_be_deep(
    last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LEVELS", 3)

    assert define(last, "n", True)(4 * sys.getrecursionlimit()).one() == 0


def test_a_loop_without_an_end_says_so_and_leaves_the_world_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LEVELS", 3)
    xs: list[int] = []

    @ambiguous
    def f():
        while True:
            xs.append((yield (1, 2)))

    with pytest.raises(SearchTooDeep):
        f().first()

    assert xs == []


def test_a_recursion_through_a_word_says_what_to_write_and_leaves_the_world_as_it_was(deep: bool) -> None:
    xs: list[int] = []

    @ambiguous(deep=deep)
    def f(n):
        xs.append((yield (1, 2)))
        return (yield once(f(n + 1)))

    with pytest.raises(
        SearchTooDeep, match=r"through ordinary code; choose from the search itself, x = yield f\(\.\.\.\)"
    ):
        f(0).first()

    assert xs == []


def test_a_plain_function_that_recurses_forever_is_no_search_that_is_too_deep(deep: bool) -> None:
    xs: list[int] = []

    def endless(n: int) -> int:
        return endless(n + 1)

    @ambiguous(deep=deep)
    def f():
        xs.append((yield (1, 2)))
        return endless(0)

    with pytest.raises(RecursionError) as raised:
        list(f())

    assert not isinstance(raised.value, SearchTooDeep)
    assert xs == []


def test_a_sub_search_is_resumed_in_the_world_that_it_left(deep: bool) -> None:
    seen: list[list[str]] = []
    world: list[str] = []

    @ambiguous(deep=deep)
    def inner():
        world.append("inner")
        x = yield (1, 2)
        remember(seen, list(world))
        world.append(f"inner {x}")
        return x

    @ambiguous(deep=deep)
    def f():
        world.append("before")
        x = yield inner()
        world.append(f"after {x}")
        return list(world)

    assert list(f()) == [["before", "inner", f"inner {x}", f"after {x}"] for x in (1, 2)]
    assert seen == [["before", "inner"]] * 2
    assert world == []


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 4])
def test_closing_undoes_the_latest_change_first(taken: int, deep: bool) -> None:
    xs = [1, 2, 3, 4]

    @ambiguous(deep=deep)
    def inner():
        yield (1, 2)
        xs.pop(0)
        return xs[0]

    @ambiguous(deep=deep)
    def f():
        xs.reverse()
        x = yield inner()
        xs.pop(0)
        y = yield inner()
        xs.sort()
        return x, y

    answers = iter(f())
    for _ in range(taken):
        next(answers)
    answers.close()

    assert xs == [1, 2, 3, 4]


def test_two_searches_side_by_side_do_not_disturb_each_other(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        xs = [0]
        for _ in range(3):
            xs.append((yield (1, 2)))
        return xs

    one, other = iter(f()), iter(f())

    assert list(zip(one, other, strict=True)) == [(answer, answer) for answer in f()]


def test_what_was_changed_before_the_first_choice_is_undone_too(deep: bool) -> None:
    xs: list[int] = []

    @ambiguous(deep=deep)
    def f():
        xs.append(1)
        return list(xs)

    assert list(f()) == [[1]]
    assert xs == []


def test_a_failing_guard_after_a_change_leaves_no_trace(deep: bool) -> None:
    xs: list[int] = []

    @ambiguous(deep=deep)
    def f():
        x = yield range(4)
        xs.append(x)
        require(x % 2)
        return list(xs)

    assert list(f()) == [[1], [3]]
    assert xs == []


def test_a_choice_from_a_container_is_over_what_it_held_when_it_was_made(deep: bool) -> None:
    xs = [1, 2]

    @ambiguous(deep=deep)
    def f():
        x = yield xs
        xs.remove(x)
        xs.append(x * 10)
        y = yield xs
        return x, y

    assert list(f()) == [(1, 2), (1, 10), (2, 1), (2, 20)]
    assert xs == [1, 2]


@pytest.mark.parametrize("view", ["d", "d.keys()", "d.values()", "d.items()", "list(d)", "sorted(d)", "iter(d)"])
def test_a_choice_from_a_dictionary_may_change_it(view: str, deep: bool) -> None:
    d = {"a": 1, "b": 2}
    f = define(f"x = yield {view}\nd[0] = x\nd.clear()\nreturn x", "d", deep)
    expected = list(eval(view, {"d": d}))

    assert list(f(d)) == expected
    assert d == {"a": 1, "b": 2}


class Shelf(MutableMapping[str, int]):
    def __init__(self, **amounts: int) -> None:
        self.amounts = amounts

    def __getitem__(self, name: str) -> int:
        return self.amounts[name]

    def __setitem__(self, name: str, amount: int) -> None:
        self.amounts[name] = amount

    def __delitem__(self, name: str) -> None:
        del self.amounts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.amounts)

    def __len__(self) -> int:
        return len(self.amounts)


class Asked:
    """A class whose __iter__ changes something, so that what a choice goes over is recorded everywhere."""

    times = 0

    def __iter__(self) -> Iterator[int]:
        self.times += 1
        return iter((1, 2))


def test_a_choice_from_a_mapping_of_ones_own_is_over_what_it_held_when_it_was_made(deep: bool) -> None:
    shelf = Shelf(a=1, b=1, c=1)

    @ambiguous(deep=deep)
    def f():
        taken = []
        for _ in range(2):
            name = yield shelf
            del shelf[name]
            taken.append(name)
        return taken

    assert list(f()) == [["a", "b"], ["a", "c"], ["b", "a"], ["b", "c"], ["c", "a"], ["c", "b"]]
    assert list(shelf) == ["a", "b", "c"]


def test_an_answer_handed_out_is_a_snapshot(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        path: list[Any] = [[0]]
        d = {"path": path}
        x = yield (1, 2)
        path[0].append(x)
        return d

    assert list(f()) == [{"path": [[0, 1]]}, {"path": [[0, 2]]}]


class Stuck(Exception):
    row: Any = None


def stuck(row: int) -> None:
    try:
        raise Stuck
    except Stuck as error:
        error.row = row
        raise


def test_an_exception_that_leaves_a_search_keeps_what_was_set_in_it(deep: bool) -> None:
    @ambiguous(deep=deep)
    def inner():  # type: ignore[no-untyped-def]
        row = yield (1, 2)
        stuck(row)

    @ambiguous(deep=deep)
    def outer():  # type: ignore[no-untyped-def]
        try:
            yield inner()
        except Stuck as error:
            error.column = yield (3, 4)
            raise ValueError("no place") from error

    with pytest.raises(Stuck) as left:
        list(inner())
    with pytest.raises(ValueError, match="no place") as wrapped:
        list(outer())

    assert vars(left.value) == {"row": 1}
    assert vars(wrapped.value.__cause__) == {"row": 1, "column": 3}  # type: ignore[arg-type]


@pytest.mark.parametrize("change", ["H *= 2", "H += [7]", "H *= n", "if n:\n        H *= 2"])
def test_a_global_list_that_is_augmented_is_undone_itself(change: str, deep: bool) -> None:
    source = f"H = [3, 1]\n@ambiguous(deep={deep})\ndef f():\n    global H\n    n = yield (2, 3)\n    {change}\n    return n\n"
    space = compile_program(source, WORDS)
    held = space["H"]

    assert list(space["f"]()) == [2, 3]
    assert held == [3, 1]
    assert space["H"] is held


@pytest.mark.parametrize(
    "name", ["text", "origin", "body", "trail", "undo", "entry", "noted", "places", "saved", "owner"]
)
def test_the_variables_of_a_helper_may_have_any_name(name: str) -> None:
    """Those that the templates of the rewriter use, too."""
    source = f"def note(xs, {name}):\n    xs.append({name})\n    xs.insert(0, {name})\ndef put({name}, x):\n    {name}[x] = 1\n"
    source += "@ambiguous\ndef f():\n    log, d = [], {}\n    x = yield (1, 2)\n    note(log, x)\n    put(d, x)\n"
    source += "    y = yield (3, 4)\n    note(log, y)\n    return log, d\n"

    assert list(compile_program(source, WORDS)["f"]()) == [([y, x, x, y], {x: 1}) for x in (1, 2) for y in (3, 4)]


@dataclass(frozen=True)
class Square:
    """Equal to another one of the same place, and to that place."""

    place: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Square, int, float)) and self.place == getattr(other, "place", other)

    def __hash__(self) -> int:
        return hash(self.place)


class Colour(Enum):
    RED = 1


@pytest.mark.parametrize(
    ("held", "given"),
    [
        (Square(1), Square(1)),
        (Square(1), 2),
        ((Square(1), 2), (Square(1), 2)),
        (frozenset({Square(1)}), frozenset({Square(1)})),
        (1.0, Square(1)),
        ((1.5, None), (Fraction(3, 2), None)),
        (Colour.RED, Colour.RED),
        (SimpleNamespace, SimpleNamespace),
    ],
)
def test_the_very_item_that_was_taken_out_of_a_set_by_an_equal_one_is_put_back(held: Any, given: Any) -> None:
    search = define("yield (1, 2)\ns.discard(given)\nreturn len(s)", "s, given", False)
    items = {held, 7}

    assert list(search(items, given)) == [2 - (given in items)] * 2
    assert any(item is held for item in items)
