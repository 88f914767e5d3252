"""Failures are remembered, by Hypothesis and in a file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase

from ambsearch.testing import Different, check_twins

bound = 100


def upto(n: int) -> Iterable[int]:
    return range(n)


def bounded(n: int) -> Iterable[int]:
    return range(min(n, bound))


def smallest(instances: Any, **options: Any) -> Any:
    with pytest.raises(Different) as found:
        check_twins(upto, bounded, instances, **options)
    return found.value


@pytest.mark.thorough
def test_hypothesis_remembers_a_failure_and_makes_it_smaller_once_the_program_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = st.integers(0, 300)
    seen: list[int] = []
    monkeypatch.setattr(settings, "_current_profile", settings._current_profile)
    settings.register_profile("remembering", max_examples=100, database=InMemoryExampleDatabase())
    settings.load_profile("remembering")

    assert smallest(numbers).instance == 101
    assert smallest(numbers.map(lambda n: seen.append(n) or n)).instance == 101
    assert seen[0] == 101  # the failure of the first run
    monkeypatch.setitem(globals(), "bound", 2)
    assert smallest(numbers).instance == 3


def test_instances_that_failed_are_kept_in_a_file_and_tried_first(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "bounded.txt"
    monkeypatch.setitem(globals(), "bound", 5)

    assert smallest([1, 7], regressions=path).instance == 7
    assert path.read_text().splitlines()[1:] == ["7"]
    assert smallest([1, 6], regressions=path).instance == 7
    monkeypatch.setitem(globals(), "bound", 9)
    assert check_twins(upto, bounded, [1], regressions=path).instances == 2


def test_an_instance_that_is_not_a_literal_is_not_kept_and_that_is_said(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(globals(), "bound", 5)

    class Seven(int):
        def __repr__(self) -> str:
            return "Seven()"

    found = smallest([Seven(7)], regressions=tmp_path / "bounded.txt")

    assert found.__notes__ == [f"Seven() is no literal, so it is not kept in {tmp_path / 'bounded.txt'}"]
    assert not (tmp_path / "bounded.txt").exists()


def test_a_line_that_is_not_a_literal_is_reported_and_never_run(tmp_path: Path) -> None:
    path = tmp_path / "bounded.txt"
    path.write_text("# a comment\n3\n__import__('os').abort()\n")

    with pytest.raises(ValueError, match=r"bounded.txt, line 3: expected an instance as a Python literal, such as"):
        check_twins(upto, bounded, [1], regressions=path)
