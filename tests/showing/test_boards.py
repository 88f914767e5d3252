"""The boards of points that are not yet answers."""

from collections import Counter
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from ambsearch import ambiguous
from ambsearch.puzzles import (
    flip_it,
    jigsaw,
    knights_tour,
    magic_squares,
    mushikuizan,
    pentominoes,
    queens,
    sudoku,
    zebra,
)
from ambsearch.puzzles.pictures.marks import Drawing, Text
from ambsearch.showing.boards import boards_of, element, sketch_of
from ambsearch.showing.tree import Tree, tree_of
from ambsearch.tracing import trace

PUZZLES = [
    (queens, "n=4"),
    (jigsaw, "four"),
    (pentominoes, "ring"),
    (knights_tour, "3x4"),
    (magic_squares, "eight-sum-12"),
    (sudoku, "figure-20"),
    (zebra, "no-clues"),
    (mushikuizan, "two-digits"),
    (flip_it, "a-move"),
]
A_MOVE = {"start": "o**_", "goals": flip_it.white(4), "near": False, "most": 20}


def given(puzzle: ModuleType, instance: str) -> dict[str, Any]:
    found: dict[str, Any] = puzzle.INSTANCES.get(instance, A_MOVE)
    return found


@cache
def way_to_first_answer(puzzle: ModuleType, instance: str) -> tuple[Any, Tree, int]:
    """What draws, the tree, and the node of the first answer."""
    answers = puzzle.solve(**given(puzzle, instance))
    tree = tree_of(trace(answers, first=1).events)
    return sketch_of(answers), tree, next(node for event, node in tree.events if event.kind == "found")


def choices_to(tree: Tree, node: int) -> tuple[tuple[str, Any], ...]:
    found: list[tuple[str, Any]] = []
    while node >= 0:
        site = tree.sites[node]
        if site is not None and site.kind == "choice" and not tree.is_inner[node]:
            found.append((site.name, tree.values[node]))
        node = tree.parents[node]
    return tuple(found[::-1])


@pytest.mark.parametrize(("puzzle", "instance"), PUZZLES, ids=lambda part: getattr(part, "__name__", part))
def test_at_its_point_an_answer_stands_on_the_board(puzzle: ModuleType, instance: str) -> None:
    sketch, tree, node = way_to_first_answer(puzzle, instance)
    board = sketch(choices_to(tree, node))
    asked = given(puzzle, instance)
    answer = puzzle.solve(**asked).first()
    if puzzle is mushikuizan:
        assert board == puzzle.picture(answer, **asked)
    elif puzzle is sudoku:
        assert Counter(texts(board)) == Counter("".join(answer).replace(" ", ""))
    elif puzzle is flip_it:
        assert board == puzzle.drawing(answer, **asked)
    else:
        there = Counter(texts(puzzle.drawing(answer, **asked)))
        assert texts(board) or puzzle is pentominoes
        assert not Counter(texts(board)) - there
        assert len(board.marks) > len(sketch(()).marks)


def texts(drawing: Drawing) -> list[str]:
    return [mark.text for mark in drawing.marks if isinstance(mark, Text)]


@pytest.mark.parametrize(("puzzle", "instance"), PUZZLES, ids=lambda part: getattr(part, "__name__", part))
def test_what_the_page_puts_together_is_the_board_of_each_node(puzzle: ModuleType, instance: str) -> None:
    sketch, tree, _ = way_to_first_answer(puzzle, instance)
    boards = boards_of(tree, sketch)
    kept: list[list[int]] = []
    for node, parent in enumerate(tree.parents):
        expected = sketch(choices_to(tree, node))
        told = boards["of"][node]
        if "words" in boards:
            assert told == -1 or boards["words"][told] == expected
            continue
        before = kept[parent] if node else []
        kept.append(before[: told[0]] + told[1:] if told else before)
        assert [boards["marks"][mark] for mark in kept[node]] == list(map(element, expected.marks))
        assert expected.width <= boards["width"] and expected.height <= boards["height"]


def test_a_program_without_a_sketch_of_its_parameters_has_no_boards() -> None:
    @ambiguous
    def other() -> Any:
        return (yield (1, 2))

    game = pentominoes.Game("..", ("aa",), False, False)
    assert sketch_of(other()) is None
    assert sketch_of(queens.solve(4)) is not None
    assert sketch_of(pentominoes.search(game, pentominoes.Fitting(game.shapes), {})) is None


def test_texts_and_colours_of_a_board_are_not_markup() -> None:
    assert element(Text((0, 0), "<script>&")).endswith(">&lt;script&gt;&amp;</text>")
