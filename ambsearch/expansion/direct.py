"""Direct changes: the common ones have their inverse right after the rest, as one writes them by hand.

    xs.append(v)    xs.append(v); try: rest finally: xs.pop()
    x = xs.pop()    x = xs.pop(); try: rest finally: xs.append(x)
    seen.add(v)     back = v not in seen; seen.add(v); try: rest finally: if back: seen.remove(v)
    free.remove(v)  free.remove(v); try: rest finally: free.add(v)
    a[k] = v        old = a[k]; a[k] = v; try: rest finally: a[k] = old
    n += v          back = what undoes it if n is a container; n += v; try: rest finally: run back

The short forms hold where the variable visibly is a list, dict or set; elsewhere the expansion looks.
"""

import ast
import copy
from collections.abc import Callable
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import bindings, changes, in_place, is_permanent, mentions_permanent, slice_object
from ambsearch.expansion.flow import Names, parameters
from ambsearch.expansion.helpers import may_die
from ambsearch.expansion.source import Source

Statements = list[ast.stmt]
Parts = tuple[Statements, Statements, Statements]  # before the try, in it, and the inverse
Change = Callable[[Any, set[str]], Parts]

METHODS = {  # of which container, when they change it, and their inverse
    "append": ("list", "True", "owner.pop()"),
    "add": ("set", "item not in owner", "owner.discard(item)"),
    "discard": ("set", "item in owner", "owner.add(item)"),
    "remove": ("set", "item in owner", "owner.add(item)"),
}
SAME_WHEN_EQUAL = "type(item) is int or type(item) is str"  # else the set may hold an equal item that is another
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
        self.kinds = _kinds(source, body)
        # a container that is changed permanently, too, may be found in another state than the change left it in
        self.is_mixed = any(mentions_permanent(source, node) for node in body)

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, if it is one of the common ones."""
        if self.source.asks is not None and any(may_die(self.source, part) for part in n.inside(node)):
            return None
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=[item], keywords=[])):
                plain = not isinstance(item, ast.Starred) and not changes(self.source, [owner, item])
                return self.method_change if plain and self.is_common(name, owner, item) else None
            case ast.Expr(value=call) | ast.Assign(targets=[ast.Name()], value=call) if self.is_pop(call):
                return self.pop_change if Names(node).bound <= self.source.locals else None
            case ast.Assign(targets=[ast.Subscript() as target]) | n.Touch(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.AugAssign(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.Assign(targets=[ast.Attribute() as place]) | ast.AugAssign(target=ast.Attribute() as place):
                return self.attribute_change if self.is_direct_attribute(node, place) else None
            case ast.AugAssign(target=ast.Name()):
                return self.augmented_change if self.is_augmented_local(node) else None
        return None

    def is_common(self, name: str, owner: ast.expr, item: ast.expr) -> bool:
        """Is this one of METHODS? Not if the item is a set, which stands for the equal frozenset and cannot be added."""
        return name in METHODS and self.kind(owner) in ("", METHODS[name][0]) and self.kind(item) != "set"

    def is_pop(self, call: ast.expr) -> bool:
        match call:
            case ast.Call(func=ast.Attribute(attr="pop", value=owner), args=[], keywords=[]):
                return self.kind(owner) == "list" and not changes(self.source, [owner])
        return False

    def is_direct(self, node: Any, target: ast.Subscript) -> bool:
        if isinstance(target.slice, (ast.Slice, ast.Tuple)):
            return False
        value = getattr(node, "value", None)
        if is_permanent(self.source, value) or (value is not None and mentions_permanent(self.source, node)):
            return False
        parts = [part for part in (target.value, target.slice, value) if part is not None]
        return not changes(self.source, parts)

    def is_direct_attribute(self, node: Any, target: ast.Attribute) -> bool:
        if is_permanent(self.source, node.value) or mentions_permanent(self.source, node):
            return False
        return not changes(self.source, [target.value, node.value])

    def attribute_change(self, node: Any, rebound: set[str]) -> Parts:
        """o.x = v and o.x += v, of an object that keeps the attribute in itself."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before: list[ast.stmt] = []
        value = node.value
        if isinstance(node, ast.Assign) and not isinstance(value, (ast.Constant, ast.Name)):
            new = self.source.fresh("new")
            before, value = n.quote(node, "new = value", new=new, value=value), n.load(new, value)
        keep, owner = self.stable(target.value, "owner", rebound)
        name = self.source.mangled(target.attr)
        plain = n.load(f"plain_{name}", node)
        plain.helper = True  # type: ignore[attr-defined]
        parts: dict[str, Any] = {"owner": owner, "value": value, "old": self.source.fresh("old"), "plain": plain}
        parts["name"] = n.constant(name, node)
        place: Any = n.at(ast.Attribute(copy.deepcopy(owner), target.attr, ast.Store()), target)
        if isinstance(node, ast.Assign):
            test, record = "plain[type(owner)]", "set_attribute(old, value, owner, name)"
            change: ast.stmt = n.at(ast.Assign([place], value), node)
        else:
            test = f"plain[type(owner)] and type(owner.{target.attr}) in IMMUTABLE"
            record = "augment_attribute(old, operation, owner, name, value)"
            parts["operation"] = n.constant(type(node.op).__name__, node)
            change = n.at(ast.AugAssign(place, node.op, value), node)
        save = (
            f"if not ({test}): old = Saved()\nelif plain[type(owner)] == 2: old = owner.__dict__.get(name, GONE)\n"
            f"else:\n    try: old = owner.{target.attr}\n    except AttributeError: old = GONE"
        )
        text = f"if type(old) is Saved: {record}\nelse: change"
        restore = "if type(old) is Saved: undo(old)\nelif old is GONE: forget_attribute(owner, name)\nelse: put"
        put = [n.at(ast.Assign([copy.deepcopy(place)], n.load(parts["old"], node)), node)]
        before += keep + n.quote(node, save, **parts)
        return before, n.quote(node, text, change=[change], **parts), n.quote(node, restore, put=put, **parts)

    def is_augmented_local(self, node: ast.AugAssign) -> bool:
        name = node.target.id  # type: ignore[union-attr]
        if name not in self.source.locals or not in_place(self.source, node) or is_permanent(self.source, node.value):
            return False
        return not changes(self.source, [node.value]) and not mentions_permanent(self.source, node)

    def stable(self, value: ast.expr, name: str, rebound: set[str]) -> tuple[list[ast.stmt], ast.expr]:
        """A value that is needed again when the search goes back, in a variable that the rest leaves alone."""
        is_local = isinstance(value, ast.Name) and value.id in self.source.locals
        if isinstance(value, ast.Constant) or is_local and value.id not in rebound:  # type: ignore[attr-defined]
            return [], value
        fresh = self.source.fresh(name)
        return n.quote(value, "fresh = value", fresh=fresh, value=value), n.load(fresh, value)

    def method_change(self, node: Any, rebound: set[str]) -> Parts:
        """One of METHODS: xs.append(v), seen.add(v), free.remove(v)."""
        name, owner, value = node.value.func.attr, node.value.func.value, node.value.args[0]
        kind, happens, inverse = METHODS[name]
        if self.kind(owner) == kind and not self.is_mixed:
            return self.known_method_change(node, rebound, happens, inverse)
        before, owner = self.stable(owner, "owner", rebound)
        keep, item = self.stable(value, "item", rebound)
        parts = {"owner": owner, "item": item, "back": self.source.fresh("back")}
        change = f"if back == []: changed(back, owner, '{name}', item)\nelse: owner.{name}(item)"
        if name == "append":
            save = "back = len(owner) if type(owner) is list else []"
            taken = "if back < len(owner) and owner[back] is item: del owner[back]"
        else:
            same = f" and ({SAME_WHEN_EQUAL})" if name != "add" else ""
            save, taken = f"back = {happens} if type(owner) is set{same} else []", f"if back: {inverse}"
        after = f"if type(back) is list: undo(back)\nelse:\n    {taken}"
        before += keep + n.quote(node, save, **parts)
        return before, n.quote(node, change, **parts), n.quote(node, after, **parts)

    def known_method_change(self, node: Any, rebound: set[str], happens: str, inverse: str) -> Parts:
        name, owner, value = node.value.func.attr, node.value.func.value, node.value.args[0]
        before, owner = self.stable(owner, "owner", rebound)
        keep, item = ([], value) if name == "append" else self.stable(value, "item", rebound)
        parts = {"owner": owner, "item": item}
        if name == "append":
            before += keep + n.quote(node, "owner.append(item)", **parts)
            return before, [], n.quote(node, inverse, **parts)
        parts["back"] = self.source.fresh("back")
        if isinstance(item, ast.Constant) and type(item.value) in (int, str) and name == "remove":
            before += keep + n.quote(node, "owner.remove(item)", **parts)
            return before, [], n.quote(node, inverse, **parts)
        if name == "add" or isinstance(item, ast.Constant) and type(item.value) in (int, str):
            save, after = f"back = {happens}", f"if back: {inverse}"
        else:
            parts["held"] = self.source.fresh("held")
            save = f"back = {happens}\nheld = item if {SAME_WHEN_EQUAL} or not back else held_item(owner, item)"
            after = "if back: owner.add(held)"
            if name == "remove":
                save, after = save.replace(f"back = {happens}\n", "").replace(" or not back", ""), "owner.add(held)"
        before += keep + n.quote(node, f"{save}\nowner.{name}(item)", **parts)
        return before, [], n.quote(node, after, **parts)

    def pop_change(self, node: Any, rebound: set[str]) -> Parts:
        """x = xs.pop() and xs.pop() of what visibly is a list."""
        before, owner = self.stable(node.value.func.value, "owner", rebound)
        parts = {"owner": owner, "item": self.source.fresh("item")}
        before += n.quote(node.value, "item = owner.pop()", **parts)
        if isinstance(node, ast.Assign):
            before += n.quote(node, "target = item", target=node.targets[0], **parts)
        return before, [], n.quote(node, "owner.append(item)", **parts)

    def kind(self, value: ast.expr) -> str:
        """The kind of container that this visibly is: list, dict, set, or nothing."""
        return _kind(self.source, value, self.kinds) or ""

    def item_change(self, node: Any, rebound: set[str]) -> Parts:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += 1; Touch, which only restores."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before: list[ast.stmt] = []
        value = node.value if isinstance(node, ast.Assign) else None
        if value is not None and not isinstance(value, (ast.Constant, ast.Name)):
            new = self.source.fresh("new")
            before, value = n.quote(node, "new = value", new=new, value=value), n.load(new, value)
        kind = self.kind(target.value)
        keep_owner, owner = self.stable(target.value, "owner", rebound)
        keep_key, key = self.stable(slice_object(target.slice), "key", rebound)
        parts = {"owner": owner, "key": key, "value": value, "old": self.source.fresh("old")}
        is_index = self.is_int(target.slice)
        before += keep_owner + keep_key
        if kind in ("dict", "list"):
            save, after = "old = owner[key]", "owner[key] = old"
            if kind == "dict":
                save, after = (
                    "old = owner.get(key, GONE)",
                    "if old is GONE: owner.pop(key, None)\nelse: owner[key] = old",
                )
            elif not is_index:
                parts["place"] = self.source.fresh("place")
                save, after = (
                    "place = owner if type(key) is int else Place(owner)\nold = place[key]",
                    "place[key] = old",
                )
            before += n.quote(node, save, **parts)
            return before + self.item_changed(node, parts), [], n.quote(node, after, **parts)
        before += n.quote(
            node,
            f"if type(owner) is list{'' if is_index else ' and type(key) is int'}: old = owner[key]\n"
            "elif type(owner) is dict: old = owner.get(key, GONE)\n"
            "else: old = Saved()",
            **parts,
        )
        changed = self.item_changed(node, parts)
        record = "touch_item(old, owner, key)" if value is None else "set_item(old, value, owner, key)"
        if isinstance(node, ast.AugAssign):
            parts |= {"operation": n.constant(type(node.op).__name__, node), "operand": node.value}
            record = "augment_item(old, operation, owner, key, operand)"
        change = n.quote(node, f"if type(old) is Saved: {record}\nelse: body", body=changed, **parts)
        restore = "if old is GONE: owner.pop(key, None)\nelif type(old) is Saved: undo(old)\nelse: owner[key] = old"
        return before, change, n.quote(node, restore, **parts)

    def is_int(self, key: ast.expr) -> bool:
        if isinstance(key, ast.Name):
            return key.id in self.source.ints
        return isinstance(key, ast.Constant) and type(key.value) is int

    def item_changed(self, node: Any, parts: dict[str, Any]) -> Statements:
        if parts["value"] is not None:
            return n.quote(node, "owner[key] = value", **parts)
        if not isinstance(node, ast.AugAssign):
            return []  # it is only touched
        place: Any = n.expression(node, "owner[key]", **parts)
        place.ctx = ast.Store()
        return [n.at(ast.AugAssign(place, node.op, node.value), node)]

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
    """The local variables that visibly are lists, dicts or sets, wherever they are bound."""
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
    """list, dict or set; "" if it may be something else; None if that depends on what is not known yet."""
    match value:
        case ast.Name(id=name):
            return kinds.get(name, "")
        case ast.BinOp(op=ast.Mult()):
            return _kind(source, value.left, kinds)
        case ast.BinOp():  # of two lists, two sets, two dicts: another one
            return _common(_kind(source, value.left, kinds), _kind(source, value.right, kinds))
        case ast.Call():
            return MAKERS.get(source.builtin(value), "")
    return DISPLAYS.get(type(value), "")


def _common(*kinds: str | None) -> str | None:
    """The kind that all of these have, those apart that are not known yet."""
    known = set(kinds) - {None}
    return known.pop() if len(known) == 1 else "" if known else None
