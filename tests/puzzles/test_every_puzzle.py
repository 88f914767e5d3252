"""What holds for every puzzle: its module is complete, its answers keep its rules, and its twin agrees with it."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import Any

import pytest
from helpers import LONG
from hypothesis import given, settings
from hypothesis import strategies as st
from solved import answers

from ambsearch import puzzles
from ambsearch.cli.programs import Program
from ambsearch.cli.puzzles import title
from ambsearch.cli.twins import to_check
from ambsearch.cli.twins import twin as twin_of
from ambsearch.errors import BadInput
from ambsearch.puzzles import by_hand
from ambsearch.puzzles.pictures.marks import Disc, Mark, Point, Shape, Text
from ambsearch.testing import same_answers

NAMES = [found.name for found in pkgutil.iter_modules(puzzles.__path__) if not found.ispkg]
LATER = {  # in the long run; on their pages, and in the tests of the puzzles, are the answers that are known
    ("alphametics", "money-and-boxes"),
    ("alphametics:solve_by_balance", "money-and-boxes"),
    ("flip_it", "c"),
    ("knights_tour", "5x5"),
    ("knights_tour", "5x5-centre"),
    ("mushikuizan", "four"),
    ("mushikuizan", "seven-sevens"),
    ("mushikuizan:solve_by_columns", "four"),
    ("mushikuizan:solve_by_columns", "seven-sevens"),
    ("pentominoes", "5x5"),
    ("pentominoes:solve_by_trie", "5x5"),
    ("pentominoes:solve_by_trie_right_first", "5x5"),
}
THOROUGH = {  # some of the larger ones of puzzles that have others
    ("alphametics", "cinco"),
    ("knights_tour", "5x6-closed"),
    ("mushikuizan", "figure-8"),
    ("mushikuizan", "solitary-seven"),
    ("mushikuizan", "zeros-in-base-16"),
    ("mushikuizan:solve_by_columns", "three"),
    ("pentominoes", "3x20"),
}
INSTANCES = [
    pytest.param(
        *(program, instance),
        id=f"{program.name} {instance}",
        marks=[pytest.mark.thorough] * ((program.name, instance) in THOROUGH),
    )
    for name in NAMES
    for program in to_check(name)
    for instance in program.instances
    if LONG or (program.name, instance) not in LATER
]
WORDS = st.sampled_from(
    ["3", "0", "-1", ":", ",", "+", "-", "the", "cat", "a", "b", "N.", "#", "*_o", "\n", "\n\n", " "]
)
CHARACTERS = st.characters(exclude_categories=["Cs"])  # those of "utf-8", without trying each of them, for two seconds
TEXTS = st.one_of(st.text(CHARACTERS, max_size=20), st.lists(WORDS, max_size=12).map("".join))


def puzzle(name: str) -> ModuleType:
    return import_module(f"ambsearch.puzzles.{name}")


def twin(name: str) -> ModuleType:
    return import_module(f"ambsearch.puzzles.by_hand.{name}")


def test_every_puzzle_has_a_twin_and_every_twin_a_puzzle():
    twins = [found.name for found in pkgutil.iter_modules(by_hand.__path__) if not found.ispkg]
    assert sorted(twins) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_names_the_puzzle_and_tells_it_in_a_sentence(name: str):
    title, colon, sentence = inspect.getdoc(puzzle(name)).splitlines()[0].partition(": ")
    assert colon
    assert title.lower().replace(" ", "_") == name
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_puzzles_has_a_line_of_eighty_columns_for_each(name: str):
    assert max(map(len, NAMES)) + len("  ") + len(title(name)) <= 80


def strange(value: Any) -> list[Any]:
    """Values of the same kind that are no puzzle, or one that is soon solved."""
    is_words = isinstance(value, tuple) and bool(value) and isinstance(value[0], str)
    is_rows = isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)
    found: list[Any] = [type(value)()] if isinstance(value, (str, tuple, dict)) else []
    found += ["xyz", value[:-1]] if isinstance(value, str) else []
    found += [("xyz",), ("x", "yz")] if is_words else []
    return found + ([tuple(("q",) * len(row) for row in value)] if is_rows else [])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_puzzle_is_told_by_the_question_and_the_program(name: str):
    given = next(iter(puzzle(name).INSTANCES.values()))
    short = {"most": 2} if "most" in given else {}
    for key, value in given.items():
        for wrong in strange(value):
            arguments = given | short | {key: wrong}
            for ask in (puzzle(name).question, lambda **arguments: solved_and_drawn(name, arguments)):
                try:
                    ask(**arguments)
                except ValueError as error:
                    assert re.search("expected|found", str(error))


def solved_and_drawn(name: str, arguments: dict[str, Any]) -> None:
    answer = puzzle(name).solve(**arguments).first(None)
    if answer is not None and hasattr(puzzle(name), "picture"):
        puzzle(name).picture(answer, **arguments)
    if hasattr(puzzle(name), "drawing"):
        puzzle(name).drawing(answer, **arguments)


@pytest.mark.parametrize("name", NAMES)
def test_the_question_tells_the_instance(name: str):
    found = {puzzle(name).question(**arguments) for arguments in puzzle(name).INSTANCES.values()}
    assert len(found) > 1
    assert all("?" in text or "." in text for text in found)
    assert all(line == line.rstrip() and len(line) <= 120 for text in found for line in text.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_a_module_stand_in_their_order(name: str):
    """The question, the rules, the program, the instances, the picture; what reads a text stands last."""
    parts = ["question", "is_solution", "solve", "INSTANCES", "picture", "read"]
    names = re.findall(r"^(?:def )?(\w+)[:(]", inspect.getsource(puzzle(name)), re.M)
    assert [found for found in names if found in parts] == parts


@pytest.mark.parametrize("name", NAMES)
def test_all_functions_of_a_puzzle_take_an_instance(name: str):
    wanted = list(inspect.signature(puzzle(name).solve).parameters)
    for program in (puzzle(name).solve, twin(name).solve):
        assert list(inspect.signature(program).parameters) == wanted
    assert list(inspect.signature(puzzle(name).question).parameters) == wanted
    for function in (puzzle(name).is_solution, puzzle(name).picture):
        assert list(inspect.signature(function).parameters) == ["answer", *wanted]
    for arguments in puzzle(name).INSTANCES.values():
        assert list(arguments) == wanted


@pytest.mark.parametrize("name", [name for name in NAMES if hasattr(puzzle(name), "drawing")])
def test_a_picture_is_as_large_as_it_says_and_shows_the_answer(name: str):
    for arguments in islice(puzzle(name).INSTANCES.values(), 2):
        answer = puzzle(name).solve(**arguments).first(None)
        drawings = [puzzle(name).drawing(found, **arguments) for found in (None, answer)]
        assert answer is None or drawings[0] != drawings[1]
        for drawing in drawings:
            points = [point for mark in drawing.marks for point in places(mark)]
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height + 1e-9 for x, y in points)


def places(mark: Mark) -> Sequence[Point]:
    match mark:
        case Shape(points):
            return points
        case Disc(middle):
            return [middle]
        case Text(at):
            return [at]


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_imports_nothing_of_ambsearch(name: str):
    tree = ast.parse(inspect.getsource(twin(name)))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert not [node for node in imports if isinstance(node, ast.ImportFrom) and node.level]
    assert "ambsearch" not in " ".join(map(ast.unparse, imports))


@pytest.mark.parametrize("name", [name for name in NAMES if hasattr(puzzle(name), "read")])
@given(text=TEXTS)
@settings(max_examples=settings.default.max_examples // 4)  # of each puzzle
def test_any_text_is_read_or_refused_with_a_place_in_it(name: str, text: str):
    wanted = list(inspect.signature(puzzle(name).solve).parameters)
    try:
        found = puzzle(name).read(text)
    except BadInput as refusal:
        lines = text.splitlines() or [""]
        assert 1 <= refusal.line <= len(lines)
        assert 1 <= refusal.column <= len(lines[refusal.line - 1]) + 1
    else:
        assert all(sorted(arguments) == sorted(wanted) for arguments in found)


@cache
def answers_by_hand(twin: Callable[..., Iterable[Any]], limit: int | None, instance: str) -> list[Any]:
    arguments = import_module(twin.__module__.replace(".by_hand.", ".")).INSTANCES[instance]
    return list(islice(twin(**arguments), limit))


@pytest.mark.parametrize(("program", "instance"), INSTANCES)
def test_the_answers_are_those_of_the_twin_and_keep_the_rules_and_can_be_told_apart(program: Program, instance: str):
    """One test, so that each instance is solved once by each program, and once by the twin that several may have."""
    arguments = program.instances[instance]
    found = answers(program.module.__name__.rpartition(".")[2], instance, program.function.__name__)
    by_hand = answers_by_hand(twin_of(program).function, program.limit, instance)
    assert same_answers(found, by_hand, as_=program.answers_as, limit=program.limit)
    assert all(program.module.is_solution(answer, **arguments) for answer in found)
    assert len({program.module.picture(answer, **arguments) for answer in found}) == len(found)
    assert found or instance != next(iter(program.instances)), "a puzzle itself has an answer"
