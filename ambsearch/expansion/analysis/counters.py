"""Counters: what `itertools.count` or `cycle` gives, if nothing but `next` reads it. Then only these steps are changes.

    class Node:
        ids = count(1)
        def __init__(self):
            self.id = next(Node.ids)

A counter is told by its name: in the text of all related modules the name is only assigned one, and given to `next`.
Any other iterator may be gone over elsewhere, under another name, so wherever one is held each loop takes recorded steps.

>>> text = "ids = count(1)\\nfree = count()\\ndef new(): return next(ids), zip(free, 'ab')"
>>> [is_counter(name, text) for name in ("ids", "free")]
[True, False]

So are managers that are made of a generator, or stacks of managers: may one be kept, and not entered where it is made?

    with section("a"): ...          no: it is entered at once
    self.open.append(section("a"))  yes: a `with` of whatever is kept may be the first to run that generator

>>> text = "@contextmanager\\ndef part(name):\\n    yield name\\nwith part('a') as name: pass"
>>> keeps(text, {"part"}), keeps(text + "\\nparts = [part('b')]", {"part"})
(False, True)
"""

import re
from collections.abc import Iterator
from typing import Any

from ambsearch.expansion.analysis.bytecode import is_function
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.texts import NoSource, Text, definition, read

# where one is made: a field of a dataclass, which may be given another value, has a type that is no ClassVar
MADE = (
    r"""(?m)(?:^[ \t]*|;[ ]*)(?:[\w.]+\.)?(\w+)(?:[ ]*:[ ]*ClassVar\b[^=\n]*)?[ ]*=[ ]*"""
    r"""(?:\w+\.)?(?:count\([^()\n]*\)|cycle\((?:\[[^\]a-zA-Z]*\]|"[^"\n]*"|'[^'\n]*')\))[ ]*(?=[;#]|$)"""
)
# what says nothing of a name: its declaration, and its import, unless it gets another
DECLARED = r"(?m)^[ \t]*(?:global|nonlocal|from|import)\b(?!.*\bas\b).*$"


def counters(spaces: frozenset[int]) -> frozenset[str]:
    """The names of the counters in these namespaces."""
    return WORLD.relations.once(spaces, find_counters)


def find_counters(spaces: frozenset[int]) -> frozenset[str]:
    try:
        found = {"".join(text.lines) for text, _ in texts(spaces)}
    except NoSource:  # what that reads cannot be seen
        return frozenset()
    names = {name for text in found for name in re.findall(MADE, text)}
    return frozenset(name for name in names if all(is_counter(name, text) for text in found))


def is_counter(name: str, text: str) -> bool:
    """Does this text nothing else with the name than to assign it a counter, and to give it to `next`?"""
    text = re.sub(DECLARED, "", text)
    mentions = re.findall(rf"\w*{name}\b" if name.startswith("__") else rf"\b{name}\b", text)
    steps = re.findall(rf"\bnext\((?:\w+\.)*{name}\)", text)
    return len(mentions) == len(steps) + re.findall(MADE, text).count(name)


def texts(spaces: frozenset[int]) -> Iterator[tuple[Text, dict[str, Any]]]:
    """The text of each file that a function in these namespaces comes from, or of the file itself, with the namespace."""
    for key in spaces & WORLD.relations.spaces.keys():
        space = WORLD.relations.spaces[key][0]
        owns = [own for own in list(WORLD.inside.get(key, {}).values()) if not own.is_generated]
        files = {own.code.co_filename: own for own in owns if is_function(own.code)}
        yield from ((definition(own.code, own.space)[2], space) for own in files.values())
        if not files and (text := read(str(space.get("__file__")), space)) is not None:
            yield text, space


# managers that are made of a generator

MAKERS = r"@[\w.]*\bcontextmanager\b[^\n]*\n(?:\s*@[^\n]*\n)*\s*def\s+(\w+)"
STACKS = frozenset({"ExitStack", "closing"})  # these call what they were given


def keep_managers(spaces: frozenset[int]) -> bool:
    """May a function in these namespaces keep one?"""
    try:
        found = {re.sub(DECLARED, "", "".join(text.lines)) for text, _ in texts(spaces)}
    except NoSource:  # what that does cannot be seen
        return True
    names = STACKS.union(name for text in found for name in re.findall(MAKERS, text))
    return any(keeps(text, names) for text in found)


def keeps(text: str, names: frozenset[str] | set[str]) -> bool:
    """Is one of these names there but to define or to enter it? Or is `contextmanager`, but above a definition?"""
    known = "|".join(names)
    seen = len(re.findall(rf"\bdef\s+(?:{known})\b|\bwith\b(?:[^():\n]|\(\))*\b(?:{known})\(", text))
    makers = len(re.findall(MAKERS, text))
    return len(re.findall(rf"\b(?:{known})\b", text)) > seen or len(re.findall(r"\bcontextmanager\b", text)) > makers
