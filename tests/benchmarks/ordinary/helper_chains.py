"""Boxes onto trucks, whose methods call one another; one of them changes something only under a condition."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

FULL = {"weights": (5, 3, 8, 2, 7, 4, 6, 3, 5), "trucks": 3, "capacity": 17}
SMALL = {"weights": (3, 2, 4), "trucks": 2, "capacity": 6}
Load = tuple[int, ...]


class Truck:
    def __init__(self) -> None:
        self.boxes: list[int] = []
        self.weight = 0
        self.heaviest = 0

    def load(self, weight: int) -> None:
        self.boxes.append(weight)
        self.weigh(weight)

    def weigh(self, weight: int) -> None:
        self.weight += weight
        if weight > self.heaviest:
            self.heaviest = weight


@ambiguous
def solve(weights: Sequence[int], trucks: int, capacity: int) -> Generator[Any, Any, tuple[Load, Load]]:
    """An answer is the number of boxes on each truck, and the heaviest of them."""
    fleet = [Truck() for _ in range(trucks)]
    for weight in weights:
        truck = yield fleet
        require(truck.weight + weight <= capacity)
        truck.load(weight)
    return tuple(len(truck.boxes) for truck in fleet), tuple(truck.heaviest for truck in fleet)


def by_hand(weights: Sequence[int], trucks: int, capacity: int) -> Iterator[tuple[Load, Load]]:
    fleet = [Truck() for _ in range(trucks)]

    def place(index: int) -> Iterator[tuple[Load, Load]]:
        if index == len(weights):
            yield tuple(len(truck.boxes) for truck in fleet), tuple(truck.heaviest for truck in fleet)
            return
        weight = weights[index]
        for truck in fleet:
            if truck.weight + weight <= capacity:
                before = truck.heaviest
                truck.load(weight)
                yield from place(index + 1)
                truck.boxes.pop()
                truck.weight -= weight
                truck.heaviest = before

    return place(0)
