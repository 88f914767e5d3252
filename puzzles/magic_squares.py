"""Magic squares: numbers in the cells of a square whose lines have equal sums.

A figure is a square of cells, some of which may be missing, with a number of lines: groups of cells. Put numbers into
the cells, no number twice, so that the numbers of each line have the same sum. Rotations and mirror images of a
square count as one: it is shown with its smallest corner number at the top left, and the corner at the top right
smaller than that at the bottom left.

rows     the figure, a letter for each cell and a blank for a cell that is left out, e.g. ("ABC", "D E", "FGH")
lines    the letters of the cells of each line, e.g. ("ABC", "ADF", "CEH", "FGH")
numbers  the numbers to choose from, e.g. (1, 2, 3, 4, 5, 6, 7, 8)
total    the sum of each line, e.g. 13, or None if any sum will do
order    the letters as they are filled: first the four corners, row by row, e.g. "ACFHBDEG"
square   the number in each cell so far, e.g. {"A": 1, "C": 4}
free     the numbers that are in no cell so far, e.g. {2, 3, 5, 6, 7, 8}

As text, a puzzle is the rows of its figure, with a dot for a missing cell, then its lines, its numbers and,
optionally, its sum; an empty line ends it:

    ABC
    D.E
    FGH
    lines ABC ADF CEH FGH
    numbers 1 2 3 4 5 6 7 8
    sum 13

Source: Makoto Hiroi, "Magic squares in other shapes" (2005), in his lessons on puzzles in Common Lisp. There each
figure has its own program, with a fixed order of cells; here the order is computed.
"""

from functools import cache
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import Choices, Drawing, Mark, Text, box, stack
from .pictures.marks import lines as text_lines

KEYS = ("lines", "numbers", "sum")
Figure = tuple[str, ...]
Numbers = tuple[int, ...]


def question(rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> str:
    """State the rule, and show the figure and its lines.

    >>> print(question(("ABC", "D E", "FGH"), ("ABC", "ADF", "CEH", "FGH"), (1, 2, 3, 4, 5, 6, 7, 8), 12))
    Put the numbers 1 2 3 4 5 6 7 8 into the cells of
      A B C
      D   E
      F G H
    so that each line has the sum 12; the lines are ABC ADF CEH FGH.
    Squares that are turned or in a mirror count once.
    """
    figure = "\n".join("  " + " ".join(row).rstrip() for row in rows)
    wanted = f"each line has the sum {total}" if total is not None else "all lines have the same sum"
    return (
        f"Put the numbers {' '.join(map(str, numbers))} into the cells of\n{figure}\n"
        f"so that {wanted}; the lines are {' '.join(lines)}.\n"
        "Squares that are turned or in a mirror count once."
    )


def is_solution(answer: Numbers, rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> bool:
    """Say whether `answer` fills the figure with different numbers so that all sums agree and the corners are in order.

    >>> magic = {"rows": ("AB", "CD"), "lines": ("ABCD",), "numbers": (1, 2, 3, 4), "total": None}
    >>> is_solution((1, 2, 3, 4), **magic), is_solution((1, 3, 2, 4), **magic)
    (True, False)
    """
    cells = "".join(rows).replace(" ", "")
    square = dict(zip(cells, answer, strict=False))
    if not len(answer) == len(cells) == len({*answer} & {*numbers}):
        return False
    a, b, c, d = (square[rows[row][column]] for row in (0, -1) for column in (0, -1))
    sums = {sum(map(square.__getitem__, line)) for line in lines}
    return len(sums) == 1 and total in (None, *sums) and a < b < c and a < d


@ambiguous
def solve(rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> Search[Numbers]:
    """Fill the corners, then cell after cell; the last cell of a line is determined by the sum.

    rows: the figure, e.g. ("ABC", "D E", "FGH"); as many letters in each row as there are rows.
    lines: the letters of the cells of each line, e.g. ("ABC", "ADF", "CEH", "FGH"); the same when the figure is
    rotated or mirrored.
    numbers: the numbers to choose from, none twice, e.g. (1, 2, 3, 4, 5, 6, 7, 8).
    total: the sum of each line, e.g. 13; None for any.
    An answer is a tuple of numbers, one for each cell, row by row.
    Answers come in the order of `numbers`, cell by cell as in `filling`, without rotations and mirror images.
    Raises ValueError if the figure is not valid, or a number is there twice.

    >>> solve(("ABC", "D E", "FGH"), ("ABC", "ADF", "CEH", "FGH"), (1, 2, 3, 4, 5, 6, 7, 8), 12).one()
    (1, 8, 3, 5, 7, 6, 4, 2)
    """
    check(rows, lines, numbers)
    square: dict[str, int] = {}
    free = set(numbers)
    for cell, smaller, complete in steps(rows, lines):
        number = yield numbers if total is None or not complete else (total - sum_of(complete[0], square),)
        require(number in free and (not smaller or square[smaller] < number))
        for others in complete:
            found = number + sum_of(others, square)
            require(total in (None, found))
            total = found
        square[cell] = number
        free = free - {number}
    return tuple(square[cell] for row in rows for cell in row if cell != " ")


def sum_of(cells: str, square: dict[str, int]) -> int:
    """Add the numbers in these cells.

    >>> sum_of("AB", {"A": 1, "B": 8, "C": 3})
    9
    """
    return sum(map(square.__getitem__, cells))


def steps(rows: Figure, lines: Figure) -> list[tuple[str, str, list[str]]]:
    """List each cell in the order of filling, with the corner that must be smaller, if any, and the rest of the lines
    that it completes.

    >>> steps(("AB", "CD"), ("ABCD",))
    [('A', '', []), ('B', 'A', []), ('C', 'B', []), ('D', 'A', ['ABC'])]
    """
    order = filling(rows, lines)
    a, b, c, d = tuple(order[:4])
    smaller = {b: a, c: b, d: a}
    rest = {cell: [line.replace(cell, "") for line in lines if max(line, key=order.index) == cell] for cell in order}
    return [(cell, smaller.get(cell, ""), rest[cell]) for cell in order]


def filling(rows: Figure, lines: Figure) -> str:
    """Put the cells in order: the corners first, then always one whose line has the fewest empty cells.

    >>> filling(("ABC", "DEF", "GHI"), ("ABED", "BCFE", "DEHG", "EFIH", "ACIG"))
    'ACGIBDEFH'
    """
    cells = "".join(rows).replace(" ", "")
    order = rows[0][0] + rows[0][-1] + rows[-1][0] + rows[-1][-1]

    def empty(cell: str) -> int:
        return min((len(set(line) - set(order)) for line in lines if cell in line), default=len(cells))

    while len(order) < len(cells):
        order += min((cell for cell in cells if cell not in order), key=empty)
    return order


def check(rows: Figure, lines: Figure, numbers: Numbers) -> None:
    """Raise ValueError unless these are a square, lines on it, and different numbers."""
    cells = "".join(rows).replace(" ", "")
    if (
        len(rows) < 2
        or {*map(len, rows)} != {len(rows)}
        or " " in {row[end] for row in (rows[0], rows[-1]) for end in (0, -1)}
    ):
        raise ValueError(f"expected a square figure of two or more rows, with its corners, found {rows!r}")
    if len(set(cells)) != len(cells) or not lines:
        raise ValueError(f"expected a different letter for each cell, and a line, found {cells} and {lines!r}")
    for line in lines:
        if not line or not set(line) <= set(cells) or len(set(line)) != len(line):
            raise ValueError(f"a line holds letters of {cells}, none twice, found {line!r}")
    for image in (rows[::-1], tuple(map("".join, zip(*rows, strict=True)))):
        seen_as = str.maketrans("".join(rows), "".join(image))
        images = {frozenset(line.translate(seen_as)) for line in lines}
        if images != set(map(frozenset, lines)) or " " in cells.translate(seen_as):
            raise ValueError(
                f"expected turns and mirror images with the same cells and lines, found one with others: {image!r}"
            )
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"expected different numbers, found {numbers!r}")


SQUARES = {"rows": ("ABC", "DEF", "GHI"), "lines": ("ABED", "BCFE", "DEHG", "EFIH", "ACIG")}
RING = {"rows": ("ABC", "D E", "FGH"), "lines": ("ABC", "ADF", "CEH", "FGH")}
ORDER_3 = {"rows": ("ABC", "DEF", "GHI"), "lines": ("ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG")}
ORDER_4 = {
    "rows": ("ABCD", "EFGH", "IJKL", "MNOP"),
    "lines": ("ABCD", "EFGH", "IJKL", "MNOP", "AEIM", "BFJN", "CGKO", "DHLP", "AFKP", "DGJM"),
}
EIGHT = tuple(range(1, 9))
INSTANCES: dict[str, dict[str, Any]] = {
    "squares": {**SQUARES, "numbers": tuple(range(1, 10)), "total": None},
    "eight": {**RING, "numbers": EIGHT, "total": None},
    **{f"eight-sum-{total}": {**RING, "numbers": EIGHT, "total": total} for total in (11, 12, 13, 14, 15)},
    "even": {**RING, "numbers": tuple(range(2, 17, 2)), "total": None},
    "odd": {**RING, "numbers": tuple(range(1, 16, 2)), "total": None},
    "primes": {**RING, "numbers": (3, 5, 7, 11, 13, 17, 19, 23), "total": None},
    "order-3": {**ORDER_3, "numbers": tuple(range(1, 10)), "total": 15},
}


def picture(answer: Numbers, rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> str:
    """Draw the square, and below it the sum of its lines.

    >>> print(picture((1, 8, 3, 5, 7, 6, 4, 2), ("ABC", "D E", "FGH"), ("ABC",), (1, 2, 3, 4, 5, 6, 7, 8), None))
    ┌───┬───┬───┐
    │ 1 │ 8 │ 3 │
    ├───┼───┼───┤
    │ 5 │   │ 7 │
    ├───┼───┼───┤
    │ 6 │ 4 │ 2 │
    └───┴───┴───┘
    sum 12
    """
    width = max(len(str(number)) for number in answer)
    square = dict(zip("".join(rows).replace(" ", ""), answer, strict=True))
    bars = ["─" * (width + 2)] * len(rows)
    inner = "│\n├" + "┼".join(bars) + "┤\n│"
    drawn = inner.join("│".join(f" {square.get(cell, ' '):>{width}} " for cell in row) for row in rows)
    found = sum(square[cell] for cell in lines[0])
    return f"┌{'┬'.join(bars)}┐\n│{drawn}│\n└{'┴'.join(bars)}┘\nsum {found}"


def drawing(answer: Numbers | None, rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> Drawing:
    """Picture the figure, and below it the numbers to put in and the lines.

    >>> drawing(None, ("AB", "CD"), ("ABCD",), (1, 2, 3, 4), 10).marks[-1].text
    'lines of sum 10: ABCD'
    """
    cells, marks = cells_of(rows), [*lettered_cells(rows)]
    if answer is not None:
        marks += [Text((x + 0.5, y + 0.5), str(n), 0.5) for (x, y, _), n in zip(cells, answer, strict=True)]
    equal = "lines of equal sum" if total is None else f"lines of sum {total}"
    told = (f"numbers: {' '.join(map(str, numbers))}", f"{equal}: {' '.join(lines)}")
    return stack([Drawing(len(rows), len(rows), tuple(marks)), text_lines(told, 0.35)])


def cells_of(rows: Figure) -> list[tuple[int, int, str]]:
    """Column, row and letter of each cell."""
    return [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != " "]


@cache
def lettered_cells(rows: Figure) -> tuple[Mark, ...]:
    """The empty cells with their letters."""
    boxes = (box(x, y) for x, y, _ in cells_of(rows))
    return (*boxes, *(Text((x + 0.12, y + 0.2), sign, 0.22) for x, y, sign in cells_of(rows)))


def sketch(choices: Choices, rows: Figure, lines: Figure, numbers: Numbers, total: int | None) -> Drawing:
    """Picture the numbers in the cells at a point of the search, including the one being tried.

    >>> sketch([("number", 7)], ("AB", "CD"), ("ABCD",), (1, 2, 3, 7), None).marks[-1].text
    '7'
    """
    places = {sign: (x + 0.5, y + 0.55) for x, y, sign in cells_of(rows)}
    chosen = zip(filling(rows, lines), choices, strict=False)
    numbered = (Text(places[cell], str(number), 0.5) for cell, (_, number) in chosen)
    return Drawing(len(rows), len(rows), (*lettered_cells(rows), *numbered))


def read(text: str) -> list[dict[str, Any]]:
    r"""Read puzzles with empty lines between them, each as the keyword arguments of `solve`.

    Raises BadInput if a puzzle is not valid; if the figure as a whole is wrong, at its first line.

    >>> read("AB\nCD\nlines ABCD\nnumbers 4 3 2 1\nsum 10\n")
    [{'rows': ('AB', 'CD'), 'lines': ('ABCD',), 'numbers': (4, 3, 2, 1), 'total': 10}]
    """
    return [read_puzzle(block) for block in blocks_of(text)]


def read_puzzle(block: list[Part]) -> dict[str, Any]:
    rows: list[str] = []
    found: dict[str, list[Part]] = {}
    for line in block:
        key, *words = line.words()
        if found or words or key.text in KEYS:
            key.one_of(KEYS)
            found[key.new(found)] = line.words("a word", "what belongs to it", more=key.text != "sum")[1:]
        else:
            rows.append(key.text.replace(".", " "))
    for wanted in ("lines", "numbers"):
        if wanted not in found:
            raise block[-1].end.expected(f"the word {wanted}, and what belongs to it, in a line below")
    cells = "".join(rows).replace(" ", "")
    for line in found["lines"]:
        if not set(line.text) <= set(cells) or len(set(line.text)) != len(line.text):
            raise line.expected(f"letters of {cells}, none twice")
    for place, word in enumerate(found["numbers"]):
        if word.number(least=None) in [before.number(least=None) for before in found["numbers"][:place]]:
            raise word.error(f"expected a new number, found {word.text!r} again")
    lines = tuple(word.text for word in found["lines"])
    numbers, total = (tuple(word.number(least=None) for word in found.get(key, ())) for key in ("numbers", "sum"))
    try:
        check(tuple(rows), lines, numbers)
    except ValueError as wrong:
        raise block[0].error(str(wrong)) from None
    return {"rows": tuple(rows), "lines": lines, "numbers": numbers, "total": total[0] if total else None}
