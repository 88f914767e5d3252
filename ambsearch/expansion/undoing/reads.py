"""Calls, attributes and operators that may run a user's function: its changes go on the trail.

    put(board)      calling[put](trail, board); next(it) likewise
    board.put(x)    twin_put[type(board)](trail, board, x)
    f(x)            (f(x) if (twin := KNOWN[f]) is None else twin(trail, x)) if type(f) is FunctionType else, the twin of what
                    `f` stands for, f(x) if type(f) is MethodType and type(f.__func__) is FunctionType and FREE[f.__func__]
                    else apply(trail, f, x);
                    in a comprehension, where no walrus is allowed,
                    f(x) if type(f) is FunctionType and KNOWN[f] is None or the same of a method else apply(trail, f, x)
    o.x             attribute(trail, o, 'x')
    a[k]            a[k] if type(a) is defaultdict and k in a or type(a) in BUILT_IN else item(trail, a, k)
    a < b           a < b if type(a) in OF_PYTHON and type(b) in OF_PYTHON else operate(trail, lt, a, b)
    a in b          likewise
    map(f, xs)      map(recording_later(trail, f), xs); in list(map(f, xs)) map(recording(trail, f), xs)
    sorted(key=f)   sorted(key=recording(trail, f))
    with m:         with enter_manager(trail, m):

All this happens only if `facts` says that the function may change something.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(note):
...     x = yield (1, 2)
...     note(x)
...     return x
>>> print(expand(f, fast=True), end="")
def f(note):
    for x in (1, 2):
        trail = []
        try:
            (note(x) if (twin := KNOWN[note]) is None else twin(trail, x)) if type(note) is FunctionType else note(x) if type(note) is MethodType and type(note.__func__) is FunctionType and FREE[note.__func__] else apply(trail, note, x)
            yield x
        except Dead:
            pass
        finally:
            if trail:
                undo(trail)
"""

import ast
from collections.abc import Set
from keyword import iskeyword
from types import FunctionType
from typing import Any

from ambsearch.expansion.analysis import closures, effects, values
from ambsearch.expansion.analysis.asked import COMPARISONS
from ambsearch.expansion.analysis.callees import callbacks, near
from ambsearch.expansion.analysis.kinds import UNSEEN, Kinds, kind_of
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.one_change import is_there
from ambsearch.running.protocols import ITERATING
from ambsearch.running.undoing import IN_PLACE, METHODS

# what may be evaluated twice, such as a key; what may be written twice
REPEATABLE = (ast.Name, ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
IS_FREE = "type(F.__func__) is FunctionType and FREE[F.__func__]"
SIMPLE = (*REPEATABLE, ast.Starred, ast.Attribute, ast.Subscript, ast.Compare, ast.cmpop, ast.Call, ast.keyword)


class Reads(ir.Walruses):
    """Rewrites what may run a user's function that changes something.

    trail: the variable of the trail; fresh: the variables whose objects the function created itself; kinds: what the
    variables visibly hold.
    """

    def __init__(self, source: Source, trail: str, fresh: Set[str], kinds: Kinds = UNSEEN) -> None:
        self.source = source
        self.trail = trail
        self.fresh = fresh
        self.kinds = kinds
        self.read_at_once: set[ast.AST] = set()  # the iterators that are read where they are made
        self.chosen: set[ast.AST] = set()  # the calls that give what a choice is made from

    def visit_FunctionDef(self, node: Any) -> Any:
        """What is evaluated at its definition."""
        node.args = self.visit(node.args)
        if not isinstance(node, ast.Lambda):
            node.decorator_list = [self.decorator(part) for part in node.decorator_list]
            node.returns = self.annotation(node.returns)
        return node

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef

    def annotation(self, node: ast.expr | None) -> Any:
        return node if node is None or self.source.keeps_annotations else self.visit(node)

    def decorator(self, node: ast.expr) -> ast.expr:
        """A decorator, which is called when what is below it has been made."""
        call = ir.at(ast.Call(node, [ir.constant(None, node)], []), node)
        asks, node = bool(effects.changes(self.source, [call])), self.visit(node)
        return self.call(node, "recording(trail, F)", F=node) if asks else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = self.annotation(node.annotation)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Here a variable would be an attribute."""
        node.decorator_list = [self.decorator(part) for part in node.decorator_list]
        node.bases, node.keywords = self.block(node.bases), self.block(node.keywords)
        before, self.in_expression = self.in_expression, True
        node.body = self.block(node.body)
        self.in_expression = before
        return node

    def call(self, origin: ast.AST, text: str, **parts: Any) -> ast.expr:
        return ir.expression(origin, text, trail=self.trail, **parts)

    def is_fresh(self, owner: ast.expr) -> bool:
        """Does this name an object that the function made itself?"""
        return effects.root_of(owner) in self.fresh

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if effects.is_permanent(self.source, node):
            return self.permanent_value(node.args[0])
        asks = self.source.may_change(node) and self.source.owner_changed(node) not in self.fresh
        function = node.func
        is_read = isinstance(function, ast.Attribute) and asks and self.source.may_change(function)
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        else:
            node.func = self.visit(function)
        self.rewrite_given(node)
        is_method = isinstance(function, ast.Attribute) and function.attr in METHODS
        is_above = is_method and effects.is_inherited(self.source, node)
        if effects.prints_to_file(self.source, node):
            return self.call_by(node, "change_argument", function)
        if effects.changes_first_argument(self.source, function):
            is_own = node.args and self.is_fresh(node.args[0])
            return node if is_own else self.call_by(node, "change_argument", function)
        if isinstance(function, ast.Name) and function.id in self.source.recorded.values() or is_recorder(function):
            node.args.insert(0, ir.load(self.trail, node))
            return node
        is_users = is_method and bool(near(self.source, function.attr))  # type: ignore[attr-defined]
        if (asks or is_above or is_users) and (known := self.known_call(node)) is not None:
            return known
        if is_method and (asks or not self.is_fresh(function.value)):  # type: ignore[attr-defined]
            return self.call_by(node, "change", function.value, ir.constant(function.attr, function))  # type: ignore[attr-defined]
        return self.unknown_call(node, self.attribute(function) if is_read else node.func) if asks else node  # type: ignore[arg-type]

    def unknown_call(self, node: ast.Call, called: ast.expr) -> ast.expr:
        """A call of what is known only at run time, or of what Python calls by itself; called: what gives it, recorded."""
        function = node.func
        if self.source.is_one_of(function, ITERATING):  # which take the items of what they are given
            node.args = [self.resumable_argument(part) for part in node.args]
        found = None if isinstance(function, ir.Helper) else self.source.resolve(function)
        if found is next and self.source.is_fast:
            return with_arguments(self.call(node, "calling[F](trail)", F=function), node)
        is_known = found is not UNKNOWN and not isinstance(found, FunctionType)
        if not is_known and self.is_short(node, called):
            return self.call_by_form(node, called)
        if is_known or self.source.is_fast:
            return self.call_by(node, "apply", called)
        node.func = self.call(node, "recording(trail, F)", F=called)  # which reads like the call
        return node

    def call_by(self, node: ast.Call, helper: str, *first: ast.expr) -> ast.expr:
        """The call of a helper, which is given the trail, and these before the arguments."""
        node.func, node.args = ir.expression(node.func, helper), [ir.load(self.trail, node), *first, *node.args]
        return node

    def resumable_argument(self, node: ast.expr) -> ast.expr:
        """What is given to such a function; an iterator that is made here need not go back."""
        return ir.expression(node, "resumable(E)", E=node) if all(map(is_made_there, ir.sides(node))) else node

    def visit_Starred(self, node: ast.Starred) -> Any:
        self.read_at_once.add(node.value)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        self.read_at_once.add(node.iter)
        return self.generic_visit(node)

    def visit_comprehensions(self, node: Any) -> Any:
        if not isinstance(node, ast.GeneratorExp) or node in self.read_at_once:
            self.read_at_once.update(loop.iter for loop in node.generators)
        return super().visit_comprehensions(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehensions

    def rewrite_given(self, node: ast.Call) -> None:
        """Rewrite the arguments; a function that is called back is recorded by itself."""
        if closures.is_eager(self.source, node) or node in self.read_at_once:
            self.read_at_once.update(node.args)
        calls = [call for call in callbacks(self.source, node) if not isinstance(call.func, ast.Starred)]
        backs = {id(call.func) for call in calls if effects.changes(self.source, [call])}
        found = self.source.resolve(node.func)
        is_later = (issubclass(type(found), type) or found is iter) and node not in self.read_at_once
        text = "recording_later(trail, F)" if is_later else "recording(trail, F)"

        def given(part: ast.expr) -> ast.expr:
            made: ast.expr = self.visit(part)
            return self.call(part, text, F=made) if id(part) in backs else made

        node.args = [*map(given, node.args)]
        for keyword in node.keywords:
            keyword.value = given(keyword.value)

    def known_call(self, node: ast.Call) -> ast.expr | None:
        """A call of a method, or of a function that seems to be known."""
        if not self.source.is_fast:
            return None
        if isinstance(node.func, ast.Attribute):
            return self.method_call(node, node.func)
        if not isinstance(node.func, ast.Name) or self.source.known_function(node) is None:
            return None
        return with_arguments(self.call(node, "calling[F](trail)", F=node.func), node)

    def is_short(self, node: ast.Call, function: ast.expr) -> bool:
        """Is this call so short that it may be written twice?"""
        given = *node.args, *(part.value for part in node.keywords)
        is_simple = all(isinstance(part, SIMPLE) for part in ir.inside(*given))
        is_named = isinstance(function, ast.Name if self.in_expression else (ast.Name, ast.Subscript, ast.Attribute))
        return self.source.is_fast and is_simple and is_named and node not in self.chosen

    def call_by_form(self, node: ast.Call, function: ast.expr) -> ast.expr:
        """A call as it is, if the function has no twin."""
        if self.in_expression:
            test = f"type(F) is FunctionType and KNOWN[F] is None or type(F) is MethodType and {IS_FREE}"
            parts = {"plain": ir.copy_of(node), "F": function, "recorded": self.call_by(node, "apply", function)}
            return self.call(node, f"plain if {test} else recorded", **parts)
        is_name, twin = isinstance(function, ast.Name), self.source.fresh("twin")
        name = function if is_name else ir.load(self.source.fresh("function"), node)
        kind = "type(F)" if is_name else "type(F := E)"
        known = f"(F() if (twin := KNOWN[F]) is None else twin(trail)) if {kind} is FunctionType"
        text = f"{known} else F() if type(F) is MethodType and {IS_FREE} else recorded"
        recorded = self.call_by(ir.copy_of(node), "apply", ir.copy_of(name))
        call: Any = self.call(node, text, F=name, E=function, twin=twin, recorded=recorded)
        for plain in (call.body.body, call.body.orelse, call.orelse.body):
            with_arguments(plain, ir.copy_of(node))
        return call  # type: ignore[no-any-return]

    def method_call(self, node: ast.Call, method: ast.Attribute) -> ast.expr | None:
        """owner.f(x), where f can only be a method: the class of the owner says which."""
        name = self.source.mangled_name(method.attr)
        is_super = effects.is_inherited(self.source, node) and len(method.value.args) == 2  # type: ignore[attr-defined]
        here, of = method.value.args if is_super else (None, method.value)  # type: ignore[attr-defined]
        is_name = isinstance(of, ast.Name)
        if self.in_expression and not is_name:
            return None  # no walrus is allowed there
        if not is_super and (WORLD.may_search(name) or not self.source.is_method(method)):
            return None  # an ambiguous method that is not asked is told by this name
        first, owner = ("owner", of) if is_name else ("owner := E", self.source.fresh("owner"))
        parts = {"table": ir.helper(f"{'super' if is_super else 'twin'}_{name}", node), "owner": owner, "E": of}
        text = f"table[here, type({first})](trail, owner)" if is_super else f"table[type({first})](trail, owner)"
        return with_arguments(self.call(node, text, here=here, **parts), node)

    def constant(self, name: str, value: Any, origin: ast.AST) -> ir.Helper:
        """A name that stands for this value in the code of the expansion."""
        known = next((known for known, other in self.source.constants.items() if other is value), None)
        name = known or self.source.fresh(name)
        self.source.constants[name] = value
        return ir.helper(name, origin)

    def permanent_value(self, value: ast.expr) -> ast.expr:
        """What is marked permanent; containers that are passed to a method are stored as they are now."""
        if not isinstance(value, ast.Call):
            return value
        is_method = isinstance(value.func, ast.Attribute) and value.func.attr in METHODS
        if is_method or effects.changes_first_argument(self.source, value.func):
            start = 0 if is_method else 1
            value.args[start:] = [self.value_to_store(part) for part in value.args[start:]]
            for keyword in value.keywords:
                keyword.value = self.value_to_store(keyword.value)
        return value

    def value_to_store(self, value: ast.expr) -> ast.expr:
        """What a permanent change stores."""
        is_known = isinstance(value, ast.Name) and values.is_visibly(values.ATOM, self.source, value)
        return value if is_known or _is_atom(value) else self.call(value, "copy_to_keep(E)", E=value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        asks = isinstance(node.ctx, ast.Load) and self.source.may_change(node)
        self.generic_visit(node)
        return self.attribute(node) if asks else node

    def attribute(self, node: ast.Attribute) -> ast.expr:
        name = ir.constant(self.source.mangled_name(node.attr), node)
        return self.call(node, "attribute(trail, owner, name)", owner=node.value, name=name)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        asks = isinstance(node.ctx, ast.Load) and self.source.may_change(node)
        self.generic_visit(node)
        if not asks:
            return node
        owner, key = node.value, effects.slice_object(node.slice)
        is_name = isinstance(owner, ast.Name)
        is_repeatable = all(isinstance(part, REPEATABLE) for part in ir.inside(key))
        if not self.source.is_fast or self.in_expression and not is_name or not is_repeatable:
            return self.call(node, "item(trail, owner, key)", owner=owner, key=key)
        test = is_there(self.source)
        if not is_name:
            test = test.replace("owner", "owner := E", 1)
        if is_name and kind_of(self.source, owner, self.kinds) == "defaultdict":
            test = "key in owner"
        text = f"owner[key] if {test} else item(trail, owner, key)"
        return self.call(node, text, owner=owner if is_name else self.source.fresh("owner"), key=key, E=owner)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        asks = len(node.ops) == 1 and self.source.may_change(node)
        self.generic_visit(node)
        if not asks:
            return node
        operator, other = type(node.ops[0]), node.comparators[0]
        if operator in (ast.In, ast.NotIn):
            text = "is_in(trail, one, other)" if operator is ast.In else "not is_in(trail, one, other)"
            return self.unless_plain(node, text, one=node.left, other=other)
        return self.operator_call(node, COMPARISONS[operator].strip("_"), node.left, other)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        asks = self.source.may_change(node)
        self.generic_visit(node)
        if not asks:
            return node
        name = IN_PLACE[type(node.op).__name__].__name__.removeprefix("i")
        return self.operator_call(node, name, node.left, node.right)

    def operator_call(self, node: ast.expr, name: str, one: ast.expr, other: ast.expr) -> ast.expr:
        function = f"{name}_" if iskeyword(name) else name
        return self.unless_plain(node, f"operate(trail, {function}, one, other)", one=one, other=other)

    def unless_plain(self, node: ast.expr, text: str, **operands: ast.expr) -> ast.expr:
        """What the text says of the operands; the node as it is if they are variables that hold what is of Python's own kinds."""
        names = [name for name, operand in operands.items() if not isinstance(operand, ast.Constant)]
        if self.source.is_fast and all(isinstance(operands[name], ast.Name) for name in names):
            test = " and ".join(f"type({name}) in OF_PYTHON" for name in names)
            text = f"plain if {test} else {text}"
        return self.call(node, text, plain=node, **operands)

    def visit_With(self, node: ast.With) -> ast.stmt:
        asks = self.source.may_change(node)
        self.generic_visit(node)
        for item in node.items if asks else ():
            item.context_expr = self.call(item.context_expr, "enter_manager(trail, manager)", manager=item.context_expr)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        """A pattern may hold no calls."""
        node.guard, node.body = node.guard and self.visit(node.guard), self.block(node.body)
        return node


def is_made_there(node: ast.expr) -> bool:
    """Is this made where it stands, so that perhaps nothing else holds it?"""
    function = getattr(node, "func", None)
    is_call = isinstance(node, ast.Call) and (not isinstance(function, ir.Helper) or function.id == "apply")
    return is_call or isinstance(node, ast.GeneratorExp)


RECORDERS = frozenset("iterate choose_from spread as_mapping stepping more_steps".split()) | effects.RECORDED


def is_recorder(function: ast.expr) -> bool:
    """Does this take the trail itself: because it changes something, or steps through the user's iterators?"""
    return isinstance(function, ir.Helper) and function.id in RECORDERS


def _is_atom(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return effects.is_number(node.left) or effects.is_number(node.right)
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.Compare, ast.Starred))


def with_arguments(call: Any, other: ast.Call) -> ast.expr:
    """A call that also gets the arguments of another call."""
    call.args += other.args
    call.keywords += other.keywords
    return call  # type: ignore[no-any-return]
