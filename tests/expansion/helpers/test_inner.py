"""Functions made inside an ambiguous function: what they change is taken back, by the twin beside each."""

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import expand

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def answers(body: str, deep: bool) -> list[object]:
    lines = body.strip("\n").splitlines()
    program = f"@ambiguous(deep={deep})\ndef f():\n" + "".join(f"    {line}\n" for line in lines)
    return list(compile_program(program, WORDS)["f"]())


@pytest.mark.parametrize(
    "body, expected",
    [
        (
            """
total = 0
def add(n):
    nonlocal total
    total += n
for _ in range(2):
    add((yield (1, 2)))
return total
""",
            [2, 3, 3, 4],
        ),
        (
            """
path = []
def walk(n):
    path.append(n)
    return n if n == 0 else walk(n - 1)
walk((yield (0, 2)))
walk((yield (0, 1)))
return path
""",
            [[0, 0], [0, 1, 0], [2, 1, 0, 0], [2, 1, 0, 1, 0]],
        ),
        (
            """
seen = []
def even(n):
    seen.append(n)
    return n == 0 or odd(n - 1)
def odd(n):
    seen.append(-n)
    return n != 0 and even(n - 1)
return even((yield (1, 2))), seen
""",
            [(False, [1, 0]), (True, [2, -1, 0])],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
n = yield (1, 2)
put(n)
def put(n):
    xs.append(-n)
put(n)
return xs
""",
            [[1, -1], [2, -2]],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
calls = [put, lambda n: put(10 * n)]
(yield calls)((yield (1, 2)))
return xs
""",
            [[1], [2], [10], [20]],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
    require(sum(xs) < 4)
put((yield (1, 2, 3)))
put((yield (1, 2, 3)))
return xs
""",
            [[1, 1], [1, 2], [2, 1]],
        ),
    ],
    ids=["nonlocal", "recursive", "mutual", "made_twice", "handed_on", "requiring"],
)
def test_what_a_function_made_inside_changes_is_taken_back(body: str, expected: list[object], deep: bool) -> None:
    assert answers(body, deep) == expected


def test_a_deleted_variable_that_a_function_shares_has_no_value(deep: bool) -> None:
    body = """
a = 1
def show():
    return a
yield (1, 2)
del a
b = 0
b += a
"""
    with pytest.raises(UnboundLocalError):
        answers(body, deep)


def test_the_twin_of_a_function_made_inside_is_shown() -> None:
    space = compile_program(
        "@ambiguous\ndef f():\n    xs = []\n    def put(n):\n        xs.append(n)\n    put((yield (1, 2)))\n    return xs\n",
        WORDS,
    )

    assert "def put_recorded(trail, /, n):" in expand(space["f"])


def test_a_function_made_inside_has_its_own_name_in_a_traceback() -> None:
    body = """
xs = []
def halve(n):
    xs.append(n)
    return n / 0
halve((yield (1, 2)))
"""
    with pytest.raises(ZeroDivisionError) as caught:
        answers(body, False)

    assert caught.traceback[-1].name == "halve"
    assert caught.traceback[-1].frame.code.raw.co_qualname == "f.<locals>.halve"
