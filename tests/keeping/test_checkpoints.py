"""Searches that are kept in a file: whatever ends them, all answers come once, in order."""

import itertools
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from executors import AtOnce
from searches import BAG, long, moves, packed_in_try, pairs

from ambsearch import CheckpointError, TooManyAnswers, ambiguous, checkpointed, parallel, permanent, require
from ambsearch.keeping.checkpoints import Checkpointed
from ambsearch.keeping.stores import Store

NEVER = 1e9  # seconds


def in_parts(make: Any, file: Path, each: int, every: float) -> list[Any]:
    """The answers of a search that is abandoned after this many new ones, again and again."""
    seen: list[Any] = []
    for _ in range(1000):
        search = iter(checkpointed(make(), file, every))
        found = list(itertools.islice(search, len(seen) + each))
        search.close()  # type: ignore[attr-defined]
        assert found[: len(seen)] == seen
        if found == seen:
            return seen
        seen = found
    raise AssertionError("it does not come to an end")


@pytest.mark.parametrize("every", [1e-9, NEVER])
@pytest.mark.parametrize("each", [1, 3])
@pytest.mark.parametrize("make", [lambda: pairs(4), lambda: moves(4), lambda: long(40)], ids=["pairs", "moves", "long"])
def test_a_search_that_is_left_goes_on_behind_its_last_answer(
    tmp_path: Path, make: Any, each: int, every: float
) -> None:
    assert in_parts(make, tmp_path / "run.db", each, every) == list(make())


def test_what_was_searched_is_not_searched_again(tmp_path: Path) -> None:
    tried = []

    @ambiguous
    def noting() -> Any:
        a = yield range(20)
        permanent(tried.append(a))
        b = yield range(2)
        return a, b

    found = list(itertools.islice(checkpointed(noting(), tmp_path / "run.db"), 30))
    before = len(tried)
    assert list(checkpointed(noting(), tmp_path / "run.db")) == list(noting())
    assert found == list(itertools.product(range(20), range(2)))[:30]
    assert len(tried) <= before + 20 + 20  # of the plain search 20, of what was left 5, and what was done again
    assert list(checkpointed(noting(), tmp_path / "run.db"))
    assert len(tried) <= before + 40


def test_a_part_in_which_the_search_stood_is_searched_again_without_its_answers(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(
        "ambsearch.keeping.sparing.Sparing.balance", lambda self, depth, several: setattr(self, "depth", 1) or 3
    )
    file = tmp_path / "run.db"
    assert in_parts(lambda: pairs(9), file, 5, NEVER) == list(pairs(9))


def test_ctrl_c_and_exceptions_leave_a_file_to_go_on_with(tmp_path: Path) -> None:
    errors = {4: ValueError, 7: KeyboardInterrupt}

    def step(k: int) -> None:
        if k in errors:
            error = errors[k]
            permanent(errors.pop(k))
            raise error

    @ambiguous
    def slow() -> Any:
        k = yield range(10)
        step(k)
        return k

    file, seen = tmp_path / "run.db", []
    for error, outcome in ((ValueError, "failed"), (KeyboardInterrupt, "interrupted")):
        search = checkpointed(slow(), file)
        seen.clear()
        with pytest.raises(error):
            for answer in search:
                seen.append(answer)
        assert search.outcome == outcome
        assert seen == list(range(10))[: len(seen)]
    search = checkpointed(slow(), file)
    assert list(search) == list(range(10))
    assert (search.outcome, search.position) == ("exhausted", None)


@pytest.mark.parametrize("each", [1, 3])
def test_searches_chosen_in_try_are_undone_with_the_one_around_them(tmp_path: Path, each: int) -> None:
    assert in_parts(lambda: packed_in_try(4), tmp_path / "run.db", each, 1e-9) == list(packed_in_try(4))
    assert BAG == []
    with pytest.raises(ZeroDivisionError):
        list(checkpointed(packed_in_try(5), tmp_path / "failing.db"))
    assert BAG == []


def test_time_ends_a_search_which_goes_on_later(tmp_path: Path) -> None:
    @ambiguous
    def endless() -> Any:
        a = yield itertools.count()
        require(a in (3, 5))
        return a

    places: list[Any] = []
    found: list[int] = []
    while found != [3, 5] or places[-1] <= places[0]:  # on a busy machine it may not come far each time
        search = checkpointed(endless(), tmp_path / "run.db", seconds=0.1)
        found = list(search)
        assert search.outcome == "seconds"
        assert found == [3, 5][: len(found)]
        places.append(search.position)
    assert places == sorted(places)


def test_a_search_goes_on_with_a_set_of_the_same_items_in_another_order(tmp_path: Path) -> None:
    @ambiguous
    def smallest_first(numbers: set[int], others: dict[str, set[int]]) -> Any:
        a = yield sorted(numbers)
        return a

    one, other = {0, 8}, {8, 0}
    assert list(one) != list(other)
    begin(tmp_path / "run.db", smallest_first(one, {"a": other}))
    assert list(checkpointed(smallest_first(other, {"a": one}), tmp_path / "run.db")) == [0, 8]


@dataclass
class Plan:
    rooms: Any


class Rooms(dict[str, Any]):
    pass


@pytest.mark.parametrize("make", [Plan, lambda rooms: Rooms(a=[rooms]), lambda rooms: (Plan(rooms), Rooms(a=rooms))])
def test_a_search_goes_on_with_an_object_that_holds_a_set_in_another_order(tmp_path: Path, make: Any) -> None:
    @ambiguous
    def counted(plan: Any) -> Any:
        a = yield range(2)
        return a

    begin(tmp_path / "run.db", counted(make({0, 8})))
    assert list(checkpointed(counted(make({8, 0})), tmp_path / "run.db")) == [0, 1]
    with pytest.raises(CheckpointError, match="its argument plan is"):
        list(checkpointed(counted(make({0, 9})), tmp_path / "run.db"))


def test_an_answer_that_is_changed_by_its_reader_is_kept_as_it_was(tmp_path: Path) -> None:
    for answer in checkpointed(long(30), tmp_path / "run.db"):
        answer.append("mine")
    assert list(checkpointed(long(30), tmp_path / "run.db")) == list(long(30))


def test_saved_answers_are_asked_as_those_of_a_search_are(tmp_path: Path) -> None:
    search = checkpointed(moves(4), tmp_path / "run.db")
    assert search.take(2) == moves(4).take(2)
    assert (search.first(), search.nth(2), search.outcome) == (moves(4).first(), moves(4).nth(2), "left")
    assert (search.count(), search.outcome) == (moves(4).count(), "exhausted")
    assert search.exists()
    with pytest.raises(TooManyAnswers, match="kept in"):
        search.one()
    assert list(search) == list(moves(4))


@pytest.mark.parametrize("is_shared", [False, True])
def test_counting_a_kept_search_searches_for_no_saved_answer_again(
    tmp_path: Path, monkeypatch: Any, is_shared: bool
) -> None:
    search = checkpointed(moves(4), tmp_path / "run.db")
    assert search.take(2) == moves(4).take(2)
    if is_shared:
        search = parallel(search, AtOnce())
    monkeypatch.setattr("ambsearch.keeping.forms.Again.answer", None)
    assert search.count() == moves(4).count()
    assert search.exists()
    with pytest.raises(TypeError):
        list(search)


def test_parts_of_a_search_that_were_cut_are_searched_in_order(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    next(iter(checkpointed(pairs(8), file)))
    with Store.read(file) as store:
        second = store.split(1, (4,))
        store.split(second.number, (6, 2))
    assert in_parts(lambda: pairs(8), file, 4, NEVER) == list(pairs(8))


# what is refused


def begin(file: Path, search: Any) -> None:
    iterator = iter(checkpointed(search, file))
    next(iterator)
    iterator.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("search", "reason"),
    [
        (lambda: pairs(7), "its argument n is 6, not 7"),
        (lambda: long(6), "its program is .*pairs, not .*long"),
    ],
)
def test_another_search_is_refused_with_the_reason(tmp_path: Path, search: Any, reason: str) -> None:
    begin(tmp_path / "run.db", pairs(6))
    with pytest.raises(CheckpointError, match=reason):
        list(checkpointed(search(), tmp_path / "run.db"))


@pytest.mark.parametrize("what", ["Python", "ambsearch"])
def test_another_python_is_refused(tmp_path: Path, monkeypatch: Any, what: str) -> None:
    begin(tmp_path / "run.db", pairs(6))
    monkeypatch.setattr(
        *("ambsearch.keeping.identity.PYTHON", "pypy 3.11") if what == "Python" else ("ambsearch.__version__", "0.2")
    )
    with pytest.raises(CheckpointError, match=f"its {what} is .*, not (pypy|0.2)"):
        list(checkpointed(pairs(6), tmp_path / "run.db"))


def loaded(folder: Path, name: str, text: str) -> types.ModuleType:
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    module = types.ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    exec(compile(text, str(file), "exec"), vars(module))
    return module


def test_a_changed_source_is_refused_also_of_a_module_that_is_imported(tmp_path: Path, monkeypatch: Any) -> None:
    program = "from ambsearch import ambiguous\nfrom kept_table import TABLE\n\n\n@ambiguous\ndef solve():\n    return (yield TABLE)\n"
    for name in ("kept_table", "kept_program"):
        monkeypatch.setitem(sys.modules, name, None)
    loaded(tmp_path, "kept_table", "TABLE = (1, 2, 3)\n")
    solve = loaded(tmp_path, "kept_program", program).solve
    begin(tmp_path / "run.db", solve())
    (tmp_path / "kept_table.py").write_text("TABLE = (1, 2, 4)\n", encoding="utf-8")
    with pytest.raises(CheckpointError, match="the source of kept_table has changed since it was begun"):
        list(checkpointed(solve(), tmp_path / "run.db"))


@pytest.mark.parametrize("n", [1, 3])
def test_a_choice_that_comes_in_another_order_is_found_out(tmp_path: Path, n: int) -> None:
    words = ["a", "b", "c", "d"]

    @ambiguous
    def named() -> Any:
        a = yield tuple(words)
        b = yield range(5)
        return a, b

    search = iter(checkpointed(named(), tmp_path / "run.db"))
    for _ in range(n):
        next(search)
    search.close()  # type: ignore[attr-defined]
    words.reverse()
    with pytest.raises(CheckpointError, match="is not the one that was kept: choice 1 on the way has other items"):
        list(checkpointed(named(), tmp_path / "run.db"))


def test_answers_that_come_again_and_are_others_are_found_out(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        "ambsearch.keeping.sparing.Sparing.balance", lambda self, depth, several: setattr(self, "depth", 1) or 0
    )
    words = ["a", "b", "c", "d"]

    @ambiguous
    def named() -> Any:
        a = yield range(5)
        b = yield tuple(words)
        return a, b

    search = iter(checkpointed(named(), tmp_path / "run.db"))
    assert [next(search), next(search)] == [(0, "a"), (0, "b")]
    search.close()  # type: ignore[attr-defined]
    words.reverse()
    with pytest.raises(CheckpointError, match=r"an answer that was \(0, 'a'\) is now \(0, 'd'\)"):
        list(checkpointed(named(), tmp_path / "run.db"))
    words.reverse()
    assert list(checkpointed(named(), tmp_path / "run.db")) == list(named())  # the file is as it was


def test_an_argument_that_nobody_knows_again_is_refused(tmp_path: Path) -> None:
    @ambiguous
    def given(thing: Any) -> Any:
        return (yield (thing, 1))

    with pytest.raises(CheckpointError, match="the argument thing is <object object at 0x"):
        list(checkpointed(given(object()), tmp_path / "run.db"))
    assert not (tmp_path / "run.db").exists()


def test_what_is_no_search_of_a_function_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function"):
        list(Checkpointed([1, 2], tmp_path / "run.db"))  # type: ignore[arg-type]


def test_workers_that_are_asked_to_be_saved_are_refused_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"found pairs\(3\); write parallel\(checkpointed\(...\)\)"):
        list(checkpointed(parallel(pairs(3), workers=2), tmp_path / "run.db"))


@pytest.mark.parametrize("name", ["every", "seconds"])
def test_a_time_has_to_be_above_0(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"expected {name} above 0, found 0"):
        checkpointed(pairs(3), tmp_path / "run.db", **{name: 0})
