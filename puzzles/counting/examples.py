"""The paper's small example of how to find a general term: the automaton M_ex, with six states.

Source: Nozaki, Yoshinaka and Shinohara, figures 8 and 9, and the formula 2 + (-1)^(n+1) between them; the steps are
those that figure 9 gives for n = 1. It has q1 for the start, and q6 accepts.
"""

import numpy as np

from .counts import Sums
from .exporting import Edges, dot
from .recurrences import recurrence_from
from .terms import GeneralTerm, general_term

STATES = 6
STEPS = {(1, 2): 1, (1, 4): 2, (1, 6): 3, (2, 2): 1, (2, 6): 1, (3, 5): 1, (4, 5): 1, (5, 4): 1, (5, 6): 1}


def as_dot() -> str:
    """Figure 8 in the language of Graphviz; where there are several steps, the edge has their number."""
    names = {state: f"q{state}" for state in range(1, STATES + 1)}
    edges: Edges = {(names[one], names[other]): [str(number)] for (one, other), number in STEPS.items()}
    return dot({name: name for name in names.values()}, edges, accepting={names[STATES]})


def power(row: int, column: int) -> GeneralTerm:
    """Figure 9, an entry of the nth power of the matrix: the number of ways in which n steps lead from q`column` to
    q`row`.

    >>> print(power(6, 1))
    2
    -(-1)^n
    """
    here, there = np.repeat(np.array(list(STEPS)), list(STEPS.values()), axis=0).T - 1
    step = Sums(here, there, STATES)
    weight = np.zeros(STATES, np.int64)
    weight[row - 1] = 1
    return general_term(recurrence_from(column - 1, step, step(weight)))
