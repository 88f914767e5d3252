"""Searches that are observed: what the observer is told, which searches are observed with it, and that nobody else is."""

import functools
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import compile_program, register
from searches import above, square

from ambsearch import (
    Answers,
    LiveAnswer,
    ambiguous,
    between,
    breadth_first,
    effort,
    fail,
    if_fail,
    interleave,
    minimize,
    once,
    permanent,
    require,
)
from ambsearch.observing import Observer, observed
from ambsearch.running.choices import items


class Log(Observer):
    """An observer that notes what it is told."""

    item = "watch.events.append((site.name, target))"

    def __init__(self) -> None:
        self.events: list[Any] = []


class Everything(Observer):
    """An observer that notes each kind of event, with the number of its line below the `def`."""

    item = "watch.note('item', site, index)"
    exhausted = "watch.note('exhausted', site)"
    guard = "watch.judge(site, test)"
    dead = "watch.note('dead', site)"
    answer = "watch.note('answer', site, value)"

    def __init__(self, function: Any) -> None:
        self.first = function.__wrapped__.__code__.co_firstlineno + 1
        self.events: list[Any] = []

    def note(self, kind: str, site: Any, *more: Any) -> None:
        self.events.append((kind, site.line - self.first, *more))

    def judge(self, site: Any, test: object) -> bool:
        self.note("passed" if test else "failed", site)
        return bool(test)

    def begin(self, answers: Answers[Any]) -> None:
        self.events.append(f"begin {answers!r}")

    def found(self, start: Any, answer: Any, point: Any) -> None:
        self.events.append(f"found {answer}")

    def end(self, start: Any, error: BaseException | None) -> None:
        self.events.append(f"end {type(error).__name__}")


@ambiguous
def digit(n: int) -> Any:
    d = yield range(4)
    require(d == n)
    return d


DIGIT_2 = [("d", 0), ("d", 1), ("d", 2)]  # the items up to the one answer of digit(2)


def log_of(answers: Answers[Any], limit: int = 10) -> list[Any]:
    log = Log()
    observed(answers, log).take(limit)
    return log.events


def test_the_observer_is_reported_every_item_by_the_name_of_its_choice() -> None:
    log = Log()
    assert observed(square(3), log).take(2) == ["small", "large"]
    assert log.events == [("k", 3), ("s", 9), ("k", 4), ("s", 16), ("return", "small"), ("return", "large")]


def test_an_observed_search_has_the_same_answers() -> None:
    assert observed(square(3), Log()).take(7) == square(3).take(7)


def test_each_choice_item_guard_answer_and_exhausted_choice_is_reported() -> None:
    @ambiguous
    def small() -> Any:
        a = yield (1, 2)
        if a == 2:
            fail()
        b = yield "xy"
        require(b == "y")
        return a, b

    log = Everything(small)
    assert list(observed(small(), log)) == [(1, "y")]
    assert log.events == [
        "begin small()",
        ("item", 1, 0),
        ("item", 4, 0),
        ("failed", 5),
        ("item", 4, 1),
        ("passed", 5),
        ("answer", 6, (1, "y")),
        "found (1, 'y')",
        ("exhausted", 4),
        ("item", 1, 1),
        ("dead", 3),
        ("exhausted", 1),
        "end NoneType",
    ]


def test_guards_that_share_an_if_or_a_loop_are_reported_one_by_one() -> None:
    @ambiguous
    def guarded() -> Any:
        a = yield (1, 2, 3)
        if a > 1:
            require(a < 9)
            require(a != 2)
        for k in range(2):
            require(a > k)
        return a

    log = Everything(guarded)
    assert list(observed(guarded(), log)) == [3]
    assert [event for event in log.events if event[0] in ("passed", "failed")] == [
        ("passed", 6),  # of 1
        ("failed", 6),
        ("passed", 3),  # of 2
        ("failed", 4),
        ("passed", 3),  # of 3
        ("passed", 4),
        ("passed", 6),
        ("passed", 6),
    ]


class Path:
    def __init__(self) -> None:
        self.steps: list[int] = []

    def add(self, n: int) -> None:
        self.steps.append(n)


def test_a_helper_that_calls_a_method_and_ends_the_branch_is_reported_too() -> None:
    def put(path: Path, n: int) -> None:
        path.add(n)
        require(n != 1)

    @ambiguous
    def putting() -> Any:
        path = Path()
        put(path, (yield range(3)))
        return path.steps

    log = Everything(putting)
    assert list(observed(putting(), log)) == [[0], [2]]


def test_a_helper_that_ends_the_branch_is_reported_by_the_line_of_its_require() -> None:
    path: list[int] = []

    def put(n: int) -> None:
        path.append(n)
        require(n != 1)

    @ambiguous
    def putting() -> Any:
        put((yield range(3)))
        return list(path)

    log = Everything(putting)
    assert list(observed(putting(), log)) == [[0], [2]]
    (dead,) = [event for event in log.events if event[0] == "dead"]
    assert dead[1] == -3  # lines above the def
    assert path == []


def test_an_exception_ends_the_search_and_is_reported() -> None:
    @ambiguous
    def failing() -> Any:
        d = yield (1, 0)
        return 1 // d

    log = Everything(failing)
    with pytest.raises(ZeroDivisionError):
        list(observed(failing(), log))
    assert log.events[-1] == "end ZeroDivisionError"
    assert failing().first() == 1


def test_an_answer_that_cannot_be_copied_is_reported_where_it_is_given() -> None:
    @ambiguous
    def live() -> Any:
        n = yield (1,)
        return (k for k in range(n))

    lines = []
    for answers in (live(), observed(live(), Log())):
        with pytest.raises(LiveAnswer) as raised:
            answers.first()
        lines.append([entry.lineno for entry in traceback.extract_tb(raised.value.__traceback__)][1:])
    assert lines[0] == lines[1]
    assert lines[0][-1] == live.__wrapped__.__code__.co_firstlineno + 3  # type: ignore[attr-defined]


def test_a_search_that_is_cut_short_is_reported() -> None:
    log = Everything(above)
    observed(above(1), log).take(2)
    assert log.events[-1] == "end GeneratorExit"


# Who is observed


def test_a_plain_search_of_the_same_function_meanwhile_is_not_observed() -> None:
    log = Log()
    search = iter(observed(square(3), log))
    assert next(search) == "small"
    told = list(log.events)
    assert square(3).take(5) == ["small", "large"] * 2 + ["small"]
    assert log.events == told


def test_the_observed_functions_themselves_stay_as_they_are() -> None:
    log_of(digit(2))
    list(digit(2))
    before = vars(digit), digit.levels  # type: ignore[attr-defined]
    log_of(digit(2))
    assert (vars(digit), digit.levels) == before  # type: ignore[attr-defined]


def test_two_observed_searches_side_by_side_do_not_touch_one_another() -> None:
    logs = Log(), Log()
    searches = [iter(observed(above(n), log)) for n, log in zip((1, 5), logs, strict=True)]
    for _ in range(2):
        for search in searches:
            next(search)
    assert [log.events for log in logs] == [[("k", 1), ("k", 2)], [("k", 5), ("k", 6)]]


def test_threads_observe_each_for_itself() -> None:
    both = threading.Barrier(3)
    counts: dict[str, Any] = {}

    def run(name: str, log: Log | None) -> None:
        answers: Answers[Any] = observed(square(3), log) if log is not None else square(3)
        both.wait()
        counts[name] = answers.take(60), log and log.events

    threads = [threading.Thread(target=run, args=(name, log)) for name, log in zip("abc", (Log(), Log(), None))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    alone = Log()
    expected = observed(square(3), alone).take(60)
    assert counts == {"a": (expected, alone.events), "b": (expected, alone.events), "c": (expected, None)}


def test_an_observed_search_inside_another_tells_its_own_observer() -> None:
    inner = Log()

    @ambiguous
    def outer() -> Any:
        n = yield (2, 3)
        m = yield observed(digit(n), inner)
        require(observed(digit(m), inner).exists())
        return m

    assert log_of(outer()) == [("n", 2), ("m", 2), ("n", 3), ("m", 3)]
    assert inner.events == (DIGIT_2 * 2 + [("d", 3)] + [*DIGIT_2, ("d", 3)] * 2)


def test_searches_are_observed_however_they_are_reached() -> None:
    functions = {"digit": digit}

    class Board:
        @ambiguous
        def cell(self) -> Any:
            return (yield digit(2))

    def helper() -> Any:
        return digit(2)

    def items() -> Iterator[int]:
        yield from digit(2)

    ways = {
        "a name": lambda: digit(2),
        "a dict": lambda: functions["digit"](2),
        "an ordinary function": helper,
        "an ordinary generator": items,
        "once": lambda: once(digit(2)),
        "if_fail": lambda: if_fail(digit(9), lambda: digit(2)),
        "interleave": lambda: interleave(digit(2), digit(9)),
        "a partial": functools.partial(digit, 2),
        "a generator expression": lambda: (d for d in digit(2)),
    }

    @ambiguous
    def by(way: Any) -> Any:
        x = yield way()
        return x

    expected = [*DIGIT_2, ("x", 2)]
    for way, answers in ways.items():
        events = log_of(by(answers), 1)
        assert [event for event in events if event in expected][-4:] == expected, way
    assert log_of(Board().cell(), 1) == [*DIGIT_2, ("return", 2)]


def test_inner_functions_and_parameters_are_observed() -> None:
    @ambiguous
    def outer(function: Any) -> Any:
        @ambiguous
        def inner(n: int) -> Any:
            i = yield range(n)
            return i

        a = yield inner(2)
        b = yield function(a)
        return a, b

    assert log_of(outer(digit), 1) == [("i", 0), ("a", 0), ("d", 0), ("b", 0)]


def test_a_search_in_a_condition_is_observed_as_a_search_of_its_own() -> None:
    @ambiguous
    def composite() -> Any:
        n = yield (4, 5)
        require(divisors(n).exists())
        return n

    @ambiguous
    def divisors(n: int) -> Any:
        d = yield range(2, n)
        require(n % d == 0)
        return d

    log = Everything(composite)
    assert list(observed(composite(), log)) == [4]
    assert [event for event in log.events if isinstance(event, str)] == [
        "begin composite()",
        "begin divisors(4)",
        "found 2",
        "end GeneratorExit",
        "found 4",
        "begin divisors(5)",
        "end NoneType",
        "end NoneType",
    ]


def test_a_search_that_was_begun_inside_tells_on_when_it_is_continued_outside() -> None:
    kept: list[Any] = []

    @permanent
    def keep(n: int) -> None:
        kept.append(iter(above(n)))

    @ambiguous
    def outer() -> Any:
        n = yield (1,)
        keep(n)
        require(next(kept[0]) == 1)
        return n

    log = Log()
    observed(outer(), log).first()
    assert next(kept[0]) == 4
    assert log.events == [("n", 1), ("k", 1), ("k", 2)]
    kept[0].close()  # else that is left to the end of Python, when the modules are gone


def test_deep_searches_are_observed_in_their_deep_form() -> None:
    @ambiguous(deep=True)
    def down(n: int) -> Any:
        k = yield (0, 1)
        require(k == 0)
        if n == 0:
            return k
        return (yield down(n - 1))

    log = Log()
    assert list(observed(down(3000), log)) == [0]
    assert len(log.events) == 2 * 3001 + 3000
    assert log.events[:2] == [("k", 0), ("k", 0)]


REPLACED = """
log = []

def shift(n):
    return n

@ambiguous
def part(n):
    k = yield (n, n + 10)
    return shift(k)

@ambiguous
def whole():
    a = yield (1, 2)
    b = yield part(a)
    return b, list(log)
"""


def test_a_function_that_is_replaced_meanwhile_is_undone_in_an_observed_search_too() -> None:
    found = []
    for is_observed in (False, True):
        space = compile_program(REPLACED, {"ambiguous": ambiguous})
        answers = observed(space["whole"](), Log()) if is_observed else space["whole"]()
        list(space["part"](5))
        search = iter(answers)
        first = next(search)
        code = "def shift(n):\n    log.append(n)\n    return -n\n"
        exec(compile(code, register(code), "exec"), space)
        assert space["part"](5).first() == -5  # which sees that it was replaced
        found.append(([first, *search], space["log"]))
    assert found[0] == found[1] == ([(1, []), (-11, [11]), (-2, [11, 2]), (-12, [11, 12])], [11])


class Row(tuple[int, ...]):
    """A class of the user's own, which a choice iterates over as it is."""


def rows(number: int) -> Iterator[int]:
    """Ends with a mark, which shows when it is closed."""
    try:
        yield from range(number)
    finally:
        CLOSED.append(number)


CLOSED: list[int] = []


@ambiguous
def chosen_from_kinds(made: dict[str, Any]) -> Any:
    a = yield made["row"]
    b = yield made["table"]
    made["table"][9] = b
    c = yield made["row"]
    made["held"] = rows(2)
    d = yield made["held"]
    e = yield rows(d + 1)
    return a, b, c, d, e, len(made["table"]), len(CLOSED)


def test_each_kind_is_chosen_from_as_ever_when_it_is_met_again() -> None:
    results = []
    for search in (lambda answers: answers, lambda answers: observed(answers, Log())):
        CLOSED.clear()
        made = {"row": Row((1, 2)), "table": {3: 0, 4: 0}, "held": None}
        results.append((list(search(chosen_from_kinds(made))), list(CLOSED), made))
    assert results[0] == results[1]
    assert len(results[0][0]) == 2 * 2 * 2 * 3


def test_a_kind_that_a_choice_goes_over_as_it_is_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []

    def looking(source: Any) -> Any:
        looked.append(type(source))
        return items(source)

    monkeypatch.setattr("ambsearch.observing.items", looking)
    made = {"row": Row((1, 2)), "table": {3: 0, 4: 0}, "held": None}
    assert observed(chosen_from_kinds(made), Log()).count() == 24
    assert looked.count(Row) == 1
    assert looked.count(dict) == 2  # it is copied each time


def test_the_observed_form_of_a_function_is_made_once() -> None:
    log_of(above(1), 1)
    forms = above.observable(Log)  # type: ignore[attr-defined]
    log_of(above(1), 1)
    assert above.observable(Log) is forms  # type: ignore[attr-defined]


def test_observed_answers_are_answers() -> None:
    log = Log()
    answers = observed(digit(2), log)
    assert repr(answers) == "digit(2)"
    assert (answers.count(), answers.exists(), answers.one()) == (1, True, 2)
    assert len(log.events) == 4 + 3 + 4


def test_an_ordinary_iterable_cannot_be_observed() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found list"):
        observed([1], Log())  # type: ignore[arg-type]


@ambiguous
def letters() -> Any:
    return (yield "ab")


@pytest.mark.parametrize("way", [breadth_first, between, lambda s: minimize(s, key=len, bound=len)])
def test_a_search_that_goes_another_way_is_not_observed_as_if_it_made_no_choices(way: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a depth-first search, found .*; look at the search in it"):
        effort(way(letters()))
    assert effort(minimize(letters(), key=len)).choices == effort(letters()).choices == 2
