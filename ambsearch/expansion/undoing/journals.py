"""Journals: what a single segment of a plain statement has changed, in whichever turn of a loop, is taken back in place.

    for cell in cells:              journal = []
        board[cell] = 0             try:
    rest                                for cell in cells:
                                            ...; journal.append((board, cell, old))
                                        rest
                                    finally:
                                        for board, cell, old in reversed(journal): the inverse

This stands in the place of a trail on which nothing else is: no function need be called for each turn.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     seen = set()
...     yield (1, 2)
...     for x in xs:
...         seen.add(x)
...     return len(seen)
>>> print(expand(f), end="")
def f(xs):
    seen = set()
    for _ in (1, 2):
        room()
        journal = []
        try:
            for x in xs:
                back = NOTHING
                try:
                    back = x not in seen
                    seen.add(x)
                finally:
                    journal.append((seen, x, back))
            yield len(seen)
        finally:
            rest = None
            try:
                for seen_2, x_2, back_2 in (rest := reversed(journal)):
                    if back_2 is not NOTHING:
                        if back_2:
                            seen_2.discard(x_2)
                    back_2 = NOTHING
            except:
                if rest is not None:
                    keep_rest(journal, rest, (seen_2, x_2, back_2))
                undo([(f_undo, journal)])
                raise
<BLANKLINE>
def f_undo(entry):
    __2, journal = entry
    rest = None
    try:
        for seen, x, back in (rest := reversed(journal)):
            if back is not NOTHING:
                if back:
                    seen.discard(x)
            back = NOTHING
    except:
        if rest is not None:
            keep_rest(journal, rest, (seen, x, back))
        raise
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.segments import Recording

# the latest first; where an interrupt or an error comes, `journal` holds what is left
BACK = """
rest = None
try:
    for held in (rest := reversed(journal)): body
except:
    if rest is not None: keep_rest(journal, rest, held)
    other
    raise
"""


def journal_for(recording: Recording, body: list[ast.stmt]) -> tuple[str, list[ast.stmt]] | None:
    """A journal in the place of the trail in this body, and what takes back what is in it; None if there is more."""
    if len(recording.functions) != 1:
        return None
    parts = list(ir.inside(*body))
    uses: list[Any] = [part for part in parts if isinstance(part, ast.Name) and part.id == recording.trail]
    notes: list[Any] = [part for part in parts if getattr(getattr(part, "func", None), "value", None) in uses]
    entry = notes[0].args[0] if len(uses) == len(notes) == 1 else None
    if not isinstance(entry, ast.Tuple) or getattr(entry.elts[0], "id", "") not in recording.functions:
        return None
    source = recording.source
    journal, rest = source.fresh("journal"), source.fresh("rest")
    undo: Any
    undo, *entry.elts = entry.elts
    uses[0].id = journal
    inverse: Any = recording.functions[undo.id]
    with_journal(inverse, journal, rest, recording.parts[undo.id][0].saved)
    loop: Any = ir.copy_of(next(node for node in ir.inside(*inverse.body) if isinstance(node, ast.For)))
    names = {name: source.fresh(name) for name in sorted(Names(loop.target).bound)}
    for part in ir.inside(loop.target, *loop.body):
        if isinstance(part, ast.Name):
            part.id = names.get(part.id, part.id)
    other = ir.quote(inverse, "undo([(inverse, journal)])", inverse=undo, journal=journal)
    return journal, ir.quote(inverse, BACK, held=loop.target, body=loop.body, other=other, journal=journal, rest=rest)


def with_journal(inverse: Any, journal: str, rest: str, first: str) -> None:
    """Let this function take back all that is in a journal; first: the variable that says that an entry is done."""
    places, *body = inverse.body
    unused, *held = places.targets[0].elts
    body += ir.quote(inverse, "saved = NOTHING", saved=first)
    start = ir.quote(inverse, "unused, journal = entry", unused=unused, entry=inverse.args.args[0].arg, journal=journal)
    target = ir.at(ast.Tuple(held, ast.Store()), inverse)
    text = BACK.replace("    other\n", "")
    inverse.body = [*start, *ir.quote(inverse, text, held=target, rest=rest, journal=journal, body=body)]
