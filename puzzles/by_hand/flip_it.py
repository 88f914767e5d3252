"""Flip it by hand: jump, go deeper, jump back; after each search that finds nothing, one more move is allowed.

``row`` is the board as a list, changed by each jump and changed back afterwards, e.g. ["*", "*", "_", "*"];
``moves`` is a stack of the boards so far.

Source: the programs "flipit.lisp" and "flipmax.lisp" in Makoto Hiroi, "Flip It" (2003), in his lessons on puzzles in
Common Lisp. There a jump copies the board, and the search stops at its first plan.
"""

from collections.abc import Iterator

TURNED = {"*": "o", "o": "*"}


def jump(row: list[str], piece: int, space: int) -> None:
    """Let the piece at one place jump into the space at another; the same jump in reverse undoes it.

    >>> row = list("_*****")
    >>> jump(row, 5, 0)
    >>> "".join(row)
    '*oooo_'
    """
    first, last = min(piece, space), max(piece, space)
    for place in range(first + 1, last):
        row[place] = TURNED[row[place]]
    row[piece], row[space] = row[space], row[piece]


def solve(start: str, goals: tuple[str, ...], near: bool, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the shortest plans, each a tuple of boards from start to goal, by the places that the pieces jump from.

    >>> list(solve("*o_", ("_*o", "_**"), False, 20))
    [('*o_', '_**')]
    """
    row = list(start)
    boards = [start]
    reach = 1 if near else 2

    def move(left: int, space: int, last_space: int) -> Iterator[tuple[str, ...]]:
        if left == 0:
            if boards[-1] in goals:
                yield tuple(boards)
            return
        for piece in range(len(row)):
            if piece == last_space:
                continue
            if piece > space - reach and piece < space + reach:
                continue
            jump(row, piece, space)
            boards.append("".join(row))
            yield from move(left - 1, piece, space)
            boards.pop()
            jump(row, space, piece)

    limit = 0
    found = False
    while limit <= most and not found:
        for plan in move(limit, start.index("_"), -1):
            found = True
            yield plan
        limit += 1


def hardest(goals: tuple[str, ...], near: bool) -> list[list[str]]:
    """List for each number of moves the boards that need it, in the order of a queue that begins with the goals.

    >>> hardest(("_oo", "o_o", "oo_"), False)
    [['_oo', 'o_o', 'oo_'], ['o*_', '_*o']]
    """
    reach = 1 if near else 2
    queue = list(goals)
    moves = dict.fromkeys(goals, 0)
    front = 0
    while front < len(queue):
        board = queue[front]
        space = board.index("_")
        for piece in range(len(board)):
            if piece > space - reach and piece < space + reach:
                continue
            row = list(board)
            jump(row, piece, space)
            after = "".join(row)
            if after not in moves:
                moves[after] = moves[board] + 1
                queue.append(after)
        front += 1
    levels: list[list[str]] = [[] for _ in range(moves[queue[-1]] + 1)] if queue else []
    for board in queue:
        levels[moves[board]].append(board)
    return levels
