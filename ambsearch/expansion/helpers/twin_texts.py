"""The twins of helpers as text, for readers of an expansion.

>>> def put_on(xs, x):
...     xs.append(x)
>>> from ambsearch.expansion.analysis.world import WORLD
>>> WORLD.look_around(put_on.__globals__)
>>> source = Source.of_code(put_on.__code__, put_on.__globals__)
>>> print(*twin_texts(source, "recording(trail, put_on)(xs, x)", fast=False), sep="")
# put_on, as a search calls it
def put_on(trail, /, xs, x):
    change(trail, xs, 'append', x)
<BLANKLINE>
"""

import re

from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.facts import is_harmless
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees.printing import source_text

# recording(trail, board.put), attribute(trail, board, 'size'); calling[put] and twin_put[...] of what is run
NAMED = re.compile(
    r"\b(?:recording|recording_later|apply)\(\w+, [\w.]*?(\w+)[,)]|\b(?:change|\w*attribute)\([^']*'(\w+)'"
    r"|\bcalling\[(\w+)\]|\b(?:twin|super)_(\w+)\["
)


def twin_texts(source: Source, text: str, fast: bool) -> list[str]:
    """The twins of the helpers that this text names where it records what they change, and those that they name, each once.

    text: the expansion of this function. fast: as they are run, or to be read?
    """
    found: dict[Own, str] = {}
    waiting = [(source, text)]
    while waiting:
        caller, shown = waiting.pop(0)
        names = dict.fromkeys("".join(groups) for groups in NAMED.findall(shown))
        for own in [own for name in names for own in near(caller, name) if own not in found and not is_harmless(own)]:
            helper = own.source()
            if helper is not None and own not in found and not helper.is_ambiguous(helper.tree):
                taken, helper.is_fast = set(helper.taken), fast
                tree, inverses = twin_trees(helper)
                shown = source_text([tree, *inverses], taken)
                found[own] = f"# {own.code.co_qualname}, as a search calls it\n{shown}"
                waiting.append((helper, shown))
    return list(found.values())
