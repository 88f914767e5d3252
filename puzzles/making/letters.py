"""The role of letters in a sum of words, and how many answers follow from it.

doing     what a letter adds, in which products it is, and whether a number begins with it, e.g. (1000, True)
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from ..arithmetic.equation import Term, Word
from ..arithmetic.notation import BOX, DIGITS, LETTERS

Doing: TypeAlias = tuple[Any, ...]


def mask(word: str) -> int:
    """The letters of a word as bits.

    >>> bin(mask("ABBA4D"))
    '0b1011'
    """
    return sum(1 << LETTERS.index(letter) for letter in set(word) & set(LETTERS))


def has_exchange(found: Iterable[Doing], base: int = 10) -> bool:
    """Say whether every answer gives another one, because two letters have the same role, or a letter has none.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> sums = ["ABC+DBC=EFG", "LATE+TO=GATE", "SEND+MORE=MONEY"]
    >>> [has_exchange(doings(terms(Part(line, 1)), 10).values()) for line in sums]
    [True, True, False]
    """
    listed = list(found)
    if len(listed) < base:
        listed.append((0, False))  # a digit that no letter has
    return len(set(listed)) < len(listed)


def doings(equation: Iterable[Term], base: int) -> dict[str, Doing]:
    """The role of each letter."""
    added: Counter[str] = Counter()
    multiplied: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    starts = set()
    for number, (sign, words) in enumerate(equation):
        for factor, word in enumerate(words):
            starts |= {word[0]} if len(word) > 1 else set()
            for letter, worth in worths(word, base):
                if len(words) == 1:
                    added[letter] += sign * worth
                else:
                    multiplied[letter].append((number, factor, worth))
    return {letter: (added[letter], *multiplied[letter], letter in starts) for letter in {*added, *multiplied}}


def alike(equation: Iterable[Term], base: int = 10) -> list[int]:
    """Group the letters with the same role, two or more of them, as bits.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> [bin(group) for group in alike(terms(Part("BAD+BCE=FAB", 1)))]
    ['0b11000']
    """
    groups: defaultdict[Doing, int] = defaultdict(int)
    for letter, doing in doings(equation, base).items():
        groups[doing] |= mask(letter)
    return [group for group in groups.values() if group.bit_count() > 1]


@cache
def worths(word: Word, base: int) -> tuple[tuple[str, int], ...]:
    """What each letter of a word is worth.

    >>> worths(("T", "O", "T"), 10)
    (('T', 101), ('O', 10))
    """
    found: Counter[str] = Counter()
    for place, cell in enumerate(reversed(word)):
        found[cell] += base**place
    return tuple((cell, worth) for cell, worth in found.items() if cell in LETTERS)


def is_plain(equation: Sequence[Term]) -> bool:
    """Say whether there is no product, and no number has boxes."""
    return all(len(words) == 1 and not any(cell.startswith(BOX) for cell in words[0]) for _, words in equation)


class Step(NamedTuple):
    """A letter that gets its digit.

    worth      what it adds for each unit of its digit; divisor: the same, but 1 if that is 0
    first      its least digit
    near, far  the letters after it can make the balance 0 if its digit lies between -(near + balance) / divisor and
               (far - balance) / divisor
    """

    worth: int
    divisor: int
    first: int
    near: int
    far: int


def answers_up_to(limit: int, found: Iterable[Doing], known: int = 0, base: int = 10) -> int:
    """Count the answers of a sum without products and boxes, up to a limit.

    known: what its known digits add.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> sums = ["SEND+MORE=MONEY", "TWO+TWO=FOUR", "A+B=CDE"]
    >>> [answers_up_to(2, doings(terms(Part(line, 1)), 10).values()) for line in sums]
    [1, 2, 0]
    """
    steps = steps_of(found, base)
    last = len(steps) - 1
    if last < 0:
        return int(known == 0)

    def count(place: int, balance: int, used: int) -> int:
        worth, divisor, start, near, far = steps[place]
        stop = (far - balance) // divisor + 1
        low = -((near + balance) // divisor)  # here `max` and `min` would take most of the time
        answers = 0
        for digit in range(start if start > low else low, base if base < stop else stop):
            if not used >> digit & 1:
                total = balance + worth * digit
                answers += count(place + 1, total, used | 1 << digit) if place < last else total == 0
                if answers >= limit:
                    return limit
        return answers

    return count(0, known, 0)


def steps_of(found: Iterable[Doing], base: int) -> list[Step]:
    """List the letters, those that add most first; letters have different digits, which reduces their joint reach."""
    steps = []
    least = most = adding = taking = 0
    for worth, starts in sorted(found, key=lambda doing: abs(doing[0])):
        near, far = (most, -least) if worth > 0 else (least, -most) if worth else (0, base - 1)
        steps.append(Step(worth, worth or 1, int(starts), near, far))
        if worth > 0:  # it now takes the greatest digit, or the least one; the letters before it take the next ones
            least, most, adding = least + adding, most + worth * (base - 1) - adding, adding + worth
        else:
            least, most, taking = least + worth * (base - 1) - taking, most + taking, taking + worth
    return steps[::-1]


def known_part(equation: Sequence[Term], base: int = 10) -> int:
    """What the known digits of a sum add.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> known_part(terms(Part("1A+23=B5", 1)))
    28
    """
    return sum(sign * known_in(words[0], base) for sign, words in equation)


@cache
def known_in(word: Word, base: int) -> int:
    return int("".join(cell if cell in DIGITS else "0" for cell in word), base)
