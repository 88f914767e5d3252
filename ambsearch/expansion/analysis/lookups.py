"""Names that an expansion relies on: each must still stand for the same value when a search begins.

>>> notes, space = Lookups(), {"put": print}
>>> notes.note(space, "put", print, space), notes.hold()
(True, True)
>>> space["put"] = repr
>>> notes.hold()
False
"""

import functools
import operator
from collections.abc import Callable, Mapping
from typing import Any

from ambsearch.expansion.reading.source import UNKNOWN
from ambsearch.running.undoing import is_default

DEFAULT = object()  # any value of Python's, such as a number, that a class has for an attribute
Space = Mapping[str, Any]


class Lookups:
    """Names that must still stand for the same values; they are looked up in C, because every search checks them."""

    def __init__(self) -> None:
        self.noted: dict[tuple[int, str], Any] = {}
        self.lookups: list[functools.partial[Any]] = []
        self.values: list[Any] = []

    def note(self, space: Space, name: str, value: Any, owner: object) -> bool:
        """Note a value; False if another value has been noted for this name. owner: the object whose namespace it is."""
        key = id(owner), name
        if key not in self.noted:
            self.noted[key] = value
            lookup = functools.partial(space.get, name, UNKNOWN)
            self.lookups.append(functools.partial(current_value, lookup) if value is DEFAULT else lookup)
            self.values.append(value)
        return self.noted[key] is value

    def note_contents(self, table: Any, contents: Callable[[Any], Any]) -> bool:
        """Note what this gives for a container; False if it gave something else when that was noted."""
        key = id(table), contents.__name__
        if key not in self.noted:
            self.noted[key] = functools.partial(has_contents, table, contents, contents(table))
            self.lookups.append(self.noted[key])
            self.values.append(True)
        return bool(self.noted[key]())

    def hold(self) -> bool:
        return all(map(operator.is_, map(operator.call, self.lookups), self.values))


def current_value(lookup: Callable[[], Any]) -> Any:
    """A value of Python's in a class may become another: a search changes it, and takes that back."""
    value = lookup()
    return DEFAULT if is_default(value) else value


def has_contents(table: Any, contents: Callable[[Any], Any], noted: Any) -> bool:
    return bool(contents(table) == noted)
