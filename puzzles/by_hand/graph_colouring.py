"""Graph colouring by hand: give a region a colour, test it against its neighbours, go on, take the colour back.

``colour`` is a list with the colour of each region, 0 where there is none yet; regions are numbered.
"""

from collections.abc import Iterator


def pairs_of_map(lines: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each cell of a map with itself, with the one to the right and with the one below."""
    for r, line in enumerate(lines):
        for c, region in enumerate(line):
            if region in ". ":
                continue
            yield region, region
            if c + 1 < len(line) and line[c + 1] not in ". ":
                yield region, line[c + 1]
            if r + 1 < len(lines) and c < len(lines[r + 1]) and lines[r + 1][c] not in ". ":
                yield region, lines[r + 1][c]


def earlier_neighbours(graph: tuple[str, ...]) -> tuple[list[str], list[list[int]]]:
    """List the regions, and for each region those of its neighbours that come before it.

    >>> earlier_neighbours(("aab", "acb"))
    (['a', 'b', 'c'], [[], [0], [0, 1]])
    """
    if any("-" in line for line in graph):
        pairs = []
        for line in graph:
            one, _, other = line.partition("-")
            pairs.append((one.strip(), other.strip()))
    else:
        pairs = list(pairs_of_map(graph))
    numbers: dict[str, int] = {}
    for pair in pairs:
        for region in pair:
            numbers.setdefault(region, len(numbers))
    before: list[list[int]] = [[] for _ in numbers]
    for one, other in pairs:
        first, second = sorted((numbers[one], numbers[other]))
        if first != second and first not in before[second]:
            before[second].append(first)
    return list(numbers), [sorted(found) for found in before]


def solve(graph: tuple[str, ...], colours: int) -> Iterator[dict[str, int]]:
    """Yield the colour of each region, a dict for each way to colour them.

    >>> next(solve(("aab", "acb"), 3))
    {'a': 1, 'b': 2, 'c': 3}
    """
    regions, before = earlier_neighbours(graph)
    colour = [0] * len(regions)

    def fits(region: int) -> bool:
        for other in before[region]:
            if colour[other] == colour[region]:
                return False
        return True

    def paint(region: int) -> Iterator[dict[str, int]]:
        if region == len(regions):
            yield dict(zip(regions, colour, strict=True))
            return
        for chosen in range(1, colours + 1):
            colour[region] = chosen
            if fits(region):
                yield from paint(region + 1)
            colour[region] = 0

    return paint(0)
