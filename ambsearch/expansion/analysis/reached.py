"""What a search may come to when it runs: the user's functions, and the names in their texts.

Where only the run knows what is called, it is anything that a text of the related modules mentions otherwise than to call it
there and then:

>>> text = "TABLE = [peek]\\n@kept\\ndef take(): return peek()\\ndef main(): return main, len(str())"
>>> sorted(Values(ast.parse(text)).names)
['kept', 'main', 'peek']
"""

import ast
import re
import types
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Own, function_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own

# by these a text may come to something without its name
OPEN = frozenset(
    "globals locals vars eval exec compile dir __dict__ __globals__ f_globals attrgetter methodcaller inspect gc pickle "
    "resolve_name asdict astuple __getstate__ __reduce__ __reduce_ex__".split()
)


class Values(ir.Known, ast.NodeVisitor):
    """What a text mentions otherwise than to call it: names. is_open: may it come to something without its name?"""

    def __init__(self, tree: ast.Module) -> None:
        self.names: set[str] = set()
        self.is_open = False
        self.visit(tree)

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        self.is_open |= name in OPEN or name == "getattr" and not is_constant(node)
        inside = [node.func.value] if isinstance(node.func, ast.Attribute) else [] if name else [node.func]
        for part in (*inside, *node.args, *node.keywords):
            self.visit(part)

    def visit_Name(self, node: Any) -> None:
        name = getattr(node, "id", getattr(node, "attr", ""))
        self.is_open |= name in OPEN | {"getattr"}
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


def functions_in(spaces: frozenset[int], permanent: bool = False) -> list[Own]:
    """The user's functions in these namespaces, and in the functions there; permanent: and those that are marked so?"""
    found = [own for key in spaces for own in list(WORLD.inside.get(key, {}).values())]
    return [own for own in found if permanent or is_own(own.code)]


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


def is_made_later(code: types.CodeType) -> bool:
    """Is this a function that another one makes, or a lambda?"""
    return code.co_name not in COMPREHENSIONS and (code.co_name == "<lambda>" or "<locals>" in code.co_qualname)
