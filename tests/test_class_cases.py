"""Programs as people write them, with classes and helpers: their answers are written out beside them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
import replay
import replay_modules
from class_engines import GIVEN, WORDS
from helpers import by_turns, compile_program, namespace, register
from worlds import told_world

CASES = sorted((Path(__file__).parent / "class_cases").glob("*.py"))
RUNS = 20_000  # more than any of the cases has branches


def source_of(case: Path) -> str:
    """The text without its import, so that either engine can give it its words."""
    lines = case.read_text("utf-8").splitlines(keepends=True)
    return "".join("\n" if line.startswith("from ambsearch import") else line for line in lines)


def followed(answers: Any, space: dict[str, Any]) -> None:
    """The answers are those that are expected, and so is the exception at the end, if there is one."""
    raised, message = space.get("RAISES", (None, None))
    found = list(itertools.islice(answers, len(space["EXPECTED"])))
    assert found == space["EXPECTED"]
    if raised:
        with pytest.raises(raised, match=message):
            next(answers)
    else:
        assert next(answers, "no more") == "no more"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_replay_gives_the_answers_that_are_expected(case: Path) -> None:
    source = source_of(case)
    name = register(source)
    code = compile(source, name, "exec", dont_inherit=True)
    kept: dict[str, replay.KeptDict] = {}

    def load() -> dict[str, Any]:
        space = namespace(code, name, dict(replay_modules.WORDS))
        for variable in space.get("KEPT", ()):
            space[variable] = kept.setdefault(variable, replay.KeptDict(space[variable]))
        return space

    search = replay_modules.Replay(load, lambda space: space["f"](), RUNS)
    followed(search.answers(), load())


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(("case", "deep"), by_turns(CASES), ids=lambda value: getattr(value, "stem", None))
def test_a_program_with_helpers_has_the_answers_that_are_expected(case: Path, deep: bool) -> None:
    space = compile_program(source_of(case).replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    without = GIVEN | set(space.get("KEPT", ()))
    before = told_world(space, without)
    answers = iter(space["f"]())
    followed(answers, space)
    assert told_world(space, without) == before
    answers = iter(space["f"]())
    next(answers, None)
    answers.close()
    assert told_world(space, without) == before
