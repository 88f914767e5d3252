"""Making expansions and twins: one thread at a time, and counted."""

import os
import signal
import threading
import time

import pytest

from ambsearch.making import MAKING


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_while_a_thread_makes_something_can_make_its_own() -> None:
    begun = threading.Event()

    @MAKING.timed
    def make() -> None:
        begun.set()
        time.sleep(0.01)

    thread = threading.Thread(target=make)
    thread.start()
    begun.wait()
    child = os.fork()
    if not child:
        signal.alarm(2)
        os._exit(MAKING.timed(len)("abc"))
    _, status = os.waitpid(child, 0)
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 3
