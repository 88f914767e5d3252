"""A key that is taken out of a large dictionary goes back to its place in the order, wherever that is."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from ambsearch import ambiguous, permanent
from ambsearch.running.undoing.dicts import MOVED

SIZE = 300
PLACES = (0, 1, SIZE - MOVED - 2, SIZE - MOVED - 1, SIZE - MOVED, SIZE - 2, SIZE - 1)


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
def test_the_order_of_a_large_dictionary_is_restored(search, make, kind):
    d = kind({make(i + 1000): i for i in range(SIZE)})
    items = list(d.items())
    keys = [make(i + 1000) for i in PLACES]
    for answer in search(d, keys):
        assert answer
        assert len(d) < SIZE or search is deleted
    assert list(d.items()) == items


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
