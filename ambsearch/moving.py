"""Requires moved to where all that they need is first known, choices made in another order: in the normal form.

    a = yield A             a = yield A
    b = yield B             t = a * a
    t = a * a               require(t > 9)
    require(t > 9)          b = yield B

Of a require with `and` each part goes as far as it can. A require takes along the assignments that only it waits for. It does not pass a statement that binds or changes what it
reads, that is seen from outside (what is printed, say), or that gives an answer; and what may raise an exception does
not pass a statement that may have kept it from doing so, such as another require.

Move        where a require can go
Group       choices that may be made in another order
Moving      the rules of an observed expansion in which some have gone there
"""

import ast
from dataclasses import dataclass
from typing import Any, ClassVar

from ambsearch.expansion import nodes
from ambsearch.expansion.effects import changes
from ambsearch.expansion.flow import Names, parameters
from ambsearch.expansion.observed import Observed
from ambsearch.expansion.source import Source
from ambsearch.expansion.values import atoms, fresh_containers, ints
from ambsearch.purity import is_silent, may_raise

Place = tuple[str, int, int]  # file, line and column of a require, or of a choice
SIMPLE = (nodes.Choose, nodes.Guard, ast.Assign, ast.AugAssign, ast.Expr, ast.FunctionDef, ast.Pass)
PASSED = (*SIMPLE, nodes.Turns, ast.If, ast.For, ast.While)
ENDING = (nodes.Answer, nodes.PassOn, ast.Raise, ast.Return)


@dataclass(frozen=True)
class Move:
    """Where a require can go.

    place: where it stands; name: its text; is_part: is it a part of a require with `and`? needs: the names of the choices that it depends on, in their order.
    passes: does it come to stand above a choice? after: the line of the statement that it goes below; None for the
    beginning of the function, branch or loop.
    taken: the lines of the assignments that go with it. kept_by: the line that keeps it from going further up, because
    it may raise an exception for what that line rejects.
    """

    place: Place
    name: str
    is_part: bool
    needs: tuple[str, ...]
    passes: bool
    after: int | None
    taken: tuple[int, ...]
    kept_by: int | None

    @property
    def line(self) -> int:
        return self.place[1]


@dataclass(frozen=True)
class Group:
    """Choices with nothing but requires between them. names: of their variables; waits: for each choice those that must
    be made before it, by their numbers."""

    places: tuple[Place, ...]
    names: tuple[str, ...]
    waits: tuple[frozenset[int], ...]


class Part:
    """A require and the assignments that go with it. reads, binds: names; raises: may it?"""

    def __init__(self, source: Source, guard: nodes.Guard) -> None:
        self.source = source
        names = Names(guard.test)
        self.reads, self.binds = set(names.read), set(names.bound)
        self.raises = may_raise(source, guard.test)
        self.is_movable = self.is_plain(guard.test) and not self.binds

    def is_plain(self, *nodes: ast.AST) -> bool:
        return is_silent(self.source, *nodes) and not changes(self.source, list(nodes))

    def join(self, node: ast.stmt) -> bool:
        """Take along an assignment of what is read; False if that cannot be."""
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
        """May it be evaluated before this statement?"""
        names = Names(node)
        if not isinstance(node, PASSED) or names.bound & (self.reads | self.binds) or names.read & self.binds:
            return False
        if not names.bound <= self.source.locals or leaves(node) or not is_silent(self.source, node):
            return False
        changed = {name for _, name in changes(self.source, [node])}
        return not changed or changed <= fresh_containers(self.source) and self.reads <= self.values()

    def values(self) -> frozenset[str]:
        """The variables that hold what no change of a container made here can change."""
        rebound = Names(*self.source.body).bound
        return atoms(self.source) | ints(self.source) | parameters(self.source.tree.args) - rebound

    def is_kept(self, node: ast.stmt) -> bool:
        """May this statement keep it from raising an exception?"""
        return self.raises and not isinstance(node, (nodes.Choose, ast.Assign, ast.FunctionDef, ast.Pass))


def leaves(node: ast.stmt) -> bool:
    """May the search go from here to somewhere else than what stands below?"""
    own = {part.loop for part in nodes.inside(node) if isinstance(part, nodes.Turns)}
    leaps = (part.loop not in own for part in nodes.inside(node) if isinstance(part, (nodes.Next, nodes.Leave)))
    return any(leaps) or any(isinstance(part, ENDING) for part in nodes.inside(node)) or jumps(node)


def jumps(node: ast.AST) -> bool:
    """Is there a `break` or `continue` of a loop around this?"""
    if isinstance(node, nodes.LOOPS):
        return any(map(jumps, node.orelse))
    if isinstance(node, nodes.FUNCTIONS):
        return False
    return isinstance(node, (ast.Break, ast.Continue)) or any(map(jumps, nodes.children(node)))


class Moving(Observed):
    """The rules with some requires moved, as far up as can be, and some choices in another order.

    wanted: the requires to move; None for all. choice_order: the choices, in the order wanted; those not in it stay.
    moves, groups: collects what there is.
    """

    wanted: ClassVar[frozenset[Place] | None] = frozenset()
    choice_order: ClassVar[tuple[Place, ...]] = ()
    moves: ClassVar[dict[Place, Move]]
    groups: ClassVar[dict[tuple[Place, ...], Group]]

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.source, self.names = source, {}
        self.parts: set[Place] = set()
        self.written = {node.id for node in ast.walk(source.tree) if isinstance(node, ast.Name)}
        self.rearrange(body)
        super().__init__(source, body)

    def place(self, node: Any) -> Place:
        return self.source.filename, node.lineno, node.col_offset + 1

    def rearrange(self, block: list[Any]) -> None:
        """Move what is wanted in a block, and in those inside it."""
        block[:] = [part for node in block for part in self.parts_of(node)]
        for statements in groups_of(block):
            self.put_in_order(block, statements)
        for guard in [node for node in block if isinstance(node, nodes.Guard)]:
            self.move(block, guard)
        for node in block:
            for inner in inner_blocks(node):
                self.rearrange(inner)

    def parts_of(self, node: Any) -> list[Any]:
        """A require with `and` as several, one after the other; any other statement as it is."""
        if not (
            isinstance(node, nodes.Guard) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
        ):
            return [node]
        self.parts |= {self.place(part) for part in node.test.values}
        return [nodes.at(nodes.Guard(part), part) for part in node.test.values]

    def move(self, block: list[Any], guard: nodes.Guard) -> None:
        """Find out where a require can go, and let it go there if that is wanted."""
        index, place = block.index(guard), self.place(guard)
        part = Part(self.source, guard)
        top, taken, kept_by = index, [guard], None
        for above in range(index - 1, -1, -1) if part.is_movable else ():
            node = block[above]
            if Names(node).bound & part.reads and part.join(node):
                taken.insert(0, node)
                continue
            if not part.may_pass(node):
                break
            if part.is_kept(node):
                kept_by = node.lineno
                break
            if nodes.has_choice_or_turns(node):
                top = above
        if top == index and kept_by is None:
            return
        taken = [node for node in taken if block.index(node) > top]
        after = block[top - 1].lineno if top else None
        needs = self.needed(block[:index], guard)
        lines = tuple(node.lineno for node in taken[:-1])
        move = Move(place, ast.unparse(guard.test), place in self.parts, needs, top < index, after, lines, kept_by)
        self.moves.setdefault(place, move)
        if move.passes and (self.wanted is None or place in self.wanted):
            rest = [node for node in block[top:] if node not in taken]
            block[top:] = taken + rest

    def needed(self, above: list[Any], guard: nodes.Guard) -> tuple[str, ...]:
        """The variables that a require depends on, those that are only computed from others left out."""
        reads = set(Names(guard.test).read)
        for node in reversed(above):
            names = Names(node)
            is_known = names.read & self.source.locals <= self.written  # else it is a turn of a loop
            if isinstance(node, ast.Assign) and names.bound & reads and is_known:
                reads = reads - names.bound | names.read
        fixed = parameters(self.source.tree.args) - Names(*self.source.body).bound
        order = [name for node in above for name in sorted(Names(node).bound)]
        return tuple(dict.fromkeys(name for name in order if name in reads & self.source.locals - fixed))

    # the order of choices

    def put_in_order(self, block: list[Any], statements: list[Any]) -> None:
        """Note a group of choices, and make them in the order that is wanted; the requires among them come after."""
        choices = [node for node in statements if isinstance(node, nodes.Choose)]
        if not all(is_silent(self.source, node) and not changes(self.source, [node]) for node in statements):
            return
        places = tuple(map(self.place, choices))
        bound = [Names(node).bound for node in choices]
        waits = tuple(
            frozenset(j for j in range(i) if bound[j] & (Names(node).read | bound[i])) for i, node in enumerate(choices)
        )
        self.groups.setdefault(places, Group(places, tuple(map(self.named, choices)), waits))
        if set(self.choice_order) == set(places):
            ordered = sorted(choices, key=lambda node: self.choice_order.index(self.place(node)))
            start = block.index(statements[0])
            rest = [node for node in statements if node not in choices]
            block[start : start + len(statements)] = ordered + rest


def inner_blocks(node: Any) -> list[list[Any]]:
    """The blocks of a statement in which there may be choices; not those of a try, which has its own exceptions."""
    if isinstance(node, ast.Match):
        return [case.body for case in node.cases]
    return [node.body, node.orelse] if isinstance(node, (nodes.Turns, ast.If)) else []


def groups_of(block: list[Any]) -> list[list[Any]]:
    """Runs of choices and requires that begin and end with a choice, of which there are two or more."""
    found: list[list[Any]] = [[]]
    for node in block:
        if isinstance(node, nodes.Choose) or isinstance(node, nodes.Guard) and found[-1]:
            found[-1].append(node)
        elif found[-1]:
            found.append([])
    for statements in found:
        while statements and not isinstance(statements[-1], nodes.Choose):
            statements.pop()
    return [statements for statements in found if sum(isinstance(node, nodes.Choose) for node in statements) > 1]
