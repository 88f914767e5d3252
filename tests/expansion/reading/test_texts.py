"""Where the text of a function is found, and that it is the text of the code that runs."""

from __future__ import annotations

import ast
import code
import doctest
import gc
import importlib
import linecache
import os
import subprocess
import sys
import textwrap
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers import compile_program

from ambsearch import Refused, amb, ambiguous, expand
from ambsearch.expansion.reading import codes, texts
from ambsearch.expansion.reading.texts import NoSource, definition

MODULE = """
from ambsearch import ambiguous, require

def outer(n):
    @ambiguous
    def inner():
        x = yield range(n)
        require(x % 2 == 0)
        return x
    return list(inner())

@ambiguous
def top(n):
    x = yield range(n)
    require(x % 2 == 0)
    return x

@ambiguous(deep=True)
def deep(n):
    return (yield top(n))
"""


def shown(function: Callable[..., Any]) -> str:
    node, _, _ = definition(function.__code__, function.__globals__)
    return ast.unparse(node)


@pytest.fixture(autouse=True)
def compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a text is compared with the code; `conftest.py` trusts those of the project."""
    monkeypatch.setattr(texts, "agrees", codes.agrees)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], types.ModuleType]]:
    """Write the module `edited` and load it; later calls only write the file."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    times = iter(range(1_000_000_000, 2_000_000_000, 60))

    def write(source: str) -> types.ModuleType:
        path = tmp_path / "edited.py"
        path.write_text(source, "utf-8")
        time = next(times)
        os.utime(path, (time, time))
        return importlib.import_module("edited")

    yield write
    sys.modules.pop("edited", None)


# the file is edited while the program runs

PLAIN = "def plain(n):\n    x = yield range(n)\n    return x % 2 == 0\n"
EDITS: dict[str, Callable[[str], str]] = {
    "another constant": lambda text: text.replace("x % 2 == 0", "x % 2 == 1"),
    "another name": lambda text: text.replace("range(n)", "range(m)"),
    "less of a line": lambda text: text.replace("x % 2 == 0", "x"),
    "a line more": lambda text: f"# a line more\n{text}",
    "no Python": lambda text: "def def\n",
    "nothing": lambda text: "",
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_does_not_change_what_runs(edit: str, write: Callable[[str], Any]) -> None:
    module = write(MODULE)
    write(EDITS[edit](MODULE))

    assert module.outer(6) == list(module.top(6)) == list(module.deep(6)) == [0, 2, 4]
    assert "x % 2 == 0" in expand(module.top, fast=True)


@pytest.mark.parametrize("edit", EDITS)
def test_a_function_first_seen_after_an_edit_is_refused(edit: str, write: Callable[[str], Any]) -> None:
    module = write(PLAIN)
    write(EDITS[edit](PLAIN))

    with pytest.raises(Refused, match="cannot be found|the file has changed since it was loaded\nload it anew"):
        ambiguous(module.plain)


@pytest.mark.parametrize(
    ("before", "after"), [("-x", "~x"), ("x     in n", "x not in n"), ("x is     n", "x is not n"), ("x + 1", "x + 2")]
)
def test_an_edit_that_moves_nothing_is_noticed(before: str, after: str, write: Callable[[str], Any]) -> None:
    module = write(PLAIN.replace("x % 2 == 0", before))
    write(PLAIN.replace("x % 2 == 0", after))

    with pytest.raises(Refused, match="the file has changed since it was loaded"):
        ambiguous(module.plain)


def test_a_file_that_is_gone_is_not_needed_again(write: Callable[[str], Any]) -> None:
    module = write(MODULE)
    Path(module.__file__).unlink()

    assert module.outer(6) == list(module.deep(6)) == [0, 2, 4]


SHARING = """
from ambsearch import ambiguous

@ambiguous
def f():
    @ambiguous
    def inner(i):
        return a + i
    a = yield (1, 2)
    return (yield inner(3))
"""


def test_a_function_inside_that_shares_a_variable_with_the_branch_is_found_in_a_file(
    write: Callable[[str], types.ModuleType],
) -> None:
    assert list(write(SHARING).f()) == [4, 5]


def test_after_a_reload_new_functions_have_the_new_text_and_old_ones_theirs(write: Callable[[str], Any]) -> None:
    module = write(MODULE)
    old = module.outer, module.top
    write(MODULE.replace("x % 2 == 0", "x % 2 == 1"))
    importlib.reload(module)

    assert module.outer(6) == list(module.top(6)) == [1, 3, 5]
    assert old[0](6) == list(old[1](6)) == [0, 2, 4]
    assert "== 0" in expand(old[1], fast=True) and "== 1" in expand(module.top, fast=True)


def test_a_reloaded_function_that_is_the_same_is_found_when_the_file_has_changed_since(
    write: Callable[[str], Any],
) -> None:
    module = write(MODULE)
    importlib.reload(module)
    write("")

    assert module.outer(6) == [0, 2, 4]


@pytest.mark.thorough
def test_the_text_is_let_go_with_the_code() -> None:
    text = weakref.ref(definition(compile_program(MODULE, {})["outer"].__code__, {})[2])
    assert text() is not None
    texts._recent.clear()
    gc.collect()

    assert text() is None


# how often

MANY = "from ambsearch import ambiguous\n" + "\n".join(
    f"@ambiguous\ndef f{i}(n):\n    x = yield range(n)\n    return x + {i}\n" + "# a comment\n" * 29 for i in range(30)
)


def test_a_file_is_parsed_and_compiled_once_for_all_its_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[texts.Text] = []
    codes = texts.Text.codes.func

    def counted(text: texts.Text) -> Any:
        made.append(text)
        return codes(text)

    counting = types.new_class("Counting", (texts.Text,))
    counting.codes = texts.cached_property(counted)
    counting.codes.__set_name__(counting, "codes")
    monkeypatch.setattr(texts, "Text", counting)
    space = compile_program(MANY, {})

    assert list(space["f29"](2)) == [29, 30]
    assert len(made) == 1


def test_the_second_question_about_a_code_object_asks_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    outer = compile_program(MODULE, {})["outer"]
    assert outer(3) == [0, 2]
    monkeypatch.setattr(texts, "_find", None)

    assert outer(3) == [0, 2]


# which function


def test_lambdas_on_one_line_are_told_apart() -> None:
    space = compile_program(
        "one, two = lambda x: x + 1, lambda x: x + 2\n"
        "def three(f=lambda: 3): return lambda x: lambda y: x if y else f()\n"
        "four = sorted([], key=lambda x: (yield)) or [lambda: (yield 1), lambda: None]\n"
        "def six(): return lambda: 0, lambda: 6\n"
        "five = [lambda: 0, lambda: lambda: 1 + 1, lambda x: 1 + 1]\n",
        {},
    )
    found = [space["one"], space["two"], space["three"].__defaults__[0], space["three"](), space["three"]()(1)]

    assert [shown(f) for f in (*found, *space["four"], *space["five"], space["five"][1](), *space["six"]())] == [
        "lambda x: x + 1",
        "lambda x: x + 2",
        "lambda: 3",
        "lambda x: lambda y: x if y else f()",
        "lambda y: x if y else f()",
        "lambda: (yield 1)",
        "lambda: None",
        "lambda: 0",
        "lambda: lambda: 1 + 1",
        "lambda x: 1 + 1",
        "lambda: 1 + 1",
        "lambda: 0",
        "lambda: 6",
    ]


def test_the_class_around_is_the_innermost() -> None:
    space = compile_program(
        "class A:\n    class B:\n        def f(self):\n            def g(): pass\n            return g\n"
        "    def h(self): pass\ndef free(): pass\n",
        {},
    )
    inner = space["A"].B().f()
    functions = [space["A"].B.f, inner, space["A"].h, space["free"]]

    assert [definition(f.__code__, {})[1] for f in functions] == ["B", "B", "A", None]


def test_an_async_function_is_found_as_what_it_is() -> None:
    f = compile_program("async def f(): pass\n", {})["f"]

    assert isinstance(definition(f.__code__, f.__globals__)[0], ast.AsyncFunctionDef)


def test_a_text_has_its_lines_with_their_ends_and_one_tree() -> None:
    space = compile_program("def f(): pass\ndef g(): pass", {})
    first, second = (definition(space[name].__code__, space)[2] for name in "fg")

    assert first is second
    assert first.lines == ("def f(): pass\n", "def g(): pass\n")
    assert isinstance(first.tree, ast.Module)


# tools that change the code


def asserting(n: int, *, low: int = 0) -> list[int]:
    """pytest rewrites its asserts."""
    assert n > low, f"{n} is too small"
    assert (double := n + n) and double
    return [n for n in range(double) if n > low]


def around() -> Callable[[int], int]:
    def inner(n: int) -> int:
        assert n
        return n + 1

    return inner


def test_a_function_whose_asserts_are_rewritten_is_found() -> None:
    assert any("pytest" in name for name in asserting.__code__.co_names)
    assert "double := (n + n)" in shown(asserting)
    assert shown(around()).endswith("return n + 1")


@pytest.mark.parametrize("edit", ["n > low]", "(double)", "def asserting(n: int, *, low"])
def test_where_asserts_are_rewritten_the_rest_is_compared(edit: str) -> None:
    source = Path(__file__).read_text("utf-8").replace(edit, edit.replace("n", "m").replace("double", "DOUBLE"))
    edited = texts.Text(__file__, source.splitlines(keepends=True), asserting.__code__.co_flags & texts.FUTURE)

    assert edited.definition(asserting.__code__, strict=False) is None


def test_calls_that_a_tool_puts_in_do_no_harm() -> None:
    source = "def f(n):\n    n + 1\n    return n\n"
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            node.value = ast.copy_location(ast.Call(ast.Name("watch", ast.Load()), [node.value], []), node.value)
    linecache.cache["<watched>"] = (len(source), None, source.splitlines(keepends=True), "<watched>")
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "<watched>", "exec"), space)

    assert shown(space["f"]) == ast.unparse(ast.parse(source))


def test_a_tracer_does_no_harm() -> None:
    f = compile_program("def f(n):\n    for i in range(n): n += i\n    return n\n", {})["f"]
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        f(5)
        assert shown(f).startswith("def f(n)")
    finally:
        sys.settrace(before)


@pytest.mark.thorough
def test_code_without_columns_is_found(tmp_path: Path) -> None:
    (tmp_path / "short.py").write_text(MODULE, "utf-8")
    run = [sys.executable, "-c", "import short; print(short.outer(6), *short.top(6))"]
    for options in (["-X", "no_debug_ranges"], []):  # the second finds what the first has compiled
        done = subprocess.run([run[0], *options, *run[1:]], cwd=tmp_path, capture_output=True, text=True)
        assert (done.stdout, done.stderr) == ("[0, 2, 4] 0 2 4\n", "")


def test_the_future_is_inherited(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        from __future__ import annotations
        text = '''from ambsearch import ambiguous
        @ambiguous
        def f(n: Later):
            x: Later = yield (n, 2)
            return x
        '''
        exec(text)
        print(*f(1))
        """
    )
    (tmp_path / "future.py").write_text(program, "utf-8")
    done = subprocess.run([sys.executable, "future.py"], cwd=tmp_path, capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("1 2\n", "")


# what is executed from a string

TYPED = """\
@ambiguous
def f(n):
    x = yield range(n)
    return x
"""


def test_a_string_in_a_variable_may_be_executed() -> None:
    program = TYPED
    space: dict[str, Any] = {"ambiguous": ambiguous}
    exec(program, space)

    assert list(space["f"](3)) == [0, 1, 2]


def executed(lines: list[str], space: dict[str, Any]) -> None:
    exec("".join(lines), space)


def test_a_string_that_nobody_holds_is_refused_in_two_lines() -> None:
    with pytest.raises(Refused) as refusal:
        executed(TYPED.replace("def f", "def h").splitlines(keepends=True), {"ambiguous": ambiguous})

    assert refusal.value.msg.splitlines() == [
        "the text of h is needed and cannot be found: Python keeps none of what comes from <string>",
        "write the function into a file or a notebook cell",
    ]
    assert refusal.value.__cause__ is None and refusal.value.__suppress_context__


@pytest.mark.parametrize(("written", "run"), [("range(9)", "range(n)"), ("n", "n[1:]")])
def test_a_string_that_holds_another_function_of_that_name_is_not_taken(written: str, run: str) -> None:
    program = TYPED.replace("range(n)", written).replace("def f", "def h")

    with pytest.raises(Refused):
        lines = TYPED.replace("range(n)", run).replace("def f", "def h").splitlines(keepends=True)
        executed(lines, {"ambiguous": ambiguous})
    assert program


def test_a_string_is_not_taken_for_one_executed_earlier_that_lacks_some_of_its_words() -> None:
    space: dict[str, Any] = {"ambiguous": ambiguous, "amb": amb}
    program = TYPED.replace("x = yield range(n)", "x: int = yield n")
    exec(program, space)
    assert list(space["f"]([1, 2])) == [1, 2]

    program = TYPED.replace("x = yield range(n)", "x = yield amb(*n)")
    exec(program, space)
    assert expand(space["f"], fast=True) == "def f(n):\n    for x in (*n,):\n        yield x\n"


def test_the_argument_of_python_c_is_found() -> None:
    program = "from ambsearch import ambiguous\n" + TYPED + "print(*f(3))\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("0 1 2\n", "")


def test_a_program_from_a_pipe_is_refused_in_two_lines() -> None:
    program = "from ambsearch import ambiguous\n" + TYPED
    done = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True)

    assert done.returncode == 1
    assert "the text of f is needed and cannot be found: Python keeps none of what comes from <stdin>\n" in done.stderr
    assert done.stderr.endswith("\nwrite the function into a file or a notebook cell\n")
    assert "During handling" not in done.stderr and "direct cause" not in done.stderr


def test_an_example_of_a_doctest_is_found() -> None:
    example = "".join(f"{'...' if i else '>>>'} {line}\n" for i, line in enumerate(TYPED.splitlines()))
    parser = doctest.DocTestParser()
    test = parser.get_doctest(example + ">>> list(f(3))\n[0, 1, 2]\n", {"ambiguous": ambiguous}, "typed", None, None)

    assert doctest.DocTestRunner().run(test).failed == 0


def test_a_console_inside_a_program_is_served() -> None:
    console = code.InteractiveConsole({"ambiguous": ambiguous})
    for line in [*TYPED.splitlines(), "", "found = list(f(3))"]:
        console.push(line)

    assert console.locals["found"] == [0, 1, 2]  # type: ignore[index]


@dataclass
class Pair:
    x: int


class Point(NamedTuple):
    x: int


def same(marks: list[int], x: int) -> bool:
    return Pair(x).__eq__(Pair(x))


def placed(marks: list[int], x: int) -> Point:
    return made(Point, x)


def made(cls: Callable[..., Any], x: int) -> Any:
    return cls(x)


@ambiguous
def noted(marks: list[int], tool: Callable[..., Any]) -> Iterator[Any]:
    x = yield [1, 2]
    marks.append(x)
    return tool(marks, x)


@pytest.mark.parametrize("tool", [same, placed])
def test_a_search_that_meets_a_dataclass_or_a_named_tuple_is_dropped_in_the_function_that_holds_it(
    tool: Callable[..., Any],
) -> None:
    marks: list[int] = []
    search = iter(noted(marks, tool))
    next(search)
    del search

    assert marks == []


def test_a_lambda_without_a_text_is_said_to_be_one() -> None:
    f = eval("".join(["lambda", ": 1"]))

    with pytest.raises(NoSource, match="the text of <lambda> is needed"):
        definition(f.__code__, f.__globals__)


# the history of readline


class History:
    """Stands in for the module readline, which leaves out empty and repeated lines."""

    def __init__(self, typed: str) -> None:
        self.entries: list[str] = []
        for line in typed.splitlines():
            if line and line != (self.entries or [""])[-1]:
                self.entries.append(line)

    def get_current_history_length(self) -> int:
        return len(self.entries)

    def get_history_item(self, number: int) -> str:
        return self.entries[number - 1]


OTHER = TYPED.replace("range(n)", "range(9)")
EARLIER = f"import this\n{OTHER}\n{OTHER.replace('def f', 'def h')}\nprint(f)\n"
TWICE = TYPED.replace("    return x", "    n += 1\n    n += 1\n    return x")  # a line twice
LATER = "print(f'def f')\nf(3)\n"
BLOCKS = {
    "one function": TYPED,
    "a method": "class A:\n    def g(self):\n        pass\n"
    + textwrap.indent(TYPED.replace("(n)", "(self, n)", 1), "    "),
    "inside an if": "if True:\n" + textwrap.indent(TYPED, "    ") + "else:\n    pass\n",
    "a bracket at the margin": TYPED.replace("range(n)", "range(\nn\n)"),
}


@pytest.mark.parametrize("block", BLOCKS)
def test_what_was_typed_is_found_in_the_history(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", History(EARLIER + BLOCKS[block] + "\n" + LATER))  # type: ignore[arg-type]
    space: dict[str, Any] = {"ambiguous": lambda f: f}
    executed(BLOCKS[block].splitlines(keepends=True), space)
    f = space["A"].f if "A" in space else space["f"]
    (expected,) = (
        node for node in ast.walk(ast.parse(BLOCKS[block])) if isinstance(node, ast.FunctionDef) and node.name == "f"
    )

    assert shown(f) == ast.unparse(expected)


def test_a_line_that_the_history_leaves_out_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", History(TWICE))  # type: ignore[arg-type]

    with pytest.raises(Refused, match="cannot be found"):
        executed(TWICE.splitlines(keepends=True), {"ambiguous": ambiguous})


def test_another_function_of_that_name_in_the_history_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", History(EARLIER + LATER))  # type: ignore[arg-type]

    with pytest.raises(Refused, match="cannot be found"):
        executed(TYPED.replace("def f", "def h").splitlines(keepends=True), {"ambiguous": ambiguous})
