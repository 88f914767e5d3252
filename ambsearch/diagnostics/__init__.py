"""What is wrong in a function, or probably not meant, found in its text: refused or warned of, with what to write instead.

Refused, when the function is decorated:

undefined   what is no function written with `def`
fence       what has no meaning, at the exact place; it asks all others
choosing    what is no choice, or one of something else
truths      a condition that is always true
words       `fail` where it does nothing
hidden      a variable of the name of a word, which is warned of

Warned of, when it is decorated:

endings     how a function ends: an answer that is missing, or None, and what is never reached
misplaced   a `permanent` that keeps nothing
unkept      a change that is undone before anything reads it
by_hand     a change that is taken back by hand, in the branch that needs it
expressions what may stand in any function, each told of by the file it is in
unequal     a comparison, such as that of a text with a number, that is never true, or always
contrary    conditions on one variable that exclude each other, or leave nothing out
calculations    a calculation that gives another number than was meant
lost        a choice that nothing reads, all answers in the place of one, a program that ends
whole       a collection where one of its items is meant; `held` tells what a place holds, `visible` of which kind something is
aliases     one list where several are meant
same        one thing under two names: a choice, a list that was not copied
locks       a lock that a branch would wait for for ever
unseen      an assignment to a variable that nobody reads, where another was meant
turns       a loop that decides nothing, or at its first turn

Warned of, when the first search begins, because the functions that it calls must be there; `called` tells which they are:

forgotten   a statement that does nothing; it asks the others
methods     a method whose call is missing
generators  what is chosen from a call, and a generator that should be ambiguous
valueless   a condition that is never true, because what it calls returns no value

conditions  marks what may be required without a call, which only the run tells

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
from ambsearch.ground.ownership import adopt

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
