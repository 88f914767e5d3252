"""A file of instances that failed once; they are tried first, and committed with the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEAD = "# Instances on which a program and its twin once differed, one on each line, each a Python literal.\n"


class Regressions:
    """The instances in a file, which need not exist yet.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     regressions = Regressions(Path(folder) / "queens.txt")
    ...     regressions.add((4, [1, 2])), regressions.add((4, [1, 2]))
    ...     list(regressions)
    (True, True)
    [(4, [1, 2])]
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __iter__(self) -> Iterator[Any]:
        if not self.path.exists():
            return
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield ast.literal_eval(line.strip())
                except (ValueError, SyntaxError):
                    raise ValueError(
                        f"{self.path}, line {number}: expected an instance as a Python literal, such as (4, [1, 2]), "
                        f"found {line!r}"
                    ) from None

    def add(self, instance: Any) -> bool:
        """Add an instance unless it is there; False if it cannot be written as a literal."""
        line = repr(instance)
        try:
            if "\n" in line or ast.literal_eval(line) != instance:
                return False
        except (ValueError, SyntaxError):
            return False
        if instance not in list(self):
            text = self.path.read_text("utf-8") if self.path.exists() else HEAD
            self.path.write_text(f"{text}{line}\n", "utf-8")
        return True
