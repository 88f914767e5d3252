"""The places of the known digits of a mushikuizan: displays, to be made into puzzles by free lengths.

outline    a calculation of boxes with the rows that are certain, each as short as possible
column     how far a cell is to the left of the last digit of the whole calculation, which has column 0

A picture in characters is laid over the rows, wherever there is room for it. Or digits are scattered at random:
1 to 9 once each ("komachi"), n times the digit n ("seven sevens"), a digit once ("solitary seven").

Source: the examples in Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the power of
algorithms with puzzles (Software Design).
"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from ..arithmetic.notation import BOX, DIGITS, LETTERS, Calculation, work_out
from ..arithmetic.reading import lengths

NOTHING = f" .{BOX}"  # what means "no digit" in a picture
LONGEST = 99  # digits of a factor, far more than a puzzle on paper has
DIVISOR = 1  # its row in the order of writing
KOMACHI = "123456789"
Cell = tuple[int, int]  # the number of the row in the order of writing, and the place in it, e.g. (2, 0)


def outline(first: int, second: int, *, division: bool = False, zeros: Sequence[int] = ()) -> Calculation:
    """A calculation of boxes for factors of these lengths; in a division, of divisor and quotient.

    zeros: the places of the second factor's zeros, which write no row, e.g. (1,).

    >>> outline(3, 2).rows
    ('***', '**', '***', '***', '****')
    >>> outline(3, 5, division=True, zeros=[1]).parts
    ('***', '', '***', '***', '')
    """
    if max(first, second) > LONGEST:
        raise ValueError(f"expected factors of at most {LONGEST} digits, found {first} and {second} digits")
    kept = [place not in zeros for place in range(second)]
    if not (first > 0 and second > 0 and kept[-1] and len(kept) == second):
        raise ValueError(
            f"expected factors of at least one digit, the highest not zero, found {first} and {second} digits"
        )
    products = tuple(BOX * first * keep for keep in kept)
    parts = (*products[:-1], "") if division else ()
    return Calculation(BOX * first, BOX * second, products, BOX * (first + second - 1), parts, "0" if division else "")


def in_picture(picture: Sequence[str], first: int, second: int, *, division: bool = False) -> Iterator[Calculation]:
    """Lay a picture over the rows of a calculation: a display for each place where there is room for it.

    picture: lines of digits or letters, with blanks or dots elsewhere, e.g. ("33.", "..3", "33.", "..3", "33.").
    first, second: the numbers of digits of the factors; in a division of divisor and quotient. There the picture may
    lie over the quotient, the dividend and the rows below.
    Displays come in the order of rows from the top, then of columns from the right. ValueError if the picture is
    empty, or holds something other than digits.

    >>> next(in_picture(("33.", "..3", "33.", "..3", "33."), 5, 3)).rows
    ('*33**', '*3*', '*33**', '****3', '***33', '*******')
    """
    width = max(map(len, picture), default=0)
    lines = [line.ljust(width)[::-1] for line in picture]
    marks = {(row, column): sign for row, line in enumerate(lines) for column, sign in enumerate(line)}
    marks = {spot: sign for spot, sign in marks.items() if sign not in NOTHING}
    if not marks or not set(marks.values()) <= set(DIGITS + LETTERS):
        raise ValueError(f"expected a picture of digits and dots, found {', '.join(map(repr, picture)) or 'nothing'}")
    empty = outline(first, second, division=division)
    cells = {(row, column): (row, place) for row, place, column in cells_of(empty, longest=True)}
    if division:
        cells = {spot: cell for spot, cell in cells.items() if cell[0] != DIVISOR}
    found = False
    for down in range(1 - len(lines), len(empty.rows)):
        for left in range(1 - width, len(empty.total) + 1):
            moved = {(row + down, column + left): sign for (row, column), sign in marks.items()}
            if moved.keys() <= cells.keys():
                found = True
                yield show(empty, {cells[spot]: sign for spot, sign in moved.items()})
    if not found:
        raise ValueError(f"there is no room for the picture in a calculation of {first} x {second} digits")


def scatter(
    digits: str, first: int, second: int, *, division: bool = False, zeros: int = 0, seed: int = 0
) -> Iterator[Calculation]:
    """Put digits into random cells: an endless sequence of displays, or until each has come once.

    digits: the digits to show, e.g. "123456789" or "7777777".
    first, second, division: as above; zeros: how many digits of the second factor are zero and write no row.
    seed: the same seed gives the same displays, in the same order.
    ValueError if there is no room for the digits or the zeros.

    >>> next(scatter("123456789", 6, 5, seed=1)).rows
    ('*3****', '***5*', '4*****', '******', '7*****', '***68*', '****1*', '**2******9')
    """
    chance = random.Random(seed)
    seen: set[Calculation] = set()
    places = list(combinations(range(second - 1), zeros))
    sure = [list(cells_of(outline(first, second, division=division, zeros=found))) for found in places]
    alike = math.prod(map(math.factorial, Counter(digits).values()))
    ways = sum(math.perm(len(cells), len(digits)) // alike for cells in sure)
    if not ways:
        raise ValueError(f"there is no room for {len(digits)} digits and {zeros} zeros in {first} x {second} digits")
    while len(seen) < ways:
        which = chance.randrange(len(places))
        where = chance.sample([(row, place) for row, place, _ in sure[which]], len(digits))
        empty = outline(first, second, division=division, zeros=places[which])
        display = show(empty, dict(zip(where, digits, strict=True)))
        if display not in seen:
            seen.add(display)
            yield display


def show_in_all(
    digits: str, first: int, second: int, *, base: int = 10, division: bool = False, zeros: int = 0, seed: int = 0
) -> Iterator[Calculation]:
    """Show the digits in every calculation that has them: for factors so short that hardly any display has an answer.

    Displays come in random order of the calculations, each once. ValueError if no calculation has the digits.

    >>> next(show_in_all("123456789", 2, 2)).rows
    ('89', '62', '7*', '34', '51*')
    """
    found: set[Calculation] = set()
    numbers = [range(base ** (size - 1), base**size) for size in (first, second)]
    factors = list(product(*numbers))
    random.Random(seed).shuffle(factors)
    for pair in factors:
        answer = work_out(*pair, base=base, division=division)
        places = [place for place, row in enumerate(answer.products) if not row]
        if len(places) != zeros:
            continue
        empty = outline(first, second, division=division, zeros=places)
        cells: dict[str, list[Cell]] = {}
        for row, place, _ in cells_of(empty):
            cells.setdefault(answer.rows[row][-1 - place], []).append((row, place))
        for chosen in product(*(combinations(cells.get(digit, []), count) for digit, count in Counter(digits).items())):
            display = show(empty, {cell: answer.rows[cell[0]][-1 - cell[1]] for cell in chain(*chosen)})
            if display not in found:
                found.add(display)
                yield display
    if not found:
        kind = "division" if division else "multiplication"
        raise ValueError(f"no {kind} of {first} x {second} digits has the digits {', '.join(digits)}")


def cells_of(calculation: Calculation, *, longest: bool = False) -> Iterator[tuple[int, int, int]]:
    """Each box that may hold any digit: its row in the order of writing, its place there, and its column.

    longest: include those that a row has only if it is as long as possible.

    >>> list(cells_of(outline(1, 2)))
    [(0, 0, 0), (1, 0, 0), (1, 1, 1), (2, 0, 0), (3, 0, 1), (4, 0, 0), (4, 1, 1)]
    """
    second = 0 if calculation.is_division else 1
    for number, (row, most) in enumerate(zip(calculation.rows, lengths(calculation), strict=True)):
        for place in range(most[1] if longest and BOX in row else len(row)):
            is_zero = number == second and not calculation.products[place]
            if row[-1 - place : len(row) - place] in ("", BOX) and not is_zero:
                yield number, place, place + shifts(calculation)[number]


def shifts(calculation: Calculation) -> list[int]:
    """The column of the last digit of each row, in the order of writing; a divisor is left of all the rest.

    >>> shifts(outline(3, 2)), shifts(outline(3, 2, division=True))
    ([0, 0, 0, 1, 0], [0, 6, 0, 1, 0, 0, 0])
    """
    places = [place for place, row in enumerate(calculation.products) if row]
    if not calculation.is_division:
        return [0, 0, *places, 0]
    steps = [place for place in reversed(places) for _ in ("part", "product")][1:]  # the first part is the dividend
    return [0, len(calculation.total) + 2, 0, *steps, 0]


def show(calculation: Calculation, known: Mapping[Cell, str]) -> Calculation:
    """The calculation with digits in some cells; rows are made longer where needed.

    >>> show(outline(2, 1), {(0, 1): "7", (2, 2): "3"}).rows
    ('7*', '*', '3**', '**')
    """
    cells = {
        (row, len(text) - 1 - at): cell for row, text in enumerate(calculation.rows) for at, cell in enumerate(text)
    }
    cells |= known
    sizes = Counter[int]()
    for row, place in cells:
        sizes[row] = max(sizes[row], place + 1)
    rows = ["".join(cells.get((row, place), BOX) for place in reversed(range(sizes[row]))) for row in range(len(sizes))]
    return calculation.with_rows(rows)
