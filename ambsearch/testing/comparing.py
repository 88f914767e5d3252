"""Comparisons of searches: any iterables of answers, such as an Answers, a generator, a list."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Literal

from ambsearch.testing.naming import named
from ambsearch.testing.sides import Bag, Different, Side, shown

As = Literal["sequence", "multiset", "set"]
Key = Callable[[Any], Any] | None
FIRST, SECOND = "the first", "the second"


def same_answers(
    a: Iterable[Any],
    b: Iterable[Any],
    *,
    as_: As = "sequence",
    key: Key = None,
    limit: int | None = None,
    steps: int | None = None,
) -> bool:
    """Fail unless two searches have the same answers.

    a, b: iterables of answers, e.g. the Answers of an ambiguous function and the generator of a twin.
    as_: "sequence", the same answers in the same order; "multiset", in any order; "set", however often.
    key: what to compare of an answer, e.g. sorted; None for the answer itself.
    limit: compare the first so many answers of each; None for all.
    steps: how many lines of Python each side may run for one answer, e.g. 1_000_000; None for any number.
    Counting them takes several times as long.
    Returns True; raises Different, which tells an answer that one side has and the other has not, its place, how many
    answers there are and how many are shared.

    Sequences are read side by side; after the first difference at most 1000 answers more are read, to say what kind
    of difference it is. For the others, one side has to end.

    >>> same_answers([1, 2, 3], (n for n in (3, 1, 2)), as_="set")
    True
    >>> same_answers(["ab", "cd", "ef"], ["ab", "ef"])
    Traceback (most recent call last):
    ...
    ambsearch.testing.sides.Different: missing: 'cd', number 1 of the first (counted from 0), is no answer of the second
    the first has 3 answers, the second has 2 answers; they share the first 1

    Source: CurryCheck's comparisons of operations by their values.
    """
    __tracebackhide__ = True
    sides = [Side(name, partial(iter, answers), key, limit, steps) for name, answers in ((FIRST, a), (SECOND, b))]
    return compared(sides[0], sides[1], as_)


def same_sequence(a: Iterable[Any], b: Iterable[Any], *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless two searches have the same answers in the same order; see same_answers.

    >>> same_sequence(range(3), [0, 1, 2])
    True
    """
    __tracebackhide__ = True
    return same_answers(a, b, key=key, limit=limit)


def same_multiset(a: Iterable[Any], b: Iterable[Any], *, key: Key = None, limit: int | None = None) -> bool:
    """Fail unless two searches have the same answers, each as often, in any order; see same_answers.

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
    """Fail unless `value` is among the answers; the search stops where it is found.

    key: what is compared, of the value too; limit: look at the first so many answers only; None for all.

    >>> yields([(1, 2), (2, 1)], (2, 1))
    True
    >>> yields("abc", "d")
    Traceback (most recent call last):
    ...
    ambsearch.testing.sides.Different: missing: 'd' is none of the 3 answers; the first is 'a', the last 'c'

    Source: CurryCheck's ~>.
    """
    __tracebackhide__ = True
    wanted = value if key is None else key(value)
    side = Side("the search", partial(iter, answers), key, limit)
    while side.read():
        if side.keys[-1] == wanted:
            return True
    which = "the" if len(side.keys) != limit else "the first"
    if not side.answers:
        raise Different(f"missing: there is no answer at all, so {shown(value)} is none", "missing")
    ends = f"the first is {shown(side.answers[0])}, the last {shown(side.answers[-1])}"
    raise Different(f"missing: {shown(value)} is none of {which} {side.told(so_far=True)}; {ends}", "missing")


def compared(first: Side, second: Side, as_: As) -> bool:
    """Compare two sides."""
    __tracebackhide__ = True
    if as_ not in ("sequence", "multiset", "set"):
        raise ValueError(f"as_: expected 'sequence', 'multiset' or 'set', found {as_!r}")
    if as_ == "sequence":
        in_order(first, second)
    else:
        in_any_order(first, second, as_)
    return True


def in_order(first: Side, second: Side) -> None:
    __tracebackhide__ = True
    while first.read() & second.read():
        if not first.keys[-1] == second.keys[-1]:
            raise named(first, second, len(first.keys) - 1)
    if len(first.keys) != len(second.keys):
        raise named(first, second, min(len(first.keys), len(second.keys)))


def in_any_order(first: Side, second: Side, as_: As) -> None:
    """Read both until one ends; then each answer of the other has to be there, and then the other way round."""
    __tracebackhide__ = True
    while first.read() & second.read():
        pass
    for one, other in ((first, second), (second, first)) if second.ended else ((second, first), (first, second)):
        place = first_lacking(one, other, as_)
        if place is not None:
            raise lacking(one, other, place, as_, "missing" if one is first else "extra")


def first_lacking(one: Side, other: Side, as_: As) -> int | None:
    """The number of the first answer of `one` that the other side, which has ended, has not, or not as often."""
    there, met = Bag(other.keys), Bag()
    place = 0
    while place < len(one.keys) or one.read():
        key = one.keys[place]
        wanted = met.add(key) if as_ == "multiset" else 1
        if there.count(key) < wanted:
            return place
        place += 1
    return None


def lacking(one: Side, other: Side, place: int, as_: As, kind: str) -> Different:
    """The failure for an answer of `one` that the other side has not, or not as often."""
    bag, met = Bag(other.keys), Bag()
    times = bag.count(one.keys[place])
    kind = "repeated" if times else kind
    shared = sum(met.add(key) <= (min(bag.count(key), 1) if as_ == "set" else bag.count(key)) for key in one.keys)
    how_often = (
        f"is there only {times} times in" if times > 1 else "is there only once in" if times else "is no answer of"
    )
    return Different(
        f"{kind}: {shown(one.answers[place])}, number {place} of {one.name} (counted from 0), {how_often} {other.name}\n"
        f"{one.told()}, {other.told()}; they share {shared} of those read",
        kind,
    )
