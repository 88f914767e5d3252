"""The page for a lesson: one HTML file that needs no network and no other file."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from ambsearch.showing.boards import sketch_of
from ambsearch.showing.inlined import data, script, style, text_of
from ambsearch.showing.story import story_of
from ambsearch.tracing import Trace

LIMIT = 100_000  # nodes
STYLES = ("tree.css", "page.css", "screens.css")
SHARED = (
    "d3-hierarchy.min.js",
    "elements.js",
    "tree.js",
    "words.js",
    "folding.js",
    "layout.js",
    "picture.js",
    "print.js",
    "program.js",
    "values.js",
    "growing.js",
    "playing.js",
    "keys.js",
)
SCRIPTS = ("steps.js", "find.js", "quiz.js", "asking.js", "controls.js", "start.js")


def page_of(told: Trace, limit: int = LIMIT) -> str:
    """The page of a trace, with a limited number of nodes; it says how many items it leaves out."""
    story = story_of(told, limit, sketch_of(told.search))
    return fill("page.html", story["name"], STYLES, SCRIPTS, story)


def fill(frame: str, title: str, styles: Sequence[str], scripts: Sequence[str], told: Any, **parts: str) -> str:
    """A page: its frame with its parts; told: the data for its scripts; scripts: those besides the shared ones."""
    parts |= {
        "title": escape(title),
        "style": "\n".join(map(style, styles)),
        "data": data(told),
        "script": '"use strict";\n' + "\n".join(map(script, (*SHARED, *scripts))),
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text_of(frame))
