r"""Reading a long multiplication or division from text.

By rows, a multiplication: first how many digits the two factors have, then the rows, the partial products from the
units up.

    5 3
    *33**
    *3*
    *33**
    ****3
    ***33
    ********

`5 3 zeros` says that the multiplier may hold zeros: a zero writes no row, so there are fewer partial products.

Drawn, a multiplication or a division has its digits in their proper columns, and a missing row is a zero. Lines of -
= _ or ─ are bars, which may be left out.

       *33**                 **
    x    *3*           ** ) ***
    --------                **
       *33**                ---
      ****3                  **
     ***33                   **
    --------                 --
    ********                  0

A file holds several puzzles with empty lines between them; each may have lines of options before it: `base 16`,
`leading zeros`, and conditions on boxes and rows, see `conditions`.

Source: the form by rows is list 1 of Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the
power of algorithms with puzzles (Software Design); there a multiplier has no zeros.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any
from unicodedata import east_asian_width, normalize

from ambsearch.reading import Part, blocks_of, lines_of

from .conditions import conditions, is_condition
from .notation import BOX, DIGITS, LETTERS, Calculation

BARS = set("-=_─ ")
TIMES = "x", "×"
OTHER_BOXES = "?？_□"  # as others write them
Found = tuple[list[Part], list[Calculation]]  # the rows as written in the text, and what they may mean


def puzzles(text: str) -> list[dict[str, Any]]:
    r"""Read the puzzles in a text: each as written, its base, and whether leading zeros are allowed.

    >>> puzzles("2 1\n**\n7\n4*\n4*\n\nbase 8\n2 1\n**\n7\n4*\n4*")[1]
    {'puzzle': '2 1\n**\n7\n4*\n4*', 'base': 8, 'leading_zeros': False}
    """
    found = []
    for block in blocks_of(text):
        given, lines = options([line for line in block if not is_condition(line)])
        lines = [line for line in block if is_condition(line) or line in lines]
        read(lines, given["base"], given["leading_zeros"])
        found.append({"puzzle": "\n".join(line.text for line in lines), **given})
    return found


def options(lines: list[Part]) -> tuple[dict[str, Any], list[Part]]:
    """Read the lines of options at the beginning of a puzzle; the rest is the puzzle.

    >>> options([Part("base 16", 1), Part("SEND+MORE=MONEY", 2)])
    ({'base': 16, 'leading_zeros': False}, [Part(text='SEND+MORE=MONEY', line=2, column=1)])
    """
    given: dict[str, Any] = {"base": 10, "leading_zeros": False}
    for used, line in enumerate(lines):
        match line.words():
            case [Part("base"), number]:
                given["base"] = number.number("a base from 2 to 36", 2, 36)
            case [Part("leading"), Part("zeros")]:
                given["leading_zeros"] = True
            case [Part("base" | "Base" | "leading" | "Leading"), *_]:
                raise line.expected("a line such as `base 16`, or `leading zeros`")
            case _:
                return given, lines[used:]
    raise lines[-1].end.expected("a puzzle after the options")


def calculations(text: str, base: int = 10, leading_zeros: bool = False) -> list[Calculation]:
    r"""Read one puzzle; gives the possible readings, of which there are several only if rows of zeros are left open.

    text: the puzzle by rows or drawn, without options, e.g. "2 1\n**\n7\n4*\n4*".
    base, leading_zeros: what digits there are, and whether a number may begin with zero.
    Raises BadInput, which says what was expected, what was found, and where.

    >>> calculations("2 1\n**\n7\n4*\n4*")
    [Calculation(first='**', second='7', products=('4*',), total='4*', parts=(), remainder='')]
    >>> [found.products for found in calculations("2 3 zeros\n**\n***\n**\n**\n****")]
    [('**', '', '**'), ('', '**', '**')]
    """
    return read(lines_of(text), base, leading_zeros)


def read(lines: list[Part], base: int, leading_zeros: bool) -> list[Calculation]:
    """Read the lines of one puzzle."""
    if not 2 <= base <= 36:
        raise ValueError(f"expected a base from 2 to 36, found {base}")
    told = [line for line in lines if is_condition(line)]
    lines = [line for line in lines if not set(line.text) <= BARS and line not in told]
    for line in lines:
        check_width(line, "x)* ")
    if not lines:
        raise Part("", 1).expected("a long multiplication or division")
    rows, found = form(lines)(lines)
    check_cells(rows, base)
    for row in [] if found[0].is_division else rows[2:-1]:
        if not row.text.strip("0"):
            raise row.expected("no row for a zero; the next partial product is shifted one place further")
    for row, (least, most) in zip(rows, lengths(found[0]), strict=True):
        if not (leading_zeros or least <= len(row.text)) or len(row.text) > most:
            few = f"{least} or {most}" if least == most - 1 else f"at most {most}"
            raise row.error(f"expected a row of {few} digits, found {len(row.text)}: {row.text!r}")
    known = conditions(told, len(rows), base)
    return [replace(calculation, **known) for calculation in found]


def form(lines: list[Part]) -> Callable[[list[Part]], Found]:
    """The form of the puzzle: by rows, or drawn."""
    if len(lines[0].words()) > 1:
        return by_rows
    if len(lines) == 1:
        raise lines[0].expected("the rows of a long multiplication or division, one below the other")
    second = lines[1]
    if ")" in second.text:
        return read_division
    if second.text.lstrip().startswith(TIMES):
        return read_multiplication
    raise second.expected("'x' and the multiplier, or a divisor and ')', in the second row")


def by_rows(lines: list[Part]) -> Found:
    """Read a multiplication that begins with the lengths of its factors."""
    head, *rest = lines
    of_first, of_second, *zeros = head.words("the digits of the first row", "the digits of the second", more=True)
    if zeros:
        zeros[0].one_of(["zeros"])
    if zeros[1:]:
        raise zeros[1].expected("nothing more")
    rows = [line.words("a row")[0] for line in rest]
    check_rows(rows, of_second.number("a number of digits", 1) + 3, at_least=4 if zeros else 0, after=lines[-1])
    for row, digits in zip(rows, (of_first, of_second), strict=False):
        if len(row.text) != digits.number("a number of digits", 1):
            raise row.error(
                f"expected {digits.text} digits, as the first line says, found {len(row.text)}: {row.text!r}"
            )
    first, second, *products, total = [row.text for row in rows]
    found = [
        Calculation(first, second, by_place(products, places, len(second)), total)
        for places in combinations(range(len(second)), len(products))
        if places[-1] == len(second) - 1
    ]
    return rows, found


def check_rows(rows: list[Part], number: int, at_least: int, after: Part) -> None:
    """Complain about too few or too many rows."""
    if (at_least or number) <= len(rows) <= number:
        return
    what = f"expected {f'{at_least} to ' if at_least else ''}{number} rows, found {len(rows)}"
    hint = (
        ""
        if at_least or len(rows) > number
        else "; `zeros` in the first line lets a zero of the multiplier write no row"
    )
    raise (rows[number] if len(rows) > number else after.end).error(what + hint)


def read_multiplication(lines: list[Part]) -> Found:
    """Read a drawn multiplication."""
    sign = len(lines[1].text) - len(lines[1].text.lstrip())
    below = Part(" " * (sign + 1) + lines[1].text[sign + 1 :], lines[1].line)
    rows = [line.words("a row")[0] for line in (lines[0], below, *lines[2:])]
    if len(rows) < 4:
        raise rows[-1].end.error(
            f"expected two factors, their partial products and the product, found {len(rows)} rows"
        )
    first, second, *products, total = rows
    for row in (second, total):
        place_of(row, first, [0])
    places = [*places_of(products, first, len(second.text))]
    texts = [row.text for row in products]
    if places[-1] != len(second.text) - 1:
        raise products[-1].error(f"expected the last partial product under the highest digit of {second.text}")
    return rows, [Calculation(first.text, second.text, by_place(texts, places, len(second.text)), total.text)]


def read_division(lines: list[Part]) -> Found:
    """Read a drawn division: quotient; divisor ) dividend; then each product, and what is left after subtracting it."""
    quotient = lines[0].words("the quotient")[0]
    left, right = lines[1].parts(")", "the divisor", "the dividend")
    divisor, dividend = left.words("the divisor")[0], right.words("the dividend")[0]
    below = [line.words("a row")[0] for line in lines[2:]]
    place_of(quotient, dividend, [0])
    if len(below) < 2 or len(below) % 2:
        raise lines[-1].end.error(
            f"expected a product and a remainder for each digit of the quotient, found {len(below)} rows"
        )
    size = len(quotient.text)
    products, rests = below[::2], below[1::2]
    places = [*places_of(products[::-1], dividend, size)][::-1]
    if places[0] != size - 1:
        raise products[0].error(
            f"expected the first product to end under the first digit of the quotient {quotient.text}"
        )
    for rest, place in zip(rests, [*places[1:], 0], strict=True):
        place_of(rest, dividend, [place])
    calculation = Calculation(
        divisor.text,
        quotient.text,
        by_place([row.text for row in products], places, size),
        dividend.text,
        by_place([row.text for row in rests[:-1]], places[1:], size),
        rests[-1].text,
    )
    return [quotient, divisor, dividend, *below], [calculation]


def by_place(rows: Sequence[str], places: Sequence[int], size: int) -> tuple[str, ...]:
    """Lay out rows by their places, with "" where there is none.

    >>> by_place(["12", "34"], [0, 2], 3)
    ('12', '', '34')
    """
    at = dict(zip(places, rows, strict=True))
    return tuple(at.get(place, "") for place in range(size))


def places_of(rows: Sequence[Part], units: Part, size: int) -> Iterator[int]:
    """Give the place of each partial product, from the units up; each is further left than the one before."""
    least = 0
    for row in rows:
        least = place_of(row, units, range(least, size)) + 1
        yield least - 1


def place_of(row: Part, units: Part, places: Sequence[int]) -> int:
    """How far the row's last digit is to the left of the units, which must be one of the places."""
    place = units.end.column - row.end.column
    if not places:
        raise row.error(
            f"expected the row above {row.text!r} to end further right: it is already under the highest digit"
        )
    if place not in places:
        columns = [units.end.column - 1 - place for place in reversed(places)]
        wanted = f"column {columns[0]}" if len(columns) == 1 else f"one of columns {columns[0]} to {columns[-1]}"
        raise row.error(f"expected {row.text!r} to end in {wanted}, found that it ends in column {row.end.column - 1}")
    return place


def check_width(line: Part, signs: str) -> None:
    """Complain about what looks like a digit, a letter or one of these signs, and is wider or narrower."""
    for cell in line.signs():
        plain = normalize("NFKC", cell.text)
        if east_asian_width(cell.text) in "FH" and plain != cell.text and plain in f"{signs}{DIGITS}{LETTERS}":
            raise cell.error(f"expected {plain!r}, found {cell.text!r}, which has another width")


def check_cells(rows: Sequence[Part], base: int) -> None:
    """Complain about what is not a cell, and about one letter too many."""
    letters: set[str] = set()
    for cell in (cell for row in rows for cell in row.signs()):
        if cell.text in LETTERS:
            letters.add(cell.text)
            if len(letters) > base:
                raise cell.error(
                    f"expected at most {base} different letters, one for each digit, found {cell.text!r} too"
                )
        elif cell.text != BOX and cell.text not in DIGITS[:base]:
            small = cell.text in DIGITS[10:] and base <= 10
            above = "; a base above ten is said by a line such as `base 16`" if small else ""
            box = f"; a box is {BOX}" if cell.text in OTHER_BOXES else ""
            raise cell.expected(f"{BOX}, a digit from 0 to {DIGITS[base - 1]} or a capital letter{above}{box}")


def lengths(calculation: Calculation) -> list[tuple[int, int]]:
    """How long each row may be if no number begins with zero: at least, and at most.

    >>> from ambsearch.puzzles.arithmetic.notation import work_out
    >>> lengths(work_out(33311, 331))
    [(5, 5), (3, 3), (5, 6), (5, 6), (5, 6), (7, 8)]
    """
    of_first, of_second = len(calculation.first), len(calculation.second)
    factors = [(of_first, of_first), (of_second, of_second)]
    total = of_first + of_second - 1, of_first + of_second
    below = [(of_first, of_first + 1)] * (len(calculation.rows) - 3)
    if calculation.is_division:
        return [*factors[::-1], total, *below[1:], (1, of_first)]
    return [*factors, *below, total]
