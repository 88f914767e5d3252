"""Whose classes a function may meet: those of who imports it, and those that come later."""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import os
import sys
import weakref
from collections import UserDict
from pathlib import Path
from typing import Any

import pytest

from ambsearch import ambiguous, expand
from ambsearch.expansion.analysis.relations import Relations
from ambsearch.expansion.analysis.world import WORLD

NUMBERS = itertools.count()
SOLVER = """
from ambsearch import ambiguous, expand

@ambiguous
def f(s):
    t = yield (0, 1)
    x = s[t]
    return x, s.reads
"""
COUNTING = """
class S:
    reads = 0
    def __getitem__(self, k):
        self.reads += 1
        return k
"""
ANSWERS = [(0, 1), (1, 1)]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a module of a new name; NAME in a text is replaced by that of the module before."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    names: list[str] = []

    def make(text: str, folder: str = "") -> Any:
        text = text.replace("NAME", names[-1] if names else "")
        names.append(f"related_{next(NUMBERS)}")
        path = tmp_path / folder / f"{names[-1]}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        monkeypatch.syspath_prepend(str(path.parent))
        importlib.invalidate_caches()
        return importlib.import_module(names[-1])

    return make


def check(f: Any, s: Any) -> None:
    assert list(f(s)) == ANSWERS
    assert s.reads == 0


@pytest.mark.parametrize("folder", ["", "elsewhere"])
@pytest.mark.parametrize(
    "head", ["from NAME import f", "import NAME\nf = NAME.f", "def f(s):\n    import NAME\n    return NAME.f(s)"]
)
def test_a_class_of_a_module_that_imports_the_function(module: Any, head: str, folder: str) -> None:
    module(SOLVER)
    main = module(head + "\n" + COUNTING, folder)

    check(main.f, main.S())


def test_a_class_of_a_third_module(module: Any) -> None:
    solver = module(SOLVER)
    main = module("from NAME import f")
    vars(main)["S"] = module(COUNTING).S

    check(solver.f, main.S())


@pytest.mark.parametrize("head", ["import NAME", "from NAME import f"])
def test_a_module_of_a_package(module: Any, head: str) -> None:
    package = f"package_{next(NUMBERS)}"
    solver = module(SOLVER, package)
    (Path(solver.__file__).parent / "__init__.py").write_text("", "utf-8")
    name = f"{package}.{solver.__name__}"
    main = module(head.replace("NAME", name) + COUNTING)

    check(sys.modules[name].f, main.S())


@pytest.mark.parametrize(
    "line", ["from .NAME import s", "from . import NAME\n    s = NAME.s", "from ..PACKAGE.NAME import s"]
)
def test_a_class_of_a_module_that_a_function_imports_by_its_place(module: Any, tmp_path: Path, line: str) -> None:
    outer, package = (f"package_{next(NUMBERS)}" for _ in "ab")
    folder = tmp_path / outer / package
    folder.mkdir(parents=True)
    (tmp_path / outer / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "held.py").write_text(COUNTING + "s = S()\n", "utf-8")
    line = line.replace("NAME", "held").replace("PACKAGE", package)
    (folder / "solver.py").write_text(SOLVER.replace("f(s)", "f()").replace("    x =", f"    {line}\n    x ="), "utf-8")
    module("")
    held = importlib.import_module(f"{outer}.{package}.held")
    solver = importlib.import_module(f"{outer}.{package}.solver")

    assert list(solver.f()) == ANSWERS
    assert held.s.reads == 0


@pytest.mark.parametrize("between", ["", "import colorsys\n"])
def test_a_class_that_comes_after_the_first_search(module: Any, between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    first = "\nclass Plain(list): reads = 0\nlist(f(Plain('ab')))\n"
    main = module(SOLVER + first + between + COUNTING + "\nfound, s = list(f(S())), S()")

    assert main.found == ANSWERS


def test_a_class_that_is_defined_anew(module: Any) -> None:
    main = module(SOLVER + "\nclass S(list): reads = 0\nlist(f(S('ab')))\n" + COUNTING)

    check(main.f, main.S())


def run(text: str, path: Path, space: dict[str, Any]) -> None:
    path.write_text(text, "utf-8")
    exec(compile(text, str(path), "exec"), space)


def test_a_class_that_replaces_one_when_the_module_has_been_imported(module: Any, tmp_path: Path) -> None:
    main = module(SOLVER + "\nclass S(list): reads = 0\n")
    list(main.f(main.S("ab")))
    run(COUNTING, tmp_path / "more.py", vars(main))

    check(main.f, main.S())


def test_a_module_that_is_imported_anew(module: Any) -> None:
    first = module(SOLVER + COUNTING)
    check(first.f, first.S())
    del sys.modules[first.__name__]
    again = importlib.import_module(first.__name__)

    check(again.f, again.S())


def test_a_program_that_is_executed_in_a_namespace_without_a_name(tmp_path: Path) -> None:
    space: dict[str, Any] = {}
    run(SOLVER + COUNTING, tmp_path / "program.py", space)

    assert list(space["f"](space["S"]())) == ANSWERS


GIVEN = """
from ambsearch import ambiguous, expand
class Own:
    def value(self, x): return x
@ambiguous
def f(given, *, more=None):
    x = yield (1, 2)
    s = LOOK
    return s.value(x), len(s), list(s.notes)
"""
NOTING = """
class S:
    def __init__(self): self.notes = []
    def value(self, x): self.notes.append(x); return x
    def __len__(self): self.notes.append(0); return 9
class Around:
    def __init__(self, s): self.s = s
"""


@pytest.mark.parametrize("is_known", [False, True], ids=["first", "later"])
@pytest.mark.parametrize(
    ("look", "give"),
    [
        ("given", lambda s, around: ((s,), {})),
        ("given[0]", lambda s, around: (([s],), {})),
        ("given['a'][1]", lambda s, around: (({"a": (0, s)},), {})),
        ("given.s", lambda s, around: ((around,), {})),
        ("more", lambda s, around: ((0,), {"more": s})),
    ],
)
def test_an_object_that_a_search_is_given_of_a_module_that_nobody_imports(
    module: Any, look: str, give: Any, is_known: bool
) -> None:
    solver = module(GIVEN.replace("LOOK", look))
    made = module(NOTING)
    if is_known:
        module(SOLVER + COUNTING)
        args, kwargs = give(solver.Own(), solver.Own())
        with contextlib.suppress(AttributeError, TypeError):
            list(solver.f(*args, **kwargs))
    s = made.S()
    args, kwargs = give(s, made.Around(s))

    assert list(solver.f(*args, **kwargs)) == [(1, 9, [1, 0]), (2, 9, [2, 0])]
    assert s.notes == []


@pytest.mark.parametrize("line", ["from NAME import held", "from .NAME import held", "x = 1; from NAME import held"])
def test_an_object_that_is_imported_in_a_list(module: Any, tmp_path: Path, line: str) -> None:
    """Nothing that the module has then says from where it is."""
    package = f"package_{next(NUMBERS)}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "held_here.py").write_text(NOTING + "held = [S()]\n", "utf-8")
    full = "held_here" if line.startswith("from .") else f"{package}.held_here"
    text = f"{line.replace('NAME', full)}\n{GIVEN.replace('LOOK', 'held[0]')}"
    (folder / "solver.py").write_text(text, "utf-8")
    module("")
    solver = importlib.import_module(f"{package}.solver")

    assert list(solver.f(0)) == [(1, 9, [1, 0]), (2, 9, [2, 0])]
    assert solver.held[0].notes == []


def test_an_object_of_pythons_own_is_no_reason_to_expand_anew(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = module(SOLVER + COUNTING)
    check(solver.f, solver.S())
    forgotten: list[int] = []
    monkeypatch.setattr(WORLD, "forget_facts", lambda: forgotten.append(1))

    with pytest.raises(AttributeError):
        list(solver.f(UserDict({0: 1, 1: 2})))
    assert not forgotten


REGISTRY = """
from ambsearch import ambiguous
class Rule:
    def allows(self, x): return True
FOUND = [Rule()]
"""
ASKING = """
from NAME import FOUND
from ambsearch import ambiguous, require

@ambiguous
def f(first):
    x = yield (1, 2)
    require(all(rule.allows(x) for rule in FOUND))
    return x
"""
PLUGIN = """
from NAME import FOUND, Rule
class Kept(Rule):
    seen = ()
    def allows(self, x):
        self.seen += (x,)
        return self.seen == (x,)
FOUND.append(Kept())
"""


@pytest.mark.parametrize("search", ["", "@ambiguous\ndef g(): return (yield (1, 2))"], ids=["", "with a search"])
@pytest.mark.parametrize("is_known", [False, True], ids=["first", "later"])
def test_a_class_of_a_module_that_nobody_imports_derived_from_one_that_is_known(
    module: Any, is_known: bool, search: str
) -> None:
    """As that of a plugin, which is imported by a name that is found when the program runs."""
    rules = module(REGISTRY)
    solver = module(ASKING)
    if is_known:
        assert list(solver.f(0)) == [1, 2]
    module(f"{PLUGIN.replace('NAME', rules.__name__)}from ambsearch import ambiguous\n{search}")

    assert list(solver.f(0)) == [1, 2]
    assert rules.FOUND[1].seen == ()


STRANGER = """
from functools import cached_property
best = 0
class Other:
    __slots__ = ("value", "__dict__")
    def __init__(self, value, act): self.value, self.find, self.rank = value, act, act
    def plus(self, x): self.seen = x
    def is_free(self, x): self.seen = x; return True
    @property
    def size(self): self.seen = 1; return 1
    @cached_property
    def total(self): return 1
def other(x):
    global best
    best = x
def attach(o, name): setattr(o, "rank", name)
def give(cls): cls.size = cls.cells = 1
class Pile:
    def __init__(self): self.cells = []
    def put(self, i): self.cells.append(i)
"""
STRANGE = """
from ambsearch import ambiguous, require
class Board:
    def __init__(self, n): self.cells, self.size, self.total = [0] * n, n, 0
    def value(self, i): return self.cells[i]
    def plus(self, x): return x + self.size + self.total
    def is_free(self, i): return self.value(i) == 0 and "a".find("b") < 0
    def rank(self, i): return i
    def put(self, i): self.cells[i] = 1
def best(x): return x
@ambiguous
def f(n):
    board = Board(n)
    x = yield range(n)
    require(board.is_free(x) and board.plus(x) > 0 and best(x) == board.rank(x))
    return x
@ambiguous
def g(n):
    board = Board(n)
    x = yield range(n)
    board.put(x)
    return x
"""


def test_what_strangers_have_under_the_same_names_changes_no_expansion(module: Any) -> None:
    alone = module(STRANGE)
    assert list(alone.f(2)) == list(alone.g(2)) == [0, 1]
    before = [expand(f, fast=True, helpers=True) for f in (alone.f, alone.g)]
    module(STRANGER)
    beside = module(STRANGE)

    assert list(beside.f(2)) == list(beside.g(2)) == [0, 1]
    assert [expand(f, fast=True, helpers=True) for f in (beside.f, beside.g)] == before
    assert "trail" not in before[0]


def test_what_a_script_computes_is_no_reason_to_expand_anew() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    relations = Relations()
    relations.learn(space)

    space |= {"n": 3, "found": [(1, 2)]}
    assert not relations.has_news()
    space["C"] = type("C", (), {})
    assert relations.has_news()


class Pupil:
    total = 0


@ambiguous
def marked(pupil: Pupil) -> Any:
    mark = yield (1, 2)
    Pupil.total += 1
    pupil.total += mark
    return pupil.total


def test_a_default_of_a_class_that_a_search_changes_and_takes_back_is_no_reason_to_expand_anew() -> None:
    assert list(marked(Pupil())) == [2, 3]
    assert WORLD.holds()


class Box:
    def __init__(self) -> None:
        self.xs: list[int] = []

    def put(self, x: int) -> None:
        self.xs.append(x)


class Sub(Box):
    pass


@ambiguous
def put_one(box: Any) -> Any:
    x = yield (1, 2)
    box.put(x)
    return box.xs


def negative(box: Any, x: int) -> None:
    box.xs.append(-x)


def test_a_method_that_is_put_into_a_class_that_inherited_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(put_one(Sub())) == [[1], [2]]
    monkeypatch.setattr(Sub, "put", negative)
    assert list(put_one(Sub())) == [[-1], [-2]]
    monkeypatch.undo()
    assert list(put_one(Sub())) == [[1], [2]]


def test_a_method_that_is_replaced_in_a_class_that_was_made_after_the_first_search() -> None:
    list(put_one(Box()))

    class Later(Box):
        def put(self, x: int) -> None:
            self.xs += [x]

    assert list(put_one(Later())) == [[1], [2]]
    Later.put = negative  # type: ignore[method-assign]
    assert list(put_one(Later())) == [[-1], [-2]]


GRAPH = """
from collections import defaultdict
class Graph:
    def __init__(self):
        self.roads = defaultdict(list, {1: [2]})
"""
WALKS = """
from ambsearch import ambiguous, expand
from NAME import Graph
graph = Graph()
def after(place):
    return len(graph.roads[place])
@ambiguous
def f():
    place = yield (1, 2, 3)
    return place, after(place), len(graph.roads)
"""


def test_what_is_read_in_one_module_may_be_a_defaultdict_of_another(module: Any) -> None:
    module(GRAPH)
    walks = module(WALKS)

    assert list(walks.f()) == [(1, 1, 1), (2, 0, 2), (3, 0, 2)]
    assert walks.graph.roads == {1: [2]}


RULES = """
limit = 3
def rule(n):
    return n < limit
"""
PLAY = """
from ambsearch import ambiguous, expand
import NAME as rules
def strict(n):
    rules.limit -= n
    return rules.limit
def asked():
    return rules.rule(1)
@ambiguous
def f():
    x = yield (1, 2)
    SWAP
    return x, asked(), rules.rule(1), rules.limit
"""


def test_a_function_that_a_search_replaces_in_another_module(module: Any) -> None:
    rules = module(RULES)
    play = module(PLAY.replace("SWAP", "if x == 1: rules.rule = strict"))

    assert list(play.f()) == [(1, 2, 1, 1), (2, True, True, 3)]
    assert rules.limit == 3


NOTES = """
notes = []
def heed(n):
    return n
def noted(n):
    notes.append(n)
    return -n
def ruled(n):
    return heed(n)
"""
RULED = """
from ambsearch import ambiguous, expand
import NAME as rules
@ambiguous
def f():
    x = yield (1, 2)
    if x == 1: SWAP
    y = yield (3, 4)
    return x, rules.ruled(y), list(rules.notes)
"""


@pytest.mark.parametrize(
    "swap",
    [
        *("setattr(rules, 'heed', rules.noted)", "vars(rules)['heed'] = rules.noted"),
        *("rules.__dict__.update(heed=rules.noted)", "rules.ruled.__globals__['heed'] = rules.noted"),
    ],
)
def test_a_function_that_a_search_replaces_in_any_way_in_another_module(module: Any, swap: str) -> None:
    rules = module(NOTES)
    play = module(RULED.replace("SWAP", swap))

    assert list(play.f()) == [(1, -3, [3]), (1, -4, [4]), (2, 3, []), (2, 4, [])]
    assert rules.notes == []


def test_a_function_of_another_module_that_is_replaced_between_two_searches(module: Any) -> None:
    rules = module(RULES)
    play = module(PLAY.replace("SWAP", "pass"))

    assert list(play.f()) == [(1, True, True, 3), (2, True, True, 3)]
    rules.rule = play.strict
    assert list(play.f()) == [(1, 2, 1, 1), (2, 2, 1, 1)]
    assert rules.limit == 3


def test_a_conftest_may_hand_its_objects_to_all_tests_below_it_and_to_no_others() -> None:
    relations = Relations()
    conftest, below, beside = (
        {"__name__": name, "__file__": os.path.join("home", *path)}
        for name, *path in (
            ("conftest", "tests", "conftest.py"),
            ("test_it", "tests", "deep", "test_it.py"),
            ("test_other", "others", "test_other.py"),
        )
    )
    for space in (conftest, below, beside):
        assert relations.learn(space)
    assert relations.of(below) == {id(below), id(conftest)}
    assert relations.of(beside) == {id(beside)}


def test_what_is_found_in_modules_is_found_again_only_where_there_is_something_new_in_one_of_them() -> None:
    asked: list[frozenset[int] | None] = []
    relations, one, other = Relations(), {"__name__": "one"}, {"__name__": "other"}
    of_one, of_both = frozenset({id(one)}), frozenset({id(one), id(other)})

    def ask() -> list[frozenset[int] | None]:
        asked.clear()
        for spaces in (of_one, of_both, None):
            relations.once(spaces, asked.append)
        return asked

    relations.learn(one)
    assert ask() == [of_one, of_both, None]
    assert ask() == []
    relations.learn(other)
    assert ask() == [of_both, None]
    one["x"] = "new"
    relations.learn(one)
    assert ask() == [of_one, of_both, None]


def test_a_prompt_may_meet_the_objects_of_all_modules_and_a_script_only_those_that_it_imports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was imported at a prompt by `from held import pieces` is in no text."""
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    relations = Relations()
    here = globals()
    for space in (
        (prompt := {"__name__": "__main__"}),
        (script := {"__name__": "__main__", "__file__": "script.py"}),
        here,
    ):
        relations.learn(space)
    assert id(here) in relations.of(prompt)
    assert id(here) not in relations.of(script)
    queues = vars(importlib.import_module("queue"))  # which IPython has imported before anything is typed
    relations.learn(queues)
    assert id(queues) not in relations.of(prompt)
    prompt["Queue"] = queues["Queue"]
    relations.learn(prompt)
    assert id(queues) in relations.of(prompt)


def test_a_class_of_which_a_search_was_given_an_object_is_let_go(module: Any) -> None:
    solver = module(GIVEN.replace("LOOK", "given"))
    cls = type("Passing", (), {})
    met = weakref.ref(cls)
    solver.f(cls()).note = None  # so that nothing tells that it is not asked
    assert met() in solver.f.met

    del cls
    gc.collect()
    assert met() is None


NAMES_OF_CONTAINERS = """
class Odd:
    def get(self, key, *more): return self
    def count(self, x): return self
    def values(self): return self
    def __getattr__(self, name): return self
    def __copy__(self): return self
    def __index__(self): return 0
"""
COUNTED = """
import copy
from ambsearch import ambiguous, require

@ambiguous
def f():
    row, rows = [0] * 3, []
    for i in range(3):
        color = yield range(2)
        row[i] = color
        counts = {}
        for other in copy.copy(row)[: i + 1]:
            counts[other] = counts.get(other, 0) + 1
        require(max(counts.values()) <= 2)
        rows = [*rows, color]
    return rows
"""


def test_the_methods_of_a_module_that_is_not_related_make_no_container_another(module: Any) -> None:
    alone = module(COUNTED)
    assert len(list(alone.f())) == 6
    text = expand(alone.f, fast=True)

    module(NAMES_OF_CONTAINERS)
    beside = module(COUNTED)
    assert list(beside.f()) == list(alone.f())
    assert expand(beside.f, fast=True) == text and "trail" not in text
