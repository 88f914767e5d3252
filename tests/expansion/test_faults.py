"""Every fault that was met, with the program that showed it."""

from __future__ import annotations

import functools
import re
import textwrap
from collections import namedtuple
from datetime import date
from decimal import Context, Decimal, localcontext
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import NotAChoice, Refused, ambiguous, an_integer_between, fail, permanent, require

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


class Note:
    """Remembers what it is called with; what it is called for is kept."""

    def __init__(self) -> None:
        self.noted: list[Any] = []

    @ambsearch.permanent
    def __call__(self, value: Any) -> Any:
        self.noted.append(value)
        return value


@pytest.fixture
def note() -> Note:
    return Note()


def define(body: str, parameters: str, deep: bool) -> Any:
    head = f"@ambiguous(deep={deep})\ndef f({parameters}):\n"
    return compile_program(head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n", WORDS)["f"]


def test_a_require_whose_argument_is_a_choice_counts(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        x = yield (1, 2)
        require((yield (False, True)))
        return x

    assert list(f()) == [1, 2]


def test_a_permanent_name_inside_a_lambda_is_the_one_outside(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        count = 0
        x = yield (3, 1)
        count = permanent(count + 1)
        return x, max([1, 2], key=lambda k: -k * count), [count for _ in range(2)]

    assert list(f()) == [(3, 1, [1, 1]), (1, 1, [2, 2])]


def test_a_callee_is_evaluated_before_its_arguments(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        g = [abs]
        return g[0]((yield (-1, -2)) + len(g))

    @ambiguous(deep=deep)
    def rebound():
        g = str
        return g(g := (yield (int, 5)))

    assert list(f()) == [0, 1]
    assert list(rebound()) == ["<class 'int'>", "5"]


def test_an_effect_in_the_iterable_of_a_choice_is_done_once_and_undone_at_last(deep: bool) -> None:
    stack = [[1, 2], [3, 4]]

    @ambiguous(deep=deep)
    def f():
        x = yield stack.pop()
        y = yield stack.pop()
        return x, y, len(stack)

    assert list(f()) == [(3, 1, 0), (3, 2, 0), (4, 1, 0), (4, 2, 0)]
    assert stack == [[1, 2], [3, 4]]


def test_break_leaves_a_loop_of_choices_from_inside_another_block(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        found = []
        for k in range(3):
            x = yield (0, 1)
            if x:
                match k:
                    case 1:
                        break
                    case _:
                        found.append(k)
            for _ in range(2):
                if x:
                    break
                found.append("-")
        else:
            found.append("all")
        return found

    def by_hand(path: tuple[int, ...] = ()) -> Any:
        if 1 in path[1:2] or len(path) == 3:
            found: list[Any] = []
            for k, x in enumerate(path):
                if x and k == 1:
                    return [found]
                found += [k] if x else ["-", "-"]
            return [[*found, "all"]]
        return by_hand((*path, 0)) + by_hand((*path, 1))

    assert list(f()) == by_hand()


def test_an_error_in_a_branch_that_is_skipped_is_not_raised(deep: bool, note: Note) -> None:
    @ambiguous(deep=deep)
    def f(xs):
        x = yield (0, 1)
        if x:
            y = note(xs[0]) + (yield (1, 2))
        else:
            y = 0
        return y

    search = iter(f([]))
    assert next(search) == 0
    with pytest.raises(IndexError):
        next(search)
    assert note.noted == []


def test_a_sub_search_that_is_closed_is_undone_before_what_stood_under_it(deep: bool) -> None:
    xs = [1, 2, 3]

    @ambiguous(deep=deep)
    def inner():
        xs.pop()
        yield (1, 2)
        xs.clear()
        return 1

    @ambiguous(deep=deep)
    def f():
        xs.append(4)
        y = yield inner()
        xs.append(y)
        return tuple(xs)

    answers = iter(f())
    assert next(answers) == (1,)
    answers.close()

    assert xs == [1, 2, 3]


def test_an_early_return_inside_a_plain_loop_does_not_end_the_search(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        n = yield range(2, 8)
        for d in range(2, n):
            if n % d == 0:
                return n, d
            require(d < 4)
        return n

    assert list(f()) == [2, 3, (4, 2), (6, 2)]


def test_a_list_that_is_multiplied_in_place_is_undone(deep: bool) -> None:
    xs = [1, 2]
    f = define("a = yield (1, 2)\nxs *= 2\nreturn xs", "xs", deep)

    assert list(f(xs)) == [[1, 2, 1, 2]] * 2
    assert xs == [1, 2]


def test_an_exception_in_the_else_of_a_plain_loop_has_its_own_line(deep: bool) -> None:
    f = define("for a in (1, 2):\n    pass\nelse:\n    m[5] += 1\nreturn m", "m", deep)
    with pytest.raises(KeyError) as raised:
        list(f({}))

    lines = [entry.lineno for entry in raised.traceback if str(entry.path).startswith("<program")]
    assert lines[-1] == 5  # counted from 0


@pytest.mark.parametrize(
    ("expression", "noted"),
    [
        ("(note(9) + (yield (0, 1)) + note(5)) * (yield (1, 2))", [9, 5, 5]),
        ("m.get((yield (0, 1)), note(9)) + (yield (1, 2))", [9, 9]),
        ("[m.get((yield (0, 1)), note(9)), (yield (1, 2))]", [9, 9]),
        ("note(1) + ((yield (0, 1)) + note(2)) + (yield (1, 2)) + note(3)", [1, 2, 3, 3, 2, 3, 3]),
    ],
)
def test_an_effect_between_two_choices_is_not_repeated(
    expression: str, noted: list[int], deep: bool, note: Note
) -> None:
    f = define(f"return {expression}", "m, note", deep)

    assert len(list(f({}, note))) == 4
    assert note.noted == noted


@pytest.mark.parametrize("jump", ["continue", "break"])
def test_a_jump_in_the_else_of_a_plain_loop_belongs_to_the_loop_around_it(jump: str, deep: bool, note: Note) -> None:
    body = f"""
        k = 0
        while k < 2:
            k += 1
            note(k)
            a = 0
            while a < k - 1:
                a += 1
                if a > 5:
                    break
            else:
                if k == 2:
                    {jump}
            b = yield (1, 2)
        return k
    """
    f = define(body, "note", deep)

    assert list(f(note)) == [2, 2]
    assert note.noted == [1, 2, 2]


def test_a_search_without_answers_does_not_exist(deep: bool) -> None:
    @ambiguous(deep=deep)
    def nothing():
        return (yield ())

    assert nothing().exists() is False


def test_a_generator_expression_may_be_chosen_from(deep: bool) -> None:
    f = define("a = yield (v for v in (0, 2))\nb = yield (v + a for v in (0, 1))\nreturn a, b", "", deep)

    assert list(f()) == [(0, 0), (0, 1), (2, 2), (2, 3)]


def test_a_change_in_a_test_in_front_of_continue_is_undone(deep: bool) -> None:
    xs = [1, 2]
    body = """
        for k in (1, 2, 3):
            a = yield (1, 2)
            if (xs.pop() if xs else 2) < 5:
                continue
        return xs
    """
    assert list(define(body, "xs", deep)(xs)) == [[]] * 8
    assert xs == [1, 2]


def test_the_value_of_an_augmented_assignment_is_computed_before_the_item_changes(deep: bool, note: Note) -> None:
    m, xs, o = {0: 1, 2: 0}, [1, 2], SimpleNamespace(x=1)
    item = define("m[len(xs)] += m.get((yield (1, 2)), 1)\nreturn m", "m, xs", deep)
    attribute = define("o.x += m.get((yield m), note(o.x))\nreturn o.x", "o, m, note", deep)

    assert list(item(m, xs)) == [{0: 1, 2: 1}, {0: 1, 2: 0}]
    assert list(attribute(o, m, note)) == [2, 1]
    assert note.noted == [1, 1]
    assert (m, xs, o.x) == ({0: 1, 2: 0}, [1, 2], 1)


def test_dead_code_asks_for_no_variables(deep: bool) -> None:
    body = """
        while b:
            c = yield (1, 2)
            for a in reversed((1, 2)):
                xs = [1]
            else:
                raise ValueError(b)
                continue
            xs.append(d)
        return d
    """
    f = define(body, "b, d", deep)

    assert list(f(False, 7)) == [7]
    with pytest.raises(ValueError):
        list(f(True, 7))


def test_an_item_that_its_own_value_changes_is_restored(deep: bool) -> None:
    for change in ("xs[-1] += xs.pop()", "xs[-1] = xs.pop()", "xs[0] += len(xs.pop(0) * [1])"):
        xs = [2, 3]
        list(define(f"yield (1, 2)\n{change}", "xs", deep)(xs))

        assert xs == [2, 3]


def test_a_change_in_a_case_guard_that_fails_is_seen_by_the_next_case_and_undone(deep: bool) -> None:
    body = """
        match xs:
            case [a, b] if xs.pop() < 0:
                c = yield (1, 2)
            case _:
                yield (3,)
        return len(xs)
    """
    xs = [1, 2]

    assert list(define(body, "xs", deep)(xs)) == [1]
    assert xs == [1, 2]


@pytest.mark.parametrize("jump", ["break", "return b"])
def test_a_parameter_has_a_value_behind_a_jump_in_the_else_of_a_plain_loop(jump: str, deep: bool) -> None:
    body = f"""
        while True:
            b = yield (1, 2)
            for b in range(2):
                pass
            else:
                {jump}
            if b:
                s &= s
            return n
        return n
    """
    answers = list(define(body, "n, s", deep)(5, {1}))

    assert answers == ([5, 5] if jump == "break" else [1, 1])


@pytest.mark.parametrize("thing", ["3", "None", "len"])
def test_a_choice_from_what_cannot_be_iterated_says_so(thing: str, deep: bool) -> None:
    for body in (f"x = yield {thing}\nreturn x", f"return (yield {thing})", f"x = {thing}\ny = yield x\nreturn y"):
        with pytest.raises(
            NotAChoice, match=r"write amb\(a, b, c\)|call it: len\(\.\.\.\)|without `return` gives None"
        ):
            list(define(body, "", deep)())


@pytest.mark.parametrize("what", ["give_three", "functools.partial(int, 3)", "int"])
def test_a_choice_from_what_a_function_gives_and_cannot_be_iterated_says_so(what: str, deep: bool) -> None:
    WORDS.update(give_three=lambda: 3, functools=functools)
    for body in (f"x = yield {what}()\nreturn x", f"return (yield {what}())", f"g = {what}\nreturn (yield g())"):
        with pytest.raises(NotAChoice):
            list(define(body, "", deep)())


def test_a_variable_that_every_case_binds_has_a_value(deep: bool) -> None:
    body = "x = yield (1, 2)\nmatch x:\n    case 1:\n        word = 'one'\n    case _:\n        word = yield (3, 4)\nreturn word"

    assert list(define(body, "", deep)()) == ["one", 3, 4]


def test_a_variable_that_try_and_its_handler_bind_has_a_value(deep: bool) -> None:
    body = "x = yield (0, 1)\ntry:\n    y = 1 // x\nexcept ArithmeticError:\n    y = None\nz = yield (x,)\nreturn y, z"

    assert list(define(body, "", deep)()) == [(None, 0), (1, 1)]


def test_a_choice_in_the_target_of_a_for_is_made_in_every_turn(deep: bool) -> None:
    body = "for xs[(yield (0, 1))] in (7, 8):\n    pass\nreturn xs"

    assert list(define(body, "xs", deep)([1, 2])) == [[8, 2], [7, 8], [8, 7], [1, 8]]


def test_a_starred_condition_is_refused(deep: bool) -> None:
    with pytest.raises(Refused, match="require takes one condition"):
        define("require(*xs)", "xs", deep)


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        *((len, "not <built-in function len>; put"), (3, "not 3; put @ambiguous directly above the def, below other")),
        *((int, "not the class int; put @ambiguous above each method"), (lambda: 0, "not a lambda; write @ambiguous")),
        *((staticmethod(len), "not a staticmethod; put"), (property(len), "not a property; put")),
    ],
)
def test_what_is_not_written_with_def_is_refused(thing: Any, told: str) -> None:
    with pytest.raises(Refused, match=f"expands a function written with def, {re.escape(told)}"):
        ambiguous(thing)


def test_the_shuffle_of_the_module_random_is_undone(deep: bool) -> None:
    WORDS["random"] = __import__("random")
    xs = list(range(20))
    list(define("yield (1, 2)\nrandom.shuffle(xs)", "xs", deep)(xs))

    assert xs == list(range(20))


def test_fail_in_the_middle_of_everything(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        xs = []
        for k in range(3):
            xs.append((yield an_integer_between(0, 2)))
            while xs[-1] == 1:
                fail()
            if sum(xs) > 2:
                break
        else:
            require(len(xs) == 3)
        return xs

    assert list(f()) == [[0, 0, 0], [0, 0, 2], [0, 2, 0], [0, 2, 2], [2, 0, 0], [2, 0, 2], [2, 2]]


def test_a_walrus_in_the_iterable_of_a_choice_binds_before_the_branches(deep: bool, note: Note) -> None:
    body = "c = 1\nb = yield (0, (c := 5))\nnote(c)\nc = 9\nreturn b, c"
    f = define(body, "note", deep)

    assert list(f(note)) == [(0, 9), (5, 9)]
    assert note.noted == [5, 5]


def test_a_private_name_that_is_changed_is_the_private_name_of_its_class(deep: bool) -> None:
    class Box:
        def __init__(self) -> None:
            self.__x = 10

        @ambiguous(deep=deep)
        def grow(self):
            self.__x += yield (1, 2)
            self.__y = self.__x
            del self.__x
            return self.__y, sorted(vars(self))

    box = Box()

    assert list(box.grow()) == [(11, ["_Box__y"]), (12, ["_Box__y"])]
    assert vars(box) == {"_Box__x": 10}


def test_a_name_is_read_before_the_value_that_is_added_to_it_rebinds_it(deep):
    @ambiguous(deep=deep)
    def f():
        b = 2
        b += (b := 5) + (yield (1, 2))
        return b

    assert list(f()) == [8, 9]


def test_a_place_is_found_before_the_value_rebinds_its_key_or_its_owner(deep):
    @ambiguous(deep=deep)
    def f(m, xs):
        k = 0
        m[k] //= (k := 1)
        m[k] += (k := 0) + (yield (1, 2))
        was = xs
        xs.append(xs := [])
        return m, k, was

    m, xs = {0: 10, 1: 20}, [7]
    assert list(f(m, xs)) == [({0: 10, 1: 21}, 0, [7, []]), ({0: 10, 1: 22}, 0, [7, []])]
    assert (m, xs) == ({0: 10, 1: 20}, [7])


w = "the global"


def test_a_variable_that_is_read_before_a_loop_binds_it_is_not_the_global_of_its_name(deep):
    @ambiguous(deep=deep)
    def f():
        a = w  # noqa: F823
        for w in (1, 2):
            yield [w]
        return a

    with pytest.raises(UnboundLocalError, match="'w'"):
        list(f())


def test_the_same_behind_a_choice_and_in_a_comprehension(deep):
    @ambiguous(deep=deep)
    def f():
        k = yield (1, 2)
        a = [w for _ in range(k)]
        for w in (1, 2):
            yield [w]
        return a

    with pytest.raises(NameError, match="'w'"):
        list(f())


class Level:
    """A manager that does nothing."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def test_a_return_inside_with_is_known_to_the_part_that_is_split_off_when_nested_too_deeply(deep):
    for choices in range(4 + deep, 13, 2):
        body = "_ = yield [0]\n" * choices + "with Level(), Level():\n    x = yield [1, 2]\n    return x"
        f = define(body, "Level", deep)
        assert list(f(Level)) == [1, 2], choices


class Fixed:
    @property
    def v(self):
        return 1


REFUSED = (  # by Python itself, each with what it is tried on
    ("t[0] = n", lambda: (1, 2)),
    ("t[0] += [n]", lambda: ([1], 2)),
    ("del t[0]", lambda: (1, 2)),
    ("t[0] = n", lambda: "ab"),
    ("t[0] = n", lambda: range(3)),
    ("t[0] = n", lambda: memoryview(b"ab")),
    ("t.x = n", lambda: namedtuple("P", "x y")(1, 2)),
    ("del t.x", lambda: namedtuple("P", "x y")(1, 2)),
    ("del t.v", Fixed),
    ("t.value = n", lambda: Enum("E", "A").A),
    ("t.year = n", lambda: date(2024, 1, 1)),
    ("t.real = n", lambda: Decimal(1)),
    ("t.pattern = n", lambda: re.compile("a")),
    ("t['a'] = n", lambda: [1]),
    ("del t[[]]", lambda: {1: 1}),
)


@pytest.mark.parametrize(("change", "make"), REFUSED)
def test_a_change_that_python_refuses_raises_what_it_raises_there_and_is_not_taken_back(change, make, deep):
    plain: dict[str, Any] = {}
    exec(f"def change(t, n): {change}", plain)
    with pytest.raises(Exception) as expected:
        plain["change"](make(), 2)
    t = make()
    before = repr(t)
    caught = f"n = yield [1, 2]\ntry:\n    {change}\nexcept Exception as e:\n    return repr(e)\nreturn 'done'"
    assert list(define(caught, "t", deep)(t)) == [repr(expected.value)] * 2
    with pytest.raises(type(expected.value), match=re.escape(str(expected.value))):
        list(define(f"n = yield [1, 2]\n{change}\nreturn n", "t", deep)(t))
    assert repr(t) == before


def test_an_attribute_whose_class_is_of_c_and_has_its_own_setter_is_taken_back(deep):
    body = """
        m = yield [3, 4]
        with localcontext() as context:
            context.prec = m
            return str(Decimal(1) / Decimal(7))
    """
    f = define(body, "localcontext, Decimal", deep)
    context = Context(prec=9)
    assert list(f(lambda: localcontext(context), Decimal)) == ["0.143", "0.1429"]
    g = define("n = yield [3, 4]\ncontext.prec = n\nreturn str(context.divide(1, 7))", "context", deep)
    assert list(g(context)) == ["0.143", "0.1429"]
    assert context.prec == 9


def test_keywords_of_update_are_taken_back_too(deep):
    f = define("d = {1: 1}\nk = yield [2, 3]\nd.update({k: 2}, z=1)\nreturn d", "", deep)
    assert [list(d) for d in f()] == [[1, 2, "z"], [1, 3, "z"]]


def test_the_same_where_the_method_is_known_by_another_name(deep):
    f = define("d = {1: 1}\nk = yield [2, 3]\nput = d.update\nput({k: 2}, z=1)\nreturn d", "", deep)
    assert [list(d) for d in f()] == [[1, 2, "z"], [1, 3, "z"]]


noted: list[str] = []


class Field:
    def __get__(self, owner, kind=None):
        noted.append("get")

    def __set__(self, owner, value):
        noted.append("set")

    def __delete__(self, owner):
        noted.append("delete")


class WithField:
    x = Field()


class Deleted:
    """What is not set: it only says what `del` does."""

    def __delete__(self, owner):
        noted.append("delete")


class WithDeleted:
    x = Deleted()


@pytest.mark.parametrize("kind", [WithField, WithDeleted])
def test_del_of_a_descriptor_of_ones_own_calls_its_delete_and_nothing_else(deep, kind):
    @ambiguous(deep=deep)
    def f(o):
        yield [1, 2]
        del o.x
        return noted

    assert list(f(kind())) == [["delete"], ["delete"]]
    assert noted == []


def gone(read):
    try:
        return str(read())
    except NameError:
        return "gone"


def test_the_name_of_a_handler_with_a_choice_has_no_value_after_it(deep):
    body = """
        try:
            raise KeyError("k")
        except KeyError as e:
            m = yield [1, 2]
        try:
            return m, e
        except NameError:
            return m, "gone"
    """
    assert list(define(body, "", deep)()) == [(1, "gone"), (2, "gone")]


def test_the_same_where_a_jump_leaves_the_handler(deep):
    body = """
        found, e = [], 0
        for i in (1, 2, 3):
            try:
                found.append(str(e))
            except NameError:
                found.append("gone")
            try:
                raise KeyError(i)
            except KeyError as e:
                m = yield [i]
                if i == 1:
                    continue
                if i == 2:
                    break
        try:
            return found, e
        except NameError:
            return found, "gone"
    """
    assert list(define(body, "", deep)()) == [(["0", "gone"], "gone")]


def test_the_same_where_a_function_shares_the_name(deep):
    @ambiguous(deep=deep)
    def f():
        e = 5
        found = [gone(lambda: e)]
        try:
            raise KeyError("k")
        except KeyError as e:  # noqa: F841
            yield [1, 2]
            found.append(gone(lambda: e))
        found.append(gone(lambda: e))
        return found

    assert list(f()) == [["5", "'k'", "gone"]] * 2


@pytest.mark.parametrize("choice", ("x = yield [1, 2]", "x = y"))
def test_a_return_inside_try_skips_its_else(choice, deep):
    body = f"""
        out = []
        y = yield [1, 2]
        try:
            {choice}
            if x == 2:
                return out
            require(y == 1)
        except KeyError:
            out.append("except")
        else:
            out.append(kept("else"))
        finally:
            out.append("finally")
        return out
    """
    noted: list[str] = []
    answers = list(define(body, "kept", deep)(permanent(lambda word: noted.append(word) or word)))
    left = ["finally"]
    assert answers == ([["else", *left], left, left] if "yield" in choice else [["else", *left], left])
    assert noted == ["else"]


def test_tries_inside_each_other_grow_no_faster_than_the_square_of_their_number(deep):
    def size(tries: int) -> int:
        body = "x = yield [1, 2]"
        for i in range(tries):
            body = f"try:\n{textwrap.indent(body, '    ')}\nexcept KeyError:\n    out.append({i})\nfinally:\n    out.append({i})"
        f = define(f"out = []\n{body}\nreturn out", "", deep)
        return len(ambsearch.expand(f, normal=True).splitlines())

    assert size(6) < 9 * size(2)


class Proxy:
    """Answers every name, and notes which ones it was asked for."""

    def __init__(self, turned: bool) -> None:
        self.asked: list[str] = []
        self.turned = turned

    def __iter__(self) -> Any:
        return self if self.turned else iter((1, 2))

    def __next__(self) -> int:
        raise StopIteration

    def __getattr__(self, name: str) -> None:
        self.asked.append(name)


@pytest.mark.parametrize("turned", [False, True])
def test_an_object_that_is_chosen_from_is_asked_for_nothing_but_its_items(turned: bool, deep: bool) -> None:
    class Once(Proxy):
        __next__ = None  # type: ignore[assignment]

    proxy = Proxy(turned) if turned else Once(turned)

    @ambiguous(deep=deep)
    def f():
        try:
            x = yield proxy
        except KeyError:
            x = 0
        return (yield proxy), x

    assert list(f()) == ([] if turned else [(1, 1), (2, 1), (1, 2), (2, 2)])
    assert proxy.asked == []
