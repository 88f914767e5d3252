"""The traceback of an error shows the user's frames alone."""

import sys
import unittest

import pytest
from helpers import compile_program

from ambsearch import Refused, amb, ambiguous, require
from ambsearch.ground.frames import frames_of, users_frames
from ambsearch.mistakes.tracebacks import shorten


def test_a_frame_may_stand_at_no_line() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    interrupted.__code__ = interrupted.__code__.replace(co_linetable=b"")
    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted()
    frames = frames_of(users_frames(caught.tb))

    assert frames[-1].tb_frame.f_code.co_name == "interrupted"
    assert frames[-1].tb_lineno in (None, -1)  # as the version of Python has it


def test_a_refusal_is_underlined_as_a_whole_where_nobody_catches_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused) as caught:
        compile_program("@ambiguous\ndef f():\n    return amb(1, 2)\n", {"ambiguous": ambiguous, "amb": amb})
    sys.excepthook(caught.type, caught.value, caught.tb)

    assert "    return amb(1, 2)\n           ^^^^^^^^^\n" in capsys.readouterr().err


LOGGING = """
import logging
from ambsearch import ambiguous

LOG = logging.getLogger("ambsearch.test")

def note(x):
    LOG.warning("%s", x)

@ambiguous
def f():
    x = yield (1, 2)
    try:
        LOG.error("%s", x)
        note(x)
    except ValueError:
        pass
    return x
"""


@pytest.mark.usefixtures("no_other_module")  # where a class of one's own has an `error` that changes something
def test_a_log_tells_the_function_and_line_of_the_program() -> None:
    f = compile_program(LOGGING, {})["f"]
    with unittest.TestCase().assertLogs("ambsearch.test") as logs:
        assert list(f()) == [1, 2]

    assert [(record.funcName, record.lineno) for record in logs.records] == [("f", 14), ("note", 8)] * 2


LOOPING = """
@ambiguous(deep=DEEP)
def f(n):
    if n:
        start = yield (0,)
    for row in range(3):
        for column in range(5):
            x = yield (n, 2)
            if row + column == 4:
                rest = yield f(n - 1)
            require(x // n)
    return n
"""


@pytest.mark.parametrize("deep", [False, True])
def test_an_uncaught_error_has_one_frame_for_each_call_of_a_search(deep: bool) -> None:
    words = {"ambiguous": ambiguous, "require": require}
    with pytest.raises(ZeroDivisionError) as caught:
        compile_program(LOOPING.replace("DEEP", str(deep)), words)["f"](1).first()
    for _ in range(2):  # whoever shows it
        shorten(caught.value)
        frames = frames_of(caught.value.__traceback__)

        assert [frame.tb_lineno for frame in frames if frame.tb_frame.f_code.co_name == "f"][-2:] == [10, 11]
