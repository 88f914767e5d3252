"""What copies answers of one shape does what `snapshot` does, also with answers of any other shape."""

from __future__ import annotations

import traceback
from collections import deque, namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_values import nests, shape

from ambsearch import LiveAnswer, ambiguous, between, parallel
from ambsearch.answers import Ambiguous
from ambsearch.copiers import copying
from ambsearch.copiers.copying import Learning
from ambsearch.copiers.snapshots import snapshot


def learnt(*examples: Any) -> Any:
    """What has been learnt from these; of one example the code is made in any case."""
    learning = Learning(snapshot, learns=True)
    for number in range(copying.SEEN[-1]):
        learning.copy(examples[number % len(examples)])
    return learning


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer shows the shape."""
    monkeypatch.setattr(copying, "SEEN", (1,))


def is_learnt(learning: Learning) -> bool:
    return bool(learning.copy is not snapshot)


Move, Place = namedtuple("Move", "start end"), namedtuple("Place", "row column")


class Marked(namedtuple("Marked", "row column")):
    """It has attributes."""


class Going(namedtuple("Going", "row column")):
    """It has a code of its own, which no copy runs."""

    __slots__ = ()

    def __iter__(self) -> Any:
        raise AssertionError

    __len__ = __getitem__ = __iter__


MARKED = Marked(1, 2)
MARKED.mark = [1]  # type: ignore[attr-defined]


class Colour(Enum):
    RED = GREEN = [1]
    BLUE = 2


@dataclass
class Shift:
    day: int
    helpers: list[Any] = field(default_factory=list)
    next: Any = None


@dataclass(slots=True)
class Slotted:
    day: int
    helpers: list[Any]


@dataclass(eq=False)
class Keyed:
    """It can be in a set."""

    held: list[int] = field(default_factory=list)


class Asking(Shift):
    """It has a code of its own, which no copy runs."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


def shift(**attributes: Any) -> Any:
    """One with no other attributes than these, in this order."""
    made = Shift(1)
    vars(made).clear()
    vars(made).update(attributes)
    return made


UNFILLED = Slotted.__new__(Slotted)
UNFILLED.helpers = [1]


SHAPED = [
    *(Shift(1, [2]), [Shift(1), Shift(2)], [Shift(1, [[1], [2]]), Shift(2, [[3]])], Shift(1, [], Shift(2, [3]))),
    *(
        ([Shift(1)], {"a": Shift(2)}, {1: [Slotted(1, [2])]}),
        Slotted(1, [Shift(1, [2])]),
        [Slotted(n, [n]) for n in range(20)],
    ),
    *([Colour.RED, Colour.BLUE], (Colour.RED, [Colour.BLUE, 1, "a"]), Shift(1, [Colour.RED, None]), [len, Shift]),
    *([Move(Place(1, 2), "a")], Place(1, 2), {"way": [Place(1, 2)], "last": Place(1, 2)}, {Place(0, 1): [1]}),
    *(7, "ab", None, (), [], {}, {1}, (1, 2, 3), [1, 2, 3], ["a", 1, None, 2.5], [True, 1], [None, 1]),
    *([(1, 2), (3, 4)], [[1, 2], [3]], ((1, 2), [3]), ([1], "a"), {"a": (1,), "b": ()}, {"a": [1], "b": [2, 3]}),
    *({"name": "a", "jobs": [1], "at": (1, 2)}, [{"jobs": [1], "at": (1, 2)}] * 1, {(1, 2): [3]}, {(1, 2), (3, 4)}),
    *([[[1], [2]], [[3]]], (([1],), ([2], {3})), [([1], 2), ([3], 4)], frozenset({(1, 2)}), [*range(50)], [[], [1]]),
    *(("+", 1, ("*", 2, ("-", 3, 4))), [("a", 1), ("b", (1, 2))], (((((((1,),),),),),),), {1: {2: {3: [4]}}}, range(3)),
]


@pytest.mark.parametrize("value", SHAPED, ids=repr)
def test_what_has_been_learnt_copies_as_ever(value: Any) -> None:
    learning = learnt(value)
    assert is_learnt(learning)

    copy = learning.copy(value)
    assert shape(copy) == shape(snapshot(value)) == shape(value)
    assert repr(copy) == repr(value)
    assert (copy is value) is (snapshot(value) is value)


@given(st.lists(nests(), min_size=1, max_size=4), st.lists(nests(), max_size=4))
def test_whatever_has_been_seen_any_value_is_copied_as_ever(seen: list[Any], others: list[Any]) -> None:
    learning = learnt(*seen)
    for value in seen + others:
        assert shape(learning.copy(value)) == shape(snapshot(value)) == shape(value)


@given(st.sampled_from(SHAPED), st.lists(st.sampled_from(SHAPED), max_size=8))
def test_answers_of_many_shapes_are_copied_as_ever(seen: Any, others: list[Any]) -> None:
    learning = learnt(seen)
    for value in others:
        assert shape(learning.copy(value)) == shape(value)
        assert (learning.copy(value) is value) is (snapshot(value) is value)


class Number(int):
    pass


class Row(list):  # type: ignore[type-arg]
    pass


RING: list[Any] = [1]
RING.append(RING)
ROW = [1, 2]
ALIKE = {
    "a number of one's own": ([1, 2], [1, Number(2)]),
    "a list of one's own": ([[1], [2]], [[1], Row([2])]),
    "a list in a tuple of numbers": ((1, 2), (1, [2])),
    "a list in a tuple in a list": ([(1, 2)], [(1, [2])]),
    "a list that holds itself": ([1, [1]], RING),
    "one row twice": ([[1], [2]], [ROW, ROW]),
    "one row in two places": (([[1]], [1]), ([ROW], ROW)),
    "one list in two tuples": ([(1, [1]), (2, [2])], [(1, ROW), (2, ROW)]),
    "one empty list": (([[1]], [1]), ([[]] * 2, [])),
    "a deque": ([1], deque([1])),
    "another length": ((1, 2), (1, 2, 3)),
    "no items": ([(1, 2)], []),
    "no items where there was an empty list": ([[]], []),
    "no items where there was a tuple of an empty list": ([([], 1)], []),
    "items where there were none": ([], [[1]]),
    "a bytearray": ([b"a"], [bytearray(b"a")]),
    "a list in a named tuple": ([Place(1, 2)], [Place(1, [2])]),
    "another named tuple": ([Place(1, 2)], [Move(1, 2)]),
    "a tuple beside named ones": ([Place(1, 2)], [Place(1, 2), (1, [2])]),
    "a named tuple with attributes": ([Place(1, 2)], [MARKED]),
    "an attribute more": ([Shift(1)], [shift(day=1, helpers=[], next=None, mark=[1])]),
    "another attribute": ([Shift(1)], [shift(day=1, helpers=[], mark=[1])]),
    "an attribute less": ([Shift(1)], [shift(day=1, helpers=[])]),
    "attributes in another order": ([Shift(1)], [shift(next=None, helpers=[1], day=1)]),
    "an object twice": ([Shift(1), Shift(2)], [Shift(1)] * 2),
    "a list in two objects": ([Shift(1, [1]), Shift(2, [2])], [Shift(1, ROW), Shift(2, ROW)]),
    "a list in an object and beside it": ((Shift(1, [1]), [1]), (Shift(1, ROW), ROW)),
    "an object of a derived class": ([Shift(1)], [Asking(1)]),
    "a slot without a value": ([Slotted(1, [1])], [UNFILLED]),
    "a slot with something else": ([Slotted(1, [1])], [Slotted(1, (1, [2]))]),  # type: ignore[arg-type]
    "an object where there was none": (Shift(1), Shift(1, next=Shift(2))),
    "members of an enumeration and a list": ([Colour.RED], [Colour.RED, [1]]),
    "another key": ({"a": 1}, {("a", 2): 1}),
}


@pytest.mark.parametrize("form", ALIKE)
def test_what_looks_like_what_was_seen_is_copied_as_ever(form: str) -> None:
    seen, other = ALIKE[form]
    for learning in [learnt(seen), learnt(seen, seen, other)]:
        copy = learning.copy(other)
        assert shape(copy) == shape(snapshot(other)) == shape(other)
        assert (copy is other) is (snapshot(other) is other)


def test_what_is_learnt_of_objects_keeps_the_order_of_their_attributes_and_runs_no_code_of_theirs() -> None:
    copy = learnt([Shift(1)]).copy([shift(next=None, helpers=[1], day=1)])[0]
    assert list(vars(copy).items()) == [("next", None), ("helpers", [1]), ("day", 1)]
    assert not is_learnt(learnt([Asking(1)])) and not is_learnt(learnt([{Keyed()}]))


def test_an_object_that_holds_itself_is_copied_as_ever() -> None:
    ring = Shift(1)
    ring.next = [ring]
    copy = learnt(Shift(1, next=[Shift(2)])).copy(ring)
    assert copy is not ring and copy.next[0] is copy


def test_no_code_of_a_named_tuple_is_run() -> None:
    going = tuple.__new__(Going, (1, 2))
    learning = learnt([going])
    assert is_learnt(learning)
    assert learning.copy([going])[0] is going


def test_what_has_many_shapes_is_looked_at_as_ever() -> None:
    learning = learnt(([1], [1]))
    for other in [(["a"], [1]), ([1], ["a"]), ([None], [1]), ([1], [None]), ([(1,)], [1])]:
        assert is_learnt(learning)
        learning.copy(other)
    assert not is_learnt(learning)
    assert not is_learnt(learnt(None, [1]))
    assert not is_learnt(learnt([deque()]))


@pytest.mark.usefixtures("at_once")
def test_answers_of_a_search_are_not_changed_by_what_follows() -> None:
    @ambiguous
    def search() -> Iterator[Any]:
        rows, path = [[0], [0]], [0]
        for _ in range(3):
            x = yield [1, 2]
            rows[x - 1].append(x)
            path.append(x)
        return {"rows": rows, "path": path, "last": (x, path[-2:])}

    found, texts = [], []
    for answer in search():
        found.append(answer)
        texts.append(repr(answer))
    assert isinstance(search, Ambiguous) and search.learning.copy.__name__ == "copied"
    assert list(map(repr, found)) == texts


@pytest.mark.usefixtures("at_once")
def test_an_answer_that_cannot_be_copied_is_told_where_it_is_given_and_nowhere_else() -> None:
    @ambiguous
    def search() -> Iterator[Any]:
        x = yield [1, 2]
        return [x] if x == 1 else [(i for i in [x])]

    with pytest.raises(LiveAnswer) as caught:
        list(search())
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames if "answers.py" not in frame.filename][-1] == "search"


@ambiguous
def numbers_twice() -> Iterator[Any]:
    x = yield range(copying.SEEN[-1] + 1)
    y = yield [[x]]
    return [x], y


@pytest.mark.parametrize(
    "same",
    [lambda search: between(search, ()), lambda search: parallel(search, workers=1)],
    ids=["between", "parallel"],
)
def test_a_search_that_goes_its_own_way_learns_with_the_search_itself(same: Any) -> None:
    assert isinstance(numbers_twice, Ambiguous)
    numbers_twice.forget()
    assert list(same(numbers_twice())) == [([x], [x]) for x in range(copying.SEEN[-1] + 1)]
    assert numbers_twice.learning.copy.__name__ == "copied"
