"""The expansion and replay agree on random programs with helpers and classes: what these change is undone, too."""

from __future__ import annotations

from class_engines import check
from class_programs import Program, class_programs
from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = settings.default.max_examples * 2


@settings(max_examples=EXAMPLES)
@given(class_programs(), st.sampled_from(["plain", "deep", "mixed"]))
def test_expansion_and_replay_agree_on_programs_with_classes_and_helpers(program: Program, depths: str) -> None:
    check(program, depths)
