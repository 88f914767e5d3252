"""The command line: what it prints, where, and its exit status."""

import io
import json
import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ambsearch.cli import check, main, programs, twins
from ambsearch.puzzles import queens

PAIRS = """
    from ambsearch import ambiguous, an_element_of, an_integer_between, require

    @ambiguous
    def pairs(xs: tuple[int, ...], total: int = 5):
        x = yield an_element_of(xs)
        y = yield an_element_of(xs)
        require(x + y == total)
        return x, y
"""


class Ended(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ended]
Write = Callable[..., str]


@pytest.fixture(autouse=True)
def no_colours_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*argv: str) -> Ended:
        status = main(argv)
        return Ended(status, *capsys.readouterr())

    return run


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a script into the working directory, which is an empty one."""
    monkeypatch.chdir(tmp_path)

    def write(source: str, name: str = "script.py") -> str:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(textwrap.dedent(source), encoding="utf-8")
        return name

    return write


# What there is


def test_puzzles_lists_each_puzzle_with_its_title(run: Run) -> None:
    status, out, _ = run("puzzles")

    assert status == 0
    names = [line.split()[0] for line in out.splitlines()]
    assert names == list(programs.puzzle_names())
    assert {"dwelling", "jigsaw", "pythagorean", "queens", "remainders"} <= set(names)
    assert re.search(r"^queens +n queens on an n x n board, none attacking another\.$", out, re.M)


def test_puzzles_are_listed_as_json(run: Run) -> None:
    found = {puzzle["name"]: puzzle for puzzle in json.loads(run("puzzles", "--json").out)}

    assert found["queens"]["instances"][0] == "n=8"
    assert found["queens"]["title"].startswith("n queens")


def test_puzzles_with_a_name_tells_all_about_that_puzzle(run: Run) -> None:
    told = run("puzzles", "pentominoes").out
    found = json.loads(run("puzzles", "pentominoes", "--json").out)

    assert told.startswith("pentominoes: pieces made of squares fill")
    for part in (found["question"], "\n  row_by_row=False\n      whether to fill", "docs/pages/puzzles/pentominoes.md"):
        assert part in told
    programs = ["pentominoes"] + [
        f"pentominoes:{name}" for name in ("solve_by_trie", "solve_by_trie_right_first", "solve_x_in_a_quarter")
    ]
    assert found["programs"] == programs
    assert found["twins"] == [f"by_hand.{program}" for program in programs[:3]]
    assert found["parameters"]["up_to_symmetry"]["default"] is True


def test_the_question_stands_before_the_answers_on_a_terminal_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = run("solve", "queens", "n=4").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)

    assert piped.startswith("answer 1\n")
    assert queens.question(4) in run("solve", "queens", "n=4").out.partition("answer 1")[0]
    assert queens.question(4) not in run("solve", "queens", "n=4", "--quiet").out


def test_on_a_terminal_tables_are_drawn_and_coloured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("check", "pythagorean").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    drawn = run("check", "pythagorean").out

    assert "┃" in drawn
    assert "\x1b[" in drawn
    assert "┃" not in plain
    assert "\x1b" not in plain


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])

    assert ended.value.code == 0
    assert "solve" in capsys.readouterr().out


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])

    assert re.fullmatch(r"ambsearch \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


# Solving a puzzle


def test_solve_shows_every_answer_of_the_first_instance_as_a_picture(run: Run) -> None:
    status, out, err = run("solve", "jigsaw")

    assert (status, err) == (0, "")
    assert out.count("┌") == 12
    assert [f"answer {n}" in out.splitlines() for n in range(1, 14)] == [True] * 12 + [False]
    assert out.endswith("\n12 answers\n")


def test_another_instance_is_solved_if_it_is_named(run: Run) -> None:
    assert run("solve", "queens", "--instance", "n=4", "--count").out == "2\n"


def test_a_parameter_replaces_that_of_the_instance(run: Run) -> None:
    _, out, _ = run("solve", "queens", "n=4")

    assert out == textwrap.dedent("""\
        answer 1
        . Q . .
        . . . Q
        Q . . .
        . . Q .

        answer 2
        . . Q .
        Q . . .
        . . . Q
        . Q . .

        2 answers
        """)


def test_parameters_may_stand_after_options(run: Run) -> None:
    assert run("solve", "queens", "--count", "n=5").out == "10\n"


def test_first_ends_the_search_early_and_says_so(run: Run) -> None:
    _, out, _ = run("solve", "queens", "--first", "2")

    assert "answer 2\n" in out
    assert "answer 3" not in out
    assert out.endswith("\n2 answers; there may be more\n")


def test_first_of_fewer_answers_says_how_many_there_are(run: Run) -> None:
    assert run("solve", "queens", "n=4", "--first", "9").out.endswith("\n2 answers\n")


def test_count_prints_only_the_number(run: Run) -> None:
    assert run("solve", "queens", "--count") == (0, "92\n", "")


def test_no_answer_is_printed_where_there_is_none(run: Run) -> None:
    assert run("solve", "queens", "n=3") == (0, "no answer\n", "")


@pytest.mark.thorough
def test_where_there_is_no_answer_the_puzzle_may_give_a_hint(run: Run) -> None:
    hint = "* is a box, which is any digit; AB x CD is multiplied\n"
    assert run("solve", "alphametics", "puzzle=AB*CD=EF") == (0, "no answer\n", hint)


@pytest.mark.parametrize(
    ("n", "status", "verdict", "pictures"),
    [(1, 0, "exactly one answer", 1), (3, 1, "no answer", 0), (8, 1, "at least two answers", 2)],
)
def test_unique_says_whether_there_is_exactly_one(run: Run, n: int, status: int, verdict: str, pictures: int) -> None:
    ended = run("solve", "queens", f"n={n}", "--unique")

    assert ended.status == status
    assert ended.out.splitlines()[0] == verdict
    assert ended.out.count("answer 1") + ended.out.count("answer 2") == pictures


def test_an_infinite_search_shows_as_many_answers_as_the_module_says(run: Run) -> None:
    limit = programs.puzzle("remainders").limit
    ended = run("solve", "remainders")

    assert limit is not None
    assert ended.out.splitlines()[-1] == f"{limit} answers; there may be more"
    assert run("solve", "remainders", "--first", "1").out.splitlines()[-1] == "1 answer; there may be more"


def test_counting_an_infinite_search_says_that_there_may_be_more(run: Run) -> None:
    status, out, err = run("solve", "remainders", "--count")

    assert (status, out) == (0, f"{programs.puzzle('remainders').limit}\n")
    assert "there may be more" in err


def test_by_hand_runs_the_twin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = twins.twin(programs.puzzle("queens"))
    monkeypatch.setattr(sys.modules[twin.function.__module__], "solve", lambda n: iter([tuple(range(n))]))
    monkeypatch.setattr(twin.module, "is_solution", lambda answer, n: True)

    assert run("solve", "queens", "n=2", "--by-hand").out == "answer 1\nQ .\n. Q\n\n1 answer\n"


def test_by_hand_gives_the_same_as_the_puzzle(run: Run) -> None:
    assert run("solve", "jigsaw", "--by-hand") == run("solve", "jigsaw")


@pytest.mark.thorough
def test_the_quickest_program_is_run_unless_one_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for target, program in (("mushikuizan", "solve_by_columns"), ("mushikuizan:solve", "solve")):
        told = json.loads(run("solve", target, "--instance", "two-digits", "--json").out)
        assert (told["puzzle"], told["program"], told["count"]) == ("mushikuizan", program, 1)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = run("solve", "mushikuizan", "--instance", "two-digits").out
    assert "solved by solve_by_columns; the plain program, which is slower, is mushikuizan:solve\n" in out


def test_json_is_one_document(run: Run) -> None:
    assert json.loads(run("solve", "queens", "n=4", "--json").out) == {
        "puzzle": "queens",
        "program": "solve",
        "question": queens.question(4),
        "parameters": {"n": 4},
        "answers": [[1, 3, 0, 2], [2, 0, 3, 1]],
        "count": 2,
        "complete": True,
    }


def test_what_a_program_prints_is_not_in_its_json(write: Write, run: Run) -> None:
    lines = ["from ambsearch import ambiguous", "print('begin')", "@ambiguous", "def solve():"]
    lines += ["    x = yield (1, 2)", "    print('trying', x)", "    return x"]
    shown = run("solve", write("\n".join(lines), "prints.py"), "--json")

    assert json.loads(shown.out)["answers"] == [1, 2]
    assert shown.err == "begin\ntrying 1\ntrying 2\n"


def test_json_says_whether_the_search_is_complete(run: Run) -> None:
    first = json.loads(run("solve", "queens", "--first", "1", "--json").out)
    counted = json.loads(run("solve", "queens", "--count", "--json").out)

    assert (first["count"], first["complete"], len(first["answers"])) == (1, False, 1)
    assert (counted["count"], counted["complete"], counted["answers"]) == (92, True, None)


def test_json_and_unique_keep_the_exit_status(run: Run) -> None:
    assert run("solve", "queens", "n=1", "--unique", "--json").status == 0
    assert run("solve", "queens", "n=4", "--unique", "--json").status == 1


def test_an_answer_that_breaks_the_rules_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.puzzle("queens").module, "is_solution", lambda answer, n: answer[0] == 1)
    status, out, err = run("solve", "queens", "n=4")

    assert status == 1
    assert "answer 1" in out
    assert err == "ambsearch: answer 2 of queens breaks the rules, says is_solution: (2, 0, 3, 1)\n"


# Solving with a script


def test_a_script_needs_no_registration(run: Run, write: Write) -> None:
    assert run("solve", write(PAIRS), "xs=1,2,3,4") == (
        0,
        "answer 1: (1, 4)\nanswer 2: (2, 3)\nanswer 3: (3, 2)\nanswer 4: (4, 1)\n4 answers\n",
        "",
    )


def test_a_scripts_function_is_chosen_after_a_colon(run: Run, write: Write) -> None:
    script = write(PAIRS + "\n    @ambiguous\n    def other():\n        return 7\n")

    assert run("solve", f"{script}:other").out == "answer 1: 7\n1 answer\n"


def test_of_several_functions_the_one_called_solve_is_run(run: Run, write: Write) -> None:
    script = write(PAIRS + "\n    @ambiguous\n    def solve():\n        return 7\n")

    assert run("solve", script, "--count").out == "1\n"


def test_several_functions_and_none_called_solve_are_listed(run: Run, write: Write) -> None:
    script = write(PAIRS + "\n    @ambiguous\n    def other():\n        return 7\n")
    status, _, err = run("solve", script)

    assert status == 2
    assert "script.py:pairs, script.py:other" in err


def test_functions_that_a_script_imports_are_not_its_own(run: Run, write: Write) -> None:
    script = write(PAIRS + "\n    from ambsearch.puzzles.queens import solve\n")

    assert run("solve", script, "xs=1,4", "--count").out == "2\n"


CHANGE = """
    from ambsearch import ambiguous, require

    INSTANCES = {"five": {"total": 5}}
    LIMIT = 2

    def read(text):
        return [{"total": int(text)}]

    def is_solution(answer, total):
        return sum(answer) == total

    def picture(answer, total):
        return " + ".join(map(str, answer))

    def differences(first, second, total):
        return f"in {sum(a != b for a, b in zip(first, second))} places of {len(first)}; both make {total}"

    @ambiguous
    def solve(total: int):
        a = yield range(total + 1)
        return a, total - a

    @ambiguous
    def backwards(total: int):
        a = yield range(total, -1, -1)
        return a, total - a

    @ambiguous
    def other(least: int = 0):
        return (yield range(least, 3))
"""


def test_what_a_module_says_belongs_to_all_functions_with_the_parameters_of_solve(
    run: Run, write: Write, tmp_path: Path
) -> None:
    script = write(CHANGE)
    (tmp_path / "given").write_text("1")

    assert run("solve", f"{script}:backwards").out == "answer 1: 5 + 0\nanswer 2: 4 + 1\n2 answers; there may be more\n"
    assert run("solve", f"{script}:backwards", "--instance", "five", "--first", "1").out.startswith("answer 1: 5 + 0\n")
    assert run("solve", f"{script}:backwards", "--input", "given").out.startswith("answer 1: 1 + 0\nanswer 2: 0 + 1\n")
    assert json.loads(run("solve", f"{script}:backwards", "--json").out)["puzzle"] == "script.py:backwards"


def test_what_a_module_says_belongs_to_no_function_with_other_parameters(run: Run, write: Write) -> None:
    script = write(CHANGE)

    assert run("solve", f"{script}:other").out == "answer 1: 0\nanswer 2: 1\nanswer 3: 2\n3 answers\n"
    assert run("solve", f"{script}:other", "--instance", "five").err == (
        "ambsearch: script.py:other has no instance 'five'; it has none\n"
    )


def test_unique_shows_where_two_answers_differ_if_the_module_can_say_so(run: Run, write: Write) -> None:
    script = write(CHANGE)

    assert run("solve", script, "total=1", "--unique") == (
        1,
        "at least two answers\nanswer 1: 0 + 1\nanswer 2: 1 + 0\nin 2 places of 2; both make 1\n",
        "",
    )
    assert run("solve", script, "total=0", "--unique").out == "exactly one answer\nanswer 1: 0 + 0\n"
    assert "in 2" not in run("solve", script, "total=1", "--unique", "--json").out
    assert run("solve", f"{script}:other", "--unique").out == "at least two answers\nanswer 1: 0\nanswer 2: 1\n"


def test_a_scripts_own_instances_picture_and_rules_are_used(run: Run, write: Write) -> None:
    script = write(
        PAIRS
        + """
    INSTANCES = {"small": {"xs": (2, 3)}}

    def picture(answer, xs, total):
        return f"{answer[0]} + {answer[1]} = {total}"

    def is_solution(answer, xs, total):
        return answer != (3, 2)
"""
    )
    status, out, err = run("solve", script)

    assert out == "answer 1: 2 + 3 = 5\n"
    assert (status, "answer 2" in err) == (1, True)


def test_a_script_imports_from_its_own_folder_and_leaves_no_trace(run: Run, write: Write) -> None:
    write("LIMITS = (1, 3)", "folder/limits.py")
    script = write("from limits import LIMITS\n" + textwrap.dedent(PAIRS), "folder/pairs.py")
    before = list(sys.path), set(sys.modules)
    run("solve", script, "xs=1,4")

    assert list(sys.path) == before[0]
    assert set(sys.modules) - before[1] <= {"limits"}
    assert not (Path(script).parent / "__pycache__" / f"pairs.{sys.implementation.cache_tag}.pyc").exists()
    sys.modules.pop("limits", None)


def test_a_file_of_a_package_is_run_as_a_part_of_it(run: Run, write: Write) -> None:
    write("from .limits import LIMITS", "cards/__init__.py")
    write("LIMITS = (1, 3)", "cards/limits.py")
    write("", "cards/rules/__init__.py")
    imports = "from .. import LIMITS\nfrom ..limits import LIMITS as again\nassert again is LIMITS\n"
    script = write(imports + textwrap.dedent(PAIRS), "cards/rules/pairs.py")
    before = list(sys.path)

    assert run("solve", script, "xs=1,4").out == run("solve", write(PAIRS), "xs=1,4").out
    assert sys.path == before
    left = {name for name in sys.modules if name.startswith("cards")}
    assert left == {"cards", "cards.limits"}
    for name in left:
        del sys.modules[name]


def test_a_seed_makes_random_choices_repeatable(run: Run, write: Write) -> None:
    script = write("""\
        from ambsearch import ambiguous, ramb

        @ambiguous
        def solve():
            return (yield ramb(1, 2, 3, 4, 5, 6, 7, 8)), (yield ramb(1, 2, 3, 4, 5, 6, 7, 8))
    """)
    seeded = {run("solve", script, "--seed", str(seed)).out for seed in (1, 2, 3, 1, 2, 3)}

    assert len(seeded) == 3


def test_the_main_part_of_a_script_is_not_run(run: Run, write: Write) -> None:
    script = write(PAIRS + "\n    if __name__ == '__main__':\n        print('main')\n")

    assert run("solve", script, "xs=1,4", "--count").out == "2\n"


def test_a_folder_called_puzzles_is_never_taken_for_the_puzzles(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("raise RuntimeError('the wrong puzzles')", "puzzles/__init__.py")
    write("raise RuntimeError('the wrong queens')", "puzzles/queens.py")
    monkeypatch.syspath_prepend(".")

    assert run("solve", "queens", "n=4", "--count").out == "2\n"


def test_sets_and_dataclasses_become_json(run: Run, write: Write) -> None:
    script = write("""
        from dataclasses import dataclass
        from ambsearch import ambiguous

        @dataclass
        class Move:
            piece: str
            to: tuple

        @ambiguous
        def solve():
            return {"seen": {3, 1, 2}, "move": Move("K", (0, 1)), "by square": {(0, 1): None}}
    """)

    assert json.loads(run("solve", script, "--json").out)["answers"] == [
        {"seen": [1, 2, 3], "move": {"piece": "K", "to": [0, 1]}, "by square": [[[0, 1], None]]}
    ]


def test_on_a_terminal_a_long_answer_is_broken_into_lines(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = write("from ambsearch import ambiguous\n\n@ambiguous\ndef solve():\n    return list(range(100, 160))\n")
    plain = run("solve", script).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    drawn = re.sub(r"\r|\x1b\[[\d;?]*\w", "", run("solve", script).out)

    assert len(plain.splitlines()) == 2
    assert "answer 1\n[\n    100,\n" in drawn


# Puzzles from a file

SUMS = """
    from ambsearch import BadInput, ambiguous, require

    def read(text):
        puzzles = []
        for number, line in enumerate(text.splitlines(), 1):
            column = line.rfind(" ") + 2
            if not line[column - 1 :].isdigit():
                raise BadInput(f"expected a total, found {line[column - 1 :]!r}", number, column)
            puzzles.append({"total": int(line)})
        return puzzles

    @ambiguous
    def solve(total: int, largest: int = 6):
        a = yield range(1, largest + 1)
        b = yield range(a, largest + 1)
        require(a + b == total)
        return a, b

    @ambiguous
    def other():
        return (yield range(3))
"""


class Bytes(io.StringIO):
    """Standard input with these bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.buffer = io.BytesIO(data)


@pytest.fixture
def solve_text(run: Run, write: Write, tmp_path: Path) -> Run:
    script = write(SUMS, "sums.py")

    def solve_text(text: str, *options: str) -> Ended:
        (tmp_path / "given.txt").write_bytes(text.encode())
        return run("solve", script, "--input", "given.txt", *options)

    return solve_text


def test_one_puzzle_from_a_file_is_solved_as_an_instance_is(solve_text: Run) -> None:
    assert solve_text("11\n") == (0, "answer 1: (5, 6)\n1 answer\n", "")


def test_several_puzzles_are_solved_one_after_the_other_each_under_its_number(solve_text: Run) -> None:
    assert solve_text("12\r\n11\r\n").out == (
        "puzzle 1\nanswer 1: (6, 6)\n1 answer\n\npuzzle 2\nanswer 1: (5, 6)\n1 answer\n"
    )


def test_the_status_of_several_puzzles_is_that_of_the_worst(solve_text: Run) -> None:
    assert [solve_text(text, "--unique").status for text in ("12\n11\n", "12\n4\n", "4\n12\n")] == [0, 1, 1]


def test_several_puzzles_make_one_json_document(solve_text: Run) -> None:
    one, two = json.loads(solve_text("12\n11\n", "--json").out)

    assert (one["answers"], one["parameters"]) == ([[6, 6]], {"total": 12, "largest": 6})
    assert two["answers"] == [[5, 6]]
    assert json.loads(solve_text("12\n", "--json").out)["count"] == 1


def test_a_parameter_holds_for_all_puzzles_of_a_file(solve_text: Run) -> None:
    assert solve_text("4\n3\n", "--count", "largest=2").out == "puzzle 1\n1\n\npuzzle 2\n1\n"


def test_a_dash_stands_for_standard_input(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    script = write(SUMS)
    monkeypatch.setattr(sys, "stdin", Bytes(b"11\n"))
    assert run("solve", script, "--input", "-").out == "answer 1: (5, 6)\n1 answer\n"

    monkeypatch.setattr(sys, "stdin", Bytes(b"eleven\n"))
    assert "script.py: standard input, line 1, column 1: expected" in run("solve", script, "--input", "-").err


def test_a_puzzles_own_twin_solves_the_same_input(run: Run, write: Write, tmp_path: Path) -> None:
    write("")
    (tmp_path / "sizes").write_text("4")

    by_choice, by_hand = (run("solve", "queens", "--input", "sizes", *more) for more in ((), ("--by-hand",)))

    assert by_choice.out == by_hand.out
    assert by_choice.out.endswith("2 answers\n")


def test_bad_input_is_reported_with_line_column_and_a_caret(solve_text: Run) -> None:
    assert solve_text("12\n\tß日 x\n") == (
        2,
        "",
        "ambsearch: sums.py: given.txt, line 2, column 5: expected a total, found 'x'\n  \tß日 x\n  \t    ^\n",
    )


def test_bad_input_on_an_empty_line_is_reported_without_a_caret(solve_text: Run) -> None:
    told = "ambsearch: sums.py: given.txt, line 2, column 1: expected a total, found ''\n"

    assert solve_text("12\n\n") == (2, "", told)


def test_letters_that_would_steer_the_terminal_are_not_printed(solve_text: Run) -> None:
    assert "\x1b" not in solve_text("\x1b[2J\n").err


@pytest.mark.thorough
def test_a_puzzle_that_is_wrong_in_itself_is_reported_with_its_number(
    run: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("")
    (tmp_path / "given").write_text("gwgW\ngwgW RBbW\n")
    jigsaw = programs.puzzle("jigsaw").module

    def read(text: str) -> list[dict[str, object]]:
        rows = [tuple(line.split()) for line in text.splitlines()]
        return [{"pieces": row, "order": tuple(range(len(row)))} for row in rows]

    monkeypatch.setattr(jigsaw, "read", read, raising=False)
    status, _, err = run("solve", "jigsaw", "--input", "given")

    assert status == 2
    assert err == ("ambsearch: jigsaw: puzzle 2: expected 1, 4, 9, ... pieces, found 2\n")


def test_a_module_that_cannot_read_is_reported(run: Run, write: Write) -> None:
    message = "cannot be read from a file: it has no function read(text); write KEY=VALUE\n"

    assert run("solve", write(PAIRS, "pairs.py"), "--input", "x") == (2, "", f"ambsearch: pairs.py {message}")
    assert run("solve", write(SUMS) + ":other", "--input", "x") == (2, "", f"ambsearch: script.py:other {message}")


def test_a_file_that_is_missing_empty_or_not_text_is_reported(solve_text: Run, run: Run, tmp_path: Path) -> None:
    assert solve_text("").err == "ambsearch: sums.py: given.txt: expected a puzzle, found none\n"
    (tmp_path / "bytes").write_bytes(b"12\xff")

    assert run("solve", "sums.py", "--input", "gven.txt").err == (
        "ambsearch: there is no file 'gven.txt'; did you mean 'given.txt'?\n"
    )
    assert run("solve", "sums.py", "--input", "bytes").err == (
        "ambsearch: bytes: expected text in UTF-8, found the byte 0xff\n"
    )
    assert run("solve", "sums.py", "--input", str(tmp_path)).status == 2


def test_an_instance_and_an_input_exclude_each_other(solve_text: Run) -> None:
    assert solve_text("12", "--instance", "a").err == (
        "ambsearch: argument --input: not allowed with argument --instance; see ambsearch solve --help\n"
    )


# Mistakes: one line, the nearest match, status 2


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ("slove queens", "there is no command 'slove'; did you mean 'solve'?"),
        ("queens", "there is no command 'queens'; write ambsearch solve queens"),
        ("queens:solve", "there is no command 'queens:solve'; write ambsearch solve queens:solve"),
        ("pairs.py", "there is no command 'pairs.py'; write ambsearch solve pairs.py"),
        ("solve missing.py", "there is no file 'missing.py'"),
        ("solve queens n = 9", "expected a parameter such as n=8, found blanks beside the =; write n=9"),
        ("solve queens n=8 n=9", "n is given twice, the second time as '9'; write it once"),
        ("solve queens n= 9", "expected a parameter such as n=8, found blanks beside the =; write n=9"),
        ("--verison", "there is no option '--verison'; did you mean '--version'?"),
        (
            "solve",
            "the following arguments are required: NAME_OR_FILE[:FUNCTION]; see ambsearch solve --help",
        ),
        ("solve qeens", "there is no puzzle 'qeens'; did you mean 'queens'?"),
        ("solve queens:slve", "queens has no ambiguous function 'slve'; did you mean 'solve'?"),
        ("solve queens:picture", "picture in queens is an ordinary function; write @ambiguous above it"),
        ("solve queens --instance n=88", "queens has no instance 'n=88'; did you mean 'n=8'?"),
        ("solve jigsaw ordr=1", "jigsaw has no parameter 'ordr'; did you mean 'order'?"),
        ("solve queens n=eight", "n: expected a whole number such as 8, found 'eight'"),
        ("solve queens 8", "expected a parameter such as n=8, found '8'; an instance is chosen by --instance '8'"),
        ("solve queens solve", "expected a parameter such as n=8, found 'solve'; write queens:solve to run it"),
        (
            "solve queens:solve solve()",
            "expected a parameter such as n=8, found 'solve()'; write queens:solve to run it",
        ),
        ("solve queens --frist 3", "there is no option '--frist'; did you mean '--first'?"),
        (
            "solve queens --first=0",
            "argument --first: expected a positive number such as 3, found '0'; see ambsearch solve --help",
        ),
        (
            "solve queens --seed x",
            "argument --seed: expected a whole number such as 3, found 'x'; see ambsearch solve --help",
        ),
        (
            "solve queens --workers 100000",
            "argument --workers: expected at most 1000 processes, found '100000'; a core runs one; see ambsearch solve --help",
        ),
        ("expand queens n=x", "n: expected a whole number such as 8, found 'x'"),
        ("expand queens --instance n=88", "queens has no instance 'n=88'; did you mean 'n=8'?"),
        (
            "solve queens --count --unique",
            "argument --unique: not allowed with argument --count; see ambsearch solve --help",
        ),
        (
            "solve jigsaw pieces=gwgW,RBbW",
            "jigsaw: expected 1, 4, 9, ... pieces, found 2",
        ),
        ("check qeens", "there is no puzzle 'qeens'; did you mean 'queens'?"),
        ("check queens n=4", "expected a puzzle or a script, found 'n=4'; check runs all instances that a puzzle has"),
        ("expand qeens", "there is no puzzle 'qeens'; did you mean 'queens'?"),
        ("puzzles qeens", "there is no puzzle 'qeens'; did you mean 'queens'?"),
    ],
)
def test_a_mistake_is_reported_in_one_line(run: Run, write: Write, argv: str, message: str) -> None:
    assert run(*argv.split()) == (2, "", f"ambsearch: {message}\n")


@pytest.mark.parametrize(
    "argv",
    [
        *("solve queens --checkpoint", "solve queens --input", "check queens --junit", "draw sudoku --to", "show"),
        *("trace queens --svg", "trace queens --html", "make komachi --output", "sudoku-study --charts"),
        "count-alphametics --automaton",
    ],
)
def test_a_name_of_a_file_is_not_empty(argv: str, run: Run) -> None:
    found = run(*argv.split(), "")
    assert (found.status, found.out) == (2, "")
    assert ": expected a name, found ''; see ambsearch" in found.err


def test_a_missing_file_is_reported_with_the_nearest(run: Run, write: Write) -> None:
    write(PAIRS, "pairs.py")

    assert run("solve", "piars.py").err == "ambsearch: there is no file 'piars.py'; did you mean 'pairs.py'?\n"
    assert run("solve", "pairs").err == "ambsearch: there is no puzzle 'pairs'; did you mean 'pairs.py'?\n"
    write(PAIRS, "q4.py")
    assert run("solve", "q4").err == "ambsearch: there is no puzzle 'q4'; did you mean 'q4.py'?\n"
    assert run("check", "q4").err == (
        "ambsearch: there is no puzzle 'q4'; for the script write q4.py --twin FILE:FUNCTION\n"
    )


def test_a_negative_number_of_queens_is_refused_before_the_search(run: Run) -> None:
    assert run("solve", "queens", "n=-1") == (2, "", "ambsearch: queens: expected 0 queens or more, found n=-1\n")


@pytest.mark.parametrize("wrong", [("dwelling", "floors=-1"), ("graph_colouring", "colours=-1")])
def test_negative_numbers_are_refused(wrong: tuple[str, str], run: Run) -> None:
    name, given = wrong
    assert run("solve", *wrong).err == f"ambsearch: {name}: expected 0 {given.split('=')[0]} or more, found {given}\n"


@pytest.mark.parametrize("step", ["flip_it:numbers_of_moves", "river_crossings:numbers_of_crossings"])
def test_a_step_of_a_program_is_run_alone_without_the_rules_for_whole_answers(step: str, run: Run) -> None:
    found = run("solve", step, "--first", "2")
    assert (found.status, found.err) == (0, "")
    assert "answer 2: " in found.out


def test_a_name_with_a_suffix_that_is_not_a_file_is_no_puzzle_either(run: Run) -> None:
    told = "ambsearch: there is no file 'missing.md', and no puzzle; a script's name ends in .py\n"
    assert run("expand", "missing.md") == (2, "", told)


@pytest.mark.parametrize("name", ["README.md", "docs/README.md"])
def test_a_file_that_is_not_a_script_is_reported(run: Run, write: Write, name: str) -> None:
    write("# Not a program", name)

    assert run("expand", name).err == (
        f"ambsearch: expected a puzzle or a Python script, whose name ends in .py; found the file {name!r}\n"
    )


def test_a_missing_parameter_is_reported(run: Run, write: Write) -> None:
    status, _, err = run("solve", write(PAIRS))

    assert (status, err) == (2, "ambsearch: script.py needs xs: tuple[int, ...]; write xs=VALUE\n")


def test_a_script_without_ambiguous_functions_is_reported(run: Run, write: Write) -> None:
    status, _, err = run("solve", write("x = 1"))

    assert (status, err) == (
        2,
        "ambsearch: there is no ambiguous function in script.py; write @ambiguous above the one to run\n",
    )


def test_a_script_has_no_twin(run: Run, write: Write) -> None:
    status, _, err = run("solve", write(PAIRS), "xs=1,4", "--by-hand")

    assert (status, err) == (2, "ambsearch: script.py has no TWIN; write TWIN = a function\n")


def test_a_script_that_is_not_python_is_reported_with_line_and_caret(run: Run, write: Write) -> None:
    status, out, err = run("solve", write("x = 1\ny = = 2\n"))

    assert (status, out) == (2, "")
    assert re.search(r'script\.py", line 2\n +y = = 2\n +\^\nSyntaxError: ', err)
    assert "Traceback" not in err


def test_a_script_that_is_refused_is_reported_with_line_and_caret(run: Run, write: Write) -> None:
    script = write("""\
        from ambsearch import ambiguous

        @ambiguous
        async def solve():
            return 1
    """)
    status, out, err = run("solve", script)

    assert (status, out) == (2, "")
    assert re.search(r'script\.py", line \d+\n +async def solve\(\):\n +\^', err)
    assert "Traceback" not in err


def test_an_exception_shows_the_users_lines_only(run: Run, write: Write) -> None:
    script = write("""\
        from ambsearch import ambiguous, an_integer_between

        def inverse(n):
            return 1 / n

        @ambiguous
        def solve():
            n = yield an_integer_between(-1, 1)
            return inverse(n)
    """)
    status, out, err = run("solve", script)

    assert status == 1
    assert out == "answer 1: -1.0\n"
    assert re.findall(r'File ".*?(\w+\.py)", line (\d+), in (\w+)', err) == [
        ("script.py", "9", "solve"),
        ("script.py", "4", "inverse"),
    ]
    assert err.endswith("ZeroDivisionError: division by zero\n")


def test_a_search_that_is_too_deep_is_reported_in_one_line(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ambsearch.running.driver.LEVELS", 3)
    script = write("""\
        from ambsearch import ambiguous

        @ambiguous
        def deep(n: int):
            if n == 0:
                return 0
            return (yield deep(n - 1))
    """)
    status, out, err = run("solve", script, "n=100000")

    assert (status, out) == (1, "")
    assert re.fullmatch(r"ambsearch: the search deep\(.*never ends.*\n", err)


def test_an_exception_while_a_script_is_loaded_shows_its_line(run: Run, write: Write) -> None:
    status, _, err = run("solve", write("import a_module_that_is_not_there\n"))

    assert status == 1
    assert re.findall(r'File ".*?(\w+\.py)", line (\d+)', err) == [("script.py", "1")]


# Checking


def test_check_compares_each_instance_with_the_twin(run: Run) -> None:
    status, out, _ = run("check", "queens", "remainders")

    assert status == 0
    assert re.search(r"^queens +n=8 +92 +same$", out, re.M)
    checked = [tuple(line.split()[:2]) for line in out.splitlines()[1:]]
    assert checked == [
        (name, instance) for name in ("queens", "remainders") for instance in programs.puzzle(name).instances
    ]


def test_check_without_names_checks_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    some = ["liars", "pythagorean", "zebra"]
    monkeypatch.setattr(check, "puzzle_names", lambda: some)  # tests/puzzles/ compares them all
    status, out, _ = run("check", "--json")
    rows = json.loads(out)

    assert status == 0
    assert list(dict.fromkeys(row["puzzle"] for row in rows)) == some
    assert {row["verdict"] for row in rows} == {"same"}


def test_check_reports_the_first_difference(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = twins.twin(programs.puzzle("queens"))
    monkeypatch.setattr(
        sys.modules[twin.function.__module__], "solve", lambda n: iter([(1, 3, 0, 2), (3, 1, 0, 2)] if n == 4 else [])
    )
    monkeypatch.setattr(twin.module, "INSTANCES", {"n=2": {"n": 2}, "n=4": {"n": 4}})
    status, out, _ = run("check", "queens")

    assert status == 1
    assert re.search(r"^queens +n=2 +0 +same$", out, re.M)
    assert out.endswith(
        textwrap.dedent("""
        queens n=4: the first is the search by choice, the second the one by hand
        other: (2, 0, 3, 1), number 1 of the first (counted from 0), is not an answer of the second
        (3, 1, 0, 2), number 1 of the second (counted from 0), is not an answer of the first
        the first has 2 answers, the second has 2 answers; they share the first 1
        by choice:
        . . Q .
        Q . . .
        . . . Q
        . Q . .
        by hand:
        . . . Q
        . Q . .
        Q . . .
        . . Q .
        """)
    )


def test_check_reports_that_one_side_has_fewer_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = twins.twin(programs.puzzle("pythagorean"))
    monkeypatch.setattr(sys.modules[twin.function.__module__], "solve", lambda n: iter([(3, 4, 5)]))
    monkeypatch.setattr(twin.module, "INSTANCES", {"n=10": {"n": 10}})
    status, out, _ = run("check", "pythagorean")

    assert status == 1
    assert "missing: (6, 8, 10), number 1 of the first (counted from 0), is not an answer of the second" in out


def test_check_reports_an_answer_that_breaks_the_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.puzzle("queens").module, "is_solution", lambda answer, n: False)
    status, out, _ = run("check", "queens")

    assert status == 1
    assert "breaks the rules" in out


def test_check_runs_each_search_of_a_puzzle_that_has_a_twin_and_names_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = programs.puzzle("pentominoes").module
    monkeypatch.setattr(module, "INSTANCES", {"ring": module.INSTANCES["ring"]})

    def checked(target: str) -> list[str]:
        rows = json.loads(run("check", target, "--json").out)
        return list(dict.fromkeys(row["puzzle"] for row in rows))

    by_trie = ["pentominoes:solve_by_trie", "pentominoes:solve_by_trie_right_first"]
    assert checked("pentominoes") == ["pentominoes", *by_trie]
    assert checked("pentominoes:solve_by_trie") == ["pentominoes:solve_by_trie"]
    assert checked("pentominoes:solve") == ["pentominoes"]


def test_check_of_a_search_without_instances_or_a_twin_is_refused(run: Run) -> None:
    assert run("check", "flip_it:further") == (
        2,
        "",
        "ambsearch: flip_it:further cannot be checked: its parameters are not those of the puzzle's instances\n",
    )
    assert run("check", "pentominoes:solve_by_tree").err == (
        "ambsearch: pentominoes has no ambiguous function 'solve_by_tree'; did you mean 'solve_by_trie'?\n"
    )


@pytest.fixture
def twin_of_queens(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[tuple[int, ...]]], None]:
    """Replaces the twin, for four queens; the order of its answers does not count."""

    def replaced(answers: list[tuple[int, ...]]) -> None:
        program = programs.puzzle("queens")
        monkeypatch.setattr(twins.twins_module(program), "solve", lambda n: iter(answers))
        monkeypatch.setattr(program.module, "INSTANCES", {"n=4": {"n": 4}})
        monkeypatch.setattr(program.module, "ANSWERS_AS", "multiset", raising=False)

    return replaced


def test_check_ignores_the_order_where_the_puzzle_says_so(
    run: Run, twin_of_queens: Callable[[list[tuple[int, ...]]], None]
) -> None:
    twin_of_queens([(2, 0, 3, 1), (1, 3, 0, 2)])

    assert run("check", "queens").out.splitlines()[1:] == ["queens  n=4       2        same"]


def test_check_reports_an_answer_that_one_side_lacks_in_any_order(
    run: Run, twin_of_queens: Callable[[list[tuple[int, ...]]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    twin_of_queens([(2, 0, 3, 1)])
    status, out, _ = run("check", "queens")

    assert status == 1
    assert out.splitlines()[1:] == [
        "queens  n=4       2        differs: missing",
        "",
        "queens n=4: the first is the search by choice, the second the one by hand",
        "missing: (1, 3, 0, 2), number 0 of the first (counted from 0), is not an answer of the second",
        "the first has 2 answers, the second has 1 answer; they share 1 of those read",
        "by choice:",
        *queens.picture((1, 3, 0, 2), 4).splitlines(),
    ]

    monkeypatch.setattr(programs.puzzle("queens").module, "is_solution", lambda answer, n: False)
    status, out, _ = run("check", "queens")
    assert status == 1
    assert "queens n=4: answer 1 of queens breaks the rules" in out


# Expanding


def test_expand_prints_the_helpers_if_they_are_wanted(run: Run) -> None:
    assert run("expand", "knights_tour", "--helpers").out.startswith(run("expand", "knights_tour").out)


def test_expand_prints_the_expansion_of_a_puzzle(run: Run) -> None:
    import ambsearch

    assert run("expand", "queens").out.rstrip("\n") == ambsearch.expand(programs.puzzle("queens").function).rstrip("\n")


def test_expand_prints_the_expansion_of_a_scripts_function(run: Run, write: Write) -> None:
    status, out, _ = run("expand", f"{write(PAIRS)}:pairs")

    assert status == 0
    assert "def pairs" in out
    assert "\x1b" not in out


@pytest.mark.usefixtures("no_other_module")
def test_expand_prints_the_normal_form(run: Run, write: Write) -> None:
    out = run("expand", f"{write(PLAIN_SUMS)}:sums", "--normal").out

    assert [line.strip() for line in out.splitlines()][1:] == ["chosen = yield [1, 2]", "return 1 + chosen"]
    assert run("expand", "queens", "--normal", "--standalone").status == 2


PLACING = """
from ambsearch import ambiguous

class Row:
    def __init__(self):
        self.places = []

    def put(self, place):
        self.places.append(place)

@ambiguous
def placed():
    row = Row()
    place = yield (1, 2)
    row.put(place)
    return row.places
"""


def test_expand_prints_what_is_run_if_it_is_wanted(run: Run, write: Write) -> None:
    read, fast = (run("expand", write(PLACING), *options).out for options in ((), ("--fast",)))

    assert "recording(trail, row.put)(place)" in read
    assert "owner.append(place)" in fast
    assert run("expand", "queens", "--normal", "--fast") == (
        2,
        "",
        "ambsearch: --fast shows what is run, so it cannot stand beside --normal\n",
    )


PLAIN_SUMS = "from ambsearch import ambiguous\n\n@ambiguous\ndef sums():\n    return 1 + (yield [1, 2])\n"


def test_expand_is_coloured_on_a_terminal(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")

    assert "\x1b[" in run("expand", write(PAIRS)).out


def test_an_error_of_a_script_is_shown_with_the_advice_that_python_shows(run: Run, write: Write) -> None:
    script = write("from ambsearch.puzzles.queens import solve as queens\nnext(queens(4))\n")
    assert run("solve", script).err.endswith(
        "TypeError: 'Answers' object is not an iterator\n"
        "a search is no iterator; write f(...).first() for its first answer, or next(iter(f(...)))\n"
    )
