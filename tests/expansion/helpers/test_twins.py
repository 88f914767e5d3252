"""Twins of helpers: the same text, in which every change is recorded."""

import gc
import re
import sys
import types
import weakref
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import compile_program
from recorded import WORDS, define

from ambsearch import ambiguous, expand
from ambsearch.errors import NotUndoable, OutsideSearch, Refused
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.helpers.twins import twin
from ambsearch.running.twins import MANY, TABLES, TWINS
from ambsearch.running.undoing import undo

pytestmark = pytest.mark.usefixtures("no_other_module")

HELPERS = """
def put(xs, x=1, *, twice=False):
    xs.append(x)
    if twice:
        xs.append(x)
    return len(xs)

def look(xs):
    ys = list(xs)
    ys.append(0)
    return ys

def walk(xs):
    xs.append(1)
    yield len(xs)
    xs.append((yield 2))
    xs.append(3)
    yield

def outer(xs):
    total = 0
    def add(x):
        nonlocal total
        total += x
        xs.append(total)
    return add

class Board:
    def __init__(self, xs):
        self.xs = xs
        self.__hidden = len(xs)

    def put(self, x):
        self.__hidden += x
        self.xs.append(self.__hidden)
"""


def helper(name: str) -> Any:
    return compile_program(HELPERS, WORDS)[name]


def test_a_twin_does_the_same_and_what_it_changes_is_taken_back() -> None:
    put = helper("put")
    code = twin(put, False)
    assert code is not None
    recorded = types.FunctionType(code, put.__globals__, "put", put.__defaults__)
    recorded.__kwdefaults__ = put.__kwdefaults__
    xs, trail = [0], []

    assert (recorded(trail, xs), recorded(trail, xs, 2, twice=True), xs) == (2, 4, [0, 1, 2, 2])
    undo(trail)
    assert xs == [0]


def test_what_changes_only_its_own_has_no_twin() -> None:
    assert twin(helper("look"), False) is None


INNER = """
def ways(n):
    known, calls = {}, 0
    def count(k):
        nonlocal calls
        calls += 1
        if k not in known:
            known[k] = 1 if k < 2 else count(k - 1) + count(k - 2)
        return known[k]
    return count(n), calls

def halves(n):
    seen = []
    def even(k):
        seen.append(k)
        return k == 0 or odd(k - 1)
    def odd(k):
        seen.append(-k)
        return k != 0 and even(k - 1)
    return even(n), sorted(map(even, seen[:1])), seen

def noted(n):
    seen = []
    def note(k):
        log.append(k)
        return again(k)
    def again(k):
        seen.append(k)
        return note(k - 1) if k else seen
    return note(n)

def counter():
    total = 0
    def add(n):
        nonlocal total
        total += n
        return total
    add(1)
    return add

def fresh(xs):
    seen = set()
    def is_new(x):
        if x in seen:
            return False
        seen.add(x)
        return True
    for x in xs:
        if is_new(x):
            yield x

log, kept = [], counter()
@ambiguous
def f():
    n = yield (2, 3)
    add = counter()
    found = ways(n), halves(n), noted(n), kept(n), add(n)
    for x in fresh([1, n, 1, 3]):
        if (yield (0, 1)):
            found = (*found, x, add(x), kept(x))
    return found, list(log)
"""


@pytest.mark.parametrize("name", ["ways", "halves", "counter"])
def test_what_functions_made_in_a_helper_change_of_its_own_needs_no_twin(name: str) -> None:
    assert twin(compile_program(INNER, WORDS)[name], False) is None


@pytest.mark.parametrize("deep", [False, True])
def test_what_they_change_when_the_helper_has_ended_and_in_steps_of_a_generator_is_taken_back(deep: bool) -> None:
    check(Program(INNER, frozenset()), "deep" if deep else "plain")


def test_the_twin_of_a_generator_records_what_it_changes_when_it_goes_on() -> None:
    walk = helper("walk")
    code = twin(walk, False)
    assert code is not None
    xs, trail = [], []
    steps = types.FunctionType(code, walk.__globals__)(trail, xs)

    assert (xs, trail) == ([], [])
    assert [next(steps), next(steps), steps.send(2)] == [1, 2, None]
    assert xs == [1, 2, 3]
    undo(trail)
    assert xs == []


def test_an_object_that_is_made_needs_no_inverse() -> None:
    make = helper("Board").__init__

    assert (twin(make, True), twin(make, False) is None) == (None, False)


def test_objects_that_share_their_attributes_are_not_only_made(deep: bool) -> None:
    program = f"""
class Shared:
    common = {{}}
    def __init__(self, start):
        self.__dict__ = self.common
        self.start = start

def number(x):
    made = Shared(x)
    made.x = x
    made.seen = made.seen + 1 if "seen" in vars(made) else 1
    return made.seen

@ambiguous(deep={deep})
def f():
    x = yield (1, 2)
    made = Shared(x)
    made.y = x
    return number(x) + number(x), dict(Shared.common)
"""
    space = compile_program(program, WORDS)

    assert list(space["f"]()) == [(3, {"start": x, "x": x, "y": x, "seen": 2}) for x in (1, 2)]
    assert space["Shared"].common == {}


@pytest.mark.thorough
def test_classes_and_functions_that_a_search_makes_are_forgotten_in_time(deep: bool) -> None:
    """Else each would cost memory for good, and each later search time, which looks whether they are as they were."""
    program = f"""
def put(xs, key):
    xs.sort(key=key)

def counter(tally):
    class Counter:
        def count(self):
            self.n = getattr(self, "n", 0) + 1
            tally.append(self.n)
            put(tally, lambda n: tally.count(n))
            return self.n
    return Counter()

@ambiguous(deep={deep})
def f(tally):
    x = yield range(600)
    made = counter(tally)
    return made.count() + made.count()
"""
    space = compile_program(program, WORDS)
    tally: list[int] = []

    assert (set(space["f"](tally)), tally) == ({3}, [])
    assert len(WORLD.passing.values) <= MANY + 10
    assert all(len(known) < 300 for known in [*TABLES.values(), TWINS.makers])
    assert len(TWINS.known) <= MANY
    assert space["f"](tally).count() == 600


def test_a_class_made_in_a_function_may_get_another_method_between_two_searches() -> None:
    program = """
class Made:
    pass

def made():
    class Counter(Made):
        def count(self):
            self.n = 1
            return self.n
    return Counter

@ambiguous
def f(cls):
    x = yield (1, 2)
    return cls().count() + x
"""
    space = compile_program(program, WORDS)
    Counter = space["made"]()

    assert list(space["f"](Counter)) == [2, 3]
    Counter.count = lambda self: setattr(Counter, "last", 5) or 9
    assert list(space["f"](Counter)) == [10, 11]
    assert not hasattr(Counter, "last")


SWALLOWING = """
import contextlib

class Quiet:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        left.append(error)
        return True

class Silent(Quiet):
    def __exit__(self, *error):
        return True

@contextlib.contextmanager
def caught():
    try:
        yield
    except BaseException:
        pass

@contextlib.contextmanager
def pushed():
    with contextlib.ExitStack() as stack:
        stack.push(lambda *error: True)
        yield

def suppressed():
    return contextlib.suppress(BaseException)

def check(x):
    require(x > 1)

left = []
"""


@pytest.mark.parametrize("manager", ["Quiet", "Silent", "caught", "pushed", "suppressed"])
def test_a_manager_that_swallows_exceptions_does_not_swallow_the_end_of_a_branch(manager: str, deep: bool) -> None:
    program = f"""{SWALLOWING}
def direct(x):
    with {manager}():
        require(x > 1)
        return x
    return "swallowed"

def by_another(x):
    with contextlib.nullcontext(), {manager}():
        check(x)
    return x

@ambiguous(deep={deep})
def f(helper):
    x = yield (1, 2)
    return helper(x), [part for parts in left for part in parts if part is not None]

@ambiguous(deep={deep})
def g():
    x = yield (1, 2)
    with {manager}():
        check(x)
        return x
    return "swallowed"
"""
    space = compile_program(program, WORDS)

    assert [list(space["f"](space[name])) for name in ("direct", "by_another")] == [[(2, [])]] * 2
    assert list(space["g"]()) == [2]
    assert space["left"] == []


@pytest.mark.parametrize("leap", ["return x", "break", "continue", "if True: return x", "for _ in 'a': return x"])
def test_a_finally_that_is_left_does_not_swallow_the_end_of_a_branch(leap: str, deep: bool) -> None:
    program = f"""
def check(x):
    require(x > 1)

def direct(x, done):
    for turn in range(2):
        try:
            require(x > 1)
        except ValueError:
            pass
        else:
            done.append("else")
        finally:
            permanent(done.append(x))
            {leap}
    return x

def by_another(x, done):
    while x:
        try:
            check(x)
        finally:
            permanent(done.append(x))
            {leap.replace("continue", "return x")}
    return x

@ambiguous(deep={deep})
def f(helper, done):
    def made_inside():
        return helper(x, done)
    x = yield (1, 2)
    return helper(x, []), made_inside()
"""
    space = compile_program(program, WORDS)
    for name in ("direct", "by_another"):
        done = []
        assert list(space["f"](space[name], done)) == [(2, 2)]
        assert done == [2] * (2 if (name, leap) == ("direct", "continue") else 1)


@pytest.mark.parametrize("look", ["sorted(locals())", "dir()", "sorted(vars())", "(locals()['n'], vars()['total'])"])
def test_a_helper_that_looks_at_its_variables_sees_its_own_alone(look: str) -> None:
    program = f"""
def helper(xs, n):
    xs[0] = n
    xs.append(n)
    def shared():
        return total
    total = len(xs)
    if n > 9:
        never = 1
    return {look}

@ambiguous
def f():
    return helper([0], (yield (1, 2)))
"""
    space = compile_program(program, WORDS)

    assert list(space["f"]()) == [space["helper"]([0], n) for n in (1, 2)]


def test_a_finally_swallows_an_error_beside_a_require() -> None:
    program = """
def helper(x):
    try:
        require(x > 1)
        return 6 // (x - 2)
    finally:
        return "swallowed"

@ambiguous
def f():
    return helper((yield (1, 2, 3)))
"""
    assert list(compile_program(program, WORDS)["f"]()) == ["swallowed", "swallowed"]


def test_a_function_that_calls_itself_without_an_argument_is_named() -> None:
    program = """
def back(xs, n):
    xs.append(n)
    return back(xs) if n else n

@ambiguous
def f(xs):
    return back(xs, (yield [0, 1]))
"""
    with pytest.raises(TypeError, match=r"^back\(\) missing 1 required positional argument: 'n'$"):
        list(compile_program(program, WORDS)["f"]([]))


def test_a_twin_has_the_name_the_file_and_the_lines_of_its_function() -> None:
    put = helper("put")
    code = twin(put, False)
    assert code is not None
    lines = {line for *_, line in code.co_lines() if line is not None}

    assert (code.co_name, code.co_filename) == (put.__code__.co_name, put.__code__.co_filename)
    assert lines <= set(range(2, 7))


def test_a_function_whose_source_is_gone_is_reported() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile("def put(xs):\n    xs.append(1)", "<gone>", "exec"), space)
    with pytest.raises(NotUndoable, match="put"):
        twin(space["put"], False)


def test_closures_and_private_names_are_shared_with_the_function(deep: bool) -> None:
    body = "add = outer(xs)\nboard = Board(xs)\nx = yield (1, 2)\nadd(x)\nadd(x)\nboard.put(x)\nreturn list(xs)"
    xs: list[int] = []

    assert list(define(body, "xs", HELPERS, deep)(xs)) == [[1, 2, 1], [2, 4, 2]]
    assert xs == []


def test_a_helper_may_return_what_require_gives(deep: bool) -> None:
    program = f"""
def positive(a):
    return require(a > 0)

def even(a):
    if a % 2:
        return fail()
    return a

@ambiguous(deep={deep})
def f(n):
    x = yield range(n)
    assert positive(x) is None
    return even(x)
"""
    assert list(compile_program(program, WORDS)["f"](5)) == [2, 4]


def test_require_inside_an_expression_of_a_helper_is_refused_at_its_place() -> None:
    program = """
def check(a):
    if require(a > 0):
        return a

@ambiguous
def f(n):
    x = yield range(n)
    return check(x)
"""
    with pytest.raises(Refused, match="require inside an expression; make it a statement of its own") as refused:
        list(compile_program(program, WORDS)["f"](5))
    assert refused.value.lineno == 3


RECURSIVE = """
def down(n, log):
    log.append(n)
    return down(n - 1, log) if n else len(log)

def even(n, log):
    log.append(n)
    return n == 0 or odd(n - 1, log)

def odd(n, log):
    log.append(-n)
    if n == 0:
        fail()
    return even(n - 1, log)

@ambiguous(deep=DEEP)
def f(n):
    log = []
    x = yield (1, 2)
    return down(n, log), log[:x]

@ambiguous(deep=DEEP)
def g(n):
    log = []
    x = yield range(n)
    even(x, log)
    return log
"""


def test_a_helper_that_calls_itself_goes_as_deep_as_it_does_without_a_search(deep: bool) -> None:
    f = compile_program(RECURSIVE.replace("DEEP", str(deep)), WORDS)["f"]

    assert list(f(700)) == [(701, [700]), (701, [700, 699])]


def test_helpers_that_call_each_other_are_taken_back(deep: bool) -> None:
    g = compile_program(RECURSIVE.replace("DEEP", str(deep)), WORDS)["g"]

    assert list(g(5)) == [[0], [2, -1, 0], [4, -3, 2, -1, 0]]
    assert list(g(5)) == [[0], [2, -1, 0], [4, -3, 2, -1, 0]]


def test_a_container_that_must_be_read_first_is_changed_in_place_in_a_helper(deep: bool) -> None:
    program = f"""
def put(places, made, k, v):
    places[v].append(k)
    made.setdefault(k, set()).add(places[k + 1][-1] if k + 1 in places else v)

@ambiguous(deep={deep})
def f(places, made):
    assert type(places) is defaultdict
    for k in range(2):
        put(places, made, k, (yield (1, 2)))
    return dict(places), made
"""
    f = compile_program(program, WORDS | {"defaultdict": defaultdict})["f"]
    places: defaultdict[int, list[int]] = defaultdict(list)
    made: dict[int, set[int]] = {}

    assert not re.search(r"changed\(trail, .*'(append|add)'", expand(f, helpers=True, fast=True))
    assert list(f(places, made)) == [
        ({1: [0, 1]}, {0: {0}, 1: {1}}),
        ({1: [0], 2: [1]}, {0: {0}, 1: {1}}),
        ({2: [0], 1: [1]}, {0: {2}, 1: {0}}),
        ({2: [0, 1]}, {0: {2}, 1: {1}}),
    ]
    assert (places, made) == ({}, {})


SHARED = """
def put(xs, x):
    require(x != 1)
    note(xs, x)

def note(xs, x):
    xs.append(x)

@ambiguous
def f(xs):
    put(xs, (yield range(3)))
    return xs
"""


def test_threads_that_call_a_search_first_at_the_same_time_wait_for_one_another(quick_turns: None) -> None:
    threads = 4
    with ThreadPoolExecutor(threads) as executor:
        for _ in range(8):
            f, begin = compile_program(SHARED, WORDS)["f"], Barrier(threads)

            def found(_: int, f: Any = f, begin: Barrier = begin) -> Any:
                begin.wait()
                return list(f([]))

            assert list(executor.map(found, range(threads))) == [[[0], [2]]] * threads


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


WORDS_BY_LENGTH: defaultdict[int, list[str]] = defaultdict(list)


def words_of_length(length: int) -> int:
    return len(WORDS_BY_LENGTH[length])


def test_the_key_that_a_helper_makes_by_reading_is_taken_back() -> None:
    @ambiguous
    def search():  # type: ignore[no-untyped-def]
        length = yield (1, 2)
        return words_of_length(length), sorted(WORDS_BY_LENGTH)

    assert list(search()) == [(0, [1]), (0, [2])]
    assert WORDS_BY_LENGTH == {}


def test_a_lambda_that_a_lambda_of_a_helper_makes_is_told_apart_from_that() -> None:
    text = """
from functools import reduce
def curried(f): return lambda a: lambda b: f(a, b)
def composed(*fs): return reduce(lambda f, g: lambda x: g(f(x)), fs)
@ambiguous
def f(xs):
    x = yield (1, 2)
    add = curried(lambda a, b: xs.append(a) or a + b)
    return composed(add(x), str)(3), xs
"""
    xs: list[int] = []

    assert list(compile_program(text, WORDS)["f"](xs)) == [("4", [1]), ("5", [2])]
    assert xs == []


def test_a_nonlocal_variable_may_have_the_name_of_what_an_expansion_uses(deep: bool) -> None:
    def counter() -> tuple[Any, Any]:
        item, item_reset = 0, 7

        def add(x: int) -> int:
            nonlocal item
            item += x
            return item + item_reset

        return add, lambda: item

    add, get = counter()

    @ambiguous(deep=deep)
    def f() -> Any:
        x = yield (1, 2)
        return x, add(x), get()

    assert list(f()) == [(1, 8, 1), (2, 9, 2)]
    assert get() == 0


def test_what_a_generator_changes_is_undone_though_it_may_call_require_which_is_no_end_of_a_branch(deep: bool) -> None:
    program = compile_program(
        "def noted(seen, x):\n    seen.append(x)\n    if x == 3:\n        fail()\n    yield x\n"
        "def solve(seen, xs):\n    x = yield xs\n    return list(noted(seen, x)), list(seen)\n",
        WORDS,
    )
    solve, seen = ambiguous(deep=deep)(program["solve"]), list[int]()

    assert list(solve(seen, (1, 2))) == [([1], [1]), ([2], [2])]
    with pytest.raises(OutsideSearch, match="noted is a generator, which gives items and belongs to no branch"):
        list(solve(seen, (1, 3)))
    assert seen == []


SUITS = """
class Deck:
    def __init__(self, cards): self.cards = cards
    def follows(self, card):
        if self.cards.pop() != card:
            return False
        require(self.cards.pop(0) < card)
        return True
@ambiguous
def f(deck):
    card = yield (1, 4, 3)
    return card, deck.follows(card), list(deck.cards)
"""


def test_what_a_helper_takes_out_in_a_test_is_a_change_of_its_own() -> None:
    space = compile_program(SUITS, WORDS)
    deck = space["Deck"]([2, 5, 4])

    assert list(space["f"](deck)) == [(1, False, [2, 5]), (4, True, [5]), (3, False, [2, 5])]
    assert deck.cards == [2, 5, 4]
    assert "change(trail" not in expand(space["f"], helpers=True, fast=True)


COPIED = """
def without(groups, place, gone):
    mine = list(groups)
    mine[place] -= gone
    return mine
@ambiguous
def f(groups, gone):
    x = yield gone
    return without(groups, 0, x), list(groups)
"""


def test_an_item_of_a_copied_list_is_put_back_only_if_an_operator_changes_it_in_place() -> None:
    space = compile_program(COPIED, WORDS)
    groups = [{1, 2}, {3}]

    assert list(space["f"]([5, 7], (1, 2))) == [([4, 7], [5, 7]), ([3, 7], [5, 7])]
    assert list(space["f"](groups, ({1}, {2}))) == [([{2}, {3}], [{2}, {3}]), ([{1}, {3}], [{1}, {3}])]
    assert groups == [{1, 2}, {3}]
    assert "_undo" not in expand(space["f"], helpers=True, fast=True)


MAKERS = """
def putting(xs):
    def put(x):
        xs.append(x)
    return put

def counting_down(xs):
    def walk(n):
        xs.append(n)
        if n:
            walk(n - 1)
    return walk

@ambiguous
def f(functions):
    x = yield (1, 2)
    functions[0](x)
    return x
"""


@pytest.mark.parametrize("maker", ["putting", "counting_down"])
def test_the_twin_of_a_function_that_another_has_made_lives_as_long_as_the_search(maker: str) -> None:
    space, xs = compile_program(MAKERS, WORDS), [0]
    function = space[maker](xs)
    assert list(space["f"]([function])) == [1, 2] and xs == [0]

    answers = iter(space["f"]([function]))
    assert next(answers) == 1 and function in TWINS.known
    answers.close()
    left = weakref.ref(function)
    del function, answers
    gc.collect()
    assert left() is None


def test_twins_are_made_anew_beside_functions_whose_code_holds_what_has_no_hash() -> None:
    """As that of a lambda does which a twin makes: a table of methods is a constant of it."""
    code = compile("lambda: 0", "", "eval").co_consts[0]
    holding, other = (types.FunctionType(code.replace(co_consts=(part,)), {}) for part in ({}, 1))
    TWINS.known.update({holding: None, other: None})
    TWINS.forget_codes({id(other.__code__)})

    assert other not in TWINS.known
