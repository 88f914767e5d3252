"""What the variables of a function visibly hold, from all the places where it binds them.

fresh_names     only what the function created itself, so that a change of it needs no inverse; made_names: in an
                `__init__` the object, too
atoms           only numbers, strings and the like
is_atom         this is a number, a string or the like
"""

import ast
import functools
import types
from collections import ChainMap, Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Set
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from ambsearch.expansion.analysis.bytecode import names_stored_by
from ambsearch.expansion.analysis.flow import Names, first_parameter, parameters
from ambsearch.expansion.analysis.functions import is_mixed_in
from ambsearch.expansion.analysis.world import WORLD, steady_value
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.language import distinct
from ambsearch.running.asking import COPIES
from ambsearch.running.reads import OPERATIONS
from ambsearch.running.twins import VALUES
from ambsearch.running.undoing import GONE, IN_PLACE, METHODS, in_class

# of each variable the values that it is given; None for one that cannot be seen
Found = dict[str, list[ast.expr | None]]

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
WRITTEN = VALUES - {range}  # of which there are constants in a text


Asked = ParamSpec("Asked")
Result = TypeVar("Result")


def once(find: Callable[Concatenate[Source, Asked], Result]) -> Callable[Concatenate[Source, Asked], Result]:
    """Find it once for each source."""

    @functools.wraps(find)
    def look_up(source: Source, /, *asked: Asked.args, **named: Asked.kwargs) -> Result:
        question = find, *asked, *named.items()
        if question not in source.found:
            source.found[question] = find(source, *asked, **named)
        result: Result = source.found[question]
        return result

    return look_up


# their contents are examined separately
BINDS_NOTHING = {ast.keyword, ast.Expr, ast.Return, ast.If, ast.While, ast.Pass, ir.Guard, ir.Answer}
BINDS_NOTHING |= {*ast.expr.__subclasses__()} - {ast.NamedExpr, ast.Lambda}


def bindings(node: Any) -> list[tuple[str, ast.expr | None]]:
    """The variables that this node binds, each with its value if that can be seen."""
    if type(node) in BINDS_NOTHING:  # nearly all nodes
        return []
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return [(part.id, value) for part, value in assigned_parts(node) if isinstance(part, ast.Name)]
    # a function, an exception or a pattern has a name
    names = [node.name] if isinstance(getattr(node, "name", None), str) else []
    if not isinstance(node, (ast.AugAssign, ast.Name, ast.Tuple, ast.List, ast.Starred)):
        for child in ir.children(node):
            if not isinstance(child, ir.HOLDERS):
                names += Names(child).bound
    return [(name, None) for name in names]


def single_definition(source: Source, name: str) -> Any:
    """The def or lambda that this variable holds, if it is bound just once."""
    return definitions(source).get(name) if name in source.locals else None  # else it may be a method of a class


@once
def definitions(source: Source) -> dict[str, ast.FunctionDef | ast.Lambda]:
    """Of each name in the text that is bound just once, to a def or lambda, which that is."""
    made: dict[str, list[Any]] = {}
    for node in ir.walk(source.tree):
        bound = [(name, value or node) for name, value in bindings(node)]
        bound += [(node.arg, node)] if isinstance(node, ast.arg) else []
        bound += [(name, node) for name in Names(node.target).bound] if isinstance(node, ast.AugAssign) else []
        for name, value in bound:
            made.setdefault(name, []).append(value)
    single = {name: found[0] for name, found in made.items() if len(found) == 1}
    return {name: one for name, one in single.items() if isinstance(one, (ast.FunctionDef, ast.Lambda))}


def assigned_parts(node: Any) -> list[tuple[ast.expr, ast.expr | None]]:
    """What an assignment assigns to, each with its value if that can be seen; nothing of any other node."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return []
    targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [pair for target in targets for pair in pairs_of(target, node.value)]


def places_stored(source: Source, name: str) -> list[tuple[ast.Attribute, ast.expr | None]]:
    """The attributes of this name that a function assigns to, each with its value; None for one that cannot be seen.

    That of `o.x += v` is a sum of this place and v.
    """
    values = {place: value for node in source.nodes for place, value in assigned_parts(node)}
    added = [node for node in source.nodes if isinstance(node, ast.AugAssign)]
    values |= {node.target: ir.at(ast.BinOp(node.target, node.op, node.value), node) for node in added}
    stores = [node for node in source.nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return [(node, values.get(node)) for node in stores if source.mangled_name(node.attr) == name]


def pairs_of(target: Any, value: Any = None) -> list[tuple[ast.expr, ast.expr | None]]:
    """What a target assigns to, each with its value if that can be seen: of `a, (b.x, *c[i])` each of the three."""
    if isinstance(target, ast.Starred):
        return pairs_of(target.value)
    if not isinstance(target, ir.UNPACKED):
        return [(target, value)]
    values = value.elts if isinstance(value, ir.UNPACKED) and len(value.elts) == len(target.elts) else []
    if not values or any(isinstance(part, ast.Starred) for part in target.elts + values):
        return [pair for part in target.elts for pair in pairs_of(part)]
    return [pair for one, other in zip(target.elts, values, strict=True) for pair in pairs_of(one, other)]


def bindings_seen(source: Source, node: Any) -> list[tuple[str, ast.expr | None]]:
    """The same, with the values that a loop or a choice gives to variables, if these are constants."""
    pairs: list[tuple[ast.expr, ast.expr | None]] = []
    match node:
        case ast.For(target=target, iter=items):
            pairs = [pair for item in constants_in(source, items) for pair in pairs_of(target, item)]
        case ast.Assign(targets=[ast.Tuple() as target], value=ast.Yield() as choice):
            pairs = [pair for item in constants_chosen(source, choice) for pair in pairs_of(target, item)]
    return [(part.id, value) for part, value in pairs if isinstance(part, ast.Name)] or bindings(node)


def constants_chosen(source: Source, choice: ast.Yield) -> list[ast.expr]:
    """The items of a choice, if it visibly is from constants; any other `yield` gives what is sent."""
    return constants_in(source, choice.value) if source.is_ambiguous(source.tree) else []


def constants_in(source: Source, items: Any) -> list[ast.expr]:
    """The items of this, if it visibly holds constants, or tuples of them: those of a range are like 0."""
    if isinstance(items, ast.Call) and source.is_range(items):
        return [ir.constant(0, items)]
    if isinstance(items, ast.Name) and items.id.isupper():  # others are given new values more often
        items = written(steady_value(source, items, tuple, str), items)
    match items:
        case ast.Constant(value=str(value)) if value:
            return [items]
        case ast.Tuple(elts=found) | ast.List(elts=found) if all(map(is_written, found)):
            return found
    return []


def is_written(value: ast.expr) -> bool:
    """Is this visibly a constant, or a tuple of them?"""
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, ast.Constant) or isinstance(value, ast.Tuple) and all(map(is_written, value.elts))


def written(value: Any, origin: ast.AST) -> ast.expr | None:
    """A constant, or a tuple of them, as it would be written; None for anything else."""
    if type(value) in WRITTEN:
        return ir.constant(value, origin)
    parts = [written(part, origin) for part in value] if type(value) is tuple else [None]
    return None if None in parts else ir.at(ast.Tuple(parts, ast.Load()), origin)  # type: ignore[arg-type]


@once
def values_of(source: Source) -> Found:
    """What the statements bind, here or in a function inside."""
    found: Found = {}
    for node in source.nodes:
        for name, value in bindings_seen(source, node):
            found.setdefault(name, []).append(value)
    for name in source.nonlocals:
        found.setdefault(name, []).append(None)
    return found


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
    return are_near(source, [name]) and not is_atom(source, value)


def made_names(source: Source, makes: bool) -> frozenset[str]:
    """The same, with the first parameter if it is an object just made."""
    first = first_parameter(source.tree)
    makes &= first not in source.names.bound
    makes &= not any(isinstance(node, ast.Attribute) and is_shared(node) for node in source.nodes)
    return fresh_names(source).union([first] if makes else ())


def is_shared(node: ast.Attribute) -> bool:
    """self.__dict__ = other: its attributes may be those of another object, too; so may self.append of a __getattr__."""
    is_given = node.attr in METHODS and "__getattr__" in WORLD.functions
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
    """Is this visibly something new: a number, a new container, or a new object?"""
    if isinstance(value, ast.Call):
        found = source.resolve(value.func)
        if isinstance(found, type):
            return makes_new(found)
        if type(found) not in FUNCTIONS:
            return False
        # a user-defined __copy__ may give the object itself
        return found in (sorted, dict.fromkeys) or found in COPIES and COPIES[found] not in WORLD.functions
    return isinstance(value, (ast.Constant, ast.JoinedStr, *ir.DISPLAYS)) or is_repeated(value)


def is_repeated(value: Any) -> bool:
    """[0] * n, where n has no __rmul__ of the user's."""
    is_product = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ir.DISPLAYS)
    return is_product and ("__rmul__" not in WORLD.functions or isinstance(value.right, ast.Constant))


@once
def containers(source: Source) -> frozenset[str]:
    """Those that hold a list, dict or set, and nothing else."""
    known = values_of(source).items()
    values = {name: found for name, found in known if not all(is_visibly(ATOM, source, one, set()) for one in found)}
    return holding(source, values, partial(is_visibly, CONTAINER))


class Visible(NamedTuple):
    """What visibly is of a kind: a display or the like, and what these builtin functions give; so is what is made of it."""

    displays: tuple[type, ...]
    calls: frozenset[str]
    operators: tuple[type, ...] = ()  # what these give is, too, whatever of Python's own they are applied to


ATOM = Visible((ast.Constant, ast.JoinedStr), frozenset("len int str float bool ord chr repr".split()))
NUMBER = Visible((ast.Constant,), frozenset("len int float bool ord".split()))  # what cannot be iterated
SUMS = (ast.Add, ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)  # of a number and something else there is none
BITS = NUMBER._replace(operators=(ast.Invert, ast.LShift, ast.RShift))
SIGNED_BITS = NUMBER._replace(operators=(*BITS.operators, ast.USub))  # a Counter has -x, but no ^
CONTAINER = Visible(
    (*ATOM.displays, ast.Tuple, *ir.DISPLAYS), frozenset("list dict set sorted tuple frozenset".split())
)
PLAIN = Visible(CONTAINER.displays, PLAIN_CALLS - ITERATORS)  # no instance of a user's class, nor an iterator


def is_visibly(kind: Visible, source: Source, value: Any, names: Set[str]) -> bool:
    """names: the variables that hold nothing else."""
    match value:
        case ast.Name(id=name):
            return name in names or name in source.counting
        case ast.BinOp() if is_repeated(value):
            return kind is CONTAINER or kind is PLAIN
        case ast.UnaryOp(op=op) | ast.BinOp(op=op) if isinstance(op, kind.operators):
            return True
        case ast.BinOp(left=one, op=op, right=other) if kind.operators and isinstance(op, SUMS):
            return is_visibly(kind, source, one, names) or is_visibly(kind, source, other, names)
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return is_visibly(kind, source, one, names) and is_visibly(kind, source, other, names)
        case ast.UnaryOp(operand=one) | ast.Subscript(value=one, slice=ast.Slice(), ctx=ast.Load()):
            return is_visibly(kind, source, one, names)
        case ast.Yield(value=ast.Call(func=function)):
            found = source.resolve(function)
            return found is range or word_in(found) in RANGES
        case ast.Yield():
            constants = constants_chosen(source, value)
            return bool(constants) and all(is_visibly(kind, source, item, names) for item in constants)
        case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if kind is PLAIN and name in PLAIN_METHODS:
            return is_visibly(kind, source, owner, names)
        case ast.Call():
            return source.builtin(value) in kind.calls or kind is PLAIN and makes_plain(source, value.func)
    is_text = isinstance(getattr(value, "value", None), str | bytes)
    return isinstance(value, kind.displays) and not (kind.calls is NUMBER.calls and is_text)


def makes_plain(source: Source, function: ast.expr) -> bool:
    """Is this called `deque` or the like, on which the expansion relies?"""
    found = source.resolve(function)
    is_one = any(found is maker for maker in (distinct, deque, Counter, OrderedDict))
    if is_one and isinstance(function, ast.Name) and function.id in source.space:
        WORLD.assume(source.space, function.id, found)
    return is_one


@once
def atoms(source: Source) -> frozenset[str]:
    """The variables that visibly hold only numbers, strings and the like, wherever they are bound."""
    return holding(source, all_values(source), partial(is_visibly, ATOM))


@once
def all_values(source: Source) -> Found:
    """What the statements bind, and what they add to that, or the like."""
    values = dict(values_of(source))
    for node in source.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            values[node.target.id] = [*values.get(node.target.id, ()), node.value]
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


def is_atom(source: Source, value: ast.expr | None) -> bool:
    """Is this visibly a number, a string or the like?"""
    return is_visibly(ATOM, source, value, atoms(source))


@once
def numbers(source: Source) -> frozenset[str]:
    return holding(source, all_values(source), partial(is_visibly, NUMBER))


def is_number(source: Source, value: ast.expr) -> bool:
    """Is this visibly a number, or the like, so that a list takes it for an item only, and not for a slice?"""
    return is_visibly(NUMBER, source, value, numbers(source))


def is_calculated(source: Source, node: ast.AugAssign) -> bool:
    """Is what is added a number or an error, whatever its variables hold of Python's own kinds: 1 << x, ~x, y | 1?

    >>> def take(mask):
    ...     low = mask & -mask
    ...     mask ^= low
    >>> source = Source.of_code(take.__code__, {})
    >>> [is_calculated(source, node) for node in source.nodes if isinstance(node, ast.AugAssign)]
    [True]
    """
    kind = SIGNED_BITS if isinstance(node.op, ast.BitXor) else BITS
    names = calculated(source).get(kind)
    return is_visibly(NUMBER if names is None else kind, source, node.value, names or set())


@once
def calculated(source: Source) -> dict[Visible, frozenset[str]]:
    """The variables that hold nothing else; none is known where one may hold a user's object for which this is not so."""
    if are_near(source, OF_NUMBERS):
        return {}
    return {kind: holding(source, all_values(source), partial(is_visibly, kind)) for kind in (BITS, SIGNED_BITS)}


def are_near(source: Source, names: Iterable[str]) -> bool:
    """May a user's object be met here that has one of these methods?"""
    spaces, found = WORLD.relations.of(source.space), [own for name in names for own in WORLD.of_name(name)]
    mixes = not spaces.isdisjoint(WORLD.mixing)
    return any(id(own.space) in spaces or mixes and is_mixed_in(own.space) for own in found)


OF_NUMBERS = [f"__{r}{name}__" for r in ("", "r") for name in "invert neg lshift rshift add sub and or xor".split()]
