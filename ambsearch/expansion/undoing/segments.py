"""Segments: runs of common changes in a helper or a plain statement, undone together, by one entry on the trail.

    self.queens.append(column)      back = back_2 = NOTHING; owner = owner_2 = UNBOUND
    self.columns.add(column)        try:
                                        owner = self.queens; back = len(owner); owner.append(column)
                                        owner_2 = self.columns; back_2 = column not in owner_2; owner_2.add(column)
                                    finally:
                                        trail.append((put_undo, owner, column, back, owner_2, back_2))

where `put_undo` is a function made for this run, the inverses in the opposite order. Which changes are common, and what
they save, says `common`. Where an owner is of another kind when it runs (a list's own subclass, a property), its change is
recorded on a trail of its own, which takes the place of `saved`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     seen = set()
...     yield (1, 2)
...     for x in xs:
...         if x > 1:
...             seen.add(x)
...         else:
...             seen.discard(x)
...     return len(seen)
>>> print(expand(f, fast=True), end="")
def f(xs):
    seen = set()
    for _ in (1, 2):
        room()
        trail = []
        try:
            for x in xs:
                if x > 1:
                    back = NOTHING
                    item = UNBOUND
                    try:
                        item = x
                        back = item not in seen
                        seen.add(item)
                    finally:
                        if back:
                            trail.append((f_undo, seen, item, back))
                else:
                    back_2 = NOTHING
                    try:
                        item_2 = x
                        back_2 = (item_2 if item_2 in seen else GONE) if type(item_2) is int or type(item_2) is str else held_item(seen, item_2)
                        seen.discard(item_2)
                    finally:
                        if back_2 is not GONE:
                            trail.append((f_undo_2, seen, back_2))
            yield len(seen)
        finally:
            if trail:
                undo(trail)
<BLANKLINE>
def f_undo(entry):
    __2, seen, item, back = entry
    if back is not NOTHING:
        if back:
            seen.discard(item)
<BLANKLINE>
def f_undo_2(entry):
    __3, seen, back_2 = entry
    if back_2 is not NOTHING:
        if back_2 is not GONE:
            seen.add(back_2)
"""

import ast
import re
from collections.abc import Set
from typing import Any

from ambsearch.expansion.analysis.effects import adds_apart, changes, mentions_permanent
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.kinds import UNSEEN, Kinds
from ambsearch.expansion.normalizing.boxes import BeforeJumps
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common import CommonChanges, operands
from ambsearch.expansion.undoing.one_change import Change
from ambsearch.expansion.undoing.recorder import Recorder

LEAPS = (ast.Return, ast.Break, ast.Continue)
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass, ast.Assert)


def may_swallow(node: ast.stmt) -> bool:
    """May an exception inside be swallowed, by a manager, or by a `finally` that is left by a `return` or a jump?"""
    final = getattr(node, "finalbody", [])
    return isinstance(node, ast.With) or any(isinstance(part, LEAPS) for part in ir.inside(*final))


class BeforeReturns(BeforeJumps):
    """The same for each `return`, also in a loop."""

    visit_Return = BeforeJumps.jump
    visit_Break = visit_Continue = ir.Shallow.skip
    visit_For = visit_While = ir.Shallow.generic_visit


IDLE = re.compile("if saved( is not GONE)?:")  # how an inverse begins that has nothing to do where nothing was changed


class Recording:
    """Records changes on a trail, those of the common kind in segments; `functions` are their inverses, by name."""

    joins = False  # may an `if` be a part of a segment, with its branches?

    def __init__(self, source: Source, trail: str, fresh: Set[str], in_helper: bool, kinds: Kinds = UNSEEN) -> None:
        self.source, self.trail, self.fresh = source, trail, fresh
        # none is apart: a change that is taken back may not have been made, where it failed or an interrupt came
        self.common = CommonChanges(source, in_helper, kinds=kinds, is_apart=False)
        self.steady = steady_names(source) if in_helper else source.boxes
        self.counters: set[str] = set()  # the variables that are counted on in the segment that is being emitted
        self.functions: dict[str, ast.FunctionDef] = {}

    def split(self, statements: list[ast.stmt]) -> list[tuple[list[ast.stmt], bool]]:
        """The statements in runs, each with whether it is a segment."""
        if not self.source.is_fast:
            return [(statements, False)]
        runs: list[tuple[list[ast.stmt], bool]] = []
        run: list[ast.stmt] = []
        for statement in statements:
            if (self.is_common(statement) or self.is_quiet(statement)) and not ir.gives(statement):
                run.append(statement)
                continue
            runs += [(run, True), ([statement], False)]
            run = []
        runs.append((run, True))
        find, idle = self.common.find, (None, self.common.reading)  # an item that is read is seldom added
        return [(run, whole and any(find(one) not in idle for one in leaves(run))) for run, whole in runs if run]

    def is_quiet(self, node: ast.stmt) -> bool:
        """A simple statement that changes nothing, or an `if` of common and quiet ones."""
        if self.joins and isinstance(node, ast.If):
            test = ir.at(ast.Expr(node.test), node)
            return self.is_quiet(test) and all(self.is_common(part) or self.is_quiet(part) for part in leaves([node]))
        outside = self.source.declared["global"] | self.source.declared["nonlocal"]
        kinds = (*SIMPLE, ast.Raise, ast.Continue, ast.Break, *ir.LOOPS) if self.joins else SIMPLE
        is_plain = isinstance(node, kinds) and not changes(self.source, [node])
        return is_plain and not mentions_permanent(self.source, node) and not Names(node).bound & outside

    def is_common(self, node: ast.stmt) -> bool:
        """Is this change saved in a variable? The items of an object are changed by its own method, on the trail itself."""
        found = self.common.find(node)
        if found is None or adds_apart(self.source, node, self.fresh):
            return False
        return found == self.common.attribute or not any(map(self.common.is_object, operands(node)[:1]))

    def is_harmless(self, node: ast.stmt) -> bool:
        """Does it change only what the function created itself?"""
        is_own = all(root in self.fresh for _, root in changes(self.source, [node]))
        return is_own and not Names(node).bound & self.source.declared["global"]

    # emission

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for run, is_segment in self.split(statements):
            found += self.emit(run) if is_segment else [part for node in run for part in self.statement(node)]
        return found

    def statement(self, node: Any) -> list[ast.stmt]:
        """One statement, its blocks separately."""
        ends = may_swallow(node) and any(map(self.may_end, ir.inside(node)))
        blocks: list[tuple[Any, str, list[ast.stmt]]] = []
        for holder, field in () if isinstance(node, (*ir.FUNCTIONS, ast.ClassDef)) else ir.blocks(node):
            blocks.append((holder, field, self.block(getattr(holder, field))))
            setattr(holder, field, [])
        whole: Any = node
        after = [*self.saves(whole), *Recorder(self.source, self.trail, self.fresh, self.common.kinds).block([whole])]
        for holder, field, block in blocks:
            setattr(holder, field, block)
        return self.ending_behind(node, after) if ends else after

    def saves(self, node: Any) -> list[ast.stmt]:
        """What is recorded before a statement, without those inside it."""
        return []

    def may_end(self, node: ast.AST) -> bool:
        """May this end the branch?"""
        is_end = isinstance(node, ast.Raise) and isinstance(node.exc, ir.Helper) and node.exc.id == "Dead"
        return is_end or self.source.may_die(node)

    def ending_behind(self, node: Any, whole: list[ast.stmt]) -> list[ast.stmt]:
        """A manager and a `finally` that might swallow an exception are left without one where their branch ends."""
        names = {"lives": self.source.new_local("lives")}
        ending = ir.quote(node, "if not lives: raise Dead", **names)
        tried = node.body
        if not isinstance(node, ast.With):
            inner = ir.at(type(node)(tried, node.handlers, node.orelse, []), node)
            tried = [inner] if node.handlers else [*tried, *node.orelse]
            node.handlers, node.orelse = [], []
            node.finalbody = BeforeReturns(ending).block(BeforeJumps(ending).block(node.finalbody))
        node.body = ir.quote(node, "try: body\nexcept Dead: lives = False", body=tried, **names)
        return [*ir.quote(node, "lives = True", **names), *whole, *ending]

    def emit(self, run: list[ast.stmt]) -> list[ast.stmt]:
        """The run with its changes, and one entry for the trail at its end."""
        own = [node for node in leaves(run) if self.is_common(node) and not self.is_harmless(node)]
        self.counters = {name for names in map(Names, leaves(run)) for name in names.bound & names.read}
        common = {id(node): self.change(node) for node in own}
        if not common:
            return run
        parts, origin = list(common.values()), own[0]
        undo = self.source.fresh(f"{self.source.name.strip('<>')}_undo")
        self.functions[undo] = self.inverse(undo, parts, origin)
        variables = list(dict.fromkeys(name for part in parts for name in variables_read(part)))
        parts_of_entry = [ir.helper(undo, origin), *(ir.load(name, origin) for name in variables)]
        entry = ir.at(ast.Tuple(parts_of_entry, ast.Load()), origin)
        test = IDLE.match(parts[0].undo) if len(parts) == 1 else None
        text = f"{test[0]} trail.append(entry)" if test else "trail.append(entry)"
        noted = ir.quote(origin, text, trail=self.trail, entry=entry, saved=parts[0].saved)
        body = self.do(run, common)
        start = assign_all([part.saved for part in parts], "NOTHING", origin)
        bound = Names(*body).bound - {part.saved for part in parts}
        others = [name for name in variables if name in bound]
        start += assign_all(others, "UNBOUND", origin) if others else []
        self.source.roomy.add(self.trail)
        return [*start, *ir.quote(origin, "try: body\nfinally: noted", body=body, noted=noted)]

    def do(self, run: list[ast.stmt], common: dict[int, Change]) -> list[ast.stmt]:
        """The statements with these changes of theirs, by the statement's id."""
        body: list[ast.stmt] = []
        for node in run:
            part = common.get(id(node))
            if isinstance(node, ast.If):
                node.body, node.orelse = self.do(node.body, common), self.do(node.orelse, common)
            body += [node] if part is None else [*part.before, *part.doing()]
        return body

    def change(self, node: ast.stmt) -> Change:
        describe = self.common.find(node)
        assert describe is not None
        change = describe(node, self.stable)
        if describe != self.common.global_variable:  # whose owner is no operand
            change = self.common.on_visible(operands(node)[0], change)
        self.source.locals |= {change.saved}
        return change

    def stable(self, value: ast.expr, name: str) -> tuple[list[ast.stmt], ast.expr]:
        if isinstance(value, ast.Constant):
            return [], value
        variable = value.id if isinstance(value, ast.Name) else None
        if variable in self.steady or variable in self.source.temporaries and variable not in self.counters:
            return [], value
        fresh = self.source.new_local(name)
        return ir.quote(value, "fresh = value", fresh=fresh, value=value), ir.load(fresh, value)

    def inverse(self, name: str, parts: list[Change], origin: ast.AST) -> ast.FunctionDef:
        """The function that undoes a segment, from an entry of the trail."""
        body: list[ast.stmt] = []
        for part in reversed(parts):
            body += part.undoing()
            body += part.quote("saved = NOTHING") if part is not parts[0] else []  # done, if an interrupt comes later
        variables = dict.fromkeys([self.source.fresh("_"), *(name for part in parts for name in variables_read(part))])
        places = ir.at(ast.Tuple([ir.store(variable, origin) for variable in variables], ast.Store()), origin)
        entry = self.source.fresh("entry") if "entry" in variables else "entry"
        start = ir.quote(origin, "places = entry", entry=entry, places=places)
        return ir.definition(origin, name, ir.positional([entry], origin), start + body)


def leaves(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements, those in the branches of an `if` in its place."""
    found: list[ast.stmt] = []
    for node in statements:
        found += leaves([*node.body, *node.orelse]) if isinstance(node, ast.If) else [node]
    return found


def assign_all(names: list[str], helper: str, origin: ast.AST) -> list[ast.stmt]:
    """All of these variables hold what this helper is."""
    targets: list[ast.expr] = [ir.store(name, origin) for name in names]
    return [ir.at(ast.Assign(targets, ir.helper(helper, origin)), origin)]


def variables_read(change: Change) -> list[str]:
    """The variables that the inverse reads; any other may be given another value in the segment."""
    words = re.findall(r"\w+", change.undo)
    parts = [change.parts.get(name) for name in ("owner", "key", "item") if name in words]
    return [*(part.id for part in parts if isinstance(part, ast.Name)), change.saved]


def steady_names(source: Source) -> set[str]:
    """The parameters that keep the value they were given, the boxes of a function around this one, and what it keeps."""
    return (parameters(source.tree.args) - source.names.bound - source.nonlocals) | source.boxes | source.steady
