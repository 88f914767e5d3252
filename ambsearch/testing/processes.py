"""Trials in separate processes: whatever a program does there, its time is limited, and the result is reported.

Pool     one or several processes, in each of which one trial runs at a time
Clock    what a trial reports through shared memory, even when it can report in no other way
"""

import mmap
import multiprocessing
import os
import pickle
import signal
import struct
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import Any

from ambsearch.testing.differences import Different, in_words
from ambsearch.testing.lines import Dump, shown_line
from ambsearch.testing.sides import Side
from ambsearch.testing.trials import Outcome

AT_ONCE = 0.05  # seconds between looks at the clock, at least
AHEAD = 1000  # outcomes that are kept, at most, while an earlier one is missing


class Clock:
    """Which side is being read, since when, and how many answers it had before; both processes see it.

    >>> clock = Clock()
    >>> clock.note(0, 92)
    >>> clock.read()[:2]
    (0, 92)
    """

    LAYOUT = struct.Struct("qqd")

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, self.LAYOUT.size)

    def note(self, side: int, answers: int = 0) -> None:
        """side: its number, or -1 between two reads."""
        self.LAYOUT.pack_into(self.memory, 0, side, answers, time.monotonic())

    def read(self) -> tuple[int, int, float]:
        side, answers, since = self.LAYOUT.unpack_from(self.memory, 0)
        return side, answers, since


class Worker:
    """A process that runs one trial after the other; it is restarted after a trial that did not finish."""

    def __init__(self, trial: Any) -> None:
        self.trial = trial
        self.clock = Clock()
        self.dump = Dump()
        self.process: Any = None
        self.link: Connection

    def start(self, instance: Any) -> None:
        """Begin a trial; ask for its result when the link has data, or the time is over."""
        self.clock.note(-1)
        try:
            data = pickle.dumps(instance)
        except Exception:  # what cannot be sent is inherited
            self.stop()
            self.fork(instance)
        else:
            if self.process is None:
                self.fork()
            self.link.send_bytes(data)

    def fork(self, *first: Any) -> None:
        self.link, inner = multiprocessing.Pipe()
        target = multiprocessing.get_context("fork").Process
        self.process = target(target=serve, args=(self.trial, self.clock, self.dump, inner, first))
        self.process.start()
        inner.close()

    def overdue(self, timeout: float | None) -> bool:
        return timeout is not None and time.monotonic() - self.clock.read()[2] > timeout

    def result(self, timeout: float | None) -> Outcome:
        """The outcome of the trial, or why there is none."""
        try:
            if self.link.poll():
                outcome = pickle.loads(self.link.recv_bytes())
                if isinstance(outcome, Outcome):
                    return outcome
                raise outcome
        except (EOFError, ConnectionError):
            pass
        side, answers, _ = self.clock.read()
        self.process.join(0 if self.overdue(timeout) else 1)
        code = self.process.exitcode
        if code is None:
            self.dump.ask(self.process.pid)
        self.stop()
        line = shown_line(self.dump.points()) if side >= 0 else ""
        name = self.trial.names[side] if side >= 0 else "the comparison"
        before = f"before that: {answers} answer{'' if answers == 1 else 's'}" if side >= 0 else ""
        kind = "timeout" if code is None else "crashes"
        what = f"takes longer than {timeout} seconds" if code is None else f"ends its process: {how(code)}"
        return Outcome(Different(f"{name} {what}{line}\n{before}".rstrip(), kind), 0, True)

    def stop(self) -> None:
        """End the process that this worker has started, if there is one."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.link.close()
            self.process = None


def serve(trial: Any, clock: Clock, dump: Dump, link: Connection, first: tuple[Any, ...]) -> None:
    """In the new process: run the requested trials, and send their outcomes."""
    dump.arm()
    names = list(trial.names)

    def heard(side: Side, reading: bool) -> None:
        clock.note(names.index(side.name) if reading else -1, len(side.keys))

    trial.heard = heard
    waiting = list(first)
    try:
        while True:
            instance = waiting.pop() if waiting else pickle.loads(link.recv_bytes())
            clock.note(-1)
            link.send_bytes(outcome_to_send(trial, instance))
    except EOFError:
        return


def outcome_to_send(trial: Callable[[Any], Outcome], instance: Any) -> bytes:
    """The outcome, or the exception that a trial raised itself, in a form that can be sent."""
    try:
        outcome = trial(instance)
    except Exception as error:
        try:
            return pickle.dumps(error)
        except Exception:
            return pickle.dumps(RuntimeError("".join(traceback.format_exception(error))))
    found = outcome.difference
    gave = tuple(map(Shown, map(in_words, outcome.gave)))
    return pickle.dumps(Outcome(found and portable(found), outcome.answers, outcome.empty, gave))  # type: ignore[arg-type]


def portable(found: Different) -> Different:
    """The difference without what cannot be sent; its cause becomes text."""
    cause = found.__cause__
    text = f"\n\n{''.join(traceback.format_exception(cause)).rstrip()}" if cause is not None else ""
    return Different(f"{found}{text}", found.kind)


class Shown(str):
    """A value as it was shown in another process."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def how(code: int) -> str:
    """How a process has ended.

    >>> how(3), how(-11)
    ('exit status 3', 'signal SIGSEGV')
    """
    return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


class Pool:
    """Processes for trials: `run` for one instance, `run_all` for many at the same time, with the outcomes in order.

    timeout: how many seconds a side may take for one answer; None for any number.
    Raises OSError if the system cannot fork processes, such as Windows.
    """

    def __init__(self, trial: Any, timeout: float | None, jobs: int) -> None:
        if not hasattr(os, "fork"):
            raise OSError("timeout= and jobs= need a system that forks processes, such as Linux or macOS")
        self.timeout = timeout
        self.workers = [Worker(trial) for _ in range(jobs)]

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()

    def run(self, instance: Any) -> Outcome:
        return next(self.run_all([instance]))[1]

    def run_all(self, instances: Iterable[Any]) -> Iterator[tuple[Any, Outcome]]:
        source = iter(instances)
        free, busy = list(self.workers), {}
        order: deque[list[Any]] = deque()  # an instance, with its outcome once it is known
        while True:
            while free and len(order) < AHEAD:
                for instance in source:
                    order.append([instance])
                    worker = free.pop()
                    worker.start(instance)
                    busy[worker] = order[-1]
                    break
                else:
                    break
            if not order:
                return
            for worker in self.collect(list(busy)):
                entry = busy.pop(worker)
                entry.append(result_of(worker, entry[0], self.timeout))
                free.append(worker)
            while order and len(order[0]) == 2:
                instance, outcome = order.popleft()
                if isinstance(outcome, Exception):
                    raise outcome
                yield instance, outcome

    def collect(self, busy: list[Worker]) -> list[Worker]:
        """The workers that have an outcome, have ended, or take too long; at least one."""
        while True:
            until = None if self.timeout is None else max(AT_ONCE, self.timeout / 20)
            ready = wait([worker.link for worker in busy], until)
            there = [worker for worker in busy if worker.link in ready or worker.overdue(self.timeout)]
            if there:
                return there


def result_of(worker: Worker, instance: Any, timeout: float | None) -> Outcome | Exception:
    """The outcome, with its instance; or the exception that the trial raised."""
    try:
        outcome = worker.result(timeout)
    except Exception as error:
        return error
    if (found := outcome.difference) is not None:
        head = f"for the instance {instance!r}:\n"
        told = str(found).removeprefix(head)
        return replace(outcome, difference=Different(head + told, found.kind, instance))
    return outcome
