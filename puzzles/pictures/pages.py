"""Pictures of puzzles on a page, drawn by Matplotlib: SVG, PNG or PDF.

With the same version of Matplotlib, the same pictures give the same file, byte by byte.
"""

from collections.abc import Sequence
from pathlib import Path

from ..arithmetic.paper import INCH, SETTINGS, UNDATED, font_for
from ..arithmetic.sheet import arrange
from .heads import Heads, heads_of, room_for, write
from .kinds import kind_of
from .marks import Disc, Drawing, Mark, Shape, Text

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.patches import Circle, Polygon
    from matplotlib.style import context
except ImportError as missing:
    raise ImportError("pictures are drawn by Matplotlib; to install it: pip install 'ambsearch[draw]'") from missing

LABEL = 1.0  # the room for a number above a picture, in cells


def save(
    path: str | Path,
    drawings: Sequence[Drawing],
    *,
    title: str = "",
    rule: str = "",
    paper: str | None = None,
    dpi: int = 200,
    font: str = "DejaVu Sans",
) -> None:
    """Draw pictures into a file; if there are several, they are numbered.

    path: ends in .svg, .pdf or .png.
    title: above them; rule: below the title, on one line.
    paper: "a4" or "letter", with a field for a name; None for a page as large as the pictures.
    dpi: pixels per inch of a .png.
    font: of title and rule, for characters that Matplotlib's own font lacks.
    Raises ValueError if the kind of file, the paper or the font is unknown, or if there is too much for one page.
    """
    kind = kind_of(path)
    with context(["default", SETTINGS]):
        figure = page(drawings, heads_of(title, rule, paper), paper, font_for(title + rule, font))
        figure.savefig(path, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])


def page(drawings: Sequence[Drawing], heads: Heads, paper: str | None, font: FontProperties) -> Figure:
    """Draw on one page, with these lines above the pictures."""
    label = LABEL if len(drawings) > 1 else 0.0
    sheet = arrange(
        [(drawing.width, drawing.height + label) for drawing in drawings],
        paper,
        room_for(heads, font),
    )
    width, height = sheet.page
    figure = Figure((width / INCH, height / INCH), facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1), zorder=10)  # after the lines above them
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    write(figure, heads, width, sheet.margin, font, axes.transData)
    for number, (drawing, (x, y)) in enumerate(zip(drawings, sheet.corners, strict=True), 1):
        if label:
            axes.text(x, y + label * sheet.cell / 2, f"{number}.", size=0.6 * sheet.cell, weight="bold", va="center")
        for mark in drawing.marks:
            draw(axes, mark, x, y + label * sheet.cell, sheet.cell)
    return figure


def draw(axes: Axes, mark: Mark, x: float, y: float, cell: float) -> None:
    """Draw a mark; x, y: the upper left corner of its picture, in points; cell: the side of a cell."""
    match mark:
        case Shape(points, fill, width, closed):
            corners = [(x + cell * right, y + cell * down) for right, down in points]
            axes.add_patch(
                Polygon(
                    corners,
                    closed=closed,
                    facecolor=fill or "none",
                    edgecolor="black" if width else "none",
                    linewidth=width * cell,
                    capstyle="round",
                )
            )
        case Disc((right, down), radius, fill):
            middle = x + cell * right, y + cell * down
            axes.add_patch(Circle(middle, radius * cell, facecolor=fill, edgecolor="black", linewidth=0.05 * cell))
        case Text((right, down), text, size, align, colour):
            where = x + cell * right, y + cell * down
            axes.text(*where, text, size=size * cell, ha=align, va="center_baseline", color=colour, parse_math=False)
