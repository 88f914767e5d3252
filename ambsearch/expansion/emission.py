"""The emission: from the normal form to the nested generator.

A block is emitted together with what comes after it, its continuation:

    Then(statements, next)   these, and then the next; emitted where it is needed, once
    Jump(name, arguments)    a call of a function that was emitted for it
    END                      the end of the function: the answer None

The methods of Emission stand in the order of the rules in `ambsearch.expansion`.
"""

import ast
import copy
from dataclasses import dataclass
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.closures import Closures
from ambsearch.expansion.direct import DirectChanges
from ambsearch.expansion.effects import changes
from ambsearch.expansion.flow import KnownNames, Liveness, Names, bound_after, captured, irrefutable, parameters, surely_bound
from ambsearch.expansion.frames import Frame, Here, tried
from ambsearch.expansion.guards import Flat, Sealed, as_guard, is_sealed, needs_no_flag
from ambsearch.expansion.source import Source

SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Pass, ast.Import, ast.ImportFrom)
NESTED_BLOCKS = 20  # CPython refuses more
RESERVE = 4  # for the loops of plain statements inside


@dataclass(frozen=True)
class Then:
    statements: list[ast.stmt]
    next: "Continuation"


@dataclass(frozen=True)
class Jump:
    name: str
    arguments: tuple[str, ...]
    origin: ast.AST


@dataclass(frozen=True)
class End:
    """The end of the function."""


Continuation = Then | Jump | End
END = End()


class Emission:
    """One expansion of one function: `functions` are its definitions, the main one first."""

    choice_blocks = 1  # the nested blocks that one choice takes

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.source = source
        self.live = Liveness(source.locals)
        self.loops: dict[int, tuple[Continuation, Continuation]] = {}
        self.order = {name: i for i, name in enumerate(_in_order(source, body))}
        self.changes = DirectChanges(source, body)
        self.escaping = Closures(source, *body).escaping()
        self.missing: set[str] = set()  # the variables that may have no value where a continuation is given them
        self.functions: list[ast.FunctionDef] = []
        self.known: dict[tuple[int, int], tuple[Continuation, ast.stmt, set[str]]] = {}  # what lives before a statement
        self.known_names: dict[int, tuple[ast.AST, Names]] = {}
        # functions that are still to be emitted: one after the other, however long the program is
        self.waiting: list[tuple[str, ast.AST, ast.arguments, list[ast.stmt], Continuation]] = []
        tree = source.tree
        self.waiting.append((source.name, tree, n.copied(tree.args), body, END))
        while self.waiting:
            self.function(*self.waiting.pop(0))
        self.main = self.functions[0]

    # functions

    def function(
        self, name: str, origin: ast.AST, arguments: ast.arguments, body: list[ast.stmt], after: Continuation
    ) -> ast.FunctionDef:
        made = n.quote(origin, "def name(): body", name=name, body=[])[0]
        assert isinstance(made, ast.FunctionDef)
        made.args = arguments
        self.functions.append(made)
        here = Here(frozenset(parameters(arguments)))
        emitted = self.block(body, after, here)
        names = self.names_in(*emitted)
        unbound = names.read & self.source.locals - names.bound - parameters(arguments)
        locally = [part for name in sorted(unbound) for part in n.quote(origin, "name: object", name=name)]
        made.body = [*self.declarations(names.read | names.bound, origin), *locally, *emitted]
        if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in n.inside(*made.body)):
            made.body += n.quote(origin, "return\nyield")
        return made

    def names_in(self, *emitted: ast.stmt) -> Names:
        """The names that emitted statements read and bind."""
        return KnownNames(self.known_names, *emitted)

    def declarations(self, names: set[str], origin: ast.AST) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for kind, declared in self.source.declared.items():
            if declared & names:
                found += n.quote(origin, f"{kind} {', '.join(sorted(declared & names))}")
        return found

    def jump(self, after: Continuation, origin: ast.AST, always: bool = False) -> Continuation:
        """The continuation as something that may be gone to from several places.

        always: even if it is short, because each time it needs variables of its own.
        """
        if not isinstance(after, Then) or _is_short(after.statements) and not always:
            return after
        jump = Jump(self.source.fresh(f"{self.source.name}_rest"), self.ordered(self.lives(after)), origin)
        arguments = _positional(jump.arguments, origin)
        self.waiting.append((jump.name, origin, arguments, after.statements, after.next))
        return jump

    def ordered(self, names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=lambda name: self.order.get(name, len(self.order))))

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

    def need(self, names: set[str], here: Here) -> None:
        self.missing |= names - here.bound

    # blocks

    def block(self, statements: list[ast.stmt], after: Continuation, here: Here) -> list[ast.stmt]:
        quiet, statements, here = self.quiet(statements, here)
        if quiet and not (statements or self.falls(quiet[-1:], here)):
            return quiet
        return quiet + self.leading(statements, after, here)

    def quiet(self, statements: list[ast.stmt], here: Here) -> tuple[list[ast.stmt], list[ast.stmt], Here]:
        """The simple statements at the start that open no trail; what follows; and where the emission stands then."""
        found: list[ast.stmt] = []
        for i, node in enumerate(statements):
            if not isinstance(node, SIMPLE) or self.changes.find(node):
                return found, statements[i:], here
            frame = Frame(self.source, node, here)
            if not frame.is_quiet and (frame.opens or frame.declared):
                return found, statements[i:], here
            found += frame.recorded()
            here = self.bound(node, here)
        return found, [], here

    def leading(self, statements: list[ast.stmt], after: Continuation, here: Here) -> list[ast.stmt]:
        """The first statement, with what comes after it."""
        if not statements:
            return self.go_on(after, here)
        first, rest = statements[0], statements[1:]
        then = Then(rest, after) if rest else after
        full = here.depth >= NESTED_BLOCKS - RESERVE - self.choice_blocks
        if full and not _is_short(statements):
            return self.go_on(self.jump(Then(statements, after), first), here, first)
        if not n.leaps(first):
            return self.plain(first, then, here)
        emit = getattr(self, "emit_" + type(first).__name__)
        emitted: list[ast.stmt] = emit(first, then, here)
        return emitted

    def go_on(self, after: Continuation, here: Here, origin: ast.AST | None = None) -> list[ast.stmt]:
        origin = origin if origin is not None else self.source.tree
        assert origin is not None
        if isinstance(after, Then):
            return self.block(after.statements, after.next, here)
        if isinstance(after, Jump):
            self.need(set(after.arguments), here)
            call = n.expression(origin, "name()", name=after.name)
            call.args = [n.load(argument, origin) for argument in after.arguments]  # type: ignore[attr-defined]
            return self.call(call, origin)
        return self.answer(n.constant(None, origin), origin)

    # what the second emission does in another way

    def call(self, call: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield from call", call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield value", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield from items", items=self.items(items))

    def choice(self, node: n.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        return n.quote(node, "for target in items: body", target=node.target, items=self.items(node.items), body=body)

    def items(self, items: ast.expr) -> ast.expr:
        """What a choice goes over."""
        return n.at(n.Items(items), items)  # type: ignore[no-any-return]

    def dead(self, origin: ast.AST) -> list[ast.stmt]:
        """What stands where a helper has ended the branch."""
        return n.quote(origin, "pass")

    # the rules

    def emit_Choose(self, node: n.Choose, then: Continuation, here: Here) -> list[ast.stmt]:
        targets = Names(node.target).bound
        kept = self.lives(then) - targets
        inner = here.binding(targets | surely_bound([node.items])).deeper(self.choice_blocks)
        if self.has_escaping(then):
            then = self.jump(then, node, always=True)
        body = self.go_on(then, inner, node)
        rebound = (kept | captured(node.items)) & (self.names_in(*body).bound - targets) & self.source.locals
        self.need(rebound & kept, here.binding(surely_bound([node.items])))
        before, after = self.saves(self.ordered(rebound & inner.bound), node)
        return [*before, *self.choice(node, body + after)]

    def saves(self, names: tuple[str, ...], origin: ast.AST) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """Keep variables that the rest rebinds, and reset them at the end of each branch."""
        before: list[ast.stmt] = []
        after: list[ast.stmt] = []
        for name in names:
            saved = self.source.fresh(f"{name}_saved")
            before += n.quote(origin, "saved = name", saved=saved, name=name)
            after += n.quote(origin, "name = saved", saved=saved, name=name)
        return before, after

    def has_escaping(self, then: Continuation) -> bool:
        """Does what follows make a function that sees the variables of its branch?"""
        while isinstance(then, Then):
            if self.escaping and not self.escaping.isdisjoint(n.inside(*then.statements)):
                return True
            then = then.next
        return False

    def emit_PassOn(self, node: n.PassOn, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.pass_on(node.items, node)

    def emit_Guard(self, node: n.Guard, then: Continuation, here: Here) -> list[ast.stmt]:
        body = self.go_on(then, here.binding(surely_bound([node.test])), node)
        return n.quote(node, "if test: body", test=node.test, body=body)

    def emit_Answer(self, node: n.Answer, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.answer(node.value, node)

    def emit_Dead(self, node: n.Dead, then: Continuation, here: Here) -> list[ast.stmt]:
        return n.quote(node, "pass")

    def emit_If(self, node: ast.If, then: Continuation, here: Here) -> list[ast.stmt]:
        guard = as_guard(node)
        if guard is not None:
            return self.emit_Guard(guard, then, here)
        here = here.binding(surely_bound([node.test]))
        if self.falls(node.body, here) and self.falls(node.orelse, here):
            if not n.has_choice(node) and not changes(self.source, [node]):
                return self.guarded(node, then, here)
            then = then if _is_brief(then) else self.jump(then, node)
        again = Then(n.copied(then.statements), then.next) if isinstance(then, Then) else then
        branches = [self.block(node.body, then, here), self.block(node.orelse, again, here)]
        return _if(node, node.test, *branches)

    def emit_Match(self, node: ast.Match, then: Continuation, here: Here) -> list[ast.stmt]:
        here = here.binding(surely_bound([node.subject]))
        if not n.has_choice(node) and isinstance(then, Then):
            return self.guarded(node, then, here)
        then = self.jump(then, node)
        cases = [copy.copy(case) for case in node.cases]
        if not irrefutable(cases[-1]):
            cases.append(ast.match_case(n.at(ast.MatchAs(), node), None, []))
        for case in cases:
            case.body = self.block(case.body, then, here.binding(Names(case.pattern).bound))
        return [n.at(ast.Match(node.subject, cases), node)]

    def emit_For(self, node: ast.For, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.guarded(node, then, here)

    def emit_While(self, node: ast.While, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.guarded(node, then, here)

    def emit_Turns(self, node: n.Turns, then: Continuation, here: Here) -> list[ast.stmt]:
        endless = isinstance(node.test, ast.Constant) and node.test.value
        leaves = sum(isinstance(part, n.Leave) and part.loop == node.loop for part in n.inside(*node.body))
        if leaves + (not endless) > 1:
            then = self.jump(then, node)
        head = self.live.head(node, self.lives(then))
        again = Jump(self.source.fresh(f"{self.source.name}_loop"), self.ordered(head), node)
        self.loops[node.loop] = (again, then)
        next_turn, leave = n.at(n.Next(), node), n.at(n.Leave(), node)
        next_turn.loop = leave.loop = node.loop
        body = [*node.body, next_turn]
        turn = n.quote(node, "if test: body\nelse: end", test=node.test, body=body, end=[*node.orelse, leave])
        statements = [*node.prelude, *(body if endless else turn)]
        arguments = _positional(again.arguments, node)
        self.waiting.append((again.name, node, arguments, statements, END))
        return self.go_on(again, here, node)

    def emit_Next(self, node: n.Next, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][0], here, node)

    def emit_Leave(self, node: n.Leave, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][1], here, node)

    def emit_Try(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.guarded(node, then, here)

    emit_TryStar = emit_Try

    def emit_With(self, node: ast.With, then: Continuation, here: Here) -> list[ast.stmt]:
        if not n.has_choice_or_turns(node):
            return self.guarded(node, then, here)
        return self.within(node, then, here)

    def within(self, node: ast.With, then: Continuation, here: Here) -> list[ast.stmt]:
        """A with that holds a choice: it is entered once, and left when all its branches are."""
        item, *others = node.items
        inner: list[ast.stmt] = node.body
        if others:
            inner = [n.at(ast.With(others, node.body), node)]
        trail, manager = self.source.fresh("trail"), self.source.fresh("manager")
        self.source.locals |= {trail, manager}
        self.live.variables = self.source.locals
        outside = n.at(n.Outside(n.load(manager, node)), node)
        then = self.jump(then, node)
        bound = Names(item.optional_vars).bound if item.optional_vars is not None else set()
        inner_here = here.binding(bound | {trail, manager}).deeper(2)
        body = self.block([*left(inner, outside, self.source.fresh), outside], then, inner_here)
        parts = {"E": item.context_expr, "trail": trail, "manager": manager, "body": body}
        parts["target"] = item.optional_vars or n.store(self.source.fresh("_"), node)
        return n.quote(
            node,
            "trail = []\ntry:\n    manager = Within(trail, E)\n    with manager as target: body\nfinally: undo(trail)",
            **parts,
        )

    def falls(self, statements: list[ast.stmt], here: Here) -> bool:
        """Can these statements come to their end?"""
        return bound_after(statements, set(here.bound)) is not None

    # compound statements with dead ends only

    def guarded(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt]:
        """They stay what they are; `alive` says afterwards whether the branch lives."""
        frame = Frame(self.source, node, self.bound(node, here))
        parts = frame.recorded()
        if needs_no_flag(parts):
            loop: Any = parts[0]
            loop.body = Flat(None, self.answer).block(loop.body, True)
            loop.orelse = self.go_on(then, frame.here, node)
            return self.around(frame, parts)
        if is_sealed(node):
            return self.sealed(node, parts, frame, then, here)
        alive = self.source.fresh("alive")
        body = n.quote(node, "alive = True", alive=alive) + Flat(alive, self.answer).block(parts, False)
        if self.falls([node], here):
            rest = self.go_on(then, frame.here, node)
            body += n.quote(node, "if alive: rest", alive=alive, rest=rest)
        return self.around(frame, body)

    def sealed(self, node: Any, parts: list[ast.stmt], frame: Frame, then: Continuation, here: Here) -> list[ast.stmt]:
        """A statement whose try or with is left by answers or jumps: `way` says afterwards by which."""
        names = {name: self.source.fresh(name) for name in ("alive", "way", "result")}
        flat = Sealed(names["alive"], names["way"], names["result"])
        body = flat.block(parts, False)
        body = n.quote(node, "alive = True\nway = 0", **names) + body
        rest = self.go_on(self.jump(then, node), frame.here, node) if self.falls([node], here) else []
        exits = n.quote(node, "if alive: rest", rest=rest, **names) if rest else []
        for number, (leap, outside) in enumerate(flat.exits, 1):
            gone = self.left_by(leap, outside, names["result"], self.anywhere(node, frame.here))
            number_node = n.constant(number, leap)
            exits += n.quote(leap, "if way == number: gone", number=number_node, gone=gone, **names)
        return self.around(frame, body + exits)

    def left_by(self, leap: Any, outside: n.Outside | None, result: str, here: Here) -> list[ast.stmt]:
        """An answer or jump out of a try or with, when that has been left."""
        if isinstance(leap, n.Answer):
            leap = n.at(n.Answer(n.load(result, leap)), leap)
        if outside is not None:
            return self.outside(outside, Then([leap], END), here)
        return self.block([leap], END, here)

    def anywhere(self, node: ast.stmt, here: Here) -> Here:
        """What may be bound where a jump leaves this statement."""
        return here.binding(Names(node).bound)

    def bound(self, node: ast.stmt, here: Here) -> Here:
        after = bound_after([node], set(here.bound))
        return here if after is None else here.binding(after)

    # plain statements

    def plain(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self.go_on(then, here, node)
        if isinstance(node, n.Outside):
            return self.outside(node, then, here)
        if isinstance(node, ast.If) and self.branches_apart(node):
            return self.emit_If(node, then, here)
        direct = self.direct(node, then, here)
        if direct is not None:
            return direct
        frame = Frame(self.source, node, self.bound(node, here))
        body = frame.recorded()
        if self.falls([node], here):
            body = body + self.go_on(then, frame.here, node)
        return self.around(frame, body)

    def around(self, frame: Frame, body: list[ast.stmt]) -> list[ast.stmt]:
        return frame.around(body, self.dead(frame.node))

    def outside(self, node: n.Outside, then: Continuation, here: Here) -> list[ast.stmt]:
        """What stands behind a `with` that holds choices."""
        trail = self.source.fresh("trail")
        rest = self.go_on(then, here.deeper(1), node)
        text = "trail = []\ntry:\n    manager.leave(trail)\n    rest\nfinally: undo(trail)\nmanager.inside = True"
        return n.quote(node, text, trail=trail, manager=node.manager, rest=rest)

    def branches_apart(self, node: ast.If) -> bool:
        """Is it better to go on from each branch, so that each undoes its own changes directly?"""
        return bool(changes(self.source, [*node.body, *node.orelse])) and not changes(self.source, [node.test])

    def direct(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt] | None:
        """One of the common changes, with its inverse right after the rest."""
        change = self.changes.find(node)
        if change is None:
            return None
        here = self.bound(node, here).deeper(1)
        body = self.go_on(then, here, node)
        before, changed, after = change(node, Names(node).bound | self.names_in(*body).bound)
        return before + tried(node, changed + body, after)


def left(statements: list[Any], outside: n.Outside, fresh: Any) -> list[Any]:
    """The statements of a `with`, which is left before each answer and jump that leads out of it."""
    inner = {node.loop for node in n.inside(*statements) if isinstance(node, n.Turns)}
    found: list[Any] = []
    for node in statements:
        if isinstance(node, n.Answer):
            result = fresh("result")
            found += n.quote(node, "result = E", result=result, E=node.value)
            found += [outside, n.at(n.Answer(n.load(result, node)), node)]
            continue
        if isinstance(node, n.PassOn) or isinstance(node, (n.Next, n.Leave)) and node.loop not in inner:
            found.append(outside)
        for holder in (node, *getattr(node, "cases", ()), *getattr(node, "handlers", ())):
            for field in ("body", "orelse", "finalbody"):
                if not isinstance(node, n.FUNCTIONS) and isinstance(getattr(holder, field, None), list):
                    setattr(holder, field, left(getattr(holder, field), outside, fresh))
        found.append(node)
    return found


def _is_short(statements: list[ast.stmt]) -> bool:
    """May these stand twice: a leap, or a guard and a leap?"""
    *guards, last = statements[:2]
    return isinstance(last, (n.Answer, n.PassOn, n.Dead, n.Next, n.Leave)) and all(
        isinstance(guard, n.Guard) for guard in guards
    )


def _is_brief(after: Continuation) -> bool:
    """May this stand in both branches: one simple statement and a leap? That is cheaper than a function for them."""
    if not isinstance(after, Then) or len(after.statements) < 2 or not _is_short(after.statements[1:]):
        return False
    first = after.statements[0]
    return isinstance(first, SIMPLE) and not any(isinstance(node, n.SCOPES) for node in n.inside(first))


def _if(node: ast.AST, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    text = "if test: body\nelse: orelse"
    if all(isinstance(part, ast.Pass) for part in orelse):
        text = "if test: body"
    return n.quote(node, text, test=test, body=body, orelse=orelse)


def _positional(names: tuple[str, ...], origin: ast.AST) -> ast.arguments:
    return ast.arguments([], [n.at(ast.arg(name), origin) for name in names], None, [], [], None, [])


def _in_order(source: Source, body: list[ast.stmt]) -> list[str]:
    """The local variables in the order in which one meets them."""
    found = dict.fromkeys(node.arg for node in n.walk(source.tree.args) if isinstance(node, ast.arg))
    for statement in body:
        for node in n.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.setdefault(node.id)
    return list(found)
