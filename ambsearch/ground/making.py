"""The making of expansions and twins, which happens once: by one thread at a time, and not counted as search time.

MAKING      the seconds so far; nested calls are counted once

>>> before = MAKING.seconds
>>> MAKING.timing(sum)([1, 2]), MAKING.seconds > before
(3, True)
"""

import functools
import gc
import os
import sys
from _thread import RLock  # as `threading` has it, which takes longer to import
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


ROOM = 500  # levels of Python's stack for it, however many the search has left of its own


@contextmanager
def uncollected() -> Iterator[None]:
    """Meanwhile no garbage is looked for: trees and modules are many objects, and none of them can be dropped yet."""
    is_on = gc.isenabled()
    try:
        gc.disable()  # inside, for an interrupt may come right behind it
        yield
    finally:
        if is_on:
            gc.enable()


class Making:
    def __init__(self) -> None:
        self.seconds = 0.0
        self.is_on = False
        self.is_spoiled = False  # by an error, such as an interrupt or a refusal: what is known may be half of it
        self.lock = RLock()  # what is known of a function is half done meanwhile

    def timing(self, function: Callable[Given, Made]) -> Callable[Given, Made]:
        """The same function, timed; other threads that make something wait."""

        @functools.wraps(function)
        def with_timer(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            with self.lock:
                if self.is_on:
                    return function(*args, **kwargs)
                self.is_on, since, limit = True, perf_counter(), sys.getrecursionlimit()
                try:
                    sys.setrecursionlimit(limit + ROOM)
                    with uncollected():
                        return function(*args, **kwargs)
                except BaseException:
                    self.is_spoiled = True
                    raise
                finally:
                    self.is_on = False
                    self.seconds += perf_counter() - since
                    sys.setrecursionlimit(limit)

        return with_timer


MAKING = Making()
if hasattr(os, "register_at_fork"):  # a process that is forked meanwhile would have it half made
    release = MAKING.lock.release
    os.register_at_fork(before=MAKING.lock.acquire, after_in_parent=release, after_in_child=release)
