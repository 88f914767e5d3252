from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.files import ARRAYS, load, save

Built = Callable[..., Automaton]


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("zero_alone", [True, False])
def test_what_is_read_is_what_was_written(merged: bool, zero_alone: bool, built: Built, tmp_path: Path):
    automaton = built(3, merged, zero_alone)
    save(automaton, tmp_path / "a")
    found = load(tmp_path / "a")
    assert (found.base, found.zero_alone) == (3, zero_alone)
    for name in ARRAYS:
        assert np.array_equal(getattr(found, name), getattr(automaton, name))


def test_a_file_that_cannot_be_finished_is_not_there(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(file: Any, **_: object) -> None:
        file.write(b"PK")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(built(3), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"no automaton", b"PK\x03\x04"])
def test_another_file_is_refused(data: bytes, tmp_path: Path):
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(
        ValueError, match="expected an automaton that was saved by ambsearch, found none, or a damaged one"
    ):
        load(tmp_path / "a")


def test_other_arrays_are_refused(tmp_path: Path):
    with open(tmp_path / "a", "wb") as file:
        np.savez(file, numbers=np.arange(3))
    with pytest.raises(ValueError, match="expected an automaton that was saved by ambsearch"):
        load(tmp_path / "a")


def test_what_would_have_to_be_run_is_refused(tmp_path: Path):
    with open(tmp_path / "a", "wb") as file:
        np.savez(file, about=np.array([print], dtype=object))
    with pytest.raises(ValueError, match="expected an automaton that was saved by ambsearch"):
        load(tmp_path / "a")


def test_a_changed_byte_is_found(built: Built, tmp_path: Path):
    save(built(3), tmp_path / "a")
    whole = (tmp_path / "a").read_bytes()
    for place in range(200, len(whole) - 300, 977):
        (tmp_path / "a").write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            found = load(tmp_path / "a")
        except ValueError:
            continue
        assert all(np.array_equal(getattr(found, name), getattr(built(3), name)) for name in ARRAYS)  # it was padding


CHANGES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "the base is 8": lambda a: {"base": 8},
    "there is no state": lambda a: {"solutions": a.solutions[:0]},
    "targets is not a list of int32": lambda a: {"targets": a.targets.astype(np.int64)},
    "first does not divide": lambda a: {"first": a.first[::-1].copy()},
    "first_guess does not divide": lambda a: {"first_guess": a.first_guess + 1},
    "columns holds a number that is not from 0 to 62": lambda a: {"columns": a.columns + np.int16(60)},
    "targets holds a number that is not from 0 to 24": lambda a: {"targets": a.targets + np.int32(1)},
    "renamings holds a number that is not from 0 to 5": lambda a: {"renamings": a.renamings - np.int16(1)},
    "the steps are not complete": lambda a: {"targets": a.targets[:-1]},
    "the columns of a state are not in order": lambda a: {"columns": a.columns * np.int16(0)},
}


@pytest.mark.parametrize("complaint", CHANGES)
def test_numbers_without_meaning_are_refused(complaint: str, built: Built, tmp_path: Path):
    save(replace(built(3), **CHANGES[complaint](built(3))), tmp_path / "a")
    with pytest.raises(ValueError, match=f"expected an automaton, found that {complaint}"):
        load(tmp_path / "a")
