"""Equations solved by balance: digits are chosen among those that the cells after them can balance.

If nothing is multiplied, digits are chosen from the highest column down. What the columns so far leave over, the
lower ones must carry; because they can carry little, few digits are possible. Products are solved from the units up:
each complete column must be correct, including the carry from the column before.

balance   left side minus right side, as far as digits are chosen; 0 in the end
digits    the digits chosen so far, in the order of the search, e.g. [1, 9]
used      the digits of letters, as bits of a number, e.g. 0b1000000010
"""

from collections.abc import Collection, Sequence

from ambsearch import Answers, Search, ambiguous, require

from .columns import Column, Product, carriers, columns_and_products, total
from .equation import Term
from .notation import LETTERS
from .steps import after, choices, from_the_highest, from_the_units, passes


def solutions(equation: list[Term], base: int, nonzero: Collection[str]) -> Answers[dict[str, int]]:
    """Give the digits of the cells, in all ways that make the equation true.

    nonzero: the cells that are not 0, e.g. {"S", "M"}.
    Answers come in the order of the first cell's digits, then the second's, and so on; cells are in the order of
    `from_the_units` if unknown numbers are multiplied, else in that of `from_the_highest`.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> solutions(terms(Part("A+A=1B", 1)), 10, set()).first()
    {'A': 5, 'B': 0}
    """
    columns, products = columns_and_products(equation, base)
    return units_up(columns, products, base, nonzero) if products else highest_down(columns, base, nonzero)


@ambiguous
def highest_down(columns: Sequence[Column], base: int, nonzero: Collection[str]) -> Search[dict[str, int]]:
    """Choose each digit among those that the cells after it can balance, from the highest column down.

    nonzero: the cells that are not 0, e.g. {"S", "M"}.
    """
    steps = from_the_highest(columns, base, nonzero)
    can_carry = carriers(columns, base)
    balance = total(columns, base).known
    used = 0
    digits: list[int] = []
    for step in steps.values():
        digit = yield step.choices(balance, base)
        require(not used >> digit & step.letter)
        used = used | step.letter << digit
        balance = balance + step.weight * digit
        digits.append(digit)
        require(not step.place or can_carry(step.place, dict(zip(steps, digits, strict=False))))
    require(balance == 0)
    return dict(zip(steps, digits, strict=True))


@ambiguous
def units_up(
    columns: Sequence[Column], products: Sequence[Product], base: int, nonzero: Collection[str]
) -> Search[dict[str, int]]:
    """Choose digits from the units up, and require that each complete column is correct.

    nonzero: the cells that are not 0, e.g. {"T"}.
    """
    used = 0
    digits: dict[str, int] = {}
    values, checks = from_the_units(columns, products, base)
    for cell, check in checks.items():
        digit = yield choices(check, values, int(cell in nonzero), base)
        letter = int(cell in LETTERS)
        require(not used >> digit & letter)
        used = used | letter << digit
        digits[cell] = digit
        values = after(check.weights, values, digit)
        require(passes(check, values))
    return digits
