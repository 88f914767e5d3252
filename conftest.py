"""The folder puzzles/ is installed as `ambsearch.puzzles`: its doctests are looked for in those modules.

By path alone, pytest would load each a second time, as `puzzles.queens`.
"""

import contextlib
import sys
from importlib import import_module
from pathlib import Path

HOME = Path(__file__).parent


def pytest_collect_file(file_path: Path) -> None:
    if file_path.suffix == ".py" and file_path.is_relative_to(HOME / "puzzles"):
        name = ".".join(file_path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__")
        with contextlib.suppress(Exception):  # what cannot be imported is told by pytest, of this file
            sys.modules[name] = import_module(f"ambsearch.{name}")
