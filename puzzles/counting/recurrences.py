"""The shortest recurrence of the numbers of puzzles, with proof.

A recurrence a[n+r] = c[r-1] a[n+r-1] + ... + c[0] a[n] is written as its polynomial x^r - c[r-1] x^(r-1) - ... - c[0],
the lowest coefficient first: [6, -5, 1] for a[n+2] = 5 a[n+1] - 6 a[n].

The proof: let u[n] be the vector that has, for each state, the number of ways in which a puzzle can continue from
there with n columns to its end. Then u[n+1] = A u[n], and the number of puzzles is the entry of the start state. Let
w = c(A) u[1] for the polynomial c of the recurrence, computed exactly. The recurrence holds for all n if the entry of
the start state is zero in w, A w, A A w and so on. That is certain once one of these vectors is zero, as it soon is,
or after as many of them as there are states, by the Cayley-Hamilton theorem.

The Berlekamp-Massey algorithm gives the shortest one modulo a prime, and it is lifted to integers near zero; if that
went wrong, the proof would fail. No recurrence is shorter: a rational one would have integer coefficients, because
all numbers of puzzles are integers (Fatou's lemma), and so it would hold modulo the prime, too.

Source: Massey, "Shift-register synthesis and BCH decoding" (1969).
"""

from collections.abc import Sequence
from typing import NamedTuple

from .automaton import Automaton
from .counts import Sums, Vector, backward

PRIME = 2**4423 - 1  # larger than all coefficients that occur
MANY = 20  # so many terms hardly agree by chance


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
    """The shortest recurrence of the terms so far, modulo a prime, by the Berlekamp-Massey algorithm.

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
        """Take one more term into account."""
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
        """Have many further terms agreed with the recurrence?"""
        return len(self.terms) >= 2 * self.order + MANY

    @property
    def polynomial(self) -> list[int]:
        """The recurrence, with integers near zero."""
        full = [*self.now, *[0] * self.order][self.order :: -1]
        return [c - self.prime if c > self.prime // 2 else c for c in full]


def recurrence(automaton: Automaton, weight: Vector) -> Recurrence:
    """Find and prove the shortest recurrence of the numbers of puzzles, from one digit on.

    weight: of the states, e.g. that of `counts.solvable`.
    Raises ArithmeticError if the result cannot be proved, which practically cannot happen.

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
    """Prove such a recurrence as described above; False if it is wrong."""
    vector = first.astype(object)
    product = vector * 0
    for coefficient in reversed(polynomial):
        product = step(product) + coefficient * vector
    for _ in range(step.states):
        if product[start] or not product.any():
            return not product[start]
        product = step(product)
    return True
