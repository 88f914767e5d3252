"""Liars by hand: give a girl a place, test the letters that can be tested, go on to the next girl, take the place back.

``placed`` is a stack: the places of the first girls, e.g. [3, 5] when Betty was third and Ethel last.
"""

from collections.abc import Iterator, Mapping

Statement = tuple[str, int]
Letters = Mapping[str, tuple[Statement, Statement]]


def ready(letters: Letters) -> list[list[tuple[int, int, int, int]]]:
    """For each girl, list the letters that can be tested once she has her place.

    A letter is the numbers of two girls, each with the place she is said to have taken, e.g. (3, 2, 0, 3).
    """
    numbers = {girl: number for number, girl in enumerate(letters)}
    result: list[list[tuple[int, int, int, int]]] = [[] for _ in letters]
    for (one, place), (other, other_place) in letters.values():
        first, second = numbers[one], numbers[other]
        result[max(first, second)].append((first, place, second, other_place))
    return result


def solve(letters: Letters) -> Iterator[dict[str, int]]:
    """Yield the place of each girl, a dict for each way that leaves one statement true in every letter.

    >>> next(solve({"ann": (("ann", 1), ("bea", 1)), "bea": (("ann", 2), ("bea", 2))}))
    {'ann': 1, 'bea': 2}
    """
    tests = ready(letters)
    placed: list[int] = []

    def place_next() -> Iterator[dict[str, int]]:
        step = len(placed)
        if step == len(letters):
            yield dict(zip(letters, placed, strict=True))
            return
        for place in range(1, len(letters) + 1):
            if place in placed:
                continue
            placed.append(place)
            for one, her_place, other, other_place in tests[step]:
                if (placed[one] == her_place) == (placed[other] == other_place):
                    break
            else:
                yield from place_next()
            placed.pop()

    return place_next()
