"""Inlined helpers: the changes of a short helper in the place of its call, with their inverses right after the rest.

    board.put(r, c)     if type(board) is Board_class: the changes of put, where its class has no derived one
                        if method_put[type(board)] is put_function: the same, where it has
                        if it is not, or they fail: twin_put[type(board)](saved, board, r, c)

A helper is short if it is one segment, see `segments`: a few common changes in a row, and between them only what leaves no
trace when it is done once more; or if it changes nothing, and only may end the branch. An `if` may be among them: what was
not changed is not taken back, and what follows a branch that returns goes into the other one. `require` and `fail` are such
branches, after which `alive` is false. So may a loop that changes nothing: what follows it is in its `else`. If a change
fails, or its owner is not a common one, what was changed is taken back and the twin is called, which fails in the same way,
under its own name and lines. While a debugger looks on, or coverage is measured, nothing is inlined, and a helper that ends
the branch is not where that is to be reported.

>>> from ambsearch import ambiguous, expand
>>> def put(seen, x):
...     seen.add(x)
>>> @ambiguous
... def f(seen):
...     x = yield (1, 2)
...     put(seen, x)
...     return x
>>> print(expand(f), end="")
def f(seen):
    for x in (1, 2):
        saved = NOTHING
        failed = None
        try:
            if put is put_function:
                saved = False
                try:
                    back = NOTHING
                    saved = True
                    if type(seen) is set:
                        back = x not in seen
                        seen.add(x)
                    else:
                        raise Uncommon
                    saved = None
                except Exception as error:
                    failed = None if type(error) is Uncommon else error
                    if saved is not False:
                        undo([(put_undo, seen, x, back)])
                    saved = NOTHING
            if saved is NOTHING:
                saved = Saved()
                (put_twin if put is put_function else calling(put))(saved, seen, x)
                if failed is not None:
                    raise failed
            yield x
        finally:
            if saved is None:
                try:
                    if back:
                        seen.discard(x)
                except BaseException:
                    undo([(put_undo, seen, x, back)])
                    raise
            elif saved is True:
                undo([(put_undo, seen, x, back)])
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
import copy
import functools
import sys
from collections import deque
from typing import Any, NamedTuple

from ambsearch.copiers import CHANGED_INSIDE
from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.effects import changes, mentions_permanent
from ambsearch.expansion.analysis.facts import callees, consult, facts_of, is_harmless
from ambsearch.expansion.analysis.flow import Liveness, Names, parameters
from ambsearch.expansion.analysis.holders import changed_inside
from ambsearch.expansion.analysis.kinds import kind_of
from ambsearch.expansion.analysis.relations import reached
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.helpers.twins import ENDS, twin_trees
from ambsearch.expansion.linking import add_inverses, is_starred
from ambsearch.expansion.reading.source import Source, Written
from ambsearch.expansion.trees import nodes as n
from ambsearch.expansion.undoing.direct import Change, DirectChanges, Parts
from ambsearch.expansion.undoing.one_change import Statements
from ambsearch.expansion.undoing.recorder import Recorder
from ambsearch.running.methods import plain_method
from ambsearch.running.undoing import in_class

LONGEST = 12  # statements of a helper, with those in the branches of an `if`
MOST = 2  # of the helpers of one name
SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete, ast.Expr, ast.Pass, ast.Assert, ast.Return)
STATEMENTS = (*SIMPLE, ast.If, *n.LOOPS, ast.Continue, ast.Break)
# functions and methods that leave no trace, but for the changes that are known
TYPES = (str, bytes, int, float, bool, list, dict, set, frozenset, tuple, range, deque)
TRACELESS = {name for kind in TYPES for name in (kind.__name__, *dir(kind))}
TRACELESS |= set("abs all any divmod enumerate isinstance len max min reversed round sorted sum zip".split())
# what goes through its arguments
GOING_THROUGH = set("all any deque dict enumerate frozenset list max min reversed set sorted sum tuple zip".split())
GOING_THROUGH |= set("join union intersection difference symmetric_difference issubset issuperset isdisjoint".split())
INLINED = """
saved = False
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
elif saved is True: undo([entry])
else: later
"""


class Inlined(NamedTuple):
    """How a helper is inlined: its parameters and their defaults, its changes, and their inverses.

    cls: of a method, the class of the objects that have it. saved: the variable that is None where all inverses are to be
    run, True where it is not known yet which, False where nothing has been changed. entry: what its twin puts on the trail;
    undo: the function in it; neither, if it changes nothing, and may only end the branch. names: its other variables; free:
    what else it reads.
    """

    function: Any
    parameters: list[str]
    defaults: dict[str, Any]
    cls: type | None
    saved: str
    body: Statements
    back: Statements
    entry: Any
    undo: ast.FunctionDef | None
    names: set[str]
    free: set[str]

    def given(self, call: ast.Call) -> list[str]:
        """The parameters that the values of this call are for, in their order."""
        positional = len(values_of(call)) - len(call.keywords)
        return [*self.parameters[:positional], *(keyword.arg or "" for keyword in call.keywords)]

    def takes(self, call: ast.Call) -> bool:
        """Is each parameter given one value, or none and has a default?"""
        given = self.given(call)
        names = {*given, *self.defaults}
        return len(given) == len(values_of(call)) == len(set(given)) and names == set(self.parameters)


class InlinedChanges(DirectChanges):
    """The direct changes of one function, and those of the helpers that it calls."""

    def __init__(self, source: Source, body: Statements) -> None:
        super().__init__(source, body)
        self.known: dict[Any, Inlined | None] = {}
        self.last: tuple[Any, Change | None] = None, None  # which is asked for again when the statement is emitted
        self.free: set[str] = set()  # of the helpers
        self.undone: dict[Any, str] = {}  # the names of the functions that take back their changes

    def find(self, node: Any) -> Change | None:
        """The method that emits this change, or those of the helper that is called here."""
        (asked, change), self.last = self.last, (None, None)
        if asked is not node:
            change = super().find(node)
            for found in self.helpers(node)[:MOST]:
                change = functools.partial(self.emit, found, change)
            self.last = node, change
        return change

    def helpers(self, node: Any) -> list[Inlined]:
        """The short helpers that this statement may call."""
        is_value = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        call = node.value if is_value or isinstance(node, ast.Expr) else None
        if not isinstance(call, ast.Call) or any(map(is_starred, call.args)) or is_watched():
            return []
        if mentions_permanent(self.source, node) or changes(self.source, values_of(call)):
            return []
        return [found for found in map(self.inlined, self.functions(call)) if found and self.suits(found, call)]

    def functions(self, call: ast.Call) -> list[Any]:
        """The user's functions with changes that this may call."""
        if isinstance(call.func, ast.Name):
            known = self.source.known_twin(call)
            return [known[0]] if known else []
        if not isinstance(call.func, ast.Attribute) or not self.source.is_method(call.func):
            return []
        owner = call.func.value
        if isinstance(owner, ast.Call) or self.common.kind(owner):  # such as super(), or visibly a list
            return []
        return [own.function for own in near(self.source, call.func.attr) if not is_harmless(own)]

    def inlined(self, function: Any) -> Inlined | None:
        if function not in self.known:
            is_here = function is not None and function.__globals__ is self.source.space
            self.known[function] = inlined(function) if is_here else None
        return self.known[function]

    def suits(self, found: Inlined, call: ast.Call) -> bool:
        """Is it given the values that it takes, and does what it reads have the same name here?"""
        other = self.source.locals | self.source.captured.keys() | self.source.unseen
        other |= self.source.taken - Written.of(self.source.tree).taken - self.free  # those of the expansion
        if not found.takes(call) or found.free & other:
            return False
        self.free |= found.free
        self.source.taken |= found.free
        return True

    def emit(self, found: Inlined, change: Change | None, node: Any, rebound: set[str]) -> Parts:
        """What stands before the try, the changes in it, and the inverses; change: what else it may be."""
        before, parts = [], {}
        for name, value in zip(found.given(node.value), values_of(node.value), strict=True):
            kept, parts[name] = self.stable(rebound, value, name)
            before += kept
        call = with_values(node, list(parts.values()))
        parts |= {name: n.load(self.source.fresh(name), node) for name in sorted(found.names)}
        saved = parts[found.saved].id  # type: ignore[attr-defined]
        recorder = Recorder(self.source, saved, set())
        for name in [name for name in found.parameters if name not in parts]:
            value = found.defaults[name]
            is_written = value is None or type(value) in (bool, int)
            parts[name] = n.constant(value, node) if is_written else recorder.constant(name, value, node)
        test = self.test(found, call.value, recorder)
        if change is not None:
            earlier, other, later, alive = change(call, rebound)
        else:
            earlier, other, later, alive = self.called(call, recorder, saved)
        placed = _Placed(parts, node, alive)
        body, back = placed.block(n.copied(found.body)), placed.block(n.copied(found.back))
        undone = "saved = NOTHING"
        pieces: dict[str, Any] = {"saved": saved, "back": back, "other": other, "later": later}
        pieces |= {"failed": self.source.fresh("failed")}
        if back:
            pieces["entry"] = placed.visit(self.entry(found))
            undone, later = f"if saved is not False: undo([entry])\n{undone}", n.quote(node, TAKEN_BACK, **pieces)
        changed = n.quote(node, INLINED, body=body, undone=n.quote(node, undone, **pieces), **pieces)
        if test is not None:
            changed = n.quote(node, "if test: changed", test=test, changed=changed)
        pieces["other"] = n.quote(node, CALLED, **pieces)
        changed += n.quote(node, "if saved is NOTHING: other", **pieces)
        start = n.quote(node, "saved = NOTHING\nfailed = None", **pieces)
        return [*before, *start, *earlier], changed, later, alive

    def called(self, call: Any, recorder: Recorder, saved: str) -> Parts:
        """The call of the twin, which may end the branch."""
        alive = self.source.fresh("alive") if self.source.may_die(call.value) else None
        earlier, other = [], [recorder.visit(call)]
        if alive is not None:
            earlier = n.quote(call, "alive = True", alive=alive)
            other = n.quote(call, "try: call\nexcept Dead: alive = False", call=other, alive=alive)
        later = n.quote(call, "if saved: undo(saved)", saved=saved)
        return earlier, [*n.quote(call, "saved = Saved()", saved=saved), *other], later, alive

    def entry(self, found: Inlined) -> Any:
        """The entry, with the function that takes back its changes."""
        name = self.undone.get(found.undo)
        if name is None:
            undo: Any = n.copied(found.undo)
            undo.name = name = self.undone[found.undo] = self.source.fresh(undo.name)
            add_inverses(self.source, [undo])
        entry = n.copied(found.entry)
        entry.elts[0] = n.helper(name, entry)
        return entry

    def test(self, found: Inlined, call: ast.Call, recorder: Recorder) -> ast.expr | None:
        """Is it this helper that is called? None if that can be seen."""
        if found.cls is not None:
            owner: Any = call.func.value  # type: ignore[attr-defined]
            if kind_of(self.source, owner, self.common.kinds) is found.cls:
                return None
            cls = recorder.constant(f"{found.cls.__name__}_class", found.cls, call)
            return n.expression(call, "type(owner) is cls", owner=owner, cls=cls)
        known = recorder.constant(f"{found.function.__name__}_function", found.function, call)
        if isinstance(call.func, ast.Name):
            return n.expression(call, "F is known", F=call.func, known=known)
        method: Any = call.func
        table = n.helper(f"method_{self.source.mangled(method.attr)}", call)
        return n.expression(call, "table[type(owner)] is known", table=table, owner=method.value, known=known)


def values_of(call: Any) -> list[ast.expr]:
    """The arguments, of a method with its owner."""
    owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*owner, *call.args, *(keyword.value for keyword in call.keywords)]


def with_values(node: Any, values: list[ast.expr]) -> Any:
    """The same call with other arguments, of a method with its owner."""
    call = n.copied(node)
    if isinstance(call.value.func, ast.Attribute):
        call.value.func.value, *values = values
    for keyword in reversed(call.value.keywords):
        keyword.value = values.pop()
    call.value.args = values
    return call


class _Placed(n.Rewriter):
    """The changes of a helper with other variables, or values, for its own; its value goes where the call's goes.

    alive: the variable that says whether the branch goes on.
    """

    def __init__(self, parts: dict[str, Any], call: Any, alive: str | None) -> None:
        self.parts, self.call, self.alive = parts, call, alive

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parts:
            return node
        part = n.copied(self.parts[node.id])
        n.set_context(part, node.ctx)
        return part  # type: ignore[no-any-return]

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.body = node.body or [n.at(ast.Pass(), node)]
        return node

    def visit_Dead(self, node: n.Dead) -> list[ast.stmt]:
        assert self.alive is not None
        return n.quote(node, "alive = False", alive=self.alive)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.generic_visit(node)
        if node.value is None and isinstance(self.call, ast.Expr):
            return []
        placed = n.copied(self.call)
        placed.value = node.value or n.constant(None, node)
        return [n.at(placed, node)]


class _Common(n.Rewriter):
    """The changes where they are common, and the end of the branch; what any other owner changes is left to the twin.

    So is what goes through an iterator.
    """

    def visit_For(self, node: Any) -> Any:
        self.generic_visit(node)
        node.iter = self.lasting(node.iter)
        return node

    visit_comprehension = visit_For

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in GOING_THROUGH and (len(node.args) == 1 or name not in ("max", "min")):
            node.args = [self.lasting(part) for part in node.args]
        return node

    def lasting(self, items: ast.expr) -> ast.expr:
        is_held = isinstance(items, (ast.Name, ast.Attribute, ast.Subscript))
        return n.expression(items, "lasting(items)", items=items) if is_held else items

    def visit_Raise(self, node: ast.Raise) -> n.Dead:
        return n.at(n.Dead(), node)  # type: ignore[no-any-return]

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        match node.orelse:
            case [ast.Assign(value=ast.Call(func=n.Helper(id="Saved"))), *_]:
                node.orelse = n.quote(node, "raise Uncommon")
        return node


def is_watched() -> bool:
    """Does a debugger, coverage or the like watch which lines are run?"""
    monitoring = getattr(sys, "monitoring", None)
    return sys.gettrace() is not None or monitoring is not None and any(map(monitoring.get_tool, range(6)))


def inlined(function: Any) -> Inlined | None:
    """How a helper is inlined; None if it is not short."""
    source = Source.of_code(function.__code__, function.__globals__)
    if source is None or not is_short(source) or not is_repeatable(source):
        return None
    arguments = [argument.arg for argument in source.tree.args.args]
    cls = class_with(function)
    kinds = dict(zip(arguments, [cls] if cls else [], strict=False))
    if cls is not None and any(is_property(node, arguments[0], cls) for node in n.inside(*source.body)):
        return None
    tree, inverses = twin_trees(source, joins=True, kinds=kinds)
    *before, attempt = tree.body
    start: list[Any] = [node for node in before if isinstance(node, ast.Assign) and isinstance(node.value, n.Helper)]
    first = [node for node in before if node not in start]
    is_segment = isinstance(attempt, ast.Try)
    last = attempt.body if isinstance(attempt, ast.Try) else [attempt]
    body = ended(_Common().block([*first, *last]), tree)
    if body is None or not len(inverses) == bool(start) == is_segment:
        return None
    back: Statements = []
    entry, undo, saved = None, None, source.fresh("saved")
    if isinstance(attempt, ast.Try):
        entry = attempt.finalbody[0].value.args[0]  # type: ignore[attr-defined]
        (undo,) = inverses
        back = marked(body, start, saved, undo.body[1:])
    names = [node for node in n.inside(*body, *back) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    free = {node.id for node in names} - bound - set(arguments)
    unbound = Liveness(frozenset(bound)).before(body, set())
    if tree.args.posonlyargs[0].arg in free or unbound:  # the trail; what may have no value
        return None
    CHANGED_INSIDE.update(changed_inside(source))
    defaults = dict(zip(reversed(arguments), reversed(function.__defaults__ or ()), strict=False))
    return Inlined(function, arguments, defaults, cls, saved, body, back, entry, undo, bound | {saved}, free)


def class_with(function: Any) -> type | None:
    """The class whose objects have this method, if it is one class that no other is derived from."""
    name = function.__name__
    found = [cls for cls, value in WORLD.owners.get(name, ()) if value is function and not cls.__subclasses__()]
    if len(found) != 1 or plain_method(name, found[0]) is not function:
        return None
    WORLD.rely(found[0], name)
    return found[0]


def is_property(node: ast.AST, first: str, cls: type) -> bool:
    """Is this a change of an attribute of the first parameter, a property, which its class calls a function for?"""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()):
            return name == first and isinstance(in_class(cls, attribute), property)
    return False


def is_short(source: Source) -> bool:
    """Are these a few simple statements that need no more than the values of the parameters?"""
    tree, code = source.tree, source.code
    if not isinstance(tree, ast.FunctionDef) or code is None or code.co_freevars or any(source.declared.values()):
        return False
    statements = [node for node in n.inside(*tree.body) if isinstance(node, ast.stmt)]
    is_simple = len(statements) <= LONGEST and all(isinstance(node, STATEMENTS) for node in statements)
    looped = [part for node in statements if isinstance(node, n.LOOPS) for part in n.inside(*node.body)]
    is_simple = is_simple and not any(isinstance(part, n.LOOPS) for part in looped)  # Python allows few nested blocks
    plain = {argument.arg for argument in tree.args.args}
    takes_plain = parameters(tree.args) == plain and not plain & source.names.bound
    private = [node for node in source.nodes if is_private(node)]
    return is_simple and takes_plain and not private


def ended(statements: Statements, origin: Any) -> Statements | None:
    """The same, with each `return` and dead end last in what is done: what follows an `if` goes on in its branches.

    None if it would have to be there twice.
    """
    for i, node in enumerate(statements):
        if is_leaving(node):
            return statements[: i + 1]
        if isinstance(node, ast.If) and any(map(is_leaving, n.inside(node))):
            rest = statements[i + 1 :]
            if len(rest) > 1 and not returns(node.body) and not returns(node.orelse):
                return None
            body, orelse = (ended([*way, *n.copied(rest)], origin) for way in (node.body, node.orelse))
            if body is None or orelse is None:
                return None
            node.body, node.orelse = body, orelse
            return statements[: i + 1]
        if isinstance(node, n.LOOPS) and any(map(is_leaving, n.inside(*node.body))):
            after = ended(statements[i + 1 :], origin)
            if after is None or node.orelse or any(isinstance(part, ast.Break) for part in n.inside(*node.body)):
                return None
            node.body, node.orelse = _Breaking().block(node.body), after
            return statements[: i + 1]
    return [*statements, n.at(ast.Return(None), origin)]


class _Breaking(n.Rewriter):
    """A loop that is left where a helper would be: what follows it is in its `else`."""

    def visit_Return(self, node: Any) -> list[ast.stmt]:
        return [node, n.at(ast.Break(), node)]

    visit_Dead = visit_Return


def marked(statements: Statements, start: Statements, saved: str, back: Statements) -> Statements:
    """Put this before the first change, and say by `saved` what is to be taken back; the inverses, without checks if possible.

    What precedes the first change may end the branch, or return: then the changes are in its `else`.
    """
    names = Names(*start).bound
    changed = [i for i, node in enumerate(statements) if names & Names(node).bound]
    first, last = changed[0], changed[-1]
    begin: Any = copy.copy(statements[first])
    inner, begin.orelse = getattr(begin, "orelse", None), []
    if inner and not names & Names(begin).bound:
        return marked(inner, start, saved, back)
    sure = [unchecked(node) for node in back]
    end = next(i for i, node in enumerate(statements) if i >= first and any(map(is_leaving, n.inside(node))))
    is_whole = last < end and None not in sure
    for place, text in ((end, "saved = None"), (first, "saved = True")) if is_whole else ((first, "saved = None"),):
        statements[place:place] = n.quote(begin, text, saved=saved)
    statements[first:first] = start
    return [part for parts in sure for part in parts or ()] if is_whole else back


def unchecked(node: Any) -> Statements | None:
    """What takes back a change that was surely made; None if that is not known, as of those in branches."""
    match node:
        case ast.If(test=ast.Compare(comparators=[n.Helper(id="Saved")])):
            return node.orelse
        case ast.If(test=ast.Compare(ops=[ast.IsNot()], comparators=[n.Helper(id="NOTHING")])):
            return None if any(unchecked(part) for part in node.body) else node.body
    return None


def returns(statements: Statements) -> bool:
    """Do these surely return?"""
    last = statements[-1] if statements else None
    return is_leaving(last) or isinstance(last, ast.If) and returns(last.body) and returns(last.orelse)


def is_leaving(node: ast.AST | None) -> bool:
    return isinstance(node, (ast.Return, n.Dead))


def is_private(node: ast.AST) -> bool:
    """Does the class around this node change its name?"""
    name = getattr(node, "attr", getattr(node, "id", ""))
    return name.startswith("__") and not name.endswith("__")


def is_repeatable(source: Source) -> bool:
    """Does what this function does, but for its changes, leave no trace when it is done once more?"""
    consult(source)
    own = {found for node in n.inside(*source.body) for found in callees(source, node) or ()}
    sources = [Source.of_code(found.code, found.space) for found in reached(own, lambda one: facts_of(one).calls)]
    return all(is_traceless(one, node) for one in (source, *filter(None, sources)) for node in n.inside(*one.body))


def is_traceless(source: Source, node: Any) -> bool:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else source.builtin(node)
        return name in TRACELESS or source.word(node) in ENDS or bool(callees(source, node))
    return not isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Import, ast.ImportFrom))
