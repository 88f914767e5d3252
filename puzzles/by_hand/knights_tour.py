"""Knights tour by hand: make a move, number the square, go on from there, erase the number.

``visit`` holds for each square the number of the visit, 0 if there was none; ``tour`` is a stack of squares.

Source: the square with the fewest ways on is tried first, after H. C. von Warnsdorff, "Des Rösselsprungs einfachste
und allgemeinste Lösung" (1823).
"""

from collections.abc import Iterator

Square = tuple[int, int]
STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def solve(board: tuple[str, ...], closed: bool) -> Iterator[tuple[Square, ...]]:
    """Yield the squares in the order of the visits, a tuple for each tour.

    >>> next(solve(("N..", ".#.", "..."), True))
    ((0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1))
    """
    visit: dict[Square, int] = {}
    tour: list[Square] = []
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            if sign == "N":
                tour.append((r, c))
            if sign != "#":
                visit[r, c] = 0
    visit[tour[0]] = 1

    def free_from(square: Square) -> list[Square]:
        r, c = square
        found = []
        for down, right in STEPS:
            if visit.get((r + down, c + right)) == 0:
                found.append((r + down, c + right))
        return found

    def next_squares() -> list[Square]:
        ranked = []
        for square in free_from(tour[-1]):
            ranked.append((len(free_from(square)), square))
        ranked.sort()
        return [square for _, square in ranked]

    def is_beside_start(square: Square) -> bool:
        (r, c), (start_r, start_c) = square, tour[0]
        return (start_r - r, start_c - c) in STEPS

    def leaves_a_trap(square: Square, others: list[Square]) -> bool:
        spare = 0 if closed else 1
        for other in others:
            if other == square:
                continue
            ways = len(free_from(other))
            if closed and is_beside_start(other):
                ways += 1
            if ways < 2:
                spare -= 2 - ways
        return spare < 0

    def move() -> Iterator[tuple[Square, ...]]:
        if len(tour) == len(visit):
            if not closed or is_beside_start(tour[-1]):
                yield tuple(tour)
            return
        if closed and not free_from(tour[0]):
            return
        squares = next_squares()
        for square in squares:
            if leaves_a_trap(square, squares):
                continue
            tour.append(square)
            visit[square] = len(tour)
            yield from move()
            visit[square] = 0
            tour.pop()

    return move()
