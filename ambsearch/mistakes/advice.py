"""What to write where Python's own message cannot tell: advice for an uncaught exception of the user's program.

advise      adds it to the exception, as notes
"""

import inspect
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.errors import UNDECORATED, AmbError
from ambsearch.ground.frames import frames_of, is_of_a_search, line_of, names_at
from ambsearch.ground.ownership import held
from ambsearch.series import Series
from ambsearch.unchosen import (
    WHOLE,
    answers,
    chooses,
    chosen_in,
    is_forgotten,
    is_word,
    lines_above,
    taken_whole,
    words_in,
)

# what Python says of a search that is used as something else, and what to write
SEARCH = r"\b(Answers|Ambiguous|Within|Checkpointed)\b(?!\.[a-z])"  # and not of a method of it
MISUSES = {
    "is not an iterator": "a search is no iterator; write f(...).first() for its first answer, or next(iter(f(...)))",
    "is not callable": "a search is called already; after `f = f()` the name f is that of the search: give it another",
    "await": "a search is no coroutine; write f(...).first() without `await`",
    "async for": "a search is no coroutine; write `for` without `async`",
    "Ambiguous": "an ambiguous function is not called here; write f(...).first() for its first answer",
    "": "a search is none of its answers; write f(...).first() for the first, list(f(...)) for all of them",
}
UNPACKED = r"(cannot unpack non-iterable|to unpack \(expected).*\n[^=]*,[^=]*= \(*yield "  # the message, and the line
HASHABLE = {"set": "frozenset({})", "dict": "tuple({}.items())"}
NOT_CALLED = r"\.(first|one|nth|take|count|exists)\b(?!\s*\()"
CODES = {types.FunctionType: "__code__", types.GeneratorType: "gi_code"}


def advise(error: BaseException) -> None:
    """Add what to write where the message is Python's own, which cannot know it."""
    if isinstance(error, AmbError):
        return
    for note in undecorated(error) or advice(error):
        error.add_note(note)


def advice(error: BaseException) -> Iterator[str]:
    """What may have been meant where a search is in the line that failed, or this in a search."""
    frames = frames_of(error.__traceback__)
    if frames and is_of_a_search(frames[-1].tb_frame.f_code):
        yield from ended(error, frames[-1])
        yield from undeclared(error, frames[-1])
    if type(error) is RuntimeError and "raised StopIteration" in str(error):
        yield "StopIteration ends no branch; write fail() for that, and next(xs, None) where there may be no item"
    if type(error) is NameError and error.name in sys.modules["ambsearch"].__all__:
        yield f"it is a word of ambsearch; write `from ambsearch import {error.name}`"
        error.name = ""  # so that Python does not guess a name of the expansion
    if type(error) is NameError and sys.version_info < (3, 12) and frames:  # from 3.12 on Python says so
        owner = names_at(frames).get("self")
        if error.name in {*dir(type(owner)), *(held(owner, "__dict__") or ())} - {*dir(object)}:
            yield f"{error.name} is an attribute of self; write self.{error.name}"
    if isinstance(error, (TypeError, ValueError)) and re.search(UNPACKED, f"{error}\n{line_of(frames)}"):
        told = "one item of what is chosen from is unpacked, of a dict a key (of .items() a pair)"
        yield f"{told}; for two choices write `a = yield ...` and `b = yield ...`"
    if isinstance(error, (TypeError, AttributeError)):
        for name, value in taken_whole(error):
            kind = type(value).__name__
            told = f"{name} is a whole {kind} here; `{name} = yield ...` chooses one of its items"
            if "unhashable" in str(error):
                told = f"a {kind} can be changed, so it is no key and in no set; write {HASHABLE.get(kind, 'tuple({})').format(name)}"
            if "can only concatenate" in str(error):
                told += f"; to add one item write {'(*{}, x)' if kind == 'tuple' else '[*{}, x]'}".format(name)
            yield told
    if not isinstance(error, TypeError):
        return
    yield from parts_of_items(error, frames)
    yield from hidden_words(error, frames)
    yield from unreturned(error, frames)
    yield from parameters_of_words(error, frames)
    yield from without_self(error, frames)
    if str(error) == "'method' object is not iterable" and (name := search_not_called(frames)):
        yield f"{name} is not called, so it gives no answers; write {name}(...)"
    if re.search(SEARCH, str(error)):
        yield next(told for said, told in MISUSES.items() if said in str(error))
    if "is not iterable" in str(error) and " in (yield " in line_of(frames):
        yield "one item of what is chosen from is gone over; to try its items one by one write `x = yield ...` without `for`"
    if str(error).startswith("__init__() should return None, not 'generator'"):
        yield "an object is made without choices: choose first, `x = yield ...`, and give it what was chosen"
    if name := method_not_called(error):
        yield f"is .{name} that of a search? it is not called; write .{name}({'n' * (name in ('nth', 'take'))})"


def ended(error: BaseException, here: types.TracebackType) -> Iterator[str]:
    """That no branch is ended by an assertion, nor by an exception of Python's that is raised behind a choice."""
    told = "this ends the whole search; if the branch alone is to end, write"
    is_raised = type(error).__module__ == "builtins" and re.search(r"\braise ", line_of([here]))
    if isinstance(error, AssertionError):
        yield f"{told} require(...) instead of assert"
    elif is_raised and "yield" in lines_above(here):
        yield f"{told} fail() instead of raise"


def undeclared(error: BaseException, here: types.TracebackType) -> Iterator[str]:
    """That a variable of the module is one of the function alone, because the function assigns it."""
    found = re.search(r"local variable '(\w+)'", str(error)) if isinstance(error, UnboundLocalError) else None
    if found and found[1] in here.tb_frame.f_globals:
        told = f"a function that assigns {found[1]} has a variable of its own of this name"
        yield f"{told}; for that of the module write `global {found[1]}` at its beginning"


def parts_of_items(error: TypeError, frames: list[types.TracebackType]) -> Iterator[str]:
    """That what was chosen is a pair or a key, where one part of the pair or the value was meant."""
    for name, value, items in chosen_in(error):
        is_compound = type(value) in WHOLE and re.search(r"\b(int|float|str)\b", str(error))
        if is_compound and type(value) is tuple:
            names = {2: "x, y", 3: "x, y, z"}.get(len(value), "x, *others")
            yield f"{name} is one item of {items}, a tuple; to name its parts write `{names} = yield {items}`"
        elif is_compound:
            told = f"{name} is one item of {items}, a {type(value).__name__}"
            yield f"{told}; to choose one of its own items write `x = yield {name}`"
        elif items.startswith("{") or type(names_at(frames).get(items)) is dict:
            yield f"{name} is a key of {items}, a dict; to choose a value write `{name} = yield {items}.values()`"


def hidden_words(error: TypeError, frames: list[types.TracebackType]) -> Iterator[str]:
    """That a word of ambsearch which is called here stands for something else, or is not called but subscripted."""
    if frames and "is not callable" in str(error):
        if "'module'" in str(error) and line_of(frames).strip() == "@ambsearch":
            yield "ambsearch is the package; write @ambsearch.ambiguous"
        for name, value in called_in(frames):
            if name in sys.modules["ambsearch"].__all__ and not is_word(value):
                kind = type(value).__name__
                yield f"{name} is a variable here, of type {kind}, and not that of ambsearch; give the variable another name"
    if str(error) == "'function' object is not subscriptable":
        for name in re.findall(r"(?<![.\w])(\w+)\s*\[", line_of(frames)):
            if is_word(names_at(frames).get(name)):
                yield f"{name} is called with round brackets; write {name}(...)"


def unreturned(error: TypeError, frames: list[types.TracebackType]) -> Iterator[str]:
    """That the answers of a search in the line that failed are None, which is what failed."""
    if "NoneType" in str(error):
        for name, value in called_in(frames):
            if isinstance(value, Ambiguous) and not answers(value.__wrapped__.__code__):
                yield f"{name} returns no value, so its answers are None; write `return ...` in {name}"


def called_in(frames: list[types.TracebackType]) -> list[tuple[str, Any]]:
    """The variables that the line which failed calls: their names and values."""
    space = names_at(frames)
    return [(name, space[name]) for name in re.findall(r"(?<![.\w])(\w+)\s*\(", line_of(frames)) if name in space]


def parameters_of_words(error: TypeError, frames: list[types.TracebackType]) -> Iterator[str]:
    """What a word of ambsearch, or a method of answers, takes that was given something else."""
    found = re.match(r"(Answers\.)?(\w+)\(\) (missing|takes|got)", str(error))
    package = sys.modules["ambsearch"]
    if found and frames and (found[1] or found[2] in package.__all__ and is_package_word(found[2], frames)):
        called = getattr(package.Answers if found[1] else package, found[2])
        parameters = [part for part in inspect.signature(called).parameters.values() if part.name != "self"]
        names = [part.name + "=..." * (part.default is not part.empty) for part in parameters]
        yield f"{found[2]}({', '.join(names)}): {called.__doc__.partition(chr(10))[0]}"


def without_self(error: TypeError, frames: list[types.TracebackType]) -> Iterator[str]:
    """That a method has no parameter for its object, which it is given first."""
    found = re.match(r"(\w+)\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) ", str(error))
    if found is None or int(found[4]) != int(found[3]) + 1:
        return
    owner = next((space[found[1]] for part in frames[::-1] if found[1] in (space := names_at([part]))), None)
    method = vars(owner).get(found[2]) if isinstance(owner, type) else None
    if isinstance(method, (types.FunctionType, Ambiguous)):
        names = list(inspect.signature(method).parameters)
        if not {"self", "cls", "this"} & {*names[:1]}:
            yield f"a method is given its object first; write def {found[2]}({', '.join(['self', *names])})"


def is_package_word(name: str, frames: list[types.TracebackType]) -> bool:
    """Is this name that of ambsearch in the frame that failed, and not that of a function of the user's?"""
    return getattr(names_at(frames).get(name), "__module__", "ambsearch").startswith("ambsearch")


def search_not_called(frames: list[types.TracebackType]) -> str:
    """The ambiguous method that the line which failed names and does not call; else nothing."""
    owners = [value if isinstance(value, type) else type(value) for value in names_at(frames).values()]
    searches = {
        name
        for owner in owners
        for cls in owner.__mro__
        for name, value in vars(cls).items()
        if type(value) is Ambiguous
    }
    named = re.findall(r"\.(\w+)\b(?!\s*\()", line_of(frames))
    return next((name for name in named if name in searches), "")


def undecorated(error: BaseException) -> list[str]:
    """That a function has choices and is not ambiguous, if this comes from it or from what it gave."""
    names = []
    parts = frames_of(error.__traceback__)
    frames = [part.tb_frame for part in parts]
    for frame in frames:
        if chooses(frame.f_code) and words_in(frame.f_code, frame.f_globals):
            names.append(frame.f_code.co_name)
    if isinstance(error, AttributeError) and isinstance(error.obj, types.GeneratorType) and is_forgotten(error.obj):
        names.append(error.obj.__name__)
    values: list[Any] = []
    if isinstance(error, TypeError) and "'generator'" in str(error):
        values = [frame.f_globals.get(name) for frame in frames for name in frame.f_code.co_names]
        values += frames[-1].f_locals.values()
    elif isinstance(error, ValueError) and "values to unpack" in str(error):
        values = [value for _, value in called_in(parts)]
    codes = [getattr(value, CODES[type(value)]) for value in values if type(value) in CODES]
    names += [code.co_name for code in codes if chooses(code) and answers(code)]
    return [UNDECORATED.format(names[-1])] if names else []


def method_not_called(error: BaseException) -> str:
    """The method of a search that the line that failed seems to use without calling it; else nothing."""
    frames = frames_of(error.__traceback__)
    if not frames or not re.search(r"\bmethod\b", str(error)):
        return ""
    line, space = line_of(frames), names_at(frames)
    values = [space.get(name) for name in re.findall(r"\w+", line)]
    held = [
        value.__name__ for value in values if type(value) is types.MethodType and isinstance(value.__self__, Series)
    ]
    return next(iter([*held, *re.findall(NOT_CALLED, line)]), "")
