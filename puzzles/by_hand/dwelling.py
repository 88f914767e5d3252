"""Dwelling by hand: give a tenant a floor, test it, go on to the next tenant, take the floor back.

``placed`` is a stack: the floors of the first tenants, e.g. [3, 2] when Baker is on 3 and Cooper on 2.
"""

from collections.abc import Iterator

TENANTS = ("baker", "cooper", "fletcher", "miller", "smith")


def is_allowed(placed: list[int], floor: int, floors: int) -> bool:
    """Say whether the next tenant may live on `floor`, by the rules about him and earlier tenants."""
    tenant = TENANTS[len(placed)]
    if floor in placed:
        return False
    if tenant == "baker":
        return floor != floors
    if tenant == "cooper":
        return floor != 1
    if tenant == "fletcher":
        return floor not in (1, floors) and abs(floor - placed[1]) != 1
    if tenant == "miller":
        return floor > placed[1]
    return abs(floor - placed[2]) != 1


def solve(floors: int) -> Iterator[dict[str, int]]:
    """Yield the floor of each tenant, a dict for each way to live together.

    >>> list(solve(5))
    [{'baker': 3, 'cooper': 2, 'fletcher': 4, 'miller': 5, 'smith': 1}]
    """
    placed: list[int] = []

    def place() -> Iterator[dict[str, int]]:
        if len(placed) == len(TENANTS):
            yield dict(zip(TENANTS, placed, strict=True))
            return
        for floor in range(1, floors + 1):
            if is_allowed(placed, floor, floors):
                placed.append(floor)
                yield from place()
                placed.pop()

    return place()
