"""The board at each point of a search, if the puzzle can draw it.

A puzzle's `sketch(choices, **instance)` gives the board of a point, as a Drawing or as text; choices: the name and
the value of each choice on the path, e.g. (("column", 0), ("column", 2)). Most boards resemble their parent's, so
each is stored as the number of marks that it shares with its parent, and its other marks.

    width, height   the size of all boards
    marks           each mark, once, as an element of SVG
    of              for each node [number of marks of its parent's board, mark, mark, ...]; 0 if the board is its parent's
    texts           instead of these, where boards are text: for each node the text, by number in `words`
    left_out        how many nodes have no board, because there are too many
"""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.showing.tree import Tree

Choice = tuple[str, Any]
Sketch = Callable[[tuple[Choice, ...]], Any]
MOST = 100_000  # nodes with a board
NONE: dict[str, Any] = {}


def sketch_of(answers: Answers[Any] | None) -> Sketch | None:
    """The function that draws a point of this search: the module's `sketch`, if it has the program's parameters."""
    function: Any = answers._source if answers is not None else None
    if not isinstance(function, Ambiguous) or answers is None:
        return None
    plain = function.__wrapped__
    draw = plain.__globals__.get("sketch")
    if not inspect.isfunction(draw):
        return None
    signature = inspect.signature(plain)
    if list(inspect.signature(draw).parameters)[1:] != list(signature.parameters):
        return None
    bound = signature.bind(*answers._args, **answers._kwargs)
    bound.apply_defaults()
    return partial(draw, **bound.arguments)


def boards_of(tree: Tree, sketch: Sketch) -> dict[str, Any]:
    """The board of each node, for the page."""
    choices: list[tuple[Choice, ...]] = []
    for node, parent in enumerate(tree.parents):
        site, before = tree.sites[node], choices[parent] if parent >= 0 else ()
        is_choice = site is not None and site.kind == "choice" and not tree.is_inner[node]
        choices.append((*before, (site.name, tree.values[node])) if site is not None and is_choice else before)
    drawn = [
        None if node and own is choices[tree.parents[node]] else sketch(own) for node, own in enumerate(choices[:MOST])
    ]
    told = in_words(drawn) if isinstance(drawn[0], str) else in_marks(tree, drawn)
    return told | {"left_out": max(0, len(choices) - MOST)}


def in_words(drawn: Sequence[Any]) -> dict[str, Any]:
    words: dict[str, int] = {}
    return {"of": [-1 if text is None else words.setdefault(text, len(words)) for text in drawn], "words": list(words)}


def in_marks(tree: Tree, drawn: Sequence[Any]) -> dict[str, Any]:
    numbers: dict[Any, int] = {}
    of: list[Any] = []
    own: list[tuple[Any, ...]] = []  # the marks of each node
    for node, drawing in enumerate(drawn):
        before = own[tree.parents[node]] if node else ()
        own.append(before if drawing is None else drawing.marks)
        if drawing is None:
            of.append(0)
            continue
        same = common(before, drawing.marks)
        of.append([same, *(numbers.setdefault(mark, len(numbers)) for mark in drawing.marks[same:])])
    there = [drawing for drawing in drawn if drawing is not None]
    size = {"width": max(one.width for one in there), "height": max(one.height for one in there)}
    return size | {"marks": list(map(element, numbers)), "of": of}


def common(before: tuple[Any, ...], after: tuple[Any, ...]) -> int:
    """How many equal things both begin with; usually all of the first.

    >>> common((1, 2, 3), (1, 2, 4, 5)), common((1,), (1, 2))
    (2, 1)
    """
    if after[: len(before)] == before:
        return len(before)
    pairs = enumerate(zip(before, after, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(before), len(after)))


def element(mark: Any) -> str:
    """A mark of a drawing as an element of SVG, measured in cells."""
    if hasattr(mark, "points"):
        points = " ".join(f"{x:.6g},{y:.6g}" for x, y in mark.points)
        edge = f'stroke="black" stroke-width="{mark.width:.6g}"' if mark.width else ""
        name = "polygon" if mark.closed else "polyline"
        return f'<{name} points="{points}" fill="{colour(mark.fill)}" {edge}/>'
    if hasattr(mark, "radius"):
        x, y = mark.middle
        around = 'stroke="black" stroke-width="0.05"'
        return f'<circle cx="{x:.6g}" cy="{y:.6g}" r="{mark.radius:.6g}" fill="{colour(mark.fill)}" {around}/>'
    x, y = mark.at
    anchor = "middle" if mark.align == "center" else "start"
    place = f'x="{x:.6g}" y="{y:.6g}" font-size="{mark.size:.6g}" text-anchor="{anchor}"'
    return f'<text {place} dominant-baseline="central">{escape(mark.text)}</text>'


def colour(fill: str) -> str:
    """A colour as SVG writes it; drawings write a grey as "0.8".

    >>> colour("0.8"), colour("")
    ('rgb(80% 80% 80%)', 'none')
    """
    try:
        share = f"{100 * float(fill):g}%"
    except ValueError:
        return escape(fill) or "none"
    return f"rgb({share} {share} {share})"
