"""Single branches, parts of a search, and what there is at the end of a path."""

import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from searches import pairs as small_pairs

from ambsearch import (
    NoAnswer,
    ambiguous,
    an_integer_from,
    best_first,
    between,
    breadth_first,
    fail,
    fair_order,
    following,
    if_fail,
    interleave,
    limited_discrepancy,
    once,
    permanent,
    replay,
    require,
    with_paths,
)
from ambsearch.steering import NEAR, Path, Steering, steer
from ambsearch.steering.paths import look

log: list[Any] = []


@permanent
def note(value: Any) -> None:
    log.append(value)


@ambiguous
def part(n: int) -> Any:
    k = yield range(n)
    return 10 * k


@ambiguous
def whole() -> Any:
    a = yield "xyz"
    note(a)
    b = yield part(2)
    if a == "y":
        fail()
    c = yield an_integer_from(0)
    require(c < 2)
    return a, b, 1 // c


def test_a_search_that_is_chosen_from_stands_in_the_path_with_its_choices_only() -> None:
    @ambiguous
    def pairs() -> Any:
        a = yield part(2)
        b = yield part(2)
        return a, b

    paths: dict[Path, Any] = dict(with_paths(pairs()))
    assert paths == {(0, 0): (0, 0), (0, 1): (0, 10), (1, 0): (10, 0), (1, 1): (10, 10)}


def test_so_does_a_deep_search_that_an_ordinary_one_chooses_from() -> None:
    @ambiguous(deep=True)
    def deep_pair() -> Any:
        a = yield range(2)
        b = yield range(a + 1)
        return a, b

    @ambiguous
    def pairs() -> Any:
        pair = yield deep_pair()
        c = yield "xy"
        return pair, c

    assert [path for path, _ in with_paths(pairs())] == [
        (a, b, c) for a in (0, 1) for b in range(a + 1) for c in (0, 1)
    ]


def test_a_branch_is_run_alone_with_its_effects_and_nothing_else() -> None:
    log.clear()
    assert replay(whole(), (2, 1, 1)) == ("z", 10, 1)
    assert log == ["z"]


def test_a_branch_that_fails_raises_its_exception() -> None:
    with pytest.raises(ZeroDivisionError):
        replay(whole(), (2, 1, 0))


def test_a_branch_without_an_answer_is_reported() -> None:
    with pytest.raises(NoAnswer, match=r"the branch \(1, 0\) of whole\(\) is a dead end"):
        replay(whole(), (1, 0))


@pytest.mark.parametrize("path", [(), (0,), (3,), (1, 0, 0), (0, 0, 1, 0)])
def test_a_path_that_is_not_a_branch_is_reported(path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected the path of a branch of whole\(\), found"):
        replay(whole(), path)


def test_each_place_is_a_choice_an_answer_a_dead_end_or_none() -> None:
    kinds = {path: look(whole(), path).kind for path in [(), (0, 1), (0, 1, 1), (0, 1, 7), (1, 1), (5,)]}
    assert list(kinds.values()) == ["choice", "choice", "answer", "dead end", "dead end", "none"]
    assert look(whole(), ()).items == 3
    assert look(whole(), (0,)).items == 2
    assert look(whole(), (0, 0)).items is None  # infinitely many


def test_searches_made_of_searches_are_one_choice_among_their_answers() -> None:
    @ambiguous
    def composed() -> Any:
        a = yield once(part(3))
        b = yield interleave(part(2), part(3))
        c = yield if_fail(part(0), lambda: part(2))
        return a, b, c

    found = list(with_paths(composed()))
    assert [path for path, _ in found] == [(0, b, c) for b in range(5) for c in range(2)]
    assert [answer for _, answer in found] == list(composed())
    for number, (path, answer) in enumerate(found):
        assert replay(composed(), path) == answer
        assert list(between(composed(), path)) == [answer for _, answer in found[number:]]


def test_a_search_in_a_condition_is_done_again_and_does_not_count() -> None:
    @ambiguous
    def composite() -> Any:
        n = yield range(2, 12)
        require(divisors(n).exists())
        return n, list(divisors(n))

    @ambiguous
    def divisors(n: int) -> Any:
        d = yield range(2, n)
        require(n % d == 0)
        return d

    assert dict(with_paths(composite(), (4,), (7,))) == {(4,): (6, [2, 3]), (6,): (8, [2, 4])}


@ambiguous
def filtered() -> Any:
    return (yield (n for n in part(4) if n % 20)), (yield filter(None, part(3)))


@pytest.mark.parametrize(
    "order", [iter, breadth_first, fair_order, limited_discrepancy, lambda found: best_first(found, key=len)]
)
def test_a_search_in_a_lazy_iterator_is_done_again_and_does_not_count(order: Callable[[Any], Any]) -> None:
    found = list(with_paths(filtered()))
    assert [answer for _, answer in found] == list(filtered()) == [(a, b) for a in (10, 30) for b in (10, 20)]
    for number, (path, answer) in enumerate(found):
        assert replay(filtered(), path) == answer
        assert list(between(filtered(), path)) == [answer for _, answer in found[number:]]
    assert sorted(order(filtered())) == list(filtered())


class Numbered:
    def __getitem__(self, i: int) -> str:
        return "xyz"[i]


def test_what_has_its_items_by_number_only_is_chosen_from_in_a_path_and_in_another_order() -> None:
    @ambiguous
    def two() -> Any:
        return (yield Numbered()), (yield Numbered())

    found = list(with_paths(two()))
    assert [path for path, _ in found] == [(a, b) for a in range(3) for b in range(3)]
    assert [answer for _, answer in found] == list(two()) == list(breadth_first(two()))


def test_parts_may_begin_and_end_where_nothing_is() -> None:
    answers = list(part(5))
    assert list(between(part(5), (7,))) == []
    assert list(between(part(5), (2, 9))) == answers[3:]
    assert list(between(part(5), (0,), (9, 9))) == answers
    assert list(between(part(5), None)) == []
    assert list(between(part(5), (), ())) == []


def test_an_answer_without_a_choice_has_the_empty_path() -> None:
    @ambiguous
    def one() -> Any:
        if False:
            yield ()
        return 1

    assert list(with_paths(one())) == [((), 1)]
    assert list(between(one(), following(()))) == list(between(one(), (), ())) == []
    assert replay(one(), ()) == 1


def test_a_range_longer_than_len_can_say_is_counted() -> None:
    @ambiguous
    def large() -> Any:
        return (yield range(10**30, 0, -1))

    with_path = with_paths(large(), (3,))
    assert next(with_path) == ((3,), 10**30 - 3)


def test_the_position_is_behind_the_answer_that_was_handed_out() -> None:
    steering = Steering()
    search = iter(steer(part(3), steering))
    seen = [(next(search), steering.path, steering.position) for _ in range(3)]
    assert seen == [(0, (0,), (1,)), (10, (1,), (2,)), (20, (2,), (3,))]
    assert next(search, None) is steering.position is None


def test_only_answers_can_be_steered() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found list"):
        replay([1], (0,))  # type: ignore[arg-type]


def test_a_part_of_a_part_is_what_is_in_both() -> None:
    part = between(small_pairs(6), (2, 1), (4,))
    whole = [(path, answer) for path, answer in with_paths(small_pairs(6)) if (2, 1) <= path < (4,)]
    for start, stop in (((), None), ((3,), None), ((1,), (3, 1)), ((2,), (5,)), ((4,), None), (None, None)):
        expected = [a for path, a in whole if start is not None and start <= path and (stop is None or path < stop)]
        assert list(between(part, start, stop)) == expected


def test_a_part_can_be_sent_to_another_process() -> None:
    part = between(small_pairs(6), (3,), (5, 2))
    assert list(pickle.loads(pickle.dumps(part))) == list(part) == [(3, 1), (3, 2), (4, 0), (4, 1), (4, 3), (5, 0)]


def test_a_part_has_limits() -> None:
    part = between(small_pairs(6), (3,), (5, 2))
    for limits, number, outcome in (
        ({"answers": 2}, 2, "answers"),
        ({"choices": 4}, 2, "choices"),
        ({"depth": 1}, 0, "depth"),
    ):
        found = part.within(**limits)
        assert (list(found), found.outcome) == (list(part)[:number], outcome)


@pytest.mark.parametrize("steered_again", [with_paths, lambda part: [replay(part, (3, 1))]])
def test_what_goes_another_way_already_has_no_paths(steered_again: Any) -> None:
    with pytest.raises(TypeError, match="or goes another way already; steer the search in it"):
        list(steered_again(between(small_pairs(4), (3,))))


GIVEN: list[Callable[[Any], Any]] = [
    lambda path: list(between(small_pairs(4), path)),
    lambda path: list(between(small_pairs(4), (), path)),
    lambda path: list(between(between(small_pairs(4), path), (), (3,))),
    lambda path: list(between(between(small_pairs(4), (1,)), (), path)),
    lambda path: list(with_paths(small_pairs(4), path)),
    lambda path: list(with_paths(small_pairs(4), (), path)),
    lambda path: list(small_pairs(4).within(start=path)),
    lambda path: small_pairs(4).within(start=path).position,
    lambda path: list(small_pairs(4).within(answers=1, start=path).rest()),
    lambda path: replay(small_pairs(4), path),
    lambda path: look(small_pairs(4), path),
    following,
]


@pytest.mark.parametrize("use", GIVEN)
def test_a_path_that_is_a_list_as_json_gives_it_is_as_good_as_a_tuple(use: Callable[[Any], Any]) -> None:
    assert use([2, 0]) == use((2, 0))


def test_an_empty_list_is_the_beginning_also_of_a_search_in_another_order() -> None:
    start: Any = []
    assert list(breadth_first(small_pairs(3)).within(start=start)) == list(small_pairs(3))


@pytest.mark.parametrize("use", GIVEN)
@pytest.mark.parametrize("path", ["x", 3, (0, "a"), [0, 1.0], {0, 1}])
def test_what_is_no_path_is_refused(path: Any, use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="expected a path, the number of the item taken at each choice"):
        use(path)


@pytest.mark.parametrize("use", GIVEN)
def test_a_number_below_0_is_on_no_path(use: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match=r"such as \(2, 0\), counted from 0; found \(-1, 2\)"):
        use((-1, 2))


@ambiguous(deep=True)
def steps(n: int) -> Any:
    taken = 0
    for number in range(n):
        taken += yield ((0, 1) if number % 100 == 7 else [0])
    return taken


def test_a_branch_deeper_than_paths_are_noted_has_its_path() -> None:
    found = list(with_paths(steps(NEAR + 152)))
    assert [answer for _, answer in found] == list(steps(NEAR + 152))
    assert [path for path, _ in found] == sorted(path for path, _ in found)
    for path, answer in found:
        assert (len(path), sum(path)) == (NEAR + 152, answer)
    path, answer = found[-2]
    assert list(between(steps(NEAR + 152), path, following(path))) == [answer]


def test_a_deep_search_does_not_keep_the_path_to_each_of_its_choices() -> None:
    tracemalloc.start()
    assert between(steps(1500), (0,) * 1500, (0,) * 1499 + (1,)).count() == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 6e6  # with all paths 9e6 more
