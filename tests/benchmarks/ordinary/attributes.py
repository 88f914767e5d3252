"""Walks through a town of straight streets from one corner to the other; the state is the attributes of a robot."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"width": 6, "height": 4}
SMALL = {"width": 3, "height": 3}
DIRECTIONS = (("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0))


class Robot:
    def __init__(self) -> None:
        self.x = 0
        self.y = 0
        self.heading = ""
        self.turns = 0
        self.seen = {(0, 0)}


@ambiguous
def solve(width: int, height: int) -> Generator[Any, Any, tuple[str, int]]:
    """The street corners of a walk are all different; an answer tells the directions and the number of turns."""
    robot = Robot()
    path = []
    while not (robot.x == width - 1 and robot.y == height - 1):
        name, dx, dy = yield DIRECTIONS
        robot.x += dx
        robot.y += dy
        require(0 <= robot.x < width and 0 <= robot.y < height)
        require((robot.x, robot.y) not in robot.seen)
        robot.seen.add((robot.x, robot.y))
        if robot.heading != name:
            robot.heading = name
            robot.turns += 1
        path.append(name)
    return "".join(path), robot.turns


def by_hand(width: int, height: int) -> Iterator[tuple[str, int]]:
    robot = Robot()
    path: list[str] = []

    def walk() -> Iterator[tuple[str, int]]:
        if robot.x == width - 1 and robot.y == height - 1:
            yield "".join(path), robot.turns
            return
        for name, dx, dy in DIRECTIONS:
            robot.x += dx
            robot.y += dy
            if 0 <= robot.x < width and 0 <= robot.y < height and (robot.x, robot.y) not in robot.seen:
                robot.seen.add((robot.x, robot.y))
                heading, turns = robot.heading, robot.turns
                if heading != name:
                    robot.heading = name
                    robot.turns += 1
                path.append(name)
                yield from walk()
                path.pop()
                robot.heading, robot.turns = heading, turns
                robot.seen.remove((robot.x, robot.y))
            robot.x -= dx
            robot.y -= dy

    return walk()
