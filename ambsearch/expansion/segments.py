"""Segments: runs of common changes in a twin, which are taken back together, by one entry on the trail.

    self.queens.append(column)      owner = self.queens; item = column
    self.columns.add(column)        n = len(owner); owner.append(item)
                                    owner_2 = self.columns; item_2 = column
                                    new = item_2 not in owner_2; owner_2.add(item_2)
                                    finally: trail.append((undo, owner, item, n, owner_2, item_2, new))

where `undo` is a function made for this run, the inverses in the opposite order. What is not of the common kind when it
runs (a list's own subclass, a property) is recorded by itself, after the entry of what was changed before it.
"""

import ast
from dataclasses import dataclass, field
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import changes, mentions_permanent, recorded, slice_object
from ambsearch.expansion.flow import Names
from ambsearch.expansion.source import Source

METHODS = ("append", "add", "discard", "remove")


@dataclass
class Part:
    """One change of a segment.

    before: what is evaluated first; test: is it of the common kind? change: then this is run; undo: and this undoes it,
    where `saved` is no longer UNBOUND. names: the variables that the inverse needs.
    """

    before: str
    test: str
    change: str
    undo: str
    saved: str
    names: list[str]
    parts: dict[str, Any] = field(default_factory=dict)
    happened: str = "is not UNBOUND"


class Segments:
    """The segments of one twin; `functions` are the definitions of their inverses, by name."""

    def __init__(self, source: Source, trail: str, fresh: set[str]) -> None:
        self.source, self.trail, self.fresh = source, trail, fresh
        self.functions: dict[str, ast.FunctionDef] = {}

    def split(self, statements: list[ast.stmt]) -> list[tuple[list[ast.stmt], bool]]:
        """The statements in runs, each with whether it is a segment."""
        runs: list[tuple[list[ast.stmt], bool]] = []
        run: list[ast.stmt] = []
        for statement in statements:
            if self.is_common(statement) or self.is_quiet(statement):
                run.append(statement)
                continue
            runs += [(run, True), ([statement], False)]
            run = []
        runs.append((run, True))
        return [(run, is_segment and any(map(self.is_common, run))) for run, is_segment in runs if run]

    def is_quiet(self, node: ast.stmt) -> bool:
        """A simple statement that changes nothing."""
        simple = isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass, ast.Assert))
        outside = self.source.declared["global"] | self.source.declared["nonlocal"]
        return (
            simple
            and not changes(self.source, [node])
            and not mentions_permanent(self.source, node)
            and not (Names(node).bound & outside)
        )

    def is_common(self, node: Any) -> bool:
        if mentions_permanent(self.source, node) or Names(node).bound & self.source.declared["global"]:
            return False
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=[item], keywords=[])):
                return name in METHODS and not isinstance(item, ast.Starred) and self.are_quiet(owner, item)
            case ast.Assign(targets=[ast.Subscript(value=owner, slice=key)], value=value):
                return not _is_slice(key) and self.are_quiet(owner, key, value)
            case ast.Assign(targets=[ast.Attribute(value=owner)], value=value):
                return self.are_quiet(owner, value)
            case ast.AugAssign(target=ast.Subscript(value=owner, slice=key), value=value):
                return not _is_slice(key) and self.are_quiet(owner, key, value)
            case ast.AugAssign(target=ast.Attribute(value=owner), value=value):
                return self.are_quiet(owner, value)
        return False

    def are_quiet(self, *nodes: ast.expr) -> bool:
        return not changes(self.source, list(nodes))

    # emission

    def emit(self, run: list[ast.stmt]) -> list[ast.stmt]:
        """The run with its changes, and one entry for the trail at its end."""
        common = [node for node in run if self.is_common(node) and not self.is_harmless(node)]
        if not common:
            return run
        parts = {id(node): self.part(node) for node in common}
        undo = self.source.fresh(f"{self.source.name.strip('<>')}_undo")
        names = [name for part in parts.values() for name in part.names]
        self.functions[undo] = self.inverse(undo, list(parts.values()), common[0])
        entry = f"trail.append(({', '.join(['undo', *names])}))"
        saved = " = ".join(part.saved for part in parts.values())
        body: list[ast.stmt] = []
        first = True
        for node in run:
            body += [node] if id(node) not in parts else self.changed(node, parts[id(node)], entry, saved, undo, first)
            first = first and id(node) not in parts
        rest = [name for name in names if not any(name == part.saved for part in parts.values())]
        start = " = ".join(rest + [part.saved for part in parts.values()])
        text = f"{start} = UNBOUND\ntry: body\nfinally: {entry}"
        return n.quote(common[0], text, body=body, trail=self.trail, undo=self.helper(undo, common[0]))

    def helper(self, name: str, origin: ast.AST) -> ast.Name:
        node = n.load(name, origin)
        node.helper = True  # type: ignore[attr-defined]
        return node

    def is_harmless(self, node: ast.stmt) -> bool:
        """Does it change only what the function made itself?"""
        return all(root in self.fresh for _, root in changes(self.source, [node]))

    def changed(self, node: Any, part: Part, entry: str, saved: str, undo: str, first: bool) -> list[ast.stmt]:
        flush = (
            []
            if first
            else n.quote(node, f"{entry}\n{saved} = UNBOUND", trail=self.trail, undo=self.helper(undo, node))
        )
        other = self.generic(node, part)
        return (
            n.quote(
                node, f"{part.before}\nif {part.test}: {part.change}\nelse: other", other=[*flush, *other], **part.parts
            )
            if "\n" not in part.change
            else n.quote(
                node,
                f"{part.before}\nif {part.test}:\n    " + part.change.replace("\n", "\n    ") + "\nelse: other",
                other=[*flush, *other],
                **part.parts,
            )
        )

    def generic(self, node: Any, part: Part) -> list[ast.stmt]:
        """The change by a call that records it, its owner, key and value evaluated already."""
        owner, *rest = part.names
        new: Any
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
                new = n.quote(node, f"{owner}.{name}({rest[0]})")[0]
            case ast.Assign(targets=[target]):
                new = n.at(ast.Assign([self.place(target, part)], n.load(f"{owner}_value", node)), node)
            case _:
                target = node.target
                place: Any = self.place(target, part)
                new = n.at(ast.AugAssign(place, node.op, node.value), node)
        return recorded(self.source, new, self.trail, self.fresh)

    def place(self, target: Any, part: Part) -> ast.expr:
        owner = part.names[0]
        if isinstance(target, ast.Attribute):
            return n.at(ast.Attribute(n.load(owner, target), target.attr, ast.Store()), target)  # type: ignore[no-any-return]
        key = n.load(part.names[1], target)
        return n.at(ast.Subscript(n.load(owner, target), key, ast.Store()), target)  # type: ignore[no-any-return]

    def inverse(self, name: str, parts: list[Part], origin: ast.AST) -> ast.FunctionDef:
        """The function that takes a segment back, from an entry of the trail."""
        names = ", ".join(name for part in parts for name in part.names)
        lines = [
            f"    if {part.saved} {part.happened}:\n        " + part.undo.replace("\n", "\n        ")
            for part in reversed(parts)
        ]
        made = n.quote(origin, f"def {name}(entry):\n    _, {names} = entry\n" + "\n".join(lines))[0]
        assert isinstance(made, ast.FunctionDef)
        return made

    # the common changes

    def part(self, node: Any) -> Part:
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=[item])):
                return self.method(name, owner, item)
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return self.item(target, value)
            case ast.Assign(targets=[ast.Attribute() as target], value=value):
                return self.attribute(target, value)
            case ast.AugAssign(target=ast.Subscript() as target):
                return self.augmented_item(target, node)
        return self.augmented_attribute(node.target, node)

    def names(self, *kinds: str) -> list[str]:
        found = [self.source.fresh(kind) for kind in kinds]
        self.source.locals |= set(found)
        return found

    def method(self, name: str, owner: ast.expr, item: ast.expr) -> Part:
        o, v, s = self.names("owner", "what", "saved")
        parts = {"OWNER": owner, "ITEM": item}
        before = f"{o} = OWNER\n{v} = ITEM"
        if name == "append":
            change = f"{s} = len({o})\n{o}.append({v})"
            undo = f"if {s} < len({o}) and {o}[{s}] is {v}: del {o}[{s}]"
            return Part(before, f"type({o}) is list", change, undo, s, [o, v, s], parts)
        test, inverse = f"type({o}) is set", "add"
        if name == "add":
            is_changed, inverse = f"{v} not in {o}", "discard"
        else:
            is_changed = f"{v} in {o}"
            test += f" and (type({v}) is int or type({v}) is str)"
        change = f"{s} = {is_changed}\n{o}.{name}({v})"
        return Part(before, test, change, f"{o}.{inverse}({v})", s, [o, v, s], parts, "is True")

    def item(self, target: ast.Subscript, value: ast.expr) -> Part:
        o, k, s = self.names("owner", "key", "saved")
        self.source.taken.add(f"{o}_value")
        self.source.locals |= {f"{o}_value"}
        parts = {"OWNER": target.value, "KEY": slice_object(target.slice), "VALUE": value}
        before = f"{o}_value = VALUE\n{o} = OWNER\n{k} = KEY"
        test = f"type({o}) is list and type({k}) is int or type({o}) is dict"
        change = f"{s} = {o}[{k}] if type({o}) is list else {o}.get({k}, GONE)\n{o}[{k}] = {o}_value"
        return Part(before, test, change, _item_back(o, k, s), s, [o, k, s], parts)

    def attribute(self, target: ast.Attribute, value: ast.expr) -> Part:
        o, s = self.names("owner", "saved")
        self.source.taken.add(f"{o}_value")
        self.source.locals |= {f"{o}_value"}
        name = self.source.mangled(target.attr)
        parts: dict[str, Any] = {"OWNER": target.value, "VALUE": value, "PLAIN": self.plain(name, target)}
        before = f"{o}_value = VALUE\n{o} = OWNER"
        change = _attribute_saved(o, name, s) + f"\n{o}.{name} = {o}_value"
        return Part(before, f"PLAIN[type({o})]", change, _attribute_back(o, name, s), s, [o, s], parts)

    def augmented_item(self, target: ast.Subscript, node: ast.AugAssign) -> Part:
        o, k, s = self.names("owner", "key", "saved")
        parts = {"OWNER": target.value, "KEY": slice_object(target.slice), "CHANGE": [self.added(f"{o}[{k}]", node)]}
        test = f"(type({o}) is list and type({k}) is int or type({o}) is dict) and type({o}[{k}]) in IMMUTABLE"
        change = f"{s} = {o}[{k}]\nCHANGE"
        return Part(f"{o} = OWNER\n{k} = KEY", test, change, _item_back(o, k, s), s, [o, k, s], parts)

    def augmented_attribute(self, target: ast.Attribute, node: ast.AugAssign) -> Part:
        o, s = self.names("owner", "saved")
        name = self.source.mangled(target.attr)
        parts: dict[str, Any] = {"OWNER": target.value, "PLAIN": self.plain(name, target)}
        parts["CHANGE"] = [self.added(f"{o}.{name}", node)]
        test = f"PLAIN[type({o})] and type({o}.{name}) in IMMUTABLE"
        change = _attribute_saved(o, name, s) + "\nCHANGE"
        return Part(f"{o} = OWNER", test, change, _attribute_back(o, name, s), s, [o, s], parts)

    def added(self, place: str, node: ast.AugAssign) -> ast.stmt:
        target: Any = n.expression(node, place)
        target.ctx = ast.Store()
        return n.at(ast.AugAssign(target, node.op, node.value), node)  # type: ignore[no-any-return]

    def plain(self, name: str, origin: ast.AST) -> ast.Name:
        return self.helper(f"plain_{name}", origin)


def _item_back(owner: str, key: str, saved: str) -> str:
    return f"if {saved} is GONE: {owner}.pop({key}, None)\nelse: {owner}[{key}] = {saved}"


def _attribute_back(owner: str, name: str, saved: str) -> str:
    return f"if {saved} is GONE: forget_attribute({owner}, '{name}')\nelse: {owner}.{name} = {saved}"


def _attribute_saved(owner: str, name: str, saved: str) -> str:
    direct = f"try: {saved} = {owner}.{name}\n    except AttributeError: {saved} = GONE"
    return f"if PLAIN[type({owner})] == 1:\n    {direct}\nelse: {saved} = {owner}.__dict__.get('{name}', GONE)"


def _is_slice(key: ast.expr) -> bool:
    return any(isinstance(part, ast.Slice) for part in ast.walk(key))
