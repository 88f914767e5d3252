from typing import Any

import pytest

from ambsearch import SearchTooDeep, amb, ambiguous
from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import sentences as by_hand
from ambsearch.puzzles.sentences import LEXICON, is_solution, leaves, noun_phrase, picture, read, solve, word
from ambsearch.running import driver

THE_CAT = ("simple-noun-phrase", ("article", "the"), ("noun", "cat"))
THE_CLASS = ("simple-noun-phrase", ("article", "the"), ("noun", "class"))
IN_THE_CLASS = ("prep-phrase", ("preposition", "in"), THE_CLASS)


def text(tree: tuple[Any, ...]) -> str:
    return " ".join(leaf for _, leaf in leaves(tree))


@pytest.mark.parametrize(
    ("sentence", "parses"),
    [
        ("the cat eats", 1),
        ("the professor lectures to the student", 1),
        ("the student with the cat sleeps in the class", 1),
        ("the professor lectures to the student with the cat", 2),
        ("the professor lectures to the student in the class with the cat", 5),
        ("the professor lectures to the student in the class with the cat by the class", 14),
        ("the professor lectures to the student in the class with the cat by the class for a cat", 42),
        ("the student with the cat in the class sleeps in the class with the cat", 4),
        ("the small old cat sleeps", 1),
    ],
)
def test_a_sentence_has_as_many_parses_as_it_has_readings(sentence: str, parses: int):
    found = list(solve(sentence, LEXICON))
    assert len(set(found)) == len(found) == parses
    assert {text(tree) for tree in found} == {sentence}
    assert found == list(by_hand.solve(sentence, LEXICON))


@pytest.mark.parametrize(
    "sentence", ["", "the", "the professor the cat", "cat eats", "the cat small eats", "the cat eats in"]
)
def test_what_is_no_sentence_has_no_parse(sentence: str):
    assert list(solve(sentence, LEXICON)) == list(by_hand.solve(sentence, LEXICON)) == []


def test_a_sentence_with_two_readings_has_a_tree_for_each():
    assert list(solve("the cat eats in the class in the class", LEXICON)) == [
        ("sentence", THE_CAT, ("verb-phrase", ("verb-phrase", ("verb", "eats"), IN_THE_CLASS), IN_THE_CLASS)),
        (
            "sentence",
            THE_CAT,
            (
                "verb-phrase",
                ("verb", "eats"),
                ("prep-phrase", ("preposition", "in"), ("noun-phrase", THE_CLASS, IN_THE_CLASS)),
            ),
        ),
    ]


@pytest.mark.parametrize(("length", "count"), [(0, 0), (2, 0), (3, 2 * 4 * 4), (4, 2 * 2 * 4 * 4), (5, 2 * 4 * 4 * 4)])
def test_question_marks_generate_all_sentences_of_a_length(length: int, count: int):
    pattern = " ".join("?" * length)
    generated = [text(tree) for tree in solve(pattern, LEXICON)]
    assert len(set(generated)) == len(generated) == count
    assert all(solve(sentence, LEXICON).exists() for sentence in generated)


def test_longer_sentences_have_prepositions_in_either_place():
    assert solve("the cat ? the ? ?", LEXICON).count() == 5 * 4 * 4
    assert solve("the cat ? ? the ?", LEXICON).count() == 4 * 5 * 4


def test_sentences_are_generated_in_the_order_of_the_words():
    assert [text(tree) for tree in solve("? ? ?", LEXICON).take(3)] == [
        "the student studies",
        "the student lectures",
        "the student eats",
    ]


@pytest.mark.parametrize("pattern", ["the ? ? to the ?", "? ? ? ? ?", "? cat eats ? a ? in the class"])
def test_the_twin_agrees_on_patterns(pattern: str):
    assert list(solve(pattern, LEXICON)) == list(by_hand.solve(pattern, LEXICON))


def test_a_verb_phrase_that_begins_with_a_verb_phrase_is_never_done(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(driver, "LEVELS", 3)

    @ambiguous
    def verb_phrase(unread):
        return (yield amb((yield word("verb", unread, LEXICON)), (yield longer(unread))))

    @ambiguous
    def longer(unread):
        phrase = yield verb_phrase(unread)
        preposition = yield word("preposition", unread, LEXICON)
        noun = yield noun_phrase(unread, LEXICON)
        return "verb-phrase", phrase, ("prep-phrase", preposition, noun)

    phrases = verb_phrase("sleeps in the class".split())
    assert phrases.take(2) == [("verb", "sleeps"), ("verb-phrase", ("verb", "sleeps"), IN_THE_CLASS)]
    with pytest.raises(SearchTooDeep):
        phrases.count()


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(("sentence", THE_CAT, ("verb", "sleeps")), id="another verb"),
        pytest.param(("sentence", THE_CLASS, ("verb", "eats")), id="another noun"),
        pytest.param(("sentence", THE_CAT, ("noun", "eats")), id="a verb called a noun"),
        pytest.param(("sentence", THE_CAT), id="no verb"),
        pytest.param(("sentence", THE_CAT, ("verb-phrase", ("verb", "eats"))), id="a phrase of one part"),
        pytest.param(("sentence", *THE_CAT[1:], ("verb", "eats")), id="a sentence without phrases"),
        pytest.param(("phrase", THE_CAT, ("verb", "eats")), id="no sentence"),
        pytest.param(THE_CAT, id="a part of the tree"),
    ],
)
def test_a_wrong_tree_is_not_a_solution(wrong: tuple[Any, ...]):
    assert is_solution(("sentence", THE_CAT, ("verb", "eats")), "the cat eats", LEXICON)
    assert not is_solution(wrong, "the cat eats", LEXICON)


def test_a_word_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="expected words of the lexicon or [?], found 'dog'"):
        solve("the dog sleeps", LEXICON).first()


def test_a_lexicon_without_a_kind_of_words_is_refused():
    with pytest.raises(ValueError, match="adjective is missing"):
        solve("the cat sleeps", {kind: words for kind, words in LEXICON.items() if kind != "adjective"}).first()


def test_the_tree_is_drawn_from_its_root():
    tree = ("sentence", ("noun-phrase", THE_CAT, IN_THE_CLASS), ("verb", "eats"))
    assert picture(tree, "the cat in the class eats", LEXICON).splitlines() == [
        "sentence",
        "  noun-phrase",
        "    simple-noun-phrase",
        "      article: the",
        "      noun: cat",
        "    prep-phrase",
        "      preposition: in",
        "      simple-noun-phrase",
        "        article: the",
        "        noun: class",
        "  verb: eats",
    ]


def test_a_text_has_a_sentence_in_each_line():
    assert [puzzle["sentence"] for puzzle in read("the cat  sleeps\n\n ? ? ?\n")] == ["the cat sleeps", "? ? ?"]
    assert read("a cat eats") == [{"sentence": "a cat eats", "lexicon": LEXICON}]


@pytest.mark.parametrize(("line", "column", "content"), [(1, 5, "the dog sleeps"), (3, 3, "the cat eats\n\n  dog")])
def test_a_text_with_an_unknown_word_is_refused(line: int, column: int, content: str):
    with pytest.raises(BadInput, match="expected one of [?], a, by, .*, found 'dog'") as refusal:
        read(content)
    assert (refusal.value.line, refusal.value.column) == (line, column)
