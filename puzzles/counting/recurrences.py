"""The shortest recurrence of the numbers of puzzles, with proof.

A recurrence a[n+r] = c[r-1] a[n+r-1] + ... + c[0] a[n] is written as its polynomial x^r - c[r-1] x^(r-1) - ... - c[0],
the lowest coefficient first: [6, -5, 1] for a[n+2] = 5 a[n+1] - 6 a[n].

How it is proved. Let v[n] be the vector of the numbers of puzzles of n digits that end in each state; v[n+1] = v[n] A.

1. A polynomial m is found with v[1] m(A) = 0; this product is computed exactly. So m is a recurrence of every number
   that is summed up from the vectors, whatever the states' weights are.
2. A recurrence c of order r is found that holds for the first r + d terms, where d is the degree of m: each of the
   first d sums c[0] a[n] + ... + a[n+r] is zero. These sums have the recurrence m, too, so all of them are zero.
3. Berlekamp and Massey give the shortest one modulo a prime. A shorter one with integers would hold modulo the prime,
   too; and one with fractions has integers, as all numbers are integers (Fatou's lemma).

Both are found modulo one large prime, and lifted to integers near zero; what is wrong then fails in step 1 or 2.

Source: Massey, "Shift-register synthesis and BCH decoding" (1969).
"""

import random
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

import numpy as np

from .automaton import Automaton
from .counts import Sums, Vector, forward, total, vectors_of

PRIME = 2**4423 - 1  # larger than all coefficients that come about
MANY = 20  # terms that agree by chance: hardly


class Recurrence(NamedTuple):
    """A recurrence and the terms that it begins with.

    polynomial: its coefficients, the lowest first, the last one is 1; e.g. (6, -5, 1).
    terms: as many as its order, for 1, 2, 3 and so on digits.
    """

    polynomial: tuple[int, ...]
    terms: tuple[int, ...]

    @property
    def order(self) -> int:
        """How many terms one must know for the next one."""
        return len(self.terms)


class Shortest:
    """The shortest recurrence of the terms so far, modulo a prime; by Berlekamp and Massey.

    >>> shortest = Shortest()
    >>> for term in [5, 13, 35, 97]:
    ...     shortest.add(term)
    >>> shortest.polynomial
    [6, -5, 1]
    """

    def __init__(self, prime: int = PRIME) -> None:
        self.prime = prime
        self.terms: list[int] = []
        self.order = 0
        self.now = [1]  # the sum of now[i] * terms[n - i] is zero
        self.before, self.wrong, self.gap = [1], 1, 1  # the last one of a smaller order, where it failed and by what

    def add(self, term: int) -> None:
        """Take one term more into account."""
        self.terms.append(term % self.prime)
        wrong = sum(c * known for c, known in zip(self.now, reversed(self.terms), strict=False)) % self.prime
        if wrong:
            factor = wrong * pow(self.wrong, -1, self.prime)
            now = self.now + [0] * (len(self.before) + self.gap - len(self.now))
            for i, c in enumerate(self.before, self.gap):
                now[i] = (now[i] - factor * c) % self.prime
            if 2 * self.order < len(self.terms):
                self.order = len(self.terms) - self.order
                self.before, self.wrong, self.gap = self.now, wrong, 0
            self.now = now
        self.gap += 1

    @property
    def is_likely(self) -> bool:
        """Have many terms agreed with the recurrence without having been needed for it?"""
        return len(self.terms) >= 2 * self.order + MANY

    @property
    def polynomial(self) -> list[int]:
        """The recurrence, with integers near zero."""
        full = [*self.now, *[0] * self.order][self.order :: -1]
        return [c - self.prime if c > self.prime // 2 else c for c in full]


def recurrence(automaton: Automaton, weight: Vector) -> Recurrence:
    """Find and prove the shortest recurrence of the numbers of puzzles, from one digit on.

    weight: of the states, e.g. that of `counts.solvable`.
    Raises ArithmeticError if what was found cannot be proved, which chance alone does not bring about.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> from ambsearch.puzzles.counting.counts import solvable
    >>> automaton = build(3)
    >>> recurrence(automaton, solvable(automaton))
    Recurrence(polynomial=(-135, 87, -17, 1), terms=(1, 23, 265))
    """
    step = forward(automaton)
    vectors = vectors_of(step)
    chance = np.array(random.Random(0).choices(range(1, 1000), k=len(weight)))
    wanted, of_all, terms = Shortest(), Shortest(), []
    while not (wanted.is_likely and of_all.is_likely):
        vector = next(vectors)
        terms.append(total(vector, weight))
        wanted.add(terms[-1])
        of_all.add(total(vector, chance))
    if not (annihilates(of_all.polynomial, step) and follows(terms, wanted.polynomial, wanted.order + of_all.order)):
        raise ArithmeticError(f"the recurrence of order {wanted.order} cannot be proved")
    return Recurrence(tuple(wanted.polynomial), tuple(terms[: wanted.order]))


def annihilates(polynomial: Sequence[int], step: Sums) -> bool:
    """Step 1 of the proof: say whether the first vector times the polynomial of the matrix is zero."""
    first = next(vectors_of(step)).astype(object)
    product = first * 0
    for coefficient in reversed(polynomial):
        product = step(product) + coefficient * first
    return not product.any()


def follows(terms: Sequence[int], polynomial: Sequence[int], wanted: int) -> bool:
    """Step 2 of the proof: say whether a recurrence holds for so many terms, or for more.

    >>> follows([5, 13, 35, 97], [6, -5, 1], 4), follows([5, 13, 35, 98], [6, -5, 1], 4)
    (True, False)
    """
    size = len(polynomial)
    sums = (sum(map(mul, polynomial, terms[n : n + size])) for n in range(len(terms) - size + 1))
    return len(terms) >= wanted and not any(sums)
