"""Iterators whose steps are recorded run beside what each branch goes over by number."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns

LOOP = """
ys = list("abc")
class Steps:
    taken = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.taken += 1
        return self.taken
steps = Steps()
@ambiguous
def f():
    out = []
    for t in FORM:
        out.append(t)
        if (yield (True, False)):
            ys[0] += "!"
    return out, steps.taken
"""
FORMS = ["zip(steps, reversed(ys))", "zip(reversed(ys), steps)", "enumerate(zip(steps, enumerate(ys, 1)), 2)"]


@pytest.mark.parametrize(("form", "deep"), by_turns(FORMS))
def test_steps_are_taken_back_beside_a_list_that_stays_live(form: str, deep: bool) -> None:
    check(Program(LOOP.replace("FORM", form), frozenset()), "deep" if deep else "plain")
