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
from typing import TYPE_CHECKING, Any

from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.one_change import Change

if TYPE_CHECKING:
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
ALONE = BACK.replace("    other\n", "")


def journal_for(recording: "Recording", body: list[ast.stmt]) -> tuple[str, list[ast.stmt]] | None:
    """A journal in the place of the trail in this body, and what takes back what is in it; None if there is more."""
    found = journal_in(recording, body)
    if found is None:
        return None
    journal, rest, undo, first = found
    source, inverse = recording.source, recording.functions[undo]
    with_journal(inverse, journal, rest, first)
    loop: Any = next(node for node in ir.inside(*inverse.body) if isinstance(node, ast.For))
    held, *back = renamed(source, loop.target, *loop.body)
    other = ir.quote(inverse, "undo([(inverse, journal)])", inverse=ir.helper(undo, inverse), journal=journal)
    return journal, ir.quote(inverse, BACK, held=held, body=back, other=other, journal=journal, rest=rest)


def renamed(source: Source, held: ast.expr, *back: ast.stmt) -> list[Any]:
    """What an entry holds in variables of their own, and the inverse of it."""
    names = {name: ir.load(source.fresh(name), held) for name in sorted(Names(held).bound)}
    return ir.Placing(names).block(ir.copy_of([held, *back]))


def journal_in(recording: "Recording", body: list[ast.stmt]) -> tuple[str, str, str, str] | None:
    """The journal in the place of the trail in this body, what iterates over it, the inverse, and what is saved first."""
    if len(recording.functions) != 1:
        return None
    parts = list(ir.inside(*body))
    uses: list[Any] = [part for part in parts if isinstance(part, ast.Name) and part.id == recording.trail]
    notes: list[Any] = [part for part in parts if getattr(getattr(part, "func", None), "value", None) in uses]
    entry = notes[0].args[0] if len(uses) == len(notes) == 1 else None
    if not isinstance(entry, ast.Tuple) or getattr(entry.elts[0], "id", "") not in recording.functions:
        return None
    undo: Any
    undo, *entry.elts = entry.elts
    uses[0].id = journal = recording.source.fresh("journal")
    return journal, recording.source.fresh("rest"), undo.id, recording.parts[undo.id][0].saved


def with_journal(inverse: Any, journal: str, rest: str, first: str) -> None:
    """Let this function take back all that is in a journal; first: the variable that says that an entry is done."""
    unused, parts = parts_of(inverse, rest, first)
    start = ir.quote(inverse, "unused, journal = entry", unused=unused, entry=inverse.args.args[0].arg, journal=journal)
    inverse.body = [*start, *ir.quote(inverse, ALONE, journal=journal, **parts)]


def parts_of(inverse: Any, rest: str, first: str) -> tuple[ast.expr, dict[str, Any]]:
    """Of the inverse of one entry what it does not need, and what the text for all of them is about."""
    places, *body = inverse.body
    unused, *held = places.targets[0].elts
    body += ir.quote(inverse, "saved = NOTHING", saved=first)
    return unused, {"held": ir.at(ast.Tuple(held, ast.Store()), inverse), "body": body, "rest": rest}


def change_of_loop(recording: "Recording", loop: ast.stmt) -> Change:
    """A loop of changes as one change, of which a journal is what is saved; recording: of what is in it alone."""
    leaves = any(isinstance(node, (ast.Continue, ast.Break)) for node in ir.inside(loop))
    body = recording.statement(loop)
    found = journal_in(recording, body)
    assert found is not None
    journal, rest, undo, first = found
    _, parts = parts_of(recording.functions[undo], rest, first)
    back = parts["body"]
    may_be_trail = any("table" in change.parts for change in recording.parts[undo])
    if not (leaves or may_be_trail or undo in recording.branched):  # each turn has made all of its changes
        made = [part for change in reversed(recording.parts[undo]) for part in change.surely_undoing()]
        back = made
    held, *renamed_parts = renamed(recording.source, parts["held"], *parts["body"], *back)
    count = len(parts["body"])
    parts |= {"held": held, "body": renamed_parts[:count], "surely": renamed_parts[count:]}
    text = ALONE.replace("journal", "saved")
    change = Change(loop, [], (("True", "saved = []"),), body, text, "", {"saved": journal, **parts})
    return change._replace(sure=text.replace(" body", " surely"))
