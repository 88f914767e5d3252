"""A program that runs without ambsearch: the expansion, with all that it calls.

standalone    the text, to be pasted elsewhere, e.g. into Python Tutor
"""

import ast
import builtins
import copy
import inspect
import symtable
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from ambsearch import language
from ambsearch.answers import Ambiguous
from ambsearch.errors import Refused
from ambsearch.expansion import emitted
from ambsearch.expansion import nodes as n
from ambsearch.expansion.linking import LITERALS
from ambsearch.expansion.printing import printed
from ambsearch.expansion.source import Source

ABSENT: Any = object()
IMPORTS = {"operator": "import operator"}  # of the helpers
IMPORTS |= {name: f"from collections import {name}" for name in ("Counter", "OrderedDict", "defaultdict", "deque")}
# what an expansion calls, as short as can be: the same answers in the same order, no errors told
WORDS = {
    "distinct": "def distinct(*values):\n    return all(a != b for i, a in enumerate(values) for b in values[:i])",
    "an_integer_between": "def an_integer_between(low, high):\n    return range(low, high + 1)",
    "an_integer_from": "def an_integer_from(low):\n    while True:\n        yield low\n        low += 1",
    "require": "def require(condition):\n    if not condition:\n        raise Dead",
    "fail": "def fail():\n    raise Dead",
    "an_element_of": "def an_element_of(items):\n    return items",
}
HELPERS = {
    "Dead": "class Dead(Exception):\n    '''Ends a branch from inside a helper.'''",
    "DICTS": "DICTS = {dict, Counter, defaultdict, OrderedDict}",
    "IMMUTABLE": "IMMUTABLE = {int, float, bool, complex, str, bytes, tuple, frozenset, type(None), range}",
    "SMALL": "SMALL = 500",
    "Saved": "class Saved(list):\n    '''Changes to take back.'''",
    "NOTHING": "NOTHING = Saved()",
    "undo": "def undo(trail):\n    while trail:\n        trail.pop()()",
    "keep": (
        "def keep(trail, owner):\n"
        "    '''Let the trail put back what a container holds now.'''\n"
        "    saved = list(owner.items()) if isinstance(owner, dict) else list(owner)\n"
        "    def back():\n"
        "        owner.clear()\n"
        "        (owner.update if isinstance(owner, (dict, set)) else owner.extend)(saved)\n"
        "    if type(owner) in (list, set, deque, dict, Counter, defaultdict, OrderedDict):\n"
        "        trail.append(back)\n"
        "    elif type(owner) not in IMMUTABLE:\n"
        "        raise TypeError(f'a change of a {type(owner).__name__} can be taken back by ambsearch only')"
    ),
    "changed": (
        "def changed(trail, owner, name, *args):\n    keep(trail, owner)\n    return getattr(owner, name)(*args)"
    ),
    "set_item": "def set_item(trail, value, owner, key):\n    keep(trail, owner)\n    owner[key] = value",
    "augmented": (
        "def augmented(trail, operation, target, operand):\n"
        "    keep(trail, target)\n"
        "    names = {'Mult': 'imul', 'BitOr': 'ior', 'BitAnd': 'iand', 'BitXor': 'ixor', 'LShift': 'ilshift', "
        "'RShift': 'irshift', 'Div': 'itruediv', 'MatMult': 'imatmul'}\n"
        "    return getattr(operator, names.get(operation, 'i' + operation.lower()))(target, operand)"
    ),
    "GONE": "GONE = object()  # stands for no value",
    "UNBOUND": "UNBOUND = object()  # stands for no value",
    "items_now": (
        "def items_now(source):\n"
        "    '''What a choice goes over, as it is now.'''\n"
        "    return tuple(source) if isinstance(source, (list, set, frozenset, dict)) else source"
    ),
    "Turns": (
        "class Turns(list):\n"
        "    '''The items of a loop, fetched when a branch needs them, and kept for the other branches.'''\n"
        "    def __init__(self, source):\n"
        "        self.source = iter(source)"
    ),
    "turns": "def turns(source):\n    return source if isinstance(source, (list, tuple, range, str)) else Turns(source)",
    "more": (
        "def more(items, i):\n"
        "    '''Is there an item number i after all?'''\n"
        "    if isinstance(items, Turns):\n"
        "        for item in items.source:\n"
        "            items.append(item)\n"
        "            return True\n"
        "    return False"
    ),
    "turns_of_enumerate": "def turns_of_enumerate(source, start=0):\n    return Turns(enumerate(source, start))",
    "turns_of_zip": "def turns_of_zip(*sources):\n    return Turns(zip(*sources))",
    "turns_of_reversed": "def turns_of_reversed(source):\n    return Turns(reversed(source))",
}


def standalone(function: Callable[..., Any], parameters: Mapping[str, Any] | None = None) -> str:
    """The expansion of an ambiguous function as a program of its own, with all that it calls.

    function: decorated with @ambiguous. parameters: of the call that the program ends with, e.g. {"n": 6}; None for no
    call. Gives Python text that imports nothing of ambsearch. Run, it prints the answers, as they come; one that is to be
    kept must be copied, for the search goes on to change it.
    Raises Refused for what it cannot do: a change made in a helper or by a method of one's own class, or one of an
    uncommon kind, which needs ambsearch to take it back; `ramb`, `once`, `if_fail` and `interleave`; what is not a
    function, a class or a literal value of the module. A change of an object of one's own class that is only met when
    the program runs ends it with a TypeError that says so.

    >>> from ambsearch import ambiguous, an_integer_between, require
    >>> @ambiguous
    ... def divisor(n):
    ...     d = yield an_integer_between(2, n - 1)
    ...     require(n % d == 0)
    ...     return d
    >>> print(standalone(divisor, {"n": 12}))
    def an_integer_between(low, high):
        return range(low, high + 1)
    <BLANKLINE>
    <BLANKLINE>
    def divisor(n):
        for d in an_integer_between(2, n - 1):
            if n % d == 0:
                yield d
    <BLANKLINE>
    <BLANKLINE>
    for answer in divisor(n=12):
        print(answer)
    <BLANKLINE>
    """
    if isinstance(function, MethodType):
        raise Refused(f"{function.__qualname__} is a method; a program of its own needs a function")
    program = Program()
    program.add(function.__name__, function, function.__name__)
    parts = [*sorted(program.imports), *program.parts.values()]
    if parameters is not None:
        given = ", ".join(f"{name}={literal(name, value)}" for name, value in parameters.items())
        parts.append(f"for answer in {function.__name__}({given}):\n    print(answer)")
    return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"


class Program:
    """The parts of a program, each with its name; what a part needs comes before it."""

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self.parts: dict[str, str] = {}
        self.meant: dict[str, Any] = {}

    def add(self, name: str, value: Any, user: str) -> None:
        """Add what a name stands for in the text of its user."""
        if self.meant.setdefault(name, value) is not value:
            raise Refused(f"{name} means two things in the functions that {user} calls; give one of them another name")
        if name in self.parts:
            return
        if getattr(value, "__module__", None) == language.__name__:
            if name not in WORDS:
                raise Refused(f"{user} uses {name}, which needs ambsearch")
            self.add_text(name, WORDS[name])
        elif isinstance(value, ModuleType):
            self.add_import(value.__name__, f"import {value.__name__} as {name}", name, user)
        elif isinstance(value, (Ambiguous, FunctionType, BuiltinFunctionType, type)) or hasattr(value, "cache_info"):
            self.add_definition(name, value, user)
        else:
            self.parts[name] = f"{name} = {literal(name, value)}"

    def add_import(self, module: str, line: str, name: str, user: str) -> None:
        if module.partition(".")[0] not in sys.stdlib_module_names:
            raise Refused(f"{user} uses {name} of {module}, which does not come with Python")
        self.imports.add(line.replace(f"import {name} as {name}", f"import {name}"))

    def add_definition(self, name: str, value: Any, user: str) -> None:
        module = value.__module__
        if module.partition(".")[0] in sys.stdlib_module_names and module != "__main__":
            self.add_import(module, f"from {module} import {value.__name__} as {name}", name, user)
            return
        if value.__name__ != name:
            raise Refused(f"{user} calls {value.__name__} by another name, {name}; use its own")
        self.parts[name] = ""  # while it is looked at: it may call itself
        plain = inspect.unwrap(value)
        text = expansion(plain) if isinstance(value, Ambiguous) else source_of(value)
        space = sys.modules[module].__dict__ if isinstance(value, type) else plain.__globals__
        cells = {} if isinstance(value, type) else closure(plain)
        known = set(dir(builtins))
        for needed in free_names(text):
            found = cells.get(needed, space.get(needed, ABSENT))
            if found is not ABSENT:
                self.add(needed, found, name)
            elif needed in HELPERS:
                self.add_text(needed, HELPERS[needed])
            elif needed in IMPORTS:
                self.imports.add(IMPORTS[needed])
            elif needed not in known:
                raise Refused(f"{name} changes something in a way that needs ambsearch to take it back ({needed})")
        self.parts[name] = self.parts.pop(name) + text

    def add_text(self, name: str, text: str) -> None:
        """Add a word or a helper, below those that it needs."""
        for needed in free_names(text):
            if needed in HELPERS and needed not in self.parts:
                self.add_text(needed, HELPERS[needed])
            elif needed in IMPORTS:
                self.imports.add(IMPORTS[needed])
        self.parts.setdefault(name, text)


def expansion(function: FunctionType) -> str:
    """The expansion with what its choices go over copied where it might change, without annotations."""
    source, emission = emitted(function)
    functions = [_Copying(source).visit(copy.deepcopy(tree)) for tree in (*emission.functions, *source.inverses)]
    text = printed(functions, source.taken - source.constants.keys())
    return without_annotations(text)


class _Copying(ast.NodeTransformer):
    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Items(self, node: n.Items) -> ast.expr:
        value = node.value
        if isinstance(value, ast.Call) or isinstance(value, LITERALS):
            return value
        return n.expression(value, "items_now(E)", E=value)


def source_of(value: Any) -> str:
    """The text of a plain function or class."""
    try:
        return without_annotations(textwrap.dedent(inspect.getsource(value)))
    except (OSError, TypeError):
        raise Refused(f"the text of {value.__name__} is needed and cannot be found") from None


def without_annotations(text: str) -> str:
    """The text, without the annotations of functions: what these name need not be there."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree)


def closure(function: FunctionType) -> dict[str, Any]:
    """The variables of the functions around it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells}


def free_names(text: str) -> list[str]:
    """The names that a text uses and does not bind itself, in a fixed order."""
    top = symtable.symtable(text, "<standalone>", "exec")
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_namespace()}
    used = {
        symbol.get_name()
        for table in tables(top)
        for symbol in table.get_symbols()
        if symbol.is_referenced() and symbol.is_global()
    }
    used |= {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    return sorted(used - bound)


def tables(table: Any) -> Iterator[Any]:
    for child in table.get_children():
        yield child
        yield from tables(child)


def literal(name: str, value: Any) -> str:
    """A value as it can be written; Refused if it cannot."""
    text = repr(value)
    try:
        if ast.literal_eval(text) == value:
            return text
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    raise Refused(f"{name} is a {type(value).__name__}, which cannot be written as a literal")
