"""Where a defaultdict may be met, which makes the item that is read: it is followed from where it is made, by name.

    graph = defaultdict(list)   wherever this variable is read
    walk(graph)                 and that parameter of the user's functions `walk`
    self.graph = graph          and an attribute `graph`, of whatever object
    return graph                and what a function of this name gives
    [defaultdict(int)]          and the items of what holds it from its making on, in so many containers
    defaultdict(lambda: defaultdict(int))

What goes anywhere else, such as into a container that was there before, may be met everywhere.

>>> text = Text("a.py", ["from collections import defaultdict\\n", "d = defaultdict(list)\\n", "def f(x):\\n", " return x[0]\\n"])
>>> sorted(Followed({1: text}).all_names), Followed({1: text}).lines
(['d', 'defaultdict'], {1: {2}})
"""

import ast
import operator
import sys
from collections import defaultdict
from collections.abc import Set
from typing import Any

from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.expansion.analysis.callees import is_method_of_library
from ambsearch.expansion.analysis.flow import parameter_of, parameters
from ambsearch.expansion.analysis.outlines import Outline
from ambsearch.expansion.analysis.relations import Relations
from ambsearch.expansion.analysis.uses import FILLING, KEEPING, TAKING, VIEWS, use_of
from ambsearch.expansion.reading.source import HARMLESS, ORIGINS, Source
from ambsearch.expansion.reading.texts import Text, read
from ambsearch.expansion.trees import nodes as ir

# what looks at attributes, functions and global variables that are not named in the text; and at all variables
DYNAMIC = frozenset(
    "setattr vars __dict__ asdict astuple attrgetter methodcaller globals __getattr__ __getattribute__".split()
)
SEEING = frozenset({"locals", "eval", "exec"})
# of these the functions of Python's, not parameters, methods or definitions of this name
FUNCTIONS = SEEING | {"vars", "globals"}
SHOWING = frozenset({"print", "isinstance", "dumps", "pprint"})
DECORATORS = frozenset("property cached_property staticmethod classmethod cache lru_cache ambiguous".split())
# what makes items, or the value of a field, by a function
MAKING = frozenset({"defaultdict", "field"})
# in how many more containers a method gives what its container holds
VALUES = {**dict.fromkeys(TAKING, -1), "values": 0, "items": 1}
# in how many more a function does
COPIES = {**dict.fromkeys("dict iter list reversed sorted tuple".split(), 0), "enumerate": 1, "zip": 1}
COPIES |= dict.fromkeys("max min next".split(), -1)
# the methods that give nothing of it
GIVING_NOTHING = KEEPING | FILLING | set("keys remove discard clear reverse sort index count".split())
DEEP = 3  # in so many containers it is followed
COPYING = ("copy", "__copy__", "__class__", "__or__", "__ror__", "__ior__")


class Everywhere(Exception):
    """It may be met everywhere."""


class Followed:
    """What holds a defaultdict in these texts, and the lines where one may be met.

    met: the names that hold one, of attributes, functions and variables of modules; and the variables of functions, each
    with its scope, the outermost function around it; and each with the number of containers in which it holds it.
    """

    def __init__(self, texts: dict[int, Text], names: Set[str] = frozenset()) -> None:
        self.texts, self.outlines = texts, {key: Outline.of(text) for key, text in texts.items()}
        self.lines: dict[int, set[int]] = {key: set() for key in texts}
        self.parents = {node: parent for one in self.outlines.values() for node, parent in one.parents.items()}
        self.stored, self.globals, mentioned = map(self.all, ("stored", "globals", "uses"))
        self.classes, self.methods = map(self.all, ("classes", "methods"))
        used = {name for outline in self.outlines.values() for name in FUNCTIONS if outline.uses_function(name)}
        self.is_dynamic = not DYNAMIC.isdisjoint((mentioned | self.stored) - FUNCTIONS | used)
        if not SEEING.isdisjoint(used):
            raise Everywhere
        self.met: set[tuple[str, Any, int]] = {("defaultdict", None, 0)}
        self.waiting = [*self.met]
        for name in names:
            self.add(name)
        while self.waiting:
            self.follow_name(*self.waiting.pop())
        self.all_names = {name for name, _, depth in self.met if not depth} - {"getattr"}
        self.holding = {name for name, _, depth in self.met if depth}

    def all(self, field: str) -> set[Any]:
        """What one of the outlines has in this field."""
        return set().union(*(getattr(outline, field) for outline in self.outlines.values()))

    def definitions(self, name: str) -> list[tuple[Any, int]]:
        """The functions that a call by this name may run, and how many arguments the object of each is."""
        made = [one for outline in self.outlines.values() for one in outline.definitions.get(name, ())]
        parts = [part for one in made if isinstance(one, ast.ClassDef) for part in one.body]
        made += [part for part in parts if getattr(part, "name", "") in ("__init__", "__new__")]
        functions = [one for one in made if isinstance(one, ast.FunctionDef)]
        return [(one, one in self.methods and not is_static(one)) for one in functions]

    def add(self, name: str, scope: Any = None, depth: int = 0) -> None:
        """Follow what this name holds."""
        if (name, scope, depth) in self.met:
            return
        if scope is None and self.is_dynamic or depth > DEEP:
            raise Everywhere
        self.met.add((name, scope, depth))
        self.waiting.append((name, scope, depth))
        if scope is None:  # getattr may give it
            self.add("getattr")

    def follow_name(self, name: str, scope: Any, depth: int) -> None:
        for key, outline in self.outlines.items():
            for node in outline.uses.get(name, ()):
                if scope is None or isinstance(node, ast.Name) and scope is self.scope(node):
                    self.follow(node, self.lines[key], depth)

    def holders(self, node: Any) -> list[Any]:
        """The functions and classes around this node, from itself on, and the module."""
        found = []
        while node in self.parents:
            found += [node] if isinstance(node, (*ir.FUNCTIONS, ast.ClassDef)) else []
            node = self.parents[node]
        return [*found, node]

    def scope(self, node: ast.AST) -> Any:
        functions = [one for one in self.holders(node) if isinstance(one, ir.FUNCTIONS)]
        return functions[-1] if functions else None

    def follow(self, node: Any, lines: set[int], depth: int) -> None:
        """This may be one, in so many containers, or a function that gives one, or the name by which `getattr` does."""
        parent = self.parents.get(node)
        match node, parent:
            case ast.alias(), _:
                self.add(node.asname or node.name, depth=depth)
            case _, ast.Call(ast.Name("getattr"), [owner, ast.Constant(), *_]):
                if node not in (owner, parent.func):
                    self.follow(parent, lines, depth)
            case ast.Constant(), _:
                return
            case _:
                lines |= {node.lineno, node.end_lineno}
                self.goes(node, lines, depth)
                if isinstance(parent, ast.Call) and parent.func is node:
                    self.follow(parent, lines, depth)

    def goes(self, node: Any, lines: set[int], depth: int) -> None:
        """Follow it to where it goes from here."""
        is_seen = True
        match use_of(node, self.parents):
            case "looked", ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[other]):
                is_seen = other is node
            case "looked", ast.Compare(ops=signs):
                are_equalities = all(isinstance(sign, (ast.Eq, ast.NotEq)) for sign in signs)
                is_seen = are_equalities and not self.definitions("__eq__")
            case "item", ast.Subscript() as by if depth:
                self.follow(by, lines, depth - (not isinstance(by.slice, ast.Slice)))
            case "item" | "changed", ast.Subscript():
                is_seen = ir.name_of(node) != "defaultdict"
            case "asked", call if depth and call.func.attr in TAKING | VIEWS - {"keys"}:
                self.follow(call, lines, depth + VALUES[call.func.attr])
            case "asked" | "attribute" | "changed", _:
                name = self.parents[node].attr
                is_seen = name in GIVING_NOTHING if depth else name not in COPYING
            case "given", call:
                is_seen = self.given(call, node, lines, depth)
            case "stored", ast.Assign() | ast.AnnAssign() as by:
                is_seen = self.bind(by, node, depth)
            case "held", ast.Tuple() as display if isinstance(self.parents[display], ast.Assign):
                is_seen = self.bind(self.parents[display], node, depth)
            case "held", ast.Dict(keys=keys, values=values) as display if None in keys:
                is_spread = any(key is None and value is node for key, value in zip(keys, values, strict=True))
                if depth or not is_spread:  # {**x} has its items
                    self.follow(display, lines, depth + (not is_spread))
            case "held", display:
                self.follow(display, lines, depth + 1)
            case "returned", ast.Lambda() as function:
                self.goes(function, lines, depth)
            case "returned", _:
                holder = self.holders(node)[0]
                is_seen = isinstance(holder, ast.FunctionDef) and is_usual(holder, DECORATORS - {"ambiguous"})
                if is_seen:
                    self.add(holder.name, depth=depth)
            case "over", ast.For(target=target) | ast.comprehension(target=target):
                is_seen = not depth or self.hold(target, node, depth - 1)
            case how, _:
                is_seen = how in ("looked", "called")
        if not is_seen:
            raise Everywhere

    def given(self, call: ast.Call, node: Any, lines: set[int], depth: int) -> bool:
        """Follow what a call gets; False if it cannot be seen where it goes."""
        name, is_method = ir.name_of(call.func), isinstance(call.func, ast.Attribute)
        if getattr(self.parents[node], "arg", node) is None:  # f(**x)
            return not depth
        if depth and node in call.args and self.is_builtin(call, *COPIES):
            self.follow(call, lines, depth + COPIES[name])
            return True
        if not depth and node in call.args and is_method and name in FILLING:
            return not self.definitions(name)  # its items are put there
        if name in MAKING:
            return self.is_factory(call, node, lines, depth)
        return self.is_followed_into(call, node, depth)

    def is_builtin(self, call: ast.Call, *names: str) -> bool:
        """Does this call one of these functions of Python's?"""
        name = getattr(call.func, "id", "")
        return name in names and name not in self.stored and not self.definitions(name)

    def is_factory(self, call: ast.Call, node: ast.expr, lines: set[int], depth: int) -> bool:
        """Follow what is made by this function: the items of a defaultdict, or the field of a dataclass."""
        by = self.parents[call]
        if ir.name_of(call.func) == "field" and isinstance(by, ast.AnnAssign):
            return self.hold(by.target, call, depth)
        if call.args[:1] != [node]:
            return False
        self.follow(call, lines, depth + 1)
        return True

    def bind(self, assignment: ast.Assign | ast.AnnAssign, value: Any, depth: int) -> bool:
        """Follow it to what it is assigned to; False if that cannot be seen."""
        pairs = assigned_parts(assignment)
        targets = [target for target, part in pairs if part is value]
        is_whole = value is assignment.value
        if not is_whole and any(part is assignment.value for _, part in pairs):
            return False  # x = y, z = 1, value
        parts = [target for target, part in pairs if part is None]  # a, *b = value
        are_seen = not (is_whole and depth) or all(self.hold(part, value, depth - 1) for part in parts)
        found = [*targets, *(parts if depth else ())]
        return are_seen and bool(found) and all(self.hold(target, value, depth) for target in found)

    def hold(self, target: ast.expr, value: Any, depth: int) -> bool:
        """Follow what this is assigned; False if it cannot be seen."""
        match target:
            case ast.Name(id=name):
                is_inside = isinstance(self.holders(value)[0], ir.FUNCTIONS)
                self.add(name, self.scope(value) if is_inside and name not in self.globals else None, depth)
            case ast.Attribute(attr=name):
                self.add(name, depth=depth)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return not depth or all(self.hold(part, value, depth - 1) for part in parts)
            case _:
                return False
        return True

    def is_followed_into(self, call: ast.Call, node: ast.expr, depth: int) -> bool:
        """Follow it into the functions that it is given to; False if these cannot be seen."""
        function, name = call.func, ir.name_of(call.func)
        is_name, definitions = isinstance(function, ast.Name), self.definitions(name)
        if is_name:  # no method, then
            definitions = [(one, objects) for one, objects in definitions if not objects or one.name == "__init__"]
        if (is_name or name in SHOWING) and not definitions and name not in self.stored:
            return name in SHOWING or (name == "len" if depth else name in HARMLESS) and call.args == [node]
        is_known = bool(definitions) and name not in self.stored and not ir.has_star(call)
        if isinstance(function, ast.Attribute):  # in Class.f(o, x) the object is an argument, too
            is_known = is_known and not is_method_of_library(name) and ir.name_of(function.value) not in self.classes
        if not is_known:
            return False
        for definition, objects in definitions:
            given = definition.args
            found = parameter_of(given, call, node, objects)
            if found not in parameters(given) or not is_usual(definition) or given.vararg or given.kwarg:
                return False
            self.add(found, self.scope(definition), depth)
        return True


def is_static(function: ast.FunctionDef) -> bool:
    return any(ir.name_of(part) == "staticmethod" for part in function.decorator_list)


def is_usual(function: ast.FunctionDef, usual: Set[str] = DECORATORS) -> bool:
    """Is this called by its name only, and gives what it returns?"""
    decorators = {ir.name_of(getattr(part, "func", part)) for part in function.decorator_list}
    return decorators <= usual and (function.name == "__init__" or not function.name.startswith("__"))


def follow(relations: Relations, space: dict[str, Any]) -> Followed | None:
    """What is met in the modules related to this one; None if it may be met everywhere."""
    return relations.once(relations.of(space), find_followed, relations)


def find_followed(keys: frozenset[int], relations: Relations) -> Followed | None:
    try:
        spaces = [relations.spaces[key][0] for key in keys]
        held = {name for space in spaces for name in list(space) if issubclass(type(space[name]), defaultdict)}
        return Followed(texts_of(spaces), held)
    except (Everywhere, SyntaxError, RecursionError):
        return None


def texts_of(spaces: list[dict[str, Any]]) -> dict[int, Text]:
    """The texts of these modules."""
    modules = [sys.modules.get(str(space.get("__name__"))) for space in spaces]
    if hasattr(sys, "ps1") or any(map(operator.is_not, spaces, [getattr(one, "__dict__", None) for one in modules])):
        raise Everywhere  # what is typed is in no file
    found = {id(space): read(str(space.get("__file__", "")), space) for space in spaces}
    if None in found.values():
        raise Everywhere
    return found  # type: ignore[return-value]


def may_be_met(source: Source, relations: Relations, owner: Any) -> bool:
    """May this expression in a function be a defaultdict?"""
    if isinstance(owner, ast.Name) and owner.id in source.turned:
        return False
    found = follow(relations, source.space)
    text = None if found is None else found.texts.get(id(source.space))
    is_changed = id(source.code) in ORIGINS  # its text is that of an expansion
    if found is None or text is None or text.lines != source.lines or is_changed:
        return True
    tree = source.tree
    if found.lines[id(source.space)].isdisjoint(range(tree.lineno, tree.end_lineno + 1)):
        return False
    match owner:
        case ast.Subscript(value=ast.Name(id=name)) if name in source.boxes:
            return name in found.all_names
        case ast.Subscript():
            while isinstance(owner, ast.Subscript):
                owner = owner.value
            return not isinstance(owner, (ast.Name, ast.Attribute)) or ir.name_of(owner) in found.holding
        case ast.Name(id=name) if name in source.temporaries:
            return name not in source.boxes and may_be_met(source, relations, source.temporaries[name])
        case ast.Name() | ast.Attribute():
            return ir.name_of(owner) in found.all_names
    return True
