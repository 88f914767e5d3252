"""Code objects beside a text: which are in it, and does one that a tool has changed still belong to it?

codes_in    a code object and all inside it
last_line   the last line that any of them mentions
is_within   does a code object have its positions in this function's body? Tells lambdas on one line apart
agrees      is it the code of the text but for what a tool has put in?
"""

import ast
import dis
import types
from collections.abc import Iterator

Position = tuple[int | None, int | None, int | None, int | None]
NAMING = {*dis.hasconst, *dis.hasname, *dis.haslocal, *dis.hasfree, *dis.hascompare, dis.opmap["BINARY_OP"]}


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


def last_line(code: types.CodeType) -> int:
    return max(line for part in codes_in(code) for _, line, _, _ in part.co_positions() if line is not None)


def is_within(code: types.CodeType, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool:
    """Do all instructions stand in the body of this function, as far as their columns are known?"""
    if not isinstance(node, ast.Lambda):
        return True  # a def has its line to itself
    first = node.body.lineno, node.body.col_offset
    last = node.body.end_lineno or 0, node.body.end_col_offset or 0
    for line, end_line, column, end_column in code.co_positions():
        if line is None or end_line is None or column is None or end_column is None:
            continue
        if (start := (line, column)) != (end := (end_line, end_column)) and not first <= start <= end <= last:
            return False
    return True


def agrees(code: types.CodeType, written: types.CodeType, node: ast.AST) -> bool:
    """Is `code` what was written at `node`, but for additions and for what became of `assert`?

    pytest rewrites `assert`; other tools add calls. All of them keep the lines, and the names and constants at
    their positions.
    """
    asserted = {
        line
        for part in ast.walk(node)
        if isinstance(part, ast.Assert)
        for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)
    }
    return _agree(code, written, asserted)


def _agree(code: types.CodeType, written: types.CodeType, skipped: set[int]) -> bool:
    if _signature(code) != _signature(written):
        return False
    columns = all(any(place[2] is not None for place in part.co_positions()) for part in (code, written))
    running, expected = _facts(code, skipped, columns), _facts(written, skipped, columns)
    if not expected <= running or {fact[0] for fact in expected} != {fact[0] for fact in running}:
        return False
    inner = {(part.co_name, part.co_firstlineno): part for part in _constants(code)}
    return all(
        (place := (part.co_name, part.co_firstlineno)) in inner and _agree(inner[place], part, skipped)
        for part in _constants(written)
        if part.co_firstlineno not in skipped
    )


def _signature(code: types.CodeType) -> tuple[object, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    return code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_varnames[:count]


def _facts(code: types.CodeType, skipped: set[int], columns: bool) -> set[tuple[int, int | None, str]]:
    """The names, constants and operators in this code, each with its place."""
    facts = set()
    for step in dis.get_instructions(code):
        place = step.positions
        if step.opcode in NAMING and place is not None and place.lineno is not None and place.lineno not in skipped:
            is_code = isinstance(step.argval, types.CodeType)
            value = step.argval.co_name if is_code else step.argrepr
            facts.add((place.lineno, place.col_offset if columns else None, value))
    return facts


def _constants(code: types.CodeType) -> Iterator[types.CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, types.CodeType))
