"""What specifications of a few lines found in known packages; run by `python -m tests.wild`.

Each check is expected to fail, in the way that stands beside it, and for an instance that is as small as can be, because
all instances are tried from the smallest up.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any

import networkx as nx
import numpy as np
from exact_cover import get_all_solutions, get_exact_cover
from exact_cover.error import NoSolution
from networkx.algorithms.isomorphism import GraphMatcher
from puzzle_solver import singles_solver
from sudoku import Sudoku
from sympy.ntheory.modular import crt
from xcover import covers as xcovers

from ambsearch import amb, ambiguous, require
from ambsearch.testing import Different, check_twins
from ambsearch.testing.instances import graphs, grids

# exact cover: rows of a matrix that have exactly one 1 in each column


@ambiguous
def exact_covers(matrix: list[list[int]]) -> Any:
    chosen = []
    for number in range(len(matrix)):
        if (yield amb(False, True)):
            chosen.append(number)
    require(all(sum(matrix[number][column] for number in chosen) == 1 for column in range(len(matrix[0]))))
    return tuple(chosen)


def by_exact_cover(matrix: list[list[int]]) -> Any:
    return get_all_solutions(np.array(matrix, dtype="int32"))


@ambiguous
def matrices(n: int) -> Any:
    """All matrices of n columns and one to n rows, none of them without a 1."""
    matrix = yield grids((yield range(1, n + 1)), columns=n)
    require(all(map(any, matrix)))
    return matrix


@ambiguous
def matrices_as_options(n: int) -> Any:
    """The same, each row as the list of its columns that have a 1."""
    matrix = yield matrices(n)
    return [[column for column, cell in enumerate(row) if cell] for row in matrix]


@ambiguous
def covers_by_options(options: list[list[int]]) -> Any:
    items = {item for option in options for item in option}
    chosen = []
    for number in range(len(options)):
        if (yield amb(False, True)):
            chosen.append(number)
    require(all(sum(item in options[number] for number in chosen) == 1 for item in items))
    return chosen


def by_xcover(options: list[list[int]]) -> Iterator[list[int]]:
    return (sorted(solution) for solution in xcovers(options))


# graphs


def graph(n: int, edges: Any) -> Any:
    made = nx.empty_graph(n)
    made.add_edges_from(edges)
    return made


@ambiguous
def pairs_of_graphs(n: int) -> Any:
    one = yield graphs((yield range(n + 1)))
    other = yield graphs((yield range(n + 1)))
    return one, other


@ambiguous
def isomorphisms(one: Any, other: Any) -> Any:
    (n, edges), (m, others) = one, other
    require(n == m)
    names = yield permutations(range(m))
    require({frozenset((names[a], names[b])) for a, b in edges} == set(map(frozenset, others)))
    return dict(enumerate(names))


def by_networkx(one: Any, other: Any) -> Iterator[dict[int, int]]:
    return GraphMatcher(graph(*one), graph(*other)).isomorphisms_iter()


@ambiguous
def spanning_trees(n: int, edges: Any) -> Any:
    tree = yield combinations(edges, n - 1)
    reached = {0}
    for _ in range(n):
        for edge in tree:
            if reached & set(edge):
                reached.update(edge)
    require(len(reached) == n)
    return sorted(tree)


def spanning_trees_by_networkx(n: int, edges: Any) -> Iterator[Any]:
    return (sorted(map(tuple, map(sorted, tree.edges()))) for tree in nx.SpanningTreeIterator(graph(n, edges)))


# numbers


@ambiguous
def congruent(moduli: list[int], residues: list[int]) -> Any:
    """The smallest number that leaves these residues, and how far away the next one is."""
    period = int(np.lcm.reduce(moduli))
    x = yield range(period)
    require(all(x % m == r for m, r in zip(moduli, residues, strict=True)))
    return x, period


def by_crt(moduli: list[int], residues: list[int]) -> Any:
    found = crt(moduli, residues)
    return [] if found is None else [tuple(map(int, found))]


@ambiguous
def congruences(n: int) -> Any:
    moduli: list[int] = []
    while len(moduli) < n:
        moduli.append((yield range(1, n + 1)))
    residues: list[int] = []
    while len(residues) < n:
        residues.append((yield range(moduli[len(residues)])))
    return moduli, residues


# puzzles


@ambiguous
def several_fillings(board: list[list[int]]) -> Any:
    """Whether a sudoku of 3 x 3, whose boxes are its rows, has two fillings: one answer, or none."""
    require(len(fillings(board).take(2)) == 2)
    return True


@ambiguous
def fillings(board: list[list[int]]) -> Any:
    cells: dict[tuple[int, int], int] = {}
    for r in range(3):
        for c in range(3):
            digit = yield [board[r][c]] if board[r][c] else range(1, 4)
            require(all(digit != other for (i, j), other in cells.items() if i == r or j == c))
            cells[r, c] = digit
    return cells


@ambiguous
def boards(n: int) -> Any:
    """The boards with n clues."""
    board = [[0] * 3 for _ in range(3)]
    for place in (yield combinations(range(9), n)):
        board[place // 3][place % 3] = yield range(1, 4)
    return board


def by_sudoku(board: list[list[int]]) -> bool:
    return Sudoku(3, 1, board=board).has_multiple_solutions()


@ambiguous
def hitori(board: list[list[int]]) -> Any:
    cells = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    white: set[tuple[int, int]] = set()
    for r, c in cells:
        if (yield amb(True, False)):
            require(all(board[i][j] != board[r][c] for i, j in white if i == r or j == c))
            white.add((r, c))
        else:
            require((r - 1, c) not in cells or (r - 1, c) in white)
            require((r, c - 1) not in cells or (r, c - 1) in white)
    require(white)
    reached = {min(white)}
    for _ in cells:
        reached |= {(i, j) for i, j in white for r, c in reached if abs(i - r) + abs(j - c) == 1}
    require(reached == white)
    return white


def by_puzzle_solver(board: list[list[int]]) -> Iterator[set[tuple[int, int]]]:
    for found in singles_solver.Board(np.array(board)).solve_and_print(verbose=False):
        yield {(pos.y, pos.x) for pos, black in found.assignment.items() if not black}


@ambiguous
def rows(n: int) -> Any:
    return (yield grids(1, (1, 2), columns=n))


FOUND: list[tuple[str, Callable[..., Any], Callable[..., Any], Any, dict[str, Any], Any]] = [
    (
        "exact_cover 1.5.0",
        exact_covers,
        by_exact_cover,
        matrices,
        {"sizes": range(1, 4), "no_answer": NoSolution},
        [[1]],
    ),
    ("xcover 0.2.6", covers_by_options, by_xcover, matrices_as_options, {"sizes": range(1, 3)}, [[0]]),
    (
        "networkx 3.6.1, isomorphisms",
        isomorphisms,
        by_networkx,
        pairs_of_graphs,
        {"sizes": range(4)},
        ((1, ()), (0, ())),
    ),
    (
        "networkx 3.6.1, spanning trees",
        spanning_trees,
        spanning_trees_by_networkx,
        graphs,
        {"sizes": range(1, 5)},
        (2, ()),
    ),
    ("sympy 1.14.0", congruent, by_crt, congruences, {"sizes": range(1, 4)}, ([2, 2], [0, 0])),
    (
        "py-sudoku 2.0.0",
        several_fillings,
        by_sudoku,
        boards,
        {"as_": "exists", "sizes": range(4)},
        [[1, 1, 0], [1, 0, 0], [0, 0, 0]],
    ),
    ("multi-puzzle-solver 1.1.10", hitori, by_puzzle_solver, rows, {"sizes": range(2, 4)}, [[1, 2]]),
]


def confirmed() -> Iterator[tuple[str, bool]]:
    """The same without the kit: a call, and whether it gives what the page says."""
    eye = np.eye(2, dtype="int32")
    yield (
        "get_all_solutions(eye(2)) == {()}, get_exact_cover(eye(2)) == [0, 1]",
        (get_all_solutions(eye) == {()} and list(get_exact_cover(eye)) == [0, 1]),
    )
    three, one = nx.empty_graph(3), nx.empty_graph(1)
    yield (
        "three maps from three vertices to one, which are not isomorphic",
        (len(list(GraphMatcher(three, one).isomorphisms_iter())) == 3 and not GraphMatcher(three, one).is_isomorphic()),
    )
    trees = list(nx.SpanningTreeIterator(nx.Graph([(0, 1), (1, 2), (0, 2), (3, 4)])))
    yield "the spanning trees of a triangle and an edge are forests", bool(trees) and not any(map(nx.is_tree, trees))
    yield "crt([2, 2, 3], [0, 0, 2]) == (8, 12)", tuple(crt([2, 2, 3], [0, 0, 2])) == (8, 12)
    board = Sudoku(3, 1, board=[[1, 1, 0], [1, 0, 0], [0, 0, 0]])
    yield "has_multiple_solutions() and not validate()", board.has_multiple_solutions() and not board.validate()
    found = singles_solver.Board(np.array([[1, 2]])).solve_and_print(verbose=False)
    yield "Hitori [[1, 2]] has two answers", len(found) == 2


def main() -> int:
    wrong = 0
    for name, specification, package, instances, options, expected in FOUND:
        print(f"--- {name}")
        try:
            print(check_twins(specification, package, instances, **{"as_": "multiset", "steps": None, **options}))
            wrong += 1
        except Different as difference:
            print(difference)
            if difference.instance != expected:
                print(f"expected a difference for {expected!r}")
                wrong += 1
    print("--- without the kit")
    for told, holds in confirmed():
        print(f"{told}: {holds}")
        wrong += not holds
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
