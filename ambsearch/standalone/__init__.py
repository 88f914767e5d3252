"""A program that runs without ambsearch: the expansion, with everything that it calls.

standalone    the text, to paste elsewhere, e.g. into Python Tutor

substitutes    what stands for ambsearch there; `containers`, `changes` and `items` are parts of it
expanded       the expansion, as it stands there
written        functions, classes and values as text
defined        what happened when they were defined
"""

import __future__

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from ambsearch import language
from ambsearch.answers import Ambiguous
from ambsearch.decorator import check_function
from ambsearch.errors import Refused
from ambsearch.expansion.analysis.advancing import is_advancing
from ambsearch.expansion.analysis.functions import Own, function_in
from ambsearch.expansion.trees import quoting
from ambsearch.standalone.defined import refuse_changed, refuse_registered
from ambsearch.standalone.expanded import expansion, refusal_of_search
from ambsearch.standalone.loading import Making, first_value, imported, is_changeable, making
from ambsearch.standalone.substitutes import CONTAINERS_ONLY, HELPERS, IMPORTS, WORDS, plain
from ambsearch.standalone.written import (
    attributes_given,
    free_names,
    globals_declared,
    literal,
    only_assignment,
    searches_kept,
    source_of,
    write_constant,
)

BUILTINS = frozenset(dir(builtins))
# the builtins that an expansion, and what stands for ambsearch in it, may use
USED_BUILTINS = BUILTINS & {*quoting.HELPERS, *(name for text in HELPERS.values() for name in free_names(text))}


def standalone(function: Callable[..., Any], parameters: Mapping[str, Any] | None = None) -> str:
    """The expansion of an ambiguous function as a standalone program, with everything that it calls.

    function: decorated with @ambiguous. parameters: of the call that the program ends with, e.g. {"n": 6}; None for
    no call. Gives Python source that imports nothing from ambsearch. It prints the answers as they come; to keep an
    answer, copy it, because the search may change it later.
    Your own functions and classes are included unchanged. Before a call that may change something, everything that it
    can reach is saved, and it is restored when the search goes back: this is simple to read, but slow if there is a
    lot to save.
    Raises Refused for what it cannot do: an uncommon kind of change that only ambsearch can undo; something
    `permanent` in a program that restores whatever your own functions may have changed; a search that is stored or
    queried; and anything in the module that is not a function, a class, or made by statements of the module, such as
    `graph = Graph()` and `graph.link("a", "b")`, which are included.

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
    check_function(function, "standalone")
    if isinstance(function, MethodType):
        raise Refused(f"{function.__qualname__} is a method; a standalone program needs a function")
    program = Program()
    program.add(function.__name__, function, function.__name__, {})
    parts = program.texts()
    if parameters is not None:
        given = ", ".join(f"{name}={write_constant(name, value)}" for name, value in parameters.items())
        parts.append(f"for answer in {function.__name__}({given}):\n    print(answer)")
    return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"


class Program:
    """The parts of a program, by name; what a part needs comes before it."""

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self.parts: dict[str, str] = {}
        self.homes: dict[str, str] = {}  # of what is made together with something else, in which part that is
        self.meant: dict[str, Any] = {}
        self.helpers: dict[str, str] = {}
        self.has_objects = False
        self.permanent = ""  # the function that has something permanent

    def texts(self) -> list[str]:
        """All texts: imports, the substitutes for ambsearch, the user's code."""
        if "keep" in self.helpers:
            self.add_text("keep", HELPERS["keep"] if self.has_objects or "apply" in self.helpers else CONTAINERS_ONLY)
        if self.permanent and any(map(puts_back_all, self.parts.values())):
            raise Refused(
                f"{self.permanent} has something permanent; a standalone program restores whole lists and objects after "
                "calls of your own functions, so it would undo that too"
            )
        imports = "\n".join(sorted(self.imports))
        placed: dict[str, str] = {}
        for name in self.parts:
            self.place(name, placed)
        return [text for text in (imports, *self.helpers.values(), *placed.values()) if text]

    def place(self, name: str, placed: dict[str, str]) -> None:
        """Add a part to those that are placed, below its base classes and all else that it needs at once."""
        name = self.homes.get(name, name)
        if name in self.parts and name not in placed:
            placed[name] = ""
            needs = self.called_by(name) if name in self.homes else free_names(self.parts[name], at_once=True)
            for needed in needs:
                self.place(needed, placed)
            placed[name] = placed.pop(name) + self.parts[name]

    def called_by(self, name: str) -> list[str]:
        """All parts that this one may need while it is run, by whichever functions it calls."""
        found = [name]
        for one in found:
            found += {*free_names(self.parts.get(self.homes.get(one, one), ""))} - {*found}
        return found[1:]

    def add(self, name: str, value: Any, user: str, space: Mapping[str, Any]) -> None:
        """Add what a name stands for; user: the part that uses it; space: the module where it is looked up."""
        if self.meant.setdefault(name, value) is not value:
            raise Refused(f"{name} means two things in the functions that {user} calls; give one of them another name")
        if name in self.parts:
            return
        module = getattr(value, "__module__", None) or ""
        if module == language.__name__:
            if name not in WORDS:
                raise Refused(f"{user} uses {name}, which needs ambsearch")
            if name not in self.helpers:
                self.add_text(name, WORDS[name])
        elif name in HELPERS or name in USED_BUILTINS and value is not getattr(builtins, name):
            raise refusal_of(name)
        elif isinstance(value, ModuleType):
            self.add_import(value.__name__, f"import {value.__name__} as {name}", name, user)
        elif is_defined(value) and not (isinstance(value, type) and only_assignment(name, space)):
            if is_of_ambsearch(module, name, value):
                raise Refused(f"{user} uses {name}, which needs ambsearch")
            self.add_definition(name, value, user)
        else:
            self.add_data(name, value, user, space)

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
            raise Refused(f"{user} calls {value.__name__} by another name, {name}; use its own name")
        self.parts[name] = ""  # during the examination: it may call itself
        refuse_registered(name, value)
        self.has_objects |= isinstance(value, type)
        plain = inspect.unwrap(value)
        functions = filter(None, map(function_in, vars(value).values() if isinstance(value, type) else [plain]))
        if any(is_advancing(Own(one.__code__, one.__globals__)) for one in functions):
            raise Refused(f"{name} holds an iterator, such as iter(xs), whose position only ambsearch can set back")
        text = expansion(plain) if isinstance(value, Ambiguous) else source_of(value)
        space = sys.modules[module].__dict__ if isinstance(value, type) else plain.__globals__ | closure(plain)
        if uses_permanent(inspect.getsource(plain) if isinstance(value, Ambiguous) else text, space):
            self.permanent = name
        for attribute, given in attributes_given(name, space).items():
            refuse_changed(f"{name}.{attribute}", ast.unparse(given), vars(plain).get(attribute))
            text += f"\n{name}.{attribute} = {ast.unparse(given)}"
        if isinstance(space.get("annotations"), __future__._Feature):
            self.imports.add("from __future__ import annotations")
        self.add_needed(name, text, space)
        self.parts[name] = self.parts.pop(name) + text

    def add_data(self, name: str, value: Any, user: str, space: Mapping[str, Any]) -> None:
        """Add a value as a literal, or by the statements of its module that make it, perhaps with others."""
        text = literal(value)
        made = None
        if text is None or is_changeable(space, name):
            try:
                made = making(name, space)
            except Refused:
                if text is None or text != first_value(name, space):
                    raise
        if text is None and made is None:
            if (line := imported(name, space)) is None:
                raise Refused(f"{name} is a {type(value).__name__}, which cannot be written as a literal")
            self.add_import(line.split()[1], line, name, user)
        elif made is None or text is not None and not made.objects:
            self.parts[name] = f"{name} = {text}"
        else:
            self.add_made(name, made, value, space)

    def add_made(self, name: str, made: Making, value: Any, space: Mapping[str, Any]) -> None:
        """Add the statements that make a value; the other names that they make are found there, too."""
        for other in made.names:
            self.meant.setdefault(other, space.get(other))
            self.homes[other], self.parts[other] = name, ""
        if len(made.statements) == 1 and isinstance(made.statements[0], ast.Assign):
            refuse_changed(name, ast.unparse(made.statements[0].value), value)
        self.add_needed(name, made.text(), space)
        self.parts[name] = self.parts.pop(name) + made.text()

    def add_needed(self, name: str, text: str, space: Mapping[str, Any]) -> None:
        """Add what the names in the text of a part stand for."""
        for needed in free_names(text):
            if needed in space:
                self.add(needed, space[needed], name, space)
            elif not self.add_helper(needed) and needed not in BUILTINS and needed not in globals_declared(text):
                raise Refused(f"{name} changes something in a way that only ambsearch can undo ({needed})")
        for search in searches_kept(text, space, type(self.meant.get(name)) is Ambiguous):
            raise refusal_of_search(name, search)

    def add_helper(self, name: str) -> bool:
        """Add a helper that expansions call; False if the name is not one of these."""
        if name in IMPORTS:
            self.imports.add(IMPORTS[name])
        elif name.removesuffix("_") in IMPORTS:
            self.imports.add(f"{IMPORTS[name.removesuffix('_')]} as {name}")
        elif name not in HELPERS and not name.startswith(("plain_", "default_")):
            return False
        elif name in self.meant:
            raise refusal_of(name)
        elif name == "keep":
            self.helpers.setdefault(name, "")  # which one is known at the end
        elif name not in self.helpers:
            self.add_text(name, HELPERS.get(name) or plain(name))
        return True

    def add_text(self, name: str, text: str) -> None:
        """Add a word or a helper, below those that it needs."""
        self.helpers.setdefault(name, "")  # while it is looked at
        for needed in free_names(text):
            self.add_helper(needed)
        self.helpers[name] = self.helpers.pop(name) + text


def uses_permanent(text: str, space: Mapping[str, Any]) -> bool:
    tree = ast.parse(textwrap.dedent(text))
    return any(isinstance(part, ast.Name) and space.get(part.id) is language.permanent for part in ast.walk(tree))


def puts_back_all(text: str) -> bool:
    """Does this expansion undo a change by restoring whole contents?"""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args]
    return any(isinstance(call.args[0], ast.Name) and call.args[0].id.startswith("trail") for call in calls)


def is_defined(value: Any) -> bool:
    """Is this a function or a class?"""
    kinds = (Ambiguous, FunctionType, BuiltinFunctionType, type)
    return isinstance(value, kinds) or hasattr(type(value), "cache_info")


def is_of_ambsearch(module: str, name: str, value: Any) -> bool:
    """Is this a part of ambsearch, other than its puzzles?"""
    is_there = module.startswith("ambsearch.") and not module.startswith("ambsearch.puzzles.")
    return is_there and getattr(sys.modules[module], name, None) is value


def refusal_of(name: str) -> Refused:
    return Refused(f"{name} is also the function that undoes changes in a standalone program; rename yours")


def closure(function: FunctionType) -> dict[str, Any]:
    """The variables of the enclosing functions."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells}
