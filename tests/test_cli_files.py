"""What is named as a script or a checkpoint, and cannot be read or run as one: one message, and status 2."""

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


def said_by(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    return capsys.readouterr().err


def is_read_before_it_is_run() -> bool:
    """Does this Python refuse a file whose comments are not in UTF-8, itself?"""
    try:
        compile("# café\n".encode("latin-1"), "", "exec")
    except SyntaxError:
        return True
    return False


no_comment_is_decoded = pytest.mark.skipif(
    is_read_before_it_is_run(), reason="this Python refuses comments that are not in UTF-8, with their line"
)
COMMANDS = "solve", "trace", "expand", "profile", "estimate"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["folder.py", "folder", "folder/", "./folder", "folder.py:solve"])
def test_a_folder_in_the_place_of_a_script_is_told(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(name.partition(":")[0])
    path.mkdir()
    told = f"ambsearch: expected a puzzle or a Python script, found the folder {str(path)!r}"
    assert said_by(capsys, command, name) == f"{told}\n"
    (path / "a.py").touch()
    assert said_by(capsys, command, name) == f"{told}; in it there is {path / 'a.py'}\n"


def test_a_folder_in_the_place_of_a_twin_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "utf-8")
    Path("twin.py").mkdir()
    assert "found the folder 'twin.py'" in said_by(capsys, "check", "script.py", "--twin", "twin.py:solve")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_script_in_another_encoding_is_told_with_its_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "latin-1")
    err = said_by(capsys, command, "script.py")
    assert err.startswith("ambsearch: script.py cannot be run\n")
    assert f"line 2 of {Path('script.py').absolute()} is not in UTF-8\nsave the file in UTF-8, or write `# -*-" in err


def test_what_is_refused_where_it_runs_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = "from ambsearch import ambiguous\n\n\n@ambiguous\nclass Board:\n    pass\n"
    Path("script.py").write_text(text, "utf-8")
    err = said_by(capsys, "solve", "script.py")
    assert f'ambsearch: script.py cannot be run\n  File "{Path("script.py").absolute()}", line 4, in <module>' in err
    assert "Refused: @ambiguous expands a function written with def, not the class Board" in err


def test_a_text_in_another_encoding_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT.replace("# café\n", "").replace('"a"', '"é"'), "latin-1")
    err = said_by(capsys, "solve", "script.py")
    assert f"line 4 of {Path('script.py').absolute()} is not in UTF-8\nsave the file in UTF-8, or write `# -*-" in err


def test_a_script_that_says_its_encoding_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text("# -*- coding: latin-1 -*-\n" + SCRIPT.replace('"a"', '"é"'), "latin-1")
    assert main(["solve", "script.py"]) == 0
    assert capsys.readouterr().out == "answer 1: 'é'\n1 answer\n"


@no_comment_is_decoded
def test_a_module_in_another_encoding_is_told_also_outside_the_command_line() -> None:
    Path("latin.py").write_text(SCRIPT, "latin-1")
    done = subprocess.run([sys.executable, "-c", "import latin"], capture_output=True, text=True)
    assert f"cannot be read: line 2 of {Path('latin.py').absolute()} is not in UTF-8\n" in done.stderr


@no_comment_is_decoded
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
    assert said_by(capsys, "show", "queens") == f"ambsearch: there is no file 'queens'{SHOW}"
    told = "ambsearch: {} is damaged, or no checkpoint: {}{}"
    assert said_by(capsys, "show", "script.py") == told.format("script.py", "file is not a database", SHOW)
    assert said_by(capsys, "show", "empty.db") == told.format("empty.db", "it is empty", SHOW)
    with sqlite3.connect("other.db") as other:
        other.execute("CREATE TABLE head (a)")
    assert said_by(capsys, "show", "other.db") == "ambsearch: other.db is not a checkpoint of ambsearch\n"


def test_the_empty_name_is_like_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert said_by(capsys, "solve", "").startswith("ambsearch: there is no puzzle ''; there are alphametics, ")


@pytest.mark.parametrize(
    "words, told",
    [
        (("solve", "script.py"), "script.py cannot be read: Permission denied"),
        (("show", "script.py"), "script.py cannot be read: permission denied"),
        (("solve", "closed/script.py"), "there is no file 'closed/script.py'"),
    ],
)
def test_what_may_not_be_read_is_told(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").touch(0)
    Path("closed").mkdir(0)
    if os.access("script.py", os.R_OK):
        pytest.skip("this user may read everything")
    assert said_by(capsys, *words) == f"ambsearch: {told}\n"


def test_a_script_that_cannot_be_opened_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def denied(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    Path("script.py").write_text(SCRIPT, "utf-8")
    monkeypatch.setattr(Path, "open", denied)
    assert said_by(capsys, "solve", "script.py") == "ambsearch: script.py cannot be read: Permission denied\n"


def test_a_script_sees_none_of_the_words_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    before = list(sys.argv)
    Path("script.py").write_text(f"import sys\nprint(sys.argv)\n{SCRIPT}", "utf-8")
    assert main(["solve", "script.py", "--count"]) == 0
    assert capsys.readouterr().out == "['script.py']\n1\n"
    assert sys.argv == before


@pytest.mark.parametrize(("end", "said"), [("exit()", ""), ("raise SystemExit('no pygame')", ": no pygame")])
def test_a_script_that_ends_itself_is_told(end: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(f"{SCRIPT}{end}\n", "utf-8")
    told = f'ambsearch: script.py ends itself while it is loaded{said}; write `if __name__ == "__main__":` above what '
    assert said_by(capsys, "solve", "script.py").startswith(told)


def test_a_function_that_a_script_imports_is_run_where_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text("from ambsearch.puzzles.queens import solve as queens\n")
    assert main(["solve", "script.py:queens", "n=6", "--count"]) == 0
    assert capsys.readouterr().out == "4\n"
    told = "ambsearch: script.py only imports ambiguous functions; write one of script.py:queens\n"
    assert said_by(capsys, "solve", "script.py") == told


METHOD = """from ambsearch import ambiguous
class Die:
    @ambiguous
    def rolls(self):
        return (yield range(1, 7))
"""


@pytest.mark.parametrize("name", ["script.py", "script.py:Die.rolls"])
def test_a_method_is_no_function_to_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(METHOD)
    told = "ambsearch: Die.rolls in script.py is a method, and there is no object to call it on; write a function"
    assert said_by(capsys, "solve", name).startswith(told)


@pytest.mark.parametrize("name", ["script.py", "nothing.py"])
def test_puzzles_says_that_a_script_is_no_puzzle(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT, "utf-8")
    assert said_by(capsys, "puzzles", name).startswith("ambsearch: expected one of the puzzles, alphametics, change, ")


PARAMETERS = """from ambsearch import ambiguous
@ambiguous
def solve(board: "Board" = None, xs: list[str] = [], *rest: int, **more: int):
    return (yield xs)
"""


def test_a_name_that_only_a_type_checker_sees_hides_no_other_annotation(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(PARAMETERS)
    assert main(["solve", "script.py", "xs=1,2"]) == 0
    assert capsys.readouterr().out == "answer 1: '1'\nanswer 2: '2'\n2 answers\n"


@pytest.mark.parametrize(("word", "told"), [("rest=1,2", "*rest: int"), ("more=3", "**more: int")])
def test_a_parameter_for_more_arguments_is_not_written_as_one(
    word: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("script.py").write_text(PARAMETERS)
    told = f"ambsearch: script.py: {told} cannot be written here; only INSTANCES has it\n"
    assert said_by(capsys, "solve", "script.py", word) == told
