"""Requires that are moved up: how far they go, what keeps them, and that the answers and effects are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers import compile_program
from hypothesis import given, settings
from strategies import DEPTHS, Program, programs
from test_oracle import WORDS, Run

from ambsearch import ambiguous, distinct, permanent, require
from ambsearch.advising.moving import Move, Moving
from ambsearch.observing import observed
from ambsearch.observing.measuring import Limited, TriedEnough

EXAMPLES = settings.default.max_examples


def moving(**wanted: Any) -> Limited:
    """An observer of a search in which what is wanted is moved."""
    rules = type("Moved", (Moving,), {"wanted": None, "moves": {}, "groups": {}} | wanted)
    return type("Moved", (Limited,), {"rules": rules})(1000)  # type: ignore[no-any-return]


def moves(program: Callable[..., Any], *args: Any) -> list[tuple[Any, ...]]:
    """Where the requires of a program go, in lines below its `def`; with all of them moved, the answers are the same."""
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

    assert moves(program) == [(3, 1, [], None), (5, 3, [], None), (6, 2, [], None)]


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


LOOPS = """
@ambiguous
def program(xs, n):
    a = yield range(n)
    b = yield range(n)
    for k, x in enumerate(xs):
        require(abs(a - x) != k)
        require(a != b)
    c = yield range(2)
    for x in xs:
        d = x - b
        require(d != 1)
    return a, b, c

@ambiguous
def iterator(xs, n):
    a = yield range(n)
    b = yield range(n)
    once = iter(xs)
    for x in once:
        require(a != x)
        require(b != x)
    return a, b

@ambiguous
def fill(n):
    rows = []
    for _ in range(n):
        row = yield range(n)
        rows.append(row)
    c = yield range(2)
    for row in rows:
        require(row != 1)
    return rows, c

@ambiguous
def read_between(xs):
    x = 7
    a = yield range(3)
    b = yield (x, a)
    for x in xs:
        require(x != a)
    return a, b, x

@ambiguous
def counting(xs):
    a = yield range(3)
    b = yield range(2)
    for x in xs:
        require(x != a)
        b += x
    return a, b

@ambiguous
def raising(xs):
    a = yield range(3)
    b = yield range(2)
    require(a > 0)
    c = yield range(2)
    for x in xs:
        require(x % a == 0)
        require(x // a > 1)
    return a, b, c

@ambiguous
def turning(xs, n):
    a = yield range(n)
    b = yield range(n)
    found = []
    for x in xs:
        c = yield (x, x + 1)
        require(a < b)
        require(c != a)
        found.append(c)
    for i in range(n):
        d = yield range(i + 1)
        require(a > i)
        require(a > 0)
    return a, b, found

@ambiguous
def staying(xs):
    a = yield range(3)
    limit = 0
    for x in xs:
        b = yield range(2)
        require(limit < 3)
        limit += b
    for x in xs:
        c = yield range(2)
        if c == x:
            break
        d = yield range(1)
        require(a > 1)
    for x in xs:
        e = yield range(2)
        t = a * 2
        require(t > 1)
    return a
"""


def loop_moves(name: str, *arguments: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Where the requires of a program go, the same for all these arguments."""
    space = compile_program(LOOPS, {"ambiguous": ambiguous, "require": require})
    first, *others = [moves(space[name], *given) for given in arguments]
    assert all(other == first for other in others)
    return first


def test_a_loop_of_requires_goes_up_as_one_of_them() -> None:
    assert loop_moves("program", ([1, 2], 4), ([], 4)) == [(4, 1, [], None), (9, 5, [], None)]


def test_a_loop_over_an_iterator_is_not_taken_apart() -> None:
    assert loop_moves("iterator", ([1, 2], 4)) == []


def test_a_loop_of_requires_stays_below_what_it_goes_over_and_what_it_binds() -> None:
    assert loop_moves("fill", (2,)) == [(7, 4, [], None)]  # above the choice of c, below the loop that fills rows
    assert loop_moves("read_between", ([1, 2],)) == []
    assert loop_moves("counting", ([1, 2],)) == []


def test_a_loop_of_requires_that_may_raise_stays_below_what_may_have_kept_it_from_that() -> None:
    assert loop_moves("raising", ([2, 4],)) == [(3, 1, [], None), (6, 3, [], None)]


def test_a_require_that_is_the_same_in_each_turn_leaves_its_loop_and_is_asked_if_there_is_a_turn() -> None:
    found = loop_moves("turning", ([1, 2], 3), ([], 3), ([], 0))
    assert found == [(6, 3, [], None), (11, 9, [], None), (12, 8, [], None)]


def test_a_require_stays_in_its_loop_if_it_may_differ_from_turn_to_turn_or_may_not_be_reached() -> None:
    assert loop_moves("staying", ([0, 1],)) == [(5, 3, [], None), (12, 9, [], None), (16, 13, [15], None)]


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
