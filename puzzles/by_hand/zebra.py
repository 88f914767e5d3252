"""Zebra by hand: put an item into a house, test the clues, go on to the next item, take it out again.

``house`` holds the number of the house of each item that has one, ``taken`` the houses in use, kind by kind.
"""

from collections.abc import Iterator, Mapping, Sequence

Clue = tuple[str, str, str]


def is_contradicted(clues: Sequence[Clue], house: Mapping[str, int]) -> bool:
    """Say whether one of the clues is contradicted; a clue about an item without a house is not."""
    for one, word, other in clues:
        if one not in house:
            continue
        if word == "at":
            if house[one] != int(other):
                return True
            continue
        if other not in house:
            continue
        if word == "with" and house[one] != house[other]:
            return True
        if word == "left-of" and house[one] + 1 != house[other]:
            return True
        if word == "next-to" and abs(house[one] - house[other]) != 1:
            return True
    return False


def solve(kinds: Mapping[str, tuple[str, ...]], clues: Sequence[Clue]) -> Iterator[dict[str, int]]:
    """Yield the house of each item, a dict for each way to satisfy the clues.

    >>> list(solve({"nation": ("Dane", "Swede")}, [("Swede", "left-of", "Dane")]))
    [{'Dane': 2, 'Swede': 1}]
    """
    items = []
    concerning: dict[str, list[Clue]] = {}
    for name, kind in kinds.items():
        for item in kind:
            items.append((item, name))
            concerning[item] = [clue for clue in clues if item in (clue[0], clue[2])]
    house: dict[str, int] = {}
    taken: dict[str, set[int]] = {name: set() for name in kinds}

    def put(step: int) -> Iterator[dict[str, int]]:
        if step == len(items):
            yield dict(house)
            return
        item, name = items[step]
        for number in range(1, len(kinds[name]) + 1):
            if number in taken[name]:
                continue
            house[item] = number
            taken[name].add(number)
            if not is_contradicted(concerning[item], house):
                yield from put(step + 1)
            taken[name].remove(number)
            del house[item]

    return put(0)
