"""Assignments and other changes: each changes one place, once its operands are evaluated.

a[i] = yield E          chosen = yield E; a[i] = chosen
a[i], a[j] = v          one, other = v; a[i] = one; a[j] = other
a = b[i] = v            value = v; a = value; b[i] = value
a[yield E] = v          value = v; key = yield E; a[key] = value
a[f()] += yield E       key = f(); item = a[key]; chosen = yield E; item += chosen; a[key] = item
xs.append(queue.pop())  value = queue.pop(); xs.append(value)
n = xs.pop() - xs.pop() value = xs.pop(); value_2 = xs.pop(); n = value - value_2
p = [put(a), put(b)]    value = put(a); value_2 = put(b); p = [value, value_2]
d[k] |= v[k]            item = d[k]; operand = v[k]; item |= operand; d[k] = item, if d may be a defaultdict of sets

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(a, i, j):
...     a[i], a[j] = a[j], a[i]
...     a[i] += yield (1, 2)
...     return a
>>> print(expand(f, normal=True), end="")
def f(a, i, j):
    item, item_2 = (a[j], a[i])
    a[i] = item
    a[j] = item_2
    item_3 = a[i]
    chosen = yield (1, 2)
    item_3 += chosen
    a[i] = item_3
    return a
"""

import ast
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.analysis.effects import changed_target, changes, is_permanent, mentions_permanent, slice_object
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.giving import gives_iterator
from ambsearch.expansion.analysis.values import ATOM, is_visibly
from ambsearch.expansion.normalizing.lifting import Lifting, children
from ambsearch.expansion.reading.source import UNKNOWN
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common import CommonChanges, operands

APART = (ast.Tuple, ast.List, ast.BinOp, ast.UnaryOp, ast.Subscript)  # which evaluate all their parts, in this order


class Assignments(Lifting):
    """The statements that bind or change something."""

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        target = node.targets[0]
        if len(node.targets) > 1:
            return self.several_targets(node)
        if isinstance(target, ir.UNPACKED) and changed_target(target):
            return self.tuple_target(node)
        if ir.has_yield(target):
            return self.chosen_target(node, target)
        if isinstance(node.value, ast.Yield) and self.is_local(target):
            return self.choose(node.value, target)
        return self.operands_apart(self.lift_field(node, "value"))

    def operands_apart(self, statements: list[Any]) -> list[ast.stmt]:
        """A common change, the last of these, whose operands themselves change something: these come first."""
        *before, node = statements
        if isinstance(node, ast.Assign) and self.is_local(node.targets[0]):
            kept: list[ast.stmt] = []
            if isinstance(node.targets[0], ast.Tuple):  # first, last = queue.popleft()
                kept, node.value = self.take_out(node.value)
            elif not isinstance(node.value, ast.Call):
                kept, node.value = self.calls_apart(node.value)
            if kept:
                return [*before, *kept, node]
        if (
            CommonChanges(self.source).shape(node) is None
            or isinstance(node.value, ast.Subscript)
            or mentions_permanent(self.source, node)
        ):
            return statements
        if not changes(self.source, operands(node)):
            return statements
        if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name):
            kept, node.value = self.temporary(node.value)
            before += self.block(kept)
            first, node.targets[0] = self.stable_place(node.targets[0], set())
            return [*before, *first, node]
        call: Any = node.value
        place: list[ast.stmt] = []
        # a method, but not heapq.heappush
        if isinstance(call.func, ast.Attribute) and self.source.resolve(call.func) is UNKNOWN:
            place, call.func = self.stable_place(call.func, Names(*call.args).bound)
        for i, argument in enumerate(call.args):
            kept, call.args[i] = self.temporary(argument)
            place += self.block(kept)
        return [*before, *place, node]

    def takes_out(self, value: ast.expr) -> bool:
        change = ir.at(ast.Assign([ir.store("_", value)], value), value)
        return CommonChanges(self.source, binds=False).shape(change) is not None

    def take_out(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """An expression that is a common change, such as queue.popleft(), as a statement of its own, and its value."""
        if not self.takes_out(value):
            return ([], value) if isinstance(value, ast.Call) else self.calls_apart(value)
        kept, name = self.temporary(value)
        return self.block(kept), name

    def calls_apart(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """The calls in an expression that are common changes as statements of their own, and what is left."""
        if not self.holds_call(value):
            return [], value
        if isinstance(value, ast.Call):
            kept, value = self.temporary(value)
            return self.block(kept), value
        before: list[ast.stmt] = []
        places = children(value)
        last = max(i for i, (holder, key) in enumerate(places) if self.holds_call(holder[key]))
        for i, (holder, key) in enumerate(places[: last + 1]):
            kept, holder[key] = self.calls_apart(holder[key])
            before += kept
            if i != last:
                kept, holder[key] = self.save(holder[key], Names(value).bound)
                before += self.block(kept)
        return before, value

    def holds_call(self, value: ast.expr) -> bool:
        if mentions_permanent(self.source, value):
            return False
        if isinstance(value, APART) or isinstance(value, ast.Compare) and len(value.ops) == 1:
            return any(self.holds_call(holder[key]) for holder, key in children(value))
        return isinstance(value, ast.Call) and (self.takes_out(value) or self.is_own_change(value))

    def is_own_change(self, call: ast.Call) -> bool:
        """Is this the call of a helper, or of a method of the user's, that may change something?

        An iterator would stay in a variable, and its `finally` would run later.
        """
        if gives_iterator(self.source, call):
            return False
        if isinstance(call.func, ast.Attribute):
            return self.source.is_method(call.func) and self.source.may_change(call)
        return self.source.known_function(call) is not None

    def several_targets(self, node: ast.Assign) -> list[ast.stmt]:
        """a = b[i] = v: evaluate v, then assign it from left to right."""
        value, assign = self.assigning(node.value)
        before, kept = self.temporary(value)
        return self.block(before + [part for target in node.targets for part in assign(target, kept)])

    def tuple_target(self, node: ast.Assign) -> list[ast.stmt]:
        """a[i], a[j] = v: evaluate v, unpack it, then assign its items from left to right."""
        from ambsearch.expansion.normalizing.unpacking import parts_apart  # here, because few programs need it

        value, assign = self.assigning(node.value)
        items = parts_apart(node.targets[0], lambda: self.source.new_local("item"))
        after = [part for target, name in items for part in assign(target, ir.load(name, target))]
        return self.block([ir.at(ast.Assign(node.targets, value), node), *after])

    def assigning(self, value: Any) -> tuple[ast.expr, Callable[[ast.expr, ast.expr], list[ast.stmt]]]:
        """What is evaluated, and how it or a part of it is assigned: permanently, if it is marked so."""
        marked = is_permanent(self.source, value)
        text, mark = ("target = mark(part)", value.func) if marked else ("target = part", None)
        return value.args[0] if marked else value, lambda target, part: ir.quote(
            target, text, target=target, part=part, mark=mark
        )

    def chosen_target(self, node: ast.Assign, target: Any) -> list[ast.stmt]:
        """a[yield E] = v: v comes first, then the choices in the place."""
        kept, value = self.temporary(node.value)
        before, place = self.stable_place(target, set())
        assign = ir.at(ast.Assign([place], value), node)
        return [*self.block(kept), *before, *self.statement(assign)]

    def is_local(self, target: ast.expr) -> bool:
        """Are there only local names, so that a choice can bind them itself?"""
        return not changed_target(target) and Names(target).bound <= self.source.locals

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        if node.value is None:
            return []
        return self.visit_Assign(ir.at(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        if isinstance(node.target, ast.Name):
            return self.augmented_name(node)
        before, target = self.stable_place(node.target, Names(node.value).bound)
        node = ir.at(ast.AugAssign(target, node.op, node.value), node)
        computed = ir.has_yield(node.value) or bool(changes(self.source, [node.value]))
        if is_permanent(self.source, node.value) or not (computed or self.is_of_sets(node)):
            return [*before, node]
        kept, item = self.temporary(target, "item")
        if isinstance(node.value, ast.Subscript) and not ir.has_yield(node.value):  # of a defaultdict, too
            keep, node.value = self.temporary(node.value, "operand")
            kept += keep
        add = ir.quote(node, "item += value", item=item, value=node.value)[0]
        add.op = node.op  # type: ignore[attr-defined]
        back = ir.quote(node, "target = item", target=target, item=item)[0]
        return [*before, *kept, *self.statement(add), back]

    def is_of_sets(self, node: ast.AugAssign) -> bool:
        """Is this d[k] |= v of what may be a defaultdict of sets, whose item is there before v, which is asked what it is?"""
        read = ir.copy_of(node.target)
        ir.set_context(read, ast.Load())
        is_simple = isinstance(node.value, (ast.Name, ast.Constant)) or is_visibly(ATOM, self.source, node.value)
        is_of_sets = not is_simple and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.BitXor))
        return is_of_sets and bool(changes(self.source, [read]))

    def augmented_name(self, node: Any) -> list[ast.stmt]:
        if not ir.has_yield(node.value):
            kept, node.value = self.calls_apart(node.value) if self.is_local(node.target) else ([], node.value)
            return [*kept, node]
        if self.is_local(node.target) and node.target.id not in Names(node.value).bound:
            before, node.value = self.lift(node.value)
            return [*before, node]
        kept, item = self.temporary(ir.load(node.target.id, node), "item")
        add = ir.at(ast.AugAssign(ir.store(item.id, node), node.op, node.value), node)  # type: ignore[attr-defined]
        return [*kept, *self.statement(add), *ir.quote(node, "t = item", t=node.target, item=item)]

    def stable_place(self, target: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        """The place with its owner and key in variables that are not rebound, so that it can be used twice."""
        before: list[ast.stmt] = []
        fields = ["value", "slice"] if isinstance(target, ast.Subscript) else ["value"]
        for field in fields:
            part = getattr(target, field)
            stays = isinstance(part, ast.Name) and part.id not in rebound
            stays = stays and (self.is_local_name(part) or part.id in self.source.steady)
            if stays or isinstance(part, ast.Constant) or issubclass(type(self.source.resolve(part)), type):
                continue
            kept, name = self.temporary(slice_object(part), "owner" if field == "value" else "key")
            self.source.temporaries[name.id] = part if field == "value" else None  # type: ignore[attr-defined]
            before += self.block(kept)
            setattr(target, field, name)
        return before, target

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for target in node.targets:
            before, place = self.stable_place(target, set()) if ir.has_yield(target) else ([], target)
            found += [*before, ir.at(ast.Delete([place]), node)]
        return found
