"""Making expansions and twins: one thread at a time, and counted."""

import os
import signal
import sys
import threading
import time
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous
from ambsearch.making import MAKING


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


@pytest.mark.parametrize("moment", range(499, 6000, 499))
def test_a_search_whose_first_call_was_interrupted_is_right_when_it_is_called_again(moment: int) -> None:
    space = compile_program(HELPED, {"ambiguous": ambiguous})
    queue, left = space["Queue"](), iter(range(moment))

    def watch(frame: Any, event: str, value: Any) -> None:
        if event == "c_return" and value is not sys.setprofile and next(left, None) is None:
            sys.setprofile(None)
            raise Interrupt

    sys.setprofile(watch)
    try:
        with pytest.raises(Interrupt):
            list(space["f"](queue))
    finally:
        sys.setprofile(None)

    assert list(space["f"](queue)) == [([2], 2, [1]), ([1, 2], 1, [1, 2]), ([1, 2], 2, [1, 2]), ([1], 1, [1])]
    assert vars(queue) == {"heap": [], "sizes": set(), "last": 0}
