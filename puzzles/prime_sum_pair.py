"""Prime sum pair: a number from each of two lists, whose sum is prime.

one    numbers from which the first of the pair is chosen, e.g. (1, 3, 5, 8)
other  numbers from which the second is chosen, e.g. (20, 35, 110)

As input, a puzzle is a line: the two lists with a plus sign between them, e.g. ``1 3 5 8 + 20 35 110``.

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), the first example of section 4.3.
"""

from math import isqrt
from typing import Any

from ambsearch import Search, ambiguous, an_element_of, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import PALETTE, THICK, Disc, Drawing, Mark, Shape, Text, lines, stack

WIDE = 2.0  # from one number to the next in a picture


def question(one: tuple[int, ...], other: tuple[int, ...]) -> str:
    """State the rule, and the two lists.

    >>> print(question((1, 3, 5, 8), (20, 35, 110)))
    Choose a number of each list so that their sum is prime.
      1 3 5 8
      20 35 110
    """
    lists = "\n".join("  " + " ".join(map(str, numbers)) for numbers in (one, other))
    return f"Choose a number of each list so that their sum is prime.\n{lists}"


def is_solution(answer: tuple[int, int], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Say whether `answer` has a number from each list, and a sum with exactly two divisors.

    >>> is_solution((3, 20), (1, 3), (20, 35)), is_solution((1, 20), (1, 3), (20, 35))
    (True, False)
    """
    a, b = answer
    return a in one and b in other and sum((a + b) % d == 0 for d in range(1, a + b + 1)) == 2


@ambiguous
def solve(one: tuple[int, ...], other: tuple[int, ...]) -> Search[tuple[int, int]]:
    """Choose a number from each list, and require that the sum is prime.

    one, other: whole numbers, e.g. (1, 3, 5, 8) and (20, 35, 110).
    An answer is the pair of numbers; answers are in the order of the first list, then of the second.

    >>> list(solve((1, 3, 5, 8), (20, 35, 110)))
    [(3, 20), (3, 110), (8, 35)]
    """
    a = yield an_element_of(one)
    b = yield an_element_of(other)
    require(is_prime(a + b))
    return a, b


def is_prime(n: int) -> bool:
    """Say whether n is a prime number.

    >>> [n for n in range(-3, 20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    return n > 1 and all(n % divisor for divisor in range(2, isqrt(n) + 1))


INSTANCES: dict[str, dict[str, Any]] = {
    "book": {"one": (1, 3, 5, 8), "other": (20, 35, 110)},
    "odd": {"one": (1, 3, 5, 7), "other": (9, 11, 13)},
    "up-to-30": {"one": tuple(range(1, 31)), "other": tuple(range(1, 31))},
}


def picture(answer: tuple[int, int], one: tuple[int, ...], other: tuple[int, ...]) -> str:
    """Show the sum.

    >>> picture((3, 20), (1, 3), (20, 35))
    '3 + 20 = 23'
    """
    a, b = answer
    return f"{a} + {b} = {a + b}"


def drawing(answer: tuple[int, int] | None, one: tuple[int, ...], other: tuple[int, ...]) -> Drawing:
    """Picture the two lists below each other; the numbers of an answer are joined.

    >>> drawing((3, 20), (1, 3), (20, 35)).marks[-1].text
    '3 + 20 = 23'
    """
    places = [
        {number: (place * WIDE + 1.0, down) for place, number in enumerate(row)}
        for row, down in ((one, 1.0), (other, 4.0))
    ]
    marks: list[Mark] = []
    if answer is not None:
        marks.append(Shape((places[0][answer[0]], places[1][answer[1]]), "", THICK, closed=False))
    for row, numbers in enumerate(places):
        for number, at in numbers.items():
            taken = answer is not None and answer[row] == number
            marks += [Disc(at, 0.8, PALETTE[row] if taken else "white"), Text(at, str(number))]
    width = WIDE * max(len(one), len(other), 3)
    told = lines(["a prime sum: __ + __ = ____" if answer is None else picture(answer, one, other)])
    return stack([Drawing(width, 5, tuple(marks)), told])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one in each line that is not blank.

    >>> read("1 3 5 8 + 20 35 110")
    [{'one': (1, 3, 5, 8), 'other': (20, 35, 110)}]

    Raises BadInput if a word is not a whole number, or there is not exactly one plus sign.
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    one, other = (
        tuple(word.number(least=None) for word in part.words()) for part in line.parts("+", "a list", "the second list")
    )
    return {"one": one, "other": other}
