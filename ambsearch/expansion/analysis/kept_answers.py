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
from types import FunctionType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.copiers.copying import AS_EVER, Copying, Needed
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.kept import Kept
from ambsearch.expansion.analysis.kinds import Kinds, kinds_in
from ambsearch.expansion.analysis.world import WORLD, steady_value
from ambsearch.expansion.reading.source import DIAGNOSIS, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.twins import CO_GENERATOR


class KeptCalls(Kept):
    """What one of these keeps, of which this is known too."""

    def is_given(self, call: ast.Call, how: str) -> bool:
        """Does a call of a user's function, or of a search, give this, such as constants, if it is given them?"""
        function = steady_value(self.source, call.func, FunctionType, Ambiguous)
        if function is UNKNOWN or ir.name_of(call.func) in self.hidden:
            return False
        needed = given_by_calls(function, how)
        if needed is None:
            return False
        named = {part.arg: part.value for part in call.keywords}
        if ir.has_star(call):
            return all(map(self.is_constant, [*call.args, *named.values()]))
        places = dict(enumerate(call.args))
        return all(self.is_enough(one, places.get(one.place, named.get(one.name))) for one in needed.parameters)

    def is_kept(self, call: ast.Call, given: ast.expr) -> bool:
        function = steady_value(self.source, call.func, FunctionType, Ambiguous)
        if super().is_kept(call, given) or function is UNKNOWN or ir.has_star(call):
            return super().is_kept(call, given)
        needed = given_by_calls(function, "is_constant") or given_by_calls(function, "gives_constants")
        return needed is not None and given in call.args and call.args.index(given) in needed.kept

    def is_enough(self, needed: Needed, value: Any) -> bool:
        if value is None:
            return needed.is_optional
        return self.gives_constants(value) if needed.is_gone_over else self.is_constant(value)


def given_by_calls(function: Any, how: str) -> Copying | None:
    """What calls of this function, or search, need in order to give what this method of `Kept` asks for; None if they may not.

    A search, or a generator, gives one after the other.
    """
    is_search = type(function) is Ambiguous
    plain = function.__wrapped__ if is_search else function
    code = getattr(plain, "__code__", None)
    if code is None or not is_own(code) or code.co_flags & GIVES_LATER & ~CO_GENERATOR:
        return None
    is_generator = bool(code.co_flags & CO_GENERATOR)
    if is_generator and how == "is_constant":
        return None
    asked = plain, "is_constant" if is_generator else how
    if asked not in WORLD.given:
        source = Source.of_code(code, plain.__globals__, is_called=False)
        if source is not None:
            source.function = plain
            settle_needs(asked, source, is_generator and not is_search)
    WORLD.asked_again.add(asked)
    return WORLD.given.get(asked)


def settle_needs(asked: tuple[Any, str], source: Source, is_generator: bool) -> None:
    """Find what calls of this need; for one that calls itself by others that is nothing, until something is found."""
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
    kept = KeptCalls(source)
    statements = {node.value for node in source.nodes if isinstance(node, ast.Expr)}
    yields = [node for node in source.nodes if isinstance(node, (ast.Yield, ast.YieldFrom))] if is_generator else []
    is_plain = all(isinstance(node, ast.Yield) and node in statements for node in yields)
    if kept.is_unclear or not is_plain or isinstance(source.tree, ast.Lambda):
        return None
    answers = [node.value for node in yields if node.value] if is_generator else kept.of_its_own(returned_by(source))
    kept.settle(source.body, kinds_in(source, source.body))
    ask = getattr(kept, how)
    return kept.copying(answers, ask) if all(map(ask, answers)) else None


def returned_by(source: Source) -> list[ast.expr]:
    return [node.value for node in source.nodes if isinstance(node, ast.Return) and node.value is not None]


def copying_of(source: Source, body: list[Any], kinds: Kinds) -> Copying:
    """How the answers of this function are copied. body: its normal form."""
    kept, answers = KeptCalls(source), returned_by(source)
    given = None if answers else DIAGNOSIS.unreturned(source)
    if given is not None:
        return Copying(given, ())
    answers = kept.of_its_own(answers)
    ask = kept.is_constant if kept.own_calls else kept.is_new
    if not kept.is_unclear and all(map(ask, answers)):
        kept.settle(body, kinds)
        if all(map(ask, answers)):
            return kept.copying(answers, ask)
    return AS_EVER
