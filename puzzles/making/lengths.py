"""Making mushikuizan by free lengths: say where the known digits stand, but not how long the rows are.

display    a calculation whose known digits are wanted as they stand; its first two rows (in a division the divisor and
           the quotient) have the lengths that are wanted, the other rows any, e.g. **, **, 1*, *2, 3**
lengths    how many digits the other rows of a calculation have, in the order of writing, e.g. (3, 2, 4)
class      the calculations that show the display and have the same lengths

With the lengths written into the display, a class of one is a puzzle with exactly one answer. A display that has
many calculations, in many classes, often has some of these.

Source: Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the power of algorithms with puzzles
(Software Design). There all the calculations are found first; here each class is put to the solver as soon as it turns
up, so that puzzles appear early and a run may be stopped at any time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ambsearch.reading import blocks_of

from ..arithmetic.long import solutions
from ..arithmetic.notation import BOX, Calculation
from ..arithmetic.reading import read
from .puzzle import Made, made


@dataclass
class Classes:
    """The calculations that show a display, by their lengths: iterate over it for the puzzles, as they are found.

    display, base: what is wanted, e.g. of `calculations("2 2\\n**\\n**\\n1*\\n*2\\n3**")`, and 10.
    sizes: how many calculations of each class have been found so far.

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

    def __iter__(self) -> Iterator[Made[Calculation]]:
        for answer in solutions(self.display, self.base, free=True):
            lengths = tuple(map(len, answer.rows[2:]))
            self.sizes[lengths] += 1
            if self.sizes[lengths] == 1 and (found := made(with_lengths_of(answer, self.display), self.base)):
                yield found


@dataclass
class FromDisplays:
    """The puzzles of many displays, one display after the other; printed, it tells how far it is.

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

    def __iter__(self) -> Iterator[Made[Calculation]]:
        for display in self.displays:
            self.begun += 1
            self.done, self.sizes = self.counts(), Counter()
            yield from Classes(display, self.base, self.sizes)

    def counts(self) -> tuple[int, int]:
        """How many calculations there are so far, and in how many classes."""
        calculations, classes = self.done
        return calculations + self.sizes.total(), classes + len(self.sizes)

    def __str__(self) -> str:
        calculations, classes = self.counts()
        if not self.begun:
            return "no display yet"
        displays = "1 display" if self.begun == 1 else f"{self.begun} displays"
        found = "1 calculation" if calculations == 1 else f"{calculations} calculations"
        return f"{displays}, {found} in {classes} {'class' if classes == 1 else 'classes'}"


def displays(text: str, base: int = 10) -> list[Calculation]:
    """Read displays from text, in the form of puzzles; only the lengths of their first two rows count.

    >>> displays("2 2\\n**\\n**\\n1*\\n2\\n3**")[0].rows
    ('**', '**', '1*', '2', '3**')
    """
    return [display for block in blocks_of(text) for display in read(block, base, leading_zeros=True)]


def with_lengths_of(answer: Calculation, display: Calculation) -> Calculation:
    """The display with rows as long as those of a calculation; what is known keeps its distance from the units.

    >>> from ambsearch.puzzles.arithmetic.notation import worked
    >>> display = Calculation("**", "**", ("1*", "*2"), "3**")
    >>> with_lengths_of(worked(46, 29), display)
    Calculation(first='**', second='**', products=('*1*', '*2'), total='*3**', parts=(), remainder='')
    """

    pairs = zip(display.rows[2:], answer.rows[2:], strict=True)
    return display.with_rows([*display.rows[:2], *(row[-len(long) :].rjust(len(long), BOX) for row, long in pairs)])
