"""Graphs as pictures: nodes in a ring, in the order of a walk that goes to a neighbour whenever possible. It needs no
graph library; where a graph can be drawn as a map, a map shows more.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from .marks import Disc, Drawing, Mark, Shape, Text

APART = 1.6  # from one node to the next on the ring, in cells


def net(near: Mapping[str, Sequence[str]], fills: Mapping[str, str]) -> Drawing:
    """Picture a graph by its neighbours.

    near: for each node its neighbours, e.g. {"a": ["b"], "b": ["a"]}; fills: the colour of each node that has one.

    >>> len(net({"a": ["b"], "b": ["a"]}, {}).marks)  # a line, two circles with their names
    5
    """
    radius = max(1.5, len(near) * APART / (2 * pi))
    middle = radius + 0.5
    angles = {node: 2 * pi * number / len(near) for number, node in enumerate(walk(near))}
    places = {node: (middle + radius * sin(angle), middle - radius * cos(angle)) for node, angle in angles.items()}
    marks: list[Mark] = [
        Shape((places[one], places[other]), "", 0.04, closed=False)
        for one in near
        for other in near[one]
        if angles[one] < angles[other]
    ]
    for node, place in places.items():
        marks += [Disc(place, 0.42, fills.get(node) or "white"), Text(place, node, 0.45)]
    return Drawing(2 * middle, 2 * middle, tuple(marks))


def walk(near: Mapping[str, Sequence[str]]) -> list[str]:
    """All nodes, going from each to a new neighbour if there is one, else to the next new node.

    >>> walk({"a": ["c"], "b": [], "c": ["a"]})
    ['a', 'c', 'b']
    """
    order: dict[str, None] = {}
    for node in near:
        at: str | None = node if node not in order else None
        while at is not None:
            order[at] = None
            at = next((other for other in near[at] if other not in order), None)
    return list(order)
