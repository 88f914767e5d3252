"""Comparing two programs by their answers."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, repeat
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from ambsearch import (
    NoAnswer,
    amb,
    ambiguous,
    an_integer_from,
    fail,
    once,
    permanent,
    require,
)
from ambsearch.puzzles import queens
from ambsearch.testing import (
    ENDED,
    Difference,
    Different,
    answers_of,
    check_twins,
    exhaustive,
    first_difference,
    nothing_within,
    same_answers,
    same_multiset,
    same_sequence,
    same_set,
    yields,
)


def test_equal_sequences_have_no_difference() -> None:
    assert first_difference([1, 2, 3], iter([1, 2, 3])) is None
    assert first_difference([], ()) is None


def test_the_first_of_several_differences_is_found() -> None:
    assert first_difference([1, 2, 3, 4], [1, 5, 3, 6]) == Difference(1, 2, 5)


def test_another_order_is_a_difference() -> None:
    assert first_difference([(1, 2), (2, 1)], [(2, 1), (1, 2)]) == Difference(0, (1, 2), (2, 1))


def test_a_sequence_that_ends_earlier_is_a_difference_on_either_side() -> None:
    assert first_difference([1, 2], [1]) == Difference(1, 2, ENDED)
    assert first_difference([1], [1, 2]) == Difference(1, ENDED, 2)


def test_none_is_an_answer_and_not_an_end() -> None:
    assert first_difference([1, None], [1]) == Difference(1, None, ENDED)


def test_infinite_sequences_are_read_no_further_than_the_difference() -> None:
    assert first_difference(chain(range(9), "x", count()), count()) == Difference(9, "x", 9)


def test_no_more_answers_than_the_limit_are_asked_for() -> None:
    asked = []

    def answers() -> Iterator[int]:
        for n in count():
            asked.append(n)
            yield n

    assert first_difference(answers(), count(), limit=3) is None
    assert asked == [0, 1, 2]


def test_a_difference_reads_as_a_sentence() -> None:
    assert str(Difference(0, "a", "b")) == "answer number 0 (counted from 0): 'a' against 'b'"
    assert str(Difference(2, ENDED, "b")) == (
        "answer number 2 (counted from 0; those before are equal): no more answers against 'b'"
    )


# same_answers


def difference(*arguments: Any, **options: Any) -> tuple[str, str]:
    """The kind of the difference that is found, and the message."""
    with pytest.raises(Different) as found:
        same_answers(*arguments, **options)
    return found.value.kind, str(found.value)


@pytest.mark.parametrize("as_", ["sequence", "multiset", "set"])
def test_equal_searches_are_the_same_in_every_sense(as_: Any) -> None:
    assert same_answers([1, [2], 3], iter([1, [2], 3]), as_=as_)
    assert same_answers([], (), as_=as_)


def test_the_order_counts_only_in_sequences() -> None:
    assert same_multiset([1, 2, 1], [2, 1, 1])
    assert same_set([1, 2, 1], [2, 1])
    assert difference([1, 2, 1], [2, 1, 1])[0] == "order"


def test_how_often_an_answer_comes_counts_in_sequences_and_multisets() -> None:
    kind, message = difference([1, 2], [2, 1, 2, 2], as_="multiset")

    assert kind == "repeated"
    assert message == (
        "repeated: 2, number 2 of the second (counted from 0), is there only once in the first\n"
        "the second has at least 3 answers, the first has 2 answers; they share 2 of those read"
    )


@pytest.mark.parametrize("as_", ["multiset", "set"])
def test_an_answer_of_one_side_only_is_found_wherever_it_stands(as_: Any) -> None:
    assert difference([1, 9, 2], [2, 1], as_=as_)[0] == "missing"
    assert difference([2, 1], [1, 9, 2], as_=as_)[0] == "extra"
    assert difference([[1], [9]], [[1], [8]], as_=as_)[1].startswith("missing: [9], number 1 of the first")


@pytest.mark.parametrize("as_", ["multiset", "set"])
def test_a_side_that_never_ends_is_read_no_further_than_its_first_answer_too_many(as_: Any) -> None:
    assert difference([0, 1], count(), as_=as_)[1].startswith("extra: 2, number 2 of the second")
    assert difference(count(), [0, 1], as_=as_)[1].startswith("missing: 2, number 2 of the first")


def test_unhashable_answers_are_compared_by_equality() -> None:
    assert same_multiset([[1], [2], {3}], [{3}, [2], [1]])
    assert same_set([([1],), ([1],)], [([1],)])
    assert difference([[1], [2]], [[1], [1]], as_="multiset")[0] == "missing"


def test_a_key_says_what_is_compared() -> None:
    assert same_sequence([(1, 2), (3, 1)], [(2, 1), (1, 3)], key=sorted)
    assert difference([(1, 2)], [(2, 2)], key=sum)[1].startswith("other: (1, 2), number 0 of the first")


def test_a_limit_bounds_searches_that_never_end() -> None:
    assert same_sequence(count(), count(), limit=50)
    assert same_set(count(), chain(reversed(range(50)), count(99)), limit=50)
    assert difference(count(), range(3), limit=50)[0] == "ends early"


def test_a_limit_is_not_told_as_the_number_of_answers() -> None:
    assert "the first has at least 3 answers" in difference(count(), [0, 1], limit=3)[1]


def test_after_the_first_difference_a_search_that_never_ends_is_read_a_little() -> None:
    asked = []

    def answers() -> Iterator[int]:
        for n in count():
            asked.append(n)
            yield n

    kind, message = difference(answers(), chain([0, -7], count(2)))

    assert kind == "other"
    assert "at least" in message
    assert len(asked) < 2000


def test_a_search_that_gives_nothing_more_after_the_difference_does_not_stop_the_report() -> None:
    def silent() -> Iterator[int]:
        yield 1
        while True:
            pass

    assert difference([2, 3], silent())[0] == "other"


def test_an_unknown_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="as_: expected 'sequence', 'multiset' or 'set', found 'bag'"):
        same_answers([], [], as_="bag")  # type: ignore[arg-type]


def test_long_answers_and_long_searches_make_short_messages() -> None:
    message = difference([("x" * 9999, n) for n in range(999)], [])[1]

    assert len(message) < 600


def test_an_answer_that_goes_on_changing_is_compared_as_it_was_handed_out() -> None:
    def by_hand() -> Iterator[list[int]]:
        path: list[int] = []
        for n in range(3):
            path.append(n)
            yield path
            path.pop()

    assert same_set([[0], [1], [2]], by_hand())


def test_a_difference_can_be_sent_to_another_process() -> None:
    with pytest.raises(Different) as found:
        same_set([1], [])
    again = pickle.loads(pickle.dumps(found.value))

    assert (str(again), again.kind) == (str(found.value), "missing")


def test_yields_stops_at_the_answer() -> None:
    assert yields(count(), 7)
    assert yields([(2, 1)], (1, 2), key=sorted)


def test_yields_tells_what_there_is_instead() -> None:
    with pytest.raises(Different, match=r"7 is none of the first 3 answers; the first is 0, the last 2"):
        yields(count(), 7, limit=3)
    with pytest.raises(Different, match=r"there is no answer at all, so 7 is none"):
        yields([], 7)


# check_twins finds the faults that are planted in a twin, and names them


@ambiguous
def subsets(n: int) -> Any:
    """The paths 0 < ... of numbers below n, with at most three numbers."""
    path: list[int] = []
    for _ in range((yield range(3))):
        path.append((yield range(path[-1] + 1 if path else 0, n)))
    return path


def by_hand(n: int, fault: str = "") -> Iterator[list[int]]:
    for size in range(3):
        yield from places(n, size, [], fault)


def places(n: int, size: int, path: list[int], fault: str) -> Iterator[list[int]]:
    if len(path) == size:
        yield list(path)
        return
    numbers: Iterable[int] = range(path[-1] + 1 if path else 0, n)
    if fault == "order" and path == [1]:
        numbers = reversed(range(2, n))
    for number in numbers:
        if fault == "drop" and [*path, number] == [0, 2]:
            continue
        if fault == "loop" and [*path, number] == [0, 2]:
            while True:
                pass
        if fault == "raise" and [*path, number] == [0, 2]:
            raise KeyError("two")
        path.append(number)
        yield from places(n, size, path, fault)
        if fault == "repeat" and path == [0, 2]:
            yield [0, 2]
        if fault == "leave a change" and size == 1:
            return
        if fault != "keep a change" or size != 2:
            path.pop()


def keeps_a_longer_path(n: int) -> Iterator[list[int]]:
    """Appends what it found to the same path, and never takes it back."""
    path: list[int] = []
    yield []
    for number in range(n):
        path.append(number)
        yield list(path)


def takes_no_column_back(n: int) -> Iterator[tuple[int, ...]]:
    used: set[int] = set()

    def place(row: int, columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if row == n:
            yield columns
        for column in range(n):
            if column not in used:
                used.add(column)
                yield from place(row + 1, (*columns, column))

    return place(0, ())


@ambiguous
def permutations(n: int) -> Any:
    used: list[int] = []
    for _ in range(n):
        column = yield range(n)
        require(column not in used)
        used.append(column)
    return tuple(used)


def with_fault(fault: str) -> Callable[[int], Iterator[list[int]]]:
    def twin(n: int) -> Iterator[list[int]]:
        return by_hand(n, fault)

    return twin


def failure(program: Any, twin: Any, instances: Any, **options: Any) -> Different:
    with pytest.raises(Different) as found:
        check_twins(program, twin, instances, **options)
    return found.value


def test_a_right_twin_passes_for_lists_and_strategies() -> None:
    assert check_twins(subsets, by_hand, [0, (3,), {"n": 5}])
    assert check_twins(subsets, by_hand, st.integers(0, 5))


@pytest.mark.parametrize(
    ("fault", "kind", "smallest", "sentence"),
    [
        ("drop", "missing", 3, "[0, 2], number 5 of subsets (counted from 0), is no answer of twin"),
        ("repeat", "repeated", 3, "twin has [0, 2] again, as numbers 5 and 6 (counted from 0), and subsets has not"),
        ("order", "order", 4, "[1, 2] is number 8 of subsets, but number 9 of twin (counted from 0)"),
        ("raise", "raises", 3, "twin raises KeyError: 'two'\nbefore that: 5 answers"),
        ("loop", "loops", 3, "twin gives no further answer within 9000 lines of Python: does it loop for ever?"),
    ],
)
def test_a_planted_fault_is_found_and_named_for_the_smallest_instance(
    fault: str, kind: str, smallest: int, sentence: str
) -> None:
    found = failure(subsets, with_fault(fault), st.integers(0, 9), steps=9000)

    assert found.kind == kind
    assert str(found).startswith(f"for the instance {smallest}:\n")
    assert sentence in str(found)


def test_a_twin_that_leaves_a_mark_set_ends_early() -> None:
    found = failure(permutations, takes_no_column_back, st.integers(0, 5))

    assert found.kind == "missing"  # of the smallest instance, which has two answers
    assert str(found).startswith("for the instance 2:\n")
    found = failure(permutations, takes_no_column_back, [3])
    assert found.kind == "ends early"
    assert "takes_no_column_back ends where permutations goes on with (0, 2, 1), number 1" in str(found)
    assert "so does a program that does not take a change back" in str(found)


def test_a_twin_that_leaves_a_change_in_its_answer_is_told_to_carry_it_over() -> None:
    found = failure(subsets, keeps_a_longer_path, st.integers(0, 5))

    assert found.kind == "carried over"
    assert str(found).startswith("for the instance 2:\n")
    assert "has [0, 1] as number 2 (counted from 0), which begins with its answer before" in str(found)
    assert "was a change not taken back?" in str(found)


def test_a_twin_that_gives_answers_for_ever_has_one_too_many() -> None:
    found = failure(subsets, lambda n: chain(by_hand(n), repeat([7])), [2])

    assert found.kind == "extra"
    assert "the twin has at least" in str(found)


def test_an_exception_of_a_program_is_its_own_difference_with_its_cause() -> None:
    found = failure(with_fault("raise"), with_fault("raise"), [3])

    assert found.kind == "raises"
    assert "the program raises KeyError" in str(found)
    assert isinstance(found.__cause__, KeyError)


def test_arguments_that_do_not_fit_are_told_and_not_passed_over() -> None:
    assert failure(subsets, by_hand, [(1, 2, 3)]).kind == "raises"


def test_a_function_that_loops_before_it_gives_an_iterable_is_found() -> None:
    def eager(n: int) -> list[list[int]]:
        while True:
            pass

    assert failure(subsets, eager, [0], steps=1000).kind == "loops"


def test_program_and_twin_cannot_change_each_others_instance() -> None:
    def emptied(xs: list[int]) -> Iterator[int]:
        while xs:
            yield xs.pop(0)

    assert check_twins(emptied, emptied, [[1, 2, 3]] * 2)


def test_twins_are_compared_in_the_sense_that_is_asked_for() -> None:
    reverse = lambda n: reversed(list(by_hand(n)))  # noqa: E731

    assert check_twins(subsets, reverse, [4], as_="set")
    assert check_twins(count, count, [3], limit=9)
    assert failure(subsets, reverse, [4]).kind == "order"


@pytest.mark.parametrize("single", [{"n": 3}, "abc"])
def test_a_single_instance_is_not_taken_for_a_list_of_instances(single: Any) -> None:
    with pytest.raises(TypeError, match=re.escape(f"to check a single one, write [{single!r}]")):
        check_twins(list, list, single)


def test_comparing_nothing_is_no_success() -> None:
    with pytest.raises(ValueError, match="nothing was compared"):
        check_twins(list, list, [])


def test_counting_lines_leaves_no_trace_function_behind() -> None:
    before = sys.gettrace()
    check_twins(subsets, by_hand, [3])

    assert sys.gettrace() is before


# Searches that tell their choices


@ambiguous
def deepening() -> Any:
    n = yield an_integer_from(1)
    return (yield factors(n))


@ambiguous
def factors(n: int) -> Any:
    a = yield range(2, n)
    b = yield range(a, n)
    require(a * b == n and n > 7)
    return n, a, b


@ambiguous
def never() -> Any:
    yield an_integer_from(1)
    fail()


def test_a_search_without_answers_has_nothing_within_any_number() -> None:
    assert nothing_within(never(), 1000)


def test_items_of_all_choices_and_of_searches_inside_are_counted() -> None:
    @ambiguous
    def two() -> Any:
        a = yield range(3)
        b = yield range(3)
        require(a == b == 1)
        return a

    assert nothing_within(two(), 6)  # 0: 0 1 2, 1: 0
    with pytest.raises(Different, match=r"two\(\) has the answer 1 after 7 items tried: a = 1 .*, b = 1 "):
        nothing_within(two(), 7)


def test_the_choices_of_searches_inside_are_told_with_their_names() -> None:
    with pytest.raises(Different) as found:
        nothing_within(deepening(), 999)

    assert [part.split(" (line")[0] for part in str(found.value).split("tried: ")[1].split("), ")] == [
        "n = 8",
        "a = 2",
        "b = 4",
        "return = (8, 2, 4)",
    ]


def test_a_search_inside_that_never_ends_is_bounded_too() -> None:
    @ambiguous
    def outer() -> Any:
        return (yield never())

    @ambiguous
    def composed() -> Any:
        return (yield once(never()))

    assert nothing_within(outer(), 100)
    assert nothing_within(composed(), 100)
    assert nothing_within(once(never()), 100)


def test_the_first_of_the_eight_queens_answers_takes_876_items() -> None:
    """The number of placements tried that is known from the literature."""
    assert nothing_within(queens.solve(8), 875)
    with pytest.raises(Different, match=r"has the answer \(0, 4, 7, 5, 2, 6, 1, 3\) after 876 items tried"):
        nothing_within(queens.solve(8), 876)


def test_a_search_that_is_decorated_as_deep_is_watched_too() -> None:
    @ambiguous(deep=True)
    def down(n: int) -> Any:
        k = yield range(2)
        if n == 0:
            return k
        return (yield down(n - 1))

    assert nothing_within(down(2), 4)  # three k, two items that are returned
    with pytest.raises(Different, match=r"after 5 items tried: k = 0 .*, return = 0 "):
        nothing_within(down(2), 5)


def test_the_choices_of_methods_are_watched() -> None:
    class Board:
        @ambiguous
        def cell(self) -> Any:
            yield an_integer_from(0)
            fail()

        @ambiguous
        def solve(self) -> Any:
            return (yield self.cell())

    assert nothing_within(Board().solve(), 50)


def test_an_ordinary_generator_has_no_choices_to_see() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found count"):
        nothing_within(count(), 3)  # type: ignore[arg-type]


def test_an_answer_without_any_choice_is_within_nought_items() -> None:
    @ambiguous
    def at_once() -> Any:
        return 1

    with pytest.raises(Different, match="after 0 items tried: no choice"):
        nothing_within(at_once(), 0)


def note(test: Callable[..., None], kind: type[BaseException] = AssertionError, *arguments: Any) -> str:
    with pytest.raises(kind) as failed:
        test(*arguments)
    return "\n".join(failed.value.__notes__)


def test_every_branch_of_an_exhaustive_test_is_run() -> None:
    seen: list[Any] = []

    @exhaustive
    def cases() -> Any:
        a = yield range(3)
        b = yield amb("x", "y")
        require(a != 1)
        record(a, b)

    @permanent
    def record(*case: Any) -> None:
        seen.append(case)

    cases()
    assert seen == [(0, "x"), (0, "y"), (2, "x"), (2, "y")]


def test_a_branch_that_fails_reports_its_choices_with_their_names_and_lines() -> None:
    @exhaustive
    def cases() -> Any:
        limit = 3
        a = yield range(limit)
        b, *c = yield [(a, 7), (a, a)]
        assert not (a == 2 and c == [2])

    told = note(cases)
    assert told.startswith("branch number 5 (counted from 0) of cases: a = 2 (line ")
    assert "(b, *c) = (2, 2)" in told


def test_choices_in_expressions_and_of_amb_are_told_by_what_is_written() -> None:
    @exhaustive
    def cases() -> Any:
        total = (yield range(2)) + (yield amb(10, len("ab")))
        assert total != 3

    told = note(cases)
    assert "yield range(2) = 1 (line" in told
    assert "the alternative of amb, from 0, = 1 (line" in told


def test_the_exception_of_a_branch_comes_through_as_it_is() -> None:
    @exhaustive
    def cases(divisors: list[int]) -> Any:
        d = yield divisors
        1 // d

    assert "branch number 1 (counted from 0) of cases: d = 0" in note(cases, ZeroDivisionError, [2, 0])


def test_changes_are_taken_back_between_the_branches_of_an_exhaustive_test() -> None:
    @exhaustive
    def cases() -> Any:
        path: list[int] = []
        for _ in range(2):
            path.append((yield range(2)))
        assert len(path) == 2

    cases()


def test_an_exhaustive_test_that_checks_nothing_fails() -> None:
    @exhaustive
    def cases() -> Any:
        a = yield range(3)
        require(a > 3)
        raise KeyError(a)

    with pytest.raises(AssertionError, match="cases checks nothing: each of its branches is given up"):
        cases()


@exhaustive
def test_pytest_collects_an_exhaustive_test_and_gives_it_its_fixtures(tmp_path: Any) -> Any:
    a = yield range(3)
    b = yield range(3)
    (tmp_path / f"{a}{b}").write_text("")
    assert len(list(tmp_path.iterdir())) == 3 * a + b + 1


@pytest.mark.parametrize("n", [2, 3])
@exhaustive
def test_an_exhaustive_test_may_be_parametrized(n: int) -> Any:
    a = yield range(n)
    assert a < n


def test_a_failing_exhaustive_test_shows_its_choices_under_pytest(tmp_path: Any) -> None:
    (tmp_path / "test_small.py").write_text(
        "from ambsearch.testing import exhaustive\n"
        "@exhaustive\n"
        "def test_small():\n"
        "    a = yield range(3)\n"
        "    b = yield range(a)\n"
        "    assert a + b < 3\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_small.py"]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout

    assert "1 failed" in out
    assert "branch number 2 (counted from 0) of test_small: a = 2 (line 4), b = 1 (line 5)" in out


# Drawing


@settings(max_examples=30)
@given(answers_of(subsets(4)))
def test_answers_are_drawn_from_a_search(path: list[int]) -> None:
    assert path in list(subsets(4))
    path.append(99)  # each draw is a copy


def test_a_drawn_answer_shrinks_to_the_first() -> None:
    assert find(answers_of(subsets(5)), lambda path: len(path) == 2) == [0, 1]


def test_an_infinite_search_is_drawn_from_up_to_the_limit() -> None:
    assert find(answers_of(count(), limit=5), lambda n: n > 3) == 4


def test_drawing_from_a_search_without_answers_is_told() -> None:
    with pytest.raises(NoAnswer, match=r"factors\(3\) has no answer to draw"):
        find(answers_of(factors(3)), lambda _: True)


def test_neither_hypothesis_nor_pytest_is_needed_to_import_the_kit() -> None:
    source = (
        "import sys\n"
        "sys.modules['hypothesis'] = sys.modules['pytest'] = None\n"
        "from ambsearch.testing import answers_of, check_twins\n"
        "check_twins(range, range, [3])\n"
        "answers_of([1])\n"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)

    assert "ImportError: answers_of needs Hypothesis; install it with: pip install hypothesis" in run.stderr
