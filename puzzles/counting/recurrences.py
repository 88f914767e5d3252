"""The shortest recurrence of the numbers of puzzles, with proof.

A recurrence a[n+r] = c[r-1] a[n+r-1] + ... + c[0] a[n] is written as its polynomial x^r - c[r-1] x^(r-1) - ... - c[0],
the lowest coefficient first: [6, -5, 1] for a[n+2] = 5 a[n+1] - 6 a[n].

How it is proved. Let u[n] be the vector that tells for each state in how many ways a puzzle goes on from there with n
columns to its end, so that u[n+1] = A u[n], and the number wanted is that of the start. Let w = c(A) u[1] for the
polynomial c of the recurrence, computed exactly. The recurrence holds for all n if in w, A w, A A w and so on the
number of the start is always zero; that is so once one of these vectors is zero altogether, as it soon is, or once
there were as many of them as there are states, by the theorem of Cayley and Hamilton.

Berlekamp and Massey give the shortest one modulo a prime, and it is lifted to integers near zero; what went wrong there
would fail in the proof. No recurrence is shorter: one of rational numbers would have integers, as all numbers of
puzzles are integers (Fatou's lemma), and would hold modulo the prime, too.

Source: Massey, "Shift-register synthesis and BCH decoding" (1969).
"""

from collections.abc import Sequence
from typing import NamedTuple

from .automaton import Automaton
from .counts import Sums, Vector, backward

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
    step = backward(automaton)
    return recurrence_from(0, step, step(weight))


def recurrence_from(start: int, step: Sums, first: Vector) -> Recurrence:
    """The same for any matrix A: of the numbers of a state in the vectors u[1], A u[1], A A u[1] and so on.

    start, step, first: the state, the matrix and the vector u[1].
    """
    ways = first
    shortest, terms = Shortest(), []
    while not shortest.is_likely:
        terms.append(int(ways[start]))
        shortest.add(terms[-1])
        ways = step(ways)
    if not holds(shortest.polynomial, start, step, first):
        raise ArithmeticError(f"the recurrence of order {shortest.order} cannot be proved")
    return Recurrence(tuple(shortest.polynomial), tuple(terms[: shortest.order]))


def holds(polynomial: Sequence[int], start: int, step: Sums, first: Vector) -> bool:
    """Prove such a recurrence, as it is told above; False if it is wrong."""
    vector = first.astype(object)
    product = vector * 0
    for coefficient in reversed(polynomial):
        product = step(product) + coefficient * vector
    for _ in range(step.states):
        if product[start] or not product.any():
            return not product[start]
        product = step(product)
    return True
