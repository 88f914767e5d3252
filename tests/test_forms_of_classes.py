"""Classes made inside an ambiguous function: they mean what they mean in Python, and are taken back, as replay judges."""

from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import PUBLIC, by_turns, compile_program

from ambsearch import NotAChoice, Search, ambiguous

PROGRAMS = {
    "properties and special methods of an inner class": """
log = []
@ambiguous
def f():
    n = yield (1, 2)
    class C:
        total = 0
        seen = []
        def __init__(self, v): self.v = v
        @property
        def got(self):
            log.append(('got', self.v)); return self.v
        @got.setter
        def got(self, v):
            C.total += v; self.v = v
        def __bool__(self):
            self.seen.append(self.v); return self.v > 1
        def __getitem__(self, k):
            log.append(k); return self.v + k
        def __iadd__(self, k):
            self.v += k; log.append('+'); return self
        def __add__(self, k):
            log.append('add'); return k + n
        def __eq__(self, o):
            log.append('eq'); return False
        def __iter__(self):
            log.append('iter'); return iter((1, 2))
        def __len__(self):
            log.append('len'); return 1
        def __enter__(self): log.append('in'); return self
        def __exit__(self, *e): log.append('out')
        @classmethod
        def make(cls, v): cls.total += 1; return cls(v)
        @staticmethod
        def note(x): log.append(x)
        def __call__(self, x): self.v += x; return self.v
    c = C.make(n)
    x = yield (1, 2)
    c.got += x
    if c: log.append('true')
    y = c[3]
    c += 1
    z = c + 1
    w = c == 1
    a, b = c
    with c as d: d.note(5)
    m = yield (0, 1)
    c(m)
    return x, y, z, w, len(c), c.v, C.total, list(c.seen), list(log), C.__name__
""",
    "methods that have other names, properties made by a call, descriptors, and what a decorator gives a class": """
xs = []
class Typed:
    def __get__(self, owner, cls): xs.append("get"); return 5
def adder(cls):
    def note(self, v): xs.append(v); return self
    cls.__sub__ = note
    return cls
@adder
class Base: pass
def made(k):
    @adder
    class P(Base):
        kind = Typed()
        limits = []
        def note(self, *v):
            xs.append(k)
            return self
        __radd__ = __getitem__ = __iter__ = note
        __enter__ = __exit__ = note
        __lt__ = lambda self, other: self.note()
        __len__ = lambda self: len(xs.append(k) or xs)
        __next__ = lambda self: xs.pop()
        size = property(__len__)
    return P()
def within(p):
    with p: return p.size
def least(p): return next(x for x in p if len(xs) < 9)
@ambiguous
def f():
    p = made((yield "ab"))
    how = yield range(9)
    if how == 0: y = [(yield (1, 2)), 1 + p]
    elif how == 1: y = [(yield (1, 2)), p < p]
    elif how == 2: y = [(yield (1, 2)), p[0], p.limits]
    elif how == 3: y = [(yield (1, 2)), p.size]
    elif how == 4: y = [(yield (1, 2)), p.kind]
    elif how == 5: y = [(yield (1, 2)), within(p)]
    elif how == 6: y = [(yield (1, 2)), least(p)]
    elif how == 7: y = [(yield (1, 2)), len(p)]
    else: y = [(yield (1, 2)), p - 3, Base() - 4]
    return xs, len(y)
""",
    "a class in a loop, with names that it shares and hides": """
log = []
@ambiguous
def f():
    out, n, k = [], 5, 1
    tell = lambda: (n, k)
    for i in range(2):
        class Node:
            n = i
            items = [j for j in range(i + 1)]
            __secret = 7
            def __init__(self): self.mine = n, k, Node.n, self.__secret
            def twin(self): return Node()
        k += 1
        n = yield (1, 2)
        out.append((Node().mine, Node().twin().mine, tell(), Node.items))
        first = Node if i == 0 else first
    return out, first().mine, first is Node, Node.__qualname__, vars(Node)['_Node__secret']
""",
    "choices in the head of a class": """
log = []
def deco(x):
    log.append(x)
    return lambda c: (log.append(c.__name__), c)[1]
@ambiguous
def f():
    @deco((yield (1, 2)))
    class A((yield (list, dict)), metaclass=(yield (type,))):
        size = len(log)
    a = A()
    return isinstance(a, list), A.size, list(log)
""",
    "inheritance, super and nonlocal": """
@ambiguous
def f():
    total = 0
    class Base:
        def __init__(self, x): self.x = x
        def bump(self, i):
            nonlocal total
            total += i
            return self.x
    class Sub(Base):
        def __init__(self, x, y):
            super().__init__(x)
            self.__y = y
        def bump(self, i):
            return super().bump(i) + self.__y
    s = Sub(1, (yield (10, 20)))
    t = s.bump((yield (1, 2)))
    total += 100
    u = s.bump(1)
    return t, u, total
""",
    "in try, and in a branch": """
log = []
@ambiguous
def f():
    x = yield (0, 1, 2)
    try:
        if x:
            class A:
                y = 2 // (x - 1)
                log.append('made')
        z = A.y
        w = yield (z, 'b')
        class A(A):
            y = 5
        return A.y, A.__mro__[1].y, w, list(log)
    except (UnboundLocalError, ZeroDivisionError) as e:
        return type(e).__name__, list(log)
""",
    "dataclasses and enumerations": """
from dataclasses import dataclass, field
from enum import Enum
@ambiguous
def f():
    start = yield (1, 2)
    @dataclass(order=True)
    class P:
        a: int
        b: list = field(default_factory=lambda: [start])
        def put(self, x): self.b.append(x); self.a += x
    class Color(Enum):
        RED = start
        BLUE = start + 5
    p = P(3)
    q = P(4)
    p.put((yield (1, 2)))
    c = yield Color
    return p.a, list(p.b), q.b, p < q, c.name, c.value
""",
    "what a class made inside holds under names that are called or read": """
from dataclasses import dataclass
from functools import cached_property
log = []
def note(self, x): log.append(x)
@ambiguous
def f():
    n = yield (1, 2)
    class C:
        put = note
        act = staticmethod(log.append)
        @cached_property
        def size(self):
            log.append('size')
            return n
    @dataclass
    class D:
        act2: object
        size: int = 0
    c, d = C(), D(log.append)
    m = yield (3, 4)
    c.put(m)
    c.act('act')
    d.act2('field')
    if c.size: d.size += m
    return d.size, sorted(vars(c)), list(log)
""",
    "what the __init__ of a dataclass sets by a __setattr__ of one's own": """
from dataclasses import InitVar, dataclass, field
log = []
@dataclass
class D:
    a: int = 0
    b: list = field(default_factory=lambda: log.append("made") or [])
    def __setattr__(self, name, value):
        log.append((name, value, type(self) is D))
        super().__setattr__(name, value)
@dataclass(slots=True)
class S:
    a: int = 0
    inner: object = None
    def __setattr__(self, name, value):
        log.append((name, type(self) is S))
        object.__setattr__(self, name, value)
    def __post_init__(self):
        log.append(type(self) is S)
        if self.a: self.inner = S(self.a - 1)
@dataclass
class E(D):
    c: int = 1
    size: InitVar[int] = 3
    def __post_init__(self, size): self.size = size + len(log)
@ambiguous
def f():
    x = yield (1, 2)
    d, s, e = D(x), S(x), E(c=x)
    d.a = 5
    return d.a, d.b, type(d) is D, s.inner.a, e.size, (yield (1, 2)), list(log)
""",
    "containers with methods of their own, which take other arguments than Python's and call those of the base": """
from collections import OrderedDict, deque
class Stack(list):
    pushed = 0
    def append(self, x, twice=False):
        super().append(x)
        self.pushed += 1
        if twice: super().append(x)
    def pop(self, i=-1):
        return super().pop(i)
    def __setitem__(self, i, x): super().__setitem__(i, x)
    def __delitem__(self, i): super().__delitem__(i)
class Deeper(Stack):
    def append(self, x): super().append(x, twice=x > 1)
class Table(dict):
    def setdefault(self, k):
        self[k] = 7
        return self
    def __setitem__(self, k, v):
        if k in self: fail()
        super().__setitem__(k, v)
class Ordered(OrderedDict):
    def popitem(self, last=True): return super().popitem(last=last)
    def pop(self, k, default=None): return super().pop(k, default)
class Seen(set):
    def add(self, x):
        if x in self: return False
        super().add(x)
        return True
class Line(deque):
    def append(self, x): super().append((len(self), x))
    def popleft(self): return super().popleft()[1]
stack, table, ordered, seen, line = Deeper([1, 2]), Table(a=1), Ordered(a=1, b=2, c=3), Seen([1]), Line()
@ambiguous
def f():
    x = yield (1, 2)
    stack.append(x)
    first = stack.pop(0)
    stack[0] = x
    del stack[-1]
    found = table.setdefault(x) is table, ordered.popitem(x > 1), ordered.popitem(last=x > 1)
    gone = ordered.pop("b"), ordered.pop("z")
    line.append(x)
    line.append(9)
    y = yield (1, 2)
    new = seen.add(y), line.popleft()
    table[y] = 8
    return list(stack), stack.pushed, first, dict(table), found, gone, list(ordered), new, sorted(seen), list(line)
""",
    "a user-defined __new__ that makes one of a class below, and a list whose __init__ changes something else": """
log = []
class Shape:
    def __new__(cls, side):
        return object.__new__(Square if cls is Shape and side > 1 else cls)
    def __init__(self, side): self.side = side
class Square(Shape):
    def __init__(self, side):
        log.append(side)
        self.side = -side
class Counted:
    def __new__(cls, side):
        log.append(('made', side))
        return object.__new__(Odd if side % 2 else cls)
    def __init__(self, side): self.kind = 'even'
class Odd(Counted):
    def __init__(self, side): self.kind = 'odd'
class Grid(list):
    def __init__(self, n):
        super().__init__(range(n))
        log.append(('grid', n))
@ambiguous
def f():
    x = yield (1, 2, 3)
    shape, counted, grid = Shape(x), Counted(x), Grid(x)
    return type(shape).__name__, shape.side, counted.kind, list(grid), list(log)
""",
    "a class in a class": """
class Board:
    class Cell:
        class Mark:
            def __init__(self): self.seen = []
            def note(self, x): self.seen.append(x)
        def __init__(self): self.x, self.mark = 0, Board.Cell.Mark()
        def fill(self, x):
            self.x += x
            self.mark.note(x)
    def __init__(self): self.cells = [Board.Cell() for _ in range(3)]
board = Board()
@ambiguous
def f():
    i = yield range(3)
    cell = board.cells[i]
    cell.fill((yield (1, 2)))
    cell.fill(3)
    return [(one.x, list(one.mark.seen)) for one in board.cells]
""",
    "default factories that only the run knows": """
from dataclasses import dataclass, field
log = []
class Noting:
    def __init__(self): log.append("made"); self.x = 0
    def note(self, x): self.x = x
class Maker:
    def __call__(self): log.append("called"); return [1]
def numbered():
    log.append("numbered")
    return len(log)
@dataclass
class A:
    one: Noting = field(default_factory=Noting)
    two: list = field(default_factory=Maker())
    three: int = field(default_factory=lambda: numbered())
    four: list = field(default_factory=list)
@ambiguous
def f():
    x = yield (1, 2)
    a = A()
    a.one.note(x)
    a.two.append(x)
    a.four.append(x)
    y = yield (1, 2)
    b = A(four=[y])
    return a.one.x, list(a.two), a.three, list(a.four), b.three, list(b.four), list(log)
""",
    "objects that are added, and then asked": """
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return W(self.x + o.x)
    def move(self, d): self.x += d
class W(V):
    def move(self, d): self.x -= d; moved.append(d)
moved = []
@ambiguous
def f():
    a, b = V(1), V(2)
    k = yield (1, 2)
    c = a + b
    c.move(k)
    a.move(k)
    c += a
    c.move((yield (3, 4)))
    return a.x, c.x, type(c).__name__, list(moved)
""",
    "an attribute that is the class's, and the object's": """
class C:
    total = 0
    items = []
    def __init__(self): self.total = 1
    @classmethod
    def up(cls, x): cls.total = cls.total + x
    def own(self, x):
        self.items = [x]
        self.total += x
class D:
    items = []
    size = 3
    def grow(self, x):
        self.size += x
        self.items += [x]
c, d = C(), D()
@ambiguous
def f():
    x = yield (1, 2)
    C.up(x)
    c.own(x)
    d.grow(x)
    type(c).total = C.total + 1
    y = yield (5, 6)
    d.grow(y)
    return C.total, c.total, c.items, C.items, d.size, D.size, list(d.items), list(D.items)
""",
    "properties and descriptors augmented by a choice": """
log = []
class Number:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, o, cls=None): log.append("get"); return getattr(o, self.name, 0)
    def __set__(self, o, v): log.append(v); setattr(o, self.name, v)
    def __delete__(self, o): log.append("del"); delattr(o, self.name)
class C:
    n = Number()
    def __init__(self): self._p = 1
    @property
    def p(self): log.append("p"); return self._p
    @p.setter
    def p(self, v): log.append(("p", v)); self._p = v
    @property
    def fixed(self): return 1
c = C()
@ambiguous
def f():
    c.n += (yield (1, 2))
    c.p *= 10 + (yield (1, 2))
    out = []
    for change in (lambda: setattr(c, "fixed", 2), lambda: delattr(c, "fixed"), lambda: delattr(c, "p"), lambda: delattr(c, "n")):
        try: change()
        except AttributeError as e: out.append(str(e))
    try: del c.fixed
    except AttributeError as e: out.append(str(e))
    return c.n, c.p, out, list(log)
""",
    "descriptors that a class gives up, and that give something else where they are read from the class": """
log = []
class Number:
    read = 0
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, o, cls=None):
        Number.read += 1
        return "of the class" if o is None else vars(o).get(self.name, 0)
    def __set__(self, o, v): log.append((self.name, v)); vars(o)[self.name] = v
class Twice(Number):
    def __set__(self, o, v): super().__set__(o, 2 * v)
class Name:
    def __get__(self, o, cls=None): return cls.__name__
class C:
    n, m, name = Number(), Twice(), Name()
class D(C):
    n = 7
class E(C):
    @property
    def n(self): return 5
    @n.setter
    def n(self, v): log.append(v)
def give(cls, v): cls.name = v
@ambiguous
def f():
    for o in (C(), D(), E()):
        o.n += 1
        o.m += 2
        x = yield (1, 2)
        if x == 1:
            C.name = x
            type(o).n = x
        give(D, x)
        o.n += x
        o.m *= 3
    kinds = [type(vars(cls).get(k)).__name__ for cls in (C, D, E) for k in ("n", "m", "name")]
    return Number.read, kinds, list(log), [(cls().n, cls().m, cls().name) for cls in (C, D, E)]
""",
    "properties that call objects, classes of properties, and descriptors that are read from a class": """
from functools import partial
from operator import attrgetter
log = []
class Call:
    def __init__(self, n): self.n = n
    def __call__(self, o, *v): log.append((self.n, *v)); return self.n
class classproperty(property):
    def __get__(self, o, cls=None): return self.fget(cls)
class Of:
    def __init__(self, f): self.f = f
    def __get__(self, o, cls=None): return self.f(cls)
class C:
    n = 0
    called = property(Call("get"), Call("set"), Call("del"))
    given = property(partial(Call("part")))
    same = property(attrgetter("called"))
    @classproperty
    def fresh(cls): cls.n += 1; return cls.n
    @Of
    def own(cls): cls.n += 1; return cls.n
class D(C):
    @property
    def above(self): return super().own
    @classmethod
    def of_class(cls): return super().own
@ambiguous
def f():
    c, d, x = C(), D(), (yield (1, 2))
    read = c.called, c.given, c.same, c.fresh, C.fresh, c.own, C.own, D.own, d.above, D.of_class()
    c.called = x
    del c.called
    return read, C.n, D.n, list(log)
""",
    "managers with an exit only, closures with keywords only, setters in a class of another metaclass": """
from collections.abc import Callable
from contextlib import AbstractContextManager
log = []
class Only(AbstractContextManager):
    def __exit__(self, *error): log.append("exit"); return error[0] is ZeroDivisionError
class Meta(type):
    def __setattr__(cls, name, value): log.append(name); super().__setattr__(name, value)
class C(metaclass=Meta):
    z = 1
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): log.append(x); self._v = x
class Act:
    def __init__(self, act): self.act: Callable = act
class Other:
    def act(self, x): return x
class Ctx:
    def __enter__(self): return note
    def __exit__(self, *error): pass
class Holder:
    def open(self):
        with Ctx() as self.act: pass
        return self
class Number:
    def __init__(self, n): self.n = n
    def __radd__(self, other): log.append("radd"); return other + self.n
class Made:
    made = 0
    def __init__(self): type(self).made += Number(1)
def make():
    n = []
    def put(*, x=1): n.append(x); return list(n)
    return put
def note(x): log.append(x)
put, act, h = make(), Act(note), Holder()
@ambiguous
def f():
    x = yield (1, 2)
    with Only():
        y = yield (3, 4)
        log.append(1 // (y - 3))
    c = C()
    c.v = x
    C.z = y
    Made()
    return act.act(x), Other().act(x), h.open().act(y), put(x=x), put(), c.v, C.z, Made.made, list(log)
""",
    "bound methods of classes made in a function": """
def make(log):
    class C:
        def note(self, x): log.append(x); self.last = x
    return C()
log = []
c = make(log)
@ambiguous
def f():
    x = yield (1, 2)
    note = [c.note][0]
    note(x)
    {"n": c.note}["n"](x + 1)
    return c.last, list(log)
""",
    "special methods that a branch gives to a class, which are functions of the module": """
log = []
class A: pass
class B: pass
class C: pass
a, b, c = A(), B(), C()
def size(self): log.append('size'); return len(log)
def missing(self, name): log.append(name); return len(log)
def both(self, other): log.append(other); return len(log)
def give(name): setattr(C, "__getitem__", both)
@ambiguous
def f():
    A.__len__, A.__getattr__ = size, missing
    B.__add__ = B.__call__ = both
    setattr(B, "__contains__", both)
    setattr(B, "__neg__", lambda self: log.append('neg') or len(log))
    give("__getitem__")
    x = yield (1, 2)
    return x, len(a), a.other, b + x, b(x), x in b, -b, c[x], list(log)
""",
    "methods that a branch gives to a class, or takes from it": """
log = []
class A:
    def __init__(self): self.n = 0
    def __len__(self): return 9
    def __add__(self, other): return 0
    def go(self): log.append('a'); return 0
class B(A): pass
b = B()
def patch(x):
    def init(self): log.append('init'); self.n = x
    B.__init__ = init
    B.__len__ = lambda self: log.append('len') or x
    A.__add__ = lambda self, other: log.append('add') or x
    setattr(B, "go", lambda self: log.append('go') or x)
    B.n = property(lambda self: log.append('n') or x, lambda self, n: log.append(n))
def results(): return B().n, len(b), b + 1, b.go()
@ambiguous
def f():
    before = results()
    x = yield (1, 2)
    patch(x)
    found = results(), len(log)
    if (yield (0, 1)):
        del B.go, B.__len__
        A.go = lambda self: log.append('new') or 2 * x
        found = results(), *found
    return before, found, list(log), results()
""",
    "a deleter that object.__delattr__ runs, called by a __delattr__ of the class, by another method or by name": """
log = []
class Limited:
    def __init__(self): self._n = 0
    @property
    def n(self): log.append('get'); return self._n
    @n.setter
    def n(self, n):
        log.append(n); require(n < 5); self._n = n
    @n.deleter
    def n(self): log.append('del'); self._n = -1
    def __delattr__(self, name):
        log.append(name); super().__delattr__(name)
    def drop(self): object.__delattr__(self, 'n')
one = Limited()
@ambiguous
def f():
    one.n = yield (1, 7, 2)
    how = yield range(4)
    if how == 0:
        del one.n
    elif how == 1:
        one.drop()
    elif how == 2:
        delattr(one, '_n')
    return vars(one).copy(), log[:]
""",
    "a __setattr__ that keeps another thing than it is given, and where another class has a method of that name": """
steps = []
def step():
    steps.append(1)
class Walker:
    def walk(self): return 1
class Stepping:
    def __init__(self): self.walk = None
    def __setattr__(self, name, value): super().__setattr__(name, step)
class Noting:
    def __init__(self): self.walk = None
    def __setattr__(self, name, value): self.__dict__[name] = step
walkers = [Stepping(), Noting(), Walker()]
@ambiguous
def f():
    walker = yield walkers
    again = yield (1, 2)
    for _ in range(again):
        walker.walk()
    return len(steps)
""",
    "private properties, that change something or require it": """
class Acc:
    __hits = 0
    total = property(lambda s: s.__touch())
    def __touch(self): Acc.__hits += 1; return Acc.__hits
    @property
    def __lazy(self):
        try: return self.__value
        except AttributeError:
            self.__value = self.__touch() * 10
            return self.__value
    @ambiguous
    def go(self):
        k = yield [1, 2]
        v = self.__lazy + k
        w = yield [self.__lazy, self.total]
        require(self.__lazy)
        return k, v, w, f"{self.__lazy}", self.__lazy if k > 1 else -1, [self.__lazy for _ in range(k)], (lambda: self.__lazy)()
class __:  # whose name has nothing to make a private one of
    n = 0
    @property
    def __next(self): self.n += 1; return self.n
    def go(self): return self.__next
a, plain = Acc(), __()
@ambiguous
def f():
    r = yield a.go()
    return r, Acc._Acc__hits, vars(a), plain.go()
""",
    "private methods of one class, and functions in private attributes of another": """
log = []
class A:
    def __f(self, x=0): return 1
    def go(self): return self.__f()
class B:
    def __init__(self, f): self.__f = f; self.__n = 0
    def go(self, x): return self.__f(x)
    def __g(self): return 5
class D:
    def __init__(self): self.__g = lambda x: log.append(x)
    def go(self, x): return self.__g(x)
a, b, d = A(), B(lambda x: log.append(x) or x), D()
@ambiguous
def f():
    x = yield [1, 2]
    return a.go(), b.go(x), d.go(x), log
""",
    "private methods and properties that end the branch, and a private search": """
class S:
    def __init__(self): self.__board = []; self.__n = 0
    def __put(self, x): self.__board.append(x); self.__n += 1; self.__check()
    def __check(self): require(len(set(self.__board)) == len(self.__board)); self.__ok
    @property
    def __ok(self): require(self.__n < 3)
    @ambiguous
    def __rows(self, n):
        for _ in range(n):
            x = yield range(3)
            self.__put(x)
        return self.__board
    @ambiguous
    def all(self): return (yield self.__rows((yield [2, 3])))
s = S()
@ambiguous
def f():
    return (yield s.all()), s._S__n
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_it_means_what_it_means_in_python(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


ASKING = """
asked = []
class Asking:
    def __getattr__(self, name):
        asked.append(name)
        return {"size": 3}[name]
class Counting:
    def __getattribute__(self, name):
        asked.append(name)
        return object.__getattribute__(self, name)
class Call(Asking):
    n = 0
    def __call__(self, *args):
        self.n += 1
        return self.n
class Row(list, Asking): pass
class Holder:
    one, call, row, counting = Asking(), Call(), Row(), Counting()
    def put(self, x):
        self.row.append(x)
        self.counting.x = x
        return self.one.size + self.call(x)
one, call, holder = Asking(), Call(), Holder()
def look(thing, default=Asking()):
    thing.seen = default.size
    return thing
@ambiguous
def f():
    x = yield (1, 2)
    size = holder.put(x) + one.size
    y = yield map(call, [1, 2])
    for z in iter(call, 6):
        w = yield [z]
        if w > 3: break
    look(one); look(holder.row); look(holder.call)
    holder.row += [y]
    holder.row[0] = w
    return x, y, w, size, list(holder.row), call.n, holder.counting.x, list(asked)
"""


def test_a_getattr_or_getattribute_is_asked_only_what_the_program_asks() -> None:
    space = compile_program(ASKING, dict(PUBLIC))
    first, *others = space["f"]()

    assert first == (1, 1, 4, 7, [4, 1], 4, 1, ["size", "size", "size", "size", "size", "x"])
    assert len(others) == 3
    assert space["asked"] == []


def test_the_name_of_what_cannot_be_chosen_from_is_not_asked_of_a_getattr() -> None:
    class Call:
        def __getattr__(self, name: str) -> object:
            raise KeyError(name)

        def __call__(self) -> int:
            return 1

    @ambiguous
    def f() -> Search[Any]:
        x = yield Call()
        return x

    with pytest.raises(NotAChoice, match="call it: f"):
        f().first()


REPLACED = """
class Box:
    def __init__(self, x):
        self.items, self.mate = [x], self
    def __iadd__(self, v):
        BOXES[-1] = HELD["box"] = HOLDER.box = Box(v)
        self.items.append(v)
        return self
class Holder: pass
BOXES, HELD, HOLDER = [Box(0)], {"box": Box(1)}, Holder()
HOLDER.box = Box(2)
@ambiguous
def f():
    x = yield (3, 4)
    PLACE += x
    return [box.items for box in (BOXES[-1], HELD["box"], HOLDER.box)]
"""


@pytest.mark.parametrize("place", ["BOXES[-1]", "HELD['box']", "HOLDER.box"])
def test_what_iadd_gives_is_put_in_its_place_even_if_that_has_been_given_another(place: str) -> None:
    check(Program(REPLACED.replace("PLACE", place)), "plain")


GIVEN_BETWEEN = """
seen = []
class Box:
    def __init__(self):
        self.n = 0
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
def look(box):
    box.n += 1
    return getattr(box, "size", 0)
def missing(box, name):
    if name.startswith("__"):
        raise AttributeError(name)
    seen.append(name)
    return len(seen)
@ambiguous
def f(box):
    x = yield (1, 2)
    return x, look(box)
"""


def test_what_a_getattr_changes_that_a_class_is_given_between_two_searches_is_taken_back() -> None:
    space = compile_program(GIVEN_BETWEEN, dict(PUBLIC))
    box = space["Box"]()
    assert list(space["f"](box)) == [(1, 0), (2, 0)]

    space["Box"].__getattr__ = space["missing"]
    assert list(space["f"](box)) == [(1, 1), (2, 1)]
    assert (space["seen"], box.n) == ([], 0)
