"""Binding: what an emitted tree names becomes what is called when it runs; what is chosen from is searched as it is.

    undo, items, ...                a constant in the code, see `linking`
    for x in E, a choice            for x in items(E, level), or nothing around what visibly can be iterated over as it is
    for x in g(y), a choice         for x in (g.levels[level.place] if type(g) is Ambiguous else choosing(g, level))(level.after, y)
    f_rest(x)                       f_rest[level.place](level.after, x): the same function at the next level, see `nesting`
    what takes a change back        the same, begun again where an interrupt comes meanwhile

>>> from ambsearch import ambiguous
>>> from ambsearch.expansion import expansion
>>> @ambiguous
... def f(xs):
...     return (yield xs), (yield (1, 2))
>>> code = expansion(f.__wrapped__).searches()[0].__code__
>>> any(getattr(constant, "__name__", "") == "items" for constant in code.co_consts)
True
"""

import ast
from types import FunctionType
from typing import Any

from ambsearch import answers
from ambsearch.expansion.analysis.world import WORLD, steady_value
from ambsearch.expansion.reading.source import LAZY, UNKNOWN, Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.unchosen import may_be_forgotten

HELPER = "@ambsearch"  # marks the constants that stand for helpers until the code is compiled
CONDITION = "condition@"  # the variable that holds one while it is looked at
# the level of what is chosen from: a parameter, and in a driver a cell, as is that of what is passed on, which differs there
LEVEL, PASSED = "level@", "passed@"
OF_THE_RUN = "@run"  # marks the cells that stand for helpers of an observed search

# builtin functions and functions of the language whose result can be iterated as it is
AS_IT_IS = frozenset("range sorted list tuple set frozenset an_integer_between an_integer_from amb ramb".split())
# functions of the language that `choices` has again, without the Choices around the items
BARE = frozenset({"an_integer_between", "an_integer_from", "ramb"})
# which arguments those of LAZY go over that do not go over all
GONE_OVER = {"map": slice(1, None), "filter": slice(1, None), "enumerate": slice(1)}
LITERALS = (ast.Tuple, ast.JoinedStr, *ir.DISPLAYS)


class Binding(ir.Rewriter):
    """Binds the helpers, and makes a choice iterate directly over the search of an ambiguous function.

    cells: names whose values are given when the expansion of an observed search is bound; those marked by OF_THE_RUN stand
    for helpers. functions: those of the expansion besides the first, which call one another.
    """

    def __init__(
        self, source: Source, deep: bool, cells: tuple[str, ...] = (), functions: frozenset[str] | None = None
    ) -> None:
        self.source = source
        self.deep = deep
        self.level: Any = LEVEL
        self.cells = cells
        self.functions = frozenset[str]() if deep or functions is None else functions
        self.depth = 0 if functions is not None and not deep and not cells else 2  # of functions, one in the other

    def visit_Helper(self, node: ir.Helper) -> ast.expr:
        return self.helper(node.id, node)

    def helper(self, name: str, origin: ast.AST) -> ast.expr:
        if name + OF_THE_RUN in self.cells:
            return ir.load(name + OF_THE_RUN, origin)
        return ir.constant(name + HELPER, origin)

    def call(self, name: str, argument: ast.expr) -> ast.expr:
        call = ast.Call(self.helper(name, argument), [argument], [])
        return ir.at(call, argument)  # type: ignore[no-any-return]

    def visit_Save(self, node: ir.Save) -> list[ast.stmt]:
        text = "try: target = value\nexcept IndexError: target = nothing"
        nothing = self.helper("NOTHING", node)
        return ir.quote(node, text, target=node.target, value=self.visit(node.value), nothing=nothing)

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | list[ast.stmt]:
        """An interrupt may come when `undo` is called and has not begun: then it is called again."""
        match node.value:
            case ast.Call(func=ir.Helper(id="undo"), args=[ast.Name() as trail]):
                again = [self.generic_visit(ir.copy_of(node))]
                first = [self.generic_visit(node)]
                text = "if trail:\n    try: first\n    finally:\n        if trail: again"
                return ir.quote(node, text, first=first, trail=trail, again=again)
        self.generic_visit(node)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        """What is caught names as many arguments as the user wrote."""
        kind = object if node.type is None else self.source.resolve(node.type)
        if node.name and (not isinstance(kind, type) or issubclass(TypeError, kind)):
            told = ast.Expr(self.call("in_plain_numbers", ir.load(node.name, node)))
            node.body.insert(0, ir.at(told, node))
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """What is called for a choice alone gives the search itself, if it is ambiguous."""
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ir.Helper(id="apply")) as call):
                if name in self.source.chosen and not self.cells:
                    call.func = ir.helper("begin", call)
                    call.args.insert(0, ir.load(LEVEL, node))
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A function of the expansion is one of the next level; what is passed on goes on in the same driver."""
        before = self.level
        match node:
            case ast.Call(ir.Helper(id="pass_on")):
                self.level = PASSED
            case ast.Call(ir.Helper(id="open_items"), [ast.Call(function) as search]) if not self.cells:
                if isinstance(self.source.resolve(function), answers.Ambiguous):  # perhaps for a choice further in
                    self.level = ir.expression(node, "level.after", level=before)
                    node = self.call("Begun", self.bare(self.generic_visit(search)))  # type: ignore[assignment]
                    self.level = before
                    return node
            case ast.Call(ast.Attribute(ast.Call(function) as search, "exists"), [], []) if self.is_search(function):
                levels = ir.expression(function, "F.levels", F=function)
                return self.call("exists_in", self.at_level(self.generic_visit(search), levels))
        is_own = isinstance(node.func, ast.Name) and node.func.id in self.functions
        self.generic_visit(node)
        self.level = before
        return self.at_level(node, node.func) if is_own else node

    def is_search(self, function: ast.expr) -> bool:
        """Is this an ambiguous function, called where the level is known?"""
        return self.depth == 1 and steady_value(self.source, function, answers.Ambiguous) is not UNKNOWN

    def visit_FunctionDef(self, node: Any) -> Any:
        """What is made inside another function has no level."""
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    visit_Lambda = visit_AsyncFunctionDef = visit_FunctionDef

    def at_level(self, call: Any, levels: ast.expr) -> ast.Call:
        """The call of a search, which is found by its level, and is told the next one."""
        call.func = ir.expression(call, "levels[level.place]", levels=levels, level=self.level)
        return self.with_next(call)

    def with_next(self, call: Any) -> ast.Call:
        call.args.insert(0, ir.expression(call, "level.after", level=self.level))
        return call  # type: ignore[no-any-return]

    def visit_Back(self, node: ir.Back) -> list[ast.stmt]:
        """An interrupt may come before the inverse has run; where it has, it does nothing."""
        text = "back" if is_sure(node.body) else "try: back\nexcept BaseException:\n    back\n    raise"
        return ir.quote(node, text, back=self.block(node.body))

    def visit_Items(self, node: ir.Items) -> Any:
        return self.items(self.visit(node.value))

    def visit_Condition(self, node: ir.Condition) -> Any:
        """A value that is not called is asked whether it is a function; True and False are not even asked."""
        value = self.visit(node.value)
        is_name = isinstance(value, ast.Name)
        parts: dict[str, Any] = {name: self.helper(name, node) for name in ("ALWAYS_TRUE", "always_true", "type")}
        parts["c"] = value if is_name else ir.load(CONDITION, node)
        parts["first"] = value if is_name else ir.expression(node, "(c := E)", c=CONDITION, E=value)
        told = "first is True or c is not False and (always_true(c, text) if type(c) in ALWAYS_TRUE else c)"
        return ir.expression(node, told, text=ir.constant(node.text, node), **parts)

    def items(self, node: Any) -> Any:
        word = known_call(self.source, node) if isinstance(node, ast.Call) else ""
        is_generator = isinstance(node, ast.GeneratorExp)
        if is_generator:
            first = node.generators[0]
            first.iter = self.inner(first.iter)
        elif word in LAZY:
            over = slice(0) if word == "iter" and len(node.args) > 1 else GONE_OVER.get(word, slice(None))
            node.args[over] = [self.inner(part) for part in node.args[over]]
        if is_no_search(self.source, node):
            if word in BARE:
                node.func = self.helper(word, node.func)
            return node
        if word == "an_element_of" and has_one_argument(node):
            node = node.args[0]
        if isinstance(node, ast.Call) and self.may_be_search(node.func):
            return self.bare(node)
        if isinstance(node, ast.Call) and not self.cells and self.is_generator(node):
            return node
        if isinstance(node, ir.PLACES) and not self.deep and not self.cells:
            return self.items_in_place(node)
        # what can only be checked at run time; nobody else holds what is made here, so that it ends with the loop
        return self.items_of(node)

    def items_of(self, node: ast.expr) -> ast.expr:
        """What anything has as its items, asked at run time."""
        text = "deep_items(E, level)" if self.deep else "items(E, level)"
        return self.visit(ir.expression(node, text, E=node, level=self.level))  # type: ignore[no-any-return]

    def items_in_place(self, node: Any) -> ast.expr:
        """What a place holds, which mostly is a list, a tuple or a string: then no function need be called for it."""
        kept, first = self.kept(node, "source")
        text = f"kept if type({first}) is tuple else tuple(kept) if type(kept) in copied else kept if type(kept) in still else items"
        parts = {name: self.helper(name.upper(), node) for name in ("copied", "still")}
        parts["items"] = self.items_of(kept)
        return self.visit(ir.expression(node, text, kept=kept, E=node, **parts))  # type: ignore[no-any-return]

    def inner(self, node: ast.expr) -> ast.expr:
        """What a lazy iterator iterates over: it must not change meanwhile, and a search there is not chosen from."""
        name = "inner_items" if self.cells else "items"
        return node if isinstance(node, (*LITERALS, ast.Starred)) else self.call(name, node)

    def may_be_search(self, function: ast.expr) -> bool:
        """May this be an ambiguous function: an existing one, a future one, or this one?"""
        found = self.source.resolve(function)
        itself = isinstance(function, ast.Name) and function.id == self.source.name
        return found is UNKNOWN or isinstance(found, answers.Ambiguous) or itself

    def bare(self, node: ast.Call) -> ast.expr:
        """The call of what may be an ambiguous function; if it is one, its generator function is called directly."""
        function = node.func
        if isinstance(function, ast.Attribute) and self.source.is_method(function):
            name = self.source.mangled_name(function.attr)
            if not WORLD.may_search(name):
                return self.items_of(node)
            if not self.cells:
                return self.method(node, name)
        kept, first = self.kept(function, "function")
        parts: dict[str, Any] = {"kept": kept, "E": function, "level": self.level, "known": "known" + OF_THE_RUN}
        parts["choosing"] = self.helper("deep_choosing" if self.deep else "choosing", function)
        known = "known[kept][level.place]" if self.cells else "kept.levels[level.place]"
        text = f"{known} if type({first}) is Ambiguous else choosing(kept, level)"
        node.func = self.visit(ir.expression(function, text, **parts))
        return self.with_next(node)

    def kept(self, value: ast.expr, name: str) -> tuple[ast.expr, str]:
        """A variable that holds this value, and the text that reads it first; the value itself, if it is one."""
        kept = value if isinstance(value, ast.Name) else ir.load(self.source.fresh(name), value)
        return kept, "kept" if kept is value else "kept := E"

    def is_generator(self, call: ast.Call) -> bool:
        """Is this a user's generator, no forgotten search, which goes over nothing, or from here on over what is there now?"""
        found = self.source.resolve(call.func)
        if type(found) is not FunctionType or may_be_forgotten(found.__code__, found.__globals__):
            return False
        # here, because few programs have one
        from ambsearch.expansion.analysis.going_over import gives_at_rest, settled_function

        if gives_at_rest(self.source, call.func):
            return True
        made = settled_function(self.source, call)
        if made is not None:
            name = self.source.fresh(f"{found.__name__}_settled")
            self.source.constants[name] = made
            call.func = self.helper(name, call.func)
        return made is not None

    def method(self, node: Any, name: str) -> ast.expr:
        """The search of an ambiguous method, by the class of its owner."""
        of = node.func.value
        owner, first = self.kept(of, "owner")
        table = self.helper(f"levels_{name}", of)
        levels = self.visit(ir.expression(node, f"table[type({first})]", table=table, kept=owner, E=of))
        node.args.insert(0, owner)
        return self.at_level(node, levels)


def is_no_search(source: Source, node: ast.expr) -> bool:
    """Is this visibly something that a `for` can iterate over as it is?"""
    if isinstance(node, ast.Call):
        return known_call(source, node) in AS_IT_IS | LAZY
    return isinstance(node, (*LITERALS, ast.GeneratorExp)) or is_text(node)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def has_one_argument(node: ast.Call) -> bool:
    return len(node.args) == 1 and not node.keywords and not ir.has_star(node)


def known_call(source: Source, node: ast.Call) -> str:
    """The name of the builtin function, or function of the language, that is called; else nothing."""
    found = source.resolve(node.func)
    return word_in(found) or source.builtin(node)


def is_sure(back: list[ast.stmt]) -> bool:
    """Does an interrupt come too late for this, because it is no more than one call of C, or does it try twice itself?"""
    calls = [node for node in ir.inside(*back) if isinstance(node, ast.Call)]
    if not calls or ast.Try in map(type, ir.inside(*back)):
        return True
    names = [call.func.id if isinstance(call.func, ir.Helper) else type(call.func) for call in calls]
    return len(back) == 1 and names in ([ast.Attribute], ["undo"])
