"""Is the specification itself good, and would the instances notice if it were not?"""

import functools
from typing import Any

import pytest

from ambsearch import ambiguous, distinct, require
from ambsearch.puzzles import queens
from ambsearch.testing import mutating
from ambsearch.testing.mutating import Mutant, mutants

LIMIT = 2


@ambiguous
def thirds(n: int) -> Any:
    """Two different numbers, whose sum is a multiple of three."""
    a = yield range(n)
    b = yield range(a + 1, n)
    require((a + b) % 3 == 0 and b > a)
    require(distinct(a, b))
    return a, b


@functools.cache
def mutants_of_thirds() -> list[Mutant]:
    return mutants(thirds, range(6))


def described(found: list[Mutant]) -> dict[str, bool]:
    return {f"{mutant.before} -> {mutant.after}": mutant.noticed for mutant in found}


def test_every_kind_of_fault_is_planted_and_those_that_change_no_answer_are_not_noticed() -> None:
    assert described(mutants_of_thirds()) == {
        "range(n) -> range(n + 1)": False,  # there is no b above the last a
        "range(n) -> range(n - 1)": False,
        "range(a + 1, n) -> range(a + 1, n + 1)": True,
        "range(a + 1, n) -> range(a + 1, n - 1)": True,
        "a + 1 -> a - 1": False,  # b > a is required once more
        "1 -> 2": True,
        "1 -> 0": False,
        "require((a + b) % 3 == 0 and b > a) -> pass": True,
        "(a + b) % 3 == 0 and b > a -> (a + b) % 3 == 0 or b > a": True,
        "(a + b) % 3 == 0 -> (a + b) % 3 != 0": True,
        "a + b -> a - b": True,
        "3 -> 4": True,
        "3 -> 2": True,
        "0 -> 1": True,
        "0 -> -1": True,
        "b > a -> b >= a": False,
        "require(distinct(a, b)) -> pass": False,
    }


def test_fewer_instances_notice_less() -> None:
    assert [str(mutant) for mutant in mutants(thirds, [0]) if mutant.noticed] == []
    few = sum(mutant.noticed for mutant in mutants(thirds, range(3)))
    assert 0 < few < sum(mutant.noticed for mutant in mutants_of_thirds())


def test_a_mutant_is_reported_with_its_line_and_the_first_instance_that_notices_it() -> None:
    found = mutants_of_thirds()
    line = next(n for n, text in enumerate(open(__file__), 1) if text.startswith("    require((a + b)"))

    assert f"line {line}, require((a + b) % 3 == 0 and b > a) -> pass: noticed for the instance 2" in map(str, found)


@pytest.mark.usefixtures("on_its_own")
def test_faults_that_loop_or_raise_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutating, "STEPS", 5_000)

    @ambiguous
    def countdown(n: int) -> Any:
        while n != 0:
            n -= 1
        return (yield range(LIMIT))

    found = described(mutants(countdown, [3]))

    assert found["n != 0 -> n == 0"] is False  # the loop changes no answer
    assert found["0 -> 1"] is False
    assert found["1 -> 0"] is True  # it never ends


@pytest.mark.thorough
def test_a_function_that_calls_itself_calls_the_mutant() -> None:
    @ambiguous
    def down(n: int) -> Any:
        if n == 0:
            return ()
        k = yield range(2)
        return (k, *(yield down(n - 1)))

    found = {mutant.before + mutant.after: mutant for mutant in mutants(down, [2])}
    assert found["23"].noticed
    assert list(found["23"].function(2)) == [(a, b) for a in range(3) for b in range(3)]


@pytest.mark.thorough
def test_closures_and_puzzles_are_mutated_too() -> None:
    least = 2

    @ambiguous
    def above(n: int) -> Any:
        k = yield range(n)
        require(k > least)
        return k

    assert described(mutants(above, [5]))["k > least -> k >= least"]
    assert all(mutant.noticed for mutant in mutants(queens.solve, [1, 4]) if "require" in mutant.before)


def test_only_an_ambiguous_function_is_mutated() -> None:
    with pytest.raises(TypeError, match="expected an ambiguous function, found .*; write @ambiguous above it"):
        mutants(range, [1])
