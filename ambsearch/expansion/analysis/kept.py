"""What a function keeps to itself, as far as its text shows it: constants, and lists and sets of them.

constant    a number, a string or the like, or a tuple or a frozenset of these
items       what gives only constants, one after the other: a range, a constant, or a list that the function keeps to itself
"""

import ast
import builtins
import copy
from collections.abc import Callable, Iterator, Set
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.copiers.copying import Copying, Needed
from ambsearch.expansion.analysis.bindings import BINDS_NOTHING, bindings, constants_in, pairs_of
from ambsearch.expansion.analysis.flow import Names, names_of_inner, parameters
from ambsearch.expansion.analysis.items import SPLITS, is_split, items_given, parts_taken
from ambsearch.expansion.analysis.kinds import Kinds
from ambsearch.expansion.analysis.records import parts_of_record
from ambsearch.expansion.analysis.values import RANGES
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir

SCOPES = (*ir.FUNCTIONS, ast.ClassDef, ast.comprehension)
CONTAINERS = ("list", "set")
BUILTINS = vars(builtins).keys() - {"_"}  # which is among them at a prompt: what it has shown last
# builtins that give a number or a truth value, whatever they are given; those that do so if they are given constants; of
# what gives constants, one of them, a number or a tuple of them; and those that give a new container of them
NUMBERS = frozenset("len int float bool ord any all isinstance issubclass callable hash id".split())
OF_CONSTANTS = frozenset("str repr chr abs round divmod pow hex bin oct".split())
OF_ITEMS = frozenset("tuple frozenset min max sum".split())
NEW = frozenset("list set sorted".split())
PASSING = OF_ITEMS | NEW | {"reversed", "enumerate", "zip"}
OF_HELD = frozenset("pop index count".split())
OF_STRINGS = frozenset(
    "upper lower title capitalize strip lstrip rstrip replace zfill ljust rjust center count index find".split()
)


class Kept:
    """The variables of a function that hold constants, and its lists and sets of them, if its parameters do.

    These are all that may, until that is settled; it takes its own answers to be constants. hidden: names that a function
    or comprehension inside uses for something else.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        inner = [node for node in ir.walk(source.tree)[1:] if isinstance(node, SCOPES)]
        self.hidden = names_of_inner(inner) | source.nonlocals
        self.own_calls = [node for node in source.every_call if self.is_own(node)]
        arguments = source.tree.args
        self.parameters = [node.arg for node in (*arguments.posonlyargs, *arguments.args)]
        last = self.parameters[len(self.parameters) - len(arguments.defaults) :]
        self.defaults = {name: value for name, value in zip(last, arguments.defaults, strict=True) if is_literal(value)}
        self.may_be = source.locals - (parameters(arguments) - set(self.parameters)) - self.hidden
        self.constants: Set[str] = self.may_be
        self.held: Set[str] = self.may_be - source.boxes
        self.used: set[str] = set()
        self.gone_over: set[str] = set()

    @property
    def is_unclear(self) -> bool:
        """May its variables, or builtins, be something else than its text says?"""
        return bool(self.source.seen_at_once) or not BUILTINS.isdisjoint(self.hidden)

    def settle(self, body: list[Any], kinds: Kinds) -> None:
        given: dict[str, list[ast.expr | None]] = {name: [] for name in self.parameters}
        for name, value in self.bindings(body):
            given.setdefault(name, []).append(value)
        held = {name for name in given if name in self.parameters or kinds.get(name) in CONTAINERS}
        held |= {name for name, values in given.items() if values and all(map(is_split, values))}
        self.constants, self.held = self.may_be & given.keys(), self.may_be & held - self.source.boxes
        self.given = given
        self.items = items_given(self.source, body, [*self.held], self.is_passed) if self.held else {}
        left, before = len(self.constants) + len(self.held), -1
        while left != before:  # a variable may depend on another, or on itself
            before = left
            self.constants = {name for name in self.constants if self.are_constant(given[name])}
            self.held = {name for name in self.held if self.is_held(name)}
            left = len(self.constants) + len(self.held)

    def is_held(self, name: str) -> bool:
        is_given = name not in self.parameters or all(map(self.gives_constants, self.given[name]))
        return is_given and self.are_constant(self.items[name])

    def are_constant(self, values: list[ast.expr | None]) -> bool:
        return all(map(self.is_constant, values))

    def copying(self, answers: list[ast.expr], ask: Callable[[ast.expr], Any]) -> Copying:
        """That these answers need no copy, with the parameters of which they are made; ask: what was asked."""
        self.used, self.gone_over = set(), set()
        for answer in answers:  # asked once more, for what it uses
            ask(answer)
        used, gone_over = set[str](), set[str]()
        while (used, gone_over) != (self.used, self.gone_over):
            waiting = self.used - used, self.gone_over - gone_over
            used, gone_over = self.used.copy(), self.gone_over.copy()
            for name in waiting[0]:
                self.are_constant(self.given.get(name, []))
            for name in waiting[1]:
                self.is_held(name)
        places = [(i, name) for i, name in enumerate(self.parameters) if name in used | gone_over]
        needed = [Needed(i, name, name not in used, name in self.defaults) for i, name in places]
        return Copying(None, needed, frozenset(self.kept_places()))

    def kept_places(self) -> Iterator[int]:
        """The places of the parameters to whose containers it adds nothing, and which it hands on to no others."""
        passed = [pair for call in self.own_calls for pair in enumerate(map(ir.name_of, call.args))]
        for place, name in enumerate(self.parameters):
            if name in self.held and not self.items[name] and all(to == place for to, one in passed if one == name):
                yield place

    def bindings(self, body: list[Any]) -> Iterator[tuple[str, ast.expr | None]]:
        """What binds the variables; those that the expansion adds are bound in the normal form only."""
        for node in self.source.nodes:
            yield from given_by(self.source, node)
        for call in self.own_calls:
            yield from self.arguments(call)
        for node in ir.inside(*body) if self.source.temporaries else ():
            yield from (pair for pair in given_by(self.source, node) if pair[0] in self.source.temporaries)

    def is_own(self, call: ast.Call) -> bool:
        """Does it call itself?"""
        found = self.source.resolve(call.func)
        is_hidden = isinstance(call.func, ast.Name) and call.func.id in self.hidden
        return isinstance(found, Ambiguous) and found.__wrapped__ is self.source.function and not is_hidden

    def is_passed(self, node: ast.Name, parents: dict[ast.AST, Any]) -> bool:
        """Is it given to a call of which is known what that adds to it, and that it is handed on to no others?"""
        return isinstance(parents[node], ast.Call) and self.is_kept(parents[node], node)

    def is_kept(self, call: ast.Call, given: ast.expr) -> bool:
        return self.is_own(call)

    def of_its_own(self, answers: list[ast.expr]) -> list[ast.expr]:
        """Those of these that are not passed on from a call of itself, which gives nothing else."""
        return [node for node in answers if not (isinstance(node, ast.Yield) and node.value in self.own_calls)]

    def arguments(self, call: ast.Call) -> Iterator[tuple[str, ast.expr | None]]:
        """What a call of itself gives to each parameter."""
        if ir.has_star(call):
            return ((name, None) for name in self.parameters)
        given = dict(zip(self.parameters, call.args, strict=False)) | {part.arg: part.value for part in call.keywords}
        return ((name, given.get(name, self.defaults.get(name))) for name in self.parameters)

    def is_constant(self, value: Any) -> bool:
        match value:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                self.used.add(name)
                return name in self.constants
            case ast.JoinedStr(values=parts):
                return len(parts) != 1 or self.is_constant(getattr(parts[0], "value", None))
            case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
                return all(map(self.is_constant, parts))
            case ast.Starred(value=items) | ast.Yield(value=items):  # perhaps of COLOURS
                is_known = ir.name_of(items) not in self.hidden and bool(constants_in(self.source, items))
                return is_known or self.gives_constants(items)
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                return self.is_constant(one) and self.is_constant(other)
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.UnaryOp(operand=operand):
                return self.is_constant(operand)
            case ast.Compare(left=left, comparators=others, ops=signs):
                is_sure = all(isinstance(sign, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for sign in signs)
                return is_sure or all(map(self.is_constant, [left, *others]))
            case ast.Subscript(value=owner, slice=place):
                is_one = not isinstance(place, ast.Slice) and self.is_constant(place)
                return is_one and self.gives_constants(owner) or self.is_constant(owner)
            case ast.Call():
                return self.is_constant_call(value)
        return False

    def is_given(self, call: ast.Call, how: str) -> bool:
        """Does a call of another function give this, such as constants? See `kept_answers`."""
        return False

    def is_constant_call(self, call: ast.Call) -> bool:
        builtin = self.source.builtin(call)
        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr="join")):
                return self.is_constant(owner)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as owner, attr=attr)) if (
                attr in OF_HELD and name in self.held
            ):
                return self.gives_constants(owner) and all(map(self.is_constant, call.args))
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if attr in OF_STRINGS:
                return self.is_constant(owner) and all(map(self.is_constant, call.args))
        if builtin in NUMBERS or builtin == "range":
            return True
        record = parts_of_record(self.source, call)
        if record is not None:
            return record[0] and all(map(self.is_constant, record[1]))
        if not builtin:
            return self.is_given(call, "is_constant")
        if not call.args or any(part.arg != "key" for part in call.keywords):
            return False
        is_of_items = builtin in OF_ITEMS and len(call.args) == 1 and self.gives_constants(call.args[0])
        return is_of_items or builtin in OF_CONSTANTS | {"min", "max"} and all(map(self.is_constant, call.args))

    def gives_constants(self, value: Any) -> bool:
        """Does a loop over this take only constants?"""
        match value:
            case ast.Name(id=name) if name in self.held:
                self.gone_over.add(name)
                return True
            case ast.Subscript(value=items, slice=ast.Slice()):
                return self.gives_constants(items)
            case ast.Call(func=ast.Attribute(value=items, attr="copy"), args=[]):
                return self.gives_constants(items)
            case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=given) if attr in SPLITS:
                return self.is_constant(owner) and all(map(self.is_constant, given))
            case ast.List(elts=parts) | ast.Set(elts=parts):
                return all(map(self.is_constant, parts))
            case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.GeneratorExp(elt=item):
                return self.inside(value).is_constant(item)
            case ast.BinOp(left=ast.List() as one, op=ast.Mult()):
                return self.gives_constants(one)
            case ast.BinOp(left=one, op=ast.Add(), right=other):
                return self.gives_constants(one) and self.gives_constants(other)
            case ast.Call() if self.is_own(value):
                return True
            case ast.Call() if self.is_given(value, "gives_constants"):
                return True
            case ast.Call(keywords=named, args=given) if all(part.arg in ("key", "reverse") for part in named):
                found = self.source.resolve(value.func)
                word = word_in(found)
                if word in RANGES or word in ("amb", "ramb") and all(map(self.is_constant, given)):
                    return True
                if self.source.builtin(value) in PASSING and all(map(self.gives_constants, given)):
                    return True
        return self.is_constant(value)

    def is_new(self, value: Any) -> bool:
        """Is this a constant, or a record, a list or a set of constants that is made here?"""
        match value:
            case ast.Tuple(elts=parts):
                return all(map(self.is_new, parts))
            case (
                ast.List()
                | ast.ListComp()
                | ast.Subscript(slice=ast.Slice())
                | ast.Call(func=ast.Attribute(attr="copy"))
            ):
                return self.gives_constants(value)
            case ast.Call() if self.source.builtin(value) in NEW:
                return self.gives_constants(value)
            case ast.Call() if (record := parts_of_record(self.source, value)) is not None:
                return all(map(self.is_new, record[1]))
        return self.is_constant(value)

    def inside(self, node: Any) -> "Kept":
        """The same with the variables of this comprehension."""
        inner = copy.copy(self)
        for part in node.generators:
            names = Names(part.target).bound
            given = [pair for target, taken in parts_taken(self.source, part) for pair in parts_of(target, taken)]
            constants = {name for name, value in given if inner.is_constant(value)}
            inner.held, inner.constants = inner.held - names, inner.constants - names | constants
        return inner


def given_by(source: Source, node: Any) -> list[tuple[str, ast.expr | None]]:
    """The variables that this node binds, each with its value if that can be seen, or `*items` if it is one of these."""
    if type(node) in BINDS_NOTHING or isinstance(node, ast.comprehension):  # whose variables are others
        return []
    match node:
        case ast.Assign(targets=targets, value=value):
            return [pair for target in targets for pair in parts_of(target, value)]
        case ast.For() | ir.Choose():
            return [pair for target, taken in parts_taken(source, node) for pair in parts_of(target, taken)]
        case ast.AugAssign(target=ast.Name(id=name) as target, op=sign, value=value):
            return [(name, ir.at(ast.BinOp(target, sign, value), node))]
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            return [(name, value)]
    return bindings(node)


def parts_of(target: Any, value: ast.expr) -> list[tuple[str, ast.expr | None]]:
    """The same of one target: what is taken out of a constant is a constant, except a list."""
    has_star = ast.Starred in map(type, ir.inside(target))
    item = None if has_star else ir.at(ast.Starred(value, ast.Load()), value)
    pairs = pairs_of(target, value)
    return [(part.id, item if one is None else one) for part, one in pairs if isinstance(part, ast.Name)]


def is_literal(value: ast.expr) -> bool:
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(part, ast.Constant) for part in parts)
