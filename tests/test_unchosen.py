"""What is still to be chosen from, and searches that are never asked: no wrong answer without a word."""

from __future__ import annotations

import functools
import itertools
import operator
import re
import sys
import traceback
import types
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import (
    Answers,
    NotAChoice,
    NotChosen,
    Refused,
    SearchTooDeep,
    amb,
    ambiguous,
    an_element_of,
    an_integer_between,
    an_integer_from,
    distinct,
    if_fail,
    ramb,
    require,
)

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
PART = "@ambiguous\ndef part(n):\n    return (yield range(n))\n\n"


def solve(body: str, before: str = PART, run: str = "list(solve())") -> Any:
    """The answers of `def solve()` with this body."""
    text = "".join(f"    {line}\n" for line in body.splitlines())
    return eval(run, compile_program(f"{before}@ambiguous\ndef solve():\n{text}", WORDS))


def line_of(error: pytest.ExceptionInfo[BaseException]) -> str:
    """The user's line that an error points at."""
    entries = [entry for entry in error.traceback if str(entry.path).startswith("<program")]
    return str(entries[-1].statement).strip()


@ambiguous
def part(n):
    return (yield range(n))


# a search that a statement makes, and drops


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("part(2)\nreturn 1", "part(2)"),
        ("x = yield (1, 2)\nif x == 2:\n    part(x)\nreturn x", "part(x)"),
        ("x = yield (1, 2)\nfor i in range(2):\n    part(i)\nreturn x", "part(i)"),
        ("x = yield (1, 2)\nx == 1 and part(x)\nreturn x", "x == 1 and part(x)"),
        ("ask = part\nask(2)\nreturn 1", "ask(2)"),
        ("once(part(2))\nreturn 1", "once(part(2))"),
        ("if_fail(part(2), part(3))\nreturn 1", "if_fail(part(2), part(3))"),
        ("interleave(part(2), part(3))\nreturn 1", "interleave(part(2), part(3))"),
        ("part(2).count\nreturn 1", "part(2).count"),
    ],
)
def test_a_search_as_a_statement_is_an_error_at_its_line(body: str, line: str) -> None:
    with pytest.raises(NotChosen, match="a search was made and never asked: .*; write `yield ") as error:
        solve(body)
    assert line_of(error) == line


def test_a_search_of_a_method_as_a_statement_is_an_error_at_its_line() -> None:
    before = "class Board:\n    @ambiguous\n    def step(self):\n        yield (1, 2)\n"
    with pytest.raises(NotChosen, match=r"never asked: board.step\(\); write `yield board.step\(\)`"):
        solve("board = Board()\nboard.step()\nreturn 1", before)


def test_the_message_shows_the_call_as_it_was_written() -> None:
    with pytest.raises(NotChosen, match=r"never asked: part\(x \+ 1\); write `yield part\(x \+ 1\)`"):
        solve("x = yield (1, 2)\npart(x + 1)\nreturn x")


@pytest.mark.parametrize(
    "helper",
    [
        "def helper(n):\n    part(n)\n    return n\n",
        "def helper(n):\n    SEEN.append(n)\n    part(n)\n",
        "def helper(n):\n    return part(n)\n",
        "def inner(n):\n    return part(n)\ndef helper(n):\n    inner(n)\n",
        "helper = lambda n: part(n)\n",
        "def helper(n):\n    return part(n) if n else part(1)\n",
        "class Asking:\n    @ambiguous\n    def ask(self, n):\n        yield range(n)\n    def __call__(self, n):\n        self.ask(n)\nhelper = Asking()\n",
        "class Asking:\n    def ask(self, n):\n        part(n)\nhelper = Asking().ask\n",
        "class Asking:\n    @ambiguous\n    def ask(self, n):\n        yield range(n)\nhelper = Asking().ask\n",
    ],
)
def test_a_search_as_a_statement_in_a_helper_is_an_error(helper: str) -> None:
    with pytest.raises(NotChosen, match="never asked"):
        solve("x = yield (1, 2)\nhelper(x)\nreturn x", f"SEEN = []\n{PART}{helper}\n")


def test_a_search_as_a_statement_in_ordinary_code_is_an_error() -> None:
    with pytest.raises(NotChosen, match=r"elsewhere list\(\.\.\.\), \.one\(\) or \.first\(\) asks it"):
        part(3)


@pytest.mark.parametrize(
    "body",
    [
        "found = []\nfound.extend(map(part, (1, 2)))\nreturn [search.count() for search in found]",
        "found = []\nfound.append(part(1))\nfound.append(part(2))\nreturn [search.count() for search in found]",
        "found = {}\nfound.setdefault(1, part(1)); found.setdefault(2, part(2))\nreturn [s.count() for s in found.values()]",
        "part(1).exists()\nreturn [1, 2]",
        "list(part(3))\nreturn [1, 2]",
        "def both(): return part(1), part(2)\none, two = both()\nreturn [one.count(), two.count()]",
        "_ = part(1)\nreturn [1, 2]",
    ],
)
def test_a_search_that_is_kept_or_asked_for_its_answers_is_no_error(body: str) -> None:
    assert solve(body) == [[1, 2]]


def test_a_search_that_a_wrapper_keeps_is_no_error() -> None:
    kept = functools.cache(part)
    kept(3)

    assert kept(3) is kept(3)


# a search, or choices, used as one of its answers

USES: dict[str, Callable[[Any], Any]] = {
    "part == 3": lambda x: x == 3,
    "3 == part": lambda x: 3 == x,
    "part != 3": lambda x: x != 3,
    "part < 3": lambda x: x < 3,
    "3 < part": lambda x: 3 < x,
    "part + 1": lambda x: x + 1,
    "1 - part": lambda x: 1 - x,
    "part * 2": lambda x: x * 2,
    "part % 2": lambda x: x % 2,
    "-part": lambda x: -x,
    "abs": abs,
    "not": lambda x: not x,
    "if": lambda x: 1 if x else 0,
    "and": lambda x: x and 1,
    "int": int,
    "index": lambda x: [1, 2, 3][x],
    "range": lambda x: range(x),
    "in a list": lambda x: x in [1, 2],
    "in a set": lambda x: x in {1, 2},
    "a key": lambda x: {x: 1},
    "sum": lambda x: sum([x, x]),
    "sorted": lambda x: sorted([x, 1]),
    "distinct": lambda x: distinct(x, 1),
    "the same again": lambda x: x == type(x)(*([] if False else _made(x))),
}


def _made(x: Any) -> tuple[Any, ...]:
    return (x._source, x._args) if isinstance(x, Answers) else (x._word, x._arguments, x.items)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_search_cannot_be_used_as_one_of_its_answers(use: Callable[[Any], Any]) -> None:
    with pytest.raises(NotChosen) as error:
        use(part(3))
    assert all(advice in str(error.value) for advice in ("`x = yield part(3)`", ".one()", ".exists()"))


def test_a_search_that_is_printed_or_put_into_a_text_says_what_asks_it(capsys: pytest.CaptureFixture[str]) -> None:
    print(part(3))
    told = "part(3), a search that is not asked; list(...), .one() or .first() asks it"
    texts = solve("search = part(3)\nx = yield [0]\nreturn [f'{search}', str(search), '%s' % search, repr(search)]")

    assert capsys.readouterr().out == f"{told}\n"
    assert texts == [[told, told, told, "part(3)"]]


@pytest.mark.parametrize("ask", [list, Answers.count, Answers.exists])
@pytest.mark.parametrize(
    "held",
    [lambda x: x, lambda x: [1, x], lambda x: ("a", x), lambda x: {"a": x}],
    ids=["alone", "list", "tuple", "dict"],
)
def test_a_search_cannot_be_used_as_an_answer_not_even_where_answers_are_only_counted(
    held: Callable[[Any], Any], ask: Callable[[Any], Any]
) -> None:
    @ambiguous
    def rest_of(n: int) -> Any:
        yield [1, 2]
        return held(part(n))

    with pytest.raises(
        NotChosen, match=r"part\(3\) is a search.*; write `(x = yield part\(3\)|return \(yield part\(3\)\))`"
    ) as told:
        ask(rest_of(3))
    assert ("return" in str(told.value)) is (type(held(0)) is int)


@pytest.mark.parametrize(
    "choices",
    [an_integer_between(1, 3), an_element_of([1, 2]), an_integer_from(1), amb(1, 2), ramb(1, 2)],
    ids=["an_integer_between", "an_element_of", "an_integer_from", "amb", "ramb"],
)
def test_choices_cannot_be_used_as_the_item_chosen_from_them(choices: Any) -> None:
    for use in USES.values():
        with pytest.raises(NotChosen) as error:
            use(choices)
        assert str(error.value).startswith(f"nothing has been chosen from {choices!r}, so ")


def test_answers_have_no_length_index_or_reverse_order() -> None:
    for use in (len, operator.itemgetter(0), operator.itemgetter("baker"), reversed):
        with pytest.raises(NotChosen):
            use(part(3))


def test_choices_in_an_f_string_are_an_error() -> None:
    with pytest.raises(NotChosen):
        f"{an_integer_between(1, 3)}"


def test_the_same_search_is_equal_to_itself() -> None:
    answers = part(3)

    assert answers == answers and not answers != answers
    assert answers in [answers]


@pytest.mark.parametrize(
    "body",
    [
        "require(part(3) == 1)\nreturn 1",
        "x = part(3) + 1\nreturn x",
        "if part(3):\n    return 1\nreturn 2",
        "if not part(3):\n    return 1\nreturn 2",
        "while part(3):\n    pass\nreturn 2",
        "return 'a' if part(3) else 'b'",
        "baker = an_integer_between(1, 3)\nrequire(baker != 3)\nreturn 1",
        "baker, cook = an_integer_between(1, 3), an_integer_between(1, 3)\nrequire(distinct(baker, cook))\nreturn 1",
        "return {'baker': [an_integer_between(1, 3)]}",
        "baker = an_element_of([1, 2])\nreturn baker",
        "return pair()",
        "require(pair() == 1)\nreturn 1",
        "x = yield [pair()]\nreturn x + 1",
    ],
)
def test_the_error_points_at_the_line(body: str) -> None:
    before = f"{PART}def pair():\n    return amb(1, 2)\n"
    with pytest.raises(NotChosen) as error:
        solve(body, before)
    assert line_of(error) in body.splitlines()


@pytest.mark.parametrize("deep", [False, True])
def test_choices_otherwise_behave_like_a_collection(deep: bool) -> None:
    decorator = "@ambiguous(deep=True)" if deep else "@ambiguous"
    program = f"""
DIGITS, LETTERS = an_integer_between(0, 3), amb("a", "b")
OTHERS = amb(1, 2)

{decorator}
def solve():
    digit = yield DIGITS
    letters = LETTERS
    letter = yield letters
    other = yield an_element_of(OTHERS)
    for i in an_integer_between(1, 2):
        digit += (yield (0, i))
    require(digit in DIGITS and len(DIGITS) == 4 and DIGITS[1] == 1)
    require(list(DIGITS) == [0, 1, 2, 3] and max(letters) == "b")
    return digit, letter, other
"""
    expected = [
        (total, letter, other)
        for digit in range(4)
        for letter in "ab"
        for other in (1, 2)
        for i, j in itertools.product((0, 1), (0, 2))
        if (total := digit + i + j) in range(4)
    ]

    assert list(compile_program(program, WORDS)["solve"]()) == expected


@pytest.mark.parametrize("call", ["1, 3", "low=1, high=3", "1, high=3", "*(1, 3)", "*(1,), 3", "1, **{'high': 3}"])
def test_integers_may_be_asked_for_in_every_way(call: str) -> None:
    assert solve(f"n = yield an_integer_between({call})\nreturn n") == [1, 2, 3]


def test_integers_are_evaluated_once_and_from_the_left() -> None:
    before = "seen = []\ndef note(n):\n    permanent(seen.append(n))\n    return n\n"
    body = "n = yield an_integer_between(note(1), note(2))\nreturn n, list(seen)"

    assert solve(body, before) == [(1, [1, 2]), (2, [1, 2])]


def test_integers_from_a_number_begin_again_each_time() -> None:
    numbers = an_integer_from(5)

    assert [next(iter(numbers)), next(iter(numbers))] == [5, 5]


def test_a_long_search_is_shown_short() -> None:
    with pytest.raises(NotChosen) as error:
        an_element_of(list(range(1000))) == 1  # noqa: B015
    assert len(str(error.value)) < 250


# functions that are not called, or not decorated


def test_a_function_that_is_not_called_has_no_answers() -> None:
    with pytest.raises(TypeError, match=r"part is not called, so it gives no answers; write part\(...\)"):
        list(part)  # type: ignore[call-overload]
    assert not isinstance(part, Iterable)
    for body in ("x = yield part\nreturn x", "for x in part:\n    y = yield (1, 2)\nreturn 1", "return part[0]"):
        with pytest.raises(TypeError, match="part is not called"):
            solve(body)
    with pytest.raises(AttributeError, match=r"part is not called, so it has no first; write part\(...\)\.first"):
        part.first()  # type: ignore[attr-defined]


def test_an_ambiguous_function_is_a_thunk_all_the_same() -> None:
    @ambiguous
    def other():
        return (yield (7, 8))

    assert list(if_fail(part(0), other)) == [7, 8]


def test_to_choose_from_a_function_it_is_called() -> None:
    with pytest.raises(NotAChoice, match=r"to choose from what it gives, call it: items\(\.\.\.\)"):
        solve("x = yield items\nreturn x", "def items(): return [1, 2]\n")
    with pytest.raises(NotAChoice, match=r"to choose from what it gives, call it: range\(\.\.\.\)"):
        solve("x = yield range\nreturn x")


def test_an_attribute_that_is_misspelled_is_named() -> None:
    with pytest.raises(AttributeError, match=r"\.one\(\) for its only one, .* Did you mean \.first\?$"):
        part(3).frist()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"\.one\(\) for its only one, list\(\.\.\.\) for all of them$"):
        part(3).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "helper",
    [
        "def helper(n):\n    x = yield range(n)\n    require(x > 0)\n    print(x)\n",
        "def helper(n):\n    x = yield range(n)\n    return x\n",
        "def helper(n):\n    return (yield range(n))\n",
        "class Some:\n    def helper(self, n):\n        return (yield range(n))\nhelper = Some().helper\n",
    ],
)
def test_a_helper_with_choices_is_to_be_decorated(helper: str) -> None:
    with pytest.raises(
        NotAChoice, match="helper has choices of its own, and is not ambiguous; write @ambiguous above it"
    ):
        solve("x = yield helper(3)\nreturn x", helper)


@pytest.mark.parametrize(
    "helper",
    [
        "def helper(n):\n    for i in range(n):\n        yield i\n",
        "def helper(n):\n    yield from range(n)\n",
        "def helper(n):\n    yield 0\n    got = yield 1\n    yield 2 if got is None else got\n",
        "def helper(n):\n    return (i for i in range(n))\n",
    ],
)
def test_a_plain_generator_is_chosen_from(helper: str) -> None:
    assert solve("x = yield helper(3)\nreturn x", helper) == [0, 1, 2]


# conditions that are always true

BOARD = """
class Board:
    def __init__(self):
        self.rows = []
        self.rule = None
    def ok(self):
        return False
    @staticmethod
    def free(row):
        return False
    @property
    def full(self):
        return len(self.rows) > 2
    def put(self, row, is_ok):
        self.rows.append(row)
        require(is_ok)
def check(board):
    require(board.ok)
def several(board):
    for row in (1, 2):
        if row in board.rows:
            require(not board.ok)
"""


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("require(board.ok)", "board.ok is not called, and a method is always true; write board.ok(...)"),
        ("require(not board.ok)", "board.ok is not called, and a method"),
        ("require(x > 1 or board.ok)", "board.ok is not called, and a method"),
        ("if x: require(x > 1 and board.ok)", "board.ok is not called, and a method"),
        ("require(str(x).isdigit)", "str(x).isdigit is not called, and a method"),
        (
            "require(board.free)",
            "board.free is not called, and a function is always true; write board.free(...), or `board",
        ),
        ("check(board)", "board.ok is not called"),
        ("board.put(2, board.ok)", "is_ok is not called, and a method"),
        ("board.put(2, True); several(board)", "board.ok is not called"),
        ("ok = board.ok\nrequire(ok)", "ok is not called, and a method"),
        ("for rule in [abs, None]: require(rule)", "rule is not called"),
        ("rule = [part][0]\nrequire(rule)", "rule is not called, and a function is always true"),
        (
            "tests = (x > y for y in (1, 2))\nrequire(tests)",
            "tests is an iterator, which is always true; write all(tests)",
        ),
        ("tests = map(abs, [0])\nrequire(tests)", "tests is an iterator, which is always true"),
    ],
)
def test_what_is_required_and_not_called_is_refused_where_it_runs(line: str, told: str, deep: bool) -> None:
    before = f"{PART}{BOARD}"
    decorator = "@ambiguous(deep=True)\n" if deep else "@ambiguous\n"
    body = "".join(f"    {part}\n" for part in f"board = Board()\nx = yield (1, 2)\n{line}\nreturn x".splitlines())
    space = compile_program(f"{before}{decorator}def solve():\n{body}", WORDS)
    with pytest.raises(Refused) as error:
        list(space["solve"]())

    assert str(error.value).startswith(told)
    assert "require(" in line_of(error)


@pytest.mark.parametrize(
    "line",
    [
        "require(board.full)",
        "require(not board.full or board.rule)",
        "require(board.rule is None or board.rule(x))",
        "require(not board.rule or board.rule(x))",
        "board.put(x, x > 1)",
        "found = [3][:x - 1]\nrequire(found)",
        "n = x - 1\nrequire(n)",
    ],
)
def test_a_value_that_is_required_counts_by_its_truth(line: str) -> None:
    before = BOARD.replace("> 2", "> -1") if line == "require(board.full)" else BOARD
    expected = [1, 2] if "board." in line and "put" not in line else [2]

    assert solve(f"board = Board()\nx = yield (1, 2)\n{line}\nreturn x", before) == expected


def test_an_attribute_that_is_required_is_read_once() -> None:
    before = "class Once:\n    @property\n    def ok(self):\n        permanent(seen.append(1))\n        return seen\nseen = []\n"

    assert solve("once = Once()\nx = yield (1, 2)\nrequire(once.ok)\nreturn len(seen)", before) == [1, 2]


def test_an_expansion_shows_what_is_required_as_it_is_written() -> None:
    assert "        if board.ok:\n            yield x\n" in solve(
        "board = 1\nx = yield (1, 2)\nrequire(board.ok)\nreturn x", run="expand(solve)"
    )


# the answers of a search as its parts


@pytest.mark.parametrize(("n", "found"), [(0, "0"), (1, "1"), (3, "more than 2")])
def test_a_search_with_another_number_of_answers_is_not_unpacked(n: int, found: str) -> None:
    with pytest.raises(
        ValueError, match=rf"expected 2 answers of part\({n}\) to unpack, found {found}; .* `x, y = yield"
    ):
        a, b = part(n)
    a, b = part(2)
    first, *others = part(n + 1)

    assert (a, b, first, others) == (0, 1, 0, list(range(1, n + 1)))
    assert solve("x = yield (1, 2)\na, b = part(2)\nreturn a, b, x") == [(0, 1, 1), (0, 1, 2)]


def test_what_a_function_makes_of_searches_is_unpacked() -> None:
    several, single = map(list, (part(3), part(1)))

    assert several == [0, 1, 2]
    assert single == [0]


def test_what_cannot_be_unpacked_is_undone_at_once() -> None:
    before = "seen = []\n@ambiguous\ndef part():\n    x = yield range(9)\n    seen.append(x)\n    return x\n"
    space = compile_program(before, WORDS)
    with pytest.raises(ValueError, match="to unpack"):
        a, b = space["part"]()

    assert space["seen"] == []


# what is said below a message of Python's own


@pytest.mark.parametrize(
    ("program", "note"),
    [
        (
            f"{PART}next(part(3))",
            "a search is no iterator; write f(...).first() for its first answer, or next(iter(f(...)))",
        ),
        (
            f"{PART}next(part)",
            "a search is no iterator; write f(...).first() for its first answer, or next(iter(f(...)))",
        ),
        (
            f"{PART}next(part(3).within(answers=2))",
            "a search is no iterator; write f(...).first() for its first answer, or next(iter(f(...)))",
        ),
        (f"{PART}part = part(3)\nlist(part(3))", "a search is called already"),
        (f"{PART}'%d' % part(3)", "a search is none of its answers; write f(...).first() for the first, list(f(...))"),
        (f"{PART}part + 1", "an ambiguous function is not called here; write f(...).first() for its first answer"),
        (
            f"{PART}part(3).within(second=1)",
            "within(seconds=..., answers=..., choices=..., depth=..., start=...): The answers",
        ),
        (f"{PART}part(3).take()", "take(n): Return a list of the first n answers, or of all if there are fewer."),
        ("an_integer_between(9)", "an_integer_between(low, high): Choose an integer from low to high, both included"),
        (
            "import ambsearch\n@ambiguous\ndef f():\n    x = yield ambsearch.an_integer_between((1, 9))\n    return x\nlist(f())",
            "an_integer_between(low, high): Choose an integer from low to high, both included",
        ),
        ("an_integer_from(1, 9)", "an_integer_from(low): Choose an integer, low or greater"),
        ("def once():\n    pass\nonce(1)", None),
        (
            f"class A:\n    {PART.replace(chr(10), chr(10) + '    ')}\nlist(A().part)",
            "part is not called, so it gives no ans",
        ),
        ("class A:\n    def part(self): pass\nlist(A().part)", None),
        (
            "@ambiguous\ndef f(distinct=True):\n    x = yield (1, 2)\n    require(distinct(x, 2))\nlist(f())",
            "distinct is a variable here, of type bool, and not that of ambsearch; give the variable another name",
        ),
        (
            "fail = 0\n@ambiguous\ndef f():\n    yield (1, 2)\n    fail()\nlist(f())",
            "fail is a variable here, of type int,",
        ),
        (
            f"{PART}async def f():\n    return await part(3)\nf().send(None)",
            "a search is no coroutine; write f(...).first()",
        ),
        (
            f"{PART}async def f():\n    async for x in part(3): pass\nf().send(None)",
            "a search is no coroutine; write `for` without",
        ),
        ("@ambiguous\ndef f():\n    a, b = yield [1, 2]\nlist(f())", "one item of what is chosen from is unpacked"),
        ("@ambiguous\ndef f():\n    a, b = yield [range(3)]\nlist(f())", "one item of what is chosen from is unpacked"),
        ("@ambiguous\ndef f():\n    a, b = yield {'x': 1}\nlist(f())", "one item of what is chosen from is unpacked"),
        ("@ambiguous\ndef f():\n    x = yield [b for a, b in [1]]\nlist(f())", None),
        (
            "@ambiguous\ndef f():\n    a, b = (yield range(3)) * 2\nlist(f())",
            "one item of what is chosen from is unpacked",
        ),
        (
            "@ambiguous\ndef f():\n    x = yield [1]\n    raise StopIteration\nlist(f())",
            "StopIteration ends no branch; write fail() for that",
        ),
        (
            "@ambiguous\ndef f():\n    for x in (yield [1]): return x\nlist(f())",
            "one item of what is chosen from is gone over",
        ),
        (
            "class C:\n    def __init__(self):\n        self.x = yield [1]\n@ambiguous\ndef f():\n    return C().x\nlist(f())",
            "an object is made without choices: choose first, `x = yield ...`, and give it what was chosen",
        ),
        (
            "del once\n@ambiguous\ndef f():\n    x = yield [1]\n    once(x)\nlist(f())",
            "it is a word of ambsearch; write `from ambsearch import once`",
        ),
        ("x = unknown", None),
        ("a, b = 3", None),
        ("[](3)", None),
        (f"{PART}part(3).first + 1", "is .first that of a search? it is not called; write .first()"),
        (f"{PART}x = part(3).first\nx[0]", "is .first that of a search? it is not called; write .first()"),
        (f"{PART}a, b = part(3).one", "is .one that of a search? it is not called; write .one()"),
        (f"{PART}part(3).count() + part(3).count > 3", "is .count that of a search? it is not called; write .count()"),
        (f"{PART}part(3).within(answers=2).nth[1]", "is .nth that of a search? it is not called; write .nth(n)"),
        (f"{PART}x = part(3).first\nlist(3)", None),
        ("[].append + 1", None),
        (
            "class C:\n    def one(self):\n        return 1\n    def two(self):\n        return 2\nC().two + C().one()",
            None,
        ),
        (
            "def f():\n    x = yield (1, 2)\n    require(x > 1)\nlist(f())",
            "f has choices of its own, and is not ambiguous",
        ),
        ("def f():\n    x = yield (1, 2)\n    return x\nf().one()", "f has choices of its own, and is not ambiguous"),
        (
            "def f():\n    x = yield (1, 2)\n    return x\n@ambiguous\ndef g():\n    require(f() > (yield (1, 2)))\nlist(g())",
            "f has choices of its own, and is not ambiguous",
        ),
        (
            "@ambiguous\ndef f():\n    x = yield (1, 2)\n    assert x > 1\n    return x\nlist(f())",
            "this ends the whole search; if the branch alone is to end, write require(...) instead of assert",
        ),
        (
            "@ambiguous\ndef f():\n    for _ in range(3):\n        x = yield (1, 2)\n        assert x > 1\nf().exists()",
            "this ends the whole search; if the branch alone is to end, write require(...) instead of assert",
        ),
        (
            "import ambsearch as a\ndef f():\n    x = yield (1, 2)\n    a.require(x + x > 1)\n    yield x\nlist(f())",
            "f has choices of its own, and is not ambiguous",
        ),
        ("assert 1 > 2", None),
        (
            "@ambiguous\ndef f():\n    x = yield (1, 2)\n    if x < 9: raise ValueError(x)\n    return x\nlist(f())",
            "this ends the whole search; if the branch alone is to end, write fail() instead of raise",
        ),
        ("@ambiguous\ndef f(n):\n    if n < 1:\n        raise ValueError(n)\n    return (yield [n])\nlist(f(0))", None),
        (
            "total = 0\n@ambiguous\ndef f():\n    x = yield (1, 2)\n    total += x\n    return x\nlist(f())",
            "a function that assigns total has a variable of its own of this name; for that of the module write `global total` at",
        ),
        ("@ambiguous\ndef f():\n    x = yield (1, 2)\n    total += x\n    return x\nlist(f())", None),
        (
            "class P:\n    size = 3\n    @ambiguous\n    def f(self):\n        return (yield range(size))\nlist(P().f())",
            "size is an attribute of self; write self.size" if sys.version_info < (3, 12) else None,
        ),
        ("class P:\n    @ambiguous\n    def f(self):\n        return (yield range(size))\nlist(P().f())", None),
        (
            "class P:\n    @ambiguous\n    def f(n):\n        x = yield range(n)\n        return x\nlist(P().f(3))",
            "a method is given its object first; write def f(self, n)",
        ),
        (
            "class P:\n    def put(): pass\n@ambiguous\ndef f(p):\n    x = yield (1, 2)\n    p.put()\n    return x\nlist(f(P()))",
            "a method is given its object first; write def put(self)",
        ),
        (
            "class P:\n    @staticmethod\n    def f(n): pass\n@ambiguous\ndef f():\n    return (yield [P().f(1, 2)])\nlist(f())",
            None,
        ),
        (
            "def f():\n    x = yield range(3)\n    return x, 1\nfor x, y in f(): pass",
            "f has choices of its own, and is not ambiguous",
        ),
        ("def f():\n    x = yield (1, 2)\n    return x\na, b = 1, 2, 3", None),
        ("def f():\n    yield (1, 2, 3)\nfor x, y in f(): pass", None),
        (
            "@ambiguous\ndef f():\n    def g():\n        return (yield (1, 2))\n    x = yield (1, 2)\n    y = g()\n"
            "    require(x < y)\n    return x\nlist(f())",
            "g has choices of its own, and is not ambiguous",
        ),
        (
            "@ambiguous\ndef f():\n    x = yield (1, 2)\n    print(x)\nfor x, y in f(): pass",
            "f returns no value, so its answers are None; write `return ...` in f",
        ),
        ("@ambiguous\ndef f():\n    return (yield (1, None))\nfor x, y in f(): pass", None),
        (
            "@ambiguous\ndef f():\n    x = yield (1, 2)\n    require[x > 1]\nlist(f())",
            "require is called with round brackets; write require(...)",
        ),
        ("def require(x): pass\nrequire[1]", None),
        ("def f():\n    x = yield (1, 2)\n    return 1 + x\nlist(f())", None),
        ("def f():\n    yield 1\n1 + f()", None),
        ("def f():\n    yield 1\nf().one()", None),
        ("next(3)", None),
        (
            "@ambiguous\ndef f():\n    for i in range(2):\n        x = range(3)\n        y = yield (1, 2)\n"
            "        require(y * x == 1)\nlist(f())",
            "x is a whole range here; `x = yield ...` chooses one of its items",
        ),
        (
            "class A:\n    @ambiguous(deep=True)\n    def f(self):\n        k = [0, 1]\n        require(k < (yield (1, 2)))\nlist(A().f())",
            "k is a whole list here; `k = yield ...` chooses one of its items",
        ),
        (
            "class A:\n    @ambiguous\n    def f(self):\n        self.k = range(2)\n        y = yield (1, 2)\n        require(self.k > y)\nlist(A().f())",
            "self.k is a whole range here; `self.k = yield ...` chooses one of its items",
        ),
        (
            "class A:\n    @ambiguous\n    def f(self):\n        self.k = [1]\n        return self.k + (yield (1, 2))\nlist(A().f())",
            None,
        ),
        ("@ambiguous\ndef f():\n    x = [1]\n    y = yield (1, 2)\n    return len(x) + x[0] + str(y)\nlist(f())", None),
        (
            "@ambiguous\ndef f():\n    x = [1]\n    y = yield (1, 2)\n    return y + g(x)\ndef g(x): return x + 1\nlist(f())",
            None,
        ),
        ("def f():\n    x = [1]\n    yield x + 1\nlist(f())", None),
        ("@ambiguous\ndef f(xs):\n    x = yield xs\n    return xs - x\nlist(f([1]))", None),
        ("import ambsearch\n@ambsearch\ndef f():\n    pass", "ambsearch is the package; write @ambsearch.ambiguous"),
        ("@ambiguous\ndef f(y=None):\n    x = range(2)\n    z = yield (1, 2)\n    return x + y\nlist(f())", None),
        ("@ambiguous\ndef f(y=None):\n    x = [z for z in (1, 2)]\n    return x + y\nlist(f())", None),
        (
            "@ambiguous\ndef f(x):\n    y = x\n    return y.rank + (yield (1, 2))\nlist(f((1, 2)))",
            "y is a whole tuple here; `y = yield ...` chooses one of its items",
        ),
        (
            "@ambiguous\ndef f(x):\n    return (yield (1, 2)) + g(x)\ndef g(x):\n    return x.rank\nlist(f([1]))",
            "x is a whole list here; `x = yield ...` chooses one of its items",
        ),
        (
            "@ambiguous\ndef f(x):\n    return (yield (1, 2)) + g(x)\ndef g(x):\n    return x + 1\nlist(f(range(3)))",
            "x is a whole range here; `x = yield ...` chooses one of its items",
        ),
        ("@ambiguous\ndef f():\n    x = [1]\n    x.apend((yield (1, 2)))\n    return x\nlist(f())", None),
        ("@ambiguous\ndef f():\n    x = yield [None]\n    return x.rank\nlist(f())", None),
        (
            "@ambiguous\ndef f(xs):\n    x = yield enumerate(xs)\n    require(x > 1)\n    return x\nlist(f('ab'))",
            "x is one item of enumerate(xs), a tuple; to name its parts write `x, y = yield enumerate(xs)`",
        ),
        (
            "@ambiguous\ndef f():\n    x = yield [(1, 2, 3, 4)]  # one\n    return x + 1\nlist(f())",
            "x is one item of [(1, 2, 3, 4)], a tuple; to name its parts write `x, *others = yield [(1, 2, 3, 4)]`",
        ),
        ("@ambiguous\ndef f():\n    x = yield [(1, 2)]\n    return x + [1]\nlist(f())", None),
        (
            "@ambiguous\ndef f():\n    x = yield [range(2), range(3)]\n    require(x > 1)\n    return x\nlist(f())",
            "x is one item of [range(2), range(3)], a range; to choose one of its own items write `x = yield x`",
        ),
        (
            "@ambiguous\ndef f():\n    x = yield {'a': 1}\n    require(x > 1)\n    return x\nlist(f())",
            "x is a key of {'a': 1}, a dict; to choose a value write `x = yield {'a': 1}.values()`",
        ),
        (
            "@ambiguous\ndef f(xs):\n    x = yield xs\n    require(x > 1)\n    return x\nlist(f({'a': 1}))",
            "x is a key of xs, a dict; to choose a value write `x = yield xs.values()`",
        ),
        ("@ambiguous\ndef f(xs):\n    x = yield xs\n    require(x > 1)\n    return x\nlist(f(['a']))", None),
        (
            "@ambiguous\ndef f():\n    x = range(2)\n    require(x\n            > 1)\nlist(f())",
            "x is a whole range here; `x = yield ...` chooses one of its items",
        ),
        (
            "@ambiguous\ndef f():\n    path = (0,)\n    return path + (yield (1, 2))\nlist(f())",
            "path is a whole tuple here; `path = yield ...` chooses one of its items; to add one item write (*path, x)",
        ),
        (
            "@ambiguous\ndef f():\n    place, seen = [0, (yield 'ab')], set()\n    seen.add(place)\nlist(f())",
            "a list can be changed, so it is no key and in no set; write tuple(place)",
        ),
        (
            "@ambiguous\ndef f(seen={}):\n    left = {1, (yield 'ab')}\n    return seen[left]\nlist(f())",
            "a set can be changed, so it is no key and in no set; write frozenset(left)",
        ),
        (
            "@ambiguous\ndef f():\n    y = yield (1, 2)\n    require(g(2) + y)\ndef g(n):\n    x = range(n)\n    return x + 1\nlist(f())",
            "x is a whole range here; `x = yield ...` chooses one of its items",
        ),
    ],
)
def test_an_error_of_pythons_own_is_shown_with_what_to_write(program: str, note: str | None) -> None:
    from ambsearch.mistakes.advice import advise

    with pytest.raises((TypeError, ValueError, NameError, AttributeError, AssertionError, RuntimeError)) as caught:
        compile_program(f"{program}\n", WORDS)
    advise(caught.value)

    assert [text[: len(note or text)] for text in getattr(caught.value, "__notes__", [])] == ([note] if note else [])


def test_a_word_that_is_not_imported_is_not_taken_for_a_name_of_the_expansion() -> None:
    from ambsearch.mistakes.advice import advise

    program = "@ambiguous\ndef f(xs):\n    for x in range(2):\n        xs.append(x)\n    y = yield [1]\n    fail()\nlist(f([]))\n"
    with pytest.raises(NameError) as caught:
        compile_program(program, {"ambiguous": ambiguous})
    advise(caught.value)

    assert "trail" not in "".join(traceback.format_exception(caught.value))


def test_permanent_of_a_value_outside_of_functions_is_warned_of() -> None:
    with pytest.warns(SyntaxWarning, match=r"so here it keeps nothing of \[\]; .* permanent\(seen.append\(x\)\)"):
        compile_program("seen = permanent([])\n", WORDS)


@pytest.mark.parametrize("chosen", ["range(3)", "Board()"])
def test_a_generator_of_ones_own_that_never_ends_is_no_search_that_is_too_deep(chosen: str) -> None:
    before = "class Board:\n    def __iter__(self):\n        for x in self:\n            yield x\n"
    with pytest.raises(RecursionError) as error:
        solve(f"x = yield {chosen}\nrequire(x in list(Board()))\nreturn x", before)

    assert not isinstance(error.value, SearchTooDeep)
    assert line_of(error) == "for x in self:"


# words that are imported inside


@pytest.mark.parametrize(
    ("words", "require_"),
    [
        ("from ambsearch import require", "require"),
        ("from ambsearch import require as insist", "insist"),
        ("import ambsearch", "ambsearch.require"),
        ("import ambsearch as a", "a.require"),
    ],
)
@pytest.mark.parametrize("place", ["function", "helper"])
def test_words_may_be_imported_inside(words: str, require_: str, place: str) -> None:
    helper = f"    {words}\n" if place == "helper" else ""
    inside = words + "\n" if place == "function" else ""
    guard = f"{require_}(x > 1)" if place == "function" else "check(x)"
    before = f"def check(x):\n{helper}    {require_}(x > 1)\n" if place == "helper" else ""
    space = {"ambiguous": ambiguous}
    text = f"{inside}x = yield (1, 2, 3)\n{guard}\nreturn x"
    body = "".join(f"    {line}\n" for line in text.splitlines())

    assert list(compile_program(f"{before}@ambiguous\ndef solve():\n{body}", space)["solve"]()) == [2, 3]


@pytest.mark.parametrize("place", ["function", "helper"])
def test_words_may_be_imported_inside_from_a_module_of_ones_own(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"my_words_for_a_{place}.py").write_text(
        "from ambsearch import permanent, require\nfrom ambsearch import require as insist\nlog = []\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    words = f"from my_words_for_a_{place} import insist, log, permanent, require"
    guards = "permanent(log.append(x)); require(x > 1); insist(x < 3)"
    before, body = "", f"{words}\nx = yield (1, 2, 3)\n{guards}\nreturn x, log[:]"
    if place == "helper":
        before = f"def check(x):\n    {words}\n    {guards}\n    return log[:]\n"
        body = "x = yield (1, 2, 3)\nreturn x, check(x)"

    assert solve(body, before) == [(2, [1, 2])]
    assert import_module(f"my_words_for_a_{place}").log == [1, 2, 3]


def test_a_module_that_a_function_imports_words_from_is_not_loaded_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_words_for_later.py").write_text("from ambsearch import require\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    text = (
        "@ambiguous\ndef f():\n    from my_words_for_later import require\n    require((yield (0, 1)))\n    return 1\n"
    )
    search = compile_program(text, {"ambiguous": ambiguous})["f"]

    assert "my_words_for_later" not in sys.modules
    assert list(search()) == [1]


def test_an_imported_word_that_is_assigned_too_is_an_ordinary_variable() -> None:
    assert solve("from ambsearch import require\nrequire = [].append\nrequire(0)\nreturn 1") == [1]


def test_choices_imported_inside_are_known_too() -> None:
    assert solve("from ambsearch import amb as either\nx = yield either(1, 1 + 1)\nreturn x", "del amb\n") == [1, 2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fail", "so this does nothing; write fail()"),
        ("return fail", "so it would be returned; write fail() on a line of its own"),
        ("raise fail", "and no exception; write fail() without `raise`"),
    ],
)
def test_fail_without_parentheses_in_a_helper_is_refused(line: str, told: str) -> None:
    with pytest.raises(Refused, match=re.escape(f"fail is not called, {told}")):
        solve("x = yield (1, 2)\ncheck(x)\nreturn x", f"def check(x):\n    if x == 1:\n        {line}\n")


@pytest.mark.parametrize("line", ["print(x > 1 or fail())", "if require(x): pass"])
def test_require_inside_an_expression_of_a_helper_is_refused(line: str) -> None:
    with pytest.raises(Refused, match=r"(require|fail) inside an expression; make it a statement of its own"):
        solve("x = yield (1, 2)\ncheck(x)\nreturn x", f"def check(x):\n    {line}\n")


def test_require_in_a_lambda_outside_is_refused_as_one_inside_is() -> None:
    with pytest.raises(Refused, match="require inside a lambda; write a function with def"):
        solve("x = yield (1, 2)\ncheck(x)\nreturn x", "check = lambda x: require(x > 1)\n")


def test_the_answer_of_a_function_that_was_meant_to_be_ambiguous_is_refused() -> None:
    with pytest.raises(
        NotAChoice, match="helper has choices of its own, and is not ambiguous; write @ambiguous above it"
    ):
        solve("yield (1, 2)\nreturn helper()", "def helper():\n    x = yield (1, 2)\n    require(x)\n    return x\n")


# a traceback has no frame of ambsearch


def test_frames_are_users_where_nobody_catches() -> None:
    from ambsearch.mistakes.tracebacks import shorten

    with pytest.raises(NotChosen) as caught:
        solve("x = yield (1, 2)\nreturn {'x': an_integer_between(1, x)}")
    error = caught.value
    shorten(error)
    names = []
    trace: types.TracebackType | None = error.__traceback__
    while trace is not None:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next

    assert names == ["test_frames_are_users_where_nobody_catches", "solve", "<module>", "solve"]


@pytest.mark.parametrize("body", ["return [part(2)]", "require(distinct(part(2), part(3)))\nreturn 1"])
def test_no_exception_of_ambsearchs_own_is_shown_before_the_error(body: str) -> None:
    with pytest.raises(NotChosen) as caught:
        solve(body)

    assert caught.value.__context__ is None


def test_a_fault_of_ambsearch_keeps_its_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    from ambsearch.mistakes.tracebacks import shorten

    monkeypatch.setattr(Answers, "_copying", lambda answers, run: types.SimpleNamespace(copy=1))
    with pytest.raises(TypeError) as caught:
        list(part(3))
    shorten(caught.value)

    assert caught.value.__traceback__ is not None
    assert caught.traceback[-1].name == "_hand_out"


class Cell:
    def __setattr__(self, name: str, value: Any) -> None:
        self.name = value  # super().__setattr__ was meant


def test_a_method_that_calls_itself_for_ever_is_shown_without_the_calls_between() -> None:
    from ambsearch.ground.frames import frames_of
    from ambsearch.mistakes.tracebacks import shorten

    @ambiguous
    def f() -> Any:
        cell = Cell()
        cell.value = yield [1, 2]  # type: ignore[attr-defined]
        return cell.value  # type: ignore[attr-defined]

    with pytest.raises(RecursionError) as caught:
        list(f())
    shorten(caught.value)

    names = {frame.tb_frame.f_code.co_name for frame in frames_of(caught.value.__traceback__)[1:]}
    assert names == {"f", "__setattr__"}


class Unfinished:
    def __repr__(self) -> str:
        raise AttributeError("no cells yet")


def test_a_search_is_printed_only_when_the_message_is_read() -> None:
    @ambiguous
    def search(board: Unfinished) -> Any:
        return (yield [board, 2])

    assert list(search(Unfinished()))[1] == 2  # list asks for the length first, and is refused
    with pytest.raises(NotChosen) as caught:
        len(search(Unfinished()))  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        str(caught.value)


def test_an_attribute_that_a_search_does_not_have_is_reported_with_what_to_write() -> None:
    @ambiguous
    def f() -> Any:
        return (yield (1, 2))

    with pytest.raises(
        AttributeError, match=r"is a search, not one of its answers, so .* with \.append; write `x = yield"
    ):
        f().append(3)  # type: ignore[attr-defined]
    assert not hasattr(f(), "__next__")


def test_a_search_of_a_method_is_told_with_its_object_and_without_an_address() -> None:
    program = "class Board:\n    @ambiguous\n    def moves(self, n=1):\n        return (yield range(n))\n"
    space = compile_program(program, WORDS)
    board = space["Board"]()

    assert repr(board.moves(3)) == "<Board>.moves(3)"
    assert repr(space["Board"].moves(board, n=2)) == "<Board>.moves(n=2)"
    assert repr(space["Board"].moves(3)) == "moves(3)"
    with pytest.raises(NotChosen, match=r"^<Board>\.moves\(\) is a search, .* write `x = yield <Board>\.moves\(\)`"):
        board.moves() + 1


@pytest.mark.parametrize("kind", ["property", "functools.cached_property"])
def test_a_search_of_a_property_is_told_without_a_call(kind: str) -> None:
    program = f"class Board:\n    @{kind}\n    @ambiguous\n    def free(self):\n        return (yield range(3))\n"
    board = compile_program(program, {**WORDS, "functools": functools})["Board"]()

    assert repr(board.free) == "<Board>.free"
    with pytest.raises(NotChosen, match=r"^<Board>\.free is a search, .* write `x = yield <Board>\.free` to choose"):
        board.free + 1


def test_a_search_of_a_property_as_a_statement_is_an_error() -> None:
    program = "class Board:\n    @property\n    @ambiguous\n    def free(self):\n        return (yield range(3))\n"
    board = compile_program(program, WORDS)["Board"]()

    with pytest.raises(NotChosen, match=r"never asked: board\.free; write `yield board\.free`"):
        board.free  # noqa: B018


@pytest.mark.parametrize(
    ("use", "advice"),
    [
        (len, ".count() for how many there are"),
        (lambda found: found[0], ".nth(i) for number i of them"),
        (lambda found: found.next(), ".first() for the first of them"),
    ],
)
def test_what_a_list_of_answers_could_do_is_named(use: Any, advice: str) -> None:
    @ambiguous
    def f() -> Any:
        return (yield (1, 2))

    with pytest.raises(NotChosen) as error:
        use(f())
    assert str(error.value).endswith(advice)


@pytest.mark.parametrize("deep", [False, True])
def test_what_an_undecorated_function_gives_is_no_answer(deep: bool) -> None:
    def inner(n):
        x = yield range(n)
        require(x > 0)
        return x

    @ambiguous(deep=deep)
    def search(n):
        a = inner(n)
        require(a)
        return a

    with pytest.raises(NotAChoice, match="inner has choices of its own, and is not ambiguous; write @ambiguous above"):
        list(search(3))
