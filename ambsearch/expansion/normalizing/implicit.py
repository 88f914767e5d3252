"""Makes implicit calls of special methods explicit, if the user's change something.

    if x, while x, not x, assert x, require(x)      if bool(x), ...
    a and b, a or b                                 b if bool(a) else a, a if bool(a) else b
    for x in it: plain                              for x in iterated(it): plain
    for x in it: choices                            steps = stepping(it); i = 0
                                                    while i < len(steps) or more_steps(steps, i):
                                                        x = steps[i]; i = i + 1; choices
    for i, x in enumerate(it), zip(xs, it): choices  the same, of what enumerate and zip read
    a, b = it; [f(x) for x in it]                   a, b = iterated(it), ...
    x = yield it                                    x = yield chosen_from(it)
    f(*it); [*it]; {*it}                            f(*spread(it)), [*spread(it)], {*set(it)}
    f(**m); {**m}                                   f(**mapped(m)), {**mapped(m)}
    -x, +x, ~x                                      neg(x), pos(x), invert(x)
    a < b < c                                       a < b and b < c
    f"{x:3}"                                        f"{format(x, '3')}"

After this pass they are calls like any other; if no such method changes anything, nothing is rewritten.

>>> from ambsearch import ambiguous, expand
>>> class Coin:
...     tosses = 0
...
...     def __bool__(self):
...         self.tosses += 1
...         return self.tosses % 2 == 0
>>> @ambiguous
... def f(coin):
...     x = yield (1, 2)
...     if not coin:
...         x = -x
...     return x
>>> print(expand(f, normal=True), end="")
def f(coin):
    x = yield (1, 2)
    if not bool(coin):
        x = -x
    return x
"""

import ast
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis import asked, effects, facts, iterators, values
from ambsearch.expansion.analysis.callees import callees, is_method, is_method_of_library, method, near
from ambsearch.expansion.analysis.handing_on import variables_handed_on
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.normalizing import generated, lifting, loops
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.resumed import is_resumable
from ambsearch.running.twins import Cut

KINDS = {
    name: asked.SPECIAL_METHODS[name]
    for name in ("bool", "iterate", "choose_from", "spread", "as_mapping", "format", *asked.SIGNS.values())
}
KINDS["compare"] = tuple(set(asked.COMPARISONS.values()))


def explicit(source: Source, body: list[Any]) -> list[Any]:
    """The body with a call for each special method that may change something."""
    if ast.Match in map(type, source.nodes):
        from ambsearch.expansion.normalizing.patterns import Patterns  # here, as below, because few programs need it

        body = Patterns(source).block(body)
    nodes = list(ir.inside(*body))
    kinds = changing_kinds(source)
    if near(source, "__bool__") and any(isinstance(node, ast.BoolOp) and ir.has_yield(node) for node in nodes):
        kinds.add("bool")  # which is not to be asked twice, whatever it does
    if "iterate" in kinds:
        from ambsearch.expansion.normalizing.unpacking import Apart

        body = Apart(source).block(body)
    if kinds or any(isinstance(node, ast.For) and ir.has_yield(node) for node in nodes):
        return Explicit(source, kinds).block(body)
    return body


def changing_kinds(source: Source) -> set[str]:
    """Those of KINDS that may change something."""
    return {kind for kind, names in KINDS.items() if not all(map(facts.is_harmless, near(source, *names)))}


class Explicit(ir.Walruses):
    """kinds: those of KINDS that may change something."""

    def __init__(self, source: Source, kinds: set[str]) -> None:
        self.source, self.kinds = source, kinds

    def visit_FunctionDef(self, node: Any) -> Any:
        node.args = self.visit(node.args)
        return node

    visit_Lambda = visit_AsyncFunctionDef = visit_FunctionDef

    def call(self, kind: str, node: ast.expr, text: str = "") -> ast.expr:
        """KIND(node), if that may change something."""
        is_display = isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple | ast.List)
        items = node.value.elts if is_display else [node]  # type: ignore[attr-defined]
        is_later = kind == "choose_from" and isinstance(node, ast.Call) and self.source.builtin(node) in values.CALLING
        if kind not in self.kinds or not is_later and all(is_plain(self.source, item) for item in items):
            return node
        return ir.expression(node, text or f"{kind}(E)", E=node)

    # truth

    def truth(self, node: ast.expr) -> ast.expr:
        """A test of which only the truth is used."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.truth(part) for part in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.truth(node.operand)
            return node
        return self.tested_value(node)

    def tested_value(self, node: ast.expr) -> ast.expr:
        """A value whose truth is tested."""
        node = self.visit(node)
        return node if isinstance(node, (ast.Compare, ast.UnaryOp)) else self.call("bool", node)

    def test(self, node: Any) -> Any:
        test, node.test = self.truth(node.test), ir.constant(None, node)
        self.generic_visit(node)
        node.test = test
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = test

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        guard, node.guard = node.guard and self.truth(node.guard), None
        self.generic_visit(node)
        node.guard = guard
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.source.word(node) == "require" and node.args:
            node.args[0] = self.tested_value(node.args[0])
            return node
        return node if effects.is_permanent(self.source, node) else self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Its value is used, and the truth of all operands but the last."""
        *others, last = ir.operands_of(node, type(node.op))
        is_free = not self.in_expression or all(isinstance(part, ast.Name) for part in others)
        found: ast.expr = self.visit(last)
        if "bool" not in self.kinds or not is_free:
            return ir.at(ast.BoolOp(node.op, [*map(self.visit, others), found]), node)  # type: ignore[no-any-return]
        text = "found if test else name" if isinstance(node.op, ast.And) else "name if test else found"
        for part in reversed(others):
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
                name: ast.expr = ir.constant(isinstance(node.op, ast.Or), part)
                test = self.visit(part)
            else:
                name = part if isinstance(part, ast.Name) else ir.load(self.source.new_local("operand"), part)
                test = self.kept_truth(part, name)
            found = ir.expression(part, text, found=found, test=test, name=ir.copy_of(name))
        return found

    def kept_truth(self, node: ast.expr, name: Any) -> ast.expr:
        """A test of the truth of an operand, whose value the variable has then."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.kept_truth(part, name) for part in ir.operands_of(node, type(node.op))]
            return node
        kept = node if node is name else ir.expression(node, "(n := E)", n=name.id, E=self.visit(node))
        return self.call("bool", kept)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            node.operand = self.tested_value(node.operand)
            return node
        node.operand = self.visit(node.operand)
        made = self.call(asked.SIGNS[type(node.op)], node.operand)
        return node if made is node.operand else made

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        between = node.comparators[:-1]
        is_simple = all(isinstance(part, (ast.Name, ast.Constant)) for part in between)
        if not between or "compare" not in self.kinds or self.in_expression and not is_simple or ir.has_yield(node):
            return node
        return lifting.compared_apart(self.source, node, ast.Name, ast.Constant)

    # items

    def visit_For(self, node: ast.For) -> Any:
        start: list[ast.stmt] = []
        if any(map(ir.has_yield, [*node.body, *node.orelse])):
            start, node = generated.unfold(self.source, node)
        self.generic_visit(node)
        if not ir.has_yield(node):
            node.iter = self.call("iterate", node.iter)
            return node
        return [*start, *(loops.as_while(self.source, node, True) if self.is_stepwise(node.iter) else [node])]

    def is_stepwise(self, node: ast.expr) -> bool:
        """Must the steps of this iterator be recorded, or of one of those that enumerate or zip reads?"""
        _, parts = loops.side_by_side(self.source, node)
        asks = "iterate" in self.kinds or not all(cut.is_free for part in parts for cut in self.generators(part))
        asks = asks or any(map(self.turns_round, parts))
        return asks and not ir.has_yield(node) and not all(map(self.is_known, parts))

    def generators(self, node: ast.expr) -> list[Cut]:
        """The iterators that this may be, or be iterated by, as steps."""
        found = iterators.iterators_of(self.source, node)
        owns = callees(self.source, node) if isinstance(node, ast.Call) else None
        is_one = owns and all(is_resumable(own.code) for own in owns)
        return found if is_one else [*found, *iterators.iterators_given_by(near(self.source, "__iter__"))]

    def is_known(self, node: ast.expr) -> bool:
        """Is this visibly no iterator of a user's class?"""
        if self.turns_round(node):
            return False
        is_builtin = isinstance(node, ast.Call) and self.source.builtin(node) not in ("", "iter")
        if is_builtin or isinstance(node, ast.GeneratorExp):
            return all(cut.is_free for cut in iterators.iterators_of(self.source, node))
        return is_plain(self.source, node)

    def turns_round(self, node: ast.expr) -> bool:
        """Is this reversed(xs) that may run a method of the user's which changes something?"""
        return isinstance(node, ast.Call) and self.source.builtin(node) == "reversed" and self.source.may_change(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.call("iterate", self.visit(node.iter))
        node.ifs = [self.truth(test) for test in node.ifs]
        return node

    visit_ClassDef = ir.Walruses.visit_comprehensions

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if any(isinstance(part, ast.Name) and part.id in variables_handed_on(self.source) for part in node.targets):
            node.value = loops.marked(self.source, node.value)
        if not any(isinstance(target, ir.UNPACKED) for target in node.targets):
            return node
        before: list[ast.stmt] = []
        is_change = bool(effects.owners_changed_by(self.source, node.value))  # such as heappop(free)
        if is_change and "iterate" in self.kinds and not self.in_expression:
            name = self.source.new_local("value")
            before, node.value = ir.quote(node, "name = E", name=name, E=node.value), ir.load(name, node)
        node.value = self.call("iterate", node.value)
        return [*before, node]

    def visit_Starred(self, node: ast.Starred) -> ast.Starred:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self.call("spread", node.value)
        return node

    def visit_Set(self, node: ast.Set) -> ast.Set:
        """A set takes over what another holds, whatever the __iter__ of that one says."""
        for i, part in enumerate(node.elts):
            if isinstance(part, ast.Starred):
                part.value = self.call("iterate", self.visit(part.value), "set(E)")
            else:
                node.elts[i] = self.visit(part)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        self.generic_visit(node)
        if node.arg is None:
            node.value = self.call("as_mapping", node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.Dict:
        self.generic_visit(node)
        pairs = zip(node.keys, node.values, strict=True)
        node.values = [self.call("as_mapping", value) if key is None else value for key, value in pairs]
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        self.generic_visit(node)
        items = node.value
        if "choose_from" not in self.kinds or items is None:
            return node
        found = self.source.resolve(items.func) if isinstance(items, ast.Call) else None
        word = word_in(found)
        if word == "an_element_of" and len(items.args) == 1:  # type: ignore[attr-defined]
            node.value = self.call("choose_from", items.args[0])  # type: ignore[attr-defined]
        elif not word and type(found) is not Ambiguous and not self.is_search(items):
            node.value = self.call("choose_from", items)
        return node

    def is_search(self, node: ast.expr) -> bool:
        """Is this a call of a method that can only be ambiguous?"""
        function = getattr(node, "func", None)
        if not isinstance(function, ast.Attribute) or not is_method(self.source, function):
            return False
        name = self.source.mangled_name(function.attr)
        return WORLD.may_search(name) and not is_method_of_library(name) and method(self.source, function) == []

    def visit_Give(self, node: ir.Give) -> ir.Give:
        self.generic_visit(node)
        if node.kind is ast.YieldFrom:
            node.value = self.call("iterate", node.value)  # type: ignore[arg-type]
        return node

    # text

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        self.generic_visit(node)
        if node.conversion != -1:
            made = self.call("format", node.value, f"{CONVERSIONS[node.conversion]}(E)")
            if made is not node.value:
                node.value, node.conversion = made, -1
            return node
        spec = node.format_spec or ir.constant("", node)
        made = self.call("format", node.value)
        if made is not node.value:
            made.args.append(spec)  # type: ignore[attr-defined]
            node.value, node.format_spec = made, None
        return node


CONVERSIONS = {ord("r"): "repr", ord("s"): "str", ord("a"): "ascii"}
