"""Calculations as pictures, with boxes to write in, for example on a sheet for a class.

save       draw calculations and equations into a file: SVG, PDF or PNG

cell       the square of a digit; lengths in a drawing are measured by its side
drawing    the lines of a calculation, and what is written into the boxes of each

With the same version of Matplotlib, the same calculations give the same file, byte by byte.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..pictures.heads import CAPITAL, TITLE, Heads, heads_of, room_for, write
from ..pictures.kinds import kind_of
from .drawing import Line, lines, sum_lines
from .notation import BOX, Calculation, letters_of
from .sheet import Size, arrange

try:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
    from matplotlib.patches import Patch, PathPatch, Rectangle
    from matplotlib.path import Path as Curve
    from matplotlib.style import context
    from matplotlib.transforms import Affine2D, Transform
except ImportError as missing:
    raise ImportError("pictures are drawn by Matplotlib; to install it: pip install 'ambsearch[draw]'") from missing

Drawable = Calculation | Sequence[tuple[str, str]]  # an equation, as in drawing.sum_lines
Drawing = list[tuple[Line, Line]]  # each line, and the same line with its boxes filled

INCH = 72  # points
LETTER = 0.8  # from here on, in cells
SQUARE = 0.84
BAR = 0.26
OVERHANG = 0.1
BRACKET = 0.5
NEAR = 0.2
LABEL = 1.6
NOTE = 0.45  # the size of a letter beside its digit, in sizes of the digit
INK, PENCIL = "black", "0.45"
SETTINGS = {"svg.hashsalt": "ambsearch", "svg.fonttype": "path"}
UNDATED = {
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".png": {"Software": None},
}


def save(
    path: str | Path,
    calculations: Sequence[Drawable],
    *,
    answers: Sequence[Drawable | None] | None = None,
    title: str = "",
    rule: str = "",
    paper: str | None = None,
    dpi: int = 200,
    font: str = "DejaVu Sans",
) -> None:
    """Draw calculations into a file; if there are several, they are numbered.

    path: ends in .svg, .pdf or .png.
    calculations: long multiplications and divisions; an equation by its numbers and the sign before each, e.g.
    [("", "SEND"), ("+", "MORE"), ("=", "MONEY")].
    answers: for each calculation its answer, to be written into it in grey, or None.
    title: above them; rule: below the title, on one line.
    paper: "a4" or "letter", where they are drawn smaller if necessary, with a field for a name, and a table of
    letters and digits below each calculation with letters; None for a picture as large as the drawings.
    dpi: pixels per inch of a .png.
    font: of title and rule, for characters that Matplotlib's own font lacks, e.g. "Noto Sans CJK JP".

    Raises ValueError if there is nothing to draw, an answer does not belong to its calculation, the kind of file, the
    paper or the font is unknown, or there is too much for one page.
    """
    kind = kind_of(path)
    with context(["default", SETTINGS]):
        title = " ".join(title.split())
        drawn = drawings(calculations, answers)
        if paper:
            drawn = [[*drawing, *table(drawing)] for drawing in drawn]
        figure = page(drawn, heads_of(title, rule, paper), paper, font_for(title + rule, font))
        figure.savefig(path, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])


def drawings(calculations: Sequence[Drawable], answers: Sequence[Drawable | None] | None) -> list[Drawing]:
    """Lay out each calculation, with its answer."""
    if not calculations:
        raise ValueError("expected a calculation to draw, found none")
    if answers is None:
        answers = [None] * len(calculations)
    if len(answers) != len(calculations):
        raise ValueError(f"expected {len(calculations)} answers, one for each calculation, found {len(answers)}")
    return [with_answer(*pair) for pair in zip(calculations, answers, strict=True)]


def with_answer(calculation: Drawable, answer: Drawable | None) -> Drawing:
    """Pair the lines of a calculation with those of its answer."""
    empty = lines_of(calculation)
    written = empty if answer is None else lines_of(answer)
    if list(map(shape, empty)) != list(map(shape, written)):
        raise ValueError(f"expected an answer with as many digits in each row as {calculation}, found {answer}")
    return list(zip(empty, written, strict=True))


def table(drawing: Drawing) -> Drawing:
    """A table of the letters of a drawing, with a box for the digit of each; none if there are no letters."""
    pairs = [pair for lines in drawing for pair in zip(*(line.divisor + line.cells for line in lines), strict=True)]
    letters = "".join(letters_of(cell for cell, _ in pairs))
    if not letters:
        return []
    digits = dict(pairs)
    boxes = BOX * len(letters)
    found = "".join(BOX if digits[letter] == letter else digits[letter] for letter in letters)
    gap, head = Line(" "), Line(letters)
    return [(gap, gap), (head, head), (Line(boxes), Line(found))]


def lines_of(calculation: Drawable) -> list[Line]:
    return lines(calculation) if isinstance(calculation, Calculation) else sum_lines(calculation)


def shape(line: Line) -> tuple[int, int, int, str]:
    return len(line.cells), line.place, len(line.divisor), line.sign


def page(drawings: Sequence[Drawing], heads: Heads, paper: str | None, font: FontProperties) -> Figure:
    """Draw on one page, with these lines above the drawings."""
    label = LABEL if len(drawings) > 1 else 0.0
    sizes = [(width + label, height) for width, height in map(size, drawings)]
    sheet = arrange(sizes, paper, room_for(heads, font))
    width, height = sheet.page
    figure = Figure((width / INCH, height / INCH), facecolor="white")
    points = Affine2D().scale(1 / width, -1 / height).translate(0, 1) + figure.transFigure  # from the upper left
    write(figure, heads, width, sheet.margin, font, points)
    for number, (drawing, (x, y), (wide, _)) in enumerate(zip(drawings, sheet.corners, sizes, strict=True), 1):
        cells = Affine2D().scale(-sheet.cell, sheet.cell).translate(x + sheet.cell * (wide - OVERHANG), y)
        pen = Pen(figure, cells + points, sheet.cell)
        if label:
            pen.write(f"{number}.", wide - OVERHANG - LABEL / 2, 0, weight="bold")
        draw(pen, drawing)
    return figure


def font_for(title: str, name: str) -> FontProperties:
    """The font of this name; ValueError if there is none, or if it lacks a character of the title."""
    font = FontProperties(family=name, size=TITLE)
    try:
        known = get_font(findfont(font, fallback_to_default=False))
    except ValueError:
        raise ValueError(f"expected the name of an installed font, found {name!r}") from None
    for character in title:
        if not known.get_char_index(ord(character)):
            expected = f"expected a title in characters that the font {name} has, found {character!r}"
            raise ValueError(f"{expected}; {other_font(title)}")
    return font


def other_font(title: str) -> str:
    """Which font has all characters of a title, as the end of a message."""
    for found in sorted(fontManager.ttflist, key=lambda entry: entry.name):
        is_for_reading = not found.name.startswith("Last Resort")  # which shows in which block a character is
        if is_for_reading and all(map(get_font(found.fname).get_char_index, map(ord, title))):
            return f"the font {found.name!r} has them all"
    return "no installed font has them all; install one, such as Noto Sans CJK, and name it"


def size(drawing: Drawing) -> Size:
    """The width and height of a drawing, in cells."""
    rows = [line for line, _ in drawing]
    bars = sum(line.is_bar for line in rows)
    width = max(extent(line) + (NEAR + len(line.divisor) if line.divisor else 0) for line in rows)
    return width + 2 * OVERHANG, len(rows) - bars + bars * BAR


def extent(line: Line) -> float:
    """How far a line extends to the left of the units, without a divisor, in cells."""
    if not line.sign:
        return line.place + len(line.cells)
    return line.width + (BRACKET if line.divisor else 1)


def draw(pen: "Pen", drawing: Drawing) -> None:
    """Draw the lines of a calculation below each other."""
    top = 0.0
    for number, (line, written) in enumerate(drawing):
        if line.is_bar:
            around = [drawing[number - 1][0], drawing[number + 1][0]]
            pen.bar(max(map(extent, around)), min(beside.place for beside in around), top + BAR / 2)
            top += BAR
            continue
        pen.row(line.cells, written.cells, line.place, top)
        if line.divisor:
            pen.bracket(extent(line), top - BAR / 2, top + 1)
            pen.row(line.divisor, written.divisor, extent(line) + NEAR, top)
        elif line.sign:
            pen.write(line.sign.replace("x", "×"), line.width + 0.5, top)
        top += 1


class Pen:
    """Draws in cells, to the left of the units and down from the top; e.g. the first row's tens are at 1, 0."""

    def __init__(self, figure: Figure, cells: Transform, cell: float) -> None:
        self.figure = figure
        self.cells = cells
        self.cell = cell

    def row(self, cells: str, written: str, place: float, top: float) -> None:
        """Draw the cells of a row, boxes as squares, with what is written into them."""
        for cell, digit in zip(reversed(cells), reversed(written), strict=True):
            if cell == BOX:
                inset = (1 - SQUARE) / 2
                self.ink(Rectangle((place + inset, top + inset), SQUARE, SQUARE, fill=False), 0.03)
            if digit != BOX:
                self.write(digit, place + 0.5, top, color=INK if cell == digit else PENCIL)
            if cell not in (BOX, digit):
                self.note(cell, place, top)
            place += 1

    def write(self, text: str, middle: float, top: float, **style: Any) -> None:
        """Write into the cell with this centre."""
        base = top + 0.5 + CAPITAL * LETTER / 2
        text = text.replace("-", "\N{MINUS SIGN}")
        self.figure.text(middle, base, text, size=LETTER * self.cell, ha="center", transform=self.cells, **style)

    def note(self, letter: str, place: float, top: float) -> None:
        """Write a small letter into the upper left corner of the cell of its digit."""
        size = LETTER * self.cell * NOTE
        self.figure.text(place + 0.98, top + 0.3, letter, size=size, ha="left", transform=self.cells)

    def bar(self, left: float, right: float, y: float) -> None:
        """Draw a line between two places."""
        self.ink(PathPatch(Curve([(left + OVERHANG, y), (right - OVERHANG, y)]), fill=False), 0.06)

    def bracket(self, left: float, top: float, bottom: float) -> None:
        """Draw the bracket of a division, from the bar down."""
        end = left + OVERHANG
        points = [(end, top), (end - BRACKET, (top + bottom) / 2), (end, bottom)]
        self.ink(PathPatch(Curve(points, [Curve.MOVETO, Curve.CURVE3, Curve.CURVE3]), fill=False), 0.06)

    def ink(self, patch: Patch, width: float) -> None:
        """Draw a shape with a line of a width, in cells."""
        patch.set(transform=self.cells, edgecolor=INK, linewidth=width * self.cell)
        self.figure.add_artist(patch)
