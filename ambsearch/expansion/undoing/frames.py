"""The state of the emission, and how the changes of a plain statement are undone.

Here    how deep it is, the trail that is open, and what the branch has made for itself
Frame   a statement between the opening of a trail and its undoing; old values of global variables

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     yield (1, 2)
...     xs.popitem()
...     return xs
>>> print(expand(f), end="")
def f(xs):
    for _ in (1, 2):
        trail = []
        try:
            change(trail, xs, 'popitem')
            yield xs
        finally:
            undo(trail)
"""

import ast
from functools import cached_property
from typing import Any, NamedTuple

from ambsearch.expansion.analysis import bindings, flow, growing, uses, values
from ambsearch.expansion.analysis.effects import assigned_names, changes, mentions_permanent
from ambsearch.expansion.linking import add_inverses
from ambsearch.expansion.reading.source import HARMLESS, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common import CommonChanges
from ambsearch.expansion.undoing.one_change import Statements
from ambsearch.expansion.undoing.segments import Recording
from ambsearch.running.undoing import METHODS


class Here(NamedTuple):
    """The state of the emission: the depth, and the open trail.

    made: the variables that hold something made since the last choice, and have it for themselves: what changes in it
    need not be undone.
    """

    depth: int = 0
    trail: str | None = None
    catches: bool = False  # does the `try` of that trail end the branch when a helper fails?
    made: frozenset[str] = frozenset()

    def after(self, source: Source, node: ast.AST) -> "Here":
        """The same after this statement or test: it may bind a variable to something new, or hand on what one holds."""
        kept = made_before(source, [node], self)
        own = source.locals - source.boxes
        pairs = [(part.id, value) for part, value in bindings.assigned_parts(node) if isinstance(part, ast.Name)]
        made = {name for name, value in pairs if name in own and values.is_made(source, value, set())}
        return self._replace(made=kept | made)

    def deeper(self, blocks: int) -> "Here":
        return self._replace(depth=self.depth + blocks, trail=None, catches=False)


class Frame:
    """A plain statement and what undoes its changes.

    Changes go on the trail that is open, or on a new one; a global or nonlocal variable that the statement
    rebinds is saved before it and restored after the rest.
    """

    def __init__(self, source: Source, node: ast.stmt, here: Here, common: CommonChanges) -> None:
        self.source, self.node, self.before, self.kinds = source, node, here, common.kinds
        self.declared = rebound_outside(source, node)
        self.changes = changes_what_was(source, [node], here)
        self.made = made_before(source, [node], here)
        self.is_fatal = self.changes and any(map(source.may_die, ir.inside(node)))
        self.opens = self.changes and (here.trail is None or bool(self.declared) or self.is_fatal and not here.catches)
        self.is_fatal = self.is_fatal and self.opens
        is_counted = source.is_fast and self.opens and not self.declared
        self.grown = dicts_grown(common, node) if is_counted else []

    @cached_property
    def here(self) -> Here:
        """The state in the statement and after it."""
        if not (self.opens or self.declared):
            return self.before
        here = self.before.deeper(1 + self.is_fatal)
        if self.opens and not self.grown:
            here = here._replace(trail=self.source.fresh("trail"), catches=self.is_fatal)
        return here

    def record(self) -> list[ast.stmt]:
        """The statement with its changes on the trail."""
        node = ir.copy_of(self.node)
        if self.grown or not self.changes and not mentions_permanent(self.source, node):
            return [node]
        recording = Recording(self.source, self.here.trail or "trail", self.made, in_helper=False, kinds=self.kinds)
        recording.steady = recording.steady | self.source.locals - self.source.unsure - flow.Names(node).bound
        found = recording.block([node])
        add_inverses(self.source, list(recording.functions.values()))
        return found

    def around(self, body: list[ast.stmt], dead: list[ast.stmt]) -> list[ast.stmt]:
        """The body, after which everything is undone; dead: the statements for a branch that a helper has ended."""
        before, back = saved_outside(self.source, self.node)
        for owner in self.grown:
            parts: dict[str, Any] = {"size": self.source.fresh("size"), "owner": owner}
            if isinstance(owner, ast.Attribute) or growing.variable_of(owner) in flow.Names(self.node, *body).bound:
                parts["owner"] = ir.load(self.source.fresh("owner"), owner)
                before += ir.quote(self.node, "owner = E", **parts, E=if_there(owner))
            before += ir.quote(self.node, "size = len(owner)", **parts)
            back += ir.quote(self.node, "while len(owner) > size: owner.popitem()", **parts)
        if self.opens and not self.grown:
            text = "room()\ntrail = []" if self.here.trail in self.source.roomy else "trail = []"
            before += ir.quote(self.node, text, trail=self.here.trail)
            undone = "if trail: undo(trail)" if self.source.is_fast else "undo(trail)"
            back = ir.quote(self.node, undone, trail=self.here.trail) + back
        return before + try_around(self.node, body, back, dead if self.is_fatal else None)


MAKING_NONE = ("list", "dict", "Counter", "deque")  # which make no item that is read


def dicts_grown(common: CommonChanges, node: ast.stmt) -> list[ast.expr]:
    """The defaultdicts in which this statement may make keys, if it changes nothing else: the new keys are the last ones."""
    try:
        places = {ast.unparse(place): place for place in growing.places_grown(common.source, [node])}
    except growing.Unknown:
        return []
    bound = flow.Names(node).bound | flow.names_of_inner(list(ir.inside(node)))
    if not bound.isdisjoint(map(growing.variable_of, places.values())):
        return []
    found = [place for place in places.values() if common.kind(place) not in MAKING_NONE]
    return found if all(common.is_known(place, ("defaultdict",)) for place in found) else []


def if_there(owner: ast.expr) -> ast.expr:
    """An attribute, if the object has it yet, else something that does not grow."""
    if not isinstance(owner, ast.Attribute):
        return owner
    return ir.expression(owner, "getattr(one, name, ())", one=owner.value, name=ir.constant(owner.attr, owner))


def rebound_outside(source: Source, node: ast.stmt) -> list[str]:
    """The global and nonlocal variables that the statement rebinds, but not permanently."""
    outside = set().union(*source.declared.values())
    if not outside:
        return []
    inside = list(ir.inside(node))
    permanent = assigned_names(source, inside, True) & outside
    both = permanent & assigned_names(source, inside, False)
    if both:
        told = f"{min(both)} is assigned both permanently and ordinarily in one statement; use two"
        raise source.complaint(node, told)
    return sorted((flow.Names(node).bound & outside) - permanent)


def saved_outside(source: Source, node: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """What saves these variables before the statement, and what restores them."""
    before: list[ast.stmt] = []
    back: list[ast.stmt] = []
    for name in rebound_outside(source, node):
        key = ir.constant(source.mangled_name(name), node)
        parts = {"old": source.fresh(f"{name}_saved"), "name": name, "key": key}
        save, restore = "old = name", "name = old"
        if name in source.declared["global"]:
            save = "old = globals().get(key, GONE)"
            restore = "if old is GONE: globals().pop(key, None)\nelse: globals()[key] = old"
        elif name in source.captured and source.value_around(name) is UNKNOWN:
            save = "try: old = name\nexcept NameError: old = UNBOUND"
            restore = "if old is UNBOUND: del name\nelse: name = old"
        before += ir.quote(node, save, **parts)
        back += ir.quote(node, restore, **parts)
    return before, back


def changes_what_was(source: Source, nodes: list[ast.stmt], here: Here) -> bool:
    """Do these statements change anything that was there at the last choice?"""
    found = {root for node in nodes for root in roots_changed(source, node)}
    # what a value hands on, it has changed before
    asked = [node.value if isinstance(node, ast.Assign) else node for node in nodes]
    return bool(found) and not found <= made_before(source, asked, here)


@bindings.once
def roots_changed(source: Source, node: ast.stmt) -> set[str | None]:
    """What a statement changes: it is asked again and again while it is emitted, and stays as it is."""
    return {root for _, root in changes(source, [node])}


def made_before(source: Source, nodes: list[Any], here: Here) -> frozenset[str]:
    """The variables that still hold, after these statements, something made before them and since the last choice."""
    return here.made - flow.Names(*nodes).bound - handed_on(source, *nodes) if here.made else here.made


def handed_on(source: Source, *nodes: ast.AST) -> set[str]:
    """The variables whose value something else may hold after these nodes: it is not only asked, or changed in place."""
    parents, found = ir.parents_in(*nodes), set[str]()
    for node in ir.inside(*nodes):
        if isinstance(node, ast.Name):
            found |= {node.id} if isinstance(node.ctx, ast.Load) and is_handed_on(source, node, parents) else set()
        elif isinstance(node, (*ir.FUNCTIONS, ast.ClassDef)):
            found.update(part.id for part in ir.walk(node) if isinstance(part, ast.Name))
    return found


# the methods of Python's own kinds that neither give nor keep their container
ASKING = frozenset("get count index copy isdisjoint issubset issuperset union intersection difference".split())


def is_handed_on(source: Source, node: ast.expr, parents: dict[ast.AST, Any]) -> bool:
    """May something else hold this afterwards?"""
    match uses.use_of(node, parents):
        case "over", ast.comprehension() as loop if isinstance(parents[loop], ast.GeneratorExp):
            return is_handed_on(source, parents[loop], parents)
        case "looked" | "over" | "item" | "changed", _:
            return False
        case "asked", ast.Call(func=ast.Attribute(attr=name)) as call if name in uses.VIEWS:
            return values.are_near(source, [name]) or is_handed_on(source, call, parents)
        case "asked", ast.Call() as call if source.owner_changed(call) is not None:
            return is_handed_on(source, call, parents)
        case "attribute", place:
            return is_handed_on(source, place, parents)
        case "asked", ast.Call(func=ast.Attribute(attr=name)):
            return name not in METHODS and (name not in ASKING or values.are_near(source, [name]))
        case "given", ast.Call(args=[_]) as call:
            return source.builtin(call) not in HARMLESS
    return True


def try_around(node: ast.AST, body: Statements, back: Statements, dead: Statements | None = None) -> Statements:
    """The body, and the inverse after it, however it is left.

    dead: the statements for a branch that a helper has ended; None if that cannot happen.
    """
    if not back:
        return body
    back = [ir.at(ir.Back(back), node)]
    if dead is not None:
        return ir.quote(node, "try: body\nexcept Dead: dead\nfinally: back", body=body, dead=dead, back=back)
    return ir.quote(node, "try: body\nfinally: back", body=body, back=back)
