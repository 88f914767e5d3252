"""The way to each node of a search tree: what has been chosen on it.

Way     in order, e.g. ("baker = 1", "cook = 2")
Point   the same in any order, the choices of one name numbered: searches that choose in another order visit it, too
"""

from collections import Counter

from ambsearch.showing.tree import Tree, one_line

Way = tuple[str, ...]
Point = frozenset[tuple[str, int]]


def ways_of(tree: Tree) -> dict[int, Way]:
    """The path to each item, by its node, in the order of the search."""
    ways: list[Way] = []
    items: dict[int, Way] = {}
    for node, parent in enumerate(tree.parents):
        ways.append(ways[parent] if parent >= 0 else ())
        site = tree.sites[node]
        if site is not None and site.kind == "choice":
            ways[node] = items[node] = (*ways[node], f"{site.name} = {one_line(tree.values[node])}")
    return items


def point(way: Way) -> Point:
    """What has been chosen, in any order; choices of the same name are numbered."""
    names: Counter[str] = Counter()
    found = []
    for item in way:
        name = item.partition(" = ")[0]
        found.append((item, names[name]))
        names[name] += 1
    return frozenset(found)
