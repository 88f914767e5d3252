"""What an attribute of an object holds that was visibly made here; and what else may be put there."""

import operator
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand, permanent
from ambsearch.expansion.reading.source import Source


class Noted(list[Any]):
    """Its `append` changes something else, too."""

    noted = 0

    def append(self, x: Any) -> None:
        list.append(self, x)
        self.noted += 1


WORDS = {"ambiguous": ambiguous, "permanent": permanent, "Noted": Noted, "operator": operator}
HANDS = """
class Hand:
    def __init__(self, cards=()):
        self.cards = list(cards)
        self.seen = set()

    def draw(self, card):
        self.cards.append(card)
        self.seen.add(card)
{more}

@ambiguous
def search():
    hand = Hand()
{before}
    card = yield (1, 2)
    hand.draw(card)
    hand.cards.append(-card)
    last = hand.cards.pop()
    return list(hand.cards), sorted(hand.seen), last, getattr(hand.cards, "noted", 0)
"""


def hands(more: str = "", before: str = "") -> dict[str, Any]:
    return compile_program(HANDS.format(more=more, before=before), WORDS)


@pytest.mark.usefixtures("on_its_own")
def test_what_an_attribute_of_an_object_made_here_holds_is_known_from_what_functions_assign_to_it() -> None:
    search = hands()["search"]
    text = expand(search, fast=True)
    assert "is list" not in text
    assert "is set" not in text
    assert list(search()) == [([1], [1], -1, 0), ([2], [2], -2, 0)]


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    ("more", "before"),
    [
        ("    def keep(self):\n        self.cards = Noted()", "    hand.keep()"),
        ("", "    hand.cards = Noted()"),
        ("", "    for hand.cards in [Noted()]: pass"),
        ("    def keep(self, name):\n        setattr(self, name, Noted())", "    hand.keep('cards')"),
        ("    def keep(self, **given):\n        self.__dict__.update(given)", "    hand.keep(cards=Noted())"),
        ("    def keep(self):\n        def put():\n            self.cards = Noted()\n        put()", "    hand.keep()"),
        ("def keep(hand):\n    hand.cards = Noted()", "    keep(hand)"),
    ],
)
def test_a_list_of_a_users_class_that_any_function_puts_there_is_undone_by_its_methods(more: str, before: str) -> None:
    search = hands(more, before)["search"]
    assert list(search()) == [([1], [1], -1, 2), ([2], [2], -2, 2)]


@pytest.mark.usefixtures("on_its_own")
def test_a_method_that_puts_something_else_there_by_the_next_search_is_looked_at() -> None:
    more = "    def fill(self):\n        pass\ndef fill(self):\n    self.cards = Noted()"
    space = hands(more, "    hand.fill()")
    search, other = space["search"], space.pop("fill")
    assert list(search()) == [([1], [1], -1, 0), ([2], [2], -2, 0)]
    space["Hand"].fill = other
    assert list(search()) == [([1], [1], -1, 2), ([2], [2], -2, 2)]


@pytest.mark.usefixtures("on_its_own")
def test_what_a_helper_adds_permanently_to_such_a_list_stays() -> None:
    more = "    def note(self):\n        permanent(self.cards.append(0))"
    program = HANDS.format(more=more, before="").replace("    last =", "    hand.note()\n    last =")
    search = compile_program(program, WORDS)["search"]
    assert [(cards, last) for cards, _, last, _ in search()] == [([1, -1], 0), ([0, 2, -2], 0)]


@pytest.mark.usefixtures("on_its_own")
def test_where_an_object_is_given_nothing_is_known_of_what_it_holds() -> None:
    program = HANDS.format(more="", before="").replace("search()", "search(hand)").replace("hand = Hand()", "pass")
    space = compile_program(program, WORDS)
    hand = space["Hand"]()
    hand.cards = Noted()
    assert list(space["search"](hand)) == [([1], [1], -1, 2), ([2], [2], -2, 2)]
    assert (hand.cards, hand.cards.noted) == ([], 0)


ROWS = """
class Board:
    def __init__(self, n):
        self.rows = [[] for _ in range(n)]
        self.seen = {{row: set() for row in range(n)}}

    def put(self, row, x):
        self.rows[row].append(x)
        self.seen[row].add(x)

    def text(self):
        return [tuple(row) for row in self.rows], [len(row) for row in self.rows if row == self.rows[0]]
{more}

def put_in(rows):
    rows[0] = Noted()

@ambiguous
def search():
    board = Board(1)
{before}
    x = yield (1, 2)
    board.put(0, x)
    first = board.rows[0]
    first.append(-x)
    return board.text()[0], sorted(board.seen[0]), getattr(first, "noted", 0)

@ambiguous
def boards():
    board = Board(1)
    board.put(0, (yield (1, 2)))
    return board.rows
"""


def board_search(more: str = "", before: str = "") -> Any:
    return compile_program(ROWS.format(more=more, before=before), WORDS)["search"]


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    ("more", "before"),
    [
        ("    def keep(self):\n        self.rows[0] = Noted()", "    board.keep()"),
        ("    def keep(self):\n        rows = self.rows\n        rows[0] = Noted()", "    board.keep()"),
        ("    def keep(self):\n        return self.rows", "    board.keep()[0] = Noted()"),
        ("", "    board.rows.insert(0, Noted()); board.rows.pop()"),
        ("", "    board.rows[:] = [Noted()]"),
        ("", "    board.rows += [Noted()]; board.rows.pop(0)"),
        ("", "    put_in(board.rows)"),
        ("", "    board.rows, other = [Noted()], 1"),
        ("", "    board.rows = [Noted()]"),
        ("", "    if not put_in(board.rows): pass"),
        ("", "    put_in(getattr(board, 'ro' + 'ws'))"),
        ("    which = 'rows'", "    put_in(getattr(board, board.which))"),
        ("", "    put_in(object.__getattribute__(board, 'rows'))"),
        ("rows_of = operator.attrgetter('rows')", "    put_in(rows_of(board))"),
        ("rows_of = getattr", "    put_in(rows_of(board, 'rows'))"),
        ("    def keep(self):\n        put_in(operator.attrgetter('rows')(self))", "    board.keep()"),
        (
            "    def keep(self):\n        match self:\n            case Board(rows=rows): put_in(rows)",
            "    board.keep()",
        ),
        ("    __match_args__ = ('rows',)", "    match board:\n        case Board(rows): put_in(rows)"),
    ],
)
def test_a_list_of_a_users_class_that_is_put_in_one_is_undone_by_its_methods(more: str, before: str) -> None:
    assert list(board_search(more, before)()) == [([(1, -1)], [1], 2), ([(2, -2)], [2], 2)]


@dataclass
class Machine:
    number: int
    jobs: list[int] = field(default_factory=list)

    def start(self, job: int) -> None:
        self.jobs.append(job)


@ambiguous
def planned() -> Any:
    machine = Machine(1)
    job = yield (1, 2)
    machine.start(job)
    machine.jobs.append(3)
    return list(machine.jobs)


@ambiguous
def planned_on(given: Any) -> Any:
    machine = Machine(1, given)
    job = yield (1, 2)
    machine.start(job)
    machine.jobs.append(3)
    return list(machine.jobs), given.noted


@ambiguous
def planned_inside(given: Any) -> Any:
    machine = Machine(jobs=given, number=1)

    def start(job: int) -> None:
        machine.jobs.append(job)

    job = yield (1, 2)
    start(job)
    machine.jobs.append(3)
    return list(machine.jobs), given.noted


@ambiguous
def planned_by_options(given: Any) -> Any:
    options = {"jobs": given}
    machine = Machine(1, **options)
    job = yield (1, 2)
    machine.start(job)
    machine.jobs.append(3)
    return list(machine.jobs), given.noted


@pytest.mark.usefixtures("no_other_module")
def test_a_field_of_a_dataclass_holds_what_its_default_factory_makes_unless_it_is_given() -> None:
    assert "is list" not in expand(planned, fast=True)
    assert list(planned()) == [[1, 3], [2, 3]]
    for search in (planned_on, planned_inside, planned_by_options):
        given = Noted()
        assert list(search(given)) == [([1, 3], 2), ([2, 3], 2)]
        assert (given, given.noted) == ([], 0)


RETURNED = """
from collections import defaultdict

class Box:
    def __init__(self):
        self.items = []

def kept():
    return KEPT
{maker}

@ambiguous
def search():
    box = make()
    x = yield (1, 2)
    {items}.append(x)
    return list({items}), getattr({items}, "noted", 0)
"""


def returned(maker: str, items: str = "box") -> Any:
    return compile_program(RETURNED.format(maker=maker, items=items), {**WORDS, "KEPT": Noted()})


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    ("maker", "items"),
    [
        ("def make():\n    return []", "box"),
        ("def make():\n    box = [2]\n    box.pop()\n    return box", "box"),
        ("def make():\n    box = Box()\n    box.items.clear()\n    return box", "box.items"),
    ],
)
def test_what_a_users_function_has_made_and_gives_is_known(maker: str, items: str) -> None:
    search = returned(maker, items)["search"]
    assert "is list" not in expand(search, fast=True)
    assert list(search()) == [([1], 0), ([2], 0)]


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    ("maker", "items"),
    [
        ("def make(n=1):\n    if n: return make(n - 1)\n    return kept()", "box"),
        ("def make(n=1):\n    if n: return kept()\n    return []", "box"),
        (
            "def make():\n    box = []\n    def put():\n        nonlocal box\n        box = Noted()\n    put()\n    return box",
            "box",
        ),
        ("def make():\n    box = Box()\n    box.items = Noted()\n    return box", "box.items"),
        ("def make():\n    box = defaultdict(list)\n    box['a'] = Noted()\n    return box", "box['a']"),
        ("def make():\n    box = defaultdict(list)\n    box.default_factory = Noted\n    return box", "box['a']"),
        ("def make():\n    return defaultdict(Noted)", "box['a']"),
        ("def made():\n    return []\ndef make():\n    return made() or kept()", "box"),
    ],
)
def test_what_a_users_function_may_have_found_elsewhere_is_undone_by_its_methods(maker: str, items: str) -> None:
    assert list(returned(maker, items)["search"]()) == [([1], 1), ([2], 1)]


@pytest.mark.usefixtures("on_its_own")
def test_a_function_that_gives_something_else_by_the_next_search_is_looked_at() -> None:
    space = returned("def make():\n    return []\ndef other():\n    return kept()")
    assert list(space["search"]()) == [([1], 0), ([2], 0)]
    space["make"] = space["other"]
    assert list(space["search"]()) == [([1], 1), ([2], 1)]


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    "put",
    [
        "groups['a'] = Noted()",
        "groups.setdefault('a', Noted())",
        "groups.default_factory = Noted",
        "groups |= {'a': Noted()}",
    ],
)
def test_of_a_defaultdict_made_here_the_items_are_known_unless_others_are_put_in(put: str) -> None:
    program = """
from collections import defaultdict

@ambiguous
def search():
    groups = defaultdict(list)
    {put}
    x = yield (1, 2)
    groups["a"].append(x)
    return dict(groups), getattr(groups["a"], "noted", 0)
"""
    plain = compile_program(program.format(put="pass"), WORDS)["search"]
    assert "is list" not in expand(plain, fast=True)
    assert list(plain()) == [({"a": [1]}, 0), ({"a": [2]}, 0)]
    search = compile_program(program.format(put=put), WORDS)["search"]
    assert list(search()) == [({"a": [1]}, 1), ({"a": [2]}, 1)]


def test_one_list_in_two_attributes_holds_what_is_put_in_by_either() -> None:
    program = """
class Board:
    def __init__(self):
        self.rows = self.cells = []
    def fill(self):
        self.rows.append([1, 2])
        self.cells.append({1, 2})

@ambiguous
def search():
    board = Board()
    board.fill()
    i = yield [1, 2]
    board.rows[1].remove(i)
    return i, sorted(board.rows[1])
"""
    assert list(compile_program(program, WORDS)["search"]()) == [(1, [2]), (2, [1])]


@pytest.mark.usefixtures("on_its_own")
def test_the_functions_of_other_classes_with_such_attributes_are_read_once_for_all_searches() -> None:
    one = HANDS.format(more="", before="").replace("Hand", "Hand{0}").replace("search", "search{0}")
    space = compile_program("".join(one.format(i) for i in range(8)), WORDS)
    expand(space["search0"], fast=True)

    for i in range(1, 8):
        with patch.object(Source, "__init__", autospec=True, side_effect=Source.__init__) as read:
            expand(space[f"search{i}"], fast=True)
        assert read.call_count < 8


WALK = """
MOVES = ((1, -1), (2, 0))

class Sum(list):
    def __iadd__(self, n):
        self.append(n)
        return self

    def __radd__(self, n):
        return Sum(self)

class Robot:
    def __init__(self, x=0):
        self.x = {x}
{more}
@ambiguous
def walked():
    robot = Robot()
{before}
    for _ in range(2):
        dx, dy = yield MOVES
        robot.x += dx
    return str(robot.x)
"""


def walk(more: str = "", before: str = "", x: str = "0") -> dict[str, Any]:
    return compile_program(WALK.format(more=more, before=before, x=x), WORDS)


@pytest.mark.parametrize(
    ("more", "before", "x"),
    [
        ("    def reset(self):\n        self.x = Sum()\n", "    robot.reset()", "0"),
        ("", "    robot.x = Sum()", "0"),
        ("", "    robot.x, robot.y = Sum(), 0", "0"),
        ("", "    setattr(robot, 'x', Sum())", "0"),
        ("", "    robot.__dict__['x'] = Sum()", "0"),
        ("", "    vars(robot).update(x=Sum())", "0"),
        ("", "    robot = Robot(Sum())", "x"),
        ("    def __getattribute__(self, name):\n        return object.__getattribute__(self, name)\n", "", "Sum()"),
    ],
)
@pytest.mark.usefixtures("on_its_own")
def test_an_attribute_that_is_given_anything_else_is_asked_what_it_held(more: str, before: str, x: str) -> None:
    walked = walk(more, before, x)["walked"]
    assert "old = robot.x\n" not in expand(walked, fast=True)
    assert list(walked()) == ["[1, 1]", "[1, 2]", "[2, 1]", "[2, 2]"]


@pytest.mark.usefixtures("on_its_own")
def test_a_constant_that_is_another_one_by_the_next_search_is_looked_at() -> None:
    space = walk()
    assert list(space["walked"]()) == ["2", "3", "3", "4"]
    space["MOVES"] = (space["Sum"]([7]), 0), (8, 0)
    assert list(space["walked"]()) == ["[7, [7]]", "[7, 8]", "[7]", "16"]


@pytest.mark.usefixtures("on_its_own")
def test_a_global_variable_that_a_function_assigns_is_no_constant() -> None:
    more = "\ndef others():\n    global MOVES\n    MOVES = ((Sum([7]), 0), (8, 0))\n"
    walked = walk(more, "    others()")["walked"]
    assert list(walked()) == ["[7, [7]]", "[7, 8]", "[7]", "16"]
