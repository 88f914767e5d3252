"""Conditions on the boxes and rows of a long calculation, in separate lines before it.

boxes 2357         a box holds one of these digits
boxes not 7        a box holds any digit but this one, or these: all sevens are shown
equal rows 6 20    these rows have the same digits, as far as the shorter one goes; rows are numbered as they are
                   written, from 1. So the remainders of a repeating decimal are equal, though digits were brought down
                   to all of them but the last

Sources: that all digits of one kind are shown is a usual rule of such puzzles; only prime digits are those of number 273 in
Boris Kordemsky, "The Moscow Puzzles"; a repeating decimal whose digits are all unknown is in the American Mathematical
Monthly (1921, page 278), solved by D. R. Curtiss (1922, page 211): its divisor is 667334.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ambsearch.reading import Part

from .notation import DIGITS, Calculation

Conditions = dict[str, Any]  # `boxes` and `equal` of a Calculation


def conditions(lines: Sequence[Part], rows: int, base: int = 10) -> Conditions:
    """Read the conditions on boxes and rows; rows: how many rows there are.

    >>> conditions([Part("boxes not 7", 1), Part("equal rows 1 3", 2)], 4)
    {'boxes': '012345689', 'equal': ((1, 3),)}

    Raises BadInput if a line is not valid.
    """
    found: Conditions = {"boxes": "", "equal": ()}
    for line in lines:
        match line.words():
            case [Part("boxes"), Part("not"), *given] if given:
                without = digits_of(given, base)
                found["boxes"] = "".join(digit for digit in DIGITS[:base] if digit not in without)
            case [Part("boxes"), *given] if given and given[0].text != "not":
                found["boxes"] = digits_of(given, base)
            case [Part("equal"), Part("rows"), *pair] if len(pair) == 2:
                numbers = (row.number(f"the number of a row, 1 to {rows}", 1, rows) for row in pair)
                found["equal"] += (tuple(numbers),)
            case _:
                raise line.expected("a line such as `boxes 2357`, `boxes not 7` or `equal rows 6 20`")
    return found


def is_condition(line: Part) -> bool:
    """Is the line a condition on boxes or rows?"""
    return line.text.split()[:1] in (["boxes"], ["equal"])


def digits_of(given: Sequence[Part], base: int) -> str:
    """The digits in some words, ascending, each once; at least one, but not all of the base."""
    for sign in (sign for word in given for sign in word.signs()):
        if sign.text not in DIGITS[:base]:
            raise sign.expected(f"a digit from 0 to {DIGITS[base - 1]}")
    found = {sign for word in given for sign in word.text}
    if len(found) == base:
        raise given[0].error(f"expected some of the {base} digits, found all of them")
    return "".join(sorted(found, key=DIGITS.index))


def lines_of(calculation: Calculation, base: int = 10) -> list[str]:
    """The conditions on boxes and rows, as lines.

    >>> lines_of(Calculation("**", "*", ("**",), "**", boxes="012345689", equal=((3, 4),)))
    ['boxes not 7', 'equal rows 3 4']
    """
    lines = [f"equal rows {one} {other}" for one, other in calculation.equal]
    if not calculation.boxes:
        return lines
    shown, is_short = missing_digits(calculation, base)
    return [f"boxes not {shown}" if is_short else f"boxes {calculation.boxes}", *lines]


def sentences(calculation: Calculation, base: int = 10) -> Iterator[str]:
    """The conditions in sentences.

    >>> list(sentences(Calculation("***", "**", ("****", "****"), "*****", boxes="2357", equal=((3, 4),)), 10))
    ['Each box is one of 2 3 5 7.', 'Row 4 has the same digits as row 3.']
    """
    if calculation.boxes:
        shown, is_short = missing_digits(calculation, base)
        yield f"No box is {' or '.join(shown)}." if is_short else f"Each box is one of {' '.join(calculation.boxes)}."
    for one, other in calculation.equal:
        longer = len(calculation.rows[one - 1]) != len(calculation.rows[other - 1])
        yield f"Row {other} has the same digits as row {one}{', but for those brought down' if longer else ''}."


def missing_digits(calculation: Calculation, base: int) -> tuple[str, bool]:
    """The digits that no box has, and whether they are fewer than the others."""
    shown = "".join(digit for digit in DIGITS[:base] if digit not in calculation.boxes)
    return shown, len(shown) < len(calculation.boxes)
