"""The processes that search: how they end."""

import signal
import time
from typing import Any

import pytest

from ambsearch.sharing.pools import Pool


def test_a_second_ctrl_c_kills_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**how: Any) -> None:
        raise KeyboardInterrupt

    pool = Pool(2, lambda key, slice: None)
    for _ in range(2):  # from Python 3.14 on each starts a process
        pool.submit(time.sleep, 60)
    processes = list(pool.executor._processes.values())
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(pool.executor, "shutdown", interrupted)
        pool.shutdown()
    deadline = time.monotonic() + 30
    while None in [process.exitcode for process in processes] and time.monotonic() < deadline:
        time.sleep(0.01)  # a thread of the pool may not have passed on yet that they have ended
    assert [process.exitcode for process in processes] == [-signal.SIGKILL] * 2
