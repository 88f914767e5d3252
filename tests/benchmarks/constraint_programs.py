"""The same searches for python-constraint2, each as that library's own examples would write it.

Queens and SEND + MORE follow the examples in its documentation. The number of solutions is compared; what a
solution looks like is up to the library.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from constraint import AllDifferentConstraint, ExactSumConstraint, NotInSetConstraint, Problem

Solutions = list[dict[Any, Any]]
FITTING = str.maketrans("RGBWrgbw", "rgbwRGBW")


def queens(n: int) -> Solutions:
    problem = Problem()
    problem.addVariables(range(n), range(n))
    for row, other in combinations(range(n), 2):
        problem.addConstraint(
            lambda column, column2, distance=other - row: column != column2 and abs(column - column2) != distance,
            (row, other),
        )
    return problem.getSolutions()


def jigsaw(pieces: tuple[str, ...], order: tuple[int, ...]) -> Solutions:
    size = int(len(pieces) ** 0.5)
    laid = [(number, piece[turn:] + piece[:turn]) for number, piece in enumerate(pieces) for turn in range(4)]
    problem = Problem()
    problem.addVariables(order, laid)
    for one, other in combinations(order, 2):
        problem.addConstraint(lambda a, b: a[0] != b[0], (one, other))
    for cell in order:
        if (cell + 1) % size:
            problem.addConstraint(lambda a, b: a[1][1] == b[1][3].translate(FITTING), (cell, cell + 1))
        if cell + size < len(pieces):
            problem.addConstraint(lambda a, b: a[1][2] == b[1][0].translate(FITTING), (cell, cell + size))
    return problem.getSolutions()


def knight(moves: Sequence[Sequence[int]], start: int) -> Solutions:
    squares = range(len(moves))
    problem = Problem()
    problem.addVariable(0, [start])
    problem.addVariables(squares[1:], squares)
    problem.addConstraint(AllDifferentConstraint())
    for step, following in pairwise(squares):
        problem.addConstraint(lambda a, b: b in moves[a], (step, following))
    return problem.getSolutions()


def send_more(columns: Sequence[tuple[str, str, str]], leading: str) -> Solutions:
    problem = Problem()
    problem.addVariables("sendmory", range(10))
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")
    problem.addConstraint(lambda n, d, r, e, y: (n * 10 + d + r * 10 + e) % 100 == e * 10 + y, "ndrey")
    problem.addConstraint(
        lambda e, n, d, o, r, y: (e * 100 + n * 10 + d + o * 100 + r * 10 + e) % 1000 == n * 100 + e * 10 + y,
        "endory",
    )
    problem.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
            == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        "sendmory",
    )
    problem.addConstraint(NotInSetConstraint([0]), "sm")
    problem.addConstraint(AllDifferentConstraint())
    return problem.getSolutions()


def subset_sum(numbers: Sequence[int], target: int) -> Solutions:
    problem = Problem()
    for index, number in enumerate(numbers):
        problem.addVariable(index, [0, number])
    problem.addConstraint(ExactSumConstraint(target))
    return problem.getSolutions()
