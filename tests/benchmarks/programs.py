"""Searches that are no puzzles of the package yet, written with choices; `by_hand` has the twin of each."""

from collections.abc import Generator, Sequence
from typing import Any

from ambsearch import ambiguous, require

Moves = Sequence[Sequence[int]]  # for each square the squares a knight's move away
Column = tuple[str, str, str]  # the letters of the summands and of the sum, e.g. ("D", "E", "Y")


@ambiguous
def knight(moves: Moves, start: int) -> Generator[Any, Any, tuple[int, ...]]:
    """Visit every square once; an answer is the number of the step that came to each square."""
    board = [0] * len(moves)
    square = start
    board[square] = 1
    for step in range(2, len(moves) + 1):
        square = yield moves[square]
        require(not board[square])
        board[square] = step
    return tuple(board)


@ambiguous
def send_more(columns: Sequence[Column], leading: str) -> Generator[Any, Any, dict[str, int]]:
    """Give each letter a digit of its own, column by column from the right; a space is a zero."""
    digits = {" ": 0}
    used: set[int] = set()
    carry = 0
    for upper, lower, total in columns:
        for letter in (upper, lower, total):
            if letter not in digits:
                digit = yield range(letter in leading, 10)
                require(digit not in used)
                used.add(digit)
                digits[letter] = digit
        carry, last = divmod(digits[upper] + digits[lower] + carry, 10)
        require(last == digits[total])
    require(carry == 0)
    return digits


@ambiguous
def subset_sum(numbers: Sequence[int], target: int) -> Generator[Any, Any, tuple[int, ...]]:
    """Take each number or 0 in its place, to add up to the target; `missing` is yet to come, `left` at the most."""
    taken: list[int] = []
    missing, left = target, sum(numbers)
    for number in numbers:
        left = left - number
        part = yield (number, 0)
        missing = missing - part
        require(0 <= missing <= left)
        taken.append(part)
    return tuple(taken)
