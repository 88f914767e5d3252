"""Graph colouring: a colour for each region of a map, so that neighbours differ.

A map is drawn with a letter for each region; regions whose letters are beside or below each other are neighbours. A
graph that cannot be drawn as a map is given as a list of its borders.

graph       lines of a map, e.g. ("aab", "acb"), where . and blanks are not regions; or borders, e.g. ("a - b", "b - c")
colours     number of colours, e.g. 3
neighbours  neighbours of each region, in the order in which regions appear, e.g. {"a": {"b", "c"}, ...}
colour      colour of each region so far, from 1, e.g. {"a": 1, "b": 2}

As input, a puzzle is the number of colours and the lines of the graph; it ends at a blank line or at the end of the
text:

    3
    aab
    acb

Source: the four colour problem (Francis Guthrie, 1852). The number of colourings of a graph is its chromatic
polynomial: George David Birkhoff, "A Determinant Formula for the Number of Ways of Coloring a Map" (1912).
"""

from typing import Any

from ambsearch import Search, ambiguous, an_integer_between, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import Drawing, Text, colours_of, regions
from .pictures.nets import net

COLOURS = ("red", "green", "blue", "yellow")


def question(graph: tuple[str, ...], colours: int) -> str:
    """State the rule, and show the map or the borders.

    >>> print(question(("aab", "acb"), 3))
    Give each region one of 3 colours so that neighbours have different ones.
    The map, a letter for each region:
    aab
    acb
    >>> print(question(("a - b", "b - c"), 2))
    Give each region one of 2 colours so that neighbours have different ones.
    The borders: a - b, b - c
    """
    rule = f"Give each region one of {colours} colours so that neighbours have different ones.\n"
    if any("-" in line for line in graph):
        return f"{rule}The borders: {', '.join(graph)}"
    return f"{rule}The map, a letter for each region:\n" + "\n".join(graph)


def is_solution(answer: dict[str, int], graph: tuple[str, ...], colours: int) -> bool:
    """Say whether each region has one of the colours, and each border has two colours.

    >>> [is_solution({"a": 1, "b": 2, "c": colour}, ("aab", "acb"), 3) for colour in (1, 2, 3)]
    [False, False, True]
    """
    neighbours = borders(graph)
    return (
        answer.keys() == neighbours.keys()
        and all(1 <= colour <= colours for colour in answer.values())
        and all(answer[one] != answer[other] for one in neighbours for other in neighbours[one])
    )


def borders(graph: tuple[str, ...]) -> dict[str, set[str]]:
    """The neighbours of each region, in the order in which the regions appear.

    >>> {region: sorted(near) for region, near in borders(("aab", "acb")).items()}
    {'a': ['b', 'c'], 'b': ['a', 'c'], 'c': ['a', 'b']}
    """
    if any("-" in line for line in graph):
        pairs = [border(Part(line, number)) for number, line in enumerate(graph, 1)]
    else:
        cells = {(r, c): sign for r, line in enumerate(graph) for c, sign in enumerate(line) if sign not in ". "}
        pairs = [
            (sign, cells.get(beyond, sign))
            for (r, c), sign in cells.items()
            for beyond in ((r, c), (r, c + 1), (r + 1, c))
        ]
    neighbours: dict[str, set[str]] = {region: set() for pair in pairs for region in pair}
    for one, other in pairs:
        neighbours[one] |= {other} - {one}
        neighbours[other] |= {one} - {other}
    return neighbours


@ambiguous
def solve(graph: tuple[str, ...], colours: int) -> Search[dict[str, int]]:
    """Colour region after region; 120 answers for the Petersen graph and three colours.

    graph: lines of a map, e.g. ("aab", "acb"), or borders, e.g. ("a - b", "b - c").
    colours: number of colours, e.g. 3.
    An answer is a dict {region: colour}, colours from 1; answers are in lexicographic order of the colours.
    Raises ValueError if a line among borders is not a border, or the number of colours is negative.

    >>> solve(("aab", "acb"), 3).take(2)
    [{'a': 1, 'b': 2, 'c': 3}, {'a': 1, 'b': 3, 'c': 2}]
    """
    check(colours)
    colour: dict[str, int] = {}
    for region, near in borders(graph).items():
        chosen = yield an_integer_between(1, colours)
        require(all(colour.get(other) != chosen for other in near))
        colour[region] = chosen
    return colour


def check(colours: int) -> None:
    """Raise ValueError if the number of colours is negative."""
    if colours < 0:
        raise ValueError(f"expected 0 colours or more, found colours={colours}")


AUSTRALIA = ("wwnnqqq", "wwnnqqq", "wwsssqq", "wwsssuu", "ww.ssvv", ".......", ".....tt")
PETERSEN = tuple(
    f"{a} - {b}" for k in range(5) for a, b in ((k, (k + 1) % 5), (k, k + 5), (k + 5, (k + 2) % 5 + 5))
)  # an outer ring 0 to 4, and a star 5 to 9 inside
INSTANCES: dict[str, dict[str, Any]] = {
    "australia": {"graph": AUSTRALIA, "colours": 3},
    "petersen": {"graph": PETERSEN, "colours": 3},
    "petersen-two": {"graph": PETERSEN, "colours": 2},
    "ring-of-7": {"graph": tuple(f"{k} - {(k + 1) % 7}" for k in range(7)), "colours": 3},
    "four-neighbours": {"graph": ("aaaa", "abca", "addd"), "colours": 4},
}


def picture(answer: dict[str, int], graph: tuple[str, ...], colours: int) -> str:
    """Draw the map with the number of its colour in place of each region, and list the regions of each colour.

    >>> print(picture({"a": 1, "b": 2, "c": 3}, ("aab", "acb"), 3))
    112
    132
    1 red: a
    2 green: b
    3 blue: c
    >>> print(picture({"a": 1, "b": 2, "c": 1}, ("a - b", "b - c"), 3))
    1 red: a, c
    2 green: b
    """
    regions = {
        colour: [region for region in answer if answer[region] == colour] for colour in sorted({*answer.values()})
    }
    listed = [f"{colour_name(colour)}: {', '.join(found)}" for colour, found in regions.items()]
    if any("-" in line for line in graph):
        return "\n".join(listed)
    signs = {region: str(colour) if colours < 10 else f"{colour:3}" for region, colour in answer.items()}
    blank = " " * max(map(len, signs.values()), default=1)
    drawn = ["".join(signs.get(sign, blank) for sign in line).rstrip() for line in graph]
    return "\n".join([*drawn, *listed])


def colour_name(colour: int) -> str:
    """A colour's number, with its name if it has one.

    >>> colour_name(1), colour_name(9)
    ('1 red', '9')
    """
    return f"{colour} {COLOURS[colour - 1]}" if colour <= len(COLOURS) else str(colour)


def drawing(answer: dict[str, int] | None, graph: tuple[str, ...], colours: int) -> Drawing:
    """Picture the map, or the graph of the borders, with the colours of an answer.

    >>> drawing(None, ("aab", "acb"), 3).width
    3
    """
    tints = list(colours_of(map(str, range(1, colours + 1))).values())
    fills = {region: tints[colour - 1] for region, colour in (answer or {}).items()}
    if any("-" in line for line in graph):
        return net({region: sorted(near) for region, near in borders(graph).items()}, fills)
    named = {sign: (x, y) for y, line in reversed([*enumerate(graph)]) for x, sign in reversed([*enumerate(line)])}
    labels = [Text((x + 0.5, y + 0.5), sign, 0.5) for sign, (x, y) in named.items() if sign not in ". "]
    return Drawing(max(map(len, graph), default=0), len(graph), (*regions(graph, fills, ". "), *labels))


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, with blank lines between them.

    >>> read("3\\naab\\nacb")
    [{'graph': ('aab', 'acb'), 'colours': 3}]

    Raises BadInput if the first line of a puzzle is not a number, or a line among borders is not a border.
    """
    return [read_graph(*block) for block in blocks_of(text)]


def read_graph(first: Part, *lines: Part) -> dict[str, Any]:
    """Read one puzzle."""
    (number,) = first.words("the number of colours")
    colours = number.number("the number of colours")
    if any("-" in line.text for line in lines):
        for line in lines:
            border(line)
    return {"graph": tuple(line.text for line in lines), "colours": colours}


def border(line: Part) -> tuple[str, str]:
    """Read the two regions of a border.

    >>> border(Part("a - b", 1))
    ('a', 'b')

    Raises BadInput unless there are two.
    """
    one, other = line.parts("-", "a region", "another region")
    for region in (one, other):
        region.words("a region")
    return one.text, other.new([one.text])
