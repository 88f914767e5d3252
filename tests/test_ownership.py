"""Whose a function is, by the place of its file."""

import importlib
from pathlib import Path

import pytest

from ambsearch.ownership import ADOPTED, is_own_file

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
    monkeypatch.setattr("ambsearch.ownership.ADOPTED", set(ADOPTED))
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
