"""Comparisons of two searches: any iterables of answers, such as an Answers, a generator, a list."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ambsearch.testing.counting import Steps
from ambsearch.testing.differences import Different, in_words
from ambsearch.testing.forms import normal
from ambsearch.testing.senses import difference
from ambsearch.testing.sides import Side
from ambsearch.testing.terms import As, Errors, Key, Terms


def same_answers(
    a: Any,
    b: Any,
    *,
    as_: As = "sequence",
    key: Key = None,
    limit: int | None = None,
    strict: bool = False,
    cost: Callable[[Any], Any] | None = None,
    within: int | None = None,
    raises: Errors = (),
    no_answer: Errors = (),
    steps: int | None = None,
) -> bool:
    """Fail unless two searches have the same answers.

    a, b: iterables of answers, e.g. the Answers of an ambiguous function and the generator of a twin.
    as_: in what sense they must be the same; a is the specification, which has all answers:

        "sequence"   the same answers in the same order
        "multiset"   in any order
        "set"        however often
        "subset"     each answer of b is one of a
        "count"      the same number of answers; b may be that number, e.g. 92
        "exists"     both sides have an answer, or neither; b may be True or False
        "one of"     b is one solution, which is an answer of a; or None, and a has none
        "optimum"    b is one solution, which is an answer of a with the least cost; or None
        "k best"     b has the `limit` cheapest answers of a, the cheapest first; any among equal costs
        "stream"     each of the first `limit` answers of one is among the first `within` of the other

    key: what to compare of an answer, e.g. sorted; None for the answer itself.
    limit: compare only this many answers of each; None for all.
    strict: are 1, True and 1.0 different answers, and a list and an array with the same items?
    cost: of an answer, for "optimum" and "k best", e.g. len; to maximise, give the negative.
    raises: exceptions, e.g. ValueError, that both sides may raise: the same on both counts as the same end.
    no_answer: exceptions by which a side says that there is no further answer.
    steps: how many lines of Python each side may run for one answer, e.g. 1_000_000; None for any number.
    Returns True. Raises Different, which shows an answer that only one side has, its position, how many answers there
    are, and how many are shared; ValueError for an unknown sense, or one whose parameter is missing.

    Lists, dicts, sets, NumPy arrays and pandas frames are compared by their contents; an array counts as the list of
    its items. Sequences are read side by side; after the first difference at most 1000 more answers are read, to find
    the kind of difference. For the other senses, one side has to end.

    >>> same_answers([1, 2, 3], (n for n in (3, 1, 2)), as_="set")
    True
    >>> same_answers(["ab", "cd", "ef"], "cd", as_="one of")
    True
    >>> same_answers(["ab", "cd", "ef"], ["ab", "ef"])
    Traceback (most recent call last):
    ...
    ambsearch.testing.Different: missing: 'cd', number 1 of the first (counted from 0), is not an answer of the second
    the first has 3 answers, the second has 2 answers; they share the first 1

    Source: CurryCheck's comparisons of operations by their values.
    """
    __tracebackhide__ = True
    terms = Terms(as_, key, limit, strict, cost, within, raises, no_answer)
    sides = (
        Side("the first", partial(as_given, a), terms, Steps(steps)),
        Side("the second", partial(as_given, b), terms, Steps(steps), is_twin=True),
    )
    if found := difference(sides):
        raise found
    return True


def same_sequence(a: Iterable[Any], b: Iterable[Any], *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless two searches have the same answers in the same order; see same_answers.

    >>> same_sequence(range(3), [0, 1, 2])
    True
    """
    __tracebackhide__ = True
    return same_answers(a, b, key=key, limit=limit)


def same_multiset(a: Iterable[Any], b: Iterable[Any], *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless two searches have the same answers, each equally often, in any order; see same_answers.

    >>> same_multiset("abca", "aabc")
    True
    """
    __tracebackhide__ = True
    return same_answers(a, b, as_="multiset", key=key, limit=limit)


def same_set(a: Iterable[Any], b: Iterable[Any], *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless two searches have the same answers, in any order and however often; see same_answers.

    >>> same_set("abca", "cab")
    True
    """
    __tracebackhide__ = True
    return same_answers(a, b, as_="set", key=key, limit=limit)


def yields(answers: Iterable[Any], value: Any, *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless `value` is among the answers; the search stops when it is found.

    key: what to compare, also of the value; limit: look only at this many answers; None for all.

    >>> yields([(1, 2), (2, 1)], (2, 1))
    True
    >>> yields("abc", "d")
    Traceback (most recent call last):
    ...
    ambsearch.testing.Different: missing: 'd' is not among the 3 answers; the first is 'a', the last 'c'

    Source: CurryCheck's ~>.
    """
    __tracebackhide__ = True
    wanted = normal(value if key is None else key(value))
    side = Side("the search", lambda: answers, Terms(key=key, limit=limit))
    while side.read():
        if side.keys[-1] == wanted:
            return True
    which = "the" if side.exhausted else "the first"
    if not side.answers:
        raise Different(f"missing: there is no answer at all, so {in_words(value)} is not one", "missing")
    ends = f"the first is {in_words(side.answers[0])}, the last {in_words(side.answers[-1])}"
    raise Different(
        f"missing: {in_words(value)} is not among {which} {side.description(so_far=True)}; {ends}", "missing"
    )


def as_given(answers: Any) -> Any:
    return answers
