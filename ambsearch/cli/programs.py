"""Finding the requested program.

target    what the user wrote: a puzzle's name or a script's path, perhaps with a function,
          e.g. "queens", "pairs.py", "examples/pairs.py:prime_sum"
Program   what was found
"""

import functools
import importlib
import inspect
import os
import pkgutil
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.cli import values
from ambsearch.cli.complaints import Complaint, unknown
from ambsearch.cli.described import ask, check_instances, check_limit
from ambsearch.cli.scripts import is_folder, script

PUZZLES = "ambsearch.puzzles"
MAIN = "solve"
SEQUENCE = "sequence"


@dataclass(frozen=True)
class Program:
    """An ambiguous function (or the twin of one), and what its module says about it.

    name: as the user wrote it, e.g. "queens", "pentominoes:solve_by_trie".
    is_main: is it the module's main search, or another program with the same parameters and the same kind of answers?
    Then is_solution, picture and the like apply to it.
    """

    name: str
    module: ModuleType
    function: Callable[..., Iterable[Any]]
    is_main: bool

    @property
    def is_puzzle(self) -> bool:
        """Does it come with ambsearch?"""
        return self.module.__name__.startswith(f"{PUZZLES}.")

    @property
    def instances(self) -> Mapping[str, Mapping[str, Any]]:
        """Those of the module, if they are arguments of this function; Complaint if they are to be and are not."""
        found = getattr(self.module, "INSTANCES", None)
        if found is None:
            return {}
        try:
            check_instances(found, parameter_names(self.function), self.name)
        except Complaint:
            if self.is_main:
                raise
            return {}
        return found  # type: ignore[no-any-return]

    @property
    def limit(self) -> int | None:
        """How many answers to ask for, if there are infinitely many."""
        limit = self.of_module("LIMIT")
        return None if limit is None else check_limit(limit, self.name)

    @property
    def answers_as(self) -> Any:
        """How to compare the answers with the twin's: a "sequence", or a "multiset" if the twin has another order."""
        return self.of_module("ANSWERS_AS") or SEQUENCE

    def of_module(self, name: str) -> Any:
        """The value of `name` in the module, if it applies to this function; else None."""
        return getattr(self.module, name, None) if self.is_main else None

    def parameters(self, instance: str | None, items: Sequence[str]) -> dict[str, Any]:
        """The arguments to call the function with: those of the instance, updated by the items `key=value`.

        instance: one of INSTANCES; None for the first, if there are any.
        """
        try:
            given = self.instance(instance)
        except Complaint:
            if instance is not None or not items:
                raise
            given = {}  # instances as `check` takes them too, of which none is asked for
        return self.complete(given, items)

    def complete(self, given: Mapping[str, Any], items: Sequence[str]) -> dict[str, Any]:
        """The given arguments, updated by the items `key=value`, and the defaults of the others."""
        signature = inspect.signature(self.function)
        bound = signature.bind_partial()
        bound.arguments.update(given)
        kinds = annotations(self.function)
        self.refuse_functions(items)
        for key, text in keys_and_values(items):
            if key not in signature.parameters:
                raise unknown("parameter", key, signature.parameters, owner=self.name)
            if signature.parameters[key].kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
                raise Complaint(
                    f"{self.name}: {signature.parameters[key]} cannot be written here; only INSTANCES has it"
                )
            bound.arguments[key] = read(key, text, kinds.get(key, Any))
        bound.apply_defaults()
        for name, parameter in signature.parameters.items():
            if name not in bound.arguments:
                raise Complaint(f"{self.name} needs {parameter}; write {name}=VALUE")
        return {name: bound.arguments[name] for name in signature.parameters}

    def refuse_functions(self, items: Sequence[str]) -> None:
        """Say how a function of the script is named, where one stands in the place of a parameter."""
        place = split(self.name)[0]
        for item in items:
            function = item.removesuffix("()")
            if function in searches(self.module):
                raise Complaint(f"expected a parameter such as n=8, found {item!r}; write {place}:{function} to run it")

    def instance(self, name: str | None) -> Mapping[str, Any]:
        if name is None:
            return next(iter(self.instances.values()), {})
        if name not in self.instances:
            raise unknown("instance", name, self.instances, owner=self.name)
        return self.instances[name]

    def answers(self, parameters: Mapping[str, Any]) -> Iterator[Any]:
        """The answers, checked."""
        return self.check_each(self.call(parameters), parameters)

    def check_each(self, answers: Iterable[Any], parameters: Mapping[str, Any]) -> Iterator[Any]:
        """The answers, each checked against the rules if the module has an `is_solution`."""
        is_solution = self.of_module("is_solution")
        for number, answer in enumerate(answers, 1):
            if is_solution is not None and not self.keeps_the_rules(is_solution, answer, parameters):
                raise Complaint(
                    f"answer {number} of {self.name} breaks the rules, says is_solution: {answer!r}", status=1
                )
            yield answer

    def keeps_the_rules(self, is_solution: Any, answer: Any, parameters: Mapping[str, Any]) -> bool:
        """What the module's `is_solution` says of an answer."""
        told = ask("is_solution", is_solution, self.name, (answer,), parameters)
        if told is None:
            raise Complaint(f"is_solution of {self.name}: expected True or False, found None; does it `return`?")
        return bool(told)

    def call(self, parameters: Mapping[str, Any]) -> Iterable[Any]:
        """The answers as they come."""
        bound = inspect.signature(self.function).bind_partial()
        bound.arguments.update(parameters)
        return self.function(*bound.args, **bound.kwargs)

    def ask(self, name: str, parameters: Mapping[str, Any], *answers: Any) -> str | None:
        """What the module's `question`, `picture` and the like says of these answers; None if it does not say."""
        function = self.of_module(name)
        told = None if function is None else ask(name, function, self.name, answers, parameters)
        return None if told is None else str(told)


@functools.cache  # a command asks several times, and each time would look into the folders
def puzzle_names() -> tuple[str, ...]:
    """The names of the puzzles that come with ambsearch, in alphabetical order."""
    package = importlib.import_module(PUZZLES)
    return tuple(sorted(found.name for found in pkgutil.iter_modules(package.__path__) if not found.ispkg))


def puzzle(name: str, function: str | None = None) -> Program:
    """The puzzle of that name.

    >>> puzzle("queens").is_main
    True
    """
    if name not in puzzle_names():
        if os.path.isdir(name):
            raise is_folder(Path(name))
        if is_path(name):
            raise Complaint(f"expected one of the puzzles, {', '.join(puzzle_names())}; found the file {name!r}")
        if Path(name).is_file():
            raise Complaint(f"expected a puzzle or a Python script, whose name ends in .py; found the file {name!r}")
        if Path(name).suffix:
            raise Complaint(f"there is no file {name!r}, and no puzzle; a script's name ends in .py")
        raise unknown("puzzle", name, [*puzzle_names(), *sorted(path.name for path in Path().glob("*.py"))])
    return choose_function(name, importlib.import_module(f"{PUZZLES}.{name}"), function)


def quickest(program: Program, target: str) -> Program:
    """The fastest program, if the module says which it is and the target names none.

    >>> quickest(puzzle("mushikuizan"), "mushikuizan").function.__name__
    'solve_by_columns'
    >>> quickest(puzzle("mushikuizan"), "mushikuizan:solve").function.__name__
    'solve'
    """
    name = program.of_module("QUICKEST")
    if name is None or split(target)[1]:
        return program
    there = searches(program.module)
    if not isinstance(name, str) or name not in there:
        raise Complaint(
            f"QUICKEST of {program.name}: expected the name of an ambiguous function, such as {MAIN!r}, found {name!r}"
        )
    return replace(program, function=there[name])


@contextmanager
def open_program(target: str) -> Iterator[Program]:
    """Find the program; a script stays loaded, and its folder on the path, until the end of the `with`."""
    place, function = split(target)
    if not is_path(place):
        yield puzzle(place, function)
    else:
        with script(Path(place)) as module:
            yield choose_function(place, module, function)


def split(target: str) -> tuple[str, str | None]:
    """The place and the function.

    >>> split("queens"), split("a/b.py:f"), split("C:/b.py")
    (('queens', None), ('a/b.py', 'f'), ('C:/b.py', None))
    """
    place, _, function = target.rpartition(":")
    return (place, function) if place and not is_path(function) else (target, None)


def is_path(place: str) -> bool:
    return place.endswith(".py") or "/" in place or "\\" in place


def choose_function(name: str, module: ModuleType, wanted: str | None) -> Program:
    """The requested function: by name, else `solve`, else the only ambiguous function; an imported one by name only."""
    there = searches(module)
    imported = {name: value for name, value in vars(module).items() if isinstance(value, Ambiguous)}
    if wanted in imported and wanted not in there:
        return Program(f"{name}:{wanted}", module, imported[wanted], False)
    main = MAIN if MAIN in there else next(iter(there), None) if len(there) == 1 else None
    function = wanted or main
    if function in there:
        is_main = main is not None and is_like(there[function], there[main])
        return Program(name if function == main else f"{name}:{function}", module, there[function], is_main)
    methods = [found for found in methods_of(module) if wanted in (None, found)]
    if methods and (wanted or not there):
        raise Complaint(
            f"{methods[0]} in {name} is a method, and there is no object to call it on; write a function that makes one: "
            "@ambiguous, def solve(): return (yield it.method())"
        )
    if wanted in plain_functions(module):
        raise Complaint(f"{wanted} in {name} is an ordinary function; write @ambiguous above it")
    if wanted:
        raise unknown("ambiguous function", wanted, there, owner=name)
    if imported and not there:
        raise Complaint(
            f"{name} only imports ambiguous functions; write one of {', '.join(f'{name}:{f}' for f in imported)}"
        )
    if not there:
        raise Complaint(f"there is no ambiguous function in {name}; write @ambiguous above the one to run")
    raise Complaint(
        f"there are several ambiguous functions in {name}; write one of {', '.join(f'{name}:{f}' for f in there)}"
    )


def searches(module: ModuleType) -> dict[str, Callable[..., Iterable[Any]]]:
    """The module's own ambiguous functions."""
    return {name: value for name, value in vars(module).items() if is_own(value, module)}


def methods_of(module: ModuleType) -> list[str]:
    """The ambiguous methods of the module's own classes."""
    classes = [
        value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    return [
        f"{one.__name__}.{name}" for one in classes for name, value in vars(one).items() if isinstance(value, Ambiguous)
    ]


def is_like(function: Callable[..., Any], main: Callable[..., Any]) -> bool:
    """Do they have the same parameters, and the same kind of answers, as far as annotations say?"""
    returned, wanted = (inspect.signature(one).return_annotation for one in (function, main))
    unsaid = inspect.Signature.empty
    return parameter_names(function) == parameter_names(main) and (unsaid in (returned, wanted) or returned == wanted)


def parameter_names(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def is_own(value: Any, module: ModuleType) -> bool:
    return isinstance(value, Ambiguous) and value.__module__ == module.__name__


def plain_functions(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if inspect.isfunction(value)]


def annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of the parameters, as far as they are known."""
    plain: Any = inspect.unwrap(function)
    written: dict[str, Any] = {}
    known: dict[str, Any] = {}
    with suppress(Exception):  # which Python 3.14 evaluates together
        written = plain.__annotations__
    for name, kind in written.items():
        with suppress(Exception):  # a name that only a type checker sees
            one = SimpleNamespace(__annotations__={name: kind})
            known |= typing.get_type_hints(one, getattr(plain, "__globals__", None))
    return known


def keys_and_values(items: Sequence[str]) -> list[tuple[str, str]]:
    """The two parts of each item such as n=8.

    >>> list(keys_and_values(["n", "=", "8"]))
    Traceback (most recent call last):
    ...
    ambsearch.cli.complaints.Complaint: expected a parameter such as n=8, found blanks beside the =; write n=8
    """
    together = re.sub(r"\s*=\s*", "=", " ".join(items))
    if len(items) > together.count("=") == together.count(" ") + 1:
        raise Complaint(f"expected a parameter such as n=8, found blanks beside the =; write {together}")
    found = list(map(key_and_value, items))
    for i, (key, text) in enumerate(found):
        if any(key == other for other, _ in found[:i]):
            raise Complaint(f"{key} is given twice, the second time as {text!r}; write it once")
    return found


def key_and_value(item: str) -> tuple[str, str]:
    key, equals, text = item.partition("=")
    if not equals:
        raise Complaint(
            f"expected a parameter such as n=8, found {item!r}; an instance is chosen by --instance {item!r}"
        )
    return key, text


def read(key: str, text: str, kind: Any) -> Any:
    try:
        return values.read(text, kind)
    except ValueError as error:
        raise Complaint(f"{key}: {error}") from None
