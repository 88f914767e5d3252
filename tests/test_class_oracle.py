"""The expansion and replay agree on random programs with helpers and classes: what these change is undone, too."""

from __future__ import annotations

from class_engines import Different, ExpansionRun, check
from class_programs import Program, class_programs
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st
from refusals import numbered_program, reduced_program

from ambsearch import Refused

EXAMPLES = settings.default.max_examples * 3 // 4
PROGRAMS = settings.default.max_examples


@settings(max_examples=EXAMPLES, phases=[Phase.explicit, Phase.reuse, Phase.generate])  # made smaller below, and faster
@given(class_programs(), st.sampled_from(["plain", "deep", "mixed"]))
def test_expansion_and_replay_agree_on_programs_with_classes_and_helpers(program: Program, depths: str) -> None:
    try:
        check(program, depths)
    except Refused:
        reject()
    except Different:
        check(reduced_program(program, depths), depths)
        raise


def test_fewer_than_three_in_a_hundred_such_programs_are_refused() -> None:
    assert sum(is_refused(numbered_program(number)) for number in range(PROGRAMS)) < 0.03 * PROGRAMS


def is_refused(program: Program) -> bool:
    """At decoration, or when the first answer is asked for."""
    try:
        ExpansionRun(program).follow(1)
    except Refused:
        return True
    return False
