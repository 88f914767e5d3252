"""The senses in which two searches are the same; each is a function of two sides that gives the Different, or None.

The first side is the specification: its answers are all the answers there are. The second is the twin.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ambsearch.testing.differences import Different, in_words, parting_line
from ambsearch.testing.naming import name_difference
from ambsearch.testing.sides import Bag, Raised, Side
from ambsearch.testing.terms import As

Sense = Callable[[Side, Side], Different | None]


def sequence(first: Side, second: Side) -> Different | None:
    """The same answers in the same order."""
    while first.read() & second.read():
        if first.keys[-1] != second.keys[-1]:
            return name_difference(first, second, len(first.keys) - 1)
    if len(first.keys) != len(second.keys):
        return name_difference(first, second, min(len(first.keys), len(second.keys)))
    return None


def multiset(first: Side, second: Side) -> Different | None:
    """The same answers, each equally often."""
    return in_any_order(first, second, Bag.add)


def as_set(first: Side, second: Side) -> Different | None:
    """The same answers, however often."""
    return in_any_order(first, second, lambda met, key: 1)


def subset(first: Side, second: Side) -> Different | None:
    """Each answer of the second is one of the first."""
    second.read_all()
    wanted = set(second.keys)
    while wanted and first.read():
        wanted.discard(first.keys[-1])
    place = next((n for n, key in enumerate(second.keys) if key in wanted), None)
    return None if place is None else lack(second, first, place, "extra")


def in_any_order(first: Side, second: Side, times: Callable[[Bag, Any], int]) -> Different | None:
    """Read both until one ends; then it must have each answer of the other, and then the other way round.
    times: how often a key must at least be there when it comes; the Bag holds the earlier ones.
    """
    while first.read() & second.read():
        pass
    lacks: dict[Side, int] = {}
    for one, other in ((first, second), (second, first)) if second.ended else ((second, first), (first, second)):
        if (place := first_lacking(one, other, times)) is not None:
            lacks[one] = place
            one.look_ahead()  # to say what the other has instead
            if not one.ended:
                break
    if not lacks:
        return None
    one = min(lacks, key=lambda side: side is second)
    other = second if one is first else first
    return lack(one, other, lacks[one], "missing" if one is first else "extra", lacks.get(other))


def first_lacking(one: Side, other: Side, times: Callable[[Bag, Any], int]) -> int | None:
    """The number of the first answer of `one` that the other side, which has ended, does not have, or not as often."""
    there, met = Bag(other.keys), Bag()
    place = 0
    while place < len(one.keys) or one.read():
        key = one.keys[place]
        if there[key] < times(met, key):
            return place
        place += 1
    return None


def lack(one: Side, other: Side, place: int, kind: str, instead: int | None = None) -> Different:
    """The failure for an answer of `one` that the other side does not have, or not as often.
    instead: the number of an answer of the other side that `one` does not have.
    """
    times = other.keys.count(one.keys[place])
    kind = "repeated" if times else kind
    shared = (Bag(one.keys) & Bag(other.keys)).total()
    how_often = (
        f"is there only {times} times in" if times > 1 else "is there only once in" if times else "is not an answer of"
    )
    told = f"{in_words(one.answers[place])}, number {place} of {one.name} (counted from 0), {how_often} {other.name}"
    there = [(one.name, one.answers[place])]
    if instead is not None:
        kind = kind if times else "other"
        there.append((other.name, other.answers[instead]))
        told += f"\n{other.name} has {in_words(there[1][1])} instead, number {instead} (counted from 0)"
        told += parting_line(one.answers[place], there[1][1])
    return Different(
        f"{kind}: {told}\n{one.description()}, {other.description()}; they share {shared} of those read",
        kind,
        answers=tuple(there),
    )


def count(first: Side, second: Side) -> Different | None:
    """The same number of answers; either side may give the number instead."""
    return amounts(first.read_all(), second.read_all(), "count", first.number() == second.number())


def exists(first: Side, second: Side) -> Different | None:
    """An answer on both sides or on neither; either side may give a truth value instead."""
    first.read()
    second.read()
    return amounts(first, second, "exists", bool(first.number()) == bool(second.number()))


def amounts(first: Side, second: Side, kind: str, same: bool) -> Different | None:
    if same:
        return None
    shorter = min(first, second, key=Side.number)
    longer = second if shorter is first else first
    examples = [(longer.name, answer) for answer in longer.answers[shorter.number() :][:1]]
    return Different(f"{kind}: {first.description()}, {second.description()}", kind, answers=tuple(examples))


def one_of(first: Side, second: Side) -> Different | None:
    """The twin gives one of the answers, or none if there is none."""
    if not second.read():
        if not first.read():
            return None
        told = f"{second.name} has none, but {in_words(first.answers[0])} is an answer of {first.name}"
        return Different(f"missing: {told}", "missing", answers=((first.name, first.answers[0]),))
    while second.keys[0] not in first.keys[-1:]:
        if not first.read():
            return lack(second, first, 0, "extra")
    return None


def optimum(first: Side, second: Side) -> Different | None:
    """The twin gives an answer of least cost, or none if there is none."""
    if difference := one_of(first, second):
        return difference
    first.read_all()
    if not second.keys or isinstance(second.answers[0], Raised):
        return None
    costs = costs_of(first)
    best = min(range(len(costs)), key=costs.__getitem__)
    found = costs_of(second)[0]
    if not costs[best] < found:
        return None
    better, worse = first.answers[best], second.answers[0]
    told = (
        f"{in_words(worse)} of {second.name} costs {in_words(found)}, "
        f"but {in_words(better)}, number {best} of {first.name} (counted from 0), costs {in_words(costs[best])}"
    )
    return Different(f"not best: {told}", "not best", answers=((first.name, better), (second.name, worse)))


def k_best(first: Side, second: Side) -> Different | None:
    """The twin gives the `limit` cheapest answers, the cheapest first; any among equal costs."""
    first.limit = None
    first.read_all()
    second.read_all()
    there, met = Bag(first.keys), Bag()
    for place, key in enumerate(second.keys):
        if there[key] < met.add(key):
            return lack(second, first, place, "extra")
    wanted, found = sorted(costs_of(first))[: second.limit], costs_of(second)
    if wanted == found:
        return None
    place = next(n for n in range(len(wanted) + 1) if wanted[n : n + 1] != found[n : n + 1])
    costs = [in_words(costs[place]) if place < len(costs) else "no more answers" for costs in (wanted, found)]
    told = f"cost number {place} (counted from 0) is {costs[0]} in {first.name}, but {costs[1]} in {second.name}"
    return Different(f"not best: {told}\n{first.description()}, {second.description()}", "not best")


def stream(first: Side, second: Side) -> Different | None:
    """Each of the first `limit` answers of one is among the first `within` of the other."""
    n = first.terms.limit or 0
    first.limit = second.limit = first.terms.within
    first.read_all()
    second.read_all()
    for one, other, kind in ((first, second, "missing"), (second, first, "extra")):
        there = set(other.keys)
        for place, key in enumerate(one.keys[:n]):
            if key not in there:
                return lack(one, other, place, kind)
    return None


def costs_of(side: Side) -> list[Any]:
    cost = side.terms.cost
    assert cost is not None  # otherwise the terms would have been refused
    return [side.apply("cost", cost, answer) for answer in side.answers]


SENSES: dict[As, Sense] = {
    "sequence": sequence,
    "multiset": multiset,
    "set": as_set,
    "subset": subset,
    "count": count,
    "exists": exists,
    "one of": one_of,
    "optimum": optimum,
    "k best": k_best,
    "stream": stream,
}


def difference(sides: Sequence[Side]) -> Different | None:
    """Compare two sides, in the sense of their terms."""
    first, second = sides
    try:
        with first.steps:
            return SENSES[first.terms.as_](first, second)
    except Different as failed:  # a program raises or loops
        failed.__context__ = None
        return failed
    finally:  # a search that was not read to its end is undone
        second.iterator.close()
        first.iterator.close()
