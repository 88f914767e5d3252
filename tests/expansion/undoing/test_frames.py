"""Frames: the changes of a plain statement, between the opening of a trail and its undoing."""

import copy
import re
from typing import Any

import pytest
from recorded import define

from ambsearch import expand, permanent

pytestmark = pytest.mark.usefixtures("no_other_module")


def test_statements_that_follow_one_another_share_a_trail() -> None:
    text = expand(define("x = yield (1, 2)\na.fill(1)\na.fill(2)\na.fill(3)", "a"), fast=True)

    assert (text.count("= []"), text.count("undo(")) == (1, 1)


def test_a_statement_that_changes_nothing_opens_no_trail() -> None:
    assert "try" not in expand(define("x = yield (1, 2)\ny = x + 1\nreturn sorted([y])"), fast=True)


def test_a_global_variable_has_its_value_again_or_none(deep: bool) -> None:
    f = define("global N\nN = yield (1, 2)\nreturn N", deep=deep)
    space = f.__wrapped__.__globals__

    assert list(f()) == [1, 2]
    assert "N" not in space
    space["N"] = 7
    assert list(f()) == [1, 2]
    assert space["N"] == 7


def test_a_change_that_raises_leaves_the_world_as_it_was(deep: bool) -> None:
    a = [3, "x", 1]
    search = iter(define("yield (1, 2)\na.append(0)\na.sort()", "a", deep=deep)(a))
    try:
        next(search)
    except TypeError:
        pass

    assert a == [3, "x", 1]


MAKING = "i = yield (0, 1)\ns = list(state)\n"


@pytest.mark.parametrize(
    ("made", "answers"),
    [
        ("s[i] = 7\ns.append(len(s))\nreturn s", [[7, 2, 2], [1, 7, 2]]),
        (
            "if i:\n    s.pop()\nelse:\n    del s[0]\nfor k in range(2):\n    s.insert(k, i)\nreturn s",
            [[0, 0, 2], [1, 1, 1]],
        ),
        (
            "while len(s) < 4:\n    s.append(i)\nrequire(i in s)\ns[0] = 9\nreturn tuple(s)",
            [(9, 2, 0, 0), (9, 2, 1, 1)],
        ),
        (
            "n = {}\nfor x in s:\n    n[x] = n.get(x, 0) + s.count(x)\nn[7] = sum(v for v in n.values())\n"
            "n[8] = [k for k, v in n.items()]\nreturn n",
            [{1: 1, 2: 1, 7: 2, 8: [1, 2, 7]}] * 2,
        ),
        ("if not s:\n    fail()\nn = [*s, f'{s}']\ns[0] = 9\nreturn n, s", [([1, 2, "[1, 2]"], [9, 2])] * 2),
    ],
    ids=["straight", "branches_and_loop", "loop_and_guard", "asked_and_gone_over", "looked_at"],
)
def test_what_is_made_in_a_branch_needs_no_inverse_before_the_next_choice(
    made: str, answers: list[object], deep: bool
) -> None:
    f = define(MAKING + made, "state", deep=deep)

    assert list(f([1, 2])) == answers
    assert "try" not in expand(f, fast=True)


@pytest.mark.parametrize(
    "handed_on",
    [
        "keep(s)\ns.append(i)",
        "t = s\nkeep(t)\ns.append(i)",
        "rows = [s]\nkeep(rows[0])\ns.append(i)",
        "tell = lambda: s\nkeep(tell())\ns.append(i)",
        "keep(s if i else s)\ns.append(i)",
        "keep((s, 1)[0])\ns.append(i)",
        "put = s.append\nkeep(put.__self__)\nput(i)",
        "s = keep(s) or keep.last\ns.append(i)",
        "t = max(s, [0])\nkeep(t)\ns.append(i)",
        "if (s := keep(s) or keep.last):\n    s.append(i)",
        "for t in [s]:\n    keep(t)\n    s.append(i)",
        "kept = [x for x in [s]]\nkeep(kept[0])\ns.append(i)",
        "later = (x for x in s)\nit = iter(later.gi_frame.f_locals['.0'])\nkeep(it.__reduce__()[1][0])\ns.append(i)",
    ],
)
def test_what_has_been_handed_on_is_undone(handed_on: str, deep: bool) -> None:
    list(define(MAKING + handed_on, "state, keep", deep=deep)([1, 2], KEEP))

    assert KEEP.kept[-2:] == [[1, 2], [1, 2]]


class Keep:
    """Keeps what it is given for good."""

    def __init__(self) -> None:
        self.kept: list[object] = []

    @permanent
    def __call__(self, value: object) -> None:
        self.kept.append(value)

    @property
    def last(self) -> object:
        return self.kept[-1]


KEEP = Keep()


def test_what_is_changed_behind_the_next_choice_is_undone(deep: bool) -> None:
    f = define(MAKING + "s.append(5)\ns[0] = yield (3, 4)\ns.append((yield (6, 7)))\nreturn s", "state", deep=deep)

    assert list(f([1, 2])) == [[a, 2, 5, b] for _ in range(2) for a in (3, 4) for b in (6, 7)]


@pytest.mark.parametrize("last", ["", "        fail()\n"], ids=["plain", "with_a_dead_end"])
def test_what_a_match_changes_in_something_made_before_it_needs_no_inverse(last: str, deep: bool) -> None:
    body = f"match i:\n    case 0:\n        s[0] = 9\n    case n:\n        s.append(n)\n{last}"
    f = define(f"{MAKING}{body}return s", "state", deep=deep)

    assert "try" not in expand(f, fast=True)
    assert list(f([1, 2])) == [[9, 2], [1, 2, 1]][: 1 if last else 2]
    both = define(f"{MAKING}{body}s[1] = yield (5, 6)\nreturn s", "state", deep=deep)
    assert list(both([1, 2])) == [[9, 5], [9, 6], [1, 5, 1], [1, 6, 1]][: 2 if last else 4]


class Letters:
    """Adds in place."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __iadd__(self, other: "Letters") -> "Letters":
        self.text += other.text
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Letters) and self.text == other.text


ADDING = [
    "s[i] += more\ns[1 - i] += more\n",
    "if i:\n    s[i] += more\nelse:\n    n += more\nn = (n, len(s))\nassert s\n",
    "for k in range(3):\n    if k > i:\n        continue\n    s[k] += more\n",
    "if i:\n    s[0] += s[1]\n    s = list(s)\n    s[1] += more\nelse:\n    n += more\nassert n\n",
]


@pytest.mark.parametrize("adding", ADDING, ids=["straight", "branches", "loop", "made_again"])
@pytest.mark.parametrize("kind", [int, list, tuple, set, Letters], ids=lambda kind: kind.__name__)
def test_what_is_added_to_an_item_of_something_made_here_is_undone_if_the_item_is_changed_itself(
    kind: Any, adding: str, deep: bool
) -> None:
    values = (1, 2, 3) if kind is int else map(kind, ("a", "b", "c"))
    one, other, more = values
    state, start = [one, other], copy.deepcopy([one, other, more])
    sign = "|=" if kind is set else "+="
    text = (MAKING + adding + "return s, n").replace("+=", sign)
    found = list(define(text, "state, n, more", deep=deep)(state, one, more))

    assert [one, other, more] == start
    assert found == [by_hand(text, i, *copy.deepcopy((state, one, more))) for i in (0, 1)]


def by_hand(text: str, *given: Any) -> Any:
    """What the branch with this number answers."""
    lines = text.split("\n")
    space: dict[str, Any] = {}
    exec("\n    ".join(["def f(i, state, n, more):", *lines[1:]]), space)
    return space["f"](*given)


READS = {
    "a guard": "require(D[x] < 1)",
    "two": "require(D[x] + D[x, 1] < 1)",
    "in a comprehension": "found = [D[y] for y in (0, x, x + 1)]",
    "in a loop": "for y in (x, 0, x + 7):\n    if D[y] > 9:\n        break",
    "in a loop of guards": "for y in (x, 0, x + 7):\n    require(D[y] < 9)",
}
COUNTED = """
from collections import defaultdict
class O:
    def __init__(self):
        self.counts = defaultdict(int)
"""


@pytest.mark.parametrize("later", ["", "D[7] = x\ndel D[x]", "D = defaultdict(int)", "yield (1, 2)\nD[8] += 1"])
@pytest.mark.parametrize(("made", "owner"), [("d = defaultdict(int)", "d"), ("o = O()", "o.counts")])
@pytest.mark.parametrize("read", READS)
def test_the_keys_that_a_read_of_ones_own_defaultdict_makes_are_taken_out_behind_the_rest(
    read: str, made: str, owner: str, later: str, deep: bool
) -> None:
    start = "D[5], D[0] = 0, 0\nx = yield (1, 2, 5, 3)\nbefore = list(D.items())"
    body = "\n".join([start, READS[read], later, "return before, list(D)"]).replace("D", owner)
    f = define(f"{made}\n{body}", prelude=COUNTED, deep=deep)

    assert {tuple(before) for before, _ in f()} == {((5, 0), (0, 0))}
    assert not re.search(r"\bitem\(", expand(f, fast=True))


def test_a_defaultdict_of_which_a_function_of_ones_own_makes_the_items_is_asked_first() -> None:
    prelude = "from collections import defaultdict\nmade = []\ndef make():\n    made.append(1)\n    return len(made)"
    f = define("d = defaultdict(make)\nx = yield (1, 2)\nrequire(d[x] > 0)\nreturn d[x]", prelude=prelude)

    assert list(f()) == [1, 1]
