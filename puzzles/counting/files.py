"""Saving a finished automaton in a file, and checking it when it is read.

A file is what NumPy's `savez` writes: the arrays, and a line of text that says what they are, with their digest. It is
data: nothing in it is run.
"""

import hashlib
import json
from math import factorial
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from .automaton import Automaton
from .columns import all_digits
from .guesses import KINDS

FORMAT = "ambsearch alphametics automaton 1"
ARRAYS = {
    "solutions": np.int32,
    "first": np.int64,
    "columns": np.int16,
    "targets": np.int32,
    "first_guess": np.int64,
    "guesses": np.int32,
    "renamings": np.int16,
}


def save(automaton: Automaton, path: str | Path) -> None:
    """Write an automaton to a file, which appears only when it is complete."""
    arrays = {name: getattr(automaton, name) for name in ARRAYS}
    arrays = {name: array for name, array in arrays.items() if array is not None}
    about = {
        "format": FORMAT,
        "base": automaton.base,
        "zero_alone": automaton.zero_alone,
        "merged": automaton.renamings is not None,
        "digest": digest(arrays),
    }
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load(path: str | Path) -> Automaton:
    """Read an automaton from a file; ValueError if it is not one, or is damaged; OSError if it cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            names = [name for name in ARRAYS if name != "renamings" or about["merged"]]
            arrays = {name: file[name] for name in names}
            is_ours = about["format"] == FORMAT and about["digest"] == digest(arrays)
            found = Automaton(about["base"], bool(about["zero_alone"]), **{"renamings": None, **arrays})
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile) as error:
        raise ValueError(
            f"expected an automaton that was saved by ambsearch, found none, or a damaged one: {path}"
        ) from error
    if not is_ours:
        raise ValueError(f"expected an automaton as it was saved, found that it was changed: {path}")
    try:
        check(found)
    except ValueError as error:
        raise ValueError(f"expected an automaton, found that {error}: {path}") from None
    return found


def digest(arrays: dict[str, NDArray[Any]]) -> str:
    """A fingerprint of the arrays."""
    found = hashlib.sha256()
    for name, array in arrays.items():
        found.update(f"{name} {array.dtype.str} {array.shape} ".encode())
        found.update(np.ascontiguousarray(array).data)
    return found.hexdigest()


def check(automaton: Automaton) -> None:
    """Check that every number in the arrays is valid; ValueError if not."""
    base, states, steps = automaton.base, len(automaton.solutions), len(automaton.columns)
    if not states:
        raise ValueError("there is no state")
    if type(base) is not int or not 2 <= base <= 7:
        raise ValueError(f"the base is {base!r}")
    for name, kind in ARRAYS.items():
        array = getattr(automaton, name)
        if array is not None and (array.dtype != kind or array.ndim != 1):
            raise ValueError(f"{name} is not a list of {np.dtype(kind)}")
    for name, first, size in (
        ("first", automaton.first, steps),
        ("first_guess", automaton.first_guess, len(automaton.guesses)),
    ):
        if len(first) != states + 1 or first[0] != 0 or first[-1] != size or (np.diff(first) < 0).any():
            raise ValueError(f"{name} does not divide {size} numbers among {states} states")
    for name, array, end in (
        ("columns", automaton.columns, (base + 1) ** 3 - 1),
        ("targets", automaton.targets, states),
        ("renamings", automaton.renamings, factorial(base)),
        ("guesses", automaton.guesses, len(all_digits(base)) * KINDS),
        ("solutions", automaton.solutions, factorial(base) + 1),
    ):
        if array is not None and len(array) and not (0 <= array.min() and array.max() < end):
            raise ValueError(f"{name} holds a number that is not from 0 to {end - 1}")
    if automaton.renamings is not None and len(automaton.renamings) != steps or len(automaton.targets) != steps:
        raise ValueError("the steps are not complete")
    order = automaton.sources() * (base + 1) ** 3 + automaton.columns
    if (np.diff(order) <= 0).any():
        raise ValueError("the columns of a state are not in order")
