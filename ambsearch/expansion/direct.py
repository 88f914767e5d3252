"""Direct changes: the common ones have their inverse right after the rest, as one would write them by hand.

    xs.append(v)    xs.append(v); try: rest finally: xs.pop()
    x = xs.pop()    x = xs.pop(); try: rest finally: xs.append(x); likewise with the ends of a deque
    seen.add(v)     back = v not in seen; seen.add(v); try: rest finally: if back: seen.discard(v)
    free.remove(v)  free.remove(v); try: rest finally: free.add(v)
    a[k] = v        old = a[k]; a[k] = v; try: rest finally: a[k] = old
    n += v          back = what undoes it if n is a container; n += v; try: rest finally: run back

These short forms apply if the variable visibly is a list, dict, set or deque. Otherwise the expansion checks the
owner as `common` says, and records the change of any other owner on a separate list, which takes the place of
`saved`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(n):
...     path = []
...     x = yield range(n)
...     path.append(x)
...     return list(path)
>>> print(expand(f), end="")
def f(n):
    path = []
    for x in range(n):
        path.append(x)
        try:
            yield list(path)
        finally:
            path.pop()
"""

import ast
import functools
from collections import deque
from collections.abc import Callable
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.common import HELD, LIST_ITEM, SAME_WHEN_EQUAL, CommonChanges, Statements, may_answer, operands
from ambsearch.expansion.common import Change as Common
from ambsearch.expansion.effects import changes, in_place, is_permanent, mentions_permanent
from ambsearch.expansion.flow import parameters
from ambsearch.expansion.source import Source
from ambsearch.expansion.values import bindings, is_atom

Parts = tuple[Statements, Statements, Statements]  # before the try, in it, and the inverse
Change = Callable[[Any, set[str]], Parts]

METHODS = {  # of which container, when they change it, and their inverse
    "append": (("list", "deque"), "True", "owner.pop()"),
    "appendleft": (("deque",), "True", "owner.popleft()"),
    "add": (("set",), "item not in owner", "owner.discard(item)"),
    "discard": (("set",), "item in owner", "owner.add(item)"),
    "remove": (("set",), "item in owner", "owner.add(item)"),
}
POPS = {"pop": (("list", "deque"), "owner.append(item)"), "popleft": (("deque",), "owner.appendleft(item)")}
MAKERS = {"list": "list", "dict": "dict", "set": "set", "sorted": "list"}
DISPLAYS = {
    **{ast.List: "list", ast.ListComp: "list"},
    **{ast.Dict: "dict", ast.DictComp: "dict"},
    **{ast.Set: "set", ast.SetComp: "set"},
}


class DirectChanges:
    """The direct changes of one function.

    A change is emitted when the rest is known: what is needed again afterwards must be in variables that
    the rest does not rebind.
    """

    def __init__(self, source: Source, body: Statements) -> None:
        self.source = source
        self.common = CommonChanges(source)
        self.kinds = _kinds(source, body)
        # a container that is also changed permanently may be in another state than the change left it in
        self.is_mixed = any(mentions_permanent(source, node) for node in body)

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, if it is one of the common ones."""
        if not (is_of_name := isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)):
            if self.common.shape(node) is None:
                return None
        if any(map(self.source.may_die, n.inside(node))):
            return None
        if is_of_name:
            return self.augmented_change if self.is_augmented_local(node) else None
        describe = self.common.find(node)
        if describe is None:
            return None
        is_argument = describe == self.common.first_argument
        return (None if is_argument else self.known_change(node)) or functools.partial(self.common_change, describe)

    # what visibly is a list, dict or set

    def known_change(self, node: Any) -> Change | None:
        owner, *rest = operands(node)
        kind = self.kind(owner)
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if rest and name in METHODS:
                is_known = kind in METHODS[name][0] and not self.is_mixed and self.kind(rest[0]) != "set"
                return self.known_method_change if is_known else None
            case (
                ast.Expr(value=ast.Call(func=ast.Attribute(attr=name), args=[]))
                | ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr=name), args=[]))
            ):
                return self.pop_change if kind in POPS[name][0] and not self.is_mixed else None
            case ast.Expr() | ast.Assign(targets=[ast.Name()]):
                return None
            case ast.AugAssign() if in_place(self.source, node):
                return None
            case ast.Assign() | ast.AugAssign() | n.Touch():
                return {"list": self.list_item_change, "dict": self.dict_item_change}.get(kind)
        return None

    def kind(self, value: ast.expr) -> str:
        """The kind of container that this visibly is: list, dict, set, deque, or nothing."""
        return _kind(self.source, value, self.kinds) or ""

    def known_method_change(self, node: Any, rebound: set[str]) -> Parts:
        """One of METHODS: xs.append(v), seen.add(v), free.remove(v)."""
        name, owner, value = node.value.func.attr, node.value.func.value, node.value.args[0]
        _, happens, inverse = METHODS[name]
        before, owner = self.stable(rebound, owner, "owner")
        is_put = name in ("append", "appendleft")
        keep, item = ([], value) if is_put else self.stable(rebound, value, "item")
        parts = {"owner": owner, "item": item}
        is_constant = isinstance(item, ast.Constant) and type(item.value) in (int, str)
        if is_put or is_constant and name == "remove":
            before += keep + n.quote(node, f"owner.{name}(item)", **parts)
            return before, [], n.quote(node, inverse, **parts)
        if name == "add" or is_constant:
            parts["back"] = self.source.fresh("back")
            save, after = f"back = {happens}", f"if back: {inverse}"
        else:
            parts["held"] = self.source.fresh("held")
            save, after = f"held = {HELD}", "if held is not GONE: owner.add(held)"
            if name == "remove":
                save, after = f"held = item if {SAME_WHEN_EQUAL} else held_item(owner, item)", "owner.add(held)"
        before += keep + n.quote(node, f"{save}\nowner.{name}(item)", **parts)
        return before, [], n.quote(node, after, **parts)

    def pop_change(self, node: Any, rebound: set[str]) -> Parts:
        """x = xs.pop(), queue.popleft()."""
        before, owner = self.stable(rebound, node.value.func.value, "owner")
        parts = {"owner": owner, "item": self.source.fresh("item")}
        name = node.value.func.attr
        before += n.quote(node.value, f"item = owner.{name}()", **parts)
        if isinstance(node, ast.Assign):
            before += n.quote(node, "target = item", target=node.targets[0], **parts)
        return before, [], n.quote(node, POPS[name][1], **parts)

    def dict_item_change(self, node: Any, rebound: set[str]) -> Parts:
        change = self.common.item(node, functools.partial(self.stable, rebound))
        before = change.before + change.quoted("saved = owner.get(key, GONE)") + change.change
        return before, [], change.quoted(change.undo)

    def list_item_change(self, node: Any, rebound: set[str]) -> Parts:
        """A key that is a slice, or any other object, is left to set_item."""
        change = self.common.item(node, functools.partial(self.stable, rebound))
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        plain, back = change.saving(LIST_ITEM) + change.change, change.quoted("owner[key] = saved")
        if is_atom(self.source, target.slice):
            return change.before + plain, [], back
        other = change.quoted(f"saved = Saved()\n{change.record}", trail=change.saved)
        changed = change.quoted("if type(key) is int: plain\nelse: other", plain=plain, other=other)
        undo = change.quoted("if type(saved) is Saved: undo(saved)\nelse: back", back=back)
        return change.before + change.quoted("saved = NOTHING"), changed, undo

    # anything else

    def common_change(self, describe: Any, node: Any, rebound: set[str]) -> Parts:
        """Any of the common changes; `saved` is a trail where its owner is not common."""
        change: Common = describe(node, functools.partial(self.stable, rebound))
        if change.is_certain:
            return change.before + change.made(), [], change.quoted(change.undo)
        return change.before + change.quoted("saved = NOTHING"), change.made(), change.taken_back()

    def stable(self, rebound: set[str], value: ast.expr, name: str) -> tuple[Statements, ast.expr]:
        """A value that is needed again when the search goes back, in a variable that the rest leaves alone."""
        is_local = isinstance(value, ast.Name) and value.id in self.source.locals
        if isinstance(value, ast.Constant) or is_local and value.id not in rebound:  # type: ignore[attr-defined]
            return [], value
        fresh = self.source.fresh(name)
        return n.quote(value, "fresh = value", fresh=fresh, value=value), n.load(fresh, value)

    # n += v

    def is_augmented_local(self, node: ast.AugAssign) -> bool:
        name = node.target.id  # type: ignore[union-attr]
        if name not in self.source.locals or not in_place(self.source, node) or is_permanent(self.source, node.value):
            return False
        is_simple = not changes(self.source, [node.value]) and not mentions_permanent(self.source, node)
        return is_simple and not may_answer(self.source, node)

    def augmented_change(self, node: ast.AugAssign, rebound: set[str]) -> Parts:
        """n += v, which changes a container in place and only rebinds a number."""
        parts = {"back": self.source.fresh("back"), "name": node.target, "value": node.value}
        parts["operation"] = n.constant(type(node.op).__name__, node)
        before = n.quote(node, "back = None", **parts)
        test = "type(name) is int or type(name) in IMMUTABLE"
        text = f"if {test}: body\nelse:\n    back = []\n    name = augmented(back, operation, name, value)"
        change = n.quote(node, text, body=[node], **parts)
        return before, change, n.quote(node, "if back: undo(back)", **parts)


def _kinds(source: Source, body: list[ast.stmt]) -> dict[str, str | None]:
    """The local variables that visibly are lists, dicts, sets or deques, wherever they are bound."""
    given: dict[str, list[ast.expr | None]] = {name: [None] for name in parameters(source.tree.args) - source.boxes}
    for node in n.inside(*body):
        for name, value in bindings(node):
            given.setdefault(name, []).append(value)
    kinds: dict[str, str | None] = {name: None for name in given if name in source.locals}
    while True:  # a variable may depend on itself: free = free - {x}
        found = {name: _common(*(_kind(source, value, kinds) for value in given[name])) for name in kinds}
        if found == kinds:
            return kinds
        kinds = found


def _kind(source: Source, value: ast.expr | None, kinds: dict[str, str | None]) -> str | None:
    """list, dict, set or deque; "" if it may be something else; None if that depends on what is not known yet."""
    match value:
        case ast.Name(id=name):
            return kinds.get(name, "")
        case ast.BinOp(op=ast.Mult()):
            return _kind(source, value.left, kinds)
        case ast.BinOp():  # of two lists, two sets, two dicts: another one
            return _common(_kind(source, value.left, kinds), _kind(source, value.right, kinds))
        case ast.Call(args=[] | [_], keywords=[]) if source.resolve(value.func) is deque:
            return "deque"
        case ast.Call():
            return MAKERS.get(source.builtin(value), "")
    return DISPLAYS.get(type(value), "")


def _common(*kinds: str | None) -> str | None:
    """The kind that all of these have, those apart that are not known yet."""
    known = set(kinds) - {None}
    return known.pop() if len(known) == 1 else "" if known else None
