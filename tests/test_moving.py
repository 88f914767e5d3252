"""Requires that are moved up: how far they go, what keeps them, and that the answers and effects are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers import compile_program
from hypothesis import given, settings
from strategies import Program, programs
from test_oracle import WORDS, Run
from test_recording import DEPTHS

from ambsearch import ambiguous, distinct, permanent, require
from ambsearch.measuring import Limited, TriedEnough
from ambsearch.moving import Move, Moving
from ambsearch.observing import observed

EXAMPLES = settings.default.max_examples


def moving(**wanted: Any) -> Limited:
    """An observer of a search in which what is wanted is moved."""
    rules = type("Moved", (Moving,), {"wanted": None, "moves": {}, "groups": {}} | wanted)
    return type("Moved", (Limited,), {"rules": rules})(1000)  # type: ignore[no-any-return]


def moves(program: Callable[..., Any], *args: Any) -> list[tuple[Any, ...]]:
    """Where the requires of a program go, in lines below its `def`; and all of them moved, the answers are the same."""
    watch = moving()
    assert list(observed(program(*args), watch)) == list(program(*args))
    first = program.__wrapped__.__code__.co_firstlineno + 1  # type: ignore[attr-defined]
    found: list[Move] = sorted(watch.rules.moves.values(), key=lambda move: move.place)  # type: ignore[attr-defined]
    return [
        (
            move.line - first,
            None if move.after is None else move.after - first,
            [line - first for line in move.taken],
            move.kept_by and move.kept_by - first,
        )
        for move in found
        if (move.passes or move.kept_by) and move.line >= first
    ]


def test_a_require_goes_below_the_last_choice_that_it_needs() -> None:
    @ambiguous
    def program(n: int) -> Any:
        a = yield range(n)
        b = yield range(n)
        c = yield range(n)
        require(a != 1)
        require(distinct(a, b))
        require(n > 2)
        require(a + b + c == n)
        return a, b, c

    assert moves(program, 4) == [(4, 1, [], None), (5, 2, [], None), (6, None, [], None)]


def test_assignments_that_only_it_waits_for_go_with_it() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(4)
        b = yield range(4)
        double = 2 * a
        more = double + 1
        require(more > 3)
        both = more + b
        return both

    @ambiguous
    def read_before() -> Any:
        total = 0
        a = yield range(4)
        b = yield range(total, 4)
        total = a * a
        require(total > 3)
        return a, b, total

    assert moves(program) == [(5, 1, [3, 4], None)]
    assert moves(read_before) == []


def test_it_stays_below_what_changes_what_it_reads() -> None:
    @ambiguous
    def rebound() -> Any:
        a = yield range(4)
        b = yield range(2)
        a += b
        c = yield range(2)
        require(a > 2)
        return a, b, c

    @ambiguous
    def changed(used: list[int]) -> Any:
        other = used
        a = yield range(4)
        b = yield range(2)
        other.append(a)
        require(len(used) == 1 and a > 1)
        return a, b

    @ambiguous
    def beside() -> Any:
        used = []
        a = yield range(4)
        b = yield range(2)
        used.append(b)
        require(a > 1)
        return a, used

    assert moves(rebound) == [(5, 3, [], None)]
    assert moves(changed, []) == []
    assert moves(beside) == [(5, 2, [], None)]


def test_it_stays_below_what_is_seen_from_outside() -> None:
    seen: list[Any] = []

    @permanent
    def log(value: Any) -> Any:
        seen.append(value)
        return (0, 1)

    def logging(value: Any) -> Any:
        return log(value)

    @ambiguous
    def told() -> Any:
        a = yield range(3)
        b = yield logging(a)
        require(a > 1)
        return a, b

    @ambiguous
    def inside() -> Any:
        a = yield range(3)
        b = yield range(2)
        require(logging(b) and a > 1)
        return a, b

    @ambiguous
    def chosen() -> Any:
        a = yield range(3)
        b = yield told()
        require(a > 1)
        return a, b

    assert moves(told) == [(3, 2, [], None)]  # above the choice, below the call
    assert moves(inside) == []
    assert moves(chosen) == []


def test_it_stays_below_an_answer_and_a_jump() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(3)
        for b in range(3):
            if a == b:
                return "early", a
            if a + b == 3:
                continue
            c = yield range(2)
            d = yield range(2)
            require(a != 1)
            require(c != b)
            return b, c, d
        require(a > 1)
        return a

    assert moves(program) == [(9, 5, [], None), (10, 7, [], None)]


def test_what_may_raise_stays_below_what_may_have_kept_it_from_that() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(3)
        b = yield range(2)
        require(a != 0)
        c = yield range(2)
        require(8 // a > 5)
        require(12 % a == b)
        return a, b, c

    assert moves(program) == [(3, 1, [], None), (5, 3, [], 3), (6, 2, [], None)]


def test_in_loops_and_branches_it_goes_up_in_its_block() -> None:
    @ambiguous
    def program(n: int) -> Any:
        word = ""
        for place in range(n):
            letter = yield "abc"
            if place > 0:
                other = yield "ab"
                twice = yield (1, 2)
                require(other != letter)
                letter = twice * other
            word = word + letter
            require(place < 2)
        return word

    assert moves(program, 2) == [(7, 5, [], None), (10, 2, [], None)]


@settings(max_examples=EXAMPLES // 25)
@given(programs(), DEPTHS)
def test_random_programs_are_the_same_with_their_requires_moved(program: Program, depths: str) -> None:
    source = program.with_depths(depths).source
    try:
        expected = MovedRun(source, wanted=frozenset()).follow(20)
        if "Error" in expected.ending:
            return
        moved = MovedRun(source)
        assert moved.follow(20) == expected, program
        assert moved.world() == moved.before, program
    except TriedEnough:
        return


class MovedRun(Run):
    """A random program with its requires moved."""

    def __init__(self, source: str, **wanted: Any) -> None:
        super().__init__(compile_program(source, WORDS))
        self.watch = moving(**wanted)

    def search(self) -> tuple[Any, Any]:
        return iter(observed(self.space["f"](*self.args), self.watch)), lambda: self.args
