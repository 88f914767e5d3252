"""The processes that search: how they begin and end."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from typing import Any

import pytest

from ambsearch.sharing.pools import AFTER, Pool

BEGUN = """
import multiprocessing, threading
from ambsearch.sharing.sending import context

print(context().get_start_method())
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(context().get_start_method() == multiprocessing.get_context().get_start_method())
multiprocessing.set_start_method("spawn", force=True)
print(context().get_start_method())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether there are other threads")
def test_processes_are_forked_where_there_is_a_single_thread_and_else_begin_as_python_or_the_program_says() -> None:
    ended = subprocess.run([sys.executable, "-c", BEGUN], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["fork", "True", "spawn"]


def work(what: Any, channel: Any) -> Any:
    if what == "die":
        os._exit(3)
    if what == "exit":
        raise SystemExit("enough")
    if what == "sleep":
        channel.send("asleep")
        time.sleep(60)
    if what == "tell":
        for number in range(3):
            channel.send("x" * 10**6 * number)  # more than a pipe holds
    return what


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool(2, work)
    yield pool
    pool.shutdown()
    assert not multiprocessing.active_children()


def test_what_a_process_tells_comes_in_order(pool: Pool) -> None:
    pool.submit(7, "tell")
    found = [pool.arrival(None) for _ in range(4)]
    assert found == [*((7, "x" * 10**6 * number, False) for number in range(3)), (7, "tell", True)]
    assert pool.arrival(0) is None


def test_what_comes_after_the_processes_waits_for_all_of_them_and_comes_once(pool: Pool) -> None:
    begun: list[int] = []
    AFTER.append(lambda: begun.append(len(pool.workers)))
    pool.submit(1, "a")
    pool.ask(0)
    assert begun == []
    pool.ask(1)
    pool.ask(2)
    assert begun == [2]


def test_a_process_that_dies_takes_only_its_own_slice_with_it(pool: Pool) -> None:
    pool.submit(1, "die")
    pool.submit(2, "tell")
    found = [pool.arrival(None) for _ in range(5)]
    (died,) = (arrived for arrived in found if arrived and arrived[0] == 1)
    assert died
    assert isinstance(died[1], BrokenExecutor)
    assert str(died[1]) == "its process has ended, with exit code 3"
    pool.submit(3, "again")
    assert pool.arrival(None) == (3, "again", True)


@pytest.mark.parametrize("size", [1, 10**7])  # more than a pipe holds
def test_a_process_that_is_killed_while_it_does_nothing_is_replaced_after_its_next_slice(size: int, pool: Pool) -> None:
    pool.submit(1, "done")
    assert pool.arrival(None) == (1, "done", True)
    (worker,) = pool.workers
    worker.process.kill()
    worker.process.join()
    pool.submit(2, "x" * size)
    told = pool.arrival(None)
    assert told is not None
    assert (told[0], type(told[1])) == (2, BrokenExecutor)
    pool.submit(2, "x" * size)
    assert pool.arrival(None) == (2, "x" * size, True)


def test_what_ends_a_process_of_its_own_is_raised_by_the_head(pool: Pool) -> None:
    pool.submit(1, "exit")
    told = pool.arrival(None)
    assert told is not None
    assert isinstance(told[1], SystemExit)


@pytest.mark.parametrize("how", ["", "a second Ctrl-C"])
def test_processes_that_do_not_end_are_killed(how: str, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ambsearch.sharing.pools.GRACE", 1e9 if how else 0.1)
    for key in (1, 2):
        pool.submit(key, "sleep")
    processes = [worker.process for worker in pool.workers]
    for _ in processes:
        assert pool.arrival(None)
    if how:

        def interrupted(*_: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(pool, "drop", interrupted)
        with pytest.raises(KeyboardInterrupt):
            pool.shutdown()
    else:
        pool.shutdown()
    assert [process.exitcode for process in processes] == [-signal.SIGKILL] * 2


def test_processes_end_while_they_tell_something_that_nobody_reads(pool: Pool) -> None:
    for key in (1, 2):
        pool.submit(key, "tell")
    processes = [worker.process for worker in pool.workers]
    begun: set[int] = set()
    while begun != {1, 2}:
        told = pool.arrival(None)
        assert told is not None
        begun.add(told[0])
    pool.shutdown()
    assert [process.exitcode for process in processes] == [0] * 2


@pytest.mark.parametrize("what", ["done", "tell"])
def test_the_processes_of_a_pool_end_while_those_of_a_later_one_go_on(what: str, pool: Pool) -> None:
    pool.submit(1, what)
    assert pool.arrival(None)
    (worker,) = pool.workers
    later = Pool(2, work)
    later.submit(2, "sleep")
    assert later.arrival(None) == (2, "asleep", False)
    pool.shutdown()
    assert worker.process.exitcode == 0
    later.workers[0].process.kill()
    later.shutdown()
