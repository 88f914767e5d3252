"""Short helpers: their changes, written so that they can stand in the place of a call, and the inverses of these.

    def put(self, x):                   back = NOTHING
        if x is None:                   if x is None:
            return                          return None
        self.seen.add(x)                else:
                                            saved = None; owner = self.seen; back = x not in owner; owner.add(x)
                                            return None

A helper is short if it is one segment, see `segments`: a few common changes in a row, and between them only what leaves no
trace when it is done once more; or if it changes nothing, and only may end the branch. An `if` may be among them: what was
not changed is not taken back, and what follows a branch that returns goes into the other one. `require` and `fail` are such
branches. So may a loop that changes nothing: what follows it is in its `else`. An owner that is not a common one
raises `Uncommon`, and so does a `raise` of the user's: what has been changed is taken back, and the twin is called.

>>> def put(seen, x):
...     seen.add(x)
>>> from ambsearch.expansion.trees.printing import source_text
>>> found = short_helper(put)
>>> shown = ir.quote(found.undo, "def put(): body", body=found.body)
>>> print(source_text(shown, set()), end="")
def put():
    back = NOTHING
    saved = None
    if type(seen) is set:
        back = x not in seen
        seen.add(x)
    else:
        raise Uncommon
    return
"""

import ast
import copy
from collections import Counter, deque
from typing import Any, NamedTuple

from ambsearch.expansion.analysis.callees import is_own_class
from ambsearch.expansion.analysis.facts import callees, consult, facts_of, maker_of
from ambsearch.expansion.analysis.flow import Liveness, Names, parameters
from ambsearch.expansion.analysis.functions import is_mixed_in
from ambsearch.expansion.analysis.kinds import Kinds, kind_of
from ambsearch.expansion.analysis.relations import reach
from ambsearch.expansion.analysis.values import PLAIN, variables_of
from ambsearch.expansion.helpers.merged import class_with, merge
from ambsearch.expansion.helpers.twins import recorded
from ambsearch.expansion.reading.source import DIAGNOSIS, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.one_change import Statements
from ambsearch.running.undoing import in_class

LONGEST = 20  # statements of a helper, with those in the branches of an `if`
SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete, ast.Expr, ast.Pass, ast.Assert, ast.Return, ast.Global)
STATEMENTS = (*SIMPLE, ast.If, *ir.LOOPS, ast.Continue, ast.Break, ast.Raise)
# functions and methods that leave no trace, but for the changes that are known
TYPES = (str, bytes, int, float, bool, list, dict, set, frozenset, tuple, range, deque, Counter)
TRACELESS = {name for kind in TYPES for name in (kind.__name__, *dir(kind))}
TRACELESS |= set(
    "abs all any chr divmod enumerate isinstance iter len max min ord reversed round sorted sum type zip".split()
)
# what goes through its arguments
GOING_THROUGH = set("all any deque dict enumerate frozenset list max min reversed set sorted sum tuple zip".split())
GOING_THROUGH |= set("join union intersection difference symmetric_difference issubset issuperset isdisjoint".split())


class ShortHelper(NamedTuple):
    """How a helper stands in the place of its call: its parameters and their defaults, its changes, and their inverses.

    function: None if it is made in the search. cls: of a method, the class of the objects that have it. classes: those that are
    asked of its parameters. saved: the variable that is None where all inverses are to be
    run, True where it is not known yet which, False where nothing has been changed. entry: what its twin puts on the trail;
    undo: the function in it; neither, if it changes nothing, and may only end the branch. names: its other variables; free:
    what else it reads.
    """

    function: Any
    parameters: list[str]
    defaults: dict[str, Any]
    cls: type | None
    classes: dict[str, type]
    saved: str
    body: Statements
    back: Statements
    entry: Any
    undo: ast.FunctionDef | None
    names: set[str]
    free: set[str]

    def parameters_given(self, call: ast.Call) -> list[str]:
        """The parameters that the values of this call are for, in their order."""
        positional = len(values_of(call)) - len(call.keywords)
        return [*self.parameters[:positional], *(keyword.arg or "" for keyword in call.keywords)]

    def takes(self, call: ast.Call) -> bool:
        """Is each parameter given one value, or none and has a default?"""
        given = self.parameters_given(call)
        names = {*given, *self.defaults}
        return len(given) == len(values_of(call)) == len(set(given)) and names == set(self.parameters)


def values_of(call: Any) -> list[ast.expr]:
    """The arguments, of a method with its owner."""
    owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*owner, *call.args, *(keyword.value for keyword in call.keywords)]


def short_helper(function: Any, is_made: bool = False) -> ShortHelper | None:
    """How this helper stands in the place of its call; None if it is not short.

    is_made: is it a method of an object that the caller has made?
    """
    source, cls = Source.of_code(function.__code__, function.__globals__), class_with(function)
    if source is None or isinstance(source.tree, ast.Lambda) or set(function.__code__.co_freevars) - {"__class__"}:
        return None
    DIAGNOSIS.check_helper(source)
    first = [argument.arg for argument in source.tree.args.args[:1]]
    classes = dict.fromkeys(first, cls) if cls else {}
    source = with_parameters_kept(merge(source, classes), classes)
    if any(getattr(node, "id", "") in ("super", "__class__") for node in source.nodes):
        return None
    kinds: dict[str, Any] = {**classes, **{f"{name}.": "" for name in classes if not is_made or [name] != first}}
    return short(source, kinds, classes, function.__defaults__ or (), function, cls)


def short_inner(source: Source, kinds: Kinds) -> ShortHelper | None:
    """The same of a function that is made in a search; kinds: what the variables of that hold."""
    classes: dict[str, Any] = {}
    source = merge(source, classes)
    values: list[Any] = source.tree.args.defaults
    # one that is global is no variable of that
    if source.declared["global"] & source.unseen or not all(isinstance(value, ast.Constant) for value in values):
        return None
    kinds = {**kinds_seen(source, kinds), **classes, **{f"{name}.": "" for name in classes}}
    return short(source, kinds, classes, tuple(value.value for value in values))


def with_parameters_kept(source: Source, classes: dict[str, type]) -> Source:
    """The same with a variable beside each parameter that is bound anew, if it is none of these, of which the class is asked."""
    names = {one.arg: source.fresh(one.arg) for one in source.tree.args.args if one.arg in source.names.bound}
    if not names or names.keys() & classes.keys():
        return source
    tree = ir.copy_of(source.tree)
    for one in tree.args.args:
        one.arg = names.get(one.arg, one.arg)
    tree.body[:0] = [ir.quote(tree, "name = given", name=name, given=given)[0] for name, given in names.items()]
    return source.with_tree(tree)


def kinds_seen(source: Source, kinds: Kinds) -> Kinds:
    """What the variables hold that a function made in a search sees."""
    return {name: kind for name, kind in kinds.items() if name.strip("*[]") not in source.locals}


def short(
    source: Source, kinds: Kinds, classes: dict[str, type], values: Any, function: Any = None, cls: type | None = None
) -> ShortHelper | None:
    """How a helper with this source does; values: the defaults of its last parameters."""
    is_stored = not any(is_property(node, classes) for node in ir.inside(*source.body))
    if not (is_stored and is_short(source) and is_repeatable(source)):
        return None
    given = [argument.arg for argument in source.tree.args.args]
    tree, recording = recorded(source, False, True, kinds)
    inverses = recording.functions
    *before, attempt = tree.body
    start: list[Any] = [node for node in before if isinstance(node, ast.Assign) and isinstance(node.value, ir.Helper)]
    first = [node for node in before if node not in start]
    is_segment = isinstance(attempt, ast.Try)
    last = attempt.body if isinstance(attempt, ast.Try) else [attempt]
    body = with_ends(_Common(source, recording.common.kinds).block([*first, *last]), tree)
    if body is None or not len(inverses) == bool(start) == is_segment:
        return None
    if is_segment and not Names(*start).bound & Names(*body).bound:  # its changes stand behind a `return`
        return None
    back: Statements = []
    entry, undo, saved = None, None, source.fresh("saved")
    if isinstance(attempt, ast.Try):
        entry = next(part.args[0] for part in ir.inside(*attempt.finalbody) if isinstance(part, ast.Call))
        (undo,) = inverses.values()
        mark(body, start, saved)
        back = undo.body[1:]
    names = [node for node in ir.inside(*body, *back) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    free = {node.id for node in names} - bound - set(given)
    unbound = Liveness(frozenset(bound)).before(body, set())
    if tree.args.posonlyargs[0].arg in free or unbound:  # the trail; what may have no value
        return None
    defaults = dict(zip(reversed(given), reversed(values), strict=False))
    return ShortHelper(function, given, defaults, cls, classes, saved, body, back, entry, undo, bound | {saved}, free)


def is_property(node: ast.AST, classes: dict[str, type]) -> bool:
    """Is this a change of an attribute of one of these parameters, a property, which its class calls a function for?"""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()):
            return name in classes and isinstance(in_class(classes[name], attribute), property)
    return False


def is_short(source: Source) -> bool:
    """Are these a few simple statements that need no more than the values of the parameters?"""
    tree = source.tree
    if not isinstance(tree, ast.FunctionDef) or source.declared["nonlocal"]:
        return False
    statements = [node for node in ir.inside(*tree.body) if isinstance(node, ast.stmt)]
    is_simple = len(statements) <= LONGEST and all(isinstance(node, STATEMENTS) for node in statements)
    looped = [part for node in statements if isinstance(node, ir.LOOPS) for part in ir.inside(*node.body)]
    is_simple = is_simple and not any(isinstance(part, ir.LOOPS) for part in looped)  # Python allows few nested blocks
    plain = {argument.arg for argument in tree.args.args}
    takes_plain = parameters(tree.args) == plain and not plain & source.names.bound
    # nor a private name, nor a function made there: of the one in this place there would be no text
    others = [node for node in source.nodes if is_private(node) or isinstance(node, ast.Lambda)]
    return is_simple and takes_plain and not others


def with_ends(statements: Statements, origin: Any, most: int = 12) -> Statements | None:
    """The same, with each `return` and dead end last in what is done: what follows an `if` goes on in its branches.

    None if more than so many statements would have to be there twice, or half of them four times.
    """
    for i, node in enumerate(statements):
        if is_leaving(node):
            return statements[: i + 1]
        if isinstance(node, ast.If) and any(map(is_leaving, ir.inside(node))):
            rest = statements[i + 1 :]
            if not returns(node.body) and not returns(node.orelse):
                if len(rest) > max(most, 1):
                    return None
                most //= 2
            body, orelse = (with_ends([*way, *ir.copy_of(rest)], origin, most) for way in (node.body, node.orelse))
            if body is None or orelse is None:
                return None
            node.body, node.orelse = body, orelse
            return statements[: i + 1]
        if isinstance(node, ir.LOOPS) and any(map(is_leaving, ir.inside(*node.body))):
            after = with_ends(statements[i + 1 :], origin, most)
            if after is None or node.orelse or any(isinstance(part, ast.Break) for part in ir.inside(*node.body)):
                return None
            node.body, node.orelse = _Breaking().block(node.body), after
            return statements[: i + 1]
    return [*statements, ir.at(ast.Return(None), origin)]


class _Breaking(ir.Rewriter):
    """A loop that is left where a helper would be: what follows it is in its `else`."""

    def visit_Return(self, node: Any) -> list[ast.stmt]:
        return [node, ir.at(ast.Break(), node)]

    visit_Dead = visit_Return


def mark(statements: Statements, start: Statements, saved: str) -> None:
    """Put this before the first change, and say by `saved` that it has begun: what precedes it may end the branch, or return."""
    names = Names(*start).bound
    first = next(i for i, node in enumerate(statements) if names & Names(node).bound)
    begin: Any = copy.copy(statements[first])
    inner, begin.orelse = getattr(begin, "orelse", None), []
    leaves = not isinstance(begin, ast.If) or returns(begin.body)
    if inner and leaves and not names & Names(begin).bound:
        mark(inner, start, saved)
    else:
        statements[first:first] = [*start, *ir.quote(begin, "saved = None", saved=saved)]


def returns(statements: Statements) -> bool:
    """Do these surely return?"""
    last = statements[-1] if statements else None
    return is_leaving(last) or isinstance(last, ast.If) and returns(last.body) and returns(last.orelse)


def is_leaving(node: ast.AST | None) -> bool:
    return isinstance(node, (ast.Return, ir.Dead))


def is_private(node: ast.AST) -> bool:
    """Does the class around this node change its name?"""
    name = ir.name_of(node)
    return name.startswith("__") and not name.endswith("__")


def is_repeatable(source: Source) -> bool:
    """Does what this function does, but for its changes, leave no trace when it is done once more?"""
    consult(source)
    own = {found for node in ir.inside(*source.body) for found in callees(source, node) or ()}
    reached = [found for found in reach(own, lambda one: facts_of(one).calls) if not is_mixed_in(found.space)]
    sources = filter(None, [Source.of_code(found.code, found.space) for found in reached])
    inside = [(one, node) for one in sources for node in ir.inside(*one.body) if not isinstance(node, ir.YIELDS)]
    return all(is_traceless(*pair) for pair in [*((source, node) for node in ir.inside(*source.body)), *inside])


def is_traceless(source: Source, node: Any) -> bool:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else source.builtin(node)
        found = source.resolve(node.func)
        is_known = name in TRACELESS or getattr(found, "__module__", "") in ("_heapq", "_bisect")
        is_known |= isinstance(found, type) and issubclass(found, Exception)
        is_beside = maker_of(source, getattr(node.func, "id", "")) is not None  # whose text is not looked at
        is_seen = not is_beside or is_own_class(source, node.func)
        return is_known or source.word(node) in ENDS or is_seen and bool(callees(source, node))
    return not isinstance(node, (*ir.YIELDS, ast.Await, ast.Import, ast.ImportFrom))


class _Common(ir.Rewriter):
    """The changes where they are common, and the end of the branch; what any other owner changes is left to the twin.

    So is what goes through an iterator. A user's method of the same name, such as `add`, is called, unless it may end the
    branch: dies.
    """

    def __init__(self, source: Source, kinds: Kinds) -> None:
        self.dies = any(map(source.may_die, ir.inside(*source.body)))
        self.plain = variables_of(source, PLAIN)  # which hold no iterator
        self.source, self.kinds = source, kinds

    def visit_For(self, node: Any) -> Any:
        self.generic_visit(node)
        node.iter = self.lasting(node.iter)
        return node

    visit_comprehension = visit_For

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = ir.name_of(node.func)
        if name in GOING_THROUGH and (len(node.args) == 1 or name not in ("max", "min")):
            node.args = [self.lasting(part) for part in node.args]
        return node

    def lasting(self, items: ast.expr) -> ast.expr:
        is_held = isinstance(items, ir.PLACES) and getattr(items, "id", "") not in self.plain
        kind = kind_of(self.source, items, self.kinds) if is_held else "list"
        return items if kind and isinstance(kind, str) else ir.expression(items, "lasting(items)", items=items)

    def visit_Global(self, node: ast.Global) -> list[ast.stmt]:
        """Its variables are read as such, and assigned as items of globals()."""
        return []

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """An exception of the user's is left to the twin, too."""
        return ir.at(ir.Dead(), node) if isinstance(node.exc, ir.Helper) else ir.quote(node, "raise Uncommon")[0]

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        match node.orelse:
            case [ast.Assign(value=ast.Call(func=ir.Helper(id="Saved"))), record]:
                if self.dies or not isinstance(record.value.func, ast.Subscript):  # type: ignore[attr-defined]
                    node.orelse = ir.quote(node, "raise Uncommon")
        return node
