"""Functions made inside an ambiguous function that change something: each gets its twin beside it.

    def add(x):                 def add(x):
        nonlocal total              total[0] += x
        total += x              def add_recorded(trail, /, x):
    add(3)                          ... total[0] += x, recorded on the trail
                                add_recorded(3), whose trail is put in where the call is recorded

This applies to a name that only this `def` binds; whatever else is called is looked up at run time, see `calls`. The changes
of a short one stand in the place of its call, see `inlined`: its variables there are those that it sees.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f():
...     seen = []
...     def note(x):
...         for y in (x, 2 * x):
...             for z in range(y):
...                 seen.append(z)
...     note((yield (1, 2)))
...     return len(seen)
>>> print(expand(f, fast=True), end="")
def f():
    seen = []
<BLANKLINE>
    def note(x):
        for y in (x, 2 * x):
            for z in range(y):
                seen.append(z)
<BLANKLINE>
    def note_recorded(trail, /, x):
        for y in (x, 2 * x):
            for z in range(y):
                back = NOTHING
                item = UNBOUND
                try:
                    item = z
                    back = len(seen)
                    seen.append(item)
                finally:
                    trail.append((note_undo, seen, item, back))
    for chosen in (1, 2):
        trail_2 = []
        try:
            note_recorded(trail_2, chosen)
            yield len(seen)
        finally:
            if trail_2:
                undo(trail_2)
<BLANKLINE>
def note_undo(entry):
    _, seen, item, back = entry
    if back is not NOTHING:
        if back < len(seen) and seen[back] is item:
            del seen[back]
"""

import ast
from collections.abc import Mapping
from typing import Any

from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.facts import facts_of_source, is_fatal, of_definition
from ambsearch.expansion.analysis.kinds import Kinds, kinds_in
from ambsearch.expansion.helpers.short import kinds_seen, short_inner
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.linking import add_inverses
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import OF_FUNCTIONS


def with_twins(source: Source, body: list[Any]) -> list[Any]:
    """The body in normal form, with the twins of the functions made in it."""
    made: list[Any] = [part for part in ir.inside(*body) if isinstance(part, ast.FunctionDef)]
    for node in made:
        original = single_definition(source, node.name)
        if original is not None and is_recorded(source, original):
            source.recorded[node.name] = twin = source.new_local(f"{node.name}_recorded")
            facts = facts_of_source(source.nested_source(original), False)
            if not facts.dies and not any(map(is_fatal, facts.calls)):
                source.undying.add(twin)
    if not source.recorded:
        return body
    kinds = kinds_in(source, body)
    for node in [node for node in made if node.name in source.recorded]:
        source.made[source.recorded[node.name]] = with_recorded_calls(source, node)
    found = {name: short_inner(source.nested_source(node), kinds) for name, node in source.made.items()}
    source.short = {name: short for name, short in found.items() if short is not None}
    return _Inserting(source, source.recorded, kinds).block(body)


def with_recorded_calls(source: Source, node: ast.FunctionDef) -> ast.FunctionDef:
    """The function, calling the twins of those that are made beside it."""
    made = ir.copy_of(node)
    own = source.nested_source(node).locals
    recorded = {name: twin for name, twin in source.recorded.items() if name not in own}
    made.body = _Inserting(source, recorded, {}).block(made.body)
    made.soon = made.soon | {source.recorded[name] for name in made.soon & source.recorded.keys()}
    return made  # type: ignore[no-any-return]


def is_recorded(source: Source, node: ast.FunctionDef) -> bool:
    """Does this function change something that it did not make?

    Not if it is decorated, or has default values that would be made twice, or may be given others; nor if its twin may have
    no value where it is called.
    """
    may_miss = any(name.startswith(f"{node.name}_recorded") for name in source.unbound)
    is_given = any(isinstance(part, ast.Attribute) and part.attr in OF_FUNCTIONS for part in source.nodes)
    has_types = getattr(node, "type_params", ())  # which its body and annotations may name
    plain = not (node.decorator_list or may_miss or is_given or has_types)
    defaults = filter(None, [*node.args.defaults, *node.args.kw_defaults])
    plain = plain and all(isinstance(part, (ast.Constant, ast.Name)) for part in defaults)
    return plain and of_definition(source, node) is None


class _Inserting(ir.Shallow):
    """Puts each twin beside its function, and calls it in its place; kinds: what the variables hold."""

    def __init__(self, source: Source, recorded: Mapping[str, str], kinds: Kinds) -> None:
        self.source, self.recorded, self.kinds = source, recorded, kinds

    def visit_FunctionDef(self, node: Any) -> Any:
        name = self.recorded.get(node.name)
        return node if name is None else [node, self.twin(name)]

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.recorded:
            node.func = ir.load(self.recorded[node.func.id], node.func)
        return node

    def twin(self, name: str) -> ast.FunctionDef:
        inner = self.source.nested_source(self.source.made[name])
        inner.taken, inner.constants = self.source.taken, self.source.constants
        inner.is_fast = self.source.is_fast
        made, inverses = twin_trees(inner, kinds=kinds_seen(inner, self.kinds))
        made.name = name
        add_inverses(self.source, inverses)
        return made
