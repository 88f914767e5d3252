"""How only one is given of answers that are the same but for turning or reflecting the board.

symmetry  a view of the board that looks like the board: its place among the eight, e.g. 4 for half a turn
"""

from .shapes import FREE, squares, views


def positions_and_symmetries(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool
) -> tuple[list[list[str]], list[int]]:
    """List the positions of each piece, as pictures, and the symmetries under which answers must be compared.

    If symmetric answers are unwanted and there is a piece that every answer uses and that no symmetry of the board
    leaves as it lies, then it is enough to keep one of the positions that these make of one another: every answer has
    an image with that piece in this position, and only one. Then nothing need be compared.

    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb"), False)
    ([['aa\\na.', 'aa\\n.a', '.a\\naa', 'a.\\naa'], ['bb', 'b\\nb']], [])
    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb"), True)
    ([['aa\\na.', '.a\\naa'], ['bb', 'b\\nb']], [])
    >>> positions_and_symmetries("...\\n.#.", ("aa\\na.", "bb", "c"), True)[1]  # the first one may be left over
    [1]
    """
    positions = [list(dict.fromkeys(views(piece))) for piece in pieces]
    symmetries = [k for k, view in enumerate(views(board)) if view == board and k and up_to_symmetry]
    every_piece_is_used = sum(map(squares, pieces)) == board.count(FREE)
    for lying in positions if every_piece_is_used else ():
        images = {view: [views(view)[k] for k in symmetries] for view in lying}
        if not any(view in images[view] for view in lying):
            lying[:] = [view for view in lying if all(lying.index(view) < lying.index(i) for i in images[view])]
            return positions, []
    return positions, symmetries


def is_first(filled: str, symmetries: list[int]) -> bool:
    """Say whether a filled board comes first, by the alphabet, of itself and its images.

    >>> is_first("ab", [4]), is_first("ba", [4]), is_first("ba", [])
    (True, False, True)
    """
    return all(filled <= views(filled)[k] for k in symmetries)
