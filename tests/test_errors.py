"""Errors that come from another process."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from ambsearch import errors

MADE = {
    "NotAChoice": lambda: errors.NotAChoice(3),
    "NotUndoable": lambda: errors.NotUndoable("put"),
    "NotChosen": lambda: errors.NotChosen([1], "=="),
    "SearchTooDeep": lambda: errors.SearchTooDeep("f(3)"),
    "LiveAnswer": lambda: errors.LiveAnswer(iter([1])),
    "TooManyAnswers": lambda: errors.TooManyAnswers("coin()", 1, 2),
    "BadInput": lambda: errors.BadInput("expected x", 3, 5),
    "Refused": lambda: errors.Refused("told", ("file.py", 3, 1, "text", 3, 5)),
}


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("send", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy], ids=["sent", "copied"])
def test_an_error_from_another_process_tells_what_it_told_there(name: str, send: Callable[[Any], Any]) -> None:
    error = MADE[name]()
    error.add_note("a note")
    other = send(error)
    assert isinstance(other, getattr(errors, name))
    assert (str(other), other.__notes__) == (str(error), ["a note"])
    assert getattr(other, "first", None) == getattr(error, "first", None)
    assert getattr(other, "lineno", None) == getattr(error, "lineno", None)
