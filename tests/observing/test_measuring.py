"""The effort of a search: items tried, dead ends and depth are those that one counts by hand."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from typing import Any
from unittest.mock import patch

import pytest
import replay
from helpers import compile_program, compile_replay
from hypothesis import assume, given, settings
from strategies import Program, programs
from test_oracle import WORDS, ReplayRun, Run

from ambsearch import (
    Answers,
    Effort,
    amb,
    ambiguous,
    an_integer_from,
    effort,
    fail,
    if_fail,
    interleave,
    once,
    permanent,
    ramb,
    require,
)
from ambsearch.observing import observed
from ambsearch.observing.measuring import Tally
from ambsearch.puzzles import queens, river_crossings


@ambiguous
def digit(n: int) -> Any:
    """The one way to n: n + 1 items, n of them dead ends before it, and those after it are not tried by `once`."""
    d = yield range(10)
    require(d == n)
    return d


@ambiguous
def nothing(n: int) -> Any:
    yield range(n)
    fail()


def test_eight_queens_row_by_row_are_the_placements_known_from_the_literature() -> None:
    assert effort(queens.solve(8)) == Effort(choices=15720, dead_ends=13664, depth=8, answers=92)
    assert effort(queens.solve(8)).begun == 1965
    assert effort(queens.solve(8), limit=1).choices == 876


def test_a_program_without_a_choice_has_no_effort() -> None:
    @ambiguous
    def at_once(x: int) -> Any:
        require(x > 0)
        return x

    assert effort(at_once(1)) == Effort(choices=0, dead_ends=0, depth=0, answers=1)
    assert effort(at_once(0)) == Effort(choices=0, dead_ends=0, depth=0, answers=0)


def test_an_item_is_a_dead_end_if_neither_an_item_nor_an_answer_comes_from_it() -> None:
    @ambiguous
    def below() -> Any:
        a = yield range(4)  # 0: below it is nothing; 3: required to be less
        require(a < 3)
        b = yield range(a)  # of 1: 0; of 2: 0, 1
        require(b == 0)
        return a, b

    assert list(below()) == [(1, 0), (2, 0)]
    assert effort(below()) == Effort(choices=7, dead_ends=3, depth=2, answers=2)


def test_an_item_from_which_only_dead_ends_come_is_no_dead_end_itself() -> None:
    @ambiguous
    def hopeless() -> Any:
        a = yield range(2)
        b = yield range(3)
        require(a + b > 9)

    assert effort(hopeless()) == Effort(choices=2 + 2 * 3, dead_ends=2 * 3, depth=2, answers=0)


class Letters:
    @ambiguous
    def named(self, name: str) -> Any:
        d = yield (1, 2)
        return name + str(d)


def test_a_variable_may_have_the_name_of_a_type() -> None:
    @ambiguous
    def named(letters: Any) -> Any:
        tuple = ""
        for item in "pq":
            if (yield range(2)):
                continue
            tuple = item  # noqa: F841
        chosen = yield letters.named(item)
        return chosen

    assert str(effort(named(Letters()))) == "tried 22 choices, 0 dead ends, depth 4"


def test_a_search_that_is_cut_short_counts_what_it_came_to() -> None:
    @ambiguous
    def numbers() -> Any:
        n = yield an_integer_from(0)
        require(n % 10 == 9)
        return n

    assert effort(numbers(), limit=1) == Effort(choices=10, dead_ends=9, depth=1, answers=1)
    assert effort(numbers(), limit=2) == Effort(choices=20, dead_ends=18, depth=1, answers=2)
    assert effort(numbers(), limit=0) == Effort(choices=0, dead_ends=0, depth=0, answers=0)
    assert effort(digit(3), limit=5) == effort(digit(3))


def test_an_answer_of_another_function_is_an_item_besides_those_tried_in_it() -> None:
    @ambiguous
    def two() -> Any:
        a = yield digit(2)  # 10 in it, and the answer
        b = yield digit(a)  # the same, for the one a
        return a, b

    assert effort(two()) == Effort(choices=11 + 11, dead_ends=9 + 9, depth=4, answers=1)


def test_an_answer_that_is_passed_on_counts_as_one_that_is_chosen() -> None:
    @ambiguous
    def passed() -> Any:
        return (yield digit(2))

    @ambiguous
    def chosen() -> Any:
        d = yield digit(2)
        return d

    assert effort(passed()) == effort(chosen()) == Effort(choices=11, dead_ends=9, depth=2, answers=1)


def test_recursion_counts_each_call() -> None:
    @ambiguous
    def binary(n: int) -> Any:
        if n == 0:
            return ()
        bit = yield (0, 1)
        rest = yield binary(n - 1)
        return (bit, *rest)

    # binary(0): nothing; binary(1): 2 bits, 2 rests; binary(2): 2 bits, 2 * (those of binary(1) + 2 rests)
    assert effort(binary(1)) == Effort(choices=4, dead_ends=0, depth=2, answers=2)
    assert effort(binary(2)) == Effort(choices=2 + 2 * (4 + 2), dead_ends=0, depth=4, answers=4)


def test_choices_in_loops_count_in_each_turn() -> None:
    @ambiguous
    def increasing(n: int, top: int) -> Any:
        path: list[int] = []
        for _ in range(n):
            k = yield range(top)
            require(not path or k > path[-1])
            path.append(k)
        while path[-1] < top - 1:
            path.append((yield (top - 1,)))
        return path

    # first 0 1 2; second 3 each, of which 1 2, 2 and none are greater; 0 1 needs one more item
    assert effort(increasing(2, 3)) == Effort(choices=3 + 9 + 1, dead_ends=1 + 2 + 3, depth=3, answers=3)


def test_an_alternative_of_amb_is_an_item_and_so_is_what_is_chosen_in_it() -> None:
    @ambiguous
    def one_of() -> Any:
        x = yield amb(10, (yield range(3)), 12)
        require(x > 1)
        return x

    assert list(one_of()) == [10, 2, 12]
    assert effort(one_of()) == Effort(choices=3 + 3, dead_ends=2, depth=2, answers=3)


def test_a_choice_in_random_order_has_as_many_items() -> None:
    @ambiguous
    def shuffled(rng: random.Random) -> Any:
        x = yield ramb(1, 2, 3, 4, rng=rng)
        require(x != 3)
        return x

    for seed in range(5):
        assert effort(shuffled(random.Random(seed))) == Effort(choices=4, dead_ends=1, depth=1, answers=3)


def test_once_ends_the_counting_at_its_first_answer() -> None:
    @ambiguous
    def first() -> Any:
        a = yield once(digit(4))
        b = yield range(2)
        return a, b

    assert effort(first()) == Effort(choices=5 + 1 + 2, dead_ends=4, depth=3, answers=2)
    assert effort(once(digit(4))) == Effort(choices=5, dead_ends=4, depth=1, answers=1)


def test_both_searches_of_if_fail_count() -> None:
    @ambiguous
    def either(n: int) -> Any:
        return (yield if_fail(nothing(n), lambda: digit(1)))

    @ambiguous
    def value() -> Any:
        return (yield if_fail(nothing(2), lambda: 7))

    assert effort(either(3)) == Effort(choices=3 + 10 + 1, dead_ends=3 + 9, depth=2, answers=1)
    assert effort(value()) == Effort(choices=2 + 1, dead_ends=2, depth=1, answers=1)
    assert effort(if_fail(nothing(3), lambda: digit(1))) == Effort(choices=13, dead_ends=12, depth=1, answers=1)


def test_searches_side_by_side_have_each_their_own_depth() -> None:
    @ambiguous
    def deep() -> Any:
        a = yield (1, 2)
        b = yield (1, 2)
        c = yield (1, 2)
        return a, b, c

    assert effort(interleave(deep(), digit(3), deep())).depth == 3
    assert effort(interleave(deep(), digit(3), deep())).choices == 14 + 10 + 14


def test_an_item_that_came_from_one_of_two_searches_leads_to_nothing_of_the_other() -> None:
    @ambiguous
    def of_both() -> Any:
        x = yield interleave(digit(1), digit(2))
        require(x == 2)
        return x

    # nine dead ends in each, and x = 1, which is one though the other search goes on behind it
    assert effort(of_both()) == Effort(choices=10 + 10 + 2, dead_ends=9 + 9 + 1, depth=2, answers=1)


def test_an_item_whose_condition_searched_in_vain_has_led_to_that_search_once() -> None:
    @ambiguous
    def searching() -> Any:
        n = yield (20, 3)
        if not digit(n).exists():  # of 20: ten dead ends, which came of it
            n = yield (n,)
        return n

    assert effort(searching()) == Effort(choices=2 + 10 + 4 + 1, dead_ends=10 + 3, depth=2, answers=2)


def test_a_search_inside_a_condition_counts_and_leaves_the_depth_as_it_was() -> None:
    @ambiguous
    def composite() -> Any:
        n = yield (4, 5)
        require(divisors(n).exists())  # of 4: 2 is one; of 5: 2, 3, 4 are none
        k = yield (0,)
        return n, k

    @ambiguous
    def divisors(n: int) -> Any:
        d = yield range(2, n)
        require(n % d == 0)
        return d

    assert effort(composite()) == Effort(choices=2 + 1 + 3 + 1, dead_ends=3, depth=2, answers=1)


def test_a_search_in_an_ordinary_function_that_is_called_counts() -> None:
    def helper(n: int) -> Answers[int]:
        return digit(n)

    @ambiguous
    def calling() -> Any:
        return (yield helper(2))

    assert effort(calling()) == Effort(choices=11, dead_ends=9, depth=2, answers=1)


def test_a_function_that_has_no_name_in_the_program_is_seen_into() -> None:
    functions = {"digit": digit}

    @ambiguous
    def by_key() -> Any:
        return (yield functions["digit"](2))

    assert effort(by_key()) == Effort(choices=11, dead_ends=9, depth=2, answers=1)


def test_methods_and_functions_that_are_handed_in_count() -> None:
    class Board:
        @ambiguous
        def cell(self) -> Any:
            return (yield range(3))

        @ambiguous
        def solve(self, function: Any) -> Any:
            a = yield self.cell()
            b = yield function(a)
            return a, b

    assert effort(Board().solve(digit)) == Effort(choices=6 + 3 * 11, dead_ends=3 * 9, depth=4, answers=3)


def test_what_is_permanent_is_kept_and_what_is_not_is_taken_back() -> None:
    @ambiguous
    def tallied(tally: dict[str, int], path: list[int]) -> Any:
        a = yield range(4)
        tally["tried"] = permanent(tally["tried"] + 1)
        path.append(a)
        require(a % 2)
        return list(path)

    tally, path = {"tried": 0}, [9]
    counted = Tally()
    assert list(observed(tallied(tally, path), counted)) == [[9, 1], [9, 3]]
    assert counted.effort(2) == Effort(choices=4, dead_ends=2, depth=1, answers=2)
    assert (tally, path) == ({"tried": 4}, [9])


def test_a_search_that_is_decorated_as_deep_is_counted_however_deep_it_is() -> None:
    @ambiguous(deep=True)
    def down(n: int) -> Any:
        k = yield range(2)
        require(k == 0)
        if n == 0:
            return k
        return (yield down(n - 1))

    assert effort(down(2)) == Effort(choices=2 * 3 + 2, dead_ends=3, depth=5, answers=1)
    assert effort(down(5000)) == Effort(choices=2 * 5001 + 5000, dead_ends=5001, depth=10001, answers=1)


def test_an_error_that_is_caught_in_a_condition_leaves_the_depth_as_it_was() -> None:
    @ambiguous
    def failing() -> Any:
        a = yield (1,)
        b = yield (a,)
        raise KeyError(b)

    def fails() -> bool:
        try:
            return failing().exists()
        except KeyError:
            return True

    @ambiguous
    def careful() -> Any:
        require(fails())
        return (yield (1,))

    assert effort(careful()) == Effort(choices=3, dead_ends=1, depth=2, answers=1)


def test_an_effort_that_is_measured_in_a_search_that_is_measured_counts_for_itself() -> None:
    @ambiguous
    def outer() -> Any:
        n = yield (2, 3)
        inner = effort(digit(n), limit=1)
        k = yield (0,)
        return inner.choices, k

    tally = Tally()
    assert list(observed(outer(), tally)) == [(3, 0), (4, 0)]
    assert tally.effort(2) == Effort(choices=4, dead_ends=0, depth=2, answers=2)


def test_what_is_held_elsewhere_is_counted_whatever_it_is() -> None:
    """A tuple, of which nothing need be looked at while it is gone through, and other kinds, of which it must be."""

    @ambiguous
    def held(kinds: Any, then: Any) -> Any:
        for place in range(2):
            a = yield kinds[place]
        b = yield then
        require(a != b)
        return a, b

    kinds: list[Any] = [(1, 2), range(1, 3), "12", frozenset((1, 2)), [1, 2], {1: 0, 2: 0}]
    for one in kinds:
        for other in kinds:
            told = effort(held([other, other], one))
            assert (told.choices, told.dead_ends, told.depth, told.begun) == (2 + 4 + 8, 8 - told.answers, 3, 1 + 2 + 4)
        told = effort(held([one, one], digit(2)))
        assert (told.choices, told.depth, told.begun) == (2 + 4 + 4 * (10 + 1), 4, 1 + 2 + 4 + 4)


def test_a_choice_that_is_left_early_is_counted_as_far_as_it_came() -> None:
    @ambiguous
    def failing() -> Any:
        a = yield (1, 2, 3)
        b = yield range(a)
        if a == 2 and b == 1:
            raise KeyError(b)
        return a, b

    assert effort(failing(), limit=2) == Effort(choices=4, dead_ends=0, depth=2, answers=2)
    tally = Tally()
    with pytest.raises(KeyError):
        list(observed(failing(), tally))
    assert tally.effort(2) == Effort(choices=5, dead_ends=1, depth=2, answers=2)


def test_the_effort_of_the_same_search_is_the_same_again() -> None:
    answers = river_crossings.solve(**next(iter(river_crossings.INSTANCES.values())))
    assert effort(answers) == effort(answers)


def test_an_ordinary_generator_has_no_choices_to_count() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found islice"):
        effort(islice(count(), 3))  # type: ignore[arg-type]


def test_an_effort_is_reported_in_a_line() -> None:
    assert str(Effort(choices=1, dead_ends=0, depth=1, answers=1)) == "tried 1 choice, 0 dead ends, depth 1"
    assert str(Effort(choices=12, dead_ends=1, depth=3, answers=2)) == "tried 12 choices, 1 dead end, depth 3"


# The same counts by the second engine, which runs every branch from its start


class Tree:
    """The items taken in a search by replay: for each the way to it, on which a search inside is marked by a text."""

    def __init__(self) -> None:
        self.taken: set[tuple[Any, ...]] = set()
        self.led_on: set[tuple[Any, ...]] = {()}  # to a further item, or to an answer
        self.now: dict[Any, tuple[Any, ...]] = {}  # where each search is
        self.inside: Counter[Any] = Counter()  # how many searches each has begun inside itself in this run

    def effort(self, answers: int) -> Effort:
        depth = max((len(items(way)) for way in self.taken), default=0)
        return Effort(len(self.taken), len(self.taken - self.led_on), depth, answers)

    def take(self, search: Any, item: Any) -> None:
        self.lead_on(search)
        self.now[search] += (item,)
        self.taken.add(self.now[search])

    def lead_on(self, search: Any) -> None:
        way = self.now[search]
        while way and isinstance(way[-1], str):
            way = way[:-1]
        self.led_on.add(way)

    def begin(self, search: Any, begun: dict[Any, tuple[Any, ...]]) -> None:
        """A run starts where the search was begun."""
        if search not in begun:
            self.inside[search.outer] += 1
            outer = self.now.get(search.outer, ())
            begun[search] = (*outer, f"search {self.inside[search.outer]}") if search.outer else ()
        self.now[search], self.inside[search] = begun[search], 0


def items(way: tuple[Any, ...]) -> list[Any]:
    return [part for part in way if not isinstance(part, str)]


@contextmanager
def replayed() -> Iterator[Tree]:
    """Meanwhile all searches by replay are noted in one Tree."""
    tree, begun = Tree(), dict[Any, tuple[Any, ...]]()
    run, choose, begin = replay.Search.run, replay.Search.choose, replay.Call.begin

    def run_noted(search: Any) -> Any:
        tree.begin(search, begun)
        answer = run(search)
        tree.lead_on(search)
        return answer

    def choose_noted(search: Any, source: Any) -> Any:
        item = choose(search, source)
        tree.take(search, search.path[len(search.marks) - 1])
        return item

    def begin_noted(call: Any, args: Any) -> Any:
        search = replay.Search.running[-1]
        answer = yield from begin(call, args)
        if call is not search.call:
            tree.take(search, -1)  # the answer of another function
        return answer

    with (
        patch.object(replay.Search, "run", run_noted),
        patch.object(replay.Search, "choose", choose_noted),
        patch.object(replay.Call, "begin", begin_noted),
    ):
        yield tree


@pytest.mark.thorough
@settings(max_examples=settings.default.max_examples // 4)
@given(programs())
def test_the_effort_of_random_programs_is_that_of_replay(program: Program) -> None:
    with replayed() as tree:
        expected = ReplayRun(compile_replay(program.source)).follow()
    assume(expected.ending == "no more answers")
    run = Run(compile_program(program.source, WORDS))
    run.space.update(run.permanents())
    answers = run.space["f"](*run.args)

    assert effort(answers) == tree.effort(len(expected.answers)), program
    assert run.world() == run.before, program


def test_what_is_chosen_from_may_say_how_much_it_took_to_find() -> None:
    class Found(tuple[int, ...]):
        looks = 3

    @ambiguous
    def search() -> Any:
        a = yield Found((1, 2))
        b = yield [Found((3,))]
        c = yield b
        return a + c

    counted = effort(search())

    assert (counted.begun, counted.looks) == (1 + 2 + 2, 3 + 2 * 3)
    assert str(counted) == "tried 6 choices, 0 dead ends, depth 3, 9 looks"


ITEMS_OF_ONES_OWN = """
class Found:
    looks = 2
    def __iter__(self):
        yield from (1, 2)
@ambiguous
def search(first):
    x = yield first
    y = yield Found()
    return x, y
"""


@pytest.mark.usefixtures("no_other_module")
def test_what_it_took_to_find_is_counted_also_in_a_search_that_is_given_an_iterator() -> None:
    search = compile_program(ITEMS_OF_ONES_OWN, WORDS)["search"]

    assert effort(search([1, 2])).looks == 4
    assert list(search(iter([1]))) == [(1, 1), (1, 2)]
    assert effort(search([1, 2])).looks == 4
