"""Which plain functions no search can come to, so that nothing they do is done in one.

A function at the top of a module is such a one if all that any text of the related modules does with its name is to call
it there and then: at the top of a module, or in another function of the kind.

>>> text = "def peek(it): return next(it)\\ndef main(): print(peek(iter('ab')))\\nif NAME: main()"
>>> sorted(unreached_in([Uses(ast.parse(text))]))
['main', 'peek']
>>> sorted(unreached_in([Uses(ast.parse(text)), Uses(ast.parse("table = {'first': peek}"))]))
['main']
"""

import ast
import re
import sys
import weakref
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from ambsearch.expansion.analysis.counters import trees
from ambsearch.expansion.analysis.relations import reach
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.reading.texts import NoSource
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own_space

# by these a text may come to a function without its name
OPEN = frozenset(
    "globals locals vars eval exec compile dir __dict__ __globals__ f_globals attrgetter methodcaller inspect gc pickle "
    "resolve_name".split()
)


class Uses(ast.NodeVisitor):
    """What a text does with names.

    called: of each plain function at its top, what it calls by name; used: what is read otherwise, or where a search may
    come; is_open: may it come to a function without its name?
    """

    known: "weakref.WeakKeyDictionary[ast.Module, Uses]" = weakref.WeakKeyDictionary()

    def __init__(self, tree: ast.Module) -> None:
        self.called: dict[str, set[str]] = {}
        self.used: set[str] = set()
        self.is_open = False
        self.here: set[str] | None = set()  # what is called there and then; None where a search may come
        self.is_at_top = True
        self.visit(tree)

    @classmethod
    def of(cls, tree: ast.Module) -> "Uses":
        if tree not in cls.known:
            cls.known[tree] = cls(tree)
        return cls.known[tree]

    def within(self, nodes: Iterable[Any], here: set[str] | None) -> None:
        before, self.here, self.is_at_top = (self.here, self.is_at_top), here, False
        for node in nodes:
            self.visit(node)
        self.here, self.is_at_top = before

    def visit_FunctionDef(self, node: Any) -> None:
        is_plain = self.is_at_top and isinstance(node, ast.FunctionDef) and not node.decorator_list
        is_plain &= not any(map(ir.has_yield, node.body)) and "__" not in node.name
        self.within([*node.decorator_list, node.args, *filter(None, [node.returns])], self.here)
        self.within(node.body, self.called.setdefault(node.name, set()) if is_plain else None)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.within(ast.iter_child_nodes(node), self.here)

    def visit_later(self, node: Any) -> None:
        self.within(ast.iter_child_nodes(node), None)

    visit_Lambda = visit_GeneratorExp = visit_TypeAlias = visit_later

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        is_known = any(isinstance(part, ast.Constant) for part in node.args[1:2])
        self.is_open |= name in OPEN or name == "getattr" and not is_known
        (self.used if self.here is None else self.here).add(name)
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
        elif not name:
            self.visit(node.func)
        for part in (*node.args, *node.keywords):
            self.visit(part)

    def visit_Name(self, node: Any) -> None:
        self.use(getattr(node, "id", getattr(node, "attr", "")))
        self.generic_visit(node)

    visit_Attribute = visit_Name

    def visit_alias(self, node: ast.alias) -> None:
        self.is_open |= node.name in OPEN
        if node.asname is not None:
            self.use(node.name.rpartition(".")[2])

    def visit_Constant(self, node: ast.Constant) -> None:
        """A text may name a function, but for one of several words that is no example."""
        if isinstance(node.value, str) and (">>>" in node.value or len(node.value.split()) == 1):
            self.used.update(re.findall(r"\w+", node.value))

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(part, ast.Name) and part.id == "__all__" for part in node.targets):
            self.generic_visit(node)

    def use(self, name: str) -> None:
        self.is_open |= name in OPEN | {"getattr"}
        self.used.add(name)


def unreached_in(found: Iterable[Uses]) -> set[str]:
    """The plain functions in these texts that no search can come to."""
    found = list(found)
    if any(one.is_open for one in found):
        return set()
    used: set[str] = {name for one in found for name in one.used}
    names: set[str] = {name for one in found for name in one.called}

    def called(name: str) -> set[str]:
        return {part for one in found for part in one.called.get(name, ())}

    reached: set[str] = set(reach(used, called))
    return names - reached


def unreached(spaces: frozenset[int]) -> set[str]:
    """The names of those in these namespaces."""
    known = WORLD.relations.unreached
    if spaces not in known:
        known[spaces] = find_unreached(spaces)
    return known[spaces]


def find_unreached(spaces: frozenset[int]) -> set[str]:
    held: set[str] = set()
    for key in spaces:
        space = WORLD.relations.spaces[key][0] if key in WORLD.relations.spaces else {}
        if is_typed(space):
            return set()
        for value in list(space.values()) if not WORLD.inside.get(key) else ():  # its text is not known
            if isinstance(value, ModuleType) and is_own_space(vars(value)):
                return set()
            held |= {value.__name__} if type(value) is FunctionType else set()
    try:
        return unreached_in(map(Uses.of, set(trees(spaces)))) - held
    except NoSource:
        return set()


def is_typed(space: dict[str, Any]) -> bool:
    """May there be more text in this namespace than that of a file?"""
    is_interactive = sys.flags.interactive or hasattr(sys, "ps1")
    return "__file__" not in space or bool(is_interactive) and space.get("__name__") == "__main__"


def is_unreached(own: Own, spaces: frozenset[int]) -> bool:
    """Can no search in these namespaces come to this function?"""
    return own.code.co_qualname == own.code.co_name and own.code.co_name in unreached(spaces)
