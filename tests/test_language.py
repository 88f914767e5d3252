"""The words of the language."""

from __future__ import annotations

import itertools
import random
from enum import Enum
from typing import Any

import pytest
from helpers import kind_of

import ambsearch as words
from ambsearch import (
    Answers,
    NotAChoice,
    amb,
    ambiguous,
    an_element_of,
    an_integer_between,
    an_integer_from,
    distinct,
    if_fail,
    interleave,
    once,
    permanent,
    ramb,
    require,
)


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


# amb


def test_an_alternative_is_evaluated_only_when_it_is_tried(deep: bool) -> None:
    tried = []

    @permanent
    def told(x: int) -> int:
        tried.append(x)
        return x

    @ambiguous(deep=deep)
    def f():
        return (yield amb(told(1), told(2), told(3)))

    answers = iter(f())
    assert (next(answers), tried) == (1, [1])
    assert (next(answers), tried) == (2, [1, 2])


def test_an_alternative_that_is_not_tried_cannot_fail(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(xs):
        return (yield amb("fine", xs[0]))

    assert f([]).first() == "fine"
    with pytest.raises(IndexError):
        list(f([]))


def test_amb_of_nothing_is_a_dead_end(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        x = yield (1, 2)
        if x == 1:
            yield amb()
        return x

    assert list(f()) == [2]


def test_alternatives_are_tried_from_left_to_right(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        a = yield amb(1, 1 + 1)
        b = yield amb(*"xy")
        return a, b

    assert list(f()) == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]


def test_choices_inside_alternatives_belong_to_them(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        x = yield amb((yield (1, 2)), 3, (yield amb((yield (4, 5)), 6)))
        return x

    assert list(f()) == [1, 2, 3, 4, 5, 6]


def test_amb_may_be_reached_through_its_module_and_under_another_name(deep: bool) -> None:
    either = words.amb

    @ambiguous(deep=deep)
    def f():
        x = yield words.amb(1, 1 + 1)
        y = yield either(3, 3 + 1)
        words.require(x + y > 4)
        return x, y

    assert list(f()) == [(1, 4), (2, 3), (2, 4)]


def test_ambs_effects_are_undone_before_the_next_alternative(deep: bool) -> None:
    xs = [1, 2, 3]

    @ambiguous(deep=deep)
    def f():
        return (yield amb(xs.pop(), xs.pop(0), len(xs)))

    assert list(f()) == [3, 1, 3]
    assert xs == [1, 2, 3]


# ramb


def test_ramb_tries_every_alternative_once(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(rng):
        return (yield ramb(1, 1 + 1, 3, rng=rng))

    orders = {tuple(f(random.Random(seed))) for seed in range(60)}

    assert orders == set(itertools.permutations((1, 2, 3)))


def test_ramb_with_a_seed_repeats_itself(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(rng):
        x = yield ramb(*range(10), rng=rng)
        y = yield ramb(x, -x, rng=rng)
        return y

    assert list(f(random.Random(7))) == list(f(random.Random(7))) != list(f(random.Random(8)))


def test_ramb_without_rng_follows_the_seed_of_the_module_random(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        return (yield ramb(*range(10)))

    random.seed(5)
    first = list(f())
    random.seed(5)

    assert list(f()) == first


def test_an_alternative_of_ramb_is_evaluated_only_when_it_is_tried(deep: bool) -> None:
    tried = []

    @permanent
    def told(x: int) -> int:
        tried.append(x)
        return x

    @ambiguous(deep=deep)
    def f(rng):
        return (yield ramb(told(1), told(2), told(3), rng=rng))

    first = f(random.Random(1)).first()

    assert tried == [first]


# require, fail, permanent


@pytest.mark.parametrize("condition", [1, "x", [0], True, object()], ids=kind_of)
def test_require_goes_on_for_what_is_true(condition: object) -> None:
    @ambiguous
    def f():
        require(condition)
        return "lives"

    assert list(f()) == ["lives"]


@pytest.mark.parametrize("condition", [0, "", [], False, None], ids=kind_of)
def test_require_ends_the_branch_for_what_is_false(condition: object) -> None:
    @ambiguous
    def f():
        require(condition)
        return "lives"

    assert list(f()) == []


class Setter:
    """Its attribute is a property with a permanent setter."""

    kept = 0

    @property
    def place(self):
        return self.kept

    @place.setter
    @permanent
    def place(self, value):
        self.kept = value


class Field:
    def __get__(self, owner, kind=None):
        return vars(owner).get("kept", 0)

    @permanent
    def __set__(self, owner, value):
        vars(owner)["kept"] = value


class Described:
    place = Field()


class Attributes:
    @permanent
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


class Items(dict):
    @permanent
    def __setitem__(self, key, value):
        super().__setitem__(key, value)


class Members(list):
    @permanent
    def append(self, value):
        super().append(value)


class Bag:
    """No list, though it has a method of the name."""

    def __init__(self):
        self.parts = []

    @permanent
    def append(self, value):
        self.parts.append(value)


def change_place(owner, value):
    owner.place = value


def change_item(owner, value):
    owner["place"] = value


def change_last(owner, value):
    owner.append(value)


@pytest.mark.parametrize(
    ("kind", "change", "kept", "expected"),
    [
        (Setter, change_place, vars, {"kept": 2}),
        (Described, change_place, vars, {"kept": 2}),
        (Attributes, change_place, vars, {"place": 2}),
        (Items, change_item, dict, {"place": 2}),
        (Members, change_last, list, [1, 2]),
        (Bag, change_last, vars, {"parts": [1, 2]}),
    ],
)
def test_a_permanent_method_is_permanent_also_where_python_calls_it_or_a_list_has_its_name(
    kind, change, kept, expected
) -> None:
    owner = kind()

    @ambiguous
    def f():
        value = yield [1, 2]
        change(owner, value)
        return value

    assert list(f()) == [1, 2]
    assert kept(owner) == expected


LOG: list[int] = []
write, arrange = permanent(LOG.append), permanent(LOG.sort)


def test_a_permanent_method_of_a_list_is_permanent_however_it_is_called(deep: bool) -> None:
    LOG[:] = [0]
    methods = {"write": write, "arrange": arrange}

    @ambiguous(deep=deep)
    def f():
        value = yield [1, 2]
        methods["write"](value)
        methods["arrange"](key=int, reverse=True)
        return value

    assert list(f()) == [1, 2]
    assert LOG == [2, 1, 0]


def test_permanent_outside_a_search_gives_its_value() -> None:
    assert permanent(3) == 3


# choices


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda: an_integer_between("1", "3"), "an_integer_between takes two integers, found '1' and '3'"),  # type: ignore[arg-type]
        (lambda: an_integer_between(1, 10 / 2), "an_integer_between takes two integers, found 1 and 5.0"),  # type: ignore[arg-type]
        (lambda: an_integer_from("1"), "an_integer_from takes an integer, found '1'"),  # type: ignore[arg-type]
        (lambda: an_integer_from(0.5), "an_integer_from takes an integer, found 0.5"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_integer_is_refused_by_its_word(choose: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}$"):
        choose()


@pytest.mark.parametrize(("low", "high"), [("1", "3"), (1, 10 / 2)])
def test_what_is_no_integer_is_refused_by_its_word_where_it_is_chosen_from(low: Any, high: Any) -> None:
    @ambiguous
    def between() -> Any:
        return (yield an_integer_between(low, high))

    @ambiguous
    def above() -> Any:
        return (yield an_integer_from(high / 2 if high == 5 else low))

    with pytest.raises(TypeError, match="^an_integer_between takes two integers, found "):
        list(between())
    with pytest.raises(TypeError, match="^an_integer_from takes an integer, found "):
        list(above())


def test_an_integer_between_includes_both_ends() -> None:
    assert list(an_integer_between(2, 4)) == [2, 3, 4]
    assert list(an_integer_between(2, 2)) == [2]
    assert list(an_integer_between(3, 2)) == []


def test_an_integer_from_never_ends() -> None:
    assert list(itertools.islice(an_integer_from(-1), 4)) == [-1, 0, 1, 2]


@pytest.mark.parametrize("items", [[1], (1,), {1}, "a", range(2), {1: 2}], ids=kind_of)
def test_an_element_of_any_iterable_is_a_choice(items: object, deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        return (yield an_element_of(items))

    assert list(f()) == list(items)  # type: ignore[call-overload]


class Colour(Enum):
    RED = 1


@pytest.mark.parametrize("thing", [3, None, len], ids=kind_of)
def test_an_element_of_what_cannot_be_iterated_says_so(thing: object) -> None:
    with pytest.raises(NotAChoice, match="a choice is made from an iterable"):
        an_element_of(thing)  # type: ignore[arg-type]


def test_a_class_that_can_be_iterated_does_not_let_its_objects_be_chosen_from(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        return (yield Colour), (yield Colour.RED)

    with pytest.raises(NotAChoice, match="this is <Colour.RED: 1>"):
        f().first()


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((), True),
        ((1,), True),
        ((1, 2), True),
        ((1, 2, 1), False),
        (([1], [1]), False),
        (([1], [2]), True),
        ((1, 1.0), False),
    ],
)
def test_distinct_says_whether_no_two_are_equal(items: tuple[object, ...], expected: bool) -> None:
    assert distinct(*items) is expected


# once, if_fail, interleave


@ambiguous
def at_least(n, xs):
    x = yield xs
    require(x >= n)
    return x


def test_once_p_is_the_first_answer_of_p() -> None:
    assert list(once(at_least(2, [1, 2, 3]))) == [2]


def test_once_of_nothing_is_nothing() -> None:
    assert list(once(at_least(9, [1, 2, 3]))) == []


def test_once_once_p_is_once_p() -> None:
    assert list(once(once(at_least(2, [1, 2, 3])))) == [2]


def test_once_of_an_infinite_search_ends(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        x = yield (1, 5)
        y = yield once(at_least(x, an_integer_from(1)))
        return x, y

    assert list(f()) == [(1, 1), (5, 5)]


def test_once_restores_the_world_when_its_search_is_left(deep: bool) -> None:
    xs = [0]

    @ambiguous(deep=deep)
    def inner():
        xs.append((yield (1, 2)))
        return tuple(xs)

    @ambiguous(deep=deep)
    def f():
        y = yield once(inner())
        return y

    assert list(f()) == [(0, 1)]
    assert xs == [0]


def test_if_fail_gives_all_answers_of_a_search_that_has_any() -> None:
    assert list(if_fail(at_least(2, [1, 2, 3]), lambda: "none")) == [2, 3]


def test_if_fail_gives_the_value_of_the_thunk_for_a_search_that_has_none() -> None:
    assert list(if_fail(at_least(9, [1, 2, 3]), lambda: "none")) == ["none"]


def test_if_fail_calls_the_thunk_only_then() -> None:
    def never() -> None:
        raise AssertionError

    assert list(if_fail(at_least(2, [1, 2, 3]), never)) == [2, 3]


def test_if_fail_may_go_on_with_another_search() -> None:
    assert list(if_fail(at_least(9, [1]), at_least(1, [0, 1, 2]))) == [1, 2]
    assert list(if_fail(at_least(9, [1]), lambda: at_least(1, [0, 1, 2]))) == [1, 2]


def test_a_list_that_the_thunk_gives_is_one_answer() -> None:
    assert list(if_fail(at_least(9, [1]), lambda: [1, 2])) == [[1, 2]]


def test_what_the_thunk_of_if_fail_changes_is_taken_back_and_require_in_it_ends_the_branch() -> None:
    log: list[str] = []

    def noted() -> str:
        log.append("none")
        return "none"

    def refused() -> None:
        log.append("refused")
        require(len(log) == 0)

    @ambiguous
    def second():  # type: ignore[no-untyped-def]
        least = yield (9, 0, 9)
        found = yield if_fail(at_least(least, [1]), noted)
        if least == 9:
            yield if_fail(at_least(1, [1]), refused)
        else:
            yield if_fail(at_least(9, [1]), refused)
        return found, tuple(log)

    assert list(second()) == [("none", ("none",)), ("none", ("none",))]
    assert log == []


def test_interleave_takes_one_answer_of_each_branch_in_turn() -> None:
    assert list(interleave([1, 2, 3], "ab", at_least(5, [4, 5, 6]))) == [1, "a", 5, 2, "b", 6, 3]


def test_interleave_does_not_starve_a_branch_behind_an_infinite_one() -> None:
    assert interleave(an_integer_from(1), at_least(7, an_integer_from(1))).take(4) == [1, 7, 2, 8]


def test_interleave_of_nothing_is_nothing() -> None:
    assert list(interleave()) == list(interleave([], ())) == []


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (once(at_least(2, [1])), "once(at_least(2, [1]))"),
        (interleave([1], "a"), "interleave([1], 'a')"),
        (if_fail(at_least(2, [1]), at_least(1, [1])), "if_fail(at_least(2, [1]), at_least(1, [1]))"),
    ],
)
def test_a_search_made_of_searches_shows_its_call(answers: Answers[object], text: str) -> None:
    assert repr(answers) == text
    assert list(answers) == list(answers)


def test_a_search_made_of_searches_is_closed_with_the_search_that_uses_it(deep: bool) -> None:
    xs = [0]

    @ambiguous(deep=deep)
    def inner():
        xs.append((yield (1, 2)))
        return tuple(xs)

    @ambiguous(deep=deep)
    def f():
        xs[0] = 5
        y = yield if_fail(inner(), inner())
        xs.clear()
        return y

    for taken in range(4):
        answers = iter(f())
        assert list(itertools.islice(answers, taken)) == [(5, 1), (5, 2)][:taken]
        answers.close()  # type: ignore[attr-defined]
        assert xs == [0]


def test_what_is_made_of_searches_takes_searches() -> None:
    with pytest.raises(TypeError, match=r"once\(...\) takes a search or another iterable, found 3"):
        once(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"if_fail\(...\) takes a search or another iterable, found 3"):
        if_fail(3, lambda: 4)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"interleave\(...\) takes a search or another iterable, found <Colour.RED: 1>"):
        interleave("ab", Colour.RED)  # type: ignore[arg-type]


def test_a_string_is_not_what_to_do_otherwise() -> None:
    with pytest.raises(TypeError, match="write lambda: 'none'"):
        if_fail(at_least(9, [1]), "none")


@pytest.mark.parametrize("value", [0, 2.5, None])
def test_if_fail_says_how_to_give_a_single_value_otherwise(value: object) -> None:
    with pytest.raises(TypeError, match=f"write lambda: {value}"):
        if_fail(at_least(9, [1]), value)  # type: ignore[arg-type]


def test_once_takes_whatever_can_be_iterated() -> None:
    class Squares:
        def __getitem__(self, i: int) -> int:
            return i * i

    assert list(once(Squares())) == [0]  # type: ignore[arg-type]
