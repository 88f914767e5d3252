"""The twins of `programs`: the same searches with their backtracking written out by hand."""

from collections.abc import Iterator, Sequence

Moves = Sequence[Sequence[int]]
Column = tuple[str, str, str]


def knight(moves: Moves, start: int) -> Iterator[tuple[int, ...]]:
    count = len(moves)
    board = [0] * count

    def move(square: int, step: int) -> Iterator[tuple[int, ...]]:
        if step > count:
            yield tuple(board)
            return
        for target in moves[square]:
            if not board[target]:
                board[target] = step
                yield from move(target, step + 1)
                board[target] = 0

    board[start] = 1
    return move(start, 2)


def send_more(columns: Sequence[Column], leading: str) -> Iterator[dict[str, int]]:
    digits = {" ": 0}
    used: set[int] = set()

    def fill(column: int, row: int, carry: int) -> Iterator[dict[str, int]]:
        if column == len(columns):
            if carry == 0:
                yield dict(digits)
            return
        if row == 3:
            upper, lower, total = columns[column]
            carry, last = divmod(digits[upper] + digits[lower] + carry, 10)
            if last == digits[total]:
                yield from fill(column + 1, 0, carry)
            return
        letter = columns[column][row]
        if letter in digits:
            yield from fill(column, row + 1, carry)
            return
        for digit in range(letter in leading, 10):
            if digit not in used:
                used.add(digit)
                digits[letter] = digit
                yield from fill(column, row + 1, carry)
                del digits[letter]
                used.remove(digit)

    return fill(0, 0, 0)


def subset_sum(numbers: Sequence[int], target: int) -> Iterator[tuple[int, ...]]:
    taken: list[int] = []

    def take(index: int, missing: int, left: int) -> Iterator[tuple[int, ...]]:
        if index == len(numbers):
            yield tuple(taken)
            return
        number = numbers[index]
        left -= number
        for part in (number, 0):
            if 0 <= missing - part <= left:
                taken.append(part)
                yield from take(index + 1, missing - part, left)
                taken.pop()

    return take(0, target, sum(numbers))
