"""The command line as a process: Ctrl-C, a reader that goes away, a terminal."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import NEEDS_FULL_DEVICE

from ambsearch.keeping.stores import Store

# Three answers, and then a search that finds no more and does not end.
ENDLESS = """
    import sys
    from ambsearch import ambiguous, an_integer_from, require

    @ambiguous
    def solve():
        n = yield an_integer_from(1)
        if n == 4:
            print("searching", file=sys.stderr, flush=True)
        require(n < 4)
        return n
"""
AT = r" at n = \d+"


@pytest.fixture(autouse=True)
def no_colours_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """What a shell runs in the background ignores Ctrl-C, and so does what is started from there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


COMMAND = ("-m", "ambsearch")
IMPATIENT = ("-c", "import sys; from ambsearch.cli import main, search; search.PATIENCE = 0.1; sys.exit(main())")
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the search of a script; whatever becomes of the test, it does not outlive it."""
    started: list[subprocess.Popen[str]] = []

    def start_(source: str, *options: str, run: Sequence[str] = COMMAND, **to: Any) -> "subprocess.Popen[str]":
        script = tmp_path / "script.py"
        script.write_text(textwrap.dedent(source), encoding="utf-8")
        command = [sys.executable, *run, "solve", str(script), *options]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started.append(subprocess.Popen(command, text=True, **(pipes | to)))
        return started[-1]

    yield start_
    for process in started:
        process.kill()
        process.communicate()


def interrupted(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Press Ctrl-C as soon as the search has found its last answer."""
    assert process.stderr is not None
    assert process.stderr.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def test_an_interrupted_search_shows_what_was_found_and_says_so(start: Start) -> None:
    status, out, err = interrupted(start(ENDLESS))

    assert (status, err) == (130, "")
    *answers, summary = out.splitlines()
    assert answers == ["answer 1: 1", "answer 2: 2", "answer 3: 3"]
    assert re.fullmatch(rf"3 answers so far: interrupted{AT}, the search was not finished", summary)


def test_an_interrupted_count_prints_the_number_so_far(start: Start) -> None:
    status, out, err = interrupted(start(ENDLESS, "--count"))

    assert (status, out) == (130, "3\n")
    assert re.fullmatch(rf"3 answers so far: interrupted{AT}, the search was not finished\n", err)


def test_an_interrupted_search_as_json_is_a_document_that_says_so(start: Start) -> None:
    status, out, _ = interrupted(start(ENDLESS, "--json"))
    document = json.loads(out)

    assert status == 130
    assert (document["answers"], document["complete"]) == ([1, 2, 3], False)


def test_an_interrupted_question_of_uniqueness_stays_open(start: Start) -> None:
    one_answer = ENDLESS.replace("require(n < 4)", "require(n == 3)")
    status, out, err = interrupted(start(one_answer, "--unique"))

    assert (status, out) == (130, "answer 1: 3\n")
    assert re.fullmatch(rf"1 answer so far: interrupted{AT}, the search was not finished\n", err)


# whichever worker has which part of it, the first half is done and known to be done at the interruption
LOST = """
    import sys, time
    from ambsearch import ambiguous

    @ambiguous
    def solve(pause: float = 0):
        a = yield range(4)
        b = yield range(2)
        if a >= 2:
            time.sleep(pause)
            yield [1]  # at a choice a worker tells what it has done
            if a == 2:
                print("searching", file=sys.stderr, flush=True)
            while True:
                pass
        return a, b
"""
HURRY = (
    "-c",
    "import sys; from ambsearch.sharing import pools; pools.GRACE = 0.1; from ambsearch.cli import main; sys.exit(main())",
)


@pytest.mark.parametrize(
    ("options", "where"),
    [
        (["--order", "fair"], "at sum 5"),
        pytest.param(
            *(["pause=3", "--workers", "2"], r"at 2(\.0)*, 50\.0 % of the tree"),
            marks=pytest.mark.thorough,  # on a busy machine it takes so long until the first half is done
        ),
        (["--checkpoint", "run.db"], r"at 2\.0\.0, 50\.0 % of the tree"),
    ],
)
def test_an_interrupted_search_says_how_far_it_came_also_where_it_comes_to_no_choice_any_more(
    options: list[str], where: str, start: Start, tmp_path: Path
) -> None:
    status, out, err = interrupted(start(LOST, "--count", *options, run=HURRY, cwd=tmp_path))

    assert (status, out) == (130, "4\n")
    assert re.fullmatch(rf"4 answers so far: interrupted {where}, the search was not finished\n", err)


STUCK = """
    from time import sleep

    from ambsearch import ambiguous, an_integer_from, once, require

    @ambiguous
    def never():
        n = yield an_integer_from(1)
        sleep(0.001)  # which leaves the processor to the other worker
        require(n < 0)
        return n

    @ambiguous
    def solve(how: str = "once"):
        a = yield range(2)
        if a and how == "once":
            yield once(never())
        elif a:
            list(never())
        return a
"""


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["once", "list"])
def test_workers_end_in_time_also_in_a_search_that_is_no_part_of_the_path(how: str, start: Start) -> None:
    process = start(STUCK, f"how={how}", "--time", "3", "--workers", "2", run=HURRY)  # time enough for the first answer
    out, err = process.communicate(timeout=30)

    assert (process.returncode, err) == (0, "")
    assert out.startswith("answer 1: 0\n1 answer; there may be more, the time was over at 1")


def test_a_script_that_is_interrupted_while_it_loads_ends_quietly(start: Start) -> None:
    # many short sleeps: Python sleeps to the end if the signal comes in the instant before
    source = "import sys, time\nprint('searching', file=sys.stderr, flush=True)\nwhile True:\n    time.sleep(0.1)\n"

    assert interrupted(start(source)) == (130, "", "ambsearch: interrupted\n")


# Ctrl-C at the moment when a module is about to be loaded
INTERRUPTED_IMPORT = """
import sys

class Interrupting:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from ambsearch.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["ambsearch.answers", "ambsearch.ground.frames", "ambsearch.cli.solve"])
def test_a_command_that_is_interrupted_while_ambsearch_is_loaded_ends_quietly(module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED_IMPORT.format(module=module), "solve", "queens"]
    ended = subprocess.run(command, capture_output=True, text=True)

    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "ambsearch: interrupted\n")


def test_a_command_that_is_interrupted_while_a_class_is_told_its_names_ends_quietly(start: Start) -> None:
    process = start(
        "class Field:\n    def __set_name__(*names):\n        raise KeyboardInterrupt\nclass A:\n    a = Field()\n"
    )
    out, err = process.communicate(timeout=30)

    assert (process.returncode, out, err) == (130, "", "ambsearch: interrupted\n")


def test_a_reader_that_goes_away_ends_the_search_silently(start: Start) -> None:
    process = start(ENDLESS.replace("require(n < 4)", "pass").replace('print("searching"', 'print(end=""'))
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "answer 1: 1\n"
    process.stdout.close()

    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 141


LONG = """
from ambsearch import ambiguous, require

@ambiguous
def solve():
    a = yield range(4)
    while a == 2:
        pass
    return a
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("source", "told"),
    [(ENDLESS, "3 answers so far, "), (LONG, " a second; 50.0 % of the tree done, about ")],
)
def test_a_long_search_tells_on_the_terminal_of_standard_error_how_far_it_is(
    source: str, told: str, start: Start
) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": "200"}
    process = start(source, "--count", run=IMPATIENT, stdout=subprocess.DEVNULL, stderr=theirs, env=env)
    os.close(theirs)
    seen = ""
    for _ in range(200):
        seen += os.read(ours, 1000).decode(errors="replace")
        if told in seen:
            break
    process.send_signal(signal.SIGINT)

    assert told in seen
    assert ("of the tree" in seen) is (source is LONG)
    assert process.wait(timeout=30) == 130
    os.close(ours)


def test_python_m_ambsearch_is_the_command() -> None:
    out = subprocess.run(
        [sys.executable, "-m", "ambsearch", "solve", "queens", "--count"], capture_output=True, text=True
    )

    assert (out.returncode, out.stdout) == (0, "92\n")


@NEEDS_FULL_DEVICE
@pytest.mark.parametrize("command", ["solve queens n=4", "expand queens"])
def test_a_full_disk_is_reported_in_one_line(command: str) -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "ambsearch", *command.split()], stdout=full, stderr=subprocess.PIPE, text=True
        )

    assert (run.returncode, run.stderr) == (1, "ambsearch: the output cannot be written: No space left on device\n")


@pytest.mark.thorough
@NEEDS_FULL_DEVICE
def test_puzzles_are_added_to_a_device_that_never_ends() -> None:
    made = subprocess.run(
        [sys.executable, *COMMAND, "make", "komachi", "--size", "2x2", "--first", "1", "--output", "/dev/full"],
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (made.returncode, made.stderr) == (1, "ambsearch: the output cannot be written: No space left on device\n")


@pytest.mark.parametrize(("encoding", "option"), [("latin-1", "--quiet"), ("utf-8", "--json")])
def test_what_the_encoding_of_the_output_lacks_is_printed_as_an_escape(
    encoding: str, option: str, tmp_path: Path
) -> None:
    (tmp_path / "signs.py").write_text(
        "from ambsearch import ambiguous\n@ambiguous\ndef solve():\n    return (yield ['\\u2502\\ud800'])\n"
        "def picture(answer):\n    return answer\n"
    )
    ended = subprocess.run(
        [sys.executable, *COMMAND, "solve", "signs.py", option],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ("\\u2502\\ud800" if encoding == "latin-1" else "\u2502\\ud800") in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="a shell that can close a stream")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_the_shell_has_closed_is_empty_and_takes_nothing(closed: str, tmp_path: Path) -> None:
    command = [sys.executable, *COMMAND, "solve", "queens", "n=4", "--checkpoint", "run.db"]
    ended = subprocess.run(f"{shlex.join(command)} {closed}", shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("\n2 answers\n") or ended.stdout == "" and ">&-" in closed.split()
    with Store.read(tmp_path / "run.db") as store:  # and not overwritten by what was printed
        assert [part.found for part in store.ranges] == [2]


@pytest.mark.skipif(os.name != "posix", reason="a shell that can close a stream")
def test_puzzles_from_a_closed_input_are_none() -> None:
    command = shlex.join([sys.executable, *COMMAND, "solve", "sudoku", "--input", "-"])
    ended = subprocess.run(f"{command} <&-", shell=True, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (2, "ambsearch: sudoku: standard input: expected a puzzle, found none\n")
