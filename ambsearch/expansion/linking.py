"""Linking: from the emitted definitions to functions of the user's module.

They are compiled under the user's file name, inside a class of the same name where there is one (for
private names), and share the closure cells, the globals and the defaults of the original function.

>>> from ambsearch import ambiguous, expand
>>> from ambsearch.expansion import expansion
>>> @ambiguous
... def f(xs):
...     yield (1, 2)
...     xs.sort()
>>> "undo(" in expand(f), undoing.undo in expansion(f.__wrapped__).searches()[0].__code__.co_consts
(True, True)
"""

import __future__

import ast
import builtins
import functools
import importlib
import operator
import sys
import types
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ambsearch import answers, language, miscounted, uncalled
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.exception_table import with_jumps_back_inside
from ambsearch.expansion.reading.source import LAZY, UNKNOWN, Source, name_in, remember_origins
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.trees.walking import DISPLAYS
from ambsearch.running import methods, undoing
from ambsearch.tracebacks import GOES_ON

HELPER = "@ambsearch"  # marks the constants that stand for helpers until the code is compiled
CONDITION = "condition@"  # the variable that holds one while it is looked at
# the level of what is chosen from: a parameter, and in a driver a cell, as is that of what is passed on, which differs there
LEVEL, PASSED = "level@", "passed@"
OF_THE_RUN = "@run"  # marks the cells that stand for helpers of an observed search

# builtin functions and functions of the language whose result can be iterated as it is
AS_IT_IS = frozenset({"range", "sorted", "an_integer_between", "an_integer_from", "amb", "ramb"})
# functions of the language that `choices` has again, without the Choices around the items
BARE = frozenset({"an_integer_between", "an_integer_from", "ramb"})
# which arguments those of LAZY go over that do not go over all
GONE_OVER = {"map": slice(1, None), "filter": slice(1, None), "enumerate": slice(1)}
NONE: Mapping[str, Any] = MappingProxyType({})
LITERALS = (ast.Tuple, ast.JoinedStr, *DISPLAYS)


class Linked:
    """The compiled functions of an expansion, which may be bound several times, each time to its own cells.

    cells: names that the expansion uses besides the user's; their cells are given when it is bound.
    """

    def __init__(self, source: Source, functions: list[ast.FunctionDef], deep: bool, cells: tuple[str, ...] = ()):
        self.source = source
        levels = (LEVEL, PASSED) if deep else ()
        source.captured = {**source.captured, **{name: types.CellType() for name in (*levels, *cells)}}
        linking = _Linking(source, deep, cells, frozenset(function.name for function in functions[1:]))
        main = f"{source.name}@"
        self.main = source.mangled_name(main)  # as in the closures of the others: __solve_loop is private in a class
        written = _Written(source).block(ir.copy_of(functions)) if source.boxes else [source.tree]
        functions = [linking.visit(_bare_signature(function)) for function in functions]
        if not deep:
            for function in functions:
                function.args.posonlyargs.insert(0, ir.at(ast.arg(LEVEL), function))
        functions[0].name = main
        source.constants |= functions_of(source, source.inverses)
        code, own = source.function.__code__, source.constants
        names = {twin: name for name, twin in source.recorded.items()} | source.renamed
        parts = _compile(source, [_closed_in_order(function) for function in functions])
        self.codes = {source.mangled_name(part.co_name): _finish(part, own, code, names) for part in parts}
        for name, code in self.codes.items():
            if name != self.main:
                self.codes[name] = code.replace(co_consts=(*code.co_consts, GOES_ON))
            remember_origins(self.codes[name], written, source)
        source.function, source.captured = None, {}  # which need not live as long as this

    def bind(self, function: Callable[..., Any], given: Mapping[str, types.CellType]) -> dict[str, Callable[..., Any]]:
        """All functions for this function, or one of the same code, by their names; given: the cells that it does not have."""
        cells = {**dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)), **given}
        return {name: _function(function, code, cells, name == self.main) for name, code in self.codes.items()}


def code_of_twin(
    source: Source, tree: ast.FunctionDef, inverses: list[ast.FunctionDef], code: types.CodeType
) -> types.CodeType:
    """The code of the twin of a plain function, which shares the variables of that function."""
    source.captured = dict.fromkeys(code.co_freevars)
    tree.name = "twin@"
    (made,) = _compile(source, [_Linking(source, deep=False).visit(_bare_signature(tree))])
    twin = _finish(made, source.constants | functions_of(source, inverses), code)
    remember_origins(twin, [source.tree], source)
    return twin


def add_inverses(source: Source, inverses: list[ast.FunctionDef]) -> None:
    """Make the code of the expansion hold these functions under their names."""
    source.inverses += inverses
    source.constants |= dict.fromkeys(tree.name for tree in inverses)


def functions_of(source: Source, trees: list[ast.FunctionDef]) -> dict[str, types.FunctionType]:
    """The functions that undo segments, which have only the variables of their entries."""
    linking = _Linking(source, deep=False)
    codes = _compile(source, [linking.visit(tree) for tree in trees]) if trees else []
    return {code.co_name: types.FunctionType(_with_helpers(code), {}) for code in codes}


def is_sure(back: list[ast.stmt]) -> bool:
    """Does an interrupt come too late for this, because it is no more than one call of C, or does it try twice itself?"""
    calls = [node for node in ir.inside(*back) if isinstance(node, ast.Call)]
    if any(isinstance(node, ast.Try) for node in ir.inside(*back)) or not calls:
        return True
    names = [call.func.id if isinstance(call.func, ir.Helper) else type(call.func) for call in calls]
    return len(back) == 1 and names in ([ast.Attribute], ["undo"])


def _bare_signature(node: ast.FunctionDef) -> ast.FunctionDef:
    """Annotations and default values are those of the original function; here only their number matters."""
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    node.args.defaults = [ir.constant(None, part) for part in node.args.defaults]
    node.args.kw_defaults = [part and ir.constant(None, part) for part in node.args.kw_defaults]
    return node


def _closed_in_order(function: ast.FunctionDef) -> ast.FunctionDef:
    """From Python 3.13 on a generator that waits outside of a `try` is closed by dropping its outer loops first."""
    loops = sum(isinstance(node, ast.For) for node in ir.inside(*function.body))
    if sys.version_info >= (3, 13) and loops > 1:
        function.body = ir.quote(function, "try: body\nfinally: pass", body=function.body)
    return function


def _compile(source: Source, functions: list[ast.FunctionDef]) -> list[types.CodeType]:
    names = [name for name in source.captured if name != "__class__"]
    factory = ir.definition(source.tree, "factory", ir.positional(names, source.tree), list(functions))
    outer: Any = factory
    if source.class_name is not None:
        outer = ast.ClassDef(source.class_name, [], [], [factory], [])
        if hasattr(outer, "type_params"):
            outer.type_params = []
    module = ast.Module([ir.at(outer, source.tree)], [])
    with warnings.catch_warnings():  # of calling a constant; the user's own were given at the first compilation
        warnings.simplefilter("ignore", SyntaxWarning)
        code = _code(module, source)
    while code.co_name != "factory":
        code = next(part for part in code.co_consts if isinstance(part, types.CodeType))
    return [part for part in code.co_consts if isinstance(part, types.CodeType)]


def _code(module: ast.Module, source: Source) -> types.CodeType:
    flags = __future__.annotations.compiler_flag if source.keeps_annotations else 0
    try:
        code: types.CodeType = compile(module, source.filename, "exec", dont_inherit=True, flags=flags)
    except TypeError:  # a node without a position; to give them all one takes longer than compiling
        ast.fix_missing_locations(module)
        code = compile(module, source.filename, "exec", dont_inherit=True, flags=flags)
    return code


def _finish(
    code: types.CodeType, own: Mapping[str, Any], original: types.CodeType, names: Mapping[str, str] = NONE
) -> types.CodeType:
    """The code under the name of the original, with its helpers. names: those that functions made inside are to have."""
    return _with_helpers(code, own, original.co_qualname, names).replace(co_name=original.co_name)


def _function(original: Any, code: types.CodeType, cells: Mapping[str, Any], main: bool) -> Any:
    closure = tuple(map(cells.__getitem__, code.co_freevars))
    made = types.FunctionType(code, original.__globals__, original.__name__, None, closure)
    made.__qualname__, made.__module__ = original.__qualname__, original.__module__
    if main:
        made.__defaults__, made.__kwdefaults__ = original.__defaults__, original.__kwdefaults__
    return made


def _with_helpers(
    code: types.CodeType, own: Mapping[str, Any] = NONE, qualname: str = "", names: Mapping[str, str] = NONE
) -> types.CodeType:
    """Replace the names of helpers by the helpers among the constants: nothing loads faster.

    own: the helpers that were made for this code alone; qualname: of the function, by which those in it are called, too;
    names: their own, for those that the expansion has under others.
    """
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            name = names.get(constant.co_name, constant.co_name)
            inner = qualname + constant.co_qualname.removeprefix(code.co_qualname).removesuffix(constant.co_name) + name
            constant = _with_helpers(constant, own, inner, names).replace(co_name=name)
        elif constant == code.co_qualname:  # of a class
            constant = qualname
        elif isinstance(constant, str) and constant.endswith(HELPER):
            name = constant.removesuffix(HELPER)
            constant = own[name] if name in own else _helper(name)
        constants.append(constant)
    finished = code.replace(co_consts=tuple(constants), co_qualname=qualname or code.co_qualname)
    return with_jumps_back_inside(finished)


RUNNING = "undoing changes calls builtin_calls asking protocols over reads managers choices driver turns resumed twins".split()
BESIDE = answers, miscounted, uncalled, builtins, operator
HELPING = (*(importlib.import_module(f"ambsearch.running.{name}") for name in RUNNING), *BESIDE)
# what an expansion names after an attribute or a method: plain_x, default_x, twin_put, method_put, super_put
MADE: dict[str, Callable[[str], Any]] = {
    "plain": undoing.plain,
    "default": undoing.default,
    "twin": functools.partial(methods.table, methods.method_of),
    "method": functools.partial(methods.table, methods.object_method),
    "super": functools.partial(methods.table, methods.inherited_method),
    "levels": functools.partial(methods.table, methods.levels_of_method),
}


def _helper(name: str) -> Any:
    kind, _, of = name.partition("_")
    if of and kind in MADE:  # whatever the name is: one's own method may be called `apply`
        return MADE[kind](of)
    return next(vars(module)[name] for module in HELPING if name in vars(module))


class _Written(ir.Rewriter):
    """What the user wrote of the functions in an expansion, with its boxes, but without what records changes."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if node.name in self.source.recorded.values():
            return []
        node.name = self.source.renamed.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self.source.boxed.get((*ir.position_of(node).values(),)) or ir.constant(None, node)


class _Linking(ir.Rewriter):
    """Binds the helpers, and makes a choice iterate directly over the search of an ambiguous function.

    cells: names whose values are given when the expansion of an observed search is bound; those marked by OF_THE_RUN stand
    for helpers. functions: those of the expansion besides the first, which call one another.
    """

    def __init__(
        self, source: Source, deep: bool, cells: tuple[str, ...] = (), functions: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self.deep = deep
        self.level = LEVEL
        self.cells = cells
        self.functions = frozenset() if deep else functions

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
            case ast.Assign(
                targets=[ast.Name(name)],
                value=ast.Call(ir.Helper(id="apply"), [trail, function, *given])
                | ast.Call(ast.Call(ir.Helper(id="recording"), [trail, function]), given) as call,
            ):
                if name in self.source.chosen and not self.cells:
                    call.func = ir.helper("begin", call)
                    call.args = [ir.load(LEVEL, node), trail, function, *given]
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """A function of the expansion is one of the next level; what is passed on goes on in the same driver."""
        before = self.level
        if isinstance(node.func, ir.Helper) and node.func.id == "pass_on":
            self.level = PASSED
        is_own = isinstance(node.func, ast.Name) and node.func.id in self.functions
        self.generic_visit(node)
        self.level = before
        return self.at_level(node, node.func) if is_own else node

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
        return (
            (value, "kept") if isinstance(value, ast.Name) else (ir.load(self.source.fresh(name), value), "kept := E")
        )

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
    return name_in(language.__name__, found) or source.builtin(node)
