"""Answers as data: written as JSON, and rebuilt from it; nothing is executed.

encode     the form of an answer, a line of JSON from which the same answer can be rebuilt
decode     the answer, from what JSON makes of its form
written    anything as a line of JSON
digest     by which bytes are recognised
NoForm     an answer cannot be written

A tuple is a JSON array, because most answers are tuples; what JSON does not have is an object with one key:

    {"list": [...]}   {"dict": [[key, value], ...]}   {"set": [...]}   {"frozenset": [...]}
    {"bytes": "hex"}  {"int": "hex"}, if it is large   {"tuple": "hex"}, an answer made of numbers below 256

Text, numbers, True, False and None are written as in JSON; NaN and Infinity too, as Python's json writes them. A
value of any other class, such as a dataclass, has no form: to rebuild it, one would have to call what a file names.
A form is made when its answer is found: whoever has the answer may change it then.
"""

import json
import sys
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring_ascii
from math import isfinite
from typing import Any

# imported like `random` does, which has it already: hashlib would load OpenSSL, which takes as long as a short search
try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha512  # type: ignore[import-not-found]
    else:
        from _sha512 import sha512  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha512

ATOMS = frozenset({int, str, float, bool, type(None)})
LARGE = 1 << 63
MUTABLE = {list, dict, set}
CONSTANTS = {True: "true", False: "false", None: "null"}

written: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode


class NoForm(TypeError):
    """A value cannot be written."""


def encode(value: Any, is_sorted: bool = False) -> str:
    """The form of a value.

    is_sorted: that of a set does not depend on its order, which another process need not have.
    Raises NoForm for a value of another class, one that holds the same list twice or itself, or one that is too deep.

    >>> encode((1, [2, {"x": None}]))
    '[1,{"list":[2,{"dict":[["x",null]]}]}]'
    >>> decode(json.loads(encode((1, [2, {"x": None}]))))
    (1, [2, {'x': None}])
    """
    try:
        return (not is_sorted and small_numbers(value)) or Encoding(is_sorted).of(value)
    except RecursionError:
        raise NoForm("it is too deep") from None


def small_numbers(value: Any) -> str:
    """The form of a tuple of numbers below 256, for most answers are such; "" for anything else."""
    if type(value) is not tuple:
        return ""
    for number in value:
        if type(number) is not int:
            return ""
    try:
        return f'{{"tuple":"{bytes(value).hex()}"}}'
    except ValueError:
        return ""


class Encoding:
    """Encodes one value. met: the mutable containers in it, each of which may occur only once."""

    def __init__(self, is_sorted: bool) -> None:
        self.is_sorted = is_sorted
        self.met: set[int] = set()

    def of(self, value: Any) -> str:
        kind = type(value)
        if kind is int:
            return str(value) if -LARGE < value < LARGE else f'{{"int":"{value:#x}"}}'
        if kind is str:
            return encode_basestring_ascii(value)
        if kind is float:
            return repr(value) if isfinite(value) else written(value)
        if kind in ATOMS:
            return CONSTANTS[value]
        if kind in MUTABLE:
            if id(value) in self.met:
                raise NoForm(f"it holds the same {kind.__name__} twice")
            self.met.add(id(value))
        if kind is tuple:
            return self.array(value)
        if kind is dict:
            return f'{{"dict":[{",".join([self.array(pair) for pair in value.items()])}]}}'
        if kind is bytes:
            return f'{{"bytes":"{value.hex()}"}}'
        if kind is list:
            return f'{{"list":{self.array(value)}}}'
        if kind in (set, frozenset) and self.is_sorted:
            return f'{{"{kind.__name__}":[{",".join(sorted([self.of(item) for item in value]))}]}}'
        if kind in (set, frozenset) and list(kind([*value])) == list(value):  # so that it comes in the same order again
            return f'{{"{kind.__name__}":{self.array(value)}}}'
        raise NoForm(f"there is a {kind.__name__} in it")

    def array(self, values: Iterable[Any]) -> str:
        return f"[{','.join([self.of(value) for value in values])}]"


def decode(form: Any) -> Any:
    """The value of a form, as JSON reads it; ValueError if it is not a form.

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
    "tuple": lambda text: tuple(bytes.fromhex(text)),
    "bytes": bytes.fromhex,
    "int": lambda text: int(text, 16),
}


def digest(data: bytes) -> str:
    """64 hexadecimal digits: half of SHA-512, which takes less time than SHA-256."""
    return str(sha512(data).hexdigest()[:64])
