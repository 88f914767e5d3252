"""The traceback of an error shows the user's frames alone."""

import sys
import unittest

import pytest
from helpers import compile_program

from ambsearch import Refused, amb, ambiguous
from ambsearch.tracebacks import frames_of, users_frames


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


def test_a_log_tells_the_function_and_line_of_the_program() -> None:
    f = compile_program(LOGGING, {})["f"]
    with unittest.TestCase().assertLogs("ambsearch.test") as logs:
        assert list(f()) == [1, 2]

    assert [(record.funcName, record.lineno) for record in logs.records] == [("f", 14), ("note", 8)] * 2
