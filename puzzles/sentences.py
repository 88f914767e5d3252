"""Sentences: the parses of a sentence, or the sentences that fit a pattern.

A sentence is a noun phrase and a verb phrase. A noun phrase is an article, any number of adjectives and a noun; a
verb phrase is a verb. Either may be followed by a preposition and a noun phrase that belong to it, any number of
times. So "the professor lectures to the student with the cat" has two parses: he lectures with the cat, or the
student has it. A question mark stands for any word that fits; a sentence of question marks generates sentences.

sentence  words with blanks between them, e.g. "the cat sleeps", "the ? sleeps"
lexicon   the words of each kind, e.g. {"article": ("the", "a"), "noun": ("cat",), ...}
unread    words that have not been parsed, e.g. ["cat", "sleeps"]
tree      a parse: the name of a phrase and its parts, e.g. ("simple-noun-phrase", ("article", "the"), ("noun", "cat"))

As input, a sentence is a line.

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), "Parsing natural language" in section 4.3.2, with exercises 4.45 to 4.49. The adjectives are the extension of
4.48. In 4.49 a second program generates; here the same one does, because an unknown word is a choice of words.
"""

import re
from collections.abc import Generator, Mapping
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import lines_of

from .pictures.marks import Drawing, Mark, Shape, Text, box

WIDE, STEP = 2.6, 1.4  # of a word in a picture, and from a phrase to its parts


Lexicon = Mapping[str, tuple[str, ...]]
Tree = tuple[Any, ...]  # a name and trees, or the kind of a word and the word
ANY = "?"


def question(sentence: str, lexicon: Lexicon) -> str:
    """State the question, with the sentence.

    >>> print(question("the ? sleeps", LEXICON))
    How can this be read as a sentence, a noun phrase and a verb phrase? A question mark is any word that fits.
      the ? sleeps
    """
    marks = " A question mark is any word that fits." if ANY in sentence.split() else ""
    return f"How can this be read as a sentence, a noun phrase and a verb phrase?{marks}\n  {sentence}"


def is_solution(answer: Tree, sentence: str, lexicon: Lexicon) -> bool:
    """Say whether `answer` is a tree by the rules of the grammar, with the words of the sentence at its leaves.

    >>> subject = ("simple-noun-phrase", ("article", "the"), ("noun", "cat"))
    >>> is_solution(("sentence", subject, ("verb", "eats")), "the ? eats", LEXICON)
    True
    >>> is_solution(("sentence", subject, ("verb", "eats")), "the ? sleeps", LEXICON)
    False
    """
    wanted, found = sentence.split(), list(leaves(answer))
    return (
        len(wanted) == len(found)
        and all(
            word in (ANY, leaf) and leaf in lexicon.get(kind, ())
            for word, (kind, leaf) in zip(wanted, found, strict=True)
        )
        and is_grammatical(answer)
    )


def leaves(tree: Tree) -> Generator[tuple[str, str], None, None]:
    """Yield the words of a tree with their kinds, from left to right."""
    if len(tree) == 2 and isinstance(tree[1], str):
        yield tree[0], tree[1]
        return
    for part in tree[1:]:
        yield from leaves(part)


def is_grammatical(tree: Tree) -> bool:
    """Say whether the parts of each phrase are those that the rules of grammar allow."""
    rules = {
        "sentence": "(simple-noun-phrase|noun-phrase) (verb|verb-phrase)",
        "simple-noun-phrase": "article( adjective)* noun",
        "noun-phrase": "(simple-noun-phrase|noun-phrase) prep-phrase",
        "verb-phrase": "(verb|verb-phrase) prep-phrase",
        "prep-phrase": "preposition (simple-noun-phrase|noun-phrase)",
    }

    def follows_rules(tree: Tree) -> bool:
        if isinstance(tree[1], str):
            return tree[0] not in rules
        parts = " ".join(part[0] for part in tree[1:])
        return bool(re.fullmatch(rules.get(tree[0], "-"), parts)) and all(map(follows_rules, tree[1:]))

    return tree[0] == "sentence" and follows_rules(tree)


@ambiguous
def solve(sentence: str, lexicon: Lexicon) -> Search[Tree]:
    """Parse a sentence; five answers for the one of exercise 4.45.

    sentence: words of the lexicon and question marks, e.g. "the ? sleeps".
    lexicon: the words of the kinds article, adjective, noun, verb and preposition.
    An answer is a tree; those that attach a preposition to the phrases further left come later.
    Raises ValueError if a word is not in the lexicon, or if a kind of words is missing there.

    >>> solve("the cat eats", LEXICON).one()
    ('sentence', ('simple-noun-phrase', ('article', 'the'), ('noun', 'cat')), ('verb', 'eats'))
    """
    check(sentence, lexicon)
    unread = sentence.split()
    subject = yield noun_phrase(unread, lexicon)
    verb = yield word("verb", unread, lexicon)
    predicate = yield extend("verb-phrase", verb, unread, lexicon)
    require(not unread)
    return "sentence", subject, predicate


@ambiguous
def noun_phrase(unread: list[str], lexicon: Lexicon) -> Search[Tree]:
    """Parse an article, adjectives, a noun, and prepositions with what follows them."""
    parts = [(yield word("article", unread, lexicon))]
    while (yield (False, True)):
        parts.append((yield word("adjective", unread, lexicon)))
    noun = yield word("noun", unread, lexicon)
    phrase: Tree = yield extend("noun-phrase", ("simple-noun-phrase", *parts, noun), unread, lexicon)
    return phrase


@ambiguous
def extend(name: str, phrase: Tree, unread: list[str], lexicon: Lexicon) -> Search[Tree]:
    """Parse what may follow a phrase and belong to it: nothing, or a preposition and a noun phrase, and so on."""
    if (yield (False, True)):
        preposition = yield word("preposition", unread, lexicon)
        noun = yield noun_phrase(unread, lexicon)
        phrase = yield extend(name, (name, phrase, ("prep-phrase", preposition, noun)), unread, lexicon)
    return phrase


@ambiguous
def word(kind: str, unread: list[str], lexicon: Lexicon) -> Search[Tree]:
    """Parse a word of this kind; a question mark is any of them."""
    require(unread)
    given = unread.pop(0)
    found = yield lexicon[kind]
    require(given in (found, ANY))
    return kind, found


def check(sentence: str, lexicon: Lexicon) -> None:
    """Raise ValueError if a word is not in the lexicon, or if a kind of words is missing there."""
    if missing := LEXICON.keys() - lexicon.keys():
        raise ValueError(f"expected a lexicon with words of the kinds {', '.join(LEXICON)}; {min(missing)} is missing")
    for given in sentence.split():
        if given != ANY and not any(given in words for words in lexicon.values()):
            raise ValueError(f"expected words of the lexicon or ?, found {given!r}")


LEXICON: Lexicon = {
    "article": ("the", "a"),
    "adjective": ("old", "small"),
    "noun": ("student", "professor", "cat", "class"),
    "verb": ("studies", "lectures", "eats", "sleeps"),
    "preposition": ("for", "to", "in", "by", "with"),
}
INSTANCES: dict[str, dict[str, Any]] = {
    name: {"sentence": sentence, "lexicon": LEXICON}
    for name, sentence in {
        "five-parses": "the professor lectures to the student in the class with the cat",
        "two-parses": "the professor lectures to the student with the cat",
        "one-parse": "the small cat eats",
        "no-parse": "the professor the cat",
        "pattern": "the ? ? to the ?",
        "generator": "? ? ? ?",
    }.items()
}


def picture(answer: Tree, sentence: str, lexicon: Lexicon) -> str:
    """Draw the tree, a phrase or a word on each line, parts below and to the right of their phrase.

    >>> print(picture(solve("the cat eats", LEXICON).one(), "the cat eats", LEXICON))
    sentence
      simple-noun-phrase
        article: the
        noun: cat
      verb: eats
    """
    if isinstance(answer[1], str):
        return f"{answer[0]}: {answer[1]}"
    parts = [picture(part, sentence, lexicon).replace("\n", "\n  ") for part in answer[1:]]
    return "\n  ".join([answer[0], *parts])


def drawing(answer: Tree | None, sentence: str, lexicon: Lexicon) -> Drawing:
    """Picture the parse as a tree, its root above; without an answer the words in a row, each with room above it.

    >>> [mark.text for mark in drawing(None, "the cat eats", LEXICON).marks if isinstance(mark, Text)]
    ['the', 'cat', 'eats']
    """
    if answer is None:
        words = sentence.split()
        boxes: list[Mark] = [box(WIDE * place + 0.1, 0, WIDE - 0.2) for place in range(len(words))]
        texts: list[Mark] = [Text((WIDE * (place + 0.5), 1.5), text, 0.45) for place, text in enumerate(words)]
        return Drawing(WIDE * len(words), 2, (*boxes, *texts))
    marks: list[Mark] = []
    depth = height(answer)
    _, width = branch(answer, 0, 0, depth, marks)
    return Drawing(WIDE * width, STEP * depth + 1, tuple(marks))


def height(tree: Tree) -> int:
    """How many steps it is from the root to the lowest word.

    >>> height(("noun-phrase", ("article", "the"), ("noun", "cat")))
    2
    """
    return 1 if isinstance(tree[1], str) else 1 + max(map(height, tree[1:]))


def branch(tree: Tree, left: int, down: int, depth: int, marks: list[Mark]) -> tuple[float, int]:
    """Add the marks of a part of the tree; all words are in the lowest row.

    left: how many words are to the left of it; down: how many steps it is below the root.
    Gives the centre of its root, and how many words are to the left of what follows.
    """
    if isinstance(tree[1], str):
        middle = WIDE * (left + 0.5)
        marks.append(Text((middle, STEP * depth + 0.5), tree[1], 0.45))
        feet, left = [(middle, STEP * depth + 0.1)], left + 1
    else:
        feet = []
        for part in tree[1:]:
            foot, left = branch(part, left, down + 1, depth, marks)
            feet.append((foot, STEP * (down + 1) + 0.1))
        middle = (feet[0][0] + feet[-1][0]) / 2
    marks += [Shape(((middle, STEP * down + 0.8), foot), closed=False) for foot in feet]
    marks.append(Text((middle, STEP * down + 0.5), tree[0], 0.35))
    return middle, left


def read(text: str) -> list[dict[str, Any]]:
    """Read the sentences of a text, one in each line that is not blank.

    >>> [puzzle["sentence"] for puzzle in read("the cat sleeps\\n\\nthe ? eats")]
    ['the cat sleeps', 'the ? eats']

    Raises BadInput if a word is not in the lexicon.
    """
    known = (ANY, *sorted({word for words in LEXICON.values() for word in words}))
    sentences = [" ".join(word.one_of(known) for word in line.words()) for line in lines_of(text)]
    return [{"sentence": sentence, "lexicon": LEXICON} for sentence in sentences]
