"""The kinds of files that pictures are written to."""

from collections.abc import Iterable
from pathlib import Path

DRAWN = ".svg", ".pdf", ".png"


def kind_of(path: str | Path, kinds: Iterable[str] = DRAWN) -> str:
    """What the name ends in, in small letters; ValueError if that is none of these kinds.

    >>> kind_of("sheet.PDF")
    '.pdf'
    >>> kind_of("sheet.gif")
    Traceback (most recent call last):
    ...
    ValueError: expected a file that ends in .svg, .pdf or .png, found 'sheet.gif'
    """
    *others, last = kinds
    found = Path(path).suffix.lower()
    if found not in (*others, last):
        raise ValueError(f"expected a file that ends in {', '.join(others)} or {last}, found {str(path)!r}")
    return found
