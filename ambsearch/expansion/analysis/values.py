"""What the variables of a function visibly hold, from all the places where it binds them.

fresh_names     only what the function created itself, so that a change of it needs no inverse; made_names: in an
                `__init__` the object, too
is_visibly      is this, whatever its variables hold, of one of these kinds: ATOM, NUMBER, CONTAINER, PLAIN, UNCALLED?
variables_of    the variables that hold nothing else
"""

import ast
import types
from collections import ChainMap, Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Set
from functools import partial
from typing import Any, NamedTuple

from ambsearch.expansion.analysis.bindings import Found, constants_chosen, once, values_of
from ambsearch.expansion.analysis.bytecode import names_stored_by
from ambsearch.expansion.analysis.flow import first_parameter, parameters
from ambsearch.expansion.analysis.world import WORLD, relatives
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.language import distinct
from ambsearch.running.asking import COPIES
from ambsearch.running.reads import OPERATIONS
from ambsearch.running.undoing import GONE, IN_PLACE, METHODS, in_class

NEW = (object.__new__, list.__new__, dict.__new__, set.__new__, deque.__new__, bytearray.__new__)
# builtin functions and types that give no instances of a user's classes
PLAIN_CALLS = frozenset(
    "any all isinstance issubclass callable range sorted list tuple dict set frozenset len str int float bool enumerate zip ord chr repr".split()
)
CALLING = frozenset({"map", "filter"})  # those that make an iterator which calls their first argument
ITERATORS = frozenset({"enumerate", "zip"}) | CALLING
# methods that give none, if their owner is of Python's own kinds
PLAIN_METHODS = frozenset(
    "keys values items copy count index bit_count split rsplit splitlines strip lstrip rstrip lower upper replace join".split()
)
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
RANGES = ("an_integer_between", "an_integer_from")


def holding(source: Source, values: Found, is_one: Callable[[Source, Any, set[str]], bool]) -> frozenset[str]:
    """The variables of this function whose every value is one of these, possibly made from other such variables."""
    found = set(values) & source.locals - parameters(source.tree.args)
    while True:  # a variable may depend on another, or on itself: free = free - {x}
        wrong = {name for name in found if not all(is_one(source, value, found) for value in values[name])}
        if not wrong:
            return frozenset(found)
        found -= wrong


@once
def fresh_names(source: Source) -> frozenset[str]:
    """The variables that hold only what the function created itself: new containers, and numbers."""
    replaced = [
        node.target
        for node in source.nodes
        if isinstance(node, ast.AugAssign) and may_replace(source, node.op, node.value)
    ]
    held: list[Any] = [node.value for node in source.nodes if isinstance(node, (ast.Attribute, ast.Subscript))]
    changed = {part.id for part in held if isinstance(part, ast.Name)}.intersection(map(ir.name_of, replaced))
    return holding(source, values_of(source), is_made) - changed


def may_replace(source: Source, sign: ast.operator, value: ast.expr) -> bool:
    """May an operator of the user's give the target something else: total = 0; total += v, whose __radd__ returns v?"""
    name = OPERATIONS[IN_PLACE[type(sign).__name__]][1]
    return are_near(source, [name]) and not is_visibly(ATOM, source, value)


def made_names(source: Source, makes: bool) -> frozenset[str]:
    """The same, with the first parameter if it is an object just made."""
    first = first_parameter(source.tree)
    makes &= first not in source.names.bound
    makes &= not any(isinstance(node, ast.Attribute) and is_shared(source, node) for node in source.nodes)
    return fresh_names(source).union([first] if makes else ())


def is_shared(source: Source, node: ast.Attribute) -> bool:
    """self.__dict__ = other: its attributes may be those of another object, too; so may self.append of a __getattr__."""
    is_given = node.attr in METHODS and are_near(source, ["__getattr__"])
    return is_given or node.attr == "__dict__" and isinstance(node.ctx, ast.Store)


def makes_new(cls: type) -> bool:
    """Does a call of this class give a new object, which has what it holds for itself?"""
    if cls.__new__ not in NEW or in_class(type(cls), "__call__") is not vars(type)["__call__"]:
        return False
    # changes are made in the first of its maps, or in what gives the methods
    if issubclass(cls, ChainMap) or in_class(cls, "__getattr__") is not GONE:
        return False
    codes = [getattr(value, "__code__", None) for base in cls.__mro__ for value in vars(base).values()]
    return not any(code is not None and "__dict__" in names_stored_by(code, "STORE_ATTR") for code in codes)


def is_made(source: Source, value: Any, names: set[str]) -> bool:
    """Is this visibly something new, or added to what is there: a number, a new container, or a new object?"""
    if isinstance(value, ast.Call):
        found = source.resolve(value.func)
        if isinstance(found, type):
            return makes_new(found)
        if type(found) not in FUNCTIONS:
            return False
        # a user-defined __copy__ may give the object itself
        return found in (sorted, dict.fromkeys) or found in COPIES and not are_near(source, [COPIES[found]])
    if isinstance(value, ast.BinOp) and isinstance(
        getattr(value.left, "ctx", None), ast.Store
    ):  # a sum with what is there
        return not may_replace(source, value.op, value.right)
    return isinstance(value, (ast.Constant, ast.JoinedStr, *ir.DISPLAYS)) or is_repeated(value)


def is_repeated(value: Any) -> bool:
    """[0] * n, where n has no __rmul__ of the user's."""
    is_product = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ir.DISPLAYS)
    return is_product and ("__rmul__" not in WORLD.functions or isinstance(value.right, ast.Constant))


@once
def containers(source: Source) -> frozenset[str]:
    """Those that hold a list, dict or set, and nothing else."""
    values = values_of(source)
    return holding(source, values, partial(is_one, CONTAINER)) - holding(source, values, partial(is_one, ATOM))


class Visible(NamedTuple):
    """What visibly is of a kind: a display or the like, and what these builtin functions give; so is what is made of it."""

    displays: tuple[type, ...]
    calls: frozenset[str]
    operators: tuple[type, ...] = ()  # what these give is, too, whatever of Python's own they are applied to


ATOM = Visible((ast.Constant, ast.JoinedStr), frozenset("len int str float bool ord chr repr".split()))
NUMBER = Visible((ast.Constant,), frozenset("len int float bool ord".split()))  # what cannot be iterated
# of a number and something else there is none, and nothing but an Add of a text and another
SUMS = (ast.Add, ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
BITS = NUMBER._replace(operators=(ast.Invert, ast.LShift, ast.RShift))
TEXT = Visible((ast.JoinedStr,), frozenset({"str", "chr", "repr"}))  # and constants
SIGNED_BITS = NUMBER._replace(operators=(*BITS.operators, ast.USub))  # a Counter has -x, but no ^
CONTAINER = Visible(
    (*ATOM.displays, ast.Tuple, *ir.DISPLAYS), frozenset("list dict set sorted tuple frozenset".split())
)
PLAIN = Visible(CONTAINER.displays, PLAIN_CALLS - ITERATORS)  # no instance of a user's class, nor an iterator
UNCALLED = Visible(ir.UNCALLED, PLAIN_CALLS, (ast.operator, ast.unaryop))  # nothing that can be called


@once
def variables_of(source: Source, kind: Visible) -> frozenset[str]:
    """The variables that visibly hold nothing else, wherever they are bound."""
    return holding(source, all_values(source), partial(is_one, kind))


def is_visibly(kind: Visible, source: Source, value: Any) -> bool:
    return is_one(kind, source, value, variables_of(source, kind))


def is_one(kind: Visible, source: Source, value: Any, names: Set[str]) -> bool:
    """names: the variables that hold nothing else."""
    match value:
        case ast.Name(id=name):
            return name in names or name in source.counting
        case ast.UnaryOp(op=op) | ast.BinOp(op=op) if isinstance(op, kind.operators):
            return True
        case ast.BinOp() if is_repeated(value):
            return kind is CONTAINER or kind is PLAIN
        case ast.BinOp(left=one, op=op, right=other) if (kind.operators or kind is TEXT) and isinstance(op, SUMS):
            return is_one(kind, source, one, names) or is_one(kind, source, other, names)
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return is_one(kind, source, one, names) and is_one(kind, source, other, names)
        case ast.BoolOp(values=parts):
            return all(is_one(kind, source, part, names) for part in parts)
        case ast.UnaryOp(operand=one) | ast.Subscript(value=one, slice=ast.Slice(), ctx=ast.Load()):
            return is_one(kind, source, one, names)
        case ast.Yield(value=ast.Call(func=function)):
            found = source.resolve(function)
            return found is range or word_in(found) in RANGES
        case ast.Yield():
            constants = constants_chosen(source, value)
            return bool(constants) and all(is_one(kind, source, item, names) for item in constants)
        case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if kind is PLAIN and name in PLAIN_METHODS:
            return is_one(kind, source, owner, names)
        case ast.Call():
            if source.builtin(value) in kind.calls or kind is PLAIN and makes_plain(source, value.func):
                return True
            return kind is UNCALLED and makes_uncalled(source.resolve(value.func))
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str | bytes)
    return kind is TEXT and is_text or isinstance(value, kind.displays) and not (kind.calls is NUMBER.calls and is_text)


def makes_plain(source: Source, function: ast.expr) -> bool:
    """Is this called `deque` or the like, on which the expansion relies?"""
    found = source.resolve(function)
    is_one = any(found is maker for maker in (distinct, deque, Counter, OrderedDict))
    if is_one and isinstance(function, ast.Name) and function.id in source.space:
        WORLD.assume(source.space, function.id, found)
    return is_one


def makes_uncalled(cls: Any) -> bool:
    """Is this a class whose objects cannot be called?"""
    is_usual = isinstance(cls, type) and not isinstance(in_class(cls, "__new__"), staticmethod)
    return is_usual and in_class(cls, "__call__") is GONE


@once
def all_values(source: Source) -> Found:
    """What the statements bind; of `x += v` that is a sum of both."""
    values = dict(values_of(source))
    for node in source.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            result = ir.at(ast.BinOp(node.target, node.op, node.value), node)
            values[node.target.id] = [*values.get(node.target.id, ()), result]
    return values


def is_from_zero(source: Source, value: Any) -> bool:
    """Is this visibly a whole number that is not negative: a constant, or chosen from a range that begins with one?"""
    match value:
        case ast.Constant(value=number):
            return type(number) is int and number >= 0
        case ast.Name(id=name) if name in source.locals - parameters(source.tree.args):
            values = all_values(source).get(name, [])
            return bool(values) and all(isinstance(one, ast.Yield) and is_from_zero(source, one) for one in values)
        case ast.Yield(value=ast.Call(args=[ends]) | ast.Call(args=[ends, _]) as call) if source.is_range(call):
            return len(call.args) == 1 or is_from_zero(source, ends)
    return False


def is_calculated(source: Source, node: ast.AugAssign) -> bool:
    """Is this a number, a text or an error, whatever its variables hold of Python's own kinds?

    So it is where 1 << x, ~x or y | 1 is added, or anything to what begins with a number or a text: total = 0; total += x.

    >>> def take(mask):
    ...     low = mask & -mask
    ...     mask ^= low
    >>> source = Source.of_code(take.__code__, {})
    >>> [is_calculated(source, node) for node in source.nodes if isinstance(node, ast.AugAssign)]
    [True]
    """
    if are_near(source, OF_NUMBERS):  # a user's object for which this is not so
        return is_one(NUMBER, source, node.value, set())
    kind = SIGNED_BITS if isinstance(node.op, ast.BitXor) else BITS
    if isinstance(node.op, ast.Add) and is_visibly(TEXT, source, node.target):
        return not WORLD.relations.is_imported("collections", source.space)  # a UserList may be added to a text
    return is_visibly(kind, source, node.target) or is_visibly(kind, source, node.value)


def are_near(source: Source, names: Iterable[str]) -> bool:
    """May a user's object be met here that has one of these methods?"""
    return bool(relatives(WORLD.relations.of(source.space), [own for name in names for own in WORLD.of_name(name)]))


OF_NUMBERS = [f"__{r}{name}__" for r in ("", "r") for name in "invert neg lshift rshift add sub and or xor".split()]
