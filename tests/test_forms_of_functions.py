"""Functions that come in other forms than a plain def: what they change is taken back all the same, as replay judges."""

import importlib
import io
import os
import sys
import threading
from collections import deque
from functools import cached_property, partial, singledispatch, singledispatchmethod
from pathlib import Path
from typing import Any

import pytest
from class_engines import WORDS, check
from class_programs import Program
from helpers import alone, by_turns, compile_program

from ambsearch import ambiguous
from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.functions import is_mixed_in
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source

MAPPINGS = """
import collections.abc
asked = []
class Counted(collections.abc.Mapping):
    def __init__(self, d):
        self.d = d
    def __getitem__(self, k):
        asked.append(k)
        return self.d[k]
    def __iter__(self):
        asked.append("iter")
        return iter(self.d)
    def __len__(self):
        asked.append("len")
        return len(self.d)
class Keyed:
    def __init__(self, d):
        self.d = d
    def keys(self):
        asked.append("keys")
        return self.d.keys()
    def __getitem__(self, k):
        asked.append(k)
        return self.d[k]
    def __iter__(self):
        raise NotImplementedError
class Slips(dict):
    def __iter__(self):
        asked.append("iter")
        return iter(["a"])
class Odd(set):
    def __iter__(self):
        asked.append("iter")
        return iter([7])
def given(**kwargs):
    return kwargs
"""
ABSTRACT = """
from collections.abc import MutableMapping, MutableSequence, MutableSet
class Lru(MutableMapping):
    def __init__(self):
        self.d = {"a": 1, "b": 2, "c": 3}
        self.asked = 0
    def __getitem__(self, k):
        self.d[k] = self.d.pop(k)
        return self.d[k]
    def __setitem__(self, k, v):
        self.d[k] = v
    def __delitem__(self, k):
        del self.d[k]
    def __iter__(self):
        self.asked += 10
        return iter(list(self.d))
    def __len__(self):
        self.asked += 1
        return len(self.d)
class Row(MutableSequence):
    def __init__(self):
        self.xs, self.reads, self.lengths = [3, 4], 0, 0
    def __getitem__(self, i):
        self.reads += 1
        return self.xs[i]
    def __setitem__(self, i, v):
        self.xs[i] = v
    def __delitem__(self, i):
        del self.xs[i]
    def __len__(self):
        self.lengths += 1
        return len(self.xs)
    def insert(self, i, v):
        self.xs.insert(i, v)
class Bag(MutableSet):
    def __init__(self, xs=(1, 2)):
        self.xs, self.asked = list(xs), 0
    def __contains__(self, x):
        self.asked += 1
        return x in self.xs
    def __iter__(self):
        self.asked += 10
        return iter(self.xs)
    def __len__(self):
        self.asked += 100
        return len(self.xs)
    def add(self, x):
        self.xs.append(x)
    def discard(self, x):
        if x in self.xs:
            self.xs.remove(x)
lru, row, bag = Lru(), Row(), Bag()
"""

PROGRAMS: dict[str, str] = {
    "a manager that ends the branch, on the way in and out": """
import contextlib
log = []
@contextlib.contextmanager
def less(x, most):
    require(x < most)
    log.append(x)
    yield 2 * x
    require(len(log) < 4)
@contextlib.contextmanager
def swallowing(x):
    try:
        yield
    except ValueError:
        if x == 1: fail()
        log.append("caught")
def helper(x):
    with less(x, 3) as y:
        log.append(y)
    return y
@ambiguous
def f():
    x = yield (1, 2, 3, 4)
    with less(x, 4) as y:
        z = yield (0, 1)
    if z:
        with swallowing(x):
            raise ValueError
    with swallowing(z):
        found = helper(x)
        if (yield (0, 1)): raise ValueError
    with contextlib.ExitStack() as stack:
        stack.enter_context(less(x, 2 + z))
    return x, y, z, found, list(log)
""",
    "a helper that an iterator calls, and that ends the branch": """
import itertools
log = []
def check(x):
    log.append(x)
    require(x != 2)
    return x
def checked(xs):
    for x in map(check, xs):
        yield x
def total(xs):
    found = 0
    for x in map(check, xs):
        found += x
    return found
def read(which, xs):
    if which == 0: return list(map(check, xs)), sum(map(check, xs)), {*map(check, xs)}
    if which == 1: return [x for x in map(check, xs)], all(check(x) for x in map(check, xs))
    if which == 2: return list(zip(filter(check, xs), map(check, xs))), "".join(map(str, map(check, xs)))
    if which == 3: return list(itertools.takewhile(check, xs)), max(map(lambda x: -check(x), xs))
    if which == 4:
        first, *others = map(check, xs)
        return first, others
    return total(xs), list(checked(xs))
@ambiguous
def f():
    which = yield range(6)
    xs = yield [[1, 2], [3], [1, 3]]
    found = read(which, xs)
    for x in checked(xs):
        y = yield (0, 1)
        if y: break
    first, *others = map(check, xs)
    return which, found, x, y, first, others, list(map(check, xs)), [*map(check, log[:2])]
""",
    "mappings of one's own are unpacked": """
asked = []
class M:
    def keys(self):
        asked.append("keys")
        return ["a", "b"]
    def __getitem__(self, k):
        asked.append(k)
        return k * 2
def g(**given): return given
def h(m): return g(**m)
def i(m): return {**m}
@ambiguous
def f():
    x = yield (1, 2)
    return g(**M()), {**M(), "x": x}, h(M()), i(M()), asked
""",
    "a method of what is in a place is called in a comprehension and in a class": """
class Board:
    def __init__(self): self.cells = [3, 1, 2]
    def take(self, n):
        self.cells.append(n)
        return list(self.cells)
class Holder:
    def __init__(self): self.board = Board()
holder = Holder()
boards = [holder.board]
@ambiguous
def f():
    x = yield (1, 2)
    found = [b for a in [x] for b in holder.board.take(a) if b in boards[0].take(b)]
    class C:
        cells = boards[0].take(x)
    return found, C.cells, holder.board.cells
""",
    "what is deleted, or its place, is found by a function that changes something": """
class Board:
    def __init__(self): self.items, self.asked = [3, 1, 2], []
    def place(self, i):
        self.asked.append(i)
        return i
    def drop(self, i):
        del self.items[self.place(i)]
        self.items[self.place(0)] += self.place(5)
board = Board()
@ambiguous
def f():
    x = yield (0, 1)
    del board.items[board.place(x)]
    board.items[board.place(0)] += board.place(2)
    board.items.insert(board.place(1), board.place(7))
    board.drop(x)
    return board.items, board.asked
""",
    "a lambda that is called at once": """
log = []
@ambiguous
def f():
    x = yield (1, 2)
    (lambda n: log.append(n))(x)
    return sorted(log, key=lambda n: log.append(0) or n), log
""",
    "functions in functions, modules and methods that differ from call to call": """
import math, cmath
log = []
class A:
    def put(self, x): log.append(x)
class B:
    def put(self, x): log.append(-x)
def make(put, module):
    @ambiguous
    def inner(n):
        x = yield range(n)
        put(x)
        return module.sqrt(x + 4), log
    return inner
@ambiguous
def f():
    made = make(*(yield [(A().put, math), (B().put, cmath), (log.append, math), (abs, math)]))
    return (yield made(2))
""",
    "an operator between attributes and objects of one's own, in a display": """
class N:
    asked = 0
    def __radd__(self, other):
        N.asked += 1
        return other
    __add__ = __radd__
@ambiguous
def f():
    x = yield (1, 2)
    n = N()
    return [a + n for a in (1, 2)], n + x, N.asked, [a.real + n for a in (1,)]
""",
    "what gives no new object: a metaclass, and a copy of one's own": """
import copy
class One(type):
    made = {}
    def __call__(cls, *given):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*given)
        return cls.made[cls]
class Settings(metaclass=One): pass
class Leaf:
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self
leaf = Leaf()
settings = Settings()
def change(x):
    own, twin, other = Settings(), copy.copy(leaf), copy.deepcopy(leaf)
    own.x = twin.x = x
    other.y = own.x
@ambiguous
def f():
    x = yield (1, 2)
    change(x)
    own, twin = Settings(), copy.deepcopy(leaf)
    own.z = twin.z = x
    return vars(settings).copy(), vars(leaf).copy()
""",
    "what a copy of one's own changes": """
import copy
from copy import deepcopy
class Board:
    made = 0
    def __init__(self, cells):
        Board.made += 1
        self.cells = cells
    def __copy__(self): return Board(self.cells)
    def __deepcopy__(self, memo):
        made = Board(deepcopy(self.cells, memo))
        self.copied = len(memo)
        return made
class Pair:
    def __init__(self, board): self.boards = [board, board]
    def __deepcopy__(self, memo):
        made = Pair(None)
        made.boards = [deepcopy(board, memo) for board in self.boards]
        return made
board = Board([0])
copies = {"deep": deepcopy}
def change(x):
    one, other, third = copy.copy(board), deepcopy(board), copies["deep"](board, None)
    one.cells.append(x)
    return other.cells, [each.cells for each in map(copy.copy, [board, third])]
@ambiguous
def f():
    x = yield (1, 2)
    found = change(x)
    first, second = deepcopy(Pair(copy.copy(board))).boards
    return found, first is second, first is board, Board.made, board.copied, list(board.cells)
""",
    "an async helper is left alone": """
log = []
async def later(x):
    log.append(x)
@ambiguous
def f():
    x = yield (1, 2)
    later(x).close()
    return x, log
""",
    "what is unequal, and what has no such attribute": """
class P:
    asked = 0
    def __eq__(self, other):
        P.asked += 1
        return NotImplemented
    __hash__ = None
    @property
    def shown(self):
        P.asked += 1
        return P.asked
class Q: pass
def look(o, name):
    try:
        return getattr(o, name)
    except AttributeError as error:
        return str(error)
@ambiguous
def f():
    x = yield (1, 2)
    return P() != Q(), Q() != P(), Q() != Q(), look(P(), "shown"), look(P(), "hidden"), P.asked
""",
    "what the run finds that the text does not name": """
import enum, http.cookies, operator
Color = enum.Enum("Color", "red blue")
morsel = http.cookies.Morsel()
tools = {"color": Color, "put": morsel.update}
class Odd(type):
    made = []
    def __call__(cls, *args):
        Odd.made.append(args)
        return super().__call__(*args)
class B(metaclass=Odd):
    def __init__(self, x): self.x = x
tools["b"] = B
@ambiguous
def f():
    x = yield (1, 2)
    tools["put"]({"path": str(x)})
    return tools["color"](x).name, morsel["path"], tools["b"](x).x, len(Odd.made)
""",
    "tuples taken out of a set": """
seen = {(1, 2), (3, (4, 5)), (6, (7, (8,))), (1.0, 2), frozenset({1})}
class Odd:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, other):
        if not isinstance(other, Odd): raise ValueError("no odd")
        return self.n == other.n
odds = {Odd(1), Odd(2)}
def drop(s, x):
    s.discard(x)
    s -= {(1, 2), (3, (4, 5))}
@ambiguous
def f():
    x = yield [(1, 2), (3, (4, 5)), (6, (7, (8,))), (1, 2.0), frozenset({1})]
    y = yield (1, 2)
    if y == 1:
        seen.discard(x)
    else:
        drop(seen, x)
    n = yield (1, 2)
    odds.discard(Odd(n))
    return len(seen), sum(o.n for o in odds)
""",
    "callables that are found at run time": """
import operator, functools
log = []
class C:
    @staticmethod
    def put(x): log.append(x)
    p = put
tools = {"s": C.__dict__["put"], "m": operator.methodcaller("append", 7), "g": operator.attrgetter("real", "imag"), "i": operator.itemgetter(0, 1)}
class Meta(type): pass
@ambiguous
def f():
    x = yield (1, 2)
    tools["s"](x)
    tools["m"](log)
    return log, tools["g"](x), tools["i"](log)
""",
    "a method called without what it takes": """
import operator
log = []
seen = []
def tries(act):
    try:
        act()
    except TypeError as error:
        seen.append(str(error))
@ambiguous
def f():
    x = yield (1, 2)
    put, setter = list.append, object.__setattr__
    tries(put)
    tries(operator.methodcaller("append", 1))
    tries(operator.itemgetter(0))
    put(log, x)
    return log, seen
""",
    "what is refused: a key that nothing makes, a property that nothing deletes": """
from collections import defaultdict
d = defaultdict(None)
class S:
    __slots__ = ("a",)
    @property
    def p(self): return 1
s = S()
s.a = 1
seen = []
@ambiguous
def f():
    x = yield (1, 2)
    try:
        d[x]
    except KeyError as error:
        seen.append(str(error))
    s.__delattr__("a")
    try:
        del s.p
    except AttributeError as error:
        seen.append(str(error))
    return seen, hasattr(s, "a")
""",
    "a fresh heap": """
import heapq
def made(k):
    h = []
    h.append(k)
    heapq.heappush(h, k - 1)
    t = {}
    t[0] = 1
    t[0] += h.pop(0)
    log.append(h)
    return h, t
log = []
@ambiguous
def f():
    x = yield (1, 2)
    return made(x), log
""",
    "wrappers of the standard library in a helper": """
from collections import UserList, UserDict, ChainMap
import random, heapq
u, d, c = UserList([3, 1, 2]), UserDict(a=1), ChainMap({"a": 1}, {"b": 2})
def put(u, d, c, x):
    u.append(x)
    u[0] = x
    del u[1]
    d["b"] = x
    d.pop("a")
    c["b"] = x
    del c["a"]
    u.sort()
    u += [x]
@ambiguous
def f():
    x = yield (1, 2)
    u.append(x); u[1] = x; del u[0]; d["c"] = x; del d["a"]; c["c"] = x; del c["a"]
    d["a"] = 1; c["a"] = 2
    put(u, d, c, x)
    return list(u), dict(d), dict(c)
""",
    "a text in memory that is cut off before the place where it stands": """
import io
text, data = io.StringIO(), io.BytesIO(b"abcdef")
text.write("abc")
data.seek(4)
def cut(file, n):
    file.truncate(n)
    return file.tell()
@ambiguous
def f():
    x = yield (1, 2)
    places = cut(text, x), cut(data, 5)
    data.truncate(x + 1)
    data.write(b"z")
    return places, text.getvalue(), data.getvalue(), text.truncate(), data.truncate()
""",
    "wrappers of the standard library that other modules change": """
from collections import UserDict, UserList
import bisect, random
u, d = UserList([3, 1, 2]), UserDict({0: 'a', 1: 'b', 2: 'c'})
def put(u, x):
    bisect.insort(u, x)
@ambiguous
def f():
    x = yield (1, 2)
    bisect.insort(u, x)
    put(u, 5)
    random.seed(x)
    random.shuffle(u)
    random.shuffle(d)
    return list(u), dict(d)
""",
    "views of memory": """
b = bytearray(b"abcd")
class Holder: pass
h = Holder()
@ambiguous
def f():
    x = yield (1, 2)
    v = memoryview(b)
    v[x] = 65
    v[0:2] = b"zz"
    w = v.cast("H")
    w[1] = 66
    v2 = v[1:3]
    v2[0] = 67
    del v, w, v2
    return bytes(b)
""",
    "what is inherited, read by super": """
class A:
    kind = "a"
    count = 0
    @property
    def p(self):
        self.count += 1
        return self.count
class B(A):
    def look(self):
        self.count += 1
        return super().kind, super().p
b = B()
@ambiguous
def f():
    x = yield (1, 2)
    return b.look(), b.count
""",
    "a_heap_by_a_module_that_is_imported_inside": """
xs = [3]
def helper(n):
    import bisect, random, heapq as hq
    hq.heappush(xs, n)
    bisect.insort(xs, 5)
    random.seed(n)
    random.shuffle(xs)
    hq.heapify(xs)
@ambiguous
def f():
    import heapq
    import operator as op
    n = yield [1, 2]
    heapq.heappush(xs, n)
    helper(n)
    op.setitem(xs, 0, n)
    op.iadd(xs, [n])
    return list(xs)
""",
    "functions_made_inside_that_call_one_of_an_imported_module": """
import math, operator as ops
seen = []
def noted(x):
    def inner(y):
        seen.append(math.sqrt(y))
    inner(x)
    return {"add": lambda y: seen.append(ops.add(y, 1))}
@ambiguous
def f():
    x = yield (1, 4)
    def held(y):
        seen.append(math.floor(y))
    noted(x)["add"](x)
    [held][0](x / 2)
    y = yield (1, 2)
    return x, y, seen
""",
    "a_function_of_a_package_that_stands_in_a_class_or_a_partial": """
import functools, heapq, random
class Tools:
    push = staticmethod(heapq.heappush)
    pop_least = heapq.heappop
    mix = staticmethod(random.Random(5).shuffle)
xs = [4, 6, 8]
class Bound:
    add = functools.partial(heapq.heappush, xs)
add, mix = functools.partial(heapq.heappush, xs), functools.partial(random.shuffle, xs)
def helper(n):
    Tools.push(xs, n)
    add(n + 1)
    Bound.add(n)
@ambiguous
def f():
    n = yield [1, 2]
    random.seed(n)
    Tools.push(xs, n)
    add(n + 1)
    Bound.add(n)
    helper(n)
    mix()
    xs.sort()
    return Tools.pop_least(xs), list(xs)
""",
    "a_mapping_of_ones_own_as_a_dictionary": MAPPINGS
    + """
def helper(m, keyed):
    return dict(m), {**m, "z": 3}, given(**keyed)
@ambiguous
def f():
    m, keyed = Counted({"ab": 1, "cd": (yield (0, 5))}), Keyed({"k": 1})
    made = dict(m), dict(m, z=1), {"y": 0, **m}, given(**m), dict(keyed), given(x=1, **keyed)
    return made, helper(m, keyed), list(asked)
""",
    "a_dict_and_a_set_of_ones_own_with_an_iter": MAPPINGS
    + """
def helper(slips, odd):
    return dict(slips), {**slips}, list(slips), set(odd), {*odd}, [*odd], 7 in odd
@ambiguous
def f():
    slips, odd = Slips(a=(yield (0, 5)), b=1), Odd({1})
    made = dict(slips), dict(slips, z=1), {**slips}, list(slips), [*slips]
    return made, set(odd), frozenset(odd), {*odd}, {0, *odd}, [*odd], list(odd), helper(slips, odd), list(asked)
""",
    "lengths_that_are_asked_for_to_have_room": MAPPINGS
    + """
def helper(m):
    return list(m), sorted(m), [*m], given.__name__.join([*m]), set(m), {*m}
@ambiguous
def f():
    m = Counted({"ab": 1, "cd": (yield (0, 5))})
    return list(m), sorted(m), [*m], set(m), helper(m), list(asked)
""",
    "a_length_that_is_asked_of_starred_arguments": MAPPINGS
    + """
@ambiguous
def f():
    m = Counted({"ab": 1, "cd": (yield (0, 5))})
    return len(*[m]), bool(*[m]), list(asked)
""",
    "classes_with_type_parameters": """
from types import GenericAlias
from typing import AnyStr, Generic
log = []
class Stack(Generic[AnyStr]):
    def __init__(self, x):
        self.items = [x]
        log.append(x)
class Box:
    __slots__ = ("x",)
    __class_getitem__ = classmethod(GenericAlias)
    def __init__(self, x):
        self.x = x
        log.append(x)
def helper(x):
    return Stack[str](x).items, Box[int](x).x, list[int]([x])
@ambiguous
def f():
    x = yield (1, 2)
    stack = Stack[str](x)
    y = yield "ab"
    stack.items.append(y)
    return stack.items, Box[str](y).x, helper(x), stack.__orig_class__.__args__ == (str,), list(log)
""",
    "in_of_what_has_only_an_iter": """
class Walk:
    n = 0
    def __iter__(self):
        self.n += 1
        return iter("ab")
walk = Walk()
def helper(x):
    return x in walk, x not in walk
@ambiguous
def f():
    x = yield "bc"
    return x in walk, helper(x), walk.n
""",
    "yield_from_ones_own_iterator": """
log = []
class Once:
    def __iter__(self):
        log.append("iter")
        return self
    def __next__(self):
        log.append("next")
        if len(log) % 4 == 0:
            raise StopIteration
        return len(log)
def walk():
    yield 0
    yield from Once()
    yield 9
@ambiguous
def f():
    x = yield "ab"
    return x, list(walk()), list(log)
""",
    "the_mapping_methods_of_collections_abc": ABSTRACT
    + """
def helper(k):
    return lru.get(k), k in lru, lru.setdefault(k, 0), lru == {"a": 1}, lru.popitem()
@ambiguous
def f():
    k = yield "ab"
    found = lru.get(k), k in lru, k in lru.keys(), (k, 1) in lru.items(), 2 in lru.values()
    listed = list(lru.items()), [v for v in lru.values()], lru.pop(k), lru.keys() & {"c"}
    return found, listed, helper("c"), list(lru.d), lru.asked
""",
    "the_sequence_methods_of_collections_abc": ABSTRACT
    + """
def helper(k):
    row.append(k)
    row.reverse()
    return k in row, row.index(k), row.count(4), row.pop()
@ambiguous
def f():
    k = yield (1, 2)
    row.append(k)
    row += [k, 3]
    row.extend([k])
    found = k in row, row.index(k), list(reversed(row)), [x for x in row]
    row.remove(k)
    total = 0
    for x in row:
        total += x
    return found, total, helper(k), row.xs, row.reads, row.lengths
""",
    "the_set_methods_of_collections_abc": ABSTRACT
    + """
def helper(k):
    bag.remove(k)
    return bag == {1}, bag.isdisjoint({3}), {1} - bag
@ambiguous
def f():
    global bag
    k = yield (1, 2)
    found = bag | {k, 3}, bag & {k}, bag - {k}, bag ^ {k}, bag <= {1, 2}, {k} | bag
    bag |= {4}
    bag &= {k, 4}
    listed = [list(part.xs) for part in found if isinstance(part, Bag)]
    return listed, helper(k), bag.xs, bag.asked
""",
    "getattr_and_hasattr_of_a_property": """
class Log:
    n = 0
    @property
    def p(self):
        self.n += 1
        return 3
log = Log()
@ambiguous
def f():
    x = yield "ab"
    return getattr(log, "p"), hasattr(log, "p"), hasattr(log, "q"), getattr(log, "q", x), log.n
""",
    "decorators_of_functions_made_inside": """
HANDLERS, MADE = [], []
def register(fn):
    HANDLERS.append(fn.__name__)
    return fn
def named(name):
    MADE.append(name)
    def decorate(fn):
        HANDLERS.append((name, fn.__name__))
        return fn
    return decorate
def helper(x):
    @register
    @named(x)
    def inner(y):
        MADE.append(y)
    inner(x * 2)
@ambiguous
def f():
    x = yield "ab"
    @named(x)
    @register
    def loc(y):
        MADE.append((x, y))
        return x
    @HANDLERS.append
    def gone(): pass
    helper(x)
    y = yield [1, 2]
    return loc(y), [getattr(made, "__name__", made) for made in HANDLERS], MADE
""",
    "default_values_and_annotations_of_functions_made_inside": """
log = []
def note(x):
    log.append(x)
    return len(log)
def helper(x):
    def inner(a, b=note(x), *, c: note("annotated") = note(x + x)) -> note("given"):
        return b, c
    return inner(x), (lambda y=log.append(x): y)()
@ambiguous
def f():
    x = yield "ab"
    def loc(seen=[], n=note(x), *, m: note("c") = log.append("d")):
        seen.append(n)
        log.append(seen)
        return seen
    first = loc()
    y = yield [1, 2]
    return helper(x), loc() is first, loc((lambda z=note(y): [z])()), log
""",
    "choices_in_default_values": """
@ambiguous
def f():
    one = lambda y, x=(yield "ab"), *, z=(yield [0, 1]): (x, y, z)
    def other(x=(yield [1, 2]), *, y=one(3)):
        return x, y
    return one(4, z=5), other()
""",
    "the_body_of_a_class_in_a_helper": """
log, classes = [], []
class World:
    n = 0
    items = {}
world = World()
def register(cls):
    classes.append(cls.__name__)
    return cls
def note(x):
    log.append(x)
    return x
def bases(x):
    log.append(x)
    return [list]
def make(n):
    own = log
    @register
    class Q(*bases(n)):
        log.append(n)
        own.append(n)
        size = note(n)
        for i in range(2):
            log.append(i)
            world.items[i] = n
        if note(n):
            world.n += n
        world.items[0] += 1
        @note
        def get(self, x=note(n + 1)):
            log.append(self.size)
            return x
        class Inner:
            log.append("inner")
        log = []
        log.append(n)
    log.append(n)
    return Q
@ambiguous
def f():
    n = yield [1, 2]
    made = make(n)
    m = yield "ab"
    return made().get(), made.log, made.size, len(log), log[:6], log[-2:], classes, world.n, world.items, sorted(
        name for name in vars(made) if not name.startswith("__")
    )
""",
    "plain_generators": """
log = []
class Board:
    def __init__(self):
        self.cells = []
    def put(self, x):
        self.cells.append(x)
    def __iter__(self):
        for cell in self.cells:
            log.append(("cell", cell))
            yield cell
board = Board()
total = 0
def counted(n):
    global total
    for i in range(n):
        total += 1
        log.append(i)
        log.append(-i)
        got = yield i
        log.append(got)
        board.put((yield i * i))
    return "done"
def twice(n):
    log.append("twice")
    result = yield from counted(n)
    log.append(result)
def helper(n):
    found = [x for x in twice(n)]
    for x in counted(n):
        if x > 1:
            break
        log.append(x)
    return sum(found)
@ambiguous
def f():
    n = yield [2, 3]
    for x in counted(n):
        log.append(("x", x))
    m = yield "ab"
    there = list(twice(n)), helper(n), sum(board), any(x == m for x in board)
    return there, len(log), log[-3:], total, len(board.cells)
""",
    "a_generator_that_is_chosen_from": """
log = []
def numbers(n):
    for i in range(n):
        log.append(i)
        yield i
        log.append("back")
def pairs(n):
    yield from ((i, j) for i in numbers(n) for j in "ab")
@ambiguous
def inner(n):
    x = yield numbers(n)
    log.append("inner")
    return x
@ambiguous
def f():
    n = yield [2, 3]
    x = yield inner(n)
    log.append(x)
    found = len(list(pairs(n)))
    return n, x, found, len(log), log[-1]
""",
    "the_send_of_a_generator_and_its_end": """
log = []
def echo(start):
    try:
        while True:
            start = yield start
            log.append(start)
    except ValueError:
        log.append("thrown")
        yield "caught"
    finally:
        log.append("end")
def helper(x):
    it = echo(x)
    next(it)
    it.send(x + x)
    return it.throw(ValueError), it.close()
@ambiguous
def f():
    x = yield "ab"
    told = helper(x)
    y = yield [1, 2]
    return x, y, told, log
""",
    "context_managers_made_of_generators_that_are_kept": """
from contextlib import contextmanager
log = []
@contextmanager
def section(name):
    log.append(name)
    try: yield name
    finally: log.append("/" + name)
class Keeper:
    def __init__(self): self.open = []
    def start(self, name): self.open.append(section(name))
    def last(self):
        with self.open.pop() as name: log.append(2 * name)
    def both(self):
        b, a = self.open.pop(), self.open.pop()
        with a, b as name: return name
keeper = Keeper()
def enter(manager):
    with manager as name: log.append(name)
@ambiguous
def f():
    first = section("first")
    keeper.start("a")
    x = yield (0, 1)
    if x: keeper.last()
    else: enter(first)
    keeper.start("b")
    y = yield (0, 1)
    name = None if x else keeper.both()
    if x:
        with first: keeper.last()
    return x, y, name, log
""",
    "context_managers_made_of_generators": """
from contextlib import contextmanager
log, stack = [], []
@contextmanager
def level(x):
    stack.append(x)
    log.append(("in", x))
    try:
        yield len(stack)
    finally:
        log.append(("out", stack.pop()))
class Board:
    n = 0
    @contextmanager
    def turn(self):
        self.n += 1
        yield self
        log.append(self.n)
board = Board()
def noted(x):
    log.append(x)
    return level(x)
def helper(x):
    with level(x) as n, board.turn() as same:
        log.append(n)
    return same.n
@ambiguous
def f():
    x = yield "ab"
    with level(x) as n:
        log.append(n)
    first = helper(x)
    y = yield [1, 2]
    with noted(y) as m, noted(m):
        log.append(y)
    return x, y, n, first, stack, len(log), board.n
""",
    "what_gives_the_managers_of_a_with_around_choices": """
log = []
class Level:
    depth = 0
    def __init__(self, x):
        log.append(x)
    def __enter__(self):
        log.append(("in", len(log)))
        return len(log)
    def __exit__(self, *error):
        log.append("out")
def noted(x):
    log.append(("noted", x))
    return Level(x)
@ambiguous
def f():
    x = yield "ab"
    with noted(x) as m, noted(m), Level(log.append("made")):
        y = yield [1, 2]
        log.append(y)
    return x, y, m, log
""",
    "a_number_of_ones_own_as_a_key": """
class Place:
    asked = 0
    def __index__(self):
        self.asked += 1
        return 0
place = Place()
cells = [7, 8, 9]
@ambiguous
def f():
    xs = [1, 2]
    x = yield "ab"
    xs[place] = x
    cells[place] = x
    seen = place.asked
    cells[place] += x
    del cells[place]
    y = yield [1, 2]
    return xs, cells, seen
""",
    "hasattr_alone": """
class Log:
    n = 0
    @property
    def p(self):
        self.n += 1
        return 3
log = Log()
@ambiguous
def f():
    x = yield "ab"
    if hasattr(log, "p"):
        return log.n, x
""",
    "attribute_by_a_name_that_only_the_run_knows": """
class Log:
    n = 0
    @property
    def p(self):
        self.n += 1
        return self.n
log = Log()
@ambiguous
def f():
    x = yield "pp"
    return getattr(log, x), log.n
""",
    "descriptor_that_is_added_to": """
class Typed:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, o, t=None):
        return self if o is None else getattr(o, self.name, 0)
    def __set__(self, o, v):
        o.log.append((self.name, v))
        setattr(o, self.name, v)
class P:
    x, y = Typed(), Typed()
    def __init__(self):
        self.log = []
p = P()
@ambiguous
def f():
    p.x = yield (1, 2)
    p.y += p.x
    return p.x, p.y, p.log
""",
    "partial_method": """
import functools
class Cell:
    v = 0
    def add(self, n, times=1):
        self.v += n * times
        return self.v
    twice = functools.partialmethod(add, times=2)
cell = Cell()
@ambiguous
def f():
    n = yield (4, 5)
    return cell.twice(n), cell.twice(1)
""",
    "containers_that_answer_for_themselves": """
from collections import deque
class Live(list):
    def __len__(self):
        return sum(1 for x in self if x)
    def __bool__(self):
        return False
class Line(deque):
    def __len__(self):
        return 0
    def __iter__(self):
        return iter("other")
class Seen(set):
    def __contains__(self, item):
        return True
    def __iter__(self):
        return iter(())
class Known(dict):
    def __contains__(self, key):
        return True
    def __iter__(self):
        return iter(())
live, line, seen, known = Live([0, 1, 0, 2]), Line([1, 2]), Seen({1}), Known({1: 2})
class Public(dict):
    def __iter__(self):
        return (k for k in dict.keys(self) if k[0] != "_")
    def items(self):
        return [(k, self[k]) for k in self]
    def keys(self):
        return list(self)
public = Public(a=1, _b=2)
def change(k):
    public.update(a=k); public.clear()
    live.append(0); live.extend([0, k]); live.insert(1, k); live.pop(); live[-1] = 0; del live[0]; live.remove(0)
    line.append(k); line.appendleft(0); line.pop(); line.rotate(1)
    seen.add(k); seen.update({7, 8}); seen.discard(1)
    known.setdefault(k, 3); known.pop(1); known.update(Known({5: 5}))
def told():
    return list.__repr__(live), deque.__repr__(line), sorted(set.__iter__(seen)), list(dict.items(known)), list(dict.items(public))
@ambiguous
def f():
    k = yield (4, 5)
    before = told()
    change(k)
    return before, told()
""",
    "text_is_formatted_before_the_other_operand_is_asked": """
class Residue:
    asked = 0
    def __rmod__(self, other):
        Residue.asked += 1
        return "rmod"
    def __str__(self):
        return "text"
@ambiguous
def f():
    k = yield (4, 5)
    return "%s" % Residue(), 7 % Residue(), Residue.asked
""",
    "truth_of_the_condition_of_a_comprehension": """
class Coin:
    asked = 0
    def __bool__(self):
        Coin.asked += 1
        return True
coin = Coin()
def helper():
    return [x for x in (1, 2) if coin]
@ambiguous
def f():
    k = yield (4, 5)
    return helper(), Coin.asked
""",
    "comparison_that_the_other_operand_answers": """
class N:
    asked = 0
    def __gt__(self, other):
        N.asked += 1
        require(other < 4)
        return True
    def __ge__(self, other):
        N.asked += 1
        return False
def less(k):
    return k < N()
@ambiguous
def f():
    k = yield (3, 4, 2)
    return less(k), k < N(), k <= N(), N.asked
""",
    "branch_that_ends_in_a_missing_key_or_a_descriptor": """
def check(k):
    if k == 3:
        fail()
class Scores(dict):
    def __missing__(self, k):
        check(k)
        return 0
class Field:
    def __get__(self, o, t=None):
        return 1
    def __set__(self, o, v):
        check(v)
class O:
    d = Field()
def helper(k):
    Scores()[k] += 1
@ambiguous
def f():
    j = yield (1, 3, 4)
    Scores()[j] += 1
    k = yield (3, 5)
    O().d = k
    i = yield (2, 3)
    O().d += i
    m = yield (3, 6)
    helper(m)
    return j, k, i, m
""",
    "global_variable_that_a_helper_binds_to_what_another_gives": """
total = 0
marks = []
class Box:
    x = 0
    def put(self, v):
        self.x += v
        return self.x
box = Box()
def mark(v):
    marks.append(v)
    return len(marks)
def by_method(v):
    global total
    total = box.put(v)
def by_function(v):
    global total
    total = mark(v)
    total += mark(v)
@ambiguous
def f():
    k = yield (1, 2)
    by_method(k)
    by_function(k)
    return total, marks, box.x
""",
    "missing_item_of_a_getitem_that_calls_the_one_it_inherits": """
class Memo(dict):
    made = 0
    def __missing__(self, n):
        Memo.made += 1
        self[n] = found = 1 if n < 2 else self[n - 1] + self[n - 2]
        return found
    def __getitem__(self, n):
        return super().__getitem__(n)
memo = Memo()
@ambiguous
def f():
    n = yield (3, 4)
    return n, memo[n], dict.__getitem__(memo, n + 1), dict(memo), Memo.made
""",
    "class_item": """
class Kinds:
    looked = 0
    def __class_getitem__(cls, key):
        Kinds.looked += 1
        return key
@ambiguous
def f():
    n = yield (4, 5)
    return Kinds[n], Kinds.looked
""",
    "new_object_that_was_there_before": """
class Settings:
    only = None
    def __new__(cls, v):
        if cls.only is None:
            cls.only = super().__new__(cls)
        return cls.only
    def __init__(self, v):
        self.v = v or self.v
settings = Settings(1)
@ambiguous
def f():
    return Settings((yield (0, 3, 0))).v
""",
    "own_object_that_is_called": """
class Sign:
    asked = 0
    def __hash__(self):
        Sign.asked += 1
        return 1
    def __eq__(self, other):
        Sign.asked += 1
        return False
    def __getattr__(self, name):
        Sign.asked += 1
        return name
    def __call__(self, x):
        return x, Sign.asked
sign = Sign()
def tell(x):
    return sign(x), sign(x)
@ambiguous
def f():
    for one in sign((yield (1, 2))):
        x = yield (one, 0)
    return tell(x)
""",
    "own_object_that_is_gone_over_backwards": """
steps = []
class Walk:
    n = 3
    def __iter__(self):
        return self
    def __next__(self):
        steps.append(self.n)
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n
class Street:
    def __reversed__(self):
        return Walk()
street = Street()
@ambiguous
def f():
    x = yield (1, 2)
    return x, sum(reversed(street)), len(steps)
""",
    "class_that_decorates_a_method": """
import types
class Counted:
    def __init__(self, function):
        self.function, self.calls = function, 0
    def __get__(self, owner, kind=None):
        return types.MethodType(self, owner)
    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)
class Counter:
    v = 0
    @Counted
    def grow(self, n):
        self.v += n
        return self.v
c = Counter()
@ambiguous
def f():
    n = yield [4, 5]
    return c.grow(n), c.grow(1), vars(Counter)["grow"].calls
""",
    "singleton_by_a_metaclass": """
class Singleton(type):
    made = {}
    def __call__(cls, *args):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args)
        return cls.made[cls]
class Config(metaclass=Singleton):
    def __init__(self, level):
        self.level = level
@ambiguous
def f():
    n = yield [4, 5]
    return Config(n).level, Config(7).level, len(Singleton.made)
""",
    "descriptor": """
class Counted:
    reads = 0
    def __get__(self, owner, kind=None):
        Counted.reads += 1
        return 7
class P:
    x = Counted()
p = P()
@ambiguous
def f():
    n = yield [4, 5]
    return p.x + n, Counted.reads
""",
    "object_that_is_called_with_a_careless_eq": """
class Add:
    def __init__(self, x):
        self.x = x
    def __call__(self, n):
        return self.x + n
    def __eq__(self, other):
        return self.x == other.x
ADD = Add(1)
@ambiguous
def f():
    n = yield [1, 2]
    return ADD(n)
""",
    "functions_of_operator": """
import operator
xs = [1]
d = {}
@ambiguous
def f():
    k = yield "ab"
    operator.iadd(xs, [5])
    operator.setitem(d, k, 1)
    operator.setitem(d, "c", 1)
    operator.delitem(d, "c")
    return xs, d
""",
    "user_list_in_place": """
from collections import UserList
ul = UserList([1])
@ambiguous
def f():
    global ul
    k = yield "ab"
    ul += [3]
    push = ul.append
    push(k)
    return list(ul)
""",
    "dict_of_an_ordered_dict_whose_items_move_when_they_are_read": """
from collections import OrderedDict
class Recent(OrderedDict):
    def __getitem__(self, k):
        self.move_to_end(k)
        return super().__getitem__(k)
recent = Recent(a=1, b=2, c=3)
def named(**given):
    return list(given)
@ambiguous
def f():
    recent[(yield "ad")] = 4
    plain = {}
    plain.update(recent)
    return dict(recent), {**recent}, named(**recent), list(plain), list(recent)
""",
    "user_dict_whose_methods_call_those_it_inherits": """
from collections import UserDict
class Inv(UserDict):
    def __setitem__(self, k, v):
        if v < 0:
            raise ValueError(k)
        super().__setitem__(k, v)
    def __delitem__(self, k):
        super().__delitem__(k)
inv = Inv(z=1, y=2)
@ambiguous
def f():
    k = yield "ab"
    inv[k] = 2
    inv["z"] += 1
    del inv["y"]
    return dict(inv.data)
""",
    "user_list_whose_methods_call_those_it_inherits": """
from collections import UserList
class Log(UserList):
    def append(self, v):
        super().append(v)
    def __setitem__(self, k, v):
        super().__setitem__(k, v)
    def sort(self):
        super().sort(key=str)
    def __iadd__(self, v):
        return super().__iadd__(v)
    def insert(self, i, v):
        UserList.insert(self, i, v)
log = Log([3, 1])
@ambiguous
def f():
    global log
    k = yield "ab"
    log.append(k)
    log[0] = k
    log.insert(0, "x")
    j = yield "cd"
    log.sort()
    log += [j]
    return list(log.data)
""",
    "chain_map_whose_methods_call_those_it_inherits": """
from collections import ChainMap
class Ch(ChainMap):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
    def __delitem__(self, k): super().__delitem__(k)
    def pop(self, k, *d): return super().pop(k, *d)
    def __missing__(self, k):
        self.maps[0][k] = "new"
        return 5
ch = Ch({}, {'a': 1})
@ambiguous
def f():
    k = yield 'ab'
    ch[k] = 3
    ch["q"] = 4
    ch["w"]
    ch.pop(k)
    del ch["q"]
    ch["v"]
    j = yield 'ab'
    ch[j] = 1
    ch.update(o=2)
    ch.setdefault("p", 3)
    return repr(ch)
""",
    "user_dict_that_stores_what_is_missing": """
from collections import UserDict
class Count(UserDict):
    def __missing__(self, k):
        self.data[k] = 0
        return 0
inv = Count()
@ambiguous
def f():
    k = yield "ab"
    inv[k] += 2
    inv["q"]
    return inv.data
""",
    "methods_of_containers_that_operators_stand_for": """
from collections import deque
from array import array
xs, q, b, a = [1], deque([1, 2]), bytearray(b"ab"), array("i", [1])
class Row(list):
    def __imul__(self, k): return super().__imul__(k)
row = Row([1, 2])
def longer(k): [o.__imul__(k) for o in (xs, q, b, a)]
@ambiguous
def f():
    global row
    k = yield [0, 2]
    longer(k)
    row *= k
    j = yield [0, 2]
    xs.__imul__(j)
    list.__imul__(row, j)
    return xs, list(q), bytes(b), list(a), list(row)
""",
    "the_extend_of_an_array_that_only_the_run_knows": """
from array import array
numbers = array("i", [1])
class Lazy:
    def __getitem__(self, i):
        self.asked = i
@ambiguous
def f():
    x = yield [2, 3]
    getattr(numbers, "extend")([x])
    numbers.extend([x, x])
    return list(numbers)
""",
    "helpers_given_what_is_taken_out_and_unpacked_arguments": """
board = []
def put(x, *xs):
    board.append((x, xs))
    return len(board)
@ambiguous
def f():
    stack = [1, 2, 3]
    x = yield "ab"
    put(stack.pop(), *[x, x])
    n = put(stack.pop(), *board)
    return stack, board, n
""",
    "variables_of_comprehensions_with_the_names_of_other_functions": """
xs = []
def add(x):
    xs.append(x)
    return True
def rule(x): return x
rules = [add]
class Row:
    def add(self, x): xs.append(x)
box = Row()
boxes = [[1]]
def in_helper(k):
    return all(rule(k) for rule in rules)
def in_list(k):
    return [rule(k) for rule in [xs.append]]
def in_local(k):
    def rule(x): return x
    return [rule(k) for rule in rules], rule(k)
def in_fresh(k):
    box = []
    return [box.append(k) for box in boxes], {len for len in [1]}, len(box)
def in_lambda(k):
    return (lambda rule: rule(k))(add), [(lambda: rule(k))() for rule in rules]
def in_nested(k):
    return [[rule(k) for rule in row] for row in [rules]]
@ambiguous
def f():
    k = yield "ab"
    [rule(k) for rule in rules]
    in_helper(k)
    y = in_list(k), in_local(k), in_fresh(k), in_lambda(k), in_nested(k)
    {rule(k): 1 for rule in rules}
    return xs, boxes
""",
    "attributes_that_hold_functions_given_from_outside": """
from collections import namedtuple
xs = []
def act(x): xs.append(x)
class Slotted:
    __slots__ = ("callback",)
class Prop:
    @property
    def callback(self): return act
class Getter:
    def __get__(self, owner, cls=None): return act
class Described:
    callback = Getter()
class Dynamic:
    def __getattr__(self, name): return act
class Plain:
    on = None
    def fire(self, x): self.on(x)
def func(): pass
func.callback = act
Rule = namedtuple("Rule", "name callback")
slotted, plain = Slotted(), Plain()
slotted.callback = plain.callback = plain.on = act
owners = [slotted, plain, Prop(), Described(), Dynamic(), func, Rule("r", act)]
def fire(owner, x): owner.callback(x)
@ambiguous
def f():
    k = yield "ab"
    for owner in owners:
        fire(owner, k)
        owner.callback(k)
    plain.fire(k)
    act.__call__(k)
    Plain.fire.__get__(plain)(k)
    return xs
""",
    "attribute_of_an_object_in_front_of_the_method_of_its_class": """
log = []
def shout(x): log.append(x)
class Unit:
    def visit(self, x): return x
    def run(self, x): return self.visit(x)
unit, quiet = Unit(), Unit()
unit.visit = shout
@ambiguous
def f():
    k = yield "ab"
    unit.run(k)
    quiet.run(k)
    unit.visit(k)
    return log
""",
    "global_variable_that_is_bound_to_another_function": """
xs = []
def idle(x): return x
def act(x): xs.append(x)
state = idle
def step(x): return state(x)
def start():
    global state
    state = act
@ambiguous
def f():
    k = yield "ab"
    step(k)
    start()
    j = yield "cd"
    step(j)
    state(k)
    return xs
""",
    "classes_that_their_decorators_hide": """
xs = []
def counted(cls):
    class Wrapped:
        def __init__(self): self.inner = cls()
        def __getattr__(self, name): return getattr(self.inner, name)
    return Wrapped
@counted
class One:
    def add_one(self, x): xs.append(x)
@lambda cls: cls()
class three:
    def add_three(self, x): xs.append(x)
one = One()
@ambiguous
def f():
    k = yield "ab"
    one.add_one(k)
    three.add_three(k)
    return xs
""",
    "methods_that_an_abstract_base_class_gives": """
from collections.abc import MutableMapping, MutableSequence
class Stack(MutableSequence):
    def __init__(self):
        self.items = []
    def __getitem__(self, i):
        return self.items[i]
    def __setitem__(self, i, x):
        self.items[i] = x
    def __delitem__(self, i):
        del self.items[i]
    def __len__(self):
        return len(self.items)
    def insert(self, i, x):
        self.items.insert(i, x)
class Table(MutableMapping):
    def __init__(self):
        self.kept = {}
    def __getitem__(self, key):
        return self.kept[key]
    def __setitem__(self, key, value):
        self.kept[key] = value
    def __delitem__(self, key):
        del self.kept[key]
    def __iter__(self):
        return iter(self.kept)
    def __len__(self):
        return len(self.kept)
stack, table = Stack(), Table()
@ambiguous
def f():
    x = yield [1, 2]
    stack.append(x)
    stack.extend([3, 4])
    table.update(a=x, b=2)
    y = table.setdefault("c", x)
    if x == 2:
        table.pop("a")
        stack.remove(3)
    y = yield [1, 2]
    stack.pop()
    return stack.items, table.kept, y
""",
    "push_on_a_heap_of_what_a_helper_makes": """
import heapq
made = []
def job(t, name):
    made.append(name)
    return t, name
@ambiguous
def f():
    h = [(2, "b")]
    heapq.heappush(h, job((yield (1, 3)), "a"))
    out = []
    while h:
        t, name = heapq.heappop(h)
        out.append(name)
        if t < 3 and (yield (True, False)):
            heapq.heappush(h, job(t + 2, name * 2))
    return out, made
""",
    "methods_of_one_s_own_named_like_a_container_s": """
class Bag:
    def __init__(self):
        self.kept, self.log = [], []
    def add(self, x, times=1):
        self.kept += [x] * times
    def remove(self, x):
        self.kept.remove(x)
        self.log.append(x)
    def pop(self):
        return self.kept.pop(0)
    def update(self, *more):
        for x in more:
            self.add(x)
@ambiguous
def f():
    bags = [Bag(), set()]
    b = yield bags
    x = yield [1, 2]
    b.add(x)
    if b is bags[0]:
        b.add(x, times=2)
    b.update([7])
    y = yield [1, x]
    if y == 1:
        b.remove(x)
    return b.kept if b is bags[0] else b, x, y, bags[0].kept, bags[0].log, bags[1]
""",
    "calls_of_the_class_of_an_object": """
log = []
class C:
    def __init__(self, x):
        self.x = x
        log.append(x)
    def clone(self): return self.__class__(self.x + 1)
@ambiguous
def f():
    x = yield (1, 2)
    c = C(x).clone()
    d = c.__class__(7)
    return c.x, d.x, log
""",
    "comparisons_that_total_ordering_makes": """
from functools import total_ordering
log = []
@total_ordering
class V:
    def __init__(self, x): self.x = x
    def __lt__(self, o):
        log.append((self.x, o.x))
        return self.x < o.x
    def __eq__(self, o):
        log.append('eq')
        return self.x == o.x
def helper(a, b): return a >= b
@ambiguous
def f():
    x = yield (1, 2)
    a, b = V(x), V(2)
    r = a > b, a <= b, a >= b, a < b, b > a, not a >= b, helper(b, a)
    return r, list(log)
""",
    "replace_of_a_dataclass": """
import dataclasses
from dataclasses import dataclass, replace
log = []
@dataclass
class D:
    x: int
    y: int = 0
    def __post_init__(self): log.append((self.x, self.y))
@dataclass(frozen=True)
class E:
    x: int
    z: dataclasses.InitVar[int] = 3
    def __post_init__(self, z): log.append(z)
def helper(d): return replace(d, y=7)
@ambiguous
def f():
    d = D(1)
    x = yield (1, 2)
    e = replace(d, x=x)
    g = dataclasses.replace(E(1), x=x, z=5)
    return e.x, helper(e).y, g.x, list(log)
""",
    **{
        f"an_iterator_of_ones_own_in_{form}": """
class Turns:
    def __init__(self, names): self.names, self.i = names, -1
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 2: raise StopIteration
        return self.names[self.i % 2]
t, xs = Turns('AB'), [5, 6, 7, 8]
@ambiguous
def f():
    out = []
    for x in FORM:
        out.append(x)
        if (yield (True, False)):
            xs[-1] += 1
            if len(out) == 2: break
    else: return 'end', out, t.i
    return out, t.i
""".replace("FORM", form)
        for form in (
            "iter(t)",
            "(2 * x for x in t if x != 'B')",
            "enumerate(t)",
            "enumerate((x for x in t), start=3)",
            "zip(t)",
            "zip(t, xs, enumerate(zip(xs, t), 2))",
            "zip('abcdef', reversed(xs))",
        )
    },
    "default_factories_of_a_dataclass": """
from dataclasses import dataclass, field
log = []
def number():
    log.append('n')
    return len(log)
@dataclass
class D:
    x: int
    id: int = field(default_factory=number)
@dataclass(frozen=True, slots=True, kw_only=True)
class E:
    x: int
    d: D = field(default_factory=lambda: D(0))
    ds: list = field(default_factory=list)
    def __post_init__(self): log.append(self.x)
@dataclass
class F(D):
    made: D = field(default_factory=lambda: E(x=1))
def helper(cls, **given): return cls(x=3, **given)
@ambiguous
def f():
    x = yield (1, 2)
    d, e, g = D(x), E(x=x), helper(F)
    return d.id, e.d.id, e.ds, g.id, g.made.d.id, helper(D, id=0).id, list(log)
""",
    "methods_that_attrs_makes": """
import attrs
log = []
def note(x):
    log.append(x)
    return x
@attrs.define
class A:
    x: int = attrs.field(converter=note)
    n: int = attrs.Factory(lambda: note(len(log)))
    y: int = attrs.field(default=0, validator=lambda a, field, y: log.append('v'))
    def __attrs_post_init__(self): note(self.y)
def helper(x): return A(x, y=5)
@ambiguous
def f():
    x = yield (1, 2)
    a, b = A(x), helper(x)
    return a.n, b.n, a == b, list(log)
""",
    "getattribute_of_ones_own": """
log = []
class G:
    def __init__(self): self.x = 1
    def __getattribute__(self, name):
        log.append(name)
        return object.__getattribute__(self, name)
    def m(self): return 5
def helper(g): return g.x + g.m()
@ambiguous
def f():
    g = G()
    n = yield (1, 2)
    return g.x, g.m(), helper(g), list(log)
""",
    "properties_behind_a_getattribute_of_ones_own": """
from functools import cached_property
seen = []
class W:
    n = 0
    def __getattribute__(self, name): return super().__getattribute__(name)
    @property
    def p(self):
        self.n += 1
        return 5
    @cached_property
    def c(self):
        self.n += 10
        return 6
class D(W):
    def __getattribute__(self, name): return object.__getattribute__(self, name)
    def __getattr__(self, name):
        if not name.startswith("__"): seen.append(name)
        return 7
w, d = W(), D()
def helper(): return w.p, d.p, w.c, d.c
@ambiguous
def f():
    x = yield (1, 2)
    return x, w.p, d.p, helper(), w.n, d.n, d.a, getattr(d, "b"), list(seen)
""",
    "a_getattr_is_asked_for_what_a_property_or_a_slot_does_not_give": """
class Part:
    __slots__ = ("asked", "size")
    def __init__(self): self.asked = 0
    @property
    def weight(self):
        self.asked += 1
        raise AttributeError("weight")
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        self.asked += 10
        if name == "size": self.size = 7
        return name
part = Part()
def helper(): return part.weight, part.size
@ambiguous
def f():
    x = yield (1, 2)
    return x, part.weight, part.size, part.size, helper(), getattr(part, "weight"), part.asked
""",
    "slots_behind_a_getattribute_of_ones_own": """
seen = []
class Tank:
    __slots__ = ("level", "name")
    def __init__(self): self.level = 0
    def __getattribute__(self, name):
        if not name.startswith("__"): seen.append(name)
        return super().__getattribute__(name)
    def __enter__(self): return self
    def __exit__(self, *error): self.level += 1
tank = Tank()
@ambiguous
def f():
    x = yield (1, 2)
    with tank:
        y = yield (3, 4)
    tank.level += y
    tank.name = x
    return x, y, list(seen)
""",
    "new_default_values_of_a_function_made_inside": """
@ambiguous
def f():
    out = []
    def h(x=1):
        out.append(x)
        return x
    h()
    n = yield (5, 6)
    h.__defaults__ = (n,)
    return h(), h.__defaults__, list(out)
""",
    "new_default_values_of_a_function_that_is_given": """
out = []
def h(x=1): out.append(x); return x
def made(y):
    def g(x=1): out.append(x + y); return x
    return g
@ambiguous
def f():
    g = yield (h, made(3))
    g()
    n = yield (5, 6)
    g.__defaults__ = (n,)
    m = yield (7, 8)
    g(m)
    if m == 8: del g.__defaults__
    try: return g(), g.__defaults__, list(out)
    except TypeError: return "none", list(out)
""",
    "closures_change_something_if_what_they_were_made_with_does": """
seen = []
def note(x): seen.append(x); return x
def twice(x): return 2 * x
def either(f, g): return lambda x: f(x) or g(x)
def both(f, *, g=twice):
    def h(x):
        return f(g(x=x)) + g(x)
    return h
def once_more(f):
    g = f
    return lambda x: g(x)
def turned(f, g):
    def turn():
        nonlocal f, g
        f, g = g, f
    return (lambda x: f(x)), turn
def last(functions):
    made = []
    for f in functions: made.append(lambda x: f(x))
    return made
def again(f):
    def go(n): return f(n) + go(n - 1) if n else 0
    return go
def late():
    def call(x): return f(x)
    f = twice
    kept = call
    before = call(1)
    f = note
    return kept
def steps(f):
    def go():
        for x in (1, 2): yield f(x)
    return go
def shadowed(f): return lambda x: [f(x)] + [f(x) for f in (note,)]
@ambiguous
def f():
    one = yield (twice, note)
    other = yield (note, twice)
    call, turn = turned(one, other)
    made = [either(one, other), both(one), both(other, g=one), once_more(other), call, *last((one, other)), again(other)]
    made += [late(), shadowed(one), either(either(one, other), once_more(one)), lambda x: other(one(x))]
    x = yield (0, 3)
    first = [part(x) for part in made]
    turn()
    y = yield (1, 4)
    return first, [part(y) for part in made], [*steps(one)()], list(seen)
""",
    "a_call_of_an_object_is_that_of_a_static_method": """
seen = []
class Static:
    @staticmethod
    def __call__(x): seen.append(x); return len(seen)
class Derived(Static): pass
class Other(Derived):
    def __call__(self, x): return super().__call__(x) + 10
@ambiguous
def f():
    call = yield (Static(), Derived(), Other())
    x = yield (1, 2)
    return call(x), [call(y) for y in (3,)], list(seen)
""",
    "a_call_of_an_object_is_that_of_any_descriptor_or_object_of_its_class": """
from functools import partialmethod
seen = []
class OfClass:
    @classmethod
    def __call__(cls, x): seen.append((cls.__name__, x))
class Derived(OfClass): pass
class Partial:
    def note(self, tag, x): seen.append((tag, x))
    __call__ = partialmethod(note, "partial")
class Property:
    @property
    def __call__(self): return lambda x: seen.append(("property", x))
class Inner:
    def __call__(self, x): seen.append(("inner", x))
class Object: __call__ = Inner()
class Builtin: __call__ = seen.append
def use(calls, x): return [call(x) for call in calls]
@ambiguous
def f():
    call = yield (OfClass(), Derived(), Partial(), Property(), Object(), Builtin())
    call(0)
    x = yield (1, 2)
    use([call], x)
    return list(seen)
""",
    "a_call_of_what_is_derived_from_partial_or_bound_by_a_descriptor": """
from functools import partial, partialmethod
seen = []
def note(x): seen.append(x)
def double(x): return 2 * x
class Derived(partial): pass
class Noting(partial):
    def __call__(self, *given): seen.append("noting"); return super().__call__(*given)
class OfClass:
    @classmethod
    def __call__(cls, x=2): seen.append((cls.__name__, x))
class Bound:
    def note(self, tag, x=3): seen.append((tag, x))
    __call__ = partialmethod(note, "bound")
class Object: __call__ = OfClass()
derived, noting, around = Derived(note, 1), Noting(double, 1), partial(Noting(note), 4)
of_class, bound, obj = OfClass(), Bound(), Object()
def f1(): derived(); around()
def f2(): noting(); Noting(note)(5)
def f3(): of_class(); bound()
def f4(): obj(); obj(6)
def use(call): return call()
@ambiguous
def f():
    call = yield (f1, f2, f3, f4, derived, noting, around)
    call()
    x = yield (1, 2)
    if x == 1: derived(); noting(); around(); of_class(); bound(); obj()
    use(call), use(noting)
    return list(seen)
""",
    "a_decorator_of_what_singledispatch_gives": """
from functools import singledispatch, wraps
log = []
def traced(g):
    @wraps(g)
    def call(x): log.append(x); return g(x)
    return call
@singledispatch
def show(x): return x
@show.register
def _(x: int): log.append("int"); return x + 1
show(0), show("")  # it remembers what it found for a type
shown = traced(show)
def use(g, x): return g(x), shown(x)
@ambiguous
def f():
    shown("first")
    g = yield (show, shown)
    use(g, 1)
    x = yield (2, "two")
    return use(g, x), shown(x), list(log)
""",
    "a_closure_is_harmless_until_what_it_was_made_with_changes": """
log = []
def double(x): return 2 * x
def note(x): log.append(x); return x
def either(g, h): return lambda x: g(x) or h(x)
call, other = either(double, double), either(note, double)
def put(g): call.__closure__[1].cell_contents = g
def use(x): return call(x)
@ambiguous
def f():
    use(0)
    g = yield (double, note, other, double)
    put(g)
    use(1), use(0)
    n = yield (5, 6)
    use(0)
    return n, list(log)
""",
    "a_function_that_is_given_the_code_of_another": """
log = []
def double(x): return 2 * x
def note(x, to=log): to.append(x); return x
def either(g, h): return lambda x: g(x) or h(x)
call = either(double, double)
def exchange(): double.__code__, double.__defaults__ = note.__code__, note.__defaults__
def give(): note.__defaults__ = ([],)
def use(x): note(x); return call(x), double(x)
@ambiguous
def f():
    use(1)
    n = yield (2, 3)
    if n == 3: exchange()
    use(n)
    m = yield (4, 5)
    if m == 5: give()
    return double(n), use(0), note(m), list(log)
""",
    "sequences_that_are_gone_over_by_number_and_membership_in_them": """
log = []
class S:
    def __init__(self): self.n = 0
    def __getitem__(self, i):
        self.n += 1
        log.append(i)
        if i > 2: raise IndexError
        return i * 10
class R:
    def __getitem__(self, i):
        log.append(i)
        return [5, 6][i]
def total(s):
    t = 0
    for x in s: t += x
    return t, sum(s), list(s), [y for y in s if y], 10 in s, max(s)
@ambiguous
def f():
    s = S()
    n = yield (1, 2)
    a, *b = s
    out = []
    for x in s:
        out.append(x)
    for x in R():
        y = yield (x,)
        out.append(y)
    return a, b, out, total(s), s.n, list(log), (20 in s)
""",
    "membership_in_what_has_only_an_iterator": """
log = []
class Steps:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        log.append(self.i)
        if self.i > 3: raise StopIteration
        return self.i
def helper(steps): return 9 not in steps
@ambiguous
def f():
    steps = Steps()
    x = yield (1, 2, 7)
    found = x in steps
    return found, steps.i, helper(steps), list(log)
""",
    "a_descriptor_that_an_attribute_of_the_object_hides_for_a_while": """
class Level:
    reads = 0
    def __get__(self, instance, owner=None):
        self.reads += 1
        return 0
level = Level()
class Tank:
    level = level
    def fill(self):
        self.level += 1
        return self.level
tank = Tank()
@ambiguous
def f():
    x = yield (1, 2)
    return tank.fill(), level.reads
""",
    "a_modulo_of_a_text_of_ones_own": """
used = []
class Text(str):
    def __mod__(self, other):
        used.append(other)
        return str.__mod__(self, other)
    def __imod__(self, other):
        used.append(-other)
        return Text(str.__mod__(self, other))
text = Text("%s%%")
def helper(x): return text % x, "%s" % x
@ambiguous
def f():
    x = yield (1, 2)
    mine = text
    mine %= x
    return text % x, helper(x), mine, used
""",
    "what_python_itself_keeps_in_an_error": """
known = ValueError("known")
def fix(error, context):
    error.__context__ = error.__cause__ = context
    error.args = (1, 2)
def made(n):
    try: raise KeyError(n)
    except KeyError as error: return error
@ambiguous
def f():
    x = yield (1, 2)
    error = made(x)
    fix(known, error)
    error.args = x, 5
    y = yield (3, 4)
    fix(error, known if y == 3 else None)
    return x, y, repr(known), repr(known.__context__), repr(error), repr(error.__cause__)
""",
    "an_error_that_is_changed_before_its_branch_goes_on": """
class Bad(Exception): row = None
known = Bad()
def helper(n):
    try: raise Bad("two")
    except Bad as error:
        error.row = n
        raise
@ambiguous
def f():
    n = yield (1, 2)
    known.row = n
    known.col = n
    try: helper(n)
    except Bad as error:
        error.row += 5
        found = error.row
    m = yield (3, 4)
    del known.col
    return n, m, found, known.row, vars(known)
""",
    "items_that_filter_and_the_like_ask_themselves": """
from itertools import compress, filterfalse
log = []
class Coin:
    def __init__(self, v): self.v = v
    def __bool__(self):
        log.append(self.v)
        return self.v > 0
class Bag:
    asked = 0
    def __init__(self, v): self.v = v
    def __len__(self):
        self.asked += 1
        return self.v
xs = [Coin(0), Coin(2), Bag(1), Bag(0)]
def sift(make): return [c.v for c in make(None, xs)]
def lazy(): return filter(None, xs)
@ambiguous
def f():
    x = yield (1, 2)
    found = sift(filter), sift(filterfalse), [c.v for c in lazy()], next(filter(None, xs)).v, list(compress("abcd", xs))
    for c in filter(None, xs):
        y = yield (1, 2)
        log.append(-y)
    return x, found, list(log), xs[2].asked, xs[3].asked
""",
    "a_super_of_what_is_made_for_it": """
made = []
class Base:
    n = 0
    def put(self, x):
        self.n += x
        return self.n
class Pile(Base):
    def put(self, x): return super(Pile, self.me()).put(x + 1)
    def me(self):
        made.append("me")
        return self
pile = Pile()
def make():
    made.append("make")
    return pile
def helper(x): return super(Pile, make()).put(x)
@ambiguous
def f():
    x = yield (1, 2)
    found = super(Pile, make()).put(x), helper(x), pile.put(x), [super(Pile, make()).put(k) for k in (1, 2)]
    return found, list(made), pile.n
""",
    "operators_of_the_library_that_change_something": """
import operator
xs = [1]
class Pile:
    def __init__(self): self.cards = []
    def put(self, card, again=0): self.cards.append((card, again))
pile = Pile()
@ambiguous
def f():
    x = yield (1, 2)
    operator.iconcat(xs, [x])
    operator.methodcaller("append", x)(xs)
    operator.methodcaller("sort", reverse=True)(xs)
    operator.methodcaller("put", x, again=x)(pile)
    return list(xs), list(pile.cards)
""",
    "what_a_methodcaller_of_a_module_calls": """
from operator import methodcaller
class Part:
    def __init__(self, v): self.v = v
    def add(self, n):
        self.v += n
        return self.v
parts = [Part(1), Part(2)]
adding = methodcaller("add", 2)
def helper(): return adding(parts[1])
@ambiguous
def f():
    x = yield (1, 2)
    found = [adding(parts[0]), helper(), max(parts, key=adding).v, [*map(adding, parts)]]
    return x, found, [part.v for part in parts]
""",
    "what_accumulate_adds_without_a_function": """
from itertools import accumulate
class Sum:
    used = 0
    def __init__(self, v): self.v = v
    def __add__(self, other):
        self.used += 1
        return Sum(self.v + other.v)
parts = [Sum(1), Sum(2), Sum(4)]
def helper():
    return [part.v for part in accumulate(parts, func=None)]
@ambiguous
def f():
    x = yield (1, 2)
    last = [*accumulate(parts[x:], initial=parts[0])][-1].v
    for part in accumulate(parts, None): last += part.v
    return x, last, helper(), [part.used for part in parts], [*accumulate([x, 2], initial=5)]
""",
    "what_attrgetter_and_itemgetter_read": """
from operator import attrgetter, itemgetter
log = []
class Part:
    asked = 0
    def __init__(self, v): self.v = v
    @property
    def weight(self):
        self.asked += 1
        return self.v
    def __getitem__(self, k):
        log.append(k)
        return self.v
class Box:
    def __init__(self, part): self.part = part
parts = [Part(2), Part(1)]
by_weight, third = attrgetter("weight"), itemgetter(3)
def heaviest(parts): return max(parts, key=by_weight).v
def total(parts): return sum(map(third, parts))
@ambiguous
def f():
    x = yield (1, 2)
    found = [attrgetter("weight", "v")(parts[0]), attrgetter("part.weight")(Box(parts[1])), itemgetter(0, x)(parts[0])]
    parts.sort(key=attrgetter("weight"))
    found += [min(parts, key=itemgetter(4)).v, heaviest(parts), total(parts), by_weight(parts[0])]
    return x, found, [part.asked for part in parts], list(log)
""",
    "an_item_that_a_function_of_the_library_makes_in_a_defaultdict": """
import operator
from collections import defaultdict
made = defaultdict(list)
third = operator.itemgetter(3)
def helper(x): return operator.getitem(made, -x)
@ambiguous
def f():
    x = yield (1, 2)
    return operator.itemgetter(x)(made), operator.getitem(made, x + 5), helper(x), third(made), len(made)
""",
    "what_an_exit_stack_or_closing_leaves": """
from contextlib import ExitStack, closing
xs = []
class Room:
    n = 0
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, *error): self.n += 10
    def close(self): self.n += 100
room = Room()
def helper(x):
    with ExitStack() as stack:
        stack.callback(xs.append, -x)
        return room.n
@ambiguous
def f():
    x = yield (1, 2)
    with ExitStack() as stack:
        entered = stack.enter_context(room)
        stack.callback(xs.append, x)
        m = entered.n
    with closing(room): pass
    return room.n, m, helper(x), list(xs)
""",
    "what_an_exit_stack_calls_that_is_closed_by_its_method": """
from contextlib import ExitStack
xs = []
class Pool:
    def __init__(self): self.stack, self.taken = ExitStack(), []
    def take(self, n):
        self.taken.append(n)
        self.stack.callback(self.taken.remove, n)
    def close(self): self.stack.close()
pool = Pool()
def helper(x):
    with ExitStack() as stack:
        stack.callback(xs.append, -x)
        kept = stack.pop_all()
    xs.append(len(xs))
    kept.close()
@ambiguous
def f():
    x = yield (1, 2)
    pool.take(x)
    helper(x)
    y = yield (3, 4)
    pool.take(y)
    before = list(pool.taken)
    pool.close()
    stack = ExitStack()
    stack.callback(xs.append, y)
    stack.close()
    return before, list(pool.taken), list(xs)
""",
    "what_a_pattern_puts_in_the_place_of_what_it_has_found": """
import re
LOGS = []
def note(m):
    LOGS.append(m.group())
    return "x"
PAT = re.compile("[ab]")
class Lexer:
    def __init__(self): self.pat, self.hits = re.compile("b"), 0
    def hit(self, m):
        self.hits += 1
        return "B"
    def run(self, s): return self.pat.sub(self.hit, s)
L = Lexer()
@ambiguous
def f():
    k = yield ("ab", "b")
    r = PAT.sub(note, k)
    s = PAT.subn(repl=note, string=k)
    t = L.pat.subn(lambda m: LOGS.append("l") or "q", k)
    u = L.run(k)
    v = re.subn("[ab]", note, k, count=1)
    w = PAT.sub("-", k) + PAT.sub(r"<\\\\g<0>>", k)
    y = yield (0, 1)
    return k, r, s, t, u, v, w, y, LOGS, L.hits
""",
    "the_key_of_bisect_and_insort": """
import bisect
from bisect import insort, bisect as find
LOGS = []
class P:
    looked = 0
    def __init__(self, n): self.n = n
    def key(self):
        self.looked += 1
        return -self.n
PS = [P(5), P(3), P(1)]
def neg(x):
    LOGS.append(x)
    return -x
XS = [5, 3, 1]
@ambiguous
def f():
    k = yield (2, 4)
    i = bisect.bisect(XS, -k, key=neg)
    j = bisect.bisect_left(XS, -k, key=lambda x: LOGS.append("l") or -x)
    insort(XS, k, key=neg)
    bisect.insort_left(PS, P(k), key=P.key)
    h = find(PS, -k, key=P.key)
    y = yield (0, 1)
    return k, i, j, h, y, XS, [p.n for p in PS], [p.looked for p in PS], LOGS
""",
    "methods_that_are_called_in_every_way": """
import functools, operator
class Base:
    hits = 0
    def __init__(self): self.n = 0
    def m(self, x=1): self.n += x; Base.hits += 1; return self.n
class C(Base):
    def m(self, x=1): return super().m(x) * 10
    s = staticmethod(lambda o, x: o.m(x))
    k = classmethod(lambda cls, x: setattr(cls, "last", x) or x)
    lam = lambda self, x: self.m(x)
    alias = m
    part = functools.partialmethod(m, 3)
O, P = C(), Base()
MS = {"a": C.m, "b": O.m, "c": functools.partial(functools.partial(C.m), O)}
@ambiguous
def f():
    i = yield (0, 1)
    w = yield range(20)
    r = None
    match w:
        case 0: r = O.m.__call__(2)
        case 1: r = type(O).m(O, 2)
        case 2: r = getattr(O, "m")(2)
        case 3: r = O.__class__.m(O)
        case 4: r = super(C, O).m(5)
        case 5: r = C.__dict__["m"](O, 2)
        case 6: r = vars(C)["m"](O)
        case 7: r = (O.m if i else P.m)(2)
        case 8: r = [O.m, P.m][i](7)
        case 9: r = MS["a"](O), MS["b"](1), MS["c"](2)
        case 10: r = O.m.__func__(O, 4)
        case 11: r = C.s(O, 2), C().s(P, 1), O.lam(3), O.alias(1), O.part()
        case 12: r = C.k(i), C.last
        case 13: r = list(map(C.m, [O, P][:1])), [g() for g in (O.m, P.m)]
        case 14: r = (lambda f, *a: f(*a))(O.m, 2)
        case 15: r = functools.reduce(lambda a, g: g(a), [O.m, P.m], 1)
        case 16: r = operator.call(O.m, 3) if hasattr(operator, "call") else 0
        case 17: r = (lambda: O.m())(), (h := O.m)(2), h()
        case 18: r = C.__dict__["s"].__func__(O, 1), C.__dict__["k"].__func__(C, 5)
        case 19: r = type("D", (C,), {"m": lambda self, x: Base.m(self, x)})().m(4), object.__getattribute__(O, "m")(1)
    y = yield (0, 1)
    return i, w, str(r), y, O.n, P.n, Base.hits, getattr(C, "last", None)
""",
    "a_length_that_is_asked_where_a_container_takes_the_items": """
class R:
    def __init__(self, xs): self.xs, self.asked, self.got = xs, 0, 0
    def __iter__(self): return iter(self.xs)
    def __len__(self):
        self.asked += 1
        return len(self.xs)
ROW = R([1, 2])
@ambiguous
def f():
    a = yield (1, 2)
    out = [1, 2]
    by = bytearray(b"abc")
    which = yield range(5)
    match which:
        case 0: out[1:] = ROW
        case 1: out[::1] = ROW
        case 2: by[1:] = ROW
        case 3: by.extend(ROW)
        case 4: out += ROW
    b = yield (3, 4)
    return a, b, str(out), str(by), ROW.asked, ROW.got
""",
    "a_function_and_a_property_that_a_branch_replaces": """
log = []
def same(x): return x
def loud(x):
    log.append(x)
    return 10 * x
def told(self):
    log.append("told")
    return 6
class Quiet:
    @property
    def size(self): return 5
quiet = Quiet()
@ambiguous
def f():
    how = yield range(5)
    if how == 1: globals()["same"] = loud
    if how == 2: globals().update(same=loud)
    if how == 3: quiet_again.__globals__["same"] = loud
    if how == 4: Quiet.size = property(told)
    y = yield (3, 4)
    return how, same(y), quiet_again(y), quiet.size, log
def quiet_again(x): return same(x)
""",
    "what_a_context_manager_changes_as_a_decorator": """
from contextlib import ContextDecorator, contextmanager
xs, log = [], []
class Logged(ContextDecorator):
    def __init__(self, name): self.name = name
    def __enter__(self):
        log.append(self.name)
        return self
    def __exit__(self, *error): log.append(error[0] is ValueError)
@contextmanager
def doubled(x):
    log.append(x)
    try: yield
    finally: xs.append(2 * x)
@Logged("put")
def put(x): xs.append(x)
class Quiet:
    top = 0
    def put(self, x): return x
class Pile:
    @Logged("method")
    @doubled(5)
    def put(self, x):
        xs.append(x)
        if x == 2: raise ValueError
    @property
    @Logged("property")
    def top(self): return xs[-1]
    @doubled(7)
    def __getitem__(self, i): return xs[i]
@ambiguous
def f():
    x = yield (1, 2, 3)
    put(x)
    try: Pile().put(x)
    except ValueError: xs.append("error")
    return list(xs), list(log), Pile().top, Pile()[0]
""",
    "what_a_visitor_of_a_syntax_tree_changes": """
import ast
names = []
class Visitor(ast.NodeVisitor):
    def __init__(self): self.depth = 0
    def visit_Name(self, node): names.append((node.id, self.depth))
    def visit_BinOp(self, node):
        self.depth += 1
        self.generic_visit(node)
class Renaming(ast.NodeTransformer):
    def visit_Name(self, node):
        names.append(node.id)
        node.id += "1"
        return node
visitor, tree = Visitor(), ast.parse("a + b * c")
@ambiguous
def f():
    x = yield (1, 2)
    visitor.visit(tree.body[0])
    if x == 1: Renaming().visit(tree)
    return visitor.depth, list(names), ast.unparse(tree)
""",
    "what_is_put_through_a_view_that_is_released": """
from array import array
data, counts = bytearray(b"abcd"), array("i", [1, 2, 3])
def put(x):
    with memoryview(data) as view, view[2:] as part:
        view[0] = x
        part[:] = b"zz"
    data.append(x)
@ambiguous
def f():
    x = yield (65, 66)
    put(x)
    view = memoryview(counts)
    view[1] = x
    view.release()
    return bytes(data), list(counts)
""",
    "what_an_exit_stack_calls_where_no_class_has_an_exit": """
from contextlib import ExitStack
xs = []
def put(x): xs.append(x)
@ambiguous
def f():
    x = yield (1, 2)
    with ExitStack() as stack:
        stack.callback(put, x)
    return list(xs)
""",
    "setdefault_and_extend": """
def split(xs, d, x):
    d.setdefault(x % 2, []).append(x)
    d.setdefault("all", []).extend((x, x))
    xs.extend(str(x))
    return d.setdefault("none")
xs, d = [], {"none": 0}
@ambiguous
def f():
    x = yield (1, 2, 3)
    none = split(xs, d, x)
    y = yield (1, 2)
    new = d.setdefault(y, [])
    new.extend(range(y))
    d.setdefault(x, new).extend(n for n in xs)
    xs.extend(xs)
    return none, list(xs), dict(d)
""",
    "managers_made_of_generators_around_choices": """
from contextlib import contextmanager
log, depth = [], [0]
@contextmanager
def scope(name, step=1):
    global last
    depth[0] += step
    last = name
    try:
        yield depth[0]
    except KeyError as error:
        log.append(('swallowed', str(error)))
    finally:
        depth[0] -= step
        log.append(name)
class Stack:
    def __init__(self): self.items = []
    @contextmanager
    def pushed(self, item):
        self.items.append(item)
        yield self
        log.append(self.items.pop())
last = None
stack = Stack()
def tidy(n):
    @contextmanager
    def inner():
        nonlocal n
        n += 1
        try:
            yield n
        finally:
            n += 10
            log.append(n)
    return inner
@ambiguous
def f():
    m = tidy(5)
    with scope('a', step=2) as d, stack.pushed('x') as s:
        x = yield (1, 2, 3, 4)
        log.append((x, d, depth[0], list(s.items)))
        require(x != 2)
        with scope('b'):
            if x == 3: raise KeyError(x)
            y = yield (5, 6)
            log.append((y, depth[0]))
        if x == 4: return 'early', list(log), depth[0], last
    with m() as n:
        z = yield 'pq'
    for i in range(2):
        with stack.pushed(i):
            if (yield (True, False)): break
    return x, z, n, i, list(log), depth[0], list(stack.items), last
""",
    "a_manager_made_of_a_generator_that_is_entered_by_name": """
from contextlib import contextmanager
busy, log = [], []
@contextmanager
def reserved(n):
    busy.append(n)
    try:
        yield n
    except KeyError as error:
        log.append(str(error))
    finally:
        busy.remove(n)
        log.append(n)
class Session:
    def __init__(self, n): self.held = reserved(n)
    def __enter__(self): return self.held.__enter__()
    def __exit__(self, *error): return self.held.__exit__(*error)
class Open:
    def __init__(self): self.all = []
    def enter(self, n):
        self.all.append(reserved(n))
        return self.all[-1].__enter__()
    def leave(self, *error): self.all.pop().__exit__(*(error or (None, None, None)))
@ambiguous
def f():
    session, held = Session('s'), Open()
    x = yield (1, 2)
    y = held.enter(x)
    z = yield (3, 4, 5)
    with session as s:
        log.append((s, x, y, z))
        if z == 5: raise KeyError(z)
    held.leave(*((KeyError, KeyError(6), None) if z == 4 else ()))
    w = yield 'ab'
    return w, list(busy), list(log)
""",
    "a_manager_made_of_a_generator_that_fails_before_its_yield": """
from contextlib import contextmanager
log = []
@contextmanager
def opened(n):
    try:
        log.append(('open', n))
        ratio = 6 // n
        if n == 3: raise KeyError(n)
        yield ratio
        log.append('well')
    except KeyError:
        log.append('none')
    finally:
        log.append(('close', n))
@ambiguous
def f():
    n = yield (0, 1, 2, 3)
    try:
        with opened(n) as ratio:
            y = yield (ratio, -ratio)
            require(y != -6)
    except (ZeroDivisionError, RuntimeError) as error:
        return type(error).__name__, str(error), list(log)
    return n, y, list(log)
""",
    "a_manager_made_of_a_generator_that_is_left_by_an_exception": """
from contextlib import contextmanager
log = []
@contextmanager
def told():
    log.append('in')
    try:
        yield
    except ZeroDivisionError:
        log.append('zero')
        raise
    except ValueError as error:
        raise TypeError('other') from error
    else:
        log.append('well')
    log.append('out')
@ambiguous
def f():
    x = yield (0, 1, 2)
    try:
        with told():
            y = yield (0, 1)
            if y and x == 1: raise ValueError
            z = 1 // x
    except ZeroDivisionError:
        return 'zero', y, list(log)
    except TypeError as error:
        return 'other', type(error.__cause__).__name__, list(log)
    return x, y, list(log)
""",
    "classes_that_make_others_of_their_own_kind": """
made = []
class Vector:
    def __init__(self, x):
        self.x = x
        made.append(x)
    def __add__(self, other): return type(self)(self.x + other.x)
    def __neg__(self): return self.__class__(-self.x)
    @classmethod
    def of(cls, x): return cls(x)
class Quiet(Vector):
    def __init__(self, x): self.x = x
@ambiguous
def f():
    x = yield (1, 2)
    one, other = Quiet(x), Vector(x)
    return (one + one).x, (-other).x, Quiet.of(3).x, Vector.of(4).x, (other + one).x, list(made)
""",
    "helpers_that_have_the_name_of_a_builtin_function_or_of_one_that_an_expansion_uses": """
log = []
def enter(n): log.append(n)
def invert(n): log.append(n)
def bool(n): log.append(n)
def sorted(n, key): log.append(key)
@ambiguous
def f():
    x = yield (1, 2)
    enter(1); invert(2); bool(3); sorted("ab", key="c")
    return x, log
""",
    "methods_and_attributes_whose_names_stand_in_those_of_the_helpers_of_an_expansion": """
class A:
    def __init__(self): self.method, self.n = 0, 0
    def called(self, v): self.n += v
    def of(self, v): self.called(v)
def change(a, x): a.method += x
@ambiguous
def f():
    a = A()
    x = yield (1, 2)
    a.called(x)
    a.of(x)
    change(a, x)
    return a.n, a.method
""",
    "what a helper makes itself, changed by other modules": """
import bisect, random
def sorted_by_hand(xs):
    own = []
    for x in xs: bisect.insort(own, x)
    rows = {}
    for x in xs: rows.setdefault(x % 2, []).append(x)
    rows[0] += [9]
    return own, rows
seen = []
def both(xs):
    seen.append(len(xs))
    own = [0]
    bisect.insort(own, len(xs))
    own[0] += 1
    own += [3]
    del own[0]
    return own
@ambiguous
def f():
    x = yield (1, 2)
    return sorted_by_hand([x, 2, 0]), both([x] * x), list(seen)
""",
    "nonlocal variables of two functions around": """
def outer():
    far = [0]
    near = 0
    @ambiguous
    def search():
        nonlocal near
        n = 0
        x = yield (1, 2)
        def inner():
            nonlocal n, near
            n += x
            near += x
            far.append(x)
        inner()
        y = yield (1, 2)
        inner()
        return n, near, list(far), y
    return search, lambda: (near, far)
search, told = outer()
@ambiguous
def f():
    r = yield search()
    return r, told()
""",
    "generators of generators": """
log = []
def under(n):
    if n > 1:
        yield from (n, n + 1)
    elif n:
        yield n
    else:
        yield -1
        yield -2
    i = 0
    while True:
        if i > n: return
        yield i
        i += 1
    else:
        yield 99
def both(n):
    log.append(n)
    for x in under(n): yield x
    try:
        yield 7
    except ValueError: pass
    match n:
        case 1: yield "one"
        case _: yield "other"
@ambiguous
def f():
    out = []
    for x in both((yield (0, 1, 2))):
        if x == 7 or (yield (0, 1)) and len(out) < 2: out.append(x)
    return out, list(log)
""",
    "special methods of Python's own types called by name": """
import array, collections
raw, numbers = bytearray(b"abcdef"), array.array("i", [1, 2, 3])
letters, places = memoryview(raw), memoryview(numbers)
counts, ends = collections.Counter("a"), collections.deque([1, 2], 3)
@ambiguous
def f():
    x = yield (0, 1)
    memoryview.__setitem__(letters, x, 65)
    letters.__setitem__(slice(2, 4), b"ZZ")
    places.__setitem__(x, 9)
    collections.Counter.__init__(counts, "ab")
    collections.deque.__init__(ends, (3, x), 5)
    if x: ends.__init__(maxlen=1)
    return bytes(raw), list(numbers), dict(counts), list(ends), ends.maxlen
""",
    "the __init__ of a list, by its class": """
xs = [1]
@ambiguous
def f():
    list.__init__(xs, (2, (yield (0, 1))))
    return list(xs)
""",
    "the __init__ of a dict, as a method": """
d = {1: 2}
def put(x): d.__init__({x: 3})
@ambiguous
def f():
    put((yield (0, 1)))
    return dict(d)
""",
    "a function of bisect with its arguments by name": """
import bisect
xs = [1]
@ambiguous
def f():
    bisect.insort(a=xs, x=(yield (0, 2)))
    return list(xs)
""",
    "context variables": """
from contextlib import contextmanager
from contextvars import ContextVar
colour, size = ContextVar("colour", default="red"), ContextVar("size")
def told(): return colour.get(), size.get(None)
class Painted:
    def __init__(self, value): self.value = value
    def __enter__(self): self.tokens = colour.set(self.value), size.set(len(self.value))
    def __exit__(self, *error):
        size.reset(self.tokens[1])
        colour.reset(self.tokens[0])
@contextmanager
def small():
    token = size.set(0)
    try:
        yield told()
    finally:
        size.reset(token)
@ambiguous
def f():
    first = colour.set("blue")
    with Painted("green") as painted, small() as inside:
        x = yield "ab"
        second = colour.set(x)
        y = yield (0, 1)
        if y: colour.reset(second)
        last = told()
    after = told()
    colour.reset(first)
    try:
        colour.reset(first)
    except RuntimeError:
        return inside, last, after, told(), (yield (0, 1))
""",
    "a dict with weak references": """
import weakref
class Thing:
    pass
things = Thing(), Thing()
by_name = weakref.WeakValueDictionary(a=things[0])
@ambiguous
def f():
    x = yield (0, 1)
    by_name.pop("a")
    by_name.setdefault("b", things[x])
    return x, sorted(by_name), by_name["b"] is things[x]
""",
    "a generator that `in` gives up": """
log = []
class Changing:
    def __eq__(self, other):
        log.append("asked")
        return False
def steps(n):
    try:
        for i in range(n):
            log.append(i)
            yield i
    finally:
        log.append("ended")
def found(n): return n in steps(5)
@ambiguous
def f():
    x = yield (0, 1)
    return x in steps(3), x + 1 not in steps(3), found(x), list(log)
""",
    "a generator of a method that `in` gives up": """
log = []
class Deck:
    def steps(self, n):
        try:
            for i in range(n):
                log.append(i)
                yield i
        finally:
            log.append("ended")
    def boxed(self, n): return [self.steps(n)]
@ambiguous
def f():
    deck = Deck()
    x = yield (0, 1)
    return x in deck.steps(3), x in deck.boxed(2)[0], list(log)
""",
    "sequences of one's own backwards": """
asked = []
class Both:
    def __len__(self): asked.append("len"); return 2
    def __getitem__(self, i): asked.append(i); return i + 5
class Length(list):
    def __len__(self): asked.append("length"); return 2
class OnlyItem:
    def __getitem__(self, i): asked.append("item"); return i
class Given:
    def __reversed__(self): asked.append("given"); return iter("ba")
class Steps:
    def __reversed__(self):
        for x in "dc": asked.append(x); yield x
@ambiguous
def f():
    of = yield (Both(), Length("xy"), Given(), Steps(), OnlyItem())
    try:
        out = [*reversed(of), *map(str, reversed(of)), list(reversed(of)), max(reversed(of))]
    except TypeError as error:
        return str(error), list(asked)
    for x in reversed(of):
        out.append((x, (yield (0, 1)), len(asked)))
    for i, x in enumerate(reversed(of)):
        out.append((i, x, (yield (0, 1)), len(asked)))
    return out, (yield reversed(of)), next(iter(reversed(of))), list(asked)
""",
}
if sys.version_info >= (3, 13):
    PROGRAMS["what copy.replace makes"] = """
import copy
from dataclasses import dataclass
log = []
@dataclass
class Point:
    x: int
    y: int = 0
    def __post_init__(self): log.append(self.x)
class Pile:
    def __init__(self, items): self.items = items
    def __replace__(self, /, items):
        log.append("pile")
        return Pile(items)
pile = Pile([1])
@ambiguous
def f():
    x = yield (1, 2)
    point = copy.replace(Point(x), y=(yield (3, 4)))
    other = copy.replace(pile, items=[x])
    return point.x, point.y, other.items, list(log)
"""
if sys.version_info >= (3, 14):
    PROGRAMS["a context variable in a with"] = """
from contextvars import ContextVar
colour = ContextVar("colour", default="red")
def painted(value):
    with colour.set(value):
        return colour.get()
@ambiguous
def f():
    with colour.set("blue"):
        x = yield "ab"
        with colour.set(x):
            inside = colour.get()
        outside = colour.get()
    return inside, outside, colour.get(), painted(x)
"""
if sys.version_info < (3, 14):  # later ones make a tuple without asking
    PROGRAMS["lengths_that_are_asked_for_by_a_tuple"] = (
        MAPPINGS
        + """
@ambiguous
def f():
    m = Counted({"ab": 1, "cd": (yield (0, 5))})
    return tuple(m), max(*m), list(asked)
"""
    )


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_what_it_changes_is_taken_back(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


MAKING_ITEMS = """
from collections import defaultdict
log = []
def new(key=0):
    log.append("new")
    return [key]
class Made(defaultdict):
    n = 0
    CLASS
made = Made(FACTORY)
def helper(x): return made[x]
@ambiguous
def f():
    x = yield (1, 2)
    if x == 2: made[5].append(x)
    y = yield (3, 4)
    found = [helper(y), made[x], [made[k] for k in (x, 6)], READ]
    made[x] += [y]
    local = Made(FACTORY)
    local[x].append(y)
    return x, y, found, list(made.items()), dict(local), made.n, list(log)
"""
DEFAULTS = {
    "missing": "def __missing__(self, k):\n  self[k] = v = self.default_factory(k)\n  return v",
    "missing_by_super": "def __missing__(self, k):\n  log.append(k)\n  return super().__missing__(k)",
    "item": "def __getitem__(self, k):\n  self.n += 1\n  return defaultdict.__getitem__(self, k)",
    "set": "def __setitem__(self, k, v):\n  log.append(k)\n  super().__setitem__(k, v)",
    "none": "pass",
}
READS = ("made[7]", "made.__missing__(7)", "made.__getitem__(7)")


@pytest.mark.parametrize(("name", "read", "deep"), by_turns(DEFAULTS, READS))
def test_what_a_class_derived_from_defaultdict_makes_is_taken_back(name: str, read: str, deep: bool) -> None:
    for factory in ("list", "new"):
        text = MAKING_ITEMS.replace("CLASS", DEFAULTS[name].replace("\n", "\n   ")).replace("READ", read)
        if (name, factory) != ("missing", "list"):
            check(Program(text.replace("FACTORY", factory), frozenset()), "deep" if deep else "plain")


CALLING_BACK = """
import heapq, re
from functools import cmp_to_key, partial, reduce
from itertools import *
seen, words = [], {{}}
count = 0
def note(x):
    global count
    count += 1
    seen.append(x)
    return x % 3
def both(a, b):
    seen.append((a, b))
    return a - b
def number(word): return words.setdefault(word, len(words))
def best(xs, key=None): return max(xs, key=key), list(map(key, xs)) if key else xs
def apply(f, *args, **options): return f(*args, **options)
pair = note, [7, 8]
class Up:
    made = 0
    def __init__(self, n): self.n, self.i = n, 0
    def __iter__(self): return self
    def __next__(self):
        if self.i == self.n: raise StopIteration
        self.i += 1
        Up.made += 1
        return self.i
    def put(self, x):
        self.n += 1
        return -x
up = Up(4)
deep = lambda tree: note(tree) if isinstance(tree, int) else sum(map(deep, tree))
def helper(n):
    ys = [5, n, 4]
    def mine(x):
        ys.append(x)
        return note(x)
    return {0}
@ambiguous
def f():
    n = yield (1, 2)
    there = helper(n)
    ys = [5, n, 4]
    mine = lambda x: (ys.append(x), note(x))
    here = {0}
    m = yield (3, 4)
    return n, m, there, here, seen, words, count, up.i, up.n, Up.made
"""
CALLS = {
    "keys": "sorted(ys, key=note), min(ys, key=note), max(n, 4, key=up.put), heapq.nlargest(2, ys[:], note), ys.sort(key=both and note)",
    "map_and_filter": "list(map(note, ys)), list(map(both, ys, [1, 2])), sum(filter(note, ys)), list(map(seen.append, [n]))",
    "functions_made_inside": "sorted([3, n], key=mine), list(map(lambda x: mine(x + n), [1, 2])), ys",
    "what_a_helper_is_given": "best(ys), best(ys, note), best('ab', number), list(map(partial(both, n), [1])), deep([1, [n, [3]]])",
    "what_only_the_run_gives": "[*map(*pair)], sorted(ys, **{'key': note}), [*apply(map, note, ys)], apply(max, ys, key=note)",
    "functions_that_only_the_run_knows": "apply(ys.sort, key=note), partial(min, key=note)(ys), [*apply(filter, note, ys)], ys",
    "other_functions": "reduce(both, ys, 9), re.sub('[ab]', lambda m: str(note(n)), 'abc'), sorted(ys, key=cmp_to_key(both)), list(iter(up.__next__, n))",
    "functions_of_itertools": "[*starmap(both, [(n, 2)])], [*takewhile(note, ys)], [*accumulate(ys, both)], [len([*g]) for k, g in groupby(ys, key=note)]",
    "more_iterators_of_ones_own": "[*permutations(Up(n))], [*combinations(up, n)], [*compress(Up(3), [0, 1])], [*tee(Up(2))[1]]",
    "iterators_of_ones_own": "[*map(str, islice(up, n))], [*zip_longest(chain(up, [8]), filter(None, Up(2)))], reduce(both, Up(n))",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(CALLS))
def test_what_a_library_function_calls_back_and_goes_over_is_taken_back(name: str, deep: bool) -> None:
    check(Program(CALLING_BACK.format(CALLS[name]), frozenset()), "deep" if deep else "plain")


HELD_BY_THE_MODULE = """
import heapq, re, types
from contextvars import ContextVar
from functools import cmp_to_key, partial, reduce
from operator import call
seen, known, count = [], {}, ContextVar("count", default=0)
def note(x):
    seen.append(x)
    return -x
def both(a, b):
    seen.append((a, b))
    return a - b
class Asked:
    def __getattr__(self, name):
        seen.append(name)
        return name
class Slotted:
    __slots__ = ("x",)
asked, slotted = Asked(), Slotted()
slotted.x = 0
SETUP
def helper(n):
    return CALL
@ambiguous
def f():
    n = yield (1, 2)
    there = helper(n)
    here = CALL
    return n, there, here, list(seen), dict(known), count.get(), slotted.x
"""
# each on its own, for one of them would have the others recorded, too; of __names the world is not compared
HELD = {
    "map": ("noted = partial(map, note)", "list(noted([n, 3]))"),
    "map_alone": ("mapped = partial(map)", "list(mapped(note, [n, 3]))"),
    "min": ("least = partial(min, key=note)", "least([n, 3])"),
    "reduce": ("total = partial(reduce, both)", "total([n, 3])"),
    "merge": ("merged = partial(heapq.merge, key=note)", "list(merged([n], [3]))"),
    "sub": ("tools = {'sub': re.sub}", "tools['sub']('a', lambda found: str(note(n)), 'ab')"),
    "iter": ("until = partial(iter, partial(note, 1), 0)", "next(until())"),
    "comparing_key": ("by = cmp_to_key(both)", "sorted([n, 3], key=by)"),
    "call": ("", "call(note, n)"),
    "call_in_a_partial": ("called = partial(call, note)", "called(n)"),
    "getattr_in_a_partial": ("get, has = partial(getattr, asked), partial(hasattr, asked, 'b')", "get('a'), has()"),
    "method_of_a_partial": ("__call = types.MethodType(partial(both, 1), 6)", "__call()"),
    "set_of_a_variable": ("__put = count.set", "__put(count.get() + n) and None"),
    "set_item": ("put = known.__setitem__", "put(len(known), n)"),
    "slot": ("", "Slotted.x.__set__(slotted, slotted.x + n)"),
    "slot_under_a_name": ("put = Slotted.x.__set__", "put(slotted, slotted.x + n)"),
}


@pytest.mark.parametrize("name", HELD)
def test_what_the_module_holds_under_another_name_or_in_a_partial_is_recorded_where_it_is_called(name: str) -> None:
    setup, called = HELD[name]
    check(Program(HELD_BY_THE_MODULE.replace("SETUP", setup).replace("CALL", called), frozenset()), "plain")


CHOICES_FROM_MAP = """
seen = []
def note(x):
    seen.append(x)
    return x
@ambiguous
def f():
    a = yield map(note, (1, 2))
    found = []
    for x in filter(note, [a, 3]):
        found.append((x, (yield (5, 6))))
    return found
"""


def test_what_a_map_that_is_chosen_from_calls_is_taken_back_when_the_search_has_ended() -> None:
    check(Program(CHOICES_FROM_MAP, frozenset()), "plain")


PATTERNS = """
class Color:
    RED, BLUE = 1, 2
class Named:
    def __init__(self): self.asked = 0
    def __getattr__(self, name):
        self.asked += 1
        return name
def told(x):
    match x:
        case Color.RED: return "red"
        case {Color.BLUE: _}: return "mapping"
        case _: return named.other
named = Named()
@ambiguous
def f():
    match (yield (1, 2)):
        case Color.RED: x = named.red
        case _: x = told(Color.RED)
    return x, told({2: 3}), told(5), named.asked
"""


def test_a_value_pattern_stays_a_name_where_the_attributes_of_another_class_change_something() -> None:
    check(Program(PATTERNS, frozenset()), "plain")


LAZY = """
asked = []
def __getattr__(name):
    asked.append(name)
    return len(asked)
"""


def test_what_the_getattr_of_a_module_changes_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_names.py").write_text(LAZY, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    lazy = importlib.import_module("lazy_names")
    text = "def length(): return lazy.length\n@ambiguous\ndef search():\n    x = yield (1, 2)\n    return x, length(), lazy.size"
    space = compile_program(text, {"ambiguous": ambiguous, "lazy": lazy})

    assert list(space["search"]()) == [(1, 1, 2), (2, 1, 2)]
    assert lazy.asked == []


class Square:
    side = 1

    @cached_property
    def area(self) -> int:
        return self.side**2


def test_what_is_set_in_the_environment_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMBSEARCH_THERE", "yes")

    @ambiguous
    def search() -> Any:
        x = yield "ab"
        os.environ.setdefault("AMBSEARCH_NEW", x)
        found = os.environ["AMBSEARCH_NEW"]
        if (yield [0, 1]):
            os.environ.pop("AMBSEARCH_NEW")
        os.environ.update(AMBSEARCH_THERE=x)
        del os.environ["AMBSEARCH_THERE"]
        return found, os.environ.get("AMBSEARCH_NEW"), os.environ.get("AMBSEARCH_THERE")

    assert list(search()) == [("a", "a", None), ("a", None, None), ("b", "b", None), ("b", None, None)]
    assert (os.environ.get("AMBSEARCH_NEW"), os.environ["AMBSEARCH_THERE"]) == (None, "yes")


ON_WEAK = """
import weakref
class Key: pass
keys = [Key(), Key(), Key()]
values = weakref.WeakValueDictionary(zip("ab", keys))
counts, items = weakref.WeakKeyDictionary(dict.fromkeys(keys[:2], 1)), weakref.WeakSet(keys[:2])
def world():
    return [*values.items()], [*counts.items()], {*items}
def change(number):
    global values, items
    match number:
        case 0: values.clear()
        case 1: values.popitem()
        case 2: values.update({"c": keys[2]})
        case 3: values.pop("a")
        case 4: values |= {"c": keys[2]}
        case 5: del values["a"]
        case 6: counts.clear()
        case 7: counts.update({keys[2]: 1})
        case 8: del counts[keys[0]]
        case 9: items.add(keys[2])
        case 10: items.discard(keys[0])
        case 11: items.clear()
        case 12: items.update(keys)
        case 13: items -= {keys[0]}
@ambiguous
def f():
    before = world()
    change((yield range(14)))
    changed = world()
    values.clear()
    items.clear()
    return changed == before
"""


def test_changes_of_weak_dicts_and_sets_are_taken_back() -> None:
    module = compile_program(ON_WEAK, WORDS)
    before = module["world"]()
    assert list(module["f"]()) == [False] * 14
    assert module["world"]() == before


ON_NOTES = """
kept = ValueError("kept")
def tell(error, x):
    error.add_note(x)
@ambiguous
def f():
    try:
        raise KeyError
    except KeyError as error:
        error.add_note("first")
        x = yield "ab"
        error.add_note(x)
        tell(error, x + x)
        kept.add_note(x)
        return [*error.__notes__], [*kept.__notes__]
@ambiguous
def g():
    x = yield "a"
    error = ValueError()
    tell(error, x)
    raise error
"""


def test_notes_of_an_exception_are_taken_back_unless_it_leaves_the_search() -> None:
    module = compile_program(ON_NOTES, WORDS)
    assert list(module["f"]()) == [(["first", x, x + x], [x]) for x in "ab"]
    assert not hasattr(module["kept"], "__notes__")
    with pytest.raises(ValueError) as raised:
        module["g"]().first()
    assert raised.value.__notes__ == ["a"]


ON_TEXTS = """
import io
out, raw = io.StringIO("old"), io.BytesIO()
class Page:
    def __init__(self):
        self.text = io.StringIO()
    def line(self, *parts):
        self.text.write("-".join(parts))
    def add(self, lines):
        self.text.writelines(lines)
    def cut(self, length):
        self.text.seek(0)
        self.text.truncate(length)
page = Page()
def world():
    return [(one.getvalue(), one.tell()) for one in (out, raw, page.text)]
@ambiguous
def f():
    x = yield "ab"
    write = out.write
    length = write(x)
    raw.write(x.encode())
    page.line(x, x)
    if (yield (False, True)):
        page.cut((yield (0, 2, 9)))
    page.add([x, "!"])
    own = io.StringIO("own")
    own.seek(0, 2)
    own.write((yield "pq"))
    out.seek(9)
    writelines = out.writelines
    writelines([x, "end"])
    return world(), own.getvalue(), length
"""
READ_TEXTS = """
import io
source, raw = io.StringIO("ab-c\\nde\\nf\\ng"), io.BytesIO(b"12\\n34\\n")
class Lexer:
    def __init__(self, text): self.text, self.outer, self.read = text, [], 0
    def char(self):
        self.read += 1
        while (c := self.text.read(1)) == "-": pass
        return c
    def include(self, text):
        self.outer.append(self.text)
        self.text = io.StringIO(text)
    def back(self):
        self.text.close()
        self.text = self.outer.pop()
    def line(self):
        for line in self.text: return line
def rest():
    return [line.strip() for line in source]
def shown(x):
    with io.StringIO() as out:
        out.write(str(x))
        return out.getvalue()
lexer = Lexer(source)
def world():
    return [one.closed or (one.getvalue(), one.tell()) for one in (source, raw)]
@ambiguous
def f():
    x = yield (0, 1, 2)
    found = [lexer.char() for _ in range(x)]
    lexer.include("xy")
    if (yield (0, 1)): found.append(lexer.line() if x else next(raw))
    found.append(lexer.char())
    lexer.back()
    y = yield (0, 1, 2)
    if y == 0: found += [raw.readline(), raw.read()]
    if y == 1:
        source.seek(3)
        source.close()
        raw.close()
        return found, shown(y)
    for line in source:
        found.append(line)
        if (yield (0, 1)): break
    return found, shown(y), rest(), world()
"""
PRINTED = """
import functools, io
out = io.StringIO()
def tell(*parts):
    print(*parts, sep="-", file=out, end=";")
@ambiguous
def f():
    x = yield "ab"
    tell(x, x)
    print(x, file=out, flush=True)
    y = yield "pq"
    (lambda: print(end=y, file=out))()
    functools.partial(print, end=".", file=out)(y)
    list(map(tell, [1, x]))
    own = io.StringIO(x)
    print(y, file=own)
    return out.getvalue(), own.getvalue()
"""


@pytest.mark.parametrize("depths", ["plain", "deep"])
def test_what_is_written_to_a_text_in_memory_is_taken_back(depths: str) -> None:
    check(Program(ON_TEXTS), depths)


@pytest.mark.parametrize("depths", ["plain", "deep"])
def test_a_text_in_memory_that_is_read_or_closed_goes_back(depths: str) -> None:
    check(Program(READ_TEXTS), depths)


def test_what_is_printed_to_a_text_in_memory_is_taken_back() -> None:
    space = compile_program(PRINTED, WORDS)

    assert list(space["f"]()) == [(f"{x}-{x};{x}\n{y}{y}.1;{x};", f"{y}\n") for x in "ab" for y in "pq"]
    assert (space["out"].getvalue(), space["out"].tell()) == ("", 0)


WATCHED_TEXT = """
import io
asked = []
class Watched(io.StringIO):
    def read(self, size=-1):
        asked.append("read")
        return super().read(size)
    def seek(self, *place):
        asked.append("seek")
        return super().seek(*place)
    def tell(self):
        asked.append("tell")
        return super().tell()
out = Watched("old")
@ambiguous
def f():
    x = yield "ab"
    print(x, file=out)
    out.readline()
    return out.getvalue(), list(asked)
"""


def test_a_text_of_a_class_of_ones_own_goes_back_without_a_call_of_its_methods() -> None:
    space = compile_program(WATCHED_TEXT, WORDS)

    assert list(space["f"]()) == [("a\nd", []), ("b\nd", [])]
    assert (space["out"].getvalue(), space["asked"]) == ("old", [])


def test_an_answer_that_is_such_a_text_is_copied() -> None:
    space = compile_program(
        "import io\nclass Text(io.StringIO): pass\n@ambiguous\ndef f():\n    out = KIND()\n    out.mark = []\n"
        "    for _ in 'xy':\n        out.write((yield 'ab'))\n    out.mark.append(out.seek(1))\n    return out\n".replace(
            "KIND", "Text"
        ),
        WORDS,
    )
    found = list(space["f"]())

    assert [(one.getvalue(), one.tell(), one.mark) for one in found] == [(x + y, 1, [1]) for x in "ab" for y in "ab"]
    assert {type(one) for one in found} == {space["Text"]}


def test_what_is_printed_stays_also_where_the_output_is_such_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", out := io.StringIO())
    space = compile_program(
        "import sys\n@ambiguous\ndef f():\n    x = yield 'ab'\n    sys.stdout.write(x)\n    print(x, file=sys.stdout)\n",
        WORDS,
    )
    list(space["f"]())

    assert out.getvalue() == "aa\nbb\n"


def test_a_cached_property_is_computed_in_each_branch() -> None:
    square = Square()

    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        square.side = yield [10, 11]
        return square.area, square.area, sorted(vars(square))

    assert list(search()) == [(100, 100, ["area", "side"]), (121, 121, ["area", "side"])]
    assert vars(square) == {}


LOG: list[object] = []


@singledispatch
def note(value: object) -> None:
    LOG.append(value)


@note.register
def _(value: str) -> None:
    LOG.append("text")


def test_what_a_single_dispatch_function_changes_is_taken_back() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        note((yield [1, "a", 2]))
        return LOG

    assert list(search()) == [[1], ["text"], [2]]
    assert LOG == []


class Sorter:
    @singledispatchmethod
    def put(self, value: object) -> None:
        LOG.append(value)

    @put.register
    def _(self, value: int) -> None:
        LOG.append(-value)

    @singledispatchmethod
    @classmethod
    def made(cls, value: object) -> None:
        LOG.append(cls.__name__)


def put_twice(sorter: Sorter, value: object) -> None:
    sorter.put(value)
    sorter.made(value)


def test_what_a_method_of_single_dispatch_changes_is_taken_back() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        x = yield [1, "a"]
        Sorter().put(x)
        put_twice(Sorter(), x)
        return LOG

    assert list(search()) == [[-1, -1, "Sorter"], ["a", "a", "Sorter"]]
    assert LOG == []


QUEUE: deque[int] = deque()
PUT = QUEUE.append


class Puts:
    put = QUEUE.append


def test_a_method_of_a_deque_under_another_name_is_taken_back() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        PUT(x)
        Puts.put(x)
        return list(QUEUE)

    assert list(search()) == [[1, 1], [2, 2]]
    assert not QUEUE


PLACE, CALL = threading.local(), partial(len)


def test_an_attribute_that_a_class_written_in_c_sets_in_its_own_way_is_taken_back() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        if x == 1:
            PLACE.x = CALL.x = x  # type: ignore[attr-defined]
        return [getattr(o, "x", None) for o in (PLACE, CALL)]

    assert list(search()) == [[1, 1], [None, None]]
    assert not vars(PLACE) and not vars(CALL)


GENERIC = """
names = []
@ambiguous
def search[T](xs: list[T]) -> list[str]:
    x = yield xs
    def note[U](u: U) -> U:
        names.append(U.__name__)
        return u
    class Row[V]:
        def put(self, v: V) -> V:
            names.append(V.__name__)
            return v
    return [T.__name__, note(x), Row[int]().put(x), *names]
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with Python 3.12")
def test_what_a_generic_function_or_class_made_in_a_branch_changes_is_taken_back() -> None:
    space = compile_program(GENERIC, {"ambiguous": ambiguous})

    assert list(space["search"]([1, 2])) == [["T", 1, 1, "U", "V"], ["T", 2, 2, "U", "V"]]
    assert space["names"] == []


def test_the_methods_of_abstract_base_classes_are_not_looked_for_by_modules_that_do_not_have_them() -> None:
    with alone():
        space = compile_program(PROGRAMS["methods_that_an_abstract_base_class_gives"], WORDS)
        list(space["f"]())

        assert [own for own in WORLD.of_name("__eq__") if is_mixed_in(own.space)]
        source = Source.of_code(Program.with_depths.__code__, Program.with_depths.__globals__)
        assert source is not None and not [own for own in near(source, "__eq__") if is_mixed_in(own.space)]


WATCHED = """
seen = []
class Watched:
    def __init__(self): self.xs, self.v = [], 1
    def __getattribute__(self, name):
        seen.append(name)
        return object.__getattribute__(self, name)
    def __iter__(self): return iter((1, 2))
    def __enter__(self): return self
    def __exit__(self, *error): self.v += 1
    def put(self, x): self.xs.append(x)
watched = Watched()
@ambiguous(deep=DEEP)
def f():
    x = yield watched
    with watched:
        for y in watched:
            watched.put((yield (x, y)))
    watched.v += x
    watched.w = watched.xs[0]
    del watched.w
    return x, list(seen)
"""


@pytest.mark.parametrize("deep", [False, True])
def test_a_getattribute_of_ones_own_sees_only_what_the_program_reads(deep: bool) -> None:
    space = compile_program(WATCHED.replace("DEEP", str(deep)), {"ambiguous": ambiguous})
    reads = ["put", "xs", "put", "xs", "v", "v", "xs"]

    assert [seen for _, seen in space["f"]()] == [reads] * 8
    assert space["seen"] == []


def test_the_metaclass_of_a_class_is_not_asked_what_python_does_not_ask() -> None:
    asked: list[str] = []

    class Meta(type):
        def __getattr__(cls, name: str) -> Any:
            asked.append(name)
            raise AttributeError(name)

        def __len__(cls) -> int:
            asked.append("len")
            return 0

        __bool__ = __iter__ = __getitem__ = __contains__ = __len__  # type: ignore[assignment]

    class Counter(metaclass=Meta):
        def __init__(self, n: int) -> None:
            self.n = n

        def add(self) -> None:
            self.n += 1

    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        counter = Counter((yield [4, 5]))
        counter.add()
        return counter

    assert [counter.n for counter in search()] == [5, 6]
    assert asked == []


SLIP = """
class Slip:  # its special methods change something, and give what Python refuses
    def __init__(self):
        self.asked = 0
    def note(self):
        self.asked += 1
    __len__ = __bool__ = __str__ = __iter__ = note
def plain(slip):
    return {ask}
@ambiguous
def search(slip):
    x = yield (1, 2)
    return {ask}
"""


@pytest.mark.parametrize("ask", ["len(slip)", "slip or 1", "f'{slip}'", "str(slip)", "list(slip)", "[x for x in slip]"])
def test_a_special_method_that_gives_nothing_is_refused_as_python_refuses_it(ask: str) -> None:
    space = compile_program(SLIP.replace("{ask}", ask), {"ambiguous": ambiguous})
    with pytest.raises(TypeError) as expected:
        space["plain"](space["Slip"]())
    slip = space["Slip"]()
    with pytest.raises(TypeError) as found:
        list(space["search"](slip))

    assert str(found.value) == str(expected.value)
    assert slip.asked == 0
