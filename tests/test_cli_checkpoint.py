"""`ambsearch solve --checkpoint` and `ambsearch show`: killed and begun again, a search gives all answers once."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import settings

from ambsearch.cli import main

IS_LONG = settings.default.max_examples >= settings.get_profile("long").max_examples

# Answers a moment apart; the second choice has parts of very different size.
SLOW = """
import time
from ambsearch import ambiguous, require

@ambiguous
def solve(n: int = 10):
    a = yield range(n)
    time.sleep(0.005)
    b = yield range(a * a)
    c = yield range(50)
    require(b == 0 and c == 7 or a * b * c == 1080)
    return [a, {"b": b, "c": c}]
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "slow.py"
    file.write_text(SLOW, encoding="utf-8")
    return file


def command(script: Path, *options: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "ambsearch",
        "solve",
        str(script),
        "--checkpoint",
        str(script.with_name("run.db")),
        *options,
    ]


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main([str(word) for word in words])
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("options", "kills"),
    [([], 50 if IS_LONG else 1), (["--workers", "2"], 50 if IS_LONG else 1)],
    ids=["alone", "shared"],
)
def test_a_search_that_is_killed_at_any_moment_and_begun_again_has_every_answer_once(
    script: Path, options: list[str], kills: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all its workers, which end when they have lost their head; else they would hold the output open."""
    _, undisturbed, _ = run(capsys, "solve", script)
    lines = undisturbed.splitlines()
    chance, file = random.Random(kills), script.with_name("run.db")
    start = time.monotonic()
    subprocess.run([*command(script, *options), "n=1"], check=True, capture_output=True)
    whole = time.monotonic() - start  # with next to no search
    file.unlink()
    killed = 0
    while killed < kills:
        process = subprocess.Popen(command(script, *options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(whole * chance.uniform(0, 2))
        process.send_signal(signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        if process.returncode == 0:
            assert out.splitlines() == lines
            file.unlink()
        killed += process.returncode == -signal.SIGKILL
        assert err == ""
        told = out.splitlines(keepends=True)
        assert [line.rstrip("\n") for line in told if line.endswith("\n")] == lines[
            : sum(l.endswith("\n") for l in told)
        ]
    _, out, _ = run(capsys, "solve", script, "--checkpoint", file, *options)
    assert out == undisturbed
    _, out, _ = run(capsys, "show", file, "--json")
    assert json.loads(out)["complete"]


def test_show_tells_what_a_checkpoint_holds(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = script.with_name("run.db")
    run(capsys, "solve", "queens", "n=6", "--checkpoint", file, "--first", "2")
    status, out, _ = run(capsys, "show", file)
    first, *answers, progress, last = out.splitlines()
    assert (status, first.split(",")[0], last) == (0, "queens.solve(n=6)", "2 answers so far")
    assert answers == ["answer 1: (1, 3, 5, 0, 2, 4)", "answer 2: (2, 5, 1, 4, 0, 3)"]
    assert progress.startswith("searched up to ")
    assert run(capsys, "solve", "queens", "n=6", "--checkpoint", file, "--count") == (0, "4\n", "")
    document = json.loads(run(capsys, "show", file, "--json")[1])
    assert (document["program"], document["arguments"], document["complete"]) == ("queens.solve", {"n": "6"}, True)
    assert (document["count"], document["answers"][3], document["parts"][0]["position"]) == (
        4,
        [4, 2, 0, 5, 3, 1],
        None,
    )


def test_a_checkpoint_of_another_search_is_refused_in_one_line(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = script.with_name("run.db")
    run(capsys, "solve", "queens", "n=6", "--checkpoint", file, "--count")
    told = f"ambsearch: {file} is the checkpoint of another search: its argument n is 6, not 7\n"
    assert run(capsys, "solve", "queens", "n=7", "--checkpoint", file) == (2, "", told)


def test_show_says_that_a_file_is_no_checkpoint(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = script.with_name("missing.db")
    assert run(capsys, "show", missing)[2].startswith(
        f"ambsearch: there is no file {str(missing)!r}; show is for what "
    )
    assert "is damaged, or no checkpoint" in run(capsys, "show", script)[2]
    assert run(capsys, "show", os.devnull)[2] == f"ambsearch: {os.devnull} is no ordinary file; name another\n"
    assert run(capsys, "show", script.parent)[2] == f"ambsearch: {script.parent} is a folder; name a file in it\n"


@pytest.mark.parametrize("option", ["--by-hand", "--effort", "--choices=3", "--depth=3", "--seed=1"])
def test_what_does_not_go_with_a_checkpoint_is_reported(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, told = run(capsys, "solve", "queens", "--checkpoint", tmp_path / "run.db", option)
    assert status == 2
    assert f"argument --checkpoint: not allowed with argument {option.partition('=')[0]}; " in told
    assert not (tmp_path / "run.db").exists()


def test_several_puzzles_cannot_share_a_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "boards").write_text("4\n5\n", encoding="utf-8")
    options = ("--input", tmp_path / "boards", "--checkpoint", tmp_path / "run.db")
    assert "expected one puzzle, found 2; keep each in a separate file" in run(capsys, "solve", "queens", *options)[2]


def test_time_ends_a_search_and_the_next_one_goes_on(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = script.with_name("run.db")
    _, out, _ = run(capsys, "solve", script, "--checkpoint", file, "--time", "0.05")
    assert "; there may be more, the time was over at " in out.splitlines()[-1]
    assert run(capsys, "solve", script, "--checkpoint", file)[1] == run(capsys, "solve", script)[1]


@pytest.mark.skipif(os.name != "posix", reason="a limit of the size of files")
@pytest.mark.parametrize("size", [4_000, 20_000])
def test_a_full_disk_is_reported_in_one_line(script: Path, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    limited = subprocess.run(
        [sys.executable, "-m", "ambsearch", "solve", "queens", "n=9", "--count", "--checkpoint", "run.db"],
        cwd=script.parent,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # for what it compiled would be cut off, and kept so
        preexec_fn=limit,
        capture_output=True,
        text=True,
    )
    assert limited.returncode == 2
    assert limited.stderr.startswith("ambsearch: the checkpoint run.db cannot be written: ")
    assert limited.stderr.count("\n") == 1
    file = script.with_name("run.db")
    assert file.exists() is (size == 20_000)
    assert run(capsys, "solve", "queens", "n=9", "--count", "--checkpoint", file) == (0, "352\n", "")
