import pytest

from ambsearch.puzzles.making.pattern import Order, Pattern, span


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("SEND+MORE=MONEY", []),
        ("?+?=MONEY", [((0,), (1,))]),
        ("?+MORE=?", []),
        ("?-?=?", [((1,), (2,))]),
        ("?+1+?=?", [((0,), (1,))]),
        ("?=?", [((0,), (1,))]),
        ("2x?+3x?=4x?", []),
        ("?+2x?+?x2=?", [((1,), (2,))]),
        ("?+?+?=?", [((0,), (1,)), ((1,), (2,))]),
        ("?+?x?=?x?+?", [((1,), (2,)), ((3,), (4,)), ((0, 1, 2), (5, 3, 4))]),
        ("?x1*=?x2*", []),
        ("?x1*=?x1*", [((0,), (1,))]),
    ],
)
def test_words_that_could_change_places_keep_the_order_of_the_list(text: str, orders: list[Order]):
    assert Pattern(text).orders() == orders


def test_a_sum_is_written_without_blanks():
    pattern = Pattern(" ? - 2*\u00d7? = A ")
    assert pattern.line(["SEND", "MORE"]) == "SEND-2*\u00d7MORE=A"
    assert pattern.fixed == ["2*", "A"]


@pytest.mark.parametrize(
    ("text", "lengths", "agree"),
    [
        ("?+?=?", (1, 1, 2), True),
        ("?+?=?", (1, 1, 3), False),
        ("?+?=?", (3, 1, 2), False),
        ("?x?=?", (2, 3, 4), True),
        ("?x?=?", (2, 3, 5), True),
        ("?x?=?", (2, 3, 6), False),
        ("?x?=?", (1, 3, 1), True),
        ("?-?=?", (4, 2, 3), True),
        ("?-?=?", (4, 2, 2), False),
        ("?+9*=?", (1, 3), True),
        ("?+8*=?", (1, 3), False),
    ],
)
def test_lengths_tell_whether_both_sides_can_be_equal(text: str, lengths: tuple[int, ...], agree: bool):
    assert Pattern(text).can_agree(lengths) is agree


def test_the_numbers_a_word_can_be_depend_on_its_length_and_its_known_digits():
    assert span(("A",)) == (0, 9)
    assert span(("A", "B")) == (10, 99)
    assert span(("*", "f", "A"), 16) == (0x1F0, 0xFFF)
    assert span(("0", "A")) == (0, 9)
