"""`ambsearch solve --effort` says how hard a search was."""

import json
from pathlib import Path

import pytest

from ambsearch.cli import main

LINE = "tried 15720 choices, 13664 dead ends, depth 8; a choice was begun 1965 times\n"


def test_the_effort_stands_after_the_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--effort"]) == 0
    assert capsys.readouterr().out.endswith("\n92 answers\n" + LINE)


def test_the_effort_of_a_search_that_is_cut_short_is_that_of_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "queens", "--effort", "--first", "1"])
    assert capsys.readouterr().out.endswith(
        "\ntried 876 choices, 763 dead ends, depth 8; a choice was begun 113 times\n"
    )


@pytest.mark.parametrize(("option", "first"), [("--count", "92"), ("--unique", "at least two answers")])
def test_the_effort_stands_last_whatever_is_asked(option: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "queens", "--effort", option])
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == first
    assert lines[-1].startswith("tried ")


def test_the_effort_is_an_object_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "queens", "--effort", "--json", "--count"])
    report = json.loads(capsys.readouterr().out)

    assert report["effort"] == {
        "choices": 15720,
        "dead_ends": 13664,
        "depth": 8,
        "answers": 92,
        "begun": 1965,
        "looks": 0,
    }


def test_without_the_option_nothing_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "queens", "--json", "--count"])
    assert "effort" not in json.loads(capsys.readouterr().out)


def test_the_effort_of_a_script_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "coin.py"
    script.write_text(
        "from ambsearch import ambiguous\n\n@ambiguous\ndef coin():\n    return (yield ('heads', 'tails'))\n"
    )
    main(["solve", str(script), "--effort"])

    assert capsys.readouterr().out.endswith(
        "\n2 answers\ntried 2 choices, 0 dead ends, depth 1; a choice was begun 1 time\n"
    )


def test_a_twin_has_no_choices_to_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--effort", "--by-hand"]) == 2
    assert "argument --effort: not allowed with argument --by-hand" in capsys.readouterr().err
