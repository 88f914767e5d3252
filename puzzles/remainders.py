"""Remainders: the integer that leaves given remainders on division.

Which number leaves 2 on division by 3, 3 on division by 5, and 2 on division by 7? The smallest is 23; the others
follow in steps of 3 * 5 * 7 = 105, without end.

remainders  for each divisor the wanted remainder, e.g. {3: 2, 5: 3, 7: 2}
n           integer tried, e.g. 23

As input, a puzzle is a line of divisors, each with its remainder, e.g. ``3: 2, 5: 3, 7: 2``.

Source: Sunzi Suanjing (about the 4th century), volume 3, problem 26; the program is the first one in Eiiti Wada,
"Jigsaw puzzles for computers" (2002), in the series Programming Promenade. There one `require` checks all three
remainders, here there is one for each divisor.
"""

from collections.abc import Mapping
from typing import Any

from ambsearch import Search, ambiguous, an_integer_from, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import PALETTE, Drawing, Mark, Text, box, lines, stack


def question(remainders: Mapping[int, int]) -> str:
    """State the divisors and the remainders.

    >>> print(question({3: 2, 5: 3}))
    Which positive number leaves 2 on division by 3, 3 on division by 5?
    """
    wanted = ", ".join(f"{remainder} on division by {divisor}" for divisor, remainder in remainders.items())
    return f"Which positive number leaves {wanted or 'any remainder'}?"


def is_solution(answer: int, remainders: Mapping[int, int]) -> bool:
    """Say whether the positive integer `answer` leaves all the remainders.

    >>> is_solution(23, {3: 2, 5: 3, 7: 2}), is_solution(24, {3: 2, 5: 3, 7: 2})
    (True, False)
    """
    return answer > 0 and all(divmod(answer, divisor)[1] == remainders[divisor] for divisor in remainders)


@ambiguous
def solve(remainders: Mapping[int, int]) -> Search[int]:
    """Try the integers from 1 on; there are infinitely many answers, in ascending order.

    remainders: for each divisor the remainder, e.g. {3: 2, 5: 3, 7: 2}.
    If the remainders contradict each other, as in {2: 0, 4: 1}, the search never ends.
    Raises ValueError if a divisor cannot leave its remainder.

    >>> solve({3: 2, 5: 3, 7: 2}).take(3)
    [23, 128, 233]
    """
    check(remainders)
    n: int = yield an_integer_from(1)
    for divisor, remainder in remainders.items():
        require(n % divisor == remainder)
    return n


def check(remainders: Mapping[int, int]) -> None:
    """Raise ValueError if a divisor cannot leave its remainder."""
    for divisor, remainder in remainders.items():
        if not 0 <= remainder < divisor:
            raise ValueError(f"expected a remainder from 0 to less than its divisor, found {remainder} for {divisor}")


INSTANCES: dict[str, dict[str, Any]] = {
    "sunzi": {"remainders": {3: 2, 5: 3, 7: 2}},
    "odd": {"remainders": {2: 1}},
    "any": {"remainders": {}},
}
LIMIT = 3


def picture(answer: int, remainders: Mapping[int, int]) -> str:
    """Show the division by each divisor on a separate line.

    >>> print(picture(23, {3: 2, 5: 3, 7: 2}))
    23 = 7 x 3 + 2
    23 = 4 x 5 + 3
    23 = 3 x 7 + 2
    """
    return "\n".join(f"{answer} = {answer // d} x {d} + {r}" for d, r in remainders.items()) or str(answer)


def drawing(answer: int | None, remainders: Mapping[int, int]) -> Drawing:
    """Picture the number laid out in rows of each divisor, with the remainder coloured; without an answer, only the
    remainder.

    >>> len(drawing(None, {3: 2}).marks), len(drawing(5, {3: 2}).marks)
    (4, 7)
    """
    right, high = 0.0, 0.0
    marks: list[Mark] = []
    for divisor, remainder in remainders.items():
        number = remainder if answer is None else answer
        for cell in range(number):
            left_over = cell >= number - remainder
            fill = PALETTE[0] if left_over else ""
            marks.append(box(right + cell % divisor, cell // divisor, fill=fill))
        down = -(-number // divisor)
        told = f"{number // divisor} x {divisor} + {remainder}" if answer is not None else f"rows of {divisor}"
        marks.append(Text((right, down + 0.5), told, 0.5, "left"))
        right, high = right + max(divisor, 4) + 1, max(high, down + 1)
    return stack([lines(["How many?" if answer is None else str(answer)]), Drawing(max(5, right), high, tuple(marks))])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one in each line that is not blank.

    >>> read("3: 2, 5: 3, 7: 2")
    [{'remainders': {3: 2, 5: 3, 7: 2}}]

    Raises BadInput if a divisor is not positive, comes twice, or cannot leave its remainder.
    """
    return [{"remainders": read_remainders(line)} for line in lines_of(text)]


def read_remainders(line: Part) -> dict[int, int]:
    remainders: dict[int, int] = {}
    for part in line.parts(","):
        word, remainder = part.parts(":", "a divisor", "its remainder")
        divisor = word.number("a positive divisor", least=1)
        if divisor in remainders:
            raise word.expected("another divisor")
        remainders[divisor] = remainder.number(f"a remainder less than {divisor}", most=divisor - 1)
    return remainders
