"""Solving sudoku fast: all candidates are the bits of one number, and are examined all at once.

candidate   a digit in a cell: one bit; those of a cell are adjacent, then come the cells of a row, then the rows
group       candidates of which exactly one is true: the digits of a cell; the places of a digit in a unit
start       the first candidate of a group; the others are at the same distances for all groups of a kind
Kind        all groups of one kind: cells, rows, columns or blocks
segment     the cells that a block shares with a row or a column
placed      the candidates whose peers have been removed already

A few shifts of the whole number count how many candidates each group has left (none, one, two, more). If no group has
just one left, a digit that a block has in only one row is removed from the rest of the row, and vice versa. If that
does not help either, a candidate is guessed. After many dead ends, each candidate is tried briefly before the next
guess, so no board holds the search up. The numbers are immutable, so nothing has to be undone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from .boards import Cell, Layout

PATIENCE = 200  # dead ends


@dataclass(frozen=True)
class Kind:
    """Groups of one kind.

    starts: a bit for each group.
    near, far: the other candidates of a group are at the sums of two distances, one of each, including 0.
    """

    starts: int
    near: tuple[int, ...]
    far: tuple[int, ...]

    def candidates_of(self, starts: int) -> int:
        """All candidates of the groups with these starts.

        >>> bin(Kind(0b10001, (1,), (2,)).candidates_of(0b10000))
        '0b11110000'
        """
        near = starts
        for distance in self.near:
            near |= starts << distance
        spread = near
        for distance in self.far:
            spread |= near << distance
        return spread


@dataclass(frozen=True)
class Crossing:
    """Where blocks cross rows (or columns).

    segments: the starts of the segments; inside: the distances of the other cells of a segment.
    ways: how digits are confined, e.g. from blocks to rows: starts, distances from segment to segment.
    """

    segments: int
    inside: tuple[int, ...]
    ways: tuple[tuple[int, tuple[int, ...], int, tuple[int, ...]], ...]


class Solver:
    """Solves the boards of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.signs = layout.signs
        self.right = len(self.signs)
        self.down = self.right * layout.width
        self.all = self.every_digit(layout.cells)
        self.cells = Kind(sum(self.bit(cell) for cell in layout.cells), *factors(1, *layout.block[::-1]))
        self.kinds = (self.cells, *(kind for kind in map(self.kind, ("row", "column", "block")) if kind.starts))
        self.crossings = tuple(self.crossing(kind) for kind in ("row", "column"))
        self.bits = {(cell, sign): self.bit(cell, sign) for cell in layout.cells for sign in self.signs}
        self.kept: dict[int, int] = {}
        self.peers = {self.bit(cell): sum(self.bit(peer) for peer in peers) for cell, peers in layout.peers.items()}

    def bit(self, cell: Cell, sign: str | None = None) -> int:
        """The bit of a candidate; without a sign, the first one of the cell."""
        row, column = cell
        place = (row - 1) * self.down + (column - 1) * self.right
        return 1 << place + (self.signs.index(sign) if sign else 0)

    def every_digit(self, cells: Iterator[Cell] | tuple[Cell, ...]) -> int:
        return sum({self.bit(cell) for cell in cells}) * ((1 << self.right) - 1)

    def kind(self, name: str) -> Kind:
        """The groups of the rows, columns or blocks."""
        side, (height, width) = self.layout.side, self.layout.block
        starts = self.every_digit(tuple(unit.cells[0] for unit in self.layout.units if unit.kind == name))
        if name == "row":
            return Kind(starts, *factors(self.right, width, side // width))
        if name == "column":
            return Kind(starts, *factors(self.down, height, side // height))
        return Kind(starts, multiples(self.right, width), multiples(self.down, height))

    def crossing(self, line: str) -> Crossing:
        """Where the blocks cross the rows or the columns."""
        side, (height, width) = self.layout.side, self.layout.block
        blocks, lines = self.kind("block").starts, self.kind(line).starts
        if line == "row":
            inside = multiples(self.right, width)
            in_block, in_line = multiples(self.down, height), multiples(self.right * width, side // width)
        else:
            inside = multiples(self.down, height)
            in_block, in_line = multiples(self.right, width), multiples(self.down * height, side // height)
        if not lines:
            return Crossing(0, (), ())
        segments = blocks
        for distance in in_block:
            segments |= blocks << distance
        return Crossing(segments, inside, ((blocks, in_block, lines, in_line), (lines, in_line, blocks, in_block)))

    def keep(self, candidate: int) -> int:
        """All candidates that can be true together with this one."""
        kept = self.kept.get(candidate)
        if kept is None:
            lost = 0
            for kind in self.kinds:
                for far in (0, *kind.far):
                    for near in (0, *kind.near):
                        lost |= kind.candidates_of(candidate >> near + far & kind.starts)
            kept = self.kept[candidate] = self.all & ~lost | candidate
        return kept

    def start(self, givens: dict[Cell, str]) -> int:
        """The candidates that the givens leave; 0 if two of them are in conflict."""
        left, bits, kept = self.all, self.bits, self.kept
        for given in givens.items():
            candidate = bits[given]
            if not left & candidate:
                return 0
            left &= kept.get(candidate) or self.keep(candidate)
        return left

    def propagate(self, left: int, placed: int) -> tuple[int, int]:
        """Place candidates that are alone in their group, until there are none; (0, 0) if a group has nothing left."""
        kinds, kept, keep = self.kinds, self.kept, self.keep
        while True:
            singles = 0
            for kind in kinds:
                near, near_twice = left, 0
                for distance in kind.near:
                    here = left >> distance
                    near_twice |= near & here
                    near |= here
                once, twice = near, near_twice
                for distance in kind.far:
                    here = near >> distance
                    twice |= once & here | near_twice >> distance
                    once |= here
                starts = kind.starts
                if once & starts != starts:
                    return 0, 0
                single = starts & ~twice
                if single:
                    singles |= kind.candidates_of(single) & left
            new = singles & ~placed
            if not new:
                return left, placed
            placed |= new
            while new:
                candidate = new & -new
                new ^= candidate
                if not left & candidate:
                    return 0, 0
                left &= kept.get(candidate) or keep(candidate)

    def confine(self, left: int) -> int:
        """Remove a digit from the rest of a row or column if a block has it only there, and vice versa."""
        lost = 0
        for crossing in self.crossings:
            there = left
            for distance in crossing.inside:
                there |= left >> distance
            there &= crossing.segments
            gone = 0
            for starts, between, lines, along in crossing.ways:
                once, twice = there, 0
                for distance in between:
                    here = there >> distance
                    twice |= once & here
                    once |= here
                single = starts & ~twice
                alone = single
                for distance in between:
                    alone |= single << distance
                alone &= there
                taken = alone
                for distance in along:
                    taken |= alone >> distance
                taken &= lines
                rest = taken
                for distance in along:
                    rest |= taken << distance
                gone |= rest & there & ~alone
            lost |= gone
            for distance in crossing.inside:
                lost |= gone << distance
        return left & ~lost

    def settle(self, left: int, placed: int) -> tuple[int, int]:
        """Draw all conclusions; (0, 0) if there is a contradiction."""
        while True:
            left, placed = self.propagate(left, placed)
            if not left or placed == left:
                return left, placed
            less = self.confine(left)
            if less == left:
                return left, placed
            left = less

    def probe(self, left: int, placed: int) -> tuple[int, int]:
        """Try each candidate briefly, and remove those that lead to a contradiction."""
        rest = left & ~placed
        while rest:
            candidate = rest & -rest
            rest ^= candidate
            if not self.propagate(left & self.keep(candidate), placed | candidate)[0]:
                left, placed = self.settle(left ^ candidate, placed)
                if not left:
                    return 0, 0
                rest &= left & ~placed
        return left, placed

    def branching(self, left: int) -> int:
        """The candidates of an undecided cell with the fewest, and among these with the most peers that have as few.

        A digit there decides most at once; on several boards it leads to far fewer dead ends than the first such cell.
        """
        counts = [0] * self.right.bit_length()  # of the candidates of each cell: the first number holds all units, ...
        for distance in range(self.right):
            carry = left >> distance
            for power, bits in enumerate(counts):
                counts[power], carry = bits ^ carry, bits & carry
                if not carry:
                    break
        for wanted in range(2, self.right + 1):
            found = self.cells.starts
            for power, bits in enumerate(counts):
                found &= bits if wanted >> power & 1 else ~bits
            if found:
                cell = max(bits_of(found), key=lambda start: (found & self.peers[start]).bit_count())
                return left & self.cells.candidates_of(cell)
        raise ValueError("expected a cell with several candidates, found none")

    def solutions(self, left: int, rng: Random | None = None, limit: int | None = None) -> Iterator[int]:
        """Yield the true candidates of each solution, in random order if there is an `rng`.

        limit: give up after this many dead ends.
        """
        waiting = [(left, 0)]
        dead_ends = 0  # since the last solution
        while waiting:
            left, placed = self.settle(*waiting.pop())
            if left and placed != left and dead_ends > PATIENCE:
                left, placed = self.probe(left, placed)
            if not left:
                dead_ends += 1
                if limit is not None and dead_ends > limit:
                    return
            elif left == placed:
                dead_ends = 0
                yield left
            else:
                choices = self.branching(left)
                candidate = choices & -choices
                if rng is not None:
                    candidate = rng.choice([chosen for k in range(self.right) if (chosen := candidate << k) & choices])
                waiting.append((left ^ candidate, placed))
                waiting.append((left & self.keep(candidate), placed | candidate))

    def digits(self, left: int) -> dict[Cell, str]:
        """The digit in each cell that has one candidate left."""
        found = {}
        for cell in self.layout.cells:
            row, column = cell
            digits = left >> (row - 1) * self.down + (column - 1) * self.right & (1 << self.right) - 1
            if digits.bit_count() == 1:
                found[cell] = self.signs[digits.bit_length() - 1]
        return found


def bits_of(number: int) -> Iterator[int]:
    """The bits of a number, from the lowest.

    >>> list(bits_of(0b10110))
    [2, 4, 16]
    """
    while number:
        bit = number & -number
        yield bit
        number ^= bit


def multiples(step: int, count: int) -> tuple[int, ...]:
    """The multiples of a step below count * step, without 0.

    >>> multiples(9, 3)
    (9, 18)
    """
    return tuple(step * number for number in range(1, count))


def factors(step: int, near: int, far: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Distances whose sums are all multiples of a step below near * far * step.

    >>> factors(1, 3, 3)
    ((1, 2), (3, 6))
    """
    return multiples(step, near), multiples(step * near, far)


@lru_cache
def solver(layout: Layout) -> Solver:
    """The solver of a layout, which is prepared only once."""
    return Solver(layout)
