"""Exception tables: the jump back of a loop belongs to the `try` in which the loop stands.

From Python 3.12 on the compiler puts a conditional jump back, of `while test:` or of a loop whose body ends with an `if`,
outside of every `try`. On 3.13 an interrupt that comes there would pass by the `try` that takes changes back.

The table is a row of numbers, four for each entry: start, length, target, and depth with a flag; the first three count
the units of two bytes of which code consists. A number has six bits in each byte, the highest first; 0x40 marks that
another byte follows, 0x80 the beginning of an entry.

>>> code = compile("try:\\n while f(): g()\\nfinally: h()", "", "exec")
>>> with_jumps_back_inside(code).co_exceptiontable == code.co_exceptiontable or sys.version_info >= (3, 12)
True
"""

import dis
import sys
import types
from collections.abc import Iterator

NOT_THERE = -1
CACHE = dis.opmap.get("CACHE", 0)
BETWEEN = {dis.opmap.get(name, NOT_THERE) for name in ("EXTENDED_ARG", "NOT_TAKEN")}
BACK = dis.opmap.get("JUMP_BACKWARD", NOT_THERE)
CONDITIONAL = {code for name, code in dis.opmap.items() if name.startswith("POP_JUMP")}


def with_jumps_back_inside(code: types.CodeType) -> types.CodeType:
    """The code in which a conditional jump back has the handler of its condition."""
    if sys.version_info < (3, 12) or not code.co_exceptiontable:
        return code
    numbers = list(_numbers(code.co_exceptiontable))
    operations = code.co_code[::2]
    for at in range(0, len(numbers), 4):
        end = numbers[at] + numbers[at + 1]
        length = _length_of_jump(operations, end)
        if end + length <= min(numbers[at + 4 : at + 5], default=len(operations)):  # else it belongs to another `try`
            numbers[at + 1] += length
    return code.replace(co_exceptiontable=b"".join(_bytes(number, i % 4 == 0) for i, number in enumerate(numbers)))


def _length_of_jump(operations: bytes, end: int) -> int:
    """How many units the jump back has that begins here, right behind its condition or with it; 0 if none does."""
    after = _behind_caches(operations, end) if end < len(operations) and operations[end] in CONDITIONAL else end
    before = after - 1
    while operations[before] == CACHE or operations[before] in BETWEEN:
        before -= 1
    while after < len(operations) and operations[after] in BETWEEN:
        after += 1
    if operations[before] not in CONDITIONAL or after == len(operations) or operations[after] != BACK:
        return 0
    return _behind_caches(operations, after) - end


def _behind_caches(operations: bytes, at: int) -> int:
    """Where the next operation stands."""
    at += 1
    while at < len(operations) and operations[at] == CACHE:
        at += 1
    return at


def _numbers(table: bytes) -> Iterator[int]:
    number = 0
    for byte in table:
        number = number << 6 | byte & 0x3F
        if not byte & 0x40:
            yield number
            number = 0


def _bytes(number: int, is_first: bool) -> bytes:
    parts = [number & 0x3F]
    while number := number >> 6:
        parts.append(number & 0x3F | 0x40)
    parts.reverse()
    parts[0] |= is_first << 7
    return bytes(parts)
