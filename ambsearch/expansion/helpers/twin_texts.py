"""The twins of helpers as text, for readers of an expansion.

>>> def put_on(xs, x):
...     xs.append(x)
>>> from ambsearch.expansion.analysis.world import WORLD
>>> WORLD.look_around(put_on.__globals__)
>>> print(*twin_texts("recording(trail, put_on)(xs, x)", fast=False), sep="")
# put_on, as a search calls it
def put_on(trail, /, xs, x):
    change(trail, xs, 'append', x)
<BLANKLINE>
"""

import re

from ambsearch.expansion.analysis.facts import is_harmless
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees.printing import source_text


def twin_texts(text: str, fast: bool) -> list[str]:
    """The twins of the helpers that this text names where it records something, and those that they name, each once.

    fast: as they are run, or to be read?
    """
    found: dict[Own, str] = {}
    waiting = [text]
    while waiting:
        recorded = [line for line in waiting.pop(0).splitlines() if "trail" in line or "saved" in line]
        words = dict.fromkeys(word for line in recorded for word in re.findall(r"\w+", line))
        names = [word.removesuffix("_twin").removeprefix("twin_").removeprefix("super_") for word in words]
        for own in [own for name in names for own in WORLD.of_name(name) if own not in found and not is_harmless(own)]:
            source = Source.of_code(own.code, own.space)
            if source is not None and own not in found:
                taken, source.is_fast = set(source.taken), fast
                tree, inverses = twin_trees(source)
                shown = source_text([tree, *inverses], taken)
                found[own] = f"# {own.code.co_qualname}, as a search calls it\n{shown}"
                waiting.append(shown)
    return list(found.values())
