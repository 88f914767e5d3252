"""Water jugs: measure an amount of water with unmarked jugs.

A step fills a jug at the tap, empties a jug, or pours one into another until one is empty or the other is full. At
the end one of the jugs holds the amount.

sizes   how much each jug holds, in litres, e.g. (3, 5)
goal    the amount to measure, in litres, e.g. 4
levels  what the jugs hold, in litres, e.g. (3, 2)
plan    the levels at the beginning and after each step, e.g. ((0, 0), (0, 5), (3, 2))

As text, a puzzle is a line: the sizes, then the amount:

    3 5 4
    4 9 6

Source: George Polya, "How to Solve It" (1945), "Working backwards", for jugs of 4 and 9 quarts.
"""

from collections.abc import Iterable
from itertools import groupby
from math import gcd
from typing import Any

from ambsearch import Search, ambiguous, breadth_first, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import Drawing, lines, stack, table

Levels = tuple[int, ...]
Plan = tuple[Levels, ...]


def question(sizes: tuple[int, ...], goal: int) -> str:
    """State the jugs, and the amount to measure.

    >>> print(question((3, 5), 4))
    There are jugs for 3 and 5 litres, without marks, and a tap.
    A step fills a jug, empties it, or pours it into another until that is full or this is empty.
    Measure 4 litres in one jug, in as few steps as possible.
    """
    return (
        f"There are jugs for {' and '.join(map(str, sizes))} litres, without marks, and a tap.\n"
        "A step fills a jug, empties it, or pours it into another until that is full or this is empty.\n"
        f"Measure {goal} litres in one jug, in as few steps as possible."
    )


def is_solution(answer: Plan, sizes: tuple[int, ...], goal: int) -> bool:
    """Say whether `answer` begins with empty jugs, follows the rules at each step, and no plan is shorter.

    >>> is_solution(((0, 0), (3, 0)), (3, 5), 3), is_solution(((0, 0), (0, 3)), (3, 5), 3)
    (True, False)
    """
    levels = (0,) * len(sizes)
    reached = {levels}
    for _ in answer[1:]:
        if any(goal in levels for levels in reached):
            return False
        reached |= {after for levels in reached for after in next_levels(levels, sizes)}
    steps = zip(answer, answer[1:], strict=False)
    return (
        bool(answer)
        and answer[0] == levels
        and all(after in next_levels(before, sizes) for before, after in steps)
        and goal in answer[-1]
    )


@ambiguous
def solve(sizes: tuple[int, ...], goal: int) -> Search[Plan]:
    """Find the shortest plans: plans of any length, breadth first.

    sizes: how much each jug holds, e.g. (3, 5).
    goal: the amount to measure, e.g. 4.
    An answer is a tuple of levels, one more than there are steps.
    Answers are all plans with the fewest steps, in the order of the steps as `next_levels` lists them.
    Raises ValueError if there is no jug, or one holds nothing, or the amount is below 0.

    >>> solve((3, 5), 4).one()
    ((0, 0), (0, 5), (3, 2), (0, 2), (2, 0), (2, 5), (3, 4))
    """
    check(sizes, goal)
    require(goal <= max(sizes) and goal % gcd(*sizes) == 0)
    plan: Plan = yield shortest(breadth_first(plans((0,) * len(sizes), sizes, goal)))
    return plan


@ambiguous
def plans(levels: Levels, sizes: tuple[int, ...], goal: int) -> Search[Plan]:
    """Take step after step, never back to earlier levels, until one jug holds the amount."""
    plan = [levels]
    while goal not in levels:
        levels = yield next_levels(levels, sizes)
        require(levels not in plan)
        plan.append(levels)
    return tuple(plan)


def shortest(found: Iterable[Plan]) -> Iterable[Plan]:
    """Take the plans that are as short as the first."""
    return next((as_short for _, as_short in groupby(found, key=len)), iter(()))


def next_levels(levels: Levels, sizes: tuple[int, ...]) -> list[Levels]:
    """List the levels after one step: for each jug, fill it, empty it, pour it into each of the others.

    >>> next_levels((3, 4), (3, 5))
    [(3, 4), (0, 4), (2, 5), (3, 5), (3, 0), (3, 4)]
    """
    after = []
    for jug, size in enumerate(sizes):
        after += [add_amounts(levels, {jug: size - levels[jug]}), add_amounts(levels, {jug: -levels[jug]})]
        for other, room in enumerate(sizes):
            if other != jug:
                amount = min(levels[jug], room - levels[other])
                after.append(add_amounts(levels, {jug: -amount, other: amount}))
    return after


def add_amounts(levels: Levels, amounts: dict[int, int]) -> Levels:
    return tuple(level + amounts.get(jug, 0) for jug, level in enumerate(levels))


def check(sizes: tuple[int, ...], goal: int) -> None:
    if not sizes or min(sizes) < 1 or goal < 0:
        raise ValueError(f"expected jugs of 1 litre or more, and an amount of 0 or more, found {sizes} and {goal}")


INSTANCES: dict[str, dict[str, Any]] = {
    "three-and-five": {"sizes": (3, 5), "goal": 4},
    "polya": {"sizes": (4, 9), "goal": 6},
    "three-jugs": {"sizes": (2, 5, 9), "goal": 6},
    "even": {"sizes": (2, 4), "goal": 3},
    "nothing": {"sizes": (3,), "goal": 0},
}


def picture(answer: Plan, sizes: tuple[int, ...], goal: int) -> str:
    """List the levels after each step.

    >>> print(picture(((0, 0), (0, 5), (3, 2)), (3, 5), 2))
    step  3 l  5 l
       0    0    0
       1    0    5
       2    3    2
    """
    heads = [f"{size} l" for size in sizes]
    rows = [f"{'step':>4}  " + "  ".join(heads)]
    for step, levels in enumerate(answer):
        held = (f"{level:>{len(head)}}" for level, head in zip(levels, heads, strict=True))
        rows.append(f"{step:>4}  " + "  ".join(held))
    return "\n".join(rows)


def drawing(answer: Plan | None, sizes: tuple[int, ...], goal: int) -> Drawing:
    """Picture a table of the levels after each step; if empty, with a row for each step that the puzzle needs.

    >>> drawing(((0, 0), (0, 5), (3, 2)), (3, 5), 2).marks[3].text
    '3 l'
    """
    shortest_plan = answer or next(iter(solve(sizes, goal)), ((0,) * len(sizes),))
    heads = ["step", *(f"{size} l" for size in sizes)]
    rows = [
        [str(step), *("" if step and answer is None else str(level) for level in levels)]
        for step, levels in enumerate(shortest_plan)
    ]
    return stack([table([heads, *rows]), lines(question(sizes, goal).splitlines(), 0.4)])


def read(text: str) -> list[dict[str, Any]]:
    r"""Read puzzles, one from each line that is not empty, each as the keyword arguments of `solve`.

    Raises BadInput if a line is not a puzzle.

    >>> read("3 5 4\n")
    [{'sizes': (3, 5), 'goal': 4}]
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    size, *others = line.words("the size of a jug", "the amount to measure", more=True)
    *sizes, goal = others
    jugs = tuple(word.number("the size of a jug, 1 or more", least=1) for word in (size, *sizes))
    return {"sizes": jugs, "goal": goal.number("the amount to measure")}
