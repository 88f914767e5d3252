"""What is said of one instance, and which instances are one argument."""

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ambsearch import ambiguous, require
from ambsearch.puzzles import queens
from ambsearch.puzzles.by_hand import queens as queens_by_hand
from ambsearch.testing import Different, check_twins, same_answers


def failure(*arguments: Any, **options: Any) -> Different:
    with pytest.raises(Different) as found:
        check_twins(*arguments, **options)
    return found.value


def upto(n: int) -> Iterable[int]:
    return range(n)


# not the same twice


def test_a_twin_that_omits_answers_at_random_is_not_the_same_twice() -> None:
    draw = random.Random(1)

    def forgetful(n: int) -> list[int]:
        return [k for k in range(n) if draw.random() < 0.7]

    for seed in range(5):
        found = failure(upto, forgetful, st.integers(0, 9), seed=seed)
        assert found.kind == "not the same twice"
    found = failure(upto, forgetful, [9] * 9)
    assert found.kind == "not the same twice"
    assert "for the instance 9:\nnot the same twice: forgetful gives [0, " in str(found)
    assert " the first time, and then [" in str(found)


def test_a_twin_that_differs_only_once_is_reported_with_both_results() -> None:
    left = [True]

    def once_wrong(n: int) -> list[int]:
        return [7] if n == 3 and left and left.pop() else list(range(n))

    found = failure(upto, once_wrong, st.sampled_from([1, 3]), keeps=("left",))

    assert found.kind == "not the same twice"
    assert "once_wrong gives [7] the first time, and then [0" in str(found)


def test_a_used_up_generator_is_not_the_same_twice() -> None:
    answers = iter([0, 1, 9])

    def used_up(n: int) -> Iterator[int]:
        return answers

    assert failure(upto, used_up, [3]).kind == "not the same twice"


# long answers


def test_long_answers_are_shown_where_they_part_with_their_pictures() -> None:
    board = [[0] * 9 for _ in range(9)]
    other = [[0] * 9 for _ in range(8)] + [[0] * 8 + [4]]

    with pytest.raises(Different, match=r"they part at \[8\]\[8\]: 0 against 4"):
        same_answers([board], [other])
    with pytest.raises(Different, match=r"they part at \[8\]\[8\]: 0 against 4"):
        same_answers([board, 1], [1, other], as_="multiset")
    with pytest.raises(Different, match=r"they part at \[161\]: 'x' against 'y'"):
        same_answers(["a" * 161 + "x"], ["a" * 161 + "y"])


def test_a_puzzle_s_own_picture_is_shown() -> None:
    def wrong(n: int) -> Iterator[Any]:
        for answer in queens_by_hand.solve(n):
            yield answer[::-1] if n == 6 and answer[0] == 2 else answer

    found = failure(queens.solve, wrong, [4, 6])

    assert f"\nthe program:\n{queens.picture((2, 5, 1, 4, 0, 3), 6)}" in str(found).replace("solve:", "the program:")


def test_the_whole_instance_is_there_to_be_pasted() -> None:
    instance = list(range(200))

    assert f"for the instance {instance!r}:" in str(failure(len_of, len_of_wrong, [instance]))
    found = failure(len_of, len_of_wrong, st.just(instance))
    assert str(found).endswith(f"@example({instance!r})")
    assert found.instance == instance


def len_of(xs: list[int]) -> list[int]:
    return [len(xs)]


def len_of_wrong(xs: list[int]) -> list[int]:
    return [len(xs) + 1]


# several twins


def test_of_several_twins_the_message_tells_which_agree() -> None:
    def one(n: int) -> Iterable[int]:
        return list(range(n))

    def other(n: int) -> Iterable[int]:
        return (k for k in range(n) if k != 4)

    assert check_twins(upto, [one, other], [0, 4])
    found = failure(upto, [one, other], [9])
    assert found.kind == "missing"
    assert str(found).endswith("\nthose that agree: upto = one | other")


# input and state


def test_an_input_that_is_changed_is_a_difference_of_its_own() -> None:
    def sorts(xs: list[int]) -> list[int]:
        xs.sort()
        return xs[:1]

    def least(xs: list[int]) -> list[int]:
        return sorted(xs)[:1]

    found = failure(least, sorts, [[1, 2], [2, 1]])
    assert found.kind == "changes its input"
    assert "xs was [2, 1] before, and is [1, 2] after\nthe answers agree; if this is meant, write keeps=('xs',)" in str(
        found
    )
    assert check_twins(least, sorts, [[2, 1]], keeps=("xs",))


def test_an_input_that_is_changed_and_restored_is_none() -> None:
    @ambiguous
    def fill(xs: list[int]) -> Any:
        xs[0] = yield range(3)
        xs.append((yield range(2)))
        return list(xs)

    def by_hand(xs: list[int]) -> Iterator[list[int]]:
        before = xs[0]
        for xs[0] in range(3):
            for k in range(2):
                xs.append(k)
                yield list(xs)
                xs.pop()
        xs[0] = before

    assert check_twins(fill, by_hand, [[5], [6, 7]])
    assert check_twins(fill, by_hand, [[5]], limit=3)  # a search that is not at its end may hold what it likes


def test_a_board_that_is_not_restored_is_named() -> None:
    class Board:
        def __init__(self) -> None:
            self.cells: list[int] = []

    board = Board()

    def grows(n: int) -> Iterator[int]:
        board.cells.append(n)
        yield from range(n)

    assert "board.cells was [] before, and is [2] after" in str(failure(upto, grows, [2]))


def test_a_repeated_answer_is_not_called_a_forgotten_take_back() -> None:
    def twin(n: int) -> Iterator[list[int]]:
        yield [1]
        yield [1, 2]
        yield [1, 2]
        yield [3]

    assert failure(lambda n: [[1], [1, 2], [3]], twin, [0]).kind == "repeated"


# exceptions


class NoSolution(Exception):
    pass


def test_the_same_exception_on_both_sides_is_agreement_if_asked_for() -> None:
    def one(n: int) -> Iterator[int]:
        yield from range(n)
        raise ValueError("one")

    def other(n: int) -> Iterator[int]:
        yield from range(n)
        raise ValueError("other")

    assert failure(one, other, [2]).kind == "raises"
    assert check_twins(one, other, [2], raises=ValueError)
    assert failure(one, upto, [2], raises=ValueError).kind == "missing"
    assert failure(one, other, [2], raises=KeyError).kind == "raises"


def test_a_solver_may_say_by_an_exception_that_there_is_no_answer() -> None:
    def solver(n: int) -> list[int]:
        if n == 0:
            raise NoSolution
        return list(range(n))

    assert check_twins(upto, solver, [0, 2], no_answer=(NoSolution,))
    assert failure(upto, solver, [0]).kind == "raises"
    assert failure(lambda n: [1], solver, [0], no_answer=NoSolution).kind == "missing"


def test_assume_inside_a_program_works_for_strategies_and_lists() -> None:
    def half(n: int) -> Iterable[int]:
        assume(n % 2 == 0)
        return range(n)

    def wrong_if_odd(n: int) -> Iterable[int]:
        return range(n + n % 2)

    assert check_twins(half, wrong_if_odd, st.integers(0, 9))
    assert check_twins(half, wrong_if_odd, [0, 1, 2]).instances == 2


def test_a_key_that_raises_names_the_instance_and_the_answer() -> None:
    found = failure(upto, upto, [0, 2], key=lambda k: 1 / k)

    assert found.kind == "raises"
    assert re.match(
        "for the instance 2:\nkey= raises ZeroDivisionError: division by zero "
        r"\(test_trials.py, line \d+, in <lambda>\)\nfor the answer 0 of ",
        str(found),
    )


def test_the_traceback_of_a_cause_begins_in_the_program() -> None:
    def broken(n: int) -> Iterable[int]:
        raise KeyError(n)

    cause = failure(upto, broken, [1]).__cause__

    assert cause is not None and cause.__traceback__ is not None
    assert cause.__traceback__.tb_frame.f_code.co_name == "broken"


# arguments


def test_a_dict_that_is_no_arguments_is_one_argument() -> None:
    def vertices(graph: dict[str, list[str]]) -> list[str]:
        return sorted(graph)

    graph = {"a": ["b"], "b": []}
    assert check_twins(vertices, lambda graph: sorted(graph), [graph, {0: [1]}, {"graph": graph}, (graph,)])


def test_a_name_that_is_not_a_parameter_is_reported() -> None:
    def two(a: int, b: int) -> list[int]:
        return [a + b]

    assert "unexpected keyword argument 'c'" in str(failure(two, two, [{"a": 1, "b": 2, "c": 3}]))


# one failure


def test_one_failure_is_one_failure_in_a_test_of_one_s_own() -> None:
    def several_faults(n: int) -> list[int]:
        return [*range(n)][: max(n - 2, 3)] + [n] * (n % 3)

    @settings(database=None)
    @given(st.integers(0, 30))
    def test(n: int) -> None:
        check_twins(upto, several_faults, [n])

    with pytest.raises(Different, match="for the instance 1:"):
        test()


# nothing compared


def test_a_check_in_which_nothing_has_an_answer_says_so() -> None:
    @ambiguous
    def never(n: int) -> Any:
        k = yield range(n)
        require(k < 0)

    with pytest.warns(UserWarning, match="none of 3 instances had an answer on either side: little was compared"):
        check_twins(never, lambda n: [], [1, 2, 3])
    found = failure(upto, upto, [0, 0, 1], at_least=2)
    assert (found.kind, str(found)) == (
        "too few",
        "too few: 2 instances with an answer expected, found 1 among 3",
    )
    assert check_twins(upto, upto, [0, 1, 1], at_least=2)
