"""Answers as data: written as JSON, and rebuilt from it; nothing is executed.

encode     the form of an answer in JSON, from which the same answer can be rebuilt
decode     the answer
written    a form as a line of JSON
digest     by which bytes are recognised
NoForm     an answer cannot be written

A tuple is a JSON array, because most answers are tuples; what JSON does not have is an object with one key:

    {"list": [...]}   {"dict": [[key, value], ...]}   {"set": [...]}   {"frozenset": [...]}
    {"bytes": "hex"}  {"int": "hex"}, if it is large

Text, numbers, True, False and None are written as in JSON; NaN and Infinity too, as Python's json writes them. A
value of any other class, such as a dataclass, has no form: to rebuild it, one would have to call what a file names.
"""

import json
import sys
from collections.abc import Callable
from math import fsum
from typing import Any

# SHA-256, imported like `random` does: hashlib would load OpenSSL, which takes as long as a short search
try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha256

ATOMS = frozenset({int, str, float, bool, type(None)})
INTS = {int}
LARGE = 1 << 63
MUTABLE = {list, dict, set}


class NoForm(TypeError):
    """A value cannot be written."""


def encode(value: Any, is_sorted: bool = False) -> Any:
    """The form of a value in JSON; it shares no mutable object with the value.

    is_sorted: that of a set does not depend on its order, which another process need not have.
    Raises NoForm for a value of another class, one that holds the same list twice or itself, or one that is too deep.

    >>> encode((1, [2, {"x": None}]))
    [1, {'list': [2, {'dict': [['x', None]]}]}]
    >>> decode(encode((1, [2, {"x": None}])))
    (1, [2, {'x': None}])
    """
    if type(value) is tuple:
        if INTS.issuperset(map(type, value)) and are_short(value):  # fast path for what most answers are
            return value
        if ATOMS.issuperset(map(type, value)) and not any(map(is_large, value)):
            return value
    try:
        return Encoding(is_sorted).of(value)
    except RecursionError:
        raise NoForm("it is too deep") from None


def are_short(numbers: tuple[int, ...]) -> bool:
    """Can Python write all of these in decimal? It refuses more than thousands of digits; a sum of floats, hundreds."""
    try:
        fsum(numbers)
    except OverflowError:
        return False
    return True


def is_large(value: Any) -> bool:
    return type(value) is int and not -LARGE < value < LARGE


class Encoding:
    """Encodes one value. met: the mutable containers in it, each of which may occur only once."""

    def __init__(self, is_sorted: bool) -> None:
        self.is_sorted = is_sorted
        self.met: set[int] = set()

    def of(self, value: Any) -> Any:
        kind = type(value)
        if kind is int and is_large(value):
            return {"int": hex(value)}
        if kind in ATOMS:
            return value
        if kind in MUTABLE:
            if id(value) in self.met:
                raise NoForm(f"it holds the same {kind.__name__} twice")
            self.met.add(id(value))
        if kind is tuple:
            return self.all_of(value)
        if kind is dict:
            return {"dict": [self.all_of(pair) for pair in value.items()]}
        if kind is bytes:
            return {"bytes": value.hex()}
        if kind is list:
            return {"list": self.all_of(value)}
        if kind in (set, frozenset) and self.is_sorted:
            return {kind.__name__: sorted(self.all_of(value), key=written)}
        if kind in (set, frozenset) and list(kind([*value])) == list(value):  # so that it comes in the same order again
            return {kind.__name__: self.all_of(value)}
        raise NoForm(f"there is a {kind.__name__} in it")

    def all_of(self, values: Any) -> list[Any]:
        return [self.of(value) for value in values]


def decode(form: Any) -> Any:
    """The value of a form; ValueError if it is not a form.

    >>> decode({"code": "1 + 1"})
    Traceback (most recent call last):
    ...
    ValueError: expected the form of an answer, found {'code': '1 + 1'}
    """
    if type(form) is list or type(form) is tuple:
        return tuple(map(decode, form))
    if type(form) is not dict:
        return form
    for name, inner in form.items():
        if name in DECODED and len(form) == 1:
            try:
                return DECODED[name](inner)
            except TypeError:
                break
    raise ValueError(f"expected the form of an answer, found {form!r}")


DECODED: dict[str, Callable[[Any], Any]] = {
    "list": lambda forms: list(map(decode, forms)),
    "dict": lambda pairs: dict(map(decode, pairs)),
    "set": lambda forms: set(map(decode, forms)),
    "frozenset": lambda forms: frozenset(map(decode, forms)),
    "bytes": bytes.fromhex,
    "int": lambda text: int(text, 16),
}


written: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode


def digest(data: bytes) -> str:
    """64 hexadecimal digits."""
    return str(sha256(data).hexdigest())
