"""Special methods that Python calls without a word: what they change is taken back like anything else."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns, compile_program
from recorded import Rule, Rules, check_recorded, names, shown

from ambsearch import ambiguous, expand, permanent, require

RULES = Rules()
rule = RULES.rule

DECK = """class Deck:
    def __init__(self, n): self.left = list(range(n)); self.drawn = 0
    def __iter__(self): return self
    def __next__(self):
        if not self.left: raise StopIteration
        self.drawn += 1
        return self.left.pop(0)
    def __bool__(self):
        self.drawn += 10
        return bool(self.left)
    def __len__(self): return len(self.left)
    def __neg__(self): self.drawn += 100; return self
    def __format__(self, spec): self.drawn += 1; return f"D{self.drawn}{spec}"
    def __lt__(self, other): self.drawn += 1; return True
    def __eq__(self, other): self.drawn += 1; return self is other
deck0 = Deck(6)
"""
PROGRAMS: dict[str, str] = {
    "for_choice": """@ambiguous
def f():
    d = Deck(4)
    x = yield (1,2)
    out = []
    for card in d:
        y = yield (0, 1)
        if card > x: break
        if y and card == 0: continue
        out.append((card, y, d.drawn))
    else:
        out.append('else')
    return x, out, d.drawn, d.left
""",
    "for_plain_shared": """@ambiguous
def f():
    x = yield (1,2)
    s = 0
    for card in deck0:
        s += card
        if s > x: break
    y = yield (1,2)
    s2 = sum(deck0)
    return x, y, s, s2, deck0.drawn, list(deck0.left)
""",
    "divmod_and_pow": """class Money:
    def __init__(self, v): self.v, self.asked = v, []
    def __divmod__(self, n): self.asked.append(n); return divmod(self.v, n)
    def __rpow__(self, n): self.asked.append(-n); return n ** self.v
def share(m, n): return divmod(m, n), pow(2, m)
@ambiguous
def f():
    m = Money(7)
    x = yield (2, 3)
    y = yield (4, 5)
    return share(m, x), divmod(m, y), pow(x, m), divmod(9, x), list(m.asked)
""",
    "an_operand_that_refuses_is_asked_once": """class Odd:
    def __init__(self): self.asked = []
    def __sub__(self, other): self.asked.append("-"); print("-"); return NotImplemented
    def __rsub__(self, other): self.asked.append("r-"); return NotImplemented
    def __lt__(self, other): self.asked.append("<"); return NotImplemented
    def __eq__(self, other): self.asked.append("="); return NotImplemented
    __hash__ = None
    __isub__ = __radd__ = __divmod__ = __sub__
def tried(how, a, b):
    try:
        if how == 0: return a - b
        if how == 1: return a < b
        if how == 2: return a == b, a != b
        if how == 3: return b + a
        if how == 4: return divmod(a, b)
        a -= b
    except TypeError as error:
        return str(error)
@ambiguous
def f():
    a, other = Odd(), Odd()
    how = yield range(6)
    b = yield (1, a, other, "x", deque(), Deck(1))
    found = tried(how, a, b)
    if how == 0: found = tried(how, b, a)
    return how, type(b).__name__, found, a.asked, other.asked
""",
    "builtin_functions_that_ask": """import math, operator, os
class Kind(type):
    asked = 0
    def __instancecheck__(cls, one): Kind.asked += 1; return True
    def __subclasscheck__(cls, one): Kind.asked += 1; return True
class Odd(metaclass=Kind): pass
class Asked:
    def __init__(self): self.log = []
    def note(self, what, found): self.log.append(what); return found
    def __bytes__(self): return self.note("bytes", b"a")
    def __complex__(self): return self.note("complex", 1j)
    def __float__(self): return self.note("float", 1.5)
    def __index__(self): return self.note("index", 2)
    def __dir__(self): return self.note("dir", ["b", "a"])
    def __pow__(self, n, m=None): return self.note(m, 9)
    def __round__(self, n=None): return self.note(n, 7)
    def __trunc__(self): return self.note("trunc", 1)
    def __floor__(self): return self.note("floor", 0)
    def __fspath__(self): return self.note("path", "a")
    def __repr__(self): return self.note("repr", "R")
    def __add__(self, other): return self.note("+", other)
    def __lt__(self, other): return self.note("<", True)
    def __contains__(self, item): return self.note("in", False)
    def __getitem__(self, i):
        if i > 1: raise IndexError
        return self.note(i, i)
ASKING = [
    bytes, complex, int, dir, operator.index, bin, chr, round, math.trunc, math.floor, ascii, os.fspath,
    lambda one: pow(one, 2, 5), lambda one: round(one, 3), lambda one: f"{one!a}",
    lambda one: (isinstance(one, (int, Odd)), isinstance(Odd(), Odd), issubclass(int, Odd)),
    lambda one: (operator.add(one, 4), operator.lt(one, 4), operator.contains(one, 4), operator.getitem(one, 1)),
]
@ambiguous
def f():
    one = Asked()
    ask = yield ASKING
    x = yield (1, 2)
    found = ask(one)
    return x, found, one.log, Kind.asked
""",
    "sums_and_truths_of_items": """class Coin:
    def __init__(self, side): self.side, self.log = side, []
    def __bool__(self): self.log.append("?"); return self.side > 1
    def __add__(self, other): self.log.append("+"); return self.side + other
    def __radd__(self, other): self.log.append("r+"); return other + self.side
def asked(*coins): return any(coins), all(coins), sum(coins), sum([0.1] * 10), sum([[1], [2]], [])
@ambiguous
def f():
    one, other = Coin((yield (1, 2))), Coin(2)
    found = asked(other, one)
    x = yield (1, 2)
    return x, found, sum([x, one, 0.5, other], other), any(coin for coin in (one, other)), one.log, other.log
""",
    "next_default": """def draw(d): return next(d, None)
@ambiguous
def f():
    d = Deck(2)
    out = []
    for i in range(3):
        c = draw(d)
        y = yield (1, 2)
        out.append((c, y))
        if y == 2: out.append(next(d, 'none'))
    return out, d.drawn
""",
    "while_bool": """@ambiguous
def f():
    d = Deck(3)
    out = []
    while d:
        y = yield (1, 2)
        out.append(y + next(d))
        if y == 2 and not d: break
    else:
        out.append('E')
    return out, d.drawn
""",
    "boolops": """def pick(d, k):
    return d and k or -d
@ambiguous
def f():
    d = Deck(2)
    y = yield (0, 1)
    a = d or y
    b = (d and y) if d else 3
    c = not d
    z = yield (0, 1)
    e = pick(d, z)
    return y, z, a is d, b is d, b, c, d.drawn, e is d
""",
    "operands_with_choices": """class Coin:
    def __init__(self, side): self.side, self.asked = side, 0
    def __bool__(self): self.asked += 1; print("?"); return self.side
@ambiguous
def f():
    sides = yield range(4)
    a, b, c, d = [Coin(bool(sides >> i & 1)) for i in range(4)]
    how, found = yield range(8), 0
    if how == 0: found = a or (yield (c, d))
    elif how == 1:
        if (a or (yield (c, d))) and b: found = 1
    elif how == 2:
        if a and (b or (yield (c, d))): found = 1
    elif how == 3: found = 1 if a and (yield (c, d)) else 2
    elif how == 4: found = not (a or (yield (c, d)))
    elif how == 5: require(a or (b and (yield (c, d))))
    elif how == 6:
        while not (a and (yield (c, d))) and found < 1: found += 1
    else:
        if (yield (c, d)): found = [*(yield (Deck(1), [2]))]
    return how, found if isinstance(found, (int, list)) else found.asked, a.asked, b.asked, c.asked, d.asked
""",
    "require_bool": """@ambiguous
def f():
    d = Deck(1)
    y = yield (0, 1)
    require(d)
    if y: next(d)
    z = yield (0, 1)
    require(d or z)
    return y, z, d.drawn
""",
    "unpack_star": """@ambiguous
def f():
    d = Deck(5)
    y = yield (0, 1)
    a, *b = d if y else [1, 2]
    z = yield (0, 1)
    c = [*d, *Deck(2), z]
    g = max(*Deck(3), z)
    return y, z, a, b, c, g, d.drawn
""",
    "fstring": """@ambiguous
def f():
    d = Deck(5)
    y = yield (0, 1)
    s = f"{d:x}{y!r:>3}{d}"
    z = yield (0, 1)
    return s, f"{-d}", z, d.drawn
""",
    "chain": """@ambiguous
def f():
    d = Deck(5); e = Deck(2)
    y = yield (0, 1)
    s = d < e < d != e
    if d < e < d:
        z = yield (0, 1)
    else: z = 5
    return s, z, y, d.drawn, e.drawn
""",
    "comp": """@ambiguous
def f():
    d = Deck(5); e = Deck(2)
    y = yield (0, 1)
    s = [x for x in d if x > y and e]
    t = {x: z for x in (1, 2) for z in Deck(2)}
    z = yield (0, 1)
    u = any(x for x in e)
    return s, t, z, u, d.drawn, e.drawn
""",
    "choose_from": """@ambiguous
def f():
    d = Deck(3)
    x = yield (1, 2)
    y = yield list(d)
    return x, y, d.drawn
""",
    "nested_iters": """class Pairs:
    def __init__(self, a): self.a = a; self.i = 0; self.log = []
    def __iter__(self):
        self.i = 0
        self.log.append('iter')
        return self
    def __next__(self):
        if self.i >= len(self.a): raise StopIteration
        self.i += 1
        return self.a[self.i - 1], self.i
@ambiguous
def f():
    ps = Pairs('ab')
    out = []
    for c, i in ps:
        x = yield (0, 1)
        if x:
            for c2, j in Pairs('xy'):
                y = yield (1, 2)
                if y == 2: break
                out.append((c, c2, y))
        out.append((c, i, x))
    return out, ps.i, ps.log
""",
    "stop_inside": """def gen_sum(d):
    t = 0
    for i, c in enumerate(d):
        t += i * c
        if i == 1: return t
    return -1
@ambiguous
def f():
    d = Deck(5)
    x = yield (1, 2)
    a = gen_sum(d)
    y = yield (1, 2)
    b = gen_sum(d)
    c = list(zip(d, 'abc'))
    return x, y, a, b, c, d.drawn
""",
    "choices_from_what_counts": """class Counted:
    asked = 0
    def __getitem__(self, i):
        self.asked += 1
        return "ab"[i]
class Hand(list):
    asked = 0
    def __iter__(self):
        self.asked += 1
        return super().__iter__()
class Walk:
    steps = 0
    def __iter__(self):
        for step in (1, 2):
            self.steps += step
            yield step
one, hand, walk = Counted(), Hand([7, 8]), Walk()
@ambiguous
def g():
    return (yield one)
@ambiguous
def f():
    card = yield hand
    hand.remove(card)
    x = yield an_element_of(one)
    y = yield g()
    z = yield walk
    return card, x, y, z, one.asked, hand, hand.asked, walk.steps
""",
    "choice_unpacked": """class Pair:
    asked = 0
    def __iter__(self):
        self.asked += 1
        return iter((self.asked, 2))
one = Pair()
@ambiguous
def f():
    a, b = yield [one, (3, 4)]
    c, d = yield (one, (5, 6))
    return a, b, c, d, one.asked
""",
    "containers_that_take_up_an_iterator": """from collections import OrderedDict
class Pairs:
    left = 2
    def __iter__(self): return self
    def __next__(self):
        if not self.left: raise StopIteration
        self.left -= 1
        return "ab"[self.left], self.left
class Keyed:
    asked = 0
    def keys(self):
        self.asked += 1
        return "xy"
    def __getitem__(self, key):
        self.asked += 10
        return key
def of_new(source):
    xs, ys = [0], [0]
    xs.extend(source)
    ys += Pairs()
    return xs, ys
def of_given(xs, source):
    xs += source
    xs[:1] = deck0
    return xs
@ambiguous
def f():
    pairs, more, keyed = Pairs(), Pairs(), Keyed()
    xs, queue, names, marks, ordered = [], deque(), {}, {5}, OrderedDict()
    x = yield range(8)
    if x == 0: xs += deck0
    elif x == 1: xs.extend(pairs); xs[1:] = deck0
    elif x == 2: queue.extend(deck0); queue.extendleft(pairs)
    elif x == 3: names.update(pairs, c=2)
    elif x == 4: names |= keyed
    elif x == 5: marks.update(deck0, pairs); marks.difference_update(more)
    elif x == 6: ordered.update(keyed)
    else: xs = of_new(deck0), of_given([1, 2], pairs)
    y = yield (1, 2)
    return x, y, xs, queue, names, len(marks), list(ordered), deck0.drawn, pairs.left, more.left, keyed.asked
""",
    "an_iterator_is_begun_once": """class Begun:
    def __init__(self): self.log = []
    def __iter__(self): self.log.append("iter"); return self
    def __len__(self): self.log.append("len"); return 2
    def __next__(self): raise StopIteration
@ambiguous
def f():
    begun = Begun()
    yield (1, 2)
    return list(begun), [*begun], begun.log
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_what_a_special_method_changes_is_taken_back(name: str, deep: bool) -> None:
    check(Program(DECK + PROGRAMS[name], frozenset()), "deep" if deep else "plain")


class Asked:
    """An iterator that counts how often it was asked for anything."""

    def __init__(self) -> None:
        self.count = 0

    def ask(self) -> int:
        self.count += 1
        return self.count

    __neg__ = __pos__ = __invert__ = ask

    def __bool__(self) -> bool:
        return self.ask() > 0

    def __iter__(self) -> "Asked":
        return self

    def __next__(self) -> int:
        if self.count > 3:
            raise StopIteration
        return self.ask()


class Keyed:
    """A mapping that counts how often it was asked for its keys."""

    def __init__(self) -> None:
        self.count = 0

    def keys(self) -> str:
        self.count += 1
        return "a"

    def __getitem__(self, key: str) -> int:
        return self.count


@rule([(1, 1), (1, 2)], lambda: (Asked(),))
def truth(one):
    if one:
        x = yield (1, 2)
        return one.count, x


@rule([2, 2], lambda: (Asked(), []))
def truth_of_operands(one, numbers):
    yield (1, 2)
    require(one and not numbers and one)
    return one.count


@rule([(1, 2, 3), (1, 2, 3)], lambda: (Asked(),))
def signs(one):
    yield (1, 2)
    return -one, +one, ~one


@rule([10, 10], lambda: (Asked(),))
def plain_loop_over_an_iterator(one):
    yield (1, 2)
    total = 0
    for x in one:
        total += x
    return total


@rule([([1, 2, 3, 4], set())] * 2, lambda: (Asked(),))
def displays_of_an_iterator(one):
    yield (1, 2)
    return [*one], {*one}


@rule([{"a": 1, "b": 2}, {"a": 1, "b": 2}], lambda: (Keyed(),))
def mapping_in_a_dictionary(keyed):
    yield (1, 2)
    return {"b": 2, **keyed}


@rule([(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 4), (1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4)], lambda: (Asked(),))
def choice_from_an_iterator(one):
    x = yield (0, 1)
    y = yield one
    return x, y, one.count


@rule([[1, 2], [1], [2], []], lambda: (Asked(),))
def loop_with_choices_over_an_iterator(one):
    found = []
    for x in one:
        if x > 2:
            break
        if (yield (True, False)):
            found.append(x)
    return found


pytestmark = pytest.mark.usefixtures("no_other_module")


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_what_python_calls_by_itself_gives_the_answers(rule: Rule, deep: bool) -> None:
    assert list(ambiguous(deep=deep)(rule.function)(*rule.args())) == rule.answers


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_what_python_calls_by_itself_is_expanded_to_a_recorded_call(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))


class Left:
    def __init__(self) -> None:
        self.log: list[str] = []

    def __add__(self, other: object) -> str:
        self.log.append("Left +")
        return "Left"

    def __lt__(self, other: object) -> str:  # type: ignore[override]
        self.log.append("Left <")
        return "Left"

    def __gt__(self, other: object) -> str:  # type: ignore[override]
        self.log.append("Left >")
        return "Left"


class Right(Left):
    def __radd__(self, other: object) -> str:
        self.log.append("+ Right")
        return "Right"

    def __gt__(self, other: object) -> str:  # type: ignore[override]
        self.log.append("Right >")
        return "Right"


def test_the_operand_of_the_subclass_is_asked_first() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        right = yield (Right(), Left())
        left = Left()
        return left + right, left < right, right.log, left.log

    assert list(search()) == [
        ("Right", "Right", ["+ Right", "Right >"], []),
        ("Left", "Left", [], ["Left +", "Left <"]),
    ]


class Seen:
    most = 0


class Stack:
    """Its items are read, and counted, one by one."""

    def __init__(self) -> None:
        self.reads = 0

    def __getitem__(self, i: int) -> int:
        self.reads += 1
        return [3, 1][i]


def test_a_permanent_value_may_be_read_from_an_iterable_of_one_s_own() -> None:
    @ambiguous
    def search(stack: Stack):  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        Seen.most = permanent(Seen.most + max([i for i in stack if i > x], default=0))
        return x

    assert list(search(Stack())) == [1, 2]
    assert Seen.most == 6


BESIDE = """
import heapq
class Steps:
    def __init__(self):
        self.i = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration
        return self.i
class Game:
    @ambiguous
    def moves(self, n):
        return n + (yield (1, 2))
@ambiguous
def f():
    game, heap, found = Game(), [(1, "a"), (3, "b")], []
    for _ in heap:
        x = yield game.moves(len(found))
        priority, name = heapq.heappop(heap)
        found.append(max(x, priority))
        if (yield Steps()) == 1:
            break
    return found, heap
"""


def test_beside_a_class_with_a_changing_next_all_else_is_as_it_is_elsewhere(deep: bool) -> None:
    text = expand(compile_program(BESIDE, {"ambiguous": ambiguous})["f"], fast=True)

    for form in ("in game.moves(len(found))", "value = heapq.heappop(heap)", "max(x, priority)"):
        assert form in text
    check(Program(BESIDE, frozenset()), "deep" if deep else "plain")
