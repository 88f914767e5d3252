"""What is legal, and probably forgotten: a call, a `require`, a `yield`, a `return`."""

import contextlib
import re
import runpy
import warnings
from pathlib import Path

import pytest
from helpers import compile_program
from recorded import WORDS

from ambsearch import NotAChoice, Refused, expand

pytestmark = pytest.mark.usefixtures("no_other_module")

BOARD = """
class Board:
    def __init__(self):
        self.rows = []
    def is_free(self, row):
        '''Ask.'''
        for other in self.rows:
            if other == row:
                return False
        return True
    def place(self, row):
        self.rows.append(row)
        return len(self.rows) < 3
    def shown(self, row):
        print(row)
        return row > 1
    def check(self, row):
        require(row > 0)
        return True
    def known(self, row):
        if row > 5:
            raise ValueError
        return True
    def tried(self, row):
        return self.place(row) and row > 0
    def put(self, row):
        {in_helper}
        self.rows.append(row)
@ambiguous
def solve():
    board = Board()
    row = yield (1, 2)
    {line}
    board.put(row)
    return board.rows
def is_small(row):
    return row < 2
"""


@pytest.mark.parametrize(
    ("line", "in_helper"), [("board.is_free(row)", "pass"), ("is_small(row)", "pass"), ("pass", "self.is_free(row)")]
)
def test_a_call_alone_of_what_only_gives_a_condition_is_warned_of(line: str, in_helper: str) -> None:
    program = BOARD.format(line=line, in_helper=in_helper)
    call = line if in_helper == "pass" else in_helper
    with pytest.warns(SyntaxWarning, match=re.escape(f"{call} alone decides nothing; write require({call})")):
        assert list(compile_program(program, WORDS)["solve"]()) == [[1], [2]]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "map(board.check, [row])",
            "map(board.check, [row]) alone does nothing, for nothing goes over it; write a `for` loop",
        ),
        ("(board.check(r) for r in [row])", "(board.check(r) for r in [row]) alone does nothing, for nothing goes"),
        ("row + 1", "row + 1 alone changes nothing; write row += 1"),
        ("row * (yield (1, 2))", "row * (yield (1, 2)) alone changes nothing; write row *= (yield (1, 2))"),
        ("rows = [row]; sorted(rows)", "sorted(rows) alone changes nothing; write rows.sort()"),
        (
            "rows = [row]; list(rows).append(2)",
            "list(rows).append(2) changes a copy that nothing keeps; write rows.app",
        ),
        ("rows = {row}; rows.copy().add(2)", "rows.copy().add(2) changes a copy that nothing keeps; write rows.add(2)"),
        ("name = f'row {row}'; name.strip()", "name.strip() alone changes nothing; write name = name.strip()"),
        ("len(board.rows) - 1", "len(board.rows) - 1 alone changes nothing; write x = len(board.rows) - 1"),
    ],
)
def test_an_expression_alone_of_which_nothing_comes_is_warned_of(line: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        compile_program(BOARD.format(line=line, in_helper="self.rows.append(2)"), WORDS)["solve"]().first()


def test_an_operator_alone_that_a_class_has_is_not_warned_of() -> None:
    adding = "def __add__(self, row):\n        self.rows.append(row)\n    def is_free"
    program = BOARD.format(line="board + 7", in_helper="pass").replace("def is_free", adding, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compile_program(program, WORDS)["solve"]().first() == [7, 1]


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("is_free", "is not called, so this does nothing; write {0}(...)"),
        ("place", "is not called, so this does nothing; write {0}(...)"),
        ("full", "alone decides nothing; write require({0})"),
    ],
)
def test_a_method_or_property_alone_is_warned_of(read: str, told: str) -> None:
    full = "    @property\n    def full(self):\n        return len(self.rows) > 1\n@ambiguous\ndef solve"
    for line, in_helper in ((f"board.{read}", "pass"), ("pass", f"self.{read}")):
        program = BOARD.format(line=line, in_helper=in_helper).replace("@ambiguous\ndef solve", full)
        text = line if in_helper == "pass" else in_helper
        with pytest.warns(SyntaxWarning, match=re.escape(f"{text} {told.format(text)}")):
            assert list(compile_program(program, WORDS)["solve"]()) == [[1], [2]]


def test_a_method_as_an_answer_is_warned_of_and_not_what_a_helper_returns() -> None:
    program = BOARD.format(line="board.rows.append(board.method())", in_helper="pass").replace(
        "return board.rows", "return board.is_free"
    )
    program = program.replace(
        "@ambiguous", "    def method(self):\n        self.rows.append(1)\n        return self.place\n@ambiguous"
    )
    with pytest.warns(SyntaxWarning) as told:
        assert len(list(compile_program(program, WORDS)["solve"]())) == 2
    assert [str(one.message) for one in told] == [
        "board.is_free is not called, so the method itself is the answer; write board.is_free(...)"
    ]


@pytest.mark.parametrize(
    ("step", "is_told"),
    [
        ("x = yield (1, 2)\n    xs.append(x)", True),
        ("xs.append((yield range(len(xs) + 2)))", True),
        ("for i in range(2):\n        yield (i, xs.append(i))", False),
        ("reset = yield len(xs)\n    xs.append(reset)", False),
        ("got = yield [1]\n    yield got", False),
    ],
)
def test_a_choice_from_a_generator_that_seems_to_choose_itself_is_warned_of(step: str, is_told: bool) -> None:
    program = f"def put(xs):\n    {step}\n@ambiguous\ndef f():\n    xs = []\n    yield put(xs)\n    return xs\n"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        compile_program(program, WORDS)["f"]().exists()
    expected = ["put has choices of its own, and is not ambiguous; write @ambiguous above it"]
    assert [str(one.message) for one in told] == expected * is_told


@pytest.mark.parametrize("line", ["board.rows", "board.counted"])
def test_an_attribute_alone_that_may_do_something_is_not_warned_of(line: str) -> None:
    counted = "    @property\n    def counted(self):\n        self.rows.append(0)\n@ambiguous\ndef solve"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program = BOARD.format(line=line, in_helper="pass").replace("@ambiguous\ndef solve", counted)
        assert len(list(compile_program(program, WORDS)["solve"]())) == 2


@pytest.mark.parametrize("body", ["return p", "if p:\n        return True\n    return False"])
def test_a_require_of_ones_own_that_ends_no_branch_is_warned_of(body: str) -> None:
    program = (
        f"def require(p):\n    {body}\n@ambiguous\ndef f():\n    x = yield (1, 2)\n    require(x > 1)\n    return x\n"
    )
    with pytest.warns(
        SyntaxWarning, match=r"alone decides nothing; write `from ambsearch import require`, this require"
    ):
        assert list(compile_program(program, WORDS)["f"]()) == [1, 2]


GIVEN_ANOTHER = """
class Walker:
    def walk(self): return 1
class Robot:
    def __init__(self): self.walk = None
steps = []
def step(): steps.append(1)
class Stepping(Robot):
    def __setattr__(self, name, value): super().__setattr__(name, step)
robot = Stepping()
@ambiguous
def solve():
    x = yield (1, 2)
    robot.walk()
    return x, len(steps)
"""


LIKE_CONTAINERS = """
class Path:
    def __init__(self, *places): self.places = places
    def add(self, place): return Path(*self.places, place)
    def pop(self): self.places[-1]
    def items(self):
        place = yield self.places
        return place
@ambiguous
def walk():
    seen, stack, ages = set(), [], {1: 2}
    path = Path().add((yield range(2)))
    seen.add(path.places)
    stack.append(1)
    require(stack.pop())
    for pair in ages.items(): stack.append(pair)
    pairs = ages.items()
    return len(stack) + len(seen) + len(pairs)
"""


def test_a_method_of_ones_own_is_not_taken_for_that_of_a_container() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(compile_program(LIKE_CONTAINERS, WORDS)["walk"]()) == [3, 3]


def test_a_call_alone_of_what_another_object_has_in_an_attribute_is_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expand(compile_program(GIVEN_ANOTHER, WORDS)["solve"])


@pytest.mark.parametrize("name", ["place", "shown", "check", "known", "tried"])
def test_a_call_alone_that_does_more_than_give_a_condition_is_not_warned_of(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program = BOARD.format(line=f"board.{name}(row)", in_helper="pass")
        assert len(list(compile_program(program, WORDS)["solve"]())) == 2


def run(condition: str, check: str) -> list[int]:
    program = f"KNOWN = {{}}\nclass Board:\n    def free(self, x):\n        {check}\ndef check(x):\n    return Board().free(x)\n"
    program += f"@ambiguous\ndef solve():\n    x = yield (0, 1, 2)\n    {condition}\n    return x\n"
    program += f"def after(x):\n    {check}\n"
    return list(compile_program(program, WORDS)["solve"]())


@pytest.mark.parametrize(
    ("condition", "check", "told"),
    [
        ("require(not x or after(x))", "x > 1", "after returns no value, so after(x) is never true; write `return"),
        ("require(after(x))", "if x: return False", "after returns False or None, so after(x) is never true"),
        ("require(Board().free(x))", "if x: return False", "write `return True` in Board().free"),
        ("require(after(x) == 3)", "x + 1", "after returns no value, so after(x) is None; write `return"),
        ("require([x].sort())", "pass", "[x].sort() changes [x] and gives None; write it on a line of its own"),
        ("require([3, x].sort() == [x, 3])", "pass", "[3, x].sort() changes [3, x] and gives None"),
        ("xs = []; xs = xs.append(x)", "pass", "xs.append(x) changes xs and gives None; write it on a line of its own"),
        ("xs = [x]; return xs.sort()", "pass", "xs.sort() changes xs and gives None; write it on a line of its own"),
        (
            "xs = [x]; xs = xs.remove(x)",
            "pass",
            "xs.remove(x) changes xs and gives None; write it on a line of its own",
        ),
        ("return KNOWN.update()", "pass", "KNOWN.update() changes KNOWN and gives None; write it on a line of its own"),
        (
            "after(Board())",
            "x.xs = []; x.xs = x.xs.append(1)",
            "x.xs.append(1) changes x.xs and gives None; write it on a line",
        ),
        (
            "require(after(x))",
            "return (y > x for y in (1, 2))",
            (
                "after returns a generator expression, so after(x) is always true; write all(...) or any(...) around it in after"
            ),
        ),
        (
            "if not Board().free(x): fail()",
            "return [y > x for y in (1, 2)]",
            "Board().free returns a list of truth values",
        ),
        ("return [x, 1].sort()", "pass", "[x, 1].sort() changes [x, 1] and gives None; write it on a line of its own"),
        ("require(after(x))", "return require(x > 1)", "after returns no value, so after(x) is never true; write `aft"),
        (
            "require(after(x))",
            "require(x > 1)",
            "after(x) is never true; write `after(x)` alone, or `return ...` in after",
        ),
        ("ok = after(x); require(ok)", "x > 1", "after returns no value, so after(x) is never true; write `return"),
        ("ok = Board().free(x)\n    if ok: fail()", "x", "Board().free returns no value, so Board().free(x) is never"),
        (
            "if solve().exists: fail()",
            "pass",
            "solve().exists is not called, and a method is always true; write solve().exi",
        ),
        ("if not (x and solve().first): fail()", "pass", "solve().first is not called, and a method is always true"),
        ("return print(x)", "pass", "print returns no value, so print(x) is None; print on a line of its own"),
        ("if print(x): fail()", "pass", "print returns no value, so print(x) is never true; print on a line"),
    ],
)
def test_a_condition_that_can_never_be_true_is_warned_of(condition: str, check: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        run(condition, check)


@pytest.mark.parametrize(
    ("condition", "check"),
    [
        ("require(not after(x))", "return x > 1 or None"),
        ("require(not after(x))", "return False"),
        ("require(not after(x))", "return x and False"),
        ("require(not after(x))", "if x: return 1"),
        ("require(check(x) is None)", "pass"),
        ("require(print(x) or x)", "pass"),
        ("ok = after(x)\n    if x > 1: ok = True\n    require(ok)", "pass"),
        ("require(x and not [].append(x))", "pass"),
        ("require(after(x))", "return [y for y in (1, 2) if y > x]"),
        ("if Board().count: x += 1", "pass\n    count = 1"),
        ("require(all(after(x)))", "return (y > x for y in (1, 2))"),
        ("require(after(x))", "return x and (y > x for y in (1, 2))"),
        ("xs = Board(); xs.row = []; xs.row.append(x); xs = xs.add(x)", "return 1\n    def add(self, x): return self"),
        ("xs = Board(); xs = xs.append(x)", "return 1\n    def append(self, x): return self"),
        ("rows = [0]; rows[0] = Board(); return rows[0].sort()", "pass\n    def sort(self): return self"),
        ("b = Board(); b.xs = []; Board.put = lambda self, x: self.xs.append(x); b.put(x)", "pass"),
    ],
)
def test_a_condition_that_may_be_true_or_is_yet_to_be_written_is_not_warned_of(condition: str, check: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(condition, check)


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("require((yield small(x)))", "small"),
        ("ok = yield small(x); require(ok)", "small"),
        ("if not (yield Rules().small(x)): fail()", "Rules().small"),
    ],
)
def test_the_answer_none_of_a_search_that_only_requires_is_warned_of_as_a_condition(line: str, call: str) -> None:
    told = f"the answers of {call} are None, so (yield {call}(x)) is never true; write `yield {call}(x)` alone, or"
    search = "def small({}):\n{}    require(x < 2)\n"
    before = f"class Rules:\n    @ambiguous\n    {search.format('self, x', '    ')}@ambiguous\n{search.format('x', '')}"
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        solve = f"@ambiguous\ndef solve():\n    x = yield (0, 1, 2)\n    {line}\n    return x\n"
        assert list(compile_program(before + solve, WORDS)["solve"]()) == []


def test_the_answers_of_a_search_that_gives_some_may_be_a_condition() -> None:
    program = "@ambiguous\ndef small(x):\n    if x < 2:\n        return True\n    fail()\n"
    program += "@ambiguous\ndef solve():\n    x = yield (0, 1, 2)\n    require((yield small(x)))\n    return x\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(compile_program(program, WORDS)["solve"]()) == [0, 1]


@pytest.mark.parametrize("call", ["after(x)", "Board().free(x)"])
def test_a_generator_that_is_called_alone_is_warned_of(call: str) -> None:
    with pytest.warns(
        SyntaxWarning, match=re.escape(f"{call} alone runs nothing of {call[:-3]}, which yields; write @ambig")
    ):
        run(call, "y = yield x")


def test_a_generator_made_inside_that_is_called_alone_is_warned_of() -> None:
    with pytest.warns(
        SyntaxWarning, match=re.escape("inner() alone runs nothing of inner, which yields; write @ambig")
    ):
        run("def inner():\n        y = yield xs\n        require(y)\n    inner()", "return x")


FORGOTTEN = ["d = after(x)", "for d in after(x): pass", "require(Board().free(x))", "xs = [v for v in after(x)]"]


@pytest.mark.parametrize("line", FORGOTTEN)
def test_a_generator_with_choices_is_warned_of_wherever_its_call_stands(line: str) -> None:
    call = "Board().free" if "free" in line else "after"
    told = (
        f"{call} has choices of its own, and is not ambiguous; write @ambiguous above it and `x = yield {call}(x)` here"
    )
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        run(line, "y = yield (1, 2); return y")


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ("d = sum(after(x))", "yield x; yield 2; return 3"),
        ("d = after(x)", "y = yield x; print(y)"),
        ("d = after(x); next(d); d.send(1)", "y = yield x; yield y; return y"),
    ],
)
def test_a_generator_that_only_gives_items_or_is_told_some_is_not_warned_of(line: str, check: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(line, check)


def test_a_generator_with_choices_that_another_hands_on_is_not_warned_of() -> None:
    program = "seen = []\ndef asked(x):\n    y = yield x\n    return y\n"
    program += "def handed(x):\n    seen.append((yield from asked(x)))\n"
    program += "@ambiguous\ndef solve():\n    x = yield (0, 1)\n    return [*handed(x)], list(seen)\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(compile_program(program, WORDS)["solve"]()) == [([0], [None]), ([1], [None])]


def test_a_generator_that_a_helper_sends_something_is_not_warned_of() -> None:
    program = (
        "def totals():\n    total = 0\n    while True:\n        n = yield total\n        if n is None: return total\n"
    )
    program += (
        "        total += n\ndef last(totals, ns):\n    next(totals)\n    return [totals.send(n) for n in ns][-1]\n"
    )
    program += "@ambiguous\ndef solve():\n    x = yield (1, 2)\n    return last(totals(), [x, 3])\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(compile_program(program, WORDS)["solve"]()) == [4, 5]


def test_a_choice_from_a_function_that_requires_and_gives_nothing_is_warned_of() -> None:
    told = "after requires something and returns no value, so there is nothing to choose; write `after(x)` without"
    with pytest.warns(SyntaxWarning, match=re.escape(told)), pytest.raises(NotAChoice):
        run("yield after(x)", "require(x > 0)")


@pytest.mark.parametrize("line", ["require = x > 1", "require(check(x))"])  # found at once, and when the search begins
def test_a_warning_that_a_filter_makes_an_error_points_at_its_line_as_one_of_pythons_own_does(line: str) -> None:
    head = "def check(n):\n    require(n > 1)\n@ambiguous\ndef solve():\n    x = yield range(3)\n"
    program = f"{head}    {line}\n    return x\n"
    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(Refused) as refusal:
                compile_program(program, WORDS)["solve"]().first()

        assert (refusal.value.lineno, (refusal.value.text or "").strip()) == (6, line)


@pytest.mark.parametrize(
    ("given", "choice"),
    [
        ("return (yield ['ann', 'bob'])", "g(x).first()"),
        ("y = yield ('ann',)\n    return y + '!'", "g(x).one()"),
        ("yield x\n    return f'{x}'", "h.g(x).first()"),
        ("return str((yield x))", "g(x).nth(0)"),
    ],
)
def test_a_choice_from_one_answer_that_is_a_text_is_warned_of(given: str, choice: str) -> None:
    program = f"class H:\n  @ambiguous\n  def g(self, x):\n    {given}\nh = H()\n"
    if choice[0] == "g":
        program = f"@ambiguous\ndef g(x):\n    {given}\n"
    search = compile_program(
        f"{program}@ambiguous\ndef f():\n    x = yield 'ab'\n    y = yield {choice}\n    return y\n", WORDS
    )
    told = f"{choice} is a text, so one of its letters is chosen; write `yield {choice.rpartition('.')[0]}` to choose"
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        search["f"]().exists()


@pytest.mark.parametrize(
    ("given", "choice"),
    [
        ("return (yield [['ann'], ['bob']])", "g(x).first()"),
        ("return (yield x)", "g(x).first()"),
        ("return (yield ['ann', 'bob'])", "g(x).first('')"),
        ("return (yield ['ann', 'bob'])", "g(x)"),
        ("return (yield ['ann', 'bob'])", "list(g(x).first())"),
    ],
)
def test_a_choice_from_one_answer_that_may_be_a_collection_is_not_warned_of(given: str, choice: str) -> None:
    program = f"@ambiguous\ndef g(x):\n    {given}\n@ambiguous\ndef f():\n    x = yield 'ab'\n    y = yield {choice}\n    return y\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(program, WORDS)["f"]().exists()


@pytest.mark.parametrize(
    "line",
    [
        "if f(3).exists: pass",
        "print([n for n in range(3) if not f(n).exists])",
        "print(1 if f(2).count and True else 2)",
        "assert f(3).first",
        "while f(3).one: break",
    ],
)
def test_a_method_of_the_answers_that_is_not_called_outside_of_functions_is_warned_of(line: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(f"@ambiguous\ndef f(n):\n    return (yield range(n))\n{line}\n", WORDS)

    (warning,) = warned
    assert re.fullmatch(
        r"(f\(.\)\.\w+) is not called, and a method is always true; write \1\(\.\.\.\)", str(warning.message)
    )


@pytest.mark.parametrize("line", ["print(f(3).first)", "print(str(f(3).one))", "print(f'{f(3).count} of them')"])
def test_a_method_of_the_answers_that_is_shown_is_warned_of(line: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(f"@ambiguous\ndef f(n):\n    return (yield range(n))\n{line}\n", WORDS)

    (warning,) = warned
    assert re.fullmatch(
        r"(f\(.\)\.\w+) is not called, so the method itself is shown; write \1\(\.\.\.\)", str(warning.message)
    )


@pytest.mark.parametrize(
    "line",
    [
        "if f(3).exists(): pass",
        "print(f(3).first())",
        "ask = f(3).exists\nif ask(): pass",
        "def g(f):\n    if f(3).exists: pass",
        "if (f(3)\n.exists()): pass",
    ],
)
def test_a_method_of_the_answers_that_is_called_or_kept_is_not_warned_of(line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(f"@ambiguous\ndef f(n):\n    return (yield range(n))\n{line}\n", WORDS)


def test_what_is_warned_of_outside_of_the_function_is_told_at_its_line_in_a_file(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from ambsearch import ambiguous\n\nclass Box:\n    items = []\n    def put(self, x):\n        self.items.append(x)\n\n"
        "@ambiguous\ndef solve():\n    a, b = Box(), Box()\n    x = yield (1, 2)\n    a.put(x)\n    return x\n\n"
        "if solve().exists: pass\n",
        "utf-8",
    )
    with pytest.warns(SyntaxWarning) as warned:
        runpy.run_path(str(program))

    told = sorted((warning.lineno, str(warning.message)) for warning in warned)
    assert [line for line, _ in told] == [4, 15]
    assert "items is shared by all objects of Box" in told[0][1] and "solve().exists is not called" in told[1][1]


BOTH = """
class Board:
    def free(self):
        return [1]
class Pool:
    def __init__(self):
        self.free = [1, 2]
    def take(self):
        if self.free and not self.free:
            return 1
        while self.free:
            self.free.pop()
@ambiguous
def solve():
    pool = Pool()
    x = yield (1, 2)
    pool.take()
    return pool.free, Board().free()
"""


def test_an_attribute_that_another_class_has_as_a_method_is_no_method_that_was_not_called() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(compile_program(BOTH, WORDS)["solve"]()) == [([], [1])] * 2


IN_HELPER = {
    "def helper(x, xs):\n    x == len(xs)\n    return x": "x == len(xs) alone does nothing; write return x == len(xs), or x = len(xs) to assign it",
    "def helper(x, xs):\n    x < 3": "x < 3 alone does nothing; write return x < 3",
    "def helper(x, xs):\n    word = str(x)\n    word.strip()\n    return word": "word.strip() alone changes nothing; write word = word.strip()",
    "def helper(x, xs):\n    x.lower()\n    return x": "x.lower() alone changes nothing; write x = x.lower()",
    "def helper(x, xs):\n    sorted(xs)\n    return xs": "sorted(xs) alone changes nothing; write xs.sort()",
    "def helper(x, xs):\n    x + 1\n    return x": "x + 1 alone changes nothing; write x += 1",
    "def helper(x, xs):\n    return x == 1 or 2": (
        "2 is always true, and so is the whole; write the comparison anew: x == 1 or x == 2, or x in (1, 2)"
    ),
    "def helper(x, xs):\n    return x != 1 or x != 2": "x != 1 or x != 2 is always true; write x not in (1, 2)",
    "def helper(x, xs):\n    return x == 1 & len(xs) == 2": "& comes before a comparison, so 1 & len(xs) is one side here",
    "def helper(x, xs):\n    return abs(x - 2 == 1)": "abs takes in all of x - 2 == 1; write abs(x - 2) == 1",
    "def helper(x, xs):\n    return str(x) == 1": "str(x) is a text and 1 a number, so str(x) == 1 is never true; write int(str(x))",
    "def helper(x, xs):\n    return x == (1 or 2)": "1 or 2 is always 1; to compare with each of them, write x in (1, 2)",
    "def helper(x, xs):\n    return xs == reversed(xs)": (
        "reversed(xs) gives an iterator, so xs == reversed(xs) is never true; write xs[::-1]"
    ),
    "def helper(x, xs):\n    return xs != zip(xs)": "zip(xs) gives an iterator, so xs != zip(xs) is always true; write list(zip(xs))",
    "def helper(x, xs):\n    word = str(x)\n    return sorted(word) == word": (
        "word is a text and sorted(word) a list, so sorted(word) == word is never true; write ''.join(sorted(word))"
    ),
    "def helper(x, xs):\n    for digit in str(x):\n        if digit == 3: return 1": "digit is a text and 3 a number, so digit == 3 is never",
    "def helper(x, xs):\n    return all(digit != 3 for digit in str(x))": "digit is a text and 3 a number, so digit != 3 is always",
    "def helper(x, xs):\n    return str(x)[::-1] == 11": "str(x)[::-1] is a text and 11 a number",
    "def helper(x, xs):\n    return ''.join(map(str, xs)).count('1') == '1'": "''.join(map(str, xs)).count('1') is a number and '1' a text",
    "def helper(x, xs):\n    return str(x).upper() != 'a'": "so str(x).upper() != 'a' is always true; write 'A'",
    "def helper(x, xs):\n    return any(xs) == 1": "any(xs) is True or False, and no number; write any(x == 1 for x in xs)",
    "def helper(x, xs):\n    return set(xs) == len(xs)": "so set(xs) == len(xs) is never true; write len(set(xs))",
    "def helper(x, xs):\n    return x ^ 2 + x ^ 2 == 8": "x ^ 2 is no power; write x ** 2",
    "def helper(x, xs=[]):\n    xs.append(x)": "xs=[] is one list for all calls of helper; write xs=None, and `if xs is None: xs = []` in it",
    "class Box:\n    def __init__(self, *, items=[]):\n        self.items = items\n    def put(self, x):\n        self.items.append(x)\n"
    "def helper(x, xs):\n    Box().put(x)": "items=[] is one list for all calls of __init__",
    "class Point:\n    def __init__(self, x):\n        self.x = x\n    def __eq__(self, other):\n        self.x == other.x\n"
    "def helper(x, xs):\n    return Point(x) == Point(1)": "self.x == other.x alone does nothing; write return self.x == other.x",
    "def helper(x, xs):\n    xs = xs + [x]": (
        "what this assigns to xs is lost where helper ends; write `return xs` below it, and use what helper gives"
    ),
    "def helper(x, xs):\n    x, xs = xs, x": "what this assigns to x, xs is lost where helper ends; write `return x, xs` below it",
    "def helper(x, xs):\n    rows = [[]] * 2\n    rows[0].append(x)\n    return rows": (
        "the rows of rows are one and the same list; write [[] for _ in range(2)]"
    ),
    "def helper(x, xs):\n    rows = dict.fromkeys(xs, [])\n    rows[x].append(x)\n    return rows": (
        "the values of rows are one and the same object; write {key: [] for key in xs}"
    ),
    "def helper(x, xs):\n    for y in xs:\n        if y == x:\n            xs.remove(y)": (
        "xs.remove(y) takes an item out of what the loop goes over, which misses the next; write `for y in list(xs)`"
    ),
}  # fmt: skip
ASKING = """
@ambiguous
def solve(xs):
    x = yield list(xs)
    y = helper(x, xs)
    return x, y
"""


@pytest.mark.parametrize("helper", IN_HELPER)
def test_what_does_nothing_or_is_always_so_in_a_helper_is_warned_of(helper: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(IN_HELPER[helper])), contextlib.suppress(AttributeError):
        compile_program(helper + ASKING, WORDS)["solve"]([1, 2]).exists()


@pytest.mark.parametrize(
    "body",
    [
        "return x or 5",
        "return x == 1 or True",
        "try:\n        x < xs\n    except TypeError: return 1",
        "if x is None: x = 1\n    return x",
        "def shown(): return x\n    xs.append(shown)\n    x = x * 2",
        "xs = None",
        "for y in xs:\n        if y == x:\n            xs.remove(y)\n            break",
        "for y in xs:\n        if y == x:\n            xs.remove(y)\n            fail()",
        "for y in list(xs): xs.remove(y)",
        "for y in {1, 2}: xs.remove(y) if y in xs else None",
        "rows = [[]] * 2\n    rows[0] = [x]\n    rows[0].append(x)",
        "rows = dict.fromkeys(xs, 0)\n    rows[x] += 1",
        "return tuple(xs) == tuple(reversed(xs)) and xs == iter(xs)",
        "Text().strip()\n    box = Text()\n    box.strip()",
        "box = Text()\n    return box.strip == xs",
        "digits = [int(digit) for digit in str(x)]\n    return all(digit != 3 for digit in digits)",
        "for part in (str(x), x): xs.append(part == 1)",
        "return str(x).lower() == 'a' or str(x).upper() == 'A 1'",
        "return any(xs) == True or all(x > 0 for x in xs) != False",
        "return x ^ (2 + x), x ^ 2 == 3, x ^ 2",
        "return x > 1 and 'more' or 'less'",
        "def known(n, memo={}):\n        if n not in memo: memo[n] = n\n        return memo[n]\n    return known(x)",
    ],
)
def test_what_is_meant_in_a_helper_is_not_warned_of(body: str) -> None:
    text = "class Text:\n    def strip(self): taken.append(1)\ntaken = []\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program = compile_program(f"{text}def helper(x, xs):\n    {body}\n{ASKING}", WORDS)
        program["solve"]([1, 2]).exists()


def test_a_comparison_alone_is_not_warned_of_where_a_class_has_one_of_its_own() -> None:
    rule = "rules = []\nclass Term:\n    def __eq__(self, other):\n        rules.append(other)\n        return True\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program = compile_program(f"{rule}def helper(x, xs):\n    Term() == x\n    return len(rules)\n{ASKING}", WORDS)
        assert list(program["solve"]([1, 2])) == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("xs = map(int, n)\n    x = yield xs\n    y = yield xs\n    return x, y", "xs is an iterator, so here only what is left"),
        ("x = yield range(9)\n    require(x ^ 2 - x ^ 3 == 0)\n    return x", "x ^ 2 is no power"),
        ("x = yield n\n    return x == 1 or 2", "2 is always true, and so is the whole"),
        ("x = yield n\n    return x * 10 + x == 11", "write int(x) * 10 + int(x)"),
    ],
)  # fmt: skip
def test_a_second_choice_from_an_iterator_and_a_value_in_the_place_of_a_comparison_are_warned_of(
    line: str, told: str
) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)):
        compile_program(f"n = '123'\n@ambiguous\ndef solve():\n    {line}\n", WORDS)["solve"]().exists()


KEPT = """
class Solver:
    used = {made}
    @ambiguous
    def solve(self):
        x = yield (1, 2)
        self.used = self.used.append(x)
        return self.used
list(Solver().solve())
"""


def test_a_list_of_a_class_that_is_lost_for_none_is_warned_of() -> None:
    with pytest.warns(SyntaxWarning, match=re.escape("self.used.append(x) changes self.used and gives None")):
        compile_program(KEPT.format(made="[]"), WORDS)


def test_what_another_class_gives_for_append_is_not_warned_of() -> None:
    made = "type('Row', (), {'append': lambda self, x: self})()"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(KEPT.format(made=made), WORDS)
