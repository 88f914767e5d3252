"""Where a function may make keys of defaultdicts, by reading items of them, if it changes nothing else.

    def is_free(self, node):            self.edges, and graph.edges where `graph.is_free(n)` is called
        return not self.edges[node]

Such a function need not be recorded: the keys that it makes in a dict are the last ones there.
"""

import ast
from types import FunctionType
from typing import Any

from ambsearch.expansion.analysis import effects, facts, flow
from ambsearch.expansion.analysis.callees import callbacks
from ambsearch.expansion.analysis.callees import callees as callees_elsewhere
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.values import made_names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir

Places = list[Any]  # variables, and attributes of what a variable holds
Around = tuple[Own, ...]  # the functions that are being looked at, each called by the one before
DEEPEST = 4


class Unknown(Exception):
    """Something else may be changed, or nobody knows where a key is made."""


def places_grown(source: Source, nodes: list[Any], around: Around = ()) -> Places:
    """Where these nodes may make keys, if they change nothing else; else it raises Unknown."""
    facts.consult(source)
    found: Places = []
    for node, _ in effects.changes(source, nodes):
        match node:
            case _ if effects.owners_changed_by(source, node):
                raise Unknown
            case ast.Subscript(value=ast.Name() | ast.Attribute(value=ast.Name()) as place):
                found.append(place)
            case ast.Call() if not ir.has_star(node):
                found += grown_by_call(source, node, around)
            case _:
                raise Unknown
    return found


def grown_by_call(source: Source, call: ast.Call, around: Around) -> Places:
    """The same of what a call runs, the lambdas that it is given among them."""
    backs: list[Any] = [back.func for back in callbacks(source, call)]
    are_seen = bool(backs) and all(isinstance(back, ast.Lambda) for back in backs)
    found = grown_by(source, call, callees_elsewhere(source, call) if are_seen else facts.callees(source, call), around)
    for back in backs if are_seen else ():
        inside = grown_inside(source.nested_source(back), around)
        if not flow.parameters(back.args).isdisjoint(map(variable_of, inside)):
            raise Unknown
        found += inside
    return found


def grown_by(source: Source, call: ast.Call, called: list[Own] | None, around: Around) -> Places:
    """The same of the functions that this call runs, in what they are given."""
    if called is None:
        raise Unknown
    function, found = call.func, Places()
    values = [function.value, *call.args] if isinstance(function, ast.Attribute) else call.args
    for own in called:
        if facts.is_harmless(own):
            continue
        inner = own.source() if own not in around and len(around) < DEEPEST else None
        decorated = getattr(inner and inner.tree, "decorator_list", ())  # perhaps a static method
        if inner is None or decorated or not is_named(source, function, own):
            raise Unknown
        names = [one.arg for one in (*inner.tree.args.posonlyargs, *inner.tree.args.args)]
        given: dict[Any, Any] = {
            **dict(zip(names, values, strict=False)),
            **{one.arg: one.value for one in call.keywords},
        }
        for place in grown_inside(inner, (*around, own)):
            value = given.get(variable_of(place))
            if isinstance(place, ast.Attribute) and isinstance(value, ast.Name):
                value = ir.at(ast.Attribute(value, place.attr, ast.Load()), value)
            elif isinstance(place, ast.Attribute) or value is None:
                raise Unknown
            found.append(value)
    return found


def is_named(source: Source, function: ast.expr, own: Own) -> bool:
    """Is this function called by its name, so that it is given what stands there, and not by Python itself?"""
    if isinstance(function, ast.Attribute):
        return own.code.co_name == function.attr and not own.makes
    found = source.resolve(function)
    return type(found) is FunctionType and found.__code__ is own.code


def grown_inside(source: Source, around: Around) -> Places:
    """The same of a function, in variables that it does not bind."""
    found = places_grown(source, source.body, around)
    made = made_names(source, False)
    kept = [place for place in found if variable_of(place) not in made]
    outside = source.declared["global"] | source.declared["nonlocal"]
    is_simple = not facts.is_generator(source) and not effects.mentions_permanent(source, *source.body)
    is_simple = is_simple and not any(source.word(call) in ENDS for call in source.every_call)
    if not is_simple or not source.names.bound.isdisjoint({*outside, *map(variable_of, kept)}):
        raise Unknown
    return kept


def variable_of(place: Any) -> str:
    return str(getattr(getattr(place, "value", place), "id", ""))
