"""Where a defaultdict may be met, which makes the item that is read: it is followed from where it is made, by name.

    graph = defaultdict(list)   wherever this variable is read
    walk(graph)                 and that parameter of the user's functions `walk`
    self.graph = graph          and an attribute `graph`, of whatever object
    return graph                and what a function of this name gives

What goes anywhere else, such as into a container, may be met everywhere.

>>> text = Text("a.py", ["from collections import defaultdict\\n", "d = defaultdict(list)\\n", "def f(x):\\n", " return x[0]\\n"])
>>> sorted(Followed({1: text}).all_names), Followed({1: text}).lines
(['d', 'defaultdict'], {1: {2}})
"""

import ast
import copy
import operator
import re
import sys
from collections import defaultdict
from collections.abc import Set
from typing import Any

from ambsearch.expansion.analysis.callees import is_of_library
from ambsearch.expansion.analysis.flow import parameter_of, parameters
from ambsearch.expansion.analysis.relations import Relations
from ambsearch.expansion.analysis.uses import use_of
from ambsearch.expansion.analysis.values import assigned_parts
from ambsearch.expansion.reading.source import HARMLESS, ORIGINS, Source
from ambsearch.expansion.reading.texts import Text, read
from ambsearch.expansion.trees import nodes as ir

# what looks at attributes, functions and global variables that are not named in the text; and at all variables
DYNAMIC = frozenset(
    "setattr vars __dict__ asdict astuple attrgetter methodcaller globals __getattr__ __getattribute__".split()
)
SEEING = frozenset({"locals", "eval", "exec"})
NAMING_DYNAMIC = re.compile(rf"\b(case|{'|'.join(DYNAMIC | SEEING)})\b")
SHOWING = frozenset({"print", "isinstance"})
DECORATORS = frozenset("property cached_property staticmethod classmethod cache lru_cache ambiguous".split())
COPYING = ("copy", "__copy__", "__or__", "__ror__", "__ior__")
ANNOTATIONS = ("annotation", "returns")


class Everywhere(Exception):
    """It may be met everywhere."""


class Outline(ir.Known):
    """What a text says by itself.

    parts: its statements, those of its classes one by one, each with the class around it, if any, and all names in it;
    definitions: its functions by name, an `__init__` by that of its class, each with the outermost one around it, and how
    many arguments its object is;
    stored: the names that are bound otherwise than by a definition; classes: those of its classes; globals: those that
    functions declare global; used: all names.
    """

    def __init__(self, text: Text) -> None:
        self.parts: list[tuple[Any, Any, set[str]]] = []
        self.definitions: dict[str, list[tuple[Any, Any, int]]] = {}
        self.stored: set[str] = set()
        self.classes: set[str] = set()
        self.globals: set[str] = set()
        self.add(text.tree.body, None)
        self.used = frozenset[str]().union(*(names for _, _, names in self.parts))

    def add(self, statements: list[Any], holder: Any) -> None:
        for statement in statements:
            if isinstance(statement, ast.ClassDef):
                self.add(statement.body, statement)
                statement = copy.copy(statement)
                statement.body = []
            names: set[str] = set()
            for node in ir.walk(statement):
                self.learn(node, statement, holder, names)
            self.parts.append((statement, holder, names))

    def learn(self, node: Any, outermost: Any, holder: Any, names: set[str]) -> None:
        match node:
            case ast.Name(id=name, ctx=context) | ast.Attribute(attr=name, ctx=context):
                names.add(name)
                if not isinstance(context, ast.Load):
                    self.stored.add(name)
            case ast.FunctionDef(name=name):
                made = holder.name if name == "__init__" and holder is not None else name
                is_method = node is outermost and isinstance(holder, ast.ClassDef) and not is_static(node)
                self.definitions.setdefault(made, []).append((node, outermost, int(is_method)))
            case ast.ClassDef(name=name, body=body):  # one in a function: its methods are not known by name
                self.classes.add(name)
                self.stored |= {part.name for part in body if isinstance(part, ast.FunctionDef)}
            case ast.arg(arg=name):
                self.stored.add(name)
            case ast.alias(name=name, asname=other):
                names.add(name)
                self.stored |= {other} if other else set()
            case ast.Constant(value=str(name)):  # of getattr
                names.add(name)
            case ast.Global(names=found):
                self.globals.update(found)
            case ast.MatchClass():
                names.add("vars")


class Followed:
    """What holds a defaultdict in these texts, and the lines where one may be met.

    names: of attributes, functions and variables of modules; variables: those of functions, each with the outermost one.
    """

    def __init__(self, texts: dict[int, Text], names: Set[str] = frozenset()) -> None:
        self.texts = texts
        self.names, self.variables = {"defaultdict", *names}, set[tuple[Any, str]]()
        self.lines: dict[int, set[int]] = {key: set() for key in texts}
        suspected = [text for text in texts.values() if any(map(NAMING_DYNAMIC.search, text.lines))]
        used = frozenset[str]().union(*(Outline.of(text).used for text in suspected))
        is_dynamic = not DYNAMIC.isdisjoint(used)
        if not SEEING.isdisjoint(used) or is_dynamic and names:  # asked first: most texts need not be parsed then
            raise Everywhere
        self.outlines = {key: Outline.of(text) for key, text in texts.items()}
        self.stored, self.classes, self.globals = map(self.named, ("stored", "classes", "globals"))
        known = 0
        while known < len(self.names) + len(self.variables):
            known = len(self.names) + len(self.variables)
            self.follow_parts()
            if is_dynamic and self.names != {"defaultdict"}:
                raise Everywhere
        self.all_names = self.names | {name for _, name in self.variables}

    def named(self, field: str) -> set[str]:
        """What one of the outlines has in this field."""
        return set().union(*(getattr(outline, field) for outline in self.outlines.values()))

    def definitions(self, name: str) -> list[tuple[Any, Any, int]]:
        return [one for outline in self.outlines.values() for one in outline.definitions.get(name, ())]

    def follow_parts(self) -> None:
        """Follow, through all statements once, what is known so far."""
        scopes = {scope for scope, _ in self.variables}
        for key, outline in self.outlines.items():
            self.line = self.lines[key]
            for statement, holder, names in outline.parts:
                if statement in scopes or not names.isdisjoint(self.names):
                    self.parents = ir.parents_in(statement)
                    self.follow(statement, statement, holder)

    def follow(self, node: Any, scope: Any, holder: Any) -> None:
        """Follow what is met in this node; scope: the outermost function around it; holder: the function or class."""
        if isinstance(node, (*ir.FUNCTIONS, ast.ClassDef)):
            holder = node
        elif isinstance(node, ast.alias) and node.name in self.names:
            self.names.add(node.asname or node.name)
        for field, value in ast.iter_fields(node):
            for child in () if field in ANNOTATIONS else value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    if self.is_met(child, scope):
                        self.line |= {child.lineno, child.end_lineno}  # type: ignore[attr-defined]
                        self.goes(child, holder, scope)
                    self.follow(child, scope, holder)

    def is_met(self, node: Any, scope: Any) -> bool:
        """May this be a defaultdict, or a function that gives one?"""
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                return name in self.names or (scope, name) in self.variables
            case ast.Attribute(attr=name, ctx=ast.Load()):
                return name in self.names
            case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]):
                return not isinstance(name, ast.Constant) or name.value in self.names
            case ast.Call(func=function):
                return self.is_met(function, scope)
        return False

    def goes(self, node: Any, holder: Any, scope: Any) -> None:
        """Follow it to where it goes from here."""
        match use_of(node, self.parents):
            case "looked", ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[other]):
                is_seen = other is node
            case "looked", ast.Compare(ops=signs):
                are_equalities = all(isinstance(sign, (ast.Eq, ast.NotEq)) for sign in signs)
                is_seen = are_equalities and not self.definitions("__eq__")
            case "item" | "changed", ast.Subscript():
                is_seen = ir.name_of(node) != "defaultdict"
            case "asked" | "attribute" | "changed", _:
                is_seen = self.parents[node].attr not in COPYING
            case "given", call:
                is_seen = True
                if ir.name_of(call.func) != "getattr":
                    self.follow_argument(call, node)
            case "stored", ast.Assign() | ast.AnnAssign() as by:
                is_seen = self.bind(by, node, scope, holder)
            case "held", ast.Tuple() as display if isinstance(self.parents[display], ast.Assign):
                is_seen = self.bind(self.parents[display], node, scope, holder)
            case "returned", _:
                is_seen = isinstance(holder, ast.FunctionDef) and is_usual(holder, DECORATORS - {"ambiguous"})
                self.names |= {holder.name} if is_seen else set()
            case how, by:
                is_seen = how in ("looked", "called") or how == "over" and isinstance(by, ast.For | ast.comprehension)
        if not is_seen:
            raise Everywhere

    def bind(self, assignment: ast.Assign | ast.AnnAssign, value: Any, scope: Any, holder: Any) -> bool:
        """Follow it to what it is assigned to; False if that cannot be seen."""
        pairs = assigned_parts(assignment)
        targets = [target for target, part in pairs if part is value]
        if value is not assignment.value and any(part is assignment.value for _, part in pairs):
            return False  # x = y, z = 1, value
        for target in targets:
            match target:
                case ast.Name(id=name) if isinstance(holder, ir.FUNCTIONS) and name not in self.globals:
                    self.variables.add((scope, name))
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    self.names.add(name)
                case _:
                    return False
        return bool(targets)

    def follow_argument(self, call: ast.Call, node: ast.expr) -> None:
        """It is given to a function."""
        function, name = call.func, ir.name_of(call.func)
        is_name = isinstance(function, ast.Name)
        definitions = self.definitions(name)
        if is_name:  # no method, then
            definitions = [one for one in definitions if not one[2] or one[0].name == "__init__"]
        is_builtin = is_name and not definitions and name not in self.stored
        if is_builtin and (name in SHOWING or name in HARMLESS and call.args == [node]):
            return
        is_known = name not in self.stored
        if isinstance(function, ast.Attribute):
            is_known = is_known and not is_of_library(name) and ir.name_of(function.value) not in self.classes
        if not definitions or not is_known or ir.has_star(call):
            raise Everywhere
        for definition, scope, objects in definitions:
            given = definition.args
            found = parameter_of(given, call, node, objects)
            if found not in parameters(given) or not is_usual(definition) or given.vararg or given.kwarg:
                raise Everywhere
            self.variables.add((scope, found))


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
            return False
        case ast.Name(id=name) if name in source.temporaries:
            return name not in source.boxes
        case ast.Name() | ast.Attribute():
            return ir.name_of(owner) in found.all_names
    return True
