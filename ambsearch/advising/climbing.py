"""How far up a require can move: past what it neither needs nor affects, and out of a loop in which it never changes.

Part        what a require, or a loop of requires, reads and binds, and which statements it may pass
Climb       the way up, from block to block
is_asking   is a loop one that only asks requires?
alone       each of its requires in a loop of its own
"""

import ast
from functools import partial
from typing import Any

from ambsearch.advising.purity import KINDS, is_silent, may_raise
from ambsearch.expansion.analysis.bindings import once, values_of
from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.values import ATOM, CONTAINER, holding, is_one, variables_of
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

SIMPLE = (ir.Choose, ir.Guard, ast.Assign, ast.AugAssign, ast.Expr, ast.FunctionDef, ast.Pass)
PASSED = (*SIMPLE, ir.Turns, ast.If, ast.For, ast.While)
ENDING = (ir.Answer, ir.PassOn, ast.Raise, ast.Return)


class Part:
    """A require, or a loop of requires, and the assignments that go with it. reads, binds: names; raises: may it?"""

    def __init__(self, source: Source, asking: Any) -> None:
        self.source = source
        self.reads, self.binds = read_from_outside(asking), set(Names(asking).bound)
        self.raises = may_raise(source, asking)
        self.is_movable = self.is_plain(asking) and not (isinstance(asking, ir.Guard) and self.binds)

    def is_plain(self, *nodes: ast.AST) -> bool:
        return is_silent(self.source, *nodes) and not changes(self.source, list(nodes))

    def join(self, node: ast.stmt) -> bool:
        """Move an assignment of what is read along with it; False if that is not possible."""
        if not isinstance(node, ast.Assign) or not self.is_plain(node):
            return False
        names = Names(node)
        if not names.bound <= self.source.locals:
            return False
        self.reads = self.reads - names.bound | names.read
        self.binds |= names.bound
        self.raises |= may_raise(self.source, node)
        return True

    def may_pass(self, node: ast.stmt) -> bool:
        """Can it be evaluated before this statement?"""
        names = Names(node)
        if not isinstance(node, PASSED) or names.bound & (self.reads | self.binds) or names.read & self.binds:
            return False
        if not names.bound <= self.source.locals or leaves(node) or not is_silent(self.source, node):
            return False
        return self.is_left_alone(node)

    def is_left_alone(self, node: ast.stmt) -> bool:
        """Does this statement leave everything that it reads unchanged?"""
        changed = {name for _, name in changes(self.source, [node])}
        return not changed or changed <= fresh_containers(self.source) and self.reads <= self.values()

    def is_same_in(self, loop: ir.Turns) -> bool:
        """Is it the same in each iteration of a loop around it?"""
        return not Names(loop).bound & (self.reads | self.binds) and self.is_left_alone(loop)

    def values(self) -> frozenset[str]:
        """The variables whose values no change of a container made here can affect."""
        rebound = Names(*self.source.body).bound
        return variables_of(self.source, ATOM) | parameters(self.source.tree.args) - rebound

    def is_kept(self, node: ast.stmt) -> bool:
        """Could this statement protect it from raising an exception?"""
        return self.raises and not isinstance(node, (ir.Choose, ast.Assign, ast.FunctionDef, ast.Pass))


class Climb:
    """The way up of a require.

    top, to: the highest place that it can reach, and the block; None if that is not above a choice. left: the loop
    that it
    has left; condition: the question whether that has a turn, if it need not have one. outside: what stands above that loop.
    kept_by: the line that may keep it from an exception.
    """

    def __init__(self, part: Part, block: list[Any], asking: Any) -> None:
        self.part, self.block, self.asking = part, block, asking
        self.to, self.index = block, block.index(asking)
        self.top: int | None = None
        self.kept_by: int | None = None
        self.left: ir.Turns | None = None
        self.condition: ast.expr | None = None
        self.outside: list[Any] = []
        self.joined: list[Any] = []
        self.is_through = False

    def up(self) -> None:
        """Go up in a block as far as possible."""
        keeping: int | None = None  # the line that does, if it comes to be above a choice without it
        for above in range(self.index - 1, -1, -1) if self.part.is_movable else ():
            node = self.to[above]
            if is_of_one_loop(node, self.asking):
                continue
            if Names(node).bound & self.part.reads and self.part.join(node):
                if keeping is None:
                    self.joined.insert(0, node)
                continue
            if not self.part.may_pass(node):
                return
            if keeping is None and self.part.is_kept(node):
                keeping = node.lineno
            if not {ir.Choose, ir.PassOn, ir.Turns}.isdisjoint(map(type, ir.inside(node))):
                if keeping is not None:
                    self.kept_by = keeping
                    return
                self.top = above
        self.is_through = self.part.is_movable and keeping is None

    def may_leave(self, loop: Any) -> bool:
        """Has it reached the beginning of a loop, past a choice, and can it move before the loop?"""
        if not self.is_through or self.top is None or self.joined:
            return False
        if not isinstance(self.asking, ir.Guard) or not isinstance(loop, ir.Turns) or loop.prelude:
            return False
        if not self.part.is_same_in(loop):
            return False
        return is_endless(loop) or self.part.is_plain(loop.test) and not may_raise(self.part.source, loop.test)

    def leave(self, outer: list[Any], loop: ir.Turns) -> None:
        self.left, self.to = loop, outer
        self.top = self.index = outer.index(loop)
        self.outside = outer[: self.index]
        if not is_endless(loop):
            self.condition = loop.test
            self.part.reads |= Names(loop.test).read

    def statements(self) -> list[Any]:
        """What moves: the assignments that it needs, unless they are above already, and the require itself."""
        joined = [node for node in self.joined if self.top is not None and self.to.index(node) > self.top]
        return [*joined, self.asking]

    def is_ahead(self) -> bool:
        """Does it end up directly above the loop that it leaves?"""
        return self.left is not None and self.top == self.index

    def apply(self) -> None:
        """Move it there."""
        taken, top = self.statements(), self.top
        self.block.remove(self.asking)
        rest = [node for node in self.to[top:] if node not in taken]
        self.to[top:] = [*taken[:-1], self.guard(), *rest]

    def guard(self) -> Any:
        if self.condition is None:
            return self.asking
        text = "not turned or test"
        test = ir.expression(self.asking, text, turned=ir.copy_of(self.condition), test=self.asking.test)
        return ir.at(ir.Guard(test), self.asking)


def is_endless(loop: ir.Turns) -> bool:
    return isinstance(loop.test, ast.Constant) and bool(loop.test.value)


def leaves(node: ast.stmt) -> bool:
    """Can the search go from here to anywhere but the next statement?"""
    own = {part.loop for part in ir.inside(node) if isinstance(part, ir.Turns)}
    leaps = (part.loop not in own for part in ir.inside(node) if isinstance(part, (ir.Next, ir.Leave)))
    return any(leaps) or any(isinstance(part, ENDING) for part in ir.inside(node)) or jumps(node)


def jumps(node: ast.AST) -> bool:
    """Is there a `break` or `continue` of a loop around this?"""
    if isinstance(node, ir.LOOPS):
        return any(map(jumps, node.orelse))
    if isinstance(node, ir.FUNCTIONS):
        return False
    return isinstance(node, (ast.Break, ast.Continue)) or any(map(jumps, ir.children(node)))


# loops of requires


def is_asking(source: Source, node: Any) -> bool:
    """Is this a loop without choices that does nothing but ask requires?"""
    return isinstance(node, ast.For) and bool(guards_in(node)) and _only_asks(source, node)


def _only_asks(source: Source, node: Any) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets) and Names(node).bound <= source.locals
    if isinstance(node, ast.If):
        return all(_only_asks(source, part) for part in (*node.body, *node.orelse))
    if isinstance(node, ast.For):
        return not node.orelse and all(_only_asks(source, part) for part in node.body)
    return isinstance(node, (ir.Guard, ast.Pass))


def guards_in(node: Any) -> list[Any]:
    """The requires in a statement, in their order."""
    found = [part for part in ir.inside(node) if isinstance(part, ir.Guard)]
    return sorted(found, key=lambda guard: (guard.lineno, guard.col_offset))


def alone(source: Source, loop: ast.For) -> list[Any]:
    """Each require of a loop in its own loop, if none of them may protect another from an exception."""
    guards = guards_in(loop)
    loops = [part for part in ir.inside(loop) if isinstance(part, ast.For)]
    if len(guards) == 1 or may_raise(source, loop) or not all(is_lasting(source, part.iter) for part in loops):
        return [loop]
    return [_with_only(loop, number) for number in range(len(guards))]


def is_lasting(source: Source, items: ast.expr) -> bool:
    """Does this give the same items every time it is iterated, unlike an iterator?"""
    match items:
        case ast.Call(args=args) if source.builtin(items) in ("range", "enumerate", "zip", "reversed", "sorted"):
            return source.builtin(items) == "range" or all(is_lasting(source, part) for part in args)
        case ast.Name(id=name) if name in source.locals:
            given = parameters(source.tree.args) - Names(*source.body).bound
            return name in fresh_containers(source) | given
        case ast.Name():
            return isinstance(source.resolve(items), KINDS)
    return isinstance(items, (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Constant))


def _with_only(loop: ast.For, number: int) -> Any:
    """The loop with one of its requires."""
    copied = ir.copy_of(loop)
    copied.whole = loop.lineno, loop.col_offset
    return _Without(guards_in(copied)[number]).visit(copied)


def is_of_one_loop(one: Any, other: Any) -> bool:
    """Were these one loop, of which each has a require? Then they bind the same variables to the same values."""
    return getattr(one, "whole", None) == getattr(other, "whole", ())


class _Without(ir.Rewriter):
    def __init__(self, kept: ir.Guard) -> None:
        self.kept = kept

    def visit_Guard(self, node: ir.Guard) -> ast.stmt:
        return node if node is self.kept else ir.at(ast.Pass(), node)


def read_from_outside(node: Any) -> set[str]:
    """The variables that a require, or a loop of requires, reads from outside."""
    if isinstance(node, ir.Guard):
        return set(Names(node.test).read)
    loops = [part for part in ir.inside(node) if isinstance(part, ast.For)]
    own = {name for loop in loops for name in Names(loop.target).bound}
    return Names(node).read - own | {name for loop in loops for name in Names(loop.iter).read & own}


@once
def fresh_containers(source: Source) -> frozenset[str]:
    """The variables that hold only what the function created itself, and in that only lists, dicts, sets and numbers."""
    return holding(source, values_of(source), partial(is_one, CONTAINER))
