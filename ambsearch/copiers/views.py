"""Copiers of what looks at something else: views and iterators."""

import types
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, ItemsView, Iterable, KeysView, ValuesView
from gc import get_referents
from typing import Any

from ambsearch.copiers.base import BuiltCopier, Copier
from ambsearch.errors import LiveAnswer, NotAChoice, NotChosen
from ambsearch.ground.above import above
from ambsearch.ground.alarms import is_alarm
from ambsearch.unchosen import is_forgotten

PYTHON_VIEWS = (KeysView, ValuesView, ItemsView)
DICTS: tuple[Any, ...] = (dict, OrderedDict)
VIEWS: dict[type, Callable[[Any], Any]] = {
    type(view(base())): view for base in DICTS for view in (base.keys, base.values, base.items)
}


class ViewCopier(BuiltCopier):
    """For views: a view of the copy of what is viewed."""

    def items(self, value: Any) -> list[Any]:
        return [value._mapping] if hasattr(value, "_mapping") else get_referents(value)

    def build(self, value: Any, parts: list[Any]) -> Any:
        return VIEWS.get(type(value), type(value))(parts[0])

    def attributes(self, value: Any) -> dict[Any, Any]:
        return {}


class MemoryviewCopier(BuiltCopier):
    """A view of a whole buffer becomes a view of its copy; a view of a slice becomes a view of new bytes."""

    def items(self, value: Any) -> list[Any]:
        return [value.obj]

    def build(self, value: Any, parts: list[Any]) -> Any:
        twin = memoryview(parts[0])
        if twin.nbytes != value.nbytes or not value.c_contiguous:
            twin = memoryview(bytearray(value.tobytes()))
        if (twin.format, twin.shape) != (value.format, value.shape):
            twin = twin.cast("B").cast(value.format, value.shape)
        return twin.toreadonly() if value.readonly else twin


class IteratorCopier(BuiltCopier):
    """For Python's own iterators: an iterator at the same position, over the copy of what is iterated."""

    lazy = False

    def items(self, value: Any) -> list[Any]:
        if above("running.positions.is_behind")(value):
            raise LiveAnswer(value)
        try:
            make, arguments, *state = value.__reduce__()
            if make is type(value) and isinstance(arguments[0], deque):  # it would not outlive the filling of a deque
                make, arguments = iter, (list(make(*arguments)),)
            return [(make, arguments, *state)]
        except Exception as error:
            if is_alarm(error):
                raise
            raise LiveAnswer(value) from None

    def build(self, value: Any, parts: list[Any]) -> Any:
        make, arguments, *state = parts[0]
        try:
            twin = make(*arguments)
            if state and state[0] is not None:
                twin.__setstate__(state[0])
        except Exception as error:
            if is_alarm(error):
                raise
            raise LiveAnswer(value) from None
        return twin


class LiveCopier(Copier):
    """For iterators that cannot be copied."""

    at_once = BuiltCopier.at_once

    def begin(self, value: Any, memo: dict[int, Any]) -> tuple[Any, Iterable[Any]]:
        is_choosing = isinstance(value, types.GeneratorType) and is_forgotten(value)
        raise NotAChoice(value) if is_choosing else LiveAnswer(value)


class UnchosenCopier(Copier):
    """For what nothing was chosen from."""

    at_once = BuiltCopier.at_once

    def begin(self, value: Any, memo: dict[int, Any]) -> tuple[Any, Iterable[Any]]:
        raise NotChosen(value, "an answer")


def iterators() -> list[type]:
    """The classes of Python's own iterators, except generators and itertools."""
    dicts = [base() for base in DICTS]
    views = [view for d in dicts for view in (d.keys(), d.values(), d.items())]
    reversible: list[Any] = [[], deque(), *dicts, *views]
    iterable: list[Any] = [(), set(), "", "é", b"", bytearray(), range(0), range(1 << 99), array("i"), memoryview(b"")]
    iterable.append(type("Sequence", (), {"__getitem__": list.__getitem__})())
    found = [*map(reversed, reversible), *[iter(value) for value in reversible + iterable], iter(int, 0)]
    return [*map(type, found), reversed, enumerate, zip, map, filter]
