"""Statements in forms that are met rarely: they mean what they mean in Python, and are taken back, as replay judges."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns

LOGGING = """
log = []
class M:
    def __init__(self, name):
        self.name = name
        log.append("new " + name)
    def __enter__(self):
        log.append("+" + self.name)
        return self.name
    def __exit__(self, *error):
        log.append("-" + self.name)
def make(name):
    log.append("make")
    return M(name)
"""

PROGRAMS = {
    "a stack that several ways fill ends the branch": """
from contextlib import ExitStack
seen = []
def check(x):
    seen.append(x)
    require(x != 2)
def fill(stack, x):
    stack.callback(check, x)
class Own:
    def __init__(self, x): self.x = x
    def __enter__(self): return self
    def __exit__(self, *error):
        check(self.x)
@ambiguous
def f(w=0):
    way = yield range(6)
    with ExitStack() as stack:
        x = yield (1, 2, 3)
        if way == 0:
            fill(stack, x)
        elif way == 1:
            push = stack.callback
            push(check, x)
        elif way == 2:
            stack.enter_context(Own(x))
        elif way == 3:
            for i in range(1):
                stack.push(Own(x))
        elif way == 4:
            with ExitStack() as inner:
                inner.callback(check, x)
        for i in range(2):
            y = yield (1, 2)
            if way == 5 and y == 2:
                stack.callback(check, x)
    z = yield (1, 2)
    return way, x, y, z, len(seen)
""",
    "a display of a dict with choices is evaluated in order": """
log = []
def g(x):
    log.append(x)
    return x
@ambiguous
def f():
    found = {g("a"): (yield (1, 2)), g("b"): g("c"), **{g("d"): (yield (3, 4))}, g("e"): g(5)}
    return found, log
""",
    "a stack whose callback ends the branch": """
from contextlib import ExitStack
seen = []
def check(x):
    seen.append(x)
    require(x != 2)
@ambiguous
def f():
    with ExitStack() as stack:
        x = yield (1, 2, 3)
        stack.callback(check, x)
        y = yield (1, 2)
    return x, y, seen
""",
    "a variable around a search that has no value yet": """
log = []
def make():
    @ambiguous
    def inner():
        nonlocal k
        n = yield (1, 2)
        try:
            old = k
        except NameError:
            old = None
        k = n
        return old, k
    first = list(inner())
    k = 7
    return first, list(inner()), k
@ambiguous
def f():
    x = yield (1, 2)
    return make(), x
""",
    "variables that functions share, bound by a with": """
class M:
    def __init__(self, v): self.v = v
    def __enter__(self): return self.v
    def __exit__(self, *error): return False
seen = []
store = object.__setattr__
@ambiguous
def f():
    n = m = None
    x = yield (1, 2)
    show = lambda: (n, m)
    with M(x) as n, M((x, 5)) as (m, k):
        seen.append(show())
    def again():
        nonlocal n
        with M(9) as n:
            store(manager, "v", x)
    y = yield (1, 2)
    before = show()
    again()
    with M(y) as n:
        z = yield (3, 4)
    return before, show(), k, z, manager.v, list(seen)
manager = M(0)
""",
    "conditions with not and or": """
class T:
    asked = 0
    def __init__(self, v): self.v = v
    def __bool__(self):
        T.asked += 1
        return self.v
@ambiguous
def f():
    a, b = T((yield (True, False))), T((yield (True, False)))
    if not (a and b) or not a:
        return "no", T.asked
    while not a or b:
        b.v = False
        break
    require(not (a and not a))
    return "yes", T.asked, bool(not b)
""",
    "a stack refuses what is no manager": """
from contextlib import ExitStack
seen = []
@ambiguous
def f():
    with ExitStack() as stack:
        x = yield (1, 2)
        try:
            stack.enter_context(x)
        except TypeError as error:
            seen.append(type(error).__name__)
    return x, seen
""",
    "a choice returned from a try is made in it": """
log = []
def slip(n):
    return 6 // n
@ambiguous
def f():
    n = yield (2, 1, 0)
    try:
        return (yield [slip(n), 4])
    except ZeroDivisionError:
        return "none"
    finally:
        log.append(n)
""",
    "a try whose last statement chooses has its else and its finally": """
log = []
@ambiguous
def f():
    try:
        x = yield (1, 2)
    except ValueError:
        x = 0
    else:
        x += 1
        log.append(x)
    finally:
        log.append("end")
    return x, list(log)
""",
    "what is imported and gone over is shared with a function made before": """
import sys
@ambiguous
def f():
    def go():
        return math.floor(2.5), pi, i
    for i in range((yield (1, 2))):
        pass
    import math
    from math import pi
    k = yield (1, 2)
    import os.path as math2, math
    i += k
    return go(), math2.sep
""",
    "a comparison in a chain has an operand that is called once": """
class N:
    asked = 0
    def __init__(self, n): self.n = n
    def __lt__(self, other):
        N.asked += 1
        return self.n < other.n
    def __bool__(self):
        N.asked += 1
        return self.n > 1
def make(n):
    N.asked += 1
    return N(n)
@ambiguous
def f():
    x = yield (1, 2, 3)
    is_in = N(1) < make(x) < N(3)
    both = make(x) and make(2)
    return is_in, bool(both) and both.n, N.asked
""",
    "a default value is read where the function is made": """
@ambiguous
def f():
    one, other = 5, 6
    if (yield (True, False)):
        x = yield (1, 2)
    else:
        x = 3
    y = yield (7, 8)
    def g(a=one, *, b: "int" = other) -> None:
        return a + b + x + y
    return g()
""",
    "an if that jumps out of a try goes on with the others": """
@ambiguous
def f():
    out = []
    for x in (1, 2):
        try:
            if (yield (True, False)):
                y = yield (1, 2)
                if y == 2:
                    continue
                out.append(x // (y - 1))
            z = yield (5, 6)
            if z == 6:
                break
            out.append(z)
        except ZeroDivisionError:
            out.append("none")
        finally:
            out.append(x)
    return out
""",
    "functions of itertools in the head of a loop are read by each branch": """
from itertools import accumulate, chain, dropwhile, filterfalse, starmap, takewhile
log = []
class Board:
    limit = 3
board = Board()
def stream():
    for n in range(6):
        yield n + board.limit
def is_low(v):
    log.append(v)
    return v < board.limit + 2
@ambiguous
def f():
    k, out = 1, []
    for x in takewhile(is_low, stream()):
        board.limit += yield (0, 2)
        out.append(x)
        require(len(out) < 4)
    for x, y in dropwhile(lambda pair: pair[0] < k + 1, ((q, q + k) for q in range(4))):
        k += yield (0, 1)
        out.append((x, y))
    else:
        out.append("else")
    for x in accumulate((q + k for q in (1, 2)), lambda a, b: a * b + k):
        k += yield (0, 1)
        out.append(x)
    for x in accumulate([board.limit, k]):
        require(x < 5 or (yield (True, False)))
        out.append(x)
    return k, out, board.limit, list(log)
""",
    "others of itertools in the head of a loop are read by each branch": """
from itertools import chain, filterfalse, starmap, takewhile
@ambiguous
def f():
    k, out = 1, []
    for x in chain.from_iterable((q, k) for q in (1, 2)):
        k += yield (0, 1)
        out.append(x)
    for i, x in enumerate(chain.from_iterable([[k], (q + k for q in (1, 2))])):
        if (yield (0, 1)): break
        out.append((i, x))
    for x in starmap(lambda a, b: a + b * k, [(1, 2), (3, 4)]):
        k += yield (0, 1)
        out.append(x)
    for x in filterfalse(lambda v: v % 3 == k % 3, range(4)):
        k -= yield (0, 1)
        out.append(x)
    for x in takewhile(lambda v: v < 2, (1, k)):
        out.append((yield (x, -x)))
    else:
        out.append("else")
    return k, out
""",
    "None in the place of a function in the head of a loop is no function": """
from itertools import accumulate, filterfalse
nothing = None
@ambiguous
def f():
    given, out, xs = nothing, [], [0, 2, 0, 3]
    for x in accumulate(xs, None):
        xs[-1] += yield (0, 1)
        out.append(x)
    for x in accumulate(xs, given): out.append((yield [x]))
    for x in accumulate(xs, nothing or max): out.append((yield [x]))
    for x in filter(given, xs): out.append((yield [x]))
    for x in filterfalse(nothing, xs): out.append((yield [x]))
    return out
""",
    "functions in the head of a loop share its variables": """
@ambiguous
def f():
    k, m, out, kept = 1, 5, [], []
    for i, x in enumerate(map(lambda y: y * k, (1, 2, 3))):
        k += yield (0, 1)
        out.append((i, x))
    for x in (kept.append(lambda: (k, m)) or k for _ in range(2)):
        m -= yield (0, 1)
        out += [x, [tell() for tell in kept]]
    return out, k, m
""",
    "generator expressions in the head of a loop share its variables": """
log = []
def note(x):
    log.append(x)
    return x
@ambiguous
def f():
    n, m, out = 0, 5, []
    for a, b in zip((note(q + n) for q in (1, 2, 3)), (q - n for q in (5, 6))):
        n += yield (0, 1)
        out.append((a, b))
    for v in (note(q + n) for q in (1, 2)) if m > 4 else (q - n for q in (7, 8)):
        n += yield (0, 1)
        m -= 1
        out.append(v)
    return out, n, m, list(log)
""",
    "a loop in a try counts its turns where a defaultdict may be met": """
from collections import defaultdict
D = {0: 1, 2: 0}
@ambiguous
def f():
    try:
        for a, c in D.items():
            D[c % 3] = (yield (0, 1))
            break
    finally:
        pass
    tell = lambda: (a, c)
    c += 1
    return tell()
""",
    "managers are made before the choice inside": """
@ambiguous
def f():
    y = yield (1, 2)
    with make("A") as a, make("B"):
        x = yield (1, 2)
    return x, y, a, log
""",
    "a return leaves the inner with first": """
@ambiguous
def f():
    with M("A"), M("B"):
        with M("C"):
            x = yield (1, 2)
            if x == 1:
                return x, log
    return x, log
""",
    "a jump leaves the inner with first": """
@ambiguous
def f():
    for i in range(2):
        with M("A"), M("B"):
            with M("C"):
                x = yield (0, 1, 2)
                if x == 0:
                    continue
                if x == 1:
                    break
        log.append("turn")
    else:
        log.append("else")
    return log
""",
    "choices in the head of with": """
@ambiguous
def f():
    with M((yield "ab")) as a, M((yield "cd")) as b:
        log.append(a + b)
        c = yield (1, 2)
        require(c == 2 or a == "a")
    return log
""",
    "a choice in the head of with alone": """
@ambiguous
def f():
    with (yield (M("x"), M("y"))) as name:
        make("z")
        if name == "x":
            return name
    return log
""",
    "items and attributes as targets of with": """
class O:
    x = 0
o, xs = O(), [0]
def helper(k):
    with M(k) as o.x, M(o.x + "!") as xs[0]:
        pass
    return o.x, xs[0]
@ambiguous
def f():
    k = yield "ab"
    before = o.x, xs[0]
    helper(k)
    with M(k + "?") as o.x, M(o.x + "?") as xs[0]:
        j = yield (1, 2)
    return before, o.x, xs, log
""",
    "a choice in a target of with": """
@ambiguous
def f():
    xs = [0, 0]
    with M("a") as xs[(yield (0, 1))]:
        j = yield (1, 2)
    return xs, j, log
""",
    "a return in a try with finally, in a loop": """
seen = []
@ambiguous
def f():
    b = yield (1, 2)
    for c in range(2):
        try:
            require(len(seen) < 9)
            return b, seen
        finally:
            seen.append(c)
""",
    "an operator before = that only the plain operator has": """
class Money:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        log.append(other)
        require(self.n + other < 10)
        return Money(self.n + other)
    def __rmul__(self, other):
        log.append("*")
        return other * self.n
purse = [Money(1)]
def pay(k):
    purse[0] += k
@ambiguous
def f():
    k = yield (2, 30, 3)
    m = Money(0)
    m += k
    pay(k)
    k *= m
    return k, log
""",
    "a method that __getattr__ finds": """
class Proxy:
    def __init__(self, of):
        self.of, self.asked = of, 0
    def __getattr__(self, name):
        self.asked += 1
        return getattr(self.of, name)
proxy = Proxy(log)
def put(k):
    proxy.append(k)
@ambiguous
def f():
    k = yield (1, 2)
    proxy.append(k)
    put(k)
    return proxy.asked, proxy.index(k), log
""",
    "a property of the class above": """
class Above:
    asked = 0
    @property
    def p(self):
        self.asked += 1
        return self.asked
class Below(Above):
    @property
    def p(self):
        return super().p + 10
below = Below()
@ambiguous
def f():
    k = yield (1, 2)
    return below.p, below.asked
""",
    "a __post_init__ that changes the class": """
from dataclasses import dataclass
class Announced:
    kinds = []
    def __init_subclass__(cls, **kwargs):
        Announced.kinds.append(cls.__name__)
@dataclass
class Job(Announced):
    x: int
    count = 0
    def __post_init__(self):
        type(self).count += 1
        self.x += 1
@dataclass(slots=True)
class Slot(Announced):
    x: int
    def __post_init__(self):
        log.append((type(self).__name__, self.x))
@dataclass
class Uncalled:
    x: int
    def __init__(self, x):
        self.x = x
    def __post_init__(self):
        log.append(self.x)
class Plain:
    __slots__ = ("x",)
    def __init__(self, x):
        self.x = x
    def __post_init__(self):
        log.append(self.x)
@ambiguous
def f():
    k = yield (4, 5)
    a, b, c, d, e = Job(k), Job(k), Slot(k), Uncalled(k), Plain(k)
    return Job.count, a.x, b.x, sorted(vars(a)), vars(d), type(e) is Plain, log, Announced.kinds
""",
    **{
        f"{look} in the else of a loop whose branch ends": """
class T:
    n = 0
    def put(self):
        self.n += 1
t = T()
D = {}
@ambiguous
def f(n=2):
    b = 2
    c = 0
    b = yield (0, 1)
    if (yield (True, False)):
        k = 0
        while k < 2:
            k += 1
        else:
            D[0] = yield (3, 1)
            if "cost" in LOOK:
                t.put()
            fail()
    b, c = b + (yield (1, 2)), c
    return b, c
""".replace("LOOK", look)
        for look in ("vars(t)", "dir(t)", "vars()", "locals()")
    },
    "a walrus of a shared variable in the head of with": """
@ambiguous
def f():
    a = yield (1, 2)
    tell = lambda: e
    with M((e := "ab"[a - 1])):
        x = yield (1, 2)
    return x, tell(), log
""",
    "a choice in the test of an if inside try": """
@ambiguous
def f():
    try:
        make("t")
        if (yield (0, 1)) and 1 // (yield (0, 1)):
            k = 1
        elif (yield (0, 1)):
            raise ValueError
        else:
            k = 2
    except (ValueError, ZeroDivisionError) as error:
        return type(error).__name__, log
    return k
""",
    "a variable that may have no value in what a comprehension goes over": """
@ambiguous
def f():
    n = yield (0, 1, 2)
    for last in range(n):
        x = yield (0, 1)
    try:
        return [v + x for v in range(last + 1)], {v for v in range(last)}
    except UnboundLocalError:
        return "none"
""",
    "a variable of the function around that may have no value": """
@ambiguous
def f():
    n = yield (0, 1)
    tell = lambda: last
    if n:
        last = 5
    x = yield (1, 2)
    try:
        return tell() + x
    except NameError as error:
        return type(error).__name__
""",
    "the rest of a mapping, shared with a function": """
@ambiguous
def f():
    a = yield (1, 2)
    tell = lambda: (n, rest)
    match {"k": a, "z": 1}:
        case {"k": n, **rest}:
            return tell()
""",
    "walruses in conditions that only require": """
def g(x): return x * 2
@ambiguous
def f():
    x = yield (1, 2, 3)
    if (n := g(x)) > 2:
        require(n < 6)
    else:
        require(n)
    while (m := n) > 9: require(m)
    return n, m
""",
    "global loop variables, and items as targets of with": """
import contextlib
n = 0
c = [0, 0]
@ambiguous
def f():
    global n
    for n in (1, 2):
        x = yield (3, 4)
    with contextlib.nullcontext(1), contextlib.nullcontext(x) as c[0]:
        c[1] += n
    with contextlib.nullcontext(7) as c[1], contextlib.nullcontext(8) as y:
        z = yield (5, 6)
    return n, x, list(c), y, z
""",
    "a function named like a method of a variable": """
@ambiguous
def f():
    found = []
    keep = found.append
    push = found.append
    x = yield (1, 2)
    keep(x)
    def keep(y): found.append(("own", y))
    keep(x)
    for push in (found.append, found.remove):
        push(x)
    try: keep(1 // (x - 1))
    except ZeroDivisionError as keep: found.append(type(keep).__name__)
    return list(found)
""",
    "memory, arrays and bytes": """
import array
a, b = array.array("i", [1, 2, 3]), bytearray(b"abc")
m = memoryview(b)
@ambiguous
def f():
    i = yield (0, 1)
    m[i] = 120
    m[1:3] = b"yz"
    a[i] += 5
    a[0:1] = array.array("i", [7, 8])
    del a[-1]
    b[i] ^= 1
    return list(a), bytes(b), m[i]
""",
    "bare excepts around what may fail": """
log = []
def bad(x):
    log.append(x)
    if x > 1: raise ValueError(x)
    return x
@ambiguous
def f():
    x = yield (1, 2)
    try: y = bad(x)
    except: y = -1
    try:
        z = bad((yield (1, 2)))
    except: z = -2
    try: w = bad(2)
    except (ValueError, TypeError): w = len(log)
    finally: log.append("done")
    return x, y, z, w, list(log)
""",
    "chained comparisons whose operands change something": """
log = []
class N:
    def __init__(self, x): self.x = x
    def __lt__(self, o): log.append((self.x, o.x)); return self.x < o.x
    def __le__(self, o): log.append((self.x, "le")); return self.x <= o.x
def n(x): log.append(x); return N(x)
@ambiguous
def f():
    a = yield (1, 2)
    one = N(0) < n(a) < N(2)
    b = N(1)
    many = [N(0) < b <= N(x) for x in (1, 2)]
    names = [x for x in (1, 2) if 0 < x < 3 < 4]
    two = N(0) < n(1) < N((yield (0, 3))) < n(9)
    return one, many, names, two, list(log)
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_it_means_what_it_means_in_python(name: str, deep: bool) -> None:
    check(Program(LOGGING + PROGRAMS[name], frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize("manager", ["3", "object()", "Half()"])
def test_what_is_no_context_manager_is_refused_in_the_words_of_python(manager: str) -> None:
    from helpers import compile_program

    from ambsearch import ambiguous

    text = (
        "class Half:\n    def __enter__(self):\n        self.n = 1\n"
        f"def plain():\n    with {manager}:\n        return 1\n"
        f"@ambiguous\ndef around():\n    with {manager}:\n        x = yield (1, 2)\n    return x\n"
        "@ambiguous\ndef helper():\n    x = yield (1, 2)\n    return plain()\n"
    )
    space = compile_program(text, {"ambiguous": ambiguous})
    with pytest.raises(TypeError) as expected:
        space["plain"]()

    for name in ("around", "helper"):
        with pytest.raises(TypeError) as found:
            list(space[name]())
        assert str(found.value) == str(expected.value)


@pytest.mark.parametrize("number", range(8, 18))
def test_a_plain_statement_may_be_nested_deeply_behind_any_number_of_choices(number: int) -> None:
    choices = "    p = yield (0,)\n" * number
    program = (
        """
numbers = []
class Total:
    n = 0
    def put(self, k):
        self.n += k
        numbers.append(k)
total = Total()
@ambiguous
def f():
"""
        + choices
    )
    program += """
    k = yield (1, 2)
    for a in range(1):
        with M("A") as q:
            try:
                for c in range(1):
                    try:
                        while True:
                            total.put(k)
                            break
                    finally:
                        numbers.append(9)
            except ValueError as error:
                total.put(3)
    return numbers, total.n, log
"""
    check(Program(LOGGING + program, frozenset()), "plain")
