"""The page of two searches side by side: what each visits that the other does not is marked."""

from ambsearch.showing.boards import sketch_of
from ambsearch.showing.inlined import text_of
from ambsearch.showing.page import LIMIT, STYLES, fill
from ambsearch.showing.story import story_of
from ambsearch.showing.tree import tree_of
from ambsearch.showing.ways import Point, Way, point, ways_of
from ambsearch.tracing import Trace

SCRIPTS = ("sides.js", "pair.js")


def page_of_two(
    names: tuple[str, str],
    runs: tuple[Trace, Trace],
    agreed: int,
    parting: tuple[Way | None, Way | None] | None,
    common: int,
    limit: int = LIMIT,
) -> str:
    """The page of a comparison, with a limited number of nodes of each search; it says if some are left out."""
    first, second = [points_of(run, limit) for run in runs]
    title = " and ".join(names)
    told = {
        "title": title,
        "sides": [story_of(run, limit, sketch_of(run.search)) for run in runs],
        "twins": [twins(first, second), twins(second, first)],
        "agreed": agreed,
        "parts": parting is not None,
        "common": common,
    }
    return fill("pair.html", title, (*STYLES, "pair.css"), SCRIPTS, told, sides=2 * text_of("side.html"))


def points_of(run: Trace, limit: int) -> list[Point | None]:
    """The point at each node; None where nothing is chosen, except for the root."""
    tree = tree_of(run.events, limit)
    ways = ways_of(tree)
    return [point(ways.get(node, ())) if node in ways or not node else None for node in range(len(tree.parents))]


def twins(mine: list[Point | None], others: list[Point | None]) -> list[int]:
    """For each node, the first node at the same point of the other search; -1 if there is none."""
    places: dict[Point | None, int] = {}
    for node, here in enumerate(others):
        places.setdefault(here, node)
    return [-1 if here is None else places.get(here, -1) for here in mine]
