"""The page for a lesson: one file of HTML that needs nothing else, neither a network nor another file."""

import re
from html import escape

from ambsearch.showing.boards import sketch_of
from ambsearch.showing.inlined import data, script, style, text_of
from ambsearch.showing.story import story_of
from ambsearch.tracing import Trace

LIMIT = 100_000  # nodes
STYLES = ("tree.css", "page.css", "screens.css")
SCRIPTS = (
    "d3-hierarchy.min.js",
    "tree.js",
    "words.js",
    "folding.js",
    "layout.js",
    "picture.js",
    "print.js",
    "program.js",
    "values.js",
    "growing.js",
    "steps.js",
    "find.js",
    "quiz.js",
    "asking.js",
    "controls.js",
    "start.js",
)


def page_of(told: Trace, limit: int = LIMIT) -> str:
    """The page of a trace, with so many nodes at most; it says how many items it leaves out."""
    story = story_of(told, limit, sketch_of(told.search))
    parts = {
        "title": escape(story["name"]),
        "style": "\n".join(map(style, STYLES)),
        "data": data(story),
        "script": '"use strict";\n' + "\n".join(map(script, SCRIPTS)),
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text_of("page.html"))
