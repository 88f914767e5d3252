"""A change that Python refuses is refused by the same exception, in the same words, in a search and in a helper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers import LONG, compile_program

from ambsearch import ambiguous

pytestmark = pytest.mark.usefixtures("on_its_own")

SETUP = """
import array, collections, heapq, operator, types
from dataclasses import dataclass
class Slots:
    __slots__ = ('a',)
class Fixed:
    @property
    def p(self): return 1
@dataclass(frozen=True)
class Frozen:
    x: int = 1
class Items(list): pass
class Other:
    def __setattr__(self, name, value): raise AttributeError('no ' + name)
MAKE = {
    'list': lambda: [1, 2], 'empty': list, 'dict': lambda: {1: 2}, 'set': lambda: {1}, 'tuple': lambda: (1, 2),
    'deque': lambda: collections.deque([1, 2]), 'no deque': collections.deque, 'bounded': lambda: collections.deque([1], 1),
    'bytearray': lambda: bytearray(b'ab'), 'array': lambda: array.array('i', [1, 2]), 'str': lambda: 'ab', 'int': lambda: 5,
    'None': lambda: None, 'slots': Slots, 'fixed': Fixed, 'frozen': Frozen, 'items': lambda: Items([1, 2]), 'other': Other,
    'ordered': lambda: collections.OrderedDict({1: 2}), 'counter': lambda: collections.Counter({1: 2}), 'object': object,
    'proxy': lambda: types.MappingProxyType({1: 2}), 'type': lambda: int,
}
"""
KEYS = ("9", "-9", "'k'", "None", "[]", "1.5", "slice(0, 9, 2)")
CHANGES = [
    *(
        text.format(key)
        for key in KEYS
        for text in ("o[{}] = 1", "o[{}] += 1", "del o[{}]", "o.pop({})", "o.remove({})")
    ),
    *(
        "k = 9; o[k] = 1",
        "o[0:1] = 5",
        "o[::2] = [1, 2, 3]",
        "o[0] = 'text'",
        "o[0] = 999",
        "o[0] += 'a'",
        "o[0] += []",
    ),
    *("o[0], o[9] = 1, 2", "for o[9] in [1]: pass", "[*o, 1][9] = 1", "(q := o)[9] = 1", "o[0][0] = 1", "o[0].x = 1"),
    *("o.x = 1", "o.x += 1", "del o.x", "del o.a", "o.a += 1", "o.p = 1", "del o.p", "o.append = 1", "o.x.append(1)"),
    *(
        "o += 1",
        "o += None",
        "o |= 1",
        "o |= {1}",
        "o &= [1]",
        "o -= 'a'",
        "o *= 'a'",
        "o *= 2.5",
        "o **= 'x'",
        "o <<= 1.5",
    ),
    *(
        "o.append('x')",
        "o.append(None)",
        "o.extend(1)",
        "o.extend([None])",
        "o.insert(1)",
        "o.insert('a', 1)",
        "o.insert(1.5, 2)",
    ),
    *(
        "o.pop()",
        "o.pop('z', 7)",
        "o.popleft()",
        "o.popitem()",
        "o.discard([])",
        "o.add([])",
        "o.sort(1)",
        "o.sort(key=3)",
    ),
    *("o.update(1)", "o.update([1])", "o.update([(1,)])", "o.setdefault()", "o.setdefault([], 1)", "o.move_to_end(7)"),
    *("o.rotate('a')", "o.subtract(3)", "o.nothing(1)", "o[9].append(1)", "o['a']['b'] = 1"),
    *(
        "heapq.heappush(o, 1)",
        "heapq.heappop(o)",
        "heapq.heapify(o)",
        "operator.setitem(o, 9, 1)",
        "operator.delitem(o, 9)",
    ),
    *(
        "setattr(o, 'x', 1)",
        "setattr(o, 1, 1)",
        "setattr(o, 'x')",
        "delattr(o, 'x')",
        "delattr(o, 1)",
        "operator.iadd(o, 1)",
    ),
    *("o.__setitem__(9, 1)", "list.append(o, 1)", "set.add(o, [])", "object.__setattr__(o, 'x', 1)"),
]


def space(change: str) -> dict[str, Any]:
    """The change alone, in a helper and in two searches: each makes it, or calls the helper."""
    text = f"""
def plain(o):
    {change}
def helper(o):
    {change}
@ambiguous
def around(o):
    x = yield (0,)
    helper(o)
    y = yield (1,)
@ambiguous
def inside(o):
    x = yield (0,)
    {change}
    y = yield (1,)
"""
    return compile_program(SETUP + text, {"ambiguous": ambiguous})


def refusal(function: Callable[[Any], Any], operand: Any) -> tuple[str, str] | None:
    try:
        function(operand)
    except Exception as error:
        # from Python 3.14 on a dict says where the key was meant, and an OrderedDict only if it is asked for one
        return type(error).__name__, re.sub(r"^cannot use .* as a dict key \((.*)\)$", r"\1", str(error))
    return None


PLACES = {
    (i, place)
    for i in range(len(CHANGES))
    for place in ("inside", "around")
    if LONG or (i % 2 == 0) == (place == "inside")
}


@pytest.mark.parametrize(
    ("i", "place"), sorted(PLACES), ids=lambda value: value if isinstance(value, str) else CHANGES[value]
)
def test_a_change_is_refused_as_python_refuses_it(i: int, place: str) -> None:
    found = space(CHANGES[i])

    for kind, make in found["MAKE"].items():
        expected = refusal(found["plain"], make())
        assert (kind, refusal(lambda o: list(found[place](o)), make())) == (kind, expected)


COUNTS = """
class Bag:
    def __init__(self): self.kept = []
    def put(self, x): self.kept.append(x)
    def clear(self): self.kept.clear()
def none(): KEPT.append(1)
def one(x): KEPT.append(x)
def some(x, y=1, *, z=2): KEPT.append(x)
def any_(x=1, y=2): KEPT.append(x)
KEPT = []
"""
CALLS = [
    *(
        "none(1)",
        "none(1, 2)",
        "one(1, 2)",
        "one()",
        "one(y=1)",
        "some()",
        "some(1, 2, 3)",
        "some(1, w=2)",
        "any_(1, 2, 3)",
    ),
    *(
        "Bag().put(1, 2)",
        "Bag().put()",
        "Bag().clear(1)",
        "Bag(1)",
        "(lambda f: f(1, 2, 3))(Bag().put)",
        "int(1, 2, 3, 4)",
    ),
]


@pytest.mark.parametrize("call", CALLS)
def test_a_helper_with_too_many_or_too_few_arguments_is_refused_as_python_refuses_it(call: str) -> None:
    search = f"@ambiguous\ndef search(_):\n    x = yield (1, 2)\n    {call}\n"
    space = compile_program(f"{COUNTS}\ndef plain(_):\n    {call}\n{search}", {"ambiguous": ambiguous})

    expected = refusal(space["plain"], None)
    assert expected is not None and refusal(lambda _: list(space["search"](_)), None) == expected
