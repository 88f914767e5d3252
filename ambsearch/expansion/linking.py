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
from types import CodeType, MappingProxyType
from typing import Any

from ambsearch import answers
from ambsearch.expansion.binding import HELPER, LEVEL, PASSED, Binding
from ambsearch.expansion.exception_table import with_jumps_back_inside
from ambsearch.expansion.reading.source import Source, remember_origins
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.frames import GOES_ON
from ambsearch.mistakes import miscounted, uncalled
from ambsearch.running import methods, undoing

NONE: Mapping[str, Any] = MappingProxyType({})


class Linked:
    """The compiled functions of an expansion, which may be bound several times, each time to its own cells.

    cells: names that the expansion uses besides the user's; their cells are given when it is bound.
    """

    def __init__(self, source: Source, functions: list[ast.FunctionDef], deep: bool, cells: tuple[str, ...] = ()):
        self.source = source
        levels = (LEVEL, PASSED) if deep else ()
        source.captured = {**source.captured, **{name: types.CellType() for name in (*levels, *cells)}}
        binding = Binding(source, deep, cells, frozenset(function.name for function in functions[1:]))
        main = f"{source.name}@"
        self.main = source.mangled_name(main)  # as in the closures of the others: __solve_loop is private in a class
        written = _Written(source).block(ir.copy_of(functions)) if source.boxes else [source.tree]
        functions = [binding.visit(_bare_signature(function)) for function in functions]
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


def code_of_twin(source: Source, tree: ast.FunctionDef, inverses: list[ast.FunctionDef], code: CodeType) -> CodeType:
    """The code of the twin of a plain function, which shares the variables of that function."""
    source.captured = dict.fromkeys(code.co_freevars)
    tree.name = "twin@"
    (made,) = _compile(source, [Binding(source, deep=False).visit(_bare_signature(tree))])
    twin = _finish(made, source.constants | functions_of(source, inverses), code)
    remember_origins(twin, [source.tree], source)
    return twin


def add_inverses(source: Source, inverses: list[ast.FunctionDef]) -> None:
    """Make the code of the expansion hold these functions under their names."""
    source.inverses += inverses
    source.constants |= dict.fromkeys(tree.name for tree in inverses)


def functions_of(source: Source, trees: list[ast.FunctionDef]) -> dict[str, types.FunctionType]:
    """The functions that undo segments, which have only the variables of their entries."""
    binding = Binding(source, deep=False)
    codes = _compile(source, [binding.visit(tree) for tree in trees]) if trees else []
    return {code.co_name: types.FunctionType(_with_helpers(code), {}) for code in codes}


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
    if sys.version_info >= (3, 13) and sum(isinstance(node, ast.For) for node in ir.inside(*function.body)) > 1:
        function.body = ir.quote(function, "try: body\nfinally: pass", body=function.body)
    return function


def _compile(source: Source, functions: list[ast.FunctionDef]) -> list[CodeType]:
    names = [name for name in source.captured if name != "__class__"]
    factory = ir.definition(source.tree, "factory", ir.positional(names, source.tree), list(functions))
    outer: Any = factory
    if source.class_name is not None:
        outer = ast.ClassDef(source.class_name, [], [], [factory], [])
        if hasattr(outer, "type_params"):
            outer.type_params = []
    module = ast.Module([ir.at(outer, source.tree)], [])
    flags = __future__.annotations.compiler_flag if source.keeps_annotations else 0
    with warnings.catch_warnings():  # of calling a constant; the user's own were given at the first compilation
        warnings.simplefilter("ignore", SyntaxWarning)
        code = compile(module, source.filename, "exec", dont_inherit=True, flags=flags)
    while code.co_name != "factory":
        code = next(part for part in code.co_consts if isinstance(part, CodeType))
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def _finish(code: CodeType, own: Mapping[str, Any], original: CodeType, names: Mapping[str, str] = NONE) -> CodeType:
    """The code under the name of the original, with its helpers. names: those that functions made inside are to have."""
    return _with_helpers(code, own, original.co_qualname, names).replace(co_name=original.co_name)


def _function(original: Any, code: CodeType, cells: Mapping[str, Any], main: bool) -> Any:
    closure = tuple(map(cells.__getitem__, code.co_freevars))
    made = types.FunctionType(code, original.__globals__, original.__name__, None, closure)
    made.__qualname__, made.__module__ = original.__qualname__, original.__module__
    if main:
        made.__defaults__, made.__kwdefaults__ = original.__defaults__, original.__kwdefaults__
    return made


def _with_helpers(
    code: CodeType, own: Mapping[str, Any] = NONE, qualname: str = "", names: Mapping[str, str] = NONE
) -> CodeType:
    """Replace the names of helpers by the helpers among the constants: nothing loads faster.

    own: the helpers that were made for this code alone; qualname: of the function, by which those in it are called, too;
    names: their own, for those that the expansion has under others.
    """
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
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


RUNNING = "undoing changes calls builtin_calls asking stepped protocols over reads managers ahead choices driver turns resumed twins".split()
BESIDE = answers, miscounted, uncalled, builtins, operator
HELPING = (*(importlib.import_module(f"ambsearch.running.{name}") for name in RUNNING), *BESIDE)
# what an expansion names after an attribute, a container or a method: plain_x, default_x, derived_list, twin_put, super_put
MADE: dict[str, Callable[[str], Any]] = {
    "plain": lambda name: undoing.keepers(name).plain,
    "default": lambda name: undoing.keepers(name).defaults,
    "derived": undoing.DERIVED.__getitem__,
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
