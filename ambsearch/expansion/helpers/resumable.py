"""Generators of the user's as steps: a function that goes from one `yield` to the next, from where any branch stands.

It gives an item with the arguments of the next step, of which `at` is the number of the `yield`, or None at the end. A
loop around choices takes these steps, see `running.resumed`; what they change is recorded as in every helper. A
generator expression is the generator that `texts.generator_of` makes of it. A generator stays an iterator, which is read
once and remembered, if something is to be done when it is given up at a `yield`, or if it holds an iterator that cannot
be copied with it.

>>> from ambsearch.expansion.trees.printing import source_text
>>> def below(n):
...     i = 0
...     while i < n:
...         yield i
...         i += 1
>>> print(source_text([Cutting(Source.of_code(below.__code__, globals())).tree], set()), end="")
def below(at, i, n):
    if not at:
        i = 0
    while at or i < n:
        if not at:
            return (i, (1, i, n))
        at = 0
        i += 1
    return None
"""

import ast
import types
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis import facts, flow, handing_on
from ambsearch.expansion.analysis.bindings import bindings
from ambsearch.expansion.analysis.unchanging import gives_the_same
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.linking import code_of_twin
from ambsearch.expansion.normalizing import boxes, generated, implicit, managed, normal
from ambsearch.expansion.normalizing.lifting import Lifting
from ambsearch.expansion.normalizing.loops import as_while, is_closing, marked, side_by_side
from ambsearch.expansion.reading.source import Source, Written
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.twins import Cut


class Uncut(Exception):
    """The generator yields where its text cannot be cut."""


def cut_of(code: types.CodeType, globals: dict[str, Any], is_scope: bool = False) -> Cut | None:
    """What is made of a generator; None if its text cannot be cut. is_scope: is it what goes around a `with`?"""
    WORLD.look_around(globals)
    source = Source.of_code(code, globals) if is_own(code) else None
    if source is None or facts.is_left_alone(source):
        return None
    try:
        is_left = is_closing(source) and not uses_sent(source)
        cut = (Halving if is_scope else Closing if is_left else Cutting)(source)
    except Uncut:
        return None
    place = source.class_name, source.lines, source.filename, source.space
    steps = Source(cut.tree, *place, {}, source.unseen, code, Written(cut.tree))
    tree, inverses = twin_trees(steps)
    trail = tree.args.posonlyargs[0].arg
    nodes = ir.walk(tree)
    is_free = not any(isinstance(node, ast.Name) and node.id == trail for node in nodes)
    for node in nodes:  # what these take apart may change something
        if isinstance(node, ast.Call) and isinstance(node.func, ir.Helper) and node.func.id in ("turns", "more"):
            node.args.append(ir.load(trail, node))
    made = code_of_twin(steps, tree, inverses, code)
    sent, left = (0, cut.sent) if type(cut) is Closing else (cut.sent, 0)
    is_closed = not sent and gives_the_same(source, set())
    return Cut(cut.variables, made, is_closed, is_free, cut.gone_over, asks_search(source), sent, left)


def asks_search(source: Source) -> bool:
    called = [call.func for call in source.calls]
    names = {function.attr for function in called if isinstance(function, ast.Attribute)}
    return any(type(source.resolve(function)) is Ambiguous for function in called) or any(map(WORLD.may_search, names))


def uses_sent(source: Source) -> bool:
    """Does it use what a `yield` gives it?"""
    statements = {node.value for node in source.nodes if isinstance(node, ast.Expr)}
    return any(isinstance(node, ast.Yield) and node not in statements for node in source.nodes)


def held_iterators(source: Source) -> set[str]:
    """The variables that hold an iterator of which only loops and `next` take items, which here are copied with its place.

    Raises Uncut if an iterator is held or moved on otherwise, because that would be seen by all branches.
    """
    calls = [node for node in source.nodes if isinstance(node, ast.Call)]
    made = {node for node in calls if source.builtin(node) == "iter" and len(node.args) == 1}
    moved: list[Any] = [node.args[0] for node in calls if source.builtin(node) == "next" and node.args]
    bound = [pair for node in source.nodes for pair in bindings(node)]
    own = source.locals - source.nonlocals  # what else holds one goes back with the branch
    names = {node.id for node in moved if isinstance(node, ast.Name) and node.id in own}
    held = {name for name, value in bound if value in made or name in names}
    values = [node.value for node in source.nodes if assigned_name(node) in held]  # type: ignore[attr-defined]
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For)]
    loops += [node.value for node in source.nodes if isinstance(node, ast.YieldFrom)]
    reads = [part for part in ir.walk(source.tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
    is_known = (
        names <= held <= own
        and len(values) == len(held) == sum(name in held for name, _ in bound)
        and all(isinstance(value, ast.Call) for value in values)
        and made <= {*values, *loops}
        and all(node in moved or node in loops for node in reads if node.id in held)
    )
    if not is_known:
        raise Uncut
    return held


def assigned_name(node: Any) -> str | None:
    """The variable that a statement assigns to alone."""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    return target.id if isinstance(target, ast.Name) else None


class Cutting:
    """The text of a generator between its yields.

    gives_end: does anybody get what it returns? tree: of the function of its steps. variables: its parameters, but for
    the first. number: of the last yield.
    """

    gives_end = True
    gives = "return E, (number,)"
    goes_on = "at = 0"

    def __init__(self, source: Source) -> None:
        self.source, self.held = source, held_iterators(source)
        given = flow.parameters(source.tree.args)
        functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
        source.shared = frozenset(flow.captures(*functions) & source.names.bound & source.locals)
        caught = {node.name for node in source.nodes if isinstance(node, ast.ExceptHandler) and node.name}
        source.unbound = frozenset(flow.Liveness(source.locals).before(source.body, set()) - given | caught)
        self.explicit = implicit.Explicit(source, implicit.changing_kinds(source))
        self.at, self.number, self.heads = source.new_local("at"), 0, set[str]()
        self.given = source.new_local("given") if isinstance(self, Halving) or uses_sent(source) else ""
        self.states: list[ast.Tuple] = []
        written = boxes.box(source, normal.with_explicit_super(source, ir.copy_of(source.body)))
        body = self.cut(_Returning(self.gives_end).block(written))
        bound = (given | flow.Names(*body).bound) - source.declared["global"] - source.declared["nonlocal"]
        unbound = {node.name for node in ir.inside(*body) if isinstance(node, ast.ExceptHandler)}  # when it has ended
        self.variables = tuple(sorted((bound | {self.given}) - {self.at, ""} - unbound))
        for state in self.states:
            state.elts += [ir.load(x, state) if x != self.given else ir.constant(None, state) for x in self.variables]
        parts = {"again": ir.helper("again", source.tree)}
        again = [part for it in sorted(self.held) for part in ir.quote(source.tree, "it = again(it)", it=it, **parts)]
        text = f"def name({', '.join([self.at, *self.variables])}):\n    body\n    return None"
        (self.tree,) = ir.quote(source.tree, text, name=source.name, body=again + body)

    @property
    def sent(self) -> int:
        return self.variables.index(self.given) + 1 if self.given else 0

    @property
    def gone_over(self) -> frozenset[str]:
        """The parameters that one loop around a yield goes over once, alone or in enumerate or zip, and nothing else."""
        return frozenset(self.heads & handing_on.names_read_once(self.source) & flow.parameters(self.source.tree.args))

    def cut(self, statements: list[Any]) -> list[ast.stmt]:
        """Statements, of which those before the yield where it goes on are skipped."""
        statements = [part for statement in statements for part in self.apart(statement)]
        for node in statements:
            if (name := assigned_name(node)) is not None:
                node.value = self.value_to_keep(name, node.value)
        found: list[ast.stmt] = []
        plain: list[ast.stmt] = []
        last = max((i for i, part in enumerate(statements) if ir.yields(part)), default=-1)
        for i, statement in enumerate(statements):
            if not ir.yields(statement):
                plain.append(statement)
                continue
            if isinstance(statement, ast.For):
                *start, statement = self.stepwise(statement)
                plain += start
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield):
                found += self.step(statement, plain, i == last)
            else:
                found += self.unless_resumed(statement, plain) if plain else []
                made = self.resumable(statement)
                number = ir.constant(self.number, statement)
                text = "if at <= number: made"
                found += made if i == last else ir.quote(statement, text, at=self.at, number=number, made=made)
            plain = []
        return found + plain

    def apart(self, node: Any) -> list[ast.stmt]:
        """A statement after the yields in its expressions. An `else` of a `try` stands behind it."""
        if isinstance(node, ast.Try) and any(map(ir.yields, node.orelse)) and not node.finalbody:
            parts: dict[str, Any] = {"ended": self.source.new_local("ended"), "orelse": node.orelse}
            node.body, node.orelse = node.body + ir.quote(node, "ended = True", **parts), []
            return [*ir.quote(node, "ended = False", **parts), node, *ir.quote(node, "if ended: orelse", **parts)]
        if isinstance(node, ast.While) and ir.yields(node.test) and not node.orelse:
            return ir.quote(node, "while True:\n    if not test: break\n    body", test=node.test, body=node.body)
        place = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ir.YIELDS) else node
        field = "test" if isinstance(node, ast.If) else "value"
        value = getattr(place, field, None)
        if not isinstance(value, ast.expr) or not ir.yields(value):
            return [node]
        before, value = _Lifting(self.source, self.given).lift(value)
        setattr(place, field, value)
        if not isinstance(node, ast.AugAssign):
            return [*before, node]
        if not isinstance(node.target, ast.Name):
            raise Uncut
        parts = {"kept": self.source.new_local("kept"), "x": node.target.id}  # Python reads it first
        node.target = ir.at(ast.Name(parts["kept"], ast.Store()), node.target)
        return [*ir.quote(node, "kept = x", **parts), *before, node, *ir.quote(node, "x = kept", **parts)]

    def value_to_keep(self, name: str, value: Any) -> ast.expr:
        """What a variable keeps; of an iterator, with its place."""
        if name not in self.held:
            return marked(self.source, value) if name in handing_on.variables_handed_on(self.source) else value
        items = value.args[0] if self.source.builtin(value) == "iter" else value
        if self.explicit.is_stepwise(items):
            raise Uncut
        return ir.expression(value, "cursor(turns(E))", cursor=ir.helper("Cursor", value), E=marked(self.source, items))

    def unless_resumed(self, origin: ast.AST, statements: list[ast.stmt]) -> list[ast.stmt]:
        return ir.quote(origin, "if not at: body", at=self.at, body=statements)

    def step(self, node: Any, before: list[ast.stmt], is_last: bool) -> list[ast.stmt]:
        """A yield, and the statements before it."""
        value = node.value.value or ir.constant(None, node)
        self.without_yield(value)
        self.number += 1
        parts: dict[str, Any] = {"at": self.at, "number": ir.constant(self.number, node), "given": self.given}
        given: Any = ir.quote(node, self.gives, E=value, **parts)
        self.states.append(given[-1].value.elts[1])
        resumed = ir.quote(node, self.goes_on, **parts)
        if not is_last:
            resumed = ir.quote(node, "if at == number: resumed", resumed=resumed, **parts)
        return [*self.unless_resumed(node, before + given), *resumed]

    def resumable(self, node: Any) -> list[ast.stmt]:
        """A compound statement that goes on inside if it stopped there."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            text, item = "for item in E: yield item", self.source.new_local("item")
            return self.cut(ir.quote(node, text, item=item, E=node.value.value))
        if isinstance(node, ast.Match):
            self.without_yield(node.subject, *(case.guard for case in node.cases if case.guard is not None))
            return self.cut(normal.NormalForm(self.source).cases_apart(node))
        if isinstance(node, ast.Try) and self.is_left_quietly(node):
            node.body = self.cut(node.body)
            return [node]
        if not isinstance(node, (ast.If, ast.While)):
            raise Uncut
        self.without_yield(node.test)
        first = self.number
        node.body = self.cut(node.body)
        parts: dict[str, Any] = {"at": self.at, "test": node.test, "number": ir.constant(self.number, node)}
        is_in_body, is_in_orelse = self.number > first, any(map(ir.yields, node.orelse))
        node.orelse = self.cut(node.orelse)
        text = "at or test" if is_in_body else "not at and test"
        if is_in_body and is_in_orelse:
            text = "0 < at <= number or not at and test"
        node.test = ir.expression(node.test, text, **parts)
        return [node]

    def is_left_quietly(self, node: ast.Try) -> bool:
        """Does nothing in this `try` run if the generator is given up at a yield in it?"""
        self.without_yield(*node.handlers, *node.orelse)
        kinds = [kind for handler in node.handlers for kind in getattr(handler.type, "elts", [handler.type])]
        caught = [kind and self.source.resolve(kind) for kind in kinds]
        return not node.finalbody and all(isinstance(kind, type) and issubclass(kind, Exception) for kind in caught)

    def stepwise(self, node: ast.For) -> list[Any]:
        """What begins a loop, and last the loop by numbers, or by the steps of what it iterates over."""
        self.without_yield(node.iter, node.target)
        start, node = generated.unfold(self.source, node)
        if isinstance(node.iter, ast.Name) and node.iter.id in self.held:
            name = self.source.new_local("item")
            test = ir.expression(node, "(item := next(it, END)) is not END", item=name, it=node.iter)
            head = ir.quote(node.target, "target = item", target=node.target, item=name)
            return [*start, ir.at(ast.While(test, head + node.body, node.orelse), node)]
        self.heads |= {part.id for part in side_by_side(self.source, node.iter)[1] if isinstance(part, ast.Name)}
        return start + as_while(self.source, node, self.explicit.is_stepwise(node.iter))

    def without_yield(self, *parts: ast.AST) -> None:
        if any(map(ir.yields, parts)):
            raise Uncut


class Halving(Cutting):
    """The same of a generator that is a context manager; `given` is what ended the `with`, an exception or None.

    Where it yields in a `try`, -1 as `at` says that its `finally` is still to come.
    """

    gives_end = False
    gives = "given = E\nat = -1\nreturn given, (number,)"
    goes_on = "at = 0\nif given is not None: raise given"

    def resumable(self, node: Any) -> list[ast.stmt]:
        if isinstance(node, ast.With):
            return self.cut(managed.with_apart(self.source, node))
        if isinstance(node, ast.Try) and node.finalbody:
            node.finalbody = ir.quote(node, "if at >= 0: final", at=self.at, final=node.finalbody)
        return super().resumable(node)

    def is_left_quietly(self, node: ast.Try) -> bool:
        """It is not given up."""
        self.without_yield(*node.handlers, *node.orelse, *node.finalbody)
        return True


class Closing(Halving):
    """The same of a generator that does something when it is closed at a yield, and is given no values."""

    gives_end = True


class _Lifting(Lifting):
    """The yields of a generator, in the order of evaluation. given: the variable of what `send` gives."""

    def __init__(self, source: Source, given: str) -> None:
        super().__init__(source)
        self.given = given

    def choose(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        before, value = self.lift(node.value or ir.constant(None, node))
        return [*before, *ir.quote(node, "yield E\ntarget = given", E=value, target=target, given=self.given)]


class _Returning(ir.Shallow):
    """What a generator returns, which ends it."""

    def __init__(self, is_given: bool) -> None:
        self.is_given = is_given

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if node.value is None:
            return ir.quote(node, "return None")
        return ir.quote(node, "return E," if self.is_given else "E\nreturn None", E=node.value)
