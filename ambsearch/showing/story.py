"""Everything that is shown of a search, as data for the scripts of a page. What is numerous is a list of numbers:
100,000 nodes take about two megabytes.

    name, outcome, answers      of the trace
    texts                       every value and call, once
    places                      [kind, name, line, listing], one for each choice, guard, answer and dead end
    parents, choices, values    of each node: its parent, its place (-1 for a search), its text
    kinds                       a letter for each event, see LETTERS
    at, where, told             of each event: its node, its place or -1, its text or -1
    listings                    the programs
    boards                      see `boards`
    left_out                    how many items are not shown
"""

from typing import Any

from ambsearch.expansion.emitting.sites import Site
from ambsearch.observing.recording import BRANCH, Event
from ambsearch.showing.boards import NONE, Sketch, boards_of
from ambsearch.showing.listings import Listing, listings
from ambsearch.showing.tree import one_line, tree_of, visible
from ambsearch.tracing import Trace

LETTERS = {
    "begin": "b",
    "item": "i",
    "exhausted": "x",
    "passed": "p",
    "failed": "f",
    "dead": "d",
    "answer": "r",
    "found": "a",  # of the whole search "A"
    "end": "e",
}


def story_of(told: Trace, limit: int | None = None, sketch: Sketch | None = None) -> dict[str, Any]:
    """What is shown of a trace, with a limited number of nodes; sketch: draws the board of a point."""
    tree = tree_of(told.events, limit)
    texts, places = Numbered(), Numbered()
    choices = [-1 if site is None or site is BRANCH else places.number(site) for site in tree.sites]
    values = [
        texts.number(visible(str(value)) if choice < 0 else one_line(value))
        for value, choice in zip(tree.values, choices, strict=True)
    ]
    where = [-1 if event.site is None else places.number(event.site) for event, _ in tree.events]
    programs = listings(told.search, places)
    return {
        "name": visible(told.name),
        "outcome": visible(told.outcome),
        "answers": told.answers,
        "places": [entry_of_place(site, programs) for site in places],
        "parents": tree.parents,
        "choices": choices,
        "values": values,
        "kinds": "".join(letter(event) for event, _ in tree.events),
        "at": [node for _, node in tree.events],
        "where": where,
        "told": [texts.number(entry_of_value(event)) if is_told(event) else -1 for event, _ in tree.events],
        "listings": [entry_of_listing(listing) for listing in programs],
        "boards": NONE if sketch is None else boards_of(tree, sketch),
        "left_out": tree.left_out,
        "texts": list(texts),
    }


class Numbered(dict[Any, int]):
    """Numbers things in the order of their first appearance."""

    def number(self, thing: Any) -> int:
        return self.setdefault(thing, len(self))


def letter(event: Event) -> str:
    return "A" if event.kind == "found" and event.search == 0 else LETTERS[event.kind]


def is_told(event: Event) -> bool:
    return event.kind in ("answer", "found", "end")


def entry_of_value(event: Event) -> str:
    return visible(str(event.value)) if event.kind == "end" else one_line(event.value)


def entry_of_place(site: Site, programs: list[Listing]) -> list[Any]:
    listing = next((number for number, listing in enumerate(programs) if listing.has(site)), -1)
    return [site.kind, visible(site.name), site.line, listing]


def entry_of_listing(listing: Listing) -> dict[str, Any]:
    return {
        "function": listing.function,
        "numbers": list(listing.lines),
        "lines": list(listing.lines.values()),
        "expansion": listing.expansion,
        "rows": listing.rows,
    }
