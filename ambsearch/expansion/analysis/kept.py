"""What a function keeps to itself, as far as its text shows it: constants, and lists and sets of them.

constant    a number, a string or the like, or a tuple or a frozenset of these
items       what gives only constants, one after the other: a range, a constant, or a list that the function keeps to itself
"""

import ast
import builtins
import copy
from collections.abc import Callable, Set
from types import FunctionType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.copiers.copying import Copying, Needed
from ambsearch.expansion.analysis.bindings import constants_in, given_by, parts_of, parts_taken
from ambsearch.expansion.analysis.flow import Names, names_of_inner, parameters
from ambsearch.expansion.analysis.items import SPLITS, is_split, items_given
from ambsearch.expansion.analysis.kinds import kinds_in
from ambsearch.expansion.analysis.records import parts_of_record
from ambsearch.expansion.analysis.values import RANGES
from ambsearch.expansion.analysis.world import steady_value
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir

SCOPES = (*ir.FUNCTIONS, ast.ClassDef, ast.comprehension)
BUILTINS = vars(builtins).keys() - {"_"}  # which is among them at a prompt: what it has shown last
# builtins that give a number or a truth value, whatever they are given; those that do so if they are given constants; of
# what gives constants, one of them, a number or a tuple of them; and those that give a new container of them
NUMBERS = frozenset("len int float bool ord any all isinstance issubclass callable hash id range".split())
OF_CONSTANTS = frozenset("str repr chr abs round divmod pow hex bin oct min max".split())
OF_ITEMS = frozenset("tuple frozenset min max sum".split())
NEW = frozenset("list set sorted".split())
PASSING = OF_ITEMS | NEW | {"reversed", "enumerate", "zip"}
# methods of a constant, and of a list of them, that give one
OF_STRINGS = frozenset(
    "join upper lower title capitalize strip lstrip rstrip replace zfill ljust rjust center count index find".split()
)
OF_LISTS = frozenset("pop index count".split())

Needs = Callable[[Any, str], Copying | None]  # what calls of a function need in order to give what is asked for


class Kept:
    """The variables of a function that hold constants, and its lists and sets of them, if its parameters do.

    These are all that may, until that is settled. hidden: names that a function or comprehension inside uses for something
    else; used, gone_over: the variables that what was asked is made of, and those that it goes over.
    """

    def __init__(self, source: Source, needs: Needs) -> None:
        self.source, self.needs = source, needs
        self.hidden = names_of_inner([node for node in ir.walk(source.tree)[1:] if isinstance(node, SCOPES)])
        self.hidden |= source.nonlocals
        arguments = source.tree.args
        self.parameters = [node.arg for node in (*arguments.posonlyargs, *arguments.args)]
        last = self.parameters[len(self.parameters) - len(arguments.defaults) :]
        self.optional = {name for name, value in zip(last, arguments.defaults, strict=True) if is_literal(value)}
        may_be = source.locals - (parameters(arguments) - set(self.parameters)) - self.hidden
        self.constants: Set[str] = may_be
        self.held: Set[str] = may_be
        self.used, self.gone_over = set[str](), set[str]()

    @property
    def is_unclear(self) -> bool:
        """May its variables, or builtins, be something else than its text says?"""
        return bool(self.source.seen_at_once) or not BUILTINS.isdisjoint(self.hidden)

    def settle(self) -> None:
        body, kinds = self.source.body, kinds_in(self.source, self.source.body)
        self.given: dict[str, list[ast.expr | None]] = {name: [] for name in self.parameters}
        for node in self.source.nodes:
            for name, value in bound_by(self.source, node):
                self.given.setdefault(name, []).append(value)
        held = {name for name in self.given if name in self.parameters or kinds.get(name) in ("list", "set")}
        held |= {name for name, values in self.given.items() if values and all(map(is_split, values))}
        self.constants, self.held = self.constants & self.given.keys(), self.held & held
        self.items = items_given(self.source, body, [*self.held], self.is_passed) if self.held else {}
        before: Any = None
        while before != (self.constants, self.held):  # a variable may depend on another, or on itself
            before = self.constants, self.held
            self.constants = {name for name in self.constants if self.are_constant(self.given[name])}
            self.held = {name for name in self.held if self.is_held(name)}

    def is_held(self, name: str) -> bool:
        is_given = name not in self.parameters or all(map(self.gives_constants, self.given[name]))
        return is_given and self.are_constant(self.items[name])

    def are_constant(self, values: list[ast.expr | None]) -> bool:
        return all(map(self.is_constant, values))

    def copying(self, answers: list[ast.expr], ask: Callable[[ast.expr], Any]) -> Copying | None:
        """That these answers need no copy, with the parameters of which they are made; None if they may; ask: what is asked."""
        self.used, self.gone_over = set(), set()
        if not all(map(ask, answers)):
            return None
        before: Any = None
        while before != (self.used, self.gone_over):  # what they are made of is made of others
            before = self.used.copy(), self.gone_over.copy()
            for name in before[0]:
                self.are_constant(self.given.get(name, []))
            for name in before[1]:
                self.is_held(name)
        places = [(i, name) for i, name in enumerate(self.parameters) if name in self.used | self.gone_over]
        needed = [Needed(i, name, name not in self.used, name in self.optional) for i, name in places]
        kept = {i for i, name in enumerate(self.parameters) if name in self.held and not self.items[name]}
        return Copying(None, needed, frozenset(kept))

    def function_called(self, call: ast.Call) -> Any:
        """The user's function, or search, that this calls, perhaps itself; None if that is not known."""
        if ir.name_of(call.func) in self.hidden:
            return None
        found = self.source.resolve(call.func)
        if type(found) is not Ambiguous or found.__wrapped__ is not self.source.function:
            found = steady_value(self.source, call.func, FunctionType, Ambiguous)
        return None if found is UNKNOWN else found

    def is_passed(self, node: ast.Name, parents: dict[ast.AST, Any]) -> bool:
        """Is it given to a call that adds nothing to it, and hands it on to no others?"""
        call = parents[node]
        function = self.function_called(call) if isinstance(call, ast.Call) and node in call.args else None
        if function is None or ir.has_star(call):
            return False
        needed = self.needs(function, "is_constant") or self.needs(function, "gives_constants")
        return needed is not None and call.args.index(node) in needed.kept

    def is_given(self, call: ast.Call, how: str) -> bool:
        """Does a call of a user's function, or of a search, give this, such as constants, if it is given them?"""
        function = self.function_called(call)
        needed = None if function is None else self.needs(function, how)
        if needed is None:
            return False
        named = {part.arg: part.value for part in call.keywords}
        if ir.has_star(call):
            return all(map(self.is_constant, [*call.args, *named.values()]))
        places = dict(enumerate(call.args))
        return all(self.is_enough(one, places.get(one.place, named.get(one.name))) for one in needed.parameters)

    def is_enough(self, needed: Needed, value: Any) -> bool:
        if value is None:
            return needed.is_optional
        return self.gives_constants(value) if needed.is_gone_over else self.is_constant(value)

    def is_constant(self, value: Any) -> bool:
        match value:
            case ast.Constant() | ast.UnaryOp(op=ast.Not()):
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

    def is_constant_call(self, call: ast.Call) -> bool:
        if isinstance(call.func, ast.Attribute) and call.func.attr in OF_STRINGS | OF_LISTS:
            name, owner = call.func.attr, call.func.value
            return name in OF_LISTS and self.gives_constants(owner) or name in OF_STRINGS and self.is_constant(owner)
        builtin = self.source.builtin(call)
        if builtin in NUMBERS:
            return True
        record = parts_of_record(self.source, call)
        if record is not None:
            return record[0] and all(map(self.is_constant, record[1]))
        if not builtin:
            return self.is_given(call, "is_constant")
        if not call.args or any(part.arg != "key" for part in call.keywords):
            return False
        is_of_items = builtin in OF_ITEMS and len(call.args) == 1 and self.gives_constants(call.args[0])
        return is_of_items or builtin in OF_CONSTANTS and all(map(self.is_constant, call.args))

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


def bound_by(source: Source, node: Any) -> list[tuple[str, ast.expr | None]]:
    """The variables that this node binds, each with its value if that can be seen."""
    match node:
        case ast.comprehension():  # whose variables are others
            return []
        case ast.AugAssign(target=ast.Name(id=name) as target, op=sign, value=value):
            return [(name, ir.at(ast.BinOp(target, sign, value), node))]
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            return [(name, value)]
    return given_by(source, node)


def is_literal(value: ast.expr) -> bool:
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(part, ast.Constant) for part in parts)
