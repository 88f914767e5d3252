"""One common change: how its old value is saved, how it is made, and what takes it back, as texts about its parts."""

import ast
import functools
import re
from collections.abc import Callable, Container
from typing import Any, NamedTuple

from ambsearch.expansion.analysis.kinds import UNSEEN, Kinds, container, keeps, kind_of
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import base_of_class

Statements = list[ast.stmt]
# a value that is needed again when the search goes back, in a stable variable: how it gets there, and the variable
Stable = Callable[[ast.expr, str], tuple[Statements, ast.expr]]
LIST_ITEM = "saved = owner[key]"
PUT_ITEM = "if saved is GONE: owner.pop(key, None)\nelse: owner[key] = saved"
UNLIMITED = "type(owner) is deque and owner.maxlen is None"
# how a test begins that only containers of Python's pass
ON_CONTAINER = re.compile(r"\(?type\(owner\) (is (list|dict|set|deque)|in ARRAYS)\b")
A_LIST = f"(type(owner) is list or {UNLIMITED})"


class Change(NamedTuple):
    """One common change; the names in its texts stand for what `parts` holds.

    before: its operands, evaluated once; cases: the owners for which it is common, each with how `saved` is found;
    change: the change itself; undo: its inverse; record: the change of any other owner, recorded on `trail`.
    """

    origin: ast.AST
    before: Statements
    cases: tuple[tuple[str, str], ...]
    change: Statements
    undo: str
    record: str
    parts: dict[str, Any]

    @property
    def saved(self) -> str:
        return str(self.parts["saved"])

    def quote(self, text: str, /, **parts: Any) -> Statements:
        return ir.quote(self.origin, text, **self.parts, **parts)

    def saving(self, text: str) -> Statements:
        """The statements that save, as one of the cases says."""
        found: list[Any] = self.quote(text)
        if text == LIST_ITEM and self.change:
            return [ir.at(ir.Save(*part.targets, part.value), part) for part in found]
        return found

    @property
    def is_certain(self) -> bool:
        """Is the owner visibly a common one?"""
        return bool(self.cases) and self.cases[0][0] == "True"

    def ready(self) -> Statements:
        """What `saved` is before the try, unless the owner is visibly a common one."""
        return self.quote("saved = NOTHING" if self.cases else "saved = Saved()")

    def doing(self) -> Statements:
        """The change, where its owner is a common one; else it is recorded, and `saved` is its trail."""
        if self.is_certain:
            return [*self.saving(self.cases[0][1]), *ir.copy_of(self.change)]
        begin = self.quote("saved = Saved()") if self.cases else []  # else it is there already
        changed = [*begin, *self.quote(self.record, trail=self.saved)]
        for test, save in reversed(self.cases):
            body = [*self.saving(save), *ir.copy_of(self.change)]
            changed = self.quote(f"if {test}: body\nelse: changed", body=body, changed=changed)
        return changed

    def undoing(self) -> Statements:
        """What puts it back, unless `saved` is NOTHING."""
        if self.is_certain:
            return self.quote("if saved is not NOTHING: back", back=self.quote(self.undo))
        if not self.cases:
            return self.quote("undo(saved)")
        return self.quote("if type(saved) is Saved: undo(saved)\nelse: back", back=self.quote(self.undo))


class Describing:
    """Describes the changes of one function, as far as it can be seen what they change.

    in_helper: is it one? kinds: what the local variables visibly hold; is_apart: can their containers be in no other state
    than the changes left them in, because nothing is changed permanently, see `effects`?
    """

    def __init__(self, source: Source, in_helper: bool = False, kinds: Kinds = UNSEEN, is_apart: bool = True) -> None:
        self.source, self.in_helper, self.kinds, self.is_apart = source, in_helper, kinds, is_apart

    def kind(self, value: ast.expr) -> str:
        """The kind of container that this visibly is: list, dict, set, deque, or nothing."""
        kind = (kind_of(self.source, value, self.kinds) if self.kinds else None) or ""
        return kind if isinstance(kind, str) else container(kind)

    def is_known(self, owner: ast.expr, kinds: Container[str]) -> bool:
        """Is this visibly one of these containers, in the text of a search, that nothing changes permanently?"""
        return self.kind(owner) in kinds and self.is_apart and not self.in_helper

    def operands(self, stable: Stable, saved: str, **operands: ast.expr) -> tuple[Statements, dict[str, Any]]:
        """The operands of a change, each evaluated once, in this order, and the variable for what is saved."""
        before: Statements = []
        parts: dict[str, Any] = {}
        for name, operand in operands.items():
            keep, parts[name] = stable(operand, name)
            before += keep
        return before, {**parts, "saved": self.source.fresh(saved)}

    def on_visible(self, owner: ast.expr, change: Change) -> Change:
        """The same, without asking whether its owner is the container that it visibly is."""
        kind = self.kind(owner)
        if not kind:
            return self.on_object(change) if self.is_object(owner) else self.on_derived(change)
        asked = f"type(owner) is {kind}"
        tests = [test.replace(A_LIST, asked) if kind == "list" else test for test, _ in change.cases]
        known = [test.replace(asked, "True").removeprefix("True and ") for test in tests]
        cases = tuple(zip(known, (save for _, save in change.cases), strict=True))
        possible = tuple((test, save) for test, save in cases if not test.startswith("type(owner) is"))
        return change._replace(cases=possible or cases, undo=undo_for(kind, change.undo))

    def is_object(self, value: ast.expr) -> bool:
        """Is this visibly an object of a user's class, which is no container of Python's?"""
        kind = kind_of(self.source, value, self.kinds) if self.kinds else None
        return isinstance(kind, type) and base_of_class(kind) is None

    def on_object(self, change: Change) -> Change:
        """The same of the items of such an object: its own method changes them."""
        return change._replace(cases=tuple(case for case in change.cases if not ON_CONTAINER.match(case[0])))

    def on_derived(self, change: Change) -> Change:
        """The same, also where a class of a related module is derived from the container."""
        cases, undo, parts = change.cases, change.undo, dict(change.parts)
        for base in WORLD.bases_met(self.source.space):
            name, asked = f"derived_{base}", f"type(owner) is {base}"
            parts[name] = ir.helper(name, change.origin)
            alone = re.compile(rf"{re.escape(asked)}\b(?! or type.owner. in DICTS)")
            cases = tuple((alone.sub(f"type(owner) in {name}", test), save) for test, save in cases)
            undo = undo.replace(asked, f"isinstance(owner, {base})")
        return change._replace(cases=cases, undo=undo, parts=parts)

    def keeps(self, value: ast.expr, name: str) -> bool:
        """Is this visibly an object that keeps this attribute in itself?"""
        kind = kind_of(self.source, value, self.kinds) if self.kinds else None
        return isinstance(kind, type) and keeps(self.source, kind, name)


def is_there(source: Source) -> str:
    """A test whether a key is read without being made."""
    of_dicts = "type(owner) in DICTS" if "dict" in WORLD.bases_met(source.space) else "type(owner) is defaultdict"
    return f"{of_dicts} and key in owner or type(owner) in BUILT_IN"


@functools.cache
def undo_for(kind: str, text: str) -> str:
    """An inverse, without the branches for owners that are no such container."""
    return ast.unparse(branches_for(kind, ast.parse(text)))


def branches_for(kind: str, node: Any) -> Any:
    """This node with those branches alone that are for such an owner, wherever its type is asked."""
    for name in ("body", "orelse"):
        kept: Statements = []
        for part in map(functools.partial(branches_for, kind), getattr(node, name, [])):
            match part:
                case ast.If(
                    test=ast.Compare(left=ast.Call(args=[ast.Name(id="owner")]), comparators=[ast.Name(id=asked)])
                ):
                    kept += part.body if asked == kind else part.orelse
                case _:
                    kept.append(part)
        setattr(node, name, kept)
    return node
