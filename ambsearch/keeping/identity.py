"""Which search a checkpoint belongs to: its program, its arguments, the source, and the Python that runs it.

identity      all of this, as JSON
difference    why two identities differ, in words

The sources are the user's own files that the program consists of: its module, the user's modules that it imports, and
so on. What it reads while it runs, such as a table in a file, is not included.
"""

import importlib.util
import inspect
import os
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from reprlib import recursive_repr
from types import ModuleType
from typing import Any

from ambsearch.answers import Ambiguous, Answers, expected_answers
from ambsearch.errors import CheckpointError
from ambsearch.ground.ownership import is_own_file
from ambsearch.keeping.encoding import NoForm, digest, encode
from ambsearch.running.ahead import parameters_of

PYTHON = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
SHOWN = 60  # characters of an argument
BETWEEN = str.maketrans(dict.fromkeys(",;()", " "))  # names that are imported


def identity(answers: Answers[Any]) -> dict[str, Any]:
    """The identity of a search.

    Raises TypeError if it is not a search of an ambiguous function, CheckpointError if another process could not
    recognise an argument.
    """
    if not isinstance(answers, Answers):
        raise expected_answers(answers)
    if not isinstance(answers._source, Ambiguous):
        is_shared = getattr(answers._source, "is_shared", False)
        remedy = "write parallel(checkpointed(...))" if is_shared else "call it from an ambiguous function to keep it"
        raise TypeError(f"expected the answers of an ambiguous function, found {answers!r}; {remedy}")
    from ambsearch import __version__

    function = answers._source
    return {
        "program": f"{name_of(function.__module__)}.{function.__qualname__}",
        "arguments": {name: argument(name, value) for name, value in arguments(answers).items()},
        "Python": PYTHON,
        "ambsearch": __version__,
        "source": sources(function),
    }


def difference(kept: dict[str, Any], given: dict[str, Any]) -> str:
    """Why they differ; empty if they do not.

    >>> kept = {"program": "queens.solve", "arguments": {"n": "8"}, "Python": "cpython 3.11"}
    >>> difference(kept, {**kept, "arguments": {"n": "9"}})
    'its argument n is 8, not 9'
    """
    for key in ("program", "Python", "ambsearch"):
        if kept.get(key) != given.get(key):
            return f"its {key} is {kept.get(key)}, not {given.get(key)}"
    for name, before, now in differences(kept, given, "arguments"):
        return f"its argument {name} is {shorten(before)}, not {shorten(now)}"
    names = [name for name, _, _ in differences(kept, given, "source")]
    return f"the source of {', '.join(names)} has changed since it was begun" if names else ""


def differences(kept: dict[str, Any], given: dict[str, Any], key: str) -> Iterator[tuple[str, Any, Any]]:
    before, now = kept.get(key, {}), given.get(key, {})
    for name in sorted({**before, **now}):
        if before.get(name) != now.get(name):
            yield name, before.get(name), now.get(name)


def shorten(text: Any) -> str:
    return str(text) if len(str(text)) <= SHOWN else f"{str(text)[:SHOWN]}..."


def arguments(answers: Answers[Any]) -> dict[str, Any]:
    """The arguments by name, those not given as well."""
    function = answers._source.__wrapped__
    if answers._source.begin is function:  # a generator function binds them in a tenth of the time that `inspect` takes
        code, begun = function.__code__, function(*answers._args, **answers._kwargs)
        given = begun.gi_frame.f_locals
        return {name: given[name] for name in parameters_of(code)}
    bound = inspect.signature(function).bind(*answers._args, **answers._kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def argument(name: str, value: Any) -> str:
    """An argument as text that is the same in every process."""
    try:
        return encode(value, is_sorted=True)
    except NoForm:
        pass
    if hasattr(value, "__code__") and hasattr(value, "__qualname__"):
        return f"{name_of(value.__module__)}.{value.__qualname__}"
    text = stable_repr(value)
    if " at 0x" in text:
        raise CheckpointError(
            f"the argument {name} is {text}, which another process cannot recognise, so this search cannot be saved; give "
            "numbers, text, tuples, or a class whose repr shows what it holds"
        )
    return text


@recursive_repr()
def stable_repr(value: Any) -> str:
    """The `repr` of a value, but each set in order, also one inside an object: Python's own order differs by process.

    >>> class Rooms(dict):
    ...     pass
    >>> print(stable_repr(Rooms(open={"hall", "attic"})))
    Rooms{'open': set{'attic', 'hall'}}
    """
    kind: Any = type(value)
    name = kind.__qualname__
    if is_dataclass(kind):
        pairs = [(field.name, getattr(value, field.name)) for field in fields(kind) if field.repr]
        return f"{name}({', '.join(f'{key}={stable_repr(part)}' for key, part in pairs)})"
    if kind.__repr__ is dict.__repr__:
        return f"{name}{{{', '.join(f'{stable_repr(key)}: {stable_repr(part)}' for key, part in value.items())}}}"
    if kind.__repr__ in (set.__repr__, frozenset.__repr__):
        return f"{name}{{{', '.join(sorted(map(stable_repr, value)))}}}"
    if kind.__repr__ in (list.__repr__, tuple.__repr__) or hasattr(kind, "_fields"):
        return f"{name}[{', '.join(map(stable_repr, value))}]"
    return repr(value)


def name_of(module: str) -> str:
    """The name of a module as the user knows it."""
    return module.removeprefix("ambsearch.puzzles.").replace("_script_", "")


def sources(function: Ambiguous) -> dict[str, str]:
    """The digests of the sources, by module."""
    first = sys.modules.get(function.__module__)
    if first is None or not getattr(first, "__file__", None):
        return {function.__qualname__: digest(inspect.getsource(function.__wrapped__).encode())}
    found: dict[str, str] = {}
    waiting = [first]
    while waiting:
        module = waiting.pop()
        file = getattr(module, "__file__", None)
        if file and module.__name__ not in found and (module is first or is_own_file(file)) and os.path.isfile(file):
            with open(file, "rb") as text:
                data = text.read()
            found[module.__name__] = digest(data)
            waiting += modules_imported(module, data) if file.endswith(".py") else ()
    return {name_of(name): found[name] for name in sorted(found)}


def modules_imported(module: ModuleType, data: bytes) -> Iterator[ModuleType]:
    """The modules that a module imports, as far as they are loaded."""
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    for origin, names in imports(data.decode("utf-8", "replace")):
        if origin:
            dots = len(origin) - len(origin.lstrip("."))
            if dots > package.count(".") + 1:
                continue
            name = importlib.util.resolve_name(origin, package) if dots else origin
            names = [name, *(f"{name}.{part}" for part in names)]
        yield from (sys.modules[name] for name in names if name in sys.modules)


def imports(text: str) -> Iterator[tuple[str, list[str]]]:
    """What the text of a module imports, and from where, "" in `import x`.

    The lines are only looked at, because parsing would take longer than many searches; at worst, a line that only
    looks like an import adds a module.

    >>> list(imports("import a.b, c  # why\\nfrom .d import (\\n    e as f,\\n)\\n"))
    [('', ['a.b', 'c', '#', 'why']), ('.d', ['e', 'as', 'f'])]
    """
    lines = iter(text.splitlines())
    for line in lines:
        if "import" not in line or not line.lstrip().startswith(("import", "from")):  # the first test is the fast one
            continue
        while "(" in line and ")" not in line:
            line += f" {next(lines, ')')}"
        first, *words = line.translate(BETWEEN).split()
        if first == "import":
            yield "", words
        elif first == "from" and words[1:2] == ["import"]:
            yield words[0], words[2:]
