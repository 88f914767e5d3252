"""One column of a sum A + B = C, as a search: which signs may stand in it, and which digits their letters may have.

sign      a letter, numbered from 0 in the order of first appearance, or the end sign $, numbered as the base, which
is written when a word has no letter left; e.g. (0, 1, 1) for "abb" and (0, 2, 1) for "a$b" in base 2
digits    the digit of each letter in use, e.g. (7, 0) for a = 7 and b = 0
end       of the first or second word: it GOES_ON, because it would begin with zero; it MAY_END; or it has ENDED
guess     digits, carry and ends: what one knows about a puzzle read so far, if its letters have these digits

When all letters but one are in use, the digit of the last one is known, and so it is in use, too.

Source: Nozaki, Yoshinaka and Shinohara, "Numeration of alphametics using deterministic finite automaton" (in
Japanese), section 3. Its z is MAY_END here. There the sum of a column lacks the incoming carry, and there is no check
that a word that ends does not begin with zero; the figures show that the paper's program has both.
"""

from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

from ambsearch import Search, ambiguous, require

GOES_ON, MAY_END, ENDED = range(3)

Digits = tuple[int, ...]
Signs = tuple[int, int, int]
Ends = tuple[int, int]


@ambiguous
def column(
    base: int, digits: Digits, carry: int, ends: Ends, zero_alone: bool = False
) -> Search[tuple[Signs, Digits, int, Ends]]:
    """Choose the signs of the next column, and digits for the letters that are new in it.

    digits, carry, ends: what is known from the columns before, e.g. (), 0, (GOES_ON, GOES_ON) for the units.
    zero_alone: may a word of one letter be zero?
    An answer holds the signs, and then the same for the column after it. Answers come in the order of the first
    word's sign, its digit, the second word's sign and its digit; the third word shows what they add up to.

    >>> list(column(2, (), 0, (GOES_ON, GOES_ON)))[1:]
    [((0, 1, 1), (0, 1), 0, (0, 1)), ((0, 0, 1), (1, 0), 1, (1, 1)), ((0, 1, 0), (1, 0), 0, (1, 0))]

    Source: section 3, the conditions on P; D is that both ends are ENDED or not, l the number of digits.
    """
    lone_zero = zero_alone and not digits
    first, known, digit, first_end = yield next_sign(base, digits, ends[0], lone_zero)
    second, known, other, second_end = yield next_sign(base, known, ends[1], lone_zero)
    total = carry + digit + other
    shown = total % base
    require(shown or not first_end == second_end == ENDED)
    if shown not in known:
        known = (*known, shown)
    third = known.index(shown)
    if len(known) == base - 1:
        known = (*known, *unused_digits(known, base))
    return (first, second, third), known, total // base, (first_end, second_end)


@ambiguous
def next_sign(base: int, digits: Digits, end: int, lone_zero: bool) -> Search[tuple[int, Digits, int, int]]:
    """Choose a word's sign and, if that is a new letter, its digit.

    lone_zero: whether a zero here may be the whole word.
    An answer is the sign, the digits of all letters then, the sign's digit, and the word's end after it.
    """
    sign = yield next_signs(end, len(digits), base)
    if sign == base:
        return sign, digits, 0, ENDED
    if sign == len(digits):
        new = yield unused_digits(digits, base)
        digits = (*digits, new)
    return sign, digits, digits[sign], MAY_END if digits[sign] or lone_zero else GOES_ON


def next_signs(end: int, letters: int, base: int) -> Iterable[int]:
    """List the signs that a word may have next: its letters so far, a new one, the end sign."""
    if end == ENDED:
        return (base,)
    return range(min(letters + 1, base)) if end == GOES_ON else (*range(min(letters + 1, base)), base)


def unused_digits(digits: Digits, base: int) -> list[int]:
    """List the digits that no letter has."""
    return [digit for digit in range(base) if digit not in digits]


def all_digits(base: int) -> list[Digits]:
    """List the digits that letters may have: for no letter, for one, and so on, but not for all letters but one.

    >>> all_digits(2)
    [(), (0, 1), (1, 0)]
    """
    return [digits for size in range(base + 1) if size != base - 1 for digits in permutations(range(base), size)]


def column_number(signs: Signs, base: int) -> int:
    """Number a column; the order is that of its signs, a < b < ... < $.

    >>> column_number((0, 1, 1), 2), column_number((0, 2, 1), 2), column_signs(7, 2)
    (4, 7, (0, 2, 1))
    """
    first, second, third = signs
    return (first * (base + 1) + second) * (base + 1) + third


def column_signs(number: int, base: int) -> Signs:
    """The signs of a column with this number."""
    rest, third = divmod(number, base + 1)
    return (*divmod(rest, base + 1), third)


class Guess(NamedTuple):
    """What one knows about a puzzle read so far, if its letters have these digits."""

    digits: Digits
    carry: int
    ends: Ends
