"""What is named as a script or a checkpoint and is none, or cannot be read: one message, and status 2."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ambsearch.cli import main

SCRIPT = """from ambsearch import ambiguous
# café
@ambiguous
def solve():
    x = yield ["a"]
    return x
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    return capsys.readouterr().err


COMMANDS = "solve", "trace", "expand", "profile", "estimate"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["folder.py", "folder", "folder/", "./folder", "folder.py:solve"])
def test_a_folder_in_the_place_of_a_script_is_told(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(name.partition(":")[0])
    path.mkdir()
    told = f"ambsearch: expected a puzzle or a Python script, found the folder {str(path)!r}"
    assert said(capsys, command, name) == f"{told}\n"
    (path / "a.py").touch()
    assert said(capsys, command, name) == f"{told}; in it there is {path / 'a.py'}\n"


def test_a_folder_in_the_place_of_a_twin_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "utf-8")
    Path("twin.py").mkdir()
    assert "found the folder 'twin.py'" in said(capsys, "check", "script.py", "--twin", "twin.py:solve")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_script_in_another_encoding_is_told_with_its_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "latin-1")
    err = said(capsys, command, "script.py")
    assert err.startswith("ambsearch: script.py cannot be run\n")
    assert f"line 2 of {Path('script.py').absolute()} is not in UTF-8\nsave the file in UTF-8, or write `# -*-" in err


def test_a_text_in_another_encoding_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT.replace("# café\n", "").replace('"a"', '"é"'), "latin-1")
    err = said(capsys, "solve", "script.py")
    assert "can't decode byte 0xe9" in err
    assert f"line 4 of {Path('script.py').absolute()} is not in UTF-8\nsave the file in UTF-8, or write `# -*-" in err


def test_a_script_that_says_its_encoding_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text("# -*- coding: latin-1 -*-\n" + SCRIPT.replace('"a"', '"é"'), "latin-1")
    assert main(["solve", "script.py"]) == 0
    assert capsys.readouterr().out == "answer 1: 'é'\n1 answer\n"


def test_a_module_in_another_encoding_is_told_also_outside_the_command_line() -> None:
    Path("latin.py").write_text(SCRIPT, "latin-1")
    done = subprocess.run([sys.executable, "-c", "import latin"], capture_output=True, text=True)
    assert f"cannot be read: line 2 of {Path('latin.py').absolute()} is not in UTF-8\n" in done.stderr


def test_a_helper_in_another_encoding_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("latin_helper.py").write_text("# café\ndef put(xs):\n    xs.append(1)\n", "latin-1")
    calling = SCRIPT.replace("# café", "from latin_helper import put\nseen = []")
    Path("script.py").write_text(calling.replace("    return", "    put(seen)\n    return"))
    assert main(["solve", "script.py"]) == 1
    del sys.modules["latin_helper"]
    assert f"line 1 of {Path('latin_helper.py').absolute()} is not in UTF-8\n" in capsys.readouterr().err


SHOW = "; show is for what `ambsearch solve --checkpoint FILE` has written\n"


def test_show_says_what_it_is_for_if_there_is_no_checkpoint(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "utf-8")
    Path("empty.db").touch()
    assert said(capsys, "show", "queens") == f"ambsearch: there is no file 'queens'{SHOW}"
    told = "ambsearch: {} is damaged, or no checkpoint: {}{}"
    assert said(capsys, "show", "script.py") == told.format("script.py", "file is not a database", SHOW)
    assert said(capsys, "show", "empty.db") == told.format("empty.db", "it is empty", SHOW)
    with sqlite3.connect("other.db") as other:
        other.execute("CREATE TABLE head (a)")
    assert said(capsys, "show", "other.db") == "ambsearch: other.db is not a checkpoint of ambsearch\n"


def test_the_empty_name_is_like_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "solve", "").startswith("ambsearch: there is no puzzle ''; there are alphametics, ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read everything")
@pytest.mark.parametrize("words", [("solve", "script.py"), ("show", "script.py"), ("solve", "closed/script.py")])
def test_what_may_not_be_read_is_told(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").touch(0)
    Path("closed").mkdir(0)
    assert "ermission denied" in (err := said(capsys, *words)) or "there is no file" in err


def test_a_script_that_cannot_be_opened_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def denied(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    Path("script.py").write_text(SCRIPT, "utf-8")
    monkeypatch.setattr(Path, "open", denied)
    assert said(capsys, "solve", "script.py") == "ambsearch: script.py cannot be read: Permission denied\n"
