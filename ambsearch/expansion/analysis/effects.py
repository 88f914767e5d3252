"""Finds the changes in a piece of code that backtracking must undo, and what is changed permanently.

changes(source, nodes)      the changes in these nodes, each with the variable whose object it changes
in_place                    may an augmented assignment change its target?
slice_object                the key of a place, as an expression of its own
may_last                    may anything be changed permanently, in the function or in another of the related modules, so
                            that the inverse of an ordinary change may find it in another state?
says_lasting                does the function itself say so?

Assigning a number permanently, to a variable or an attribute, is no such change: best = permanent(total).
`values` says what a variable visibly holds, `facts` what a call may do, `recorder` how each change is recorded.
"""

import ast
import sys
import types
from collections.abc import Iterable, Iterator, Set
from typing import Any

from ambsearch.expansion.analysis.bindings import assigned_parts, once, pairs_of
from ambsearch.expansion.analysis.bytecode import OPTIMIZED
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.values import ATOM, SUMS, containers, is_calculated, is_visibly
from ambsearch.expansion.analysis.world import WORLD, functions_in, values_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import PERMANENT
from ambsearch.running.undoing import CHANGE_FIRST_ARGUMENT, METHODS

PLACES = (ast.Subscript, ast.Attribute)
# changes that are calls already: the walrus of a variable in a box, the ends of a `with` around choices
RECORDED = frozenset({"put_in", "enter", "leave", "leave_turns"})
# which nodes may run a user's function, and which may change something themselves
RUNNING = frozenset({ast.Call, ast.Attribute, ast.Subscript, ast.Compare, ast.BinOp, ast.With})
CHANGING = frozenset({ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.withitem, ast.Delete, ast.Call})


def changes(source: Source, nodes: list[Any]) -> list[tuple[ast.AST, str | None]]:
    """The changes in these nodes, each with the name of what it changes, see `root_of`, if that can be seen."""
    found: list[tuple[ast.AST, str | None]] = []
    for node in unkept(source, nodes):
        kind = type(node)
        if kind in CHANGING:
            found += [(node, root_of(owner)) for owner in owners_changed_by(source, node)]
        if kind in RUNNING and source.may_change(node):
            found.append((node, source.owner_changed(node)))
    return found


def unkept(source: Source, nodes: Iterable[ast.AST]) -> Iterator[Any]:
    """The nodes in these, except what is marked permanent and what is in functions inside."""
    return without_permanent(source, nodes) if source.says_permanent else ir.inside(*nodes)


def without_permanent(source: Source, nodes: Iterable[ast.AST]) -> Iterator[Any]:
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if is_permanent(source, node):
            continue
        yield node
        waiting += ir.evaluated_nodes(node)


def owners_changed_by(source: Source, node: Any) -> list[ast.expr | None]:
    """What this one node changes, without the nodes inside it; None if it is not there before."""
    match node:
        case ast.Call(func=ir.Helper(id=name), args=[first, *_]) if name in RECORDED:
            return [first]
        case ast.Call(func=ir.Helper(id="stepping" | "more_steps")):
            return [None]
        case ast.AugAssign():
            if is_permanent(source, node.value):
                return []
            inside: list[ast.expr | None] = [node.target] if in_place(source, node) else []
            return inside if isinstance(node.target, ast.Name) else [node.target.value, *inside]
        case ast.Assign() | ast.AnnAssign():
            is_change = node.value is not None and not is_permanent(source, node.value)
            return owners_of_places(assigned_parts(node)) if is_change else []
        case ast.For(target=target) | ast.withitem(optional_vars=ast.expr() as target):
            return owners_of_places(pairs_of(target))
        case ast.Delete():
            return [target.value for target in node.targets if isinstance(target, PLACES)]
        case ast.Call() if (node.args or node.keywords) and changes_first_argument(source, node.func):
            return [node.args[0] if node.args else None]
        case ast.Call() if prints_to_file(source, node):
            return [None]
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
    return []


def owners_of_places(assigned: list[tuple[ast.expr, ast.expr | None]]) -> list[ast.expr | None]:
    return [part.value for part, _ in assigned if isinstance(part, PLACES)]


def changed_target(target: ast.AST) -> bool:
    """Does assigning to this target change an object, rather than only rebind names?"""
    return any(isinstance(part, PLACES) for part, _ in pairs_of(target))


def is_nested(target: Any) -> bool:
    inner = [part.value if isinstance(part, ast.Starred) else part for part in getattr(target, "elts", ())]
    return any(isinstance(part, ir.UNPACKED) for part in inner)


def unpacks_items(source: Source, loop: Any) -> bool:
    """Does this `for` unpack its items, and more of them than the pairs that enumerate, zip and a dict give?"""
    is_call = isinstance(loop.iter, ast.Call)
    is_of_dict = is_call and getattr(loop.iter.func, "attr", "") == "items" and is_plain(source, loop.iter)
    is_paired = is_of_dict or is_call and source.builtin(loop.iter) in ("enumerate", "zip")
    return is_nested(loop.target) or isinstance(loop.target, ir.UNPACKED) and not is_paired


def changes_first_argument(source: Source, function: ast.expr) -> bool:
    return source.is_one_of(function, CHANGE_FIRST_ARGUMENT)


def prints_to_file(source: Source, call: ast.Call) -> bool:
    return any(part.arg == "file" for part in call.keywords) and source.builtin(call) == "print"


def is_inherited(source: Source, call: ast.Call) -> bool:
    """Is this a call of a method of super()?"""
    owner = getattr(call.func, "value", None)
    return isinstance(owner, ast.Call) and source.builtin(owner) == "super"


def root_of(node: ast.expr | None) -> str | None:
    """The variable that holds an object; None if it is not in a variable."""
    return node.id if isinstance(node, ast.Name) else None


def is_permanent(source: Source, value: ast.AST | None) -> bool:
    return source.says_permanent and value is not None and source.word(value) == "permanent"


def assigned_names(source: Source, nodes: Iterable[Any], permanent: bool) -> set[str]:
    """The variables that are assigned in these nodes, permanently or ordinarily."""
    found: set[str] = set()
    for node in nodes:
        parts = [node.target] if isinstance(node, ast.AugAssign) else [part for part, _ in assigned_parts(node)]
        if parts and is_permanent(source, node.value) is permanent:
            found |= {part.id for part in parts if isinstance(part, ast.Name)}
    return found


def mentions_permanent(source: Source, *nodes: ast.AST) -> bool:
    return source.says_permanent and any(is_permanent(source, part) for part in ir.inside(*nodes))


def in_place(source: Source, node: ast.AugAssign) -> bool:
    """May this augmented assignment change its target in place, as xs += [x] and array *= 2 do?"""
    if isinstance(node.target, ast.Name) and is_visibly(ATOM, source, node.target):
        return False
    if isinstance(node.op, SUMS) and not is_calculated(source, node):
        return True
    return isinstance(node.op, ast.Mult) or "numpy" in sys.modules or source.may_change(node)


def adds_apart(source: Source, node: Any, made: Set[str]) -> bool:
    """Is this n += v, or s[i] += v of a container made here, so that first it can be asked what is there?"""
    match node:
        case ast.AugAssign(target=ast.Name(id=name)):
            return name in source.locals and name not in source.boxes
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=ast.Name() | ast.Constant()) as place):
            is_plain = name in containers(source) and not source.may_change(place)
            return name in made and is_plain and not Names(node.value).bound
    return False


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))


def slice_object(key: ast.expr) -> ast.expr:
    """The key of a subscript as an expression of its own: a[i:j] has the key slice(i, j, None)."""
    if isinstance(key, ast.Slice):
        bounds = [part or ir.constant(None, key) for part in (key.lower, key.upper, key.step)]
        return ir.expression(key, "slice(a, b, c)", **dict(zip("abc", bounds, strict=True)))
    if isinstance(key, ast.Tuple):
        key.elts = [slice_object(item) for item in key.elts]
    return key


# what is permanent


@once
def may_last(source: Source) -> bool:
    """May anything that this function changes be changed permanently, too?"""
    return says_lasting(source) or WORLD.relations.once(WORLD.relations.of(source.space), find_lasting)


def find_lasting(spaces: frozenset[int]) -> bool:
    """Does a function in these namespaces change something permanently?"""
    is_met = any(value is one for one in builtins_kept() for _, value in values_in(spaces))
    return is_met or any(map(lasts, functions_in(spaces)))


def builtins_kept() -> list[Any]:
    """The functions of Python's own that are marked permanent."""
    return [value for value in list(PERMANENT.values()) if not isinstance(value, types.CodeType)]


def lasts(own: Own) -> bool:
    """Does this function change something permanently?"""
    builtins = {one.__name__ for one in builtins_kept() if isinstance(one.__self__, types.ModuleType)}
    names = own.code.co_names
    says = "permanent" in names or any(word_in(own.space.get(name)) == "permanent" for name in names)
    if id(own.code) in PERMANENT or not says or not own.code.co_flags & OPTIMIZED:  # the body of a class
        return id(own.code) in PERMANENT or not builtins.isdisjoint(names)
    source = own.source(is_called=False)
    return source is None or says_lasting(source)


def says_lasting(source: Source) -> bool:
    """Is anything in this function, or the one that made it, marked permanent, but for numbers that are assigned?"""
    if source.around is not None and says_lasting(source.around):
        return True
    nodes: list[Any] = [part for part in ir.walk(source.tree) if source.says_permanent or type(part) in ir.DEFINITIONS]
    stored = {id(node.value) for node in nodes if is_only_stored(source, node)}
    return any(is_permanent(source, node) and id(node) not in stored or is_marked(source, node) for node in nodes)


def is_marked(source: Source, node: Any) -> bool:
    """Is this a function inside that is permanent?"""
    found = [source.resolve(part) for part in getattr(node, "decorator_list", ())]
    return any(word_in(part) == "permanent" for part in found)


def is_only_stored(source: Source, node: Any) -> bool:
    """Does this assign a permanent value, to variables or attributes, and change nothing else?"""
    value: Any = getattr(node, "value", None)
    if not is_permanent(source, value):
        return False
    parts: list[Any] = [part for part, _ in assigned_parts(node)]
    if isinstance(node, ast.AugAssign) and is_number(value.args[0]):
        parts = [node.target]
    are_simple = bool(parts) and all(isinstance(part, (ast.Name, ast.Attribute)) for part in parts)
    return are_simple and not changes(source, value.args)
