"""What kind of difference it is where two sequences of answers part.

Kinds, told of the second side, which is the twin:

    missing         it leaves an answer out
    extra           it has an answer that the first has not
    repeated        one of the two has an answer once more than the other
    order           both have the answer, at different places
    ends early      it ends while the first has several answers more
    carried over    its answer begins with the whole answer before it, as when a change is not taken back
    other           each has an answer that the other has not
"""

from typing import Any

from ambsearch.testing.sides import Different, Side, shown


def named(first: Side, second: Side, place: int) -> Different:
    """The failure for two sides whose answers before number `place` are the same and which part there.

    >>> sides = Side("the first", lambda: "abc"), Side("the second", lambda: "acb")
    >>> print(named(*sides, place=1))
    order: 'b' is number 1 of the first, but number 2 of the second (counted from 0)
    the first has 3 answers, the second has 3 answers; they share the first 1
    """
    first.look_ahead()
    second.look_ahead()
    one_ended = min(len(first.keys), len(second.keys)) == place
    kind, sentence = at_the_end(first, second, place) if one_ended else in_the_middle(first, second, place)
    shared = f"they share the first {place}" if place else "they share no answer at the start"
    return Different(f"{kind}: {sentence}\n{first.told()}, {second.told()}; {shared}", kind)


def at_the_end(first: Side, second: Side, place: int) -> tuple[str, str]:
    """One side has no answer more."""
    longer, shorter = (first, second) if len(first.keys) > place else (second, first)
    answer = shown(longer.answers[place])
    if longer.keys[place] in longer.keys[:place]:
        return repeated(longer, shorter, place)
    if len(longer.keys) > place + 1:
        hint = "; so does a program that does not take a change back" if shorter is second else ""
        told = f"{shorter.name} ends where {longer.name} goes on with {answer}, number {place} (counted from 0){hint}"
        return "ends early" if shorter is second else "extra", told
    return ("missing" if shorter is second else "extra"), only(longer, shorter, place)


def in_the_middle(first: Side, second: Side, place: int) -> tuple[str, str]:
    """Both sides have an answer there, and these differ."""
    if carried_over(second, first.answers[place], place):
        told = (
            f"{second.name} has {shown(second.answers[place])} as number {place} (counted from 0), which begins with "
            f"its answer before, where {first.name} has {shown(first.answers[place])}; was a change not taken back?"
        )
        return "carried over", told
    missing, extra = lacks(first, second, place), lacks(second, first, place)
    if missing and extra:
        return "other", f"{only(first, second, place)}\n{only(second, first, place)}"
    if not missing and not extra:
        there = places(second, first.keys[place])[-1]
        told = (
            f"{shown(first.answers[place])} is number {place} of {first.name}, "
            f"but number {there} of {second.name} (counted from 0)"
        )
        return "order", told
    longer, shorter = (first, second) if missing else (second, first)
    if longer.keys[place] in longer.keys[:place]:
        return repeated(longer, shorter, place)
    return ("missing" if missing else "extra"), only(longer, shorter, place)


def lacks(one: Side, other: Side, place: int) -> bool:
    """Is the answer of `one` at this place there less often on the other side?"""
    key = one.keys[place]
    return len(places(other, key)) < one.keys[: place + 1].count(key)


def places(side: Side, key: Any) -> list[int]:
    return [number for number, other in enumerate(side.keys) if other == key]


def only(longer: Side, shorter: Side, place: int) -> str:
    where = "" if shorter.ended else f" among its first {len(shorter.keys)}"
    return (
        f"{shown(longer.answers[place])}, number {place} of {longer.name} (counted from 0), "
        f"is no answer of {shorter.name}{where}"
    )


def repeated(longer: Side, shorter: Side, place: int) -> tuple[str, str]:
    numbers = " and ".join(map(str, [n for n in places(longer, longer.keys[place]) if n <= place][-2:]))
    told = (
        f"{longer.name} has {shown(longer.answers[place])} again, as numbers {numbers} (counted from 0), "
        f"and {shorter.name} has not"
    )
    return "repeated", told


def carried_over(side: Side, expected: Any, place: int) -> bool:
    """Is the answer longer than it should be, and does it begin with the whole answer before?"""
    found = side.answers[place]
    before = side.answers[place - 1] if place else ()
    if not isinstance(found, (list, tuple)) or not type(found) is type(expected) is type(before):
        return False
    return len(found) > len(expected) and bool(before) and found[: len(before)] == before
