"""Judging a puzzle: does it have one solution, several, or none?

Source: Nozaki, Yoshinaka and Shinohara, definitions 2 and 7: the acceptance with three values.
"""

from ambsearch.reading import Part

from .automaton import Automaton
from .puzzle import sequence, signs_of, words_of


def solutions(automaton: Automaton, puzzle: str) -> int:
    """Count the solutions of a puzzle: assignments of different digits to the letters that make the sum true.

    puzzle: a sum of two words, in any letters, e.g. "no + on = yes"; no more of them than digits.
    Raises BadInput if it is not a puzzle.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> [solutions(build(4), puzzle) for puzzle in ("a + b = c", "a + a = b", "ab + ba = cc", "a + a = a")]
    [2, 1, 2, 0]
    """
    words = words_of(Part(puzzle, 1), automaton.base)
    place = automaton.read(signs_of(sequence(words), automaton.base))
    return 0 if place is None else int(automaton.solutions[place.state])


def verdict(number: int) -> str:
    """What the paper says of a puzzle with this number of solutions: "several", "one" or "none".

    >>> verdict(3), verdict(1), verdict(0)
    ('several', 'one', 'none')
    """
    return ("none", "one")[number] if number < 2 else "several"
