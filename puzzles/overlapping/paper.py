"""Sudokus as pictures to print: SVG, PDF or PNG.

cell     the square that a digit stands in; its side is what lengths in a drawing are measured by

The pages are those of written arithmetic: see `ambsearch.puzzles.arithmetic.paper` and `sheet`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve
from matplotlib.style import context
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D, Transform

from ..arithmetic.paper import CAPITAL, INCH, INK, LABEL, PENCIL, SETTINGS, TITLE, UNDATED, font_for
from ..arithmetic.sheet import arranged
from .boards import Cell, Layout
from .drawing import borders
from .reading import Clues

LETTER = 0.62  # from here on, in cells
THIN, THICK = 0.02, 0.08
EDGE = 0.1


def save(
    path: str | Path,
    puzzles: Sequence[Clues],
    *,
    answers: Sequence[Mapping[Cell, str] | None] | None = None,
    title: str = "",
    paper: str | None = None,
    dpi: int = 200,
    font: str = "DejaVu Sans",
) -> None:
    """Draw sudokus into a file; if there are several, they are numbered.

    path: ends in .svg, .pdf or .png.
    answers: for each puzzle the digits to be written into it in grey, or None.
    title, paper, dpi, font: see `ambsearch.puzzles.arithmetic.paper.save`.
    Raises ValueError if there is nothing to draw, if the kind of file, the paper or the font is unknown, and if there is
    too much for one page.
    """
    kind = Path(path).suffix.lower()
    if kind not in UNDATED:
        raise ValueError(f"expected a file that ends in {', '.join(UNDATED)}, found {str(path)!r}")
    if not puzzles:
        raise ValueError("expected a sudoku to draw, found none")
    with context(["default", SETTINGS]):
        figure = page(puzzles, answers or [None] * len(puzzles), " ".join(title.split()), paper, font)
        figure.savefig(path, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])


def page(
    puzzles: Sequence[Clues], answers: Sequence[Mapping[Cell, str] | None], title: str, paper: str | None, font: str
) -> Figure:
    """Draw on one page."""
    title_font = font_for(title, font)
    long, _, _ = text_to_path.get_text_width_height_descent(title, title_font, ismath=False)
    label = LABEL if len(puzzles) > 1 else 0.0
    sizes = [(clues.layout.width + 2 * EDGE + label, clues.layout.height + 2 * EDGE) for clues in puzzles]
    sheet = arranged(sizes, paper, (long, 2 * TITLE if title else 0.0))
    width, height = sheet.page
    figure = Figure((width / INCH, height / INCH), facecolor="white")
    points = Affine2D().scale(1 / width, -1 / height).translate(0, 1) + figure.transFigure  # from the upper left
    if title:
        title_font.set_size(min(TITLE, TITLE * (width - 2 * sheet.margin) / long))
        base = sheet.margin + CAPITAL * TITLE
        figure.text(width / 2, base, title, font=title_font, ha="center", transform=points, parse_math=False)
    for number, (clues, answer, (x, y)) in enumerate(zip(puzzles, answers, sheet.corners, strict=True), 1):
        cells = Affine2D().scale(sheet.cell).translate(x, y) + points
        if label:
            figure.text(
                EDGE,
                EDGE + (1 + CAPITAL * LETTER) / 2,
                f"{number}.",
                size=LETTER * sheet.cell,
                weight="bold",
                transform=cells,
            )
        inside = Affine2D().translate(label + EDGE, EDGE) + cells
        draw_lines(figure, inside, sheet.cell, clues.layout)
        for cell, digit in {**(answer or {}), **clues.givens}.items():
            row, column = cell
            figure.text(
                column - 0.5,
                row - 0.5 + CAPITAL * LETTER / 2,
                digit,
                size=LETTER * sheet.cell,
                ha="center",
                color=INK if cell in clues.givens else PENCIL,
                transform=inside,
            )
    return figure


def draw_lines(figure: Figure, cells: Transform, cell: float, layout: Layout) -> None:
    """Draw the lines between cells, thick ones between blocks."""
    above, left = borders(layout)
    thick = [((c, r), (c + 1, r)) for r, c in above] + [((c, r), (c, r + 1)) for r, c in left]
    thin = [line for r, c in layout.cells for line in (((c - 1, r - 1), (c, r - 1)), ((c - 1, r - 1), (c - 1, r)))]
    for lines, width in ((thin, THIN), (thick, THICK)):
        corners = [corner for line in sorted(lines) for corner in line]
        curve = Curve(corners, [Curve.MOVETO, Curve.LINETO] * len(lines))
        patch = PathPatch(curve, fill=False, edgecolor=INK, linewidth=width * cell, capstyle="projecting")
        patch.set(transform=cells)
        figure.add_artist(patch)
