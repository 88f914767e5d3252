"""Alphametics A + B = C as the automaton reads them: from the units, column by column, with numbered letters.

words       of a puzzle, e.g. ("beer", "and", "sodas")
sequence    the columns from the units up as a text, e.g. "rdsenaeadb$o$$s$$$"; $ means that a word has no letter left
signs       a column as numbers: letters in the order of their first appearance, and the base for $

Source: Nozaki, Yoshinaka and Shinohara, section 2, definitions 1 to 5.
"""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from ambsearch.reading import Part

from .columns import Signs

END = "$"
Words = tuple[str, str, str]


def words_of(line: Part, letters: int = 26) -> Words:
    """Read a sum of two words; blanks do not count.

    letters: how many different letters there may be: as many as there are digits.

    >>> words_of(Part("beer + and = sodas", 1))
    ('beer', 'and', 'sodas')

    Raises BadInput if it is not a puzzle, or has more letters.
    """
    left, third = line.parts("=", "two words with + between them", "a word")
    parts = [*left.parts("+", "a word", "a word"), third]
    alphabet = ascii_uppercase if set(line.text) & set(ascii_uppercase) else ascii_lowercase
    found: set[str] = set()
    for part in parts:
        part.words("a word")
        for letter in part.signs():
            if letter.text not in alphabet:
                raise letter.expected(f"a letter from {alphabet[0]} to {alphabet[-1]}")
            found.add(letter.text)
            if len(found) > letters:
                raise letter.error(
                    f"expected at most {letters} different letters, one for each digit, found {letter.text!r} too"
                )
    first, second, last = (part.text for part in parts)
    return first, second, last


def equal_length(words: Words) -> Words:
    """Pad the words with $ to the same length, with one $ before the third word.

    >>> equal_length(("beer", "and", "sodas"))
    ('$$beer', '$$$and', '$sodas')

    Source: definition 3; if the third word is not the longest, it gets more.
    """
    size = max(map(len, words)) + 1
    first, second, third = (word.rjust(size, END) for word in words)
    return first, second, third


def sequence(words: Words) -> str:
    """Read the words column by column, from the units up.

    >>> sequence(("beer", "and", "sodas"))
    'rdsenaeadb$o$$s$$$'

    Source: definition 4.
    """
    return "".join(map("".join, zip(*(word[::-1] for word in equal_length(words)), strict=True)))


def normal_form(text: str) -> str:
    """Rename the letters of a sequence in the order in which they first appear.

    >>> normal_form("abbacb$ac"), normal_form("acbabc$ac")
    ('abbacb$ac', 'abcacb$ab')

    Source: definition 5, which misprints the second one as abcabc$ab.
    """
    letters = [letter for letter in dict.fromkeys(text) if letter != END]
    return text.translate(str.maketrans("".join(letters), ascii_lowercase[: len(letters)]))


def signs_of(text: str, base: int) -> list[Signs]:
    """The columns of a sequence, without $$$, in normal form and as numbers.

    >>> signs_of("yxxy$y$$$", 2)
    [(0, 1, 1), (0, 2, 0)]
    """
    numbers = [base if sign == END else ascii_lowercase.index(sign) for sign in normal_form(text)]
    return list(zip(numbers[:-3:3], numbers[1:-3:3], numbers[2:-3:3], strict=True))


def text_of(columns: Sequence[Signs], base: int) -> str:
    """Write columns of signs as a puzzle.

    >>> text_of([(0, 1, 1), (0, 2, 0)], 2)
    'aa + b = ab'
    """
    first, second, third = (
        "".join(ascii_lowercase[sign] for sign in reversed(row) if sign != base) for row in zip(*columns, strict=True)
    )
    return f"{first} + {second} = {third}"
