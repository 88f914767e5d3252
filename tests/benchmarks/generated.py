"""Programs made of text, as if a module held it."""

import itertools
import linecache
from typing import Any

NUMBERS = itertools.count()


def names_in(text: str) -> dict[str, Any]:
    """Execute a text; what it defines, by name.

    >>> names_in("one = 1")["one"]
    1
    """
    filename = f"<benchmark {next(NUMBERS)}>"
    linecache.cache[filename] = len(text), None, text.splitlines(keepends=True), filename
    names: dict[str, Any] = {"__name__": "tests.benchmarks.generated"}
    exec(compile(text, filename, "exec"), names)
    return names
