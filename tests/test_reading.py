"""Reading text: what stands where, and the places of errors."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.errors import BadInput
from ambsearch.reading import Part, blocks_of, lines_of

TEXTS = st.text(alphabet="ab1 :,\t\n\r\u3000é", max_size=30)


def stands_there(text: str, part: Part) -> bool:
    """Is the part where it says it is in this text?"""
    line = text.splitlines()[part.line - 1]
    return line[part.column - 1 :].startswith(part.text) and part.column - 1 + len(part.text) <= len(line)


@given(TEXTS)
def test_every_part_stands_where_it_says(text: str) -> None:
    for line in lines_of(text):
        parts = line.parts(":,")
        words = [word for part in parts for word in part.words()]
        ends = [part.end for part in parts]
        assert all(stands_there(text, part) for part in [line, *line.words(), *line.signs(), *parts, *words, *ends])


@given(TEXTS)
def test_words_and_parts_are_those_of_the_text(text: str) -> None:
    for line in lines_of(text):
        assert [word.text for word in line.words()] == line.text.split()
        assert [part.text for part in line.parts(":")] == [part.strip() for part in line.text.split(":")]
        assert "".join(sign.text for sign in line.signs()) == line.text


@given(TEXTS)
def test_blocks_hold_the_lines_that_are_not_empty_and_part_where_one_is(text: str) -> None:
    blocks = blocks_of(text)
    filled = [number for number, line in enumerate(text.splitlines(), 1) if line.strip()]

    assert [line.line for block in blocks for line in block] == filled
    assert all(block[-1].line - block[0].line == len(block) - 1 for block in blocks)
    assert all(later[0].line > block[-1].line + 1 for block, later in zip(blocks, blocks[1:], strict=False))


def test_a_line_keeps_the_blanks_at_its_beginning_only() -> None:
    assert blocks_of("\n  ab \t\n   \ncd") == [[Part("  ab", 2, 1)], [Part("cd", 4, 1)]]
    assert lines_of(" \n\n") == []


LINE = Part("ann:  ann 12, ,bea", 3, 5)


@pytest.mark.parametrize(
    ("reading", "column", "message"),
    [
        (lambda: LINE.words("a", "b"), 15, "expected nothing more, found '12,'"),
        (lambda: LINE.words("a", "b", "c", "d", "e"), 23, "expected e, found nothing"),
        (lambda: LINE.words("a", "b", "c", "d", "e", more=True), 23, "expected e, found nothing"),
        (lambda: LINE.parts(":", "a", "b", "c"), 23, "expected ':' and c, found nothing"),
        (lambda: LINE.parts(":,", "a", "b"), 17, "expected nothing more, found ','"),
        (lambda: LINE.parts("+-", "a", "b"), 23, "expected '+' or '-' and b, found nothing"),
        (lambda: LINE.parts(":,")[2].one_of(["x", "y"]), 19, "expected one of x, y, found nothing"),
        (lambda: LINE.parts(":,")[2].new(["x"]), 19, "expected a name, found nothing"),
        (lambda: LINE.parts(":,")[3].new(["bea"]), 20, "expected a new name, found 'bea' again"),
        (lambda: LINE.parts(":,")[1].words()[0].number(), 11, "expected a whole number, found 'ann'"),
        (lambda: LINE.parts(":,")[1].words()[1].number("a digit", most=9), 15, "expected a digit, found '12'"),
        (lambda: LINE.parts(":,")[1].end.number("a digit"), 17, "expected a digit, found nothing"),
    ],
)
def test_an_error_tells_its_place(reading: Callable[[], Any], column: int, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        reading()

    assert (refusal.value.message, refusal.value.line, refusal.value.column) == (message, 3, column)


@given(st.integers(), st.integers(), st.integers())
def test_a_number_is_read_if_it_is_within_its_bounds(number: int, least: int, most: int) -> None:
    part = Part(str(number), 1)

    assert part.number(least=None) == number
    if least <= number <= most:
        assert part.number(least=least, most=most) == number
    else:
        with pytest.raises(BadInput):
            part.number(least=least, most=most)


@pytest.mark.parametrize("text", ["", "x", "1.5", "+1", "--1", "1_000", "²", "٣", "1 2", "9" * 5000])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="expected a whole number"):
        Part(text, 1).number(least=None)
