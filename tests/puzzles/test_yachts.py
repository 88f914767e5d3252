from itertools import permutations

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import yachts as by_hand
from ambsearch.puzzles.yachts import INSTANCES, YACHTS, is_solution, picture, read, solve

BOOK = INSTANCES["book"]
FATHERS = {"Lorna": "Downing", "Melissa": "Barnacle", "Rosalind": "Parker", "Gabrielle": "Hall", "Mary Ann": "Moore"}
TEXT = """\
Moore: Lorna, Mary Ann
Downing: Melissa
Hall : Rosalind
 Barnacle:Gabrielle,Melissa
Parker: Mary Ann
"""


def test_lornas_father_is_colonel_downing():
    assert solve(**BOOK).one() == FATHERS


def test_without_mary_anns_name_there_are_two_answers():
    found = [answer["Lorna"] for answer in solve(**INSTANCES["mary-ann-unknown"])]
    assert found == ["Downing", "Parker"]


@pytest.mark.parametrize("instance", INSTANCES)
def test_exactly_the_families_that_are_solutions_are_found(instance: str):
    families = [dict(zip(YACHTS.values(), fathers)) for fathers in permutations(YACHTS)]
    expected = [family for family in families if is_solution(family, **INSTANCES[instance])]
    assert list(solve(**INSTANCES[instance])) == expected


@pytest.mark.parametrize("daughter", YACHTS.values())
@pytest.mark.parametrize("father", YACHTS)
def test_the_twin_agrees_whatever_is_known(daughter: str, father: str):
    known = {daughter: father}
    assert list(solve(YACHTS, known)) == list(by_hand.solve(YACHTS, known))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"Lorna": "Parker", "Rosalind": "Downing"}, id="Gabrielle's father has the wrong yacht"),
        pytest.param({"Lorna": "Moore", "Mary Ann": "Downing"}, id="a yacht named after the owner's daughter"),
        pytest.param({"Melissa": "Hall", "Gabrielle": "Barnacle"}, id="Melissa is not Sir Barnacle's"),
        pytest.param({"Lorna": "Parker"}, id="two daughters of one father"),
        pytest.param({"Lorna": "Hood"}, id="a father without a yacht"),
        pytest.param({"Eve": "Downing"}, id="a daughter too many"),
    ],
)
def test_a_wrong_family_is_not_a_solution(change: dict[str, str]):
    assert is_solution(FATHERS, **BOOK)
    assert not is_solution(FATHERS | change, **BOOK)
    assert not is_solution({}, **BOOK)


@pytest.mark.parametrize(
    ("yachts", "complaint"),
    [
        ({"Parker": "Ann"}, "expected a father Parker and a yacht Gabrielle"),
        ({"Hall": "Gabrielle"}, "expected a father Parker and a yacht Gabrielle"),
        ({"Parker": "Gabrielle", "Hall": "Gabrielle"}, "yachts of different names"),
    ],
)
def test_yachts_that_the_rules_do_not_speak_of_are_refused(yachts: dict[str, str], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(yachts, {}).first()


@pytest.mark.parametrize("known", [{"Eve": "Hall"}, {"Lorna": "Hood"}])
def test_invalid_known_names_are_refused(known: dict[str, str]):
    with pytest.raises(ValueError, match="expected an owner of a yacht, and a daughter with a yacht"):
        solve(YACHTS, known).first()


def test_the_families_are_shown_in_a_table():
    assert picture(FATHERS, **BOOK).splitlines()[1:3] == ["Moore     Mary Ann   Lorna", "Downing   Lorna      Melissa"]


def test_a_text_holds_the_fathers_of_each_puzzle():
    assert read(f"{TEXT}\n\nParker: Gabrielle") == [BOOK, {"yachts": {"Parker": "Gabrielle"}, "known": {}}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("Moore", (1, 6), "expected ':' and his yacht, found nothing"),
        ("Moore: , Eve", (1, 8), "expected a name, found nothing"),
        ("Parker: Gabrielle\nMoore: a, b, c", (2, 14), "expected nothing more, found 'c'"),
        ("Parker: Gabrielle\n Parker: Eve", (2, 2), "found 'Parker' again"),
        ("Parker: Gabrielle\nHall: Gabrielle", (2, 7), "found 'Gabrielle' again"),
        ("Parker: Gabrielle, Eve", (1, 20), "expected one of Gabrielle, found 'Eve'"),
        ("\nHall: Gabrielle", (2, 1), "expected a father Parker"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
