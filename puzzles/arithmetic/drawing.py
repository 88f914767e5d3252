"""Calculations in text, as people write them on paper.

line       a row of cells with the sign before it, or a bar
place      distance from the units: each row's last cell is in the column of its place
bar        as wide as the lines above and below it

drawn, drawn_sum   a long multiplication or division, or an equation, as text
numbers            the rows of an equation that is given on one line
marked, pointed    two answers, and the cells in which they differ
lines, sum_lines   the lines, from the top, for other ways of drawing
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .notation import Calculation

SAME = "."
GAP = 5  # between two drawings


@dataclass(frozen=True)
class Line:
    """A line of a drawing.

    cells     the row, e.g. "*33**"; "" for a bar
    place     the place of its last cell, e.g. 0
    sign      the sign before it: "x", "+", "-", ")" or nothing
    width     how many cells there is room for after the sign, e.g. 5
    divisor   the divisor before the sign ")", e.g. "**4"
    """

    cells: str
    place: int = 0
    sign: str = ""
    width: int = 0
    divisor: str = ""

    @property
    def is_bar(self) -> bool:
        return self.cells == ""

    @property
    def text(self) -> str:
        return f"{self.sign} {self.cells.rjust(self.width)}" if self.sign else self.cells


BAR = Line("")


def lines(calculation: Calculation) -> list[Line]:
    """List the lines of a long multiplication or division."""
    first, second, total = calculation.first, calculation.second, calculation.total
    products = [Line(row, place) for place, row in enumerate(calculation.products) if row]
    if not calculation.is_division:
        factors = [Line(first), Line(second, sign="x", width=max(len(first), len(second)))]
        return [*factors, BAR, *products, BAR, Line(total)]
    below: list[Line] = []
    for product in reversed(products):
        part = calculation.parts[product.place]
        below += [Line(part, product.place)] * bool(part) + [product, BAR]
    head = Line(total, sign=")", width=len(total), divisor=first)
    return [Line(second), BAR, head, *below, Line(calculation.remainder)]


def sum_lines(rows: Sequence[tuple[str, str]]) -> list[Line]:
    """List the lines of an equation: one, unless it is a sum or a product that equals one number.

    rows: each number with the sign before it, e.g. [("", "SEND"), ("+", "MORE"), ("=", "MONEY")].
    """
    *terms, (last, result) = rows
    signs = {sign for sign, _ in terms[1:]}
    if last != "=" or not signs or not (signs <= set("+-") or signs <= set("x×")):
        return [Line("".join(sign.replace("x", "×") + cells for sign, cells in rows))]
    width = max(len(cells) for _, cells in terms)
    return [*(Line(cells, sign=sign, width=width) for sign, cells in terms), BAR, Line(result)]


def numbers(line: str, signs: str = "+-x×=") -> list[tuple[str, str]]:
    """Split an equation: each number with the sign before it.

    signs: what separates the numbers; in bases above 33, x is a digit.

    >>> numbers("SEND + MORE = MONEY")
    [('', 'SEND'), ('+', 'MORE'), ('=', 'MONEY')]
    """
    first, *others = re.split(f"([{re.escape(signs)}])", line.replace(" ", ""))
    return [("", first), *zip(others[::2], others[1::2], strict=True)]


def draw(calculation: Calculation) -> str:
    """Draw a long multiplication or division, a puzzle or an answer.

    >>> print(draw(Calculation("*33**", "*3*", ("*33**", "****3", "***33"), "********")))
       *33**
     x   *3*
     -------
       *33**
      ****3
     ***33
    --------
    ********
    >>> print(draw(Calculation("**", "*0", ("", "9*"), "9*5", ("", ""), "*")))
          *0
       -----
    ** ) 9*5
         9*
         ---
           *
    """
    return text(lines(calculation))


def draw_sum(rows: Sequence[tuple[str, str]]) -> str:
    """Draw an equation; its rows are given as in `sum_lines`.

    >>> print(draw_sum(numbers("SEND+MORE=MONEY")))
      SEND
    + MORE
    ------
     MONEY
    >>> print(draw_sum(numbers("2xTO+1=AxB")))
    2×TO+1=A×B
    """
    return text(sum_lines(rows))


def text(drawing: Sequence[Line]) -> str:
    """Write lines below each other, each cell in the column of its place."""
    pieces = []
    for number, line in enumerate(drawing):
        if line.is_bar:
            around = drawing[number - 1], drawing[number + 1]
            place = min(beside.place for beside in around)
            pieces.append((place, "-" * (max(beside.place + len(beside.text) for beside in around) - place)))
        else:
            pieces.append((line.place, f"{line.divisor} {line.text}" if line.divisor else line.text))
    width = max(place + len(piece) for place, piece in pieces)
    return "\n".join(piece.rjust(width - place) for place, piece in pieces)


def mark_differences(first: Calculation, second: Calculation) -> str:
    """Draw two answers of one puzzle side by side, with a dot for each cell in which they agree.

    >>> print(mark_differences(Calculation("12", "3", ("36",), "36"), Calculation("13", "3", ("39",), "39")))
      .2       .3
    x  .     x  .
    ----     ----
      .6       .9
      --       --
      .6       .9
    """
    left, right = (draw(apart(*pair)).splitlines() for pair in ((first, second), (second, first)))
    width = max(map(len, left)) + GAP
    return "\n".join(f"{one:{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue=""))


def apart(answer: Calculation, other: Calculation) -> Calculation:
    """The answer, with SAME for each cell that is the same in the other answer.

    >>> apart(Calculation("12", "3", ("36",), "36"), Calculation("13", "3", ("39",), "39"))
    Calculation(first='.2', second='.', products=('.6',), total='.6', parts=(), remainder='')
    """
    return Calculation(
        differing(answer.first, other.first),
        differing(answer.second, other.second),
        tuple(map(differing, answer.products, [*other.products, *[""] * len(answer.products)])),
        differing(answer.total, other.total),
        tuple(map(differing, answer.parts, [*other.parts, *[""] * len(answer.parts)])),
        differing(answer.remainder, other.remainder),
    )


def differing(row: str, other: str) -> str:
    """The row, with SAME for each cell that is the same in the other row, place by place.

    >>> differing("1234", "934")
    '12..'
    """
    pairs = list(zip_longest(reversed(row), reversed(other)))[: len(row)]
    return "".join(SAME if cell == twin else cell for cell, twin in reversed(pairs))


def mark_columns(first: str, second: str) -> str:
    """Write two lines of the same length below each other, with a caret wherever they differ.

    >>> print(mark_columns("12+34=46", "13+34=47"))
    12+34=46
    13+34=47
     ^     ^
    """
    carets = "".join(" ^"[one != other] for one, other in zip(first, second, strict=True))
    return "\n".join(row for row in (first, second, carets.rstrip()) if row)
