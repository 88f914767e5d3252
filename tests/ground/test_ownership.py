"""Whose a function is, by the place of its file."""

import importlib
import queue
from pathlib import Path
from typing import Any

import pytest

from ambsearch import ambiguous, undoable
from ambsearch.ground.ownership import ADOPTED, UNDOABLE, is_own_file

PROGRAM = """
from ambsearch import ambiguous

marks = []

def note(x):
    marks.append(x)

@ambiguous
def f():
    x = yield (1, 2)
    note(x)
    return list(marks)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("ambsearch.ground.ownership.ADOPTED", set(ADOPTED))
    return folder


@pytest.mark.parametrize("file", ["searching_package/__init__.py", "searching_module.py"])
def test_an_installed_package_or_module_with_an_ambiguous_function_counts_as_ones_own(
    installed: Path, file: str
) -> None:
    other = installed / "another.py"
    (installed / file).parent.mkdir(exist_ok=True)
    (installed / file).write_text(PROGRAM)

    module = importlib.import_module(file.removesuffix(".py").split("/")[0])

    assert list(module.f()) == [[1], [2]]
    assert module.marks == []
    assert not is_own_file(str(other))


def test_a_function_of_a_package_that_is_undoable_is_found_by_the_name_of_a_method_of_pythons_own_too() -> None:
    numbers: queue.Queue[int] = queue.Queue()
    numbers.put(1)
    numbers.put(2)

    @ambiguous
    def taken() -> Any:
        x = yield (5, 6)
        return x, numbers.get()

    before = dict(UNDOABLE)
    try:
        for function in (queue.Queue.get, queue.Queue._get):
            undoable(function)
        assert list(taken()) == [(5, 1), (6, 1)]
        assert list(numbers.queue) == [1, 2]
    finally:
        UNDOABLE.clear()
        UNDOABLE.update(before)
