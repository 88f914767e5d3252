"""The twins of helpers as text, for readers of an expansion.

>>> def put_on(xs, x):
...     xs.append(x)
>>> from ambsearch.expansion.analysis.world import WORLD
>>> WORLD.look_around(put_on.__globals__)
>>> print(*twin_texts("put_on_twin(trail, xs, x)"), sep="")
# put_on, as a search calls it
def put_on(trail, /, xs, x):
    back = NOTHING
    try:
        if type(xs) is list or (type(xs) is deque and xs.maxlen is None):
            back = len(xs)
            xs.append(x)
        else:
            back = Saved()
            change(back, xs, 'append', x)
    finally:
        trail.append((put_on_undo, xs, x, back))
<BLANKLINE>
def put_on_undo(entry):
    _, xs, x, back = entry
    if type(back) is Saved:
        undo(back)
    elif back < len(xs) and xs[back] is x:
        del xs[back]
<BLANKLINE>
"""

import re

from ambsearch.expansion.analysis.facts import is_harmless
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees.printing import source_text

NAMED = re.compile(r"\b(\w+)_twin\b|\b(?:twin|super)_(\w+)\[")


def twin_texts(text: str) -> list[str]:
    """The twins that this text names, and those that they name, each once."""
    found: dict[Own, str] = {}
    waiting = [text]
    while waiting:
        names = [one or other for one, other in NAMED.findall(waiting.pop(0))]
        for own in [own for name in names for own in WORLD.of_name(name) if own not in found and not is_harmless(own)]:
            source = Source.of_code(own.code, own.space)
            if source is not None and own not in found:
                taken = set(source.taken)
                tree, inverses = twin_trees(source)
                shown = source_text([tree, *inverses], taken)
                found[own] = f"# {own.code.co_qualname}, as a search calls it\n{shown}"
                waiting.append(shown)
    return list(found.values())
