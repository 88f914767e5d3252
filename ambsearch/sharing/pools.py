"""The processes that search when no executor is given.

Pool          some processes, which report what they find while they work
BEFORE        what each of them runs before it works, if it is not forked
AFTER         what this process runs when all of them have begun, such as a thread, with which none should be forked
workers_of    how many workers an executor has

Each process has a pipe of its own, and does one slice after another. So what it tells comes in order, and when it dies,
nothing of the others is lost. The head has no threads.
"""

import atexit
import gc
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import Any

from ambsearch.sharing.alone import processors
from ambsearch.sharing.reports import ALL, Channel
from ambsearch.sharing.results import sendable
from ambsearch.sharing.sending import context

BEFORE: list[Callable[[], object]] = []  # such as loading a script; must be picklable
AFTER: list[Callable[[], object]] = []
GRACE = 1.0  # seconds for which a process may go on when nobody wants its work any more


class Worker:
    """A process. key: of the slice that it does; 0 if it does none. line: to it; bell: makes it look at what is wanted."""

    def __init__(self, pool: "Pool") -> None:
        self.line, theirs = pool.context.Pipe()
        self.bell, self.key = pool.context.Semaphore(0), 0
        channel = Channel(theirs, pool.wanted, self.bell)
        lines = [self.line, *(worker.line for worker in pool.workers)]  # a forked process has them, too
        before = [line.close for line in lines] if pool.is_forked else BEFORE
        self.process = pool.context.Process(target=serve, args=(channel, before, pool.function))
        self.process.start()
        theirs.close()  # so that the line ends with the process


class Pool:
    """Some processes, begun with the first slice. function: does a slice."""

    def __init__(self, workers: int, function: Callable[..., Any]) -> None:
        self.context = context()
        self.is_forked = self.context.get_start_method() == "fork"  # then the processes have all that this one has
        self.number, self.function = workers, function
        self.wanted = self.context.Value("i", 0)
        self.workers: list[Worker] = []
        self.told: deque[tuple[int, Any, bool]] = deque()
        atexit.register(self.shutdown)  # before the interpreter waits for its processes

    def submit(self, key: int, *args: Any) -> None:
        """Begin a slice. args: of the function, but for the last one, its channel."""
        worker = next((worker for worker in self.workers if not worker.key), None) or self.start()
        worker.key = key
        with suppress(OSError):  # it has died meanwhile, as it will be found
            worker.line.send(args)

    def start(self) -> Worker:
        worker = Worker(self)
        self.workers.append(worker)
        return worker

    def ask(self, parts: int) -> None:
        """Ask for this many parts, for which processes begin meanwhile; ALL to end the slices."""
        if self.wanted.value != parts:
            self.wanted.value = parts
            for worker in self.workers if parts else ():
                worker.bell.release()
        while parts and len(self.workers) < self.number:
            self.start()
        while AFTER and len(self.workers) == self.number:
            AFTER.pop()()

    def arrival(self, seconds: float | None) -> tuple[int, Any, bool] | None:
        """What a process tells next: the key, its slice or an exception, and whether that is the end; None if too late."""
        while not self.told:
            lines = {worker.line: worker for worker in self.workers}
            ready = wait(lines, seconds)
            if not ready:
                return None
            for line in ready:
                self.receive(lines[line])
        return self.told.popleft()

    def receive(self, worker: Worker) -> None:
        key = worker.key
        try:
            told, is_end = worker.line.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            self.remove(worker)
            told, is_end = BrokenExecutor(f"its process has ended, with exit code {worker.process.exitcode}"), True
        if is_end:
            worker.key = 0
        if key:
            self.told.append((key, told, is_end))

    def remove(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.line.close()

    def shutdown(self) -> None:
        """End all slices and processes.

        A branch that comes to no choice for long would keep the caller, and the interpreter at exit, waiting: a process
        that does not end soon is killed, or at once by a second Ctrl-C.
        """
        atexit.unregister(self.shutdown)
        workers, self.workers = self.workers, []
        end = monotonic() + GRACE
        try:
            self.wanted.value = ALL
            for worker in workers:
                worker.bell.release()
                with suppress(OSError):
                    worker.line.send(None)  # to close it is not enough: a process of another pool may have it, too
            self.drop([worker.line for worker in workers], end)
            for worker in workers:
                worker.process.join(max(0, end - monotonic()))
        finally:
            for worker in workers:
                worker.process.kill()
            for worker in workers:
                worker.process.join()
                worker.line.close()

    @staticmethod
    def drop(lines: list[Any], end: float) -> None:
        """Read what nobody wants any more, because a process waits until it has told it."""
        while lines and (ready := wait(lines, max(0, end - monotonic()))):
            for line in ready:
                try:
                    line.recv_bytes()  # type: ignore[union-attr]
                except (EOFError, OSError):
                    lines.remove(line)


def serve(channel: Channel, before: Iterable[Callable[[], object]], function: Callable[..., Any]) -> None:
    """Do one slice after another, until the head wants no more."""
    # Ctrl-C goes to all processes of a terminal; the head tells the workers to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for prepare in before:
        prepare()
    gc.freeze()  # visiting the head's objects would copy a forked process's memory
    Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while (args := channel.line.recv()) is not None:
            try:
                told = function(*args, channel)
            except BaseException as error:
                told = sendable(error)
            channel.line.send((told, True))


def end_with_parent() -> None:
    """End this worker with its head; if the head is killed, it would search on for nobody."""
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
