"""The role of letters in a sum of words, and how many answers follow from it.

doing     what a letter adds, in which products it is, and whether a number begins with it, e.g. (1000, True)
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations
from operator import ge, mul
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
    multiplied: dict[str, list[tuple[int, int, int]]] = {}
    starts = set()
    for number, (sign, words) in enumerate(equation):
        for factor, word in enumerate(words):
            starts |= {word[0]} if len(word) > 1 else set()
            for letter, worth in worths(word, base):
                if len(words) == 1:
                    added[letter] += sign * worth
                else:
                    multiplied.setdefault(letter, []).append((number, factor, worth))
    letters = {*added, *multiplied}
    return {letter: (added[letter], *multiplied.get(letter, ()), letter in starts) for letter in letters}


def join(found: Mapping[str, Doing], sign: int, word: str, base: int = 10) -> dict[str, Doing]:
    """The role of each letter when one more word is added to a sum without products, or taken away.

    >>> join({"A": (1, False)}, -1, "BA")
    {'A': (0, False), 'B': (-10, True)}
    """
    both = dict(found)
    for letter, worth in worths(word, base):
        added, starts = both.get(letter, (0, False))
        both[letter] = added + sign * worth, starts
    if len(word) > 1 and word[0] in LETTERS:
        both[word[0]] = both[word[0]][0], True
    return both


def alike(found: Mapping[str, Doing]) -> list[int]:
    """Group the letters with the same role, two or more of them, as bits.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> [bin(group) for group in alike(doings(terms(Part("BAD+BCE=FAB", 1)), 10))]
    ['0b11000']
    """
    groups: dict[Doing, int] = {}
    for letter, doing in found.items():
        groups[doing] = groups.get(doing, 0) | mask(letter)
    return [group for group in groups.values() if group.bit_count() > 1]


@cache
def worths(word: Word | str, base: int) -> tuple[tuple[str, int], ...]:
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

    letter     e.g. "S"
    worth      what it adds for each unit of its digit; divisor: the same, but 1 if that is 0
    first      its least digit
    near, far  the letters after it can make the balance 0 if its digit lies between -(near + balance) / divisor and
               (far - balance) / divisor
    """

    letter: str
    worth: int
    divisor: int
    first: int
    near: int
    far: int


Ending: TypeAlias = tuple[int, tuple[int, ...]]  # the digits of the last letters as bits, and one by one


def answers_up_to(limit: int, found: Mapping[str, Doing], known: int = 0, base: int = 10) -> list[dict[str, int]]:
    """List the answers of a sum without products and boxes, up to a limit: a digit for each letter.

    found: the roles of the letters; known: what its known digits add.
    The letters that add most come first, and get only digits that the others can balance; the last letters are looked
    up by what they must add.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> answers_up_to(2, doings(terms(Part("AB+A=BC", 1)), 10))
    [{'A': 5, 'C': 1, 'B': 6}, {'A': 6, 'C': 3, 'B': 7}]
    >>> sums = ["SEND+MORE=MONEY", "TWO+TWO=FOUR", "A+B=CDE"]
    >>> [len(answers_up_to(2, doings(terms(Part(line, 1)), 10))) for line in sums]
    [1, 2, 0]
    """
    last = 2  # which has about a hundred ways; to list those of three letters takes longer than the search without them
    order = sorted(found.items(), key=lambda item: abs(item[1][0]))
    steps = steps_of(order, base)[:-last]
    looked_up = endings(tuple(doing for _, doing in order[:last]), base)

    def digits(place: int, balance: int, used: int) -> list[tuple[int, ...]]:
        if place == len(steps):
            return [ending for bits, ending in looked_up.get(-balance, ()) if not bits & used]
        _, worth, divisor, start, near, far = steps[place]
        stop = (far - balance) // divisor + 1
        low = -((near + balance) // divisor)  # here `max` and `min` would take most of the time
        answers = []
        for digit in range(start if start > low else low, base if base < stop else stop):
            if not used >> digit & 1:
                for others in digits(place + 1, balance + worth * digit, used | 1 << digit):
                    answers.append((digit, *others))
                if len(answers) >= limit:
                    break
        return answers

    letters = [step.letter for step in steps] + [letter for letter, _ in order[:last]]
    return [dict(zip(letters, answer, strict=True)) for answer in digits(0, known, 0)[:limit]]


@lru_cache(maxsize=4096)
def endings(doings: tuple[Doing, ...], base: int) -> dict[int, list[Ending]]:
    """All digits of a few letters, by what these add together; sums that follow one another often share them.

    >>> endings(((1, False), (10, True)), 10)[21]
    [(6, (1, 2))]
    """
    found: dict[int, list[Ending]] = {}
    worths = [worth for worth, _ in doings]
    for ending in ways(tuple(starts for _, starts in doings), base):
        found.setdefault(sum(map(mul, worths, ending[1])), []).append(ending)
    return found


@cache
def ways(starts: tuple[bool, ...], base: int) -> list[Ending]:
    """All different digits for some letters; no number begins with zero.

    starts: for each letter, does a number begin with it?

    >>> ways((True,), 3)
    [(2, (1,)), (4, (2,))]
    """
    return [
        (sum(1 << digit for digit in digits), digits)
        for digits in permutations(range(base), len(starts))
        if all(map(ge, digits, starts))
    ]


def steps_of(order: Iterable[tuple[str, Doing]], base: int) -> list[Step]:
    """List the letters, those that add most first; letters have different digits, which reduces their joint reach.

    order: the letters with what they do, those that add least first.
    """
    steps = []
    least = most = adding = taking = 0
    for letter, (worth, starts) in order:
        near, far = (most, -least) if worth > 0 else (least, -most) if worth else (0, base - 1)
        steps.append(Step(letter, worth, worth or 1, int(starts), near, far))
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
    return sum(sign * known_value(words[0], base) for sign, words in equation)


@cache
def known_value(word: Word, base: int) -> int:
    return int("".join(cell if cell in DIGITS else "0" for cell in word), base)
