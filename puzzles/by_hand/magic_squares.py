"""Magic squares by hand: put a number into a cell, test the lines that are full, go to the next cell, take it back.

``board`` holds the numbers in the order in which the cells are filled, ``used`` says for each number whether it is on
the board; ``smaller`` and ``complete`` are arrays with an entry for each cell in that order.

Source: the programs "magic.lisp" and "magic2.lisp" in Makoto Hiroi, "Magic squares in other shapes" (2005), in his
lessons on puzzles in Common Lisp. There the conditions of each figure are written down cell by cell.
"""

from collections.abc import Iterator

Figure = tuple[str, ...]


def filling(rows: Figure, lines: Figure) -> list[str]:
    """Put the cells in order: the corners first, then always one whose line has the fewest empty cells.

    >>> filling(("ABC", "D E", "FGH"), ("ABC", "ADF", "CEH", "FGH"))
    ['A', 'C', 'F', 'H', 'B', 'D', 'E', 'G']
    """
    order = [rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]]
    waiting = [cell for row in rows for cell in row if cell != " " and cell not in order]
    while waiting:
        best = waiting[0]
        fewest = len(order) + len(waiting) + 1
        for cell in waiting:
            for line in lines:
                if cell in line:
                    empty = sum(1 for other in line if other in waiting)
                    if empty < fewest:
                        best, fewest = cell, empty
        order.append(best)
        waiting.remove(best)
    return order


def solve(rows: Figure, lines: Figure, numbers: tuple[int, ...], total: int | None) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of each magic figure, row by row, without rotations and mirror images.

    >>> list(solve(("ABC", "D E", "FGH"), ("ABC", "ADF", "CEH", "FGH"), (1, 2, 3, 4, 5, 6, 7, 8), 12))
    [(1, 8, 3, 5, 7, 6, 4, 2)]
    """
    order = filling(rows, lines)
    reading = [order.index(cell) for row in rows for cell in row if cell != " "]
    smaller = [-1, 0, 1, 0] + [-1] * (len(order) - 4)
    complete: list[list[list[int]]] = [[] for _ in order]
    for line in lines:
        places = [order.index(cell) for cell in line]
        complete[max(places)].append(places)
    board = [0] * len(order)
    used = dict.fromkeys(numbers, False)

    def sum_of(places: list[int]) -> int:
        result = 0
        for place in places:
            result += board[place]
        return result

    def fill(place: int, value: int | None) -> Iterator[tuple[int, ...]]:
        if place == len(order):
            yield tuple(board[other] for other in reading)
            return
        tried: tuple[int, ...] = numbers
        if value is not None and complete[place]:
            board[place] = 0
            tried = (value - sum_of(complete[place][0]),)
        for number in tried:
            if number not in used or used[number]:
                continue
            if smaller[place] >= 0 and board[smaller[place]] > number:
                continue
            board[place] = number
            common = value
            agree = True
            for line in complete[place]:
                found = sum_of(line)
                if common is None:
                    common = found
                elif found != common:
                    agree = False
                    break
            if agree:
                used[number] = True
                yield from fill(place + 1, common)
                used[number] = False

    return fill(0, total)
