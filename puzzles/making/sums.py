"""Making alphametics: all sums of given words that have exactly one answer.

word      of a list, in capital letters
choice    a word for each ? of a pattern, e.g. SEND and MORE for "?+?=MONEY"

Few sums need the solver. Most have too many letters, or numbers whose lengths cannot agree; in others two letters, or
a letter and a digit that no letter has, can change places in any answer, which gives another one.
"""

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from ambsearch import ambiguous, require
from ambsearch.measuring import Tally, amount
from ambsearch.observing import observed
from ambsearch.reading import lines_of

from ..alphametics import solve_by_balance
from ..arithmetic.equation import Term, Word
from ..arithmetic.notation import LETTERS
from .pattern import Order, Pattern
from .puzzle import Made

Doing: TypeAlias = tuple[Any, ...]


class Entry(NamedTuple):
    """A word in the list: its length, its number among the words of this length, and its letters as a bit mask."""

    length: int
    number: int
    word: str
    letters: int


@dataclass
class Sums:
    """The sums of words that have exactly one answer: iterate over it; printed, it tells how far it is.

    pattern: with ? for each word to be chosen, e.g. "?+?=MONEY"; else it may hold all that an alphametic may.
    words: what to choose from, in capital letters, e.g. ["SEND", "MORE"].
    repeated: may the same word stand in a sum several times?
    passed, total: how many choices of words have been gone through, of those whose lengths can agree.
    tried: how many sums the solver has tried.

    Sums of short words come first; else they come in the order of the words. Each sum comes once, whatever the order of
    its terms and whatever stands on which side.
    ValueError if there is no word for ?, or no ? for the words; BadInput if the pattern cannot be read.

    >>> run = Sums("? + ? = ?", ["MONEY", "MORE", "SEND"])
    >>> [made.answer for made in run], str(run)
    (['1085+9567=10652'], '15 of 15 choices of words, 1 sum tried')
    """

    pattern: str
    words: Sequence[str]
    base: int = 10
    repeated: bool = False
    passed: int = 0
    total: int = 0
    tried: int = 0

    def __iter__(self) -> Iterator[Made[str]]:
        pattern = Pattern(self.pattern, self.base)
        if bool(pattern.size) != bool(self.words):
            raise ValueError(f"expected words, and a ? for them, found {len(self.words)} words for {self.pattern!r}")
        choices = list(by_lengths(pattern, [word for word in self.words if self.repeated or word not in pattern.fixed]))
        self.total = sum(prod(map(len, lists)) for lists in choices)
        before = 0
        for lists in choices:
            for chosen in sums(pattern, lists, self.repeated):
                self.passed = before + rank(chosen, lists)
                yield from self.proved(pattern, [entry.word for entry in chosen])
            before += prod(map(len, lists))
        self.passed = self.total

    def proved(self, pattern: Pattern, words: Sequence[str]) -> Iterator[Made[str]]:
        """Yield the sum of these words if it has exactly one answer."""
        if not has_exchange(pattern.terms(words), self.base):
            self.tried += 1
            yield from filter(None, [made(pattern.line(words), self.base)])

    def __str__(self) -> str:
        return f"{self.passed} of {amount(self.total, 'choice')} of words, {amount(self.tried, 'sum')} tried"


def words_in(text: str) -> list[str]:
    r"""Read a list of words, one to a line, each once; small letters are made capital.

    >>> words_in("send\n\nmore\nSend\n")
    ['SEND', 'MORE']

    Raises BadInput where something else is expected.
    """
    found = []
    for line in lines_of(text):
        word = line.words("a word")[0]
        for sign in word.signs():
            if sign.text.upper() not in LETTERS or not sign.text.isascii():
                raise sign.expected("a letter from A to Z")
        found.append(word.text.upper())
    return list(dict.fromkeys(found))


def by_lengths(pattern: Pattern, words: Iterable[str]) -> Iterator[list[list[Entry]]]:
    """For all lengths that can agree, the words of these lengths; one list for each ?."""
    lists: dict[int, list[Entry]] = {}
    for word in dict.fromkeys(words):
        same = lists.setdefault(len(word), [])
        same.append(Entry(len(word), len(same), word, mask(word)))
    firsts = [(first[0], second[0]) for first, second in pattern.orders()]
    for lengths in product(sorted(lists), repeat=pattern.size):
        if all(lengths[a] <= lengths[b] for a, b in firsts) and pattern.can_agree(lengths):
            yield [lists[length] for length in lengths]


@ambiguous
def sums(pattern: Pattern, lists: Sequence[Sequence[Entry]], repeated: bool) -> Generator[Any, Any, tuple[Entry, ...]]:
    """Choose a word for each ?, so that there are not too many letters."""
    chosen: tuple[Entry, ...] = ()
    letters = mask("".join(pattern.fixed))
    orders = pattern.orders()
    for entries in lists:
        entry = yield candidates(pattern, entries, chosen, letters)
        require(repeated or entry not in chosen)
        chosen = (*chosen, entry)
        letters = letters | entry.letters
        require(in_order(chosen, orders))
    return chosen


def candidates(pattern: Pattern, entries: Sequence[Entry], chosen: tuple[Entry, ...], letters: int) -> list[Entry]:
    """List the words with which there are not too many letters; the last word parts those that do the same, too.

    letters: of the words so far.
    """
    found = [entry for entry in entries if (entry.letters | letters).bit_count() <= pattern.base]
    if len(chosen) < pattern.size - 1:
        return found
    groups = alike(pattern.terms([*(entry.word for entry in chosen), ""]), pattern.base)
    return [entry for entry in found if all((group & ~entry.letters).bit_count() < 2 for group in groups)]


def in_order(chosen: tuple[Entry, ...], orders: Sequence[Order]) -> bool:
    """Does the word chosen last keep the orders?"""
    last = len(chosen) - 1
    return all(
        [chosen[place] for place in first] <= [chosen[place] for place in second]
        for first, second in orders
        if max(first + second) == last
    )


def rank(chosen: Sequence[Entry], lists: Sequence[Sequence[Entry]]) -> int:
    """How many choices there are up to this one, itself included."""
    pairs = zip(chosen, lists, strict=True)
    return reduce(lambda before, pair: before * len(pair[1]) + pair[0].number, pairs, 0) + 1


def mask(word: str) -> int:
    """The letters of a word as bits.

    >>> bin(mask("ABBA4D"))
    '0b1011'
    """
    return sum(1 << LETTERS.index(letter) for letter in set(word) & set(LETTERS))


def has_exchange(equation: Iterable[Term], base: int = 10) -> bool:
    """Say whether any answer gives another one, because two letters do the same, or a letter does nothing.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> [has_exchange(terms(Part(line, 1))) for line in ("ABC+DBC=EFG", "LATE+TO=GATE", "SEND+MORE=MONEY")]
    [True, True, False]
    """
    found = list(doings(equation, base).values())
    if len(found) < base:
        found.append((0, False))  # a digit that no letter has
    return len(set(found)) < len(found)


def doings(equation: Iterable[Term], base: int) -> dict[str, Doing]:
    """What each letter does: what it adds, in which products it is, and whether a number begins with it."""
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
    """Group the letters that do the same, two or more of them, as bits.

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


def made(puzzle: str, base: int = 10) -> Made[str] | None:
    """Prove that an alphametic has exactly one answer; None if it has none, or several.

    >>> made("SEND+MORE=MONEY").answer, made("TWO+TWO=FOUR")
    ('9567+1085=10652', None)
    """
    answers = solve_by_balance(puzzle, base)
    found = answers.take(2)
    if len(found) != 1:
        return None
    tally = Tally()
    observed(answers, tally).take(2)  # takes longer than not to count: only for the few that are puzzles
    return Made(puzzle, found[0], tally.effort(1))
