"""In which order a person works on boards that overlap: the policies of the thesis, section 4.4.1 and, for three boards, 7.3.

alternating       one round of each board in turn: A B A B ...
overlap first     after each round of a board, n rounds of the block that it shares with another one, which is an area of
                  its own: A C^n B C^n ...; with several such blocks, n rounds of each
one board         rounds of a board until one decides nothing, then of the next
outer one board   boards with one neighbour until a round decides nothing, each followed by one round of the others:
                  X..X Y Z..Z Y ...; the hypothesis for three boards in a row

A complete board is skipped. A policy ends when all boards are complete, or when nothing has been decided in a whole
turn: then the person is stuck.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .attention import ORDINARY, Area, Person, Rules, board_area, shared_areas
from .boards import Layout
from .techniques import Desk

Turn = list[tuple[Area, int | None]]  # how many rounds of an area; None for as many as decide something
Policy = Callable[[Layout, int], Turn]


@dataclass(frozen=True)
class Run:
    """The cost of a policy.

    attentions, rounds: by area, e.g. {"A": 57, "B": 44}, {"A": 2, "B": 1}; boards first.
    is_complete: False if the person was stuck.
    """

    attentions: dict[str, int]
    rounds: dict[str, int]
    is_complete: bool

    @property
    def total(self) -> int:
        """All attentions."""
        return sum(self.attentions.values())


def in_turn(layout: Layout, start: int) -> list[int]:
    """The boards in order, from the one to start with.

    >>> from .boards import layout_of
    >>> in_turn(layout_of("three"), 1)
    [1, 2, 0]
    """
    boards = range(len(layout.boards))
    return [*boards[start:], *boards[:start]]


def alternating(layout: Layout, start: int) -> Turn:
    return [(board_area(layout, board), 1) for board in in_turn(layout, start)]


def one_board(layout: Layout, start: int) -> Turn:
    return [(board_area(layout, board), None) for board in in_turn(layout, start)]


def overlap_first(times: int) -> Policy:
    """The policy that scans a shared block a number of times after each round of a board."""

    def policy(layout: Layout, start: int) -> Turn:
        turn: Turn = []
        for board in in_turn(layout, start):
            turn.append((board_area(layout, board, without=layout.shared), 1))
            turn += [(area, times) for boards, area in shared_areas(layout).items() if board in boards]
        return turn

    return policy


def outer_one_board(layout: Layout, start: int) -> Turn:
    pairs = shared_areas(layout)
    outer = [board for board in in_turn(layout, start) if sum(board in boards for boards in pairs) < 2]
    inner = [(board_area(layout, board), 1) for board in in_turn(layout, start) if board not in outer]
    turn: Turn = [] if start in outer else [*inner]
    for board in outer:
        turn += [(board_area(layout, board), None), *inner]
    return turn if start in outer else turn[: -len(inner)]


POLICIES: dict[str, Policy] = {
    "alternating": alternating,
    **{f"overlap first {times}": overlap_first(times) for times in (1, 2, 3)},
    "one board": one_board,
}
HYPOTHESIS = "outer one board"
POLICIES_OF_THREE: dict[str, Policy] = {**POLICIES, HYPOTHESIS: outer_one_board}


def run(policy: Policy, desk: Desk, start: int = 0, rules: Rules = ORDINARY) -> Run:
    """Solve a sudoku by a policy.

    desk: the sudoku; it is not changed.
    start: the board to start with, 0 for A.

    >>> from .attention import NAKED_ONLY
    >>> from .reading import clues
    >>> figure_20 = Desk.of(clues(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)))
    >>> run(one_board, figure_20, 0, NAKED_ONLY)
    Run(attentions={'A': 3, 'B': 1}, rounds={'A': 2, 'B': 1}, is_complete=True)
    """
    person = Person(Desk(desk.layout, desk.marks, desk.decided), rules)
    turn = policy(desk.layout, start)
    for decided in turns(person, turn):
        if not decided:
            break
    names = [*dict.fromkeys(sorted((area.name for area, _ in turn), key=lambda name: (len(name), name)))]
    return Run(
        {name: person.attentions[name] for name in names},
        {name: person.rounds[name] for name in names},
        person.desk.is_complete,
    )


def turns(person: Person, turn: Turn) -> Iterator[bool]:
    """Take one turn after the other until everything is complete; yield for each whether it decided anything."""
    while not person.desk.is_complete:
        before = len(person.desk.decided)
        for area, times in turn:
            if times is None:
                while person.scan(area):
                    pass
            else:
                for _ in range(times):
                    person.scan(area)
        yield len(person.desk.decided) > before
