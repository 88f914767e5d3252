"""Helpers that call others: the statements of these in the place of their calls mean the same."""

import traceback
from contextlib import suppress
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand, permanent, require

pytestmark = pytest.mark.usefixtures("no_other_module")

HELPERS = """
y = 100

def note(seen, x):
    y = x + 1
    seen.append(y)

def read(seen, x):
    seen.append((x, y))

def named_alike(seen, x):
    y = x * 10
    note(seen, y)
    note(seen, x)
    seen.append(y)

def hides(seen, x):
    y = 7
    read(seen, x)
    seen.append(y)

def places(seen, x):
    note(seen, len(seen))
    note(seen, seen[-1])
    seen.append([x for x in range(x)])

def listed(seen, k):
    seen.append([k for k in range(3)] + [k])

def repeated(seen, k):
    seen.append([k for y in range(3)])

def lists(seen, x):
    y = x
    listed(seen, y)
    listed(seen, 5)
    repeated(seen, y)

def deep(seen, x):
    named_alike(seen, x)
    places(seen, seen[0])

def kept(seen, x):
    permanent(log.append(x))
    seen.append(x)

def keeps(seen, x):
    kept(seen, x)
    kept(seen, -x)

def counted_down(seen, x):
    seen.append(x)
    if x:
        counted_down(seen, x - 1)

def with_default(seen, x=3):
    seen.append(x)

def defaults(seen, x):
    with_default(seen)
    with_default(seen, x=x)
    with_default(seen, x)

def rebinding(seen, x):
    x += 1
    seen.append(x)

def rebinds(seen, x):
    rebinding(seen, x)
    seen.append(x)

def divide(seen, x):
    seen.append(8 // (x - 1))

def fails_between(seen, x):
    seen.append(0)
    divide(seen, x)
    seen.append(1)

def walk(seen, x):
    seen.append(x)
    yield x

def walks(seen, x):
    walk(seen, x)
    seen.append(x)

result = 50

def take(seen, x):
    seen.append(x + result)
    return len(seen)

def takes(seen, x):
    result = take(seen, x)
    take(seen, result)
    x_2 = take(seen, take(seen, x))
    x_2 = take(seen, x_2 + x)
    seen.append((result, x_2))

def valued(seen, x):
    result = [x for x in range(x)]
    seen.append(result)
    return result

def values(seen, x):
    y = valued(seen, x)
    y = z = take(seen, len(y))
    valued(seen, y)
    n = note(seen, z)
    seen.append((y, n))

def early(seen, x):
    if x > 5:
        return x
    seen.append(x)
    return -x

def earlier(seen, x):
    y = early(seen, x)
    seen.append(y)

def stepping(seen, x):
    seen.append(x)
    yield x
    return 5

def steps(seen, x):
    y = stepping(seen, x)
    seen.append(list(y))
"""
CALLS = "named_alike hides places lists deep keeps counted_down defaults rebinds fails_between walks takes values earlier steps".split()


@pytest.mark.parametrize("helper", CALLS)
def test_a_helper_that_calls_others_changes_what_it_would_by_itself(helper: str, deep: bool) -> None:
    program = f"""
{HELPERS}

@ambiguous(deep={deep})
def f(seen):
    x = yield (3, 8)
    {helper}(seen, x)
    u = yield (1, 2)
    return x, u, list(seen)
"""
    log: list[int] = []
    space = compile_program(program, {"ambiguous": ambiguous, "permanent": permanent, "log": log})
    seen: list[Any] = []
    found = list(space["f"](seen))

    assert seen == []
    assert log == ([3, -3, 8, -8] if helper == "keeps" else [])
    expected = []
    for x in (3, 8):
        made: list[Any] = []
        space[helper](made, x)
        expected += [(x, u, made) for u in (1, 2)]
    assert found == expected


def test_what_another_helper_raises_has_its_own_lines(deep: bool) -> None:
    program = f"""
{HELPERS}

@ambiguous(deep={deep})
def f(seen):
    x = yield (3, 1)
    fails_between(seen, x)
    return x, list(seen)
"""
    seen: list[Any] = []
    search = iter(compile_program(program, {"ambiguous": ambiguous, "permanent": permanent})["f"](seen))

    assert next(search) == (3, [0, 4, 1])
    with pytest.raises(ZeroDivisionError) as raised:
        next(search)
    assert [entry.name for entry in raised.traceback][-3:] == ["f", "fails_between", "divide"]
    assert seen == []


class Counter:
    """A method calls another, of the same object."""

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.total = 0

    def put(self, x: int) -> None:
        self.cells.append(x)
        self.add(x)

    def add(self, x: int) -> None:
        self.total += x

    def lend(self, other: "Counter") -> None:
        other.add(1)
        self.add(-1)


MANAGERS = """
class Depth:
    def __init__(self):
        self.depth, self.log = 0, []

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *error):
        self.depth -= 1

    def note(self, x):
        self.log.append((self.depth, x))

    def twice(self, x):
        with self:
            self.note(x)
            self.note(-x)

class Mute:
    depth, log = 0, ()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def note(self, x):
        return None

    twice = note

def noted(depth, x):
    with depth:
        depth.note(x)

def nested(depth, x):
    with depth:
        with depth:
            depth.note(x)
        depth.note(x + 1)

def fails(depth, x):
    with depth:
        depth.note(1 // x)

def dies(depth, x):
    with depth:
        depth.note(x)
        require(x)

def returns(depth, x):
    with depth:
        if x:
            return
        depth.note(x)

def named(depth, x):
    with depth as other:
        other.note(x)

def twice(depth, x):
    depth.twice(x)
    depth.note(x)

def both(depth, x):
    with depth, depth:
        depth.note(x)
"""
EXITS = {
    "plain": "self.depth -= 1",
    "told": "self.depth -= 1; self.log.append(error[0])",
    "swallowing": "self.depth -= 1; return True",
    "conditional": "if self.log: self.depth -= 1",
    "failing": "self.depth -= 1; assert (0, 0) not in self.log and (1, 0) not in self.log",
    "returning": "self.depth -= 1; return None",
}


@pytest.mark.parametrize("exit", EXITS.values(), ids=EXITS)
@pytest.mark.parametrize("helper", "noted nested fails dies returns named twice both".split())
def test_a_manager_that_a_helper_enters_changes_what_it_would_by_itself(helper: str, exit: str, deep: bool) -> None:
    program = f"""
{MANAGERS.replace("self.depth -= 1", exit, 1)}

@ambiguous(deep={deep})
def f(depth):
    x = yield (3, 0, 1)
    try:
        {helper}(depth, x)
    except (ZeroDivisionError, AssertionError) as error:
        depth.note(type(error))
    u = yield (1, 2)
    return x, u, depth.depth, list(depth.log)
"""
    space = compile_program(program, {"ambiguous": ambiguous, "require": ended})
    expected = []
    for x in (3, 0, 1):
        depth = space["Depth"]()
        with suppress(EOFError):  # which a manager may swallow
            try:
                space[helper](depth, x)
            except (ZeroDivisionError, AssertionError) as error:
                depth.note(type(error))
        if x or helper != "dies" or depth.log[-1] == (0, AssertionError):
            expected += [(x, u, depth.depth, depth.log) for u in (1, 2)]
    space["require"] = require
    depth = space["Depth"]()

    assert list(space["f"](depth)) == expected
    assert vars(depth) == {"depth": 0, "log": []}
    if helper not in ("fails", "dies"):
        assert {answer[2:] == (0, []) for answer in space["f"](space["Mute"]())} == {True}


def ended(condition: object) -> None:
    if not condition:
        raise EOFError


def test_a_short_manager_stands_in_the_place_of_the_with_that_a_helper_enters() -> None:
    program = f"""
{MANAGERS}

@ambiguous
def f(depth):
    x = yield (3, 0)
    noted(depth, x)
    return x
"""
    shown = expand(compile_program(program, {"ambiguous": ambiguous, "require": require})["f"], fast=True)
    assert "if noted is noted_function and type(depth) is Depth_class:" in shown
    assert "depth.depth += 1" in shown


class Diary:
    def __init__(self) -> None:
        self.cells: list[int] = []

    def put(self, x: int) -> None:
        self.cells.append(x)
        self.log(x)

    @permanent
    def log(self, x: int) -> None:
        LOG.append(x)


LOG: list[int] = []


class Loud:
    def __init__(self) -> None:
        self.cells: list[Any] = []

    def put(self, x: int) -> None:
        self.say(x)
        self.cells.append(x)

    def say(self, x: int) -> None:
        self.cells.append("quiet")


class Louder(Loud):
    def say(self, x: int) -> None:
        self.cells.append("loud")


@ambiguous
def counted(mine: Counter, other: Counter):
    x = yield (1, 2)
    mine.put(x)
    mine.lend(other)
    return mine.cells[:], mine.total, other.total


def test_a_method_that_calls_others_of_its_object_stands_in_the_place_of_its_call() -> None:
    mine, other = Counter(), Counter()

    assert list(counted(mine, other)) == [([1], 0, 1), ([2], 1, 1)]
    assert (mine.cells, mine.total, other.total) == ([], 0, 0)
    assert "mine.total += x" in expand(counted, fast=True)


class Pile:
    def __init__(self, *cells: int) -> None:
        self.cells = [*cells]

    def lift(self) -> int:
        return self.cells.pop()

    def lay(self, x: int) -> None:
        self.cells.append(x)


def carry(source: Pile, target: Pile) -> int:
    cell = source.lift()
    cell = cell * 2
    target.lay(cell)
    target.lay(source.lift())
    return cell


def test_a_method_stands_in_the_place_of_its_value_in_another_helper(deep: bool) -> None:
    @ambiguous(deep=deep)
    def carried(piles: list[Pile]):  # type: ignore[no-untyped-def]
        source = yield piles
        target = yield piles
        cell = carry(source, target)
        return cell, [pile.cells[:] for pile in piles]

    piles = [Pile(1, 2, 3), Pile(4, 5)]

    assert "source.cells" in expand(carried, fast=True)
    assert list(carried(piles)) == [
        (6, [[1, 2, 6], [4, 5]]),
        (6, [[1], [4, 5, 6, 2]]),
        (10, [[1, 2, 3, 10, 4], []]),
        (10, [[1, 2, 3], [4, 10]]),
    ]
    assert [pile.cells for pile in piles] == [[1, 2, 3], [4, 5]]
    answers = iter(carried([Pile()]))
    with pytest.raises(IndexError) as told:
        next(answers)
    assert traceback.extract_tb(told.value.__traceback__)[-1].name == "lift"


def test_what_is_permanent_in_another_method_stays() -> None:
    @ambiguous
    def written(diary: Diary):
        diary.put((yield (1, 2)))
        return list(diary.cells)

    diary = Diary()
    assert list(written(diary)) == [[1], [2]]
    assert (diary.cells, LOG) == ([], [1, 2])


def test_a_method_of_a_derived_class_is_called_in_the_place_of_another() -> None:
    @ambiguous
    def both(objects: list[Loud]):
        each = yield objects
        each.put(1)
        return list(each.cells)

    objects = [Loud(), Louder()]
    assert list(both(objects)) == [["quiet", 1], ["loud", 1]]
    assert [each.cells for each in objects] == [[], []]


def test_a_method_that_is_replaced_is_called_in_the_next_search() -> None:
    program = """
class Purse:
    def __init__(self):
        self.coins = []

    def put(self, x):
        self.count(x)

    def count(self, x):
        self.coins.append(x)

def twice(self, x):
    self.coins.extend((x, x))

@ambiguous
def f(purse):
    purse.put((yield (1, 2)))
    return purse.coins[:]
"""
    space = compile_program(program, {"ambiguous": ambiguous})
    purse = space["Purse"]()

    assert list(space["f"](purse)) == [[1], [2]]
    assert "purse.coins" in expand(space["f"], fast=True).partition("def put")[0]
    space["Purse"].count = space["twice"]
    assert list(space["f"](purse)) == [[1, 1], [2, 2]]
    assert purse.coins == []


CALLS = """
seen, i = [], 5

def count(x):
    seen.append(sum(1 for i in (1, 2) if i == x))

def note(x):
    seen.append(x)

def counts(x):
    count(i)
    note(x[0])

def notes(x):
    note(0)
    note(*x)

@ambiguous
def f():
    put((yield [(1,), (2,)]))
    return seen
"""


@pytest.mark.parametrize(("put", "answers"), [("counts", [[0, 1], [0, 2]]), ("notes", [[0, 1], [0, 2]])])
def test_a_global_variable_or_starred_values_may_be_given_to_a_helper_that_a_helper_calls(
    put: str, answers: Any
) -> None:
    space = compile_program(CALLS.replace("put(", f"{put}("), {"ambiguous": ambiguous})
    assert list(space["f"]()) == answers
    assert space["seen"] == []


FAMILY = """
class Piece:
    def __init__(self):
        self.places, self.moves = [], 0

    def put(self, place):
        self.places.append(place)
        self.moves += 1

class Loud:
    def put(self, place):
        super().put(place * 10)
        self.places.append("loud")

class Pawn(Piece):
    def put(self, place):
        super().put(place)
        self.moves += 10

class Rook(Loud, Piece):
    def put(self, place):
        super().put(place + 1)
        self.moves += 100

class Lost(Piece):
    def put(self, place):
        super().put(place)
        super().lost(place)
        self.moves += 1

class Given(Piece):
    def put(self, place):
        other = super()
        other.put(place)
        self.moves += 10

@ambiguous
def search(cls):
    piece = cls()
    place = yield (1, 2)
    piece.put(place)
    return list(piece.places), piece.moves
"""


@pytest.fixture
def family(on_its_own: None) -> dict[str, Any]:
    return compile_program(FAMILY, {"ambiguous": ambiguous})


def test_the_method_that_super_gives_is_that_of_the_next_class(family: dict[str, Any]) -> None:
    search = family["search"]
    assert "Pawn_class" in expand(search, fast=True)
    assert list(search(family["Piece"])) == [([1], 1), ([2], 1)]
    assert list(search(family["Pawn"])) == [([1], 11), ([2], 11)]
    assert list(search(family["Given"])) == [([1], 11), ([2], 11)]
    assert list(search(family["Rook"])) == [([20, "loud"], 101), ([30, "loud"], 101)]


def test_a_method_that_super_does_not_give_is_told_where_it_is_called(family: dict[str, Any]) -> None:
    with pytest.raises(AttributeError, match="'super' object has no attribute 'lost'") as caught:
        list(family["search"](family["Lost"]))
    assert caught.traceback[-1].name == "put"


def test_a_method_of_the_next_class_that_is_replaced_between_two_searches_is_called_as_it_is_then(
    family: dict[str, Any],
) -> None:
    assert list(family["search"](family["Pawn"])) == [([1], 11), ([2], 11)]

    def put(self: Any, place: int) -> None:
        self.places.append(-place)

    family["Piece"].put = put
    assert list(family["search"](family["Pawn"])) == [([-1], 10), ([-2], 10)]
