"""What is wrong in a function, or probably not meant, found in its text: refused or warned of, with what to write instead.

undefined   refuses what is no function written with `def`
fence       refuses what has no meaning, at the exact place, when a function is decorated
words       refuses `fail` where it does nothing
endings     warns of how a function ends: of an answer that is missing, or None, and of what is never reached
misplaced   warns of a `permanent` that keeps nothing
unequal     warns of a comparison, such as that of a text with a number, that is never true, or always
lost        warns of a choice that nothing reads, of all answers in the place of one, of a program that ends
held        what a place holds, and how it is read
whole       warns of a collection where one of its items is meant
unkept      warns of a change that is undone before anything reads it
aliases     warns of one list where several are meant
turns       warns of a loop that decides nothing, or at its first turn
forgotten   warns of a call, a `require`, a `yield` or a `return` that is probably missing, when the first search begins
conditions  marks what may be required without a call, which only the run tells
unread      says why the text of a function cannot be read

>>> from ambsearch.errors import Refused
>>> def f(xs):
...     yield from xs
>>> try:
...     check(f)
... except Refused as refusal:
...     print(refusal.msg)
yield from; write `return (yield E)` to pass all answers of E on, or `x = yield E`
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ambsearch.diagnostics import conditions, endings, fence, forgotten, undefined, words
from ambsearch.expansion.reading.source import DIAGNOSIS, Source
from ambsearch.expansion.shared import Shared
from ambsearch.ownership import adopt

CHECKED = Shared()


def check(function: Callable[..., Any]) -> None:
    """Refuse what cannot be expanded."""
    undefined.check_kind(function)
    CHECKED.find(function, None, partial(_check, function))


def advise(source: Source, body: list[Any]) -> None:
    """Warn of what was forgotten in this body of a function, as far as its text tells; and mark what only the run tells."""
    forgotten.advise(source, body)
    conditions.mark_conditions(source, body)


def _check(function: Callable[..., Any], asked: dict[str, Any]) -> None:
    source = Source.of(function, loads=False)
    source.asked = asked
    undefined.check_definition(source)
    fence.check(source)
    adopt(source.filename)


DIAGNOSIS.check_words, DIAGNOSIS.check_helper = words.check_words, fence.check_helper
DIAGNOSIS.advise = advise
DIAGNOSIS.unreturned = endings.unreturned
