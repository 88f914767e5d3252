"""Alphametics by hand: column after column from the units up, give a cell a digit, test the column, take the digit back.

``line`` holds the puzzle, character by character; a digit is written into all the places of its letter at once.
A column is correct if the balance, left side minus right side, of the numbers cut off after it ends in zeros; the
digits before these zeros are the carry into the next column.
"""

from collections.abc import Iterator

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Number = list[int]  # the places of its digits in the line, e.g. [0, 1, 2, 3] for SEND


def terms_of(puzzle: str, base: int) -> list[tuple[int, list[Number]]]:
    """List the products that are added (1) or subtracted (-1) when everything is brought to the left side.

    >>> terms_of("AxBC=9-C", 10)
    [(1, [[0], [2, 3]]), (-1, [[5]]), (1, [[7]])]
    """
    times = "×" if base > DIGITS.index("x") else "×x"
    terms: list[tuple[int, list[Number]]] = [(1, [[]])]
    side = 1
    for position, sign in enumerate(puzzle):
        if sign == "=":
            side = -1
            terms.append((-1, [[]]))
        elif sign in "+-":
            terms.append((side if sign == "+" else -side, [[]]))
        elif sign in times:
            terms[-1][1].append([])
        elif sign != " ":
            terms[-1][1][-1].append(position)
    return terms


def solve(puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> Iterator[str]:
    """Yield the puzzle with digits in its cells, for each way that makes it true.

    >>> list(solve("SEND+MORE=MONEY"))
    ['9567+1085=10652']
    """
    if base <= 10 and puzzle.lower() == puzzle != puzzle.upper() and set(puzzle) & set(DIGITS[10:]) != {"x"}:
        puzzle = puzzle.upper()
    terms = terms_of(puzzle, base)
    numbers = [number for _, product in terms for number in product]
    size = max(len(number) for number in numbers)
    nonzero = set()
    if not leading_zeros:
        nonzero = {number[0] for number in numbers if len(number) > 1}
        if not zero_alone:
            nonzero |= {number[0] for number in numbers if len(number) == 1 and puzzle[number[0]].isupper()}
    columns = [[number[-1 - place] for number in numbers if len(number) > place] for place in range(size)]
    line = list(puzzle)
    taken: list[str] = []

    def balance(places: int) -> int:
        total = 0
        for sign, product in terms:
            for number in product:
                sign *= int("".join(line[position] for position in number[-places:]), base)
            total += sign
        return total

    def fill(place: int, row: int) -> Iterator[str]:
        if place == size:
            if balance(size) == 0:
                yield "".join(line)
            return
        if row == len(columns[place]):
            if balance(place + 1) % base ** (place + 1) == 0:
                yield from fill(place + 1, 0)
            return
        cell = line[columns[place][row]]
        if cell in DIGITS:
            yield from fill(place, row + 1)
            return
        if cell == "*":
            positions = [columns[place][row]]
        else:
            positions = [position for position, sign in enumerate(line) if sign == cell]
        for digit in DIGITS[:base]:
            if digit == "0" and not nonzero.isdisjoint(positions):
                continue
            if cell != "*" and digit in taken:
                continue
            for position in positions:
                line[position] = digit
            taken.append(digit if cell != "*" else "")
            yield from fill(place, row + 1)
            taken.pop()
        for position in positions:
            line[position] = cell

    return fill(0, 0)


solve_by_balance = solve
