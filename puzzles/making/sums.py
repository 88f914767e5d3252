"""Making alphametics: all sums of given words that have exactly one answer.

word      of a list, in capital letters
choice    a word for each ? of a pattern, e.g. SEND and MORE for "?+?=MONEY"

Few sums need the solver. Most have too many letters, or numbers whose lengths cannot agree, or highest columns that
are wrong whatever the lower ones carry. In others, two letters, or a letter and a digit that no letter has, can be
exchanged in any answer, which gives another answer. For the rest, if there are no products and no boxes, what each
letter adds determines how many answers there are; the solver proves those that have one.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ambsearch import ambiguous, require
from ambsearch.measuring import Tally, amount
from ambsearch.observing import observed
from ambsearch.reading import lines_of

from ..alphametics import solve_by_balance
from ..arithmetic.equation import Term
from ..arithmetic.notation import LETTERS
from .heads import can_come_out, carries_of, heads_above, split
from .letters import alike, answers_up_to, doings, has_exchange, is_plain, known_part, mask
from .pattern import Order, Pattern
from .puzzle import Made


class Entry(NamedTuple):
    """A word in the list: its length, its number among the words of this length, and its letters as a bit mask."""

    length: int
    number: int
    word: str
    letters: int


@dataclass
class Sums:
    """The sums of words that have exactly one answer; iterate over it. Its str() says how far it is.

    pattern: with ? for each word to choose, e.g. "?+?=MONEY"; otherwise it may hold anything that an alphametic may.
    words: what to choose from, in capital letters, e.g. ["SEND", "MORE"].
    repeated: may the same word occur in a sum several times?
    passed, total: how many choices of words are done, and how many there are with lengths that can agree.
    tried: for how many sums digits have been tried.
    Sums of short words come first; otherwise they come in the order of the words. Each sum comes once, whatever the
    order of its terms and sides.
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
                yield from self.prove(pattern, [entry.word for entry in chosen])
            before += prod(map(len, lists))
        self.passed = self.total

    def prove(self, pattern: Pattern, words: Sequence[str]) -> Iterator[Made[str]]:
        """Yield the sum of these words if it has exactly one answer."""
        equation = pattern.terms(words)
        found = doings(equation, self.base).values()
        if has_exchange(found, self.base):
            return
        self.tried += 1
        if is_plain(equation):
            count = answers_up_to(2, found, known_part(equation, self.base), self.base)
        else:
            count = len(solve_by_balance(pattern.line(words), self.base).take(2))
        if count == 1:
            yield from filter(None, [prove_unique(pattern.line(words), self.base)])

    def __str__(self) -> str:
        return f"{self.passed} of {amount(self.total, 'choice')} of words, {amount(self.tried, 'sum')} tried"


def words_in(text: str) -> list[str]:
    r"""Read a list of words, one to a line, each once; they are converted to upper case.

    >>> words_in("send\n\nmore\nSend\n")
    ['SEND', 'MORE']

    Raises BadInput if the text is not valid.
    """
    found = []
    for line in lines_of(text):
        word = line.words("a word")[0]
        for sign in word.signs():
            if sign.text.upper() not in LETTERS or not sign.text.isascii():
                raise sign.expected("a letter from A to Z")
        found.append(word.text.upper())
    return list(dict.fromkeys(found))


def by_lengths(pattern: Pattern, words: Iterable[str]) -> Iterator[list[tuple[Entry, ...]]]:
    """For all lengths that can agree, the words of these lengths; one list for each ?."""
    lists: dict[int, list[Entry]] = {}
    for word in dict.fromkeys(words):
        same = lists.setdefault(len(word), [])
        same.append(Entry(len(word), len(same), word, mask(word)))
    entries = {length: tuple(same) for length, same in lists.items()}
    firsts = [(first[0], second[0]) for first, second in pattern.orders()]
    for lengths in product(sorted(lists), repeat=pattern.size):
        if all(lengths[a] <= lengths[b] for a, b in firsts) and pattern.can_agree(lengths):
            yield [entries[length] for length in lengths]


@ambiguous
def sums(
    pattern: Pattern, lists: Sequence[tuple[Entry, ...]], repeated: bool
) -> Generator[Any, Any, tuple[Entry, ...]]:
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


def candidates(
    pattern: Pattern, entries: tuple[Entry, ...], chosen: tuple[Entry, ...], letters: int
) -> Sequence[Entry]:
    """List the words with which there are not too many letters; the last word also makes the highest columns correct,
    and distinguishes letters with the same role.

    letters: of the words so far.
    """
    if len(chosen) < pattern.size - 1:
        return [entry for entry in entries if (entry.letters | letters).bit_count() <= pattern.base]
    equation = pattern.terms([*(entry.word for entry in chosen), ""])
    if all(len(term.words) == 1 for term in equation):
        place = split([len(word) or entries[0].length for _, (word,) in equation])
        if entries[0].length > place > 0:
            [sign] = (sign for sign, (word,) in equation if not word)
            entries = under(entries, sign, place, heads_above(equation, place), carries_of(equation), pattern.base)
    groups = alike(equation, pattern.base)
    return [
        entry
        for entry in entries
        if (entry.letters | letters).bit_count() <= pattern.base
        and all((group & ~entry.letters).bit_count() < 2 for group in groups)
    ]


@lru_cache(maxsize=10_000)
def under(
    entries: tuple[Entry, ...], sign: int, place: int, others: tuple[Term, ...], carries: range, base: int
) -> tuple[Entry, ...]:
    """The words with which the columns from a place on are correct; others: what is there already."""
    return tuple(
        entry for entry in entries if can_come_out((*others, Term(sign, (tuple(entry.word[:-place]),))), carries, base)
    )


def in_order(chosen: tuple[Entry, ...], orders: Sequence[Order]) -> bool:
    """Does the word chosen last satisfy the orders?"""
    last = len(chosen) - 1
    return all(
        [chosen[place] for place in first] <= [chosen[place] for place in second]
        for first, second in orders
        if max(first + second) == last
    )


def rank(chosen: Sequence[Entry], lists: Sequence[tuple[Entry, ...]]) -> int:
    """How many choices there are up to and including this one."""
    pairs = zip(chosen, lists, strict=True)
    return reduce(lambda before, pair: before * len(pair[1]) + pair[0].number, pairs, 0) + 1


def prove_unique(puzzle: str, base: int = 10) -> Made[str] | None:
    """Prove that an alphametic has exactly one answer; None if it has none, or several.

    >>> prove_unique("SEND+MORE=MONEY").answer, prove_unique("TWO+TWO=FOUR")
    ('9567+1085=10652', None)
    """
    tally = Tally()
    found = observed(solve_by_balance(puzzle, base), tally).take(2)
    return Made(puzzle, found[0], tally.effort(1)) if len(found) == 1 else None
