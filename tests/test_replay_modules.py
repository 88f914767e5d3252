"""Replay of whole modules, on programs whose answers a person can check."""

from __future__ import annotations

from typing import Any

import pytest
from class_engines import CUT_OFF, Outcome, ReplayRun
from class_programs import Program


def followed(source: str) -> Outcome:
    return ReplayRun(Program(source)).follow()


def numbers(outcome: Outcome) -> list[Any]:
    assert outcome.ending == "no more answers"
    return outcome.answers


def test_what_a_helper_changes_belongs_to_its_branch() -> None:
    source = """
count, past = 0, []
def tick(n, seen=[]):
    global count
    count += n
    past.append(n)
    seen.append(n)
    return count + len(past) + len(seen)
@ambiguous
def f():
    tick((yield (1, 2)))
    return tick((yield (10, 20)))
"""
    assert numbers(followed(source)) == [15, 25, 16, 26]


def test_the_world_at_an_answer_is_that_of_its_branch() -> None:
    source = """
class Box:
    made = 0
box = Box()
@ambiguous
def f():
    box.x = yield (1, 2)
    Box.made += box.x
    return 0
"""
    worlds = followed(source).worlds
    assert [world["Box"] for world in worlds] == ["type#0(Box, made=1)", "type#0(Box, made=2)"]
    assert [world["box"] for world in worlds] == ["Box#1(; x=1)", "Box#1(; x=2)"]


SEARCH_INSIDE = """
seen = []
@ambiguous
def inner(n):
    x = yield (1, 2)
    seen.append(x)
    print("inner", x, len(seen))
    y = yield (0, x)
    return n + x + y
@ambiguous
def f():
    a = yield (10, 20)
    seen.append(a)
    found = USE
    seen.append(found)
    b = yield (0, 1)
    return repr((a, b, found, seen))
"""


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("list(inner(a))", {10: [11, 12, 12, 14], 20: [21, 22, 22, 24]}),
        ("inner(a).first()", {10: 11, 20: 21}),
        ("inner(a).count()", {10: 4, 20: 4}),
        ("inner(a).exists()", {10: True, 20: True}),
        ("inner(a).take(3)", {10: [11, 12, 12], 20: [21, 22, 22]}),
    ],
)
def test_a_search_inside_leaves_the_world_as_it_was(use: str, found: dict[int, Any]) -> None:
    answers = numbers(followed(SEARCH_INSIDE.replace("USE", use)))
    assert answers == [repr((a, b, found[a], [a, found[a]])) for a in (10, 20) for b in (0, 1)]


def test_what_a_search_inside_prints_is_printed_once() -> None:
    printed = followed(SEARCH_INSIDE.replace("USE", "list(inner(a))")).printed
    assert printed == ["inner 1 2\ninner 2 2\n", "", "inner 1 2\ninner 2 2\n", "", ""]


def test_an_error_in_a_search_inside_can_be_caught_around_it() -> None:
    source = """
seen = []
@ambiguous
def inner(n):
    seen.append((yield (1, 0)))
    return n // seen[-1]
def best(n):
    try:
        return list(inner(n))
    except ZeroDivisionError:
        return len(seen)
@ambiguous
def f():
    return best((yield (3, 4)))
"""
    assert numbers(followed(source)) == [0, 0]


def test_searches_inside_searches_inside_searches() -> None:
    source = """
seen = []
@ambiguous
def level(n):
    x = yield (1, 2)
    seen.append(x)
    if n == 0:
        return len(seen) * x
    return sum(level(n - 1)) + x
@ambiguous
def f():
    return (yield level(2)), len(seen)
"""
    assert followed(source).answers == [("tuple", [22, 1]), ("tuple", [23, 1])]


def test_permanent_things_are_changed_once_for_each_part_of_a_branch() -> None:
    source = """
def note(x):
    permanent(LOG.append(x))
    TALLY[0] = permanent(TALLY[0] + x)
    COUNTS.calls = permanent(COUNTS.calls + 1)
@ambiguous
def f():
    x = yield (1, 2)
    note(x)
    note(10 * (yield (x, x)))
    return TALLY[0]
"""
    outcome = followed(source)
    assert numbers(outcome) == [11, 21, 43, 63]
    assert outcome.kept == ("tuple", [("list", [1, 10, 10, 2, 20, 20]), ("dict", [(0, 63)]), 6])


def test_an_exception_is_reported_with_the_innermost_line_of_the_program() -> None:
    source = """
def risky(n):
    return 6 // n
@ambiguous
def f():
    return risky((yield (3, 0)))
"""
    outcome = followed(source)
    assert (outcome.answers, outcome.ending) == ([2], "ZeroDivisionError in line 3")


def test_a_search_that_is_too_long_is_cut_off() -> None:
    outcome = followed("@ambiguous\ndef f():\n    return (yield range(10**6))\n")
    assert outcome.ending == CUT_OFF
    assert outcome.answers == list(range(len(outcome.answers)))
