"""The tree of a search as SVG, for print; laid out by the scripts of the page, so that both look alike."""

import json

from ambsearch.showing.inlined import script, style
from ambsearch.showing.story import story_of
from ambsearch.tracing import Trace

SCRIPTS = ("d3-hierarchy.min.js", "tree.js", "folding.js", "layout.js", "picture.js", "print.js")
ROOM = 400  # nodes that are drawn, besides those on the path to them
LIMIT = 200_000  # nodes that are looked at


def svg_of(told: Trace, room: int = ROOM) -> str:
    """The tree of a trace as an SVG document.

    room: about how many nodes to draw; if there are more, subtrees without an answer are folded, and the last of the
    rest are drawn first.
    """
    try:
        from py_mini_racer import MiniRacer
    except ImportError as missing:
        raise ImportError(
            "trees are laid out by d3-hierarchy, which mini-racer runs; to install it: pip install 'ambsearch[svg]'"
        ) from missing
    with MiniRacer() as engine:
        engine.eval(";\n".join(script(name) for name in SCRIPTS))
        return str(engine.call("svgOf", json.loads(json.dumps(story_of(told, LIMIT))), room, style("tree.css")))
