"""The common changes that are calls: xs.append(v), x = queue.popleft(), heappush(heap, v)."""

import ast
from typing import Any

from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.counters import texts
from ambsearch.expansion.analysis.effects import may_last, slice_object
from ambsearch.expansion.analysis.values import is_from_zero
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.texts import NoSource
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.one_change import A_LIST, UNLIMITED, Change, Describing, Stable

SAME_WHEN_EQUAL = "type(item) is int or type(item) is str"  # otherwise the set may hold another, equal item
HELD = f"(item if item in owner else GONE) if {SAME_WHEN_EQUAL} else held_item(owner, item)"
PUT_LAST = "if len(owner) < saved[1] or owner[saved[1] - 1] is not saved[0]: owner.insert(saved[1] - 1, saved[0])"
ANY = "type(owner) is set and len(owner) < SMALL", "saved = [*owner]"
# a set that is filled anew gives the same one first
PUT_LAST_OR_ANY = f"if type(saved) is list:\n    owner.clear()\n    owner.update(saved)\nel{PUT_LAST}"
PUT_FIRST = "if len(owner) < saved[1] or owner[0] is not saved[0]: owner.appendleft(saved[0])"
PUT_ITEM_LAST = "if saved[0] not in owner: owner[saved[0]] = saved[1]"
SPOT = "key if 0 <= key <= len(owner) else slice(key, None).indices(len(owner))[0]"
COPY = "saved = owner.copy() if key in owner else GONE"
IS_ADDED = "saved = item not in owner"
IS_NEW = "saved = key not in owner"
FEW = 100  # so many keys are copied about as fast as those behind one are looked at
TAKE_LAST = "if saved < len(owner) and owner[saved] is item: del owner[saved]"
TAKE_FIRST = "if owner and owner[0] is item: del owner[0]"  # after which no interrupt can come
TAKE_ALL = "if type(owner) is list: del owner[saved:]\nelse:\n    while len(owner) > saved: owner.pop()"
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
HELD_IN_SET = ("type(owner) is set", f"saved = {HELD}")
SET_OF = "type(owner) is set and type(item) in OF_PYTHON"
TWO_DICTS = ("type(owner) is dict and type(item) is dict", "saved = values_at(owner, item)")
COUNTS = ("type(owner) is Counter and (type(item) is dict or type(item) is Counter)", "saved = values_at(owner, item)")
PUT_VALUES = "if type(saved) is set: owner.difference_update(saved)\nelse: put_values(owner, saved)"
WHOLE = (("type(owner) is list and len(owner) < SMALL", "saved = owner[:]"),)
PUT_WHOLE = "owner[:] = saved"
AT_KEY = "type(owner) is list and type(key) is int"
TAKEN = (AT_KEY, "saved = item_to_pop(owner, key)")
AT_HAND = ast.Name, ast.Constant, ast.Lambda  # which may be evaluated when something has been saved
SHORT_DEQUE = ("type(owner) is deque and len(owner) < SMALL", "saved = owner.copy()")
FILL = "owner.__init__(saved, owner.maxlen)"  # which empties and fills it at once, as far as an interrupt can see
Cases = tuple[tuple[str, str], ...]
# of each method: its arguments; the owners for which it is common, each with what is saved; and the inverse
WITH_ITEM: dict[str, tuple[Cases, str]] = {
    "append": (((A_LIST, "saved = len(owner)"),), TAKE_LAST),
    "extend": ((("type(owner) is list", "saved = len(owner)"), (UNLIMITED, "saved = len(owner)")), TAKE_ALL),
    "extendleft": (((UNLIMITED, "saved = len(owner)"),), "while len(owner) > saved: owner.popleft()"),
    "appendleft": (((UNLIMITED, "saved = True"),), TAKE_FIRST),
    "update": (((SET_OF, "saved = new_items(owner, item)"), TWO_DICTS, COUNTS), PUT_VALUES),
    "subtract": ((COUNTS,), "put_values(owner, saved)"),
    "difference_update": (((SET_OF, "saved = held_items(owner, item)"),), "owner.update(saved)"),
    "add": ((("type(owner) is set", IS_ADDED),), "if saved: owner.discard(item)"),
    "discard": ((HELD_IN_SET,), "if saved is not GONE: owner.add(saved)"),
    "rotate": ((SHORT_DEQUE,), FILL),
    "remove": ((HELD_IN_SET, ("type(owner) is list", "saved = removal(owner, item)")), PUT_BACK),
}
WITHOUT_ITEM: dict[str, tuple[Cases, str]] = {
    **dict.fromkeys(("sort", "reverse", "clear"), (WHOLE, PUT_WHOLE)),
    "pop": (((f"{A_LIST} and owner", "saved = owner[-1], len(owner)"), ANY), PUT_LAST_OR_ANY),
    "popitem": ((("type(owner) is dict and owner", "saved = next(reversed(owner.items()))"),), PUT_ITEM_LAST),
    "popleft": (((f"{UNLIMITED} and owner", "saved = owner[0], len(owner)"),), PUT_FIRST),
}
WITH_KEY: dict[str, tuple[Cases, str]] = {
    "pop": ((TAKEN, ("type(owner) is dict and len(owner) < SMALL", COPY)), PUT_KEY),
    "setdefault": ((("type(owner) is dict or type(owner) in DICTS", IS_NEW),), "if saved: owner.pop(key, None)"),
}
COMMON = {
    **{(name, 0): ((), *how) for name, how in WITHOUT_ITEM.items()},
    **{(name, 1): (("item",), *how) for name, how in WITH_ITEM.items()},
    **{(name, count): (("key", "value")[:count], *how) for name, how in WITH_KEY.items() for count in (1, 2)},
    ("insert", 2): (("key", "item"), ((AT_KEY, f"saved = {SPOT}"),), TAKE_LAST),
}
# the same where it can be seen that the owner is such a container, and nothing else changes it for good
KNOWN: dict[tuple[str, int], dict[str, tuple[str, str]]] = {
    ("append", 1): dict.fromkeys(("list", "deque"), ("", "owner.pop()")),
    ("extend", 1): {"list": ("saved = len(owner)", "del owner[saved:]")},
    ("appendleft", 1): {"deque": ("", "owner.popleft()")},
    ("remove", 1): {
        "set": (f"saved = item if {SAME_WHEN_EQUAL} else held_item(owner, item)", "owner.add(saved)"),
        "list": (
            f"saved = owner[:] if len(owner) < {FEW} else removal(owner, item)",
            "if type(saved) is list: owner[:] = saved\nelse: reinsert(owner, saved)",
        ),
    },
    ("pop", 0): dict.fromkeys(("list", "deque"), ("", "owner.append(saved)")),  # its value is what is saved
    ("popleft", 0): {"deque": ("", "owner.appendleft(saved)")},
    ("pop", 1): {"list": ("", "owner.insert(key, saved)")},  # from 0 on
}


def make_bounded(spaces: frozenset[int]) -> bool:
    """Is it said in one of these namespaces how many items a deque is to hold?"""
    try:
        return any("maxlen" in text.attached.words for text, _ in texts(spaces))
    except NoSource:
        return False


class CommonMethods(Describing):
    """How each of them is described."""

    def method(self, node: Any, stable: Stable) -> Change:
        """The call of a method, whose value may be bound: xs.append(v), x = d.pop(k, v), xs.sort(key=f). Of COMMON and KNOWN."""
        call: Any = call_in(node)
        owner, key, is_named = call.func.value, (call.func.attr, len(call.args)), call is not node.value
        names, cases, undo = COMMON[key]
        if key[0] in ("append", "appendleft") and self.meets_bounded():  # which drops an item at its other end
            cases, undo = (*cases, SHORT_DEQUE), f"if type(saved) is deque: {FILL}\nel{undo}"
        known = {} if key == ("pop", 1) and not is_from_zero(self.source, call.args[0]) else KNOWN.get(key, {})
        if self.is_known(owner, known) and not any(self.kind(part) == "set" for part in call.args):
            save, undo = known[self.kind(owner)]
            cases = (("True", save),)
        elif is_named:
            cases = cases[1:] or cases  # but a set
        save, is_value = cases[0][1], not cases[0][1] and "saved" in undo
        asked = {"owner": owner} | {n: part for n, part in zip(names, call.args, strict=True) if n in undo + save}
        before, parts = self.operands(stable, "item" if is_value else "back" if save else "", **asked)
        parts = {**dict(zip(names, call.args, strict=True)), **parts}
        parts |= {f"named_{part.arg}": part.value for part in call.keywords}
        given = ", ".join([*names, *(f"{part.arg}=named_{part.arg}" for part in call.keywords)])
        target = binding(node, parts)
        change = ir.quote(call, f"{'saved = ' if is_value else target}owner.{key[0]}({given})", **parts)
        change += ir.quote(node, f"{target}saved", **parts) if is_value and target else []
        undo = undo if may_last(self.source) else undo.replace(MERGING, "")
        record = target + self.recorded_call(call, parts, given and f", {'**' * is_named}{given}")
        return Change(node, before, cases, change, undo, record, parts)

    def meets_bounded(self) -> bool:
        """Is a deque with a bound made in a related module?"""
        return WORLD.relations.once(WORLD.relations.of(self.source.space), make_bounded)

    def recorded_call(self, call: Any, parts: dict[str, Any], given: str) -> str:
        """The call of the method of any other owner, perhaps of a user's that changes something, if it can only be a method."""
        name = call.func.attr
        if not (self.source.may_change(call) or near(self.source, name)) or not self.source.is_method(call.func):
            return f"change(trail, owner, '{name}'{given})"
        parts["table"] = ir.helper(f"twin_{self.source.mangled_name(name)}", call)
        return f"table[type(owner)](trail, owner{given})"

    def deletion(self, node: Any, stable: Stable) -> Change:
        """del d[k]: of a small dict all items are saved, for their order."""
        place: Any = node.targets[0]
        cases = (TAKEN, (f"type(owner) is dict and len(owner) < {FEW}", COPY))
        undo = PUT_KEY if may_last(self.source) else PUT_KEY.replace(MERGING, "")
        before, parts = self.operands(stable, "back", owner=place.value, key=slice_object(place.slice))
        change = ir.quote(node, "del owner[key]", **parts)
        return Change(node, before, cases, change, undo, "delete_item(trail, owner, key)", parts)

    def first_argument(self, node: Any, stable: Stable) -> Change:
        """heappush(heap, v), x = heappop(heap), insort(xs, v): all items of a short list are saved."""
        call = node.value
        before, parts = self.operands(stable, "back", **dict(zip(("owner", "value"), call.args, strict=False)))
        parts["F"] = call.func
        text = "F(owner, value)" if len(call.args) > 1 else "F(owner)"
        target = binding(node, parts)
        record = f"{target}change_argument(trail, {text.replace('(', ', ')}"
        return Change(node, before, WHOLE, ir.quote(node, target + text, **parts), PUT_WHOLE, record, parts)


def call_in(node: Any) -> ast.Call | None:
    """The call that this statement is, or whose value it binds to a name, if all of its arguments can be seen."""
    match node:
        case (
            ast.Expr(value=ast.Call(args=given, keywords=[]) as call)
            | ast.Assign(targets=[ast.Name()], value=ast.Call(args=given, keywords=[]) as call)
        ) if not ir.has_star(call):
            return call
        case ast.Expr(ast.Call(ast.Attribute(attr="sort"), [], named) as call) if all(
            isinstance(part.value, AT_HAND) for part in named
        ):
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
