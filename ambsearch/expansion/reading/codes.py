"""Code objects beside a text: which are in it, and does one that a tool has changed still belong to it?

codes_in       a code object and all inside it
last_line      the last line that any of them mentions
function_at    which of several functions on a line is it? Tells lambdas apart, and generator expressions
is_within      is it all written in this expression?
agrees         is it the code of the text, apart from what a tool has added?
"""

import ast
import dis
import re
import types
from collections.abc import Iterator
from typing import Any

EXPRESSION = "<genexpr>"
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
OPERATIONS = "BINARY_OP CONTAINS_OP IS_OP UNARY_INVERT UNARY_NEGATIVE UNARY_NOT".split()
OPERATIONS += ["LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT"]  # from Python 3.14 on
NAMING = {*dis.hasconst, *dis.hasname, *dis.haslocal, *dis.hasfree, *dis.hascompare}
NAMING |= {dis.opmap[name] for name in OPERATIONS if name in dis.opmap}

# how `dis` shows that a name is called; Python does this otherwise where the same text imports the name
CALLED = r"NULL(\|self)? \+ | \+ NULL(\|self)?"


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


def last_line(code: types.CodeType) -> int:
    return max(line for part in codes_in(code) for _, line, _, _ in part.co_positions() if line is not None)


def function_at(code: types.CodeType, nodes: list[Function]) -> Function | None:
    """The function with this code, of those with its name on its line; None if that cannot be told."""
    if len(nodes) > 1 and not has_columns(code):  # a constant has no position; what has no names is the same alone
        nodes = [node for node in nodes if isinstance(node, ast.Lambda) and _is_alone(code, node)]
        return nodes[0] if nodes else None
    nodes = [node for node in nodes if (place := place_of(node)) is None or is_within(code, place)]
    return nodes[-1] if nodes else None  # of nested ones the innermost


def _is_alone(code: types.CodeType, node: ast.Lambda) -> bool:
    module = compile(ast.Expression(node), "", "eval", dont_inherit=True)
    return code == next(_constants(module)).replace(co_flags=code.co_flags)


def has_columns(code: types.CodeType) -> bool:
    """Are there columns? Python leaves them out with -X no_debug_ranges."""
    return any(column for _, _, column, _ in code.co_positions())


def place_of(node: Function) -> ast.AST | None:
    """Where a function without a name is written; a generator expression stands as the generator that it makes."""
    return node.body if isinstance(node, ast.Lambda) else node if node.name == EXPRESSION else None


def is_within(code: types.CodeType, body: Any) -> bool:
    first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    for line, end_line, column, end_column in code.co_positions():
        if line is None or end_line is None or column is None or end_column is None:
            continue
        if (start := (line, column)) != (end := (end_line, end_column)) and not first <= start <= end <= last:
            return False
    return True


def agrees(code: types.CodeType, written: types.CodeType, node: ast.AST, is_plain: bool) -> bool:
    """Is `code` what was written at `node`, apart from additions and rewritten asserts?

    pytest rewrites `assert`; other tools add calls. All of them keep the lines, and the names and constants at
    their positions. is_plain: no tool was there; it may only have been compiled without columns.
    """
    asserts = [part for part in ast.walk(node) if isinstance(part, ast.Assert) and not is_plain]
    lines = {line for part in asserts for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)}
    return _agree(code, written, lines, is_plain)


def _agree(code: types.CodeType, written: types.CodeType, skipped: set[int], is_plain: bool) -> bool:
    if _signature(code) != _signature(written):
        return False
    columns = has_columns(code) and has_columns(written)
    running, expected = _facts(code, skipped, columns), _facts(written, skipped, columns)
    if is_plain and expected != running:
        return False
    if not expected <= running or {fact[0] for fact in expected} != {fact[0] for fact in running}:
        return False
    inner = {(part.co_name, part.co_firstlineno): part for part in _constants(code)}
    parts = [part for part in _constants(written) if part.co_firstlineno not in skipped]
    places = [(part.co_name, part.co_firstlineno) for part in parts]
    return all(p in inner and _agree(inner[p], part, skipped, is_plain) for p, part in zip(places, parts, strict=True))


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
            shown = step.argrepr or f"{step.opname} {step.arg}"
            value = step.argval.co_name if is_code else re.sub(CALLED, "", shown)
            facts.add((place.lineno, place.col_offset if columns else None, value))
    return facts


def _constants(code: types.CodeType) -> Iterator[types.CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, types.CodeType))
