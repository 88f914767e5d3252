"""In which order the cells of an equation get their digits, and whether the cells after them can balance it.

Without products it goes from the highest column down: the cells that count most come first, and soon leave little
choice to the others. With products it goes from the units up: the lowest digits of a product depend on the lowest
digits of its numbers alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from .columns import Column, Number, Product, reach, total
from .notation import LETTERS


class Step(NamedTuple):
    """A cell that gets its digit, where nothing is multiplied.

    letter     1 for a letter, which has a digit of its own; 0 for a box
    first      its smallest digit: 1 where a number begins
    weight     what it adds to the balance for each unit of its digit
    divisor    the weight, but 1 if that is 0
    near, far  the cells after it can make the balance 0 if its digit lies between -(near + balance) / divisor and
               (far - balance) / divisor
    place      the place from which on all columns are complete now, if the carry into them must be looked at; else 0
    """

    letter: int
    first: int
    weight: int
    divisor: int
    near: int
    far: int
    place: int

    def choices(self, balance: int, base: int) -> range:
        """The digits that the cells after it can balance.

        >>> Step(letter=1, first=1, weight=11, divisor=11, near=9, far=9, place=0).choices(-30, 10)
        range(2, 4)
        """
        first = max(self.first, -((self.near + balance) // self.divisor))
        return range(first, min(base, (self.far - balance) // self.divisor + 1))


def from_the_highest(columns: Sequence[Column], base: int, nonzero: Collection[str]) -> dict[str, Step]:
    """List the steps column by column, from the highest down; in a column, cells of greater weight come first.

    Cells that cancel out come last. Boxes can hide that a lower column does not come out, so that the carries must be
    looked at; letters show it soon enough.

    >>> columns = [Column(0, {"D": 1, "E": 1, "Y": -1}), Column(0, {"E": 1})]
    >>> steps = from_the_highest(columns, 10, "E")
    >>> list(steps), steps["E"]
    (['E', 'D', 'Y'], Step(letter=1, first=1, weight=11, divisor=11, near=9, far=9, place=0))
    """
    weights = total(columns, base).weights
    has_boxes = not weights.keys() <= set(LETTERS)
    order = [cell for column in reversed(columns) for cell in sorted(column.cells, key=lambda c: -abs(weights[c]))]
    steps = {}
    complete = len(columns)
    for cell in sorted(dict.fromkeys(order), key=lambda cell: weights[cell] == 0):
        weight = weights.pop(cell)
        least, most = reach(weights, base)
        near, far = (most, -least) if weight > 0 else (least, -most)
        if weight == 0:
            near, far = 0, base - 1
        incomplete = [place for place, column in enumerate(columns) if weights.keys() & column.cells.keys()]
        before, complete = complete, max(incomplete, default=-1) + 1
        place = complete if has_boxes and complete < before else 0
        steps[cell] = Step(int(cell in LETTERS), int(cell in nonzero), weight, weight or 1, near, far, place)
    return steps


class Check(NamedTuple):
    """What must hold of an equation when a cell has got its digit.

    terms      the products, and the sum of all the rest as one of them; with each number the reach of its other cells
    modulus    what must divide the balance: the base, multiplied for each of the columns that are complete
    """

    terms: list[tuple[int, list[tuple[Number, tuple[int, int]]]]]
    modulus: int

    def passes(self, digits: Mapping[str, int]) -> bool:
        """Say whether the columns come out that are complete, and the cells without digits may balance all."""
        balance = least = most = 0
        for times, numbers in self.terms:
            known = low = high = times
            for number, (below, above) in numbers:
                value = number.known + sum(digits.get(cell, 0) * weight for cell, weight in number.weights.items())
                known, low, high = known * value, low * (value + below), high * (value + above)
            balance, least, most = balance + known, least + min(low, high), most + max(low, high)
        return least <= 0 <= most and balance % self.modulus == 0


def from_the_units(columns: Sequence[Column], products: Sequence[Product], base: int) -> dict[str, Check]:
    """List the cells column by column, from the units up, with their checks; in a column, those of products come first.

    >>> from ambsearch.reading import Part
    >>> from ambsearch.puzzles.arithmetic.columns import parted
    >>> from ambsearch.puzzles.arithmetic.equation import terms
    >>> checks = from_the_units(*parted(terms(Part("ABxC=DE", 1))), 10)
    >>> [(cell, check.modulus) for cell, check in checks.items()]
    [('B', 1), ('C', 1), ('E', 10), ('A', 10), ('D', 100)]
    """
    order = [cell for column in columns for cell in sorted(column.cells, key=lambda c: column.cells[c] != 0)]
    left = dict.fromkeys(order)
    sums = Product(1, (total(columns, base),))
    checks = {}
    for cell in list(left):
        del left[cell]
        terms = [
            (times, [(one, reach(only(left, one), base)) for one in numbers]) for times, numbers in (sums, *products)
        ]
        incomplete = [place for place, column in enumerate(columns) if left.keys() & column.cells.keys()]
        checks[cell] = Check(terms, base ** min(incomplete, default=len(columns)))
    return checks


def only(cells: Collection[str], number: Number) -> dict[str, int]:
    """The weights of some cells in a number."""
    return {cell: weight for cell, weight in number.weights.items() if cell in cells}
