"""Direct changes: the common ones have their inverse right after the rest, as one would write them by hand.

    xs.append(v)    xs.append(v); try: rest finally: xs.pop()
    x = xs.pop()    x = xs.pop(); try: rest finally: xs.append(x); likewise with the ends of a deque
    seen.add(v)     back = v not in seen; seen.add(v); try: rest finally: if back: seen.discard(v)
    free.remove(v)  free.remove(v); try: rest finally: free.add(v)
    a[k] = v        old = a[k]; a[k] = v; try: rest finally: a[k] = old, or del a[k] if the key is new
    o.x = v         old = o.x; o.x = v; try: rest finally: o.x = old
    n += v          back = what undoes it if n is a container; n += v; try: rest finally: run back

These short forms apply if the variable visibly is a list, dict, set or deque, or an object that keeps x in itself. Otherwise the expansion checks the
owner as `common` says, and records the change of any other owner on a separate list, which takes the place of
`saved`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(n):
...     path = []
...     x = yield range(n)
...     path.append(x)
...     return list(path)
>>> print(expand(f), end="")
def f(n):
    path = []
    for x in range(n):
        path.append(x)
        try:
            yield list(path)
        finally:
            path.pop()
"""

import ast
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from ambsearch.expansion.analysis.effects import changes, in_place, is_permanent, may_last, mentions_permanent
from ambsearch.expansion.analysis.items import items_given
from ambsearch.expansion.analysis.kinds import kinds_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common import CommonChanges, operands
from ambsearch.expansion.undoing.common_places import may_answer
from ambsearch.expansion.undoing.one_change import Change as Common
from ambsearch.expansion.undoing.one_change import Statements


class Parts(NamedTuple):
    """What stands before the try, in it, and what takes it back.

    alive: the variable, if any, that says after the change whether the branch is alive; dies: may the change end it?
    """

    before: Statements
    change: Statements
    back: Statements
    alive: str | None = None
    dies: bool = False


Change = Callable[[Any, set[str]], Parts]


class DirectChanges:
    """The direct changes of one function.

    A change is emitted when the rest is known: what is needed again afterwards must be in variables that
    the rest does not rebind.
    """

    def __init__(self, source: Source, body: Statements) -> None:
        self.source, self.body = source, body
        kinds = kinds_in(source, body)
        self.common = CommonChanges(source, kinds=kinds, is_apart=not may_last(source))

    def is_own_list(self, value: ast.expr) -> bool:
        """Is this visibly a list that only this function has? When a choice from it goes on, it is as it was."""
        if not isinstance(value, ast.Name) or value.id in self.source.boxes or self.common.kind(value) != "list":
            return False
        return self.common.is_apart and None not in items_given(self.source, self.body, [value.id])[value.id]

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, if it is one of the common ones."""
        if not (is_of_name := isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)):
            if self.common.shape(node) is None:
                return None
        if any(map(self.source.may_die, ir.inside(*([node] if is_of_name else operands(node))))):
            return None
        if is_of_name:
            return self.augmented_change if self.source.is_fast and self.is_augmented_local(node) else None
        describe = self.common.find(node)
        if describe is None or not self.source.is_fast and not self.is_certain(describe, node):
            return None
        return functools.partial(self.common_change, describe)

    def is_certain(self, describe: Any, node: Any) -> bool:
        """Does the text show that the owner is a common one?"""
        taken = set(self.source.taken)
        change: Common = describe(node, lambda value, name: ([], value))
        self.source.taken &= taken  # the change is described again where it is emitted
        return self.common.on_visible(operands(node)[0], change).is_certain

    def may_die(self, node: ast.stmt) -> bool:
        """May a user's function that makes this change end the branch, if its owner is no common one?"""
        return any(map(self.source.may_die, ir.inside(node)))

    def common_change(self, describe: Any, node: Any, rebound: set[str]) -> Parts:
        """Any of the common changes; `saved` is a trail where its owner is not common."""
        change: Common = describe(node, functools.partial(self.stable, rebound))
        change = self.common.on_visible(operands(node)[0], change)
        if change.is_certain:
            return Parts(change.before + change.doing(), [], change.quote(change.undo))
        dies = self.may_die(node)
        return Parts(change.before + change.ready(), change.doing(), change.undoing(), dies=dies)

    def stable(self, rebound: set[str], value: ast.expr, name: str) -> tuple[Statements, ast.expr]:
        """A value that is needed again when the search goes back, in a variable that the rest leaves alone."""
        is_local = isinstance(value, ast.Name) and value.id in self.source.locals
        if isinstance(value, ast.Constant) or is_local and value.id not in rebound:  # type: ignore[attr-defined]
            return [], value
        fresh = self.source.fresh(name)
        return ir.quote(value, "fresh = value", fresh=fresh, value=value), ir.load(fresh, value)

    # n += v

    def is_augmented_local(self, node: ast.AugAssign) -> bool:
        name = node.target.id  # type: ignore[union-attr]
        own = self.source.locals.union(*self.source.declared.values())
        if name not in own or not in_place(self.source, node) or is_permanent(self.source, node.value):
            return False
        is_simple = not changes(self.source, [node.value]) and not mentions_permanent(self.source, node)
        return is_simple and not may_answer(self.source, node)

    def augmented_change(self, node: ast.AugAssign, rebound: set[str]) -> Parts:
        """n += v, which changes a container in place and only rebinds a number."""
        found = self.common.container(node)
        parts: dict[str, Any] = {"back": self.source.fresh("back"), "name": node.target, "value": node.value}
        parts["operation"] = ir.constant(type(node.op).__name__, node)
        recorded, undo = "back = []\nname = augment(back, operation, name, value)", "if back: undo(back)"
        before, changed = ir.quote(node, "back = None", **parts), ir.quote(node, recorded, **parts)
        if found is not None:
            keep, parts["value"] = self.stable(set(), node.value, "operand")
            parts |= {
                "saved": node.target,
                "in_place": [ir.at(ast.AugAssign(node.target, node.op, parts["value"]), node)],
            }
            test, save, back = found
            text = f"if {test}:\n    back = saved, {save}\n    in_place\nelse: recorded"
            changed = keep + ir.quote(node, text, recorded=ir.quote(node, recorded, **parts), **parts)
            undo = f"if type(back) is tuple: {back}\nel{undo}"
        text = "if type(name) is int or type(name) in IMMUTABLE: body\nelse: changed"
        change = ir.quote(node, text, body=[node], changed=changed, **parts)
        return Parts(before, change, ir.quote(node, undo, **{**parts, "saved": parts["back"]}))
