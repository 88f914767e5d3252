"""One class for each kind of mistake that a user can make.

AmbError
├── Refused (SyntaxError)            code that cannot be expanded, found when it is decorated
├── OutsideSearch (RuntimeError)     require or fail called by ordinary code
├── NotUndoable (RuntimeError)     a function of your own changes something, and its source cannot be read
├── NotAChoice (TypeError)           `yield E` where E cannot be iterated
├── NotChosen (TypeError)            a search, or choices, used as if one of them had been chosen
├── SearchTooDeep (RecursionError)   a search that goes on to be deeper
├── LiveAnswer (TypeError)           an answer holds a generator, which would go on with the search
├── NotSendable (TypeError)          what cannot be sent to a worker in another process, or back
├── OtherChoices (RuntimeError)      a choice has other items in another process
├── NoAnswer (LookupError)           first, one or nth of a search that has too few answers
├── TooManyAnswers (ValueError)      one() of a search that has several
├── CheckpointError (RuntimeError)   a checkpoint is damaged, in use, of another search, or cannot be written
└── BadInput (ValueError)            a puzzle's text that cannot be read
"""

import types
from typing import Any


class AmbError(Exception):
    """The base class of all errors that ambsearch reports.

    >>> issubclass(NoAnswer, AmbError) and issubclass(NoAnswer, LookupError)
    True
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _told_again, (type(self), *self.args), self.__dict__


def _told_again(kind: type[AmbError], *told: Any) -> AmbError:
    """An error that comes from another process: the message is made, so its own __init__ does not make it anew."""
    error = kind.__new__(kind, *told)
    base: Any = next(cls for cls in kind.__mro__ if cls.__module__ == "builtins")
    base.__init__(error, *told)
    return error


class Refused(AmbError, SyntaxError):
    """The function uses something that cannot be expanded; the message says what to write instead.

    It carries file, line, columns and text as every SyntaxError does, so that Python draws the caret.

    >>> issubclass(Refused, SyntaxError)
    True
    """


class OutsideSearch(AmbError, RuntimeError):
    """`require` or `fail` was called where there is no search, or where the search cannot see the call.

    >>> from ambsearch import require
    >>> def check(n):
    ...     require(n > 1)
    >>> check(1)
    Traceback (most recent call last):
    ...
    ambsearch.errors.OutsideSearch: require ends a branch, and no search calls check; call it from an ambiguous function, or write @ambiguous above it and `x = yield check(...)` where it is called
    """


UNREAD = (
    "changes something, and its source cannot be read, so the search cannot take the change back; "
    "define it in a file, or write @permanent above it to keep what it changes"
)
SENT = (
    "was sent a value, or closed, in another branch, and cannot go back: it had begun before the search, or has a `yield` "
    "inside `with` or `finally`; make it in the branch that uses it, or write a class with a method instead"
)


class NotUndoable(AmbError, RuntimeError):
    """A function of your own, called by a search, changes something, and its source cannot be found.

    Or a generator that cannot go back is used again after another branch has sent it a value, or has closed it.

    >>> raise NotUndoable("put")
    Traceback (most recent call last):
    ...
    ambsearch.errors.NotUndoable: put changes something, and its source cannot be read, so the search cannot take the change back; define it in a file, or write @permanent above it to keep what it changes
    """

    def __init__(self, name: str, told: str = UNREAD) -> None:
        super().__init__(f"{name} {told}")


PERMANENT_SEARCH = (
    "a search undoes its changes, so an ambiguous function is not permanent; "
    "write permanent(...) around each change that stays, or call a helper that is @permanent"
)
UNDECORATED = "{} has choices of its own, and is not ambiguous; write @ambiguous above it"


class NotAChoice(AmbError, TypeError):
    """`x = yield E` was given an E that cannot be iterated.

    >>> from ambsearch import an_element_of
    >>> an_element_of(3)
    Traceback (most recent call last):
    ...
    ambsearch.errors.NotAChoice: a choice is made from an iterable, but this is 3 (int); to choose among single values, write amb(a, b, c); an answer is given by `return`
    """

    def __init__(self, found: object) -> None:
        if isinstance(found, types.GeneratorType):
            super().__init__(UNDECORATED.format(found.__name__))
            return
        advice = "to choose among single values, write amb(a, b, c); an answer is given by `return`"
        if found is None:
            advice = "a function without `return` gives None, and so does what changes a list, such as xs.sort()"
        elif callable(found):
            advice = f"to choose from what it gives, call it: {name_of(found) or 'f'}(...)"
        told = f"this is {without_address(found)} ({type(found).__name__})"
        super().__init__(f"a choice is made from an iterable, but {told}; {advice}")


class NotChosen(AmbError, TypeError):
    """A search, or what amb, an_element_of or an_integer_between gives, is used as if one had been chosen from it.

    >>> from ambsearch import an_integer_between
    >>> baker = an_integer_between(1, 3)
    >>> baker == 2
    Traceback (most recent call last):
    ...
    ambsearch.errors.NotChosen: nothing has been chosen from an_integer_between(1, 3), so it cannot be used with ==; write `x = yield an_integer_between(1, 3)`
    """

    def __init__(self, found: object, use: str | None = None, written: str | None = None) -> None:
        """use: what it is used for, e.g. "=="; None for a search that is dropped. written: its text in the program.

        The message is made when it is read: `list` asks every search for its length, and does not show why it has none.
        """
        super().__init__()
        self.found, self.use, self.written = found, use, written

    def __str__(self) -> str:
        shown = _short(self.written or repr(self.found))
        if self.use is None:
            told = f"a search was made and never asked: {shown}"
            advice = f"write `yield {shown}` in an ambiguous function; elsewhere list(...), .one() or .first() asks it"
        elif self.use == "the answer":
            items = "answers" if hasattr(self.found, "exists") else "items"
            told = (
                f"{shown} is a search, not one of its answers"
                if items == "answers"
                else f"nothing has been chosen from {shown}"
            )
            advice = f"write `return (yield {shown})` to give each of its {items}"
        elif hasattr(self.found, "exists"):
            told = f"{shown} is a search, not one of its answers, so it cannot be used {_in_words(self.use)}"
            advice = (
                f"write `x = yield {shown}` to choose an answer, .one() for its only one, "
                f"{INSTEAD.get(self.use, '.exists() to ask whether there is any')}"
            )
        else:
            told = f"nothing has been chosen from {shown}, so it cannot be used {_in_words(self.use)}"
            advice = f"write `x = yield {shown}`"
        return f"{told}; {advice}"

    def __reduce__(self) -> tuple[Any, ...]:
        return ToldElsewhere, (str(self),), {name: self.__dict__[name] for name in {"__notes__"} & self.__dict__.keys()}


INSTEAD = {
    "len": ".count() for how many there are",
    "[...]": ".nth(i) for number i of them",
    ".all": "list(...) for all of them",
    ".next": ".first() for the first of them",
}


class ToldElsewhere(NotChosen):
    """The same error from another process, with only its message."""

    def __init__(self, message: str) -> None:
        super().__init__(None)
        self.message = message

    def __str__(self) -> str:
        return self.message


class NoSuchAttribute(NotChosen, AttributeError):
    """The same for an attribute that a search does not have: `f().append`; it names one that is spelled like it."""

    def __str__(self) -> str:
        import difflib  # here, because it takes long

        names = [name for name in dir(self.found) if not name.startswith("_")] if self.use not in INSTEAD else []
        close = difflib.get_close_matches(str(self.use).removeprefix("."), names, 1)
        return f"{super().__str__()}{''.join(f'. Did you mean .{name}?' for name in close)}"


def _in_words(use: str) -> str:
    return f"as {use}" if " " in use else f"with {use}"


def without_address(value: object) -> str:
    """What a value shows, but not where in memory it is.

    >>> without_address(NotChosen.__str__)
    '<function NotChosen.__str__>'
    """
    import re  # here, because searches do without it

    return re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(value))


def name_of(value: object) -> str:
    """The name that a function or the like has; nothing if it has none. A __getattr__ of the user's is not asked.

    >>> name_of(len), name_of(3)
    ('len', '')
    """
    try:
        return str(object.__getattribute__(value, "__name__"))
    except AttributeError:
        return ""


def _short(text: str, length: int = 60) -> str:
    return text if len(text) <= length else f"{text[: length - 4]}...)"


class SearchTooDeep(AmbError, RecursionError):
    """A search needed ten times as many levels as Python's stack may have, and is not said to be deep: probably it never ends.

    Or its recursion goes through ordinary code, which uses up Python's stack.

    >>> issubclass(SearchTooDeep, RecursionError)
    True
    """

    def __init__(self, name: str, levels: float = 0) -> None:
        told = (
            f"is more than {levels:,} levels deep, so its recursion or loop probably never ends; if it does, write "
            "@ambiguous(deep=True) above it, then only memory bounds its depth"
            if levels
            else "is deeper than Python's stack, because its recursion goes through ordinary code; choose from the search "
            "itself, x = yield f(...), where a condition, a function or a word such as once begins it"
        )
        super().__init__(f"the search {name} {told}")
        self.name = name


class TooManyLevels(RecursionError):
    """A search is deeper than `levels`; its name is known where its answers are asked for, see SearchTooDeep."""

    def __init__(self, levels: float) -> None:
        super().__init__(levels)
        self.levels = levels


class LiveAnswer(AmbError, TypeError):
    """An answer holds a generator or an iterator from itertools, which cannot be copied.

    Read later, it would see what the search has changed since.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def squares():
    ...     n = yield [2, 3]
    ...     return (k * k for k in range(n))
    >>> squares().first()
    Traceback (most recent call last):
    ...
    ambsearch.errors.LiveAnswer: an answer holds an iterator that cannot be copied, generator <genexpr>; it would be read while the search goes on, so return its items, as in list(...)
    """

    def __init__(self, found: object) -> None:
        name = name_of(found)
        super().__init__(
            f"an answer holds an iterator that cannot be copied, {type(found).__name__}{name and ' ' + name}; "
            "it would be read while the search goes on, so return its items, as in list(...)"
        )


class NotSendable(AmbError, TypeError):
    """A search, one of its arguments, or an answer cannot go from one process to another.

    >>> from ambsearch import ambiguous, parallel
    >>> @ambiguous
    ... def chosen(items, key):
    ...     return key((yield items))
    >>> parallel(chosen([1, 2], key=lambda item: -item)).first()
    Traceback (most recent call last):
    ...
    ambsearch.errors.NotSendable: the argument key of chosen cannot be sent to a worker: ...
    """


class OtherChoices(AmbError, RuntimeError):
    """A choice has different items, or a different order of items, in different workers' processes.

    >>> raise OtherChoices("choice 1 on the way to (2,) has other items in this process than in another")
    Traceback (most recent call last):
    ...
    ambsearch.errors.OtherChoices: choice 1 on the way to (2,) has other items in this process than in another
    """


class NoAnswer(AmbError, LookupError):
    """A search has no answer, or fewer than were asked for.

    >>> from ambsearch import ambiguous, amb
    >>> @ambiguous
    ... def nothing():
    ...     return (yield amb())
    >>> nothing().first()
    Traceback (most recent call last):
    ...
    ambsearch.errors.NoAnswer: nothing() has no answer
    """


class TooManyAnswers(AmbError, ValueError):
    """`one()` of a search with several answers; `first` and `second` hold the first two.

    >>> from ambsearch import ambiguous, amb
    >>> @ambiguous
    ... def coin():
    ...     return (yield amb("heads", "tails"))
    >>> coin().one()
    Traceback (most recent call last):
    ...
    ambsearch.errors.TooManyAnswers: coin() has more than one answer: the first is 'heads', the second 'tails'
    """

    def __init__(self, search: object, first: Any, second: Any) -> None:
        super().__init__(f"{search!r} has more than one answer: the first is {first!r}, the second {second!r}")
        self.first = first
        self.second = second


class CheckpointError(AmbError, RuntimeError):
    """A checkpoint is damaged, in use, of another search, or cannot be written; the message says which.

    >>> from ambsearch import ambiguous, checkpointed
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> list(checkpointed(die(), "no/such/folder/run.db"))
    Traceback (most recent call last):
    ...
    ambsearch.errors.CheckpointError: the checkpoint no/such/folder/run.db cannot be written: No such file or directory; what was written before stays good
    """


class BadInput(AmbError, ValueError):
    """A puzzle given as text cannot be read; raised by a puzzle module's `read`.

    message: what was expected and what was found, e.g. "expected one of R G B W, found 'x'".
    line, column: where in the text, both counted from 1.

    >>> raise BadInput("expected one of R G B W, found 'x'", 3, 5)
    Traceback (most recent call last):
    ...
    ambsearch.errors.BadInput: line 3, column 5: expected one of R G B W, found 'x'
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"
