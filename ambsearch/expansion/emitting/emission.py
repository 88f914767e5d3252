"""The emission: from the normal form to the nested generator.

    Choose(x, E); Guard(p); Answer(r)       for x in E:
                                                if p:
                                                    yield r

A statement is emitted with its continuation, see `blocks`. The methods of Emission are in the order of the rules in
`ambsearch.expansion`, after those for what stays a Python statement: plain statements, and compound ones whose only leaps
are dead ends. DeepEmission is the second one: the same rules, but no generator nests another of its search; see `driver`
and `nesting`.

    xs.append(x)                    xs.append(x); try: rest finally: xs.pop()
    f(x)                            trail = []; try: apply(trail, f, x); rest finally: if trail: undo(trail)
    for x in xs: require(p)         for x in xs: if not p: break
                                    else: rest
    while c: if p: return r         alive = True; while c: if p: yield r; alive = False; break
                                    if alive: rest
    with m: return r                way = 0; with m: result = r; alive = False; way = 1
                                    if alive: rest
                                    if way == 1: yield result

>>> from ambsearch import ambiguous, expand, require
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     require(x > 1)
...     if x > 2:
...         return x
...     return (yield range(x))
>>> print(expand(f), end="")
def f(xs):
    for x in xs:
        if x > 1:
            if x > 2:
                yield x
            else:
                yield from range(x)
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     for y in xs:
...         require(x - y < 9)
...     return x
>>> print(expand(f), end="")
def f(xs):
    for x in xs:
        for y in xs:
            if not x - y < 9:
                break
        else:
            yield x
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     return x
>>> print(expand(f, deep=True), end="")
def f(xs):
    search = xs
    try:
        for found in ASKING if isinstance(search, list) else search:
            if found is ASK:
                yield search
                found = search.pop()
                if found is END:
                    break
            x = found
            yield (x,)
    except BaseException:
        yield closing(search)
        raise
"""

import ast
import copy
from typing import Any

from ambsearch.expansion.analysis import effects, flow, kinds
from ambsearch.expansion.binding import is_no_search
from ambsearch.expansion.emitting.blocks import END, SIMPLE, Blocks, Continuation, Jump, Then, is_short
from ambsearch.expansion.emitting.guards import Flat, Sealed, as_guard, is_sealed, needs_no_flag
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.frames import Frame, Here, changes_what_was, saved_outside, try_around


class Emission(Blocks):
    """Statements between the opening of a trail and its undoing, or with their inverse right after the rest; and the rules."""

    def plain(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self.go_on(then, here, node)
        if isinstance(node, ast.If) and self.branches_apart(node, here):
            return self.emit(node, then, here)
        direct = self.direct(node, then, here) if changes_what_was(self.source, [node], here) else None
        if direct is not None:
            return direct
        frame = Frame(self.source, node, here.after(self.source, node), self.changes.common)
        body = frame.record()
        if self.live.falls([node]):
            body = body + self.go_on(then, frame.here, node)
        return self.around(frame, body)

    def around(self, frame: Frame, body: list[ast.stmt]) -> list[ast.stmt]:
        return frame.around(body, self.dead(frame.node))

    def branches_apart(self, node: ast.If, here: Here) -> bool:
        """Is it better to continue from each branch, so that each undoes its own changes directly?"""
        is_change = changes_what_was(self.source, [*node.body, *node.orelse], here)
        return is_change and not effects.changes(self.source, [node.test])

    def direct(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt] | None:
        """One of the common changes, with its inverse right after the rest."""
        change = self.changes.find(node)
        if change is None:
            return None
        here = here.after(self.source, node).deeper(1 + self.changes.may_die(node))
        body = self.go_on(then, here, node)
        parts = change(node, self.names_in(node, *body).bound)
        dead = self.dead(node) if parts.dies else None
        if parts.alive is not None:
            body = ir.quote(node, "if alive: body", alive=parts.alive, body=body)
        before, back = saved_outside(self.source, node)
        return before + parts.before + try_around(node, parts.change + body, parts.back + back, dead)

    # compound statements with dead ends only

    def guard_inside(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt]:
        """They stay what they are; `alive` says afterwards whether the branch is alive."""
        frame = Frame(self.source, node, here.after(self.source, node), self.changes.common)
        parts = frame.record()
        if needs_no_flag(parts) and not is_sealed(node):
            loop: Any = parts[0]
            loop.body = Flat(None, self.answer).block(loop.body, True)
            loop.orelse = self.go_on(then, frame.here, node)
            return self.around(frame, parts)
        if is_sealed(node):
            return self.seal(node, parts, frame, then)
        alive = self.source.fresh("alive")
        body = ir.quote(node, "alive = True", alive=alive) + Flat(alive, self.answer).block(parts, False)
        if self.live.falls([node]):
            rest = self.go_on(then, frame.here, node)
            body += ir.quote(node, "if alive: rest", alive=alive, rest=rest)
        return self.around(frame, body)

    def seal(self, node: Any, parts: list[ast.stmt], frame: Frame, then: Continuation) -> list[ast.stmt]:
        """A statement whose try or with is left by answers or jumps: `way` says afterwards by which."""
        names = {name: self.source.fresh(name) for name in ("alive", "way", "result")}
        flat = Sealed(names["alive"], names["way"], names["result"])
        body = flat.block(parts, False)
        body = ir.quote(node, "alive = True\nway = 0", **names) + body
        rest = self.go_on(self.jump(then, node), frame.here, node) if self.live.falls([node]) else []
        exits = ir.quote(node, "if alive: rest", rest=rest, **names) if rest else []
        for number, leap in enumerate(flat.exits, 1):
            gone = self.leave(leap, names["result"], frame.here)
            number_node = ir.constant(number, leap)
            exits += ir.quote(leap, "if way == number: gone", number=number_node, gone=gone, **names)
        return self.around(frame, body + exits)

    def leave(self, leap: Any, result: str, here: Here) -> list[ast.stmt]:
        """An answer or jump out of a try or with, after that has been left."""
        if isinstance(leap, ir.Answer):
            leap = ir.at(ir.Answer(ir.load(result, leap)), leap)
        return self.block([leap], END, here)

    # the rules

    def emit_Choose(self, node: ir.Choose, then: Continuation, here: Here) -> list[ast.stmt]:
        targets = flow.Names(node.target).bound
        kept = self.lives(then) - targets
        inner = here.deeper(self.choice_blocks(node))._replace(made=frozenset())
        if self.has_escaping(then):
            then = self.jump(then, node, always=True)
        body = self.go_on(then, inner, node)
        rebound = (kept | flow.captures(node.items)) & (self.names_in(*body).bound - targets) & self.source.locals
        self.missing |= rebound & self.source.unsure
        saved = {name: self.source.fresh(f"{name}_saved") for name in self.in_order(rebound)}
        before = [part for name in saved for part in ir.quote(node, "saved = name", saved=saved[name], name=name)]
        after = [part for name in saved for part in ir.quote(node, "name = saved", saved=saved[name], name=name)]
        return [*before, *self.choice(node, body + after)]

    def has_escaping(self, then: Continuation) -> bool:
        """Does what follows make a function that sees the variables of its branch?"""
        while isinstance(then, Then):
            if self.escaping and not self.escaping.isdisjoint(ir.inside(*then.statements)):
                return True
            then = then.next
        return False

    def emit_PassOn(self, node: ir.PassOn, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.pass_on(node.items, node)

    def emit_Guard(self, node: ir.Guard, then: Continuation, here: Here) -> list[ast.stmt]:
        body = self.go_on(then, here.after(self.source, node.test), node)
        test: Any = node.test
        if isinstance(test, ir.Condition) and kinds.kind_of(self.source, test.value, self.changes.common.kinds):
            test = test.value  # it visibly is no function
        return ir.quote(node, "if test: body", test=test, body=body)

    def emit_Answer(self, node: ir.Answer, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.answer(node.value, node)

    def emit_Dead(self, node: ir.Dead, then: Continuation, here: Here) -> list[ast.stmt]:
        return ir.quote(node, "pass")

    def emit_If(self, node: ast.If, then: Continuation, here: Here) -> list[ast.stmt]:
        guard = as_guard(node)
        if guard is not None:
            return self.emit_Guard(guard, then, here)
        if self.live.falls(node.body) and self.live.falls(node.orelse):
            then = then if _is_brief(then) else self.jump(then, node)
        again = Then(ir.copy_of(then.statements), then.next) if isinstance(then, Then) else then
        here = here.after(self.source, node.test)
        body = self.block(node.body, then, here)
        orelse = self.block(node.orelse, again, here)
        ends = all(isinstance(part, ast.Pass) for part in orelse)
        text = "if test: body" if ends else "if test: body\nelse: orelse"
        return ir.quote(node, text, test=node.test, body=body, orelse=orelse)

    def emit_Match(self, node: ast.Match, then: Continuation, here: Here) -> list[ast.stmt]:
        here = here.after(self.source, node)
        then = self.jump(then, node)
        cases = [copy.copy(case) for case in node.cases]
        if not flow.irrefutable(cases[-1]):
            cases.append(ast.match_case(ir.at(ast.MatchAs(), node), None, []))
        for case in cases:
            case.body = self.block(case.body, then, here)
        return [ir.at(ast.Match(node.subject, cases), node)]

    emit_For = emit_While = guard_inside

    def emit_Turns(self, node: ir.Turns, then: Continuation, here: Here) -> list[ast.stmt]:
        endless = ir.is_endless(node)
        leaves = sum(isinstance(part, ir.Leave) and part.loop == node.loop for part in ir.inside(*node.body))
        if leaves + (not endless) > 1:
            then = self.jump(then, node)
        head = self.live.head(node, self.lives(then)) | self.source.seen_at_once
        again = Jump(self.source.fresh(f"{self.source.name}_loop"), self.in_order(head), node)
        self.loops[node.loop] = (again, then)
        body, end = [*node.body, ir.at(ir.Next(node.loop), node)], [*node.orelse, ir.at(ir.Leave(node.loop), node)]
        turn = ir.quote(node, "if test: body\nelse: end", test=node.test, body=body, end=end)
        statements = [*node.prelude, *(body if endless else turn)]
        arguments = ir.positional(again.arguments, node)
        self.waiting.append((again.name, node, arguments, statements, END))
        return self.go_on(again, here, node)

    def emit_Next(self, node: ir.Next, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][0], here, node)

    def emit_Leave(self, node: ir.Leave, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][1], here, node)

    emit_Try = emit_TryStar = emit_With = guard_inside


def _is_brief(after: Continuation) -> bool:
    """May this stand in both branches: one simple statement and a leap? That is cheaper than a function for them."""
    if not isinstance(after, Then) or len(after.statements) < 2 or not is_short(after.statements[1:]):
        return False
    first = after.statements[0]
    return isinstance(first, SIMPLE) and not any(isinstance(node, ir.SCOPES) for node in ir.inside(first))


CHOICE = """
search = items
try:
    for found in ASKING if isinstance(search, list) else search:
        if found is ASK:
            yield search
            found = search.pop()
            if found is END: break
        target = found
        body
except BaseException:
    yield closing(search)
    raise
"""


class DeepEmission(Emission):
    """The expansion of a function for the driver of deep searches."""

    attempting = "deep_attempts"
    asks_always = True

    def call(self, call: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield call", call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield (value,)", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        text = "yield pass_on(deep_items(items))" if is_no_search(self.source, items) else "yield pass_on(items)"
        return ir.quote(origin, text, items=self.items(items))

    def choice(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        if is_no_search(self.source, node.items):
            return super().choice(node, body)
        names = {name: self.source.fresh(name) for name in ("search", "found")}
        return ir.quote(node, CHOICE, items=self.items(node.items), target=node.target, body=body, **names)
