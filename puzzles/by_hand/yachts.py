"""Yachts by hand: give a daughter a father, test him, go on to the next daughter, take the father back.

``chosen`` is a stack: the fathers of the first daughters; daughters are in the order of the yachts.
"""

from collections.abc import Iterator, Mapping


def may_be_father(father: str, daughter: str, yachts: Mapping[str, str], known: Mapping[str, str]) -> bool:
    """Say whether the statements about these two alone allow it."""
    if yachts[father] == daughter:
        return False
    if daughter in known:
        return known[daughter] == father
    return True


def gabrielle_fits(fathers: dict[str, str], yachts: Mapping[str, str]) -> bool:
    """Say whether Gabrielle's father owns the yacht that is named after Parker's daughter."""
    for daughter, father in fathers.items():
        if father == "Parker":
            return yachts[fathers["Gabrielle"]] == daughter
    return False


def solve(yachts: Mapping[str, str], known: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the father of each daughter, a dict for each way that is allowed.

    >>> next(solve({"Parker": "Ann", "Hall": "Gabrielle", "Hood": "Eve"}, {}))
    {'Ann': 'Hall', 'Gabrielle': 'Hood', 'Eve': 'Parker'}
    """
    daughters = list(yachts.values())
    chosen: list[str] = []

    def choose_next() -> Iterator[dict[str, str]]:
        if len(chosen) == len(daughters):
            fathers = dict(zip(daughters, chosen, strict=True))
            if gabrielle_fits(fathers, yachts):
                yield fathers
            return
        daughter = daughters[len(chosen)]
        for father in yachts:
            if father in chosen or not may_be_father(father, daughter, yachts, known):
                continue
            chosen.append(father)
            yield from choose_next()
            chosen.pop()

    return choose_next()
