"""The processes that search when no executor is given.

own_pool      a pool of them
BEFORE        what each of them does before it works, if it is not forked
workers_of    how many workers an executor has
"""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from threading import Thread

BEFORE: list[Callable[[], object]] = []  # such as to load a script, which has to be picklable


def is_forked() -> bool:
    """Are processes forked, so that they have all that there is here?"""
    return multiprocessing.get_start_method() == "fork"


def own_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, initializer=begin, initargs=([] if is_forked() else BEFORE,))


def begin(before: Sequence[Callable[[], object]]) -> None:
    """In each process, before it works."""
    for prepare in before:
        prepare()
    # Ctrl-C goes to all processes of a terminal; the head tells the workers to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what the head has made need not be looked through, which would copy a forked process's memory
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A worker of a head that was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def workers_of(executor: Executor | None) -> int:
    """How many workers an executor has."""
    number = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)  # of Dask
    if number is None and client is not None:
        number = sum(client.nthreads().values())
    return number or os.cpu_count() or 1
