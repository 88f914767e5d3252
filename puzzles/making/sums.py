"""Making alphametics: all sums of given words that have exactly one answer.

word      of a list, in capital letters
choice    a word for each ? of a pattern, e.g. SEND and MORE for "?+?=MONEY"

Few sums need the solver. Most have too many letters, or numbers whose lengths cannot agree, or highest columns that
are wrong whatever the lower ones carry. In others, two letters, or a letter and a digit that no letter has, can be
exchanged in any answer, which gives another answer. For the rest, if there are no products and no boxes, what each
letter adds determines how many answers there are, and the search for them ends at the second one. Other sums are put
to the solver.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from math import prod
from operator import or_
from typing import NamedTuple

from ambsearch import Search, ambiguous, permanent, require
from ambsearch.observing.measuring import amount, effort
from ambsearch.reading import lines_of

from ..alphametics import solve_by_balance
from ..arithmetic.equation import Term, fill
from ..arithmetic.notation import LETTERS
from ..arithmetic.reading import check_width
from .heads import can_come_out, carries_of, heads_above, split
from .letters import Doing, alike, answers_up_to, doings, has_exchange, join, mask
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

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Made[str]]:
        pattern = Pattern(self.pattern, self.base)
        if bool(pattern.size) != bool(self.words):
            raise ValueError(f"expected words, and a ? for them, found {len(self.words)} words for {self.pattern!r}")
        choices = list(by_lengths(pattern, [word for word in self.words if self.repeated or word not in pattern.fixed]))
        self.total = sum(prod(map(len, lists)) for lists in choices)
        before = 0
        for lists in choices:
            lasts = Lasts(pattern, lists, self.repeated)
            for chosen in beginnings(pattern, lists, self.repeated):
                for words, found in lasts.after(chosen):
                    self.passed = before + rank(words, lists)
                    yield from self.prove(pattern, [entry.word for entry in words], found)
            before += prod(map(len, lists))
        self.passed = self.total

    def prove(self, pattern: Pattern, words: Sequence[str], found: dict[str, Doing]) -> Iterator[Made[str]]:
        """Yield the sum of these words if it has exactly one answer; found: what its letters do."""
        if has_exchange(found.values(), self.base):
            return
        self.tried += 1
        puzzle = pattern.line(words)
        if pattern.is_plain:
            answers = [fill(puzzle, digits) for digits in answers_up_to(2, found, pattern.known, self.base)]
        else:
            answers = solve_by_balance(puzzle, self.base).take(2)
        if len(answers) == 1:
            yield Made(puzzle, answers[0], lambda: effort(solve_by_balance(puzzle, self.base), 2))

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
        check_width(line, "")
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
def beginnings(pattern: Pattern, lists: Sequence[tuple[Entry, ...]], repeated: bool) -> Search[tuple[Entry, ...]]:
    """Choose a word for each ? but the last, so that there are not too many letters."""
    chosen: tuple[Entry, ...] = ()
    letters = mask("".join(pattern.fixed))
    orders = pattern.orders()
    for entries in lists[:-1]:
        entry = yield with_room(entries, letters, pattern.base)
        require(repeated or entry not in chosen)
        chosen = (*chosen, entry)
        letters = letters | entry.letters
        require(in_order(chosen, orders))
    return chosen


def with_room(entries: Sequence[Entry], letters: int, base: int) -> list[Entry]:
    """The words that have not too many letters together with these."""
    return [entry for entry in entries if (entry.letters | letters).bit_count() <= base]


class Lasts:
    """The words for the last ? of a pattern; it has the same place and length for all choices of the others.

    lists: the words for each ?, those for one ? of the same length.
    """

    def __init__(self, pattern: Pattern, lists: Sequence[tuple[Entry, ...]], repeated: bool) -> None:
        self.pattern, self.repeated, self.base = pattern, repeated, pattern.base
        self.entries: tuple[Entry, ...] = lists[-1] if lists else ()
        self.orders = pattern.orders()
        self.fixed = mask("".join(pattern.fixed))
        self.place = 0
        self.under = cache(self.find_under)
        equation = pattern.terms([*(entries[0].word for entries in lists[:-1]), ""])
        if lists and all(len(term.words) == 1 for term in equation):
            self.place = split([len(word) or lists[-1][0].length for _, (word,) in equation])
            [self.sign] = (sign for sign, (word,) in equation if not word)
            self.carries = carries_of(equation)

    def after(self, chosen: tuple[Entry, ...]) -> Iterator[tuple[tuple[Entry, ...], dict[str, Doing]]]:
        """Complete a choice of words, with what the letters of the sum do.

        The last word makes the highest columns correct, if only it and one other word reach them, distinguishes
        letters with the same role, and adds not too many letters.
        """
        if not self.pattern.size:
            yield (), doings(self.pattern.equation, self.base)
            return
        equation = self.pattern.terms([*(entry.word for entry in chosen), ""])
        others = doings(equation, self.base)
        letters = reduce(or_, (entry.letters for entry in chosen), self.fixed)
        entries = self.entries
        if self.place and entries[0].length > self.place:
            entries = self.under(heads_above(equation, self.place))
        groups = alike(others)
        for entry in with_room(entries, letters, self.base):
            words = (*chosen, entry)
            if (
                all((group & ~entry.letters).bit_count() < 2 for group in groups)
                and (self.repeated or entry not in chosen)
                and in_order(words, self.orders)
            ):
                if self.pattern.is_plain:
                    yield words, join(others, self.sign, entry.word, self.base)
                else:
                    yield words, doings(self.pattern.terms(entry.word for entry in words), self.base)

    def find_under(self, others: tuple[Term, ...]) -> tuple[Entry, ...]:
        """The words with which the highest columns are correct; others: what is there already."""
        return tuple(
            entry
            for entry in self.entries
            if can_come_out((*others, Term(self.sign, (tuple(entry.word[: -self.place]),))), self.carries, self.base)
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
