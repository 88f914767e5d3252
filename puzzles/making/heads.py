"""The highest columns of a sum of words: the shorter words end below them, and can only carry something into them.

head      what a word has in these columns, e.g. ("S", "A") of SATURN above EARTH, if the columns of four digits lie below
"""

from collections.abc import Sequence
from functools import cache

from ..arithmetic.balancing import solutions
from ..arithmetic.equation import Term, words_of
from ..arithmetic.notation import DIGITS


def split(lengths: Sequence[int]) -> int:
    """The place from which on at most two words have digits, or else 0.

    >>> split([4, 6, 7]), split([3, 3, 4]), split([5, 5, 5]), split([1, 2, 3, 4])
    (4, 3, 0, 2)
    """
    places = [place for place in sorted(set(lengths)) if sum(length > place for length in lengths) in (1, 2)]
    return places[0] if places else 0


def heads_above(equation: Sequence[Term], place: int) -> tuple[Term, ...]:
    """The contents of the columns from a place on.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> heads_above(terms(Part("TO+SEE=SALT", 1)), 2)
    (Term(sign=1, words=(('S',),)), Term(sign=-1, words=(('S', 'A'),)))
    """
    return tuple(Term(sign, (word[:-place],)) for sign, (word,) in equation if len(word) > place)


@cache
def can_come_out(heads: tuple[Term, ...], carries: range, base: int = 10) -> bool:
    """Say whether the highest columns can be correct for one of the carries into them.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> [can_come_out(tuple(terms(Part(line, 1))), range(2)) for line in ("SA=SA", "SA=TA", "SA=TE", "SAL=TEN", "S=TE")]
    [True, False, True, False, True]
    """
    firsts = {word[0] for word in words_of(list(heads))} - set(DIGITS)
    return any(
        solutions([*heads, *[Term(1 if carry > 0 else -1, (("1",),))] * abs(carry)], base, firsts).exists()
        for carry in carries
    )


def carries_of(equation: Sequence[Term]) -> range:
    """What lower columns can carry into a higher one: less than the number of terms on either side.

    >>> from ambsearch.puzzles.arithmetic.equation import Part, terms
    >>> carries_of(terms(Part("A+B+C=D", 1))), carries_of(terms(Part("A=B+C", 1)))
    (range(0, 3), range(-1, 1))
    """
    left = sum(sign > 0 for sign, _ in equation)
    return range(left + 1 - len(equation), left)
