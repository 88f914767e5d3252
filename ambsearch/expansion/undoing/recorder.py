"""Recording: plain statements, rewritten so that each change is on the trail.

    a[k] = v, o.x = v       set_item(trail, v, a, k), set_attribute(trail, v, o, 'x')
    a[k] += v               old = item(trail, a, k); old = augment(trail, 'Add', old, v); set_item(trail, old, a, k)
    n += v                  the same if n is a number; else n = augment(trail, 'Add', n, v)
    del a[k], del o.x       delete_item(trail, a, k), delete_attribute(trail, o, 'x')
    xs.sort()               change(trail, xs, 'sort')
    shuffle(xs)             change_argument(trail, shuffle, xs)
    permanent(v)            v
    except:                 except Dead: raise, before it

The common changes are undone in place, see `common`; all others come here.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(o):
...     yield (1, 2)
...     del o.x
...     return o
>>> print(expand(f), end="")
def f(o):
    for _ in (1, 2):
        trail = []
        try:
            delete_attribute(trail, o, 'x')
            yield o
        finally:
            undo(trail)
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import PLACES, adds_apart, in_place, is_permanent, root_of, slice_object
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common_places import may_answer
from ambsearch.expansion.undoing.reads import Reads


class Recorder(Reads):
    """Rewrites the changes, too; `permanent` is removed."""

    def visit_Try(self, node: Any) -> ast.stmt:
        """A handler of every exception must not catch the end of the branch."""
        self.generic_visit(node)
        if any(_is_for_all(handler.type) for handler in node.handlers):
            node.handlers[:0] = ir.quote(node, "try: pass\nexcept Dead: raise")[0].handlers  # type: ignore[attr-defined]
        return node  # type: ignore[no-any-return]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if is_permanent(self.source, node.value):
            node.value = self.value_to_store(node.value.args[0])  # type: ignore[attr-defined]
            return node
        if isinstance(target, ir.UNPACKED):
            self.read_at_once.add(node.value)
        if isinstance(target, ast.Name) and target.id in self.source.chosen:
            self.chosen.add(node.value)
        self.generic_visit(node)
        if not isinstance(target, PLACES):
            return node
        return self.at_place(node, "set_KIND(trail, value, owner, key)", target, value=node.value)[0]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if is_permanent(self.source, node.value):
            node.value = self.value_to_store(node.value.args[0])  # type: ignore[attr-defined]
            return node
        asks_first = self.source.is_fast and not self.in_expression and not may_answer(self.source, node)
        is_brief = not self.source.is_fast and isinstance(node.value, (ast.Constant, ast.Name))
        asks = self.source.may_change(node)
        runs = self.source.may_change(ir.expression(node, "place", place=node.target))  # where it is read
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) or adds_apart(self.source, node, self.fresh):
            if not in_place(self.source, node) or root_of(node.target) in self.fresh and not asks:
                return node
            return self.augmented(node, asks_first)
        if self.in_expression or is_brief:  # in the body of a class, or to be read
            parts = {"operation": ir.constant(type(node.op).__name__, node), "operand": node.value}
            return self.at_place(node, "augment_KIND(trail, operation, owner, key, operand)", node.target, **parts)
        place, name = node.target, self.source.fresh("old")
        read = "name = KIND(trail, owner, key)" if runs else "name = place"
        node.target = ir.store(name, node)
        changed = self.augmented(node, asks_first)
        before = self.at_place(node, read, place, name=name, place=place)
        return [*before, *changed, *self.at_place(node, "set_KIND(trail, name, owner, key)", place, name=name)]

    def augmented(self, node: ast.AugAssign, asks_first: bool) -> list[ast.stmt]:
        """n += v, recorded, unless it is asked first and n is a number."""
        parts = {"trail": self.trail, "target": node.target, "operand": node.value}
        operation = ir.constant(type(node.op).__name__, node)
        changed = ir.quote(node, "target = augment(trail, operation, target, operand)", operation=operation, **parts)
        test = "if type(target) is int or type(target) in IMMUTABLE: node\nelse: changed"
        return ir.quote(node, test, node=[ir.copy_of(node)], changed=changed, **parts) if asks_first else changed

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        deletions: list[ast.stmt] = []
        for target in node.targets:
            if not isinstance(target, PLACES):
                deletions.append(ir.at(ast.Delete([target]), node))
            else:
                deletions += self.at_place(node, "delete_KIND(trail, owner, key)", target)
        return deletions

    def at_place(self, origin: ast.AST, text: str, target: Any, **parts: Any) -> list[ast.stmt]:
        """Statements about a place: KIND stands for item or attribute, owner and key for its parts."""
        is_item = isinstance(target, ast.Subscript)
        key = slice_object(target.slice) if is_item else ir.constant(self.source.mangled_name(target.attr), target)
        text = text.replace("KIND", "item" if is_item else "attribute")
        return ir.quote(origin, text, trail=self.trail, owner=target.value, key=key, **parts)


def _is_for_all(kind: ast.expr | None) -> bool:
    """Does this handler catch every exception?"""
    return kind is None or any(isinstance(part, ast.Name) and part.id == "BaseException" for part in ast.walk(kind))
