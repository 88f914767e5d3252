"""A `with` around choices: each branch leaves it by itself; replay is the judge of managers of one's own."""

import contextlib
import io
import threading
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns, compile_program

from ambsearch import ambiguous, require

LEVEL = """
log = []
class Level:
    depth = 0
    def __init__(self, taken=()): self.taken = taken
    def __enter__(self):
        self.depth += 1
        return self.depth
    def __exit__(self, kind, error, trace):
        self.depth -= 1
        log.append((kind and kind.__name__, error and error.args))
        return kind in self.taken
plain, soft = Level(), Level((KeyError, ZeroDivisionError))
"""

PROGRAMS = {
    "inside try": """
@ambiguous
def f():
    try:
        with plain as depth:
            x = yield (0, 1, 2)
            y = 2 // x
            if x == 1: return 'out', x, depth, plain.depth, list(log)
        z = yield 'ab'
        {'a': 1}[z]
    except ZeroDivisionError:
        x = yield 'zw'
    except KeyError:
        z = 'k'
    finally:
        log.append('finally')
    return x, plain.depth, list(log)
""",
    "in a stack": """
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
class Room:
    closed = 0
    def close(self):
        self.closed += 1
        log.append("close")
    def out(self, *error): log.append(error[0] and error[0].__name__)
room = Room()
@contextmanager
def level(name):
    log.append(name)
    try: yield len(log)
    except KeyError: log.append("caught")
    finally: log.append("out")
@ambiguous
def f():
    y = z = None
    with ExitStack() as stack, closing(room):
        d = stack.enter_context(plain)
        stack.callback(log.append, d)
        inner = stack.enter_context(ExitStack())
        stack.push(room.out)
        x = yield (0, 1, 2)
        stack.enter_context(closing(room))
        y = inner.enter_context(level(x))
        inner.enter_context([soft, nullcontext(), suppress(ArithmeticError)][x])
        z = yield (0, 1)
        if x == 1: stack.pop_all().close()
        if z: raise KeyError(6 // x)
    return x, y, z, d, plain.depth, soft.depth, room.closed, list(log)
""",
    "in a stack whose exits raise": """
from contextlib import ExitStack
def fall(kind, *rest):
    if kind is not GeneratorExit: raise ValueError("fallen")
@ambiguous
def f():
    try:
        with ExitStack() as stack:
            x = yield (0, 1, 2)
            stack.enter_context(plain)
            if x == 2: stack.push(fall)
            y = yield (0, 1)
            log.append(3 // y)
    except ArithmeticError as error:
        log.append(repr(error))
    except ValueError as error:
        log.append(repr(error.__context__))
    return x, y, plain.depth, list(log)
""",
    "in a handler, and in else": """
@ambiguous
def f():
    try:
        x = yield (0, 1)
        x = 1 // x
    except ZeroDivisionError:
        with plain:
            x = yield 'ab'
            if x == 'b': raise KeyError(x)
    else:
        with soft, plain as d:
            y = yield (0, 1)
            x = d // y
    return x, plain.depth, list(log)
""",
    "an exception that the manager takes": """
@ambiguous
def f():
    got = []
    with soft as d, plain:
        x = yield (0, 1, 2)
        with soft as got:
            y = yield (x, 0)
            z = x // y
        z = 4 // x
        got = [z]
    return x, y, d, got, soft.depth, plain.depth, list(log)
""",
    "jumps, in a loop in try": """
@ambiguous
def f():
    out = []
    try:
        for i in range(3):
            with soft as out_:
                x = yield (0, 1, 2)
                if x == 2: break
                if i == 1: continue
                with plain:
                    out.append(1 // x)
                    if (yield (0, 1)): raise IndexError(i)
            out.append('after')
        else:
            out.append('else')
    except IndexError as e:
        out.append(e.args)
    return out, soft.depth, plain.depth, list(log)
""",
    "a manager that raises when it is entered or left": """
class Bad:
    def __init__(self, at): self.at = at
    def __enter__(self):
        log.append('in')
        if self.at == 'in': raise KeyError('in')
        return [0]
    def __exit__(self, *error):
        log.append('out')
        if self.at == 'out': raise IndexError('out')
@ambiguous
def f():
    items = [1]
    try:
        with Bad((yield ('in', 'out', ''))) as items[0]:
            x = yield (0, 1)
            y = 1 // x
    except LookupError as e:
        return repr(e), list(log)
    except ZeroDivisionError as e:
        return repr(e), list(log), items
    return x, list(log), items
""",
    "one made of a generator, around whose yield others stand": """
from contextlib import contextmanager, suppress
class Lock:
    held = 0
    def __enter__(self): Lock.held += 1; return self
    def __exit__(self, kind, *rest): Lock.held -= 1; log.append(kind and kind.__name__)
@contextmanager
def pair(n):
    with suppress(KeyError), Lock() as lock, open('/dev/null'):
        log.append(n)
        yield lock.held
        log.append('done')
@contextmanager
def outer(n):
    with pair(n) as held:
        yield held
@ambiguous
def f():
    out = []
    for i in range(2):
        try:
            with outer(i) as held:
                x = yield (0, 1, 2)
                out.append((x, held, Lock.held))
                if x: raise (KeyError, ValueError)[x - 1]
                out.append('in')
        except ValueError:
            out.append('caught')
    return out, Lock.held, list(log)
""",
    "one made of a generator that yields in several places": """
from contextlib import contextmanager
class Held:
    held = 0
    def __enter__(self): Held.held += 1; return Held.held
    def __exit__(self, kind, *rest): Held.held -= 1; log.append(kind and kind.__name__); return kind is IndexError
@contextmanager
def level(how):
    log.append("in")
    match how:
        case 0:
            try:
                log.append(1 // how)
                yield "never"
            except ZeroDivisionError as e:
                log.append(str(e))
                raise KeyError("early")
            finally:
                log.append("fin")
        case 1:
            for n in range(3):
                with Held() as k:
                    log.append(n)
                    if n == 1:
                        try:
                            yield n, k
                        except (ValueError, KeyError) as e:
                            log.append(repr(e))
                            if isinstance(e, KeyError): raise
                        else:
                            log.append("else")
                        finally:
                            log.append("last")
        case 2:
            x = yield
            log.append(x)
        case 3:
            yield 1
            yield 2
        case 4:
            return
        case 5:
            try:
                yield 5
            finally:
                log.append("5")
                return
        case _:
            with Held(), Held() as j:
                if how == 6: yield j
                else:
                    try: yield -j
                    except Exception: raise TypeError("other") from None
    log.append("out")
@ambiguous
def f():
    how = yield range(8)
    n = None
    try:
        with level(how) as n:
            x = yield range(5)
            log.append(x)
            if x == 1: raise ValueError(x)
            if x == 2: raise KeyError(x)
            if x == 3: raise IndexError(x)
            if x == 4: raise StopIteration(x)
        y = yield "c"
    except (Exception, RuntimeError) as e:
        y = repr(e), repr(e.__cause__)
    return how, n, y, Held.held, list(log)
""",
    "a method made of a generator that yields in several places": """
from contextlib import contextmanager, ExitStack
class Db:
    def __init__(self): self.rows, self.depth, self.log = {}, 0, []
    @contextmanager
    def transaction(self, name=None):
        self.depth += 1
        old = dict(self.rows)
        if self.depth > 1:
            try:
                yield self
            finally:
                self.depth -= 1
            return
        try:
            yield self
        except KeyError as e:
            self.rows = old
            self.log.append(("rollback", str(e)))
        except Exception:
            self.rows = old
            raise
        else:
            self.log.append("commit")
        finally:
            self.depth -= 1
DB = Db()
@ambiguous
def f():
    try:
        with DB.transaction() as db:
            db.rows["a"] = yield (1, 2, 3)
            with db.transaction("inner") as inner:
                inner.rows["b"] = yield (1, 2)
                if inner.rows == {"a": 1, "b": 2}: raise KeyError("x")
                if inner.rows == {"a": 2, "b": 2}: raise ValueError("x")
            require(db.rows["a"] < 3 or db.rows["b"] == 1)
    except ValueError:
        z = yield "vw"
        return z, DB.rows, DB.depth, DB.log
    with ExitStack() as st:
        d = st.enter_context(DB.transaction())
        d.rows["c"] = (yield (5, 6))
    return DB.rows, DB.depth, DB.log
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_each_branch_leaves_it_as_if_it_were_alone(name: str, deep: bool) -> None:
    check(Program(LEVEL + PROGRAMS[name], frozenset()), "deep" if deep else "plain")


class Door:
    """Not the user's own: what it does cannot be taken back."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.close = self.log.append


TOLD = """
class Told:
    def __init__(self, door): self.door = door
    def __enter__(self): return self
    def __exit__(self, *error): self.door.close(error[0])
"""
PACKAGE: dict[str, Any] = {"__name__": "package"}
exec(compile(TOLD, "/site-packages/package.py", "exec"), PACKAGE)
told = PACKAGE["Told"]  # a manager of a package, which tells the door how it is left


def test_a_file_is_open_until_all_branches_are_left_whatever_they_raise(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read(file: Any) -> Any:
        try:
            with file as lines:
                x = yield (0, 1, 2)
                word = "abc"[lines.tell() + 3 // x]
        except ArithmeticError:
            word = "none"
        except IndexError:
            word = yield "xy"
        return word, file.closed

    file = io.StringIO("abc")
    assert list(read(file)) == [("none", False), ("x", False), ("y", False), ("b", False)]
    assert file.closed


def test_what_a_stack_has_entered_of_files_and_locks_waits_for_the_last_branch(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read(file: Any, lock: Any) -> Any:
        with contextlib.ExitStack() as stack:
            inner = stack.enter_context(contextlib.ExitStack())
            inner.enter_context(file)
            stack.enter_context(lock)
            other = stack.enter_context(contextlib.closing(io.StringIO()))
            word = yield "ab"
            require(lock.locked() and not (file.closed or other.closed))
        return word, file.closed, lock.locked()

    file, lock = io.StringIO("abc"), threading.Lock()
    assert list(read(file, lock)) == [("a", False, True), ("b", False, True)]
    assert file.closed and not lock.locked()


class Counted:
    """Where this is, whatever sets an attribute may change something."""

    stored: list[str] = []

    def __setattr__(self, name: str, value: Any) -> None:
        self.stored.append(name)


def test_what_waits_in_a_stack_for_the_last_branch_keeps_what_its_init_has_set(deep: bool) -> None:
    @ambiguous(deep=deep)
    def read(counted: Counted) -> Any:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(contextlib.closing(open(__file__, encoding="utf-8")))
            counted.x = yield "ab"
        return file

    one, other = read(Counted())
    assert one is other and one.closed
    assert Counted.stored == []


def test_what_a_stack_calls_may_end_its_branch(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search() -> Any:
        with contextlib.ExitStack() as stack:
            x = yield (0, 1, 2)
            stack.callback(check, x)
        return x

    def check(x: int) -> None:
        require(x != 1)

    assert list(search()) == [0, 2]


def test_a_manager_of_a_package_is_told_of_the_exception_that_ends_the_search_and_of_no_other(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search(door: Door, last: int) -> Any:
        try:
            with told(door):
                x = yield (1, 0, 2)
                y = 2 // x
                require(y != 1 or last)
                if x == last:
                    raise KeyError(x)
        except ZeroDivisionError:
            y = 0
        return y

    door = Door()
    assert list(search(door, 0)) == [2, 0] and door.log == [None]
    with pytest.raises(KeyError):
        list(search(door, 2))
    assert door.log == [None, KeyError]
    try:
        raise ValueError
    except ValueError:  # which is none of its business
        assert search(door, 2).first() == 2
    assert door.log == [None, KeyError, None]


def test_suppress_takes_the_exceptions_of_each_branch(deep: bool) -> None:
    @ambiguous(deep=deep)
    def search() -> Any:
        y = 0
        with contextlib.suppress(ZeroDivisionError):
            x = yield (0, 1, 0, 2)
            y = 2 // x
        return x, y

    assert list(search()) == [(0, 0), (1, 2), (0, 0), (2, 1)]


def test_a_search_that_is_dropped_after_an_exception_was_handled_is_left_at_once() -> None:
    @ambiguous
    def search(door: Door) -> Any:
        try:
            with told(door):
                x = yield (0, 1, 2)
                return 2 // x
        except ZeroDivisionError:
            return None

    door = Door()
    answers = iter(search(door))
    assert [next(answers), next(answers)] == [None, 2] and door.log == []
    del answers
    assert door.log == [None]


GENERATED = """
from contextlib import contextmanager
log = []

@contextmanager
def level(name):
    log.append(name)
    try:
        yield len(log)
    finally:
        log.append("out")

@ambiguous
def search():
    x = yield (1, 2)
    with level(x) as depth:
        y = yield (3, 4)
    return y, depth, list(log)
"""


def test_each_branch_leaves_a_manager_made_of_a_generator(deep: bool) -> None:
    space = compile_program(GENERATED.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})

    assert list(space["search"]()) == [(y, 1, [x, "out"]) for x in (1, 2) for y in (3, 4)]
    assert space["log"] == []


def test_what_a_generated_manager_changes_when_it_is_left_at_last_is_taken_back(deep: bool) -> None:
    in_a_handler = "        try: 1 // 0\n        except ZeroDivisionError: yield len(log)"
    at_last = GENERATED.replace("        yield len(log)", in_a_handler)
    space = compile_program(at_last.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})

    assert list(space["search"]()) == [(3, 1, [1]), (4, 1, [1]), (3, 1, [2]), (4, 1, [2])]
    assert space["log"] == []


SWALLOWING = """
class Forgiving:
    def __enter__(self): return self
    def __exit__(self, kind, error, trace): return kind is LookupError
@ambiguous
def f():
    x = yield (1, 2)
    with Forgiving():
        if x == 2: raise LookupError
        found = x
    return found
"""


@pytest.mark.parametrize("depths", ["plain", "deep"])
def test_a_variable_that_a_swallowed_exception_leaves_without_a_value_has_none_of_another_branch(depths: str) -> None:
    check(Program(SWALLOWING, frozenset()), depths)
