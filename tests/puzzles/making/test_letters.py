import re
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.equation import terms
from ambsearch.puzzles.making.letters import answers_up_to, doings, is_plain, join, known_part
from ambsearch.reading import Part

WORDS = st.text("ABCDE1", min_size=1, max_size=3)


@given(WORDS, WORDS, WORDS, st.sampled_from(["{}+{}={}", "{}={}+{}", "{}-{}={}", "{}+12-{}={}"]), st.integers(5, 6))
def test_what_letters_add_tells_how_many_answers_there_are(a: str, b: str, c: str, pattern: str, base: int):
    line = pattern.format(a, b, c)
    equation = terms(Part(line, 1), base)
    assert is_plain(equation)
    letters = sorted(set(line) & set("ABCDE"))
    every = []
    for digits in permutations("012345"[:base], len(letters)):
        filled = line.translate(str.maketrans(dict(zip(letters, digits, strict=True))))
        left, right = (sum(int(n, base) for n in re.findall(r"[+-]?\w+", side)) for side in filled.split("="))
        if left == right and not re.search(r"\b0\w", filled):
            every.append(dict(zip(letters, map(int, digits), strict=True)))
    found = doings(equation, base)
    for limit in (1, 2, 1000):
        answers = answers_up_to(limit, found, known_part(equation, base), base)
        assert len(answers) == min(len(every), limit)
        assert all(answer in every and answers.count(answer) == 1 for answer in answers)


@given(WORDS, WORDS, WORDS, st.sampled_from([1, -1]))
def test_a_word_more_in_a_sum_changes_what_its_letters_do(a: str, b: str, c: str, sign: int):
    both = join(doings(terms(Part(f"{a}={b}", 1), 6), 6), sign, c, 6)
    assert both == doings(terms(Part(f"{a}={b}{'-+'[sign < 0]}{c}", 1), 6), 6)


def test_products_and_boxes_are_left_to_the_solver():
    assert not is_plain(terms(Part("2xA=B", 1)))
    assert not is_plain(terms(Part("A+*=B", 1)))
