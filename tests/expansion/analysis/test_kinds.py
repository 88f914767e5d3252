"""Of objects that were visibly made here it is known what their attributes are; and what may change that."""

from collections import Counter, defaultdict, deque
from typing import Any

import pytest
from helpers import PUBLIC, compile_program

from ambsearch import ambiguous, expand
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.kinds import sets_in_class

pytestmark = pytest.mark.usefixtures("on_its_own")


class Robot:
    def __init__(self) -> None:
        self.x = 0


@ambiguous
def walked() -> Any:
    robot = Robot()
    robot.x = yield [1, 2]
    robot.x += yield [10, 20]
    return robot.x


class Place:
    def __init__(self) -> None:
        self.height = 0


@ambiguous
def climbed() -> Any:
    place = Place()
    place.height = yield [1, 2]
    place.height += yield [10, 20]
    return place.height


@pytest.mark.usefixtures("no_other_module")
def test_an_attribute_of_an_object_made_here_is_undone_without_a_look_at_its_class() -> None:
    assert "plain" not in expand(climbed, fast=True)
    assert list(climbed()) == [11, 21, 12, 22]


@ambiguous
def loaded(weights: list[Any]) -> Any:
    load: dict[str, Any] = {"a": 0, "b": weights[:0]}
    which = yield ["a", "b"]
    load[which] += weights if which == "b" else weights[0]
    return load


def test_of_a_dictionary_made_here_no_other_kind_is_tested_where_an_item_may_change_in_place() -> None:
    assert "type(load)" not in expand(loaded, fast=True)
    assert list(loaded([3, 4])) == [{"a": 3, "b": []}, {"a": 0, "b": [3, 4]}]


@ambiguous
def rostered(people: str) -> Any:
    load, plan = Counter[str](), defaultdict[int, list[str]](list)
    for day in range(2):
        person = yield people
        load[person] += 1
        plan[day].append(person)
    return dict(load), dict(plan)


@ambiguous
def counted(people: str) -> Any:
    load = Counter(people)
    plan = defaultdict(list)
    person = yield people
    load[person] += 1
    plan[person].append(person)
    return list(load.items()), dict(plan)


@pytest.mark.usefixtures("no_other_module")
def test_of_a_counter_made_here_no_other_kind_is_tested() -> None:
    assert "type(load)" not in expand(counted, fast=True)
    assert list(counted("ab")) == [([("a", 2), ("b", 1)], {"a": ["a"]}), ([("a", 1), ("b", 2)], {"b": ["b"]})]
    assert [load for load, _ in rostered("ab")] == [{"a": 2}, {"a": 1, "b": 1}, {"b": 1, "a": 1}, {"b": 2}]
    assert [plan for _, plan in rostered("ab")] == [{0: [a], 1: [b]} for a in "ab" for b in "ab"]


class Letters(list[Any]):
    """Counts by letter."""

    def __getitem__(self, letter: Any) -> Any:
        return list.__getitem__(self, "ab".index(letter))

    def __setitem__(self, letter: Any, count: Any) -> None:
        list.__setitem__(self, "ab".index(letter), count)


@ambiguous
def raised(start: list[int]) -> Any:
    load = Counter(start)
    letter = yield "ab"
    load[letter] += 1
    return list(load)


def test_a_counter_that_is_another_class_by_the_next_search_is_looked_up_again(monkeypatch: Any) -> None:
    assert list(raised([])) == [["a"], ["b"]]
    monkeypatch.setitem(globals(), "Counter", Letters)
    assert list(raised([5, 7])) == [[6, 7], [5, 8]]


def test_a_class_that_is_given_a_property_between_two_searches_is_looked_at_again(monkeypatch: Any) -> None:
    assert list(walked()) == [11, 21, 12, 22]
    log: list[int] = []
    x = property(lambda self: self.kept, lambda self, x: (log.append(x), setattr(self, "kept", x)) and None)
    monkeypatch.setattr(Robot, "x", x, raising=False)
    assert list(walked()) == [11, 21, 12, 22]
    assert log == []


def test_a_name_that_stands_for_another_class_at_the_next_search_is_looked_up_again(monkeypatch: Any) -> None:
    assert list(walked()) == [11, 21, 12, 22]

    class Heavy:
        __slots__ = ("kept",)
        kept: int

        def __init__(self) -> None:
            self.x = 0

        @property
        def x(self) -> int:
            return self.kept

        @x.setter
        def x(self, x: int) -> None:
            self.kept = 2 * x

    monkeypatch.setitem(globals(), "Robot", Heavy)
    assert list(walked()) == [24, 44, 28, 48]


class Given:
    """Its `mark` is given to the class while a search runs."""


@ambiguous
def marked() -> Any:
    given = Given()
    Given.mark = 5  # type: ignore[attr-defined]
    yield [1, 2]
    was_own = "mark" in vars(given)
    given.mark = 2  # type: ignore[attr-defined]
    yield [1, 2]
    return was_own


def test_a_class_that_is_given_a_default_in_a_search_keeps_it_apart_from_its_objects() -> None:
    assert list(marked()) == [False] * 4
    assert not hasattr(Given, "mark")


class Late:
    """Its objects have a `mark` before it has one."""


@ambiguous
def marked_late(late: Late) -> Any:
    seen = []
    for i in range(2):
        mark = yield [1, 2]
        seen.append("mark" in vars(late))
        late.mark = mark  # type: ignore[attr-defined]
        if i == 0:
            del late.mark  # type: ignore[attr-defined]
            Late.mark = 7  # type: ignore[attr-defined]
    return tuple(seen)


def test_a_default_that_is_given_after_its_objects_were_changed_is_kept_apart_too() -> None:
    late = Late()
    assert list(marked_late(late)) == [(False, False)] * 4
    assert vars(late) == {}


TURNED = """
class Plain:
    pass

class Marked(Plain):
    mark = 7

@ambiguous
def search():
    thing = Plain()
    thing.__class__ = yield [Plain, Marked]
    yield [1, 2]
    was_own = "mark" in vars(thing)
    thing.mark = 1
    yield [1, 2]
    return was_own
"""


def test_an_object_that_gets_another_class_may_have_a_default_from_that() -> None:
    search = compile_program(TURNED, PUBLIC)["search"]
    assert list(search()) == [False] * 8


class Other:
    x = 1

    def __new__(cls) -> Any:
        return Robot()


@ambiguous
def made_by_another() -> Any:
    other = Other()
    other.x = yield [1, 2]
    return type(other).__name__, other.x


def test_a_class_whose_new_gives_another_object_says_nothing_of_it() -> None:
    assert "default_x" in expand(made_by_another, fast=True)
    assert list(made_by_another()) == [("Robot", 1), ("Robot", 2)]


@ambiguous
def absent(makes: bool) -> Any:
    if makes:
        robot = Robot()
    robot.x = yield [1, 2]
    return robot.x


def test_a_variable_without_an_object_raises_as_ever() -> None:
    assert list(absent(True)) == [1, 2]
    with pytest.raises(UnboundLocalError, match="robot"):
        list(absent(False))


def test_a_class_that_is_given_an_attribute_is_noticed_however_its_value_is_loaded() -> None:
    def give(cls: Any, value: Any) -> None:
        cls.colour = value

    def keep(self: Any, value: Any) -> None:
        self.colour = value

    assert sets_in_class(Own(give.__code__, {}), "colour")
    assert not sets_in_class(Own(keep.__code__, {}), "colour")


class Point:
    def __init__(self, spot: int) -> None:
        self.spot = spot

    def shifted(self, by: int) -> "Point":
        return type(self)(self.spot + by)

    def twice_as_far(self) -> "Point":
        return self.__class__(2 * self.spot)

    @classmethod
    def placed(cls, x: int) -> "Point":
        return cls(x)


@ambiguous
def shifted(point: Point) -> Any:
    by = yield (1, 2)
    return point.shifted(by).spot + point.twice_as_far().spot + Point.placed(by).spot


@pytest.mark.usefixtures("no_other_module")
def test_methods_make_objects_of_their_own_class() -> None:
    assert list(shifted(Point(3))) == [11, 13]


RENEWED = {
    "by list": "xs = list(xs)",
    "by sorted": "xs = sorted(xs)",
    "by a comprehension": "xs = [x for x in xs]",
    "after another": "ys = set(ys)\n    xs = list(xs)",
}


def beginning_with(beginning: str) -> Any:
    text = f"""
@ambiguous
def f(xs, ys=()):
    {beginning}
    for _ in range(2):
        x = yield (1, 2)
        xs.append(x)
    return tuple(xs)
"""
    return compile_program(text, {**PUBLIC, "Counter": Counter})["f"]


@pytest.mark.parametrize("name", RENEWED)
def test_what_was_given_stays_where_a_parameter_is_first_made_a_list_of_it(name: str) -> None:
    search, given = beginning_with(RENEWED[name]), [0]

    assert list(search(given)) == [(0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 2)]
    assert given == [0]


class Listed(list[int]):
    """One whose items are not taken out as they were put in."""

    def append(self, x: int) -> None:
        super().append(-x)


KEPT = {
    "in one case": "if ys: xs = list(xs)",
    "after it was read": "ys = xs\n    xs = list(xs)\n    xs = ys",
    "of the same object": "xs = xs or list(xs)",
    "of what is in it": "xs = [xs for x in [0]][0]",
    "by itself": "xs = xs",
}


@pytest.mark.parametrize("name", KEPT)
def test_a_parameter_that_may_be_what_was_given_is_asked_what_it_is(name: str) -> None:
    search, given = beginning_with(KEPT[name]), Listed([0])

    assert list(search(given)) == [(0, -1, -1), (0, -1, -2), (0, -2, -1), (0, -2, -2)]
    assert given == [0]


def test_what_a_comprehension_takes_out_of_a_parameter_is_no_item_of_the_list_made_of_it() -> None:
    text = """
from collections import deque
@ambiguous
def f(rows):
    rows = [[row.popleft()] for row in rows]
    x = yield (1, 2)
    rows[0].append(x)
    return [list(row) for row in rows]
"""
    given = [deque([7, 8]), deque([9])]

    assert list(compile_program(text, dict(PUBLIC))["f"](given)) == [[[7, 1], [9]], [[7, 2], [9]]]
    assert given == [deque([7, 8]), deque([9])]
