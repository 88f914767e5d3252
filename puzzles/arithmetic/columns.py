"""The columns of an equation: what its cells are worth in them, and what they carry.

balance   the left side less the right side: 0 in the end
column    what the known digits of a place add to the balance, and how often each cell is there, negative on the right
of =; e.g. Column(0, {"E": 1, "O": 1, "N": -1}) for the hundreds of SEND+MORE=MONEY
carry     what a column gets from the columns below it
weight    what a cell adds to the balance for each unit of its digit, in all its columns; 91 for the E of
          SEND+MORE=MONEY
reach     the least and the most that cells can add to the balance
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from .equation import Term, Word
from .notation import DIGITS, LETTERS


class Column(NamedTuple):
    """A place of all numbers that are added or subtracted; cells of numbers that are multiplied count 0 times."""

    known: int
    cells: dict[str, int]


class Number(NamedTuple):
    """The known part of a number, and the weights of its cells, e.g. Number(40, {"S": 1000, "E": 1})."""

    known: int
    weights: dict[str, int]


class Product(NamedTuple):
    """Numbers that are multiplied, and how often the product is added, e.g. Product(-1, (first, second))."""

    times: int
    numbers: tuple[Number, ...]


def columns_and_products(equation: Sequence[Term], base: int = 10) -> tuple[list[Column], list[Product]]:
    """Split an equation into the columns of its sum, from the units up, and the products of unknown numbers.

    >>> from ambsearch.reading import Part
    >>> from ambsearch.puzzles.arithmetic.equation import terms
    >>> columns_and_products(terms(Part("2xTO+31=T", 1)))
    ([Column(known=1, cells={'O': 2, 'T': -1}), Column(known=3, cells={'T': 2})], [])
    >>> columns_and_products(terms(Part("AxB=*", 1)))[1]
    [Product(times=1, numbers=(Number(known=0, weights={'A': 1}), Number(known=0, weights={'B': 1})))]
    """
    size = max(len(word) for term in equation for word in term.words)
    known, cells = [0] * size, [Counter[str]() for _ in range(size)]
    products = []
    for sign, words in equation:
        first, *others = sorted(words, key=is_known)
        unknown = [first, *(word for word in others if not is_known(word))]
        times = sign * prod(number(word, base).known for word in others if is_known(word))
        if len(unknown) > 1:
            products.append(Product(times, tuple(number(word, base) for word in unknown)))
            times = 0
        for word in unknown:
            for place, cell in enumerate(reversed(word)):
                if cell in DIGITS:
                    known[place] += times * DIGITS.index(cell)
                else:
                    cells[place][cell] += times
    return [Column(*column) for column in zip(known, map(dict, cells), strict=True)], products


def is_known(word: Word) -> bool:
    return all(cell in DIGITS for cell in word)


def number(word: Word, base: int = 10) -> Number:
    """The known part of a number, and the weights of its cells.

    >>> number(("S", "4", "*3", "S"))
    Number(known=400, weights={'S': 1001, '*3': 10})
    """
    cells = reversed(word)
    return total([Column(DIGITS.index(cell), {}) if cell in DIGITS else Column(0, {cell: 1}) for cell in cells], base)


def total(columns: Sequence[Column], base: int = 10) -> Number:
    """Write columns as one number.

    >>> total([Column(1, {"O": 2, "T": -1}), Column(3, {"T": 2})])
    Number(known=31, weights={'O': 2, 'T': 19})
    """
    known, weights = 0, Counter[str]()
    for place, column in enumerate(columns):
        known += column.known * base**place
        for cell, times in column.cells.items():
            weights[cell] += times * base**place
    return Number(known, dict(weights))


def reach(weights: Mapping[str, int], base: int = 10) -> tuple[int, int]:
    """The least and the most that cells can add; letters have different digits, boxes any.

    >>> reach({"A": 100, "B": 1, "C": -1, "*1": 10})
    (-8, 998)
    """
    return -most({cell: -weight for cell, weight in weights.items()}, base), most(weights, base)


def most(weights: Mapping[str, int], base: int) -> int:
    """The most that cells can add: large digits for the largest weights, small ones for the most negative."""
    letters = sorted(weight for cell, weight in weights.items() if cell in LETTERS)
    adding = (weight for weight in reversed(letters) if weight > 0)
    taking = (weight for weight in letters if weight < 0)
    return (
        sum(weight * (base - 1 - digit) for digit, weight in enumerate(adding))
        + sum(weight * digit for digit, weight in enumerate(taking))
        + sum(weight * (base - 1) for cell, weight in weights.items() if cell not in LETTERS and weight > 0)
    )


def carries(columns: Sequence[Column], digits: Mapping[str, int], base: int = 10) -> set[int]:
    """What columns, from the units up, can carry to the next one, if cells without a digit may have any.

    >>> units, tens = Column(-3, {"*1": 1, "*2": 1}), Column(-9, {"A": 2})
    >>> carries([units], {}), carries([units, tens], {}), carries([units, tens], {"A": 4})
    ({0, 1}, {0, 1}, {0})
    """
    found = {0}
    for known, cells in columns:
        sums = {carry + known for carry in found}
        for cell, times in cells.items():
            possible = [digits[cell]] if cell in digits else range(base)
            sums = {so_far + times * digit for so_far in sums for digit in possible}
        found = {so_far // base for so_far in sums if so_far % base == 0}
    return found


def carriers(columns: Sequence[Column], base: int = 10) -> Callable[[int, Mapping[str, int]], bool]:
    """Give a function that says whether the columns below a place can carry what the others need.

    It takes the place, e.g. 1, and digits for at least the cells of this column and those above it.

    >>> can_carry = carriers([Column(-3, {"*1": 1, "*2": 1}), Column(-9, {"A": 2})])
    >>> can_carry(1, {"A": 4}), can_carry(1, {"A": 5})
    (True, False)
    """
    below = [{cell for column in columns[:place] for cell in column.cells} for place in range(len(columns))]

    @cache
    def carries_into(place: int, digits: tuple[tuple[str, int], ...]) -> set[int]:
        return carries(columns[:place], dict(digits), base)

    def can_carry(place: int, digits: Mapping[str, int]) -> bool:
        wanted = 0
        for known, cells in reversed(columns[place:]):
            wanted = base * wanted - known - sum(times * digits[cell] for cell, times in cells.items())
        return wanted in carries_into(place, tuple((cell, digits[cell]) for cell in digits if cell in below[place]))

    return can_carry
