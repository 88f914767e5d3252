"""The common changes, which are undone in place: what is saved before each, and what restores it.

    the change                       its owner            saved                taken back
    xs.append(v)                     a list or deque      back = len(xs)       if xs[back] is v: del xs[back]
    xs.pop(), queue.popleft()        a list or deque      the item, the length    put the item back
    queue.appendleft(v)              a deque              back = True          if queue[0] is v: queue.popleft()
    xs.pop(k)                        a list               back = the item, its place    put the item back
    d.pop(k)                         a short dict         back = d.copy()      all its items back, in their order
    seen.add(v)                      a set                back = v not in seen    if back: seen.discard(v)
    seen.remove(v), seen.discard(v)  a set                back = v in seen     if back: seen.add(v)
    a[k] = v, a[k] += v              a list or dict       old = a[k], or GONE    a[k] = old; or take the key out
    o.x = v, o.x += v                an object that keeps its attributes in itself    the same with o.x
    C.x = v, C.x += v                a class, if C.x is a number    the same
    heappush(xs, v), insort(xs, v)   a short list         back = xs[:]         xs[:] = back
    n = v, n += v                    a global variable, in a helper    the same with globals()[n]

In an ambiguous function the inverse follows the rest, see `direct`; in a helper it is a separate function, see
`segments`. The kind of an owner is known only at run time; any other kind is recorded by a call.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(a, k):
...     a[k] = yield (1, 2)
...     return a[k]
>>> print(expand(f), end="")
def f(a, k):
    for chosen in (1, 2):
        old = NOTHING
        try:
            if type(a) is list and type(k) is int:
                old = a[k]
                a[k] = chosen
            elif type(a) is dict or type(a) in DICTS:
                old = a.get(k, GONE)
                a[k] = chosen
            else:
                old = Saved()
                set_item(old, chosen, a, k)
            yield a[k]
        finally:
            if type(old) is Saved:
                undo(old)
            elif old is GONE:
                a.pop(k, None)
            else:
                a[k] = old
"""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import changes, changes_first_argument, mentions_permanent, slice_object
from ambsearch.expansion.flow import Names
from ambsearch.expansion.source import Source
from ambsearch.expansion.values import is_atom, is_plain
from ambsearch.running.undoing import METHODS

Statements = list[ast.stmt]
# a value that is needed again when the search goes back, in a stable variable: how it gets there, and the variable
Stable = Callable[[ast.expr, str], tuple[Statements, ast.expr]]


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

    def quoted(self, text: str, /, **parts: Any) -> Statements:
        return n.quote(self.origin, text, **self.parts, **parts)

    def saving(self, text: str) -> Statements:
        """The statements that save, as one of the cases says."""
        found: list[Any] = self.quoted(text)
        if text == LIST_ITEM and self.change:
            return [n.at(n.Save(*part.targets, part.value), part) for part in found]
        return found

    @property
    def is_certain(self) -> bool:
        """Is the owner visibly a common one?"""
        return self.cases[0][0] == "True"

    def made(self) -> Statements:
        """The change, where its owner is a common one; else it is recorded, and `saved` is its trail."""
        if self.is_certain:
            return [*self.saving(self.cases[0][1]), *n.copied(self.change)]
        changed = self.quoted(f"saved = Saved()\n{self.record}", trail=self.saved)
        for test, save in reversed(self.cases):
            body = [*self.saving(save), *n.copied(self.change)]
            changed = self.quoted(f"if {test}: body\nelse: changed", body=body, changed=changed)
        return changed

    def taken_back(self) -> Statements:
        """What puts it back, unless `saved` is NOTHING."""
        if self.is_certain:
            return self.quoted("if saved is not NOTHING: back", back=self.quoted(self.undo))
        return self.quoted("if type(saved) is Saved: undo(saved)\nelse: back", back=self.quoted(self.undo))


LIST_ITEM = "saved = owner[key]"
IN_DICT = "owner.get(key, GONE)"
SAME_WHEN_EQUAL = "type(item) is int or type(item) is str"  # otherwise the set may hold another, equal item
HELD = f"(item if item in owner else GONE) if {SAME_WHEN_EQUAL} else held_item(owner, item)"
UNLIMITED = "type(owner) is deque and owner.maxlen is None"
A_LIST = f"(type(owner) is list or {UNLIMITED})"
PUT_LAST = "if len(owner) < saved[1] or owner[saved[1] - 1] is not saved[0]: owner.insert(saved[1] - 1, saved[0])"
PUT_FIRST = "if len(owner) < saved[1] or owner[0] is not saved[0]: owner.appendleft(saved[0])"
TAKE_LAST = "if saved < len(owner) and owner[saved] is item: del owner[saved]"
TAKE_FIRST = "if owner and owner[0] is item: owner.popleft()"
PUT_BACK = """if saved is GONE: pass
elif type(owner) is list: reinsert(owner, saved)
else: owner.add(saved)"""
PUT_KEY = """if saved is GONE: pass
elif type(owner) is list: reinsert(owner, saved)
else:
    saved.update(owner)
    owner.clear()
    owner.update(saved)"""
PUT_ITEM = "if saved is GONE: owner.pop(key, None)\nelse: owner[key] = saved"

# of each method, with one argument or none: the owners for which it is common, each with what is saved, and the inverse
HELD_IN_SET = ("type(owner) is set", f"saved = {HELD}")
WITH_ITEM: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "append": (((A_LIST, "saved = len(owner)"),), TAKE_LAST),
    "appendleft": (((UNLIMITED, "saved = True"),), TAKE_FIRST),
    "add": ((("type(owner) is set", "saved = item not in owner"),), "if saved: owner.discard(item)"),
    "discard": ((HELD_IN_SET,), "if saved is not GONE: owner.add(saved)"),
    "remove": ((HELD_IN_SET, ("type(owner) is list", "saved = removal(owner, item)")), PUT_BACK),
}
WITHOUT_ITEM = {
    "pop": (f"{A_LIST} and owner", "saved = owner[-1], len(owner)", PUT_LAST),
    "popleft": (f"{UNLIMITED} and owner", "saved = owner[0], len(owner)", PUT_FIRST),
}


class CommonChanges:
    """The common changes of one function, described independently of where they occur."""

    def __init__(self, source: Source, in_helper: bool = False, binds: bool = True) -> None:
        self.source, self.in_helper, self.binds = source, in_helper, binds

    def find(self, node: Any) -> Callable[[Any, Stable], Change] | None:
        """The method that describes this change, if it is a common one and its operands change nothing."""
        found = self.shape(node)
        if found is None or mentions_permanent(self.source, node):
            return None
        if changes(self.source, [node.value] if found == self.global_variable else operands(node)):
            return None
        if isinstance(node, ast.AugAssign) and (not self.may_come_first(node) or may_answer(self.source, node)):
            return None
        return found

    def may_come_first(self, node: ast.AugAssign) -> bool:
        """May v of a[k] += v be evaluated before a[k], which Python reads first?"""
        if isinstance(node.value, ast.Constant):
            return True
        if isinstance(node.value, ast.Name) and node.value.id in self.source.locals:
            return True
        read = n.copied(node.target)
        n.set_context(read, ast.Load())
        return not changes(self.source, [read])

    def shape(self, node: Any) -> Callable[[Any, Stable], Change] | None:
        match node:
            case (
                ast.Expr(value=ast.Call(args=[_, *_], keywords=[]) as call)
                | ast.Assign(targets=[ast.Name()], value=ast.Call(args=[_, *_], keywords=[]) as call)
            ) if self.changes_list(call):
                return self.first_argument if self.binds_locals(node) else None
            case (
                ast.Expr(value=ast.Call(func=ast.Attribute(attr="pop"), args=[_] | [_, _], keywords=[]) as call)
                | ast.Assign(
                    targets=[ast.Name()],
                    value=ast.Call(func=ast.Attribute(attr="pop"), args=[_] | [_, _], keywords=[]) as call,
                )
            ) if not any(isinstance(part, ast.Starred) for part in call.args):
                return self.key if self.binds_locals(node) else None
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name), args=[item], keywords=[])):
                return self.with_item if name in WITH_ITEM and not isinstance(item, ast.Starred) else None
            case (
                ast.Expr(value=ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]))
                | ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]))
            ):
                return self.without_item if name in WITHOUT_ITEM and self.binds_locals(node) else None
            case (
                ast.Assign(targets=[ast.Subscript() as place])
                | ast.AugAssign(target=ast.Subscript() as place)
                | n.Touch(target=ast.Subscript() as place)
            ):
                return None if isinstance(place.slice, ast.Slice) else self.item
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                return self.global_variable if self.in_helper and name in self.source.declared["global"] else None
            case ast.Assign(targets=[ast.Attribute()]) | ast.AugAssign(target=ast.Attribute()):
                return self.attribute
        return None

    def binds_locals(self, node: ast.stmt) -> bool:
        return not self.binds or Names(node).bound <= self.source.locals

    # methods

    def with_item(self, node: Any, stable: Stable) -> Change:
        """One of WITH_ITEM: xs.append(v), seen.add(v), free.remove(v)."""
        name, call = node.value.func.attr, node.value
        before, owner = stable(call.func.value, "owner")
        keep, item = stable(call.args[0], "value")
        parts = {"owner": owner, "item": item, "saved": self.source.fresh("back")}
        change = n.quote(node, f"owner.{name}(item)", **parts)
        record = f"changed(trail, owner, '{name}', item)"
        if self.may_be_own(call):
            parts["table"] = n.helper(f"twin_{self.source.mangled(name)}", node)
            record = "table[type(owner)](trail, owner, item)"
        return Change(node, before + keep, WITH_ITEM[name][0], change, WITH_ITEM[name][1], record, parts)

    def may_be_own(self, call: Any) -> bool:
        """May this be a user's method that changes something, and can it only be a method?"""
        return self.source.may_change(call) and self.source.is_method(call.func)

    def without_item(self, node: Any, stable: Stable) -> Change:
        """One of WITHOUT_ITEM: xs.pop(), x = queue.popleft()."""
        call = node.value
        before, owner = stable(call.func.value, "owner")
        parts: dict[str, Any] = {"owner": owner, "saved": self.source.fresh("back")}
        target = bound_to(node, parts)
        test, save, undo = WITHOUT_ITEM[call.func.attr]
        change = n.quote(node, f"{target}owner.{call.func.attr}()", **parts)
        return Change(
            node, before, ((test, save),), change, undo, f"{target}changed(trail, owner, '{call.func.attr}')", parts
        )

    def key(self, node: Any, stable: Stable) -> Change:
        """xs.pop(k), x = d.pop(k, v): of a small dict all items are saved, for their order."""
        call = node.value
        before, owner = stable(call.func.value, "owner")
        parts: dict[str, Any] = {"owner": owner, "saved": self.source.fresh("back")}
        arguments = []
        for name, argument in zip(("key", "value"), call.args, strict=False):
            keep, parts[name] = stable(argument, name)
            before += keep
            arguments.append(name)
        target = bound_to(node, parts)
        text = ", ".join(arguments)
        cases = (
            ("type(owner) is list and type(key) is int", "saved = taken(owner, key)"),
            ("type(owner) is dict and len(owner) < SMALL", "saved = owner.copy()"),
        )
        record = f"{target}changed(trail, owner, 'pop', {text})"
        change = n.quote(node, f"{target}owner.pop({text})", **parts)
        return Change(node, before, cases, change, PUT_KEY, record, parts)

    def changes_list(self, call: ast.Call) -> bool:
        """Does this push on a heap, pop from it, put an item into a sorted list, or the like?"""
        is_one = len(call.args) < 3 and not any(isinstance(part, ast.Starred) for part in call.args)
        return is_one and changes_first_argument(self.source, call.func)

    def first_argument(self, node: Any, stable: Stable) -> Change:
        """heappush(heap, v), x = heappop(heap), insort(xs, v): all items of a short list are saved."""
        call = node.value
        before, owner = stable(call.args[0], "owner")
        parts: dict[str, Any] = {"owner": owner, "saved": self.source.fresh("back"), "F": call.func}
        text = "F(owner)"
        if len(call.args) > 1:
            text = "F(owner, value)"
            keep, parts["value"] = stable(call.args[1], "value")
            before += keep
        target = bound_to(node, parts)
        cases = (("type(owner) is list and len(owner) < SMALL", "saved = owner[:]"),)
        record = f"{target}changed_argument(trail, {text.replace('(', ', ')}"
        return Change(node, before, cases, n.quote(node, target + text, **parts), "owner[:] = saved", record, parts)

    # places

    def item(self, node: Any, stable: Stable) -> Change:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += v; Touch, which only restores."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before, parts = self.value(node, target)
        keep_owner, parts["owner"] = stable(target.value, "owner")
        keep_key, parts["key"] = stable(slice_object(target.slice), "key")
        before += keep_owner + keep_key
        parts["saved"] = self.source.fresh("old")
        index = "" if is_atom(self.source, target.slice) else " and type(key) is int"
        reads = {
            f"type(owner) is list{index}": "owner[key]",
            "(type(owner) is dict or type(owner) in DICTS)": IN_DICT,
        }
        undo = PUT_ITEM
        if isinstance(target.value, ast.Name) and target.value.id in self.source.boxes:
            reads, undo = {"True": "owner[0]"}, "owner[key] = saved"
        if isinstance(node, ast.AugAssign):
            cases = [(f"{kind} and {a_number(read)}", "") for kind, read in reads.items()]
            record = "augment_item(trail, operation, owner, key, value)"
        else:
            cases = [(kind, f"saved = {read}") for kind, read in reads.items()]
            touch = isinstance(node, n.Touch)
            record = "touch_item(trail, owner, key)" if touch else "set_item(trail, value, owner, key)"
        place = n.expression(node, "owner[key]", **parts)
        return Change(node, before, tuple(cases), self.assigned(node, place, parts), undo, record, parts)

    def attribute(self, node: Any, stable: Stable) -> Change:
        """o.x = v and o.x += v, of an object that keeps the attribute in itself."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before, parts = self.value(node, target)
        keep, parts["owner"] = stable(target.value, "owner")
        name, x = self.source.mangled(target.attr), target.attr
        parts |= {
            "saved": self.source.fresh("old"),
            "name": n.constant(name, node),
            "plain": n.helper(f"plain_{name}", node),
        }
        undo = f"owner.{x} = saved"
        record = "augment_attribute(trail, operation, owner, name, value)"
        if isinstance(node, ast.Assign):
            record = "set_attribute(trail, value, owner, name)"
        if self.is_class(target.value):
            cases = ((f"type(owner) is type and name in owner.__dict__ and {a_number(f'owner.{x}')}", ""),)
        elif isinstance(node, ast.Assign):
            cases = (("type(owner) in plain", f"try: saved = owner.{x}\nexcept AttributeError: saved = GONE"),)
            undo = f"if saved is GONE: forget_attribute(owner, name)\nelse: {undo}"
        else:
            cases = ((f"type(owner) in plain and {a_number(f'owner.{x}')}", ""),)
        place = n.expression(node, f"owner.{x}", **parts)
        return Change(node, before + keep, cases, self.assigned(node, place, parts), undo, record, parts)

    def is_class(self, owner: ast.expr) -> bool:
        """Is this visibly a class, whose number `cls.made += 1` changes?"""
        return isinstance(owner, ast.Name) and owner.id == "cls" or isinstance(self.source.resolve(owner), type)

    def global_variable(self, node: Any, stable: Stable) -> Change:
        """n = v and n += v of a global variable, in a helper."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before, parts = self.value(node, target)
        keep, parts["owner"] = stable(n.expression(node, "globals()"), "space")
        parts |= {"key": n.constant(self.source.mangled(target.id), node), "saved": self.source.fresh("old")}
        if isinstance(node, ast.Assign):
            cases, record = ("True", f"saved = {IN_DICT}"), "set_item(trail, value, owner, key)"
        else:
            cases = ("type(saved := owner.get(key, GONE)) is int or type(saved) in IMMUTABLE", "")
            record = "augment_item(trail, operation, owner, key, value)"
        change = self.assigned(node, n.load(target.id, target), parts)
        return Change(node, before + keep, (cases,), change, PUT_ITEM, record, parts)

    def value(self, node: Any, target: ast.expr) -> tuple[Statements, dict[str, Any]]:
        """The value of an assignment, evaluated before its place; that of an augmented one comes after it."""
        if isinstance(node, n.Touch):
            return [], {}
        value = node.value
        if isinstance(node, ast.AugAssign):
            return [], {"value": value, "operation": n.constant(type(node.op).__name__, node)}
        if isinstance(value, ast.Constant) or isinstance(value, ast.Name) and value.id not in Names(target).bound:
            return [], {"value": value}
        new = self.source.new_local("new")
        return n.quote(node, "new = value", new=new, value=value), {"value": n.load(new, value)}

    def assigned(self, node: Any, place: Any, parts: dict[str, Any]) -> Statements:
        place.ctx = ast.Store()
        if isinstance(node, ast.Assign):
            return [n.at(ast.Assign([place], n.copied(parts["value"])), node)]
        return [] if isinstance(node, n.Touch) else [n.at(ast.AugAssign(place, node.op, node.value), node)]


def may_answer(source: Source, node: ast.AugAssign) -> bool:
    """May the operand on the right run an own __radd__ or the like, though on the left there is a number?"""
    return not is_plain(source, node.value) and source.may_change(node)


def a_number(place: str) -> str:
    """A test whether the value there, which it saves, is a number or the like, which `+=` does not change."""
    is_new = " or saved is GONE and starts_new(owner)" if place == IN_DICT else ""
    return f"(type(saved := {place}) is int or type(saved) in IMMUTABLE{is_new})"


def bound_to(node: ast.stmt, parts: dict[str, Any]) -> str:
    """The start of the text of a change whose value is bound, or nothing."""
    if not isinstance(node, ast.Assign):
        return ""
    parts["target"] = node.targets[0]
    return "target = "


def operands(node: Any) -> list[ast.expr]:
    """What a common change evaluates before it changes anything."""
    match node:
        case (
            ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=items))
            | ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=items))
        ) if name in METHODS:
            return [owner, *items]
        case ast.Expr(value=ast.Call(args=items)) | ast.Assign(targets=[ast.Name()], value=ast.Call(args=items)):
            return items  # of heappush and the like
        case ast.Assign(targets=[ast.Name()]) | ast.AugAssign(target=ast.Name()):
            return [node.value]
    target: Any = node.targets[0] if isinstance(node, ast.Assign) else node.target
    value = [] if isinstance(node, n.Touch) else [node.value]
    return [target.value, *([target.slice] if isinstance(target, ast.Subscript) else []), *value]
