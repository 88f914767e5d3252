"""What a search may come to when it runs: the user's functions, and the names in their texts.

reach       all functions that one may run, directly or through others, but for other searches; None if that cannot be told

What is called is found as for changes, see `callees`. Where only the run knows what is called, it is anything that a
text of the related modules mentions otherwise than to call it there and then:

>>> text = "TABLE = [peek]\\n@kept\\ndef take(): return peek()\\ndef main(): return main, len(str())"
>>> sorted(Values(ast.parse(text)).names)
['kept', 'main', 'peek']
"""

import ast
import dis
import re
import sys
import types
from collections.abc import Iterator, Set
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.counters import texts, trees
from ambsearch.expansion.analysis.facts import collect
from ambsearch.expansion.analysis.giving import source_of
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Facts, Own, function_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.texts import NoSource, read
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.running.undoing import in_class

Key = tuple[str, int, str]
# by these a text may come to something without its name
OPEN = frozenset(
    "globals locals vars eval exec compile dir __dict__ __globals__ f_globals attrgetter methodcaller inspect gc pickle "
    "resolve_name asdict astuple __getstate__ __reduce__ __reduce_ex__".split()
)
MATCH = dis.opmap["MATCH_CLASS"]
# by these to a class, of which an object is given
OF_OBJECTS = frozenset("type __class__ mro __mro__ __subclasses__ __bases__ __base__".split())
OF_CLASSES = frozenset("__new__ __init_subclass__ __class_getitem__".split())
# what decorates a function without handing it to anything else
PLAIN = frozenset("property setter getter deleter staticmethod classmethod abstractmethod override ambiguous".split())


class Values(ir.Known, ast.NodeVisitor):
    """What a text mentions otherwise than to call it.

    names: these; decorated: functions that have another value; is_open: may it come to something without its name?
    asks_class: may it come to a class by an object?
    """

    def __init__(self, tree: ast.Module) -> None:
        self.names: set[str] = set()
        self.decorated: list[Any] = []
        self.is_open = self.asks_class = False
        self.visit(tree)

    def visit_FunctionDef(self, node: Any) -> None:
        above = [getattr(part, "attr", getattr(part, "id", "")) for part in node.decorator_list]
        self.decorated += [node] if not PLAIN.issuperset(above) else []
        self.asks_class |= "classmethod" in above or node.name in OF_CLASSES
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        self.is_open |= name in OPEN or name == "getattr" and not is_constant(node)
        self.asks_class |= name in OF_OBJECTS
        inside = [node.func.value] if isinstance(node.func, ast.Attribute) else [] if name else [node.func]
        for part in (*inside, *node.args, *node.keywords):
            self.visit(part)

    def visit_Name(self, node: Any) -> None:
        name = getattr(node, "id", getattr(node, "attr", ""))
        self.is_open |= name in OPEN | {"getattr"}
        self.asks_class |= name in OF_OBJECTS
        self.names |= {name} if isinstance(node.ctx, ast.Load) else set()
        self.generic_visit(node)

    visit_Attribute = visit_Name

    def visit_alias(self, node: ast.alias) -> None:
        self.is_open |= node.name in OPEN
        self.names |= {node.name.rpartition(".")[2]} if node.asname is not None else set()

    def visit_Constant(self, node: ast.Constant) -> None:
        """A text may name a function, but for one of several words that is no example."""
        if isinstance(node.value, str) and (">>>" in node.value or len(node.value.split()) == 1):
            self.names.update(re.findall(r"\w+", node.value))


def is_constant(call: ast.Call) -> bool:
    """Does this call of getattr name the attribute?"""
    return any(isinstance(part, ast.Constant) for part in call.args[1:2])


def reach(own: Own, spaces: frozenset[int], starts: set[Own] | None) -> set[Own] | None:
    """All of the user's functions in these namespaces that this one may run, and it; starts: others that it runs, None if unknown."""
    if starts is None:
        return None
    found, waiting, is_open = {own, *starts}, [own, *starts], False
    while waiting:
        one = waiting.pop()
        facts = facts_of(one)
        if facts is None or not OPEN.isdisjoint(names_in(one)):
            return None
        more = facts.calls
        if facts.is_open:
            others = set() if is_open else possible(spaces)
            if others is None:
                return None
            is_open, more = True, more | others | named(names_in(one), spaces)
        new = {callee for callee in more - found if is_own(callee.code)}
        found |= new
        waiting += new
    return found


def facts_of(own: Own) -> Facts | None:
    """What this function calls, apart from the steps of iterators; None if its text is not known, or reads attributes by any name."""
    if own not in WORLD.explored:
        WORLD.explored[own] = facts = Facts()
        source = source_of(own)
        if source is None or not reads_by_name(source):
            WORLD.explored[own] = facts if own.is_generated else None
        else:
            source.explores = True
            collect(source, frozenset(), facts, source)
    known: Facts | None = WORLD.explored[own]
    return known


def reads_by_name(source: Source) -> bool:
    """Does this function name the attributes that it reads by getattr?"""
    nodes = ir.walk(source.tree) if "getattr" in source.taken else []
    calls = [node for node in nodes if isinstance(node, ast.Call) and is_constant(node)]
    called = [call.func for call in calls]
    return all(node in called for node in nodes if isinstance(node, ast.Name) and node.id == "getattr")


def names_in(own: Own) -> frozenset[str]:
    """The names that this function mentions, or code in it, also as texts of one word; private names also without their class."""
    if own not in WORLD.mentioned:
        WORLD.mentioned[own] = find_names(own.code)
    return WORLD.mentioned[own]


def find_names(code: types.CodeType) -> frozenset[str]:
    found, waiting = {code.co_name}, [code]
    for part in waiting:
        found |= {*part.co_names, *part.co_freevars}
        parts = list(part.co_consts)
        for constant in parts:
            if isinstance(constant, (tuple, frozenset)):
                parts += constant
            elif isinstance(constant, types.CodeType):
                waiting.append(constant)
            elif isinstance(constant, str) and len(constant.split()) == 1:
                found.update(re.findall(r"\w+", constant))
    return frozenset({*found, *map(unmangled, found)})


def unmangled(name: str) -> str:
    """A private name without its class."""
    return name[name.find("__", 1) :] if name.startswith("_") and "__" in name[1:] else name


def possible(spaces: frozenset[int]) -> set[Own] | None:
    """What a call in these namespaces may run of which only the run says what is called; None if that cannot be told."""
    return WORLD.relations.once(spaces, find_possible)


def find_possible(spaces: frozenset[int]) -> set[Own] | None:
    if any(map(may_hold_more, spaces)):
        return None
    try:
        found = [Values.of(tree) for tree in set(trees(spaces))]
    except NoSource:
        return None
    if any(text.is_open for text in found):
        return None
    later = {own for own in functions_in(spaces) if is_made_later(own.code)}
    names = {name for text in found for name in (*text.names, *(node.name for node in text.decorated))}
    if any(text.asks_class for text in found):
        later |= {own for _, cls in classes_in(spaces) for own in made_by(cls)}
    return later | hidden(spaces) | named({*names, "__call__"}, spaces)


def functions_in(spaces: frozenset[int], permanent: bool = False) -> list[Own]:
    """The user's functions in these namespaces, and in the functions there; permanent: and those that are marked so?"""
    found = [own for key in spaces for own in list(WORLD.inside.get(key, {}).values())]
    return [own for own in found if permanent or is_own(own.code)]


def hidden(spaces: frozenset[int]) -> set[Own]:
    """Those that their names do not stand for, because they are decorated."""
    return WORLD.relations.once(spaces, find_hidden)


def find_hidden(spaces: frozenset[int]) -> set[Own]:
    found, known = set(), {key_of(own.code) for own in functions_in(spaces)}
    for text, space in texts(spaces):
        for node in [part for part in Values.of(text.tree).decorated if not isinstance(part, ast.ClassDef)]:
            for code in text.codes.get((node.name, node.decorator_list[0].lineno), []):
                found |= {Own(code, space)} if key_of(code) not in known else set()
    return found


def key_of(code: types.CodeType) -> Key:
    """What tells code, of which an expansion may have its own."""
    return code.co_filename, code.co_firstlineno, code.co_name


def named(names: Set[str], spaces: frozenset[int]) -> set[Own]:
    """The functions of these names, also those that run where an object of a class is made."""
    found = {own for name in names for own in list(WORLD.functions.get(name, {}).values())}
    found |= {own for name in names for own in list(WORLD.getters.get(name, {}).values())}
    found |= {own for name, cls in classes_in(spaces) if name in names for own in made_by(cls)}
    return {own for own in found - searches(spaces) if id(own.space) in spaces and is_own(own.code)}


def searches(spaces: frozenset[int]) -> set[Own]:
    """The ambiguous functions in these namespaces; a call of one runs nothing yet."""
    held = [value for _, value in values_in(spaces)]
    held += [value for found in list(WORLD.owners.values()) for _, value in list(found.values())]
    plain = [function_in(value) for value in held if type(value) is Ambiguous]
    return {Own(f.__code__, f.__globals__) for f in plain if f is not None and id(f.__globals__) in spaces}


def values_in(spaces: frozenset[int]) -> list[tuple[str, Any]]:
    """The global variables in these namespaces."""
    known = WORLD.relations.spaces
    return [pair for key in spaces if key in known for pair in list(known[key][0].items())]


def classes_in(spaces: frozenset[int]) -> list[tuple[str, type]]:
    """The classes in these namespaces, and in the classes there, each with its name."""
    return [pair for key in spaces for pair in WORLD.relations.once(frozenset({key}), find_classes)]


def find_classes(spaces: frozenset[int]) -> list[tuple[str, type]]:
    found = [(name, value) for name, value in values_in(spaces) if issubclass(type(value), type)]
    for _, cls in found:
        inner = [(name, value) for name, value in list(vars(cls).items()) if issubclass(type(value), type)]
        found += [(name, value) for name, value in inner if value.__qualname__.startswith(f"{cls.__qualname__}.")]
    return found


def names_matched(spaces: frozenset[int]) -> set[str]:
    """The attributes that patterns may stand for by their position."""
    found = [in_class(cls, "__match_args__") for _, cls in classes_in(spaces)]
    return {name for names in found if isinstance(names, tuple) for name in names}


def is_made_later(code: types.CodeType) -> bool:
    """Is this a function that another one makes, or a lambda?"""
    return code.co_name not in COMPREHENSIONS and (code.co_name == "<lambda>" or "<locals>" in code.co_qualname)


def matches(code: types.CodeType) -> bool:
    """Has this code a pattern of a class?"""
    return MATCH in code.co_code[::2] or any(
        matches(part) for part in code.co_consts if isinstance(part, types.CodeType)
    )


def made_by(cls: type) -> Iterator[Own]:
    """What making an object of this class runs."""
    for name in ("__new__", "__init__", "__post_init__", "__setattr__"):
        for base in cls.__mro__:
            plain = function_in(vars(base).get(name))
            if plain is not None and is_own(plain.__code__):
                yield Own(plain.__code__, plain.__globals__)


def may_hold_more(key: int) -> bool:
    """May there be more text in this namespace than that of a file, or another?"""
    space = WORLD.relations.spaces[key][0] if key in WORLD.relations.spaces else {}
    is_interactive = sys.flags.interactive or hasattr(sys, "ps1")
    if "__file__" not in space or bool(is_interactive) and space.get("__name__") == "__main__":
        return True
    return not WORLD.inside.get(key) and read(space["__file__"], space) is None
