"""Changes: which there are in a piece of code, and the code that records them on a trail.

changes(source, nodes)      the changes that backtracking must take back
recorded(source, ...)       plain statements, rewritten so that each change is on the trail
"""

import ast
import copy
import sys
from collections import deque
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.flow import Names, parameters
from ambsearch.expansion.source import Source, hashable
from ambsearch.running.undoing import CHANGE_FIRST_ARGUMENT, METHODS

PLACES = (ast.Subscript, ast.Attribute)
# what may run an own function
RUNNING = (*(ast.Call, ast.Attribute, ast.Subscript, ast.Compare, ast.BinOp, ast.With),)
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
NEW = (object.__new__, list.__new__, dict.__new__, set.__new__, deque.__new__, bytearray.__new__)
MAKERS = frozenset("list dict set deque bytearray sorted Counter defaultdict OrderedDict".split())


def changed_target(target: ast.AST) -> bool:
    """Does assigning to this target change an object, rather than only rebind names?"""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(changed_target(item) for item in target.elts)
    return isinstance(target.value if isinstance(target, ast.Starred) else target, PLACES)


def fresh_container(value: ast.expr | None) -> bool:
    """Does this expression make a new container or an immutable value?"""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in MAKERS
    comprehensions = (ast.ListComp, ast.DictComp, ast.SetComp)
    made = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr)
    return isinstance(value, (*made, *comprehensions))


def fresh_names(source: Source) -> set[str]:
    """The variables that hold nothing but what the function made itself: new containers, and numbers."""
    values: dict[str, list[ast.expr | None]] = {}
    for node in source.nodes:
        for name, value in bindings(node):
            values.setdefault(name, []).append(value)
    own = source.locals - parameters(source.tree.args)
    return {name for name in own & values.keys() if all(is_made(source, value) for value in values[name])}


def fresh_containers(source: Source) -> frozenset[str]:
    """Those of them that hold nothing but lists, dicts, sets and numbers."""
    values: dict[str, list[ast.expr | None]] = {}
    for node in source.nodes:
        for name, value in bindings(node):
            values.setdefault(name, []).append(value)
    found = set(values) & source.locals - parameters(source.tree.args)
    while True:  # a variable may depend on another, or on itself: free = free - {x}
        wrong = {name for name in found if not all(is_builtin_made(source, v, found) for v in values[name])}
        if not wrong:
            return frozenset(found)
        found -= wrong


def is_builtin_made(source: Source, value: ast.expr | None, names: set[str]) -> bool:
    match value:
        case ast.Name(id=name):
            return name in names
        case ast.BinOp(left=left, right=right):
            if isinstance(value.op, ast.Mult) and isinstance(left, DISPLAYS):
                return True
            return is_builtin_made(source, left, names) and is_builtin_made(source, right, names)
        case ast.Call():
            return source.builtin(value) in ("list", "dict", "set", "sorted", "tuple", "frozenset")
    return isinstance(value, (ast.Constant, ast.JoinedStr, ast.Tuple, *DISPLAYS))


def is_made(source: Source, value: ast.expr | None) -> bool:
    """Is this visibly something new: a number, a new container, or a new object?"""
    if isinstance(value, ast.Call):
        found = source.resolve(value.func)
        if isinstance(found, type):
            return found.__new__ in NEW
        return found in (sorted, copy.copy, copy.deepcopy, dict.fromkeys)
    return isinstance(value, (ast.Constant, ast.JoinedStr, *DISPLAYS))


# what is in them is looked at by itself
BINDS_NOTHING = frozenset(ast.expr.__subclasses__()) - {ast.NamedExpr, ast.Lambda} | {
    *(ast.keyword, ast.Expr, ast.Return, ast.If, ast.While, ast.Pass, n.Guard, n.Answer),
}


def bindings(node: Any) -> list[tuple[str, ast.expr | None]]:
    """The variables that this node binds, each with its value if that can be seen."""
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return [pair for target in targets for pair in _assigned(target, node.value)]
    if type(node) in BINDS_NOTHING:
        return []
    names = [node.name] if isinstance(getattr(node, "name", None), str) else []  # a function, an exception, a pattern
    if not isinstance(node, (ast.AugAssign, ast.Name, ast.Tuple, ast.List, ast.Starred)):
        for child in n.children(node):
            if not isinstance(child, (ast.stmt, ast.match_case, ast.ExceptHandler)):
                names += Names(child).bound
    return [(name, None) for name in names]


def _assigned(target: ast.expr, value: ast.expr | None) -> list[tuple[str, ast.expr | None]]:
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    match target, value:
        case ast.Tuple(elts=targets) | ast.List(elts=targets), ast.Tuple(elts=values) | ast.List(elts=values):
            if len(targets) == len(values) and not any(isinstance(part, ast.Starred) for part in targets + values):
                return [pair for t, v in zip(targets, values, strict=True) for pair in _assigned(t, v)]
    return [(name, None) for name in Names(target).bound]


def is_permanent(source: Source, value: ast.AST | None) -> bool:
    return source.says_permanent and value is not None and source.word(value) == "permanent"


def mentions_permanent(source: Source, node: ast.AST) -> bool:
    return source.says_permanent and any(is_permanent(source, part) for part in n.inside(node))


def in_place(source: Source, node: ast.AugAssign) -> bool:
    """May this augmented assignment change its target in place, as xs += [x] and array *= 2 do?"""
    if isinstance(node.target, ast.Name) and node.target.id in source.atoms:
        return False
    if type(node.op).__name__ in ("Add", "Mult", "Sub", "BitOr", "BitAnd", "BitXor") and not is_number(node.value):
        return True
    return (
        isinstance(node.op, ast.Mult) or "numpy" in sys.modules or source.asks is not None and source.asks(source, node)
    )


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))


def atoms(source: Source) -> frozenset[str]:
    """The variables that visibly hold nothing but numbers, strings and the like, wherever they are bound."""
    values: dict[str, list[ast.expr | None]] = {name: [] for name in ranges(source)}
    for node in source.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            values.setdefault(node.target.id, []).append(node.value)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and source.is_range(node.iter):
            continue
        else:
            for name, value in bindings(node):
                values.setdefault(name, []).append(value)
    found = set(values) & source.locals - parameters(source.tree.args)
    while True:
        wrong = {name for name in found if not all(_is_atom(source, value, found) for value in values.get(name, ()))}
        if not wrong:
            return frozenset(found)
        found -= wrong


def ranges(source: Source) -> list[str]:
    """The variables of the loops over a range."""
    loops = (node for node in source.nodes if isinstance(node, ast.For) and source.is_range(node.iter))
    return [node.target.id for node in loops if isinstance(node.target, ast.Name)]


def ints(source: Source) -> frozenset[str]:
    """The variables that visibly hold nothing but ints: the items of ranges, and numbers."""
    values: dict[str, list[Any]] = {name: [] for name in ranges(source)}
    for node in source.nodes:
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and source.is_range(node.iter):
            continue
        for name, value in bindings(node):
            values.setdefault(name, []).append(value)
    own = set(values) & source.locals - parameters(source.tree.args)
    added = {node.target.id for node in source.nodes if isinstance(node, ast.AugAssign) and not is_step(node)}  # type: ignore[union-attr]
    return frozenset(name for name in own - added if all(_is_int(source, value) for value in values[name]))


def is_step(node: ast.AugAssign) -> bool:
    """i += 1 and the like; or what is no variable."""
    step = isinstance(node.value, ast.Constant) and type(node.value.value) is int
    return not isinstance(node.target, ast.Name) or step and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult))


def _is_int(source: Source, value: Any) -> bool:
    if isinstance(value, ast.Yield) and isinstance(value.value, ast.Call):
        found = source.resolve(value.value.func)
        return found is range or getattr(found, "__module__", "") == "ambsearch.language" and found.__name__ in RANGES
    if isinstance(value, ast.Call):
        return source.builtin(value) in ("len", "ord")
    return isinstance(value, ast.Constant) and type(value.value) is int


RANGES = ("an_integer_between", "an_integer_from")


def _is_atom(source: Source, value: ast.expr | None, names: set[str]) -> bool:
    match value:
        case ast.Constant() | ast.JoinedStr():
            return True
        case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            return True
        case ast.Name(id=name):
            return name in names
        case ast.BinOp():
            return _is_atom(source, value.left, names) and _is_atom(source, value.right, names)
        case ast.UnaryOp():
            return _is_atom(source, value.operand, names)
        case ast.IfExp():
            return _is_atom(source, value.body, names) and _is_atom(source, value.orelse, names)
        case ast.Call():
            return source.builtin(value) in ("len", "int", "str", "float", "bool", "ord", "chr", "repr")
    return False


def changes(source: Source, nodes: list[Any]) -> list[tuple[ast.AST, str | None]]:
    """The changes in these nodes, each with the variable whose object it changes, if that can be seen."""
    found: list[tuple[ast.AST, str | None]] = []
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if is_permanent(source, node):
            continue
        found += [(node, _root(owner)) for owner in _changed(source, node)]
        if source.asks is not None and isinstance(node, RUNNING) and source.asks(source, node):
            found.append((node, None))
        if not isinstance(node, n.FUNCTIONS):
            waiting += n.children(node)
    return found


def _changed(source: Source, node: Any) -> list[ast.expr]:
    """What this one node changes, the nodes inside it apart."""
    if is_put_in(node):
        return [node.args[0]]
    match node:
        case n.Touch():
            return [node.target]
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            if node.value is None or is_permanent(source, node.value):
                return []
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and in_place(source, node):
                return targets
            return [target for target in targets if changed_target(target)]
        case ast.For() if changed_target(node.target):
            return [node.target]
        case ast.Delete():
            return [target for target in node.targets if isinstance(target, PLACES)]
        case ast.Call() if node.args and _changes_first_argument(source, node.func):
            return [node.args[0]]
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
    return []


def is_put_in(node: Any) -> bool:
    """Is this the walrus of a variable in a box?"""
    return isinstance(node, ast.Call) and isinstance(node.func, n.Helper) and node.func.id == "put_in"


def _changes_first_argument(source: Source, function: ast.expr) -> bool:
    found = source.resolve(function)
    return callable(found) and hashable(found) and found in CHANGE_FIRST_ARGUMENT


def _root(node: ast.expr) -> str | None:
    """The variable at the root of a place, e.g. board of board[i].cells; None if there is none."""
    if isinstance(node, PLACES) and not isinstance(node.value, ast.Name):
        return None  # what an inner object is, only the run tells
    place = node.value if isinstance(node, PLACES) else node
    return place.id if isinstance(place, ast.Name) else None


def recorded(source: Source, statement: ast.stmt, trail: str, fresh: set[str] | None = None) -> list[ast.stmt]:
    """The statement with its changes recorded on the trail; `permanent` is taken away.

    fresh: the variables whose objects the function made itself; what changes them needs no inverse.
    """
    new = Recorder(source, trail, fresh or set()).visit(statement)
    return new if isinstance(new, list) else [new]


class Recorder(n.Rewriter):
    """Rewrites changes, and calls of what may be an own function that changes something."""

    def __init__(self, source: Source, trail: str, fresh: set[str]) -> None:
        self.source = source
        self.trail = trail
        self.fresh = fresh
        self.in_comprehension = False

    def skip(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_Lambda = visit_ClassDef = skip

    def call(self, origin: ast.AST, text: str, **parts: Any) -> ast.expr:
        return n.expression(origin, text, trail=self.trail, **parts)

    def asks(self, node: ast.AST) -> bool:
        return self.source.asks is not None and self.source.asks(self.source, node)

    def is_fresh(self, owner: ast.expr) -> bool:
        """Does this name an object, or a place in one, that the function made itself?"""
        return _root(owner) in self.fresh and not (isinstance(owner, PLACES) and self.asks(owner))

    # reads

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_permanent(self.source, node):
            return self.kept(node.args[0])
        if is_put_in(node):
            self.generic_visit(node)
            node.args[:0] = [n.load(self.trail, node)]
            return node
        asks, function = self.asks(node), node.func
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        else:
            node.func = self.visit(function)
        node.args = [self.visit(part) for part in node.args]
        node.keywords = [self.visit(part) for part in node.keywords]
        first: list[ast.expr] = [n.load(self.trail, node)]
        if _changes_first_argument(self.source, function):
            if node.args and self.is_fresh(node.args[0]):
                return node
            first.append(function)
            helper = "changed_argument"
        elif isinstance(function, ast.Attribute) and function.attr in METHODS:
            if self.is_fresh(function.value) and not asks:
                return node
            first += [function.value, n.constant(function.attr, function)]
            helper = "changed"
        elif isinstance(function, ast.Name) and function.id in self.source.recorded.values():
            node.args = first + node.args
            return node
        elif asks:
            known = self.known_call(node)
            if known is not None:
                return known
            first.append(node.func)
            helper = "called"
        else:
            return node
        node.func, node.args = n.expression(function, helper), first + node.args
        return node

    def known_call(self, node: ast.Call) -> ast.expr | None:
        """A call of a method, or of what is one known function as far as one can tell: of its twin, if it is so."""
        if isinstance(node.func, ast.Attribute):
            return self.method_call(node, node.func)
        if self.source.finds is None or not isinstance(node.func, ast.Name):
            return None
        found = self.source.finds(self.source, node)
        if found is None:
            return None
        parts: dict[str, Any] = {"trail": self.trail, "F": node.func}
        for name, value in zip(("function", "twin"), found, strict=True):
            parts[name] = self.constant(f"{value.__name__}_{name}", value, node)
        call: Any = n.expression(node, "(twin if F is function else calling(F))(trail)", **parts)
        call.args += node.args
        call.keywords += node.keywords
        return call  # type: ignore[no-any-return]

    def method_call(self, node: ast.Call, method: ast.Attribute) -> ast.expr | None:
        """owner.f(x), where f can only be a method: the class of the owner says which."""
        is_name = isinstance(method.value, ast.Name)
        if self.source.calls_method is None or not self.source.calls_method(self.source, method):
            return None
        if self.in_comprehension and not is_name:
            return None  # no walrus may stand there
        name = self.source.mangled(method.attr)
        inherited = isinstance(method.value, ast.Call) and self.source.builtin(method.value) == "super"
        table = n.helper(f"{'super' if inherited else 'twin'}_{name}", node)
        if inherited and len(method.value.args) == 2:  # type: ignore[attr-defined]
            here, owner = method.value.args  # type: ignore[attr-defined]
            call: Any = self.call(node, "table[here, type(owner)](trail, owner)", table=table, here=here, owner=owner)
            call.args += node.args
            call.keywords += node.keywords
            return call  # type: ignore[no-any-return]
        first = "owner" if is_name else "owner := E"
        owner = method.value if is_name else self.source.fresh("owner")
        parts = {"table": table, "owner": owner, "E": method.value}
        call = self.call(node, f"table[type({first})](trail, owner)", **parts)
        call.args += node.args
        call.keywords += node.keywords
        return call  # type: ignore[no-any-return]

    def constant(self, name: str, value: Any, origin: ast.AST) -> n.Helper:
        """A name that stands for this value in the code of the expansion."""
        name = next((known for known, other in self.source.constants.items() if other is value), None) or (
            self.source.fresh(name)
        )
        self.source.constants[name] = value
        return n.helper(name, origin)

    def kept(self, value: ast.expr) -> ast.expr:
        """What is marked permanent; containers that are handed to a method are kept as they are now."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in METHODS:
            value.args = [part if is_atom(part) else self.call(part, "kept(E)", E=part) for part in value.args]
        return value

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        asks = isinstance(node.ctx, ast.Load) and self.asks(node)
        self.generic_visit(node)
        if not asks:
            return node
        name = n.constant(self.source.mangled(node.attr), node)
        return self.call(node, "attribute(trail, owner, name)", owner=node.value, name=name)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        asks = isinstance(node.ctx, ast.Load) and self.asks(node)
        self.generic_visit(node)
        if not asks:
            return node
        return self.call(node, "item(trail, owner, key)", owner=node.value, key=slice_object(node.slice))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        asks = len(node.ops) == 1 and self.asks(node)
        self.generic_visit(node)
        if not asks:
            return node
        left, right, operator = node.left, node.comparators[0], type(node.ops[0])
        if operator in (ast.In, ast.NotIn):
            text = "contained(trail, left, right)" if operator is ast.In else "not contained(trail, left, right)"
            return self.call(node, text, left=left, right=right)
        return self.operated(node, *COMPARED[operator], left, right)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        asks = self.asks(node)
        self.generic_visit(node)
        if not asks:
            return node
        name = OPERATED[type(node.op)]
        return self.operated(node, f"__{name.strip('_')}__ __r{name.strip('_')}__", name, node.left, node.right)

    def operated(self, origin: ast.AST, names: str, function: str, *operands: ast.expr) -> ast.expr:
        call: Any = self.call(origin, f"operated(trail, names, {function})", names=n.constant(names, origin))
        call.args += operands
        return call  # type: ignore[no-any-return]

    def visit_With(self, node: ast.With) -> ast.stmt:
        asks = self.asks(node)
        self.generic_visit(node)
        for item in node.items if asks else ():
            item.context_expr = self.call(item.context_expr, "entered(trail, manager)", manager=item.context_expr)
        return node

    def comprehension(self, node: Any) -> Any:
        """Here no walrus may stand."""
        before, self.in_comprehension = self.in_comprehension, True
        self.generic_visit(node)
        self.in_comprehension = before
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_Try(self, node: Any) -> ast.stmt:
        """A handler of every exception must not take the end of the branch for one."""
        self.generic_visit(node)
        if any(is_for_all(handler.type) for handler in node.handlers):
            node.handlers[:0] = n.quote(node, "try: pass\nexcept Dead: raise")[0].handlers  # type: ignore[attr-defined]
        return node  # type: ignore[no-any-return]

    # changes

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if is_permanent(self.source, node.value):
            node.value = node.value.args[0]  # type: ignore[attr-defined]
            return node
        self.generic_visit(node)
        if not isinstance(target, PLACES) or self.is_fresh(target):
            return node
        return self.place_set(node, target, node.value)

    def place_set(self, origin: ast.AST, target: ast.Subscript | ast.Attribute, value: ast.expr) -> ast.stmt:
        parts = _place(self.source, target)
        text = f"set_{parts.pop('kind')}(trail, value, owner, key)"
        return n.quote(origin, "call", call=[_statement(self.call(origin, text, value=value, **parts))])[0]

    def visit_Touch(self, node: n.Touch) -> ast.stmt:
        if self.is_fresh(node.target):
            return n.at(ast.Pass(), node)  # type: ignore[no-any-return]
        parts = _place(self.source, node.target)
        text = f"touch_{parts.pop('kind')}(trail, owner, key)"
        return _statement(self.call(node, text, **parts))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if is_permanent(self.source, node.value):
            node.value = node.value.args[0]  # type: ignore[attr-defined]
            return node
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            is_plain = not in_place(self.source, node) or node.target.id in self.fresh
            return node if is_plain else self.augmented_name(node)
        if self.is_fresh(node.target):
            return node
        parts = _place(self.source, node.target)
        kind = parts.pop("kind")
        read = "item(trail, owner, key)" if kind == "item" else "attribute(trail, owner, key)"
        name = self.source.fresh("old")
        text = f"name = {read}\nname = augmented(trail, operation, name, operand)\nset_{kind}(trail, name, owner, key)"
        parts |= {"name": name, "operation": n.constant(type(node.op).__name__, node), "operand": node.value}
        return n.quote(node, text, trail=self.trail, **parts)

    def augmented_name(self, node: ast.AugAssign) -> ast.stmt:
        call = self.call(
            node,
            "augmented(trail, operation, target, operand)",
            operation=n.constant(type(node.op).__name__, node),
            target=node.target,
            operand=node.value,
        )
        return n.quote(node, "target = call", target=node.target, call=call)[0]

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        deletions: list[ast.stmt] = []
        for target in node.targets:
            if not isinstance(target, PLACES) or self.is_fresh(target):
                deletions.append(n.at(ast.Delete([target]), node))
                continue
            parts = _place(self.source, target)
            text = f"delete_{parts.pop('kind')}(trail, owner, key)"
            deletions.append(_statement(self.call(node, text, **parts)))
        return deletions


def is_simple(node: ast.expr) -> bool:
    """May this stand twice in a text?"""
    return sum(1 for _ in ast.walk(node)) < 12 and not any(
        isinstance(part, (ast.Call, *n.SCOPES)) for part in ast.walk(node)
    )


def is_for_all(kind: ast.expr | None) -> bool:
    """Does this handler take every exception?"""
    return kind is None or any(isinstance(part, ast.Name) and part.id == "BaseException" for part in ast.walk(kind))


def is_atom(node: ast.expr) -> bool:
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.Compare, ast.Starred))


OPERATED: dict[type, str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv"},
    **{ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or_"},
    **{ast.BitAnd: "and_", ast.BitXor: "xor", ast.MatMult: "matmul"},
}
COMPARED: dict[type, tuple[str, str]] = {
    **{ast.Eq: ("__eq__ __eq__", "eq"), ast.NotEq: ("__ne__ __ne__", "ne"), ast.Lt: ("__lt__ __gt__", "lt")},
    **{ast.LtE: ("__le__ __ge__", "le"), ast.Gt: ("__gt__ __lt__", "gt"), ast.GtE: ("__ge__ __le__", "ge")},
}


def _place(source: Source, target: Any) -> dict[str, Any]:
    """A place as the run-time functions take it: its kind, its owner, and its key or name."""
    if isinstance(target, ast.Subscript):
        return {"kind": "item", "owner": target.value, "key": slice_object(target.slice)}
    return {"kind": "attribute", "owner": target.value, "key": n.constant(source.mangled(target.attr), target)}


def slice_object(key: ast.expr) -> ast.expr:
    """The key of a subscript as an expression of its own: a[i:j] has the key slice(i, j, None)."""
    if isinstance(key, ast.Slice):
        bounds = [part or n.constant(None, key) for part in (key.lower, key.upper, key.step)]
        return n.expression(key, "slice(a, b, c)", **dict(zip("abc", bounds, strict=True)))
    if isinstance(key, ast.Tuple):
        key.elts = [slice_object(item) for item in key.elts]
    return key


def _statement(value: ast.expr) -> ast.stmt:
    return n.at(ast.Expr(value), value)  # type: ignore[no-any-return]
