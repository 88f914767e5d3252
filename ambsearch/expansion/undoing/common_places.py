"""The common changes that are assignments: a[k] = v, o.x += v, and n = v of a global variable."""

import ast
from typing import Any

from ambsearch.expansion.analysis import effects, flow, kinds
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.values import ATOM, NUMBER, are_near, is_visibly
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.common_methods import IS_NEW, PUT_WHOLE, WHOLE
from ambsearch.expansion.undoing.one_change import PUT_ITEM, Change, Describing, Stable, Statements, is_there
from ambsearch.running.undoing import is_default, keepers

IN_DICT = "owner.get(key, GONE)"
# an operand that is evaluated behind the item, which the read may make, or run what the operand depends on
LATE = "value = late\n"
SET_ITEM = "set_item(trail, value, owner, key)"
RECORD_LATE = "set_item(trail, augment(trail, operation, item(trail, owner, key), late), owner, key)"
# where a list may have become shorter, permanently
PUT_IF_THERE = """if saved is GONE: owner.pop(key, None)
elif type(owner) is dict or type(owner) in DICTS or -len(owner) <= key < len(owner): owner[key] = saved"""
# of operators that change a container in place, by its kind, and the other operand's: what is saved beside it, the inverse;
# the two are kept in a list, those of a list in a dict, for an interrupt may come where only the container is saved
IN_PLACE: dict[tuple[str, Any], tuple[str, str]] = {
    ("BitOr", "set"): ("value - saved", "saved[0].difference_update(saved[1])"),
    # it may take equal items of the other
    ("BitAnd", "set"): ("[*saved]", "saved[0].clear(); saved[0].update(saved[1])"),
    ("Sub", "set"): ("held_items(saved, value)", "saved[0].update(saved[1])"),
    ("BitXor", "set"): (
        "(held_items(saved, value), value - saved)",
        "saved[0].difference_update(saved[1][1]); saved[0].update(saved[1][0])",
    ),
    ("Add", "list"): ("len(saved)", "del saved[0][saved[1]:]"),
    ("BitOr", "dict"): ("values_at(saved, value)", "put_values(*saved)"),
}


class CommonPlaces(Describing):
    """How each of them is described."""

    def item(self, node: Any, stable: Stable) -> Change:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += v."""
        target = target_of(node)
        before, parts, is_number = self.begin(node, stable, owner=target.value, key=effects.slice_object(target.slice))
        late = LATE if "late" in parts else ""
        is_place = is_visibly(ATOM, self.source, target.slice) or self.is_item(node.value)
        index = "" if is_place else " and type(key) is int"
        reads = {f"type(owner) is list{index}": "owner[key]", "(type(owner) is dict or type(owner) in DICTS)": IN_DICT}
        reads[f"type(owner) in ARRAYS{index}"] = "owner[key]"
        undo, is_augmented = PUT_ITEM, isinstance(node, ast.AugAssign)
        is_in_place = isinstance(node, ast.AugAssign) and effects.in_place(self.source, node)
        kind = self.kind(target.value)
        if isinstance(target.value, ast.Name) and target.value.id in self.source.boxes:
            reads, undo = {"True": "owner[0]"}, "owner[key] = saved"
        elif kind in ("dict", "Counter", "defaultdict"):
            reads = {"True": IN_DICT}
            if self.is_known(target.value, ("dict",)):
                undo = "if saved is GONE: del owner[key]\nelse: owner[key] = saved"
        elif effects.may_last(self.source) and not self.is_known(target.value, ("list",)):
            undo = PUT_IF_THERE
        elif kind in ("list", "bytearray"):
            reads, undo = {index.removeprefix(" and ") or "True": "owner[key]"}, "owner[key] = saved"
        record = "augment_item(trail, operation, owner, key, value)" if is_augmented else SET_ITEM
        record = RECORD_LATE if late else record
        cases = [(test, f"saved = {read}") for test, read in reads.items()]
        if is_augmented and (late or is_in_place or kind not in ("list", "dict", "bytearray")):
            tests = [(f"{test} and {a_number(read)}{is_number}", read) for test, read in reads.items()]
            # first the item that the read makes
            made = {IN_DICT: "if saved is GONE: owner[key]\n" + late} if late else {}
            cases = [(test.removeprefix("True and "), made.get(read, late)) for test, read in tests]
        place = ir.expression(node, "owner[key]", **parts)
        change = self.assignment(node, place, parts)
        return self.in_container(node, Change(node, before, tuple(cases), change, undo, record, parts))

    def is_item(self, value: ast.expr) -> bool:
        """Does a list take this at any key, or not at all, with no code of the user's? It is no slice then."""
        return is_visibly(NUMBER, self.source, value) and not are_near(self.source, ["__index__"])

    def part(self, node: Any, stable: Stable) -> Change:
        """xs[i:j] = v, del xs[i:j]: all items of a short list are saved."""
        target, deletes = target_of(node), isinstance(node, ast.Delete)
        before, parts, _ = self.begin(node, stable, owner=target.value, key=effects.slice_object(target.slice))
        ((test, save),) = WHOLE
        test += "" if deletes or self.kind(node.value) == "list" else " and type(value) is list"
        change = ir.quote(node, "del owner[key]" if deletes else "owner[key] = value", **parts)
        record = "delete_item(trail, owner, key)" if deletes else SET_ITEM
        return Change(node, before, ((test, save),), change, PUT_WHOLE, record, parts)

    def reading(self, node: Any, stable: Stable) -> Change:
        """x = d[k] of what may be a defaultdict, which adds the key."""
        read = node.value
        before, parts = self.operands(stable, "back", owner=read.value, key=effects.slice_object(read.slice))
        parts["target"] = node.targets[0]
        is_known = self.kind(read.value) == "defaultdict"
        read = is_there(self.source), "saved = False"
        cases = (("True", IS_NEW),) if is_known else (read, ("starts_new(owner)", "saved = True"))
        change = ir.quote(node, "target = owner[key]", **parts)
        undo, record = "if saved: owner.pop(key, None)", "target = item(trail, owner, key)"
        return Change(node, before, cases, change, undo, record, parts)

    def attribute(self, node: Any, stable: Stable) -> Change:
        """o.x = v and o.x += v, of an object that keeps the attribute in itself."""
        target = target_of(node)
        before, parts, is_number = self.begin(node, stable, owner=target.value)
        name, x = self.source.mangled_name(target.attr), target.attr
        parts |= {"name": ir.constant(name, node), "plain": ir.helper(f"plain_{name}", node)}
        undo, is_augmented = f"owner.{x} = saved", isinstance(node, ast.AugAssign)
        undo_or_forget = f"if saved is GONE: forget_attribute(owner, name)\nelse: {undo}"
        set_attribute = "set_attribute(trail, value, owner, name)"
        record = "augment_attribute(trail, operation, owner, name, value)" if is_augmented else set_attribute
        change = self.assignment(node, ir.expression(node, f"owner.{x}", **parts), parts)
        own = "type(owner) is type and name in owner.__dict__"
        is_value = is_number if is_augmented else " and type(value) in IMMUTABLE"
        # as it stands in the class: a descriptor gives something else
        of_class = f"{own} and {a_number('owner.__dict__[name]')}{is_value}", ""
        if not self.keeps(target.value, name) and self.has_default(name):
            parts["plain"] = ir.helper(f"default_{name}", node)
            is_number = f" and type(owner.{x}) in IMMUTABLE{is_number}" if is_augmented else ""
            cases = [(f"type(owner) in plain{is_number}", "saved = owner.__dict__.get(name, GONE)")]
            cases += [of_class] if is_augmented else []
            return Change(node, before, tuple(cases), change, undo_or_forget, record, parts)
        else:
            test = [] if self.keeps(target.value, name) else ["type(owner) in plain"]
            if is_augmented and not effects.in_place(self.source, node) and not test:
                save = f"saved = owner.{x}"
            elif is_augmented:
                test, save = [*test, a_number(f"owner.{x}") + is_number], ""
            else:
                save, undo = f"try: saved = owner.{x}\nexcept AttributeError: saved = GONE", undo_or_forget
            cases = [(" and ".join(test) or "True", save)]
        return self.in_container(node, Change(node, before, tuple(cases), change, undo, record, parts))

    def has_default(self, name: str) -> bool:
        """Has a class in this module a value for this attribute, and perhaps its objects have one of their own?"""
        classes: list[Any] = [cls for cls in list(self.source.space.values()) if issubclass(type(cls), type)]
        found = [cls for cls in classes if name in vars(cls) and is_default(vars(cls)[name])]
        return any(not keepers(name).is_plain(cls, vars(cls)[name]) for cls in found)

    def global_variable(self, node: Any, stable: Stable) -> Change:
        """n = v and n += v of a global variable, in a helper."""
        target = target_of(node)
        before, parts, is_number = self.begin(node, stable, space=ir.expression(node, "globals()"))
        parts |= {"owner": parts["space"], "key": ir.constant(self.source.mangled_name(target.id), node)}
        if isinstance(node, ast.Assign):
            cases, record = ("True", f"saved = {IN_DICT}"), SET_ITEM
        else:
            cases = ("(type(saved := owner.get(key, GONE)) is int or type(saved) in IMMUTABLE)" + is_number, "")
            record = "set_item(trail, augment(trail, operation, name, value), owner, key)"
            parts["name"] = ir.load(target.id, target)  # which may be a builtin's, or have no value
        change = self.assignment(node, ir.expression(node, "owner[key]", **parts), parts)
        return self.in_container(node, Change(node, before, (cases,), change, PUT_ITEM, record, parts))

    def begin(self, node: Any, stable: Stable, **place: ast.expr) -> tuple[Statements, dict[str, Any], str]:
        """What is evaluated before the change, once; its parts; and what the test for a number adds."""
        before, parts = self.value(node)
        kept, kept_parts = self.operands(stable, "old", **place)
        parts |= kept_parts
        keep, is_number = self.operand(node, parts, stable) if isinstance(node, ast.AugAssign) else ([], "")
        return before + kept + keep, parts, is_number

    def value(self, node: Any) -> tuple[Statements, dict[str, Any]]:
        """The value: of an assignment evaluated before its place, of an augmented one after it."""
        if isinstance(node, ast.Delete):
            return [], {}
        value = node.value
        if isinstance(node, ast.AugAssign):
            return [], {"value": value, "operation": ir.constant(type(node.op).__name__, node)}
        is_kept = isinstance(value, ast.Name) and value.id not in flow.Names(*node.targets).bound
        if is_kept or isinstance(value, ast.Constant):
            return [], {"value": value}
        new = self.source.new_local("new")
        return ir.quote(node, "new = value", new=new, value=value), {"value": ir.load(new, value)}

    def operand(self, node: Any, parts: dict[str, Any], stable: Stable) -> tuple[Statements, str]:
        """The operand, if tests ask what it is: it is evaluated once, before that; what the test for a number adds.

        An own operand may be asked though on the left there is a number, as by an own __radd__.
        """
        answers, is_late = may_answer(self.source, node), not self.may_come_first(node)
        if not answers and not is_late and self.container(node) is None:
            return [], ""
        keep, parts["value"] = stable(node.value, "operand")
        if is_late and keep:
            keep, parts["late"] = [], node.value
        return keep, " and type(value) in IMMUTABLE" if answers else ""

    def may_come_first(self, node: ast.AugAssign) -> bool:
        """May v of a[k] += v be evaluated before a[k], which Python reads first?"""
        is_local = isinstance(node.value, ast.Name) and node.value.id in self.source.locals
        read = ir.copy_of(node.target)
        ir.set_context(read, ast.Load())
        return is_local or isinstance(node.value, ast.Constant) or not effects.changes(self.source, [read])

    def container(self, node: Any) -> tuple[str, str, str] | None:
        """Of an augmented assignment that may change a set or a list in place: a test, what is saved, and the inverse."""
        if not isinstance(node, ast.AugAssign) or is_visibly(ATOM, self.source, node.value):
            return None
        operator, seen = type(node.op).__name__, kinds.kind_of(self.source, node.value, self.kinds)
        kind = seen or "set"
        if (operator, kind) not in IN_PLACE:
            return None
        test = f"type(saved) is {kind}" + ("" if seen else f" and type(value) is {kind}")
        return test, *IN_PLACE[operator, kind]

    def in_container(self, node: Any, change: Change) -> Change:
        """The same, also where there is such a container, which the test for a number has saved."""
        found = self.container(node)
        late = LATE if "late" in change.parts else ""
        if found is None or change.is_certain or late and "value" in found[0]:
            return change
        test, save, back = found
        kind, both = ("dict", f"{{0: saved, 1: {save}}}") if "is list" in test else ("list", f"[saved, {save}]")
        undo = "\n    ".join([f"if type(saved) is {kind}: {back}\nelse:", *change.undo.split("\n")])
        return change._replace(cases=(*change.cases, (test, f"{late}saved = {both}")), undo=undo)

    def assignment(self, node: Any, place: Any, parts: dict[str, Any]) -> Statements:
        place.ctx = ast.Store()
        if isinstance(node, ast.Assign):
            return [ir.at(ast.Assign([place], ir.copy_of(parts["value"])), node)]
        return [ir.at(ast.AugAssign(place, node.op, ir.copy_of(parts["value"])), node)]


def target_of(node: Any) -> Any:
    """What a change of one place changes."""
    return node.targets[0] if isinstance(node, (ast.Assign, ast.Delete)) else node.target


def may_answer(source: Source, node: ast.AugAssign) -> bool:
    """May the operand on the right run an own __radd__ or the like, though on the left there is a number?"""
    return not is_plain(source, node.value) and source.may_change(node)


def a_number(place: str) -> str:
    """A test whether the value there, which it saves, is a number or the like, which `+=` does not change."""
    is_new = " or saved is GONE and starts_new(owner)" if place == IN_DICT else ""
    return f"(type(saved := {place}) is int or type(saved) in IMMUTABLE{is_new})"
