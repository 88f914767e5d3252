"""The rows of a calculation: one notation for boxes, digits and letters.

cell      one character of a row:
              *        a box: any digit
              0 to 9   this digit; in bases above ten the digits continue with a, b, c, ... z
              A to Z   a letter: the same letter is the same digit everywhere, different letters are different digits
row       the cells of one number, the highest first, e.g. "*33**", "4*F*" or "SEND"
place     a cell's distance from the units, which have place 0
fits      do these digits agree with these rows?

A letter may be the same digit as a known digit, or as a box.

Calculation   a long multiplication, or a long division, by its rows
work_out      the calculation of two numbers, with all digits written

A division is a multiplication written upwards: divisor x quotient + remainder = dividend. The partial products are
subtracted, and what they are subtracted from are the sums of the lower ones, without the digits that have not been
brought down yet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase, digits

BOX = "*"
DIGITS = digits + ascii_lowercase  # the index of a digit is its value
LETTERS = ascii_uppercase


@dataclass(frozen=True)
class Calculation:
    """A long multiplication, first x second = total, or a long division, total / first = second.

    first, second   the factors; in a division the divisor and the quotient, e.g. "*33**" and "*3*"
    products        first x digit for each digit of second, from the units up, e.g. ("*33**", "****3", "***33");
                    "" for the digit zero, which writes no row
    total           the product; in a division the dividend, e.g. "********"
    parts           only in a division: for each digit of the quotient, from the units up, the row that its product is
                    subtracted from; "" for the digit zero, and for the highest one, whose product is subtracted from
                    the dividend itself
    remainder       only in a division: its last row, e.g. "0"; else ""
    boxes           the digits that a box may have, e.g. "2357"; "" for any
    equal           pairs of rows, numbered from 1 in the order of writing, that have the same digits, as far as the
    shorter one goes: it lacks the digits that were brought down, e.g. ((6, 20),)
    """

    first: str
    second: str
    products: tuple[str, ...]
    total: str
    parts: tuple[str, ...] = ()
    remainder: str = ""
    boxes: str = field(default="", repr=False)
    equal: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def is_division(self) -> bool:
        return self.remainder != ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows in the order in which they are written.

        >>> work_out(33311, 331).rows
        ('33311', '331', '33311', '99933', '99933', '11025941')
        >>> work_out(12, 34, 5, division=True).rows
        ('34', '12', '413', '36', '53', '48', '5')
        """
        if not self.is_division:
            return self.first, self.second, *filter(None, self.products), self.total
        steps = zip(self.parts[::-1], self.products[::-1], strict=True)
        below = [row for step in steps for row in step if row]
        return self.second, self.first, self.total, *below, self.remainder

    def with_rows(self, rows: Sequence[str]) -> "Calculation":
        """The same calculation with other rows, given in the order in which they are written.

        >>> work_out(12, 34, 5, division=True).with_rows(["**", "1*", "***", "**", "5*", "**", "5"])
        Calculation(first='1*', second='**', products=('**', '**'), total='***', parts=('5*', ''), remainder='5')
        """
        left = iter(rows)
        if not self.is_division:
            first, second = next(left), next(left)
            products = tuple(row and next(left) for row in self.products)
            return replace(self, first=first, second=second, products=products, total=next(left))
        second, first, total = next(left), next(left), next(left)
        written = zip(self.parts[::-1], self.products[::-1], strict=True)
        steps = [(part and next(left), row and next(left)) for part, row in written]
        parts, products = zip(*reversed(steps), strict=True)
        rest = next(left)
        return replace(self, first=first, second=second, products=products, total=total, parts=parts, remainder=rest)

    def with_lengths(self, lengths: Sequence[int]) -> "Calculation":
        """The same with other lengths of all rows but the first two; each sign keeps its distance from the units.

        >>> Calculation("**", "**", ("1*", "*2"), "3**").with_lengths((3, 2, 4)).rows
        ('**', '**', '*1*', '*2', '*3**')
        """
        pairs = zip(self.rows[2:], lengths, strict=True)
        return self.with_rows([*self.rows[:2], *(row[-long:].rjust(long, BOX) for row, long in pairs)])

    def admits(self, filled: Sequence[str]) -> bool:
        """Say whether rows of digits agree with the rows here: with their signs, and with the conditions on them.

        >>> puzzle = Calculation("**", "*", ("**",), "**", boxes="2357", equal=((3, 4),))
        >>> puzzle.admits(["25", "3", "75", "75"]), puzzle.admits(["25", "3", "76", "76"])
        (True, False)
        """
        cells = zip("".join(self.rows), "".join(filled), strict=False)
        return (
            fits(self.rows, filled)
            and not (self.boxes and any(sign == BOX and digit not in self.boxes for sign, digit in cells))
            and all(
                one == other
                for pair in self.equal
                for one, other in zip(*(filled[row - 1] for row in pair), strict=False)
            )
        )

    def fill(self, first: int, second: int, remainder: int, base: int, leading_zeros: bool) -> "Calculation":
        """The calculation of these numbers; with leading zeros each is as long as its row.

        >>> Calculation("**", "*", ("***",), "***").fill(7, 3, 0, 10, leading_zeros=True).rows
        ('07', '3', '021', '021')
        """
        answer = work_out(first, second, remainder, base=base, division=self.is_division)
        if not leading_zeros:
            return answer
        return self.with_rows([row.zfill(len(cells)) for row, cells in zip(answer.rows, self.rows, strict=True)])


def work_out(first: int, second: int, remainder: int = 0, *, base: int = 10, division: bool = False) -> Calculation:
    """Write out the multiplication first x second, or the division (first x second + remainder) / first.

    first, second: positive numbers, e.g. 33311 and 331.

    >>> work_out(124, 97809, division=True).parts
    ('1116', '', '1003', '968', '')
    """
    factors = [second // base**place % base for place in range(len(write_number(second, base)))]
    products = tuple(write_number(first * digit, base) if digit else "" for digit in factors)
    total = first * second + remainder
    if not division:
        return Calculation(write_number(first, base), write_number(second, base), products, write_number(total, base))
    parts = [
        write_number((first * (second % base ** (place + 1)) + remainder) // base**place, base) if digit else ""
        for place, digit in enumerate(factors)
    ]
    parts[-1] = ""
    rest = write_number(remainder, base)
    return Calculation(
        write_number(first, base), write_number(second, base), products, write_number(total, base), tuple(parts), rest
    )


def write_number(number: int, base: int = 10) -> str:
    """The digits of a number, the highest first.

    >>> write_number(2024), write_number(48879, 16), write_number(0)
    ('2024', 'beef', '0')
    """
    cells = ""
    while number or not cells:
        number, digit = divmod(number, base)
        cells = DIGITS[digit] + cells
    return cells


def fits(rows: Sequence[str], filled: Sequence[str]) -> bool:
    """Say whether rows of digits agree with the rows of a puzzle: in lengths, known digits and letters.

    >>> fits(["4*F*", "*O*"], ["4275", "381"]), fits(["4*F*", "*O*"], ["4275", "371"])
    (True, False)
    """
    if list(map(len, rows)) != list(map(len, filled)):
        return False
    pairs = set(zip("".join(rows), "".join(filled), strict=True))
    lettered = {pair for pair in pairs if pair[0] in LETTERS}
    return all(cell == digit for cell, digit in pairs - lettered if cell != BOX) and len(
        {letter for letter, _ in lettered}
    ) == len({digit for _, digit in lettered}) == len(lettered)


def is_known(row: str) -> bool:
    """Does the row have only digits?"""
    return set(row) <= set(DIGITS)


def letters_of(rows: Iterable[str]) -> list[str]:
    """The different letters of a puzzle, in the order of the alphabet.

    >>> letters_of(["SEND", "M*R3"])
    ['D', 'E', 'M', 'N', 'R', 'S']
    """
    return sorted(set("".join(rows)) & set(LETTERS))
