"""What a script says beside its program, of the wrong kind: one message that says what is expected, and status 2."""

from pathlib import Path

import pytest

from ambsearch.cli import main

SCRIPT = """
from ambsearch import ambiguous

@ambiguous
def solve(n: int = 3):
    x = yield range(n)
    return x

"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("given.txt").write_text("3")


def complaint(line: str, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said of a script with this line."""
    Path("script.py").write_text(SCRIPT + line)
    command, *options = words or ("solve",)
    assert main([command, "script.py", *options]) == 2
    return capsys.readouterr().err


NO_DICT = "[{'n': 3}, {'n': 4}]", "[3, 4]", "5", "'abc'", "{3: {'n': 3}}", "lambda: 3"


@pytest.mark.parametrize("instances", NO_DICT)
@pytest.mark.parametrize("words", [("solve",), ("trace",), ("solve", "--instance", "small")], ids=" ".join)
def test_instances_that_are_no_dict_from_names_to_arguments_are_told(
    instances: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(f"INSTANCES = {instances}", capsys, *words)
    assert said.startswith(
        "ambsearch: INSTANCES of script.py: expected a dict from a name to arguments, such as {'small': {'n': 3}}, found "
    )


@pytest.mark.parametrize("instances", [*NO_DICT, "{'small': 3}"])
def test_a_script_whose_instances_are_for_check_is_solved_with_arguments_that_are_given(
    instances: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("script.py").write_text(f"{SCRIPT}INSTANCES = {instances}")
    assert main(["solve", "script.py", "n=2"]) == 0
    assert capsys.readouterr().out == "answer 1: 0\nanswer 2: 1\n2 answers\n"


@pytest.mark.parametrize(
    ("line", "words", "said"),
    [
        ("INSTANCES = {'a': 3}", (), "INSTANCES of script.py, 'a': expected a dict of arguments, such as {'n': 3}, found 3"),
        ("INSTANCES = {'a': {'m': 3}}", (), "INSTANCES of script.py, 'a' has no parameter 'm'; there is n"),
        ("INSTANCES = {}", ("check", "--twin", "script.py:solve"), "script.py: expected at least one instance, found none"),
        ("INSTANCES = 5", ("check", "--twin", "script.py:solve"), "script.py: expected a list of instances, found 5; to"),
        ("LIMIT = '5'", (), "LIMIT of script.py: expected a positive number such as 3, found '5'"),
        ("question = 'Which?'", (), "question of script.py: expected a function of (n), found 'Which?'"),
        ("def question(): pass", (), "question of script.py: expected a function of (n), found (): got an unexpected"),
        ("hint = 'more'", ("solve", "n=0"), "hint of script.py: expected a function of (n), found 'more'"),
        ("def is_solution(x): pass", (), "is_solution of script.py: expected a function of (answer, n), found (x): "),
        ("def is_solution(x, n): x < n", (), "is_solution of script.py: expected True or False, found None; does it"),
        ("def picture(answer): pass", (), "picture of script.py: expected a function of (answer, n), found (answer): "),
        ("differences = 3", ("solve", "--unique"), "differences of script.py: expected a function of (answer, second, n), "),
        ("QUICKEST = 'fast'", (), "QUICKEST of script.py: expected the name of an ambiguous function, such as 'solve', "),
        ("QUICKEST = solve", (), "QUICKEST of script.py: expected the name of an ambiguous function, such as 'solve', "),
        ("read = 3", ("solve", "--input", "given.txt"), "read of script.py: expected a function read(text), found 3"),
        ("read = print", ("solve", "--input", "given.txt"), "script.py: given.txt: expected a list of puzzles from read("),
        ("read = list", ("solve", "--input", "given.txt"), "read of script.py: expected a dict of arguments, such as {'n'"),
        ("read = lambda text: [{'m': 3}]", ("solve", "--input", "given.txt"), "read of script.py has no parameter 'm'; "),
        ("drawing = 3", ("draw", "--to", "x.svg"), "drawing of script.py: expected a function of (answer, n), found 3"),
        ("def drawing(answer, n): return '.'", ("draw", "--to", "x.svg"), "drawing of script.py: expected a Drawing, found"),
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_kind_is_told_with_what_is_expected(
    line: str, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(line, capsys, *words).startswith(f"ambsearch: {said}")


def test_an_error_inside_a_function_of_the_script_keeps_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT + "def picture(answer, n):\n    return answer + ''\n")
    assert main(["solve", "script.py"]) == 1
    assert 'script.py", line 10, in picture' in capsys.readouterr().err


def test_a_picture_or_hint_that_is_none_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT + "def picture(answer, n): pass\n\ndef hint(n): pass\n")
    assert main(["solve", "script.py", "n=1"]) == main(["solve", "script.py", "n=0"]) == 0
    assert capsys.readouterr() == ("answer 1: 0\n1 answer\nno answer\n", "")
