"""Which answers are handed out without a look at what they hold, because that can be seen in the text.

>>> from ambsearch import ambiguous
>>> @ambiguous
... def words(n):
...     word = []
...     for _ in range(n):
...         word.append((yield "ab"))
...     return "".join(word)
>>> words(2).first(), words.copying.copy
('aa', None)

What calls of the user's functions, and of other searches, give of what is kept: constants if they are given constants.

>>> def repeated(word, n, told):
...     return word * n, len(told)
>>> [one.name for one in given_by_calls(repeated, "is_constant").parameters]
['word', 'n']
"""

import ast
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.copiers.copying import AS_EVER, Copying
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.kept import Kept
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import DIAGNOSIS, Source
from ambsearch.ground.ownership import is_own
from ambsearch.running.twins import CO_GENERATOR


def given_by_calls(function: Any, how: str, source: Source | None = None) -> Copying | None:
    """What calls of this function, or search, need in order to give what this method of `Kept` asks for; None if they may not.

    A search, or a generator, gives one after the other. source: of a search, its text, if that is known.
    """
    is_search = type(function) is Ambiguous or source is not None
    plain = function.__wrapped__ if type(function) is Ambiguous else function
    code = getattr(plain, "__code__", None)
    if code is None or source is None and not is_own(code) or code.co_flags & GIVES_LATER & ~CO_GENERATOR:
        return None
    gives_several = is_search or bool(code.co_flags & CO_GENERATOR)
    if gives_several and how == "is_constant":
        return None
    asked = plain, "is_constant" if how == "gives_constants" and gives_several else how
    if asked not in WORLD.given:
        source = source or Source.of_code(code, plain.__globals__, is_called=False)
        if source is not None:
            source.function = plain
            settle_needs(asked, source, gives_several and not is_search)
    WORLD.asked_again.add(asked)
    return WORLD.given.get(asked)


def settle_needs(asked: tuple[Any, str], source: Source, is_generator: bool) -> None:
    """Find what calls of this need; for one that calls itself, also by others, that is nothing until something is found."""
    before, places = {asked, *WORLD.given}, frozenset(range(asked[0].__code__.co_argcount))
    found: Copying | None = Copying(None, [], places)
    WORLD.asked_again.discard(asked)
    while WORLD.given.get(asked, ()) != found:
        WORLD.given[asked] = found
        found = needs_of_calls(source, asked[1], is_generator)
        if asked not in WORLD.asked_again:
            WORLD.given[asked] = found
        elif found != WORLD.given[asked]:  # others were found while it seemed to need less
            for other in WORLD.given.keys() - before:
                del WORLD.given[other]


def needs_of_calls(source: Source, how: str, is_generator: bool) -> Copying | None:
    kept = Kept(source, given_by_calls)
    statements = {node.value for node in source.nodes if isinstance(node, ast.Expr)}
    yields = [node for node in source.nodes if isinstance(node, (ast.Yield, ast.YieldFrom))] if is_generator else []
    is_plain = all(isinstance(node, ast.Yield) and node in statements for node in yields)
    if kept.is_unclear or not is_plain or isinstance(source.tree, ast.Lambda):
        return None
    answers = [node.value for node in yields if node.value] if is_generator else returned_by(source)
    if not all(map(getattr(kept, how), answers)):
        return None
    kept.settle()
    return kept.copying(answers, getattr(kept, how))


def returned_by(source: Source) -> list[ast.expr]:
    return [node.value for node in source.nodes if isinstance(node, ast.Return) and node.value is not None]


def copying_of(source: Source) -> Copying:
    """How the answers of this search are copied."""
    given = None if returned_by(source) else DIAGNOSIS.unreturned(source)
    if given is not None:
        return Copying(given, ())
    return given_by_calls(source.function, "is_new", source) or AS_EVER
