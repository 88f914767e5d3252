"""Exceptions of a signal's handler, such as that of an alarm: they say nothing of what runs when they come.

>>> def ring(*signal):
...     raise TimeoutError
>>> import signal
>>> before = signal.signal(signal.SIGINT, ring)
>>> try:
...     signal.raise_signal(signal.SIGINT)
... except TimeoutError as error:
...     print(is_alarm(error))
True
>>> former = signal.signal(signal.SIGINT, before)
"""

# the module `signal` makes an enum of each, which takes twenty times as long
from _signal import getsignal, valid_signals  # type: ignore[import-not-found]
from collections.abc import Callable
from typing import Any

SIGNALS = valid_signals()


def is_alarm(error: BaseException) -> bool:
    """Has the handler of a signal raised this? Then nothing has failed, and it must not be caught on the way."""
    from traceback import walk_tb  # here, because few programs come here

    handlers = [handler for number in SIGNALS if callable(handler := getsignal(number))]
    codes = {getattr(getattr(handler, "func", handler), "__code__", None) for handler in handlers}  # func: of a partial
    return any(frame.f_code in codes for frame, _ in walk_tb(error.__traceback__))


def unless_it_fails(default: Any, function: Callable[..., Any], *args: Any) -> Any:
    """function(*args), or the default where it raises an exception of its own."""
    try:
        return function(*args)
    except Exception as error:
        if is_alarm(error):
            raise
        return default
