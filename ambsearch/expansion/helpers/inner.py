"""Functions made inside an ambiguous function that change something: each gets its twin beside it.

    def add(x):                 def add(x):
        nonlocal total              total[0] += x
        total += x              def add_recorded(trail, /, x):
    add(3)                          ... total[0] += x, recorded on the trail
                                add_recorded(3), whose trail is put in where the call is recorded

This applies to a name that only this `def` binds; whatever else is called is looked up at run time, see `calls`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f():
...     seen = []
...     def note(x):
...         seen.append(x)
...     note((yield (1, 2)))
...     return len(seen)
>>> print(expand(f), end="")
def f():
    seen = []
<BLANKLINE>
    def note(x):
        seen.append(x)
<BLANKLINE>
    def note_recorded(trail, /, x):
        back = NOTHING
        owner = UNBOUND
        try:
            owner = seen
            if type(owner) is list or (type(owner) is deque and owner.maxlen is None):
                back = len(owner)
                owner.append(x)
            else:
                back = Saved()
                change(back, owner, 'append', x)
        finally:
            trail.append((note_undo, owner, x, back))
    for chosen in (1, 2):
        trail_3 = []
        try:
            note_recorded(trail_3, chosen)
            yield len(seen)
        except Dead:
            pass
        finally:
            undo(trail_3)
<BLANKLINE>
def note_undo(entry):
    _, owner, x, back = entry
    if type(back) is Saved:
        undo(back)
    elif back < len(owner) and owner[back] is x:
        del owner[back]
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.facts import of_definition, single_definition
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.linking import add_inverses
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def with_twins(source: Source, body: list[Any]) -> list[Any]:
    """The body in normal form, with the twins of the functions made in it."""
    for node in [part for part in ir.inside(*body) if isinstance(part, ast.FunctionDef)]:
        original = single_definition(source, node.name)
        if original is not None and is_recorded(source, original):
            source.recorded[node.name] = source.new_local(f"{node.name}_recorded")
    return _Inserting(source).block(body) if source.recorded else body


GIVEN = ("__defaults__", "__kwdefaults__", "__code__")


def is_recorded(source: Source, node: ast.FunctionDef) -> bool:
    """Does this function change something that it did not make?

    Not if it is decorated, or has default values that would be made twice, or may be given others.
    """
    plain = not node.decorator_list and not any(
        isinstance(part, ast.Attribute) and part.attr in GIVEN for part in source.nodes
    )
    plain = plain and not getattr(node, "type_params", ())  # which its body and annotations may name
    defaults = filter(None, [*node.args.defaults, *node.args.kw_defaults])
    plain = plain and all(isinstance(part, (ast.Constant, ast.Name)) for part in defaults)
    return plain and of_definition(source, node) is None


class _Inserting(ir.Shallow):
    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_FunctionDef(self, node: Any) -> Any:
        name = self.source.recorded.get(node.name)
        return node if name is None else [node, self.twin(node, name)]

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.source.recorded:
            node.func = ir.load(self.source.recorded[node.func.id], node.func)
        return node

    def twin(self, node: ast.FunctionDef, name: str) -> ast.FunctionDef:
        inner = self.source.nested_source(node)
        inner.taken, inner.constants, inner.recorded = self.source.taken, self.source.constants, self.source.recorded
        made, inverses = twin_trees(inner)
        made.name = name
        add_inverses(self.source, inverses)
        return made
