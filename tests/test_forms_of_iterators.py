"""Python's own iterators that something holds while a search goes on: their positions go back, as replay judges."""

import itertools
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns, compile_program

from ambsearch import LiveAnswer, NotUndoable, ambiguous, breadth_first, effort, if_fail, once, permanent, require
from ambsearch.running import positions
from ambsearch.running.stepped import COUNTS_VARIABLES

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {"ambiguous": ambiguous, "if_fail": if_fail, "require": require}
TOKENS = """
import array, collections, csv, itertools, re
def letters(text):
    for letter in text:
        yield letter
class Tokens:
    def __init__(self, text):
        self.it = MAKER
        self.now = next(self.it, None)
    def advance(self):
        self.now = next(self.it, None)
def rest(tokens):
    found = []
    while tokens.now is not None:
        found.append(str(tokens.now))
        tokens.advance()
    return found
@ambiguous
def f():
    tokens = Tokens("a b c d")
    x = yield (1, 2, 5, 1)
    for _ in range(x):
        tokens.advance()
    y = yield (1, 2)
    return x, y, rest(tokens)
"""
MAKERS = (
    *("iter(text.split())", "iter(tuple(text))", "iter(text)", "iter('\\u00e9' + text)", "iter(text.encode())"),
    *("reversed(text.split())", "iter(bytearray(b'abcd'))", "iter(range(4))", "reversed(text)", "iter(set(text))"),
    *("iter(dict.fromkeys(text))", "iter(dict.fromkeys(text).items())", "iter(collections.deque(text))"),
    *("enumerate(text)", "zip(text, text.split())", "map(str.upper, text)", "filter(str.strip, text)", "letters(text)"),
    *("itertools.islice(itertools.count(), 5)", "itertools.chain(text, text)", "itertools.accumulate(range(4))"),
    *("(c for c in text)", "map(re.Match.group, re.finditer(r'\\\\w', text))", "csv.reader(text.split())"),
    *("itertools.tee(text)[1]", "iter(iter(text).__next__, 'd')", "iter(array.array('i', range(4)))"),
    "enumerate(zip(iter(text), itertools.cycle(text)))",
)
HELD = """
import itertools
class Held:
    ids = itertools.count()
    def __init__(self, it):
        self.it, self.id = it, next(self.ids)
    def __iter__(self):
        return self
    def __next__(self):
        return next(self.it)
"""
STEP = """
def step(it):
    return next(it)
"""
PROGRAMS = {
    "a loop over what is given too little, or too much": """
import itertools
@ambiguous
def f():
    k = yield (0, 1, 2, 3)
    try:
        if k == 0:
            for x in map(): y = yield (x, 0)
        if k == 1:
            for x in itertools.pairwise(): y = yield (x, 0)
        if k == 2:
            for x in itertools.islice([1]): y = yield (x, 0)
        if k == 3:
            for x in itertools.pairwise([1], [2]): y = yield (x, 0)
    except TypeError as e:
        return k, str(e)
    return k
""",
    "a loop over a chain of generators that see what the branch changes": """
import itertools
ROW, COL = [0, 0, 0], [0, 0]
def free(xs, tag):
    for i, x in enumerate(xs):
        if not x: yield tag, i
@ambiguous
def f():
    out = []
    for tag, i in itertools.chain(free(ROW, "r"), free(COL, "c")):
        v = yield (1, 2)
        (ROW if tag == "r" else COL)[i] = v
        if v == 2: ROW[-1], COL[-1] = 5, 5
        out.append((tag, i, v))
    return out, ROW, COL
""",
    "a loop over the pairs of a generator": """
import itertools
ROW = [3, 1, 2, 0]
def live(xs):
    for x in xs: yield x
@ambiguous
def f():
    out = []
    for a, b in itertools.pairwise(live(ROW)):
        v = yield (0, 1)
        if v: ROW[-1] += 10
        out.append((a, b, v))
    return out, ROW
""",
    "a loop over the first items of a generator": """
import itertools
ROW = [0, 0, 0, 0]
def free(xs):
    for i, x in enumerate(xs):
        if not x: yield i
@ambiguous
def f():
    out = []
    for i in itertools.islice(free(ROW), 2):
        v = yield (1, 2)
        ROW[i] = v
        if v == 2 and i < 2: ROW[i + 1] = 7
        out.append((i, v))
    return out, ROW
""",
    "a loop over some items, by islice with a start and a step": """
from itertools import islice
ROW = [1, 2, 3, 4, 5, 6]
def look():
    for x in ROW: yield x
@ambiguous
def f():
    out = []
    first, last = yield [(2, None), (None, 4), (0, -1)]
    try:
        for x in islice(look(), first, last):
            if (yield (0, 1)): ROW[-1], first = 9, 5
            out.append(x)
    except ValueError as error: return str(error)
    for x in islice(ROW, last):
        if (yield (0, 1)): ROW[1:2] = []
        out.append(x)
        if len(out) > 5: break
    else: out.append("else")
    for i, x in enumerate(islice((x + 1 for x in ROW), 1, None, 2), 5):
        if (yield (0, 1)): ROW[3:4] = [7, 7]
        out.append((i, x))
        if i > 6: break
    return out, ROW
""",
    "zip_longest of lists and generators": """
from itertools import zip_longest
ROW, PILE = [1, 2, 3], {"a": 1, "b": 2}
def look():
    for x in ROW: yield x
def pairs(): return zip_longest(look(), "ab", look())
@ambiguous
def f():
    out = []
    for k, x in zip_longest((k for k in list(PILE) if PILE[k]), ROW, fillvalue="-"):
        if (yield (0, 1)) and k != "-": PILE["b"] -= 1; ROW.append(0)
        out.append((k, x))
    for i, three in enumerate(pairs()):
        if (yield (0, 1)) and i < 2: ROW[-1] = 7; ROW.insert(2, 8)
        out.append(three)
        if i > 2: break
    for nothing in zip_longest(): out.append((yield (0, 1)))
    return out, ROW, PILE
""",
    "a chain in enumerate, with a generator expression": """
import itertools
def free(xs):
    return (i for i, x in enumerate(xs) if not x)
R = [[0, 0], [0, 0]]
@ambiguous
def f():
    out = []
    for n, i in enumerate(itertools.chain(free(R[0]), [9], free(R[1]), (k for k in range(2) if R[1][k]))):
        v = yield (1, 2)
        if v == 2: R[1][0] = 5
        out.append((n, i))
    return out, R
""",
    "numbers of items, and ends, of islice, pairwise and chain": """
import itertools
from itertools import islice, chain, pairwise
ROW = [0, 0, 0, 0, 0]
def free(xs):
    for i, x in enumerate(xs):
        if not x: yield i
class Wide:
    def first(self, n):
        for i in islice(free(ROW), n): yield i
@ambiguous
def f():
    out = []
    n = yield (2, 0, -1)
    try:
        for k, i in enumerate(islice(free(ROW), n)):
            ROW[i] = yield (1, 2)
            if ROW[i] == 2 and i < 2: ROW[i + 1] = 7
            out.append((k, i))
        else:
            out.append("else")
    except ValueError as e:
        return "ValueError"
    for a, (b, c) in enumerate(pairwise(chain(free(ROW), "xy", ()))):
        out.append((a, b, (yield (c, 0))))
        if a == 1: break
    else:
        out.append("no break")
    for i in Wide().first(1):
        ROW[i] = (yield (3, 4))
    for i in islice([5, 6, 7], 1, None): out.append(i + (yield (0,)))
    for x in chain(): out.append((yield (1,)))
    return n, out, ROW
""",
    "iter(f, end) of methods of containers, and of what the branch changes": """
from collections import deque
STACK, D = [0, 3, 2, 1], deque([1, 2, None, 4])
@ambiguous
def f():
    out = []
    for x in iter(STACK.pop, 0):
        y = yield (x, -x)
        out.append(y)
        if y == -1: STACK.append(7)
    for x in iter(D.popleft, None):
        out.append((yield (x, -x)))
    def free(): return next((i for i, c in enumerate(CELLS) if not c), None)
    for i in iter(free, None):
        CELLS[i] = yield (1, 2)
        if sum(CELLS) == 2 and i == 1: CELLS[2] = 5
    return out, CELLS, STACK, list(D)
CELLS = [0, 0, 0]
""",
    "iter(f, end) of a file, which is read once": """
import io
@ambiguous
def f():
    out, file = "", io.StringIO("a\\nb\\nc\\n")
    for line in iter(file.readline, ""):
        out += (yield line.strip(), "-")
    return out
""",
    "a loop over what an __iter__ makes of iter(f, end)": """
class Cursor:
    opened = 0
    def __init__(self, rows): self.rows, self.pos = rows, 0
    def fetchone(self):
        if self.pos >= len(self.rows): return None
        self.pos += 1
        return self.rows[self.pos - 1]
    def __iter__(self):
        return iter(self.fetchone, None)
    def seek(self, n): self.pos = n
ROWS = [("a", 1), ("b", 2), ("c", 3)]
CUR = Cursor(ROWS)
@ambiguous
def f():
    total = 0
    for name, n in CUR:
        if (yield (0, 1)):
            total += n
        elif name == "b":
            CUR.seek(3)
    inside = CUR.pos
    return total, inside
""",
    "iter(f, end) of a function made inside": """
import random, functools
@ambiguous
def f():
    xs = [1, 2, 0, 4]
    def take():
        if not xs: raise StopIteration
        return xs.pop(0)
    out = []
    for x in iter(take, 0):
        out.append((yield (x, -x)))
        xs.append(len(out)) if len(out) < 3 else None
    rest = iter(take, 9)
    y = yield (0, 1)
    out.append(next(rest, None))
    z = yield (0, 1)
    return out, y, z, list(rest), xs
""",
    "iter(f, end) that an object holds": """
XS = [3, 2, 1, 0, 5, 0]
class Reader:
    def __init__(self): self.it = iter(self.read, 0)
    def read(self):
        return XS.pop(0)
R = Reader()
R2 = Reader()
@ambiguous
def f():
    out = []
    a = yield (1, 2, 5)
    for _ in range(a):
        out.append(next(R.it, "end"))
    b = yield (0, 1)
    if b: out.extend(R2.it)
    out.append(next(R.it, "end"))
    c = yield (0, 1)
    if c: XS.append(7)
    return a, b, c, out, list(XS)
""",
    "iter(f, end) in enumerate, zip and sum": """
XS = [1, 2, 3, 0, 4, 0, 5]
def get():
    return XS.pop(0)
@ambiguous
def f():
    out = []
    for i, x in enumerate(iter(get, 0)):
        out.append((i, (yield (x, -x))))
        if len(out) == 2: break
    else:
        out.append("else")
    for a, b in zip("ab", iter(get, 0)):
        out.append((a, (yield (b, -b))))
    s = sum(iter(get, 5))
    return out, s, list(XS)
""",
    "iter(f, end) that has ended before, and in a branch": """
XS = [1, 0, 2, 0, 3]
def get(): return XS.pop(0)
IT = iter(get, 0)
list(IT)
XS2 = [5, 0, 6]
IT2 = iter(lambda: XS2.pop(0), 0)
@ambiguous
def f():
    a = yield (1, 2)
    n = [next(IT, "end") for _ in range(a)]
    m = [next(IT2, "end") for _ in range(a + 1)]
    b = yield (1, 2)
    return a, n, m, b, next(IT2, "E"), list(XS), list(XS2)
""",
    "iter(f, end) whose function raises": """
N = [0]
def get():
    N[0] += 1
    if N[0] == 2: raise KeyError(N[0])
    return N[0]
IT = iter(get, 5)
@ambiguous
def f():
    out = []
    for _ in range((yield (3, 4, 6))):
        try: out.append(next(IT, "E"))
        except KeyError as e: out.append(str(e))
    b = yield "xy"
    return out, b, list(IT), N[0]
""",
    "iterators that wait for a choice": """
@ambiguous
def f():
    which = yield (0, 1, 2)
    if which == 0: return next(iter([4, 3]), (yield (1, 2)))
    if which == 1: return max(iter([4, 3]), default=(yield (1, 2)))
    return [*zip(iter([1, 2]), (yield ([3, 4], [5, 6])))]
""",
    "generators_and_iterators_that_a_loop_takes_apart_or_reads_once": """
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
def walk(n):
    for i in range(n):
        yield depth(i)
def lazy(f, xs):
    return map(f, xs)
def sifted(xs):
    return filter(None, xs)
def ended():
    it = iter([1])
    list(it)
    return it
def double(x): return 2 * x
class D:
    def twice(self, x): return 2 * x
@ambiguous
def f():
    out = []
    for x in walk(3):
        out.append(x + (yield (0, 1)))
    for x in lazy(double, [1]):
        out.append(x + (yield (0, 1)))
    for x in lazy(D().twice, [1]):
        out.append(x + (yield (0, 1)))
    for x in lazy(str, [1, 2]):
        out.append((x, (yield (0, 1))))
    for x in zip(lazy(len, ["a"]), sifted([0, 3])):
        out.append((x, (yield (0, 1))))
    for x in ended():
        out.append((yield (0, 1)))
    return out
""",
    "a_sequence_of_collections_abc_in_the_head_of_a_loop": """
from collections.abc import Sequence
class Row(Sequence):
    def __init__(self, cells): self.cells = cells
    def __getitem__(self, i): return self.cells[i]
    def __len__(self): return len(self.cells)
row = Row([1, 2])
@ambiguous
def f():
    out = []
    for x in row:
        if (yield (True, False)) and len(row) < 4:
            row.cells.append(x)
        out.append(x)
    return out, row.cells
""",
    "what_iter_makes_of_a_class_with_items_by_number": """
class Numbered:
    asked = 0
    def __getitem__(self, i):
        Numbered.asked += 1
        if i > 2:
            raise IndexError
        return i
@ambiguous
def f():
    held, out = iter(Numbered()), []
    for x in iter(Numbered()):
        out.append(x + (yield (0, 1)))
        if len(out) > 1:
            break
    out += [a + b for a, b in zip(iter(Numbered()), held)]
    out.append(next(iter(Numbered())))
    return out, Numbered.asked, next(held, None), list(held)
""",
    "an_iterator_of_a_class_that_wraps_one": HELD
    + """
@ambiguous
def f():
    held = Held(iter("abcde"))
    x = yield (1, 2)
    found = [next(held)]
    for letter in held:
        found.append(letter)
        if len(found) > x:
            break
    y = yield (1, 2)
    return x, y, found, held.id, list(held)
""",
    "a_class_whose_iter_gives_the_one_that_it_holds": STEP
    + """
class Held:
    def __init__(self):
        self.it = iter("abcde")
    def __iter__(self):
        return self.it
@ambiguous
def f():
    held = Held()
    x = yield (1, 2)
    for letter in held:
        if letter == "bc"[x - 1]:
            break
    y = yield (1, 2)
    return x, y, next(iter(held)), list(held)
""",
    "one_in_a_variable_of_the_ambiguous_function": """
@ambiguous
def f():
    it = iter([1, 2, 3, 4, 5])
    first = next(it)
    x = yield (3, 4)
    for item in it:
        if item == x:
            break
    y = yield (1, 2)
    return first, x, y, list(it)
""",
    "one_that_only_the_rest_of_each_branch_reads": """
@ambiguous
def f():
    it, pairs = iter([1, 2, 3]), zip("ab", "cd")
    x = yield (1, 2)
    found = []
    for item in it:
        if item > x:
            break
        found.append(item)
    return x, found, list(pairs)
""",
    "a_loop_with_choices_that_is_left": """
@ambiguous
def f():
    it, found = enumerate("abcde"), []
    for i, letter in it:
        x = yield (0, 1)
        found.append((letter, x))
        if x:
            break
    for i, letter in it:
        found.append(letter)
        if (yield (0, 1)):
            break
    return found, list(it)
""",
    "one_that_is_given_to_helpers": """
def until(it, stop):
    found = []
    for letter in it:
        if letter == stop:
            break
        found.append(letter)
    return found
def some(it, n):
    return [next(it) for _ in range(n)]
@ambiguous
def f():
    it = iter("ab,cd,ef,g")
    x = yield ",c"
    found = until(it, x)
    y = yield (1, 2)
    return found, some(it, y), until(it, ","), "".join(it)
""",
    "those_in_containers_and_closures_and_defaults": """
import itertools
IT = iter("global")
def counter(step):
    it = itertools.count(0, step)
    def more():
        return next(it)
    return more
def named(names=itertools.count()):
    return f"v{next(names)}"
@ambiguous
def f():
    held, both, more = {"it": iter([1, 2, 3, 4])}, [iter("abc"), enumerate("xyz")], counter(5)
    x = yield (0, 1)
    first = next(held["it"]), next(both[x]), more(), named(), next(IT)
    y = yield (0, 1)
    return first, next(held["it"]), next(both[y]), more(), named(), next(IT), list(map(next, both))
""",
    "what_a_dataclass_counts": """
from dataclasses import dataclass, field
import itertools
IDS = itertools.count()
@dataclass
class Node:
    id: int = field(default_factory=lambda: next(IDS))
    other: int = field(default_factory=itertools.count(5).__next__)
new = itertools.count(9).__next__
@ambiguous
def f():
    x = yield (1, 2)
    one = Node()
    first = one.id, one.other, new()
    y = yield (1, 2)
    one = Node()
    return x, y, first, one.id, one.other, new()
""",
    "each_way_to_use_it_up": STEP
    + """
import collections, functools, itertools
WAYS = [
    list, tuple, set, sorted, sum, max, all, lambda it: 3 in it, lambda it: [*it], lambda it: it.__next__(),
    lambda it: list(itertools.islice(it, 2)), lambda it: list(zip(it, it)), lambda it: dict(enumerate(it)),
    lambda it: any(x > 2 for x in it), lambda it: [x for x in it if x != 2], lambda it: ",".join(map(str, it)),
    lambda it: functools.reduce(int.__add__, it), lambda it: list(itertools.takewhile(lambda x: x < 3, it)),
    lambda it: next((x for x in it if x > 1), 0), lambda it: b"".join(bytes([x]) for x in it), lambda it: [[0], *it],
    lambda it: list(itertools.pairwise(it)), lambda it: {x: 1 for x in it}, lambda it: collections.deque(it, 2),
]
class Held:
    def __init__(self):
        self.it = iter([1, 2, 3, 4, 5])
    def use(self, way):
        return way(self.it)
    def unpack(self, n):
        if n == 1:
            first, *others = self.it
            return others
        found = [0, 0]
        found.extend(self.it)
        return found
@ambiguous
def f():
    held = Held()
    way = yield range(len(WAYS) + 2)
    found = held.use(WAYS[way]) if way < len(WAYS) else held.unpack(way - len(WAYS))
    x = yield (1, 2)
    return way, found, x, list(held.it)
""",
    "a_look_ahead_that_puts_it_back": STEP
    + """
import itertools
class Ahead:
    def __init__(self, items):
        self.it = iter(items)
    def peek(self):
        for item in self.it:
            self.it = itertools.chain([item], self.it)
            return item
    def take(self, n):
        return list(itertools.islice(self.it, n))
@ambiguous
def f():
    ahead = Ahead("abcdef")
    x = yield (1, 2)
    first = ahead.peek(), ahead.take(x), ahead.peek()
    y = yield (1, 2)
    return first, ahead.take(y), ahead.peek(), list(ahead.it)
""",
    "those_of_objects_and_of_the_module_that_a_generator_advances": """
from contextlib import contextmanager
numbers = iter(range(9))
class Deck:
    def __init__(self):
        self.rest, self.log = iter(range(9)), []
    def draw(self, n):
        for _ in range(n):
            self.log.append(next(self.rest))
            yield self.log[-1], next(numbers)
    @contextmanager
    def turn(self):
        n = next(self.rest)
        try:
            yield
        finally:
            self.log.append((n, next(self.rest)))
deck = Deck()
@ambiguous
def f():
    got = []
    for card in deck.draw(2):
        if (yield (True, False)):
            got.append(card)
    with deck.turn():
        x = yield (1, 2)
    return got, x, list(deck.log), next(deck.rest), next(numbers)
""",
    "a_list_that_grows_while_one_is_held": """
@ambiguous
def f():
    xs = [1, 2]
    it, back = iter(xs), reversed(xs)
    x = yield (1, 2, 3)
    found = [next(it, None) for _ in range(x)]
    xs.append(x)
    y = yield (1, 2)
    return found, y, list(it), list(back)
""",
    "the_groups_of_a_groupby": """
import itertools
class Held:
    def __init__(self):
        self.groups = itertools.groupby("aabcc")
    def group(self):
        sign, found = next(self.groups)
        return sign, list(found)
@ambiguous
def f():
    held = Held()
    x = yield (1, 2)
    found = [held.group() for _ in range(x)]
    y = yield (1, 2)
    return found, y, held.group(), [len(list(group)) for _, group in held.groups]
""",
    "a_generator_that_raises": """
def one():
    yield 1
    raise KeyError(2)
def step(it):
    try:
        return next(it, None)
    except KeyError:
        return "key"
@ambiguous
def f():
    it = one()
    found = [step(it)]
    x = yield (1, 2)
    found.append(step(it))
    return found, x
""",
    "a_map_that_goes_on_after_an_error": """
def step(it):
    try:
        return next(it, None)
    except ValueError:
        return "value"
@ambiguous
def f():
    numbers = map(int, "1 x 2 y".split())
    x = yield (1, 2, 3, 5)
    found = [step(numbers) for _ in range(x)]
    y = yield (1, 2)
    return found, y, [step(numbers) for _ in range(y)]
""",
    "a_generator_that_raises_once_and_ends_then": """
def one():
    yield 1
    raise KeyError(2)
def step(it):
    try:
        return next(it, None)
    except KeyError:
        return "key"
@ambiguous
def f():
    it = one()
    x = yield (1, 2, 3, 4)
    return [step(it) for _ in range(x)]
""",
    "what_a_generator_returns": """
def two():
    yield 1
    yield 2
    return "returned"
def step(it):
    try:
        return next(it)
    except StopIteration as end:
        return end.value
def rest(it):
    found = yield from it
    yield [found]
@ambiguous
def f():
    it = two()
    x = yield (0, 1, 2, 3, 4)
    found = [step(it) for _ in range(x)]
    return found, list(rest(it))
""",
    "rows_of_csv": """
import csv
LINES = ["name,age", "ann,3", "bob,4", "cid,5"]
class Table:
    def __init__(self):
        self.rows = csv.DictReader(LINES)
    def take(self, n):
        return [next(self.rows)["name"] for _ in range(n)]
@ambiguous
def f():
    table = Table()
    x = yield (1, 2)
    first = table.take(x)
    y = yield (0, 1)
    return first, table.take(y), [row["age"] for row in table.rows]
""",
    "generators_that_only_loops_go_over": STEP
    + """
def walk(items):
    for item in items:
        yield item
class Held:
    def __init__(self):
        self.it = walk("abcdef")
    def until(self, stop):
        for letter in self.it:
            if letter == stop:
                return
@ambiguous
def f():
    held, numbers = Held(), walk(range(9))
    x = yield "bc"
    held.until(x)
    for n in numbers:
        if n > x.count("b"):
            break
    y = yield "de"
    held.until(y)
    return x, y, list(held.it), list(numbers)
""",
    "a_choice_from_one": """
@ambiguous
def f():
    it = iter([1, 2, 3])
    x = yield it
    y = next(it, None)
    z = yield (1, 2)
    return x, y, z, list(it)
""",
    "one_that_is_met_where_there_was_a_container": """
class Held:
    def __init__(self, items):
        self.items = items
    def has(self, x):
        return x in self.items
    def first(self):
        for i, item in enumerate(self.items):
            return i, item
    def above(self, x):
        return any(item > x for item in self.items), any(i + item > x for i, item in enumerate(self.items))
def has(items, x):
    return x in items
def some(items):
    for i, item in enumerate(items):
        if i + item > 3:
            return item
@ambiguous
def f():
    held = [Held([1, 2, 3]), Held(iter(range(12))), Held({5, 6, 7})]
    items = [held[0].items, iter(range(9)), held[2].items]
    found = [next(items[1])]
    for _ in range(2):
        x = yield (1, 2)
        i = yield (0, 1, 2)
        found += [held[i].has(x + 4), held[i].first(), held[i].above(x), has(items[i], x), some(items[i])]
    return found
""",
    "sequences of one's own, and iterators that have moved on": """
from collections.abc import Sequence
import itertools
class Row(Sequence):
    def __init__(self, xs): self.xs = xs
    def __len__(self): return len(self.xs)
    def __getitem__(self, i): return self.xs[i]
@ambiguous
def f():
    total = []
    row = Row([1, 2])
    for x in row:
        if (yield (True, False)): total.append(x)
    it = iter([5, 6, 7])
    next(it)
    for x in it:
        if (yield (True, False)): total.append(x)
    gone = iter([1]); next(gone); next(gone, None)
    for x in gone:
        total.append((yield (1, 2)))
    for x, y in zip(row, reversed(row)):
        total.append((x, y, (yield (0,))))
    return list(total)
""",
    "maps and filters that are held, in loops around choices": """
log = []
def noted(x): log.append(x); return x + 1
def odd(x): return x % 2
class C:
    def up(self, x): return x * 10
@ambiguous
def f():
    c = C()
    out = []
    for make in (lambda: map(noted, [1, 2]), lambda: filter(odd, [1, 2, 3]), lambda: map(c.up, (1, 2)), lambda: map(str, (1,)), lambda: filter(None, [0, 4])):
        it = make()
        for x in it:
            if (yield (0, 1)) or len(out) > 2: out.append(x); break
    return list(out), list(log)
""",
    "generators in zip and enumerate, with conditions": """
@ambiguous
def f():
    xs, out = [1, 2, 3], []
    for a, b in zip(xs, (x * 2 for x in xs if x != 2)):
        out.append((a, b, (yield (0, 1))))
    for i, b in enumerate((x for x in xs if x > 1), start=5):
        if (yield (0, 1)): out.append((i, b))
    for b in filter(None, [0, 1]):
        out.append((yield (b, 2)))
    for b in map(lambda x: x + 1, filter(lambda x: x > 1, xs)):
        if (yield (0, 1)): out.append(b); break
    for b in (y for y in map(str, xs) if y != "2"):
        if (yield (0, 1)): out.append(b); break
    return out
""",
}


# nothing in these programs takes a step by `next`, or not visibly of what is held
UNSEEN = {
    "one_that_an_attribute_is_given": """
class Held:
    def __init__(self):
        self.pairs = enumerate("abcabc")
    def find(self, letter):
        for i, other in self.pairs:
            if other == letter:
                return i
@ambiguous
def f():
    held = Held()
    x = yield "ab"
    found = held.find(x)
    y = yield "ac"
    return x, found, y, held.find(y)
""",
    "one_of_the_users_own_generators": """
def walk(n):
    for i in range(n):
        yield i
@ambiguous
def f():
    numbers = walk(3)
    x = yield (1, 2)
    return x, list(numbers)
""",
    "one_from_a_function_of_itertools_by_its_name": """
from itertools import chain
@ambiguous
def f():
    letters = chain("ab", "c")
    x = yield (1, 2)
    return x, list(letters)
""",
    "rows_of_csv_and_matches": """
import csv, re
@ambiguous
def f():
    rows, words = csv.reader(["a,b", "c,d"]), re.finditer("[a-z]", "xy")
    x = yield (1, 2)
    return x, list(rows), [word.group() for word in words]
""",
    "one_that_a_method_looks_up": """
class Log:
    def __init__(self):
        self.lines, self.places = ["a", "b", "c"], {}
    def place(self, who):
        if who not in self.places:
            self.places[who] = iter(self.lines)
        return self.places[who]
    def read(self, who):
        return next(self.place(who), None)
@ambiguous
def f():
    log, found = Log(), []
    for _ in range(3):
        who = yield "xy"
        found.append((who, log.read(who)))
    return found
""",
    "one_that_a_dict_gives": """
PLACES = {}
def read(who):
    place = PLACES.setdefault(who, iter(who * 3))
    return next(place, None)
@ambiguous
def f():
    first = read("ab")
    x = yield ("ab", "cd")
    second = read(x)
    y = yield ("ab", "cd")
    return first, x, second, y, read(y)
""",
    "one_that_a_method_a_property_or_a_helper_returns": """
class Cards:
    cards = [1, 2, 3]
    def texts(self): return map(str, self.cards)
    def walk(self):
        for card in self.cards:
            yield card
    def ends(self): return iter(self.cards), reversed(self.cards)
    @property
    def rest(self): return iter(self.cards)
def odd(cards):
    found = (card for card in cards if card % 2)
    return found
@ambiguous
def f():
    texts, walk, (first, last), rest, found = Cards().texts(), Cards().walk(), Cards().ends(), Cards().rest, odd([1, 2, 3])
    x = yield (1, 2)
    return x, list(texts), sum(walk), list(first), max(last), set(rest), tuple(found)
""",
    "several_in_a_container": """
import itertools
@ambiguous
def f():
    its, (a, b) = [iter("ab"), iter("cd")], itertools.tee("xyz")
    x = yield range(2)
    it = yield its
    y = yield range(2)
    return list(its[x]), y, list(it), list(a), "".join(b)
""",
    "one_that_a_loop_gives": """
import itertools
@ambiguous
def f():
    found = []
    for letter, group in itertools.groupby("aabc"):
        if (yield (0, 1)):
            found.append((letter, list(group)))
    for number, it in [(1, iter("ab")), (2, iter("c"))]:
        found.append((number, (yield (0, 1)), list(it)))
    return found
""",
    "one_that_the_module_holds": """
letters, its = iter("abcdef"), [iter("xy")]
def fresh():
    for letter in letters:
        return letter
@ambiguous
def f():
    first = fresh()
    x = yield (1, 2)
    return first, x, fresh(), list(its[0]) if x == 1 else "".join(its[0])
""",
    "one_that_a_function_made_inside_gives": """
@ambiguous
def f():
    def walk(n):
        for i in range(n):
            yield i
    numbers, letters = walk(3), [1, 2].__iter__()
    x = yield (1, 2)
    return x, list(numbers), list(letters)
""",
    "one_that_another_search_is_given": """
@ambiguous
def g(it):
    x = yield (1, 2)
    return x, list(it)
@ambiguous
def f():
    return (yield g(iter("abc")))
""",
    "one_that_is_put_somewhere_by_a_variable": """
@ambiguous
def f():
    its, it = {}, iter("abc")
    its["it"] = it
    x = yield (1, 2)
    for letter in its["it"]:
        break
    return x, letter, list(its["it"])
""",
    "one_that_is_appended": """
@ambiguous
def f():
    its = []
    its.append(iter("abc"))
    x = yield (1, 2)
    return x, list(its[0])
""",
    "those_in_a_tuple_that_a_generator_expression_makes": """
@ambiguous
def f():
    its = tuple(iter(word) for word in ("ab", "cd"))
    i = yield range(2)
    for letter in its[i]:
        break
    return letter, [list(it) for it in its]
""",
    "those_that_a_map_makes": """
from collections import deque
@ambiguous
def f():
    queue, found = deque(map(iter, ["ab", "c"])), []
    while queue:
        it = queue.popleft()
        if (yield (0, 1)):
            for letter in it:
                found.append(letter)
                queue.append(it)
                break
    return found
""",
    "those_of_a_comprehension_over_some": """
@ambiguous
def f():
    its = [it for number, it in [(1, iter("ab")), (2, iter("cd"))]]
    x = yield (0, 1)
    first, second = its
    return x, list(first), list(second)
""",
    "one_that_an_object_is_given": """
class Words:
    def __init__(self, it):
        self.it = it
    def some(self, n):
        return [word for _, word in zip(range(n), self.it)]
@ambiguous
def f():
    words = Words(iter("abcd"))
    x = yield (1, 2)
    return x, words.some(x), words.some(1)
""",
    "one_in_a_variable_that_an_attribute_is_given": """
class Words:
    def __init__(self, words):
        it = iter(words)
        self.it = it
    def word(self):
        for word in self.it:
            return word
@ambiguous
def f():
    words = Words("abc")
    if (yield (0, 1)):
        words.word()
    return words.word(), list(words.it)
""",
    "those_in_dataclasses_and_named_tuples": """
from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class Words:
    it: object
class Letters(NamedTuple):
    it: object
@ambiguous
def f():
    words, letters = Words(iter("abc")), Letters(it=iter("xyz"))
    x = yield (0, 1)
    return x, list(words.it), "".join(letters.it)
""",
    "one_that_a_closure_shares": """
def reader(words):
    it = iter(words)
    def read():
        for word in it:
            return word
    return read
@ambiguous
def f():
    read = reader("abc")
    if (yield (0, 1)):
        read()
    return read(), read()
""",
    "default_values": """
import itertools
def word(it=iter("abc")):
    for found in it:
        return found
def number(*, it=iter((1, 2, 3))):
    return sum(found for found, _ in zip(it, "a"))
@ambiguous
def f(it=iter("xyz")):
    x = yield (0, 1)
    return x, word(), word(), number(), list(it)
""",
    "those_of_classes_and_of_dicts_of_the_module": """
class Words:
    words = iter("abcdef")
    @classmethod
    def some(cls, n):
        return "".join(word for _, word in zip(range(n), cls.words))
letters = {"a": iter("abcdef")}
def some(n):
    return "".join(letter for _, letter in zip(range(n), letters["a"]))
@ambiguous
def f():
    x, y = yield [(1, 2), (2, 1)]
    return Words.some(x), some(x), (yield (0, 1)), Words.some(y), some(y)
""",
    "one_beside_a_class_made_in_the_last_function": """
class Words:
    def __init__(self):
        self.it = iter("abcd")
    def next(self):
        for word in self.it:
            return word
words = Words()
@ambiguous
def f():
    x = yield (0, 1)
    class Inner:
        y = x
    return words.next(), Inner.y
""",
    "one_beside_a_function_without_a_text": """
exec("def twice(x): return 2 * x")
class Words:
    def __init__(self):
        self.it = iter("abcd")
    def next(self):
        for word in self.it:
            return word
words = Words()
@ambiguous
def f():
    x = yield (0, 1)
    return words.next(), twice(x)
""",
    "one_that_is_named_in_an_expression": """
@ambiguous
def f():
    first = next(it := iter("abc"))
    x = yield (0, 1)
    return x, first, list(it)
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(UNSEEN))
def test_that_an_iterator_is_held_is_seen_where_it_is_made_or_looked_up(name: str, deep: bool) -> None:
    check(Program(UNSEEN[name], frozenset()), "deep" if deep else "plain")


# what holds one, and how that is read
HOLDING = {
    "with nullcontext(steps()) as it: pass": "it",
    "with closing(steps()) as it: pass": "it",
    "for it in [steps()]: pass": "it",
    "for i, it in enumerate((steps(), steps())): pass": "it",
    "for box.it in [steps()]: pass": "box.it",
    "(it := steps())": "it",
    "it = same(steps())": "it",
    "it = next(iter([steps()]))": "it",
    "it = [steps()].pop()": "it",
    "it = {1: steps()}.get(1)": "it",
    "them = [*[steps()]]": "them[0]",
    "them = copy([steps()])": "them[0]",
    "them = list(zip([steps()], 'a'))": "them[0][0]",
    "them = dict(a=steps())": "them['a']",
    "them = {}; them.update(a=steps())": "them['a']",
    "them = SimpleNamespace(it=steps())": "them.it",
    "them = ValueError(steps())": "them.args[0]",
    "put(kept, steps())": "kept[-1]",
}
HELD_SO = """
from contextlib import closing, nullcontext
from copy import copy
from types import SimpleNamespace
def steps():
    for i in range(6): yield i
def same(it): return it
def put(them, it): them.append(it)
kept = []
box = SimpleNamespace()
@ambiguous
def f():
    HOLD
    x = yield (0, 1)
    for found in READ:
        if found > x: break
    return x, found, (yield (0, 1)), sum(READ)
"""


@pytest.mark.parametrize(("hold", "deep"), by_turns(HOLDING))
def test_an_iterator_is_held_by_what_it_is_given_to(hold: str, deep: bool) -> None:
    program = HELD_SO.replace("HOLD", hold).replace("READ", HOLDING[hold])
    check(Program(program, frozenset()), "deep" if deep else "plain")


LAZY = (
    *("zip(it, it)", "zip('ab', it)", "zip(it, it, strict=True)", "zip(*[it] * 3)", "map(str, it)", "filter(None, it)"),
    *("enumerate(it, 1)", "enumerate(zip(it, it))", "itertools.islice(it, 3)", "itertools.islice(it, 1, None, 2)"),
    *("itertools.islice(it, 0)", "itertools.chain('x', it)", "itertools.chain(it, 'x', it)", "map(max, it, 'abcd')"),
    *("((x, x) for x in it)", "(y for x in it if x != 'c' for y in (x, 0))", "zip((x for x in it), it)"),
)
HELD_BELOW = (
    *("iter('abcde')", "iter(dict.fromkeys('abcde'))", "(letter for letter in 'abcde')", "enumerate('abcde')"),
    *("map(str.upper, 'abcde')", "Steps()"),
)
OVER_HELD = """
import itertools
class Steps:
    taken = 0
    def __iter__(self):
        return self
    def __next__(self):
        if self.taken == 5:
            raise StopIteration
        self.taken += 1
        return "abcdef"[self.taken]
class Held:
    def __init__(self):
        self.it = it = BELOW
        self.over = LAZY
@ambiguous
def kept():
    held, out = Held(), []
    for _ in range((yield (1, 2))):
        out.append(next(held.over, None))
        if (yield (0, 1)):
            out.append(next(held.it, None))
    return out, [*held.over], list(held.it)
@ambiguous
def gone_over():
    it, out = BELOW, []
    for x in LAZY:
        out.append(x)
        if (yield (0, 1)):
            out.append(next(it, None))
        if len(out) > 4:
            break
    return out, list(it)
@ambiguous
def f():
    if (yield (True, False)):
        return (yield kept())
    return (yield gone_over())
"""


@pytest.mark.parametrize(("lazy", "below", "deep"), by_turns(LAZY, HELD_BELOW))
def test_what_goes_over_an_iterator_that_is_held_takes_its_items_where_the_branch_stands(
    lazy: str, below: str, deep: bool
) -> None:
    program = OVER_HELD.replace("BELOW", below).replace("LAZY", lazy)
    check(Program(program, frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize(("maker", "deep"), by_turns(MAKERS))
def test_a_stream_of_tokens_goes_back_whatever_it_goes_over(maker: str, deep: bool) -> None:
    check(Program(TOKENS.replace("MAKER", maker), frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_the_position_of_an_iterator_goes_back(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


# what a generator is sent, and how it ends; each is the module, and f has the answers
SENT = {
    "a running total": """
def totals():
    total = 0
    while True:
        total += yield total
@ambiguous
def f():
    total, seen = totals(), []
    total.send(None)
    for _ in range(2):
        seen.append(total.send((yield (1, 5))))
    total.close()
    return seen, next(total, "closed")
""",
    "an average that a class keeps, and its result": """
def average():
    total, values = 0, []
    while (value := (yield total / len(values) if values else None)) is not None:
        total += value
        values.append(value)
    return total, values
class Meter:
    def __init__(self):
        self.average, self.read = average(), []
        self.average.send(None)
    def take(self, value):
        self.read.append(self.average.send(value))
    def end(self):
        try:
            self.average.send(None)
        except StopIteration as end:
            return end.value
@ambiguous
def f():
    meter = Meter()
    for _ in range(2):
        meter.take((yield (1, 4)))
    return meter.read, meter.end()
""",
    "next and send by turns": """
def walk(board):
    at = 0
    while at < len(board):
        step = yield board[at]
        board[at] = "-"
        at += step or 1
    return "over"
def both(board):
    end = yield from walk(board)
    yield end
@ambiguous
def f():
    board = list("abcd")
    steps, others = walk(board), both(list("pq"))
    seen = [next(steps), next(others)]
    while True:
        step = yield (1, 2)
        try:
            seen.append(steps.send(step))
        except StopIteration as end:
            return seen, end.value, board, list(steps)
        if len(seen) % 2:
            seen.append(next(others, "-"))
""",
    "a generator that some branches close": """
def numbers(n):
    while True:
        n += (yield n) or 1
@ambiguous
def f():
    held, seen = numbers(3), []
    seen.append(next(held))
    for _ in range(2):
        how = yield ("next", "send", "close")
        if how == "close":
            held.close()
        seen.append(next(held, how) if how != "send" else held.send(4) if seen[-1] != "close" else "-")
    return seen
""",
    "generators that are closed before they have begun, and one that nobody sends anything": """
def numbers(n):
    while True:
        n += (yield n) or 1
def letters(text):
    for letter in text:
        yield letter
@ambiguous
def f():
    held, kept, old, seen = numbers(3), numbers(5), letters("abcde"), []
    next(old)
    if (yield (True, False)):
        held.close()
        kept.close()
        old.close()
        seen += [next(held, "-"), next(kept, "-"), next(old, "-")]
    x = yield (1, 2)
    old.close() if x == 2 else None
    return seen, x, next(held, "-"), held.send(x) if not seen else next(kept, 0), next(old, "-")
""",
    "a generator that has not begun": """
def doubled():
    while True:
        x = yield
        yield 2 * (x or 0)
@ambiguous
def f():
    held = doubled()
    first = yield (None, 3)
    try:
        held.send(first)
    except TypeError as error:
        return str(error)
    return held.send((yield (1, 2))), next(held)
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(SENT))
def test_each_branch_sends_to_a_generator_where_it_stands_itself(name: str, deep: bool) -> None:
    check(Program(SENT[name], frozenset()), "deep" if deep else "plain")


def test_a_generator_that_cannot_go_back_is_told_when_another_branch_has_sent_it_a_value() -> None:
    space = compile_program(
        """
def total():
    total = 0
    try:
        while True:
            total += (yield total) or 0
    finally:
        total = None
@ambiguous
def f():
    held = total()
    next(held)
    x = yield (1, 2)
    if x < 3:
        held.send(x)
    held.close()
    return x
@ambiguous
def g():
    x = yield (1, 2)
    held = total()
    next(held)
    return held.send(x)
""",
        WORDS,
    )
    answers = iter(space["f"]())
    assert next(answers) == 1
    with pytest.raises(NotUndoable, match="^total was sent a value, or closed, in another branch, and cannot go back"):
        next(answers)
    assert list(space["g"]()) == [1, 2]


GOING_OVER = {
    **{f"{{0, 9}}.{name}": f"{{0, 9}}.{name}(it)" for name in ("union", "intersection", "difference", "isdisjoint")},
    **{f"{{1}}.{name}": f"{{1}}.{name}(it)" for name in ("issubset", "issuperset", "symmetric_difference")},
    "set.union": "set.union({0}, it)",
    "frozenset.union": "frozenset([0]).union((), it)",
    "fromkeys": "dict.fromkeys(it, 0)",
    "a slice": "store([0], slice(0, 1), it)",
    "a new list's slice": "refill(it)",
    **{name: f"heapq.{name}(2, it)" for name in ("nlargest", "nsmallest")},
    "merge": "list(heapq.merge([5], it))",
    **{name: f"math.{name}(it)" for name in ("fsum", "prod")},
    "bytearray": "bytearray(it)",
    "array": "array.array('i', it)",
    **{name: f"operator.{name}(it, 2)" for name in ("countOf", "indexOf")},
}
if sys.version_info >= (3, 12):
    GOING_OVER |= {
        "batched": "list(itertools.batched(it, 3))",
        "sumprod": "math.sumprod(it, [1] * (3 if isinstance(it, Walk) else 2))",
    }


@pytest.mark.parametrize(("name", "deep"), by_turns(GOING_OVER))
def test_what_goes_over_an_iterator_and_what_it_changes_is_taken_back(name: str, deep: bool) -> None:
    program = f"""
import array, heapq, itertools, math, operator

class Walk:
    def __init__(self):
        self.steps = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.steps += 1
        if self.steps > 3:
            raise StopIteration
        return self.steps

def store(xs, key, items):
    xs[key] = items
    return xs

def refill(items):
    xs = [0]
    xs[:] = items
    return xs

def read(it):
    return {GOING_OVER[name]}

@ambiguous
def f():
    it, walk = iter([1, 2, 3]), Walk()
    next(it)
    x = yield (1, 2)
    return x, read(it), list(it), read(walk), walk.steps
"""
    check(Program(program, frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize("deep", [False, True])
def test_a_method_or_an_attribute_of_the_same_name_is_ones_own(deep: bool) -> None:
    program = """
class Walk:
    def __init__(self):
        self.steps = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.steps += 1
        if self.steps > 2:
            raise StopIteration
        return "b"

log = []

def note(xs):
    log.append(xs)

class Notes:
    def __init__(self):
        self.join = note
    def union(self, xs):
        log.append(("union", xs))

def read(notes, xs, walk):
    notes.join(xs)
    notes.union(xs)
    return {"a"}.union(xs), {"a"}.union(walk), ["".join(part) for part in (xs, walk)], walk.steps

@ambiguous
def f():
    notes, walk = Notes(), Walk()
    x = yield (1, 2)
    return x, read(notes, ["c", "d"], walk), list(log)
"""
    check(Program(program, frozenset()), "deep" if deep else "plain")


OVER_A_SEARCH = """
import itertools, operator
log = []
@ambiguous
def sub():
    x = yield "abc"
    log.append(x)
    return x
@ambiguous
def f():
    log.append("before")
    x = yield MAKER
    log.append("after")
    return x
@ambiguous
def g():
    log.append("before")
    found = MAKER
    x = yield found
    log.append("after")
    return x
"""
OVER = (
    *("map(str, sub())", "map(operator.add, sub(), itertools.repeat('x'))", "zip('xyz', sub())", "enumerate(sub())"),
    *("itertools.zip_longest(sub(), 'x')", "itertools.chain('x', map(str, sub()))", "filter(None, zip(sub(), 'xyz'))"),
)


@pytest.mark.parametrize(("maker", "deep"), by_turns(OVER))
def test_a_search_in_an_iterator_that_is_chosen_from_ends_with_the_choice(maker: str, deep: bool) -> None:
    text = OVER_A_SEARCH.replace("MAKER", maker).replace("@ambiguous", f"@ambiguous(deep={deep})")
    space = compile_program(text, WORDS)
    for name in "fg":
        for number in (1, 2, 9):
            space[name]().take(number)
            assert space["log"] == []


@pytest.mark.parametrize("deep", [False, True])
def test_after_a_search_an_iterator_over_a_list_is_where_it_was(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(it):  # type: ignore[no-untyped-def]
        x = yield (1, 2, 3)
        return [next(it, None) for _ in range(x)]

    it = iter(["a", "b"])

    assert list(f(it)) == [["a"], ["a", "b"], ["a", "b", None]]
    assert list(it) == ["a", "b"]


@pytest.mark.parametrize("deep", [False, True])
def test_another_search_goes_on_where_one_over_anything_else_was(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(it):  # type: ignore[no-untyped-def]
        x = yield (1, 2, 3)
        return [next(it, None) for _ in range(x)]

    it = zip("ab")

    assert list(f(it)) == list(f(it)) == [[("a",)], [("a",), ("b",)], [("a",), ("b",), None]]


def test_an_iterator_that_has_ended_has_ended_in_its_branch_only() -> None:
    @ambiguous
    def f():
        xs = [1]
        it = iter(xs)
        x = yield (1, 2)
        found = [next(it, None) for _ in range(x)]
        xs.append(2)
        return found, next(it, None)

    assert list(f()) == [([1], 2), ([1, None], None)]


def test_an_answer_may_hold_an_iterator_that_no_branch_has_moved_on_further() -> None:
    @ambiguous
    def f(it):  # type: ignore[no-untyped-def]
        x = yield (1, 2, 1)
        for _ in range(x):
            next(it)
        return it

    assert [list(rest) for rest in f(iter("abc"))] == [["b", "c"], ["c"], ["b", "c"]]
    assert [list(rest) for rest in f(zip("abc"))] == [[("b",), ("c",)], [("c",)], [("b",), ("c",)]]
    answers = iter(f(enumerate("abc")))
    assert [list(next(answers)), list(next(answers))] == [[(1, "b"), (2, "c")], [(2, "c")]]
    with pytest.raises(LiveAnswer):
        next(answers)


def test_the_traceback_of_what_a_generator_raised_names_its_line_in_each_branch() -> None:
    def fails() -> Any:
        yield 1
        raise KeyError(2)

    @ambiguous
    def f(it):  # type: ignore[no-untyped-def]
        x = yield (1, 2, 3)
        try:
            next(it), next(it)
        except KeyError as error:
            return x, [frame.name for frame in traceback.extract_tb(error.__traceback__)].count("fails")

    assert list(f(fails())) == [(1, 1), (2, 1), (3, 1)]


def test_a_permanent_step_of_an_iterator_stays() -> None:
    @ambiguous
    def f(ids):  # type: ignore[no-untyped-def]
        x = yield "ab"
        number = permanent(next(ids))
        return x, number

    assert list(f(iter(range(5)))) == [("a", 0), ("b", 1)]


def test_many_iterators_that_are_held_are_looked_at_a_few_times_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def references(read: positions.Read) -> int:
        looks.append(read)
        return positions.ONCE + 1

    @ambiguous
    def f(n: int):  # type: ignore[no-untyped-def]
        held = [itertools.cycle([i]) for i in range(n)]
        yield (1, 2)
        return sum(next(it) for it in held)

    monkeypatch.setattr(positions, "READ", {})
    monkeypatch.setattr(positions, "references", references)

    assert list(f(1000)) == 2 * [sum(range(1000))]
    assert 1000 <= len(looks) < 3000


def test_what_was_read_is_forgotten_with_its_iterator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "READ", {})
    monkeypatch.setattr(positions, "LATEST", 8)

    @ambiguous
    def f():
        x = yield range(100)
        it = zip(range(x + 1))
        found = next(it)
        y = yield (1, 2)
        return found, y, next(it, None), list(it)

    assert len(list(f())) == 200
    assert len(positions.READ) <= positions.LATEST


HOLDS_A_SEARCH = """
xs, ended = [], []
class Holder: pass
holder = Holder()
@ambiguous
def sub():
    a = yield range(3)
    xs.append(a)
    return a
def steps():
    try:
        yield from range(3)
    finally:
        ended.append("x")
@ambiguous
def f():
    holder.answers, holder.steps = iter(sub()), steps()
    x = yield (0, 1)
    a, b = next(holder.answers), next(holder.steps)
    y = yield (0, 1)
    return x, y, a, b, next(holder.answers), [*xs]
"""


@pytest.mark.parametrize(
    "order", [list, lambda search: list(breadth_first(search))], ids=["depth first", "breadth first"]
)
def test_a_search_or_a_generator_that_only_a_search_held_ends_with_it(order: Callable[[Any], list[Any]]) -> None:
    module = compile_program(HOLDS_A_SEARCH, WORDS)
    assert order(module["f"]()) == [(x, y, 0, 0, 1, [1]) for x in (0, 1) for y in (0, 1)]
    assert module["xs"] == [] and set(module["ended"]) == {"x"}


@pytest.mark.skipif(not COUNTS_VARIABLES, reason="from Python 3.14 on what a variable holds has no reference more")
def test_a_loop_over_what_nothing_holds_is_left_to_python() -> None:
    closed: list[Any] = []

    def walk() -> Any:
        try:
            yield from (1, 2, 3)
        finally:
            closed.append(0)

    def first(it: Any) -> Any:
        for item in walk():
            return item, next(it)

    @ambiguous
    def f(it):  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        return x, first(it), len(closed)

    assert list(f(iter("ab"))) == [(1, (1, "a"), 1), (2, (1, "a"), 1)]


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(
    "choices", ["lines", "map(str.strip, lines)", "itertools.islice(lines, 2)", "if_fail([], lines)"]
)
def test_a_file_that_is_chosen_from_stays_open(deep: bool, choices: str, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("one\ntwo\nthree\nfour\n", "utf-8")
    decorator = f"@ambiguous(deep={deep})"
    body = f"    word = yield {choices}\n    require('two' not in word)\n    return word, lines.closed\n"
    passing = f"{decorator}\ndef passed(lines):\n    return (yield {choices})\n"
    space = compile_program(f"import itertools\n{passing}{decorator}\ndef f(lines):\n{body}", WORDS)
    with open(tmp_path / "words", encoding="utf-8") as lines:
        assert space["passed"](lines).first().strip() == "one"
        assert space["f"](lines).first()[1] is False
        assert [closed for _, closed in space["f"](lines)] == [False]
        effort(once(lines))
        assert not lines.closed


GIVEN = {
    "it": lambda: (iter("abc"),),
    "it in a list": lambda: ([iter("abc")],),
    "it in an attribute": lambda: (SimpleNamespace(it=iter("abc")),),
    "a function that shares it": lambda: (shares(iter("abc")),),
}


def shares(it: Any) -> Any:
    return lambda: it


@pytest.mark.parametrize("name", GIVEN)
def test_an_iterator_that_a_search_is_given_from_outside_is_set_back(name: str) -> None:
    """Nothing in the text says that it is one, or takes a step by `next`."""
    text = """
def letters(given):
    given = given() if callable(given) else getattr(given, "it", given)
    return given[0] if type(given) is list else given
@ambiguous
def f(given):
    x = yield (1, 2)
    for letter in letters(given):
        break
    return x, letter, list(letters(given))
"""
    f = compile_program(text, WORDS)["f"]

    assert list(f(*GIVEN[name]())) == [(1, "a", ["b", "c"]), (2, "a", ["b", "c"])]
    assert list(f(given=GIVEN[name]()[0])) == [(1, "a", ["b", "c"]), (2, "a", ["b", "c"])]


def test_an_iter_that_changes_nothing_to_be_undone_is_called_once_for_a_loop_or_a_choice() -> None:
    text = """
class Cards:
    shown = 0
    @permanent
    def __iter__(self):
        Cards.shown += 1
        return iter((1, 2))
@ambiguous
def f(cards):
    it = iter("ab")  # held, so each loop asks what it goes over
    x = yield cards
    for card in cards:
        next(it)
    return x, Cards.shown
"""
    f = compile_program(text, {**WORDS, "permanent": permanent})
    assert list(f["f"](f["Cards"]())) == [(1, 2), (2, 3)]


AN_EXPRESSION_FROM_A_HELPER = """
log = []
class Tokens:
    def __init__(self, text):
        self.rest = iter(text)
    def advance(self):
        return next(self.rest)
def noted(xs):
    for x in xs:
        log.append(x)
        yield x
def doubled(xs):
    return (2 * x for x in xs)
@ambiguous
def f():
    for x in doubled(doubled(noted(range(3)))):
        if (yield (0, 1)):
            log.append(x)
    return log
"""


def test_an_expression_that_a_helper_makes_over_a_generator_goes_back_beside_a_class_that_holds_an_iterator() -> None:
    check(Program(AN_EXPRESSION_FROM_A_HELPER, frozenset()), "plain")


GENERATORS = """
from itertools import *
def upper(x):
    return str(x).upper()
def letters():
    yield from "ab"
def other_letters(text, more):
    for letter in text:
        yield letter
    for letter in more:
        yield letter
@ambiguous
def f():
    it = MAKER
    x = yield (1, 2)
    USE
    return x, y, z
"""
USES = {
    "choice": "y = z = yield it",
    "loop": "for y in it:\n        z = yield (1, 2)",
    "left": "for y in it:\n        z = yield (1, 2)\n        if z == x: break",
}


MADE_BEFORE = (
    *("letters()", "(letter for letter in 'ab')", "other_letters('a', {'b'})", "iter(letters())", "iter({1, 2})"),
    *("enumerate(letters())", "zip(letters(), count())", "map(upper, letters())", "filter(None, letters())"),
    *("(letter for letter in letters())", "enumerate(zip(letters(), letters()))", "other_letters(letters(), 'c')"),
    *("(pair for pair in enumerate(letters()))", "map(upper, (c for c in zip(letters(), 'ab')))"),
    *("iter({1: 2}.items())", "reversed({1: 2, 3: 4})", "enumerate({1, 2})", "permutations('ab')", "tee('ab')[0]"),
    *("chain('ab', letters())", "chain.from_iterable(['ab', 'c'])", "islice(letters(), 2)", "starmap(upper, ['a'])"),
    "((key, len(list(group))) for key, group in groupby('aab'))",
)
# how what is made comes to where it is read
WAYS = {
    "pair": """
@ambiguous
def f():
    it = (MAKER, (yield (1, 2)))[0]
    x = 0
    USE
    return x, y, z
""",
    "unpacked": """
@ambiguous
def f():
    it, x = MAKER, (yield (1, 2))
    USE
    return x, y, z
""",
    "parameter": """
@ambiguous
def g(it):
    x = yield (1, 2)
    USE
    return x, y, z
@ambiguous
def f():
    return (yield g(MAKER))
""",
    "outside": """
@ambiguous
def g(it):
    x = yield (1, 2)
    USE
    return x, y, z
def f():
    return g(MAKER)
""",
    "helper": """
def make():
    return MAKER
@ambiguous
def f():
    it = make()
    x = yield (1, 2)
    USE
    return x, y, z
""",
    "item": """
@ambiguous
def f():
    its = [MAKER]
    it = its[0]
    x = yield (1, 2)
    USE
    return x, y, z
""",
    "with": """
from contextlib import nullcontext
@ambiguous
def f():
    with nullcontext(MAKER) as it:
        x = yield (1, 2)
        its = it
    x = yield (1, 2)
    it = its
    USE
    return x, y, z
""",
}


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("maker", MADE_BEFORE)
def test_an_iterator_made_before_a_choice_gives_each_branch_its_items_to_choose_from(
    maker: str, use: str, deep: bool
) -> None:
    program = GENERATORS.replace("MAKER", maker).replace("USE", USES[use])
    check(Program(program, frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("maker", ["letters()", "enumerate(letters())", "iter({1, 2})", "tee('ab')[0]"])
def test_it_makes_no_difference_on_which_way_an_iterator_comes_to_where_it_is_read(
    maker: str, use: str, way: str
) -> None:
    head, _, _ = GENERATORS.partition("@ambiguous")
    program = head + WAYS[way].replace("MAKER", maker).replace("USE", USES[use])
    check(Program(program, frozenset()), "plain")


LEAVING = """
def pairs(answers):
    for answer in answers:
        yield answer, answer
@ambiguous
def digit(path):
    path.append((yield [1, 2, 3]))
    return path[-1]
@ambiguous
def f(path):
    path.pop()
    held = MAKER
    x = yield [0, 1]
    return x, (yield held)
"""


@pytest.mark.parametrize("taken", [1, 2, 3, 9])
@pytest.mark.parametrize(
    "maker",
    [
        *("iter(digit(path))", "islice(digit(path), 2)", "enumerate(digit(path))", "zip(digit(path), 'ab')"),
        *("map(str, digit(path))", "chain('x', digit(path))", "(x for x in digit(path))", "pairs(digit(path))"),
    ],
)
def test_what_takes_its_items_from_a_search_leaves_that_before_what_is_around_it_is_taken_back(
    maker: str, taken: int
) -> None:
    source = LEAVING.replace("MAKER", maker)
    path = [9]
    search = iter(compile_program(source, {**WORDS, "islice": itertools.islice, "chain": itertools.chain})["f"](path))
    found = [answer for answer, _ in zip(search, range(taken))]
    search.close()  # type: ignore[attr-defined]
    assert path == [9]
    if taken == 9:
        chosen = [answer for _, answer in found]
        assert len(found) >= 4 and chosen[: len(chosen) // 2] == chosen[len(chosen) // 2 :]


@pytest.mark.parametrize("maker", ["iter('abc')", "zip('abc', 'def')", "(letter for letter in 'abc')", "iter({1: 2})"])
@pytest.mark.parametrize("use", ["y = z = list(it)", "y = z = 0\n    for y in it: z += 1"])
def test_an_iterator_made_on_the_line_of_a_choice_gives_each_branch_its_items(maker: str, use: str) -> None:
    program = GENERATORS.replace("MAKER\n    x =", f"{maker}; x =").replace("USE", use)
    assert f"{maker}; x = yield" in program
    check(Program(program, frozenset()), "plain")


CHANGING = {
    "it is asked by next": """
log = []
def gen(xs):
    for x in xs:
        log.append(x)
        yield x
    log.append("end")
@ambiguous
def f():
    it = gen([1, 2, 3])
    y = next(it)
    b = yield (1, 2, 5)
    z = [next(it, None) for _ in range(b - 1)]
    c = yield (5, 6)
    if c == 6: z.append(next(it, "none"))
    return y, b, z, c, log[:], list(it), log[:]
""",
    "two objects hold it": """
class Deck:
    def __init__(self): self.left, self.n = list("abcd"), 0
    def draw(self):
        while self.left:
            self.n += 1
            yield self.left.pop(0)
deck = Deck()
class Player:
    def __init__(self, src): self.src, self.hand = src, []
    def take(self):
        for c in self.src:
            self.hand.append(c); break
src = deck.draw()
p, q = Player(src), Player(src)
@ambiguous
def f():
    (yield (p, q)).take()
    (yield (p, q)).take()
    if (yield (0, 1)): deck.left.append("z")
    q.take()
    return p.hand[:], q.hand[:], deck.left[:], deck.n
""",
    "it raises": """
class E(Exception): pass
seen = []
def gen(n):
    for i in range(n):
        seen.append(i)
        if i == 1: raise E(i)
        yield i
@ambiguous
def f():
    it = gen(3)
    out = []
    for _ in range((yield (1, 2, 3, 4))):
        try: out.append(next(it))
        except E as e: out.append(str(e))
        except StopIteration: out.append("stop")
        if (yield (0, 1)): out.append("-")
    return out, seen[:]
""",
    "it is sent something": """
log = []
def acc():
    total = 0
    while True:
        k = yield total
        log.append(k)
        total += k or 0
@ambiguous
def f():
    a = yield (1, 2)
    g = acc()
    next(g)
    x = g.send(a)
    y = g.send(3)
    return a, x, y, log[:]
""",
    "it is closed": """
log = []
def gen():
    i = 0
    while True:
        log.append(i)
        yield i
        i += 1
@ambiguous
def f():
    a = yield (1, 2)
    g = gen()
    xs = [next(g) for _ in range(a)]
    g.close()
    return xs, next(g, "closed"), log[:]
""",
    "it goes over others, and a branch ends in it": """
tried = []
def inner(n):
    for i in range(n):
        tried.append(i)
        yield i
def both(n):
    yield from inner(n)
    tried.append("b")
    for x in inner(n): yield -x
class S:
    def __init__(self): self.g = both(2)
    def go(self):
        v = next(self.g, None)
        require(v is not None)
        return v
s = S()
@ambiguous
def f():
    out = []
    while len(out) < 5:
        if (yield (0, 1)): break
        out.append(s.go())
    return out, tried[:]
""",
    "it is chosen from in a loop": """
def make():
    n = 0
    def gen():
        nonlocal n
        while n < 4:
            n += 1
            yield n
    return gen(), lambda: n
@ambiguous
def f():
    g, seen = make()
    a = next(g)
    k = yield (0, 1)
    out = []
    if k: out.append(next(g))
    for x in g:
        out.append((x, (yield "ab")))
        if len(out) == 2: break
    return a, k, out, seen()
""",
    "zip, islice and unpacking read it": """
import itertools
log = []
def gen(s):
    for c in s:
        log.append(c)
        yield c
@ambiguous
def f():
    g = gen("abcdef")
    k = yield (1, 2)
    a = list(itertools.islice(g, k))
    b = list(zip(range(1), g))
    m = yield (0, 1)
    c, *d = g if m else "xy"
    return a, b, c, d, log[:]
""",
}


@pytest.mark.parametrize("mode", ["plain", "deep"])
@pytest.mark.parametrize("name", CHANGING)
def test_what_the_steps_of_a_held_generator_change_is_undone_with_the_branch_that_took_them(
    name: str, mode: str
) -> None:
    check(Program(CHANGING[name], frozenset()), mode)
