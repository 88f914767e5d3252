"""The tree as SVG."""

import re
import xml.etree.ElementTree as ET
from typing import Any

from ambsearch import ambiguous
from ambsearch.puzzles import queens
from ambsearch.tracing import trace

SPACE = {"svg": "http://www.w3.org/2000/svg"}


def nodes(text: str) -> list[str]:
    drawn = [group for group in ET.fromstring(text).iterfind(".//svg:g", SPACE) if "data-node" in group.attrib]
    return ["".join(group.itertext()) for group in drawn]


def test_every_item_is_drawn_with_what_became_of_it() -> None:
    told = trace(queens.solve(4))
    drawn = nodes(told.svg())
    assert len(drawn) == 61
    assert sum("line" in text for text in drawn) == sum(event.kind == "failed" for event in told.events)
    assert [text for text in drawn if "(1, 3, 0, 2)" in text or "(2, 0, 3, 1)" in text] != []


def test_no_two_labels_overlap() -> None:
    boxes = [
        (float(x), float(y), float(wide))
        for x, y, wide in re.findall(
            r'translate\(([-\d.]+),([-\d.]+)\)">.*?width="([\d.]+)"', trace(queens.solve(5)).svg()
        )
    ]
    assert len(boxes) > 200
    boxes.sort(key=lambda box: (box[1], box[0]))
    for number, (x, y, wide) in enumerate(boxes):
        for right, down, _ in boxes[number + 1 : number + 12]:
            assert abs(down - y) >= 20 or right >= x + wide - 10 or right < x


def test_of_a_large_tree_what_failed_is_folded_and_counted() -> None:
    text = trace(queens.solve(6)).svg(room=100)
    drawn = nodes(text)
    assert 60 < len(drawn) < 200
    assert any("▸" in label for label in drawn)
    assert "which are not drawn" in text


def test_values_are_text() -> None:
    @ambiguous
    def untrusted() -> Any:
        return (yield ("</text><script>alert(1)</script>", "\u202e\u05d0"))

    drawn = nodes(trace(untrusted()).svg())
    assert any("</text><script>" in label for label in drawn)
    assert not any("\u202e" in label for label in drawn)
