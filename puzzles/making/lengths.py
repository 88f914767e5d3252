"""Making mushikuizan by free lengths: say where the known digits are, but not how long the rows are.

display    a calculation whose known digits must be in these places; its first two rows (in a division the divisor and
the quotient) have fixed lengths, the other rows any, e.g. **, **, 1*, *2, 3**
lengths    how many digits the other rows of a calculation have, in the order of writing, e.g. (3, 2, 4)
class      the calculations that show the display and have the same lengths

With the lengths written into the display, a class of one is a puzzle with exactly one answer. A display with many
calculations, in many classes, often has some of these. If there are very many, they are not all listed: a class of
which none has turned up is given to the solver, which stops at the second answer.

Source: Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the power of algorithms with puzzles
(Software Design). There all the calculations are found first; here each class is given to the solver as soon as it
turns up, so puzzles appear early, and a run can be stopped at any time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from ambsearch import permanent
from ambsearch.reading import blocks_of

from ..arithmetic.long import solutions
from ..arithmetic.notation import BOX, Calculation
from ..arithmetic.reading import lengths as lengths_of
from ..arithmetic.reading import read
from ..arithmetic.rests import span
from .puzzle import Made, prove_unique

MANY = 1_000  # calculations of a display that are listed


@dataclass
class Classes:
    """The calculations that show a display, by their lengths; iterate over it for the puzzles, as they are found.

    display, base: the display, e.g. from `calculations("2 2\
    **\
    **\
    1*\
    *2\
    3**")`, and 10.
    sizes: how many calculations of each class have been found so far, at most MANY in total.

    >>> from ambsearch.puzzles.arithmetic.reading import calculations
    >>> classes = Classes(calculations("2 2\\n**\\n**\\n1*\\n*2\\n3**")[0])
    >>> sorted(made.puzzle.rows for made in classes)
    [('**', '**', '*1*', '*2', '*3**'), ('**', '**', '*1*', '*2', '3**'), ('**', '**', '1*', '*2', '3**')]
    >>> sorted(classes.sizes.items())
    [((2, 2, 3), 1), ((3, 2, 3), 1), ((3, 2, 4), 1), ((3, 3, 4), 6)]
    """

    display: Calculation
    base: int = 10
    sizes: Counter[tuple[int, ...]] = field(default_factory=Counter)

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Made[Calculation]]:
        for answer in solutions(self.display, self.base, free=True):
            lengths = tuple(map(len, answer.rows[2:]))
            self.sizes[lengths] += 1
            if self.sizes[lengths] == 1 and (found := prove_unique(self.display.with_lengths(lengths), self.base)):
                yield found
            if self.sizes.total() == MANY:
                yield from self.others()
                return

    def others(self) -> Iterator[Made[Calculation]]:
        """The puzzles of the classes that have not turned up."""
        shortest = [max(1, len(row.lstrip(BOX))) for row in self.display.rows[2:]]
        spans = [
            range(max(least, row), most + 1) for (least, most), row in zip(bounds(self.display), shortest, strict=True)
        ]
        for lengths in product(*spans):
            puzzle = self.display.with_lengths(lengths)
            if (
                lengths not in self.sizes
                and can_agree(puzzle, self.base)
                and (found := prove_unique(puzzle, self.base))
            ):
                self.sizes[lengths] = 1
                yield found


@dataclass
class FromDisplays:
    """The puzzles of many displays, one display after the other; its str() says how far it is.

    >>> from ambsearch.puzzles.making.displays import in_picture
    >>> run = FromDisplays(in_picture(["1*", "7*"], 2, 2))
    >>> len(list(run)), str(run)
    (4, '9 displays, 580 calculations in 30 classes')
    """

    displays: Iterable[Calculation]
    base: int = 10
    begun: int = 0
    done: tuple[int, int] = 0, 0
    sizes: Counter[tuple[int, ...]] = field(default_factory=Counter)

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Made[Calculation]]:
        for display in self.displays:
            self.begun += 1
            self.done, self.sizes = self.so_far(), Counter()
            yield from Classes(display, self.base, self.sizes)

    def so_far(self) -> tuple[int, int]:
        """How many calculations there are so far, and in how many classes."""
        calculations, classes = self.done
        return calculations + sum(self.sizes.values()), classes + len(self.sizes)

    def __str__(self) -> str:
        calculations, classes = self.so_far()
        if not self.begun:
            return "no display yet"
        displays = "1 display" if self.begun == 1 else f"{self.begun} displays"
        found = "1 calculation" if calculations == 1 else f"{calculations} calculations"
        return f"{displays}, {found} in {classes} {'class' if classes == 1 else 'classes'}"


def calculations_by_lengths(display: Calculation, base: int = 10) -> dict[tuple[int, ...], list[Calculation]]:
    """All the calculations that show a display, by the lengths of their rows without the first two, the shortest first.

    >>> found = calculations_by_lengths(Calculation("**", "**", ("1*", "*2"), "3**"))
    >>> [(lengths, len(calculations)) for lengths, calculations in found.items()]
    [((2, 2, 3), 1), ((3, 2, 3), 1), ((3, 2, 4), 1), ((3, 3, 4), 6)]

    Source: list 6 of the article, which prints the lengths of the classes of one.
    """
    found: dict[tuple[int, ...], list[Calculation]] = {}
    for answer in sorted(solutions(display, base, free=True), key=lambda answer: answer.rows):
        found.setdefault(tuple(map(len, answer.rows[2:])), []).append(answer)
    return dict(sorted(found.items()))


def displays(text: str, base: int = 10) -> list[Calculation]:
    """Read displays from text, in the form of puzzles; only the lengths of their first two rows matter.

    >>> displays("2 2\\n**\\n**\\n1*\\n2\\n3**")[0].rows
    ('**', '**', '1*', '2', '3**')
    """
    return [display for block in blocks_of(text) for display in read(block, base, leading_zeros=True)]


def bounds(display: Calculation) -> list[tuple[int, int]]:
    """The least and the greatest length of each row but the first two; a remainder has the length that it shows."""
    found = lengths_of(display)[2:]
    own = len(display.remainder)
    return [*found[:-1], (own, own)] if display.is_division else found


def can_agree(puzzle: Calculation, base: int) -> bool:
    """Can the products add up to the total, judging by their lengths and known digits?

    >>> can_agree(Calculation("**", "**", ("**", "***"), "***"), 10)
    False
    """
    products = [(span(row, base), base**place) for place, row in enumerate(puzzle.products) if row]
    least: int = sum(low * unit for (low, _), unit in products)
    most: int = sum(high * unit for (_, high), unit in products) + base ** len(puzzle.remainder) - 1
    low, high = span(puzzle.total, base)
    return low <= most and least <= high
