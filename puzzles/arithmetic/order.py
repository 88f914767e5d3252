"""The order in which to choose the digits of a number, so that there are few branches.

The number is the first factor of a long multiplication or division, and a branch ends when no digit of the second
factor fits what is known about a product. Only carries connect one column with the next. So columns need not be
chosen from the units up: another run of columns can begin anywhere, if the carries there are chosen, too; it grows at
both ends, until it meets the columns chosen from the units up.

stage   which columns have been chosen: those below the first number, and those of the run, from the second number up
        to the third, which is not in it; (2, 5, 8) for 0, 1, 5, 6, 7; if there is no run, all are equal: (2, 2, 2)
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import prod
from operator import mul
from typing import TypeAlias

Stage: TypeAlias = tuple[int, int, int]


def best_order(columns: int, branches: Callable[[Stage], float]) -> list[int]:
    """The order of the columns that makes the fewest branches in all.

    columns: how many there are; the units have number 0.
    branches: how many branches to expect at a stage.

    >>> best_order(4, lambda stage: 10 if stage[0] in (1, 2) else 1)
    [1, 2, 0, 3]
    """

    @cache
    def best(stage: Stage) -> tuple[float, list[int]]:
        ways = []
        for column in candidates(stage, columns):
            later = extend(stage, column)
            count, order = best(later)
            ways.append((branches(later) + count, [column, *order]))
        return min(ways, default=(0, []))

    return best((0, 0, 0))[1]


def candidates(stage: Stage, columns: int) -> Sequence[int]:
    """The columns that can be chosen next.

    >>> candidates((2, 2, 2), 5), candidates((2, 5, 8), 9), candidates((2, 3, 9), 9)
    (range(2, 5), [2, 4, 8], [2])
    """
    low, start, stop = stage
    if start == stop:
        return range(low, columns)
    return sorted({low, start - 1, stop} - {columns})


def extend(stage: Stage, column: int) -> Stage:
    """The stage when one more column has been chosen.

    >>> extend((2, 2, 2), 5), extend((2, 5, 8), 4), extend((3, 4, 8), 3)
    ((2, 5, 6), (2, 4, 8), (8, 8, 8))
    """
    low, start, stop = stage
    if column == low:
        low += 1
        if start == stop:
            return low, low, low
    elif start == stop:
        start, stop = column, column + 1
    elif column == stop:
        stop += 1
    else:
        start -= 1
    return (stop, stop, stop) if low == start else (low, start, stop)


def stages(order: Sequence[int]) -> Iterator[Stage]:
    """The stage before each column of an order, and the last one.

    >>> list(stages([0, 2, 1]))
    [(0, 0, 0), (1, 1, 1), (1, 2, 3), (3, 3, 3)]
    """
    return accumulate(order, extend, initial=(0, 0, 0))


def expectation(
    base: int,
    carries: int,
    choices: Sequence[int],
    sizes: Sequence[int],
    chances: Sequence[Sequence[float]],
    told: Callable[[int, int], float],
) -> Callable[[Stage], float]:
    """Estimate the branches for `best_order`, as if all digits were random.

    They are of two kinds: those that are wrong throughout, and those that are wrong only in some columns. The latter
    fit all other columns, because the right digits do.

    carries: how many ways there are to begin a run.
    choices: for each column, how many digits it may have.
    sizes: for each unknown digit of the second factor, how many digits it may have at first.
    chances: for each unknown digit and each column, the chance that what it shows there fits.
    told: how much of the sums, in digits, can be read with a number of columns, from the units up, and of unknowns.

    >>> branches = expectation(10, 28, [10, 9], [9], [[0.1, 1]], lambda columns, unknowns: 0)
    >>> [round(branches(stage), 1) for stage in ((1, 1, 1), (0, 1, 2), (2, 2, 2))]
    [8.0, 261.0, 72.2]
    """
    numbers = list(accumulate(choices, mul, initial=1))
    fitting = [list(accumulate(row, mul, initial=1.0)) for row in chances]
    mistakes = [(count - 1) * prod(row[column] for row in chances) for column, count in enumerate(choices)]
    mistaken = list(accumulate((1 + mistake for mistake in mistakes), mul, initial=1.0))

    def branches(stage: Stage) -> float:
        low, start, stop = stage
        some_left = least = ways = 1.0
        for unknown, (size, fits) in enumerate(zip(sizes, fitting, strict=True)):
            chance = fits[low] * fits[stop] / fits[start]
            some_left *= 1 - (1 - chance) ** size
            ways *= max(1, size * chance)
            least = min(least, ways / base ** told(low, unknown + 1))
        begun = carries if start < stop else 1
        anyhow = begun * numbers[low] * numbers[stop] / numbers[start] * some_left * least
        return anyhow + mistaken[low] * mistaken[stop] / mistaken[start] * least

    return branches
