"""Generators of one's own in loops around choices: each branch goes on from its own step, as if it had its own copy."""

import operator
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import PUBLIC, by_turns, compile_program
from recorded import Rules, check_recorded, shown

from ambsearch import ambiguous, permanent, require
from ambsearch.running.live import Remembered
from ambsearch.running.resumed import Unshared
from ambsearch.running.turns import turns

pytestmark = pytest.mark.usefixtures("no_other_module")
RULES = Rules()
rule = RULES.rule
EACH_BY_ITSELF = [(1, 1, 1), (1, 1, 2), (1, 2, 9), (2, 9, 1), (2, 9, 2)]


def empty(row: list[int]) -> Iterator[int]:
    for i in range(len(row)):
        if row[i] == 0:
            yield i


def empty_by_while(row: list[int]) -> Iterator[int]:
    i = 0
    while True:
        if i == len(row):
            return
        if row[i] != 0:
            i += 1
            continue
        yield i
        i += 1


def empty_by_halves(row: list[int], first: int, last: int) -> Iterator[int]:
    if last - first == 1:
        if row[first] == 0:
            yield first
    else:
        middle = (first + last) // 2
        yield from empty_by_halves(row, first, middle)
        yield from empty_by_halves(row, middle, last)


def halves(row: list[int]) -> Iterator[int]:
    yield from empty_by_halves(row, 0, len(row))


def empty_by_match(row: list[int]) -> Iterator[int]:
    for i, square in enumerate(row):
        match square:
            case 0 if i < 9:
                yield i
            case _:
                pass


def empty_after_a_look_at_all(row: list[int]) -> Iterator[int]:
    seen = set()
    for square, i in zip(row, range(9), strict=False):
        seen.add(square)
        if square == 0 and len(seen) < 9:
            yield i
    else:
        seen.clear()


def empty_by_asking(row: list[int]) -> Iterator[int]:
    for i in range(9):
        try:
            asked = (yield i) if row[i] == 0 else row[i]
        except IndexError as error:
            asked = error.args[0]
            return
        assert asked is None or asked > 0


def chosen_expression(row: list[int]) -> Iterator[int]:
    if len(row) > 5:
        return iter(range(9))
    return (i for i, square in enumerate(row) if not any(square > 0 for square in row[i : i + 1]))


def empty_by_filter(row: list[int]) -> Iterator[int]:
    return filter(lambda i: row[i] == 0, range(len(row)))


def empty_by_map(row: list[int]) -> Iterator[int]:
    return map(operator.itemgetter(0), empty_pairs(row))


def empty_pairs(row: list[int]) -> Iterator[tuple[int, int]]:
    return ((i, square) for i in range(len(row)) for square in row[i : i + 1] if square == 0)


def passed_on(row: list[int]) -> Iterator[int]:
    return empty(row)


class Row:
    def __init__(self) -> None:
        self.squares = [0, 0, 0]
        self.looks = 0

    def __iter__(self) -> Iterator[int]:
        yield from empty(self.squares)

    @property
    def places(self) -> Iterator[int]:
        for i, square in enumerate(self.squares):
            self.looks += 1
            if square == 0:
                yield i

    def empty(self) -> Iterator[int]:
        for i, square in enumerate(self.squares):
            if square == 0:
                yield i

    __call__ = empty


class Squares(Row):
    def __iter__(self) -> Iterator[int]:
        return (i for i, square in enumerate(self.squares) if square == 0)


def take(row: list[int], i: int, square: int) -> None:
    """A 2 takes its right neighbour."""
    row[i] = square
    if square == 2 and i + 1 < len(row):
        row[i + 1] = 9


@pytest.mark.parametrize(
    "walk",
    [
        *(empty, empty_by_while, halves, empty_by_match, empty_after_a_look_at_all, empty_by_asking),
        *(chosen_expression, empty_by_filter, empty_by_map, passed_on, partial(empty), lambda row: passed_on(row)),
    ],
    ids="for while recursive match set asking expression filter map passed partial lambda".split(),
)
def test_a_generator_sees_what_its_own_branch_has_changed(walk: Any, deep: bool) -> None:
    @ambiguous(deep=deep)
    def fill():  # type: ignore[no-untyped-def]
        row = [0, 0, 0]
        for i in walk(row):
            square = yield (1, 2)
            take(row, i, square)
        return tuple(row)

    assert list(fill()) == EACH_BY_ITSELF


def test_a_generator_may_be_a_method_or_the_iter_of_a_class_or_be_held_or_numbered(deep: bool) -> None:
    @ambiguous(deep=deep)
    def fill(how):  # type: ignore[no-untyped-def]
        row = Row()
        held = row.empty()
        if how == "method":
            for i in row.empty():
                square = yield (1, 2)
                take(row.squares, i, square)
        elif how == "iter":
            for i in row:
                square = yield (1, 2)
                take(row.squares, i, square)
        elif how == "property":
            for i in row.places:
                square = yield (1, 2)
                take(row.squares, i, square)
        elif how == "iter of an expression":
            for i in Squares.__iter__(row):
                square = yield (1, 2)
                take(row.squares, i, square)
        elif how == "call":
            for i in row():
                square = yield (1, 2)
                take(row.squares, i, square)
        elif how == "held":
            for i in held:
                square = yield (1, 2)
                take(row.squares, i, square)
        else:
            for number, i in enumerate(row.empty(), 1):
                require(number > 0)
                square = yield (1, 2)
                take(row.squares, i, square)
        return tuple(row.squares)

    for how in ("method", "iter", "iter of an expression", "call", "property", "held", "enumerate"):
        assert list(fill(how)) == EACH_BY_ITSELF


def walk(board: list[Any]) -> Iterator[int]:
    for i in range(2):
        board.append(i)
        yield i
        board.append("left")


def test_what_a_generator_changes_is_taken_back_with_its_step(deep: bool) -> None:
    @ambiguous(deep=deep)
    def steps(board: list[Any]):  # type: ignore[no-untyped-def]
        for i in walk(board):
            mark = yield "xy"
            board.append(mark * i)
        return "".join(map(str, board))

    board: list[Any] = []

    assert list(steps(board)) == [f"0left1{mark}left" for _ in "xy" for mark in "xy"]
    assert board == []


@rule([[1, 1, 1], [1, 1, 2], [1, 2, 9], [2, 9, 1], [2, 9, 2]], lambda: ([0, 0, 0],))
def loop_with_choices_over_a_generator(row: list[int]):  # type: ignore[no-untyped-def]
    for i in empty(row):
        row[i] = yield (1, 2)
        if row[i] == 2 and i + 1 < len(row):
            row[i + 1] = 9
    return row


def test_a_generator_in_a_loop_is_marked(request: pytest.FixtureRequest) -> None:
    loop = RULES[0]

    assert list(ambiguous(loop.function)(*loop.args())) == loop.answers
    check_recorded(request, "loop_with_choices_over_a_generator", shown(loop.function))


def test_a_loop_that_is_left_and_begun_again_begins_a_generator_of_its_own() -> None:
    @ambiguous
    def first_two(row: list[int]):  # type: ignore[no-untyped-def]
        found = []
        for i in empty(row):
            row[i] = yield (1, 2)
            found.append(i)
            if row[i] == 2:
                break
        else:
            found.append(-1)
        for i in empty(row):
            found.append(i + 10)
            row[i] = yield (3,)
        return found

    assert list(first_two([0, 0])) == [[0, 1, -1], [0, 1], [0, 11]]


def told(words: str, log: list[str]) -> Iterator[str]:
    for word in words:
        permanent(log.append(word))
        yield word


def test_a_step_runs_once_in_each_branch_that_comes_to_it() -> None:
    @ambiguous
    def two(log: list[str]):  # type: ignore[no-untyped-def]
        said = ""
        for word in told("ab", log):
            said += word + (yield "12")
        return said

    log: list[str] = []

    assert list(two(log)) == ["a1b1", "a1b2", "a2b1", "a2b2"]
    assert log == ["a", "b", "b"]


def unassigned(numbers: list[int]) -> Iterator[int]:
    for number in numbers:
        if number > 1:
            last = number
        yield last


def test_an_error_in_a_generator_is_the_generators_own() -> None:
    @ambiguous
    def read(numbers: list[int]):  # type: ignore[no-untyped-def]
        total = 0
        for number in unassigned(numbers):
            total += number * (yield (1, 2))
        return total

    assert list(read([2, 1])) == [4, 6, 6, 8]
    with pytest.raises(UnboundLocalError, match="cannot access local variable 'last'"):
        list(read([1, 2]))


def shared(row: list[int]) -> Iterator[int]:
    limit = 0
    small = lambda i: i <= limit  # noqa: E731
    for i in range(3):
        limit = row[0]
        if small(i):
            yield i


def test_a_function_made_in_a_generator_shares_its_variables() -> None:
    @ambiguous
    def read():  # type: ignore[no-untyped-def]
        row, found = [0], []
        for i in shared(row):
            row[0] = yield (0, 2)
            found.append(i)
        return found

    assert list(read()) == [[0], [0, 1], [0, 1, 2], [0, 1, 2]]


def each(things: Any) -> Iterator[Any]:
    yield from things


class Countdown:
    def __init__(self) -> None:
        self.left = 3
        self.asked = 0

    def __iter__(self) -> Iterator[int]:
        for i in range(2):
            self.asked += 1
            yield i

    def __next__(self) -> int:
        self.left -= 1
        if self.left == 0:
            raise StopIteration
        return self.left


class Down(Countdown):
    def __iter__(self) -> Any:
        return self


def test_what_a_generator_goes_over_is_recorded_too(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read(things: Countdown):  # type: ignore[no-untyped-def]
        found = []
        for thing in each(things):
            found.append((thing, (yield "ab")))
        return found, things.asked, things.left

    whole, own = Countdown(), Down()

    assert list(read(whole)) == [([(0, a), (1, b)], 2, 3) for a in "ab" for b in "ab"]
    assert list(read(own)) == [([(2, a), (1, b)], 0, 0) for a in "ab" for b in "ab"]
    assert (whole.asked, own.left) == (0, 3)


def test_a_generator_that_something_else_holds_moves_on(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read():  # type: ignore[no-untyped-def]
        held = each([1, 2])
        found = []
        for thing in held:
            found.append((thing, (yield "a")))
        return found, list(held)

    assert list(read()) == [([(1, "a"), (2, "a")], [])]


BY_NEXT = """
def empty(row):
    squares = iter(row)
    place = 0
    for square in squares:
        if square == 0:
            yield place
        if next(squares, 9) == 0:
            yield place + 1
        place += 2

@ambiguous
def fill():
    row = [0, 0, 0]
    for i in empty(row):
        row[i] = yield (1, 2)
        if row[i] == 2 and i + 1 < len(row):
            row[i + 1] = 9
    return tuple(row)
"""


def test_an_iterator_that_a_generator_makes_and_moves_on_by_next_goes_back_with_it() -> None:
    assert list(compile_program(BY_NEXT, {"ambiguous": ambiguous})["fill"]()) == EACH_BY_ITSELF


BY_ONE_LOOP = """
def each(things):
    iterator = iter(things)
    for thing in iterator:
        yield thing

@ambiguous
def raised():
    things, seen = [1, 1], []
    for thing in each(things):
        seen.append(thing)
        if (yield (True, False)):
            things[1] += 1
    return seen
"""


@pytest.mark.usefixtures("on_its_own")
def test_an_iterator_that_one_loop_of_a_generator_reads_goes_back_with_it() -> None:
    raised = compile_program(BY_ONE_LOOP, {"ambiguous": ambiguous})["raised"]
    assert list(raised()) == [[1, 2], [1, 2], [1, 1], [1, 1]]


def pairs_by_next(things: list[int]) -> Iterator[tuple[int, int]]:
    held = [iter(things)]
    for thing in held[0]:
        yield thing, next(held[0])


def test_a_generator_that_keeps_an_iterator_in_a_list_is_read_once(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read():  # type: ignore[no-untyped-def]
        found = []
        for pair in pairs_by_next([1, 2, 3, 4]):
            found.append((yield pair))
        return found

    assert list(read()) == [[a, b] for a in (1, 2) for b in (3, 4)]


def test_a_generator_made_in_the_function_may_change_its_variables(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read():  # type: ignore[no-untyped-def]
        steps = 0

        def counted() -> Iterator[int]:
            nonlocal steps
            for i in (1, 2):
                steps += 1
                yield i

        for i in counted():
            last = yield (i, 0)
        return last, steps

    assert list(read()) == [(2, 2), (0, 2)] * 2


def test_a_generator_made_in_the_function_sees_what_its_own_branch_has_changed(deep: bool) -> None:
    @ambiguous(deep=deep)
    def fill(log: list[int]):  # type: ignore[no-untyped-def]
        row, looks = [0, 0, 0], 0

        def counted(limit: int) -> Iterator[int]:
            nonlocal looks
            for i, square in enumerate(row[:limit]):
                looks += 1
                log.append(i)
                if row[i] == 0:
                    yield i + square

        for i in counted(3):
            square = yield (1, 2)
            take(row, i, square)
        return (*row, looks, len(log))

    log: list[int] = []

    assert list(fill(log)) == [(*row, 3, 3) for row in EACH_BY_ITSELF]
    assert log == []


PIPES = """
def numbers(log, n=4):
    for i in range(n):
        log.append(i)
        yield i
def even(items):
    for i in items:
        if i % 2 == 0:
            yield i
def in_pairs(items):
    before = None
    for i in filter(lambda i: i != 1, items):
        if before is not None:
            yield before, i
        before = i
def framed(items):
    yield "first"
    yield from items
def side_by_side(items, others):
    for i, (x, y) in enumerate(zip(items, others)):
        yield i, x, y
def over_all(*, items, note):
    for i in items:
        note.append(i)
        yield i
@ambiguous
def taken(log):
    found = []
    for item in MADE:
        if (yield (False, True)):
            found.append(item)
            break
    return found, list(log)
"""


@pytest.mark.parametrize(
    ("made", "taken"),
    [
        ("even(numbers(log))", [([], [0, 1, 2, 3]), ([2], [0, 1, 2]), ([0], [0])]),
        ("in_pairs(numbers(log))", [([], [0, 1, 2, 3]), ([(2, 3)], [0, 1, 2, 3]), ([(0, 2)], [0, 1, 2])]),
        ("framed(even(iter([2, 4])))", [([], []), ([4], []), ([2], []), (["first"], [])]),
        ("framed(numbers(log, 2))", [([], [0, 1]), ([1], [0, 1]), ([0], [0]), (["first"], [])]),
        ("side_by_side(numbers(log, 2), iter('ab'))", [([], [0, 1]), ([(1, 1, "b")], [0, 1]), ([(0, 0, "a")], [0])]),
        (
            "over_all(items=even(numbers(log)), note=log)",
            [([], [0, 0, 1, 2, 2, 3]), ([2], [0, 0, 1, 2, 2]), ([0], [0, 0])],
        ),
        ("framed(log.append(i) or i for i in even((1, 2)))", [([], [2]), ([2], [2]), (["first"], [])]),
    ],
)
def test_a_generator_goes_on_in_each_branch_with_the_iterator_that_it_was_given(
    made: str, taken: Any, deep: bool
) -> None:
    space = compile_program(PIPES.replace("MADE", made).replace("@ambiguous", f"@ambiguous(deep={deep})"), PUBLIC)
    log: list[int] = []

    assert list(space["taken"](log)) == taken
    assert log == []


@pytest.mark.parametrize(
    ("made", "taken"),
    [
        ("even(held)", [([], [0, 1, 2, 3]), ([2], [0, 1, 2, 3]), ([0], [0, 1, 2, 3])]),
        ("side_by_side(held, held)", [([], [0, 1, 2, 3]), ([(1, 2, 3)], [0, 1, 2, 3]), ([(0, 0, 1)], [0, 1, 2, 3])]),
    ],
)
def test_a_generator_that_is_given_what_something_else_holds_is_read_once(made: str, taken: Any, deep: bool) -> None:
    text = PIPES.replace("    found = []\n", "    found, held = [], numbers(log)\n").replace("MADE", made)
    log: list[int] = []

    assert list(compile_program(text.replace("@ambiguous", f"@ambiguous(deep={deep})"), PUBLIC)["taken"](log)) == taken


def noted(log: list[int], i: int) -> int:
    log.append(i)
    return i


def numbered(log: list[int]) -> Any:
    return enumerate(noted(log, 10 * i) for i in (1, 2))


def paired(log: list[int]) -> Any:
    return zip("ab", filter(lambda i: noted(log, i) > 1, (1, 2, 3)), strict=True)


def noted_by_map(log: list[int]) -> Any:
    return map(partial(noted, log), (i for i in iter((1, 2)) if noted(log, i)))


@pytest.mark.parametrize(
    ("made", "given", "logs"),
    [
        (numbered, [(0, 10), (1, 20)], [10, 20]),
        (paired, [("a", 2), ("b", 3)], [1, 2, 3]),
        (noted_by_map, [1, 2], [1, 1, 2, 2]),
    ],
    ids=["enumerate", "zip", "map"],
)
def test_what_an_iterator_that_a_helper_returns_changes_is_taken_back_with_its_step(
    made: Any, given: list[Any], logs: list[int], deep: bool
) -> None:
    @ambiguous(deep=deep)
    def read(log: list[int]):  # type: ignore[no-untyped-def]
        found = []
        for item in made(log):
            found.append((item, (yield "xy")))
        return [item for item, _ in found], log

    log: list[int] = []

    assert list(read(log)) == [(given, logs)] * 4
    assert log == []


class Board:
    def __init__(self) -> None:
        self.weights = {"a": 1, "b": 2}
        self.held = self.weighed()

    def weighed(self) -> Any:
        return ((name, weight) for name, weight in self.weights.items())

    def again(self) -> Any:
        return self.held


def test_an_iterator_over_a_dict_sees_its_values_and_must_not_see_it_grow(deep: bool) -> None:
    @ambiguous(deep=deep)
    def weigh(board: Board, key: str):  # type: ignore[no-untyped-def]
        found = []
        for _, weight in board.weighed():
            board.weights[key] = yield (5, 6)
            found.append(weight)
        return found

    board = Board()

    assert list(weigh(board, "b")) == [[1, 5], [1, 5], [1, 6], [1, 6]]
    with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
        list(weigh(board, "c"))
    assert board.weights == {"a": 1, "b": 2}


def test_an_iterator_that_an_object_holds_moves_on(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read(board: Board):  # type: ignore[no-untyped-def]
        found = []
        for name, _ in board.again():
            found.append(name + (yield "x"))
        return found, list(board.held)

    assert list(read(Board())) == [(["ax", "bx"], [])]


def test_a_variable_that_several_loops_read_holds_one_iterator(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read():  # type: ignore[no-untyped-def]
        held, found = empty([0, 0]), []
        for _ in range(2):
            for i in held:
                found.append((i, (yield "x")))
        return found

    assert list(read()) == [[(0, "x"), (1, "x")]]


def caught(numbers: list[int]) -> Iterator[int]:
    for number in numbers:
        try:
            1 // number
        except ZeroDivisionError as error:
            assert error.args
        yield number


def test_a_generator_may_name_what_it_catches() -> None:
    @ambiguous
    def read(numbers: list[int]):  # type: ignore[no-untyped-def]
        found = []
        for number in caught(numbers):
            numbers[1] = yield (0, 2)
            found.append(number)
        return found

    assert list(read([0, 1])) == [[0, 0], [0, 0], [0, 2], [0, 2]]


def numbers_in(words: list[str], others: list[str]) -> Iterator[int]:
    for word in words:
        try:
            number = int(word)
        except ValueError:
            others.append(word)
        else:
            yield number
            number += 1
            yield -number


def test_a_generator_may_yield_in_the_else_of_a_try(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read():  # type: ignore[no-untyped-def]
        words, others, found = ["1", "x"], [], []  # type: ignore[var-annotated]
        for number in numbers_in(words, others):
            found.append(number)
            if (yield (False, True)) and len(words) < 4:
                words.extend(["y", "5"])
        return found, others

    longer = [([1, -2, 5, -6], ["x", "y"])]
    assert list(read()) == [([1, -2], ["x"]), *longer * 12]


def tidy(board: list[int]) -> Iterator[int]:
    for i in range(2):
        board.append(i)
        try:
            yield i
        finally:
            board.remove(i)


def test_a_generator_with_something_to_do_when_it_is_left_is_read_once_and_remembered_where_it_is_held() -> None:
    @ambiguous
    def read(board: list[int]):  # type: ignore[no-untyped-def]
        found, steps = [], tidy(board)
        for i in steps:
            found.append((i, (yield "ab")))
        return found

    board: list[int] = []

    assert [answer[0][0] for answer in read(board)] == [0] * 4
    assert board == []


CLOSED = """
from contextlib import contextmanager
log = []
class Level:
    depth = 0
    def __enter__(self):
        Level.depth += 1
        return Level.depth
    def __exit__(self, kind, error, place):
        Level.depth -= 1
        log.append(kind.__name__ if kind else "-")
@contextmanager
def frame(name):
    log.append(name)
    try:
        yield name
    finally:
        log.append(name.upper())
def rows(n):
    with Level() as depth, frame("f"):
        for i in range(n):
            log.append(i)
            yield depth, i
        yield "last"
    yield "out"
def walk(tree):
    log.append(tree[0])
    try:
        yield tree[0]
        for part in tree[1:]:
            yield from walk(part)
    finally:
        log.append("!" + log.pop())
class Tree:
    def __init__(self, value, *parts):
        self.value, self.parts, self.open = value, parts, 0
    def __iter__(self):
        self.open += 1
        try:
            yield self.value
            for part in self.parts:
                for value in part:
                    yield value
        except GeneratorExit:
            log.append("left")
            raise
        finally:
            self.open -= 1
tree = Tree(1, Tree(2, Tree(3)), Tree(4))
def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield line.strip()
@ambiguous
def pick(n):
    for row in rows(n):
        if (yield (True, False)):
            return row
    else:
        log.append("none")
@ambiguous
def f():
    found = []
    BODY
    return found, Level.depth, log, tree.open
"""
LOOPS = [
    "for row in rows(2):\n        found.append((row, (yield (0, 1)), Level.depth))\n        if found[-1][1] and len(found) > 1: break",
    "for i, row in enumerate(rows(2)):\n        x = yield (0, 1)\n        if x: continue\n        if i == 2: break\n    else: found.append(Level.depth)",
    "for x in walk(['a', ['b', ['c']], ['d']]):\n        if (yield (True, False)):\n            found.append((x, [*log]))\n            if x == 'c': break",
    "for x in tree:\n        if (yield (0, 1)): continue\n        found.append((x, tree.open))\n        if x > 2: break",
    "found.append((yield pick(1)))\n    log.append('|')\n    found.append((yield pick(2)))",
    "try:\n        for row in rows(2):\n            x = yield (1, 0)\n            found.append(6 // x)\n    except ZeroDivisionError: found.append([*log])",
    "for row in rows(2):\n        for x in walk('ab'):\n            y = yield (0, 1)\n            if y: break\n        if y and x == 'b': return row, x, [*log]",
    "while len(found) < 2:\n        for row in rows(1):\n            if (yield (0, 1)): break\n        found.append((row, Level.depth))",
    f"for line in lines({__file__!r}):\n        if (yield (0, 1)): break\n        if len(found) == 2: break\n        found.append(line)",
]


@pytest.mark.parametrize(("loop", "deep"), by_turns(LOOPS))
def test_a_generator_is_closed_where_a_branch_leaves_the_loop_over_it(loop: str, deep: bool) -> None:
    check(Program(CLOSED.replace("BODY", loop)), "deep" if deep else "plain")


@rule([[1, "in", "out"], [2, "in", "out"], [2, "in", "out"]], lambda: ([],))
def loop_over_a_generator_that_is_closed(log: list[object]):  # type: ignore[no-untyped-def]
    for i in shut(log):
        x = yield (1, 2)
        if x == 2 and i == 0:
            break
    return [x, *log]


def shut(log: list[object]) -> Iterator[int]:
    log.append("in")
    try:
        yield 0
        yield 1
    finally:
        log.append("out")


def test_a_loop_over_a_generator_that_is_closed_says_so(request: pytest.FixtureRequest) -> None:
    loop = RULES[-1]

    assert list(ambiguous(loop.function)(*loop.args())) == loop.answers
    check_recorded(request, "loop_over_a_generator_that_is_closed", shown(loop.function))


def pairs(n: int) -> Iterator[tuple[int, int]]:
    for i in range(n):
        for j in range(i):
            yield i, j


def test_a_generator_whose_arguments_say_all_is_read_once() -> None:
    @ambiguous
    def directions(n: int):  # type: ignore[no-untyped-def]
        found: list[int] = []
        for pair in pairs(n):
            found.append((yield pair))
        return tuple(found)

    assert list(directions(3)) == [(a, b, c) for a in (1, 0) for b in (2, 0) for c in (2, 1)]
    assert list(directions(2)) == [(1,), (0,)]


class Limits:
    high = 2


STEADY = """
SIZE, STEPS = 3, ((1, 0), (0, 1))

def is_inside(x, y):
    return x < SIZE and y < SIZE

def around(x, y):
    for right, down in STEPS:
        if is_inside(x + right, y + down):
            yield x + right, y + down

def around_all(n):
    for i in range(n):
        yield from around(i, i)
"""


@pytest.mark.parametrize(("name", "given"), [("around", (1, 1)), ("around_all", (2,))])
def test_a_generator_that_reads_and_calls_only_what_cannot_change_is_read_once(name: str, given: Any) -> None:
    program = compile_program(STEADY, {})

    assert type(turns(Unshared(program[name](*given)), [])) is Remembered


def is_low(i: int) -> bool:
    return i < Limits.high


def limited_by_class(n: int) -> Iterator[int]:
    for i in range(n):
        if i < Limits.high:
            yield i


def limited_by_helper(n: int) -> Iterator[int]:
    yield from filter(is_low, range(n))


def limited_by_function(n: int) -> Iterator[int]:
    for i in range(n):
        if is_low(i):
            yield i


def limited_by_generator(n: int) -> Iterator[int]:
    yield from limited_by_class(n)


@pytest.mark.parametrize(
    "limited",
    [limited_by_class, limited_by_helper, limited_by_function, limited_by_generator],
    ids=lambda f: f.__name__,
)
@pytest.mark.parametrize("deep", [False, True])
def test_a_generator_sees_what_its_branch_changes_in_a_class_that_it_or_its_helper_reads(
    limited: Any, deep: bool
) -> None:
    @ambiguous(deep=deep)
    def found(limited: Any):  # type: ignore[no-untyped-def]
        seen = []
        for i in limited(3):
            seen.append(i)
            if (yield (False, True)):
                Limits.high = 3
        return seen

    assert list(found(limited)) == [[0, 1], [0, 1, 2], *[[0, 1, 2]] * 5]
    assert Limits.high == 2


REQUIRING = """
ys, log = [3, 1, 2, 4], []
def note(y):
    log.append(y)
    require(y != 2 or log[-2] != "k")
    return y
def noted(items):
    for y in items: yield note(y)
def noting(items):
    return (note(y) for y in items)
@ambiguous
def f():
    out = []
    held = noted(ys)
    for y in FORM:
        out.append(y)
        if (yield (False, True)):
            log.append("k")
    return out, log
"""
FORMS = ["noted(ys)", "noting(ys)", "(note(y) for y in ys if (lambda: y)())", "held"]


@pytest.mark.parametrize(("form", "deep"), by_turns(FORMS))
def test_a_require_below_a_step_of_a_generator_ends_only_the_branch_that_takes_it(form: str, deep: bool) -> None:
    check(Program(REQUIRING.replace("FORM", form), frozenset()), "deep" if deep else "plain")
