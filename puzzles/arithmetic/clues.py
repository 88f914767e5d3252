"""What the rows of a long multiplication or division say, arranged for the search in `long`.

The names are those of `long`. A mask is a set of digits, bit d for the digit d.
"""

from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean
from typing import TypeAlias

from .carries import Carries, step, steps_to
from .fields import Fields, digits_in
from .notation import BOX, DIGITS, LETTERS, Calculation
from .order import Stage, best_order, expectation, stages
from .sums import Reading, Schedule, readings

Values: TypeAlias = dict[str, int]
Meanings: TypeAlias = tuple[tuple[int, int], ...]  # the digits that a letter may be, and what is left with each
Letter: TypeAlias = tuple[str, Meanings]
Letters: TypeAlias = tuple[Letter, ...]
Edges: TypeAlias = tuple[Carries, tuple[Carries, ...], Carries]
Step: TypeAlias = tuple[Carries, int, Edges]  # the carries below a digit, it, and the edges with it
Move: TypeAlias = tuple[int, Edges, int, Letters]


class Clues:
    """The clues of a puzzle: tables to look up, and the ways to go on from a state of the search."""

    def __init__(self, puzzle: Calculation, base: int, leading_zeros: bool, free: bool) -> None:
        if leading_zeros and free:
            raise ValueError("expected leading zeros or free lengths, found both")
        self.puzzle, self.base, self.leading_zeros, self.free = puzzle, base, leading_zeros, free
        self.signs = puzzle.remainder[::-1] + puzzle.second[::-1]
        self.units = base ** len(puzzle.remainder)
        self.products = [(n, row) for n, row in enumerate(puzzle.products, len(puzzle.remainder)) if row]
        self.fields = Fields(base, len(self.signs))
        self.left = self.fields.joined(self.alone())
        self.moves = cache(self.find_moves)
        self.shown = cache(self.find_shown)
        found = list(readings(puzzle, base, leading_zeros, free))
        self.order = best_order(len(puzzle.first) + 1, self.expected(found))
        self.stages = list(stages(self.order))
        self.schedule = Schedule(found, self.order, self.fields, len(self.signs))

    def expected(self, found: Sequence[Reading]) -> Callable[[Stage], float]:
        """How many branches to expect at a stage."""
        unknowns, columns = range(len(self.signs)), range(len(self.puzzle.first))
        sizes = [self.fields.mask(unknown, self.left).bit_count() for unknown in unknowns]
        tops = [self.left & self.shown(len(columns), carries, 0)[0] for carries in steps_to(self.base)]
        tops = [left for left in tops if self.fields.some_in_each(left)]
        rows = dict(self.products)
        chances = [
            [1 / self.base if sign_at(rows.get(unknown, ""), column) in DIGITS else 1 for column in columns]
            + [mean([self.fields.mask(unknown, left).bit_count() for left in tops] or [1]) / max(1, sizes[unknown])]
            for unknown in unknowns
        ]
        return expectation(
            self.base,
            carries=len(steps_to(self.base)),
            choices=[max(1, self.cell(self.puzzle.first, column).bit_count()) for column in (*columns, len(columns))],
            sizes=sizes,
            chances=chances,
            told=cache(lambda low, needs: sum(r.sign in DIGITS and r.place < low and r.needs <= needs for r in found)),
        )

    def alone(self) -> list[int]:
        """For each unknown the digits that its own cell allows; those of second are zero where there is no product."""
        rest, second = self.puzzle.remainder, self.puzzle.second
        of_rest = [self.cell(rest, place, len(rest) == 1) for place in range(len(rest))]
        nonzero = [self.fields.all - 1 if product else 1 for product in self.puzzle.products]
        return of_rest + [self.cell(second, place) & mask for place, mask in enumerate(nonzero)]

    def cell(self, row: str, place: int, zero: bool = False) -> int:
        """The digits that a cell may have; beyond the end of its row, only 0.

        zero: whether this number may begin with 0, though others may not.
        """
        if place >= len(row):
            return 1
        sign = row[-1 - place]
        mask = 1 << DIGITS.index(sign) if sign in DIGITS else self.fields.all
        return mask if zero or self.leading_zeros or place < len(row) - 1 else mask & ~1

    def product_cell(self, row: str, place: int) -> int:
        """The digits that a cell of a partial product may have; if lengths are free, any beyond its known ones."""
        if not self.free:
            return self.cell(row, place)
        row = row.lstrip(BOX)
        return self.cell(row, place, place < len(self.puzzle.first)) if place < len(row) else self.fields.all

    def find_moves(self, turn: int, edges: Edges) -> tuple[Move, ...]:
        """The ways to choose the digit of a turn: it, the edges with it, what is left, and the letters that it shows."""
        low, unders, top = edges
        column, (lowest, start, stop) = self.order[turn], self.stages[turn]
        digits = digits_in(self.cell(self.puzzle.first, column))
        if column == lowest:
            steps = [(low, digit, (step(low, digit)[0], unders, top)) for digit in digits]
            if column == start - 1:
                steps = [(low, digit, (top, (), ())) for low, digit, (above, _, _) in steps if above in unders]
        elif start == stop:
            steps = self.runs(column, low)
        elif column == stop:
            steps = [(top, digit, (low, unders, step(top, digit)[0])) for digit in digits]
        else:
            found = [step for under in unders for step in steps_to(self.base)[under]]
            steps = [(below, digit, (low, (below,), top)) for below, digit in found if digit in digits]
        moves = [(digit, edges, *self.shown(column, carries, digit)) for carries, digit, edges in steps]
        return tuple(move for move in moves if self.fields.some_in_each(self.left & move[2]))

    def runs(self, column: int, low: Carries) -> list[Step]:
        """The ways to begin a run; those above first are put together if they say the same of all products."""
        digits = digits_in(self.cell(self.puzzle.first, column))
        if column < len(self.puzzle.first):
            return [
                (below, digit, (low, (below,), above))
                for above, found in steps_to(self.base).items()
                for below, digit in found
                if digit in digits
            ]
        alike: dict[tuple[int, Letters], list[Carries]] = {}
        for carries in steps_to(self.base):
            alike.setdefault(self.shown(column, carries, 0), []).append(carries)
        return [(unders[0], 0, (low, tuple(unders), ())) for unders in alike.values()]

    def find_shown(self, column: int, carries: Carries, digit: int) -> tuple[int, Letters]:
        """What is left with a digit of first above some carries, and the letters that it shows.

        The last column, where the digit is 0, stands for all columns above first.
        """
        fitting = -1
        letters: list[Letter] = []
        if sign_at(self.puzzle.first, column) in LETTERS:
            letters.append((sign_at(self.puzzle.first, column), ((digit, -1),)))
        longest = max((len(row) for _, row in self.products), default=0)
        for place in [column] if column < len(self.puzzle.first) else range(column, max(longest, column + 1)):
            carries, shows = step(carries, digit)
            for unknown, row in self.products:
                cells = digits_in(self.product_cell(row, place))
                fitting &= self.fields.only(unknown, sum(shows[cell] for cell in cells))
                if sign_at(row, place) in LETTERS:
                    meanings = tuple((cell, self.fields.only(unknown, shows[cell])) for cell in cells)
                    letters.append((sign_at(row, place), meanings))
        return fitting, tuple(letters)

    def named(self, letter: str, meanings: Meanings, values: Values, left: int) -> list[tuple[Values, int]]:
        """The ways to give a letter one of the digits that it may be, if it has none: values, and what is left."""
        ways = []
        for digit, mask in meanings:
            if values.get(letter) == digit:
                ways.append((values, left & mask))
            elif letter not in values and digit not in values.values():
                ways.append((values | {letter: digit}, left & mask & self.by_letters(letter, digit)))
        return [way for way in ways if self.fields.some_in_each(way[1])]

    def by_letters(self, letter: str, digit: int) -> int:
        """What the unknowns that are letters have left when a letter is given a digit."""
        mask = -1
        for unknown, sign in enumerate(self.signs):
            if sign in LETTERS:
                mask &= self.fields.only(unknown, 1 << digit if sign == letter else self.fields.all ^ 1 << digit)
        return mask

    def read_column(
        self, turn: int, letters: Letters, chosen: int, first: int, lower: int, values: Values, left: int
    ) -> list[tuple[Values, int]]:
        """The ways to go on with a digit of first, whose column shows letters and lets sums be read: values, and left."""
        ways = [(values, left)]
        for letter, meanings in letters:
            ways = [way for values, left in ways for way in self.named(letter, meanings, values, left)]
        due = self.schedule.in_turn[turn][chosen]
        return [new for way in ways for new in self.read(due, first, lower, *way)] if due else ways

    def digits(
        self, unknown: int, turn: int, first: int, lower: int, values: Values, left: int
    ) -> list[tuple[int, Values, int]]:
        """The ways to choose an unknown, and read sums with it: lower, values, and what is left."""
        due = self.schedule.with_unknown[unknown][turn]
        ways = []
        for digit in digits_in(self.fields.mask(unknown, left)):
            longer = lower + digit * self.base**unknown
            only = self.fields.only(unknown, 1 << digit)
            named = [(values, left & only)]
            if self.signs[unknown] in LETTERS:
                named = self.named(self.signs[unknown], ((digit, only),), values, left)
            ways += [(longer, *new) for way in named for new in self.read(due, first, longer, *way)]
        return ways

    def read(
        self, due: Sequence[Reading], first: int, lower: int, values: Values, left: int
    ) -> list[tuple[Values, int]]:
        """The way to go on, values and what is left, or none if the sums read other than they should."""
        second, remainder = divmod(lower, self.units)
        ways = [(values, left)]
        for reading in due:
            found = reading.of(first, second, remainder)
            if found not in reading.allowed:
                return []
            if reading.sign in LETTERS:
                ways = [new for way in ways for new in self.named(reading.sign, ((found, -1),), *way)]
        return ways


def sign_at(row: str, place: int) -> str:
    """The sign of a cell; beyond the end of the row, that of a box.

    >>> sign_at("4*F*", 1), sign_at("4*F*", 4)
    ('F', '*')
    """
    return row[-1 - place] if place < len(row) else BOX
