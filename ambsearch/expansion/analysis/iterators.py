"""Which iterators an expression may give, that a loop with a choice could take apart, because nothing else holds them.

iterators_of           those that this node may give: as steps, which say whether these change something
iterators_given_by     those that functions may give
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.bindings import once, single_definition, values_of
from ambsearch.expansion.analysis.callees import callees, meeting
from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.facts import consult, is_fatal, is_generator, is_harmless
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import WORLD, relatives
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.resumed import is_resumable
from ambsearch.running.twins import FREE, TWINS, UNFINISHED, UNSEEN, Cut


def iterators_of(source: Source, node: Any, seen: tuple[Any, ...] = ()) -> list[Cut]:
    """The iterators that this may give; seen: the functions that are looked at already."""
    match node:
        case ast.IfExp():
            return [cut for side in ir.sides(node) for cut in iterators_of(source, side, seen)]
        case ast.Name(id=name) if name not in seen:
            values = values_of(source).get(name, [])
            return [cut for value in values if value for cut in iterators_of(source, value, (*seen, name))]
        case ast.GeneratorExp():
            return [effect(source, node)]
        case ast.Call(func=ast.Name(id=name)) if (made := single_definition(source, name)) is not None:
            return [] if made in seen else iterators_returned_by(source.nested_source(made), (*seen, made))
        case ast.Call() if source.builtin(node) in LAZY:
            return [effect(source, node), *(cut for part in node.args for cut in iterators_of(source, part, seen))]
        case ast.Call() | ast.Attribute():
            found = callees(source, node)
            if found is None and isinstance(node, ast.Call):
                return [UNSEEN[not may_change_later(source)]]
            made = iterators_given_by(found or [], seen)
            given = [*node.args, *(one.value for one in node.keywords)] if made and isinstance(node, ast.Call) else []
            return [*made, *(cut for part in given for cut in iterators_of(source, part, seen))]
    return []


def effect(source: Source, node: ast.expr) -> Cut:
    """Do the steps of this iterator change something?"""
    consult(source)
    return UNFINISHED if changes(source, [node]) else FREE


@once
def may_change_later(source: Source) -> bool:
    """Is there a user's function near that gives an iterator whose steps change something?"""
    return not all(map(is_harmless, giving_iterators(source)))


@once
def may_die_later(source: Source) -> bool:
    """Is there one whose steps may end the branch?"""
    return any(map(is_fatal, giving_iterators(source)))


@once
def giving_iterators(source: Source) -> list[Own]:
    """The user's functions near that give an iterator."""
    owns = [own for found in list(WORLD.functions.values()) for own in list(found.values())]
    lazy = [own for own in owns if is_resumable(own.code) or not {"map", "filter"}.isdisjoint(own.code.co_names)]
    return [own for own in relatives(meeting(source), lazy) if is_own(own.code) and not is_search(own)]


def is_search(own: Own) -> bool:
    """Is this the function of an ambiguous one, whose yields are choices?"""
    source = own.source()
    return source is not None and source.is_ambiguous(source.tree)


def iterators_given_by(owns: list[Own], seen: tuple[Any, ...] = ()) -> list[Cut]:
    """The iterators that these functions give."""
    found: list[Cut | None] = []
    for own in owns:
        if is_resumable(own.code):
            found.append(TWINS.cut_of(own.code, own.space))
        elif own not in seen and (source := own.source()) is not None:
            found += iterators_returned_by(source, (*seen, own))
    return [cut for cut in found if cut is not None]


def iterators_returned_by(source: Source, seen: tuple[Any, ...]) -> list[Cut]:
    if is_generator(source):
        return [UNFINISHED]
    given = [node.value for node in source.nodes if isinstance(node, ast.Return)]
    values = source.body if isinstance(source.tree, ast.Lambda) else given
    return [cut for value in values for cut in iterators_of(source, value, seen)]
