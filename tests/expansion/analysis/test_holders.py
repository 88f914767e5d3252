"""Answers hold copies of the objects whose containers a search changes, whoever changes them."""

from dataclasses import dataclass
from typing import Any

import pytest
from class_engines import WORDS
from helpers import alone, by_turns, compile_program

from ambsearch import ambiguous, expand, permanent

ROBOT = """
import heapq
class Robot:
    def __init__(self):
        self.path, self.rows = [], [[0]]
class Walker(Robot): pass
class Node:
    def __init__(self):
        self.next = []
def put(robot, x): robot.path.append(x)
def note(path, x): path.append(x)
robot, node, classes = Walker(), Node(), {"w": Walker}
@ambiguous
def f():
    x = yield (1, 2)
    CHANGE
    return robot, node
"""
CHANGES = {
    "robot.path.append(x)": "path",
    "robot.path += [x]": "path",
    "robot.path[:] = [x]": "path",
    "heapq.heappush(robot.path, x)": "path",
    "put(robot, x)": "path",
    "robot.rows[0][0] = x": "rows",
    "del robot.rows[x - 1:]": "rows",
    "path = robot.path; path.append(x)": "path",
    "for row in robot.rows: row[0] = x": "rows",
    "del robot.path": "",
}


@pytest.mark.parametrize(("change", "deep"), by_turns(CHANGES))
def test_an_object_whose_container_is_changed_from_outside_is_copied_in_answers(change: str, deep: bool) -> None:
    with alone():
        space = compile_program(
            ROBOT.replace("CHANGE", change).replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS
        )
        (one, node), (other, _) = space["f"]()

    told = [getattr(robot, CHANGES[change], None) for robot in (one, other)]
    assert one is not other and (told[0] != told[1] or not CHANGES[change])
    assert vars(space["robot"]) == {"path": [], "rows": [[0]]}
    assert node is space["node"]


def test_an_object_made_by_a_class_that_only_the_run_knows_is_copied_in_answers(deep: bool) -> None:
    text = ROBOT.replace("CHANGE", "robot = classes['w'](); note(robot.path, x); y = yield (3, 4); note(robot.path, y)")
    with alone():
        space = compile_program(text.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
        found = list(space["f"]())

    assert [robot.path for robot, _ in found] == [[1, 3], [1, 4], [2, 3], [2, 4]]


def test_an_object_is_not_copied_because_a_branch_gives_a_class_a_special_method(deep: bool) -> None:
    with alone():
        text = ROBOT.replace("CHANGE", "Walker.__init__ = lambda self: None")
        space = compile_program(text.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
        found = list(space["f"]())

    assert all(node is space["node"] for _, node in found)


@dataclass(frozen=True)
class Frozen:
    held: Any


def test_a_frozen_dataclass_instance_that_a_search_makes_is_copied_only_if_something_in_it_is() -> None:
    made: list[Frozen] = []

    @permanent
    def note(frozen: Frozen) -> None:
        made.append(frozen)

    @ambiguous
    def search():
        frozen = Frozen((yield (1, [2])))
        note(frozen)
        return frozen

    answers = list(search())
    assert [answer is frozen for answer, frozen in zip(answers, made, strict=True)] == [True, False]


PROPERTIES = """
class Machine:
    def __init__(self): self._speed, self.log = 1, []
    @property
    def speed(self): return self._speed
    @speed.setter
    def speed(self, value): self._speed = value; self.log.append(value)
class Car(MADE_FROM):
    def __init__(self): self.log, self.speed, self.log = [], 1, []
machines = [Machine(), Car()]
@ambiguous
def f():
    machine = yield machines
    machine.speed += (yield (2, 3))
    machine.speed = machine.speed * 2
    return machine.speed, list(machine.log)
"""


@pytest.mark.parametrize("base", ["", "Machine"])
def test_what_is_a_property_in_every_class_is_set_on_the_trail(base: str) -> None:
    with alone():
        space = compile_program(PROPERTIES.replace("MADE_FROM", base), WORDS)
        text = expand(space["f"], fast=True)
        answers = list(space["f"]())

    changed = [(6, [3, 6]), (8, [4, 8])]
    assert ("plain_speed" in text) == (base == "")
    assert answers == [*changed, *(changed if base else [(6, []), (8, [])])]
    assert [(machine.speed, machine.log) for machine in space["machines"]] == [(1, [])] * 2
