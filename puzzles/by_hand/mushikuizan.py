"""Mushikuizan by hand: count through the first factor, choose digits of the second, compare rows, take digits back.

The digits of the second factor are chosen from the units up. For each, its product is compared with its row, and in a
division also the row that it is subtracted from; the total is compared when all digits are chosen. All remainders are
counted through, too. Before that, each product's row leaves only the digits whose product with the first factor fits
it.

named    the digits of the letters so far, e.g. {"F": 6}
steps    the rows that each digit of the second factor has written so far, e.g. [["99933"], ["33311"]]
fitting  for each product the digits that its row allows with this first factor, e.g. [[1], [3], [3]]

Source: lists 2 to 5 of Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the power of
algorithms with puzzles (Software Design), which solve multiplications without letters and zeros. There all numbers are
counted through, here only those with the known digits of the first factor.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Puzzle(NamedTuple):
    """The rows: for each product its place, or None if unknown, and the row that it is subtracted from, if any."""

    first: str
    second: str
    products: Sequence[tuple[int | None, str, str]]
    total: str
    remainder: str


def conditions_of(puzzle: str, base: int) -> tuple[str, list[tuple[int, int]], str]:
    r"""Split off the conditions on boxes and equal rows; the rest of the text is the puzzle.

    >>> conditions_of("boxes not 01\nequal rows 1 2\n2 1", 4)
    ('23', [(0, 1)], '2 1')
    """
    boxes, equal, rest = DIGITS[:base], [], []
    for line in puzzle.splitlines():
        match line.split():
            case ["boxes", "not", *digits]:
                boxes = "".join(digit for digit in boxes if digit not in "".join(digits))
            case ["boxes", *digits]:
                boxes = "".join(digits)
            case ["equal", _, one, other]:
                equal.append((int(one) - 1, int(other) - 1))
            case _:
                rest.append(line)
    return boxes, equal, "\n".join(rest)


def rows_of(puzzle: str) -> Puzzle:
    r"""Take the rows from a puzzle's text.

    >>> rows_of("2 1\n1*\n*\n5*\n*6")
    Puzzle(first='1*', second='*', products=[(0, '5*', '')], total='*6', remainder='')
    """
    lines = [line for line in puzzle.splitlines() if line.strip(" -=_─")]
    if len(lines[0].split()) > 1:
        head, first, second, *below, total = (line.strip() for line in lines)
        products = [(None if "zeros" in head else place, row, "") for place, row in enumerate(below)]
        return Puzzle(first, second, products, total, "")
    if ")" not in lines[1]:
        right = len(lines[0].rstrip())
        products = [(right - len(line.rstrip()), line.strip(), "") for line in lines[2:-1]]
        return Puzzle(lines[0].strip(), lines[1].strip()[1:].strip(), products, lines[-1].strip(), "")
    divisor, dividend = lines[1].split(")")
    right = len(lines[1].rstrip())
    parts = ["", *(line.strip() for line in lines[3:-1:2])]
    steps = zip(lines[2::2], parts, strict=True)
    products = [(right - len(line.rstrip()), line.strip(), part) for line, part in steps]
    return Puzzle(divisor.strip(), lines[0].strip(), products[::-1], dividend.strip(), lines[-1].strip())


class Row(NamedTuple):
    """What a row shows: its length, the least number of this length, and its signs, each with its power of the base."""

    length: int
    least: int
    digits: list[tuple[int, int]]
    letters: list[tuple[int, str]]
    boxes: list[int]


def row_of(cells: str, base: int, least: int) -> Row:
    """Prepare a row for comparing numbers with it.

    >>> row_of("*7F", 10, 100)
    Row(length=3, least=100, digits=[(10, 7)], letters=[(1, 'F')], boxes=[100])
    """
    signs = [(base**place, sign) for place, sign in enumerate(reversed(cells))]
    digits = [(power, DIGITS.index(sign)) for power, sign in signs if sign in DIGITS]
    boxes = [power for power, sign in signs if sign == "*"]
    letters = [(power, sign) for power, sign in signs if sign not in DIGITS and sign != "*"]
    return Row(len(cells), least, digits, letters, boxes)


def numbers(cells: str, base: int) -> Iterator[int]:
    """Count through the numbers with the known digits of a row.

    >>> list(numbers("*0", 4))
    [0, 4, 8, 12]
    """
    for digits in product(*(sign if sign in DIGITS else DIGITS[:base] for sign in cells)):
        yield int("0" + "".join(digits), base)


def text(number: int, base: int, length: int) -> str:
    """Write a number with as many digits as a row has cells.

    >>> text(255, 16, 3)
    '0ff'
    """
    return "".join(DIGITS[number // base**place % base] for place in reversed(range(length)))


def solve(puzzle: str, base: int = 10, leading_zeros: bool = False) -> Iterator[tuple[str, ...]]:
    r"""Yield the rows with their digits, for each way to fill them, by ascending first factor.

    >>> list(solve("2 1\n1*\n*\n5*\n*6"))
    [('14', '4', '56', '56')]
    """
    in_boxes, equal, text_of_rows = conditions_of(puzzle, base)
    rows = rows_of(text_of_rows)

    def row(cells: str) -> Row:
        return row_of(cells, base, 0 if leading_zeros else base ** (len(cells) - 1))

    first_row, total_row = row(rows.first), row(rows.total)
    rest_row = row(rows.remainder) if len(rows.remainder) > 1 else row_of(rows.remainder, base, 0)
    digit_rows = [row_of(sign, base, 0) for sign in reversed(rows.second)]
    products = [(place, row(cells), row(part) if part else None) for place, cells, part in rows.products]
    named: dict[str, int] = {}
    steps: list[list[str]] = []
    fitting: list[list[int]] = []

    def multiples(first: int, row: Row) -> list[int]:
        """The digits whose product with first has as many digits as its row, and agrees with the known ones."""
        lowest, highest = max(1, -(-row.least // first)), min(base - 1, (base**row.length - 1) // first)
        return [digit for digit in range(lowest, highest + 1) if shows(row, first * digit)]

    def shows(row: Row, number: int) -> bool:
        for power, digit in row.digits:
            if number // power % base != digit:
                return False
        for power in row.boxes if len(in_boxes) < base else ():
            if DIGITS[number // power % base] not in in_boxes:
                return False
        return True

    def enter(entries: list[tuple[Row, int]]) -> list[str] | None:
        """Compare numbers with their rows, and give their letters digits: which ones, or None if a number is wrong."""
        fresh: list[str] = []
        for row, number in entries:
            if not row.least <= number < base**row.length or not compare(row, number, fresh):
                leave(fresh)
                return None
        return fresh

    def compare(row: Row, number: int, fresh: list[str]) -> bool:
        if not shows(row, number):
            return False
        for power, letter in row.letters:
            digit = number // power % base
            if letter not in named and digit not in named.values():
                named[letter] = digit
                fresh.append(letter)
            elif named.get(letter) != digit:
                return False
        return True

    def leave(fresh: list[str]) -> None:
        for letter in fresh:
            del named[letter]

    def count() -> Iterator[tuple[str, ...]]:
        for first in numbers(rows.first, base):
            fitting.clear()
            for _, row, _ in products if first else ():
                fitting.append(multiples(first, row))
                if not fitting[-1]:
                    break
            for rest in numbers(rows.remainder, base) if all(fitting) else ():
                if rest < first:
                    fresh = enter([(first_row, first), (rest_row, rest)])
                    if fresh is not None:
                        yield from choose(first, rest, 0, 0, 0)
                        leave(fresh)

    def choose(first: int, rest: int, second: int, place: int, used: int) -> Iterator[tuple[str, ...]]:
        """Choose second's digit at a place; `second`: the number of the lower digits, which used so many products."""
        if place == len(digit_rows):
            yield from finish(first, rest, second, used)
            return
        next_place = products[used][0] if used < len(products) else -1
        for digit in (0, *(fitting[used] if used < len(products) else ())):
            if digit == 0 and place == len(digit_rows) - 1:
                continue
            if next_place is not None and (next_place == place) != (digit > 0):
                continue
            lower = second + digit * base**place
            entries = [(digit_rows[place], digit)]
            if digit > 0:
                _, product_row, part_row = products[used]
                if part_row is not None:
                    entries.append((part_row, (first * lower + rest) // base**place))
                entries.append((product_row, first * digit))
            fresh = enter(entries)
            if fresh is not None:
                steps.append([text(number, base, row.length) for row, number in entries[1:]])
                yield from choose(first, rest, lower, place + 1, used + (digit > 0))
                steps.pop()
                leave(fresh)

    def finish(first: int, rest: int, second: int, used: int) -> Iterator[tuple[str, ...]]:
        total = first * second + rest
        fresh = enter([(total_row, total)])
        if fresh is not None:
            if used == len(products):
                answer = texts_of(first, second, total, rest)
                if all(alike(answer[one], answer[other]) for one, other in equal):
                    yield answer
            leave(fresh)

    def alike(one: str, other: str) -> bool:
        return one.startswith(other) or other.startswith(one)

    def texts_of(first: int, second: int, total: int, rest: int) -> tuple[str, ...]:
        one = text(first, base, first_row.length)
        other = text(second, base, len(digit_rows))
        result = text(total, base, total_row.length)
        if not rows.remainder:
            return (one, other, *(row for step in steps for row in step), result)
        below = (row for step in reversed(steps) for row in step)
        return (other, one, result, *below, text(rest, base, rest_row.length))

    return count()


solve_by_columns = solve
