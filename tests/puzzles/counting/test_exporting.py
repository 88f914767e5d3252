import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import program

from ambsearch.puzzles.counting import exporting
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.examples import as_dot as example
from ambsearch.puzzles.counting.exporting import as_dot, as_json, write

Built = Callable[..., Automaton]


def test_a_drawing_has_every_state_and_the_columns_between_them(built: Built):
    text = as_dot(built(2, False))
    assert text.count("shape=doublecircle") == 1
    assert all(f'"q{state}" [label="q{state}"]' in text for state in range(27))
    for first, column, state in (("q0", "aaa", "q1"), ("q0", "aab", "q2"), ("q0", "aba", "q3"), ("q0", "abb", "q4")):
        assert f'"{first}" -> "{state}" [label="{column}"]' in text
    assert text.count('-> "g" [label="$$$"]') == int((built(2, False).solutions == 1).sum())


def test_a_step_of_the_merged_automaton_shows_what_it_renames_as_in_figure_7(built: Built):
    text = as_dot(built(2), [3], information=True)
    assert "D=00 l=2\\na=1 b=0; 0; 1,0" in text
    assert "D=00 l=2\\na=0 b=1; 0; 0,1" in text
    assert '"q3" -> "q4" [label="baa / a→b b→a"]' in text
    assert '"q0" -> "q2" [label="aab"]' in as_dot(built(2))


def test_a_state_of_base_3_leads_where_it_does_in_figure_4(built: Built):
    automaton = built(3, False)
    after_abb = automaton.read([(0, 1, 1)])
    assert after_abb is not None
    text = as_dot(automaton, [0, after_abb.state], information=True)
    assert (
        f'"q{after_abb.state}" [label="q{after_abb.state}\\nD=00 l=3\\na=0 b=1 c=2; 0; 0,1\\na=0 b=2 c=1; 0; 0,1"]'
        in text
    )
    assert f'"q0" -> "q{after_abb.state}" [label="abb"]' in text
    assert automaton.read([(0, 1, 1), (0, 1, 2)]) is None


def test_similar_states_differ_in_the_names_of_letters(built: Built):
    text = as_dot(built(2, False), [2, 6], information=True)
    assert "D=00 l=2\\na=1 b=0; 1; 1,1" in text
    assert "D=00 l=2\\na=0 b=1; 1; 1,1" in text


def test_the_drawing_of_an_automaton_is_that_of_figure_8(built: Built):
    text = example()
    assert text.count("->") == 9
    assert '"q1" -> "q4" [label="2"]' in text
    assert '"q6" [label="q6" shape=doublecircle]' in text


def test_json_says_all_that_there_is(built: Built):
    automaton = built(3)
    found = json.loads(json.dumps(as_json(automaton)))
    assert found["size"] == 27
    assert len(found["states"]) == 25
    assert len(found["steps"]) == len(automaton.columns)
    assert {state["accepting"] for state in found["states"]} == {None, "f", "g"}
    first, *_ = found["steps"]
    assert first == {"from": 0, "column": "aaa", "to": 1}
    (guess,) = found["states"][1]["guesses"]
    assert guess == {"digits": [0], "carry": 0, "ends": ["goes on", "goes on"]}
    assert any(step.get("renaming") for step in found["steps"])


def test_large_automata_are_not_drawn(built: Built):
    with pytest.raises(ValueError, match="expected at most 1000 states to draw, found 10265; write it as JSON"):
        as_dot(built(5, False))


def test_files_are_written_as_their_names_say(built: Built, tmp_path: Path):
    write(built(2), tmp_path / "a.dot")
    write(built(2), tmp_path / "a.json")
    assert (tmp_path / "a.dot").read_text("utf-8") == as_dot(built(2)) + "\n"
    assert json.loads((tmp_path / "a.json").read_text())["base"] == 2
    with pytest.raises(
        ValueError, match=r"expected a file that ends in .svg, .png, .pdf, .dot or .json, found 'a.gif'"
    ):
        write(built(2), "a.gif")
    with pytest.raises(ValueError, match=r"a.dot cannot be written: No such file"):
        write(built(2), tmp_path / "no" / "a.dot")


@pytest.mark.parametrize("name", exporting.PROGRAMS)
def test_graphviz_draws(name: str, built: Built, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    if name == "dot":  # the other one comes with the tools for tests
        program(name)
    monkeypatch.setattr(exporting, "PROGRAMS", (name,))
    write(built(2), tmp_path / "a.svg")
    picture = (tmp_path / "a.svg").read_text("utf-8")
    assert "</svg>" in picture
    assert ">q13<" in picture
    with pytest.raises(RuntimeError, match="failed: "):
        exporting.render("digraph {", ".svg")


def test_without_graphviz_it_is_reported_what_to_do(built: Built, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(RuntimeError, match=r"whose program dot was not found; install it, or write a .dot file"):
        write(built(2), tmp_path / "a.svg")
