"""What the tests of pictures and pages share."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Browser, browser


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with browser() as page:
        yield page


@pytest.fixture(scope="package")
def engine() -> Iterator[Any]:
    """The scripts of the page that need no page, in an engine without one."""
    from py_mini_racer import MiniRacer

    from ambsearch.showing.inlined import script
    from ambsearch.showing.vector import SCRIPTS

    with MiniRacer() as engine:
        engine.eval("\n".join(script(name) for name in (*SCRIPTS, "words.js", "quiz.js")))
        yield engine
