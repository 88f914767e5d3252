"""What stays a Python statement: plain statements, and compound ones whose only leaps are dead ends.

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
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.emitting.blocks import END, Blocks, Continuation, Then, is_short
from ambsearch.expansion.emitting.guards import Flat, Sealed, is_sealed, needs_no_flag
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.frames import Frame, Here, changes_seldom, changes_what_was, saved_outside, try_around


class Statements(Blocks):
    """Statements between the opening of a trail and its undoing, or with their inverse right after the rest."""

    def plain(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self.go_on(then, here, node)
        if isinstance(node, ast.If) and self.branches_apart(node, then, here):
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

    def branches_apart(self, node: ast.If, then: Continuation, here: Here) -> bool:
        """Is it better to continue from each branch, so that each undoes its own changes directly?"""
        branches = [*node.body, *node.orelse]
        if not changes_what_was(self.source, branches, here) or changes(self.source, [node.test]):
            return False
        is_long = isinstance(then, Then) and not is_short(then.statements)  # it would be a function
        return not (is_long and changes_seldom(self.source, branches, here))

    def direct(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt] | None:
        """One of the common changes, with its inverse right after the rest."""
        change = self.changes.find(node)
        is_item = isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript)
        if change is None or is_item and changes_seldom(self.source, [node], here):
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
