"""What can be sent to workers: told before the work starts.

packed    the answers of an ambiguous function, as they are sent
"""

import inspect
import multiprocessing
import pickle
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotSendable


def packed(answers: Answers[Any], executor: Executor | None = None) -> bytes:
    """The answers of an ambiguous function as they are sent: its name, that of its module, and its arguments.

    executor: where they are sent; None for a process pool of our own.
    Raises NotSendable, which says what cannot be sent; TypeError for what is no Answers.
    """
    if not isinstance(answers, Answers):
        raise TypeError(f"expected the answers of an ambiguous function, found {type(answers).__name__}")
    source = answers._source
    if type(source) is Ambiguous:
        refuse_hidden(source, executor)
        for name, value in arguments(source, answers).items():
            pickled(value, f"the argument {name} of {source.__name__} cannot be sent to a worker")
    return pickled(answers, f"{answers!r} cannot be sent to a worker")


def pickled(value: Any, told: str) -> bytes:
    try:
        sent = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        pickle.loads(sent)
    except Exception as error:
        kind = type(value).__name__
        raise NotSendable(
            f"{told}: {error} ({kind}); give what can be pickled, such as a name, and open it inside"
        ) from None
    return sent


def arguments(source: Ambiguous, answers: Answers[Any]) -> dict[str, Any]:
    """The arguments by the names of the parameters."""
    return inspect.signature(source).bind(*answers._args, **answers._kwargs).arguments


def refuse_hidden(source: Ambiguous, executor: Executor | None) -> None:
    """Refuse a function that a worker cannot find by its name."""
    if "<locals>" in source.__qualname__:
        raise NotSendable(
            f"{source.__name__} stands inside a function, where no worker can find it; write it at the top of a module"
        )
    if source.__module__ == "__main__" and not shares_main(executor):
        raise NotSendable(
            f"{source.__name__} stands in __main__, which the workers do not share; "
            "write it into a module of its own, and import it from there"
        )


def shares_main(executor: Executor | None) -> bool:
    """Do the workers have the functions of __main__, as threads, forked processes, and those that import its file?"""
    if isinstance(executor, ThreadPoolExecutor):
        return True
    context = multiprocessing.get_context() if executor is None else getattr(executor, "_mp_context", None)
    if context is None:
        return False
    return context.get_start_method() == "fork" or hasattr(sys.modules["__main__"], "__file__")
