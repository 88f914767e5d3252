"""Everything that people type into, as it really is: a terminal, IDLE under a virtual display, a notebook."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import program

START = "from ambsearch import ambiguous, require"
FUNCTION = """\
@ambiguous
def factors(n):
    a = yield range(1, n + 1)
    b = yield range(a, n + 1)
    require(a * b == n)
    return a, b
"""
ASK = "print('found', *factors(6))"
FOUND = "found (1, 6) (2, 3)"
WRONG = """\
@ambiguous
def wrong(n):
    return lambda: (yield n)
"""
LOST = "exec('@ambiguous\\n' + 'def lost(): return (yield (1, 2))')"
LIMIT = 300  # seconds, for a machine that is busy


def has_users_lines_only(shown: str) -> bool:
    """Is there a traceback without a frame of ambsearch, or of the console, and without a comment of their source?"""
    return "Traceback" in shown and not any(part in shown for part in (f"ambsearch{os.sep}", "code.py", "  # "))


class Terminal:
    """A program at a pseudo-terminal; each line is typed when the prompt has come."""

    def __init__(self, *arguments: str, folder: Path, term: str = "dumb") -> None:
        pexpect = pytest.importorskip("pexpect")
        env = {**os.environ, "TERM": term, "HOME": str(folder), "NO_COLOR": "1", "PYTHONSTARTUP": ""}
        self.child = pexpect.spawn(
            sys.executable,
            [*arguments],
            env=env,
            cwd=str(folder),
            timeout=LIMIT,
            encoding="utf-8",
            dimensions=(60, 200),
        )
        self.child.delaybeforesend = None  # it has shown its prompt, and listens
        self.child.ptyproc.delayafterclose = 0.01

    def type(self, block: str, prompt: str = ">>> ", more: str = "... ") -> None:
        self.child.expect_exact(prompt)
        first, *rest = block.splitlines()
        self.child.sendline(first)
        for line in rest:
            self.child.expect_exact(more)
            self.child.sendline(line)
        if rest:
            self.child.expect_exact(more)
            self.child.sendline("")

    def shows(self, text: str, prompt: str | None = ">>> ") -> str:
        """What comes before the text, which must appear before the next prompt; None: prompts do not count."""
        found = self.child.expect_exact([text] if prompt is None else [text, prompt])
        shown = str(self.child.before)
        assert found == 0, shown
        return shown

    def close(self) -> None:
        """End the program, and wait for that: a machine that is busy takes longer than `close` would."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()
        self.child.close()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Any]:
    opened: list[Terminal] = []

    def open_(*arguments: str, **options: str) -> Terminal:
        opened.append(Terminal(*arguments, folder=tmp_path, **options))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_the_prompt_of_python(terminal: Any) -> None:
    prompt = terminal("-q")
    for block in (START, FUNCTION, ASK):
        prompt.type(block)
    prompt.shows(FOUND)


def test_a_function_at_the_prompt_that_decorates_another_later(terminal: Any) -> None:
    prompt = terminal("-q")
    inside = "".join(f"    {line}\n" for line in FUNCTION.splitlines())
    for block in (START, f"def later():\n{inside}    return factors\n", "factors = 1", "factors = later()", ASK):
        prompt.type(block)
    prompt.shows(FOUND)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="the prompt that edits whole blocks came with Python 3.13")
def test_the_prompt_that_edits_blocks(terminal: Any) -> None:
    prompt = terminal("-q", term="xterm")
    for block in (START, FUNCTION, ASK):
        prompt.child.expect_exact("\x1b[?2004h")  # it listens: what it has painted does not say so
        prompt.child.send(f"\x1b[200~{block}\x1b[201~")
        prompt.child.expect_exact(block.splitlines()[-1])  # pasted; what comes together with it belongs to it
        prompt.child.send("\n")
    prompt.shows(FOUND, prompt=None)  # it is painted again and again


def test_the_prompt_behind_a_script(terminal: Any, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(f"{START}\n{FUNCTION.replace('factors', 'parts')}", "utf-8")
    prompt = terminal("-q", "-i", "script.py")
    for block in (FUNCTION, ASK):
        prompt.type(block)
    prompt.shows(FOUND)
    prompt.type(ASK.replace("factors", "parts"))
    prompt.shows(FOUND)


def test_a_console_that_a_program_opens(terminal: Any) -> None:
    prompt = terminal("-c", "import code; code.interact()")
    for block in (START, FUNCTION, ASK):
        prompt.type(block)
    prompt.shows(FOUND)


def test_the_debugger(terminal: Any, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(f"{START}\nprint()\n", "utf-8")
    prompt = terminal("-m", "pdb", "script.py")
    prompt.type("next", prompt="(Pdb) ")
    prompt.type("interact", prompt="(Pdb) ")
    for block in (START, FUNCTION, ASK):
        prompt.type(block)
    prompt.shows(FOUND)


@pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="pdb puts the line into a function of its own since Python 3.13"
)
def test_a_line_of_the_debugger(terminal: Any, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(f"{START}\nprint()\n", "utf-8")
    prompt = terminal("-m", "pdb", "script.py")
    for line in ("next", "!def f(n): return (yield range(n))", "!g = ambiguous(f)", "!print('found', *g(3))"):
        prompt.type(line, prompt="(Pdb) ")
    prompt.shows("found 0 1 2", prompt="(Pdb) ")


def test_a_mistake_at_the_prompt_is_shown_without_the_way_to_it(terminal: Any) -> None:
    prompt = terminal("-q")
    for block in (START, WRONG):
        prompt.type(block)
    shown = prompt.shows("Refused: ")

    assert "return lambda: (yield n)" in shown
    assert has_users_lines_only(shown)


def test_every_mistake_is_shown_without_the_frames_that_told_it(terminal: Any) -> None:
    prompt = terminal("-q")
    for block in (START, FUNCTION):
        prompt.type(block)
    for mistake, told in (
        ("factors()", "TypeError"),
        ("factors(6) == 1", "NotChosen"),
        ("factors(6).one()", "TooManyAnswers"),
        ("factors('six').one()", "TypeError"),
        ("require(1)", "OutsideSearch"),
    ):
        prompt.type(mistake)
        assert has_users_lines_only(prompt.shows(f"{told}: "))


def test_a_text_that_is_lost_is_reported_in_two_lines(terminal: Any) -> None:
    prompt = terminal("-q")
    for block in (START, LOST):
        prompt.type(block)
    shown = prompt.shows("Refused: ")
    told = prompt.shows(">>> ").strip().splitlines()

    assert has_users_lines_only(shown) and shown.count("Traceback") == 1
    assert told == [
        "the text of lost is needed and cannot be found: Python keeps none of what comes from <string>",
        "write the function into a file or a notebook cell",
    ]


# IDLE

TYPIST = """
import os, sys, time
from idlelib import pyshell

blocks, script, report = eval(sys.argv.pop()), sys.argv.pop(), sys.argv.pop()
open_shell = pyshell.PyShellFileList.open_shell

def watch(shell):
    root, text, deadline = shell.root, shell.text, time.monotonic() + LIMIT

    def step():
        shown = text.get("1.0", "end-1c")
        if time.monotonic() > deadline:
            finish(shown)
        elif shell.executing:
            root.after(50, step)
        elif blocks:
            shell.interp.runsource(blocks.pop(0))  # what the return key does
            root.after(50, step)
        elif script and "module found" not in shown:
            editor = shell.flist.open(script)
            editor.text.event_generate("<<run-module>>")
            root.after(50, ended)
        else:
            finish(shown)

    def ended():
        root.after(50, step if "module found" in text.get("1.0", "end-1c") else give_up_late)

    def give_up_late():
        finish(text.get("1.0", "end-1c")) if time.monotonic() > deadline else ended()

    def finish(shown):
        with open(report, "w", encoding="utf-8") as file:
            file.write(shown)
        shell.interp.kill_subprocess()
        os._exit(0)

    root.after(50, step)

def opened(flist, event=None):
    shell = open_shell(flist, event)
    if shell and not hasattr(flist, "watched"):
        flist.watched = True
        watch(shell)
    return shell

pyshell.PyShellFileList.open_shell = opened
pyshell.main()
""".replace("LIMIT", str(LIMIT))


@pytest.fixture
def display() -> Iterator[str]:
    pytest.importorskip("tkinter")
    pytest.importorskip("idlelib")
    read, write = os.pipe()
    server = subprocess.Popen(
        [program("Xvfb"), "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as number:
        yield f":{number.readline().strip()}"
    server.terminate()
    server.wait()


@pytest.mark.thorough
def test_idle_its_shell_and_its_editor(display: str, tmp_path: Path) -> None:
    (tmp_path / "typist.py").write_text(TYPIST, "utf-8")
    module = tmp_path / "module.py"
    module.write_text(f"{START}\n{FUNCTION}{ASK.replace('found', 'module found')}\n", "utf-8")
    report = tmp_path / "report.txt"
    command = [sys.executable, "typist.py", str(report), str(module), repr([START, FUNCTION, ASK, WRONG])]
    env = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=env, timeout=2 * LIMIT, check=True)
    shown = report.read_text("utf-8")

    assert f"\n{FOUND}\n" in shown, shown
    assert f"\nmodule {FOUND}\n" in shown
    assert "Refused: a choice in a lambda" in shown and has_users_lines_only(shown)


@pytest.mark.thorough
def test_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    sources = [START, FUNCTION, ASK, f"import asyncio\nawait asyncio.sleep(0)\n{FUNCTION}{ASK}"]
    mistakes = [WRONG, "factors('six').one()", "factors(6) == 1"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in sources + mistakes])
    kernels = tmp_path / "kernels" / "here"
    kernels.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernels / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "here", "language": "python"}))
    for name in ("JUPYTER_PATH", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    nbclient.NotebookClient(notebook, timeout=LIMIT, kernel_name="here", allow_errors=True).execute(cwd=str(tmp_path))
    outputs = [part for cell in notebook.cells for part in cell.outputs]
    told = ["\n".join(part["traceback"]) for part in outputs if "traceback" in part]

    assert ["".join(part["text"]) for part in outputs if "text" in part] == [f"{FOUND}\n", f"{FOUND}\n"]
    assert len(told) == 3 and all(map(has_users_lines_only, told)), told
