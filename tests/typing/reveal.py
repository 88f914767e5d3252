"""What a type checker must find in programs with choices; checked by mypy --strict and pyright, not run.

A line with `type: ignore` must be an error: both checkers complain of one that is not needed.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true, reportUnusedFunction=false, reportUnusedExpression=false

from collections.abc import Callable, Generator, Iterator
from random import Random
from typing import Any, assert_type

from ambsearch import (
    Answers,
    Checkpointed,
    NoAnswer,
    Refused,
    Search,
    TooManyAnswers,
    Within,
    amb,
    ambiguous,
    an_element_of,
    an_integer_between,
    an_integer_from,
    checkpointed,
    distinct,
    expand,
    fail,
    if_fail,
    interleave,
    once,
    permanent,
    ramb,
    require,
)

Triple = tuple[int, int, int]


@ambiguous
def triangle(n: int, *, start: int = 1) -> Generator[Any, Any, Triple]:
    a: int = yield an_integer_between(start, n)
    b: int = yield an_integer_between(a, n)
    c: int = yield an_integer_between(b, n)
    require(a * a + b * b == c * c and distinct(a, b))
    return a, b, c


@ambiguous(deep=True)
def path(length: int) -> Generator[Any, Any, list[str]]:
    steps: list[str] = []
    for _ in range(length):
        steps.append((yield amb("left", "right")))
    return steps


@ambiguous()
def without_arguments(letters: str) -> Generator[Any, Any, str]:
    letter: str = yield letters
    if letter == "x":
        fail()
    return letter


@ambiguous
def in_short(n: int) -> Search[Triple]:
    a: int = yield range(n)
    return a, a, a


assert_type(in_short(3), Answers[Triple])

# the decorator: a Callable[P, Generator[Any, Any, R]] becomes a Callable[P, Answers[R]]

assert_type(triangle(20), Answers[Triple])
assert_type(triangle(20, start=3), Answers[Triple])
assert_type(path(3), Answers[list[str]])
assert_type(without_arguments("ab"), Answers[str])
takes_a_function: Callable[[int], Answers[list[str]]] = path
search: Answers[Triple] = triangle(20)
wider: Answers[tuple[object, ...]] = triangle(20)  # Answers are covariant

triangle("20")  # type: ignore[arg-type]
triangle(20, 3)  # type: ignore[misc, call-arg, unused-ignore]
triangle(20, begin=3)  # type: ignore[call-arg]
narrower: Answers[str] = triangle(20)  # type: ignore[assignment]
ambiguous(3)  # type: ignore[call-overload]
ambiguous(deep="yes")  # type: ignore[call-overload]


@ambiguous  # type: ignore[arg-type, unused-ignore]
def not_a_generator(n: int) -> int:
    return n


# what answers give

assert_type(triangle(20).first(), Triple)
assert_type(triangle(20).first(None), Triple | None)
assert_type(triangle(20).first("none"), Triple | str)
assert_type(triangle(20).one(), Triple)
assert_type(triangle(20).take(2), list[Triple])
assert_type(triangle(20).nth(2), Triple)
assert_type(triangle(20).nth(2, None), Triple | None)
assert_type(triangle(20).count(), int)
assert_type(triangle(20).exists(), bool)
assert_type(iter(triangle(20)), Iterator[Triple])
assert_type(list(path(3)), list[list[str]])
assert_type(expand(triangle), str)
for found in triangle(20):
    assert_type(found, Triple)
for a, b, c in triangle(20):
    assert_type(a + b + c, int)

limited = triangle(20).within(seconds=1)
kept = checkpointed(triangle(20), "run.db")
assert_type(limited, Within[Triple])
assert_type(limited.rest().first(), Triple)
assert_type(limited.first(None), Triple | None)
assert_type(limited.take(2), list[Triple])
assert_type(limited.count(), int)
assert_type(kept, Checkpointed[Triple])
assert_type(kept.one(), Triple)
assert_type(kept.nth(2, None), Triple | None)
assert_type(kept.exists(), bool)

from ambsearch import ambigious  # type: ignore[attr-defined]  # noqa: E402, F401

len(triangle(20))  # type: ignore[arg-type]
triangle(20)[0]  # type: ignore[index]
triangle(20).take("2")  # type: ignore[arg-type]


# methods


class Die:
    def __init__(self, sides: int) -> None:
        self.sides = sides

    @ambiguous
    def roll(self, times: int = 1) -> Generator[Any, Any, tuple[int, ...]]:
        if times == 0:
            return ()
        first: int = yield an_integer_between(1, self.sides)
        rest: tuple[int, ...] = yield self.roll(times - 1)
        return first, *rest

    @ambiguous(deep=True)
    def roll_deeply(self, times: int) -> Generator[Any, Any, list[int]]:
        rolled: tuple[int, ...] = yield self.roll(times)
        return list(rolled)

    @staticmethod
    @ambiguous
    def coin(faces: tuple[str, str]) -> Generator[Any, Any, str]:
        face: str = yield faces
        return face

    @classmethod
    @ambiguous
    def usual(cls, sides: int) -> Generator[Any, Any, "Die"]:
        return cls((yield (sides, 6)))


assert_type(Die(6).roll(2), Answers[tuple[int, ...]])
assert_type(Die(6).roll(times=2).first(), tuple[int, ...])
assert_type(Die(6).roll_deeply(2), Answers[list[int]])
assert_type(Die.coin(("heads", "tails")), Answers[str])
assert_type(Die.usual(4).first(), Die)

Die(6).roll("2")  # type: ignore[arg-type]


# the words

assert_type(once(triangle(20)), Answers[Triple])
assert_type(once([1, 2]), Answers[int])
assert_type(if_fail(triangle(20), lambda: "none").first(), Triple | str)
assert_type(if_fail(triangle(20), path(2)).first(), Triple | list[str])
assert_type(interleave(triangle(20), triangle(30)), Answers[Triple])
assert_type(interleave([1], an_integer_from(2)), Answers[int])
assert_type(interleave(an_integer_from(1)).take(2), list[int])
assert_type(permanent(1 + 1), int)
assert_type(permanent("a" + "b"), str)
assert_type(list(an_integer_between(1, 5)), list[int])
assert_type(distinct(1, "a", None), bool)
elements = list(an_element_of(["a", "b"]))
assert_type(elements, list[str])
amb(1, 2)
ramb(1, 2, rng=Random(7))
ramb(1, 2, rng=7)  # type: ignore[arg-type]
require()  # type: ignore[call-arg]
an_integer_between("a", "b")  # type: ignore[arg-type]


# errors


def tell(search: Answers[Triple]) -> str:
    try:
        return str(search.one())
    except TooManyAnswers as error:
        return f"{error.first} and {error.second}"
    except NoAnswer as error:
        return str(error)


def line_of(error: Refused) -> int | None:
    assert_type(error.text, str | None)
    return error.lineno
