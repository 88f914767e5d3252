"""Statements in forms that are met rarely: they mean what they mean in Python, and are taken back, as replay judges."""

import pytest
from class_engines import check
from class_programs import Program

LOGGING = """
log = []
class M:
    def __init__(self, name):
        self.name = name
        log.append("new " + name)
    def __enter__(self):
        log.append("+" + self.name)
        return self.name
    def __exit__(self, *error):
        log.append("-" + self.name)
def make(name):
    log.append("make")
    return M(name)
"""

PROGRAMS = {
    "managers are made before the choice inside": """
@ambiguous
def f():
    y = yield (1, 2)
    with make("A") as a, make("B"):
        x = yield (1, 2)
    return x, y, a, log
""",
    "a return leaves the inner with first": """
@ambiguous
def f():
    with M("A"), M("B"):
        with M("C"):
            x = yield (1, 2)
            if x == 1:
                return x, log
    return x, log
""",
    "a jump leaves the inner with first": """
@ambiguous
def f():
    for i in range(2):
        with M("A"), M("B"):
            with M("C"):
                x = yield (0, 1, 2)
                if x == 0:
                    continue
                if x == 1:
                    break
        log.append("turn")
    else:
        log.append("else")
    return log
""",
    "choices in the head of with": """
@ambiguous
def f():
    with M((yield "ab")) as a, M((yield "cd")) as b:
        log.append(a + b)
        c = yield (1, 2)
        require(c == 2 or a == "a")
    return log
""",
    "a choice in the head of with alone": """
@ambiguous
def f():
    with (yield (M("x"), M("y"))) as name:
        make("z")
        if name == "x":
            return name
    return log
""",
    "a walrus of a shared variable in the head of with": """
@ambiguous
def f():
    a = yield (1, 2)
    tell = lambda: e
    with M((e := "ab"[a - 1])):
        x = yield (1, 2)
    return x, tell(), log
""",
    "a choice in the test of an if inside try": """
@ambiguous
def f():
    try:
        make("t")
        if (yield (0, 1)) and 1 // (yield (0, 1)):
            k = 1
        elif (yield (0, 1)):
            raise ValueError
        else:
            k = 2
    except (ValueError, ZeroDivisionError) as error:
        return type(error).__name__, log
    return k
""",
    "a variable that may have no value in what a comprehension goes over": """
@ambiguous
def f():
    n = yield (0, 1, 2)
    for last in range(n):
        x = yield (0, 1)
    try:
        return [v + x for v in range(last + 1)], {v for v in range(last)}
    except UnboundLocalError:
        return "none"
""",
    "a variable of the function around that may have no value": """
@ambiguous
def f():
    n = yield (0, 1)
    tell = lambda: last
    if n:
        last = 5
    x = yield (1, 2)
    try:
        return tell() + x
    except NameError as error:
        return type(error).__name__
""",
    "the rest of a mapping, shared with a function": """
@ambiguous
def f():
    a = yield (1, 2)
    tell = lambda: (n, rest)
    match {"k": a, "z": 1}:
        case {"k": n, **rest}:
            return tell()
""",
}


@pytest.mark.parametrize("depths", ["plain", "deep"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_means_what_it_means_in_python(name: str, depths: str) -> None:
    check(Program(LOGGING + PROGRAMS[name], frozenset()), depths)


@pytest.mark.parametrize("manager", ["3", "object()", "Half()"])
def test_what_is_no_context_manager_is_refused_in_the_words_of_python(manager: str) -> None:
    from helpers import compile_program

    from ambsearch import ambiguous

    text = (
        "class Half:\n    def __enter__(self):\n        self.n = 1\n"
        f"def plain():\n    with {manager}:\n        return 1\n"
        f"@ambiguous\ndef around():\n    with {manager}:\n        x = yield (1, 2)\n    return x\n"
        "@ambiguous\ndef helper():\n    x = yield (1, 2)\n    return plain()\n"
    )
    space = compile_program(text, {"ambiguous": ambiguous})
    with pytest.raises(TypeError) as expected:
        space["plain"]()

    for name in ("around", "helper"):
        with pytest.raises(TypeError) as found:
            list(space[name]())
        assert str(found.value) == str(expected.value)
