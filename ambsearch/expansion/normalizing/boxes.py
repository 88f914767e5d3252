"""Boxes: a local variable that several functions must share lives in a list of one item.

    count = 0                       ->  count = [UNBOUND], at the start of the function; count[0] = 0
    count = permanent(count + 1)    ->  count[0] = permanent(count[0] + 1)
    show = lambda: count            ->  show = lambda: count[0]

An ordinary variable is reset at the end of the branch, and is a different variable in each continuation. Variables go
into a box if they are assigned permanently, if a function made in a branch shares them with its continuation, or if a
nested function rebinds them. An assignment to a box is a change like any other.

Carried: a variable that may have no value where it is live holds UNBOUND there, and is checked when it is read.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f():
...     n = 0
...     tell = lambda: n
...     n = yield (1, 2)
...     return tell()
>>> print(expand(f, normal=True), end="")
def f():
    n = [UNBOUND]
    n[0] = 0
    tell = lambda: n[0]
    chosen = yield (1, 2)
    n[0] = chosen
    return tell()
"""

import ast
import sys
from typing import Any

from ambsearch.expansion.analysis.bindings import pairs_of
from ambsearch.expansion.analysis.effects import assigned_names
from ambsearch.expansion.analysis.flow import Liveness, Names, parameters
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def box(source: Source, body: list[ast.stmt]) -> list[ast.stmt]:
    """The body with its shared variables in boxes, and with checks of those that may have no value."""
    source.boxes = source.shared | assigned_names(source, source.nodes, True) & source.locals
    arguments = parameters(source.tree.args)
    deleted = deleted_names(source)
    carried = (source.unbound | deleted) - source.boxes
    read_first = Liveness(source.boxes).before(source.body, set()) if source.boxes else set[str]()
    unsure = read_first - arguments | carried | deleted
    start: list[ast.stmt] = []
    for name in sorted(source.boxes):
        first = ir.load(name, source.tree) if name in arguments else ir.expression(source.tree, "UNBOUND")
        start += ir.quote(source.tree, "name = [first]", name=name, first=first)
    for name in sorted(carried - arguments):
        start += ir.quote(source.tree, "name = UNBOUND", name=name)
    if not (source.boxes or unsure or any(type(node) in REWRITTEN for node in source.nodes)):
        return start + body
    rewriting = _Boxing(source, source.boxes, frozenset(unsure))
    return start + rewriting.block(body)


REWRITTEN = frozenset({ast.Delete, *ir.FUNCTIONS})  # a `del` with several targets becomes several statements


def deleted_names(source: Source) -> set[str]:
    deleted = (node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del))
    return ({node.id for node in deleted} | unbound_by_handlers(source)) & source.locals


def unbound_by_handlers(source: Source) -> set[str]:
    """The names of handlers that may be read again if Python itself does not unbind them: in boxes, before choices."""
    handlers = [node for node in source.nodes if isinstance(node, ast.ExceptHandler) and node.name]
    found = {node.name or "" for node in handlers if node.name in source.boxes or ir.has_yield(node)}
    if not found:
        return found
    inside = {(held.name, part) for held in handlers for part in ir.inside(*held.body) if isinstance(part, ast.Name)}
    reads = [part for part in ir.walk(source.tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
    return {part.id for part in reads if part.id in found and (part.id, part) not in inside}


class _Boxing(ir.Rewriter):
    """Reads and writes the boxed variables in their boxes, and checks those that may have no value."""

    def __init__(self, source: Source, boxes: frozenset[str], unsure: frozenset[str], inside: bool = False) -> None:
        self.source, self.boxes, self.unsure = source, boxes, unsure
        self.inside = inside  # a function that is made there, or a comprehension that is one
        self.around = self  # what a function sees that is made here: not what the body of a class binds

    def visit_Name(self, node: ast.Name) -> ast.expr:
        place: Any = node
        if node.id in self.boxes:
            place = ir.at(ast.Subscript(ir.load(node.id, node), ir.constant(0, node), node.ctx), node)
        if node.id in self.unsure and isinstance(node.ctx, ast.Load):
            text = f"place if place is not UNBOUND else {'unbound_around' if self.inside else 'unbound'}(name)"
            return ir.expression(node, text, place=place, name=ir.constant(node.id, node))
        return place  # type: ignore[no-any-return]

    def read_first(self, target: ast.Name) -> list[ast.stmt]:
        return ir.quote(target, "E", E=[ast.Expr(self.visit_Name(ir.load(target.id, target)))])

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        is_unsure = isinstance(node.target, ast.Name) and node.target.id in self.unsure
        before = [ir.at(part, node) for part in self.read_first(node.target)] if is_unsure else []  # type: ignore[arg-type]
        self.generic_visit(node)
        return [*before, node]

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for target in [part for several in node.targets for part, _ in pairs_of(several)]:
            if isinstance(target, ast.Name) and target.id in self.boxes | self.unsure:
                found += [ir.at(part, node) for part in self.read_first(target)]
                place = self.visit_Name(ir.store(target.id, target))
                found += ir.quote(node, "place = UNBOUND", place=place)
            else:
                found.append(ir.at(ast.Delete([self.visit(target)]), node))
        return found

    # what binds a name in another way

    def bind_after(self, names: set[str], origin: ast.AST) -> tuple[dict[str, str], list[ast.stmt]]:
        """Other names for boxed variables, and the statements that put their values into the boxes."""
        other = {name: self.source.fresh(name) for name in sorted(names & self.boxes)}
        self.source.locals |= set(other.values())
        put = [part for name in other for part in ir.quote(origin, "box[0] = new", box=name, new=other[name])]
        return other, put

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        name = node.name or ""
        self.generic_visit(node)
        if name in self.boxes | self.unsure:
            node.name = self.source.new_local(name)
            place = self.visit_Name(ir.store(name, node))
            bind = ir.quote(node, "place = new", place=place, new=node.name)
            unbind = ir.quote(node, "place = UNBOUND", place=ir.copy_of(place))
            falls = not isinstance(node.body[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue))
            node.body = [*bind, *BeforeJumps(unbind).block(node.body), *(unbind if falls else [])]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        other, put = self.bind_after(Names(node.pattern).bound, node.pattern)
        for part in ast.walk(node.pattern):
            for field in ("name", "rest"):
                if getattr(part, field, None) in other:
                    setattr(part, field, other[getattr(part, field)])
        self.generic_visit(node)
        if node.guard is None:
            node.body[:0] = put
            return node
        for name in other:  # before the guard is asked
            parts = {"box": name, "new": other[name], "guard": node.guard}
            node.guard = ir.expression(node.guard, "(put_in(box, new), guard)[1]", **parts)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        name = node.target.id
        if name not in self.boxes:
            node.value = self.visit(node.value)
            return node
        box = ir.load(name, node)
        return ir.expression(node, "put_in(box, E)", box=box, E=self.visit(node.value))

    def visit_Import(self, node: Any) -> Any:
        other, put = self.bind_after(Names(node).bound, node)
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            if name in other:
                alias.asname = other[name]
        return [node, *put]

    visit_ImportFrom = visit_Import

    # inner scopes

    def within(self, own: set[str], is_function: bool = True) -> "_Boxing":
        return _Boxing(self.source, self.boxes - own, self.unsure - own, self.inside or is_function)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        for field in ("decorator_list", "bases", "keywords"):
            setattr(node, field, self.block(getattr(node, field)))
        inner = self.within(own_names(node), is_function=False)
        inner.around = self.around
        node.body = inner.block(node.body)
        if node.name not in self.boxes:
            return node
        parts = {"box": self.source.new_local("box"), "made": self.source.new_local("made"), "name": node.name}
        text = "box = name\nmade\nmade = name\nname = box\nname[0] = made"  # a class under another name has other ones
        before, _, *after = ir.quote(node, text, **parts)
        return [before, node, *after]

    def visit_FunctionDef(self, node: Any) -> Any:
        inner = self.around.within(parameters(node.args) | own_names(node))
        boxed = [part for part in node.body if isinstance(part, ast.Nonlocal) and inner.boxes.issuperset(part.names)]
        node.body = inner.block([part for part in node.body if part not in boxed]) or [ir.at(ast.Pass(), node)]
        node.decorator_list = [self.visit(part) for part in node.decorator_list]
        node.args = self.visit(node.args)
        node.soon = self.source.soon.get(ir.begin_of(node), set())
        if node.name not in self.boxes:
            return node
        other, put = self.bind_after({node.name}, node)
        name, node.name = node.name, other[node.name]
        self.source.renamed[node.name] = name
        if node.decorator_list:  # which give what they like
            return [node, *put]
        parts = {"function": node.name, "name": ir.constant(name, node)}
        return [node, *ir.quote(node, "function = rename(function, name)", **parts), *put]

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        node.args = self.visit(node.args)
        node.body = self.around.within(parameters(node.args) | own_names(node)).visit(node.body)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        node.names = [name for name in node.names if name not in self.boxes]
        return node if node.names else ir.at(ast.Pass(), node)

    def comprehension(self, node: Any) -> Any:
        own = Names(*(part.target for part in node.generators)).bound
        first = node.generators[0]
        items, first.iter = self.visit(first.iter), ir.constant(None, node)
        self.around.within(own, isinstance(node, ast.GeneratorExp) or sys.version_info < (3, 12)).generic_visit(node)
        first.iter = items
        if isinstance(node, ast.GeneratorExp):
            self.source.boxed[*ir.position_of(node).values()] = ir.copy_of(node)
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension


class BeforeJumps(ir.Jumps):
    """Puts statements before each jump that leads out."""

    def __init__(self, last: list[ast.stmt]) -> None:
        self.last = last

    def jump(self, node: ast.stmt) -> list[ast.stmt]:
        return [*ir.copy_of(self.last), node]


def own_names(node: Any) -> set[str]:
    """The variables of a nested function, except those from the enclosing function."""
    body = node.body if isinstance(node.body, list) else [node.body]
    outside = {name for part in ir.inside(*body) if isinstance(part, (ast.Nonlocal, ast.Global)) for name in part.names}
    return Names(*body).bound - outside
