"""What is known of one's own functions: their names, and which of them change something that they did not make.

WORLD               all of it, found at the first call of a search, and anew when something is replaced
World.named         the own functions of a name, e.g. all methods `put`
World.is_harmless   does a function change nothing but what it made itself, directly or through others?
callees             the own functions that a call may run; None if only the run can tell
"""

import ast
import builtins
import dis
import functools
import os
import sys
import types
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.copiers import stateful
from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import changes, fresh_names, is_permanent
from ambsearch.expansion.flow import Names, parameters
from ambsearch.expansion.source import UNKNOWN, Source
from ambsearch.ownership import PERMANENT, UNDOABLE, is_own, is_own_file, plain_function
from ambsearch.running.calls import TWINS
from ambsearch.running.undoing import in_class

# builtins that change their first argument, or run what they are given while the search waits
CHANGING_BUILTINS = frozenset({"setattr", "delattr"})
STORING = frozenset(
    "__setattr__ __delattr__ __setitem__ __delitem__ __iadd__ __ior__ __iand__ __isub__ __ixor__".split()
)
STORING_METHODS = [
    vars(kind)[name] for kind in (object, list, dict, set, deque, bytearray) for name in STORING if name in vars(kind)
]
# of a builtin function, the special method of its argument that it calls
PROTOCOLS = {
    "len": "__len__",
    "str": "__str__",
    "repr": "__repr__",
    "abs": "__abs__",
    "hash": "__hash__",
    "bool": "__bool__",
}


class Own:
    """An own function: its code, its globals, and whether its first parameter is an object just made."""

    __slots__ = ("code", "function", "key", "makes", "space")

    def __init__(self, code: types.CodeType, space: dict[str, Any], makes: bool = False, function: Any = None) -> None:
        self.code, self.space, self.makes, self.function = code, space, makes, function
        self.key = id(code), id(space), makes

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.key == other.key


@dataclass
class Facts:
    """What one function does.

    changes: does it change something that it did not make? dies: may it call `require` or `fail`?
    calls: the own functions that it may call.
    """

    changes: bool = False
    dies: bool = False
    calls: set[Own] = field(default_factory=set)
    is_readable: bool = True


class World:
    """The own functions of all modules, by name; and what the expansions in use rely on."""

    def __init__(self) -> None:
        self.version = 0
        self.forget()

    def forget(self) -> None:
        """Look at everything again when it is needed."""
        self.functions: dict[str, dict[int, Own]] = {}
        self.getters: dict[str, dict[int, Own]] = {}
        self.owners: dict[str, list[tuple[type, Any]]] = {}
        self.data: set[str] = set()
        self.spaces: dict[int, tuple[dict[str, Any], int]] = {}
        self.relations: dict[int, set[int]] = {}
        self.imports: dict[int, set[str]] = {}
        self.importers: dict[str, set[int]] = {}
        self.forget_facts()

    def forget_facts(self) -> None:
        """Look again at what the functions do: there are others, or one was marked."""
        self.version += 1
        for key, (space, length) in list(self.spaces.items()):
            if len(space) != length:  # it will be learned again when it is needed
                del self.spaces[key]
                self.imports.pop(key, None)
        self.relations.clear()
        self.is_stale = False
        self.modules = 0
        self.marks = len(PERMANENT) + len(UNDOABLE)
        self.facts: dict[Own, Facts] = {}
        self.harmless: dict[Own, bool] = {}
        self.assumed: dict[tuple[int, str], tuple[Mapping[str, Any], str, Any]] = {}

    def holds(self) -> bool:
        """Is everything still as it was when the expansions were made?"""
        if self.marks != len(PERMANENT) + len(UNDOABLE) or not self.is_as_assumed():
            return False
        if len(sys.modules) != self.modules:
            return not any(map(self.is_new, list(sys.modules.values()))) and self.settle()
        return all(len(space) == length for space, length in self.spaces.values() if is_typed(space))

    def is_as_assumed(self) -> bool:
        return not self.is_stale and all(
            space.get(name, UNKNOWN) is value for space, name, value in self.assumed.values()
        )

    def settle(self) -> bool:
        self.modules = len(sys.modules)
        return True

    def is_new(self, module: Any) -> bool:
        space = getattr(module, "__dict__", None)
        return type(space) is dict and id(space) not in self.spaces and is_own_space(space)

    def assume(self, space: Mapping[str, Any], name: str, value: Any, owner: object = None) -> None:
        known = self.assumed.setdefault((id(owner or space), name), (space, name, value))
        self.is_stale |= known[2] is not value  # replaced meanwhile: another expansion relies on what it was

    # the functions by name

    def look_around(self, space: dict[str, Any]) -> None:
        """Learn the names of the functions in all own modules, and in this namespace."""
        self.learn(space)
        if len(sys.modules) != self.modules:
            self.modules = len(sys.modules)
            for module in list(sys.modules.values()):
                inner = getattr(module, "__dict__", None)
                if type(inner) is dict and id(inner) not in self.spaces and is_own_space(inner):
                    self.learn(inner)

    def learn(self, space: dict[str, Any]) -> None:
        if id(space) in self.spaces and self.spaces[id(space)][1] == len(space):
            return
        self.spaces[id(space)] = space, len(space)
        self.imports.pop(id(space), None)
        self.relations.clear()
        for value in list(space.values()):
            if isinstance(value, type):
                if value.__module__ == space.get("__name__"):
                    self.learn_class(value)
            else:
                self.learn_function(value, space)

    def learn_function(self, value: Any, space: dict[str, Any]) -> None:
        function = plain_function(value) if isinstance(value, CALLABLES) else None
        if function is not None and function.__globals__ is space:
            self.learn_code(function.__code__, space)

    def learn_class(self, cls: type) -> None:
        self.data.update(getattr(cls, "__annotations__", ()))
        for name, value in list(vars(cls).items()):
            if isinstance(value, type):
                if value.__qualname__.startswith(cls.__qualname__ + "."):
                    self.learn_class(value)
                continue
            accessors = [value.fset, value.fdel] if isinstance(value, property) else []
            for part in (value, *accessors):
                function = plain_function(part) if isinstance(part, CALLABLES) else None
                if function is not None:
                    own = Own(function.__code__, function.__globals__, function=function)
                    self.learn_code(own.code, own.space)
                    self.functions.setdefault(name, {})[id(own.code)] = own
                    self.owners.setdefault(name, []).append((cls, value))
                    if isinstance(part, property):
                        self.getters.setdefault(name, {})[id(own.code)] = own

    def learn_code(self, code: types.CodeType, space: dict[str, Any]) -> None:
        self.functions.setdefault(code.co_name, {})[id(code)] = Own(code, space)
        self.data.update(data_of(code))
        for part in code.co_consts:
            if isinstance(part, types.CodeType):
                self.learn_code(part, space)

    def named(self, name: str) -> list[Own]:
        """The own functions of this name; the expansion relies on their staying where they are."""
        for cls, value in self.owners.get(name, ()):
            self.assume(vars(cls), name, value, cls)
        return [own for own in self.functions.get(name, {}).values() if is_own(own.code)]

    def related(self, space: dict[str, Any]) -> set[int]:
        """The own namespaces that this one imports, and those of its folder that import it, directly or through others.

        An operator may be one of their classes'; those of strangers are not looked for.
        """
        if id(space) not in self.relations:
            for key in [key for key in self.spaces if key not in self.imports]:
                self.note_imports(key)
            found, waiting = {id(space)}, [id(space)]
            while waiting:
                new = self.neighbours(waiting.pop()) - found
                found |= new
                waiting += new
            self.relations[id(space)] = found
        return self.relations[id(space)]

    def note_imports(self, key: int) -> None:
        self.imports[key] = {module_of(value) for value in list(self.spaces[key][0].values())}
        for name in self.imports[key]:
            self.importers.setdefault(name, set()).add(key)

    def neighbours(self, key: int) -> set[int]:
        """The own namespaces that this one imports, and those of its folder, and the main one, that import it."""
        if key not in self.spaces:
            return set()
        space = self.spaces[key][0]
        found = {id(vars(sys.modules[name])) for name in self.imports[key] if name in sys.modules}
        name = space.get("__name__", "")
        if getattr(sys.modules.get(name), "__dict__", None) is space:
            for importer in self.importers.get(name, set()) & self.spaces.keys():
                other = self.spaces[importer][0]
                if other.get("__name__") == "__main__" or folder(other) == folder(space):
                    found.add(importer)
        return found & self.spaces.keys()

    def got(self, name: str) -> list[Own]:
        """The getters of properties of this name."""
        return [own for own in self.getters.get(name, {}).values() if is_own(own.code)]

    # what they do

    def is_harmless(self, own: Own) -> bool:
        """Does this function change nothing but what it made itself, directly or through others?"""
        known = self.harmless.get(own)
        if known is not None:
            return known
        seen = {own}
        waiting = [own]
        while waiting:
            facts = self.facts_of(waiting.pop())
            if facts.changes or any(self.harmless.get(callee) is False for callee in facts.calls):
                self.harmless[own] = False
                return False
            new = {callee for callee in facts.calls if callee not in seen and not self.harmless.get(callee)}
            seen |= new
            waiting.extend(new)
        self.harmless.update(dict.fromkeys(seen, True))
        return True

    def may_die(self, own: Own) -> bool:
        """May this function call `require` or `fail`, directly or through others?"""
        seen = {own}
        waiting = [own]
        while waiting:
            facts = self.facts_of(waiting.pop())
            if facts.dies:
                return True
            new = facts.calls - seen
            seen |= new
            waiting.extend(new)
        return False

    def facts_of(self, own: Own) -> Facts:
        if own not in self.facts:
            self.facts[own] = Facts()  # for a function that looks at itself
            source = Source.of_code(own.code, own.space)
            self.facts[own] = facts_of_source(self, source, own.makes) if source else unread(own)
        return self.facts[own]


CALLABLES = (
    *(types.FunctionType, staticmethod, classmethod, property, types.MethodType, Ambiguous),
    *(functools.cached_property, type(functools.lru_cache(len))),
)


def folder(space: dict[str, Any]) -> str:
    return str(space.get("__file__", "")).rpartition(os.sep)[0]


def module_of(value: Any) -> str:
    """The name of the module that a value comes from: itself, or that of a function, a class or an object's class."""
    if isinstance(value, types.ModuleType):
        return value.__name__
    if not isinstance(value, (type, types.FunctionType)):
        value = type(value)
    name = value.__module__
    return name if isinstance(name, str) else ""


STORE_ATTR, EXTENDED = dis.opmap["STORE_ATTR"], dis.opmap["EXTENDED_ARG"]


@functools.cache
def data_of(code: types.CodeType) -> frozenset[str]:
    """The attributes that this code may assign to, by name or by their names as text."""
    found = set(stored_attributes(code))
    if not {"setattr", "__dict__", "vars"}.isdisjoint(code.co_names):
        found.update(part for part in flat(code.co_consts) if isinstance(part, str))
    return frozenset(found)


def stored_attributes(code: types.CodeType) -> Iterator[str]:
    """The attributes that this code assigns to: such a one may hold a function, or an object that can be called."""
    high, steps = 0, code.co_code
    for i in range(0, len(steps), 2):
        if steps[i] == STORE_ATTR:
            yield code.co_names[high | steps[i + 1]]
        high = (high | steps[i + 1]) << 8 if steps[i] == EXTENDED else 0


def flat(constants: tuple[Any, ...]) -> Iterator[Any]:
    """The constants, and those in tuples among them."""
    for part in constants:
        yield from flat(part) if isinstance(part, tuple) else (part,)


def is_typed(space: dict[str, Any]) -> bool:
    """Is this the namespace of a prompt, a notebook or the like, which grows while it is used?"""
    return "__file__" not in space


def is_own_space(space: dict[str, Any]) -> bool:
    filename = space.get("__file__")
    return is_own_file(filename) if isinstance(filename, str) else space.get("__name__") == "__main__"


def unread(own: Own) -> Facts:
    """What can be said of a function whose source is not at hand: does its code store anything?"""
    if own.code.co_filename == "<string>" and own.code.co_name in GENERATED:
        return Facts()  # of a dataclass or a named tuple
    stores = changes_something(own.code)
    return Facts(changes=stores, is_readable=not stores)


GENERATED = frozenset(
    "__init__ __eq__ __repr__ __hash__ __lt__ __le__ __gt__ __ge__ __new__ __replace__ __setattr__ __delattr__".split()
)


def changes_something(code: types.CodeType) -> bool:
    """Does this code store an attribute, an item or a global, or call a method that changes a container?"""
    from ambsearch.running.undoing import METHODS

    stores = {"STORE_ATTR", "STORE_SUBSCR", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "STORE_SLICE"}
    return any(
        part.opname in stores or part.opname in ("LOAD_METHOD", "LOAD_ATTR") and part.argval in METHODS
        for part in dis.get_instructions(code)
    )


def facts_of_source(world: World, source: Source, makes: bool = False) -> Facts:
    """What the function with this source does, with the functions in it."""
    facts = Facts()
    if is_generator(source):
        return facts  # a plain generator is not taken back, and neither is what it calls
    fresh = fresh_names(source)
    if makes:
        fresh |= set(list_of_parameters(source.tree.args)[:1])
    collect(world, source, fresh, facts)
    return facts


def is_generator(source: Source) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in source.nodes) or isinstance(
        source.tree, ast.AsyncFunctionDef
    )


def collect(world: World, source: Source, fresh: set[str], facts: Facts) -> None:
    facts.changes |= any(root not in fresh for _, root in changes(source, source.body))
    facts.changes |= bool((source.declared["global"] | source.declared["nonlocal"] - fresh) & source.names.bound)
    for node in unkept(source, source.body):
        if isinstance(node, n.FUNCTIONS):
            inner = source.nested(node)
            own = parameters(node.args) | inner.names.bound
            rebindable = {name for name in source.locals if name in inner.declared["nonlocal"]}
            collect(world, inner, (fresh - own) | fresh_names(inner) | rebindable, facts)
        elif source.word(node) in ("require", "fail"):
            facts.changes = facts.dies = True
        else:
            own_callees = callees(world, source, node)
            facts.changes |= own_callees is None
            facts.dies |= own_callees is None
            facts.calls.update(own_callees or ())


def unkept(source: Source, nodes: Iterable[ast.AST]) -> Iterator[Any]:
    """The nodes in these, but not what is marked permanent, nor what is in functions in them."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if is_permanent(source, node):
            continue
        yield node
        if not isinstance(node, n.FUNCTIONS):
            waiting.extend(n.children(node))


def list_of_parameters(arguments: ast.arguments) -> list[str]:
    return [node.arg for node in (*arguments.posonlyargs, *arguments.args)]


# calls


def callees(world: World, source: Source, node: ast.AST) -> list[Own] | None:
    """The own functions that this one node may run, the nodes inside it apart; None if only the run can tell."""
    if all(is_plain(source, operand) for operand in operands(node)):
        return []
    related = world.related(source.space)

    def near(name: str) -> list[Own]:
        return [own for own in world.named(name) if id(own.space) in related]

    match node:
        case ast.Call(func=function):
            return called(world, source, node, function)
        case ast.Attribute(ctx=ast.Load(), attr=name):
            return [*[own for own in world.got(name) if id(own.space) in related], *near("__getattr__")]
        case ast.Attribute(ctx=ast.Store() | ast.Del(), attr=name):
            return [*near("__setattr__"), *near("__delattr__"), *near(name)]
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return [*near("__setitem__"), *near("__delitem__")]
        case ast.Subscript(ctx=ast.Load()):
            return [*near("__getitem__"), *near("__missing__")]
        case ast.With():
            return [*near("__enter__"), *near("__exit__")]
        case ast.Compare(ops=operators):
            return [own for operator in operators for own in near(COMPARISONS[type(operator)])]
        case ast.AugAssign(op=operator):
            name = OPERATORS[type(operator)]
            return [own for prefix in "ir" for own in near(f"__{prefix}{name}__")] + near(f"__{name}__")
        case ast.BinOp(op=operator):
            name = OPERATORS[type(operator)]
            return [*near(f"__{name}__"), *near(f"__r{name}__")]
    return []


def operands(node: Any) -> list[Any]:
    """What an operator, or a builtin function of one argument, is applied to; what it is not known of: the node."""
    match node:
        case ast.Subscript(value=value):
            return [value]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Call(func=ast.Attribute(value=value)):
            return [value]
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in PROTOCOLS:
            return [argument]
    return [node]


def is_plain(source: Source, node: ast.expr) -> bool:
    """Is this visibly nothing of one's own classes?"""
    if isinstance(node, ast.Name):
        return node.id in source.plain_names
    return isinstance(node, (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.JoinedStr))


OPERATORS: dict[type, str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv"},
    **{ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or"},
    **{ast.BitAnd: "and", ast.BitXor: "xor", ast.MatMult: "matmul"},
}
COMPARISONS: dict[type, str] = {
    **{ast.Eq: "__eq__", ast.NotEq: "__ne__", ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__"},
    **{ast.GtE: "__ge__", ast.In: "__contains__", ast.NotIn: "__contains__", ast.Is: "is", ast.IsNot: "is"},
}


def called(world: World, source: Source, node: ast.Call, function: ast.expr) -> list[Own] | None:
    if source.word(node) is not None or isinstance(function, n.Helper):
        return []
    if isinstance(function, ast.Name) and function.id in source.locals:
        return of_local(world, source, function.id)
    found = source.resolve(function)
    if found is not UNKNOWN:
        return of_value(world, source, function, found)
    if isinstance(function, ast.Attribute):
        return method(world, function)
    return None


def of_local(world: World, source: Source, name: str) -> list[Own] | None:
    """What a call of a function made in this one runs, where the variable visibly holds nothing else."""
    if name not in source.local_calls:
        source.local_calls[name] = None  # for a function that calls itself
        made = single_definition(source, name)
        if made is not None:
            source.local_calls[name] = of_definition(world, source, made)
    found: list[Own] | None = source.local_calls[name]
    return found


def single_definition(source: Source, name: str) -> Any:
    """The def or lambda that this variable holds, if it is bound just once."""
    made = [node for node in n.walk(source.tree) if name in bound_by(node)]
    definitions = [node.value if isinstance(node, ast.Assign) else node for node in made]
    is_one = len(definitions) == 1 and isinstance(definitions[0], (ast.FunctionDef, ast.Lambda))
    return definitions[0] if is_one else None


def bound_by(node: ast.AST) -> set[str]:
    """The variables that this statement or walrus binds itself."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.arg):
        return {node.arg}
    bound = isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.With, ast.NamedExpr, ast.Import))
    return Names(node).bound if bound else set()


def of_definition(world: World, source: Source, node: Any) -> list[Own] | None:
    if getattr(node, "decorator_list", None):
        return [] if source.is_ambiguous(node) else None
    inner, facts = source.nested(node), Facts()
    if is_generator(inner):
        return []
    collect(world, inner, fresh_names(inner), facts)
    return None if facts.changes else sorted(facts.calls, key=lambda own: own.key)


def method(world: World, function: ast.Attribute) -> list[Own] | None:
    """What a method call may run: every own function of that name; a special method may change its object itself."""
    if function.attr in STORING:
        return None
    return None if function.attr in world.data else world.named(function.attr)


def of_value(world: World, source: Source, function: ast.expr, found: Any) -> list[Own] | None:
    """What a call of this value runs; the expansion relies on its staying this value."""
    if isinstance(function, ast.Name) and function.id in source.space:
        world.assume(source.space, function.id, found)
    if isinstance(found, functools.partial):
        found = found.func
    if isinstance(found, type):
        return constructor(world, found)
    if isinstance(found, (Ambiguous, Answers)):
        return []
    if isinstance(found, types.MethodType):
        found = found.__func__
    if isinstance(found, types.FunctionType):
        return [Own(found.__code__, found.__globals__, function=found)] if is_own(found.__code__) else []
    if isinstance(found, types.BuiltinFunctionType):
        name = found.__name__
        if getattr(builtins, name, None) is found:
            return None if name in CHANGING_BUILTINS else world.named(PROTOCOLS.get(name, "no protocol"))
        return None if isinstance(found.__self__, (list, dict, set)) else []  # a container's method under another name
    if isinstance(found, types.MethodDescriptorType) or found in STORING_METHODS:
        return None
    call = plain_function(in_class(type(found), "__call__"))
    return [Own(call.__code__, call.__globals__)] if call is not None and is_own(call.__code__) else []


def constructor(world: World, cls: type) -> list[Own] | None:
    """What making an object of this class runs; an answer that holds such an object is handed out with a copy of it."""
    if is_own_space(vars(sys.modules.get(cls.__module__, builtins))):
        stateful(cls)
    if getattr(builtins, cls.__name__, None) is cls:
        return world.named(PROTOCOLS.get(cls.__name__, "no protocol"))
    found: list[Own] = []
    for name, makes in (("__new__", False), ("__init__", True), ("__post_init__", True)):
        plain = plain_function(getattr(cls, name, None))
        if plain is not None and (is_own(plain.__code__) or plain.__code__.co_filename == "<string>"):
            owner = next(base for base in cls.__mro__ if name in vars(base))
            world.assume(vars(owner), name, vars(owner)[name], owner)
            found.append(Own(plain.__code__, plain.__globals__, makes))
    return found


WORLD = World()


def may_change(source: Source, node: ast.AST) -> bool:
    """May this node, those inside it apart, run an own function that changes something?"""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and source.has_defaultdict:
        return not is_plain(source, node.value)  # reading may make the key
    found = callees(WORLD, source, node)
    return found is None or not all(map(WORLD.is_harmless, found))


def may_die(source: Source, node: ast.AST) -> bool:
    """May this node, those inside it apart, run an own function that calls `require` or `fail`?"""
    found = callees(WORLD, source, node)
    return found is None or any(map(WORLD.may_die, found))


def calls_method(source: Source, function: ast.Attribute) -> bool:
    """Can this attribute only be a method, so that the class of its owner says what a call of it runs?"""
    return source.resolve(function) is UNKNOWN and method(WORLD, function) is not None


def known_twin(source: Source, node: ast.Call) -> tuple[Any, Any] | None:
    """The one own function that changes something and that this call may call, and its twin; None if there are more."""
    found = [own for own in callees(WORLD, source, node) or () if not WORLD.is_harmless(own)]
    if len(found) != 1 or found[0].function is None or found[0].makes or found[0].function.__closure__ is not None:
        return None
    if any(code is found[0].code for code in TWINS.making):
        return None  # it calls itself
    twin = TWINS.find(found[0].function)
    return None if twin is None else (found[0].function, twin)
