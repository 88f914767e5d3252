"""The expansion and replay agree on random programs with helpers and classes: what these change is undone, too."""

from __future__ import annotations

import pytest
from class_engines import Different, check
from class_programs import Program, class_programs
from helpers import LONG, ORDINARY
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st
from refusals import numbered_program, reduced_program

from ambsearch import Refused

EXAMPLES = settings.default.max_examples * 3 // 4
PROGRAMS = settings.default.max_examples * 7 // 8 if LONG else 10 if ORDINARY else 28
DEPTHS = ["plain", "deep", "mixed"]


def agree(program: Program, depths: str) -> None:
    """Pass, or fail with the program made smaller by `reduced_program`, which is faster than Hypothesis."""
    try:
        check(program, depths)
    except Different:
        check(reduced_program(program, depths), depths)
        raise


def test_expansion_and_replay_agree_on_numbered_programs_and_fewer_than_three_in_a_hundred_are_refused() -> None:
    refused = 0
    for number in range(PROGRAMS):
        try:
            agree(numbered_program(number), DEPTHS[number % len(DEPTHS)])
        except Refused:
            refused += 1
    assert refused < 0.03 * PROGRAMS


@pytest.mark.skipif(
    not LONG, reason="the numbered programs, which differ more from one another, do in the ordinary run"
)
@settings(max_examples=EXAMPLES, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(class_programs(), st.sampled_from(DEPTHS))
def test_expansion_and_replay_agree_on_programs_with_classes_and_helpers(program: Program, depths: str) -> None:
    try:
        agree(program, depths)
    except Refused:
        reject()
