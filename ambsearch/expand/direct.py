"""Direct changes: the common ones have their inverse right after the rest, as one writes them by hand.

    xs.append(v)    xs.append(v); try: rest finally: xs.pop()
    seen.add(v)     new = v not in seen; seen.add(v); try: rest finally: if new: seen.remove(v)
    a[k] = v        old = a[k]; a[k] = v; try: rest finally: a[k] = old
    n += v          back = what undoes it if n is a container; n += v; try: rest finally: run back

The short forms hold where the variable visibly is a list, dict or set; elsewhere the expansion looks.
"""

import ast
from collections.abc import Callable
from typing import Any

from ambsearch.expand import nodes as n
from ambsearch.expand.effects import changes, in_place, is_permanent, mentions_permanent, slice_object
from ambsearch.expand.flow import Names, parameters
from ambsearch.expand.source import Source

Statements = list[ast.stmt]
Change = Callable[[Any, set[str]], tuple[Statements, Statements]]  # the change and its inverse


class DirectChanges:
    """The direct changes of one function.

    A change is emitted when the rest is known: what is needed again afterwards must be in variables that
    the rest does not rebind.
    """

    def __init__(self, source: Source, body: Statements) -> None:
        self.source = source
        self.kinds = _kinds(source, body)

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, if it is one of the common ones."""
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=[item], keywords=[])):
                plain = not isinstance(item, ast.Starred) and not changes(self.source, [owner, item])
                return self.method_change if plain and name in ("append", "add") else None
            case ast.Assign(targets=[ast.Subscript() as target]) | n.Touch(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.AugAssign(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.AugAssign(target=ast.Name()):
                return self.augmented_change if self.is_augmented_local(node) else None
        return None

    def is_direct(self, node: Any, target: ast.Subscript) -> bool:
        if getattr(node, "recorded", False) or isinstance(target.slice, (ast.Slice, ast.Tuple)):
            return False
        value = getattr(node, "value", None)
        if is_permanent(self.source, value) or (value is not None and mentions_permanent(self.source, node)):
            return False
        parts = [part for part in (target.value, target.slice, value) if part is not None]
        return not changes(self.source, parts)

    def is_augmented_local(self, node: ast.AugAssign) -> bool:
        name = node.target.id  # type: ignore[union-attr]
        if name not in self.source.locals or not in_place(node) or is_permanent(self.source, node.value):
            return False
        return not changes(self.source, [node.value]) and not mentions_permanent(self.source, node)

    def stable(self, value: ast.expr, name: str, rebound: set[str]) -> tuple[list[ast.stmt], ast.expr]:
        """A value that is needed again when the search goes back, in a variable that the rest leaves alone."""
        is_local = isinstance(value, ast.Name) and value.id in self.source.locals
        if isinstance(value, ast.Constant) or is_local and value.id not in rebound:  # type: ignore[attr-defined]
            return [], value
        fresh = self.source.fresh(name)
        return n.quote(value, "fresh = value", fresh=fresh, value=value), n.load(fresh, value)

    def method_change(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """xs.append(v) and seen.add(v)."""
        name, value = node.value.func.attr, node.value.args[0]
        before, owner = self.stable(node.value.func.value, "owner", rebound)
        kind = self.kind(owner)
        if name == "append" and kind == "list":
            parts = {"owner": owner, "item": value}
            return before + n.quote(node, "owner.append(item)", **parts), n.quote(node, "owner.pop()", **parts)
        keep, item = self.stable(value, "item", rebound)
        if kind == "set":
            save, after = "back = item not in owner", "if back: owner.remove(item)"
        elif name == "append":
            save = "back = False if type(owner) is list else before_method(owner, 'append', (item,))"
            after = "if back is False: owner.pop()\nelse: take_back(back)"
        else:
            save = (
                "back = (None if item in owner else False) if type(owner) is set "
                "else before_method(owner, 'add', (item,))"
            )
            after = "if back is False: owner.remove(item)\nelse: take_back(back)"
        parts = {"owner": owner, "item": item, "back": self.source.fresh("back")}
        before += keep + n.quote(node, f"{save}\nowner.{name}(item)", **parts)
        return before, n.quote(node, after, **parts)

    def kind(self, owner: ast.expr) -> str:
        """The kind of container that a variable visibly is: list, dict, set, or nothing."""
        return self.kinds.get(owner.id, "") if isinstance(owner, ast.Name) else ""

    def item_change(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += 1; Touch, which only restores."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before: list[ast.stmt] = []
        value = node.value if isinstance(node, ast.Assign) else None
        if value is not None and not isinstance(value, (ast.Constant, ast.Name)):
            new = self.source.fresh("new")
            before, value = n.quote(node, "new = value", new=new, value=value), n.load(new, value)
        keep_owner, owner = self.stable(target.value, "owner", rebound)
        keep_key, key = self.stable(slice_object(target.slice), "key", rebound)
        parts = {"owner": owner, "key": key, "value": value, "old": self.source.fresh("old")}
        save, after = self.item_restored(owner, key, parts)
        before += keep_owner + keep_key + n.quote(node, save, **parts)
        if value is not None:
            before += n.quote(node, "owner[key] = value", **parts)
        elif isinstance(node, ast.AugAssign):
            place: Any = n.expression(node, "owner[key]", **parts)
            place.ctx = ast.Store()
            before.append(n.at(ast.AugAssign(place, node.op, node.value), node))
        return before, n.quote(node, after, **parts)

    def item_restored(self, owner: ast.expr, key: ast.expr, parts: dict[str, Any]) -> tuple[str, str]:
        """What saves an item and what restores it, as text."""
        kind, is_int = self.kind(owner), isinstance(key, ast.Constant) and type(key.value) is int
        if kind == "dict":
            return "old = owner.get(key, GONE)", "if old is GONE: del owner[key]\nelse: owner[key] = old"
        if kind == "list" and is_int:
            return "old = owner[key]", "owner[key] = old"
        if kind == "list":
            parts["place"] = self.source.fresh("place")
            save = "place = owner if type(key) is int else Place(owner)\nold = place[key]"
            return save, "place[key] = old"
        test = "type(owner) is list" if is_int else "type(owner) is list and type(key) is int"
        save = (
            f"if {test}: old = owner[key]\n"
            "elif type(owner) is dict: old = owner.get(key, GONE)\n"
            "else: old = Saved(before_item(owner, key))"
        )
        restore = "if old is GONE: del owner[key]\nelif type(old) is Saved: take_back(old)\nelse: owner[key] = old"
        return save, restore

    def augmented_change(self, node: ast.AugAssign, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """n += v, which changes a container in place and only rebinds a number."""
        parts = {"back": self.source.fresh("back"), "name": node.target}
        before = n.quote(node, "back = type(name) is not int and before_augmented(name)", **parts)
        return [*before, node], n.quote(node, "if back: take_back(back)", **parts)


def _kinds(source: Source, body: list[ast.stmt]) -> dict[str, str]:
    """The local variables that visibly are lists, dicts or sets, wherever they are bound."""
    seen: dict[str, set[str]] = {name: {""} for name in parameters(source.tree.args) - source.boxes}
    for node in n.inside(*body):
        if isinstance(getattr(node, "name", None), str):  # a function, an exception, a pattern
            seen.setdefault(node.name, set()).add("")  # type: ignore[attr-defined]
        made = node.value if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else None
        if made is not None:
            seen.setdefault(node.targets[0].id, set()).add(_kind(source, made))  # type: ignore[attr-defined]
        elif not isinstance(node, (ast.AugAssign, ast.Name)):
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, (ast.stmt, ast.match_case, ast.ExceptHandler)):
                    for name in Names(child).bound:
                        seen.setdefault(name, set()).add("")
    return {name: kinds.pop() for name, kinds in seen.items() if len(kinds) == 1 and name in source.locals}


def _kind(source: Source, value: ast.expr) -> str:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        value = value.left
    if isinstance(value, ast.Call):
        made = source.resolve(value.func)
        return made.__name__ if made in (list, dict, set) else ""
    kinds = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.Set: "set"}
    return {**kinds, ast.DictComp: "dict", ast.SetComp: "set"}.get(type(value), "")
