"""The tree of a trace: its nodes, and the node of each event.

node    an item that was taken, a search that began, or one of the searches of `if_fail` and the like
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ambsearch.expansion.emitting.sites import Site
from ambsearch.observing.recording import BRANCH, Event

Place = tuple[int, tuple[int, ...]]  # the number of a search and a path in it
LONGEST = 200  # of a value, in characters


@dataclass
class Tree:
    """The nodes of a trace, each later than its parent.

    parents: of each node, -1 for the first one; sites: the choice of each node, None for a search; values: what was
    taken, or the call; is_inner: does it belong to a search inside a condition or a helper?
    events: each with its node; left_out: how many items are missing here, because there are too many.
    """

    parents: list[int] = field(default_factory=list)
    sites: list[Site | None] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    is_inner: list[bool] = field(default_factory=list)
    events: list[tuple[Event, int]] = field(default_factory=list)
    left_out: int = 0

    def add(self, parent: int, site: Site | None, value: Any, is_inner: bool) -> int:
        self.parents.append(parent)
        self.sites.append(site)
        self.values.append(value)
        self.is_inner.append(is_inner)
        return len(self.parents) - 1

    def label(self, node: int) -> str:
        """A node in words, e.g. "column = 3"."""
        site = self.sites[node]
        return (
            str(self.values[node]) if site is None or site is BRANCH else f"{site.name} = {one_line(self.values[node])}"
        )


def tree_of(events: Iterable[Event], limit: int | None = None) -> Tree:
    """The tree of these events, with a limited number of nodes.

    >>> from ambsearch.puzzles import queens
    >>> from ambsearch.tracing import trace
    >>> tree = tree_of(trace(queens.solve(4)).events)
    >>> len(tree.parents), tree.label(0), tree.label(1), tree.parents[:4]
    (61, 'solve(4)', 'column = 0', [-1, 0, 1, 1])
    """
    tree, nodes, here = Tree(), dict[Place, int](), -1

    def node_at(search: int, path: tuple[int, ...]) -> int:
        if (search, path) not in nodes:  # there is no event when a branch begins
            nodes[search, path] = tree.add(node_at(search, path[:-1]), BRANCH, f"branch {path[-1] + 1}", search > 0)
        return nodes[search, path]

    for event in events:
        is_new = event.kind in ("begin", "item")
        if tree.left_out or (is_new and limit is not None and len(tree.parents) >= limit):
            tree.left_out += event.kind == "item"
            continue
        if event.kind == "begin":
            here = nodes[event.search, ()] = tree.add(here, None, event.value, event.search > 0)
        elif event.kind == "item":
            parent = node_at(event.search, event.path[:-1])
            here = nodes[event.search, event.path] = tree.add(parent, event.site, event.value, event.search > 0)
        else:
            here = node_at(event.search, event.path)
        tree.events.append((event, here))
        if event.kind == "end" and here:
            here = tree.parents[here]
    return tree


def one_line(value: Any) -> str:
    r"""A value on one line, without invisible characters; long ones are cut.

    >>> one_line("a\u202eb"), one_line(range(3))
    ("'a\\u202eb'", 'range(0, 3)')
    """
    text = visible(repr(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def visible(text: str) -> str:
    r"""A text of printable characters; others, such as those that reverse the direction of text, are escaped.

    >>> visible("a\nb\u202e")
    'a\\nb\\u202e'
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)
