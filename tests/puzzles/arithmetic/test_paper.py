import re
import struct
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest

from ambsearch.puzzles.arithmetic.drawing import draw, draw_sum, numbers
from ambsearch.puzzles.arithmetic.notation import Calculation, work_out
from ambsearch.puzzles.arithmetic.paper import OVERHANG, save
from ambsearch.puzzles.arithmetic.sheet import CELL, EDGE

PUZZLE = Calculation("*33**", "*3*", ("*33**", "****3", "***33"), "********")
ANSWER = work_out(33311, 331)
DIVISION = Calculation("**", "*0W", ("9*", "", "**"), "9*5W", ("***", "", ""), "*")
SUM = [("", "TWENTY"), ("-", "S*X"), ("+", "7"), ("=", "AMOUNT")]
SVG = "{http://www.w3.org/2000/svg}"
GREY = "#737373"
Point = tuple[float, float]


class Picture:
    """What an SVG of one drawing shows.

    boxes      the middle of each
    texts      what is written, its colour, and a point inside the first character
    bars       left end, right end and height of each
    brackets   how many there are
    """

    def __init__(self, path: Path) -> None:
        parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
        root = ElementTree.parse(path, parser).getroot()
        self.width, self.height = (float(root.get(side, "").removesuffix("pt")) for side in ("width", "height"))
        self.boxes: list[Point] = []
        self.texts: list[tuple[str, str, Point]] = []
        self.bars: list[tuple[float, float, float]] = []
        self.brackets = 0
        for group in root.iter(f"{SVG}g"):
            if group.get("id", "").startswith("patch"):
                self.add_shape(group[0])
            elif group.get("id", "").startswith("text"):
                self.add_text(*group)

    def add_shape(self, path: ElementTree.Element) -> None:
        shape = path.get("d", "")
        xs, ys = zip(*[tuple(map(float, point)) for point in re.findall(r"([-.\d]+) ([-.\d]+)", shape)])
        if "fill: none" not in path.get("style", ""):
            assert (max(xs), max(ys)) == (self.width, self.height)  # the page itself
        elif "Q" in shape:
            self.brackets += 1
        elif "z" in shape:
            assert max(xs) - min(xs) == pytest.approx(max(ys) - min(ys))
            self.boxes.append(((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))
        else:
            self.bars.append((min(xs), max(xs), ys[0]))

    def add_text(self, comment: ElementTree.Element, glyphs: ElementTree.Element) -> None:
        ((x, y),) = re.findall(r"translate\(([.\d]+) ([.\d]+)\)", glyphs.get("transform", ""))
        colour = re.search("fill: (#[0-9a-f]+)", glyphs.get("style", ""))
        text = (comment.text or "").strip()
        self.texts.append((text, colour[1] if colour else "black", (float(x) + 0.25 * CELL, float(y) - 0.29 * CELL)))

    def rows(self) -> list[dict[int, str]]:
        """For each row, from the top, what stands at which place."""
        found: dict[int, dict[int, str]] = defaultdict(dict)
        units = self.width - EDGE - OVERHANG * CELL
        for text, (x, y) in [("*", box) for box in self.boxes] + [(text, point) for text, _, point in self.texts]:
            found[round(2 * y / CELL)][int((units - x) // CELL)] = text
        return [found[height] for height in sorted(found)]

    def bar_places(self) -> list[tuple[float, float]]:
        units = self.width - EDGE - OVERHANG * CELL
        return [(round((units - left) / CELL, 2), round((units - right) / CELL, 2)) for left, right, _ in self.bars]


def rows_of(text: str) -> list[dict[int, str]]:
    """For each row of a drawing in text, what stands at which place; a sign has one place there, a bracket none."""
    lines = [line for line in text.splitlines() if set(line) - set(" -")]
    width = max(map(len, lines))
    lines = [re.sub(r"^( *)([-+x]) ", r" \1\2", line) for line in lines]
    lines = [re.sub(r"^(.*) \) ", r"  \1 ", line) for line in lines]
    signs = {"x": "×", "-": "−"}
    return [
        {width - place - 1: signs.get(cell, cell) for place, cell in enumerate(line) if cell != " "} for line in lines
    ]


def picture(path: Path, *arguments, **options) -> Picture:
    save(path / "drawn.svg", *arguments, **options)
    return Picture(path / "drawn.svg")


CASES = {
    "multiplication": (PUZZLE, draw(PUZZLE)),
    "division": (DIVISION, draw(DIVISION)),
    "answer": (work_out(125473, 58781, division=True), draw(work_out(125473, 58781, division=True))),
    "zeros": (work_out(207, 3040), draw(work_out(207, 3040))),
    "letters": (work_out(0xBEEF, 0xCAFE, base=16), draw(work_out(0xBEEF, 0xCAFE, base=16))),
    "23 by 20 digits": (work_out(10**23 - 7, 10**20 - 3), draw(work_out(10**23 - 7, 10**20 - 3))),
    "sum": (SUM, draw_sum(SUM)),
    "line": (numbers("A-*+BxC=x", "+-x="), "A−*+B×C=x"),
}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.thorough] * (case == "23 by 20 digits")) for case in CASES]
)
def test_a_picture_shows_what_the_text_shows_place_by_place(tmp_path, case):
    drawable, text = CASES[case]
    shown = picture(tmp_path, [drawable])
    assert shown.rows() == rows_of(text)
    assert len(shown.bars) == len(re.findall("^ *-+$", text, re.MULTILINE))
    assert shown.brackets == text.count(")")


def test_bars_reach_over_what_stands_above_and_below_them(tmp_path):
    assert picture(tmp_path, [PUZZLE]).bar_places() == [
        (6 + OVERHANG, -OVERHANG),
        (8 + OVERHANG, -OVERHANG),
    ]
    quotient, first, last = picture(tmp_path, [DIVISION]).bar_places()
    assert quotient[0] > 4 and quotient[1] == -OVERHANG
    assert first == (4 + OVERHANG, -OVERHANG)
    assert last == (2 + OVERHANG, -OVERHANG)


def test_an_answer_is_written_in_grey_into_the_boxes(tmp_path):
    empty, full = picture(tmp_path, [PUZZLE]), picture(tmp_path, [PUZZLE], answers=[ANSWER])
    assert full.boxes == empty.boxes
    assert [text for text in full.texts if text[1] == "black"] == empty.texts
    assert len([text for text in full.texts if text[1] == GREY]) == len(full.boxes) == 23


def test_an_answer_stands_beside_its_letters_in_grey(tmp_path):
    shown = picture(tmp_path, [[("", "A"), ("+", "A"), ("=", "1B")]], answers=[[("", "5"), ("+", "5"), ("=", "10")]])
    assert [text for text, colour, _ in shown.texts if colour == GREY] == ["5", "5", "0"]
    assert [text for text, colour, _ in shown.texts if colour != GREY] == ["A", "A", "+", "B", "1"]


def test_several_drawings_are_numbered_under_their_title(tmp_path):
    shown = picture(tmp_path, [PUZZLE, DIVISION, SUM], answers=[ANSWER, None, None], title="Find the digits, $x$ too")
    heights = {text: y for text, _, (_, y) in shown.texts if text.endswith(".")}
    (title,) = [y for text, _, (_, y) in shown.texts if text == "Find the digits, $x$ too"]
    assert list(heights) == ["1.", "2.", "3."]
    assert title < heights["1."] <= heights["2."] <= heights["3."]
    assert len(shown.boxes) == "".join([*PUZZLE.rows, *DIVISION.rows]).count("*") + 1


def test_a_sheet_has_the_rule_a_field_for_a_name_and_a_table_of_letters_and_digits(tmp_path):
    money, answer = numbers("SEND+MORE=MONEY"), numbers("9567+1085=10652")
    save(tmp_path / "sheet.svg", [money], answers=[answer], rule="Letters are digits.", paper="a4")
    sheet = Picture(tmp_path / "sheet.svg")
    assert len(sheet.boxes) == len("DEMNORSY")
    written = [text for text, _, _ in sheet.texts]
    assert written[0] == "Letters are digits." and written[1].startswith("Name: ____")
    below = max(y for _, _, (_, y) in sheet.texts)
    in_boxes = sorted((x, text) for text, _, (x, y) in sheet.texts if y == pytest.approx(below))
    assert "".join(text for _, text in in_boxes) == "75160892"


def test_one_drawing_has_no_number(tmp_path):
    assert all(not text.endswith(".") for text, *_ in picture(tmp_path, [PUZZLE]).texts)


def test_a_png_has_the_size_of_the_paper_and_its_resolution(tmp_path):
    save(tmp_path / "a.PNG", [PUZZLE, DIVISION], paper="letter", dpi=100)
    header = (tmp_path / "a.PNG").read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert struct.unpack(">II", header[16:]) == (850, 1100)


def test_without_paper_a_png_is_as_large_as_what_is_drawn(tmp_path):
    save(tmp_path / "a.png", [SUM], dpi=72)
    assert struct.unpack(">II", (tmp_path / "a.png").read_bytes()[16:24]) == (
        round(7 * CELL + 2 * OVERHANG * CELL + 2 * EDGE),
        round(4.26 * CELL + 2 * EDGE),
    )


def test_a_pdf_is_a_pdf(tmp_path):
    save(tmp_path / "a.pdf", [PUZZLE], paper="a4")
    found = (tmp_path / "a.pdf").read_bytes()
    assert found.startswith(b"%PDF")
    assert b"/MediaBox [ 0 0 595.28 841.89 ]" in found


def test_the_same_calculations_give_the_same_file_whatever_the_users_settings_are(tmp_path):
    kinds = ["svg", "png", "pdf"]
    settings = {"font.family": "serif", "lines.linewidth": 9, "svg.fonttype": "none", "figure.dpi": 50}
    for name, changed in (("a", {}), ("b", settings)):
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(changed)
            for kind in kinds:
                save(tmp_path / f"{name}.{kind}", [work_out(12, 34), work_out(12, 34, division=True)], title="Sums")
    for kind in kinds:
        first, second = ((tmp_path / name).read_bytes() for name in (f"a.{kind}", f"b.{kind}"))
        assert first == second
        assert b"Date" not in first


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("a.gif", [PUZZLE]), "expected a file that ends in .svg, .pdf or .png, found '.*a.gif'"),
        (("a", [PUZZLE]), "expected a file that ends in"),
        (("a.svg", []), "expected a calculation to draw, found none"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, arguments, complaint):
    path, calculations = arguments
    with pytest.raises(ValueError, match=complaint):
        save(tmp_path / path, calculations)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"answers": []}, "expected 1 answers, one for each calculation, found 0"),
        ({"answers": [work_out(33311, 33)]}, "expected an answer with as many digits in each row as"),
        ({"answers": [SUM]}, "expected an answer with as many digits in each row as"),
        ({"paper": "a3"}, "expected the paper a4 or letter, found 'a3'"),
        (
            {"title": "\U000f0000"},
            r"that the font DejaVu Sans has, found '\\U000f0000'; no installed font has them all",
        ),
        ({"title": "A", "font": "STIXSizeOneSym"}, r"found 'A'; the font '[\w .]+' has them all"),
        ({"font": "No Such Font"}, "expected the name of an installed font, found 'No Such Font'"),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path, options, complaint):
    with pytest.raises(ValueError, match=complaint):
        save(tmp_path / "a.svg", [PUZZLE], **options)
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_it_is_said_how_to_install_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "ambsearch.puzzles.arithmetic.paper")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"to install it: pip install 'ambsearch\[draw\]'"):
        import ambsearch.puzzles.arithmetic.paper  # noqa: F401


def test_drawing_in_text_needs_no_matplotlib():
    program = "import ambsearch.puzzles.arithmetic.drawing, sys; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
