"""Choices in the target of an assignment, and del of a variable."""

from ambsearch import ambiguous


@ambiguous
def f():
    row = ["", ""]
    hint = yield "xy"
    row[(yield (0, 1))] = hint
    del hint
    row[(yield (0, 1))] += "z"
    hint = len(row)
    return row, hint


EXPECTED = [
    (["xz", ""], 2),
    (["x", "z"], 2),
    (["z", "x"], 2),
    (["", "xz"], 2),
    (["yz", ""], 2),
    (["y", "z"], 2),
    (["z", "y"], 2),
    (["", "yz"], 2),
]
