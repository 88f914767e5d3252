"""The processes that search when no executor is given.

Pool          some processes, which report what they find while they work
BEFORE        what each of them runs before it works, if it is not forked
workers_of    how many workers an executor has
"""

import gc
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from threading import Thread, Timer
from typing import Any

from ambsearch.sharing.alone import processors
from ambsearch.sharing.reports import ALL, Channel, connect

BEFORE: list[Callable[[], object]] = []  # such as loading a script; must be picklable
PAUSE = 0.1  # seconds between two checks whether the pool is closed
GRACE = 1.0  # seconds for which a process may go on when nobody wants its work any more


class Pool:
    """Some processes. tell: called in another thread with each key and slice that they report."""

    def __init__(self, workers: int, tell: Callable[[int, Any], None]) -> None:
        context: Any = multiprocessing.get_context()
        self.tell, self.is_closed = tell, False
        self.reader, self.writer = context.Pipe(duplex=False)
        self.wanted = context.Value("i", 0)
        channel = Channel(self.writer, context.Lock(), self.wanted)
        before = [] if is_forked() else BEFORE
        self.executor = ProcessPoolExecutor(workers, context, initializer=begin, initargs=(channel, before))
        self.reading: Thread | None = None

    def submit(self, function: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        future = self.executor.submit(function, *args)
        if self.reading is None:  # after the processes are forked
            self.reading = Thread(target=self.read, daemon=True)
            self.reading.start()
        return future

    def ask(self, parts: int) -> None:
        """Ask for this many parts; ALL to end the slices."""
        if self.wanted.value != parts:
            self.wanted.value = parts

    def read(self) -> None:
        """Read reports until the pool is closed; a worker that has died may have left half of one."""
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while not self.is_closed:
                if self.reader.poll(PAUSE) and (data := self.reader.recv_bytes()):
                    self.tell(*pickle.loads(data))

    def shutdown(self) -> None:
        """End all slices; their reports are read meanwhile, because they wait for that.

        A branch that comes to no choice for long would keep the caller, and the interpreter at exit, waiting: a process
        that does not end soon is killed, or at once by a second Ctrl-C.
        """
        processes = list((self.executor._processes or {}).values())
        impatience = Timer(GRACE, self.kill, [processes])
        impatience.daemon = True
        try:
            impatience.start()
            self.ask(ALL)
            self.executor.shutdown(wait=True, cancel_futures=True)
        except BaseException:
            self.kill(processes)
            raise
        finally:
            impatience.cancel()
            self.close()

    @staticmethod
    def kill(processes: Iterable[Any]) -> None:
        for process in processes:
            process.kill()

    def close(self) -> None:
        """Stop reading."""
        self.is_closed = True
        with suppress(OSError):
            self.writer.send_bytes(b"")  # wakes the reader up
        if self.reading is not None:
            self.reading.join(PAUSE)


def is_forked() -> bool:
    """Are processes forked, so that they have everything that this process has?"""
    return multiprocessing.get_start_method() == "fork"


def begin(channel: Channel, before: Sequence[Callable[[], object]]) -> None:
    """Prepare a process for its work."""
    for prepare in before:
        prepare()
    connect(channel)
    # Ctrl-C goes to all processes of a terminal; the head tells the workers to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # visiting the head's objects would copy a forked process's memory
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this worker with its head; if the head is killed, it would wait for work forever."""
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
    return number or processors()
