"""The expansion in a standalone program: nothing in it is inlined or called by a table, and the items of choices are copied.

>>> def pairs(n):
...     a = yield range(n)
...     b = yield sorted({a, 1})
...     return a, b
>>> print(expansion(pairs))
def pairs(n):
    for a in range(n):
        for b in sorted({a, 1}):
            yield (a, b)
"""

import ast
import copy
import inspect
from types import FunctionType

from ambsearch.answers import Ambiguous
from ambsearch.errors import Refused
from ambsearch.expansion import emit_as
from ambsearch.expansion.analysis.callees import callees
from ambsearch.expansion.analysis.effects import root_of
from ambsearch.expansion.analysis.going_over import goes_over_unknown
from ambsearch.expansion.analysis.values import ATOM, variables_of
from ambsearch.expansion.binding import LITERALS
from ambsearch.expansion.emitting.emission import Emission
from ambsearch.expansion.normalizing.implicit import Explicit
from ambsearch.expansion.normalizing.loops import marked
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes
from ambsearch.expansion.trees.printing import source_text
from ambsearch.expansion.undoing.direct import DirectChanges
from ambsearch.running.twins import UNSEEN
from ambsearch.standalone.written import without_annotations


def expansion(function: FunctionType) -> str:
    """The expansion without annotations; the items of a choice are copied if they might change."""
    source, emission = emit_as(function, _Apart)
    functions = [_Copying(source).visit(copy.deepcopy(tree)) for tree in (*emission.functions, *source.inverses)]
    text = source_text(functions, source.taken - source.constants.keys())
    return ast.unparse(_Calling().visit(ast.parse(without_annotations(text))))


class _Apart(Emission):
    """No helper is inlined."""

    direct_changes = DirectChanges


class _Calling(ast.NodeTransformer):
    """Calls by its own name what is otherwise called with a trail: there are no twins that record changes."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Replace `is` with a literal, of which Python warns outside an expansion."""
        match node:
            case ast.Compare(ops=[ast.Is()], comparators=[ast.Constant(str() | bytes() | int() | float())]):
                node.ops = [ast.Eq()]
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.IfExp(
                ast.Compare(ast.Call(_, [function]), [ast.Is()], [ast.Name("FunctionType")]),
                orelse=ast.IfExp(orelse=ast.Call(ast.Name("apply"), [trail, _, *rest]) as call),
            ):
                function = function.value if isinstance(function, ast.NamedExpr) else function
                return call_with_trail(call, trail, function, rest)
            case ast.IfExp(
                ast.BoolOp(
                    ast.Or(), [ast.BoolOp(ast.And(), [ast.Compare(_, [ast.Is()], [ast.Name("FunctionType")]), _]), _]
                ),
                orelse=ast.Call(ast.Name("apply")) as call,
            ):
                return call
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(
                func=ast.Subscript(value=ast.Name(name), slice=ast.Call(func=ast.Name("type"), args=[owner])),
                args=[trail, _, *rest],
            ) if name.startswith("twin_"):
                owner = owner.value if isinstance(owner, ast.NamedExpr) else owner
                return call_with_trail(node, trail, ast.Attribute(owner, name.removeprefix("twin_"), ast.Load()), rest)
        return node


def call_with_trail(node: ast.Call, trail: ast.expr, function: ast.expr, rest: list[ast.expr]) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name("apply"), [trail, function, *rest], node.keywords), node)


class _Copying(ast.NodeTransformer):
    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Items(self, node: nodes.Items) -> ast.expr:
        value = node.value
        if isinstance(value, ast.Call) and goes_over_what_may_move(self.source, value):
            return nodes.expression(value, "items_ahead(E)", E=value)
        if isinstance(value, ast.Call) or isinstance(value, LITERALS):
            return value
        return nodes.expression(value, "items_now(E)", E=value)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Refuse a loop over a generator that each branch reads from where it stands itself."""
        match node:
            case ast.Call(ast.Subscript(nodes.Helper(id="calling"), function), [trail, *given]):
                node.func, node.args = nodes.helper("apply", node), [trail, function, *given]
            case ast.Call(nodes.Helper(id="apply"), [trail, function, *given]):  # which takes all items at once
                node.args = [trail, function, *map(without_steps, given)]
            case ast.Call(func=nodes.Helper(id="resumable"), args=[generator]):
                self.check(generator)
                return self.visit(generator)  # type: ignore[no-any-return]
            case ast.Call(func=nodes.Helper(id="turns_of_enumerate" | "turns_of_zip"), args=sources):
                for part in sources:
                    name = self.source.builtin(part) if isinstance(part, ast.Call) else ""
                    if name in ("enumerate", "zip", "reversed"):
                        part.func = nodes.helper(f"turns_of_{name}", part)  # type: ignore[attr-defined]
                    elif marked(self.source, part) is not part:
                        self.check(part)
        return self.generic_visit(node)  # type: ignore[return-value]

    def check(self, generator: ast.expr) -> None:
        is_call = isinstance(generator, ast.Call)
        given = [*generator.args, *(part.value for part in generator.keywords)] if is_call else []  # type: ignore[attr-defined]
        atoms = variables_of(self.source, ATOM)
        is_given = all(isinstance(part, ast.Constant) or root_of(part) in atoms for part in given)
        cuts = Explicit(self.source, set()).generators(generator)
        seen = [cut for cut in cuts if not any(cut is one for one in UNSEEN)]
        if not all(cut.is_closed and is_given for cut in seen):
            raise refusal_of_generator(self.source.name, ast.unparse(_Written().visit(copy.deepcopy(generator))))
        for part in given:
            if isinstance(part, ast.Call):  # zip_longest(free(), walk())
                self.check(part)

    def visit_For(self, node: ast.For) -> ast.For:
        """Refuse a loop over a search that is no choice: each answer in it is a snapshot."""
        if isinstance(node.iter, ast.Call) and type(self.source.resolve(node.iter.func)) is Ambiguous:
            raise refusal_of_search(self.source.name, ast.unparse(node.iter.func))
        return self.generic_visit(node)  # type: ignore[return-value]


class _Written(ast.NodeTransformer):
    """A call as it was written: apply(trail, f, x) is f(x), and what asks for the class of x is for the expansion only."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(nodes.Helper(id="apply"), [_, function, *given]):
                return ast.Call(function, given, node.keywords)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        asks = any(isinstance(part, nodes.Helper) for part in ast.walk(node.test))
        return self.visit(node.body) if asks else self.generic_visit(node)  # type: ignore[return-value]


def without_steps(node: ast.expr) -> ast.expr:
    match node:
        case ast.Call(func=nodes.Helper(id="resumable"), args=[generator]):
            return generator
    return node


def goes_over_what_may_move(source: Source, call: ast.Call) -> bool:
    """May this call of a user's function give an iterator that goes over a set or the like, and changes nothing?"""
    generators = [own for own in callees(source, call) or () if own.code.co_flags & inspect.CO_GENERATOR]
    return any(goes_over_unknown(own.code, own.space, is_recorded=False) for own in generators)


def refusal_of_search(name: str, search: str) -> Refused:
    told = f"{name} does not choose from {search}(...) at once"
    return Refused(f"{told}, and any other use of a search needs ambsearch")


def refusal_of_generator(name: str, call: str) -> Refused:
    told = f"{name} chooses in a loop over {call}, a generator, of which each branch takes its own next step"
    return Refused(f"{told}, and that needs ambsearch; if no branch changes what it gives, write list({call})")
