"""What holds for every puzzle: its module is complete, its answers keep its rules, and its twin agrees with it."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import Any

import pytest

from ambsearch import puzzles
from ambsearch.puzzles import by_hand
from ambsearch.testing import first_difference

NAMES = [found.name for found in pkgutil.iter_modules(puzzles.__path__) if not found.ispkg]
INSTANCES = [
    pytest.param(name, arguments, id=f"{name} {instance}")
    for name in NAMES
    for instance, arguments in import_module(f"ambsearch.puzzles.{name}").INSTANCES.items()
]


def puzzle(name: str) -> ModuleType:
    return import_module(f"ambsearch.puzzles.{name}")


def twin(name: str) -> ModuleType:
    return import_module(f"ambsearch.puzzles.by_hand.{name}")


def answers(name: str, arguments: dict[str, Any]) -> list[Any]:
    return list(islice(puzzle(name).solve(**arguments), getattr(puzzle(name), "LIMIT", None)))


def test_every_puzzle_has_a_twin_and_every_twin_a_puzzle():
    twins = [found.name for found in pkgutil.iter_modules(by_hand.__path__)]
    assert sorted(twins) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_names_the_puzzle_and_tells_it_in_a_sentence(name: str):
    title, colon, sentence = inspect.getdoc(puzzle(name)).splitlines()[0].partition(": ")
    assert colon
    assert title.lower().replace(" ", "_") == name
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_all_functions_of_a_puzzle_take_an_instance(name: str):
    wanted = list(inspect.signature(puzzle(name).solve).parameters)
    for program in (puzzle(name).solve, twin(name).solve):
        assert list(inspect.signature(program).parameters) == wanted
    for function in (puzzle(name).is_solution, puzzle(name).picture):
        assert list(inspect.signature(function).parameters) == ["answer", *wanted]
    for arguments in puzzle(name).INSTANCES.values():
        assert list(arguments) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_imports_nothing_of_ambsearch(name: str):
    tree = ast.parse(inspect.getsource(twin(name)))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert not [node for node in imports if isinstance(node, ast.ImportFrom) and node.level]
    assert "ambsearch" not in " ".join(map(ast.unparse, imports))


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_itself_has_an_answer(name: str):
    first, *_ = puzzle(name).INSTANCES.values()
    assert puzzle(name).solve(**first).exists()


@pytest.mark.parametrize(("name", "arguments"), INSTANCES)
def test_every_answer_keeps_the_rules(name: str, arguments: dict[str, Any]):
    assert all(puzzle(name).is_solution(answer, **arguments) for answer in answers(name, arguments))


@pytest.mark.parametrize(("name", "arguments"), INSTANCES)
def test_the_twin_gives_the_same_answers_in_the_same_order(name: str, arguments: dict[str, Any]):
    limit = getattr(puzzle(name), "LIMIT", None)
    difference = first_difference(puzzle(name).solve(**arguments), twin(name).solve(**arguments), limit)
    assert difference is None, str(difference)


@pytest.mark.parametrize(("name", "arguments"), INSTANCES)
def test_different_answers_have_different_pictures(name: str, arguments: dict[str, Any]):
    found = answers(name, arguments)
    pictures = {puzzle(name).picture(answer, **arguments) for answer in found}
    assert len(pictures) == len(found)
