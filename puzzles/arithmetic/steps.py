"""The order in which the cells of an equation get their digits, and whether the cells after them can balance it.

Without products it goes from the highest column down: the cells that count most come first, and soon leave little
choice for the others. With products it goes from the units up: the lowest digits of a product depend only on the
lowest digits of its factors. Where both sides multiply the same units, as in NORTHxWEST=SOUTHxEAST, these say nothing,
and the cells that begin a number come first.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from .columns import Column, Number, Product, reach, total
from .notation import LETTERS


class Step(NamedTuple):
    """A cell that gets its digit, in an equation without products.

    letter     1 for a letter, whose digit no other letter has; 0 for a box
    first      its smallest digit: 1 at the beginning of a number
    weight     what it adds to the balance for each unit of its digit
    divisor    the weight, but 1 if that is 0
    near, far  the cells after it can make the balance 0 if its digit lies between -(near + balance) / divisor and
               (far - balance) / divisor
    place      the place from which all columns are now complete, if the carry into them must be checked; else 0
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

    Cells that cancel out come last. Boxes can hide that a lower column is wrong, so the carries must be checked;
    letters show it soon enough.

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
    """What must hold for an equation when a cell has its digit; numbers are given by their index.

    weights    what the cell counts in each number
    reaches    the least and the most that the cells after it add to each number
    terms      the products, and the sum of all the rest as one of them: the weight of a term, and its numbers
    modulus    what must divide the balance: a power of the base, one factor for each complete column
    is_last    is the cell the last one of its column, and nowhere multiplied by itself? Then the column determines
    its digit
    """

    weights: tuple[int, ...]
    reaches: tuple[tuple[int, int], ...]
    terms: tuple[tuple[int, range], ...]
    modulus: int
    is_last: bool


def choices(check: Check, values: Sequence[int], first: int, base: int) -> Sequence[int]:
    """The digits that may make the column correct, from the first on; values: the numbers without the cell's digit."""
    if not check.is_last:
        return range(first, base)
    start = balance(check.terms, values)
    step = balance(check.terms, after(check.weights, values, 1)) - start
    return [digit for digit in range(first, base) if (start + digit * step) % check.modulus == 0]


def after(weights: Sequence[int], values: Sequence[int], digit: int) -> list[int]:
    """The numbers with a cell's digit."""
    return [value + digit * weight for value, weight in zip(values, weights, strict=True)]


def passes(check: Check, values: Sequence[int]) -> bool:
    """Say whether the complete columns are correct, and the cells without digits may balance the rest."""
    if not check.is_last and balance(check.terms, values) % check.modulus:
        return False
    least = most = 0
    for times, places in check.terms:
        low = high = times
        for place in places:
            below, above = check.reaches[place]
            low, high = low * (values[place] + below), high * (values[place] + above)
        least, most = least + min(low, high), most + max(low, high)
    return least <= 0 <= most


def balance(terms: Sequence[tuple[int, range]], values: Sequence[int]) -> int:
    """The left side minus the right side of these numbers."""
    total = 0
    for times, places in terms:
        product = times
        for place in places:
            product = product * values[place]
        total = total + product
    return total


def from_the_units(
    columns: Sequence[Column], products: Sequence[Product], base: int
) -> tuple[list[int], dict[str, Check]]:
    """List the cells column by column, from the units up, with their checks; in a column, those of products come first.

    Where the units say nothing, the cells come in the order in which numbers begin with them.
    Before them comes the known part of each number.

    >>> from ambsearch.reading import Part
    >>> from ambsearch.puzzles.arithmetic.columns import columns_and_products
    >>> from ambsearch.puzzles.arithmetic.equation import terms
    >>> known, checks = from_the_units(*columns_and_products(terms(Part("ABxC=DE", 1))), 10)
    >>> known, [(cell, check.modulus) for cell, check in checks.items()]
    ([0, 0, 0], [('B', 1), ('C', 1), ('E', 10), ('A', 10), ('D', 100)])
    """
    order = [cell for column in columns for cell in sorted(column.cells, key=lambda c: column.cells[c] != 0)]
    if not (columns[0].known or any(columns[0].cells.values()) or say_something(products, base)):
        order.sort(key=lambda cell: -max(share(cell, number) for product in products for number in product.numbers))
    left = dict.fromkeys(order)
    factors = [Product(1, (total(columns, base),)), *products]
    numbers = [number for product in factors for number in product.numbers]
    ends = list(accumulate((len(product.numbers) for product in factors), initial=0))
    terms = tuple((product.times, range(*places)) for product, places in zip(factors, pairwise(ends), strict=True))
    checks: dict[str, Check] = {}
    modulus = 1
    for cell in list(left):
        del left[cell]
        reaches = tuple(reach(only(left, number), base) for number in numbers)
        incomplete = [place for place, column in enumerate(columns) if left.keys() & column.cells.keys()]
        weights = tuple(number.weights.get(cell, 0) for number in numbers)
        before, modulus = modulus, base ** min(incomplete, default=len(columns))
        is_linear = all(sum(weights[place] != 0 for place in places) <= 1 for _, places in terms)
        checks[cell] = Check(weights, reaches, terms, modulus, is_linear and modulus > before)
    return [number.known for number in numbers], checks


def say_something(products: Sequence[Product], base: int) -> bool:
    """Say whether the products have different units on the two sides, at least for some digits."""
    units: Counter[tuple[str, ...]] = Counter()
    for times, numbers in products:
        ends = (
            [*(c for c, weight in weights.items() if weight % base), str(known % base)] for known, weights in numbers
        )
        units[tuple(sorted(end[0] for end in ends))] += times
    return any(units.values())


def share(cell: str, number: Number) -> float:
    """What a cell is worth in a number, where its first cell is worth about 1."""
    return number.weights.get(cell, 0) / max(number.weights.values())


def only(cells: Collection[str], number: Number) -> dict[str, int]:
    """The weights of some cells in a number."""
    return {cell: weight for cell, weight in number.weights.items() if cell in cells}
