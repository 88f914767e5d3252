"""What is refused, with the text under the caret and the advice; and what is not refused."""

from __future__ import annotations

import re
import textwrap
import warnings
from typing import Any

import pytest
from helpers import PUBLIC, compile_program, kind_of

import ambsearch
from ambsearch import Refused, expansion

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def define(body: str, parameters: str = "xs", prelude: str = "", decorator: str = "@ambiguous") -> Any:
    """The ambiguous function f with this body."""
    head = f"{textwrap.dedent(prelude)}\n{decorator}\ndef f({parameters}):\n"
    return compile_program(head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n", WORDS)["f"]


def complaint(body: str, **more: str) -> tuple[str, str]:
    """The text under the caret and the message of the refusal."""
    with pytest.raises(Refused) as refusal:
        define(body, **more)
    error = refusal.value
    assert error.text is not None and error.offset is not None and error.end_offset is not None
    return error.text[error.offset - 1 : error.end_offset - 1], error.msg


# an id; the body of `def f(xs)`; the text under the caret; a part of the message
REFUSED = [
    # statements
    ("async def inside", "async def g(): pass", "async def g(): pass", "define it outside"),
    ("require in the body of a class", "class C:\n    require(xs)", "require(xs)", "require in the body of a class"),
    ("a choice in the head of except", "try:\n    pass\nexcept (yield xs):\n    pass", "yield xs", "a choice in the head of `except`; choose on"),
    ("a choice in finally", "try:\n    pass\nfinally:\n    x = yield xs", "yield xs", "a choice in a `finally`; choose below"),
    ("a choice in try with except*", "try:\n    yield xs\nexcept* ValueError:\n    pass", None, "a choice inside `try` with except*"),
    ("permanent with a choice in its place", "xs[(yield xs)] = permanent(1)", None, "choose on the line above"),
    ("a return in finally", "yield xs\ntry:\n    pass\nfinally:\n    return 1", "return 1", "return in a `finally`"),
    ("a jump in finally", "for x in xs:\n    try:\n        yield xs\n    finally:\n        if x:\n            continue", "continue", "continue in a `finally`"),
    ("a return in a loop in finally", "try:\n    yield xs\nfinally:\n    for x in xs:\n        return x", "return x", "return in a `finally`"),
    ("require in finally", "try:\n    yield xs\nfinally:\n    require(xs)", "require(xs)", "require in a `finally`"),
    ("fail in finally", "try:\n    yield xs\nfinally:\n    fail()", "fail()", "fail in a `finally`"),
    # choices
    ("yield without anything", "x = yield", "yield", "yield without anything to choose from"),
    ("yield of a sum", "x = yield range(3) + 1 - 2", "yield range(3) + 1 - 2", "write (yield range(3)) + 1 - 2"),
    ("yield of a comparison", "require((yield amb(1, 2) == xs))", "yield amb(1, 2) == xs", "write (yield amb(1, 2)) == xs"),
    ("yield from", "return (yield from xs)", "yield from xs", "return (yield E)"),
    ("in a lambda", "return lambda: (yield xs)", "yield xs", "an ambiguous function with def"),
    # words
    ("require without condition", "require()", "require()", "one condition"),
    ("require with = for ==", "require(xs=1)", "require(xs=1)", "compare by =="),
    ("require with two", "require(xs, xs)", "require(xs, xs)", "join several with `and`"),
    ("require with a text", "require(xs, 'why')", "require(xs, 'why')", "a text that says why is a comment: require(p)  # why"),
    ("require in a tuple with a text", "require(xs), 'why'", "require(xs), 'why'", "a text that says why is a comment: require(p)  # why"),
    ("require with a star", "require(*xs)", "require(*xs)", "one condition"),
    ("require with a keyword", "require(condition=xs)", "require(condition=xs)", "one condition"),
    ("fail with an argument", "fail(xs)", "fail(xs)", "fail takes no argument"),
    ("a reason of fail", "fail('too small')", "fail('too small')", "fail takes no argument; a text that says why is a comment: fail()  # why"),
    ("require in an expression", "x = require(xs)", "require(xs)", "a statement of its own"),
    ("fail in a comprehension", "return [x or fail() for x in xs]", "fail()", "a statement of its own"),
    ("fail in a default value", "def g(x=fail()): return x", "fail()", "a statement of its own"),
    ("fail in the head of a handler", "try: xs.sort()\nexcept fail(): pass", "fail()", "a statement of its own"),
    ("fail in an except*", "try: f(fail())\nexcept* ValueError: pass", "fail()", "a statement of its own"),
    ("fail with an argument in an expression", "return [xs, fail(xs)]", "fail(xs)", "a statement of its own"),
    ("permanent of two", "n = permanent(1, 2)", "permanent(1, 2)", "permanent takes one value"),
    ("permanent of a keyword", "n = permanent(value=1)", "permanent(value=1)", "permanent takes one value"),
    ("a choice in permanent", "n = permanent((yield xs))", "permanent((yield xs))", "choose on the line above"),
    ("require takes the whole", "require(xs + xs) == 4", "require(xs + xs) == 4", "write require(xs + xs == 4)"),
    ("require takes the whole", "not require(xs == 4)", "not require(xs == 4)", "write require(not xs == 4)"),
    ("permanent around a walrus", "n = 0\npermanent(n := n + 1)", "permanent(n := n + 1)", "write n = permanent(n + 1)"),
    ("permanent in a walrus", "n = 0\nreturn (n := permanent(n + 1))", "n := permanent(n + 1)", "on a line of its own"),
    ("permanent of several places", "a = b = 0\nyield xs\na, xs[0] = permanent((1, 2))", "a, xs[0] = permanent((1, 2))", "one by one"),
    ("amb without yield", "x = amb(1, 2)", "amb(1, 2)", "write `x = yield amb(...)`"),
    ("ramb without yield", "return ramb(1, 2)", "ramb(1, 2)", "write `x = yield ramb(...)`"),
    ("fail that is not called", "if xs:\n    fail\nyield xs", "fail", "fail is not called, so this does nothing; write fail()"),
    ("fail of the module that is not called", "import ambsearch as A\nyield xs\nA.fail", "A.fail", "A.fail is not called, so this does nothing; write A.fail()"),
    ("fail behind or that is not called", "yield xs\nxs == 1 or fail", "fail", "fail is not called, so this does nothing; write fail()"),
    ("amb behind or", "x = yield amb(1, 2) or xs", "amb(1, 2)", "write `x = yield amb(...)`"),
    ("a text as a condition", "require('xs == 1')", "'xs == 1'", "a text is no condition"),
    ("a formatted text as a condition", "require(f'{xs} == 1')", "f'{xs} == 1'", "a text is no condition"),
    ("a generator as a condition", "require(x > 1 for x in xs)", "(x > 1 for x in xs)", "write all(...) or any(...)"),
    ("a generator in an if", "if (x > 1 for x in xs):\n    fail()", "(x > 1 for x in xs)", "write all(...) or any(...)"),
    ("a tuple as a condition", "require((xs, 'why'))", "(xs, 'why')", "a tuple is always true"),
    ("a list as a condition", "require([xs, 1])", "[xs, 1]", "a list that is not empty is always true"),
    ("a length as a condition", "require(xs and len({xs, 1}))", "len({xs, 1})", "len({xs, 1}) is never 0, so this is always true; write len({xs, 1}) == 2"),
    ("a set as a condition", "require(not set([xs, 1, 2]))", "set([xs, 1, 2])", "write len(set([xs, 1, 2])) == 3"),
    ("a set of conditions", "require({xs > 1, xs < 3})", "{xs > 1, xs < 3}", "a set that is not empty is always true; write all([...])"),
    ("a value behind or", "require(xs == 1 or 2)", "2", "2 is always true, and so is the whole; write the comparison anew"),
    ("a text behind or in an if", "if xs == 'a' or 'b':\n    fail()", "'b'", "x == 1 or x == 2, or x in (1, 2)"),
    ("a comparison alone", "yield xs\nxs == 1", "xs == 1", "a comparison alone does nothing; write require(xs == 1)"),
    (
        "a comparison that may be an assignment",
        "best = 0\nx = yield xs\nif x: best == x + 1",
        "best == x + 1",
        "a comparison alone does nothing; write require(best == x + 1), or best = x + 1 to assign it",
    ),
    ("a comparison of what is chosen", "x = yield xs\nx == 1", "x == 1", "does nothing; write require(x == 1)"),
    ("False alone", "x = yield xs\nif x > 1: pass\nelse: False", "False", "write fail() to give the branch up"),
    ("distinct alone", "yield xs\ndistinct(*xs)", "distinct(*xs)", "a condition alone does nothing; write require(distinct(*xs))"),
    ("comparisons alone", "yield xs\nxs == 1 or not xs", "xs == 1 or not xs", "write require(xs == 1 or not xs)"),
    ("a lambda as a condition", "require(lambda: xs)", "lambda: xs", "a lambda is always true"),
    ("a word as a condition", "require(distinct)", "distinct", "distinct is not called, and a function is always true; write distinct(...)"),
    ("not a function", "if not distinct:\n    fail()", "distinct", "a function is always true"),
    ("a function beside a condition", "require(xs and distinct)", "distinct", "distinct is not called, and a function is always true"),
    ("a function that may be skipped", "require(xs or not distinct)", "distinct", "distinct is not called, and a function is always true"),
    ("a function made inside", "def odd(): return xs\nyield xs\nrequire(odd)", "odd", "odd is not called, and a function is always true"),
    ("a lambda in a variable", "odd = lambda: xs\nyield xs\nrequire(not odd)", "odd", "odd is not called, and a function is always true"),
    ("an iterator as a condition", "require(map(abs, xs))", "map(abs, xs)", "map gives an iterator, which is always true; write all(...) or any(...)"),
    ("a list of comparisons as a condition", "require([x > 1 for x in xs])", "[x > 1 for x in xs]", "write all(...) or any(...)"),
    ("fail as an exception", "if xs:\n    raise fail\nyield xs", "fail", "fail is not called, and no exception; write fail()"),
    ("fail as an answer", "if xs:\n    return fail\nyield xs", "fail", "fail is not called, so it would be returned; write fail()"),
    ("fail in a branch of an answer", "return (yield xs) if xs else fail", "fail", "fail is not called, so this does nothing; write fail()"),
    ("fail in a branch of a value", "x = yield xs\nx = x.get(1) or fail", "fail", "fail is not called, so this does nothing; write fail()"),
    ("a range and a list joined", "x = yield range(3) + [5]", "yield range(3) + [5]", "does not join what is chosen from; write yield [*range(3), *[5]]"),
    ("amb of one list", "x = yield amb([1, 2])", "amb([1, 2])", "and this is a single one; write `yield [1, 2]`"),
    ("ramb of one tuple", "x = yield ramb((1, 2))", "ramb((1, 2))", "write `yield ramb(*(1, 2))`"),
    ("distinct of a comparison", "require(distinct(xs == 1))", "distinct(xs == 1)", "a single one is distinct; write distinct(xs, 1)"),
    ("distinct of one list", "require(distinct([xs, 1]))", "distinct([xs, 1])", "a single one is distinct; write distinct(xs, 1)"),
    ("distinct of a variable", "require(distinct(xs))", "distinct(xs)", "write distinct(*xs)"),
    ("two ranges for two names", "a, b = yield range(2), range(3)", "yield range(2), range(3)", "write a = yield range(2); b = yield range(3)"),
    ("two searches for two names", "a, b = yield f(1), f(2)", "yield f(1), f(2)", "write a = yield f(1); b = yield f(2)"),
    ("two ambs for two names", "a, b = yield amb(1, 2), amb(3, 4)", "yield amb(1, 2), amb(3, 4)", "not 2"),
    ("the same twice for two names", "a, b = yield xs, xs", "yield xs, xs", "write a = yield xs; b = yield xs"),
    ("an element of several", "return (yield an_element_of(1, xs))", "an_element_of(1, xs)", "write an_element_of([1, xs]), or amb(1, xs)"),
    ("amb with a star beside others", "return (yield amb(*xs, 1))", "*xs", "write `yield [*xs, y]`"),
    # functions inside
    ("amb in a lambda", "g = lambda: amb(1)\nyield xs", "amb(1)", "amb inside a lambda; write a function with def"),
    # variables
    ("a place as the target of a comprehension", "return [1 for xs[0] in xs]", "xs[0]", "use a plain name"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "caret", "message"), [pytest.param(*row, id=name) for name, *row in REFUSED])
def test_it_is_refused_with_a_caret_and_advice_for_deep_searches_too(
    body: str, caret: str | None, message: str
) -> None:
    under, told = complaint(body)

    assert message in told
    assert caret is None or under == caret.partition("\n")[0]
    assert message in complaint(body, decorator="@ambiguous(deep=True)")[1]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return (yield amb(xs))", "xs is a single one; write `yield xs` to choose one of its items"),
        ("x = yield amb(range(3))\nreturn x", "range(3) is a single one; write `yield range(3)`"),
        ("x = yield amb('abc')\nreturn x", "'abc' is a single one; write `yield 'abc'`"),
        (
            "if xs:\n    yield ()\nfor x in xs:\n    yield [x]",
            "nothing uses what is chosen here; an answer is given by `return [x]`",
        ),
        (
            "x = yield xs\nfail()\nif x:\n    x = 1\nreturn x",
            "if x: stands behind fail(), so it is never reached; write fail() under",
        ),
        (
            "x = 0\nx =+ (yield xs)\nreturn x",
            "x =+ (yield xs) adds nothing, it is x = +(yield xs); write x += (yield xs)",
        ),
        ("x = yield xs\nx =- 1\nreturn x", "x =- 1 adds nothing, it is x = -1; write x -= 1"),
        ("x = yield xs\nreturn x\nrequire(x)", "require(x) stands behind `return`, so it is never reached"),
        ("require = xs\nx = yield xs\nrequire(x)", "ends no branch; give it another name, for require(...) calls it"),
        ("fail = xs\nx = yield fail\nreturn x", "fail is a variable here, and ends no branch; write fail()"),
        ("x = yield xs\nyield x, x", "the answer is None; an answer is given by `return (x, x)`"),
        (
            "x = yield xs\nif x:\n    return\nreturn x",
            "with `return` alone the answer is None; write `return ...`, fail()",
        ),
        (
            "x = yield xs\nif x:\n    return x",
            "where f ends here without `return`, the answer is None; write `return ...`",
        ),
        ("x = yield xs\nif x:\n    return x\nyield f(x)", "write `return (yield f(x))`, fail() to give the branch up"),
        ("if not xs:\n    yield []\nreturn [(yield xs)]", "write fail() for that, or `return []` for the answer []"),
        ("if xs:\n    return [(yield xs)]\nelse:\n    yield []", "`return []` for the answer []"),
        ("if not xs:\n    yield ()\nreturn (yield xs), 1", "write fail() for that, or `return ()` for the answer ()"),
        (
            "x = (yield range(3),)\nreturn x",
            "(range(3),) has one item, range(3) itself; write `yield range(3)` to choose",
        ),
        ("x = yield [f(xs)]\nreturn x", "[f(xs)] has one item, f(xs) itself; write `yield f(xs)` to choose one of its"),
        ("yield ''", "there is nothing to choose in '', so the branch ends here"),
        ("x = yield xs\n(x, 1)", "(x, 1) alone is no answer, so the answer is None; write `return (x, 1)`"),
        ("x = yield xs\nxs[x]", "xs[x] alone is no answer, so the answer is None; write `return xs[x]`"),
        (
            "a = range(3)\nb = yield range(3)\nrequire(b == a)\nreturn a, b",
            "a is a whole range here, and equals none of its items; `a = yield ...` chooses one",
        ),
        (
            "x = yield range(9, 1)\nreturn x",
            "range(9, 1) counts up, so it is empty, and the branch ends here; write range(9, 1, -1)",
        ),
        (
            "return (yield an_integer_between(2, -1))",
            "so it is empty, and the branch ends here; write an_integer_between(-1, 2)",
        ),
        (
            "x = yield xs\nrequire(x == (1 or 2))\nreturn x",
            "1 or 2 is always 1; to compare with each of them, write x in (1, 2)",
        ),
        ("x = yield xs\nrequire(x in (0 or 'a' and 'b'))\nreturn x", "'a' and 'b' is always 'b'; to compare with each"),
        ("x = yield 1 or 2\nreturn x", "1 or 2 is always 1; to choose one of them, write yield amb(1, 2)"),
        (
            "x = yield [1, n] or xs\nreturn x",
            "[1, n] or xs is always [1, n]; to choose from each of them, write yield [1, n, *xs]",
        ),
        (
            "for x in xs:\n    x = yield [0, 1]\nreturn [x for x in xs]",
            "nothing reads the x that is chosen here, and xs does not change; write xs[i] = yield ...",
        ),
        (
            "x = yield xs\nif x:\n    exit()\nreturn x",
            "exit() ends the program, with all branches; to give up this one",
        ),
        (
            "x = yield xs\nreturn [x, *f(xs[1:])]",
            "these are all answers of f(xs[1:]) in one list; to choose one of them write `rest = yield f(xs[1:])`",
        ),
        ("x = yield xs\nreturn (x,) + tuple(f(xs[1:]))", "these are all answers of f(xs[1:]) in one list"),
        (
            "x = yield xs\nrest = f(xs[1:])\nrequire(x not in rest)\nreturn [x, *rest]",
            "rest holds all answers of f(xs[1:]); to choose one of them write `rest = yield f(xs[1:])`",
        ),
        (
            "x = yield 'red green'\nreturn x",
            "'red green' is a text, so one of its letters is chosen; write yield 'red green'.spl",
        ),
        ("return (yield 'red, green')", "so one of its letters is chosen; write yield 'red, green'.split(', ')"),
        (
            "n = yield xs\npermanent(n)\nn += 1\nreturn n",
            "permanent(n) alone keeps nothing of n; write `n = permanent(...)`",
        ),
    ],
)
def test_what_is_legal_and_probably_not_meant_is_warned_of(body: str, told: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        define(body)

    (warning,) = warned
    assert told in str(warning.message)


def test_a_parameter_that_hides_require_is_warned_of_where_it_is_called() -> None:
    with pytest.warns(SyntaxWarning, match="require is a parameter here, and ends no branch; give it another name"):
        compile_program("@ambiguous\ndef f(require):\n    x = yield (1, 2)\n    require(x > 1)\n", WORDS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program("@ambiguous\ndef f(fail):\n    x = yield (1, 2)\n    require(x > fail)\n", WORDS)


@pytest.mark.parametrize("head", ["for n in itertools.count(xs, 2):", "for n in cycle(xs):"])
@pytest.mark.parametrize(("body", "is_told"), [("return n", False), ("break", True)])
def test_an_end_behind_an_endless_loop_is_warned_of_only_if_a_break_leads_there(
    head: str, body: str, is_told: bool
) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        prelude = "import itertools\nfrom itertools import cycle"
        define(
            f"{head}\n    x = yield xs\n    if x:\n        {body}\n    if x == 2:\n        return x", prelude=prelude
        )

    told = [str(warning.message) for warning in warned]
    assert len(told) == is_told and all("where f ends here without `return`" in message for message in told)


@pytest.mark.parametrize("call", ["all(map(bool, xs))", "any(xs)", "x"])
def test_a_condition_alone_that_may_change_something_is_warned_of(call: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(f"{call} alone decides nothing; write require({call})")):
        define(f"x = yield xs\n{call}\nreturn x")


@pytest.mark.parametrize(
    "body",
    [
        "x = yield amb(5)\nreturn x",
        "x = yield xs or [1]\nreturn x",
        "x = yield amb(*xs)\nreturn x",
        "yield f(xs)",
        "x = yield xs\ntry:\n    k\nexcept NameError:\n    k = x\nreturn k",
        "for x in xs:\n    yield x",
        "if not xs:\n    yield ()\nreturn (yield xs)",
        "if not xs:\n    return (yield xs)\nyield ()",
        "yield (1, 2)\nreturn xs",
        "x = yield xs\nrequire(x)",
        "try:\n    return 1 / (yield xs)\nexcept ZeroDivisionError:\n    return 0",
        "while True:\n    x = yield xs\n    if x:\n        return x\n    fail()",
        "if xs:\n    with xs:\n        return (yield xs)\nelse:\n    fail()",
        "match (yield xs):\n    case 1:\n        return 1\n    case _:\n        raise ValueError",
        "match (yield xs):\n    case []:\n        return 0\n    case [x, *_]:\n        return x",
        "x = yield xs\nif x < 0:\n    return -1\nelif x >= 0:\n    return 1",
        "x = yield xs\nif x:\n    return x\nreturn None",
        "if not xs:\n    return None\nyield f(xs[1:])",
        "x = yield xs\nrequire(len({*x}) and set(x) and len([]) < 1)\nreturn x",
        "x = yield xs\nif x:\n    return x\nrequire(False)",
        "x = yield xs\nrequire(print(x) or x)\nreturn x",
        "places = range(3)\nx = yield places\nrequire(x in places and places == range(3))\nreturn x",
        "places = range(3)\nplaces = yield places\nrequire(places == 1)\nreturn places",
        "x = yield range(9, 1, -1)\ny = yield range(x, 1)\nz = yield an_integer_between(2, 2)\nreturn (x or 1), (True or False)",
        "x = yield xs\ny = -x\nx=-1\nx=+ x\ny = + x\nif x:\n    fail()\nreturn x, y",
        "for x in xs:\n    x = yield [0, 1]\n    require(x)\nreturn xs",
        "for x in xs:\n    x = yield [0, 1]\nreturn x",
        "for x in xs:\n    x = yield step(x)\nfor _ in xs:\n    _ = yield [0, 1]\nreturn xs",
        "x = yield xs\nif x:\n    print(x)\n    exit()\nif not x:\n    exit(1)\nreturn [x, *g(x)]",
        "rule = yield xs\nrequire(rule is None or rule(1))\nrequire(not rule or rule(1))\nreturn rule",
    ],
)
def test_what_has_a_meaning_is_not_warned_of(body: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        define(body)


@pytest.mark.parametrize("name", ["__iter__", "__next__", "__init__", "__len__", "__contains__"])
def test_an_ambiguous_method_whose_result_python_uses_itself_is_refused(name: str) -> None:
    text = f"class Deck:\n    @ambiguous\n    def {name}(self, x=0):\n        return (yield (1, 2))\n"
    with pytest.raises(
        Refused, match=f"Python itself uses what {name} gives, which cannot be a search; write the"
    ) as told:
        compile_program(text, WORDS)

    assert told.value.lineno == 3


def test_an_ambiguous_method_whose_result_the_program_uses_is_not_refused() -> None:
    text = "class Deck:\n    @ambiguous\n    def __getitem__(self, x):\n        return (yield (x, 2))\n    __call__ = __getitem__\n"
    deck = compile_program(text, WORDS)["Deck"]()

    assert (list(deck[1]), list(deck(3))) == ([1, 2], [3, 2])


@pytest.mark.parametrize(
    "condition", ["'x > 1'", "distinct([x, 1])", "(x > 1, 'small')", "lambda: x", "distinct", "x == 1 or 2"]
)
def test_a_require_in_a_helper_that_requires_nothing_is_refused_when_it_is_called(condition: str) -> None:
    program = f"def check(x):\n    require({condition})\n@ambiguous\ndef f():\n    x = yield (1, 2)\n    check(x)\n    return x\n"
    f = compile_program(program, PUBLIC)["f"]
    with pytest.raises(Refused) as caught:
        list(f())
    assert caught.value.lineno == 2


def test_a_permanent_of_two_values_is_refused_in_a_helper_too() -> None:
    program = "def note(x):\n    permanent(log.append(x), x)\n"
    program += "@ambiguous\ndef f():\n    x = yield (1, 2)\n    note(x)\n    return x\n"
    space = compile_program(program, {**PUBLIC, "log": []})

    with pytest.raises(Refused, match="permanent takes one value"):
        list(space["f"]())
    assert space["log"] == []


def test_a_helper_that_is_refused_is_refused_at_each_call() -> None:
    program = "def check(x):\n    log.append(x)\n    print(fail())\n"
    program += "@ambiguous\ndef f():\n    x = yield (1, 2)\n    check(x)\n    return x\n"
    space = compile_program(program, {**PUBLIC, "log": []})
    for _ in range(3):
        with pytest.raises(Refused, match="fail inside an expression"):
            list(space["f"]())

    assert space["log"] == []


def test_an_async_function_is_refused() -> None:
    with pytest.raises(Refused, match="f is an async function"):
        compile_program("@ambiguous\nasync def f():\n    return 1\n", WORDS)


@pytest.mark.parametrize("thing", [len, int, 3, "f", lambda: 1], ids=kind_of)
def test_what_is_no_def_is_refused(thing: Any) -> None:
    with pytest.raises(Refused) as refusal:
        ambsearch.ambiguous(thing)

    assert "def" in str(refusal.value)


def test_a_function_without_source_is_refused() -> None:
    space: dict[str, Any] = {}
    exec("def f(): return 1", space)

    with pytest.raises(Refused, match="the text of f is needed and cannot be found"):
        ambsearch.ambiguous(space["f"])


def test_a_decorator_below_ambiguous_is_refused() -> None:
    prelude = """
        import functools
        def wrapped(g):
            @functools.wraps(g)
            def call(*args):
                return g(*args)
            return call
    """
    with pytest.raises(Refused, match="directly above the def"):
        define("yield xs", prelude=prelude, decorator="@ambiguous\n@wrapped")


# an id; parameters and body of f; the arguments; the answers
NOT_REFUSED: list[tuple[str, str, str, tuple[Any, ...], list[Any]]] = [
    ("nothing but pass", "", "pass", (), [None]),
    ("a docstring alone", "", "'told'", (), [None]),
    ("try without a leap", "xs", "x = yield xs\ntry:\n    y = 1 // x\nexcept ZeroDivisionError as e:\n    y = None\nfinally:\n    z = 1\nreturn y, z", ([0, 1],), [(None, 1), (1, 1)]),
    ("with without a leap", "", "import contextlib\nx = yield (1, 2)\nwith contextlib.nullcontext(x) as y:\n    z = y + 1\nreturn z", (), [2, 3]),
    ("import inside", "", "from math import gcd\nx = yield (4, 6)\nreturn gcd(x, 8)", (), [4, 2]),
    ("assert stays an assertion", "", "x = yield (1, 2)\nassert x\nreturn x", (), [1, 2]),
    ("a choice as the first operand of and", "", "return (yield (0, 1)) and 5", (), [0, 5]),
    ("a choice in a conditional expression's test", "", "return 'a' if (yield (True, False)) else 'b'", (), ["a", "b"]),
    ("a choice in the first two of a comparison", "", "return 1 < (yield (1, 2)) < 3", (), [False, True]),
    ("a choice in a subscript that is read", "xs", "return xs[(yield (1, 0))]", ("ab",), ["b", "a"]),
    ("a choice in a slice", "xs", "return xs[(yield (0, 1)):(yield (2,))]", ("abc",), ["ab", "b"]),
    ("a choice in an f-string", "", "return f'{(yield (1, 2))}!'", (), ["1!", "2!"]),
    ("a choice in a tuple, list, set, dict", "", "return ((yield (1,)), [(yield (2,))], {(yield (3,))}, {(yield (4,)): (yield (5,))})", (), [(1, [2], {3}, {4: 5})]),
    ("a choice as an argument", "", "return max((yield (1, 5)), 3, key=(yield (abs,)))", (), [3, 5]),
    ("a choice behind a star", "", "return [*(yield ('ab', 'cd'))]", (), [["a", "b"], ["c", "d"]]),
    ("a choice in a walrus", "", "y = (x := (yield (1, 2))) + 1\nreturn x, y", (), [(1, 2), (2, 3)]),
    ("a choice in an annotated assignment", "", "x: int = yield (1, 2)\nreturn x", (), [1, 2]),
    ("an annotation without value", "", "x: int\nx = yield (1,)\nreturn x", (), [1]),
    ("a choice in raise", "", "x = yield ()\nraise (yield (ValueError,))", (), []),
    ("a choice in assert's test", "", "assert (yield (1, 2))", (), [None, None]),
    ("a choice of a choice", "", "return (yield (yield ((1, 2), (3,))))", (), [1, 2, 3]),
    ("a guard that is a choice", "", "x = yield (1, 2)\nrequire((yield (True, False, True)))\nreturn x", (), [1, 1, 2, 2]),
    ("a lambda that is used at once", "", "x = yield (2, 1)\nreturn sorted([1, 2, 3], key=lambda y: abs(y - x))[0]", (), [2, 1]),
    ("a lambda that escapes", "", "x = yield (1, 2)\ng = lambda: x\nreturn g()", (), [1, 2]),
    ("a function inside that changes its own list", "", "def g(n):\n    found = []\n    for k in range(n):\n        found.append(k)\n    return found\nreturn g((yield (1, 2)))", (), [[0], [0, 1]]),
    ("a generator function inside", "", "def g(n):\n    yield n\n    yield -n\nreturn (yield g((yield (1, 2))))", (), [1, -1, 2, -2]),
    ("an ambiguous function inside", "", "@ambiguous\ndef g(n):\n    return (yield (n, -n))\nreturn (yield g((yield (1, 2))))", (), [1, -1, 2, -2]),
    ("a comprehension that reads the chosen variable", "", "x = yield (1, 2)\nreturn [x * k for k in range(2)]", (), [[0, 1], [0, 2]]),
    ("a choice of what a comprehension goes over", "", "return [x * k for k in (yield ([1, 2], [3])) for x in [k]]", (), [[1, 4], [9]]),
    ("a choice in it, between other operands", "n", "return n, {k for k in range((yield (1, 2)))}, (n := 3), sum(k + n for k in (yield ([4], [5])))", (0,), [(0, {0}, 3, 7), (0, {0}, 3, 8), (0, {0, 1}, 3, 7), (0, {0, 1}, 3, 8)]),
    ("a choice in it, in the head of a loop", "n", "while any(k > n for k in (yield ([1, 3], [0]))):\n    for k in (k + n for k in [(yield (1, 2))]):\n        n += k\nreturn n", (1,), [3, 3, 4, 4, 1]),
    ("a generator expression as choice", "xs", "x = yield (y for y in xs if y)\nreturn x", ([0, 1, 2],), [1, 2]),
    ("a star as target", "", "a, *b = yield ('ab', 'cde')\nreturn a, b", (), [("a", ["b"]), ("c", ["d", "e"])]),
    ("nested targets", "", "(a, b), c = yield (((1, 2), 3),)\nreturn a, b, c", (), [(1, 2, 3)]),
    ("several targets", "", "a = b = yield (1, 2)\nreturn a, b", (), [(1, 1), (2, 2)]),
    ("a place as target of a choice", "xs", "xs[0] = yield (1, 2)\nreturn xs", ([0],), [[1], [2]]),
    ("keyword-only and star parameters", "a, /, *b, c=3, **d", "x = yield (a,)\nreturn x, b, c, d", (1, 2), [(1, (2,), 3, {})]),
    ("a method called require", "xs", "x = yield (1, 2)\nxs.append(x)\nreturn xs.count(x)", ([1],), [2, 1]),
    ("names like those of the expansion", "items, trail, undo", "chosen = yield items\nalive = True\nfor i in trail:\n    undo.append(i)\nfound = yield (chosen,)\nreturn found, undo, alive", ((1, 2), (7,), []), [(1, [7], True), (2, [7], True)]),
    ("names of builtins that the expansion uses", "list, type, range", "range[type] = yield list\nreturn range", ([1, 2], 0, [0]), [[1], [2]]),
    ("an if that binds in both branches", "", "if (yield (True, False)):\n    y = 1\nelse:\n    y = 2\nx = yield (0,)\nreturn y", (), [1, 2]),
    ("dead code", "", "return 1\nx = yield (2, 3)\nreturn x", (), [1]),
    ("code after fail", "", "yield (1, 2)\nfail()\nreturn 3", (), []),
    ("amb in a branch of what is chosen from", "c", "return (yield amb(1, c // 0, 3) if not c else ramb(4) if c == 1 else (5, 6))", (2,), [5, 6]),
    ("amb in a branch, whose alternatives are evaluated when they are tried", "c", "x = 0\nx = yield amb(c, x + 1) if c else (5, 6)\nreturn x", (2,), [2, 1]),
    ("super with arguments", "", "x = yield (1, 2)\nreturn super(int, x).__repr__()", (), [object.__repr__(1), object.__repr__(2)]),
    ("a starred amb", "xs", "return (yield amb(*xs))", ("ab",), ["a", "b"]),
    ("a variable bound in all cases", "", "x = yield (1, 2)\nmatch x:\n    case 1:\n        word = 'one'\n    case _:\n        word = yield (3, 4)\nreturn word", (), ["one", 3, 4]),
    ("type comments and semicolons", "", "x = yield (1, 2); y = x; return y", (), [1, 2]),
    ("ellipsis, pass and strings", "", "...; 'text'; pass\nx = yield (1,)\nreturn x", (), [1]),
    ("a jump in a loop in finally", "xs", "x = yield xs\ntry:\n    y = 1\nfinally:\n    for z in range(9):\n        if z == 2: break\nreturn x, y, z", ([0],), [(0, 1, 2)]),
    ("a choice in try", "", "log = []\ntry:\n    x = yield (1, 0)\n    log.append(6 // x)\nexcept ZeroDivisionError:\n    log.append('none')\nfinally:\n    log.append('end')\nreturn log", (), [[6, "end"], ["none", "end"]]),
    ("a choice in except", "", "try:\n    x = 1 // 0\nexcept ZeroDivisionError:\n    x = yield (1, 2)\nelse:\n    x = 3\nreturn x", (), [1, 2]),
    ("a choice in the else of try", "", "try:\n    pass\nexcept ValueError:\n    x = 0\nelse:\n    x = yield (1, 2)\nreturn x", (), [1, 2]),
    ("an exception behind a choice in try is that of its branch", "", "x = yield (1, 2, 3)\ntry:\n    y = yield (x, 'ab'[x])\nexcept IndexError:\n    return x, 'none'\nreturn x, y", (), [(1, 1), (1, "b"), (2, "none"), (3, "none")]),
    ("a return in try", "", "x = yield (0, 2)\ntry:\n    return 4 // x\nexcept ZeroDivisionError:\n    return 'none'", (), ["none", 2]),
    ("a return in a try star", "", "x = yield (0, 2)\ntry:\n    x = 4 // x\nexcept* ZeroDivisionError:\n    x = 'none'\nreturn x", (), ["none", 2]),
    ("require in try ends the branch and is no exception", "", "x = yield (1, 2, 3)\ntry:\n    require(x != 2)\nexcept BaseException:\n    return 'caught'\nreturn x", (), [1, 3]),
    ("fail in with", "", "import contextlib\nx = yield (1, 2)\nwith contextlib.nullcontext(x) as y:\n    if y == 1:\n        fail()\nreturn x", (), [2]),
    ("a choice in with", "", "import contextlib\nwith contextlib.nullcontext((1, 2)) as xs:\n    x = yield xs\nreturn x", (), [1, 2]),
    ("a return in with", "", "import contextlib\nx = yield (0, 2)\nwith contextlib.suppress(ZeroDivisionError):\n    return 4 // x\nreturn 'none'", (), ["none", 2]),
    ("continue in try, in a loop of choices", "", "out = []\nfor text in ('1', 'a', '2'):\n    try:\n        n = int(text)\n    except ValueError:\n        continue\n    out.append((yield (n, -n)))\nreturn out", (), [[1, 2], [1, -2], [-1, 2], [-1, -2]]),
    ("break in with, in a loop of choices", "", "import contextlib\nout = []\nfor text in ('a', 'stop', 'b'):\n    with contextlib.nullcontext():\n        if text == 'stop':\n            break\n    out.append((yield (text, text.upper())))\nreturn out", (), [["a"], ["A"]]),
    ("del of a local", "", "x = yield (1, 2)\ny = x\nif x == 1:\n    del y\ntry:\n    z = y\nexcept UnboundLocalError:\n    z = 'none'\nreturn z", (), ["none", 2]),
    ("del of a tuple", "", "x = y = yield (1, 2)\ndel (x, y)\nx = yield (3,)\nreturn x", (), [3, 3]),
    ("a change in a case guard", "xs", "yield (1, 2)\nmatch xs:\n    case [_, _] if xs.pop() == 7:\n        return 'seven', xs\n    case _:\n        return 'other', xs", ([1, 2],), [("other", [1]), ("other", [1])]),
    ("a choice in a case guard", "xs", "match xs:\n    case [x] if (yield (0, 1)):\n        return 'one', x\n    case [x, *_] if x > (yield (0, 5)) and x:\n        return 'more', x\n    case _:\n        return 'none'", ([2],), [("more", 2), "none", ("one", 2)]),
    ("a choice in a default of a function", "", "def g(x=(yield (1, 2)), *, y: int = (yield (3, 4))):\n    return x, y\nreturn g()", (), [(1, 3), (1, 4), (2, 3), (2, 4)]),
    ("a choice in a default of a lambda", "xs", "return sorted(xs, key=lambda x, y=(yield (1, -1)): x * y)", ([1, 2],), [[1, 2], [2, 1]]),
    ("a choice in a decorator", "", "@(yield (repr, callable))\ndef g(): pass\nreturn g if g is True else g[:10]", (), ["<function ", True]),
    ("a variable of a pattern that is shared with a function, in the guard", "xs", "n = 0\ntell = lambda: n\nx = yield (0, 2)\nmatch xs:\n    case [n] if tell() > x:\n        return 'A', n, tell()\n    case n:\n        return 'B', tell()", ([1],), [("A", 1, 1), ("B", [1])]),
    ("a permanent variable bound by a pattern with a guard", "xs", "n = permanent(0)\nx = yield (0, 2)\nmatch xs:\n    case [n] if n > x:\n        return n\nreturn n", ([1],), [1, 1]),
    ("a choice in a later operand of and", "", "return (yield (0, 1)) and (yield (2, 3))", (), [0, 2, 3]),
    ("a choice in a later operand of or", "", "return (yield (0, 1)) or (yield (2, 3))", (), [2, 3, 1]),
    ("a choice in a conditional expression", "", "return 'a' if (yield (True, False)) else (yield ('b', 'c'))", (), ["a", "b", "c"]),
    ("a choice in a chained comparison", "", "return 1 < (yield (1, 2)) < (yield (2, 3))", (), [False, False, True]),
    ("a choice in an item that is assigned", "xs", "xs[(yield (0, 1))] = 7\nreturn xs", ([1, 2],), [[7, 2], [1, 7]]),
    ("a choice in an item that is augmented", "xs", "xs[(yield (0, 1))] += (yield (5, 6))\nreturn xs", ([1, 2],), [[6, 2], [7, 2], [1, 7], [1, 8]]),
    ("a choice in an item that is deleted", "xs", "del xs[(yield (0, 1))]\nreturn xs", ([1, 2],), [[2], [1]]),
    ("a choice in the target of for", "xs", "for xs[(yield (0, 1))] in (8,):\n    pass\nreturn xs", ([1, 2],), [[8, 2], [1, 8]]),
    ("a permanent variable without a first value", "", "x = yield (1, 2)\ntry:\n    n = permanent(n + 1)\nexcept UnboundLocalError:\n    n = permanent(x)\nreturn n", (), [1, 2]),
    ("a permanent variable bound by for", "", "n = 0\nfor n in (1, 2):\n    pass\nyield (1, 2)\nn = permanent(n + 1)\nreturn n", (), [3, 4]),
    ("a permanent variable and a parameter of a lambda with its name", "", "n = 0\ny = sorted((2, 1), key=lambda n: n)\nyield (1, 2)\nn = permanent(n + 1)\nreturn n, y", (), [(1, [1, 2]), (2, [1, 2])]),
    ("permanent on one path and ordinary on the other", "", "n = 0\nx = yield (1, 2, 3)\nif x == 1:\n    n = permanent(5)\nelse:\n    n = n + 1\nreturn n", (), [5, 6, 6]),
    ("nonlocal in a function inside", "", "n = 0\ndef g():\n    nonlocal n\n    n += 1\n    return n\nyield (1, 2)\ng()\ny = yield (3, 4)\ng()\nreturn n, y", (), [(2, 3), (2, 4), (2, 3), (2, 4)]),
    ("a change in a function inside", "xs", "def g(x):\n    xs.append(x)\ng((yield (1, 2)))\nreturn xs", ([],), [[1], [2]]),
    ("an item set in a function inside", "xs", "def g(x):\n    xs[0] = x\ng((yield (1, 2)))\nreturn xs", ([0],), [[1], [2]]),
    ("a change in a lambda", "xs", "g = lambda: xs.pop()\nyield (1, 2)\nreturn g(), xs", ([1, 2],), [(2, [1]), (2, [1])]),
    ("a closure over a variable that is rebound", "", "n = 0\ng = lambda: n\nn = yield (1, 2)\nreturn g()", (), [1, 2]),
    ("a generator over the chosen variable", "xs", "n = 1\nn = yield (n + x for x in xs)\nreturn n", ([1, 2],), [2, 3]),
    ("a variable that is bound on one path only", "", "x = yield (0, 1)\nif x:\n    y = 'bound'\nz = yield (2,)\ntry:\n    return y\nexcept UnboundLocalError:\n    return 'unbound'", (), ["unbound", "bound"]),
    ("a variable that is bound in a loop only", "xs", "for x in xs:\n    yield (0, 1)\n    y = x\nreturn y", ([1],), [1, 1]),
    ("one of two pairs, unpacked", "", "a, b = yield (1, 2), (3, 4)\nreturn a + b", (), [3, 7]),
    ("one of two named pairs, unpacked", "xs", "ys = [3, 4]\na, b = yield xs, ys\nreturn a + b", ([1, 2],), [3, 7]),
    ("the same pair twice", "", "a, b = yield (1, 2), (1, 2)\nreturn a + b", (), [3, 3]),
    ("one of two ranges", "", "r = yield range(2), range(3)\nreturn len(r)", (), [2, 3]),
    ("one of three ranges, unpacked", "", "a, b = yield range(2), range(3, 5), range(5, 7)\nreturn a + b", (), [1, 7, 11]),
    ("distinct of a star", "xs", "require(distinct(*xs))\nreturn 1", ([(1, 2)],), [1]),
    ("a constant as a condition", "", "while True:\n    require(1)\n    return 2", (), [2]),
    ("an empty tuple as a condition", "", "if not ():\n    return 2\nreturn 3", (), [2]),
    ("a global that is read only", "", "x = yield (1, 2)\nreturn len(WORDS_KNOWN) * x", (), [0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parameters", "body", "args", "answers"), [pytest.param(*row, id=name) for name, *row in NOT_REFUSED]
)
def test_it_is_not_refused(parameters: str, body: str, args: tuple[Any, ...], answers: list[Any]) -> None:
    for deep in (False, True):
        f = define(body, parameters=parameters, prelude="WORDS_KNOWN = []", decorator=f"@ambiguous(deep={deep})")

        assert list(f(*args)) == answers
        assert list(f(*args)) == answers


@pytest.mark.parametrize("choice", ["x = yield xs", "return (yield xs)", "x = f((yield xs))", "x[(yield xs)] = 1"])
def test_a_function_is_not_normalized_when_it_is_decorated(choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(expansion, "normalize")
    define(f"for i in xs:\n    {choice}\nreturn xs")


@pytest.mark.parametrize(
    "line", ["x == 1 or fail", "ambsearch.fail", "if xs:\n    ambsearch.require", "x == 1 and xs or fail"]
)
def test_a_word_that_is_not_called_is_refused_wherever_it_ends_a_statement(line: str) -> None:
    _, message = complaint(f"x = yield xs\n{line}\nreturn x", prelude="import ambsearch")

    assert "is not called, so this does nothing" in message


def test_amb_may_be_one_side_of_what_is_chosen_from() -> None:
    f = define(
        "x = yield amb(1, 1 / xs) if xs else amb(3, 4) if xs is None else [5]\nreturn (yield amb(x) if xs else [x, 0])"
    )

    assert (list(f(2)), list(f(None)), list(f(0))) == ([1, 0.5], [3, 0, 4, 0], [5, 0])


@pytest.mark.parametrize("decorators", ["@permanent\n@ambiguous", "@ambiguous\n@permanent"])
def test_an_ambiguous_function_that_is_permanent_is_refused(decorators: str) -> None:
    with pytest.raises(Refused, match="a search undoes its changes, so an ambiguous function is not permanent; write"):
        define("x = yield xs\nlog.append(x)\nreturn x", decorator=decorators)


def test_a_function_made_inside_that_is_not_called_is_refused() -> None:
    with pytest.raises(Refused, match=r"small is not called, so this does nothing; write small\(\.\.\.\)"):
        define("def small(x):\n    return x < 2\nx = yield xs\nsmall\nreturn x")


ANSWERS = {
    "x = yield xs\ny = yield (1, 2)\nrequire(x < y)": "f ends here without `return`, so its answers are None; write `return x, y`",
    "for _ in range(2):\n    x = yield xs\nrequire(x)": "write `return x`",
}


@pytest.mark.parametrize("body", ANSWERS)
def test_an_answer_that_is_given_out_where_return_was_forgotten_is_warned_of(body: str) -> None:
    f = define(body)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert f((0, 1)).exists() and f((0, 1)).count() > 1
        assert (
            define("yield g(xs)", prelude="@ambiguous\ndef g(xs):\n    x = yield xs\n    require(x)")([1]).first()
            is None
        )

    with pytest.warns(SyntaxWarning, match=re.escape(ANSWERS[body])):
        assert f((0, 1)).first() is None


@pytest.mark.parametrize(
    "body",
    [
        "x = yield xs\nxs.append(x)\nrequire(x)",
        "x = yield xs\nprint(x)\nrequire(x)",
        "x = yield xs\nif x == 2:\n    return\nrequire(x)",
        "require(xs)",
        "yield xs\nrequire(xs)",
        "x = yield xs\nx += 1",
    ],
)
def test_an_answer_none_of_a_step_is_not_warned_of(body: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert define(body)([1]).first() is None
