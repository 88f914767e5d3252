"""Choices inside try: each branch is tried by itself; replay, which runs the module anew for every branch, is the judge."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns, compile_program

from ambsearch import amb, ambiguous, expand, permanent

PROGRAMS = {
    "handlers that leave the loop around it, or go on with it": """
out = []
@ambiguous
def f():
    for i in range(3):
        try:
            for v in range(2):
                x = yield (0, 1, 2)
                if x == 2:
                    raise KeyError
                out.append(1 // x)
            else:
                if i == 1:
                    break
                out.append('else')
                continue
        except ZeroDivisionError:
            out.append('z')
            continue
        except KeyError:
            out.append('k')
            break
        out.append('never')
    else:
        out.append('end')
    return list(out)
""",
    "conditions with choices, one after the other": """
log = []
@ambiguous
def f():
    for n in range(2):
        try:
            if n:
                x = yield (0, 1, 2)
                log.append(6 // x)
            if len(log) > 1:
                y = yield "ab"
                if y == "b":
                    return "early", list(log)
                log.append(y)
            elif not log:
                log.append((yield (7, 8)))
            if log[0] == 8:
                z = yield (0, 3)
                log.append([].pop() if z else z)
                if z == 0 and n:
                    continue
            if n and (yield (True, False)):
                break
            log.append("end")
        except ZeroDivisionError:
            log.append("z")
        except IndexError:
            log.append("i")
            raise StopAsyncIteration(n) if n else KeyError(n)
        finally:
            log.append(n)
    else:
        log.append("else")
    return list(log)
""",
    "a loop that is left by break, by its else, and by a handler": """
log = []
class Full(Exception): pass
def put(v):
    log.append(v)
    if sum(log) > 3:
        raise Full(v)
    return v
@ambiguous
def f():
    n = 0
    try:
        log.append(0)
        for i in range(3):
            x = yield (1, 2)
            n += put(x)
            if n == 3:
                break
        else:
            log.append('e'.count('z'))
        y = yield (5, 6)
        if y == 6:
            put(9)
    except Full as e:
        return 'full', n, list(log), e.args
    else:
        log.append(100)
    return n, list(log)
""",
    "a test that raises": """
d = {'a': 2, 'b': 0}
@ambiguous
def f():
    got = []
    for k in 'ab':
        try:
            while 4 / d[k] < 3:
                x = yield (1, 2)
                d[k] -= x
                got.append((k, x))
                if x == 2: continue
                got.append('.')
        except ZeroDivisionError:
            got.append('zero')
        except KeyError:
            fail()
    return got, dict(d)
""",
    "an iterator that raises in every branch": """
seen = []
def gen():
    yield 1
    yield 2
    raise KeyError('g')
@ambiguous
def f():
    try:
        for a in gen():
            b = yield (a, 10 * a)
            seen.append(b)
    except KeyError as e:
        c = yield (0, 1)
        seen.append(str(e))
        return c, list(seen)
    return 'no'
""",
    "loops in loops": """
out = []
@ambiguous
def f():
    try:
        for i in range(2):
            for j, v in enumerate([3, 4]):
                x = yield (v, 0)
                if x == 0:
                    out.append((i, j))
                    if len(out) > 2:
                        raise ValueError(len(out))
                    break
                try:
                    for q in (yield ['a', 'ab']):
                        z = yield (q, '!')
                        if z == '!' and q == 'b':
                            raise IndexError
                        out.append(z)
                except IndexError:
                    out.append('I')
                    continue_ = 1
    except ValueError as e:
        out.append(e.args[0])
    out.append('end')
    return list(out)
""",
    "a return": """
xs = [1]
@ambiguous
def f():
    try:
        while True:
            x = yield (0, 1, 2)
            xs.append(x)
            if len(xs) > 3:
                return 'long', list(xs)
            y = 1 // x
            if x == 2: break
    except ZeroDivisionError:
        xs.clear()
    z = yield 'ab'
    return z, list(xs)
""",
    "a try in a loop": """
acc = []
@ambiguous
def f():
    for r in range(2):
        try:
            for c in range(2):
                v = yield (0, 1)
                acc.append(1 // v)
        except ZeroDivisionError:
            acc.append('z')
        if len(acc) > 3:
            break
    return list(acc)
""",
    "a try in a try, with else and finally": """
out = []
@ambiguous
def f():
    try:
        a = yield (0, 1)
        try:
            b = yield (a, 0)
            out.append(1 // b)
        except ZeroDivisionError:
            out.append('inner')
            if a:
                raise KeyError(a)
        else:
            out.append('else')
        finally:
            out.append('fin')
        c = yield (0, 2)
        out.append(2 // c)
    except ZeroDivisionError as e:
        out.append('outer')
    except KeyError as e:
        out.append(('key', e.args))
        d = yield 'xy'
        out.append(d)
    return a, b, list(out)
""",
    "a handler that raises": """
out = []
@ambiguous
def f():
    try:
        try:
            for i in range(2):
                x = yield (0, 1)
                out.append(1 // x)
        except ZeroDivisionError:
            out.append('r')
            raise ValueError('v') from None
        out.append('ok')
    except ValueError as e:
        out.append(str(e))
    return list(out)
""",
    "an else of the loop, and a handler that fails": """
out = []
@ambiguous
def f():
    for i in range(2):
        try:
            n = 0
            while n < 2:
                x = yield (1, 2)
                n += x
                if n == 1:
                    continue
                if n > 2:
                    raise OverflowError
                for k in range(x):
                    if k: break
                    out.append(k)
                else:
                    out.append('e')
            else:
                out.append('done')
        except OverflowError:
            out.append('O')
            if i: fail()
    return list(out)
""",
    "a loop with finally": """
log = []
@ambiguous
def f():
    for turn in range(2):
        try:
            log.append("start")
            for i in range(3):
                x = yield (0, 1, 2, 3)
                log.append((i, x))
                if x == 3:
                    return "three", turn, i, log
                if x == 2:
                    break
                if i < x:
                    continue
                log.append(6 // x)
                if i == 1 and x == 1:
                    raise KeyError
            else:
                log.append("else")
            log.append("after")
        except ZeroDivisionError:
            y = yield "ab"
            log.append(y)
            if y == "b":
                break
        finally:
            log.append("finally")
    else:
        log.append("done")
    return log
""",
    "a while loop with finally around a try with finally": """
log = []
@ambiguous
def f():
    n = 3
    try:
        while n // (n - 5):
            try:
                x = yield (1, 2)
                n -= x
                if n == 1:
                    continue
                if n < 0:
                    break
                log.append(4 // n)
            except ZeroDivisionError:
                log.append("inner")
                raise ValueError("outer")
            finally:
                log.append(n)
    except ValueError as error:
        log.append(str(error))
    finally:
        log.append("end")
    return n, log
""",
    "match": """
log = []
def seen(x):
    log.append(x)
    return x
@ambiguous
def f():
    try:
        p = yield [(0, 1), (1, 0), [2, 3], "other", (4, 4, 4)]
        match seen(p):
            case (0, y):
                x = yield (y, 0)
                log.append(1 // x)
            case (x, 0) if seen(x):
                log.append(x // 0)
            case [x, *rest]:
                z = yield rest
                if z == 4: raise KeyError(z)
                x = 12 // (z - 3)
            case _:
                x = len(p) // (yield (0, 1))
        log.append("after")
        w = yield "ab"
    except ZeroDivisionError:
        x = yield (8, 9)
    finally:
        log.append("finally")
    return x, log
""",
    "a choice in the test of an if, and in the subject of a match": """
@ambiguous
def f():
    out = []
    try:
        if (yield (0, 1, 2)) and 2 // (yield (0, 1)):
            out.append("if")
            a = yield "ab"
        else:
            out.append("else")
        match (yield (1, 2)):
            case 1:
                out.append(1 // (yield (0, 1)))
            case n:
                out.append(n)
    except ZeroDivisionError:
        out.append("zero")
    return out
""",
    "operands before a choice, and those that may be skipped": """
log = []
def note(x):
    log.append(x)
    return x
@ambiguous
def f():
    try:
        x = note(1) + (yield [note(2), 3]) // note(0 if len(log) > 2 else 1)
        y = note(x > 3) and 6 // (yield (0, note(2)))
        z = (yield "ab") if y else note("none")
        log[note(0)] = note((yield (x, y)))
        return z, log, note((yield (8, 9)))
    except ZeroDivisionError:
        return "zero", log
""",
    "choices in a raise, in the message of an assert, and in the head of a with": """
log = []
class Level:
    def __init__(self, x):
        self.x = x
    def __enter__(self):
        log.append(self.x)
        return self.x
    def __exit__(self, *error):
        log.append("out")
def note(x):
    log.append(x)
    return x
@ambiguous
def f():
    with Level((yield "ab")) as a, Level((yield (a, "c"))) as b:
        log.append(a + b)
    with Level((yield (1, 2))):
        log.append("in")
    x = yield (0, 1)
    try:
        assert x, (yield note(["zero", "none"]))
        raise KeyError(note(x)) from (yield [ValueError("v"), None])
    except AssertionError as error:
        return a, b, error.args, log
    except KeyError as error:
        return a, b, error.args, str(error.__cause__), log
""",
    "raise alone beside a choice in a handler": """
log = []
@ambiguous
def f():
    try:
        try:
            x = yield (0, 1, 2)
            log.append(2 // x)
            if x == 2:
                raise KeyError(x)
        except ZeroDivisionError:
            y = yield "ab"
            log.append(y)
            if y == "b":
                try:
                    raise OSError(y)
                except OSError:
                    log.append("inner")
                raise
        except KeyError as error:
            z = yield (error.args[0], 5)
            if z == 5:
                raise
        finally:
            log.append("finally")
    except (ZeroDivisionError, KeyError) as error:
        return x, type(error).__name__, error.args, log
    return x, log
""",
    "variables that have no value afterwards": """
@ambiguous
def f():
    try:
        for i in range(2):
            x = yield (0, 1)
            y = 1 // x
    except ZeroDivisionError as e:
        msg = str(e)
    try:
        return x, y, i, msg
    except UnboundLocalError as e:
        return x, i, e.name if hasattr(e, 'name') else 0
""",
    "a target that is a place": """
m = {}
@ambiguous
def f():
    try:
        for (a, b), m['k'] in [((1, 2), 'p'), ((3, 0), 'q')]:
            c = yield range(a, a + 2)
            m[c] = a / b
    except ZeroDivisionError:
        m['z'] = m.pop('k')
    return a, b, dict(m)
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_a_branch_is_tried_as_if_it_were_alone(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


LOG: list[object] = []


class Slip:
    """Raises when it is iterated over, or at its second item."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __iter__(self) -> Iterator[int]:
        if not self.left:
            raise KeyError("iter")
        return self

    def __next__(self) -> int:
        self.left -= 1
        if not self.left:
            raise KeyError("next")
        return self.left


def lines_of_conditions(count: int) -> int:
    """The lines of the expansion of a try with this many conditions, each with a choice."""
    conditions = "".join(f"        if a > {i}:\n            x = yield (a, x)\n" for i in range(count))
    text = f"@ambiguous\ndef f(a, x):\n    try:\n{conditions}    except ValueError:\n        x = 0\n    return x\n"
    return len(expand(compile_program(text, {"ambiguous": ambiguous})["f"], fast=True).splitlines())


def test_the_expansion_grows_by_as_much_for_each_condition_in_a_try() -> None:
    two, four, six = map(lines_of_conditions, (2, 4, 6))

    assert six - four == four - two


def slip() -> Iterator[int]:
    yield 1
    raise KeyError("generator")


@ambiguous
def inverse(bad: int) -> Any:
    n = yield (0, 1, 2)
    LOG.append(n)
    if n == bad:
        raise KeyError("search")
    return n


RAISED: list[tuple[Callable[[], Any], list[Any]]] = [
    (lambda: Slip(0), ["iter"]),
    (lambda: Slip(2), [11, "next"]),
    (slip, [11, "generator"]),
    (lambda: map(int, ["1", "x"]), [11, "invalid literal for int() with base 10: 'x'"]),
    (lambda: inverse(0), ["search"]),
    (lambda: inverse(2), [10, 11, "search"]),
    (lambda: inverse(3), [10, 11, 12]),
]


@pytest.mark.parametrize(("make", "expected"), RAISED)
def test_what_a_choice_raises_instead_of_an_item_is_handled_around_it(
    make: Callable[[], Any], expected: list[Any], deep: bool
) -> None:
    @ambiguous(deep=deep)
    def search() -> Any:
        try:
            try:
                x = 10 + (yield make())
            except IndexError:
                return "another"
            finally:
                LOG.append("left")
        except (KeyError, ValueError) as error:
            y = yield [error.args[0]]
            return y
        return x

    assert list(search()) == expected
    assert LOG == []


def test_what_is_raised_behind_the_try_is_not_handled_in_it(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search() -> Any:
        try:
            yield (1, 2)
        except KeyError:
            return "handled"
        return (yield slip())

    answers = iter(search())
    assert next(answers) == 1
    with pytest.raises(KeyError, match="generator"):
        next(answers)


def test_the_alternatives_of_an_amb_inside_try_are_evaluated_when_they_are_tried(deep: bool) -> None:
    tried: list[object] = []

    def note(x: int) -> int:
        tried.append(x)
        return x

    note = permanent(note)

    @ambiguous(deep=deep)
    def search() -> Any:
        try:
            x = yield amb(note(0), note(1), (yield [note(2), 3]), 1 // note(0))
            tried.append("x") if x else None
            return 6 // x
        except ZeroDivisionError:
            return "none"

    assert list(search()) == ["none", 6, 3, 2, "none"]
    assert tried == [0, 1, 2, 0]


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("around", [iter, enumerate, lambda items: zip(items, "ab", strict=True)])
def test_what_a_generator_raises_is_handled_whatever_is_around_it(around: Callable[[Any], Any], deep: bool) -> None:
    def numbers() -> Iterator[int]:
        yield 1
        yield 2 // 0

    @ambiguous(deep=deep)
    def handled():
        try:
            x = yield around(numbers())
        except ZeroDivisionError:
            x = "raised"
        return x

    assert list(handled()) == [next(iter(around([1, 2]))), "raised"]


class Counted:
    """A sequence that raises at its second item, and counts something else."""

    def __init__(self) -> None:
        self.attempts = 3

    def __getitem__(self, i: int) -> int:
        return 2 // (1 - i)


def test_a_sequence_in_a_try_keeps_its_own_attributes(deep: bool) -> None:
    counted = Counted()

    @ambiguous(deep=deep)
    def tried():
        try:
            x = yield counted
        except ZeroDivisionError:
            x = "raised"
        return x, counted.attempts

    assert list(tried()) == [(2, 3), ("raised", 3)]
