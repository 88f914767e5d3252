"""Blocks: statements are emitted together with what comes after them, their continuation.

    Then(statements, next)   these, and then the next; emitted once, where it is needed
    Jump(name, arguments)    a call of a function that was emitted for it
    END                      the end of the function: the answer None

A continuation that is needed in several places, or is too deeply nested, becomes a function whose parameters are the
variables that it will read.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(c, xs):
...     if c:
...         x = yield xs
...     else:
...         x = yield range(9)
...     y = yield xs
...     return x, y
>>> print(expand(f), end="")
def f(c, xs):
    if c:
        for x in xs:
            yield from f_rest(xs, x)
    else:
        for x in range(9):
            yield from f_rest(xs, x)
<BLANKLINE>
def f_rest(xs, x):
    for y in xs:
        yield (x, y)
"""

import ast
from functools import partial
from typing import Any, NamedTuple

from ambsearch.expansion.analysis.closures import Closures, is_bare
from ambsearch.expansion.analysis.flow import Liveness, Names, parameters
from ambsearch.expansion.analysis.kept_answers import copying_of
from ambsearch.expansion.binding import is_no_search
from ambsearch.expansion.helpers.inlined import InlinedChanges
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.direct import DirectChanges
from ambsearch.expansion.undoing.frames import Frame, Here, changes_what_was

SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Pass, ast.Import, ast.ImportFrom)
NESTED_BLOCKS = 20  # CPython refuses more
RESERVE = 6  # for what undoes a plain statement, or a short helper with a loop


class Then(NamedTuple):
    statements: list[ast.stmt]
    next: "Continuation"


class Jump(NamedTuple):
    name: str
    arguments: tuple[str, ...]
    origin: ast.AST


class End:
    """The end of the function."""


Continuation = Then | Jump | End
END = End()


class Emitted(Names):
    """The names in what is emitted; those of a `try`, in which all that follows stands, are found once."""

    def __init__(self, known: dict[ast.AST, Names], *nodes: ast.AST) -> None:
        self.known = known
        super().__init__(*nodes)

    def visit_Try(self, node: ast.Try) -> None:
        if node not in self.known:
            self.known[node] = Emitted(self.known, *ir.children(node))
        self.read |= self.known[node].read
        self.bound |= self.known[node].bound


class Blocks:
    """One expansion of one function: `functions` are its definitions, the main one first."""

    direct_changes: type[DirectChanges] = InlinedChanges
    attempting = "attempts"  # what takes the items of a choice inside a `try`
    asks_always = False  # even what a visible list has as its items

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.source = source
        self.live = Liveness(source.locals, {name: short.free for name, short in source.short.items()})
        source.unsure = (self.live.before(body, set()) | source.seen_at_once) - parameters(source.tree.args)
        self.loops: dict[int, tuple[Continuation, Continuation]] = {}
        self.order = {name: i for i, name in enumerate(_in_order(source, body))}
        self.changes = self.direct_changes(source, body)
        source.copying = copying_of(source)
        self.escaping = Closures(source, *body).escaping()
        self.missing: set[str] = set()  # the variables that may have no value where a continuation is given them
        self.functions: list[ast.FunctionDef] = []
        self.known: dict[tuple[int, int], tuple[Continuation, ast.stmt, set[str]]] = {}  # live before a statement
        self.names_in = partial(Emitted, {})
        # functions still to be emitted, one after the other, so that long programs need no deep recursion
        self.waiting: list[tuple[str, ast.AST, ast.arguments, list[ast.stmt], Continuation]] = []
        tree = source.tree
        self.waiting.append((source.name, tree, ir.copy_of(tree.args), body, END))
        while self.waiting:
            self.function(*self.waiting.pop(0))

    # functions

    def function(
        self, name: str, origin: ast.AST, arguments: ast.arguments, body: list[ast.stmt], after: Continuation
    ) -> None:
        made = ir.definition(origin, name, arguments, [])
        self.functions.append(made)
        emitted = self.block(body, after, Here())
        names = self.names_in(*emitted)
        unbound = names.read & self.source.locals - names.bound - parameters(arguments)
        locally = [part for name in sorted(unbound) for part in ir.quote(origin, "name: object", name=name)]
        made.body = [*self.declarations(names.read | names.bound, origin), *locally, *emitted]
        if not ir.yields(*made.body):
            made.body += ir.quote(origin, "return\nyield")

    def declarations(self, names: set[str], origin: ast.AST) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for kind, declared in self.source.declared.items():
            if declared & names:
                found += ir.quote(origin, f"{kind} {', '.join(sorted(declared & names))}")
        return found

    def jump(self, after: Continuation, origin: ast.AST, always: bool = False) -> Continuation:
        """The continuation as something that several places can jump to.

        always: even if it is short, because it needs its own variables each time.
        """
        if not isinstance(after, Then) or is_short(after.statements) and not always:
            return after
        jump = Jump(self.source.fresh(f"{self.source.name}_rest"), self.in_order(self.lives(after)), origin)
        arguments = ir.positional(jump.arguments, origin)
        self.waiting.append((jump.name, origin, arguments, after.statements, after.next))
        return jump

    def in_order(self, names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=lambda name: (self.order.get(name, len(self.order)), name)))

    def lives(self, after: Continuation) -> set[str]:
        """The variables that a continuation will read."""
        if isinstance(after, Then):
            return self.lives_before(after.statements, after.next)
        return set(after.arguments) if isinstance(after, Jump) else set()

    def lives_before(self, statements: list[ast.stmt], after: Continuation) -> set[str]:
        found = None
        for i, statement in enumerate(statements):
            known = self.known.get((id(statement), id(after)))
            if known is not None:
                statements, found = statements[:i], known[2]
                break
        living = self.lives(after) if found is None else found
        for statement in reversed(statements):
            living = self.live.before([statement], living) | self.source.seen_at_once
            self.known[id(statement), id(after)] = after, statement, living
        return living

    # blocks

    def block(self, statements: list[ast.stmt], after: Continuation, here: Here) -> list[ast.stmt]:
        quiet, statements, here = self.quiet(statements, here)
        return quiet + self.leading(statements, after, here)

    def quiet(self, statements: list[ast.stmt], here: Here) -> tuple[list[ast.stmt], list[ast.stmt], Here]:
        """The simple statements at the start that open no trail; what follows; and the state of the emission then."""
        found: list[ast.stmt] = []
        for i, node in enumerate(statements):
            if not isinstance(node, SIMPLE) or changes_what_was(self.source, [node], here) and self.changes.find(node):
                return found, statements[i:], here
            frame = Frame(self.source, node, here, self.changes.common)
            if frame.opens or frame.declared:
                return found, statements[i:], here
            found += frame.record()
            here = here.after(self.source, node)
        return found, [], here

    def leading(self, statements: list[ast.stmt], after: Continuation, here: Here) -> list[ast.stmt]:
        """The first statement, with its continuation."""
        if not statements:
            return self.go_on(after, here)
        first, rest = statements[0], statements[1:]
        then = Then(rest, after) if rest else after
        is_plain = not ir.leaps(first)
        full = here.depth >= NESTED_BLOCKS - RESERVE - self.choice_blocks(first) - (blocks_in(first) if is_plain else 0)
        if full and here.depth and not is_short(statements) and not is_bare(self.source, first):
            return self.go_on(self.jump(Then(statements, after), first), here, first)
        if is_plain:
            return self.plain(first, then, here)
        return self.emit(first, then, here)

    def emit(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        """Emit a statement with a leap in it, by its rule, and its continuation."""
        emitted: list[ast.stmt] = getattr(self, "emit_" + type(node).__name__)(node, then, here)
        return emitted

    def go_on(self, after: Continuation, here: Here, origin: ast.AST | None = None) -> list[ast.stmt]:
        origin = origin if origin is not None else self.source.tree
        assert origin is not None
        if isinstance(after, Then):
            return self.block(after.statements, after.next, here)
        if isinstance(after, Jump):
            self.missing |= self.source.unsure.intersection(after.arguments)
            call = ir.expression(origin, "name()", name=after.name)
            call.args = [ir.load(argument, origin) for argument in after.arguments]  # type: ignore[attr-defined]
            return self.call(call, origin)
        return self.answer(ir.constant(None, origin), origin)

    def plain(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        """Emit a statement without a leap, and its continuation."""
        raise NotImplementedError

    def choice_blocks(self, node: ast.stmt) -> int:
        """How many nested blocks a choice takes in the deep emission: both are divided into the same functions."""
        return 2 if isinstance(node, ir.Choose) and not is_no_search(self.source, node.items) else 1

    # what the two emissions do differently

    def call(self, call: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield from call", call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield value", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield from items", items=self.items(items))

    def choice(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        parts: dict[str, Any] = {"target": node.target, "items": self.items(node.items), "body": body}
        return self.both_ways(node, body) or ir.quote(node, "for target in items: body", **parts)

    def both_ways(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        """A choice of two constants that an `if` asks at once, as its branches one after the other; [] for any other."""
        match node.target, node.items, body:
            case (
                ast.Name(id=name),
                ast.Tuple(elts=[ast.Constant() as first, ast.Constant() as second])
                | ast.List(elts=[ast.Constant() as first, ast.Constant() as second]),
                [ast.If(test=ast.Name(id=asked)) as fork, *after],
            ) if name == asked and bool(first.value) is not bool(second.value):
                is_left = any(isinstance(part, (ast.Break, ast.Continue)) for part in ir.inside(fork))
                if is_left or not all(isinstance(part, ast.Assign) for part in after):  # the rest is to be there once
                    return []
                found: list[ast.stmt] = []
                for value in (first, second):
                    way = fork.body if value.value else fork.orelse
                    found += [*ir.quote(node, "name = value", name=name, value=value), *way, *ir.copy_of(after)]
                return found
        return []

    def items(self, items: ast.expr) -> ast.expr:
        """What a choice iterates over."""
        if isinstance(items, ir.Attempted):
            return ir.expression(items, f"{self.attempting}(E)", E=self.items(items.value))
        if not self.asks_always and self.changes.is_own_list(items):
            return items
        return ir.at(ir.Items(items), items)  # type: ignore[no-any-return]

    def dead(self, origin: ast.AST) -> list[ast.stmt]:
        """The statement for a branch that a helper has ended."""
        return ir.quote(origin, "pass")


def blocks_in(node: ast.AST) -> int:
    """How deeply blocks are nested in a plain statement; a handler with a name counts as two."""
    inner = max((blocks_in(part) for part in ir.children(node) if isinstance(part, ir.HOLDERS)), default=0)
    own = 2 if isinstance(node, ast.ExceptHandler) or getattr(node, "finalbody", None) else isinstance(node, BLOCKS)
    return inner + own * len(getattr(node, "items", [1]))


BLOCKS = (ast.For, ast.While, ast.With, ast.Try, ast.TryStar)


def is_short(statements: list[ast.stmt]) -> bool:
    """May these be emitted twice: a leap, or a guard and a leap?"""
    *guards, last = statements[:2]
    is_leap = isinstance(last, (ir.Answer, ir.PassOn, ir.Dead, ir.Next, ir.Leave))
    return is_leap and all(isinstance(guard, ir.Guard) for guard in guards)


def _in_order(source: Source, body: list[ast.stmt]) -> list[str]:
    """The local variables in order of appearance."""
    found = [node.arg for node in ir.walk(source.tree.args) if isinstance(node, ast.arg)]
    names = [node for statement in body for node in ir.walk(statement) if isinstance(node, ast.Name)]
    return [*dict.fromkeys(found + [name.id for name in names if isinstance(name.ctx, ast.Store)])]
