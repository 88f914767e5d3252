"""What the command line says to a person who made a mistake."""

import difflib
from collections.abc import Iterable


class Complaint(Exception):
    """Ends the command with one message and no traceback.

    status: of the exit; 2 for a wrong name or value, 1 where a program was run and does not keep its promise.
    """

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def unknown(what: str, name: str, known: Iterable[str], owner: str = "") -> Complaint:
    """The complaint about a name that does not exist, with the nearest one that does.

    >>> print(unknown("puzzle", "qeens", ["jigsaw", "queens"]))
    there is no puzzle 'qeens'; did you mean 'queens'?
    >>> print(unknown("parameter", "size", ["n", "order"], owner="queens"))
    queens has no parameter 'size'; there are n, order
    >>> print(unknown("parameter", "size", [], owner="dice"))
    dice has no parameter 'size', and no others
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    start = f"{owner} has no {what} {name!r}" if owner else f"there is no {what} {name!r}"
    if near:
        return Complaint(f"{start}; did you mean {near[0]!r}?")
    return Complaint(f"{start}; there are {', '.join(names)}" if names else f"{start}, and no others")
