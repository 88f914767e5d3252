"""Which closures change something only if the functions do that they were made with."""

from typing import Any

import pytest

from ambsearch import NotUndoable, ambiguous
from ambsearch.expansion.analysis.decided import decided_by
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.running.twins import TWINS


def either(f: Any, g: Any) -> Any:
    return lambda x: f(x) or g(x=x)


def renamed(f: Any) -> Any:
    g = f

    def call(x: Any) -> Any:
        return [g(y) for y in x]

    return call


def turned(f: Any, g: Any) -> Any:
    def turn() -> None:
        nonlocal f, g
        f, g = g, f

    turn()
    return lambda x: f(x)


def last(functions: Any) -> Any:
    made = []
    for f in functions:
        made.append(lambda x: f(x))  # noqa: B023
    return made[-1]


def adding(f: Any, xs: Any) -> Any:
    return lambda x: xs.append(f(x))


def shadowing(f: Any) -> Any:
    return lambda x: f(x) and [f(x) for f in x]


def called_back(f: Any) -> Any:
    return lambda xs: sorted(xs, key=f)


def double(x: int) -> int:
    return 2 * x


class Heap:
    def __init__(self) -> None:
        self.size = 0

    def __add__(self, other: Any) -> Any:
        self.size += 1
        return self

    def put(self, x: Any) -> None:
        self.size += x


def asked_to_put(f: Any) -> Any:
    return lambda x: f(x).put(x)


def appending(f: Any) -> Any:
    return lambda x: f(x).append(x)


def adding_up(f: Any) -> Any:
    return lambda x: f(x) + x


def all_of(*functions: Any) -> Any:
    return lambda x: all(f(x) for f in functions)


def all_and_one_of(functions: Any, f: Any) -> Any:
    return lambda x: [f(x)] + [f(x) for f in functions]


def all_and_one(*functions: Any) -> Any:
    return lambda x: one(x) or [one(x) for one in functions]


one = double


def generating(f: Any) -> Any:
    def steps(x: Any) -> Any:
        yield f(x)

    return steps


@pytest.mark.parametrize(
    ("made", "places"),
    [
        (either(len, len), (0, 1)),
        (renamed(len), (0,)),
        (turned(len, len), ()),
        (last([len]), ()),
        (adding(len, []), ()),
        (shadowing(len), ()),
        (called_back(len), ()),
        (asked_to_put(len), ()),
        (appending(len), ()),
        (adding_up(len), ()),
        (all_of(len, len), (0,)),
        (all_and_one_of([len], len), ()),
        (all_and_one(len), ()),
        (generating(len), ()),
    ],
    ids=lambda part: getattr(part, "__qualname__", None) and part.__qualname__.partition(".")[0],
)
def test_what_a_closure_was_made_with_decides_if_it_changes_nothing_else(made: Any, places: tuple[int, ...]) -> None:
    WORLD.learn(globals())

    assert decided_by(made.__code__, globals()) == places


def test_a_closure_is_called_as_it_is_if_what_it_was_made_with_changes_nothing() -> None:
    seen: list[int] = []

    def note(x: int) -> int:
        seen.append(x)
        return 0

    harmless, noting = either(double, double), either(either(double, note), double)

    @ambiguous
    def f(call: Any):  # type: ignore[no-untyped-def]
        x = yield (0, 1)
        call(x)
        call(x)
        return TWINS.known[call] is None, list(seen)

    assert list(f(either(note, double))) == [(False, [0, 0]), (False, [1, 1])]
    assert list(f(harmless)) == [(True, [])] * 2
    assert list(f(noting)) == [(False, [0, 0]), (False, [])]
    assert list(f(all_of(double, harmless))) == [(True, [])] * 2
    assert list(f(all_of(double, all_of(harmless, note)))) == [(False, []), (False, [1, 1])]
    assert seen == []


def test_what_is_known_of_a_function_ends_with_the_search_also_if_an_exception_ends_it() -> None:
    seen: list[int] = []
    space: dict[str, Any] = {"seen": seen}
    exec("def note(x): seen.append(x)", space)  # it has no source

    def put(x: int, to: list[int] = seen) -> None:
        to.append(x)

    @ambiguous
    def f(call: Any):  # type: ignore[no-untyped-def]
        call((yield (0, 1)))
        return list(seen)

    with pytest.raises(NotUndoable):
        list(f(either(space["note"], double)))
    assert list(f(put)) == [[0], [1]]
    put.__defaults__ = ([],)
    assert list(f(put)) == [[], []]
    put.__code__ = double.__code__
    assert list(f(put)) == [[], []]
    assert TWINS.known == {}
