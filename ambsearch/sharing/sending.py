"""Checks what can be sent to workers, before the work starts.

pack      the answers of an ambiguous function, as they are sent
context   how the processes of our own pool begin
"""

import inspect
import multiprocessing
import os
import pickle
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ambsearch.answers import Ambiguous, Answers, expected_answers
from ambsearch.errors import NotSendable


def pack(answers: Answers[Any], executor: Executor | None = None) -> bytes:
    """The answers of an ambiguous function as they are sent: the names of the function and its module, and its
    arguments.

    executor: where they are sent; None for our own process pool.
    Raises NotSendable, which says what cannot be sent; TypeError if `answers` is not Answers.
    """
    if not isinstance(answers, Answers):
        raise expected_answers(answers)
    source = answers._source
    if type(source) is Ambiguous:
        refuse_hidden(source, executor)
        for name, value in arguments(source, answers).items():
            pickle_of(value, f"the argument {name} of {source.__name__} cannot be sent to a worker")
    return pickle_of(answers, f"{answers!r} cannot be sent to a worker")


def pickle_of(value: Any, told: str) -> bytes:
    try:
        sent = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        pickle.loads(sent)
    except Exception as error:
        kind = type(value).__name__
        raise NotSendable(
            f"{told}: {error} ({kind}); pass what can be pickled, such as a file name, and open it inside"
        ) from None
    return sent


def arguments(source: Ambiguous, answers: Answers[Any]) -> dict[str, Any]:
    """The arguments by the names of the parameters."""
    return inspect.signature(source).bind(*answers._args, **answers._kwargs).arguments


def refuse_hidden(source: Ambiguous, executor: Executor | None) -> None:
    """Refuse a function that a worker cannot find by its name."""
    if "<locals>" in source.__qualname__:
        raise NotSendable(
            f"{source.__name__} is defined inside a function, where workers cannot find it; move it to the top level of a module"
        )
    if isinstance(executor, ThreadPoolExecutor):
        return
    begin = context() if executor is None else getattr(executor, "_mp_context", None)
    if begin is not None and begin.get_start_method() == "fork":
        return
    main = getattr(sys.modules["__main__"], "__file__", None)
    is_in_file = main is not None and same_file(main, source.__wrapped__.__code__.co_filename)
    if source.__module__ == "__main__" and not (begin and is_in_file):
        raise NotSendable(
            f"{source.__name__} is defined in __main__, which the workers do not share; "
            "move it to a module, and import it from there"
        )
    if begin is not None and main is not None and not has_guard(main):
        raise NotSendable(
            f"each worker imports {main}, which would start this search again; "
            'write `if __name__ == "__main__":` above what the file does'
        )


def same_file(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def has_guard(main: str) -> bool:
    """Does the main file do some things only when it is run directly?"""
    try:
        return b"__name__" in Path(main).read_bytes()
    except OSError:  # it is not a file that a worker could import
        return True


def context() -> Any:
    """How processes begin: as the program has said; else forked where that is safe, because there is a single thread.

    A forked process has everything, at once; any other has to load it, which takes longer than many searches.
    """
    said = multiprocessing.get_start_method(allow_none=True)
    return multiprocessing.get_context("fork" if said is None and has_one_thread() else said)


def has_one_thread() -> bool:
    """Does this process have a single thread, of Python or any other? Only Linux tells."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False
