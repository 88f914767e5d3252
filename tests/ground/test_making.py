"""Making expansions and twins: one thread at a time, and counted."""

import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from helpers import alone, compile_program

from ambsearch import ambiguous
from ambsearch.ground.making import MAKING


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_while_a_thread_makes_something_can_make_its_own() -> None:
    begun = threading.Event()

    @MAKING.timing
    def make() -> None:
        begun.set()
        time.sleep(0.01)

    thread = threading.Thread(target=make)
    thread.start()
    begun.wait()
    child = os.fork()
    if not child:
        signal.alarm(2)
        os._exit(MAKING.timing(len)("abc"))
    _, status = os.waitpid(child, 0)
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 3


HELPED = """
from heapq import heappush

class Queue:
    def __init__(self):
        self.heap, self.sizes, self.last = [], set(), 0
    def put(self, x):
        if x not in self.heap:
            heappush(self.heap, x)
        self.note(x)
    def note(self, x):
        self.sizes.add(len(self.heap))
        self.last = x

@ambiguous
def f(queue):
    for _ in range(2):
        x = yield (2, 1)
        queue.put(x)
    return list(queue.heap), queue.last, sorted(queue.sizes)
"""


class Interrupt(BaseException):
    pass


def watched(search: Any, press: Callable[[], object]) -> list[Any]:
    """The answers of a search; press: what is called when a call of C has returned."""

    def watch(frame: Any, event: str, value: Any) -> None:
        if event == "c_return" and value is not sys.setprofile:
            press()

    sys.setprofile(watch)
    try:
        return list(search)
    finally:
        sys.setprofile(None)


@pytest.fixture(scope="module")
def moments() -> int:
    """How often that is while the search is made and run; the first time more than later, when more is known."""
    for _ in range(2):
        counted = itertools.count()
        with alone():
            space = compile_program(HELPED, {"ambiguous": ambiguous})
            watched(space["f"](space["Queue"]()), counted.__next__)
    return next(counted)


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize("part", range(1, 13))
def test_a_search_whose_first_call_was_interrupted_is_right_when_it_is_called_again(part: int, moments: int) -> None:
    space = compile_program(HELPED, {"ambiguous": ambiguous})
    queue, left = space["Queue"](), iter(range(moments * part // 13))

    def press() -> None:
        if next(left, None) is None:
            sys.setprofile(None)
            raise Interrupt

    with pytest.raises(Interrupt):
        watched(space["f"](queue), press)

    assert list(space["f"](queue)) == [([2], 2, [1]), ([1, 2], 1, [1, 2]), ([1, 2], 2, [1, 2]), ([1], 1, [1])]
    assert vars(queue) == {"heap": [], "sizes": set(), "last": 0}
