"""Searches in tests of pytest, which finds this plugin by itself: a summary of what the checks compared, at the end of
`pytest -v`; errors with the user's lines alone; and a test that is ambiguous, which would never run, fails.
"""

import os
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Ambiguous
from ambsearch.ground.frames import frames_of, users_frames
from ambsearch.mistakes.tracebacks import shorten
from ambsearch.testing.reports import LISTENERS, Report

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: "pytest.Config") -> None:
    config.pluginmanager.register(Summary())


def pytest_pyfunc_call(pyfuncitem: "pytest.Function") -> None:
    if isinstance(getattr(pyfuncitem.obj, "__func__", pyfuncitem.obj), Ambiguous):
        import pytest

        told = "is ambiguous: its call makes a search, which nothing asks, so it checks nothing"
        pytest.fail(f"{pyfuncitem.name} {told}; write @exhaustive of ambsearch.testing above it instead", pytrace=False)


def pytest_runtest_makereport(item: "pytest.Item", call: "pytest.CallInfo[Any]") -> None:
    """Leave the frames of ambsearch out of what is shown, unless --full-trace asks for them, or no others are there."""
    if call.excinfo is None or item.config.getoption("fulltrace"):
        return
    error = call.excinfo.value
    shown = frames_of(users_frames(error.__traceback__))
    if shown and shown[-1].tb_frame.f_globals.get("__name__", "").partition(".")[0] not in ("_pytest", "pluggy"):
        shorten(error)
        call.excinfo = call.excinfo.from_exception(error)


class Summary:
    """The reports of one run, by test: one with @given makes many. A run inside a test has its own summary."""

    def __init__(self) -> None:
        self.reports: dict[tuple[str, tuple[str, ...]], Report] = {}
        LISTENERS.append(self.listen)

    def listen(self, report: Report) -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        self.reports.setdefault((test, report.names), Report(report.names)).include(report)

    def pytest_unconfigure(self) -> None:
        LISTENERS.remove(self.listen)

    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        if not self.reports or terminalreporter.verbosity < 1:
            return
        terminalreporter.section("programs and their twins")
        for (test, _), report in self.reports.items():
            terminalreporter.write_line(f"{test}: {report}; {report.seconds:.2f} s")
