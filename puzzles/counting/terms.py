"""General terms: the number of puzzles of n digits as a sum of powers of roots, exact.

root    of the polynomial of a recurrence; the root 0 stands for terms at the beginning that follow no rule
part    of a general term: for an irreducible factor f of the polynomial, the sum of p(r) r^n over all
        roots r of f, where p is a polynomial with rational coefficients; if f is a factor m times, of (p0(r) + p1(r)
        n + ...) r^n

Such a sum is a rational number whatever the roots are: it is made of the sums of r^n over the roots, which are integers.
SymPy finds the factors; no formula for the roots is needed, and from degree five on there is none.

Source: Nozaki, Yoshinaka and Shinohara, section 5 and tables 3 and 4, for bases 2 and 3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from operator import mul

from sympy import QQ, Poly, factor_list
from sympy.abc import x
from sympy.polys.matrices import DomainMatrix

from .recurrences import Recurrence


@dataclass(frozen=True)
class Part:
    """The contribution of the roots of a factor.

    factor: its coefficients, the lowest first, the last one is 1; e.g. (-3, 1), whose root is 3.
    coefficients: that of n^j r^i r^n in row j at i; e.g. ((Fraction(3, 8),),).
    """

    factor: tuple[int, ...]
    coefficients: tuple[tuple[Fraction, ...], ...]

    def value(self, n: int) -> Fraction:
        """The sum for n digits."""
        sums = list(islice(power_sums(self.factor), n, n + len(self.factor) - 1))
        rows = (n**j * sum(map(mul, row, sums)) for j, row in enumerate(self.coefficients))
        return sum(rows, Fraction())

    def __str__(self) -> str:
        rows = [
            (write_polynomial((0,) * j + (1,), "n") if j else "", row)
            for j, row in enumerate(self.coefficients)
            if any(row)
        ]
        root = -self.factor[0]
        if len(self.factor) > 2:
            sums = " + ".join(" ".join(filter(None, (n, f"({write_polynomial(row, 'r')})"))) for n, row in rows)
            sums = f"({sums})" if len(rows) > 1 else sums
            return f"{sums} r^n, summed over the roots r of {write_polynomial(self.factor, 'r')}"
        power = "" if root == 1 else f"({root})^n" if root < 0 else f"{root}^n"
        return " + ".join(times(coefficient, " ".join(filter(None, (n, power)))) for n, (coefficient, *_) in rows)


@dataclass(frozen=True)
class GeneralTerm:
    """A general term.

    exceptions: the numbers for 1, 2 and so on digits for which the sum of the parts is wrong.
    parts: the part of the largest rational root first, then those of the other factors.
    """

    exceptions: tuple[int, ...]
    parts: tuple[Part, ...]

    def value(self, n: int) -> int:
        """The number of puzzles of n digits, at least one."""
        if n <= len(self.exceptions):
            return self.exceptions[n - 1]
        value = sum((part.value(n) for part in self.parts), Fraction())
        return int(value)

    def __str__(self) -> str:
        lines = [f"n = {n}: {term}" for n, term in enumerate(self.exceptions, 1)]
        return "\n".join([*lines, *map(str, self.parts)]) or "0"


def general_term(recurrence: Recurrence) -> GeneralTerm:
    """Find the general term that belongs to a recurrence, exactly.

    >>> term = general_term(Recurrence((8, -6, 1), (0, 3)))
    >>> print(term)
    3/8 4^n
    -3/4 2^n
    >>> [term.value(n) for n in range(1, 6)]
    [0, 3, 18, 84, 360]
    """
    if not recurrence.order:
        return GeneralTerm((), ())
    polynomial = Poly(recurrence.polynomial[::-1], x)
    factors = [(tuple(map(int, factor.all_coeffs()[::-1])), times) for factor, times in factor_list(polynomial)[1]]
    exceptions = sum(times for factor, times in factors if factor == (0, 1))
    factors = sorted((one for one in factors if one[0] != (0, 1)), key=lambda one: (len(one[0]), one[0]))
    places = range(exceptions + 1, recurrence.order + 1)
    rows = [[value for factor, times in factors for value in basis(factor, times, n)] for n in places]
    wanted = [[term] for term in recurrence.terms[exceptions:]]
    solved = DomainMatrix.from_list(rows, QQ).lu_solve(DomainMatrix.from_list(wanted, QQ)).to_list_flat()
    found = iter(Fraction(int(value.numerator), int(value.denominator)) for value in solved)
    parts = [
        Part(factor, tuple(tuple(islice(found, len(factor) - 1)) for _ in range(times))) for factor, times in factors
    ]
    return GeneralTerm(recurrence.terms[:exceptions], tuple(parts))


def basis(factor: tuple[int, ...], times: int, n: int) -> list[int]:
    """The sums of n^j r^i r^n over the roots r, for each j below `times`, for each i below the degree."""
    sums = list(islice(power_sums(factor), n, n + len(factor) - 1))
    return [n**j * power for j in range(times) for power in sums]


def power_sums(factor: tuple[int, ...]) -> Iterator[int]:
    """The sums of the powers 0, 1, 2 and so on of the roots, without end, by Newton's identities.

    >>> list(islice(power_sums((6, -5, 1)), 4))
    [2, 5, 13, 35]
    """
    *below, _ = factor
    degree = len(below)
    sums = [degree]
    yield degree
    for n in count(1):
        newton = n * below[degree - n] if n <= degree else 0
        sums.append(-newton - sum(map(mul, reversed(below), reversed(sums[1:] if n <= degree else sums))))
        yield sums[-1]


def write_polynomial(coefficients: Sequence[int | Fraction], name: str) -> str:
    """Write a polynomial for reading; coefficients: the lowest first.

    >>> write_polynomial((-1, Fraction(1, 2), 0, 1), "x")
    'x^3 + 1/2 x - 1'
    """
    text = ""
    for power in reversed(range(len(coefficients))):
        if coefficient := coefficients[power]:
            variable = "" if not power else name if power == 1 else f"{name}^{power}"
            term = times(-coefficient if coefficient < 0 else coefficient, variable)
            text += (" - " if coefficient < 0 else " + ") + term if text else "-" * (coefficient < 0) + term
    return text or "0"


def times(number: int | Fraction, what: str) -> str:
    """Write a product; a factor of one is left out, unless it is the only one.

    >>> times(-1, "r"), times(Fraction(2, 3), "r"), times(1, "")
    ('-r', '2/3 r', '1')
    """
    if abs(number) == 1 and what:
        return "-" * (number < 0) + what
    return f"{number} {what}".rstrip()
