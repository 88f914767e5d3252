"""Comparing two programs by their answers, and trying every branch of a test.

    same_answers        two searches have the same answers: in order, as a multiset, or as a set
    same_sequence, same_multiset, same_set     the same under shorter names
    check_twins         a program and its twin have the same answers for many instances
    check_relation      the answers for a changed instance follow from those for the instance; for programs without a
    twin
    mutants             faults planted in a specification, and which of them the instances detect
    yields              an answer is among those of a search
    nothing_within      there is no answer among the first items tried
    exhaustive          a test with choices: every branch is a test case
    answers_of          a Hypothesis strategy: an answer of a search
    slips               what is legal in a search but probably not meant, such as a require that never failed
    instances           a module of instance generators: graphs, trees, grids, ...

Each check fails with an AssertionError that says what differs; otherwise it returns True, or a Report. So you may
write `assert` before a call, but need not. `assert not same_set(a, b)` never passes.

    Different           this AssertionError, with the kind of the difference
    Report, Mutant, Slip    what check_twins, mutants and slips give
    first_difference, Difference    where two searches part, as a value

The layout; modules import only from those below them:

    relations, mutating, twins    many instances; plugin: what pytest reports about them
    drawn, processes, regressions, reports    drawing instances, running them in processes, keeping those that fail
    trials          one instance
    take_backs, reach      changes that were not undone, in everything that a call can reach
    slips, lasting  a search that is watched for slips; changes that it leaves behind
    comparing       two searches
    senses, naming  the senses in which they are the same, and the kinds of difference
    sides, counting one search, read step by step, and whether it loops
    differences, forms, terms, lines     messages, normal forms, how to compare
    branches, drawing, instances  searches that record their choices, and instances to draw

Sources: Antoy and Hanus, "CurryCheck: Checking Properties of Curry Programs" (2016), for the comparisons; Kiselyov and
others, "Backtracking, Interleaving, and Terminating Monad Transformers" (2005), whose tests ask for a number of
answers;
Runciman, Naylor and Lindblad, "SmallCheck and Lazy SmallCheck" (2008), for trying all cases of a small scope.
"""

from ambsearch.testing.branches import exhaustive, nothing_within
from ambsearch.testing.comparing import same_answers, same_multiset, same_sequence, same_set, yields
from ambsearch.testing.differences import ENDED, Difference, Different, first_difference
from ambsearch.testing.drawing import answers_of
from ambsearch.testing.mutating import Mutant, mutants
from ambsearch.testing.relations import check_relation
from ambsearch.testing.reports import Report
from ambsearch.testing.slips import Slip, slips
from ambsearch.testing.twins import check_twins

__all__ = [
    "ENDED",
    "Difference",
    "Different",
    "Mutant",
    "Report",
    "Slip",
    "answers_of",
    "check_relation",
    "check_twins",
    "exhaustive",
    "first_difference",
    "mutants",
    "nothing_within",
    "same_answers",
    "same_multiset",
    "same_sequence",
    "same_set",
    "slips",
    "yields",
]
