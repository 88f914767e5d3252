"""Lifting: the choices of an expression become statements before it, in the order of evaluation.

    n = 1 + (yield E)       chosen = yield E; n = 1 + chosen
    f(g(), (yield E))       value = g(); chosen = yield E; f(value, chosen)
    (yield E) if c else b   if c: value = yield E else: value = b
    a and (yield E)         value = a; if value: value = yield E

Earlier siblings of a choice that may have effects or may change are saved first; operands that may be skipped become
an `if`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(c, g):
...     return g(), (yield [1, 2]) if c else 3
>>> print(expand(f, normal=True), end="")
def f(c, g):
    value = g()
    if c:
        value_2 = yield [1, 2]
    else:
        value_2 = 3
    return (value, value_2)
"""

import ast
import copy
import itertools
from typing import Any

from ambsearch.expansion.analysis.effects import changes, mentions_permanent
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.normalizing.aliases import is_known_method
from ambsearch.expansion.reading.comprehensions import COMPREHENSIONS
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS

ENDS = (ir.Answer, ir.PassOn, ir.Dead, ir.Next, ir.Leave, ast.Raise, ast.Break, ast.Continue)
Place = tuple[Any, Any]  # of an expression: the list that it is in, or the fields of its parent; and the key there


class Lifting:
    """Statements with fresh variables, and expressions without choices; `choose` says what a choice becomes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.numbers = itertools.count()

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements up to the first after which nothing runs."""
        block: list[ast.stmt] = []
        for part in itertools.chain.from_iterable(map(self.statement, statements)):
            block.append(part)
            if isinstance(part, ENDS):
                break
        return block

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        visit = getattr(self, "visit_" + type(node).__name__, None)
        return [node] if visit is None else visit(node)

    def temporary(self, value: ast.expr, name: str = "value") -> tuple[list[ast.stmt], ast.expr]:
        """Statements that keep a value in a fresh variable, and that variable."""
        name = self.source.new_local(name)
        return ir.quote(value, "name = value", name=name, value=value), ir.load(name, value)

    def choose(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        """target = yield E."""
        raise NotImplementedError

    def is_local_name(self, node: ast.Name) -> bool:
        return node.id in self.source.locals or node.id in self.source.boxes

    def lift_field(self, node: Any, field: str) -> list[ast.stmt]:
        """A statement with an expression that may hold choices."""
        before, value = self.lift(getattr(node, field))
        setattr(node, field, value)
        return [*before, node]

    def settle(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Lift, and leave no change in the expression, because a leap cannot undo anything itself."""
        before, value = self.lift(value)
        if not changes(self.source, [value]) and not mentions_permanent(self.source, value):
            return before, value
        kept, name = self.temporary(value)
        return before + self.block(kept), name

    def lift(self, node: Any) -> tuple[list[ast.stmt], Any]:
        """The statements that make the choices in an expression, and the expression without them."""
        if not ir.has_yield(node):
            return [], node
        if isinstance(node, ast.Yield):
            name = self.source.new_local("chosen")
            return self.choose(node, ir.store(name, node)), ir.load(name, node)
        if isinstance(node, ast.IfExp) and (ir.has_yield(node.body) or ir.has_yield(node.orelse)):
            return self.conditional(node)
        if isinstance(node, ast.BoolOp) and any(map(ir.has_yield, node.values[1:])):
            return self.operands(node)
        if isinstance(node, ast.Compare) and any(map(ir.has_yield, node.comparators[1:])):
            return self.chain(node)
        before: list[ast.stmt] = []
        places = children(node)
        last = max(i for i, (holder, key) in enumerate(places) if ir.has_yield(holder[key]))
        later_bound = Names(*(holder[key] for holder, key in places[: last + 1])).bound
        for i, (holder, key) in enumerate(places[: last + 1]):
            statements, holder[key] = self.lift(holder[key])
            before += statements
            if i != last:
                is_callee = isinstance(node, ast.Call) and key == "func"
                save = self.saved_callee if is_callee else self.save
                statements, holder[key] = save(holder[key], later_bound)
                before += statements
        return before, node

    # operands that may be skipped

    def conditional(self, node: ast.IfExp) -> tuple[list[ast.stmt], ast.expr]:
        """a if c else b, with a choice in a or b."""
        name = self.source.new_local("value")
        branches = {"body": node.body, "orelse": node.orelse}
        parts: dict[str, Any] = {k: self.block(ir.quote(v, "name = E", name=name, E=v)) for k, v in branches.items()}
        before, test = self.settle(node.test)
        return [*before, *ir.quote(node, "if test: body\nelse: orelse", test=test, **parts)], ir.load(name, node)

    def operands(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        """a and b, a or b, with a choice in b."""
        name = self.source.new_local("value")
        test = "name" if isinstance(node.op, ast.And) else "not name"
        parts = ir.operands_of(node, type(node.op))
        *others, last = [self.block(ir.quote(part, "name = E", name=name, E=part)) for part in parts]
        for block in reversed(others):
            last = [*block, *ir.quote(node, f"if {test}: last", name=name, last=last)]
        return last, ir.load(name, node)

    def chain(self, node: ast.Compare) -> tuple[list[ast.stmt], ast.expr]:
        """a < b < c, with a choice in c, which may change what a name stands for."""
        return self.operands(compared_apart(self.source, node, ast.Constant))

    def save(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        """A sibling that is evaluated before a choice, kept in a variable unless it cannot change."""
        if isinstance(node, (ast.Constant, ir.Helper)):
            return [], node
        if isinstance(node, ast.Name) and self.is_local_name(node) and node.id not in rebound:
            return [], node
        if isinstance(node, (ast.keyword, ast.Starred, ast.Slice)):
            return self.saved_part(node, rebound)
        if isinstance(node, ast.Attribute) and node.attr in METHODS:  # a callee: it stays a change
            before, node.value = self.save(node.value, rebound)
            return before, node
        if callable(self.source.resolve(node)):
            return [], node
        if isinstance(node, ast.FormattedValue):
            before, text = self.temporary(ir.at(ast.JoinedStr([node]), node), "text")
            return before, ir.at(ast.FormattedValue(text, -1, None), node)
        return self.temporary(node)

    def saved_callee(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        """What is called after a choice; one of the user's methods is read now, too, and its class says then which."""
        if not is_known_method(self.source, node) or node.attr in METHODS:
            return self.save(node, rebound)
        before, node.value = self.save(node.value, rebound)
        is_asked = self.source.is_fast  # to be read, it is better without
        return [*before, *(ir.quote(node, "method", method=ir.copy_of(node)) if is_asked else [])], node

    def saved_part(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        if isinstance(node, ast.Starred):
            unpacked = ir.at(ast.Tuple([copy.copy(node)], ast.Load()), node)
            before, node.value = self.temporary(unpacked)
            return before, node
        before = []
        for holder, key in children(node):
            statements, holder[key] = self.save(holder[key], rebound)
            before += statements
        return before, node


def compared_apart(source: Source, node: ast.Compare, *simple: type[ast.expr]) -> ast.BoolOp:
    """a < b < c as a < b and b < c; what stands between, unless it is simple, is evaluated once and kept in a variable."""
    tests: list[ast.expr] = []
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        again = right
        if right is not node.comparators[-1] and not isinstance(right, simple):
            again = ir.load(source.new_local("operand"), right)
            right = ir.expression(right, "(name := right)", name=again.id, right=right)
        tests.append(ir.at(ast.Compare(left, [operator], [right]), node))
        left = ir.copy_of(again)
    return ir.at(ast.BoolOp(ast.And(), tests), node)  # type: ignore[no-any-return]


def by_number(which: str, bodies: list[Any], last: list[ast.stmt]) -> list[ast.stmt]:
    """if which == 0: the first of the bodies; elif which == 1: the second; ...; else: the last."""
    for i, body in reversed([*enumerate(bodies)]):
        parts = {"which": which, "number": ir.constant(i, body[0]), "body": body, "last": last}
        text = "if which == number: body\nelse: last" if last else "if which == number: body"
        last = ir.quote(body[0], text, **parts)
    return last


def children(node: ast.AST) -> list[Place]:
    """The places of the expressions in a node, in the order in which they are evaluated."""
    if isinstance(node, ast.Dict):
        pairs = [(part, i) for i in range(len(node.keys)) for part in (node.keys, node.values)]
        return [(part, i) for part, i in pairs if part[i] is not None]
    if isinstance(node, COMPREHENSIONS):  # the rest is evaluated for each item
        return [(vars(node.generators[0]), "iter")]
    fields = [(node, field) for field in node._fields]
    if isinstance(node, ir.FUNCTIONS):  # what is evaluated where it is made
        fields = [(node, "decorator_list"), (node.args, "defaults"), (node.args, "kw_defaults")]
        fields += [*((part, "annotation") for part in ir.walk(node.args)), (node, "returns")]
    if isinstance(node, ast.ClassDef):
        fields = [(node, "decorator_list"), (node, "bases"), (node, "keywords")]
    found: list[Place] = []
    for holder, field in fields:
        value = getattr(holder, field, None)
        if isinstance(value, list):
            found += [(value, i) for i, item in enumerate(value) if _is_operand(item)]
        elif _is_operand(value):
            found.append((vars(holder), field))
    if isinstance(node, ast.NamedExpr):
        found = [place for place in found if place[1] != "target"]
    return found


def _is_operand(node: object) -> bool:
    return isinstance(node, (ast.expr, ast.keyword))
