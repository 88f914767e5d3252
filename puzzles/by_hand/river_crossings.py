"""River crossings by hand: fill the boat, row, test the banks, cross again, row back; then allow two more crossings.

Everybody with the same letter is of one kind; ``near`` and ``far`` count each kind on the two banks, e.g. [3, 2] and
[0, 1]; ``seen`` holds the banks so far, with the side of the boat.

Source: Saul Amarel, "On representations of problems of reasoning about actions" (1968), for the states as numbers.
"""

from collections.abc import Iterator


def solve(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the plans with the fewest crossings, each a tuple of boatloads.

    >>> list(solve("FWGC", 2, "F", ("WGF", "GCF")))
    [('FG', 'F', 'FW', 'FG', 'FC', 'F', 'FG'), ('FG', 'F', 'FC', 'FG', 'FW', 'F', 'FG')]
    """
    kinds: list[str] = []
    for letter in travellers:
        if letter not in kinds:
            kinds.append(letter)
    near = [travellers.count(kind) for kind in kinds]
    far = [0] * len(kinds)
    seen: list[tuple[int, list[int]]] = []
    loads: list[str] = []

    def count(bank: list[int], letter: str) -> int:
        return bank[kinds.index(letter)] if letter in kinds else 0

    def safe(bank: list[int]) -> bool:
        for danger in dangers:
            if count(bank, danger[1]) > 0 and count(bank, danger[0]) > count(bank, danger[2]):
                return False
        return True

    def board(load: str, kind: int, seats: int, crossings: int) -> Iterator[tuple[str, ...]]:
        here = far if len(loads) % 2 else near
        if seats == 0:
            if any(letter in rowers for letter in load):
                yield from row(load, crossings)
            return
        for other in range(kind, len(kinds)):
            if here[other] > 0:
                here[other] -= 1
                yield from board(load + kinds[other], other, seats - 1, crossings)
                here[other] += 1

    def row(load: str, crossings: int) -> Iterator[tuple[str, ...]]:
        there = near if len(loads) % 2 else far
        for letter in load:
            there[kinds.index(letter)] += 1
        loads.append(load)
        state = (len(loads) % 2, list(near))
        if state not in seen and safe(near) and safe(far):
            seen.append(state)
            yield from cross(crossings - 1)
            seen.pop()
        loads.pop()
        for letter in load:
            there[kinds.index(letter)] -= 1

    def cross(crossings: int) -> Iterator[tuple[str, ...]]:
        if crossings == 0:
            if sum(near) == 0:
                yield tuple(loads)
            return
        for size in range(1, boat + 1):
            yield from board("", 0, size, crossings)

    if not safe(near):
        return
    states = 2
    for number in near:
        states *= number + 1
    found = False
    crossings = 1
    seen.append((0, list(near)))
    while crossings < states and not found:
        for plan in cross(crossings):
            found = True
            yield plan
        crossings += 2
