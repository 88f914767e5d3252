"""What a picture is made of, measured in cells; nothing is drawn here, so no library is needed.

cell     a square of a board; lengths are measured by its side, to the right and down from the upper left corner
mark     one shape or text of a picture
Drawing  the marks of a picture, and its size
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Point: TypeAlias = tuple[float, float]
Choices: TypeAlias = Sequence[tuple[str, Any]]  # what was chosen on the path to a point of a search: names and values

THIN, THICK = 0.03, 0.1
NARROW = 0.36  # the width of a letter of size 0.6
PALETTE = (
    "#f4a582 #92c5de #a6d96a #ffed6f #c2a5cf #fdbf6f #80cdc1 #fb9a99 #b3b3b3 #dfc27d #bebada #e7d4e8".split()  # light
)


@dataclass(frozen=True)
class Shape:
    """A polygon, or, if it is not closed, a line; fill: a colour, or "" for none; width: of its edge, 0 for none."""

    points: tuple[Point, ...]
    fill: str = ""
    width: float = THIN
    closed: bool = True


@dataclass(frozen=True)
class Disc:
    """A circle around a point."""

    middle: Point
    radius: float
    fill: str


@dataclass(frozen=True)
class Text:
    """A line of text; its centre, or its left end, is at a point."""

    at: Point
    text: str
    size: float = 0.6
    align: str = "center"
    colour: str = "black"


Mark: TypeAlias = Shape | Disc | Text


@dataclass(frozen=True)
class Drawing:
    """A picture: its size in cells, and its marks, later ones over earlier ones."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def box(x: float, y: float, width: float = 1, height: float = 1, *, fill: str = "", edge: float = THIN) -> Shape:
    """A rectangle with its upper left corner at a point.

    >>> box(0, 0).points
    ((0, 0), (1, 0), (1, 1), (0, 1))
    """
    return Shape(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, edge)


def move(drawing: Drawing, right: float, down: float) -> list[Mark]:
    """The marks of a drawing at another place.

    >>> move(Drawing(1, 1, (Text((0, 0), "A"),)), 2, 3)[0].at
    (2, 3)
    """

    def there(point: Point) -> Point:
        return point[0] + right, point[1] + down

    found: list[Mark] = []
    for mark in drawing.marks:
        match mark:
            case Shape(points, fill, width, closed):
                found.append(Shape(tuple(map(there, points)), fill, width, closed))
            case Disc(middle, radius, fill):
                found.append(Disc(there(middle), radius, fill))
            case Text(at, text, size, align, colour):
                found.append(Text(there(at), text, size, align, colour))
    return found


def stack(drawings: Iterable[Drawing], gap: float = 0.5) -> Drawing:
    """Drawings below each other."""
    marks: list[Mark] = []
    width = down = 0.0
    for drawing in drawings:
        marks += move(drawing, 0, down)
        width, down = max(width, drawing.width), down + drawing.height + gap
    return Drawing(width, max(0.0, down - gap), tuple(marks))


def lines(texts: Sequence[str], size: float = 0.5) -> Drawing:
    """Lines of text, from the left."""
    width = max(map(len, texts), default=0) * NARROW * size / 0.6
    marks = tuple(Text((0, (row + 0.5) * size * 1.4), text, size, "left") for row, text in enumerate(texts))
    return Drawing(width, len(texts) * size * 1.4, marks)


def table(rows: Sequence[Sequence[str]]) -> Drawing:
    """A table with lines around its fields; the first row is its head.

    >>> table([["house", "pet"], ["1", ""]]).height
    2
    """
    widths = [max(2.0, 0.6 + NARROW * max(map(len, column))) for column in zip(*rows, strict=True)]
    marks: list[Mark] = []
    for down, row in enumerate(rows):
        right = 0.0
        for text, width in zip(row, widths, strict=True):
            marks.append(box(right, down, width, fill="0.9" if down == 0 else ""))
            marks.append(Text((right + width / 2, down + 0.5), text, 0.5))
            right += width
    return Drawing(sum(widths), len(rows), tuple(marks))


def regions(rows: Sequence[str], fills: dict[str, str], none: str = "#") -> list[Mark]:
    """Cells coloured by their sign, with thick lines where another sign begins; `none` is not a cell.

    rows: e.g. ["aab", "a#b"]; fills: a colour for each sign, e.g. {"a": "red", "b": ""}.
    """
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign not in none}
    marks: list[Mark] = [box(x, y, fill=fills.get(sign, "")) for (x, y), sign in signs.items()]
    for (x, y), sign in signs.items():
        around = (
            ((0, -1), (0, 0), (1, 0)),
            ((1, 0), (1, 0), (1, 1)),
            ((0, 1), (0, 1), (1, 1)),
            ((-1, 0), (0, 0), (0, 1)),
        )
        for (dx, dy), (ax, ay), (bx, by) in around:
            if signs.get((x + dx, y + dy)) != sign:
                marks.append(Shape(((x + ax, y + ay), (x + bx, y + by)), "", THICK, closed=False))
    return marks


def colours_of(signs: Iterable[str]) -> dict[str, str]:
    """A colour for each different sign, in their order.

    >>> len(colours_of("banana"))
    3
    """
    return {sign: PALETTE[number % len(PALETTE)] for number, sign in enumerate(dict.fromkeys(signs))}
