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
"""

import ast
from typing import Any

from ambsearch.copiers.copying import AS_EVER, Copying, as_it_is, flat_copy
from ambsearch.expansion.analysis.kept_calls import KeptCalls, returned_by
from ambsearch.expansion.analysis.kinds import Kinds
from ambsearch.expansion.reading.source import DIAGNOSIS, Source


class KeptAnswers(KeptCalls):
    """What copies the answers of a function."""

    def copier(self, value: Any) -> Any:
        """What copies this without a look at what it holds; None if nothing does."""
        if self.is_new(value):
            return as_it_is
        if not isinstance(value, ast.Name) or value.id not in self.held:
            return None
        self.gone_over.add(value.id)
        self.indexed.add(value.id)
        return flat_copy


def copying_of(source: Source, body: list[Any], kinds: Kinds) -> Copying:
    """How the answers of this function are copied. body: its normal form."""
    kept, answers = KeptAnswers(source), returned_by(source)
    given = None if answers else DIAGNOSIS.unreturned(source)
    if given is not None:
        return Copying(given, ())
    if kept.is_unclear:
        return AS_EVER
    return copying_without_a_look(kept, answers, body, kinds) or AS_EVER


def copying_without_a_look(kept: KeptAnswers, answers: list[ast.expr], body: list[Any], kinds: Kinds) -> Copying | None:
    answers = kept.of_its_own(answers)
    if None in map(kept.copier, answers):
        return None
    kept.settle(body, kinds)
    if all(map(kept.is_constant, answers)):
        return kept.copying(None, answers, kept.copier)
    if kept.own_calls:
        kept.is_recursive = False
        kept.settle(body, kinds)
    copiers = {*map(kept.copier, answers)}
    if None in copiers:
        return None
    return kept.copying(None if copiers == {as_it_is} else flat_copy, answers, kept.copier)
