"""What holds for every order: the answers are those of depth first, each in its world, which is left as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import compile_program
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from strategies import Program, programs
from test_oracle import WORDS, Run

from ambsearch import (
    Answers,
    amb,
    ambiguous,
    an_integer_from,
    best_first,
    between,
    breadth_first,
    effort,
    fair_order,
    interleave,
    iterative_deepening,
    limited_discrepancy,
    maximize,
    minimize,
    once,
    random_order,
    require,
    with_paths,
)
from ambsearch.steering import Path, Steering, steer

EXAMPLES = settings.default.max_examples // 25
MOST = 80  # items that depth first tries in a program that is compared


def length(items: Any) -> int:
    return len(repr(items))


ENDLESS = "breadth first", "iterative deepening", "by cost", "fair", "best first"  # and branches need no end
ORDERS: dict[str, Any] = {
    "breadth first": breadth_first,
    "iterative deepening": iterative_deepening,
    "by cost": lambda answers: iterative_deepening(answers, cost=length),
    "limited discrepancy": limited_discrepancy,
    "Korf's": lambda answers: limited_discrepancy(answers, depth=MOST),
    "fair": fair_order,
    "best first": lambda answers: best_first(answers, key=length),
    "random": lambda answers: random_order(answers, seed=3),
    "restarted": lambda answers: random_order(answers, seed=3, restart=10),
}
RANKED = {
    "minimize": lambda answers: minimize(answers, key=length, bound=lambda items: 0, count=1000),
    "maximize": lambda answers: maximize(answers, key=length, count=1000),
}


class Ordered(Run):
    """A program's search in an order."""

    order: Any

    def search(self) -> tuple[Any, Any]:
        return iter(self.order(self.space["f"](*self.args))), lambda: self.args


class Small(Steering):
    """Depth first; fails if there are more than this many items."""

    tried = 0

    def pick(self, items: Any, path: Path) -> Iterator[tuple[int, Any]]:
        for pair in super().pick(items, path):
            self.tried += 1
            if self.tried > MOST:
                raise ValueError
            yield pair


@settings(max_examples=EXAMPLES, phases=[Phase.generate])
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]))
def test_a_random_search_has_the_same_answers_in_every_order(program: Program, depths: str) -> None:
    assume(len(program.source) < 1500)  # expanding it takes most of the time
    assume("permanent(" not in program.source)  # what is kept may tell in which order the branches were gone to
    program = program.with_depths(depths)
    ordered = Ordered(compile_program(program.source, WORDS))
    ordered.order = lambda answers: steer(answers, Small())
    expected = ordered.follow()
    assume(expected.ending == "no more answers" and expected.answers)
    for order, ordered.order in ORDERS.items():
        found = ordered.follow()
        assert found.ending == "no more answers", f"{program}\n{order}: {found.ending}"
        for what in ("answers", "worlds"):
            theirs, ours = (Counter(map(repr, getattr(outcome, what))) for outcome in (expected, found))
            assert theirs == ours, f"{program}\n{order}: {what} missing {theirs - ours}, too many {ours - theirs}"
        assert ordered.world() == ordered.before, f"{program}\n{order}: the world afterwards is {ordered.world()}"
        ordered.follow(len(expected.answers) // 2)
        assert ordered.world() == ordered.before, f"{program}\n{order}: closed, the world is {ordered.world()}"


@ambiguous
def words() -> Any:
    word = ""
    while not word.endswith("b"):
        word += yield "abc"
    return word


@ambiguous
def numbered(xs: list[int]) -> Any:
    for _ in range(3):
        xs.append((yield range(3)))
    require(sum(xs) % 3)
    return xs


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_answers_may_be_iterated_again_and_are_snapshots(order: str) -> None:
    xs: list[int] = []
    answers = (ORDERS | RANKED)[order](numbered(xs))
    assert isinstance(answers, Answers)
    found = list(answers)
    assert xs == []
    assert list(answers) == found
    assert sorted(found) == list(numbered([]))


@pytest.mark.parametrize("order", ORDERS)
def test_each_answer_comes_in_its_world(order: str) -> None:
    xs: list[int] = []
    for answer in ORDERS[order](numbered(xs)):
        assert xs == answer


@pytest.mark.parametrize("order", ENDLESS)
def test_an_answer_comes_before_all_is_searched(order: str) -> None:
    assert sorted(ORDERS[order](words()).take(2)) == ["ab", "b"]


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_a_search_may_choose_from_the_answers(order: str) -> None:
    @ambiguous
    def sums(xs: list[int]) -> Any:
        some = yield (ORDERS | RANKED)[order](numbered(xs))
        return sum(some) + (yield (0, 100))

    xs: list[int] = []
    answers = [sum(numbers) + more for numbers in numbered([]) for more in (0, 100)]
    assert sorted(sums(xs)) == sorted(answers)
    assert sorted(breadth_first(sums(xs))) == sorted(answers)
    assert effort(sums(xs)).answers == len(answers)
    assert xs == []


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_searches_made_of_searches_may_be_ordered_and_be_choices(order: str) -> None:
    @ambiguous
    def changing(xs: list[int], some: Any) -> Any:
        xs.append((yield some))
        return xs

    @ambiguous
    def composed(xs: list[int]) -> Any:
        a = yield interleave(changing(xs, "ab"), changing(xs, ()))
        b = yield once(changing(xs, "cd"))
        c = yield amb(a[-1], len(xs), (yield changing(xs, "e")))
        require(a is b is xs)
        return c, *xs

    xs: list[int] = []
    by_order = (ORDERS | RANKED)[order]
    assert Counter(map(repr, by_order(composed(xs)))) == Counter(map(repr, composed([])))
    assert Counter(map(repr, by_order(interleave(composed(xs), "xy")))) == Counter(
        map(repr, interleave(composed([]), "xy"))
    )
    assert xs == []


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_an_error_of_the_program_leaves_the_world_as_it_was(order: str) -> None:
    @ambiguous
    def failing(xs: list[int]) -> Any:
        xs.append((yield (2, 1, 0)))
        xs.append((yield (2, 1, 0)))
        return xs[0] // xs[1]

    xs: list[int] = []
    with pytest.raises(ZeroDivisionError) as raised:
        list((ORDERS | RANKED)[order](failing(xs)))
    assert xs == []
    assert raised.traceback[-1].lineno == failing.__wrapped__.__code__.co_firstlineno + 3  # which counts from 0


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_only_answers_can_be_put_in_order(order: str) -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found list"):
        (ORDERS | RANKED)[order]([1, 2])


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_what_has_an_order_cannot_be_steered(order: str) -> None:
    answers = (ORDERS | RANKED)[order](numbered([]))
    for steered_again in (breadth_first(answers), with_paths(answers), between(answers)):
        with pytest.raises(TypeError, match="expected a depth-first search, found .*, which has an order of its"):
            list(steered_again)
    with pytest.raises(
        TypeError, match="expected a depth-first search, found .*, which can only start at its beginning"
    ):
        answers.within(answers=1, start=(1,))


@pytest.mark.parametrize("order", [*ORDERS, *RANKED])
def test_what_has_an_order_has_limits(order: str) -> None:
    answers = (ORDERS | RANKED)[order](numbered([]))
    whole = list(answers)
    for limits, outcome, number in (
        ({"seconds": 60}, "exhausted", len(whole)),
        ({"answers": 4}, "answers", 4),
        ({"depth": 2}, "depth", 0),
        ({"depth": 3}, "exhausted", len(whole)),
    ):
        found = answers.within(**limits)
        assert list(found) == whole[:number]
        assert (found.outcome, found.position) == (outcome, () if outcome == "answers" else None)
    with pytest.raises(TypeError, match="which cannot continue in the middle; iterate it with larger limits"):
        found.rest()


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_ends_when_so_many_items_are_tried(order: str) -> None:
    answers = ORDERS[order](numbered([]))
    numbers = []
    for choices in (1, 20, 60, 150):
        found = answers.within(choices=choices)
        numbers.append(len(list(found)))
        assert list(found) == answers.take(numbers[-1])
        assert found.outcome == "choices" or numbers[-1] == answers.count()
    assert numbers[0] == 0 < numbers[-1]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("order", "where"),
    {
        "breadth first": "at depth 1",
        "iterative deepening": "at depth 2",
        "by cost": "at cost 6",
        "limited discrepancy": "at discrepancy 1",
        "fair": "at sum 4",
        "best first": "",
        "random": "",
    }.items(),
)
def test_an_order_tells_how_far_it_came(order: str, where: str) -> None:
    found = ORDERS[order](numbered([])).within(choices=12)
    list(found)
    assert (found.outcome, found.whereabouts) == ("choices", where)
    everything = ORDERS[order](numbered([])).within()
    list(everything)
    assert (everything.outcome, everything.whereabouts, everything.share) == ("exhausted", "", None)


def test_a_random_order_knows_how_much_is_done_as_long_as_it_knows_how_many_items_there_are() -> None:
    for order, share in (("random", 12 / 27), ("restarted", None)):
        found = ORDERS[order](numbered([])).within(answers=9)
        list(found)
        assert found.share == share


def test_within_limits_the_best_answer_so_far_is_given() -> None:
    for bound in (None, lambda items: 0):
        found = minimize(an_integer(), key=lambda n: abs(n - 5), bound=bound).within(choices=4)
        assert (list(found), found.outcome) == ([3], "choices")
    found = minimize(an_integer(), key=lambda n: abs(n - 5)).within(seconds=0.001)
    list(found)  # how many depends on the speed of the machine
    assert found.outcome == "seconds"


@ambiguous
def an_integer() -> Any:
    return (yield an_integer_from(0))


def test_what_a_program_searches_on_the_way_is_not_limited() -> None:
    @ambiguous
    def counted() -> Any:
        n = yield range(3)
        return n, breadth_first(numbered([])).count()

    found = breadth_first(counted()).within(choices=100)
    assert list(found) == list(counted())


def test_answers_in_an_order_tell_what_they_are() -> None:
    assert repr(limited_discrepancy(words(), most=2)) == "limited_discrepancy(words(), most=2)"
    assert repr(minimize(words(), key=len)) == "minimize(words(), key=<built-in function len>, count=1)"


def test_the_answers_below_an_infinite_choice_come_one_after_the_other() -> None:
    @ambiguous
    def pairs() -> Any:
        a = yield (1, 2)
        b = yield an_integer_from(0)
        return a, b

    for order in (breadth_first, iterative_deepening):
        assert order(pairs()).take(3) == [(1, 0), (1, 1), (1, 2)]
    assert {b for _, b in random_order(pairs()).take(3)} == {0, 1, 2}
    assert fair_order(pairs()).take(5) == [(1, 0), (1, 1), (2, 0), (1, 2), (2, 1)]
