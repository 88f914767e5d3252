"""Giving only one of the answers that are rotations or reflections of one another.

symmetry  a view of the board that looks like the board: its place among the eight, e.g. 4 for half a turn
"""

from .shapes import FREE, name, squares, views


def positions_and_symmetries(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool
) -> tuple[list[list[str]], list[int]]:
    """List the positions of each piece, as pictures, and the symmetries under which answers must be compared.

    If symmetric answers are unwanted, look for a piece that every answer uses and that no symmetry of the board maps
    to itself. Then it is enough to keep one of each set of positions that the symmetries map to each other: every
    answer has exactly one image with the piece in such a position, and nothing has to be compared.

    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb"), False)
    ([['aa\\na.', 'aa\\n.a', '.a\\naa', 'a.\\naa'], ['bb', 'b\\nb']], [])
    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb"), True)
    ([['aa\\na.', '.a\\naa'], ['bb', 'b\\nb']], [])
    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb", "c"), True)[1]  # the first one may be left over
    [1]
    """
    positions = [list(dict.fromkeys(views(piece))) for piece in pieces]
    symmetries = symmetries_of(board) if up_to_symmetry else []
    for lying in positions if is_every_piece_used(board, pieces) else ():
        images = {view: [views(view)[k] for k in symmetries] for view in lying}
        if not any(view in images[view] for view in lying):
            lying[:] = [view for view in lying if all(lying.index(view) < lying.index(i) for i in images[view])]
            return positions, []
    return positions, symmetries


def symmetries_of(board: str) -> list[int]:
    """List the symmetries of a board.

    >>> symmetries_of("...\\n...")
    [1, 4, 5]
    """
    return [k for k, view in enumerate(views(board)) if view == board and k]


def is_every_piece_used(board: str, pieces: tuple[str, ...]) -> bool:
    """Say whether the pieces together have as many squares as the board has cells."""
    return sum(map(squares, pieces)) == board.count(FREE)


def is_first(filled: str, symmetries: list[int], letter: str = "") -> bool:
    """Say whether a filled board comes first, alphabetically, among its images.

    letter: of a piece; boards in which it begins sooner come first.

    >>> is_first("ab", [4]), is_first("ba", [4]), is_first("ba", []), is_first("ba", [4], letter="b")
    (True, False, True, True)
    """
    images = (views(filled)[k] for k in symmetries)
    return all((filled.index(letter), filled) <= (image.index(letter), image) for image in images)


def same_from_all_sides(board: str, pieces: tuple[str, ...]) -> int | None:
    """The number of the first piece that has only one position, if each answer uses all pieces; None if there is none.

    >>> same_from_all_sides("......", ("aa", ".x.\\nxxx\\n.x.")), same_from_all_sides("......", ("aa", "xxxx"))
    (None, None)
    >>> same_from_all_sides("......\\n.", ("aa", ".x.\\nxxx\\n.x."))
    1
    """
    lying = [number for number, piece in enumerate(pieces) if len(set(views(piece))) == 1]
    return lying[0] if lying and is_every_piece_used(board, pieces) else None


def in_a_quarter(board: str, piece: str) -> list[str]:
    """Picture the board with a one-position piece on it, in each place except the images of earlier ones.

    On a board with two axes of symmetry the centre of the piece stays in one quarter.

    >>> in_a_quarter("....\\n...#", "x"), in_a_quarter("...", "x")
    (['x...\\n...#', '.x..\\n...#', '..x.\\n...#', '...x\\n...#', '....\\nx..#', '....\\n.x.#', '....\\n..x#'], ['x..', '.x.'])
    """
    rows, picture = board.split("\n"), piece.split("\n")
    found = []
    for top in range(len(rows) - len(picture) + 1):
        for left in range(len(rows[0]) - len(picture[0]) + 1):
            cells = {(top + y, left + x): cell for y, row in enumerate(picture) for x, cell in enumerate(row)}
            under = {cell: rows[cell[0]][cell[1]] for cell, sign in cells.items() if sign != FREE}
            if set(under.values()) == {FREE}:
                laid = [
                    "".join(cells[y, x] if (y, x) in under else sign for x, sign in enumerate(row))
                    for y, row in enumerate(rows)
                ]
                found.append("\n".join(laid))
    letter = name(piece)
    return [
        laid for laid in found if all(laid.index(letter) <= views(laid)[k].index(letter) for k in symmetries_of(board))
    ]
