"""A made puzzle: proved to have exactly one answer, with that answer, and how hard it was to find."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from ambsearch.observing import observed
from ambsearch.observing.measuring import Effort, Tally

from ..arithmetic.conditions import lines_of
from ..arithmetic.drawing import draw
from ..arithmetic.long import solutions
from ..arithmetic.notation import Calculation

Puzzle = TypeVar("Puzzle", Calculation, str)


@dataclass(frozen=True)
class Made(Generic[Puzzle]):
    """A puzzle, its only answer, and how much the solver tried until nothing was left.

    puzzle, answer: a long calculation, or a line such as "SEND+MORE=MONEY" and "9567+1085=10652".
    measure: gives the effort, for which the solver may have to run again.
    """

    puzzle: Puzzle
    answer: Puzzle
    measure: Callable[[], Effort] = field(repr=False, compare=False)

    @cached_property
    def effort(self) -> Effort:
        """How much the solver tried; measured when it is asked for."""
        return self.measure()


def prove_unique(puzzle: Calculation, base: int = 10, leading_zeros: bool = False) -> Made[Calculation] | None:
    """Prove that a puzzle has exactly one answer; None if it has none, or several.

    >>> from ambsearch.puzzles.arithmetic.reading import calculations
    >>> prove_unique(calculations("2 2\\n**\\n**\\n1*\\n*2\\n3**")[0]).answer.rows
    ('16', '21', '16', '32', '336')
    >>> prove_unique(calculations("2 2\\n**\\n**\\n***\\n***\\n****")[0]) is None
    True
    """
    tally = Tally()
    found = observed(solutions(puzzle, base, leading_zeros), tally).take(2)
    return Made(puzzle, found[0], lambda: tally.effort(1)) if len(found) == 1 else None


def text(puzzle: Calculation | str, base: int = 10) -> str:
    """The puzzle as a drawing or a line that can be read again; with its base, if that is not ten.

    >>> print(text(Calculation("1*", "7", ("**",), "**"), base=8))
    base 8
      1*
    x  7
    ----
      **
      --
      **
    """
    return (f"base {base}\n" if base != 10 else "") + without_base(puzzle, base)


def without_base(puzzle: Calculation | str, base: int = 10) -> str:
    """The same without the line that gives the base."""
    return puzzle if isinstance(puzzle, str) else "\n".join([*lines_of(puzzle, base), draw(puzzle)])


def report(made: Made[Calculation] | Made[str], base: int = 10) -> dict[str, Any]:
    """The puzzle as JSON: its text, base and answer."""
    return {
        "puzzle": without_base(made.puzzle, base),
        "base": base,
        "answer": without_base(made.answer, base),
    }
