"""What the command line says when the user made a mistake."""

TYPE_CHECKING = False  # without `typing`, see `ambsearch`

if TYPE_CHECKING:
    from collections.abc import Iterable

INTERRUPTED = 130  # exit status, as a shell reports it


class Complaint(Exception):
    """Ends the command with one message and no traceback.

    status: the exit status; 2 for a wrong name or value, 1 if a program ran and gave a wrong result.
    """

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


MANY = 30  # names that are told of


def unknown(what: str, name: str, known: "Iterable[str]", owner: str = "") -> Complaint:
    """The complaint about a name that does not exist, with the closest one that does.

    >>> print(unknown("puzzle", "qeens", ["jigsaw", "queens"]))
    there is no puzzle 'qeens'; did you mean 'queens'?
    >>> print(unknown("parameter", "size", ["n", "order"], owner="queens"))
    queens has no parameter 'size'; there are n, order
    >>> print(unknown("parameter", "size", [], owner="dice"))
    dice has no parameter 'size'; it has none
    >>> print(unknown("file", "missing.py", []))
    there is no file 'missing.py'
    >>> print(unknown("puzzle", "q4", ["queens", "q4.py"]))
    there is no puzzle 'q4'; did you mean 'q4.py'?
    """
    import difflib  # here, because only a mistake needs it

    names = list(known)
    near = [known for known in names if name and known.rpartition(".")[0] == name] or difflib.get_close_matches(
        name, names, n=1
    )
    start = f"{owner} has no {what} {name!r}" if owner else f"there is no {what} {name!r}"
    if near:
        return Complaint(f"{start}; did you mean {near[0]!r}?")
    if names:
        return Complaint(f"{start}; there {listed(names)}")
    return Complaint(f"{start}; it has none" if owner else start)


def listed(names: list[str]) -> str:
    """There is this one, or there are these.

    >>> listed(["a.py"]), listed(["a.py", "b.py"])
    ('is a.py', 'are a.py, b.py')
    >>> listed([*map(str, range(100))]).partition("28, ")[2]
    '29 and 70 more'
    """
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names[:MANY])}{more}"
