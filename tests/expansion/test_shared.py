"""Functions of the same code share their expansion, each with the variables of its own call."""

import types

import pytest
from helpers import compile_program

from ambsearch import ambiguous, an_integer_between, effort, expansion, require

total = 0


@pytest.fixture
def expanded(monkeypatch):
    """The names of the functions that are expanded from now on."""
    names = []
    passes = expansion.normalize

    def noted(source):
        names.append(source.name)
        return passes(source)

    monkeypatch.setattr(expansion, "normalize", noted)
    return names


def make(k):
    @ambiguous
    def other_than(n):
        x = yield range(n)
        require(x != k)
        return x

    return other_than


def test_an_inner_function_is_expanded_once_however_often_it_is_made(expanded):
    found = [list(make(k)(3)) for k in range(3)]
    assert found == [[1, 2], [0, 2], [0, 1]]
    assert len(expanded) <= 2  # when it is decorated, and when it is called


def test_a_function_of_a_module_that_a_script_has_just_imported_is_expanded_once(expanded):
    search = "@ambiguous\ndef one():\n    x = yield [1]\n    return x\n"
    script, module = (compile_program(search, {"ambiguous": ambiguous}) for _ in range(2))
    del script["__file__"]  # it grows while it runs
    assert list(script["one"]()) == [1]
    script["types"] = types
    expanded.clear()
    assert list(module["one"]()) == [1]
    assert expanded == ["one"]


def test_searches_of_one_code_run_side_by_side_with_their_own_variables():
    first, second = iter(make(0)(3)), iter(make(1)(3))
    assert [next(first), next(second), next(first), next(second)] == [1, 0, 2, 2]


def test_each_has_its_own_default_values():
    def outer(k):
        @ambiguous
        def search(n=k, *, low=k - 1):
            x = yield an_integer_between(low, n)
            return x

        return search

    assert [list(outer(k)()) for k in (1, 5)] == [[0, 1], [4, 5]]


def test_a_function_around_that_is_another_is_asked_again_what_it_changes():
    def outer(helper):
        seen = []

        @ambiguous
        def search():
            x = yield (1, 2, 3)
            helper(seen, x)
            return list(seen)

        return search

    def look(seen, x):
        return len(seen) + x

    def put(seen, x):
        seen.append(x)

    assert [list(outer(f)()) for f in (look, put, look, list.append)] == [[[], [], []], [[1], [2], [3]]] * 2


def test_a_word_that_is_handed_in_is_told_from_another_function():
    def outer(test):
        @ambiguous
        def search():
            x = yield (1, 2, 3)
            test(x > 1)
            return x

        return search

    assert list(outer(require)()) == [2, 3]
    assert list(outer(bool)()) == [1, 2, 3]
    assert list(outer(require)()) == [2, 3]


def test_an_inner_helper_without_variables_of_its_own_is_undone_at_each_call():
    def outer():
        def count(x):
            global total
            total += x

        @ambiguous
        def search():
            x = yield (1, 2)
            count(x)
            return total

        return search

    assert [list(outer()()) for _ in range(3)] == [[1, 2]] * 3
    assert total == 0


def test_a_variable_that_had_no_value_yet_is_asked_again():
    def outer(early):
        @ambiguous
        def search():
            nonlocal found
            x = yield (1, 2)
            found = x
            return found

        if not early:
            found = 0
        answers = list(search())
        if early:
            found = 0
        return answers, found

    assert [outer(early) for early in (True, False, True)] == [([1, 2], 0)] * 3


def test_a_helper_that_is_replaced_makes_all_expansions_again(monkeypatch):
    def outer():
        xs = []

        @ambiguous
        def search():
            yield (1, 2)
            change(xs)
            return list(xs)

        return search

    assert list(outer()()) == [[], []]
    monkeypatch.setitem(globals(), "change", put_one)
    assert list(outer()()) == [[1], [1]]


def change(xs):
    return len(xs)


def put_one(xs):
    xs.append(1)


def test_the_same_code_in_another_namespace_has_other_globals():
    def outer():
        @ambiguous
        def search():
            x = yield (1, 2)
            check(x > 1)  # noqa: F821
            return x

        return search

    spaces = [{"ambiguous": ambiguous, "__name__": __name__, "check": check} for check in (require, bool)]
    makers = [types.FunctionType(outer.__code__, space) for space in spaces]
    assert [list(make()()) for make in makers] == [[2], [1, 2]]


def test_searches_that_are_observed_have_their_own_variables_too():
    assert [effort(make(k)(3)).answers for k in (0, 1, 7)] == [2, 2, 3]
