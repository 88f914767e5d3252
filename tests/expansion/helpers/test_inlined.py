"""Short helpers stand in the place of their calls: the same answers, errors, lines and restored world."""

import sys
import traceback
from collections import deque
from typing import Any

import pytest
from helpers import PUBLIC, compile_program, inlined_search, is_inlined
from recorded import Rules, check_recorded, shown

from ambsearch import ambiguous, expand, require
from ambsearch.profiling import profile

pytestmark = pytest.mark.usefixtures("no_other_module")
RULES = Rules()
rule = RULES.rule
SIZE = 2


class Board:
    """Its methods are short: each is inlined."""

    def __init__(self, squares: Any = None) -> None:
        self.squares: Any = [] if squares is None else squares
        self.marks: set[int] = set()
        self.last = 0

    def place(self, square: int) -> None:
        self.squares.append(square)
        self.marks.add(square)
        self.last = square

    def lift(self, number: int) -> int:
        square = self.squares[number]
        self.squares[number] = 0
        self.last -= 1
        return square * SIZE

    def count(self, step: int) -> None:
        self.last += step
        self.squares[self.last] = step

    def announce(self, number: int) -> None:
        print("placed")
        self.squares[number] = 1


class Shelf:
    def __init__(self) -> None:
        self.books: set[int] = set()

    def place(self, book: int) -> None:
        self.books.add(book)


class Tower:
    def __init__(self) -> None:
        self.floors: list[int] = []

    def place(self, floor: int) -> None:
        for _ in range(2):
            self.floors.append(floor)


class Pile:
    def __init__(self) -> None:
        self.cards: list[int] = []

    def put(self, card: int) -> None:
        self.cards.append(card)


def check_least(cards: list[int]) -> None:
    require(min(cards) < 3)


def check(low: int, high: int) -> None:
    require(low < high)


def mark(seen: Any, value: int) -> None:
    seen.add(value)


NAMES: list[str] = []
UNNAMED = "".join(["no", " ", "name"])


def tally(word: str, counts: dict[str, int] = {}) -> dict[str, int]:  # noqa: B006
    for letter in word:
        if letter not in counts:
            counts[letter] = 0
        counts[letter] += 1
    return counts


def label(board: Board, square: int, number: int = 1, name: str = UNNAMED, names: list[str] = NAMES) -> None:
    board.squares.append(square)
    board.last += number
    names.append(name)


class Pairs:
    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def take(self) -> Any:
        return self.items.pop()


@rule([([1], {1}), ([2], {2})], lambda: (Pile(), set()))
def short_helpers(pile: Pile, seen: set[int]):  # type: ignore[no-untyped-def]
    card = yield (1, 2, 3)
    pile.put(card)
    check_least(pile.cards)
    mark(seen, card)
    return pile.cards, seen


def test_short_helpers_are_expanded_to_their_changes(request: pytest.FixtureRequest) -> None:
    [short] = RULES

    assert list(ambiguous(short.function)(*short.args())) == short.answers
    check_recorded(request, "short_helpers", shown(short.function))


def test_the_changes_of_a_short_method_and_of_a_short_function_are_taken_back(deep: bool) -> None:
    def choose(board: Board, seen: set[int]):  # type: ignore[no-untyped-def]
        for _ in range(2):
            square = yield (1, 2)
            board.place(square)
            mark(seen, square)
        return list(board.squares), board.last, seen

    board, seen = Board(), {2}

    assert list(inlined_search(choose, deep)(board, seen)) == [
        ([1, 1], 1, {1, 2}),
        ([1, 2], 2, {1, 2}),
        ([2, 1], 1, {1, 2}),
        ([2, 2], 2, {2}),
    ]
    assert (board.squares, board.marks, board.last, seen) == ([], set(), 0, {2})


def test_the_value_of_a_short_helper_is_bound_and_a_variable_may_be_its_argument_and_its_target(deep: bool) -> None:
    def choose(board: Board):  # type: ignore[no-untyped-def]
        number = yield (0, 1)
        number = board.lift(number)
        require(number != 10)
        return number, list(board.squares), board.last

    board = Board([5, 7])

    assert list(inlined_search(choose, deep)(board)) == [(14, [5, 0], -1)]
    assert (board.squares, board.last) == ([5, 7], 0)


def test_the_parts_of_the_value_of_a_short_helper_are_bound(deep: bool) -> None:
    def choose(pairs: Pairs):  # type: ignore[no-untyped-def]
        turn = yield (1, 2)
        one, other = pairs.take()
        one, last = pairs.take()
        return turn, one, other, last, list(pairs.items)

    search, pairs = inlined_search(choose, deep), Pairs([("a", "b"), ("c", "d")])

    assert list(search(pairs)) == [(1, "a", "d", "b", []), (2, "a", "d", "b", [])]
    assert pairs.items == [("a", "b"), ("c", "d")]
    pairs = Pairs(["abc", "de"])
    with pytest.raises(ValueError, match=r"too many values to unpack \(expected 2\)"):
        next(iter(search(pairs)))
    assert pairs.items == ["abc", "de"]


def test_a_short_helper_is_given_keyword_arguments_in_any_order_and_defaults(deep: bool) -> None:
    def choose(board: Board):  # type: ignore[no-untyped-def]
        number = yield (1, 2)
        label(number=number, square=5, board=board)
        label(board, number, name="other")
        return list(board.squares), board.last, [name is UNNAMED for name in NAMES]

    board = Board()

    assert list(inlined_search(choose, deep)(board)) == [([5, 1], 2, [True, False]), ([5, 2], 3, [True, False])]
    assert (board.squares, board.last, NAMES) == ([], 0, [])


def test_an_item_of_a_default_value_is_changed_by_a_short_helper(deep: bool) -> None:
    def choose():  # type: ignore[no-untyped-def]
        word = yield ("ab", "b")
        counts = tally(word)
        return dict(counts)

    assert list(ambiguous(deep=deep)(choose)()) == [{"a": 1, "b": 1}, {"b": 1}]
    assert tally("") == {}


def marked(marks, x, extra=(), sep="", table=(5, 6), scale=0.0, kept=[0]):  # type: ignore[no-untyped-def]  # noqa: B006
    kept[0] += x
    marks.append(x if extra or scale else sep or table[0])
    marks.append(sep * 2 + str(not extra))
    return kept[0], table[1] * 2, sep[:1]


def test_a_default_value_that_is_no_number_is_asked_and_calculated_with_as_in_python(deep: bool) -> None:
    def choose(marks):  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        first = marked(marks, x)
        return first, marked(marks, x, sep="-"), list(marks)

    marks = []
    assert list(inlined_search(choose, deep)(marks)) == [
        ((1, 12, ""), (2, 12, "-"), [5, "True", "-", "--True"]),
        ((2, 12, ""), (4, 12, "-"), [5, "True", "-", "--True"]),
    ]
    assert (marks, marked([], 0)) == ([], (0, 12, ""))


def test_a_call_that_does_not_suit_a_short_helper_fails_as_it_is_written() -> None:
    def choose(board: Board):  # type: ignore[no-untyped-def]
        number = yield (1, 2)
        label(board, number, square=5)  # type: ignore[misc]

    with pytest.raises(TypeError, match=r"label\(\) got multiple values for argument 'square'"):
        list(ambiguous(choose)(Board()))


def test_a_short_helper_that_ends_the_branch_is_reported_by_the_line_of_its_require() -> None:
    @ambiguous
    def choose():  # type: ignore[no-untyped-def]
        low = yield range(3)
        check(low, 2)
        return low

    assert "check_function" in expand(choose, fast=True)
    (row,) = [row for row in profile(choose()).rows if row.site.kind == "fail"]
    assert (row.rejected, row.site.line) == (1, check.__code__.co_firstlineno + 1)


NESTED = """
def note(seen):
    x = 1
    for a in seen:
        for b in a:
            for c in b:
                for d in c:
                    for e in d:
                        for f in e:
                            x = f
    seen.append(x)

@ambiguous
def search():
    seen = []
{choices}
    note(seen)
    return seen
"""


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize("depth", range(9, 20))
def test_a_helper_with_nested_loops_may_be_called_behind_many_choices(depth: int) -> None:
    choices = "\n".join(f"    x{i} = yield [{i}]" for i in range(depth))
    search = compile_program(NESTED.format(choices=choices), PUBLIC)["search"]
    assert list(search()) == [[1]]


CHANGING = """
def note(box, seen):
    for item in box.items:
        box.last = item
        item[0] = 7
        seen.append(item[0])
    return len(seen)

class Box:
    pass

@ambiguous
def search(box):
    seen = []
{choices}
    count = note(box, seen)
    return count, seen
"""


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize("depth", range(9, 20))
def test_a_helper_with_a_loop_of_changes_may_be_called_behind_many_choices(depth: int, deep: bool) -> None:
    choices = "\n".join(f"    x{i} = yield [{i}]" for i in range(depth))
    program = compile_program(CHANGING.format(choices=choices), PUBLIC)
    search, box = ambiguous(deep=deep)(program["search"].__wrapped__), program["Box"]()
    box.items, box.last = [[0], [1]], None
    assert list(search(box)) == [(2, [7, 7])]
    assert vars(box) == {"items": [[0], [1]], "last": None}


DERIVED = """
class Low:
    def __init__(self):
        self.steps = 0
    def go(self, n):
        self.steps += n

@ambiguous
def search(walker):
    walker.go((yield [1, 2]))
    return walker.steps

def derived():
    class High(Low):
        counted = 0
        def __setattr__(self, name, value):
            object.__setattr__(self, name, value)
            High.counted += 1
    return High
"""


@pytest.mark.usefixtures("on_its_own")
def test_an_object_of_a_class_that_is_derived_later_is_changed_as_that_says() -> None:
    program = compile_program(DERIVED, PUBLIC)
    search, derived = program["search"], program["derived"]()
    walker = derived()
    assert list(search(walker)) == [1, 2]
    assert (walker.steps, derived.counted) == (0, 1)
    assert list(search(program["Low"]())) == [1, 2]


TURNED = """
class Low:
    def __init__(self):
        self.steps = []
    def go(self, n):
        self.steps.append(n)

class High(Low):
    def go(self, n):
        self.steps.append(-n)

@ambiguous
def search():
    walker = Low()
    walker.__class__ = yield [Low, High]
    walker.go((yield [1, 2]))
    return walker.steps
"""


@pytest.mark.usefixtures("on_its_own")
def test_the_method_of_an_object_that_gets_another_class_is_that_of_this_class() -> None:
    search = compile_program(TURNED, PUBLIC)["search"]
    assert list(search()) == [[1], [2], [-1], [-2]]


WALKED = """
class Walker:
    def __init__(self):
        self.steps = []
    def go(self, n):
        self.steps.append(n)

@ambiguous
def first():
    return (yield [1, 2])

@ambiguous
def second():
    walker = Walker()
    walker.go((yield [1, 2]))
    return walker.steps
"""


@pytest.mark.usefixtures("on_its_own")
def test_a_method_is_known_also_where_the_module_has_got_a_variable_since_the_first_search() -> None:
    program, other = compile_program(WALKED, PUBLIC), compile_program(WALKED, PUBLIC)
    program["found"] = list(program["first"]())
    assert expand(program["second"], fast=True) == expand(other["second"], fast=True)


def test_objects_of_several_classes_take_turns_at_one_call() -> None:
    @ambiguous
    def choose(owners):  # type: ignore[no-untyped-def]
        owner = yield owners
        owner.place(3)
        return [
            sorted(getattr(o, "squares", None) or getattr(o, "books", None) or getattr(o, "floors", ())) for o in owners
        ]

    owners = [Board(), Shelf(), Tower()]

    assert is_inlined(choose)
    assert list(choose(owners)) == [[[3], [], []], [[], [3], []], [[], [], [3, 3]]]
    assert [vars(owner) for owner in owners] == [vars(Board()), vars(Shelf()), vars(Tower())]


def test_a_method_that_has_the_name_of_a_builtin_one_is_inlined_beside_that() -> None:
    class Bag:
        def __init__(self) -> None:
            self.held: list[int] = []

        def add(self, item: int) -> None:
            self.held.append(item)

    @ambiguous
    def choose(owners):  # type: ignore[no-untyped-def]
        owner = yield owners
        owner.add(4)
        return bag.held, owners[1]

    bag = Bag()

    assert list(choose([bag, set()])) == [([4], set()), ([], {4})]
    assert bag.held == []


@pytest.mark.parametrize("squares", [deque([0], 3), type("Own", (list,), {})([0]), bytearray([0])])
def test_an_owner_that_is_not_common_is_changed_by_the_twin(squares: Any) -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        square = yield (1, 2)
        board.place(square)
        return list(board.squares), board.last

    board = Board(squares)

    assert is_inlined(choose)
    assert list(choose(board)) == [([0, 1], 1), ([0, 2], 2)]
    assert (list(board.squares), board.last, board.marks) == ([0], 0, set())


def test_a_helper_that_fails_is_on_the_traceback_once_and_what_it_changed_before_is_taken_back() -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        step = yield (1, 2)
        board.count(step)
        return step

    board = Board([0, 0])
    answers = iter(choose(board))

    assert is_inlined(choose)
    assert next(answers) == 1
    with pytest.raises(IndexError) as told:
        next(answers)
    lines = [(frame.name, frame.line) for frame in traceback.extract_tb(told.value.__traceback__)[-2:]]
    assert lines == [("choose", "board.count(step)"), ("count", "self.squares[self.last] = step")]
    assert told.value.__context__ is None
    assert (board.squares, board.last) == ([0, 0], 0)


def test_what_a_helper_prints_before_it_fails_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        number = yield (0,)
        board.announce(number)
        return number

    with pytest.raises(IndexError):
        list(choose(Board()))
    assert capsys.readouterr().out == "placed\n"


def test_an_error_that_the_search_catches_leaves_the_branch_as_it_was_before_the_helper() -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        step = yield (1, 2)
        try:
            board.count(step)
        except IndexError:
            board.squares.append(9)
        return list(board.squares), board.last

    board = Board([0, 0])

    assert list(choose(board)) == [([0, 1], 1), ([0, 0, 9], 2)]
    assert (board.squares, board.last) == ([0, 0], 0)


def test_a_method_that_is_replaced_between_two_searches_is_called_as_it_is_then() -> None:
    @ambiguous
    def choose(pile: Pile):  # type: ignore[no-untyped-def]
        card = yield (1, 2)
        pile.put(card)
        return list(pile.cards)

    assert is_inlined(choose)
    assert list(choose(Pile())) == [[1], [2]]
    before, name = Pile.put, "".join(["pu", "t"])  # a name that is written would be known to stand for anything
    store = type.__setattr__
    store(Pile, name, lambda self, card: self.cards.extend([card, card]))
    try:
        assert list(choose(Pile())) == [[1, 1], [2, 2]]
    finally:
        store(Pile, name, before)


def test_a_class_that_is_given_a_setattr_between_two_searches_records_what_that_changes(monkeypatch) -> None:
    class Place:
        pass

    log: list[str] = []

    def __setattr__(self: Any, name: str, value: Any) -> None:
        log.append(name)
        object.__setattr__(self, name, value)

    @ambiguous
    def f(place):
        place.x = yield (1, 2)
        return place.x, list(log)

    assert list(f(Place())) == [(1, []), (2, [])]

    monkeypatch.setattr(Place, "__setattr__", __setattr__, raising=False)

    assert list(f(Place())) == [(1, ["x"]), (2, ["x"])]


def test_a_helper_that_reads_a_global_variable_is_called_where_a_local_one_hides_that() -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        SIZE = yield (1, 3)
        lifted = board.lift(0)
        return SIZE, lifted

    assert not is_inlined(choose)
    assert list(choose(Board([5]))) == [(1, 10), (3, 10)]


def marking(marks: list[Any]) -> Any:
    return lambda mark: marks.append(mark)


def test_what_a_function_changes_that_a_short_helper_made_is_taken_back() -> None:
    marks: list[Any] = []

    @ambiguous
    def choose():  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        mark = marking(marks)
        mark(x)
        return marks

    assert list(choose()) == [[1], [2]]
    assert marks == []


def blame(error: Any, row: int) -> None:
    error.row = row
    error.column = -row


def test_a_variable_named_error_is_the_user_s_also_where_the_twin_is_called_after_all(deep: bool) -> None:
    def choose(error: Any):  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        blame(error, x)
        return error.row, error.column

    error = KeyError()
    assert list(inlined_search(choose, deep)(error)) == [(1, -1), (2, -2)]
    assert not vars(error)


def test_nothing_is_inlined_while_lines_are_traced() -> None:
    @ambiguous
    def choose(board: Board):  # type: ignore[no-untyped-def]
        square = yield (1, 2)
        board.place(square)
        return square

    seen: list[str] = []

    def trace(frame: Any, event: str, value: Any) -> Any:
        seen.append(frame.f_code.co_name)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        found = list(choose(Board()))
    finally:
        sys.settrace(before)
    assert found == [1, 2]
    assert seen.count("place") >= 2


REQUIRING = """
class Cards:
    def __init__(self):
        self.held = []
    def append(self, card):
        require(card != 3)
        self.held.append(card)
def search(cards):
    cards.append((yield (2, 3, 4)))
    return len(cards.held) if isinstance(cards, Cards) else cards
"""


def test_a_method_named_like_one_of_a_list_may_end_the_branch(deep: bool) -> None:
    space = compile_program(REQUIRING, {"require": require})
    search = inlined_search(space["search"], deep)

    assert list(search(space["Cards"]())) == [1, 1]
    assert list(search([])) == [[2], [3], [4]]


ITEMS = """
class Grid:
    def __init__(self):
        self.cells = {{}}
        self.count = 0
    def __setitem__(self, place, piece):
        self.cells[place] = abs(piece)
        self.count += 1
class Ringed(Grid):
    def __setitem__(self, place, piece):
        self.cells["ring", place] = piece
def search(give):
    grid = {cls}()
    x = yield (1, 2)
    y = x + 1
    {change}
    return dict(grid.cells), grid.count, y
"""
CHANGES = {
    "by a name": "grid[x] = y",
    "by a tuple": "grid[x, y] = -1",
    "several": "grid[x] = 1; grid[y] = 2; grid[x] = 3",
    "what the value binds": "grid[y] = (y := y + 5)",
    "what a call gives": "grid[x] = give(x)",
    "an error": "try:\n        grid[x] = None\n    except TypeError as error:\n        y = error.args",
    "an error in the value": "try:\n        grid[x] = 1 // (x - 2)\n    except ZeroDivisionError:\n        y = 'no'",
}


@pytest.mark.parametrize("cls", ["Grid", "Ringed"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_item_of_an_object_of_ones_own_is_set_where_its_method_would_be_called(
    change: str, cls: str, deep: bool
) -> None:
    space = compile_program(ITEMS.format(change=change, cls=cls), {})
    search = ambiguous(deep=deep)(space["search"])
    expected = []
    for x in (1, 2):
        body = space["search"](int)
        next(body)
        with pytest.raises(StopIteration) as ended:
            body.send(x)
        expected.append(ended.value.value)

    assert list(search(int)) == expected


def test_setting_an_item_of_an_object_of_ones_own_is_inlined() -> None:
    space = compile_program(ITEMS.format(change="grid[x, y] = 3", cls="Grid"), {})

    assert "twin___setitem__" in expand(inlined_search(space["search"], False), fast=True)
