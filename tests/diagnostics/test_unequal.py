"""A comparison that is never true, such as one of a text with a number, is warned of, with what to write instead; one that may be true is not."""

import gc
import re
import warnings

import pytest
from helpers import compile_program
from recorded import WORDS


def define(choice: str, condition: str) -> None:
    head = "DIGITS, NUMBERS, MIXED = '123', {1: 'a'}, [1, '2']\n@ambiguous\ndef f(ys):\n"
    compile_program(f"{head}    {choice}\n    require({condition})\n    return x\n", WORDS)


TEXTS = [
    "'123'",
    "DIGITS",
    "{'1': 2}",
    "('1', '2')",
    "['1', str(2)]",
    "amb('1', '2')",
    "an_element_of('12')",
    "'1 2'.split()",
]
NUMBERS = [
    "range(3)",
    "NUMBERS",
    "(1, 2)",
    "an_integer_between(1, 3)",
    "{0, 1.5}",
    "{1: 'a', 2: 'b'}",
    "amb(1, True)",
    "[len(ys)]",
]


@pytest.mark.parametrize("items", TEXTS)
@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("x == 2", "x is a text and 2 a number, so x == 2 is never true; write int(x)"),
        ("3 > 2 != x", "so 3 > 2 != x is always true; write int(x)"),
        ("x in (1, 2)", "x is a text and (1, 2) has only numbers, so x in (1, 2) is never true; write int(x)"),
        ("x not in range(3)", "so x not in range(3) is always true; write int(x)"),
        (
            "ys and x + x == 11",
            "x + x is a text and 11 a number, so x + x == 11 is never true; write int(x) + int(x), or int(x + x) for the digits in a row",
        ),
    ],
)
def test_a_chosen_text_that_is_compared_with_a_number_is_warned_of(items: str, condition: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        define(f"x = yield {items}", condition)


@pytest.mark.parametrize("items", NUMBERS)
@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("x == '2'", "x is a number and '2' a text, so x == '2' is never true; write str(x)"),
        ("'2' == x", "'2' is a text and x a number, so '2' == x is never true; write str(x)"),
        (
            "x in ('1', '2')",
            "x is a number and ('1', '2') has only texts, so x in ('1', '2') is never true; write str(x)",
        ),
        ("x == input()", "x is a number and input() a text, so x == input() is never true; write int(input())"),
    ],
)
def test_a_chosen_number_that_is_compared_with_a_text_is_warned_of(items: str, condition: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        define(f"x = yield {items}", condition)


@pytest.mark.parametrize(
    ("choice", "condition", "told"),
    [
        (
            "x = yield range(3)",
            "x == [1, 2]",
            "x is a number and [1, 2] a collection, so x == [1, 2] is never true; write x in [1, 2]",
        ),
        ("x = yield 'abc'", "x != ('a', 'b')", "so x != ('a', 'b') is always true; write x not in ('a', 'b')"),
        ("x = y = z = yield ys; y = [y]", "x != y", "x and z are one choice, and always equal; write `z = yield ...`"),
        ("x = yield ys", "x.n > 5 and ys and 3.5 > x.n", "is never true; write x.n > 5 or 3.5 > x.n"),
        ("x = yield ys", "x < 5 or 2 <= x", "x < 5 or 2 <= x is always true; write x < 5 and 2 <= x"),
        ("x = yield ys", "x > 5 > x + 1 and 5 > x >= 7", "5 > x >= 7 is never true; write 7 > x >= 5"),
        ("x = yield ys", "1 < x < 9 and x == 9", "1 < x < 9 and x == 9 is never true"),
        ("x = yield 'abc'", "x != 'a' or x != 'b'", "is always true; write x not in ('a', 'b')"),
        (
            "x = yield range(3); used = [x]",
            "x in [used]",
            "x is a number and [used] has only a list, so x in [used] is never",
        ),
        ("x = yield range(3)", "sum(ys) == '4'", "sum(ys) is a number and '4' a text"),
        ("x = yield range(3)", "x * 0.1 == 0.7", "x * 0.1 is rounded, and may be a little more or less than 0.7"),
        ("x = yield range(3)", "x == ys ** 1 / 3", "ys ** 1 / 3 is (ys ** 1) / 3; write ys ** (1 / 3)"),
        (
            "x = yield ys",
            "sorted(x) == (1, 2)",
            "sorted(x) is a list and (1, 2) a tuple, so sorted(x) == (1, 2) is never",
        ),
        (
            "x = yield ys",
            "sorted(x) == range(2)",
            "is a list and range(2) a range, so sorted(x) == range(2) is never true; write list(range(2))",
        ),
        (
            "x = yield ys",
            "{x, 1} == [0, 1]",
            "{x, 1} is a set and [0, 1] a list, so {x, 1} == [0, 1] is never true; write set([0, 1])",
        ),
        ("x = yield ys", "[x] != set(x)", "so [x] != set(x) is always true; write set([x])"),
        ("x = yield [(0, 1), (1, 0)]", "x != [0, 1]", "so x != [0, 1] is always true; write list(x)"),
        ("x = yield ys", "x != 1 or not x or x != 2", "is always true; write x not in (1, 2)"),
        ("x = yield ys", "x.n == 1 and x and x.n == 2", "is never true; write x.n in (1, 2)"),
        (
            "x = yield ys",
            "x == 1 & ys == 2",
            "& comes before a comparison, so 1 & ys is one side here; write x == 1 and ys == 2",
        ),
        ("x = yield ys", "x != x", "x != x compares x with itself, and is never true; write the other on one side"),
        ("x = yield ys", "ys[x] <= ys[x]", "ys[x] <= ys[x] compares ys[x] with itself, and is always true"),
        (
            "x = yield ys; y = yield ys; z = yield ys",
            "x != y != z",
            "x != y != z does not compare x with z; if all are to differ write distinct(x, y, z)",
        ),
        ("x = yield ys", "x in ys == False", "x in ys == False is `x in ys and ys == False`; write (x in ys) == False"),
        ("x = yield ys", "x < 2 != True", "x < 2 != True is `x < 2 and 2 != True`; write (x < 2) != True"),
        ("x = yield ys", "abs(x - 1 == 2)", "abs takes in all of x - 1 == 2; write abs(x - 1) == 2"),
        (
            "x = yield range(999)",
            "x is ys",
            "x is ys asks whether it is the same object, which equal numbers need not be; write x == ys",
        ),
        ("x = yield (1, 2)", "ys is not x + 1", "write ys != x + 1"),
        ("x = yield ('ab', 'cd')", "x is ys", "which equal texts need not be; write x == ys"),
        (
            "x, y = yield [('1', 2), ('2', 3)]",
            "x == 2 and y == 2",
            "x is a text and 2 a number, so x == 2 is never true",
        ),
        ("x = yield ys", "x == 1 | (x == 2) == 3", "so 1 | (x == 2) is one side here; write x == 1 or (x == 2) == 3"),
    ],
)
def test_a_comparison_that_is_never_true_or_always_is_warned_of(choice: str, condition: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        define(choice, condition)


@pytest.mark.parametrize(
    ("choice", "condition"),
    [
        ("x = [(yield '12')]", "x == '1'"),
        ("x = yield [(1, 2), [3]]", "x == (1, 2) or x == [3] or x == {}"),
        ("x = y = yield ys; y = y + 1", "x != y"),
        ("x = yield ys", "ys[0] != ys[1] != ys[2]"),
        ("x = yield ys; y = yield ys", "0 != x != y and x != y != NUMBERS and x != y != x"),
        ("x = yield ys; y = yield ys", "x == 1 != y and x != x + y"),
        ("x = yield ys", "x > 5 and x > 3 and x <= 6 and 1 < x < 9 and (x < 5 or x > 7) and (x != 5 or x > 7)"),
        ("x = yield ys", "x > 2 and x < 3 and (x < 'a' or x < 5) and (x > [1] and x < [0])"),
        ("x = yield range(3); used = [x]", "x in used or x in [used[0]] or [x, 1] in [used, [1, 2]] or used in [used]"),
        ("x = yield range(3)", "sum([ys], []) == [1] and x * 0.5 == 0.5 and x == ys ** (1 / 2) and 2 ** 1 == x"),
        ("x = yield ys; y = x", "distinct(x, y)"),
        ("x = yield '123'", "int(x) == 2 and x == '2' and x in '12' and len(x) == 1"),
        ("x = int((yield '123'))", "x == 2"),
        ("x = yield '123'; x = int(x)", "x == 2"),
        ("x = yield MIXED", "x == 2 or x == '2'"),
        ("x = yield ys", "x == 2 or x == '2'"),
        ("x = yield [*ys, '2']", "x == 2"),
        ("x, y = yield [('1', 2), (2, 2)]", "x == 2 and y == 2"),
        ("x = yield [[1], (1,)]", "x == (1,) or x == [1]"),
        ("x = yield ys", "{x} == frozenset([1]) or set(x) == ys or range(x) == range(2) == x or x in range(2)"),
        ("x = [1]; x += (yield ys)", "x == [1, 2] and tuple(x) == (1, 2) and [*x] * 2 == [1, 1]"),
        ("x = yield ys", "(x != 1 or ys != 2) and (x == 1 or x == 2) and (x == 1 and x == True)"),
        ("x = yield ys", "x == x + 0 and 1 < x in ys and x == 1 == True and ys.pop() == ys.pop() and abs(x - 1) == 2"),
        ("x = yield ys", "x | 1 == 3 and x == (1 & ys) == 1"),
        ("x = yield (True, False)", "x is ys or x is True or x is not None"),
        ("x = yield range(3)", "x is None or x is not True"),
        ("x = yield ys", "x is ys and x is not ys[0]"),
        ("x = yield range(3)", "x == 2.0 or x == True and x in ('1', 2) and str(x) == '2'"),
    ],
)
def test_a_comparison_that_may_be_true_is_not_warned_of(choice: str, condition: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        define(choice, condition)


@pytest.mark.thorough
def test_each_function_is_warned_of_though_another_like_it_is_gone() -> None:
    for _ in range(20):
        with pytest.warns(SyntaxWarning, match="never true"):
            define("x = yield '12'", "x == 2")
        gc.collect()
