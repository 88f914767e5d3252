from pathlib import Path

import pytest

from ambsearch.puzzles.pictures.marks import Disc, Drawing, Shape, Text, box
from ambsearch.puzzles.pictures.pages import save

FACE = Drawing(2, 2, (box(0, 0, 2, 2), Disc((1, 1), 0.5, "white"), Text((1, 1), "$x$"), Shape(((0, 0), (2, 2)))))


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_same_pictures_give_the_same_file(tmp_path: Path, kind: str, start: bytes):
    for name in ("a", "b"):
        save(tmp_path / f"{name}.{kind}", [FACE, FACE], title="Faces", rule="Look.", paper="a4", dpi=40)
    first, second = (tmp_path / f"a.{kind}").read_bytes(), (tmp_path / f"b.{kind}").read_bytes()
    assert first.startswith(start)
    assert first == second


@pytest.mark.parametrize("paper", [None, "a4"])
def test_an_empty_board_is_drawn(tmp_path: Path, paper: str | None):
    save(tmp_path / "empty.svg", [Drawing(0, 0, ())], paper=paper)

    assert (tmp_path / "empty.svg").exists()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"path": "a.gif"}, "expected a file that ends in .svg, .pdf or .png, found 'a.gif'"),
        ({"path": "a.svg", "paper": "a3"}, "expected the paper a4 or letter, found 'a3'"),
        ({"path": "a.svg", "font": "No Such"}, "expected the name of an installed font, found 'No Such'"),
        ({"path": "a.svg", "title": "\N{HIRAGANA LETTER A}"}, "characters that the font DejaVu Sans has"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, str], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        save(options.pop("path"), [FACE], **options)
