"""The README and the pages of docs/: every block of code in them is run, and what they list is complete.

pytest itself runs the blocks of kind `pycon`, as doctests. Run here: what a terminal shows (`console`, with the
scripts of kind `python` on the same page at hand) and the table of refused code.
"""

import argparse
import ast
import contextlib
import doctest
import io
import itertools
import re
import runpy
import shlex
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import compile_program, let_go, only_module
from solved import share_automata

import ambsearch
from ambsearch.cli import keeping, main, sharing
from ambsearch.cli.parser import Parser, add_commands

HOME = Path(__file__).parent.parent
PAGES = sorted((HOME / "docs" / "pages").rglob("*.md"))
TEXTS = {path.relative_to(HOME).as_posix(): path.read_text("utf-8") for path in [HOME / "README.md", *PAGES]}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SCRIPT = re.compile(r"# (\w+\.py)(?:, continued)?\n")
SNIPPET = re.compile(r'--8<-- "(.+)"\n')


def blocks(name: str, kind: str) -> list[str]:
    """The blocks of code of one kind on a page."""
    return [text for found, text in BLOCK.findall(TEXTS[name]) if found == kind]


def with_kind(kind: str) -> list[str]:
    """The pages with such blocks; at last those with scripts, which make the expansions of puzzles anew."""
    return sorted((name for name in TEXTS if blocks(name, kind)), key=lambda name: bool(scripts(name)))


def scripts(name: str) -> dict[str, str]:
    """The scripts on a page, by their first lines; later parts are added to the first."""
    found: dict[str, str] = {}
    for text in blocks(name, "python"):
        if script := SCRIPT.match(text):
            found[script[1]] = found.get(script[1], "") + text
    return found


def sessions(name: str) -> list[tuple[str, str]]:
    """The commands on a page, each with what it prints."""
    parts = [part for text in blocks(name, "console") for part in re.split(r"^\$ ", text, flags=re.M)[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize("name", TEXTS)
def test_every_block_of_code_is_of_a_kind_that_is_run(name: str) -> None:
    kinds = {kind for kind, _ in BLOCK.findall(TEXTS[name])}

    assert kinds <= {"pycon", "console", "python", "sh", "text"}
    for text in blocks(name, "pycon"):
        assert text.startswith(">>> ") and text.endswith("\n\n"), text
    for text in blocks(name, "console"):
        assert text.startswith("$ "), text
    for text in blocks(name, "python"):
        snippet = SNIPPET.fullmatch(text)
        assert (HOME / snippet[1]).is_file() if snippet else SCRIPT.match(text), text
    for text in blocks(name, "sh"):
        assert text in (*blocks("README.md", "sh"), "pip install .\n", "ambsearch solve jigsaw\n"), text


@pytest.mark.parametrize("name", with_kind("console"))
def test_a_terminal_shows_what_the_page_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    share_automata(monkeypatch)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for script, text in scripts(name).items():
        (tmp_path / script).write_text(text, "utf-8")
    for command, expected in sessions(name):
        shown = shown_by(*shlex.split(command))

        assert doctest.OutputChecker().check_output(expected, shown, doctest.ELLIPSIS), f"{command}\n{shown}"


def test_the_glossary_is_in_alphabetical_order() -> None:
    words = re.findall(r"^([A-Z].*)\n:   ", TEXTS["docs/pages/reference/glossary.md"], re.MULTILINE)

    assert len(words) > 30 and words == sorted(words, key=str.lower)


def shown_by(program: str, *arguments: str) -> str:
    """What a command prints. It runs in this process: a new one would import ambsearch again, which takes longer."""
    for script in Path.cwd().glob("*.py"):
        sys.modules.pop(script.stem, None)  # what another test has loaded under this name
    before = set(sys.modules)
    shown = io.StringIO()
    with (
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(shown),
        contextlib.suppress(SystemExit),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("default")
        # from Python 3.12 on a process with threads, as xdist has, is warned of when it forks
        warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
        warnings.showwarning = lambda *told: print(warnings.formatwarning(*told[:4]), end="", file=shown)
        {"ambsearch": ambsearch_command, "python": python}[program](*arguments)
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or HOME).parent == Path.cwd():
            del sys.modules[name]  # a script of this page
            let_go([name])
    let_go(["__main__"])
    return shown.getvalue()


def ambsearch_command(*arguments: str) -> None:
    with only_module() if "expand" in arguments else contextlib.nullcontext():  # other tests have loaded other modules
        main(arguments)


def python(script: str, *arguments: str) -> None:
    """Run a script as its own program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path.cwd())
        patch.setattr(sys, "argv", [script, *arguments])
        try:
            runpy.run_path(script, run_name="__main__")
        except Exception:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", with_kind("python"))
def test_every_script_on_a_page_is_run_there(name: str) -> None:
    commands = "\n".join([command for command, _ in sessions(name)] + list(scripts(name).values()))

    assert [script for script in scripts(name) if not re.search(rf"\b{script[:-3]}\b", commands)] == []


def test_the_readme_has_its_two_commands() -> None:
    section = TEXTS["README.md"].partition("\n## Two commands\n")[2].partition("\n## ")[0]

    assert [text for kind, text in BLOCK.findall(section) if kind == "sh"] == [
        "pip install .\nambsearch solve jigsaw\n",
        "pip install -e '.[test]'\npytest -n auto\n",
    ]


# the table of refused code: each span of code in its first and third column is a line of a function's body


def rows() -> list[tuple[str, str, str]]:
    cells = [line.strip("|").split("|") for line in TEXTS["docs/pages/reference/refused-code.md"].splitlines()]
    return [(row[0], row[1], row[2]) for row in cells if len(row) == 3 and "`" in row[0]]


def function(cell: str) -> str:
    """The definition of a function with these lines."""
    lines = [code or indented for code, indented in re.findall(r"`([^`]+)`|<code>(.+?)</code>", cell)]
    head = lines.pop(0) if lines[0].startswith("async def f") else "def f(self, E, a, b, p, xs, o, n):"
    body = "".join(f"    {line}\n" for line in lines)
    return f"count = 0\n@ambiguous\n{head}\n{body}"


def words() -> dict[str, Any]:
    return {name: getattr(ambsearch, name) for name in ambsearch.__all__}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].strip())
def test_refused_code_is_refused_with_the_message_in_the_table(row: tuple[str, str, str]) -> None:
    with pytest.raises(ambsearch.Refused) as refusal:
        compile_program(function(row[0]), words())

    assert refusal.value.msg == row[1].strip()


@pytest.mark.parametrize("advice", [row[2] for row in rows() if "`" in row[2]], ids=str.strip)
def test_what_the_table_advises_instead_is_not_refused(advice: str) -> None:
    compile_program(function(advice), words())


def test_every_refusal_is_on_the_page() -> None:
    page = TEXTS["docs/pages/reference/refused-code.md"]
    fragments = {max(parts, key=len) for parts in refusals()}

    assert len(fragments) > 30
    assert sorted(part for part in fragments if part not in page and not part.startswith(PYTHON_SAYS_IT_FIRST)) == []


PYTHON_SAYS_IT_FIRST = ("async code cannot be searched", "await", "a choice in a comprehension")


def refusals() -> Iterator[list[str]]:
    """The fixed parts of each message that a function is refused with."""
    paths = [path for part in ("diagnostics", "expansion") for path in (HOME / "ambsearch" / part).rglob("*.py")]
    texts = [path.read_text("utf-8") for path in paths]
    for text in [text for text in texts if re.search(r"\b(Refused|no|complaint)\(", text)]:
        for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
            name = ast.unparse(call.func).rpartition(".")[2]
            message = call.args[:1] if name == "Refused" else call.args[1:2] if name in ("no", "complaint") else []
            parts = [part.value for node in message for part in ast.walk(node) if isinstance(part, ast.Constant)]
            if parts := [part for part in parts if isinstance(part, str)]:
                yield parts


# the tables of warnings: the spans of code in a first cell are lines of a function, in the module that the page begins with


def slips() -> list[tuple[str, str]]:
    cells = [line.strip("| ").split(" | ") for line in TEXTS["docs/pages/reference/warnings.md"].splitlines()]
    return [(row[0], row[1]) for row in cells if len(row) == 2 and row[0].startswith("`")]


@pytest.mark.parametrize("slip", slips(), ids=lambda slip: slip[0])
@pytest.mark.usefixtures("on_its_own")
def test_a_slip_is_warned_of_with_the_message_in_the_table(slip: tuple[str, str]) -> None:
    lines = re.findall(r"`([^`]+)`", slip[0])
    end = [] if "return" in "".join(slip) else ["return a, n"]
    body = "".join(f"    {line}\n" for line in ["a = yield range(3)", *lines, *end])
    module = blocks("docs/pages/reference/warnings.md", "text")[0]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        search = compile_program(f"{module}\n@ambiguous\ndef f(xs=[1, 2], n=3):\n{body}", words())["f"]
        ambsearch.expand(search)
        if not warned:  # what is told where a branch has come to the end
            search().take(9)

    assert slip[1] in [str(warning.message) for warning in warned]


def test_every_warning_is_on_the_page() -> None:
    page = TEXTS["docs/pages/reference/warnings.md"]
    told = [slip[1] for slip in slips()] + re.findall(r'^"(.+)"\.$', page, re.M)
    patterns = list(warnings_told())

    assert len(patterns) > 70
    assert sorted(pattern for pattern in patterns if not any(re.fullmatch(pattern, text) for text in told)) == []


def warnings_told() -> Iterator[str]:
    """Each message that a function is warned of with, as a pattern: `.+` stands for what only the run tells."""
    texts = [path.read_text("utf-8") for path in (HOME / "ambsearch").rglob("*.py")]
    for text in [text for text in texts if "warn(" in text]:
        for function in [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]:
            for call in [node for node in ast.walk(function) if isinstance(node, ast.Call)]:
                match ast.unparse(call.func), call.args:
                    case ("source.warn" | "self.source.warn", [_, message]) | (
                        "warnings.warn",
                        [message, ast.Name("SyntaxWarning")],
                    ):
                        yield from patterns_of(message, function)


def patterns_of(message: ast.expr, function: ast.FunctionDef) -> set[str]:
    """What a message may be; a variable stands for what it was given last above."""
    match message:
        case ast.Constant(str(text)):
            return {re.escape(text)}
        case ast.JoinedStr(parts):
            return set(map("".join, itertools.product(*(patterns_of(part, function) for part in parts))))
        case ast.FormattedValue(value):
            return patterns_of(value, function)
        case ast.IfExp(_, one, other):
            return patterns_of(one, function) | patterns_of(other, function)
        case ast.Name(name):
            given = [
                node
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
            ]
            if above := [node for node in given if node.lineno < message.lineno]:
                return patterns_of(max(above, key=lambda node: node.lineno).value, function)
    return {".+"}


def test_every_command_and_option_is_on_the_page_of_the_command_line() -> None:
    page = TEXTS["docs/pages/reference/command-line.md"]
    commands = add_commands(Parser())
    options = {word for command in commands.values() for word in _options(command)}

    assert [word for word in (*commands, *options) if f"`{word}" not in page] == []


SOLVE = TEXTS["docs/pages/reference/command-line.md"].partition("## `ambsearch solve")[2].partition("\n## ")[0]
APART = {
    option: re.findall(r"`(--[a-z-]+)`", told)
    for options, told in re.findall(r"^\| (`--.*?) \|.* not with ([^|]*)\|$", SOLVE, re.M)
    for option in re.findall(r"`(--[a-z-]+)", options)
}
VALUES = {
    "--order": "fair",
    "--workers": "2",
    "--checkpoint": "run.db",
    "--time": "1",
    "--choices": "1",
    "--depth": "1",
    "--seed": "1",
}


@pytest.mark.parametrize("option", [option for option in APART if option != "--dask"])
def test_the_page_says_which_options_of_solve_do_not_go_together(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = {"--workers": sharing.OTHERS, "--checkpoint": keeping.WITHOUT}.get(option, ())

    assert {f"--{name.replace('_', '-')}" for name in refused} <= {*APART[option]}
    for other in APART[option]:
        words = [word for each in (option, other) for word in (each, VALUES.get(each)) if word]
        assert (main(["solve", "queens", "n=1", *words]), "not allowed with" in capsys.readouterr().err) == (2, True)


def _options(command: argparse.ArgumentParser) -> list[str]:
    return [word for word in command._option_string_actions if word.startswith("--")]


def test_every_page_is_in_the_navigation() -> None:
    navigation = (HOME / "docs" / "mkdocs.yml").read_text("utf-8")
    pages = [path.relative_to(HOME / "docs" / "pages").as_posix() for path in PAGES]

    in_no_folder = [page for page in pages if not page.startswith("puzzles/")]  # all of that folder is in it

    assert [page for page in in_no_folder if f" {page}\n" not in navigation] == []
