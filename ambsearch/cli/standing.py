"""Where a plain search stood when Ctrl-C ended it: the items that it had taken, found in the frames that it was in.

This costs the search nothing, because nothing is read until then.
"""

import dis
from collections.abc import Iterator
from itertools import islice, takewhile
from reprlib import Repr
from types import CodeType
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ground.registry import EXPANDED
from ambsearch.running.driver import ASK

SHOWN = 6  # items; the first ones tell how far it is
SHORT = Repr()
SHORT.maxother = SHORT.maxstring = SHORT.maxlong = 30
INSIDE = Answers._hand_out.__code__  # runs the whole search, and those that ordinary code begins in it


def stood(error: BaseException) -> str:
    """The items that the search had taken, the first choice first; empty if it was not running."""
    found = list(islice(items_taken(error), SHOWN + 1))
    return f"at {', '.join([*found[:SHOWN], '...'][: len(found)])}" if found else ""


def items_taken(error: BaseException) -> Iterator[str]:
    written = {(code.co_filename, code.co_name): code for code in (each.__wrapped__.__code__ for each in EXPANDED)}
    is_begun, traceback = False, error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        if code is INSIDE and is_begun:
            return
        if original := written.get((code.co_filename, code.co_name)):
            is_begun = True
            for name in targets_around(code, traceback.tb_lasti):
                value = frame.f_locals.get(name, ASK)
                if value is not ASK:
                    is_named = name in original.co_varnames + original.co_cellvars
                    yield f"{name} = {shown(value)}" if is_named else shown(value)
        traceback = traceback.tb_next


def shown(value: Any) -> str:
    try:
        return SHORT.repr(value)
    except Exception:  # a number may have too many digits
        return f"<{type(value).__name__}>"


def targets_around(code: CodeType, place: int) -> Iterator[str]:
    """What the choices around an instruction bind: loops in which something is yielded, from the outermost one in."""
    steps = list(dis.get_instructions(code))
    for number, step in enumerate(steps):
        if step.opname == "FOR_ITER" and step.offset < place < step.argval:
            body = steps[number + 1 :]
            if any(each.opname == "YIELD_VALUE" for each in body if each.offset < step.argval):
                bound = takewhile(lambda each: each.opname.startswith(("STORE_", "UNPACK_")), body)
                yield from (name for each in bound for name in names_in(each.argval))


def names_in(argument: Any) -> tuple[str, ...]:
    """The names that an instruction binds; two, where it does two things at once."""
    return argument if isinstance(argument, tuple) else (argument,) if isinstance(argument, str) else ()
