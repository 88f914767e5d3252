"""Patterns of alphametics: sums with ? for each word to choose, e.g. "? + ? = MONEY".

place     the number of a ? in its pattern, from 0
order     places whose words must stand in the order of their list, e.g. ((0,), (1,)) in "?+?=MONEY": so each sum
comes once, whatever the order of its terms and sides
"""

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from math import prod

from ambsearch.reading import Part

from ..arithmetic.equation import Term, Word, in_capitals, terms, words_of
from ..arithmetic.notation import BOX, DIGITS
from .letters import is_plain, known_part

WILDCARD = "?"
OPEN: Word = (WILDCARD,)
Places = tuple[int, ...]
Order = tuple[Places, Places]


class Pattern:
    """A pattern that has been read.

    text: e.g. "? + ? = MONEY"; everything but ? may be anything that an alphametic may hold.
    size: how many ? there are; fixed: the other words.
    is_plain: is nothing multiplied, and nothing a box? known: what the known digits add then.
    BadInput if it cannot be read.

    >>> pattern = Pattern("? + ? = MONEY")
    >>> pattern.size, pattern.fixed, pattern.line(["SEND", "MORE"])
    (2, ['MONEY'], 'SEND+MORE=MONEY')
    """

    def __init__(self, text: str, base: int = 10) -> None:
        self.base = base
        self.equation = read(text, base)
        self.fixed = ["".join(word) for word in words_of(self.equation) if word != OPEN]
        self.size = words_of(self.equation).count(OPEN)
        self.is_plain = is_plain(self.equation)
        self.known = known_part(self.equation, base) if self.is_plain else 0
        self._line = "".join(text.split()).replace(WILDCARD, "{}")

    def line(self, words: Iterable[str]) -> str:
        """Write the sum with these words for each ?."""
        return self._line.format(*words)

    def terms(self, words: Iterable[str]) -> list[Term]:
        """List the terms of the sum with these words for each ?."""
        rest = map(tuple, words)
        return [
            Term(sign, tuple(next(rest) if word == OPEN else word for word in factors))
            for sign, factors in self.equation
        ]

    def orders(self) -> list[Order]:
        """List orders such that exactly one way of writing a sum satisfies them.

        >>> Pattern("?+?=MONEY").orders(), Pattern("?x? = ?x?").orders()
        ([((0,), (1,))], [((0,), (1,)), ((2,), (3,)), ((0, 1), (2, 3))])
        """
        found: list[Order] = []
        sides: dict[int, list[tuple[list[str], Places]]] = {1: [], -1: []}
        places = iter(range(self.size))
        for sign, words in self.equation:
            own = tuple(next(places) for word in words if word == OPEN)
            found += (((one,), (next_one,)) for one, next_one in pairwise(own))
            sides[sign].append((sorted(map("".join, words)), own))
        for side in sides.values():
            side.sort()
            found += ((own, next_own) for (words, own), (alike, next_own) in pairwise(side) if own and words == alike)
        (left, left_places), (right, right_places) = (zip(*side, strict=True) for side in sides.values())
        if self.size and left == right:
            found.append((tuple(chain(*left_places)), tuple(chain(*right_places))))
        return found

    def can_agree(self, lengths: Sequence[int]) -> bool:
        """Say whether words of these lengths can make the two sides equal.

        >>> pattern = Pattern("?+?=MONEY")
        >>> pattern.can_agree([4, 4]), pattern.can_agree([4, 3]), pattern.can_agree([4, 6])
        (True, True, False)
        """
        least = most = 0
        for sign, words in self.terms(BOX * length for length in lengths):
            ends = sorted(
                sign * prod(numbers) for numbers in zip(*(span(word, self.base) for word in words), strict=True)
            )
            least, most = least + ends[0], most + ends[1]
        return least <= 0 <= most


def read(text: str, base: int = 10) -> list[Term]:
    """Read a pattern, in which ("?",) is a word to choose; a box has no name.

    >>> read("? = 2*")
    [Term(sign=1, words=(('?',),)), Term(sign=-1, words=(('2', '*'),))]
    """
    for sign in Part(text, 1).signs():
        if sign.text != in_capitals(sign.text, base):
            raise sign.expected(f"{sign.text.upper()}, because words are in capital letters")
    equation = terms(Part(text.replace(WILDCARD, BOX), 1), base)
    signs = {f"{BOX}{sign.column}": sign for sign in Part(text, 1).signs()}
    for word in words_of(equation):
        for cell in word:
            if len(word) > 1 and cell in signs and signs[cell].text == WILDCARD:
                box = (
                    f"; {BOX} is a box, and x multiplies"
                    if BOX in {signs[one].text for one in word if one in signs}
                    else ""
                )
                raise signs[cell].error(f"expected {WILDCARD} alone, for a whole word{box}")
    return [
        Term(sign, tuple(tuple(signs[cell].text if cell in signs else cell for cell in word) for word in words))
        for sign, words in equation
    ]


def span(word: Word, base: int = 10) -> tuple[int, int]:
    """The least and the greatest number that a word can be, judging by its known digits and its length.

    >>> span(("M", "O", "4")), span(("A",))
    ((104, 994), (0, 9))
    """
    least = [cell if cell in DIGITS else "0" for cell in word]
    if len(word) > 1 and word[0] not in DIGITS:
        least[0] = "1"
    most = [cell if cell in DIGITS else DIGITS[base - 1] for cell in word]
    return int("".join(least), base), int("".join(most), base)
