"""Pythagorean: right-angled triangles whose three sides are integers.

a, b  the two shorter sides, a <= b, e.g. 3 and 4
c     the longest side, e.g. 5
n     no side is longer than this, e.g. 20

As input, a puzzle is a number, e.g. ``20``.

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), exercise 4.35; the book's lower bound is always 1 here.
"""

from typing import Any

from ambsearch import Search, ambiguous, an_integer_between, require
from ambsearch.reading import lines_of

from .pictures.marks import PALETTE, THICK, THIN, Drawing, Mark, Shape, Text, box, lines, stack


def question(n: int) -> str:
    """State the question.

    >>> print(question(20))
    Which right-angled triangles have sides that are whole numbers, none longer than 20?
    """
    return f"Which right-angled triangles have sides that are whole numbers, none longer than {n}?"


def is_solution(answer: tuple[int, int, int], n: int) -> bool:
    """Say whether `answer` holds the sides of a right-angled triangle, shortest first, none longer than n.

    >>> is_solution((3, 4, 5), n=20), is_solution((4, 3, 5), n=20)
    (True, False)
    """
    a, b, c = answer
    return 0 < a <= b <= c <= n and (c - b) * (c + b) == a * a


@ambiguous
def solve(n: int) -> Search[tuple[int, int, int]]:
    """Choose the sides, the shortest first; answers are in lexicographic order, 6 of them for n = 20.

    n: length of the longest side allowed.
    An answer is a tuple (a, b, c).

    >>> solve(n=10).take(3)
    [(3, 4, 5), (6, 8, 10)]
    """
    a = yield an_integer_between(1, n)
    b = yield an_integer_between(a, n)
    c = yield an_integer_between(b, n)
    require(a * a + b * b == c * c)
    return a, b, c


INSTANCES: dict[str, dict[str, Any]] = {f"n={n}": {"n": n} for n in (20, 4, 5, 50)}


def picture(answer: tuple[int, int, int], n: int) -> str:
    """Show the equation of the sides.

    >>> print(picture((3, 4, 5), n=20))
    3² + 4² = 5²   (9 + 16 = 25)
    """
    a, b, c = answer
    return f"{a}² + {b}² = {c}²   ({a * a} + {b * b} = {c * c})"


def drawing(answer: tuple[int, int, int] | None, n: int) -> Drawing:
    """Picture a right-angled triangle on squared paper, its sides named or, with an answer, measured.

    >>> [mark.text for mark in drawing((3, 4, 5), n=20).marks[-4:]]
    ['3', '4', '5', '3² + 4² = 5²   (9 + 16 = 25)']
    """
    a, b, c = answer or (3, 4, 5)
    unit = 8 / b
    marks: list[Mark] = []
    if answer is not None:
        marks += [box(1 + x * unit, 0.2 + y * unit, unit, unit, edge=THIN / 2) for x in range(b) for y in range(a)]
    low = 0.2 + a * unit
    marks.append(Shape(((1, 0.2), (1, low), (1 + b * unit, low)), "" if answer is None else PALETTE[1] + "80", THICK))
    named = map(str, answer) if answer else ("a", "b", f"c, at most {n}")
    middles = (0.4, low / 2), (1 + b * unit / 2, low + 0.6), (1.6 + b * unit / 2, low / 2 - 0.3)
    marks += [
        Text(at, side, align=align)
        for at, side, align in zip(middles, named, ("center", "center", "left"), strict=True)
    ]
    told = lines([picture(answer, n) if answer else "a² + b² = c²"])
    return stack([Drawing(10, low + 1, tuple(marks)), told])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one for each number.

    >>> read("20\\n5")
    [{'n': 20}, {'n': 5}]

    Raises BadInput if a word is not the length of a side.
    """
    return [{"n": word.number("the length of a side")} for line in lines_of(text) for word in line.words()]
