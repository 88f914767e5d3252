"""The exercises of SICP, section 4.3: 4.35 to 4.45 and 4.50 to 4.54, with the answers that they have.

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996). Its programs are written here in the order in which the book writes them.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import pytest

from ambsearch import (
    amb,
    ambiguous,
    an_element_of,
    an_integer_between,
    an_integer_from,
    distinct,
    fail,
    if_fail,
    permanent,
    ramb,
    require,
)


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


# 4.3.1, the first examples


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


@ambiguous
def prime_sum_pair(one, other):
    a = yield an_element_of(one)
    b = yield an_element_of(other)
    require(is_prime(a + b))
    return a, b


def test_pairs_with_a_prime_sum() -> None:
    assert list(prime_sum_pair([1, 3, 5, 8], [20, 35, 110])) == [(3, 20), (3, 110), (8, 35)]


def test_an_element_of_as_the_book_defines_it(deep: bool) -> None:
    @ambiguous(deep=deep)
    def element(items):
        require(items)
        return (yield amb(items[0], (yield element(items[1:]))))

    assert list(element("abc")) == ["a", "b", "c"]


def test_an_integer_starting_from_as_the_book_defines_it(deep: bool) -> None:
    @ambiguous(deep=deep)
    def starting_from(n):
        return (yield amb(n, (yield starting_from(n + 1))))

    assert starting_from(5).take(4) == [5, 6, 7, 8]


# 4.35 to 4.37: Pythagorean triples

TRIPLES = [(3, 4, 5), (5, 12, 13), (6, 8, 10), (8, 15, 17), (9, 12, 15), (12, 16, 20)]


def test_exercise_4_35_pythagorean_triples_between_bounds(deep: bool) -> None:
    @ambiguous(deep=deep)
    def triple_between(low, high):
        i = yield an_integer_between(low, high)
        j = yield an_integer_between(i, high)
        k = yield an_integer_between(j, high)
        require(i * i + j * j == k * k)
        return i, j, k

    assert list(triple_between(1, 20)) == TRIPLES


def test_exercise_4_36_all_pythagorean_triples(deep: bool) -> None:
    @ambiguous(deep=deep)
    def triple():
        k = yield an_integer_from(1)
        j = yield an_integer_between(1, k)
        i = yield an_integer_between(1, j)
        require(i * i + j * j == k * k)
        return i, j, k

    assert triple().take(6) == [(3, 4, 5), (6, 8, 10), (5, 12, 13), (9, 12, 15), (8, 15, 17), (12, 16, 20)]


def test_exercise_4_36_three_unbounded_choices_in_a_fair_order(deep: bool) -> None:
    @ambiguous(deep=deep)
    def numbers_with_sum(total, n):
        if n == 1:
            return (total,)
        first = yield an_integer_between(1, total - n + 1)
        rest = yield numbers_with_sum(total - first, n - 1)
        return first, *rest

    @ambiguous(deep=deep)
    def triple():
        total = yield an_integer_from(3)
        i, j, k = yield numbers_with_sum(total, 3)
        require(i <= j <= k and i * i + j * j == k * k)
        return i, j, k

    assert triple().take(5) == [(3, 4, 5), (6, 8, 10), (5, 12, 13), (9, 12, 15), (8, 15, 17)]


def test_exercise_4_37_fewer_possibilities(deep: bool) -> None:
    @ambiguous(deep=deep)
    def triple_between(low, high):
        i = yield an_integer_between(low, high)
        j = yield an_integer_between(i, high)
        ksq = i * i + j * j
        require(high * high >= ksq)
        k = math.isqrt(ksq)
        require(k * k == ksq)
        return i, j, k

    assert list(triple_between(1, 20)) == TRIPLES


# 4.38 to 4.41: multiple dwelling


def dwelling(deep: bool) -> tuple[Any, list[int]]:
    """The search, and how often each of the eight requires rejects."""
    rejected = [0] * 8

    @ambiguous(deep=deep)
    def guard(number, condition):
        if not condition:
            rejected[number] = permanent(rejected[number] + 1)
            fail()

    @ambiguous(deep=deep)
    def solve():
        baker = yield amb(1, 2, 3, 4, 5)
        cooper = yield amb(1, 2, 3, 4, 5)
        fletcher = yield amb(1, 2, 3, 4, 5)
        miller = yield amb(1, 2, 3, 4, 5)
        smith = yield amb(1, 2, 3, 4, 5)
        yield guard(0, distinct(baker, cooper, fletcher, miller, smith))
        yield guard(1, baker != 5)
        yield guard(2, cooper != 1)
        yield guard(3, fletcher != 5)
        yield guard(4, fletcher != 1)
        yield guard(5, miller > cooper)
        yield guard(6, abs(smith - fletcher) != 1)
        yield guard(7, abs(fletcher - cooper) != 1)
        return {"baker": baker, "cooper": cooper, "fletcher": fletcher, "miller": miller, "smith": smith}

    return solve, rejected


DWELLING = {"baker": 3, "cooper": 2, "fletcher": 4, "miller": 5, "smith": 1}


def test_multiple_dwelling_and_how_often_each_requirement_rejects(deep: bool) -> None:
    solve, rejected = dwelling(deep)

    assert solve().one() == DWELLING
    assert rejected == [3005, 24, 18, 18, 18, 27, 7, 7]
    assert 5**5 - rejected[0] == 120
    assert 5**5 - sum(rejected) == 1


def test_exercise_4_38_without_smith_and_fletcher_apart(deep: bool) -> None:
    @ambiguous(deep=deep)
    def solve():
        baker = yield amb(1, 2, 3, 4, 5)
        cooper = yield amb(1, 2, 3, 4, 5)
        fletcher = yield amb(1, 2, 3, 4, 5)
        miller = yield amb(1, 2, 3, 4, 5)
        smith = yield amb(1, 2, 3, 4, 5)
        require(distinct(baker, cooper, fletcher, miller, smith))
        require(baker != 5)
        require(cooper != 1)
        require(fletcher not in (1, 5))
        require(miller > cooper)
        require(abs(fletcher - cooper) != 1)
        return baker, cooper, fletcher, miller, smith

    floors = set(itertools.permutations(range(1, 6)))
    expected = {
        (b, c, f, m, s)
        for b, c, f, m, s in floors
        if b != 5 and c != 1 and f not in (1, 5) and m > c and abs(f - c) != 1
    }

    assert list(solve()) == sorted(expected)
    assert solve().count() == 5


def test_exercise_4_40_choosing_late_tries_less(deep: bool) -> None:
    tried = [0]

    @ambiguous(deep=deep)
    def solve():
        fletcher = yield amb(2, 3, 4)
        cooper = yield amb(2, 3, 4, 5)
        require(abs(fletcher - cooper) > 1)
        miller = yield an_integer_between(cooper + 1, 5)
        smith = yield amb(1, 2, 3, 4, 5)
        require(abs(smith - fletcher) > 1)
        baker = yield amb(1, 2, 3, 4)
        tried[0] = permanent(tried[0] + 1)
        require(distinct(baker, cooper, fletcher, miller, smith))
        return {"baker": baker, "cooper": cooper, "fletcher": fletcher, "miller": miller, "smith": smith}

    assert solve().one() == DWELLING
    assert tried[0] < 50 < 5**5


# 4.42 to 4.44


def test_exercise_4_42_liars(deep: bool) -> None:
    @ambiguous(deep=deep)
    def liars():
        places = []
        for _ in range(5):
            place = yield an_integer_between(1, 5)
            require(place not in places)
            places.append(place)
        betty, ethel, joan, kitty, mary = places
        require((kitty == 2) != (betty == 3))
        require((ethel == 1) != (joan == 2))
        require((joan == 3) != (ethel == 5))
        require((kitty == 2) != (mary == 4))
        require((mary == 4) != (betty == 1))
        return {"betty": betty, "ethel": ethel, "joan": joan, "kitty": kitty, "mary": mary}

    assert liars().one() == {"betty": 3, "ethel": 5, "joan": 2, "kitty": 1, "mary": 4}


def yachts(deep: bool, mary_ann_is_known: bool) -> Any:
    """The fathers of Lorna, as the puzzle asks."""
    fathers = ("Moore", "Downing", "Hall", "Barnacle", "Parker")
    yacht = {"Barnacle": "Gabrielle", "Moore": "Lorna", "Hall": "Rosalind", "Downing": "Melissa"}

    @ambiguous(deep=deep)
    def lornas_father():
        father: dict[str, str] = {}
        for daughter in ("Melissa", "Mary Ann", "Gabrielle", "Lorna", "Rosalind"):
            name = yield fathers
            require(name not in father.values())
            require(yacht.get(name) != daughter)
            require(daughter != "Melissa" or name == "Barnacle")
            require(not mary_ann_is_known or daughter != "Mary Ann" or name == "Moore")
            father[daughter] = name
        require(yacht.get(father["Gabrielle"]) == next(d for d in father if father[d] == "Parker"))
        return father["Lorna"]

    return lornas_father()


def test_exercise_4_43_yachts(deep: bool) -> None:
    assert yachts(deep, mary_ann_is_known=True).one() == "Downing"


def test_exercise_4_43_yachts_if_mary_anns_name_is_not_known(deep: bool) -> None:
    assert yachts(deep, mary_ann_is_known=False).count() == 2


def queens(n: int, deep: bool) -> tuple[Any, dict[str, int]]:
    """The search, and how many placements are tried and rejected."""
    tally = {"tried": 0, "rejected": 0}

    @ambiguous(deep=deep)
    def solve():
        columns: list[int] = []
        for row in range(n):
            column = yield range(n)
            tally["tried"] = permanent(tally["tried"] + 1)
            for other in range(row):
                if columns[other] == column or abs(columns[other] - column) == row - other:
                    tally["rejected"] = permanent(tally["rejected"] + 1)
                    fail()
            columns.append(column)
        return tuple(columns)

    return solve(), tally


def test_exercise_4_44_eight_queens(deep: bool) -> None:
    answers, tally = queens(8, deep)

    assert answers.count() == 92
    assert tally == {"tried": 15_720, "rejected": 13_664}


def test_exercise_4_44_the_first_answer_of_eight_queens(deep: bool) -> None:
    answers, tally = queens(8, deep)

    assert answers.first() == (0, 4, 7, 5, 2, 6, 1, 3)
    assert tally["tried"] == 876


@pytest.mark.parametrize(("n", "count"), list(enumerate([1, 0, 0, 2, 10, 4, 40], start=1)))
def test_exercise_4_44_queens_on_smaller_boards(n: int, count: int, deep: bool) -> None:
    assert queens(n, deep)[0].count() == count


# 4.45: sentences

NOUNS = ("noun", "student", "professor", "cat", "class")
VERBS = ("verb", "studies", "lectures", "eats", "sleeps")
ARTICLES = ("article", "the", "a")
PREPOSITIONS = ("prep", "for", "to", "in", "by", "with")


def parser(sentence: str, deep: bool) -> Any:
    """All parses of a sentence; what is not parsed yet is a list that is undone on backtracking."""
    unparsed: list[str] = sentence.split()

    @ambiguous(deep=deep)
    def word(kind):
        require(unparsed and unparsed[0] in kind[1:])
        return kind[0], unparsed.pop(0)

    @ambiguous(deep=deep)
    def noun_phrase():
        article = yield word(ARTICLES)
        noun = yield word(NOUNS)
        return (yield extended(("noun-phrase", article, noun)))

    @ambiguous(deep=deep)
    def verb_phrase():
        verb = yield word(VERBS)
        return (yield extended(verb))

    @ambiguous(deep=deep)
    def extended(phrase):
        if (yield (False, True)):
            preposition = yield word(PREPOSITIONS)
            noun = yield noun_phrase()
            return (yield extended(("with", phrase, preposition, noun)))
        return phrase

    @ambiguous(deep=deep)
    def parse():
        noun = yield noun_phrase()
        verb = yield verb_phrase()
        require(not unparsed)
        return "sentence", noun, verb

    return parse()


def test_a_simple_sentence_has_one_parse(deep: bool) -> None:
    assert parser("the cat eats", deep).one() == (
        "sentence",
        ("noun-phrase", ("article", "the"), ("noun", "cat")),
        ("verb", "eats"),
    )


@pytest.mark.parametrize(
    ("sentence", "parses"),
    [
        ("the student with the cat sleeps in the class", 1),
        ("the professor lectures to the student with the cat", 2),
        ("the professor lectures to the student in the class with the cat", 5),
        ("the professor lectures to the student in the class with the cat by the class", 14),
        ("the professor the cat", 0),
    ],
)
def test_exercise_4_45_a_sentence_has_as_many_parses_as_it_has_readings(sentence: str, parses: int, deep: bool) -> None:
    found = list(parser(sentence, deep))

    assert len(found) == len(set(found)) == parses


# 4.49 to 4.54


def test_exercise_4_50_ramb_generates_more_varied_sentences(deep: bool) -> None:
    @ambiguous(deep=deep)
    def sentence(rng):
        words = []
        for kind in (ARTICLES, NOUNS, VERBS):
            words.append((yield ramb(*kind[1:], rng=rng)))
        return " ".join(words)

    firsts = {sentence(random.Random(seed)).first() for seed in range(30)}

    assert len(firsts) > 10
    assert sorted(sentence(random.Random(1))) == sorted(sentence(random.Random(2)))
    assert sentence(random.Random(1)).count() == 2 * 4 * 4


def test_exercise_4_51_permanent_assignment_counts_the_trials(deep: bool) -> None:
    @ambiguous(deep=deep)
    def counted():
        count = 0
        x = yield an_element_of("abc")
        y = yield an_element_of("abc")
        count = permanent(count + 1)
        require(x != y)
        return x, y, count

    assert counted().take(2) == [("a", "b", 2), ("a", "c", 3)]


def test_exercise_4_51_ordinary_assignment_is_undone(deep: bool) -> None:
    @ambiguous(deep=deep)
    def counted():
        count = 0
        x = yield an_element_of("abc")
        y = yield an_element_of("abc")
        count = count + 1
        require(x != y)
        return x, y, count

    assert counted().take(2) == [("a", "b", 1), ("a", "c", 1)]


@pytest.mark.parametrize(("items", "answers"), [((1, 3, 5), ["all-odd"]), ((1, 3, 5, 8), [8])])
def test_exercise_4_52_if_fail(items: tuple[int, ...], answers: list[Any], deep: bool) -> None:
    @ambiguous(deep=deep)
    def even():
        x = yield an_element_of(items)
        require(x % 2 == 0)
        return x

    @ambiguous(deep=deep)
    def even_or_else():
        return (yield if_fail(even(), lambda: "all-odd"))

    assert list(if_fail(even(), lambda: "all-odd")) == answers
    assert list(even_or_else()) == answers


def test_exercise_4_53_all_pairs_by_failing_on_purpose(deep: bool) -> None:
    @ambiguous(deep=deep)
    def pairs():
        found: list[tuple[int, int]] = []
        answers = yield if_fail(failing(found), lambda: found)
        return answers

    @ambiguous(deep=deep)
    def failing(found):
        pair = yield prime_sum_pair((1, 3, 5, 8), (20, 35, 110))
        permanent(found.insert(0, pair))
        yield amb()

    assert pairs().one() == [(8, 35), (3, 110), (3, 20)]


def test_exercise_4_54_require_may_be_written_with_fail(deep: bool) -> None:
    @ambiguous(deep=deep)
    def insist(condition):
        if not condition:
            fail()

    @ambiguous(deep=deep)
    def pair():
        a = yield an_element_of((1, 3, 5, 8))
        b = yield an_element_of((20, 35, 110))
        yield insist(is_prime(a + b))
        return a, b

    assert list(pair()) == list(prime_sum_pair((1, 3, 5, 8), (20, 35, 110)))
