"""All alphametics of n digits in a fixed order, each with its number, without listing the others.

The order is that of the columns from the units up; columns are in the order of their signs, a < b < ... < $. Numbers
begin with 1. This works because for each state it is known in how many ways a puzzle can continue.

Source: the aim that Nozaki, Yoshinaka and Shinohara name in section 1 and leave open; the method is ranking and
unranking by counting, e.g. Nijenhuis and Wilf, "Combinatorial Algorithms" (1978).
"""

import random
from collections.abc import Iterator

from ambsearch import Search, ambiguous
from ambsearch.reading import Part

from .automaton import Automaton, Place
from .columns import Signs
from .counts import Vector, backward, solvable
from .puzzle import sequence, signs_of, text_of, words_of


class Numbering:
    """The alphametics of n digits in their order.

    automaton: of their base.
    digits: how many columns they have, at least one.
    weight: which of them count; by default those of `counts.solvable`.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> numbering = Numbering(build(3), 1)
    >>> numbering.total, list(numbering)
    (1, ['a + a = b'])
    """

    def __init__(self, automaton: Automaton, digits: int, weight: Vector | None = None) -> None:
        self.automaton = automaton
        self.digits = digits
        ways = solvable(automaton) if weight is None else weight
        step = backward(automaton)
        self.ways = [ways := step(ways) if column else ways for column in range(digits + 1)][::-1]

    @property
    def total(self) -> int:
        """How many puzzles there are."""
        return int(self.ways[0][0])

    def __iter__(self) -> Iterator[str]:
        """All puzzles, the one of number 1 first."""
        return iter(alphametics(self))

    def branches(self, place: Place, column: int) -> list[tuple[Signs, int, int]]:
        """The columns possible at a place, each with its step, and in how many ways a puzzle can continue after it."""
        after = self.ways[column + 1]
        steps = self.automaton.steps(place)
        return [(signs, step, ways) for signs, step in steps if (ways := int(after[self.automaton.targets[step]]))]

    def puzzle(self, number: int) -> str:
        """The puzzle with a number from 1 to `total`; ValueError if there is none.

        >>> from ambsearch.puzzles.counting.automaton import build
        >>> Numbering(build(4), 12).puzzle(123456789)
        'bccaaaaaaaaa + dabcaabaaaa = cacbcaabaaaa'
        """
        if not 1 <= number <= self.total:
            raise ValueError(f"expected a number from 1 to {self.total}, found {number}")
        place, columns, before = self.automaton.start, [], number - 1
        for column in range(self.digits):
            for signs, step, ways in self.branches(place, column):
                if before < ways:
                    columns.append(signs)
                    place = self.automaton.after(place, step)
                    break
                before -= ways
        return text_of(columns, self.automaton.base)

    def number(self, puzzle: str) -> int:
        """The number of a puzzle, in any letters; ValueError if it is not one of these.

        >>> from ambsearch.puzzles.counting.automaton import build
        >>> Numbering(build(4), 2).number("as + as = so")
        10
        """
        columns = signs_of(sequence(words_of(Part(puzzle, 1), self.automaton.base)), self.automaton.base)
        if len(columns) != self.digits:
            raise ValueError(f"expected a puzzle of {self.digits} digits, found {puzzle!r} of {len(columns)}")
        place, number = self.automaton.start, 1
        for column, wanted in enumerate(columns):
            branches = self.branches(place, column)
            number += sum(ways for signs, _, ways in branches if signs < wanted)
            step = next((step for signs, step, _ in branches if signs == wanted), None)
            if step is None:
                raise ValueError(f"expected a puzzle that is counted here, found {puzzle!r}")
            place = self.automaton.after(place, step)
        return number

    def chances(self, size: int, rng: random.Random) -> list[int]:
        """Random numbers, all equally likely; a number may come twice. Empty if there is no puzzle."""
        return [rng.randint(1, self.total) for _ in range(size)] if self.total else []


@ambiguous
def alphametics(numbering: Numbering) -> Search[str]:
    """Choose a puzzle, column by column; the answers are all puzzles in the order of their numbers."""
    place = numbering.automaton.start
    columns: tuple[Signs, ...] = ()
    for column in range(numbering.digits):
        signs, step, _ = yield numbering.branches(place, column)
        columns = (*columns, signs)
        place = numbering.automaton.after(place, step)
    return text_of(columns, numbering.automaton.base)
