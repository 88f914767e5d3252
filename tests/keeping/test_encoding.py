"""Answers as data: what can be written comes back as it was; what cannot is refused."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.keeping.encoding import NoForm, decode, encode

CHARACTERS = st.characters(exclude_categories=["Cs"])  # those of "utf-8", without trying each of them, for two seconds
TEXTS = st.text(CHARACTERS)
ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS | st.binary()
HASHABLE = st.recursive(ATOMS, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=5)
VALUES = st.recursive(
    HASHABLE,
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(HASHABLE, inner) | st.sets(HASHABLE, max_size=4),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_comes_back_as_it_was(value: Any) -> None:
    try:
        form = encode(value)
    except NoForm:
        return  # a set that would come in another order, or what Hypothesis shares
    assert repr(decode(json.loads(form))) == repr(value)


@dataclass
class Point:
    x: int


SHARED: list[int] = [1]
RING: list[Any] = []
RING.append(RING)


def nested(depth: int) -> Any:
    return (nested(depth - 1),) if depth else ()


@pytest.mark.parametrize("value", [Point(1), (SHARED, SHARED), RING, object, {"a": Point(1)}, range(3)], ids=repr)
def test_what_cannot_come_back_as_it_was_is_refused(value: Any) -> None:
    with pytest.raises(NoForm):
        encode(value)


@pytest.mark.parametrize("digits", [100, 500, 1000, 6000])
def test_a_large_number_is_written_whatever_its_length(digits: int) -> None:
    number = -(10**digits)
    assert decode(json.loads(encode((number, [number])))) == (number, [number])


class Wide(int):
    """An integer of a class of one's own."""


def test_a_tuple_of_small_numbers_is_short_and_keeps_the_kinds() -> None:
    assert encode((0, 255)) == '{"tuple":"00ff"}'
    assert [encode(value) for value in ((0, 256), (0, -1), (True, 1), (1.0, 1))] == [
        "[0,256]",
        "[0,-1]",
        "[true,1]",
        "[1.0,1]",
    ]
    with pytest.raises(NoForm):
        encode((Wide(1), 1))


@pytest.mark.parametrize(
    "form",
    [{"eval": "1"}, {"list": 3}, {"bytes": [1]}, {"tuple": [1]}, {"list": [], "set": []}, {"set": [{"list": []}]}],
)
def test_what_is_no_form_is_refused(form: Any) -> None:
    with pytest.raises(ValueError, match="expected the form of an answer, found"):
        decode(form)
