"""Comparing two programs by their answers, and trying every branch of a test.

    same_answers        two searches have the same answers: in order, as a multiset, or as a set
    same_sequence, same_multiset, same_set     the same under shorter names
    check_twins         a program and its twin have the same answers for many instances
    yields              an answer is among those of a search
    nothing_within      there is no answer among the first items tried
    exhaustive          a test with choices: every branch is a test case
    answers_of          a Hypothesis strategy: an answer of a search

Each of them fails with an AssertionError that says what differs, and returns True otherwise. So `assert` may stand
before a call, and need not. `assert not same_set(a, b)` never passes.

    Different           that AssertionError, with the kind of the difference
    first_difference, Difference    where two searches part, as a value

The layout: `differences` (the place where two part), `sides` (one search, read step by step), `naming` (what kind of
difference it is), `comparing` and `twins`, `branches` (searches that tell their choices), `drawing`.

Sources: Antoy and Hanus, "CurryCheck: Checking Properties of Curry Programs" (2016), for the comparisons; Kiselyov and
others, "Backtracking, Interleaving, and Terminating Monad Transformers" (2005), whose tests ask for a number of answers;
Runciman, Naylor and Lindblad, "SmallCheck and Lazy SmallCheck" (2008), for trying all cases of a small scope.
"""

from ambsearch.testing.branches import exhaustive, nothing_within
from ambsearch.testing.comparing import same_answers, same_multiset, same_sequence, same_set, yields
from ambsearch.testing.differences import ENDED, Difference, Different, first_difference
from ambsearch.testing.drawing import answers_of
from ambsearch.testing.twins import check_twins

__all__ = [
    "ENDED",
    "Difference",
    "Different",
    "answers_of",
    "check_twins",
    "exhaustive",
    "first_difference",
    "nothing_within",
    "same_answers",
    "same_multiset",
    "same_sequence",
    "same_set",
    "yields",
]
