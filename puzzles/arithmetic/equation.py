r"""Equations of sums and products, on one line, SEND+MORE=MONEY, or as drawings.

cell      what stands for a digit: a letter, e.g. "S"; a known digit, e.g. "4"; a box, named by its column in the
line, e.g. "*3"
word      the cells of a number, the highest first, e.g. ("S", "E", "N", "D")
term      words that are multiplied, with the sign that they have on the left side; words on the right change their sign

A line holds numbers with + - x or × between them, and one =. In bases above 33, where x is a digit, only × multiplies.
In bases up to ten all letters may be lower case; then x is a letter, too, and only × multiplies.
A drawing has a row for each number, with its sign before it from the second one on; the last row is the result, and
may have a bar above it. In a text, lines may follow one another, but a drawing needs empty lines around it; a group
of lines, or a drawing, may begin with lines of options: `base 16`, `leading zeros`, `no zero alone`.

      SEND
    + MORE
    ------
     MONEY
"""

from collections.abc import Mapping
from itertools import zip_longest
from math import prod
from typing import Any, NamedTuple

from ambsearch.reading import Part, blocks_of

from .notation import BOX, DIGITS, LETTERS
from .reading import BARS, check_cells, check_width, options

ALONE = ["no", "zero", "alone"]  # a line of options, by its words

Word = tuple[str, ...]


class Term(NamedTuple):
    """Words that are multiplied, e.g. Term(-1, (("M", "O", "N", "E", "Y"),)) for a word on the right side."""

    sign: int
    words: tuple[Word, ...]


def puzzles(text: str) -> list[dict[str, Any]]:
    r"""Read the equations in a text: each as a line, with its base, and whether leading zeros and a zero alone are
    allowed.

    >>> puzzles("SEND+MORE=MONEY\n\nbase 3\n  AB\n+ *A\n----\n 1*0")[1]
    {'puzzle': 'AB+*A=1*0', 'base': 3, 'leading_zeros': False, 'zero_alone': True}

    Raises BadInput where something else is expected.
    """
    found = []
    for block in blocks_of(text):
        others = [line for line in block if line.text.split() != ALONE]
        if not others:
            raise block[-1].end.expected("a puzzle after the options")
        given, lines = options(others)
        rows = [line for line in lines if not set(line.text) <= BARS]
        in_lines = len(lines) == 1 or any("=" in row.text for row in rows)
        for line in lines if in_lines else [undrawn(rows or lines, **given)]:
            terms(line, **given)
            found.append({"puzzle": line.text.strip(), **given, "zero_alone": others == block})
    return found


def undrawn(rows: list[Part], base: int = 10, leading_zeros: bool = False) -> Part:
    """Write the rows of a drawn equation, without its bar, as a line.

    >>> undrawn([Part("  SEND", 1), Part("+ MORE", 2), Part(" MONEY", 4)]).text
    'SEND+MORE=MONEY'

    Raises BadInput where something else is expected.
    """
    if len(rows) < 3:
        raise rows[-1].end.expected("a row for each number, at least two, and one for the result")
    for row in rows:
        check_width(row, "+-x* ")
    first, *others, last = rows
    signs = [next(cell for cell in row.signs() if cell.text != " ") for row in others]
    for sign in signs:
        sign.one_of(signs_of(base))
    below = [Part(row.text[sign.column :], row.line, sign.column + 1) for row, sign in zip(others, signs, strict=True)]
    words = [row.words("a number")[0] for row in (first, *below, last)]
    capital = in_capitals(" ".join(word.text for word in words), base).split(" ")
    words = [Part(text, word.line, word.column) for text, word in zip(capital, words, strict=True)]
    check_words(words, base, leading_zeros)
    for word in words:
        if word.end.column != words[0].end.column:
            raise word.error(f"expected {word.text!r} to end below the end of {words[0].text!r}")
    before = ["", *(sign.text for sign in signs), "="]
    return Part("".join(sign + word.text for sign, word in zip(before, words, strict=True)), first.line)


def signs_of(base: int) -> str:
    """The signs that may be between numbers."""
    return "+-×" if "x" in DIGITS[:base] else "+-×x"


def terms(line: Part, base: int = 10, leading_zeros: bool = False) -> list[Term]:
    """Read an equation.

    >>> terms(Part("4*-A=2xB", 1))
    [Term(sign=1, words=(('4', '*2'),)), Term(sign=-1, words=(('A',),)), Term(sign=-1, words=(('2',), ('B',)))]

    Raises BadInput where something else is expected.
    """
    if not 2 <= base <= len(DIGITS):
        raise ValueError(f"expected a base from 2 to {len(DIGITS)}, found {base}")
    check_width(line, "=+-x*")
    line = Part(in_capitals(line.text, base), line.line, line.column)
    found, words = [], []
    for side, turn in zip(line.parts("=", "the left side", "the right side"), (1, -1), strict=True):
        signs = [turn, *(turn if sign == "+" else -turn for sign in side.text if sign in "+-")]
        for sign, product in zip(signs, side.parts("+-"), strict=True):
            factors = product.parts(signs_of(base)[2:])
            found.append(Term(sign, tuple(map(cells, factors))))
            words += factors
    check_words(words, base, leading_zeros)
    return found


def in_capitals(line: str, base: int = 10) -> str:
    """Convert the letters of a line to upper case, if all are lower case and not digits of the base.

    >>> in_capitals("beer+and=sodas", 7), in_capitals("ab+b=1a", 16), in_capitals("***9x*8*=2**24*")
    ('BEER+AND=SODAS', 'ab+b=1a', '***9x*8*=2**24*')
    """
    small = set(line) & set(DIGITS[10:])
    return line.upper() if base <= 10 and small - {"x"} and not set(line) & set(LETTERS) else line


def check_words(words: list[Part], base: int, leading_zeros: bool) -> None:
    """Complain about what is not a number."""
    for word in words:
        if word.text.isalpha() and set(word.text) & set(DIGITS[10:]) and base <= 10:
            raise word.error(
                f"expected {word.text.upper()}, found {word.text!r}; lower-case letters are digits above nine"
            )
        word.words("a number")
        if word.text[0] == "0" and len(word.text) > 1 and not leading_zeros:
            raise word.error(f"expected no zero before other digits, found {word.text!r}; `leading zeros` allows it")
    check_cells(words, base)


def cells(word: Part) -> Word:
    """Name the cells of a number."""
    return tuple(f"{BOX}{cell.column}" if cell.text == BOX else cell.text for cell in word.signs())


def fill(line: str, digits: dict[str, int]) -> str:
    """Write digits into the cells of a line.

    >>> fill("4*-A=2xB", {"*2": 2, "A": 0, "B": 1})
    '42-0=2x1'
    """
    named = (f"{BOX}{column}" if cell == BOX else cell for column, cell in enumerate(line, 1))
    return "".join(DIGITS[digits[name]] if name in digits else name for name in named)


def unknown_cells(equation: list[Term]) -> list[list[str]]:
    """List for each column, from the units up, its letters and boxes, without the letters of the columns before it.

    >>> unknown_cells(terms(Part("SEND+MORE=MONEY", 1)))
    [['D', 'E', 'Y'], ['N', 'R'], ['O'], ['S', 'M'], []]
    """
    columns: list[list[str]] = []
    seen = set(DIGITS)
    for column in zip_longest(*(reversed(word) for word in words_of(equation)), fillvalue="0"):
        columns.append([cell for cell in dict.fromkeys(column) if cell not in seen])
        seen.update(column)
    return columns


def balance(equation: list[Term], digits: Mapping[str, int], base: int, places: int = 0) -> int:
    """The left side minus the right side, counting this many places of each number from the units up; 0 for all.

    digits: of the letters and boxes there, e.g. {"O": 6, "S": 2}.

    >>> so = terms(Part("SO+SO=NOS", 1))
    >>> balance(so, {"S": 2, "O": 6}, 10, places=1), balance(so, {"S": 2, "O": 6, "N": 0}, 10)
    (10, -10)
    """
    total = 0
    for sign, words in equation:
        worth = sign
        for word in words:
            number = 0
            for cell in word[-places:]:
                number = number * base + (digits[cell] if cell in digits else DIGITS.index(cell))
            worth *= number
        total += worth
    return total


def words_of(equation: list[Term]) -> list[Word]:
    """List the numbers of an equation."""
    return [word for term in equation for word in term.words]


def is_true(equation: list[Term], base: int = 10) -> bool:
    """Say whether an equation without unknown digits holds.

    >>> is_true(terms(Part("2x3=5+1", 1))), is_true(terms(Part("2x3=5", 1)))
    (True, False)
    """
    return sum(sign * prod(int("".join(word), base) for word in words) for sign, words in equation) == 0
