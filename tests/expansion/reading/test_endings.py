"""`require` and `fail` in the branches of an expression end the branch there, and nothing else is asked twice."""

import ast
from typing import Any

import pytest
from class_engines import WORDS, check
from class_programs import Program
from helpers import by_turns, compile_program

from ambsearch.expansion.reading.endings import endings_apart

PROGRAM = """
log, table = [], {1: 0, 2: 5, 3: 7}
class Told:
    def __init__(self, value):
        self.value = value
    def __bool__(self):
        log.append(self.value)
        return bool(self.value)
    def __repr__(self):
        return f"Told({self.value})"
def look_up(key):
    return table.get(key) or fail()
def add(xs, x):
    x in xs or fail()
    x > 1 and require(x in table)
    xs.append(x)
def told(x):
    found = Told(x) or Told(x - 1) or fail()
    return found.value
def pick(x):
    value = table[x] if x in table else "four" if x == 4 else fail()
    return value
@ambiguous
def f():
    xs = [2, 3]
    x = yield (0, 1, 2, 3, 4)
    STATEMENT
    log.append("after")
    return x, xs, log, repr(locals().get("y"))
"""
STATEMENTS = [
    "y = x if x > 1 else fail()",
    "y = fail() if x > 1 else look_up(x)",
    "y = look_up(x)",
    "add(xs, x); y = xs",
    "x in xs or fail()",
    "x in xs and fail()",
    "x < 2 or x > 3 or require(x == 2)",
    "y = Told(x) and Told(x - 1) and fail()",
    "y = told(x)",
    "y = z = table[x] = Told(x) or fail()",
    "y = pick(x)",
    "fail() if x > 2 else xs.append(x)",
    "return x if Told(x) else fail()",
    "return Told(x - 1) and xs or fail()",
    "y = (yield range(x)) or fail()",
    "for k in xs: y = k if k > x else fail()",
    "y = [k for k in xs if k > x] or fail()",
    "y = yield (x, 5) if x > 1 else fail()",
    "return (yield xs if x > 1 else fail() if x else (7, 8))",
    "yield range(x) or fail()",
    "y: int = x if x > 1 else fail()",
    "y: int = yield (x, 5) if x > 1 else fail()",
    "y: int = 0\n    if x > 1: y: int = fail()",
    "y = (x or\n        fail())",
    "y = (x if x > 1 else\n        fail())",
    "x in xs or \\\n        require(x < 2)",
    "y = (\n        fail()\n        if x > 1\n        else x\n    )",
    "y = [x, Told(x - 1) or fail(), log]",
    "y = max(x, x if x > 1 else fail())",
    "for k in xs if x > 1 else fail(): y = k",
    "if x > 3 or not (x or fail()): y = 1",
    "while log and log.pop() or fail(): y = len(log)",
    "y = [k + x for k in xs or fail() if k > x]",
    "y = f'{x or fail()}'; log.append(xs if x != 3 else fail())",
    "xs[x if x < 2 else fail()] += x",
    "return [x, (yield range(x or fail()))]",
    "try: y = 6 // (x - 2 or fail())\n    finally: log.append('left')",
    "y = print(fail()) or log.append(x)",
]


@pytest.mark.parametrize(("statement", "deep"), by_turns(STATEMENTS))
def test_a_branch_of_an_expression_may_end_the_branch_of_the_search(statement: str, deep: bool) -> None:
    check(Program(PROGRAM.replace("STATEMENT", statement)), "deep" if deep else "plain")


@pytest.mark.parametrize("text", ["x = a if c else b", "x = a or fails()", "f(a or fail())", "if a or fail(): pass"])
def test_other_expressions_stay_as_they_are(text: str) -> None:
    tree = ast.parse(text)

    assert ast.dump(endings_apart(tree, [text])) == ast.dump(ast.parse(text))


@pytest.mark.parametrize("text", ["x = (a or\n fail())", "c or \\\n require(p)", "x = (\n fail()\n if c\n else b)"])
def test_a_line_may_end_before_it_or_after_it(text: str) -> None:
    tree = ast.parse(text)

    assert endings_apart(tree, text.splitlines()) is not tree


def test_the_tree_that_is_read_is_not_changed() -> None:
    text = "value = a or fail()"
    tree = ast.parse(text)
    found: Any = endings_apart(tree, [text])

    assert ast.unparse(tree) == text
    assert "value_2" in ast.unparse(found)


@pytest.mark.usefixtures("on_its_own")
def test_an_expression_may_fail_beside_a_generator_that_may_end_the_branch() -> None:
    program = """
from contextlib import contextmanager
class Shelf(list):
    @contextmanager
    def moved(self, box):
        yield self
        require(not self or self[-1] <= box)
        self.append(box)
class Depot:
    def __init__(self):
        self.shelves = {"A": Shelf(), "B": Shelf()}
    def send(self, box, name):
        with self.shelves[name].moved(box) as shelf:
            shelf.moves = box
depot = Depot()
@ambiguous
def f(boxes):
    for box in boxes:
        name = yield depot.shelves
        depot.send(box, name)
    return name, max(box or fail(), 2)
"""
    assert list(compile_program(program, WORDS)["f"]((3, 5))) == [(name, 5) for name in "ABAB"]
