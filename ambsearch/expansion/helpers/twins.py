"""Twins of the user's functions: the same source, with every change recorded on the trail that is passed in.

A twin shares globals, closure, defaults, file name and lines with its function, which itself does not change. What
the function created itself needs no inverse: a list that it builds, and in an `__init__` the object being created.

>>> def put(seen, x):
...     seen.add(x)
>>> from ambsearch.expansion.trees.printing import source_text
>>> tree, inverses = twin_trees(Source.of_code(put.__code__, put.__globals__))
>>> print(source_text([tree, *inverses], set()), end="")
def put(trail, /, seen, x):
    back = NOTHING
    try:
        if type(seen) is set:
            back = x not in seen
            seen.add(x)
        else:
            back = Saved()
            change(back, seen, 'add', x)
    finally:
        if back:
            trail.append((put_undo, seen, x, back))
<BLANKLINE>
def put_undo(entry):
    _, seen, x, back = entry
    if type(back) is Saved:
        undo(back)
    elif back:
        seen.discard(x)
"""

import ast
import types
from collections.abc import Set
from typing import Any

from ambsearch.errors import NotUndoable
from ambsearch.expansion.analysis.effects import is_permanent
from ambsearch.expansion.analysis.facts import consult, is_harmless, is_left_alone
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.holders import note
from ambsearch.expansion.analysis.kinds import UNSEEN, Kinds, kinds_in, stored_as
from ambsearch.expansion.analysis.uses import use_of
from ambsearch.expansion.analysis.values import made_names
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.linking import code_of_twin
from ambsearch.expansion.normalizing.aliases import with_methods
from ambsearch.expansion.normalizing.implicit import explicit
from ambsearch.expansion.normalizing.normal import NormalForm, with_explicit_super, with_own_locals
from ambsearch.expansion.reading.source import DIAGNOSIS, HARMLESS, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.segments import Recording
from ambsearch.ground.making import MAKING
from ambsearch.ground.ownership import is_own
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import METHODS


def twin(function: types.FunctionType, makes: bool) -> types.CodeType | None:
    """The code of a function's twin; None if the function can be called as it is.

    makes: its first argument is an object being created, which needs no inverse.
    """
    code = function.__code__
    if not is_own(code) or code.co_flags & ASYNC:
        return None
    WORLD.look_around(function.__globals__)
    own = Own(code, function.__globals__, makes)
    if is_harmless(own):
        return None
    source = Source.of_code(code, function.__globals__)
    if source is None:
        refusal = NotUndoable(function.__qualname__)
        from ambsearch.expansion.reading.unread import not_in_utf8  # here, because only a mistake needs it

        if told := not_in_utf8(function.__code__.co_filename):
            refusal.add_note(told)
        raise refusal
    DIAGNOSIS.check_helper(source)
    tree, inverses = twin_trees(source, makes)
    note(source, own)
    return code_of_twin(source, tree, inverses, code)


ASYNC = 0x80 | 0x200  # CO_COROUTINE, CO_ASYNC_GENERATOR


def twin_trees(
    source: Source, makes: bool = False, kinds: Kinds = UNSEEN
) -> tuple[ast.FunctionDef, list[ast.FunctionDef]]:
    """The definitions of the twin, and of the functions that undo its segments; kinds: what its variables hold."""
    tree, recording = recorded(source, makes, False, kinds)
    return tree, list(recording.functions.values())


def recorded(source: Source, makes: bool, joins: bool, kinds: Kinds) -> tuple[ast.FunctionDef, Recording]:
    """The definition of the twin, and the segments in it; joins: may an `if` be in these?"""
    consult(source)
    trail = source.fresh("trail")
    fresh = made_names(source, makes) - names_held(source)
    body: list[Any] = ir.copy_of(source.body)
    if isinstance(source.tree, ast.Lambda):
        body = [ir.at(ast.Return(*body), source.tree)]
    DIAGNOSIS.advise(source, body)
    body = _Giving().block(with_explicit_super(source, body))
    body = with_methods(source, explicit(source, body))
    with_own_locals(source, body)
    body = _HelperForm(source).block(body)
    twin = _Twin(source, trail, fresh, kinds_in(source, body, kinds) if joins else kinds)
    twin.joins = joins
    body = _Yielding().block(twin.block(body))
    arguments = ir.copy_of(source.tree.args)
    arguments.posonlyargs.insert(0, ir.at(ast.arg(trail), source.tree))
    return ir.definition(source.tree, source.name, arguments, [*twin.resets.values(), *body]), twin


def names_held(source: Source) -> set[str]:
    """The variables in which something is put or taken out, perhaps by another name, too, which is recorded: rows = [row]."""
    inner = [node for node in ir.walk(source.tree)[1:] if isinstance(node, ir.FUNCTIONS)]
    held = set().union(*(Names.inner(node).read for node in inner))
    parents, changed = ir.parents_in(*source.body), set[str]()
    for node in parents:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            match use_of(node, parents):
                case ("item" | "changed", ast.Subscript()):
                    changed.add(node.id)
                case ("asked", ast.Call(func=ast.Attribute(attr=name))) if name in METHODS:
                    changed.add(node.id)
                case ("given", call) if source.builtin(call) not in HARMLESS:
                    held.add(node.id)
                case ("held" | "stored" | "same" | "elsewhere", _):
                    held.add(node.id)
    return held & changed


class _Giving(ir.Rewriter):
    """The yields of a generator, which are not choices."""

    def visit_Yield(self, node: Any) -> ast.expr:
        self.generic_visit(node)
        return ir.at(ir.Give(node.value, type(node)), node)  # type: ignore[no-any-return]

    visit_YieldFrom = visit_Yield


class _Yielding(ir.Rewriter):
    def visit_Give(self, node: ir.Give) -> ast.expr:
        self.generic_visit(node)
        return ir.at(node.kind(node.value), node)  # type: ignore[no-any-return]


class _Twin(Recording):
    """Records old values of variables that live outside the function, too."""

    def __init__(self, source: Source, trail: str, fresh: Set[str], kinds: Kinds) -> None:
        super().__init__(source, trail, fresh, True, kinds)
        self.resets: dict[str, Any] = {}  # of a nonlocal variable the function that restores it

    def saves(self, node: Any) -> list[ast.stmt]:
        """Record the global and nonlocal variables that this statement rebinds."""
        if is_permanent(self.source, getattr(node, "value", None)):
            return []
        found, bound = list[ast.stmt](), Names(node).bound
        for name in sorted(bound & self.source.declared["global"]):
            key = ir.constant(self.source.mangled_name(name), node)
            found += ir.quote(node, "record_item(trail, globals(), key)", trail=self.trail, key=key)
        for name in sorted(bound & self.source.declared["nonlocal"]):
            found += ir.quote(node, "trail.append((reset, name))", trail=self.trail, reset=self.reset(name), name=name)
        return found

    def reset(self, name: str) -> str:
        """The function that restores a nonlocal variable."""
        if name not in self.resets:
            text = f"def reset(inverse):\n    nonlocal {name}\n    variable = inverse[1]"
            fresh = self.source.fresh(f"{name}_reset")
            (self.resets[name],) = ir.quote(self.source.tree, text, reset=fresh, variable=name)
        return str(self.resets[name].name)


class _HelperForm(NormalForm):
    """The normal form of a plain function: its changes are statements of their own, and it returns as it did."""

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if node.value is None:
            return [node]
        if self.source.word(node.value) in ENDS:  # return require(p)
            return [*self.visit_Expr(ir.at(ast.Expr(node.value), node)), ir.at(ast.Return(None), node)]
        kept, node.value = self.take_out(node.value)
        return [*kept, node]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        if isinstance(node.target, ast.Name):
            return self.augmented_name(node)
        before, target = self.stable_place(node.target, Names(node.value).bound)
        return [*before, ir.at(ast.AugAssign(target, node.op, node.value), node)]

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        kept, node.test = self.calls_apart(node.test)
        return [*kept, *super().visit_If(node)]

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        # not the steps of a @contextmanager, which yield no more, and have no decorator
        is_alone = ir.yields(*self.source.body) and is_left_alone(self.source)
        word = None if is_alone else self.source.word(node.value)
        if word == "require" and len(node.value.args) == 1:  # type: ignore[attr-defined]
            return self.block(ir.quote(node, "if not test: raise Dead", test=node.value.args[0]))  # type: ignore[attr-defined]
        if word == "fail":
            return ir.quote(node, "raise Dead")
        return self.operands_apart([node])


TWINS.make = twin
TWINS.is_own = is_own
TWINS.rely = MAKING.timing(WORLD.rely_meanwhile)
TWINS.stored_as = MAKING.timing(lambda cls: stored_as(cls, WORLD.rely_meanwhile))
