"""The common changes that are assignments: a[k] = v, o.x += v, and n = v of a global variable."""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import in_place, slice_object
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.values import is_atom
from ambsearch.expansion.trees import nodes as n
from ambsearch.expansion.undoing.one_change import Change, Describing, Stable, Statements

IN_DICT = "owner.get(key, GONE)"
PUT_ITEM = "if saved is GONE: owner.pop(key, None)\nelse: owner[key] = saved"


class CommonPlaces(Describing):
    """How each of them is described."""

    def item(self, node: Any, stable: Stable) -> Change:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += v; Touch, which only restores."""
        target, before, parts = self.begin(node)
        keep_owner, parts["owner"] = stable(target.value, "owner")
        keep_key, parts["key"] = stable(slice_object(target.slice), "key")
        before += keep_owner + keep_key
        parts["saved"] = self.source.fresh("old")
        index = "" if is_atom(self.source, target.slice) else " and type(key) is int"
        reads = {f"type(owner) is list{index}": "owner[key]", "(type(owner) is dict or type(owner) in DICTS)": IN_DICT}
        undo, is_augmented = PUT_ITEM, isinstance(node, ast.AugAssign)
        is_in_place = isinstance(node, ast.AugAssign) and in_place(self.source, node)
        kind = self.kind(target.value)
        if kind == "list":
            reads, undo = {index.removeprefix(" and ") or "True": "owner[key]"}, "owner[key] = saved"
        elif kind == "dict":
            reads = {"True": IN_DICT}
        elif isinstance(target.value, ast.Name) and target.value.id in self.source.boxes:
            reads, undo = {"True": "owner[0]"}, "owner[key] = saved"
        touch = "touch_item(trail, owner, key)" if isinstance(node, n.Touch) else "set_item(trail, value, owner, key)"
        record = "augment_item(trail, operation, owner, key, value)" if is_augmented else touch
        cases = [(test, f"saved = {read}") for test, read in reads.items()]
        if is_augmented and (is_in_place or kind not in ("list", "dict")):
            cases = [(f"{test} and {a_number(read)}".removeprefix("True and "), "") for test, read in reads.items()]
        place = n.expression(node, "owner[key]", **parts)
        return Change(node, before, tuple(cases), self.assigned(node, place, parts), undo, record, parts)

    def attribute(self, node: Any, stable: Stable) -> Change:
        """o.x = v and o.x += v, of an object that keeps the attribute in itself."""
        target, before, parts = self.begin(node)
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
        else:
            test = [] if self.keeps(target.value, name) else ["type(owner) in plain"]
            save = f"try: saved = owner.{x}\nexcept AttributeError: saved = GONE"
            if isinstance(node, ast.Assign):
                undo = f"if saved is GONE: forget_attribute(owner, name)\nelse: {undo}"
            else:
                test, save = [*test, a_number(f"owner.{x}")], ""
            cases = ((" and ".join(test) or "True", save),)
        place = n.expression(node, f"owner.{x}", **parts)
        return Change(node, before + keep, cases, self.assigned(node, place, parts), undo, record, parts)

    def is_class(self, owner: ast.expr) -> bool:
        """Is this visibly a class, whose number `cls.made += 1` changes?"""
        return isinstance(owner, ast.Name) and owner.id == "cls" or isinstance(self.source.resolve(owner), type)

    def global_variable(self, node: Any, stable: Stable) -> Change:
        """n = v and n += v of a global variable, in a helper."""
        target, before, parts = self.begin(node)
        keep, parts["owner"] = stable(n.expression(node, "globals()"), "space")
        parts |= {"key": n.constant(self.source.mangled(target.id), node), "saved": self.source.fresh("old")}
        if isinstance(node, ast.Assign):
            cases, record = ("True", f"saved = {IN_DICT}"), "set_item(trail, value, owner, key)"
        else:
            cases = ("type(saved := owner.get(key, GONE)) is int or type(saved) in IMMUTABLE", "")
            record = "augment_item(trail, operation, owner, key, value)"
        change = self.assigned(node, n.load(target.id, target), parts)
        return Change(node, before + keep, (cases,), change, PUT_ITEM, record, parts)

    def begin(self, node: Any) -> tuple[Any, Statements, dict[str, Any]]:
        """The target, and the value: of an assignment evaluated before its place, of an augmented one after it."""
        if isinstance(node, n.Touch):
            return node.target, [], {}
        value = node.value
        if isinstance(node, ast.AugAssign):
            return node.target, [], {"value": value, "operation": n.constant(type(node.op).__name__, node)}
        (target,) = node.targets
        if isinstance(value, ast.Constant) or isinstance(value, ast.Name) and value.id not in Names(target).bound:
            return target, [], {"value": value}
        new = self.source.new_local("new")
        return target, n.quote(node, "new = value", new=new, value=value), {"value": n.load(new, value)}

    def assigned(self, node: Any, place: Any, parts: dict[str, Any]) -> Statements:
        place.ctx = ast.Store()
        if isinstance(node, ast.Assign):
            return [n.at(ast.Assign([place], n.copied(parts["value"])), node)]
        return [] if isinstance(node, n.Touch) else [n.at(ast.AugAssign(place, node.op, node.value), node)]


def a_number(place: str) -> str:
    """A test whether the value there, which it saves, is a number or the like, which `+=` does not change."""
    is_new = " or saved is GONE and starts_new(owner)" if place == IN_DICT else ""
    return f"(type(saved := {place}) is int or type(saved) in IMMUTABLE{is_new})"
