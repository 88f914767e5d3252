"""Answers: what a call of an ambiguous function gives."""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Iterable
from typing import Any

import pytest
from helpers import kind_of

from ambsearch import (
    Answers,
    NoAnswer,
    TooManyAnswers,
    amb,
    ambiguous,
    an_integer_between,
    an_integer_from,
    breadth_first,
    effort,
    expansion,
    minimize,
    parallel,
    permanent,
    require,
)
from ambsearch.answers import snapshot
from ambsearch.steering.paths import between

Point = namedtuple("Point", "x y")


@ambiguous
def divisors(n, start=1):
    d = yield an_integer_between(start, n)
    require(n % d == 0)
    return d


@ambiguous
def numbers():
    return (yield an_integer_from(1))


@ambiguous
def nothing():
    return (yield amb())


def test_a_call_searches_nothing_yet() -> None:
    started = []

    @ambiguous
    def search():
        started.append(1)
        return (yield (1, 2))

    answers = search()

    assert isinstance(answers, Answers)
    assert started == []


def test_a_steered_search_makes_no_other_expansion_than_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    emit_as = expansion.emit_as
    monkeypatch.setattr(expansion, "emit_as", lambda *args: made.append(args) or emit_as(*args))

    @ambiguous
    def pairs():
        return (yield (1, 2)), (yield (1, 2))

    with pytest.raises(TypeError, match=r"pairs\(\) takes 0 positional arguments but 1 was given"):
        pairs(1)

    assert [*between(pairs(), (1,))] == [(2, 1), (2, 2)]
    assert len(made) == 1


def test_answers_can_be_iterated_again_and_again() -> None:
    answers = divisors(12)

    assert list(answers) == [1, 2, 3, 4, 6, 12]
    assert list(answers) == [1, 2, 3, 4, 6, 12]


def test_answers_are_computed_one_by_one() -> None:
    tried = []

    @ambiguous
    def search():
        x = yield an_integer_from(1)
        tell(x)
        return x

    @permanent
    def tell(x: int) -> None:
        tried.append(x)

    assert search().take(3) == [1, 2, 3]
    assert tried == [1, 2, 3]


def test_answers_work_with_the_tools_of_python() -> None:
    assert len(list(divisors(12))) == 6
    assert next(iter(divisors(12))) == 1
    assert list(itertools.islice(numbers(), 2)) == [1, 2]
    assert [d for d in divisors(6) if d > 1] == [2, 3, 6]
    assert 4 in divisors(12)
    assert max(divisors(12)) == 12
    assert isinstance(divisors(12), Iterable)


def test_two_iterations_do_not_disturb_each_other() -> None:
    answers = divisors(4)
    one, other = iter(answers), iter(answers)

    assert [next(one), next(one), next(other), next(one), next(other)] == [1, 2, 1, 4, 2]


def test_first_is_the_first_answer() -> None:
    assert divisors(12, start=5).first() == 6


def test_first_of_none_raises_no_answer_with_the_call() -> None:
    with pytest.raises(NoAnswer, match=r"^nothing\(\) has no answer$"):
        nothing().first()


@pytest.mark.parametrize("default", [None, 0, "none", NoAnswer], ids=kind_of)
def test_first_of_none_gives_the_default_if_there_is_one(default: object) -> None:
    assert nothing().first(default) is default
    assert divisors(2).first(default) == 1


def test_one_is_the_only_answer() -> None:
    assert divisors(7, start=2).one() == 7


def test_one_of_none_raises_no_answer() -> None:
    with pytest.raises(NoAnswer, match="has no answer"):
        nothing().one()


def test_one_of_several_raises_with_the_first_two() -> None:
    with pytest.raises(TooManyAnswers) as raised:
        divisors(9, start=2).one()

    assert (raised.value.first, raised.value.second) == (3, 9)
    assert str(raised.value) == "divisors(9, start=2) has more than one answer: the first is 3, the second 9"


def test_one_of_infinitely_many_looks_at_two_only() -> None:
    with pytest.raises(TooManyAnswers):
        numbers().one()


@pytest.mark.parametrize(("n", "taken"), [(0, []), (2, [1, 2]), (3, [1, 2, 4]), (9, [1, 2, 4])])
def test_take_gives_so_many_or_all(n: int, taken: list[int]) -> None:
    assert divisors(4).take(n) == taken


def test_a_negative_number_of_answers_is_refused() -> None:
    with pytest.raises(ValueError, match="the first n answers, and there is no way to take -1"):
        divisors(4).take(-1)


def test_nth_counts_from_0() -> None:
    assert [divisors(4).nth(i) for i in range(3)] == [1, 2, 4]
    assert numbers().nth(99) == 100


def test_nth_of_too_few_raises_or_gives_the_default() -> None:
    with pytest.raises(NoAnswer, match=r"divisors\(4\) has no answer number 3 \(counted from 0\)"):
        divisors(4).nth(3)
    assert divisors(4).nth(3, "none") == "none"


def test_where_no_yield_is_written_it_is_said_that_nothing_is_chosen() -> None:
    @ambiguous
    def pair(n):
        a = range(1, n + 1)
        b = range(1, n + 1)
        require(a != b)
        return a, b

    for ask in (lambda: pair(3).first(), lambda: pair(3).one()):
        with pytest.raises(
            NoAnswer, match=r"^pair\(3\) has no answer; there is no `yield` in it, so nothing is chosen$"
        ):
            ask()


def test_nth_of_a_negative_number_is_an_error() -> None:
    with pytest.raises(ValueError, match="answers are counted from 0"):
        divisors(4).nth(-1)


def test_count_counts_all() -> None:
    assert (divisors(12).count(), nothing().count()) == (6, 0)


def test_exists_stops_at_the_first() -> None:
    assert numbers().exists() is True
    assert nothing().exists() is False


def test_an_answer_that_is_none_or_false_is_an_answer() -> None:
    @ambiguous
    def search():
        return (yield (None, False))

    assert search().exists()
    assert search().first("default") is None
    assert search().count() == 2


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (divisors(12), "divisors(12)"),
        (divisors(n=12, start=2), "divisors(n=12, start=2)"),
        (divisors(12, start="x"), "divisors(12, start='x')"),
        (nothing(), "nothing()"),
    ],
)
def test_repr_shows_the_call_and_no_answer(answers: Answers[int], text: str) -> None:
    assert repr(answers) == text


def test_answers_have_no_length_and_are_neither_true_nor_false() -> None:
    with pytest.raises(TypeError):
        len(divisors(12))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"cannot be used as a truth value; .* \.exists\(\) to ask whether"):
        bool(nothing())


# snapshots


@pytest.mark.parametrize(
    "value",
    [
        *([1, [2]], {"a": [1]}, {1, 2}, deque([1, [2]], maxlen=3), bytearray(b"ab"), (1, [2]), ([], ([],))),
        *(Counter("aab"), defaultdict(list, a=[1]), OrderedDict(a=[1], b=2), Point(1, [2]), [], {}, set()),
    ],
    ids=kind_of,
)
def test_a_snapshot_is_equal_and_of_the_same_type(value: Any) -> None:
    seen = snapshot(value)

    assert seen == value
    assert type(seen) is type(value)
    assert repr(seen) == repr(value)


@pytest.mark.parametrize("value", [[1], {"a": 1}, {1}, deque([1]), bytearray(b"a")], ids=kind_of)
def test_a_snapshot_does_not_change_with_the_search(value: Any) -> None:
    nested = snapshot([(value, {"k": value})])
    before = repr(nested)
    value.clear()

    assert repr(nested) == before


@pytest.mark.parametrize(
    "value", [1, "a", 2.5, None, (1, "a"), (), frozenset({1}), range(3), object(), Point(1, 2)], ids=kind_of
)
def test_what_cannot_change_is_handed_out_as_it_is(value: object) -> None:
    assert snapshot(value) is value


def test_a_snapshot_keeps_what_is_shared_shared() -> None:
    inner = [1]
    one, other = snapshot([inner, inner])

    assert one is other
    assert one is not inner


def test_a_snapshot_of_a_list_that_holds_itself_holds_itself() -> None:
    loop: list[Any] = []
    loop.append(loop)
    seen = snapshot(loop)

    assert seen[0] is seen
    assert seen is not loop


def test_between_ambiguous_functions_nothing_is_copied() -> None:
    shared: list[int] = []

    @ambiguous
    def inner():
        yield (1, 2)
        return shared

    @ambiguous
    def outer():
        found = yield inner()
        return found is shared

    assert list(outer()) == [True, True]


def test_an_answer_of_an_encapsulated_search_is_a_snapshot() -> None:
    @ambiguous
    def inner():
        path: list[int] = []
        path.append((yield (1, 2)))
        return path

    @ambiguous
    def outer():
        yield (0,)
        return list(inner())

    assert outer().one() == [[1], [2]]


@pytest.mark.parametrize("n", ["2", 2.0, None])
def test_a_number_of_answers_that_is_no_number_is_refused(n: Any) -> None:
    for ask in (numbers().take, numbers().nth):
        with pytest.raises(TypeError, match=f"expected a whole number, found {n!r}"):
            ask(n)


@pytest.mark.parametrize("use", [effort, breadth_first, minimize, parallel])
def test_a_function_that_is_not_called_is_no_search(use: Any) -> None:
    with pytest.raises(TypeError, match=r"numbers is not called, so there is no search; write numbers\(\.\.\.\)"):
        use(numbers, **({"key": id} if use is minimize else {}))
