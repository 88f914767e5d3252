"""What a plain loop changes, also that of a helper, is taken back turn by turn."""

from collections import defaultdict, deque
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand, require

pytestmark = pytest.mark.usefixtures("no_other_module")


class Own(list[int]):
    """A list that is changed by a call."""


def search(change: str, deep: bool, after: str = "pass") -> Any:
    program = f"""
def f(a):
    x = yield (1, 2)
    for i in range(3):
        for j in (x, i):
            {change}
    {after}
    y = yield (0, 1)
    return y
"""
    return ambiguous(deep=deep)(compile_program(program, {})["f"])


CHANGES = {
    "a[i] = j": [[7, 8, 9], {}, {2: 1, 0: 5}, Own([7, 8, 9]), bytearray(b"xyz"), defaultdict(int)],
    "a[i] += j": [[7, 8, 9], {0: 1, 1: 1, 2: 1}, Own([7, 8, 9]), defaultdict(int)],
    "a.append(j)": [[7], deque([7]), deque([7, 8, 9], maxlen=3), Own([7])],
    "a.add(i + j)": [{1, 9}, set()],
    "a.insert(j, i)": [[7, 8], deque([7, 8]), Own([7, 8])],
    "a.pop()": [[*range(9)], deque(range(9)), Own(range(9))],
    "if j != 1: a.append(i)": [[7], deque([7]), Own([7])],
    "if i == 1: break\n            a.append(i)": [[7], deque([7]), Own([7])],
}
OWNERS = [(change, owner) for change, owners in CHANGES.items() for owner in owners]


def helped(
    change: str, deep: bool, loop: str = "for i, j in ((0, x), (1, 0), (2, 1), (0, x)):", after: str = "pass"
) -> Any:
    program = f"""
def put(a, x):
    {loop}
        {change.replace("    " * 3, "    " * 2)}
    {after}

def f(a):
    x = yield (1, 2)
    put(a, x)
    y = yield (0, 1)
    return y
"""
    return ambiguous(deep=deep)(compile_program(program, {"require": require})["f"])


@pytest.mark.parametrize("made", [search, helped])
@pytest.mark.parametrize("change, owner", OWNERS)
def test_what_a_loop_also_of_a_short_helper_changes_is_taken_back_in_each_branch_and_when_it_is_closed(
    change: str, owner: Any, made: Any, deep: bool
) -> None:
    def now() -> Any:
        return set(owner) if isinstance(owner, set) else list(owner.items() if isinstance(owner, dict) else owner)

    found, before = made(change, deep), now()
    worlds = [(answer, now()) for answer in found(owner)]
    assert [answer for answer, _ in worlds] == [0, 1, 0, 1]
    assert worlds[0][1] == worlds[1][1] != before and now() == before
    answers = iter(found(owner))
    assert next(answers) == 0 and now() == worlds[0][1]
    answers.close()
    assert now() == before


def test_an_error_in_the_middle_of_a_loop_takes_back_the_turns_before_it(deep: bool) -> None:
    with pytest.raises(IndexError):
        list(search("a[i] = j", deep)(xs := [7, 8]))
    assert xs == [7, 8]


def test_a_loop_is_on_the_trail_where_more_is_recorded_behind_it(deep: bool) -> None:
    found = search("a.append(j)", deep, "told = [a.sort(), a.reverse()]")

    assert list(found(xs := [7])) == [0, 1, 0, 1] and xs == [7]


WHILE = "while len(a) < x + 3:"
LEFT = """if j == 1:
                continue
            if i == 2:
                break
            a.append(j)"""


@pytest.mark.parametrize(
    "change, loop, after, one, two",
    [
        ("a.append(x)", WHILE, "pass", [7, 1, 1, 1], [7, 2, 2, 2, 2]),
        ("a.append(x)", WHILE, "a[0] = 3", [3, 1, 1, 1], [3, 2, 2, 2, 2]),
        (LEFT, "for i, j in ((0, 1), (1, x), (2, 8)):", "a.append(9)", [7, 9], [7, 2, 9]),
        ("a[0] += j", "for j in (x,) * 2:", "a.append(x)", [9, 1], [11, 2]),
    ],
)
def test_a_loop_of_a_short_helper_may_be_left_and_more_may_follow(
    change: str, loop: str, after: str, one: list[int], two: list[int], deep: bool
) -> None:
    found = helped(change, deep, loop, after)
    xs = [7]
    assert [xs.copy() for _ in found(xs)] == [one, one, two, two]
    assert xs == [7]


def test_an_error_in_a_loop_of_a_short_helper_takes_back_the_turns_before_it_and_names_the_helper(deep: bool) -> None:
    with pytest.raises(IndexError) as caught:
        list(helped("a[i] = j", deep)(xs := [7, 8]))
    assert xs == [7, 8]
    assert caught.traceback[-1].name == "put"


@pytest.mark.parametrize(
    "change",
    ["require(i < 3); a.append(i)", "a.append(i) if i else a.append(j)", "if i: return\n            a.append(i)"],
)
def test_a_loop_that_ends_more_than_itself_is_left_to_the_twin(change: str, deep: bool) -> None:
    found = helped(change, deep)
    assert "calling[put]" in expand(found, fast=True)
    xs = [7]
    assert list(found(xs)) == [0, 1, 0, 1] and xs == [7]
