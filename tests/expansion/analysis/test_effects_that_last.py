"""A container that is changed permanently, too: the inverse of an ordinary change takes back what it did, and no more."""

from typing import Any

import pytest
from helpers import compile_program
from recorded import Rule, Rules, check_recorded, names, shown

from ambsearch import ambiguous, expand, permanent

pytestmark = pytest.mark.usefixtures("on_its_own")

RULES = Rules()
rule = RULES.rule


@rule([{"tried": 1}, {"tried": 2}])
def permanent_item():
    tally = {"tried": 0}
    yield (1, 2)
    tally["tried"] = permanent(tally["tried"] + 1)
    return tally


@rule([["a"], ["a", "b"]])
def permanent_method():
    met = []
    letter = yield "ab"
    permanent(met.append(letter))
    return met


@rule([[1], [1, 2]], lambda: ([],))
def permanent_change(xs):
    x = yield (1, 2)
    permanent(xs.append(x))
    return list(xs)


@pytest.mark.parametrize("rule", RULES, ids=names)
@pytest.mark.parametrize("deep", [False, True], ids=["plain", "deep"])
def test_a_permanent_change_stays_when_the_search_backtracks(rule: Rule, deep: bool) -> None:
    assert list(ambiguous(deep=deep)(rule.function)(*rule.args())) == rule.answers


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_permanent_change_gives_the_expansion(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))


# each keeps -x, between two ordinary changes
KEEPING = {
    "in_a_permanent_function": """
@permanent
def keep(xs, x):
    xs.append(-x)
""",
    "in_a_function_marked_later": """
def keep(xs, x):
    xs.append(-x)
permanent(keep)
""",
    "in_a_permanent_lambda": """
keep = permanent(lambda xs, x: xs.append(-x))
""",
    "in_a_helper": """
def keep(xs, x):
    permanent(xs.append(-x))
""",
    "by_a_helper_of_a_helper": """
@permanent
def note(xs, x):
    xs.append(-x)
def keep(xs, x):
    note(xs, x)
""",
    "under_another_name": """
from ambsearch import permanent as lasting
def keep(xs, x):
    lasting(xs.append(-x))
""",
    "by_a_method": """
class Keeper:
    @permanent
    def __call__(self, xs, x):
        xs += [-x]
keep = Keeper()
""",
    "from_a_table": """
@permanent
def note(xs, x):
    xs.insert(len(xs), -x)
table = [note]
def keep(xs, x):
    for function in table:
        function(xs, x)
""",
}
SEARCH = """
from ambsearch import ambiguous, permanent
{keeping}
@ambiguous
def f():
    xs = []
    for _ in range(2):
        x = yield (1, 2)
        xs.append(x)
        keep(xs, x)
        xs.append(x + 10)
    return list(xs)
"""
KEPT = [
    [1, -1, 11, 1, -1, 11],
    [1, -1, 11, -1, 2, -2, 12],
    [-1, -1, -2, 2, -2, 12, 1, -1, 11],
    [-1, -1, -2, 2, -2, 12, -1, 2, -2, 12],
]


@pytest.mark.parametrize("name", KEEPING)
def test_what_is_kept_between_two_changes_of_a_list_stays_and_they_do_not(name: str) -> None:
    assert list(compile_program(SEARCH.format(keeping=KEEPING[name]), {})["f"]()) == KEPT


def test_what_a_permanent_function_made_inside_keeps_stays() -> None:
    body = SEARCH.format(keeping="").replace(
        "    for", "    @permanent\n    def keep(xs, x): xs.append(-x)\n    for", 1
    )

    assert list(compile_program(body, {})["f"]()) == KEPT


@pytest.mark.parametrize("change", ["d.pop(x)", "del d[x]"])
def test_an_item_that_is_kept_in_a_dict_stays_when_a_key_is_put_back(change: str) -> None:
    text = f"""
from ambsearch import ambiguous, permanent
@permanent
def keep(d, x): d[-x] = x
@ambiguous
def f():
    d = {{1: 1, 2: 2}}
    x = yield (1, 2)
    {change}
    keep(d, x)
    return dict(d)
"""
    assert list(compile_program(text, {})["f"]()) == [{2: 2, -1: 1}, {1: 1, -1: 1, -2: 2}]


OWNERS = ["log.rows.append({})", "log.add({})"]


@pytest.mark.parametrize("change", OWNERS)
def test_what_a_permanent_method_keeps_in_the_list_of_its_object_stays(change: str) -> None:
    keeping = """
class Log:
    def __init__(self): self.rows = []
    @permanent
    def note(self, x): self.rows.append(-x)
    def add(self, x): self.rows.append(x)
def keep(log, x): log.note(x)
"""
    text = SEARCH.format(keeping=keeping).replace("xs = []", "log = Log()").replace("keep(xs", "keep(log")
    text = text.replace("xs.append(x)", change.format("x")).replace("xs.append(x + 10)", change.format("x + 10"))

    assert list(compile_program(text.replace("list(xs)", "list(log.rows)"), {})["f"]()) == KEPT


SHORTER = {
    "by_number": "xs[x - 1] = 9",
    "by_sum": "xs[x - 1] += 9",
    "by_a_helper": "swap(xs)",
    "in_a_loop": "for i in range(2): xs[i] = x",
}


@pytest.mark.parametrize("name", SHORTER)
@pytest.mark.parametrize("maker", ["xs = [0, 1]", "xs = list(given)"])
def test_an_item_of_a_list_that_was_cleared_permanently_is_not_put_back(name: str, maker: str) -> None:
    text = f"""
from ambsearch import ambiguous, permanent
def swap(xs): xs[0], xs[1] = xs[1], xs[0]
@ambiguous
def f(given):
    {maker}
    x = yield (1, 2)
    if xs:
        {SHORTER[name]}
    permanent(xs.clear())
    return x, list(xs)
"""
    assert list(compile_program(text, {})["f"]([0, 1])) == [(1, []), (2, [])]


def test_a_search_that_waits_takes_back_no_more_than_it_did_where_its_caller_keeps_something() -> None:
    text = """
from ambsearch import ambiguous, permanent
@ambiguous
def g(xs):
    x = yield (1, 2)
    xs.append(x)
    return x
@ambiguous
def f():
    xs = [0]
    x = yield g(xs)
    permanent(xs.append(-x))
    return list(xs)
"""
    assert list(compile_program(text, {})["f"]()) == [[0, 1, -1], [0, -1, 2, -2]]


def inverse_in(text: str) -> str:
    return expand(compile_program(f"from ambsearch import ambiguous, permanent\n{text}", {})["f"], fast=True)


FREE: dict[str, Any] = {
    "a_number": "best = permanent(best + x)",
    "a_count": "best += permanent(1)",
    "an_attribute": "tally.best = permanent(x)",
}


@pytest.mark.parametrize("name", FREE)
def test_a_number_that_is_assigned_permanently_leaves_the_inverses_of_lists_as_they_are(name: str) -> None:
    body = (
        f"@ambiguous\ndef f(tally, best):\n xs = []\n x = yield (1, 2)\n xs.append(x)\n {FREE[name]}\n return len(xs)"
    )

    assert "xs.pop()" in inverse_in(body)


ANSWERED = {
    "return xs": [[0, 1, 9], [0, 9, 2, 9]],
    "return xs if xs else 0": [[0, 1, 9], [0, 9, 2, 9]],
    "yield xs": [
        [0, 1, 9],
        [0, 1, 9, 9],
        [0, 9, 9, 2, 9],
        [0, 9, 9, 2, 9, 9],
        [0, 9, 9, 2, 9, 9, 9],
        [0, 9, 9, 2, 9, 9, 9, 9],
    ],
}


@pytest.mark.parametrize("end", ANSWERED)
def test_what_a_caller_keeps_in_a_list_that_it_is_given_as_an_answer_stays(end: str) -> None:
    text = f"""
from ambsearch import ambiguous, permanent
@ambiguous
def inner():
    xs = [0]
    x = yield (1, 2)
    xs.append(x)
    {end}
    return xs
@ambiguous
def f():
    r = yield inner()
    permanent(r.append(9))
    return list(r)
"""
    assert list(compile_program(text, {})["f"]()) == ANSWERED[end]
