"""Methods that have a name of their own: called as methods only where that is the same."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns

from ambsearch import ambiguous, expand

PROGRAMS: dict[str, str] = {
    "method_of_an_object": """
class Hand:
    def __init__(self):
        self.cards = []
    def draw(self, card):
        self.cards.append(card)
@ambiguous
def f():
    hand, heap = Hand(), []
    draw, lay = hand.draw, heap.append
    for card in range(3):
        if (yield (True, False)):
            draw(card)
        else:
            lay(card)
    return hand.cards, heap
""",
    "owner_bound_again": """
@ambiguous
def f():
    xs = []
    keep = xs.append
    keep((yield (1, 2)))
    ys, xs = xs, []
    keep((yield (3, 4)))
    return xs, ys
""",
    "owner_bound_in_a_loop": """
@ambiguous
def f():
    out = []
    for i in range(2):
        xs = []
        if i == 0:
            keep = xs.append
        keep((yield (1, 2)))
        out.append(xs)
    return out
""",
    "called_before_it_is_bound": """
@ambiguous
def f():
    xs = []
    x = yield (1, 2)
    try:
        keep(x)
    except UnboundLocalError:
        xs.append("unbound")
    keep = xs.append
    keep(x)
    return xs
""",
    "attribute_that_holds_a_function": """
class Box:
    def __init__(self):
        self.kept = []
        self.put = self.kept.append
    def turn(self):
        self.put = self.kept.remove
@ambiguous
def f():
    box = Box()
    put = box.put
    x = yield (1, 2)
    put(x)
    box.turn()
    put(x)
    return list(box.kept)
""",
    "in_a_helper": """
seen = []
def note(xs, x):
    keep = xs.append
    keep(x)
    if x > 1:
        keep(-x)
    return len(xs)
@ambiguous
def f():
    return note(seen, (yield (1, 2, 3))), list(seen)
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_answers_and_effects_are_those_of_the_name(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


@pytest.mark.usefixtures("no_other_module")
def test_a_name_is_called_as_a_method_only_where_owner_and_name_are_bound_once() -> None:
    @ambiguous
    def once():
        found = []
        keep = found.append
        keep((yield (1, 2)))
        return found

    @ambiguous
    def twice():
        found = []
        keep = found.append
        keep((yield (1, 2)))
        found = [3]
        return found

    assert "found.append(chosen)" in expand(once, fast=True)
    assert "keep(chosen) if (twin := " in expand(twice, fast=True)
