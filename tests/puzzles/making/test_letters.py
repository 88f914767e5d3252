import re
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.equation import terms
from ambsearch.puzzles.making.letters import answers_up_to, doings, is_plain, known_part
from ambsearch.reading import Part

WORDS = st.text("ABCDE1", min_size=1, max_size=3)


@given(WORDS, WORDS, WORDS, st.sampled_from(["{}+{}={}", "{}={}+{}", "{}-{}={}", "{}+12-{}={}"]), st.integers(5, 6))
def test_what_letters_add_tells_how_many_answers_there_are(a: str, b: str, c: str, pattern: str, base: int):
    line = pattern.format(a, b, c)
    equation = terms(Part(line, 1), base)
    assert is_plain(equation)
    letters = sorted(set(line) & set("ABCDE"))
    count = 0
    for digits in permutations("012345"[:base], len(letters)):
        filled = line.translate(str.maketrans(dict(zip(letters, digits, strict=True))))
        left, right = (sum(int(n, base) for n in re.findall(r"[+-]?\w+", side)) for side in filled.split("="))
        count += left == right and not re.search(r"\b0\w", filled)
    found = doings(equation, base).values()
    for limit in (1, 2, 1000):
        assert answers_up_to(limit, found, known_part(equation, base), base) == min(count, limit)


def test_products_and_boxes_are_left_to_the_solver():
    assert not is_plain(terms(Part("2xA=B", 1)))
    assert not is_plain(terms(Part("A+*=B", 1)))
