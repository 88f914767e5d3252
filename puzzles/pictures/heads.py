"""The lines above the pictures on a page: a title, the rule on one line, a field for a name."""

try:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path
    from matplotlib.transforms import Transform
except ImportError as missing:
    raise ImportError("pictures are drawn by Matplotlib; to install it: pip install 'ambsearch[draw]'") from missing

TITLE, RULE = 17.0, 11.0  # points
CAPITAL = 0.729  # the height of digits and capital letters, in sizes of the font
NAME = "Name: " + "_" * 30

Heads = list[tuple[str, float]]  # each line with its size in points


def heads_of(title: str, rule: str, paper: str | None) -> Heads:
    """The lines above the pictures; on paper there is a field for a name.

    >>> heads_of("Tuesday", "", None)
    [('Tuesday', 17.0)]
    """
    lines = ((title, TITLE), (rule, RULE), (NAME if paper else "", RULE))
    return [(text, size) for text, size in lines if text]


def room_for(heads: Heads, font: FontProperties) -> tuple[float, float]:
    """The width and height of the lines, in points."""
    width = max((length(text, size, font) for text, size in heads), default=0.0)
    return width, 2 * sum(size for _, size in heads)


def length(text: str, size: float, font: FontProperties) -> float:
    """The width of a line, in points."""
    sized = font.copy()
    sized.set_size(size)
    wide, _, _ = text_to_path.get_text_width_height_descent(text, sized, ismath=False)
    return float(wide)


def write(figure: Figure, heads: Heads, width: float, margin: float, font: FontProperties, points: Transform) -> None:
    """Write the lines, smaller if they are too long; width, margin: of the page; points: from its upper left."""
    base = margin
    for text, size in heads:
        fitting = font.copy()
        fitting.set_size(min(size, size * (width - 2 * margin) / max(1.0, length(text, size, font))))
        figure.text(
            width / 2, base + CAPITAL * size, text, font=fitting, ha="center", transform=points, parse_math=False
        )
        base += 2 * size
