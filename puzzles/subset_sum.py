"""Subset sum: numbers of a list that add up to a given total.

numbers  positive whole numbers, e.g. (15, 22, 14, 26, 32, 9, 16, 8)
total    the sum of the numbers taken, e.g. 53
taken    places of the numbers taken so far, 0-based, e.g. [0, 1]
wanted   what is still missing, e.g. 16
rest     sum of the numbers that have not been looked at, e.g. 105

As input, a puzzle is a line: the total, a colon, the numbers, e.g. ``53: 15 22 14 26 32 9 16 8``.

Source: one of the twenty-one problems of Richard M. Karp, "Reducibility among Combinatorial Problems" (1972), there
called knapsack. Here all its answers are wanted; numbers are positive, so a sum that is too large, or can no longer
become large enough, is noticed early.
"""

from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import PALETTE, Drawing, Mark, Text, box


def question(numbers: tuple[int, ...], total: int) -> str:
    """State the numbers and the total.

    >>> print(question((3, 4, 5, 8), 12))
    Which of these numbers add up to 12? Each may be taken once.
      3 4 5 8
    """
    return (
        f"Which of these numbers add up to {total}? Each may be taken once.\n  {' '.join(map(str, numbers))}".rstrip()
    )


def is_solution(answer: tuple[int, ...], numbers: tuple[int, ...], total: int) -> bool:
    """Say whether `answer` gives different places, in ascending order, whose numbers add up to the total.

    >>> is_solution((0, 3), (2, 4, 6, 8), 10), is_solution((1, 1), (2, 5), 10)
    (True, False)
    """
    every_place = range(len(numbers))
    ascending = list(answer) == [place for place in every_place if place in answer]
    return ascending and sum(numbers[place] for place in answer) == total


@ambiguous
def solve(numbers: tuple[int, ...], total: int) -> Search[tuple[int, ...]]:
    """Take each number or leave it; three answers for the eight numbers of the first instance.

    numbers: positive whole numbers, e.g. (3, 4, 5, 8).
    total: the sum of the numbers taken, e.g. 12.
    An answer holds the places of the numbers taken, 0-based, ascending, e.g. (0, 1, 2) for 3 + 4 + 5.
    Answers that take a number come before those that leave it.
    Raises ValueError if a number is not positive.

    >>> list(solve((3, 4, 5, 8), 12))
    [(0, 1, 2), (1, 3)]
    """
    check(numbers)
    taken: list[int] = []
    wanted, rest = total, sum(numbers)
    for place, number in enumerate(numbers):
        require(0 <= wanted <= rest)
        rest = rest - number
        if (yield (True, False)):
            taken.append(place)
            wanted = wanted - number
    require(wanted == 0)
    return tuple(taken)


def check(numbers: tuple[int, ...]) -> None:
    """Raise ValueError if a number is not positive."""
    for number in numbers:
        if number <= 0:
            raise ValueError(f"expected positive numbers, found {number}")


INSTANCES: dict[str, dict[str, Any]] = {
    "eight": {"numbers": (15, 22, 14, 26, 32, 9, 16, 8), "total": 53},
    "halves-of-1-to-12": {"numbers": tuple(range(1, 13)), "total": 39},
    "powers": {"numbers": tuple(2**k for k in range(12)), "total": 1234},
    "even": {"numbers": (2, 4, 6, 8, 10, 12, 14, 16), "total": 35},
    "nothing": {"numbers": (), "total": 0},
}


def picture(answer: tuple[int, ...], numbers: tuple[int, ...], total: int) -> str:
    """Show all numbers, those taken in brackets, and the sum.

    >>> picture((0, 3), (2, 4, 6, 8), 10)
    '[2] 4 6 [8]   2 + 8 = 10'
    """
    shown = " ".join(f"[{number}]" if place in answer else str(number) for place, number in enumerate(numbers))
    terms = " + ".join(str(numbers[place]) for place in answer) or "0"
    return f"{shown}   {terms} = {total}".lstrip()


def drawing(answer: tuple[int, ...] | None, numbers: tuple[int, ...], total: int) -> Drawing:
    """Picture the numbers as bars above the total; those of an answer are coloured, and fill the total.

    >>> [mark.text for mark in drawing((0, 3), (2, 4, 6, 8), 10).marks if isinstance(mark, Text)]
    ['2', '4', '6', '8', '2', '8', '10']
    """
    unit = 12 / max(total, *numbers, 1)
    fills = {place: PALETTE[which % len(PALETTE)] for which, place in enumerate(answer or ())}
    bars = [(0.0, row * 1.0, number, fills.get(row, "")) for row, number in enumerate(numbers)]
    low, along = len(numbers) + 0.5, 0
    for place, fill in fills.items():
        bars.append((along * unit, low, numbers[place], fill))
        along += numbers[place]
    marks: list[Mark] = [box(0, low, total * unit, 0.8)]
    marks += [box(x, y, number * unit, 0.8, fill=fill) for x, y, number, fill in bars]
    for x, y, number, _ in bars:
        marks.append(Text((x + 0.15, y + 0.4), str(number), 0.45, "left"))
    marks.append(Text((total * unit + 0.2, low + 0.4), str(total), 0.45, "left"))
    return Drawing(14, low + 1, tuple(marks))


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one in each line that is not blank.

    >>> read("12: 3 4 5 8")
    [{'numbers': (3, 4, 5, 8), 'total': 12}]

    Raises BadInput if a line is not a total, a colon and positive numbers.
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    total, numbers = line.parts(":", "a total", "the numbers")
    positive = tuple(word.number("a positive whole number", least=1) for word in numbers.words())
    return {"numbers": positive, "total": total.number("a total")}
