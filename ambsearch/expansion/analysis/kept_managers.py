"""May a manager made of a generator, or a stack of managers, be kept, and not entered where it is made?

    with section("a"): ...          no: it is entered at once
    self.open.append(section("a"))  yes: a `with` of whatever is kept may be the first to run that generator

It is told by the names in the texts of all related modules, like a counter.

>>> text = "@contextmanager\\ndef part(name):\\n    yield name\\nwith part('a') as name: pass"
>>> keeps(text, {"part"}), keeps(text + "\\nparts = [part('b')]", {"part"})
(False, True)
"""

import re

from ambsearch.expansion.analysis.counters import DECLARED, texts
from ambsearch.expansion.reading.texts import NoSource

MADE = r"@[\w.]*\bcontextmanager\b[^\n]*\n(?:\s*@[^\n]*\n)*\s*def\s+(\w+)"
STACKS = frozenset({"ExitStack", "closing"})  # these call what they were given


def keep_managers(spaces: frozenset[int]) -> bool:
    """May a function in these namespaces keep one?"""
    try:
        found = {re.sub(DECLARED, "", "".join(text.lines)) for text, _ in texts(spaces)}
    except NoSource:  # what that does cannot be seen
        return True
    names = STACKS.union(name for text in found for name in re.findall(MADE, text))
    return any(keeps(text, names) for text in found)


def keeps(text: str, names: frozenset[str] | set[str]) -> bool:
    """Is one of these names there but to define or to enter it? Or is `contextmanager`, but above a definition?"""
    known = "|".join(names)
    seen = len(re.findall(rf"\bdef\s+(?:{known})\b|\bwith\b(?:[^():\n]|\(\))*\b(?:{known})\(", text))
    makers = len(re.findall(MADE, text))
    return len(re.findall(rf"\b(?:{known})\b", text)) > seen or len(re.findall(r"\bcontextmanager\b", text)) > makers
