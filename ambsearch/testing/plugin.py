"""A summary of what the checks compared, at the end of `pytest -v`; pytest finds this plugin by itself."""

import os
from typing import TYPE_CHECKING

from ambsearch.testing.reports import LISTENERS, Report

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: "pytest.Config") -> None:
    config.pluginmanager.register(Summary())


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
