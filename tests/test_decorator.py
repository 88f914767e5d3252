"""@ambiguous on every kind of function, and where its source may come from."""

from __future__ import annotations

import copy
import functools
import inspect
import linecache
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ambsearch
from ambsearch import Refused, amb, ambiguous, expand, once, permanent, require
from ambsearch.standalone import standalone


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@ambiguous
def pair(n: int, *more: int, start: int = 0, **names: int) -> Any:
    """Choose two."""
    a = yield range(start, n)
    b = yield (*more, *names.values())
    return a, b


# what is kept of the function


def test_name_docstring_annotations_module_and_signature_are_kept() -> None:
    assert pair.__name__ == pair.__qualname__ == "pair"
    assert pair.__doc__ == "Choose two."
    assert pair.__module__ == __name__
    assert pair.__annotations__["n"] == "int"
    assert str(inspect.signature(pair)) == "(n: 'int', *more: 'int', start: 'int' = 0, **names: 'int') -> 'Any'"


def test_the_plain_function_is_still_at_hand() -> None:
    assert inspect.isgeneratorfunction(pair.__wrapped__)
    assert inspect.getsource(pair).startswith("@ambiguous\ndef pair(")


def test_all_kinds_of_arguments_arrive(deep: bool) -> None:
    f = ambiguous(deep=deep)(pair.__wrapped__)

    assert list(f(2, 5)) == [(0, 5), (1, 5)]
    assert list(f(2, 5, start=1)) == [(1, 5)]
    assert list(f(n=1, x=7, y=8)) == [(0, 7), (0, 8)]


def test_a_default_is_evaluated_once_and_never_changed_by_a_search(deep: bool) -> None:
    made = []

    def make() -> list[int]:
        made.append(1)
        return [0]

    @ambiguous(deep=deep)
    def f(xs=make()):  # noqa: B008
        xs.append((yield (1, 2)))
        return tuple(xs)

    assert list(f()) == list(f()) == [(0, 1), (0, 2)]
    assert made == [1]


def test_a_keyword_only_argument_without_default_is_asked_for(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(*, n):
        return (yield range(n))

    assert list(f(n=2)) == [0, 1]
    with pytest.raises(TypeError, match="n"):
        f()


@pytest.mark.parametrize("args", [(), (1, 2, 3)], ids=repr)
def test_wrong_arguments_fail_at_the_call(args: tuple[int, ...], deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(x, y=0):
        return (yield (x, y))

    with pytest.raises(TypeError, match=r"f\(\) (missing 1 required positional argument: 'x'|takes from 1 to 2)"):
        f(*args)
    with pytest.raises(TypeError, match="z"):
        f(1, z=3)


def test_repr_tells_that_it_is_ambiguous() -> None:
    assert repr(pair) == "<ambiguous function pair>"


# methods


class Die:
    sides = 3

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.__secret = 10

    @ambiguous
    def roll(self, times=1):
        if times == 0:
            return ()
        first = yield range(self.sides)
        return first, *(yield self.roll(times - 1))

    @staticmethod
    @ambiguous
    def coin():
        return (yield ("heads", "tails"))

    @classmethod
    @ambiguous
    def largest(cls):
        return (yield (cls.sides - 1, cls.__name__))

    @ambiguous
    def secret(self):
        __local = yield (1, 2)
        return self.__secret + __local

    @ambiguous
    def change(self):
        self.__secret += yield (1, 2)
        return self.__secret

    @property
    def faces(self) -> Any:
        return self.roll()


def test_a_method_may_be_ambiguous() -> None:
    assert list(Die(2).roll(2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(Die.roll(Die(2), times=1)) == [(0,), (1,)]
    assert list(Die(2).faces) == [(0,), (1,)]


def test_a_static_method_and_a_class_method_may_be_ambiguous() -> None:
    assert list(Die.coin()) == list(Die(2).coin()) == ["heads", "tails"]
    assert list(Die.largest()) == [2, "Die"]


def test_a_method_may_be_used_as_a_sub_search(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f(die):
        x = yield die.roll()
        y = yield Die.coin()
        roll = die.roll
        z = yield roll(0)
        return x, y, z

    assert list(f(Die(1))) == [((0,), "heads", ()), ((0,), "tails", ())]


def test_private_names_are_those_of_the_class() -> None:
    die = Die(1)

    assert list(die.secret()) == [11, 12]
    assert list(die.change()) == [11, 12]
    assert vars(die)["_Die__secret"] == 10


def test_a_method_of_a_subclass_may_search_the_one_it_overrides() -> None:
    class Loaded(Die):
        @ambiguous
        def roll(self, times=1):
            return "loaded", (yield super(Loaded, self).roll(times))  # noqa: UP008

    assert list(Loaded(2).roll(0)) == [("loaded", ())]


def test_a_method_knows_its_class_by_name() -> None:
    class Tree:
        @ambiguous
        def grow(self):
            return (yield (Tree, __class__))

    assert list(Tree().grow()) == [Tree, Tree]


# closures and nested functions


def test_a_closure_is_that_of_the_plain_function(deep: bool) -> None:
    level = 1

    @ambiguous(deep=deep)
    def f():
        return level * (yield (1, 2))

    assert list(f()) == [1, 2]
    level = 10
    assert list(f()) == [10, 20]


def test_functions_that_are_made_by_one_definition_are_apart(deep: bool) -> None:
    def make(k: int) -> Any:
        @ambiguous(deep=deep)
        def f(n):
            return k * (yield range(n))

        return f

    tens, hundreds = make(10), make(100)

    assert (list(tens(2)), list(hundreds(2))) == ([0, 10], [0, 100])


def test_a_function_inside_may_search_itself(deep: bool) -> None:
    @ambiguous(deep=deep)
    def subset(items):
        if not items:
            return []
        rest = yield subset(items[1:])
        return (yield (rest, [items[0], *rest]))

    assert list(subset([1, 2])) == [[], [1], [2], [1, 2]]


def test_two_functions_may_search_each_other_in_either_order(deep: bool) -> None:
    @ambiguous(deep=deep)
    def even(n):
        if n == 0:
            return True
        return (yield odd(n - 1))

    @ambiguous(deep=deep)
    def odd(n):
        if n == 0:
            return False
        parity = yield even(n - 1)
        return parity

    assert (list(even(4)), list(even(3)), list(odd(1))) == ([True], [False], [True])


@ambiguous
def first_of_two(n):
    if n == 0:
        return "end"
    return (yield second_of_two(n - 1))


@ambiguous
def second_of_two(n):
    x = yield first_of_two(n)
    return x + "!"


def test_two_functions_of_a_module_may_search_each_other() -> None:
    assert list(first_of_two(3)) == ["end!!!"]
    assert list(second_of_two(0)) == ["end!"]


def test_an_ambiguous_function_inside_an_ambiguous_function_sees_its_branch(deep: bool) -> None:
    @ambiguous(deep=deep)
    def f():
        a = yield (1, 2)

        @ambiguous(deep=deep)
        def inner(b):
            return a * (yield (b, b + 1))

        return (yield inner(10))

    assert list(f()) == [10, 11, 20, 22]


def test_a_function_may_be_handed_in(deep: bool) -> None:
    @ambiguous(deep=deep)
    def twice(search, n):
        a = yield search(n)
        b = yield search(n)
        return a + b

    assert list(twice(range, 2)) == [0, 1, 1, 2]
    assert list(twice(Die(2).roll, 1)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(twice(lambda n: "ab"[:n], 1)) == ["aa"]
    assert list(twice(functools.partial(range, 1), 2)) == [2]


def test_a_search_that_was_made_before_may_be_chosen_from(deep: bool) -> None:
    answers = Die(2).roll()

    @ambiguous(deep=deep)
    def f():
        a = yield answers
        return a, (yield answers)

    assert list(f()) == [((0,), (0,)), ((0,), (1,)), ((1,), (0,)), ((1,), (1,))]


# other decorators


def test_a_decorator_above_gets_the_answers() -> None:
    def counted(function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any) -> Any:
            return function(*args).count()

        return call

    @counted
    @ambiguous
    def f(n):
        return (yield range(n))

    assert f(5) == 5


def test_a_cache_above_remembers_the_search() -> None:
    @functools.cache
    @ambiguous
    def f(n):
        return (yield range(n))

    assert f(3) is f(3)
    assert list(f(3)) == [0, 1, 2]


def test_ambiguous_twice_is_refused() -> None:
    with pytest.raises(Refused, match="expands a function written with def"):
        ambiguous(pair)


# pickling, copying


def test_a_function_is_pickled_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(pair)) is pair


def test_a_copy_of_a_function_is_the_function_itself() -> None:
    assert copy.copy(pair) is copy.deepcopy(pair) is pair


# where the source may come from

CELL = """
from ambsearch import ambiguous, require

@ambiguous
def triangle(n):
    a = yield range(1, n)
    b = yield range(a, n)
    c = yield range(b, n)
    require(a * a + b * b == c * c)
    return a, b, c

found = list(triangle(6))
"""


def test_a_function_of_a_notebook_cell_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    for prompt in ("ps1", "ps2", "ps3"):  # by which it is told that somebody types
        monkeypatch.setattr(sys, prompt, "", raising=False)
    shell = interactive.InteractiveShell.instance()
    try:
        assert shell.run_cell(CELL).success
        assert shell.user_ns["found"] == [(3, 4, 5)]
        again = CELL.replace("range(1, n)", "range(4, n)")
        assert shell.run_cell(again).success
        assert shell.user_ns["found"] == []
    finally:
        interactive.InteractiveShell.clear_instance()


def test_a_function_whose_source_is_registered_is_expanded() -> None:
    linecache.cache["<cell 1>"] = (len(CELL), None, CELL.splitlines(keepends=True), "<cell 1>")
    space: dict[str, Any] = {"__name__": "cell"}
    exec(compile(CELL, "<cell 1>", "exec"), space)

    assert space["found"] == [(3, 4, 5)]


def test_a_module_is_run_with_python_m(tmp_path: Path) -> None:
    (tmp_path / "triangles.py").write_text(CELL + "print(found)\n", "utf-8")
    command = [sys.executable, "-m", "triangles"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)

    assert run.stdout == "[(3, 4, 5)]\n"


def test_a_script_is_run(tmp_path: Path) -> None:
    script = tmp_path / "triangles.py"
    script.write_text("# -*- coding: latin-1 -*-\n# é\n" + CELL + "print(found)\n", "latin-1")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)

    assert run.stdout == "[(3, 4, 5)]\n"


def test_a_file_that_has_changed_since_it_was_loaded_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "changing.py"
    path.write_text("\n\ndef f():\n    x = yield (1, 2)\n    return x\n", "utf-8")
    space: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), space)
    path.write_text("# another line\n" + path.read_text("utf-8"), "utf-8")
    linecache.checkcache(str(path))

    with pytest.raises(Refused, match="the file has changed since it was loaded"):
        ambiguous(space["f"])


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_annotations_that_cannot_be_evaluated_yet_do_no_harm(future: str, tmp_path: Path) -> None:
    source = future + textwrap.dedent("""
        from ambsearch import ambiguous
        @ambiguous
        def f(n: "Later") -> "Later":
            x: Later = yield (n, n + 1)
            return x
        print(list(f(1)))
    """)
    (tmp_path / "annotated.py").write_text(source, "utf-8")
    run = subprocess.run([sys.executable, tmp_path / "annotated.py"], capture_output=True, text=True, check=True)

    assert run.stdout == "[1, 2]\n"


def test_a_function_defined_on_one_line_is_expanded(tmp_path: Path) -> None:
    (tmp_path / "short.py").write_text(
        "import ambsearch\n"
        "def f(): return (yield (1, 2))\n"
        "def g(): x = yield (3, 4); return x\n"
        "print(list(ambsearch.ambiguous(f)()), list(ambsearch.ambiguous(g)()))\n",
        "utf-8",
    )
    run = subprocess.run([sys.executable, tmp_path / "short.py"], capture_output=True, text=True, check=True)

    assert run.stdout == "[1, 2] [3, 4]\n"


def test_the_words_are_found_in_the_package_itself(tmp_path: Path) -> None:
    """Its names are there when they are asked for, so a program that only imports the package has asked for none yet."""
    source = textwrap.dedent("""
        import ambsearch as a

        def small(x):
            if x > 5:
                a.fail()
            return x

        @a.ambiguous
        def f():
            x = yield a.amb(1, 4, 7)
            a.require(x > 2)
            return small(x)
        print(list(f()))
    """)
    (tmp_path / "words.py").write_text(source, "utf-8")
    run = subprocess.run([sys.executable, tmp_path / "words.py"], capture_output=True, text=True)

    assert run.stdout == "[4]\n", run.stderr


# expand


def test_expand_shows_the_same_for_the_decorated_and_the_plain_function() -> None:
    assert expand(pair) == expand(pair.__wrapped__)


def test_expand_of_what_cannot_be_expanded_is_refused() -> None:
    with pytest.raises(Refused):
        expand(lambda: 1)


@pytest.mark.parametrize("word", [expand, standalone])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (pair(3), r"found the answers of pair\(3\); write \w+\(pair\), without \(\.\.\.\)"),
        (once(pair(3)), r"found the answers of once\(pair\(3\)\); write \w+\(the function\), without \(\.\.\.\)"),
        (None, "found None"),
    ],
)
def test_what_is_no_function_is_not_expanded(word: Callable[[Any], str], given: Any, told: str) -> None:
    with pytest.raises(TypeError, match=f"^expected an ambiguous function, {told}$"):
        word(given)


@pytest.mark.usefixtures("no_other_module")
def test_a_choice_free_function_keeps_its_text() -> None:
    def f(xs):
        total = 0
        for x in xs:
            if x > 2:
                continue
            total = total + x
        with open(__file__) as file:
            file.fileno()
        return total

    body = textwrap.dedent(inspect.getsource(f)).replace("return total", "yield total")

    assert expand(f) == body


def test_the_plain_function_is_not_changed() -> None:
    def f(xs):
        xs.append((yield (1, 2)))
        return xs

    before = f.__code__
    ambiguous(f)

    assert f.__code__ is before
    assert inspect.isgeneratorfunction(f)


def test_words_under_other_names_are_recognized(deep: bool) -> None:
    insist, keep = require, permanent

    @ambiguous(deep=deep)
    def f():
        n = 0
        x = yield ambsearch.amb(1, 2, 3)
        n = keep(n + 1)
        insist(x > 1)
        return x, n

    assert list(f()) == [(2, 2), (3, 3)]


def test_a_word_that_is_another_thing_here_is_that_thing(deep: bool) -> None:
    said = []

    @permanent
    def require(value: object) -> None:  # the user's own
        said.append(value)

    @ambiguous(deep=deep)
    def f():
        require(False)
        return (yield amb(1, 2))

    assert list(f()) == [1, 2]
    assert said == [False]
