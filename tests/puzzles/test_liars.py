from itertools import permutations, product

import pytest
from helpers import LONG

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import liars as by_hand
from ambsearch.puzzles.liars import BOOK, is_solution, picture, read, solve

PLACES = {"betty": 3, "ethel": 5, "joan": 2, "kitty": 1, "mary": 4}
TEXT = """\
betty: kitty 2, betty 3
ethel: ethel 1, joan 2
joan: joan 3, ethel 5
kitty: kitty 2, mary 4
mary: mary 4, betty 1
"""


def test_the_five_girls_have_one_order():
    assert solve(BOOK).one() == PLACES


def test_no_other_order_is_a_solution():
    orders = [dict(zip(BOOK, places)) for places in permutations(range(1, 6))]
    assert [order for order in orders if is_solution(order, BOOK)] == [PLACES]


def test_the_twin_agrees_on_all_letters_of_two_girls():
    statements = list(product(["ann", "bea"], [1, 2, 3] if LONG else [1, 2]))
    for ann in product(statements, repeat=2):
        for bea in product(statements, repeat=2):
            letters = {"ann": ann, "bea": bea}
            assert list(solve(letters)) == list(by_hand.solve(letters))


def test_a_letter_that_says_the_same_twice_has_no_single_truth():
    assert solve({"ann": (("ann", 1), ("ann", 1))}).count() == 0


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"kitty": 4, "mary": 1}, id="two girls change places"),
        pytest.param({"kitty": 2}, id="two girls share a place"),
        pytest.param({"ethel": 6}, id="a place too low"),
        pytest.param({"zoe": 6}, id="a girl too many"),
        pytest.param({"betty": 1, "kitty": 2, "joan": 3, "mary": 4, "ethel": 5}, id="letters with two truths"),
    ],
)
def test_a_wrong_order_is_not_a_solution(change: dict[str, int]):
    assert is_solution(PLACES, BOOK)
    assert not is_solution(PLACES | change, BOOK)
    assert not is_solution({}, BOOK)


def test_a_statement_about_a_stranger_is_refused():
    with pytest.raises(ValueError, match="expected statements about ann; ann writes about 'bea'"):
        solve({"ann": (("ann", 1), ("bea", 2))}).first()


def test_the_girls_are_listed_from_the_top():
    lines = picture(PLACES, BOOK).splitlines()
    assert [line.split("  ")[0].strip() for line in lines] == ["1 Kitty", "2 Joan", "3 Betty", "4 Mary", "5 Ethel"]
    assert lines[0].endswith("wrote truly that Mary was number 4")


def test_a_text_holds_the_letters_of_each_puzzle():
    assert read(f"\n{TEXT}\n\n ann : ann 1,ann 2\n") == [
        {"letters": BOOK},
        {"letters": {"ann": (("ann", 1), ("ann", 2))}},
    ]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("ann ann 1, ann 2", (1, 17), "expected ':' and her letter, found nothing"),
        ("ann bea: ann 1, ann 2", (1, 5), "expected nothing more, found 'bea'"),
        (" : ann 1, ann 2", (1, 2), "expected a girl's name, one word, found nothing"),
        ("ann: ann 1, ann", (1, 16), "expected her place, found nothing"),
        ("ann: ann 1, ann one", (1, 17), "expected a place, found 'one'"),
        ("ann: ann 1, ann 2\n\nbea: bea 1", (3, 11), "expected ',' and another statement, found nothing"),
        ("ann: ann 1, bea 2", (1, 13), "expected one of ann, found 'bea'"),
        ("ann: ann 1, ann 2\n ann: ann 1, ann 2", (2, 2), "found 'ann' again"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
