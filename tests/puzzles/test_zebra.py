from itertools import permutations, product

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import zebra as by_hand
from ambsearch.puzzles.zebra import CLUES, INSTANCES, KINDS, holds, is_solution, picture, read, solve

TWO = {"nation": ("Dane", "Swede"), "pet": ("cat", "dog")}
ROWS = [
    "Norwegian yellow water Kools fox",
    "Ukrainian blue tea Chesterfields horse",
    "Englishman red milk Old-Gold snails",
    "Spaniard ivory juice Lucky-Strike dog",
    "Japanese green coffee Parliaments zebra",
]
HOUSES = {item: number for number, row in enumerate(ROWS, 1) for item in row.split()}
TEXT = "".join(f"{name}: {', '.join(items)}\n" for name, items in KINDS.items()) + "".join(
    f"{' '.join(clue)}\n" for clue in CLUES
)


def test_the_norwegian_drinks_water_and_the_japanese_owns_the_zebra():
    answer = solve(KINDS, CLUES).one()
    assert answer == HOUSES
    assert answer["water"] == answer["Norwegian"]
    assert answer["zebra"] == answer["Japanese"]


@pytest.mark.parametrize("clue", range(len(CLUES)))
def test_a_wrong_clue_is_noticed_by_the_checker(clue: int):
    one, word, other = CLUES[clue]
    rivals = next((kind for kind in KINDS.values() if other in kind), ("1", "2", "3", "4", "5"))
    kept = [rival for rival in rivals if is_solution(HOUSES, KINDS, (*CLUES[:clue], (one, word, rival)))]
    assert other in kept and len(kept) <= (2 if word == "next-to" else 1)


@pytest.mark.parametrize("left_out", range(len(CLUES)))
def test_the_twin_agrees_without_one_of_the_clues(left_out: int):
    clues = CLUES[:left_out] + CLUES[left_out + 1 :]
    answers = list(solve(KINDS, clues))
    assert answers == list(by_hand.solve(KINDS, clues))
    assert HOUSES in answers


@pytest.mark.parametrize("word", ["with", "left-of", "next-to"])
def test_exactly_the_tables_that_keep_to_a_clue_are_found(word: str):
    kinds = {"nation": ("Dane", "Swede", "Finn"), "pet": ("cat", "dog", "elk")}
    orders = list(permutations((1, 2, 3)))
    tables = [
        dict(zip(("Dane", "Swede", "Finn", "cat", "dog", "elk"), one + other)) for one, other in product(orders, orders)
    ]
    for item, other in permutations(tables[0], 2):
        clues = [(item, word, other)]
        expected = [table for table in tables if is_solution(table, kinds, clues)]
        assert list(solve(kinds, clues)) == list(by_hand.solve(kinds, clues)) == expected


def test_the_words_of_a_clue_mean_what_they_say():
    houses = {"a": 2, "b": 2, "c": 3}
    assert holds(("a", "with", "b"), houses) and not holds(("a", "with", "c"), houses)
    assert holds(("a", "at", "2"), houses) and not holds(("a", "at", "3"), houses)
    assert holds(("a", "left-of", "c"), houses) and not holds(("c", "left-of", "a"), houses)
    assert holds(("a", "next-to", "c"), houses) and holds(("c", "next-to", "a"), houses)
    assert not holds(("a", "next-to", "b"), houses)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"zebra": 1, "fox": 5}, id="two pets change houses"),
        pytest.param({"water": 2}, id="two drinks in a house"),
        pytest.param({"water": 6}, id="a house too many"),
        pytest.param({"cow": 1}, id="an item too many"),
    ],
)
def test_a_wrong_table_is_not_a_solution(change: dict[str, int]):
    assert is_solution(HOUSES, KINDS, CLUES)
    assert not is_solution(HOUSES | change, KINDS, CLUES)
    assert not is_solution({}, KINDS, CLUES)


def test_without_clues_every_table_will_do():
    assert solve(**INSTANCES["no-clues"]).count() == 36


@pytest.mark.parametrize(
    ("kinds", "clues", "complaint"),
    [
        ({"nation": ("Dane",), "pet": ("cat", "dog")}, [], "expected the same number of items of each kind"),
        ({"nation": ("Dane", "Dane")}, [], "expected a new item, one word, found 'Dane'"),
        (TWO, [("cow", "with", "Dane")], "found `cow with Dane`"),
        (TWO, [("cat", "near", "Dane")], "found `cat near Dane`"),
        (TWO, [("cat", "at", "3")], "found `cat at 3`"),
        (TWO, [("cat", "with", "1")], "found `cat with 1`"),
    ],
)
def test_invalid_kinds_and_clues_are_refused(kinds, clues, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(kinds, clues).first()


def test_each_house_is_a_line_of_a_table():
    lines = picture(HOUSES, KINDS, CLUES).splitlines()
    assert [line.split()[1:] for line in lines] == [list(KINDS), *(row.split() for row in ROWS)]


def test_a_text_holds_kinds_and_clues():
    text = "nation: Dane,Swede\nDane at 1\npet: cat, dog\ncat left-of Swede"
    assert read(f"{TEXT}\n\n{text}") == [
        INSTANCES["life"],
        {"kinds": TWO, "clues": (("Dane", "at", "1"), ("cat", "left-of", "Swede"))},
    ]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("nation: Dane, Swede\nDane lives at 1", (2, 15), "expected nothing more, found '1'"),
        ("nation: Dane, , Swede", (1, 15), "expected a name of one word, found nothing"),
        ("nation: Dane, Swede\nDane, with Swede", (2, 1), "expected one of Dane, Swede, found 'Dane,'"),
        ("nation: Dane, Swede\n\npet: cat, dog\npet: elk, cow", (4, 1), "found 'pet' again"),
        ("nation: Dane, Swede\npet: cat, Dane", (2, 11), "found 'Dane' again"),
        ("nation: Dane, Swede\npet: cat", (2, 9), "expected ',' and an item, found nothing"),
        ("nation: Dane, Swede\nFinn at 2", (2, 1), "expected one of Dane, Swede, found 'Finn'"),
        ("nation: Dane, Swede\nDane near 2", (2, 6), "expected one of with, at, left-of, next-to, found 'near'"),
        ("nation: Dane, Swede\nDane at 3", (2, 9), "expected one of 1, 2, found '3'"),
        ("nation: Dane, Swede\n Dane with 2", (2, 12), "expected one of Dane, Swede, found '2'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
