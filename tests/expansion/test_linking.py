"""Linking: the expansion as functions of the user's module."""

import re
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from helpers import compile_program
from recorded import WORDS, define

from ambsearch import ambiguous
from ambsearch.expansion import expansion
from ambsearch.ground.levels import ENDS
from ambsearch.running import undoing
from ambsearch.running.undoing import take_back, undo

pytestmark = pytest.mark.usefixtures("no_other_module")


def test_the_expansion_has_the_name_the_file_the_lines_and_after_the_level_the_parameters_of_its_function() -> None:
    f = define("x = yield range(n)\nreturn x + more", "n, /, *, more=1").__wrapped__
    made = expansion(f).searches()[0]

    assert (made.__name__, made.__qualname__, made.__module__) == (f.__name__, f.__qualname__, f.__module__)
    assert (made.__code__.co_name, made.__code__.co_filename) == (f.__code__.co_name, f.__code__.co_filename)
    assert {line for *_, line in made.__code__.co_lines() if line} <= {3, 4, 5}
    assert made.__code__.co_varnames[:3] == ("level@", "n", "more")
    assert (made.__code__.co_posonlyargcount, made.__code__.co_kwonlyargcount, made.__kwdefaults__) == (
        2,
        1,
        {"more": 1},
    )
    assert list(made(ENDS[0], 2)) == [1, 2]


def test_default_values_are_those_of_the_function_itself() -> None:
    f = define("return (yield xs)", "xs=[1]").__wrapped__
    f.__defaults__[0].append(2)

    assert expansion(f).searches()[0].__defaults__ is f.__defaults__
    assert list(expansion(f).searches()[0](ENDS[0])) == [1, 2]


TOO_MANY = """
def put(xs):
    xs.append(1)

def set_mark(xs, *, mark=1):
    xs.append(mark)

@ambiguous
def one(x, more=0):
    return (yield (x,))

@ambiguous
def caught():
    told = []
    try:
        x = yield one(1, 2, 3)
    except TypeError as error:
        told.append(str(error))
    try:
        put(told, 2)
    except (KeyError, TypeError) as error:
        told.append(str(error))
    try:
        set_mark(told, 2, mark=3)
    except TypeError as error:
        told.append(str(error))
    return told

@ambiguous
def uncaught(n):
    for _ in range(n):
        x = yield (1,)
    return (yield one(1, 2, 3))
"""


def test_too_many_arguments_are_counted_as_they_are_written() -> None:
    space = compile_program(TOO_MANY, WORDS)
    told = "one() takes from 1 to 2 positional arguments but 3 were given"

    given = "2 positional arguments (and 1 keyword-only argument) were given"
    assert space["caught"]().one() == [
        told,
        "put() takes 1 positional argument but 2 were given",
        f"set_mark() takes 1 positional argument but {given}",
    ]
    for n in (0, 300):
        with pytest.raises(TypeError, match=f"^{re.escape(told)}$"):
            space["uncaught"](n).one()


@pytest.mark.parametrize(
    "call", ["Counter.note", "Counter().note", "Counter().add", "Counter()", "[note][0]", "[].append", "partial(note)"]
)
def test_a_keyword_that_is_given_twice_is_told_of_what_is_called(call: str) -> None:
    program = "from functools import partial\nseen = []\ndef note(n): seen.append(n)\nclass Counter:\n"
    program += "    note = staticmethod(note)\n    def __call__(self, n): seen.append(n)\n"
    program += "    @classmethod\n    def add(cls, n): seen.append(n)\n"
    program += f"@ambiguous\ndef f(given):\n    x = yield (1, 2)\n    {call}(n=x, **given)\n"
    space = compile_program(program, WORDS)
    told = f"{space['note'].__module__}.note" if call == "[note][0]" else call  # a function is named as Python names it
    with pytest.raises(TypeError, match=f"^{re.escape(told)}\\(\\) got multiple values for keyword argument 'n'$"):
        list(space["f"]({"n": 1}))


def test_the_variables_of_the_function_around_are_shared() -> None:
    n = 1

    @ambiguous
    def f():
        return n + (yield [1])

    n = 2

    assert list(f()) == [3]


def test_a_private_name_is_that_of_the_class() -> None:
    class Puzzle:
        __items = (1, 2)

        @ambiguous
        def pick(self):
            return (yield self.__items)

    assert list(Puzzle().pick()) == [1, 2]


@pytest.mark.parametrize("deep", [False, True])
def test_a_private_method_and_a_special_one_may_have_loops_of_choices(deep: bool) -> None:
    class Puzzle:
        @ambiguous(deep=deep)
        def __call__(self, n):
            word = ""
            for _ in range(n):
                word += yield "ab"
            return word

        @ambiguous(deep=deep)
        def __longer(self, n):
            if n:
                end = yield "cd"
            else:
                end = yield "e"
            return (yield self(n)) + end

        def longer(self):
            return list(self.__longer(1)) + list(self.__longer(0))

    assert list(Puzzle()(2)) == ["aa", "ab", "ba", "bb"]
    assert Puzzle().longer() == ["ac", "bc", "ad", "bd", "e"]


def test_a_helper_is_a_constant_of_the_code_whatever_the_user_calls_so(deep: bool) -> None:
    f = define("undo = yield (1, 2)\nxs.sort()\nreturn undo", "xs", deep=deep)

    assert undoing.undo in expansion(f.__wrapped__).searches()[0].__code__.co_consts
    assert list(f([2, 1])) == [1, 2]


def test_what_is_made_inside_has_the_names_that_python_gives() -> None:
    def made() -> Any:
        x = yield (1, 2)

        def inner() -> Any:
            class Local:
                def method(self) -> None: ...

            return Local, lambda: x

        local, show = inner()
        return [part.__qualname__ for part in (inner, local, local.method, show)]

    inner = "test_what_is_made_inside_has_the_names_that_python_gives.<locals>.made.<locals>.inner"
    local = f"{inner}.<locals>.Local"
    assert list(ambiguous(made)())[0] == [inner, local, f"{local}.method", f"{inner}.<locals>.<lambda>"]


class Interrupted(BaseException):
    """What Ctrl-C raises."""


class TimeIsOver(Exception):
    """What the handler of an alarm may raise."""


@contextmanager
def interrupted_at_undo(number: int, kind: type[BaseException]) -> Iterator[None]:
    """Raise this at this call of `undo`, before it has begun."""
    calls = count(1)

    def watch(frame: types.FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code is undo.__code__ and next(calls) == number:
            sys.setprofile(None)
            raise kind

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    except kind:
        pass
    finally:
        sys.setprofile(before)


class Bag:
    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, item: int) -> None:
        self.items.append(item)


@pytest.mark.parametrize("kind", [Interrupted, TimeIsOver])
@pytest.mark.parametrize("deep", [False, True])
def test_an_interrupt_that_comes_when_undo_is_called_leaves_nothing_changed(deep: bool, kind: Any) -> None:
    bag = Bag()

    @ambiguous(deep=deep)
    def inner():  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        bag.add(x)
        bag.items[0] += 1
        return x

    @ambiguous(deep=deep)
    def search():  # type: ignore[no-untyped-def]
        for _ in range(2):
            x = yield inner()
            bag.add(x)
        return list(bag.items)

    assert search().count() == 4
    for number in range(1, 12):
        with interrupted_at_undo(number, kind):
            list(search())

        assert bag.items == [], f"interrupted at call {number}"


@pytest.mark.parametrize("deep", [False, True])
def test_a_search_that_is_closed_takes_back_its_inner_searches_first(deep: bool) -> None:
    xs = [0]

    @ambiguous
    def put(x):  # type: ignore[no-untyped-def]
        xs.append((yield [x]))
        return x

    @ambiguous
    def drop():  # type: ignore[no-untyped-def]
        yield (1, 2)
        return xs.pop()

    @ambiguous(deep=deep)
    def search():  # type: ignore[no-untyped-def]
        a = yield put(7)
        b = yield drop()
        return a, b

    answers = iter(search())
    assert next(answers) == (7, 7)
    answers.close()
    assert xs == [0]


@pytest.mark.parametrize("kind", [Interrupted, TimeIsOver])
def test_an_inverse_that_is_interrupted_before_it_has_run_is_run_all_the_same(kind: Any) -> None:
    xs, interrupts = [1, 2, 3], [kind]

    def drop(item: int) -> None:
        if interrupts and item == 3:
            raise interrupts.pop()
        xs.remove(item)

    with pytest.raises(kind):
        undo([(take_back, drop, item) for item in (2, 3)])

    assert xs == [1]
