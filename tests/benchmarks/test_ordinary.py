"""The ordinary programs find what their twins find, in the same order; nothing here looks at a clock."""

import pytest

from .ordinary import NAMES, load


@pytest.mark.parametrize("name", NAMES)
def test_all_forms_of_an_ordinary_program_give_the_same_answers(name: str):
    ordinary = load(name)
    by_hand, *others = [list(program(**ordinary.small)) for program in ordinary.forms.values()]
    assert by_hand
    for answers in others:
        assert answers == by_hand
