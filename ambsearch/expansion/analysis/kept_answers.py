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
from collections.abc import Callable
from typing import Any

from ambsearch.copying import AS_EVER, Copying, as_it_is, copy_each, copy_of_parts, copy_of_rows, flat_copy
from ambsearch.expansion.analysis.kept_calls import KeptCalls, returned_by
from ambsearch.expansion.analysis.kinds import Kinds
from ambsearch.expansion.reading.source import DIAGNOSIS, Source
from ambsearch.snapshots import snapshot


class KeptAnswers(KeptCalls):
    """What copies the answers of a function."""

    def copier(self, value: Any) -> Any:
        """What copies this without a look at what it holds, of a tuple or a list what copies each part; None if nothing does."""
        if self.is_new(value):
            return as_it_is
        if isinstance(value, (ast.Tuple, ast.List)):
            names = [part.id for part in value.elts if isinstance(part, ast.Name)]
            copiers = tuple(map(self.copier, value.elts))
            is_plain = len(names) == len({*names}) and not any(
                copier is None or isinstance(copier, tuple) for copier in copiers
            )
            return copiers if is_plain else None
        if not isinstance(value, ast.Name) or value.id not in self.held | self.nested:
            return None
        self.gone_over.add(value.id)
        self.indexed.add(value.id)
        return flat_copy if value.id in self.held else copy_of_rows


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
    copier = None if copiers == {as_it_is} else common_copier(copiers)
    return None if copier is snapshot else kept.copying(copier, answers, kept.copier)


def common_copier(copiers: set[Any]) -> Callable[[Any], Any]:
    """What copies all answers, of which these copy one or the other; `snapshot` if nothing else does."""
    if copiers <= {as_it_is, flat_copy}:
        return flat_copy
    parts = {part for copier in copiers for part in (copier if isinstance(copier, tuple) else [copier])}
    if copy_of_rows not in parts:
        return copy_of_parts
    copier = copiers.pop() if len(copiers) == 1 else snapshot
    return copy_each(copier) if isinstance(copier, tuple) else copier
