"""What the code of a function says without its text: the names that it stores, the modules that it imports, its strings.

>>> def put(board, x):
...     global last
...     board.square = last = x
>>> sorted(names_stored_by(put.__code__, "STORE_ATTR")), sorted(names_stored_by(put.__code__, "STORE_GLOBAL"))
(['square'], ['last'])
"""

import dis
import functools
import itertools
import types
from collections.abc import Set
from typing import Any

from ambsearch.running.twins import CO_GENERATOR
from ambsearch.running.undoing import METHODS

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})  # which nothing calls by a name
EXTENDED, IMPORT = dis.opmap["EXTENDED_ARG"], dis.opmap["IMPORT_NAME"]
# the flags of code; `inspect` has them, too, and takes as long to be imported as ten modules of the engine
FLAGS = {name: flag for flag, name in dis.COMPILER_FLAG_NAMES.items()}
OPTIMIZED = FLAGS["OPTIMIZED"]  # of all functions, but not of the body of a class
GIVES_LATER = CO_GENERATOR | FLAGS["COROUTINE"] | FLAGS["ASYNC_GENERATOR"]
CALLED = "call()"
NOT_CALLED = ("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "BUILD_")


@functools.cache
def is_function(code: types.CodeType) -> bool:
    """Is this the code of a function? That of a comprehension or of the body of a class belongs to what is around it."""
    return bool(code.co_flags & OPTIMIZED) and code.co_name not in COMPREHENSIONS


def names_stored_by(code: types.CodeType, operation: str) -> frozenset[str]:
    """The attributes, or global variables, that this code assigns to."""
    found, high, steps, stores = set[str](), 0, code.co_code, dis.opmap[operation]
    if stores not in steps[::2]:  # as in most code
        return frozenset()
    for i in range(0, len(steps), 2):
        if steps[i] == stores:
            found.add(code.co_names[high | steps[i + 1]])
        high = (high | steps[i + 1]) << 8 if steps[i] == EXTENDED else 0
    return frozenset(found)


def reads_global(code: types.CodeType, names: Set[str]) -> bool:
    """Does this code read one of these names, and not as an attribute?"""
    if names.isdisjoint(code.co_names):
        return False
    return any(
        step.opname in ("LOAD_NAME", "LOAD_GLOBAL") and step.argval in names for step in dis.get_instructions(code)
    )


@functools.cache
def owners_stored(code: types.CodeType) -> dict[str, set[Any]]:
    """The attributes that this code assigns to, each with the names of what has it; CALLED for what a call gives."""
    found: dict[str, set[Any]] = {}
    for before, step in itertools.pairwise(dis.get_instructions(code)):
        if step.opname == "STORE_ATTR":
            # Python 3.13 may load the value and the owner at once
            owner = before.argval[-1] if isinstance(before.argval, tuple) else before.argval
            found.setdefault(step.argval, set()).add(CALLED if before.opname.startswith("CALL") else owner)
    return found


@functools.cache
def modules_imported(code: types.CodeType, package: str) -> frozenset[str]:
    """The modules that this code of a package may import, by their full names."""
    if IMPORT not in code.co_code[::2]:
        return frozenset()
    around, found = package.split("."), set()
    steps = [step for step in dis.get_instructions(code) if step.opcode != EXTENDED]
    for level, names, step in zip(steps, steps[1:], steps[2:], strict=False):
        if step.opcode == IMPORT:
            parents = around[: len(around) + 1 - level.argval] if level.argval else []
            module = ".".join(filter(None, [*parents, step.argval]))
            found |= {module, *(f"{module}.{name}" for name in names.argval or ())}
    return frozenset(found)


def attributes_assigned_in(code: types.CodeType) -> set[str]:
    """The attributes that the body of a class assigns, but for constants and containers."""
    pairs = itertools.pairwise(dis.get_instructions(code))
    stored = [(before, step.argval) for before, step in pairs if step.opname == "STORE_NAME"]
    return {name for before, name in stored if not before.opname.startswith(NOT_CALLED)}


def strings_in(code: types.CodeType) -> set[str]:
    """The constants that are strings, and those in tuples among them."""
    waiting, found = list(code.co_consts), set()
    for part in waiting:
        waiting += part if isinstance(part, tuple) else ()
        found |= {part} if isinstance(part, str) else set()
    return found


def changes_something(code: types.CodeType) -> bool:
    """Without the source: does this code store an attribute, an item or a global, or call a method that changes a container?"""
    stores = {"STORE_ATTR", "STORE_SUBSCR", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "STORE_SLICE"}
    steps = [(part.opname, part.argval) for part in dis.get_instructions(code)]
    return any(name in stores or name in ("LOAD_METHOD", "LOAD_ATTR") and of in METHODS for name, of in steps)
