"""Where an iterator goes that a function has made or was given: is it used up there, or may something hold it afterwards?

is_kept             may what this node gives be held when its statement has ended?
private_names       the variables that hold only what the function has made itself, and hand it on to nothing

>>> class Words:
...     def __init__(self, text):
...         it = iter(text.split())
...         self.now, self.rest = next(it), it
...     def longest(self):
...         lengths = map(len, self.rest)
...         return max(lengths)
>>> sources = [Source.of_code(one.__code__, {}) for one in (Words.__init__, Words.longest)]
>>> [any(is_kept(source, node) for node in source.nodes if gives_iterator(source, node)) for source in sources]
[True, False]
"""

import ast
from collections.abc import Iterator, Set
from typing import Any

from ambsearch.expansion.analysis.flow import Names, captures, parameters
from ambsearch.expansion.analysis.giving import gives_iterator, methods_of, source_of
from ambsearch.expansion.analysis.values import assigned_parts, is_plain, once, single_definition, values_of
from ambsearch.expansion.analysis.world import WORLD, Own, function_in
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.trees.walking import DISPLAYS
from ambsearch.ownership import is_own
from ambsearch.running.undoing import in_class

# the methods of containers that give what these hold, and what keeps what it is given
GIVING = frozenset({"get", "setdefault", "pop", "popleft"})
KEEPING = frozenset("append appendleft add insert setdefault put partial setattr __setattr__ __setitem__".split())
# what looks at an iterator, or goes over it, and is done
USES = (ast.Starred, ast.YieldFrom, ast.Expr, ast.Attribute, ast.Compare, ast.If, ast.While)
# what gives the iterator in turn
AROUND = (*DISPLAYS, *ir.SCOPES, ast.Tuple, ast.IfExp, ast.BoolOp, ast.BinOp, ast.NamedExpr)


def is_kept(source: Source, node: Any) -> bool:
    parent, are_several = parents(source).get(node), gives_iterator(source, node, inside=True)
    match parent:
        case ast.Assign() | ast.AnnAssign():
            return any(keeps(source, place, value, are_several) for place, value in assigned_parts(parent))
        case ast.For() | ast.comprehension() if are_several:
            names = Names(parent.target).bound
            return not names.isdisjoint(names_kept(source) | read_after_choice(parent))
        case ast.Call() if parent.func is not node and any(map(ir.has_yield, parts_after(parent, node))):
            return True
        case ast.AugAssign():
            return are_several
    return not isinstance(parent, AROUND) and not uses_up(source, node)


def keeps(source: Source, place: ast.expr, value: Any, are_several: bool) -> bool:
    """Does an assignment keep an iterator there? value: None for a part of what is unpacked, perhaps one of several."""
    if value is None:
        return are_several
    is_private = isinstance(place, ast.Name) and place.id in private_names(source)
    return gives_iterator(source, value, inside=is_private)


def uses_up(source: Source, node: Any) -> bool:
    """Is an iterator read here, and not kept?"""
    parent = parents(source).get(node)
    match parent:
        case ast.For() | ast.comprehension():
            return parent.iter is node
        case ast.Return():
            return not source.is_ambiguous(source.tree)
        case ast.Yield():
            return source.is_ambiguous(source.tree)
        case ast.keyword():
            return not keeps_argument(source, parents(source)[parent], parent)
        case ast.Call() if parent.func is not node:
            return not keeps_argument(source, parent, node)
        case ast.GeneratorExp():  # next(group for _, group in groups)
            around = parents(source)[parent]
            return isinstance(around, ast.Call) and source.builtin(around) == "next"
    return isinstance(parent, USES)


@once
def parents(source: Source) -> dict[ast.AST, Any]:
    return ir.parents_in(source.tree)


def parts_after(call: ast.Call, node: ast.AST) -> list[Any]:
    parts = [*call.args, *call.keywords]
    return parts[parts.index(node) + 1 :] if node in parts else []


def read_after_choice(loop: Any) -> set[str]:
    nodes = [node for part in getattr(loop, "body", ()) for node in ir.walk(part)]
    first = min([node.lineno for node in nodes if isinstance(node, ast.Yield)], default=0)
    return {node.id for node in nodes if isinstance(node, ast.Name) and 0 < first <= node.lineno}


# what becomes of an argument


def keeps_argument(source: Source, call: ast.Call, part: Any) -> bool:
    """May a call keep an iterator that is an argument of it?"""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if source.resolve(call.func) is UNKNOWN and (made := single_definition(source, name)) is not None:
        return keeps_parameter(source.nested_source(made), call, part, 0)
    called = list(called_by(source, call.func, name))
    if not called:
        is_method = isinstance(call.func, ast.Attribute) and source.resolve(call.func) is UNKNOWN
        return name in KEEPING or is_method and gives_iterator(source, part, inside=True)
    return any(keeps_given(own, call, part, given) for own, given in called)


def called_by(source: Source, function: ast.expr, name: str) -> Iterator[tuple[Own | None, int]]:
    """The functions of the user's that a call may run, each with how many parameters it is given besides; None for one without text."""
    found = source.resolve(function)
    if issubclass(type(found), type):
        for maker in filter(None, (function_in(in_class(found, name)) for name in ("__init__", "__new__"))):
            if maker.__code__.co_filename == "<string>":  # of a dataclass or named tuple
                yield None, 1
            elif is_own(maker.__code__):
                yield Own(maker.__code__, maker.__globals__), 1
    elif found is not UNKNOWN:
        plain = function_in(found)
        yield from [(Own(plain.__code__, plain.__globals__), 0)] if plain is not None and is_own(plain.__code__) else []
    elif isinstance(function, ast.Attribute) and not is_plain(source, function.value):
        yield from ((own, 1) for own, _ in methods_of(source, name))


def keeps_given(own: Own | None, call: ast.Call, part: Any, given: int) -> bool:
    source = source_of(own) if own is not None else None
    return source is None or keeps_parameter(source, call, part, given)


def keeps_parameter(source: Source, call: ast.Call, part: Any, given: int) -> bool:
    """May this function keep what it is given there? given: how many parameters have a value before the arguments."""
    return parameter_of(source, call, part, given) not in parameters_let_go(source)


def parameter_of(source: Source, call: ast.Call, part: Any, given: int) -> str:
    """The parameter that gets this argument; "" if that is not known."""
    arguments = source.tree.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    return part.arg or "" if isinstance(part, ast.keyword) else "".join(names[given + call.args.index(part) :][:1])


def parameters_let_go(source: Source) -> frozenset[str]:
    """The parameters of a function that it does not keep; while that is found out, all of them. Of a generator, its maker keeps them."""
    key = source.tree
    if key not in WORLD.let_go:
        names = frozenset(parameters(source.tree.args))
        WORLD.let_go[key] = names
        if not any(map(ir.has_yield, source.body)) or source.is_ambiguous(source.tree):
            WORLD.let_go[key] = names & (used_up_names(source) - shared_names(source))
    return WORLD.let_go[key]


# variables


@once
def private_names(source: Source) -> frozenset[str]:
    """The variables that hold what the function has made itself, and that are read only where that is used up."""
    values: dict[str, list[Any]] = values_of(source)
    made = {name for name, found in values.items() if all(is_made(source, one) for one in found)}
    return frozenset(made & used_up_names(source) - shared_names(source))


@once
def used_up_names(source: Source) -> frozenset[str]:
    """The variables that are read only where an iterator is used up."""
    functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
    return source.locals - source.nonlocals - source.seen_at_once - captures(*functions) - names_kept(source)


@once
def names_kept(source: Source) -> set[str]:
    """The names that are read also where what they hold is kept."""
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return {node.id for node in reads if not uses_up(source, node)}


def shared_names(source: Source) -> Set[str]:
    """The variables of an ambiguous function that branches share: each reads what was made before its choice."""
    if not source.is_ambiguous(source.tree):
        return set()
    once_read = names_read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and node.id in once_read]
    ends = {node.id: node.end_lineno or 0 for node in reads if isinstance(node.ctx, ast.Store)}
    choices = [(node.lineno, node.value) for node in source.nodes if isinstance(node, ast.Yield)]
    waits = [(node, i) for node in reads for i, items in choices if items is not node]  # else it is chosen from
    shared = {node.id for node, i in waits if ends.get(node.id, 0) < i <= node.lineno}
    return (source.locals - once_read | shared) - (once_read & variables_of_turns(source))


def is_made(source: Source, node: Any) -> bool:
    """Is this made here? A container may give what it holds, and so may a function in the same module."""
    if isinstance(node, ast.IfExp):
        return is_made(source, node.body) and is_made(source, node.orelse)
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.GeneratorExp, ast.Tuple))
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    functions = [own for own in list(WORLD.functions.get(name, {}).values()) if own.space is source.space]
    return name not in GIVING and not any(map(returns_held, functions))


def returns_held(own: Own) -> bool:
    """May what this function returns be something that is held elsewhere?"""
    source = source_of(own)
    nodes = ir.walk(source.tree) if source is not None else []
    return any(isinstance(node, ast.Return) and isinstance(node.value, ir.PLACES) for node in nodes)


def variables_of_turns(source: Source) -> set[str]:
    """The variables that loops with a choice go over."""
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For) and any(map(ir.has_yield, node.body))]
    parts = [part for over in loops for part in (over, *getattr(over, "args", ()))]
    return {part.id for part in parts if isinstance(part, ast.Name)}


@once
def names_read_once(source: Source) -> frozenset[str]:
    """The variables and parameters that are bound once, and read once, and that as often as they are bound."""
    places: dict[str, list[ast.AST]] = {}
    waiting: list[tuple[ast.AST, ast.AST]] = [(source.tree, source.tree)]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, (ast.Name, ast.arg)):
            places.setdefault(node.id if isinstance(node, ast.Name) else node.arg, []).append(around)
        inner = node if isinstance(node, (*ir.LOOPS, *ir.SCOPES)) else around
        outside = [node.iter] if isinstance(node, ast.For) else []
        waiting += [(child, around if child in outside else inner) for child in ir.children(node)]
    found = {name for name, [one, *more] in places.items() if len(more) == 1 and more[0] is one}
    return frozenset(found - source.nonlocals - source.seen_at_once) & source.locals


def read_once(source: Source) -> frozenset[str]:
    """The same, without the parameters, whose values are not made here."""
    return frozenset(names_read_once(source) - parameters(source.tree.args))
