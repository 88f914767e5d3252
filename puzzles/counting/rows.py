"""What NumPy lacks for many short lists at once: stretches of an array, and the ranks of a matrix's rows."""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def stretches(first: Integers, sizes: Integers) -> Integers:
    """The positions first[0], first[0] + 1, ..., sizes[0] of them, then those from first[1] on, and so on.

    >>> stretches(np.array([3, 8]), np.array([2, 3])).tolist()
    [3, 4, 8, 9, 10]
    """
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - ends + sizes, sizes)


def ranks(rows: Integers) -> tuple[Integers, Integers]:
    """Find the different rows of a matrix in lexicographic order: the position of the first of each, and each row's rank.

    rows: at least one row and one column of numbers that are not negative.

    >>> ranks(np.array([[3, 1], [2, 5], [3, 1], [2, 4]]))
    (array([3, 1, 0]), array([2, 1, 2, 0]))
    """
    width = int(rows.max()) + 1
    rank, size = rows[:, 0], width
    for column in rows.T[1:]:
        if size * width >= 2**63:
            different, rank = np.unique(rank, return_inverse=True)
            size = len(different)
        rank, size = rank * width + column, size * width
    _, positions, rank = np.unique(rank, return_index=True, return_inverse=True)
    return positions, rank
