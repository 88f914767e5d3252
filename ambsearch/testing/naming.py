"""The kind of difference where two sequences of answers part.

The kinds describe the second side, the twin:

    missing         it leaves an answer out
    extra           it has an answer that the first side does not have
    repeated        one side has an answer more often than the other
    order           both have the answer, at different positions
    ends early      it ends while the first has several more answers
    other           each has an answer that the other does not have
"""

from collections.abc import Hashable

from ambsearch.testing.differences import Different, in_words, parting_line
from ambsearch.testing.sides import Side

Named = tuple[str, str]  # the kind, and the sentence about it


def name_difference(first: Side, second: Side, place: int) -> Different:
    """The failure for two sides whose answers are the same up to number `place`, where they part.

    >>> sides = Side("the first", lambda: "abc"), Side("the second", lambda: "acb")
    >>> for _ in range(2):
    ...     read = sides[0].read(), sides[1].read()
    >>> print(name_difference(*sides, place=1))
    order: 'b' is number 1 of the first, but number 2 of the second (counted from 0)
    the first has 3 answers, the second has 3 answers; they share the first 1
    """
    first.look_ahead()
    second.look_ahead()
    one_ended = min(len(first.keys), len(second.keys)) == place
    kind, sentence = at_the_end(first, second, place) if one_ended else in_the_middle(first, second, place)
    shared = f"they share the first {place}" if place else "they share no answer at the start"
    there = tuple((side.name, side.answers[place]) for side in (first, second) if len(side.answers) > place)
    return Different(
        f"{kind}: {sentence}\n{first.description()}, {second.description()}; {shared}", kind, answers=there
    )


def at_the_end(first: Side, second: Side, place: int) -> Named:
    """One side has no more answers."""
    longer, shorter = (first, second) if len(first.keys) > place else (second, first)
    if longer.keys[place] in longer.keys[:place]:
        return repetition(longer, shorter, place)
    if len(longer.keys) > place + 1:
        answer = in_words(longer.answers[place])
        told = f"{shorter.name} ends where {longer.name} goes on with {answer}, number {place} (counted from 0)"
        return "ends early" if shorter is second else "extra", told
    return ("missing" if shorter is second else "extra"), only(longer, shorter, place)


def in_the_middle(first: Side, second: Side, place: int) -> Named:
    """Both sides have an answer there, and these differ."""
    missing, extra = lacks(first, second, place), lacks(second, first, place)
    if missing and extra:
        apart = parting_line(first.answers[place], second.answers[place])
        return "other", f"{only(first, second, place)}\n{only(second, first, place)}{apart}"
    if not missing and not extra:
        there = places(second, first.keys[place])[-1]
        told = (
            f"{in_words(first.answers[place])} is number {place} of {first.name}, "
            f"but number {there} of {second.name} (counted from 0)"
        )
        return "order", told
    longer, shorter = (first, second) if missing else (second, first)
    if longer.keys[place] in longer.keys[:place]:
        return repetition(longer, shorter, place)
    return ("missing" if missing else "extra"), only(longer, shorter, place)


def lacks(one: Side, other: Side, place: int) -> bool:
    """Does the other side have this answer of `one` less often?"""
    key = one.keys[place]
    return len(places(other, key)) < one.keys[: place + 1].count(key)


def places(side: Side, key: Hashable) -> list[int]:
    return [number for number, other in enumerate(side.keys) if other == key]


def only(longer: Side, shorter: Side, place: int) -> str:
    where = "" if shorter.ended else f" among its first {len(shorter.keys)}"
    return (
        f"{in_words(longer.answers[place])}, number {place} of {longer.name} (counted from 0), "
        f"is not an answer of {shorter.name}{where}"
    )


def repetition(longer: Side, shorter: Side, place: int) -> Named:
    numbers = " and ".join(map(str, [n for n in places(longer, longer.keys[place]) if n <= place][-2:]))
    told = (
        f"{longer.name} has {in_words(longer.answers[place])} again, as numbers {numbers} (counted from 0), "
        f"and {shorter.name} has not"
    )
    return "repeated", told
