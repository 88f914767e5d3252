"""The common changes that are calls: xs.append(v), x = queue.popleft(), heappush(heap, v)."""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import slice_object
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.one_change import A_LIST, UNLIMITED, Change, Describing, Stable

SAME_WHEN_EQUAL = "type(item) is int or type(item) is str"  # otherwise the set may hold another, equal item
HELD = f"(item if item in owner else GONE) if {SAME_WHEN_EQUAL} else held_item(owner, item)"
PUT_LAST = "if len(owner) < saved[1] or owner[saved[1] - 1] is not saved[0]: owner.insert(saved[1] - 1, saved[0])"
PUT_FIRST = "if len(owner) < saved[1] or owner[0] is not saved[0]: owner.appendleft(saved[0])"
SPOT = "key if 0 <= key <= len(owner) else slice(key, None).indices(len(owner))[0]"
COPY = "saved = owner.copy() if key in owner else GONE"
FEW = 100  # so many keys are copied about as fast as those behind one are looked at
TAKE_LAST = "if saved < len(owner) and owner[saved] is item: del owner[saved]"
TAKE_FIRST = "if owner and owner[0] is item: del owner[0]"  # after which no interrupt can come
PUT_BACK = """if saved is GONE: pass
elif type(owner) is list: reinsert(owner, saved)
else: owner.add(saved)"""
PUT_KEY = """if saved is GONE: pass
elif type(owner) is list: reinsert(owner, saved)
elif len(owner) != len(saved) - 1: put_among(owner, key, saved)
else:
    saved.update(owner)
    owner.clear()
    owner.update(saved)"""
MERGING = "\n    saved.update(owner)"  # of what is permanent, which a helper may have changed
# of each method, with one argument or none: the owners for which it is common, each with what is saved, and the inverse
HELD_IN_SET = ("type(owner) is set", f"saved = {HELD}")
SET_OF = "type(owner) is set and type(item) in OF_PYTHON"
TWO_DICTS = "type(owner) is dict and type(item) is dict"
PUT_VALUES = "if type(saved) is set: owner.difference_update(saved)\nelse: put_values(owner, saved)"
WITH_ITEM: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "append": (((A_LIST, "saved = len(owner)"),), TAKE_LAST),
    "extend": ((("type(owner) is list", "saved = len(owner)"),), "del owner[saved:]"),
    "appendleft": (((UNLIMITED, "saved = True"),), TAKE_FIRST),
    "update": (((SET_OF, "saved = new_items(owner, item)"), (TWO_DICTS, "saved = values_at(owner, item)")), PUT_VALUES),
    "difference_update": (((SET_OF, "saved = held_items(owner, item)"),), "owner.update(saved)"),
    "add": ((("type(owner) is set", "saved = item not in owner"),), "if saved: owner.discard(item)"),
    "discard": ((HELD_IN_SET,), "if saved is not GONE: owner.add(saved)"),
    # which empties and fills it at once, as far as an interrupt can see
    "rotate": (
        (("type(owner) is deque and len(owner) < SMALL", "saved = owner.copy()"),),
        "owner.__init__(saved, owner.maxlen)",
    ),
    "remove": ((HELD_IN_SET, ("type(owner) is list", "saved = removal(owner, item)")), PUT_BACK),
}
WHOLE = ("type(owner) is list and len(owner) < SMALL", "saved = owner[:]", "owner[:] = saved")
WITHOUT_ITEM = {
    **dict.fromkeys(("sort", "reverse", "clear"), WHOLE),
    "pop": (f"{A_LIST} and owner", "saved = owner[-1], len(owner)", PUT_LAST),
    "popleft": (f"{UNLIMITED} and owner", "saved = owner[0], len(owner)", PUT_FIRST),
}

# the same where it can be seen that the owner is such a container, and nothing else changes it for good
KNOWN_WITH_ITEM: dict[str, dict[str, tuple[str, str]]] = {
    "append": dict.fromkeys(("list", "deque"), ("", "owner.pop()")),
    "extend": {"list": ("saved = len(owner)", "del owner[saved:]")},
    "appendleft": {"deque": ("", "owner.popleft()")},
    "add": {"set": ("saved = item not in owner", "if saved: owner.discard(item)")},
    "discard": {"set": (f"saved = {HELD}", "if saved is not GONE: owner.add(saved)")},
    "remove": {
        "set": (f"saved = item if {SAME_WHEN_EQUAL} else held_item(owner, item)", "owner.add(saved)"),
        "list": (
            f"saved = owner[:] if len(owner) < {FEW} else removal(owner, item)",
            "if type(saved) is list: owner[:] = saved\nelse: reinsert(owner, saved)",
        ),
    },
}
KNOWN_WITHOUT_ITEM: dict[str, tuple[tuple[str, ...], str]] = {
    "pop": (("list", "deque"), "owner.append(saved)"),
    "popleft": (("deque",), "owner.appendleft(saved)"),
}


class CommonMethods(Describing):
    """How each of them is described."""

    def with_item(self, node: Any, stable: Stable) -> Change:
        """One of WITH_ITEM: xs.append(v), seen.add(v), free.remove(v)."""
        call: Any = call_in(node)
        name, given = call.func.attr, "**item" if node.value.keywords else "item"
        cases, undo = WITH_ITEM[name]
        cases = (cases[-1],) if node.value.keywords else cases
        known = KNOWN_WITH_ITEM.get(name, {})
        if self.is_known(call.func.value, known) and self.kind(call.args[0]) != "set":
            save, undo = known[self.kind(call.func.value)]
            cases = (("True", save),)
        before, owner = stable(call.func.value, "owner")
        keep, item = stable(call.args[0], "value") if "item" in undo + cases[0][1] else ([], call.args[0])
        parts = {"owner": owner, "item": item, "saved": self.source.fresh("back") if cases[0][1] else ""}
        change = ir.quote(node, f"owner.{name}(item)", **parts)
        sure = "owner.pop()" if name == "append" and self.is_steady_list(call.func.value) else ""
        record = self.recorded_call(call, parts, f", {given}")
        return Change(node, before + keep, cases, change, undo, record, parts, sure)

    def recorded_call(self, call: Any, parts: dict[str, Any], given: str) -> str:
        """The call of the method of any other owner, perhaps of a user's that changes something, if it can only be a method."""
        name = call.func.attr
        if not self.source.may_change(call) or not self.source.is_method(call.func):
            return f"change(trail, owner, '{name}'{given})"
        parts["table"] = ir.helper(f"twin_{self.source.mangled_name(name)}", call)
        return f"table[type(owner)](trail, owner{given})"

    def without_item(self, node: Any, stable: Stable) -> Change:
        """One of WITHOUT_ITEM: xs.pop(), x = queue.popleft(), xs.sort()."""
        call, name = node.value, node.value.func.attr
        kinds, back = KNOWN_WITHOUT_ITEM.get(name, ((), ""))
        if not self.is_known(call.func.value, kinds):
            test, save, undo = WITHOUT_ITEM[name]
            sure = "owner.append(saved[0])" if name == "pop" and self.is_steady_list(call.func.value) else ""
            return self.method(node, stable, (), [(test, save)], undo, sure)
        before, owner = stable(call.func.value, "owner")
        parts: dict[str, Any] = {"owner": owner, "saved": self.source.fresh("item")}
        target = binding(node, parts)
        change = ir.quote(call, f"saved = owner.{name}()", **parts)
        change += ir.quote(node, f"{target}saved", **parts) if target else []
        return Change(node, before, (("True", ""),), change, back, "", parts)

    def key(self, node: Any, stable: Stable) -> Change:
        """xs.pop(k), x = d.pop(k, v), del d[k]: of a small dict all items are saved, for their order."""
        deletes = isinstance(node, ast.Delete)
        cases = [("type(owner) is list and type(key) is int", "saved = item_to_pop(owner, key)")]
        cases.append((f"type(owner) is dict and len(owner) < {FEW if deletes else 'SMALL'}", COPY))
        undo = PUT_KEY if self.source.says_permanent else PUT_KEY.replace(MERGING, "")
        if not deletes:
            return self.method(node, stable, ("key", "value"), cases, undo)
        place: Any = node.targets[0]
        before, parts = self.operands(stable, "back", owner=place.value, key=slice_object(place.slice))
        change = ir.quote(node, "del owner[key]", **parts)
        return Change(node, before, tuple(cases), change, undo, "delete_item(trail, owner, key)", parts)

    def insertion(self, node: Any, stable: Stable) -> Change:
        """xs.insert(k, v)"""
        cases = [("type(owner) is list and type(key) is int", f"saved = {SPOT}")]
        return self.method(node, stable, ("key", "item"), cases, TAKE_LAST)

    def default(self, node: Any, stable: Stable) -> Change:
        """d.setdefault(k, v), x = d.setdefault(k): the key is taken out if it is new."""
        is_dict = self.kind(node.value.func.value) == "dict"
        cases = [("True" if is_dict else "type(owner) is dict or type(owner) in DICTS", "saved = key not in owner")]
        return self.method(node, stable, ("key", "value"), cases, "if saved: owner.pop(key, None)")

    def method(
        self, node: Any, stable: Stable, names: tuple[str, ...], cases: list[tuple[str, str]], undo: str, sure: str = ""
    ) -> Change:
        """A call of a method whose value may be bound; names: of its arguments, each evaluated once."""
        call = node.value
        operands = dict(zip(("owner", *names), (call.func.value, *call.args), strict=False))
        before, parts = self.operands(stable, "back", **operands)
        target, given = binding(node, parts), ", ".join([*operands][1:])
        change = ir.quote(node, f"{target}owner.{call.func.attr}({given})", **parts)
        record = target + self.recorded_call(call, parts, given and f", {given}")
        return Change(node, before, tuple(cases), change, undo, record, parts, sure)

    def first_argument(self, node: Any, stable: Stable) -> Change:
        """heappush(heap, v), x = heappop(heap), insort(xs, v): all items of a short list are saved."""
        call = node.value
        before, parts = self.operands(stable, "back", **dict(zip(("owner", "value"), call.args, strict=False)))
        parts["F"] = call.func
        text = "F(owner, value)" if len(call.args) > 1 else "F(owner)"
        target = binding(node, parts)
        test, save, undo = WHOLE
        record = f"{target}change_argument(trail, {text.replace('(', ', ')}"
        return Change(node, before, ((test, save),), ir.quote(node, target + text, **parts), undo, record, parts)


def call_in(node: Any) -> ast.Call | None:
    """The call that this statement is, or whose value it binds to a name, if all of its arguments can be seen."""
    match node:
        case (
            ast.Expr(value=ast.Call(args=given, keywords=[]) as call)
            | ast.Assign(targets=[ast.Name()], value=ast.Call(args=given, keywords=[]) as call)
        ) if not ir.has_star(call):
            return call
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="update") as function, args=[], keywords=given)):
            if all(part.arg for part in given):  # d.update(a=v), as d.update({"a": v})
                items = ast.Dict([ir.constant(part.arg, part) for part in given], [part.value for part in given])
                return ir.at(ast.Call(function, [ir.at(items, function)], []), function)  # type: ignore[no-any-return]
    return None


def binding(node: ast.stmt, parts: dict[str, Any]) -> str:
    """The start of the text of a change whose value is bound, or nothing."""
    if not isinstance(node, ast.Assign):
        return ""
    parts["target"] = node.targets[0]
    return "target = "
