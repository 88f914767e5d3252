"""`ambsearch solve --workers`, `ambsearch check --workers`: the same answers, and what does not go with them."""

import io
import multiprocessing
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import ambsearch
from ambsearch.cli import main
from ambsearch.cli.terminal import Terminal
from ambsearch.sharing.pools import AFTER, Pool

SCRIPT = """\
from ambsearch import ambiguous
@ambiguous
def solve(n: int, key=None):
    a = yield range(n)
    b = yield range(a)
    return a, b
"""


def test_workers_print_what_one_process_prints(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for words in ([], ["--workers", "2"]):
        assert main(["solve", "queens", "n=6", *words]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_workers_search_with_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pairs.py").write_text(SCRIPT)
    assert main(["solve", str(tmp_path / "pairs.py"), "n=4", "--workers", "2", "--count"]) == 0
    assert capsys.readouterr().out == "6\n"


def test_a_failure_in_a_worker_is_shown_with_its_lines_and_a_line_to_paste(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shares.py").write_text(SCRIPT.replace("return a, b", "return a // (b - 2)"))
    assert main(["solve", str(tmp_path / "shares.py"), "n=4", "--workers", "2"]) == 1
    told = capsys.readouterr().err
    assert "shares.py" in told
    assert str(Path(ambsearch.__file__).parent) not in told
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ZeroDivisionError):
        exec(told.rpartition("To run this branch alone: ")[2], {})


@pytest.fixture
def not_forked() -> Iterator[None]:
    """Processes are started as on Windows and macOS."""
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    yield
    multiprocessing.set_start_method(before, force=True)


@pytest.mark.usefixtures("not_forked")
def test_workers_that_are_not_forked_load_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pairs.py").write_text(SCRIPT)
    assert main(["solve", str(tmp_path / "pairs.py"), "n=5", "--workers", "2", "--count"]) == 0
    assert capsys.readouterr().out == "10\n"


def test_no_thread_that_shows_progress_is_left_beside_which_a_process_may_be_forked() -> None:
    terminal = Terminal(file=io.StringIO(), force_terminal=True)
    before = threading.active_count()

    for _ in range(50):
        with terminal.telling(lambda: "so far", lambda: None, among_prints=False):
            assert threading.active_count() == before + 1
        assert threading.active_count() == before


@pytest.mark.thorough
@pytest.mark.parametrize("command", [["solve", "queens", "n=6", "--count"], ["check", "queens"]])
def test_on_a_terminal_workers_begin_before_the_thread_that_shows_progress(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    threads: list[int] = []
    begin, tell = Pool.start, Terminal.telling
    monkeypatch.setattr(Pool, "start", lambda pool: (threads.append(threading.active_count()), begin(pool))[1])
    told: list[None] = []
    monkeypatch.setattr(Terminal, "telling", lambda *args, **to: (told.append(None), tell(*args, **to))[1])
    before = threading.active_count()

    assert main([*command, "--workers", "2"]) == 0
    assert threads
    assert set(threads) == {before}
    assert told
    assert AFTER == []


@pytest.mark.thorough
def test_workers_check_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "change", "--workers", "2"]) == 0
    assert " same" in capsys.readouterr().out


def test_a_script_is_checked_by_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "pairs.py", "--workers", "2"]) == 2
    assert "--workers is for a puzzle, found 'pairs.py'; for a script write --jobs" in capsys.readouterr().err


@pytest.mark.parametrize("other", ["--effort", "--by-hand", "--seed=1", "--choices=9", "--depth=9"])
def test_what_is_counted_or_limited_in_one_process_does_not_go_with_workers(
    other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "queens", "--workers", "2", other]) == 2
    name = other.partition("=")[0]
    assert f"argument --workers: not allowed with argument {name}; " in capsys.readouterr().err
