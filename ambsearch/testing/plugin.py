"""What the checks of a test run have compared, at the end of `pytest -v`; pytest finds this by itself."""

import os
from typing import TYPE_CHECKING

from ambsearch.testing.reports import LISTENERS, Report

if TYPE_CHECKING:
    import pytest

REPORTS: list[tuple[str, Report]] = []  # each with the test that made it


def listen(report: Report) -> None:
    REPORTS.append((os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0], report))


def pytest_configure(config: "pytest.Config") -> None:
    REPORTS.clear()
    if listen not in LISTENERS:
        LISTENERS.append(listen)


def pytest_unconfigure(config: "pytest.Config") -> None:
    if listen in LISTENERS:
        LISTENERS.remove(listen)


def pytest_terminal_summary(terminalreporter: "pytest.TerminalReporter") -> None:
    if not REPORTS or terminalreporter.verbosity < 1:
        return
    terminalreporter.section("programs and their twins")
    for test, report in REPORTS:
        terminalreporter.write_line(f"{test}: {report}; {report.seconds:.2f} s")
