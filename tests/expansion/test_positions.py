"""Tracebacks, carets and the lines of the code objects are those of the user's own file."""

from __future__ import annotations

import textwrap
import traceback
import types
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import by_turns, compile_program

import ambsearch
from ambsearch import Refused
from ambsearch.answers import Ambiguous
from ambsearch.expansion import expansion

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
UNEXPANDED = {"ambiguous": lambda f: f, "require": bool, "permanent": lambda v: v, "amb": lambda *v: v}
ARGUMENTS = {"zero": 0, "xs": [1, 2], "d": {}, "o": types.SimpleNamespace()}

Position = tuple[int | None, int | None, int | None, int | None]


def where(error: Exception, filename: str) -> Position:
    """Line, end line, column and end column of the deepest frame in this file."""
    frames = [(frame.tb_frame.f_code, frame.tb_lasti) for frame in unwound(error)]
    code, offset = [(code, offset) for code, offset in frames if code.co_filename == filename][-1]
    return list(code.co_positions())[offset // 2]


def unwound(error: Exception) -> Iterator[types.TracebackType]:
    trace = error.__traceback__
    while trace is not None:
        yield trace
        trace = trace.tb_next


def run_unexpanded(function: Any) -> None:
    """Take the first item at each choice."""
    running = function(**ARGUMENTS)
    items = next(running)
    while True:
        items = running.send(next(iter(items)))


def failure(source: str, deep: bool) -> tuple[Exception, str]:
    space = compile_program(source.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    with pytest.raises(Exception) as raised:
        list(space["f"](**ARGUMENTS))
    return raised.value, space["__name__"]


def position_unexpanded(source: str) -> Position:
    space = compile_program(source, UNEXPANDED)
    with pytest.raises(Exception) as raised:
        run_unexpanded(space["f"])
    return where(raised.value, space["__name__"])


def program(body: str) -> str:
    head = "@ambiguous\ndef f(zero, xs, d, o):\n    first = yield [3, 4]\n"
    return head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n    return first\n"


# an id; statements, one of which raises
FAILING = {
    "assignment": "x = 1 + 1 // zero",
    "assignment after a choice": "x = yield (1, 2)\ny = x // zero",
    "on a later line of a statement": "x = (\n    1 +\n    1 // zero\n)",
    "augmented assignment": "x = 1\nx += 1 // zero",
    "augmented assignment, the operator": "x = 1\nx //= zero",
    "augmented item": "xs[0] += 1 // zero",
    "augmented attribute": "o.x = 1\no.x += 1 // zero",
    "expression": "print(1 // zero)",
    "call that raises": "x = int('three')",
    "choice": "x = yield 1 // zero",
    "choice with an unknown name": "x = yield unknown",
    "choice in an expression": "x = 1 + (yield (1, 2)) + 1 // zero",
    "choice's left sibling": "x = 1 // zero + (yield (1, 2))",
    "require": "require(first > 1 // zero)",
    "require with a choice": "require((yield (1, 2)) // zero)",
    "return": "return first // zero",
    "return of a choice": "return (yield 1 // zero)",
    "if": "if first // zero:\n    pass",
    "body of if": "if first:\n    x = 1 // zero\n    y = yield (1, 2)",
    "else": "if not first:\n    x = yield (1, 2)\nelse:\n    x = 1 // zero",
    "elif": "if not first:\n    x = yield (1, 2)\nelif 1 // zero:\n    x = 2",
    "after an if with a choice": "x = 1\nif first:\n    x = yield (1, 2)\nx = 1 // zero",
    "while": "while 1 // zero:\n    pass",
    "while with a choice": "x = 2\nwhile x // zero:\n    x = yield (1, 2)",
    "body of while with a choice": "while True:\n    x = yield (1, 2)\n    y = x // zero",
    "for": "for x in 1 // zero:\n    pass",
    "for with a choice": "for x in [1 // zero]:\n    y = yield (1, 2)",
    "body of for": "for x in xs:\n    y = x // zero",
    "body of for with a choice": "for x in xs:\n    y = yield (1, 2)\n    z = y // zero",
    "body of for with a guard": "for x in xs:\n    require(x)\n    z = x // zero",
    "else of for": "for x in xs:\n    pass\nelse:\n    y = 1 // zero",
    "else of for with a choice": "for x in xs:\n    y = yield (1, 2)\nelse:\n    y = 1 // zero",
    "else of for, augmented": "for x in xs:\n    pass\nelse:\n    d['a'] = 1 // zero",
    "match": "match 1 // zero:\n    case 1:\n        pass",
    "case": "match first:\n    case 1:\n        pass\n    case _:\n        x = 1 // zero",
    "case with a choice": "match first:\n    case 1:\n        pass\n    case _:\n        x = yield (1, 2)\n        x //= zero",
    "case guard": "match first:\n    case x if 1 // zero:\n        y = yield (1, 2)",
    "try": "try:\n    x = 1 // zero\nfinally:\n    pass",
    "except": "try:\n    x = 1 // zero\nexcept ArithmeticError:\n    raise",
    "with": "import contextlib\nwith contextlib.nullcontext(1 // zero):\n    pass",
    "raise": "raise ValueError('told')",
    "raise after a choice": "x = yield (1, 2)\nraise ValueError(x)",
    "assert": "assert not first",
    "assert with a choice": "assert not (yield (1, 2))",
    "method of a container": "xs.append(1 // zero)",
    "method that fails": "xs.remove(9)",
    "method that fails in an expression": "x = xs.pop(9)",
    "item": "xs[0] = 1 // zero",
    "item that is not there": "xs[9] = 1",
    "item of a dictionary that is not there": "x = d['a']",
    "item that is not there, augmented": "d['a'] += 1",
    "deletion that fails": "del d['a']",
    "attribute that is not there": "x = o.missing",
    "attribute that cannot be set": "first.x = 1",
    "tuple": "a, b = xs, 1 // zero",
    "tuple too short": "a, b, c = xs",
    "comprehension": "x = [y // zero for y in xs]",
    "lambda called at once": "x = sorted(xs, key=lambda y: y // zero)",
    "function inside": "def g():\n    return 1 // zero\ng()",
    "f-string": "x = f'{1 // zero}'",
    "walrus": "print(y := 1 // zero)",
    "permanent": "d[0] = permanent(1 // zero)",
    "global": "global G\nG = 1 // zero",
    "unknown name": "x = unknown",
    "no iterable": "for x in first:\n    y = yield (1, 2)",
}
# where a change is found to be impossible before it is tried, the whole statement is shown; of what cannot be
# iterated only itself, where Python shows the loop
LINES_ONLY = {
    *("augmented assignment, the operator", "augmented item", "augmented attribute", "method that fails"),
    *("item that is not there", "item that is not there, augmented", "deletion that fails"),
    *("attribute that cannot be set", "method that fails in an expression", "no iterable"),
}


@pytest.mark.parametrize(("name", "deep"), [(name, not deep) for name, deep in by_turns(FAILING)])
def test_an_exception_is_at_the_position_that_python_itself_gives(name: str, deep: bool) -> None:
    source = program(FAILING[name])
    expected = position_unexpanded(source)
    actual = where(*failure(source, deep))

    assert actual[0] == expected[0]
    assert name in LINES_ONLY or actual == expected


@pytest.mark.parametrize(("name", "deep"), by_turns(FAILING))
def test_all_lines_of_the_code_lie_inside_the_function(name: str, deep: bool) -> None:
    source = "\n\n\n" + program(FAILING[name]) + "\n\n\nlast = 1\n"
    f = compile_program(source, WORDS)["f"]
    last = source.count("\n", 0, source.index("    return first\n")) + 1
    lines = {line for code in codes(f, deep) for position in code.co_positions() for line in position[:2]}

    assert lines - {None} <= set(range(4, last + 1))
    assert lines - {None} > {6}


def codes(f: Ambiguous, deep: bool) -> Iterator[types.CodeType]:
    """The code of all functions of an expansion."""
    nested = expansion(f.__wrapped__)  # type: ignore[attr-defined]
    linked = nested.deep if deep else nested.plain
    assert linked is not None
    waiting: list[Any] = list(linked.codes.values())
    while waiting:
        part = waiting.pop()
        if isinstance(part, types.CodeType):
            yield part
            waiting += part.co_consts
        elif isinstance(part, types.FunctionType) and part.__code__.co_filename == f.__wrapped__.__code__.co_filename:
            waiting.append(part.__code__)


def test_the_traceback_shows_the_users_function_and_file(deep: bool) -> None:
    error, filename = failure(program("for x in xs:\n    y = yield (1, 2)\n    z = y // zero"), deep)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == filename]

    assert {frame.name for frame in own} == {"f"}
    assert own[-1].line == "z = y // zero"


def test_the_traceback_of_a_sub_search_shows_both_functions(deep: bool) -> None:
    source = """
@ambiguous
def g(zero):
    x = yield (1, 2)
    return x // zero

@ambiguous
def f(zero, xs, d, o):
    y = yield g(zero)
    return y
"""
    error, filename = failure(source, deep)
    own = [frame.name for frame in traceback.extract_tb(error.__traceback__) if frame.filename == filename]

    assert own[-1] == "g"
    assert deep or own == ["f", "g"]


def test_the_traceback_is_that_of_python_with_carets() -> None:
    error, _ = failure(program("x = first + first // zero"), deep=False)
    told = "".join(traceback.format_exception(error))

    assert "    x = first + first // zero\n                ~~~~~~^^~~~~~\n" in told


def rendered(source: str) -> tuple[str, str]:
    """The line that a Refused error shows, and what stands above the carets in it."""
    with pytest.raises(Refused) as refusal:
        compile_program(source, WORDS)
    lines = "".join(traceback.format_exception_only(refusal.value)).splitlines()
    (carets,) = (i for i, line in enumerate(lines) if set(line.strip()) == {"^"})
    start = lines[carets].index("^")
    return lines[carets - 1].strip(), lines[carets - 1][start : start + lines[carets].count("^")]


@pytest.mark.parametrize(
    ("line", "under"),
    [
        ("return lambda: (yield xs)", "yield xs"),
        ("é = 'ü€'; return lambda: (yield xs)", "yield xs"),
        ("x = '𝔸'; return lambda: (yield ('é', 1))", "yield ('é', 1)"),
        ("return (lambda: (yield 'añb'))", "yield 'añb'"),
    ],
    ids=["plain", "two bytes", "four bytes", "inside"],
)
def test_a_refusal_shows_the_caret_under_the_right_text(line: str, under: str) -> None:
    assert rendered(f"@ambiguous\ndef f(xs):\n    {line}\n") == (line, under)


def test_a_refusal_shows_the_caret_under_the_right_text_behind_tabs() -> None:
    source = "@ambiguous\ndef f(xs):\n\tif xs:\n\t\treturn\tlambda: (yield xs)\n"

    assert rendered(source)[1] == "yield xs"


def test_a_refusal_of_several_lines_names_the_first() -> None:
    source = "@ambiguous\ndef f(xs):\n    return lambda: (yield (\n        1,\n        2))\n"
    with pytest.raises(Refused) as refusal:
        compile_program(source, WORDS)

    assert refusal.value.lineno == 3
    assert rendered(source) == ("return lambda: (yield (", "yield (")


def test_a_refusal_in_a_method_names_file_and_line() -> None:
    source = "class C:\n    @ambiguous\n    def f(self, xs):\n        return lambda: (yield xs)\n"
    with pytest.raises(Refused) as refusal:
        compile_program(source, WORDS)

    assert (refusal.value.lineno, refusal.value.offset) == (4, 25)
    assert str(refusal.value.filename).startswith("<program")
