import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.counting.puzzle import equal_length, normal_form, sequence, signs_of, text_of, words_of
from ambsearch.reading import Part


def test_words_become_the_sequence_of_figures_2_and_3():
    words = words_of(Part("beer + and = sodas", 1))
    assert equal_length(words) == ("$$beer", "$$$and", "$sodas")
    assert sequence(words) == "rdsenaeadb$o$$s$$$"


def test_send_more_money_has_a_normal_form():
    money = sequence(words_of(Part("SEND+MORE=MONEY", 1)))
    assert money == "DEYNREEONSMO$$M$$$"
    assert normal_form(money) == "abcdebbfdghf$$h$$$"


def test_a_sum_that_is_too_short_has_end_signs_in_the_third_word():
    assert equal_length(("abc", "a", "b")) == ("$abc", "$$$a", "$$$b")


@pytest.mark.parametrize("puzzle", ["a + a = b", "bab + ba = bbb", "ca + bc = baa", "a + bcd = bce"])
def test_a_puzzle_in_normal_form_comes_out_again(puzzle: str):
    base = 6
    columns = signs_of(sequence(words_of(Part(puzzle, 1))), base)
    again = text_of(columns, base)
    assert signs_of(sequence(words_of(Part(again, 1))), base) == columns
    assert [len(word) for word in words_of(Part(again, 1))] == [len(word) for word in words_of(Part(puzzle, 1))]


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("", 1, "expected '=' and a word, found nothing"),
        ("a+b", 4, "expected '=' and a word, found nothing"),
        ("a=b", 2, "expected '+' and a word, found nothing"),
        ("a+b+c=a", 4, "expected nothing more, found '+'"),
        ("a+b=c=d", 6, "expected nothing more, found '='"),
        ("a+=c", 3, "expected a word, found nothing"),
        ("a b+c=d", 3, "expected nothing more, found 'b'"),
        ("a+b=c1", 6, "expected a letter from a to z, found '1'"),
        ("A+b=C", 3, "expected a letter from A to Z, found 'b'"),
        ("a-b=c", 4, "expected '+' and a word, found nothing"),
        ("ab+cd=ab", 5, "expected at most 3 different letters, one for each digit, found 'd' too"),
        ("é+b=c", 1, "expected a letter from a to z, found 'é'"),
    ],
)
def test_what_is_no_sum_of_two_words_is_refused_with_its_place(text: str, column: int, complaint: str):
    with pytest.raises(BadInput) as caught:
        words_of(Part(text, 1), 3)
    assert caught.value.message == complaint
    assert caught.value.column == column
