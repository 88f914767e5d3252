import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations, product
from math import prod

import pytest
from helpers import LONG
from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.errors import BadInput
from ambsearch.observing.measuring import effort
from ambsearch.puzzles.alphametics import solve_by_balance
from ambsearch.puzzles.arithmetic.equation import terms
from ambsearch.puzzles.making.letters import doings, has_exchange
from ambsearch.puzzles.making.sums import Sums, words_in
from ambsearch.reading import Part

NUMBERS = "FOUR FIVE SEVEN EIGHT ELEVEN TWELVE TWENTY THIRTY FORTY SIXTY NINETY".split()


# every sum of the words by brute force: all choices of words, and all digits for their letters


@cache
def answers(line: str, base: int) -> list[str]:
    """All of them, or two of them."""
    return list(islice(fill_in(line, base), 2))


def fill_in(line: str, base: int) -> Iterator[str]:
    letters = "".join(sorted(set(re.findall("[A-Z]", line))))
    template = line.replace("*", "{}")
    for digits in permutations("0123456789"[:base], len(letters)):
        without_letters = template.translate(str.maketrans(letters, "".join(digits)))
        for known in product("0123456789"[:base], repeat=line.count("*")):
            filled = without_letters.format(*known)
            numbers = re.findall("[0-9]+", filled)
            left, right = filled.split("=")
            if not any(number[0] == "0" and len(number) > 1 for number in numbers):
                if value(left, base) == value(right, base):
                    yield filled


def value(side: str, base: int) -> int:
    found = re.findall(r"([+-]?)([^+-]+)", side)
    return sum(int(sign + "1") * prod(int(word, base) for word in term.split("x")) for sign, term in found)


def standard(line: str) -> list[list[tuple[str, ...]]]:
    """The same for sums that differ in the order of their terms, or in what stands on which side."""
    sides: tuple[list[tuple[str, ...]], list[tuple[str, ...]]] = ([], [])
    for number, side in enumerate(line.split("=")):
        for sign, term in re.findall(r"([+-]?)([^+-]+)", side):
            sides[number ^ (sign == "-")].append(tuple(sorted(term.split("x"))))
    return sorted(map(sorted, sides))


def brute_force(pattern: str, words: list[str], base: int, repeated: bool) -> dict[str, str]:
    """All sums with one answer, and their answers, in standard form."""
    template = pattern.replace(" ", "").replace("?", "{}")
    fixed = set(re.findall(r"[A-Z*]+", pattern))
    found = {}
    for chosen in product(words, repeat=pattern.count("?")):
        line = template.format(*chosen)
        if repeated or len({*chosen, *fixed}) == len(chosen) + len(fixed):
            if len(every := answers(line, base)) == 1:
                found[repr(standard(line))] = repr(standard(every[0]))
    return found


@pytest.mark.thorough
@settings(max_examples=settings.default.max_examples // 4)
@given(
    st.sampled_from(["?+?=?", "?-?=?", "?x?=?", "A* + ? = ?", "2x? = ? + 1", "?+?=B"]),
    st.lists(st.text("ABCD", min_size=1, max_size=3), min_size=1, max_size=4, unique=True),
    st.integers(3, 5),
    st.booleans(),
)
def test_exactly_the_sums_with_one_answer_are_made_and_each_once(
    pattern: str, words: list[str], base: int, repeated: bool
):
    agree_with_brute_force(pattern, words, base, repeated)


@pytest.mark.thorough
@pytest.mark.parametrize("pattern", ["?+?=?+?", "?+1+?=?", "?x?=?+?", "?x?=?x?", "?-AB=?-?", "?+A=?", "1+?+?x?=?"])
def test_each_sum_comes_once_whatever_can_be_exchanged_in_its_pattern(pattern: str):
    words = ["A", "AB", "BA", "CAB"] if pattern.count("?") > 3 and not LONG else ["A", "B", "AB", "BA", "CAB"]
    for repeated in (True, False):
        agree_with_brute_force(pattern, words, 4, repeated)


def agree_with_brute_force(pattern: str, words: list[str], base: int, repeated: bool) -> None:
    run = Sums(pattern, words, base, repeated)
    made = [(repr(standard(found.puzzle)), repr(standard(found.answer))) for found in run]
    assert sorted(made) == sorted(brute_force(pattern, words, base, repeated).items())
    assert run.passed == run.total


def word_by_word(words: list[str]) -> Iterator[str]:
    """The sums of two words that have one answer, each choice of words put to the solver."""
    numbers = {length: [word for word in words if len(word) == length] for length in sorted(set(map(len, words)))}
    for lengths in product(numbers, repeat=3):
        for a, b, c in product(*(numbers[length] for length in lengths)):
            if (len(a), words.index(a)) < (len(b), words.index(b)) and c not in (a, b) and len({*a, *b, *c}) <= 10:
                if len(solve_by_balance(f"{a}+{b}={c}").take(2)) == 1:
                    yield f"{a}+{b}={c}"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("SUN MOON PLUTO EARTH SATURN URANUS" + " NEPTUNE JUPITER" * LONG, marks=pytest.mark.thorough),
        "A NO ON TOO NOON SOON GO OGRE",
        "SEND MORE MONEY LESS",
    ],
)
def test_the_sums_are_those_that_are_proposed_word_by_word_in_the_same_order(words: str):
    assert [found.puzzle for found in Sums("?+?=?", words.split())] == list(word_by_word(words.split()))


@pytest.mark.parametrize(
    ("pattern", "words", "wanted"),
    [
        ("?+?=?", "LESS MORE SEND MONEY", "MORE+SEND=MONEY"),
        ("? + ? = MONEY", "SEND WEEK MORE", "SEND+MORE=MONEY"),
        ("MONEY - ? = ?", "SEND WEEK MORE", "MONEY-SEND=MORE"),
        ("SEND+MORE=MONEY", "", "SEND+MORE=MONEY"),
        ("DONALD + ? = ROBERT", "RONALD GERALD", "DONALD+GERALD=ROBERT"),
        ("?x? = ?", "BE BEE EASE", "BExBEE=EASE"),
    ],
)
def test_the_classics_are_found_in_a_list(pattern: str, words: str, wanted: str):
    [found] = [found for found in Sums(pattern, words.split()) if found.puzzle == wanted]
    assert found.answer == solve_by_balance(wanted).one()
    assert found.effort == effort(solve_by_balance(wanted), 2)
    assert found.effort.answers == 1


def test_a_word_may_be_used_again_if_that_is_wanted():
    words = ["FORTY", "TEN", "SIXTY"]
    assert list(Sums("?+?+?=?", words)) == []
    assert "TEN+TEN+FORTY=SIXTY" in [found.puzzle for found in Sums("?+?+?=?", words, repeated=True)]


def test_short_words_come_first_and_else_they_come_in_the_order_of_the_list():
    made = [re.findall("[A-Z]+", found.puzzle) for found in Sums("?+?=?", NUMBERS)]
    assert len(made) > 5
    assert made == sorted(made, key=lambda words: (list(map(len, words)), list(map(NUMBERS.index, words))))


def test_the_same_word_twice_in_the_list_counts_once():
    assert len(list(Sums("?+?=?", ["SEND", "MORE", "SEND", "MONEY"]))) == 1


def test_puzzles_come_before_all_sums_have_been_tried_and_a_run_tells_how_far_it_is():
    run = Sums("?+?=MONEY", ["LESS", "MORE", "SEND", "TIMES", "A"])
    assert str(run) == "0 of 0 choices of words, 0 sums tried"
    made = iter(run)
    assert next(made).puzzle == "LESS+MORE=MONEY"
    one_and_four, one_and_five, four_and_four, four_and_five, five_and_five = 3, 1, 9, 3, 1
    assert run.total == one_and_four + one_and_five + four_and_four + four_and_five + five_and_five
    assert run.passed == one_and_four + one_and_five + len(["LESS+LESS", "LESS+MORE"])
    assert next(made).puzzle == "MORE+SEND=MONEY"
    assert re.fullmatch(r"10 of 17 choices of words, \d sums tried", str(run))


def test_few_sums_are_put_to_the_solver():
    run = Sums("?+?=MONEY", ["SEND", "MORE", "A", "SENDS", "STRANGER", "QUICK", "MANY"])
    assert [found.puzzle for found in run] == ["SEND+MORE=MONEY"]
    assert run.tried < 4


@settings(max_examples=settings.default.max_examples // 4)
@given(st.sampled_from(["?+?=?", "?x?=?", "?+2x?=?", "?-?x?=?+1"]), st.data(), st.integers(3, 5))
def test_a_sum_with_an_exchange_does_not_have_exactly_one_answer(pattern: str, data: st.DataObject, base: int):
    words = st.text("ABCDE"[:base], min_size=1, max_size=3)
    line = re.sub(r"\?", lambda _: data.draw(words), pattern)
    if has_exchange(doings(terms(Part(line, 1), base), base).values(), base):
        assert len(list(islice(answers(line, base), 2))) != 1


def test_nothing_to_choose_from_gives_no_puzzle():
    assert list(Sums("?+?=MONEY", ["MONEY"])) == []


@pytest.mark.parametrize(("pattern", "words"), [("?+?=MONEY", []), ("SEND+MORE=MONEY", ["SEND"])])
def test_words_and_wildcards_belong_together(pattern: str, words: list[str]):
    with pytest.raises(ValueError, match=r"expected words, and a \? for them, found "):
        next(iter(Sums(pattern, words)))


@pytest.mark.parametrize(
    ("pattern", "column", "complaint"),
    [
        ("? + A? = MONEY", 6, "expected ? alone, for a whole word"),
        ("??=MONEY", 1, "expected ? alone, for a whole word\n"),
        ("?*?=MONEY", 1, "expected ? alone, for a whole word; * is a box, and x multiplies"),
        ("?+?", 4, "expected '=' and the right side, found nothing"),
        ("? + = ?", 4, "expected a number, found nothing"),
        ("?+m=?", 3, "expected"),
        ("?+{}=?", 3, "expected"),
    ],
)
def test_a_pattern_that_cannot_be_read_is_refused_with_the_place(pattern: str, column: int, complaint: str):
    with pytest.raises(BadInput) as caught:
        next(iter(Sums(pattern, ["SEND"])))
    assert (caught.value.line, caught.value.column) == (1, column)
    assert f"{caught.value.message}\n".startswith(complaint)


def test_a_word_list_has_one_word_on_each_line():
    assert words_in("\nsend\n\n  More \nMONEY\nMORE\n") == ["SEND", "MORE", "MONEY"]
    assert words_in("") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        ("send\nm0re", 2, 2, "expected a letter from A to Z, found '0'"),
        ("caf\u00e9", 1, 4, "expected a letter from A to Z, found '\u00e9'"),
        ("SEND\nMO\uff32E", 2, 3, "expected 'R', found '\uff32', which has another width"),
        ("mi\u017fs", 1, 3, "expected a letter from A to Z, found '\u017f'"),
        ("a\n\nsend more", 3, 6, "expected nothing more, found 'more'"),
    ],
)
def test_a_word_list_with_something_else_is_refused_with_the_place(text: str, line: int, column: int, complaint: str):
    with pytest.raises(BadInput) as caught:
        words_in(text)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, complaint)
