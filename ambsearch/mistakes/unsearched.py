"""`require` and `fail` where no search sees them: what is called by ordinary code may require what holds; all else is told.

>>> from ambsearch import require
>>> def check(n):
...     require(n > 1)
>>> check(2)
>>> check(1)
Traceback (most recent call last):
    ...
ambsearch.errors.OutsideSearch: require ends a branch, and no search calls check; call it from an ambiguous function, or write @ambiguous above it and `x = yield check(...)` where it is called
"""

import types

from ambsearch.answers import Answers
from ambsearch.errors import OutsideSearch
from ambsearch.ground.frames import is_engine, is_of_a_search
from ambsearch.ground.ownership import PERMANENT
from ambsearch.unchosen import chooses

OF_A_FUNCTION, GENERATOR = 0x2, 0x20  # inspect.CO_NEWLOCALS, CO_GENERATOR: inspect takes long to import


def user_frame(frame: types.FrameType) -> types.FrameType:
    """The nearest frame that is not the engine's."""
    while is_engine(frame.f_code) and frame.f_back is not None:
        frame = frame.f_back
    return frame


def search_around(frame: types.FrameType | None) -> tuple[types.FrameType | None, str]:
    """The frame of the search in which this one runs, if any; the name of the outermost @permanent function up to there."""
    kept = ""
    while frame is not None and frame.f_code is not Answers._hand_out.__code__:
        if id(frame.f_code) in PERMANENT:
            kept = frame.f_code.co_name
        frame = frame.f_back
    return frame, kept


def is_called_by_ordinary_code(caller: types.FrameType) -> bool:
    """Is this a plain function, and no search around it?"""
    is_plain = caller.f_code.co_flags & OF_A_FUNCTION and not caller.f_code.co_flags & GENERATOR
    return bool(is_plain) and search_around(caller)[0] is None


def outside(word: str, caller: types.FrameType) -> OutsideSearch:
    """The error of a call of require or fail that really happens; in a search these calls are expanded."""
    name = caller.f_code.co_name
    decorated = f"write @ambiguous above it and `x = yield {name}(...)` where it is called"
    frame, kept = search_around(caller)
    if chooses(caller.f_code):
        told = f"{name} is not ambiguous; {decorated}"
    elif frame is not None and kept:
        told = (
            f"{kept} is marked @permanent, so the search leaves it alone, and no branch ends in it; write permanent(...) "
            f"around the changes in {kept} that are to stay instead, or let it return whether the branch lives"
        )
    elif frame is not None and caller.f_code.co_flags & GENERATOR and not is_of_a_search(caller.f_code):
        told = (
            f"{name} is a generator, which gives items and belongs to no branch; write `if` around the `yield` there, to "
            f"leave an item out, or @ambiguous above {name}, `return` in the place of `yield`, and `x = yield {name}(...)`"
        )
    elif frame is not None:
        told = (
            f"the search does not see it in {name}: it has another name here, or a package, a generator or C, such as "
            f"`functools.cache`, calls {name}; call it under its name, in a loop of your own"
        )
    elif name.isidentifier():
        instead = "" if name.startswith("__") else f", or {decorated}"
        told = f"no search calls {name}; call it from an ambiguous function{instead}"
    else:
        told = "no search calls this; write it in an ambiguous function, and elsewhere `if` or `assert`"
    return OutsideSearch(f"{word} ends a branch, and {told}")
