"""Requires moved up to where everything they need is known, and choices made in another order, in the normal form.

    a = yield A             a = yield A
    b = yield B             t = a * a
    t = a * a               require(t > 9)
    require(t > 9)          b = yield B

Each part of a require with `and` moves as far as it can. A require takes along the assignments that only it needs. It
does not pass a statement that binds or changes what it reads, that has a visible effect (such as a print), or that
gives an answer. A require that may raise an exception does not pass a statement that may have prevented it, such as
another require.

A loop without choices that only asks requires moves like a require. A require that is the same in each iteration of a
loop with choices leaves the loop, and is then asked if the loop has an iteration.

Move        where a require can go
Group       choices that may be made in another order
Moving      the rules of an observed expansion in which some requires have moved
"""

import ast
from dataclasses import dataclass
from typing import Any, ClassVar

from ambsearch.advising.climbing import Climb, Part, alone, guards_in, is_asking, read_from_outside
from ambsearch.advising.purity import is_silent
from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.emitting.observed import Observed
from ambsearch.expansion.emitting.sites import name_of_choice, text_of
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes

Place = tuple[str, int, int]  # file, line and column of a require, or of a choice


@dataclass(frozen=True)
class Move:
    """Where a require can go.

    place: where it stands; name: its text; is_part: is it a part of a require with `and`? needs: the names of the
    choices that it depends on, in order.
    passes: does it move above a choice? after: the line of the statement directly above it; None at the beginning of
    the function, branch or loop.
    taken: the lines of the assignments that go with it. kept_by: the line that stops it from moving further up,
    because the require may raise an exception for what that line rejects. loop: the line of the loop that goes with
    it; left: the line of the loop that it leaves; is_ahead: does it end up directly above that loop? if_turned: must
    it be asked only if that loop has an iteration?
    """

    place: Place
    name: str
    is_part: bool
    needs: tuple[str, ...]
    passes: bool
    after: int | None
    taken: tuple[int, ...]
    kept_by: int | None
    loop: int | None = None
    left: int | None = None
    is_ahead: bool = False
    if_turned: bool = False

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

    @property
    def is_free(self) -> bool:
        """Is there another order?"""
        return any(i not in self.waits[i + 1] for i in range(len(self.places) - 1))


class Moving(Observed):
    """The rules with some requires moved up as far as possible, and some choices in another order.

    wanted: the requires to move; None for all. choice_order: the choices, in the order wanted; those not in it stay.
    moves, groups: collect what is possible.
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

    def rearrange(self, block: list[Any], around: tuple[tuple[list[Any], Any], ...] = ()) -> None:
        """Move what is wanted in a block and those inside; around: the blocks around it, each with its statement."""
        block[:] = [part for node in block for part in self.parts_of(node)]
        for statements in groups_of(block):
            self.put_in_order(block, statements)
        for asking in [node for node in block if isinstance(node, nodes.Guard) or is_asking(self.source, node)]:
            self.move(block, asking, around)
        for node in list(block):
            for inner in inner_blocks(node):
                self.rearrange(inner, (*around, (block, node)))

    def parts_of(self, node: Any) -> list[Any]:
        """A require with `and`, or a loop of requires, as several, one after the other; any other statement as it is."""
        if is_asking(self.source, node):
            return alone(self.source, node)
        if not (
            isinstance(node, nodes.Guard) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
        ):
            return [node]
        self.parts |= {self.place(part) for part in node.test.values}
        return [nodes.at(nodes.Guard(part), part) for part in node.test.values]

    def move(self, block: list[Any], asking: Any, around: tuple[tuple[list[Any], Any], ...]) -> None:
        """Find where a require can go, and move it there if that is wanted."""
        guards = guards_in(asking)
        place, name = (
            self.place(guards[0]),
            "), require(".join(text_of(self.source, guard.test) for guard in guards),
        )
        climb = Climb(Part(self.source, asking), block, asking)
        climb.up()
        if around and climb.may_leave(around[-1][1]):
            climb.leave(*around[-1])
            climb.up()
        top, to = climb.top, climb.to
        if top is None and climb.kept_by is None:
            return
        left = None if climb.left is None else climb.left.lineno
        above = [] if top is None else [node for node in to[:top] if node.lineno != left]
        move = Move(
            place,
            name,
            place in self.parts,
            self.needed_names([*climb.outside, *block[: block.index(asking)]], asking),
            top is not None,
            last_line(above[-1]) if above else None,
            tuple(node.lineno for node in climb.statements() if node is not asking and node.lineno != left),
            climb.kept_by,
            None if isinstance(asking, nodes.Guard) else asking.lineno,
            left,
            climb.is_ahead(),
            climb.condition is not None,
        )
        self.moves.setdefault(place, move)
        if top is not None and (self.wanted is None or place in self.wanted):
            climb.apply()

    def needed_names(self, above: list[Any], asking: Any) -> tuple[str, ...]:
        """The variables that a require depends on, without those that are only computed from others."""
        reads = read_from_outside(asking)
        changed = {name for _, name in changes(self.source, above)}
        for node in reversed(above):
            names = Names(node)
            is_known = names.read & self.source.locals <= self.written  # else it is a turn of a loop
            if isinstance(node, ast.Assign) and names.bound & reads and is_known and not names.bound & changed:
                reads = reads - names.bound | names.read
        fixed = parameters(self.source.tree.args) - Names(*self.source.body).bound
        order = [name for node in above for name in sorted(Names(node).bound)]
        return tuple(dict.fromkeys(name for name in order if name in reads & self.source.locals - fixed))

    # the order of choices

    def put_in_order(self, block: list[Any], statements: list[Any]) -> None:
        """Record a group of choices, and put them in the wanted order; the requires among them come after."""
        choices = [node for node in statements if isinstance(node, nodes.Choose)]
        if not all(is_silent(self.source, node) and not changes(self.source, [node]) for node in statements):
            return
        places = tuple(map(self.place, choices))
        bound = [Names(node).bound for node in choices]
        waits = tuple(
            frozenset(j for j in range(i) if bound[j] & (Names(node).read | bound[i])) for i, node in enumerate(choices)
        )
        self.groups.setdefault(
            places, Group(places, tuple(name_of_choice(self.source, choice) for choice in choices), waits)
        )
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


def last_line(node: Any) -> int:
    """The line that names a statement when something moves below it: the last one, for a loop."""
    inside = nodes.inside(node) if isinstance(node, (nodes.Turns, *nodes.LOOPS)) else [node]
    return max(getattr(part, "lineno", 0) for part in inside)


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
