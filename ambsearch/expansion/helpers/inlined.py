"""Inlined helpers: the changes of a short helper in the place of its call, with their inverses right after the rest.

    board.put(r, c)     if type(board) is Board_class: the changes of put, where its class has no derived one
                        if method_put[type(board)] is put_function: the same, where it has
                        if it is not, or they fail: twin_put[type(board)](saved, board, r, c)
    put(r, c)           if put is put_function: the changes of put; no question where a `def` in the search makes it

Which helpers are short, and how their changes are written, says `short`. If a change fails, or its owner is not a common
one, what was changed is taken back and the twin is called, which fails in the same way, under its own name and lines. Where
a helper may end the branch, `alive` says whether it goes on. While a debugger looks on, or coverage is measured, nothing is
inlined, and a helper that ends the branch is not where that is to be reported.

>>> from ambsearch import ambiguous, expand
>>> def put(seen, x):
...     seen.add(x)
>>> @ambiguous
... def f(seen):
...     x = yield (1, 2)
...     put(seen, x)
...     return x
>>> print(expand(f, fast=True), end="")
def f(seen):
    for x in (1, 2):
        saved = False
        try:
            if put is put_function:
                try:
                    back = NOTHING
                    saved = None
                    if type(seen) is set:
                        back = x not in seen
                        seen.add(x)
                    else:
                        raise Uncommon
                except Exception as error:
                    failed = None if type(error) is Uncommon else error
                    if saved is not False:
                        saved = Saved([(put_undo, seen, x, back)])
                        undo(saved)
                    saved = NOTHING
            else:
                saved = NOTHING
                failed = None
            if saved is NOTHING:
                saved = Saved()
                calling[put](saved, seen, x)
                if failed is not None:
                    raise failed
            yield x
        finally:
            if saved is None:
                try:
                    if type(back) is Saved:
                        undo(back)
                    elif back:
                        seen.discard(x)
                except BaseException:
                    undo([(put_undo, seen, x, back)])
                    raise
            elif saved:
                undo(saved)
<BLANKLINE>
def put_undo(entry):
    _, seen, x, back = entry
    if type(back) is Saved:
        undo(back)
    elif back:
        seen.discard(x)
"""

import ast
import functools
import sys
from typing import Any

from ambsearch.expansion.analysis import callees, facts, flow, kinds
from ambsearch.expansion.analysis.bindings import once
from ambsearch.expansion.analysis.effects import changes, mentions_permanent
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.helpers.short import ShortHelper, short_helper, values_of
from ambsearch.expansion.linking import add_inverses
from ambsearch.expansion.reading.source import Source, Written
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.direct import Change, DirectChanges, Parts
from ambsearch.expansion.undoing.one_change import Statements
from ambsearch.expansion.undoing.recorder import Recorder
from ambsearch.running.methods import plain_method

MOST = 2  # of the helpers of one name
INLINED = """
try: body
except Exception as error:
    failed = None if type(error) is Uncommon else error
    undone
"""
# the twin fails in the same way; if it does not, this came from elsewhere, such as from the handler of a signal
CALLED = """
other
if failed is not None: raise failed
"""
# an interrupt between two of the inverses: each does nothing where it has been done
TAKEN_BACK = """
if saved is None:
    try: back
    except BaseException:
        undo([entry])
        raise
else: later
"""


class InlinedChanges(DirectChanges):
    """The direct changes of one function, and those of the helpers that it calls."""

    def __init__(self, source: Source, body: Statements) -> None:
        super().__init__(source, body)
        self.last: tuple[Any, Change | None] = None, None  # which is asked for again when the statement is emitted
        self.free: set[str] = set()  # of the helpers
        self.undone: dict[Any, str] = {}  # the names of the functions that take back their changes

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, or those of the helper that is called here."""
        (asked, change), self.last = self.last, (None, None)
        if asked is not node:
            call = self.as_call(node)
            change, found = super().find(node), self.helpers(call)[:MOST]
            if found and (call is not node or self.may_die(node)):  # which the call of a twin says
                change = None
            for one in found:
                change = functools.partial(self.emit, one, change)
            self.last = node, change
        return change

    def as_call(self, node: Any) -> Any:
        """board[place] = piece as the call that it is, if that can be seen, and the place may be read first."""
        match node:
            case ast.Assign([ast.Subscript(ast.Name() as owner, key)], value) if is_simple(key):
                cls = kinds.kind_of(self.source, owner, self.common.kinds)
                if isinstance(cls, type) and plain_method("__setitem__", cls) and not flow.Names(value).bound:
                    return ir.quote(node, "owner.__setitem__(key, value)", owner=owner, key=key, value=value)[0]
        return node

    def helpers(self, node: Any) -> list[ShortHelper]:
        """The short helpers that this statement may call."""
        call = node.value if isinstance(node, ast.Expr) or self.is_assignment(node) else None
        if not isinstance(call, ast.Call) or ir.has_star(call) or not self.source.is_fast or is_watched():
            return []
        if mentions_permanent(self.source, node) or changes(self.source, values_of(call)):
            return []
        made = self.source.short.get(getattr(call.func, "id", ""))
        shorts = [self.short(one, self.makes_owner(call)) for one in self.functions(call)] if made is None else [made]
        return [found for found in shorts if found and self.suits(found, call)]

    def is_assignment(self, node: Any) -> bool:
        """Does this assign to variables, and do nothing else that the user has written?"""
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        are_names = isinstance(target, ast.Tuple) and all(isinstance(part, ast.Name) for part in target.elts)
        return isinstance(target, ast.Name) or are_names and not self.source.may_change(node)

    def functions(self, call: ast.Call) -> list[Any]:
        """The user's functions with changes that this may call."""
        if isinstance(call.func, ast.Name):
            known = self.source.known_function(call)
            return [] if known is None else [known]
        if not isinstance(call.func, ast.Attribute) or not self.source.is_method(call.func):
            return []
        owner = call.func.value
        kind = kinds.kind_of(self.source, owner, self.common.kinds)
        if isinstance(owner, ast.Call) or kind and isinstance(kind, str):  # such as super(), or visibly a list
            return []
        return [own.function for own in callees.near(self.source, call.func.attr) if not facts.is_harmless(own)]

    def makes_owner(self, call: Any) -> bool:
        """Is this a method of an object that is visibly made here, with what it holds?"""
        cls = kinds.kind_of(self.source, getattr(call.func, "value", None), self.common.kinds)
        return isinstance(cls, type) and self.common.is_apart and not kinds.gives_containers(self.source, cls)

    def short(self, function: Any, is_made: bool) -> ShortHelper | None:
        if function is None or function.__globals__ is not self.source.space:
            return None
        return WORLD.relations.once(WORLD.relations.of(self.source.space), short_among, function, is_made)

    def suits(self, found: ShortHelper, call: ast.Call) -> bool:
        """Is it given the values that it takes, and does what it reads have the same name here?"""
        other = self.source.locals | self.source.captured.keys() | self.source.unseen
        other |= self.source.taken - Written.of(self.source.tree).taken - self.free  # those of the expansion
        if not found.takes(call) or found.function is not None and found.free & other:
            return False
        self.free |= found.free
        self.source.taken |= found.free
        return True

    def emit(self, found: ShortHelper, change: Change | None, node: Any, rebound: set[str]) -> Parts:
        """What stands before the try, the changes in it, and the inverses; change: what else it may be."""
        node, before, parts = self.as_call(node), [], {}
        for name, value in zip(found.parameters_given(node.value), values_of(node.value), strict=True):
            kept, parts[name] = self.stable(rebound, value, name)
            before += kept
        call = with_values(node, list(parts.values()))
        parts |= {name: ir.load(self.source.fresh(name), node) for name in sorted(found.names)}
        saved = parts[found.saved].id  # type: ignore[attr-defined]
        recorder = Recorder(self.source, saved, set())
        for name in [name for name in found.parameters if name not in parts]:
            value = found.defaults[name]
            if value is None or type(value) in (bool, int):
                parts[name] = ir.constant(value, node)
            else:  # in a variable: Python calculates with a constant when it compiles, and the name stands there as a text
                kept, parts[name] = self.stable(rebound, recorder.constant(name, value, node), name)
                before += kept
        test = self.test(found, call.value, recorder, parts)
        instead = self.call_of_twin(call, recorder, saved) if change is None else change(call, rebound)
        earlier, other, later, alive, *_ = instead
        placed = _Placed(parts, node, alive)
        body, back = placed.block(ir.copy_of(found.body)), placed.block(ir.copy_of(found.back))
        undone = "saved = NOTHING"
        pieces: dict[str, Any] = {"saved": saved, "back": back, "other": other, "later": [ir.at(ir.Back(later), node)]}
        pieces |= {"failed": self.source.fresh("failed"), "error": caught(self.source)}
        if back:
            pieces["entry"] = placed.visit(self.entry(found))
            # an interrupt may end this undo: what it has done is not done again at the end
            undone = f"if saved is not False:\n    saved = Saved([entry])\n    undo(saved)\n{undone}"
            later = ir.quote(node, TAKEN_BACK, **pieces)
        changed: Any = ir.quote(node, INLINED, body=body, undone=ir.quote(node, undone, **pieces), **pieces)
        changed[-1].handlers[0].name = caught(self.source)
        if test is not None:
            text = "if test: changed\nelse:\n    saved = NOTHING\n    failed = None"
            changed = ir.quote(node, text, test=test, changed=changed, **pieces)
        pieces["other"] = ir.quote(node, CALLED, **pieces)
        changed += ir.quote(node, "if saved is NOTHING: other", **pieces)
        start = ir.quote(node, "saved = False", **pieces)
        return Parts([*before, *start, *earlier], changed, later, alive)

    def call_of_twin(self, call: Any, recorder: Recorder, saved: str) -> Parts:
        """The call of the twin, which may end the branch."""
        alive = self.source.fresh("alive") if self.source.may_die(call.value) else None
        earlier, other = [], [recorder.visit(call)]
        if alive is not None:
            earlier = ir.quote(call, "alive = True", alive=alive)
            other = ir.quote(call, "try: call\nexcept Dead: alive = False", call=other, alive=alive)
        later = ir.quote(call, "if saved: undo(saved)", saved=saved)
        return Parts(earlier, [*ir.quote(call, "saved = Saved()", saved=saved), *other], later, alive)

    def entry(self, found: ShortHelper) -> Any:
        """The entry, with the function that takes back its changes."""
        name = self.undone.get(found.undo)
        if name is None:
            undo: Any = ir.copy_of(found.undo)
            undo.name = name = self.undone[found.undo] = self.source.fresh(undo.name)
            add_inverses(self.source, [undo])
        entry = ir.copy_of(found.entry)
        entry.elts[0] = ir.helper(name, entry)
        return entry

    def test(self, found: ShortHelper, call: ast.Call, recorder: Recorder, parts: dict[str, Any]) -> ast.expr | None:
        """Is it this helper that is called, with objects of these classes? None if that can be seen."""
        tests = [] if found.function is None or found.cls is not None else [self.is_called(found, call, recorder)]
        for name, cls in found.classes.items():
            if kinds.kind_of(self.source, parts[name], self.common.kinds) is not cls:
                known = recorder.constant(f"{cls.__name__}_class", cls, call)
                tests.append(ir.expression(call, "type(given) is known", given=parts[name], known=known))
        return ir.at(ast.BoolOp(ast.And(), tests), call) if len(tests) > 1 else tests[0] if tests else None

    def is_called(self, found: ShortHelper, call: ast.Call, recorder: Recorder) -> ast.expr:
        known = recorder.constant(f"{found.function.__name__}_function", found.function, call)
        if isinstance(call.func, ast.Name):
            return ir.expression(call, "F is known", F=call.func, known=known)
        method: Any = call.func
        table = ir.helper(f"method_{self.source.mangled_name(method.attr)}", call)
        return ir.expression(call, "table[type(owner)] is known", table=table, owner=method.value, known=known)


def short_among(spaces: frozenset[int], function: Any, is_made: bool) -> ShortHelper | None:
    """The same for all that call it."""
    return short_helper(function, is_made)


def with_values(node: Any, values: list[ast.expr]) -> Any:
    """The same call with other arguments, of a method with its owner."""
    call = ir.copy_of(node)
    if isinstance(call.value.func, ast.Attribute):
        call.value.func.value, *values = values
    for keyword in reversed(call.value.keywords):
        keyword.value = values.pop()
    call.value.args = values
    return call


class _Placed(ir.Placing):
    """The changes of a helper with other variables, or values, for its own; its value goes where the call's goes.

    alive: the variable that says whether the branch goes on.
    """

    def __init__(self, parts: dict[str, Any], call: Any, alive: str | None) -> None:
        super().__init__(parts)
        self.call, self.alive = call, alive

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.body = node.body or [ir.at(ast.Pass(), node)]
        return node

    def visit_Dead(self, node: ir.Dead) -> list[ast.stmt]:
        assert self.alive is not None
        return ir.quote(node, "alive = False", alive=self.alive)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.generic_visit(node)
        if node.value is None and isinstance(self.call, ast.Expr):
            return []
        placed = ir.copy_of(self.call)
        placed.value = node.value or ir.constant(None, node)
        return [ir.at(placed, node)]


def is_simple(value: ast.expr) -> bool:
    return all(isinstance(part, (ast.Name, ast.Constant, ast.Tuple, ast.expr_context)) for part in ir.inside(value))


def is_watched() -> bool:
    """Does a debugger, coverage or the like watch which lines are run?"""
    monitoring = getattr(sys, "monitoring", None)
    return sys.gettrace() is not None or monitoring is not None and any(map(monitoring.get_tool, range(6)))


@once
def caught(source: Source) -> str:
    """The variable of all these handlers, which Python unbinds behind each."""
    return source.fresh("error")
