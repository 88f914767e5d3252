"""What the rows of a long multiplication or division say, arranged for the search in `long`.

The names are those of `long`. A mask is a set of digits, bit d for the digit d.
"""

from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean
from typing import NamedTuple, TypeAlias

from .carries import Carries, no_carries, step, steps_to
from .fields import Fields, digits_in
from .notation import BOX, DIGITS, LETTERS, Calculation, is_known
from .order import Stage, best_order, expectation, stages
from .rests import Rests
from .sums import Reading, Schedule, readings

Values: TypeAlias = dict[str, int]
Meanings: TypeAlias = tuple[tuple[int, int], ...]  # the digits that a letter may be, and what is left with each
Letters: TypeAlias = tuple[tuple[str, Meanings], ...]


class Edges(NamedTuple):
    """The carries where the chosen columns end.

    low: above those chosen from the units up.
    unders: below a run of columns that was begun elsewhere; several are possible if it is above first.
    top: above this run.
    """

    low: Carries
    unders: tuple[Carries, ...] = ()
    top: Carries = ()


class Move(NamedTuple):
    """A way to choose a digit of first.

    edges: with it; fitting: what it leaves; letters: those that it shows.
    """

    digit: int
    edges: Edges
    fitting: int
    letters: Letters


class State(NamedTuple):
    """What is chosen so far; the names are those of `long`.

    chosen: how many unknowns are.
    """

    first: int
    edges: Edges
    lower: int
    chosen: int
    values: Values
    left: int

    def after(self, move: Move, unit: int) -> "State":
        """The state after a digit of first; unit: what the digit counts, e.g. 100."""
        first, left = self.first + move.digit * unit, self.left & move.fitting
        return State(first, move.edges, self.lower, self.chosen, self.values, left)


class Clues:
    """The clues of a puzzle: lookup tables, and the ways to continue from a state of the search."""

    def __init__(self, puzzle: Calculation, base: int, leading_zeros: bool, free: bool) -> None:
        if leading_zeros and free:
            raise ValueError("expected leading zeros or free lengths, found both")
        self.puzzle, self.base, self.leading_zeros, self.free = puzzle, base, leading_zeros, free
        self.is_open = len(puzzle.remainder) > 1 and not is_known(puzzle.remainder)
        self.rest = "" if self.is_open else puzzle.remainder
        self.signs = self.rest[::-1] + puzzle.second[::-1]
        self.units = base ** len(puzzle.remainder)
        self.products = [(n, row) for n, row in enumerate(puzzle.products, len(self.rest)) if row]
        self.boxes = sum(1 << DIGITS.index(digit) for digit in puzzle.boxes) or (1 << base) - 1
        self.fields = Fields(base, len(self.signs))
        self.start = State(0, Edges(no_carries(base)), 0, 0, {}, self.fields.join(self.alone()))
        self.moves = cache(self.find_moves)
        self.shown = cache(self.find_shown)
        self.readings = list(readings(puzzle, base, leading_zeros, free))
        rest_digits = [self.cell(puzzle.remainder, place) for place in range(len(puzzle.remainder))]
        self.rests = Rests(puzzle, base, rest_digits, leading_zeros, free) if self.is_open else None
        found = [] if self.is_open else self.readings  # they need the remainder
        self.order = best_order(len(puzzle.first) + 1, self.expectation(found))
        self.stages = list(stages(self.order))
        self.schedule = Schedule(found, self.order, self.fields, len(self.signs))

    def expectation(self, found: Sequence[Reading]) -> Callable[[Stage], float]:
        """How many branches to expect at a stage."""
        unknowns, columns = range(len(self.signs)), range(len(self.puzzle.first))
        sizes = [self.fields.mask(unknown, self.start.left).bit_count() for unknown in unknowns]
        tops = [self.start.left & self.shown(len(columns), carries, 0)[0] for carries in steps_to(self.base)]
        tops = [left for left in tops if self.fields.some_in_each(left)]
        rows = dict(self.products)
        chances = [
            [self.chance(rows.get(unknown, ""), column) for column in columns]
            + [mean([self.fields.mask(unknown, left).bit_count() for left in tops] or [1]) / max(1, sizes[unknown])]
            for unknown in unknowns
        ]
        return expectation(
            self.base,
            carries=len(steps_to(self.base)),
            choices=[max(1, self.cell(self.puzzle.first, column).bit_count()) for column in (*columns, len(columns))],
            sizes=sizes,
            chances=chances,
            told=cache(lambda low, needs: sum(r.tells for r in found if r.place < low and r.needs <= needs)),
        )

    def chance(self, row: str, column: int) -> float:
        """The probability that a digit is possible for a cell of a product, given the cell's sign."""
        if column >= len(row) or row[-1 - column] in LETTERS:
            return 1
        return (1 if row[-1 - column] in DIGITS else self.boxes.bit_count()) / self.base

    def alone(self) -> list[int]:
        """For each unknown the digits that its own cell allows; those of second are zero if there is no product."""
        rest, second = self.rest, self.puzzle.second
        of_rest = [self.cell(rest, place, len(rest) == 1) for place in range(len(rest))]
        nonzero = [self.fields.all - 1 if product else 1 for product in self.puzzle.products]
        return of_rest + [self.cell(second, place) & mask for place, mask in enumerate(nonzero)]

    def cell(self, row: str, place: int, zero: bool = False) -> int:
        """The digits that a cell may have; beyond the end of its row, only 0.

        zero: whether this number may begin with 0, even if others may not.
        """
        if place >= len(row):
            return 1
        sign = row[-1 - place]
        mask = 1 << DIGITS.index(sign) if sign in DIGITS else self.boxes if sign == BOX else self.fields.all
        return mask if zero or self.leading_zeros or place < len(row) - 1 else mask & ~1

    def product_cell(self, row: str, place: int) -> int:
        """The digits that a cell of a partial product may have; if lengths are free, any beyond its known ones."""
        if not self.free:
            return self.cell(row, place)
        row = row.lstrip(BOX)
        return self.cell(row, place, place < len(self.puzzle.first)) if place < len(row) else self.boxes | 1

    def find_moves(self, turn: int, edges: Edges) -> tuple[Move, ...]:
        """The ways to choose the digit of a turn."""
        column, (lowest, start, stop) = self.order[turn], self.stages[turn]
        digits = digits_in(self.cell(self.puzzle.first, column))
        if column == lowest:
            meets = column == start - 1
            moves = [move for digit in digits for move in self.upwards(column, digit, edges, meets)]
        elif start == stop:
            moves = self.runs(column, digits, edges)
        elif column == stop:
            moves = [self.above(column, digit, edges) for digit in digits]
        else:
            moves = self.below(column, digits, edges)
        return tuple(move for move in moves if self.fields.some_in_each(self.start.left & move.fitting))

    def move(self, column: int, carries: Carries, digit: int, edges: Edges) -> Move:
        """The choice of a digit above some carries."""
        return Move(digit, edges, *self.shown(column, carries, digit))

    def upwards(self, column: int, digit: int, edges: Edges, meets: bool) -> list[Move]:
        """The way to continue from the units up, if there is one; meets: does the column meet the run above it?"""
        above, _ = step(edges.low, digit)
        if not meets:
            return [self.move(column, edges.low, digit, edges._replace(low=above))]
        return [self.move(column, edges.low, digit, Edges(edges.top))] if above in edges.unders else []

    def above(self, column: int, digit: int, edges: Edges) -> Move:
        """The way to continue above a run."""
        return self.move(column, edges.top, digit, edges._replace(top=step(edges.top, digit)[0]))

    def below(self, column: int, digits: Sequence[int], edges: Edges) -> list[Move]:
        """The ways to continue below a run."""
        return [
            self.move(column, carries, digit, edges._replace(unders=(carries,)))
            for under in edges.unders
            for carries, digit in steps_to(self.base)[under]
            if digit in digits
        ]

    def runs(self, column: int, digits: Sequence[int], edges: Edges) -> list[Move]:
        """The ways to begin a run; those above first are merged if they say the same about all products."""
        if column < len(self.puzzle.first):
            return [
                self.move(column, carries, digit, Edges(edges.low, (carries,), top))
                for top, found in steps_to(self.base).items()
                for carries, digit in found
                if digit in digits
            ]
        alike: dict[tuple[int, Letters], list[Carries]] = {}
        for carries in steps_to(self.base):
            alike.setdefault(self.shown(column, carries, 0), []).append(carries)
        return [Move(0, Edges(edges.low, tuple(unders)), *says) for says, unders in alike.items()]

    def find_shown(self, column: int, carries: Carries, digit: int) -> tuple[int, Letters]:
        """What is left with a digit of first above some carries, and the letters that it shows.

        The last column, where the digit is 0, stands for all columns above first.
        """
        fitting = -1
        letters: list[tuple[str, Meanings]] = []
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

    def name_letter(self, letter: str, meanings: Meanings, state: State) -> list[State]:
        """The ways to give a letter one of the digits that it may be, if it has none."""
        ways = []
        for digit, mask in meanings:
            if state.values.get(letter) == digit:
                ways.append(state._replace(left=state.left & mask))
            elif letter not in state.values and digit not in state.values.values():
                left = state.left & mask & self.by_letters(letter, digit)
                ways.append(state._replace(values=state.values | {letter: digit}, left=left))
        return [way for way in ways if self.fields.some_in_each(way.left)]

    def by_letters(self, letter: str, digit: int) -> int:
        """What is left for the unknowns that are letters when a letter is given a digit."""
        mask = -1
        for unknown, sign in enumerate(self.signs):
            if sign in LETTERS:
                mask &= self.fields.only(unknown, 1 << digit if sign == letter else self.fields.all ^ 1 << digit)
        return mask

    def read_column(self, turn: int, letters: Letters, state: State) -> list[State]:
        """The ways to continue with a digit of first, whose column shows letters and makes sums readable."""
        ways = [state]
        for letter, meanings in letters:
            ways = [way for state in ways for way in self.name_letter(letter, meanings, state)]
        due = self.schedule.in_turn[turn][state.chosen]
        return [new for way in ways for new in self.read(due, way)] if due else ways

    def digits(self, turn: int, state: State) -> list[State]:
        """The ways to choose the next unknown, and read sums with it."""
        unknown = state.chosen
        due = self.schedule.with_unknown[unknown][turn]
        ways = []
        for digit in digits_in(self.fields.mask(unknown, state.left)):
            only = self.fields.only(unknown, 1 << digit)
            lower = state.lower + digit * self.base ** (unknown + len(self.puzzle.remainder) - len(self.rest))
            longer = state._replace(lower=lower, chosen=unknown + 1, left=state.left & only)
            named = [longer]
            if self.signs[unknown] in LETTERS:
                named = self.name_letter(self.signs[unknown], ((digit, only),), longer)
            ways += [new for way in named for new in self.read(due, way)]
        return ways

    def with_remainder(self, state: State, remainder: int) -> list[State]:
        """The ways to end a division whose remainder is chosen last."""
        ways = [state._replace(lower=state.lower + remainder)]
        for place, sign in enumerate(reversed(self.puzzle.remainder)):
            if sign in LETTERS:
                digit = remainder // self.base**place % self.base
                ways = [way for state in ways for way in self.name_letter(sign, ((digit, -1),), state)]
        return [new for way in ways for new in self.read(self.readings, way)]

    def admits(self, answer: Calculation) -> bool:
        """Does an answer satisfy the conditions on boxes and equal rows, even if the lengths of rows are free?"""
        puzzle = self.puzzle
        if not puzzle.boxes and not puzzle.equal:
            return True
        return puzzle.with_lengths([len(row) for row in answer.rows[2:]]).admits(answer.rows)

    def read(self, due: Sequence[Reading], state: State) -> list[State]:
        """The ways to continue, or none if the sums contradict their rows."""
        second, remainder = divmod(state.lower, self.units)
        ways = [state]
        for reading in due:
            found = reading.of(state.first, second, remainder)
            if found not in reading.allowed:
                return []
            if reading.sign in LETTERS:
                ways = [new for way in ways for new in self.name_letter(reading.sign, ((found, -1),), way)]
        return ways


def sign_at(row: str, place: int) -> str:
    """The sign of a cell; beyond the end of the row, that of a box.

    >>> sign_at("4*F*", 1), sign_at("4*F*", 4)
    ('F', '*')
    """
    return row[-1 - place] if place < len(row) else BOX
