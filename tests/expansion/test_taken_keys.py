"""A key that is taken out of a large dictionary goes back to its place in the order, wherever that is."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from helpers import compile_program, is_interrupted

from ambsearch import ambiguous, fail, permanent
from ambsearch.running.undoing import SMALL
from ambsearch.running.undoing.dicts import record_taken_out

SIZE = 300
LARGE = SMALL + 50


@ambiguous
def popped(d, keys):
    key = yield keys
    other = yield keys
    value = d.pop(key)
    d.pop(other, None)
    return value, len(d)


@ambiguous
def deleted(d, keys):
    key = yield keys
    take_out(d, key)
    d["new"] = 0
    del d[key if key in d else "new"]
    return len(d)


def take_out(d, key):
    del d[key]
    d[key] = "again"


@pytest.mark.parametrize("kind", [dict, Counter, lambda d: defaultdict(int, d)], ids=["dict", "Counter", "defaultdict"])
@pytest.mark.parametrize("make", [int, str, lambda i: (i, "x")], ids=["int", "str", "tuple"])
@pytest.mark.parametrize("search", [popped, deleted])
@pytest.mark.parametrize("size", [SIZE, LARGE])
def test_the_order_of_a_large_dictionary_is_restored(size, search, make, kind):
    d = kind({make(i + 1000): i for i in range(size)})
    items = list(d.items())
    keys = [make(i + 1000) for i in (0, 1, *(size - i for i in (32, 2, 1)))]
    for answer in search(d, keys):
        assert answer
        assert len(d) < size or search is deleted
    assert list(d.items()) == items


def test_the_very_key_of_a_large_dictionary_goes_back():
    d = dict.fromkeys([0, True, *range(2, LARGE)])
    assert list(popped(d, [0, 1])) == [(None, LARGE - number) for number in (1, 2, 2, 1)]
    assert list(d)[:3] == [0, True, 2] and list(d)[1] is True


class Code:
    """It is equal to its number, too, and leaves it to that to compare itself with anything else."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == (other.number if isinstance(other, Code) else other)

    def __hash__(self):
        return hash(self.number)


def test_a_key_that_compares_its_number_with_anything_goes_back_to_its_place():
    codes = [Code(i) for i in range(LARGE)]
    d = dict.fromkeys(codes)
    assert list(popped(d, [codes[1], Code(2)])) == [(None, LARGE - number) for number in (1, 2, 2, 1)]
    assert all(key is code for key, code in zip(d, codes, strict=True))


def test_a_key_of_a_large_dictionary_costs_no_copy():
    """As many copies as there are keys would not fit into memory."""
    trail = []
    record_taken_out(trail, dict.fromkeys(range(LARGE)), 5)
    kept = [part for part in trail[0] if isinstance(part, (list, dict)) and 0 < len(part) < LARGE + 1]
    assert kept == [dict.fromkeys(range(LARGE))]  # the dictionary itself


def test_a_key_that_was_added_permanently_stays_when_another_goes_back():
    @ambiguous
    def search(d):
        yield (1, 2)
        del d[SIZE - 2]
        permanent(d.update(lasting=1))
        return len(d)

    d = dict.fromkeys(range(SIZE))
    assert list(search(d)) == [SIZE, SIZE]
    assert d == {**dict.fromkeys(range(SIZE)), "lasting": 1}


def test_a_key_that_is_not_there_changes_nothing():
    @ambiguous
    def search(d):
        yield (1, 2)
        try:
            del d["missing"]
        except KeyError as error:
            return str(error)

    d = dict.fromkeys(range(SIZE))
    assert list(search(d)) == ["'missing'"] * 2
    assert list(d) == list(range(SIZE))


@pytest.mark.parametrize("deep", [False, True], ids=["nested", "deep"])
@pytest.mark.parametrize(
    "change",
    ["d.pop('a')", "d.pop('z', None)", "del d['a']", "d.popitem()", "d.clear()", "d.update(a=5)", "d.update({'a': 5})"],
)
def test_what_is_counted_permanently_after_a_change_of_the_dictionary_stays(change, deep):
    source = f"""@ambiguous(deep={deep})
def search(d):
    yield (1, 2)
    {change}
    d["count"] = permanent(d.get("count", 0) + 1)
    fail()
"""
    d = {"count": 0, "a": 1, "b": 2}
    assert (
        list(compile_program(source, {"ambiguous": ambiguous, "permanent": permanent, "fail": fail})["search"](d)) == []
    )
    assert list(d.items()) == [("count", 1 if change == "d.clear()" else 2), ("a", 1), ("b", 2)]


@pytest.mark.parametrize("deep", [False, True], ids=["nested", "deep"])
def test_what_is_appended_permanently_after_an_item_was_taken_out_stays(deep):
    @ambiguous(deep=deep)
    def search(xs):
        yield (1, 2)
        x = xs.pop(0)
        permanent(xs.append(x))
        fail()

    xs = [5, 6]
    assert list(search(xs)) == []
    assert xs == [5, 6, 5, 5]


def test_a_loop_over_a_small_dictionary_goes_on_after_a_search_that_takes_its_keys_out() -> None:
    d = dict.fromkeys("abcdef")

    @ambiguous
    def taken(key):
        del d[key]
        other = yield list(d)
        d.pop(other)
        return other

    assert [(key, taken(key).count()) for key in d] == [(key, 5) for key in "abcdef"]


def take_two_out(d):
    d.pop("a")
    permanent(d.pop("b", None))


@ambiguous
def both_out(d):
    yield [1, 2]
    d.pop("a")
    permanent(d.pop("b", None))
    return len(d)


@ambiguous
def both_out_by_a_helper(d):
    yield [1, 2]
    take_two_out(d)
    return len(d)


@pytest.mark.parametrize("search", [both_out, both_out_by_a_helper])
@pytest.mark.parametrize("others", [("c",), range(SIZE), range(LARGE)], ids=["few", "many", "very many"])
def test_a_key_that_is_taken_out_permanently_stays_out_when_another_goes_back(search, others) -> None:
    d = dict.fromkeys(["a", "b", *others])
    assert list(search(d)) == [len(others)] * 2
    assert list(d) == ["a", *others]


class Interrupt(BaseException):
    """What Ctrl-C raises."""


class Own(dict):
    """Its changes are recorded by a call."""


@ambiguous
def two_out(d):
    x = yield [1, 2]
    d.pop(len(d) - 4)
    del d[len(d) - 2 if len(d) < SMALL else 3]
    return x


@pytest.mark.parametrize("size", [6, LARGE])
def test_an_interrupt_while_a_key_goes_back_loses_no_item_and_no_place(size: int) -> None:
    d = Own((i, str(i)) for i in range(size))
    items = list(d.items())
    moment = 0
    while is_interrupted(two_out(d), moment, Interrupt):
        assert list(d.items()) == items, moment
        moment += 1
    assert moment > 5
