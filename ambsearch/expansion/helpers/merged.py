"""A helper with the statements of those that it calls in the place of their calls, so that it is short as a whole.

    def put(self, x):               def put(self, x):
        self.cells.append(x)            self.cells.append(x)
        self.count(1)                   self.total += 1

The same object is of the same class, which says what `super()` gives, too, and the class of a parameter is asked where the
helper is called; what a function's name stands for is watched. A `with` becomes what its manager does before and after. If a
change fails, or is not a common one, the twin of the helper is called, which calls the others as they are.

>>> def note(seen, x):
...     seen.append(x)
>>> def put(seen, x):
...     note(seen, x)
...     note(seen, x + 1)
>>> print(ast.unparse(merge(Source.of_code(put.__code__, put.__globals__), {}).tree))
def put(seen, x):
    seen.append(x)
    x_2 = x + 1
    seen.append(x_2)
"""

import ast
import copy
from typing import Any

from ambsearch.expansion.analysis import callees, effects, facts, flow, kinds
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source, Written
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import PERMANENT
from ambsearch.running.methods import plain_method
from ambsearch.running.undoing import base_of_class, in_classes

DEEPEST = 3  # calls in calls
LEAVING = (ast.Return, ast.Break, ast.Continue, *ir.YIELDS)


def merge(source: Source, classes: dict[str, type], depth: int = 0) -> Source:
    """The source with those of the helpers that it calls.

    classes: those of its parameters, as far as they are known; those that it needs besides are put in, and are to be asked.
    """
    facts.consult(source)
    merging = _Merging(source, classes, depth)
    body = merging.block(ir.copy_of(source.body))
    if not merging.trees:
        return source
    tree, trees = copy.copy(source.tree), [source.tree, *merging.trees]
    tree.body = body
    tree.lineno, tree.end_lineno = min(one.lineno for one in trees), max(one.end_lineno for one in trees)
    return source.with_tree(tree)


class _Merging(ir.Rewriter):
    def __init__(self, source: Source, classes: dict[str, type], depth: int) -> None:
        self.source, self.classes, self.depth = source, classes, depth
        self.parameters = flow.parameters(source.tree.args) - source.names.bound
        self.trees: list[Any] = []  # of the helpers that have been put in

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if not isinstance(call, ast.Call) or call.keywords or self.depth == DEEPEST or ir.has_star(call):
            return node
        return self.placed(*self.target(call), node) or node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """The same of a helper whose value is bound to a variable."""
        is_bound = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        return self.visit_Expr(node) if is_bound else node  # type: ignore[arg-type]

    def visit_With(self, node: ast.With) -> Any:
        """What its __enter__ and __exit__ do; an exception that leaves it is left to the twin, which calls __exit__ with it."""
        is_left = any(isinstance(part, LEAVING) or self.source.may_die(part) for part in ir.inside(node))
        self.generic_visit(node)
        match node.items:
            case [ast.withitem(ast.Name() as owner, None)] if not is_left:
                cls = self.class_of(owner.id, "__exit__")
                halves = [self.half(cls, name) for name in ("__enter__", "__exit__")]
                before, after = (self.placed(half, [owner], cls, node) for half in halves)
                return node if before is None or after is None else [*before, *node.body, *after]
        return node

    def half(self, cls: type | None, name: str) -> Source | None:
        """The __enter__ or __exit__ of a class, as statements alone."""
        inner = self.method(cls, name)
        if inner is None or id(inner.code) in PERMANENT:
            return None
        tree = ir.copy_of(inner.tree)
        first = tree.args.args[0].arg if tree.args.args else ""
        match tree.body[-1]:
            case ast.Return(None | ast.Constant(None | False)):
                tree.body[-1] = ir.at(ast.Pass(), tree)
            case ast.Return(ast.Name(id=given)) if given == first and name == "__enter__":
                tree.body[-1] = ir.at(ast.Pass(), tree)
        read = {part.id for part in ir.inside(*tree.body) if isinstance(part, ast.Name)}
        if name == "__exit__" and not (flow.parameters(tree.args) - {first}) & read:  # what it is told of an error
            tree.args.args[1:], tree.args.vararg = [], None
        return inner.with_tree(tree)

    def placed(
        self, inner: Source | None, values: list[Any], cls: type | None, node: ast.stmt
    ) -> list[ast.stmt] | None:
        """The statements of a helper that is given these values, the first one of this class; None if it has others."""
        if inner is None or not isinstance(inner.tree, ast.FunctionDef):
            return None
        given = [argument.arg for argument in inner.tree.args.args]
        inner = merge(inner, dict.fromkeys(given[:1], cls) if cls else {}, self.depth + 1)
        result = inner.fresh("result") if isinstance(node, ast.Assign) else None
        inner = with_result(inner, result)
        names = {part.id for part in ir.inside(*inner.body) if isinstance(part, ast.Name)}
        # what it reads from elsewhere, or binds in a comprehension, is to be no variable here
        hidden = self.source.locals if inner.around is self.source.around else self.source.locals | self.source.unseen
        if len(given) != len(values) or not is_straight(inner) or (names - inner.locals) & hidden:
            return None
        if result is not None and result not in inner.locals:
            return None
        self.trees.append(inner.tree)
        if cls is not None:
            self.classes[values[0].id] = cls
        before: list[ast.stmt] = []
        parts: dict[str, Any] = {name: ir.load(self.source.fresh(name), node) for name in inner.locals - set(given)}
        if result is not None:
            parts[result] = node.targets[0]  # type: ignore[attr-defined]
        for name, value in zip(given, values, strict=True):
            parts[name] = value
            # a comprehension in it may bind the name of a global variable
            is_local = isinstance(value, ast.Name) and value.id in self.source.locals
            if not is_local and not isinstance(value, ast.Constant):
                parts[name] = ir.load(self.source.fresh(name), node)
                before += self.block(ir.quote(node, "name = value", name=parts[name].id, value=value))
        return [*before, *ir.Placing(parts).block(ir.copy_of(inner.body))]

    def target(self, call: ast.Call) -> tuple[Source | None, list[ast.expr], type | None]:
        """The function that is called here, if it is known, its arguments, and the class of the first of them."""
        around = self.source.around
        match call.func:
            case ast.Name(id=name) if around is not None and name in around.made:
                return around.nested_source(around.made[name]), call.args, None
            case ast.Name():
                return self.source_of(self.source.known_function(call)), call.args, None
            case ast.Attribute(value=ast.Name(id=name) as owner, attr=attribute) if self.source.is_method(call.func):
                cls = self.class_of(name, attribute)
                if cls is not None and plain_method(attribute, cls) in self.changing(attribute):
                    return self.method(cls, attribute), [owner, *call.args], cls
            case ast.Attribute(value=ast.Call(args=[]), attr=attribute) if effects.is_inherited(self.source, call):
                cls = self.own_class()
                inherited = in_classes(cls.__mro__[1:], attribute) if cls is not None else None
                if cls is not None and inherited in self.changing(attribute):
                    WORLD.rely(cls, attribute)
                    return self.source_of(inherited), [ir.load(self.first, call), *call.args], cls
        return None, [], None

    def own_class(self) -> type | None:
        """The class of the object whose method this is, if that class itself has it, so that super() goes on behind it."""
        cls = self.classes.get(self.first)
        method = None if cls is None else vars(cls).get(self.source.name)
        return cls if getattr(method, "__code__", self) is self.source.code else None

    @property
    def first(self) -> str:
        return next((argument.arg for argument in self.source.tree.args.args), "")

    def changing(self, name: str) -> list[Any]:
        """The methods of this name that change something."""
        return [own.function for own in callees.near(self.source, name) if not facts.is_harmless(own)]

    def class_of(self, name: str, attribute: str) -> type | None:
        """That of a parameter with such a method, which must be the only one if it is not known."""
        if name in self.classes or name not in self.parameters or self.depth:
            return self.classes.get(name)
        found = self.changing(attribute)
        return class_with(found[0]) if len(found) == 1 and found[0] is not None else None

    def method(self, cls: type | None, name: str) -> Source | None:
        if cls is None:
            return None
        WORLD.rely(cls, name)
        return self.source_of(plain_method(name, cls))

    def source_of(self, function: Any) -> Source | None:
        """The source of a function of the same module."""
        if function is None or function.__globals__ is not self.source.space or function.__closure__:
            return None
        return Source.of_code(function.__code__, function.__globals__)


def with_result(source: Source, name: str | None) -> Source:
    """The same function, but that its last statement binds its value to this variable, or does nothing with it."""
    tree = ir.copy_of(source.tree)
    match tree.body[-1]:
        case ast.Return(ast.expr() as value):
            text = "value" if name is None else "name = value"
            tree.body[-1:] = ir.quote(value, text, name=name, value=value)
            return source.with_tree(tree)
    return source


def class_with(function: Any) -> type | None:
    """The class whose objects have this method, if it is one class that no other is derived from."""
    name = function.__name__
    owners = [cls for cls, value in WORLD.owners.get(name, {}).values() if value is function]
    found = [cls for cls in owners if not type.__subclasses__(cls)]
    if len(found) != 1 or plain_method(name, found[0]) is not function:
        return None
    if base_of_class(found[0]) is not None and not kinds.container(found[0]):
        return None
    WORLD.rely(found[0], name)
    return found[0]


def is_straight(source: Source) -> bool:
    """Does this return nothing, bind only its own variables, and no parameter?"""
    names = {argument.arg for argument in source.tree.args.args}
    bound = source.names.bound | Written.of(source.tree).inner
    is_plain = names == flow.parameters(source.tree.args) and not names & bound
    return is_plain and not any(isinstance(node, (ast.Return, ast.Global, ast.Nonlocal)) for node in source.nodes)
