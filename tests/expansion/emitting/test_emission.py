"""One function for each rule of expansion: the answers it has, and what it is expanded to, see `recorded`."""

from __future__ import annotations

import heapq
import re
from pathlib import Path

import pytest
from helpers import by_turns, compile_program
from recorded import HELPERS, Rule, Rules, check_recorded, names, shown, text_of

from ambsearch import (
    amb,
    ambiguous,
    an_integer_between,
    expand,
    fail,
    if_fail,
    permanent,
    ramb,
    require,
)
from ambsearch.answers import snapshot

RULES = Rules()
rule = RULES.rule
DEEP_SHOWN = ("choose", "sub_search", "pass_on", "pass_on_a_list", "loop_while", "append_an_item")


# the table


@rule([1, 2, 3])
def choose():
    x = yield [1, 2, 3]
    return x


@rule([2, 4])
def guard():
    x = yield an_integer_between(1, 5)
    require(x % 2 == 0)
    return x


@rule([])
def dead():
    yield (1, 2)
    fail()


@rule([(1, 3), (1, 4), (2, 3), (2, 4)])
def answer():
    a = yield (1, 2)
    b = yield (3, 4)
    return a, b


@rule([None, None])
def end_without_return():
    yield "ab"


@rule([(1, 10), (2, 20), (2, 21)])
def sub_search():
    x = yield [1, 2]
    y = yield tens(x)
    return x, y


@ambiguous
def tens(x):
    k = yield range(x)
    return 10 * x + k


@rule([10, 20, 21])
def pass_on():
    x = yield [1, 2]
    return (yield tens(x))


@rule([1, 2])
def pass_on_a_list():
    return (yield [1, 2])


@rule([[2, 1], [3, 1], [3, 2]])
def recursion(n=3, taken=2):
    if taken == 0:
        return []
    x = yield an_integer_between(1, n)
    smaller = yield recursion(x - 1, taken - 1)
    return [x, *smaller]


@rule([7])
def no_choice():
    return 7


# a choice inside an expression


@rule([11, 12, 21, 22])
def in_operands():
    return (yield (10, 20)) + (yield (1, 2))


@rule([[0, 1, 0], [0, 1, 1]])
def siblings_are_saved():
    xs = [0]
    return xs + [len(xs), (yield (0, 1))]


@rule(["yes", "no"])
def in_the_test_of_an_if():
    if (yield (True, False)):
        return "yes"
    return "no"


@rule([(1, 5), (0, 2)])
def both_ways(n=2):
    takes = yield (1, 0)
    if takes:
        return takes, n + 3
    return takes, n


@rule(["none", "none", "none"])
def both_ways_with_a_plain_loop(xs=(1, 2)):
    for _ in range(2):
        takes = yield (True, False)
        if takes:
            for x in xs:
                require(x != 2)
            return "all"
        more = yield ("no", "")
        if more:
            return "none"
    return "none"


@rule(list(range(8)))
def both_ways_with_a_rest():
    a = b = c = 0
    low = yield (0, 1)
    if low:
        a = yield [4]
    mid = yield (0, 1)
    if mid:
        b = 2
    high = yield (0, 1)
    if high:
        c = 1
    return a + b + c


@rule([2, 3])
def in_a_guard():
    xs = [1, 2, 3]
    i = yield range(3)
    require(xs[i] > (yield [1]))
    return xs[i]


# amb


@rule(["a", "b", "c"])
def amb_of_constants():
    return (yield amb("a", "b", "c"))


@rule([])
def amb_of_nothing():
    return (yield amb())


@rule([1, 2], lambda: ({"a": 1, "b": 2},))
def amb_of_expressions(d):
    x = yield amb(d["a"], d["b"])
    return x


@rule([2, 3, 4], lambda: (2, 4))
def amb_with_a_choice_inside(low, high):
    if low == high:
        return low
    return (yield amb(low, (yield amb_with_a_choice_inside(low + 1, high))))


@rule([5])
def ramb_of_one():
    return (yield ramb(5))


# if


@rule([(1, "odd"), (2, "even"), (3, "odd")])
def if_without_choice():
    x = yield (1, 2, 3)
    kind = "even"
    if x % 2:
        kind = "odd"
    return x, kind


@rule([(1, 5, 6), (1, 6, 7), (2, 0, 2)])
def if_with_a_shared_rest():
    x = yield (1, 2)
    if x == 1:
        y = yield (5, 6)
    else:
        y = 0
    total = x + y
    return x, y, total


@rule(["early", 4, 6])
def if_with_early_return():
    x = yield (1, 2, 3)
    if x == 1:
        return "early"
    x *= 2
    return x


@rule([1, 4, 5])
def if_with_guards_only():
    x = yield range(6)
    if x < 3:
        require(x % 2)
    elif x == 3:
        fail()
    return x


@rule([(1, 5), (1, 6), (2, 7)])
def if_with_different_choices():
    x = yield (1, 2)
    if x == 1:
        return x, (yield (5, 6))
    else:
        return x, (yield (7,))


# loops


@rule([7, 5, 3, 2])
def plain_loop_with_guards():
    n = yield range(9, 1, -1)
    for d in range(2, n):
        require(n % d)
    return n


@rule([(2, 2), (3, None), (4, 2)])
def plain_loop_with_early_return():
    n = yield (2, 3, 4)
    for d in (2,):
        if n % d == 0:
            return n, d
    return n, None


@rule([6, 10])
def plain_loop_without_guards():
    n = yield (4, 5)
    total = 0
    for k in range(n):
        total += k
    return total


@rule([(0, 1), (0, 2), (1, 2)])
def loop_over_range():
    chosen: list[int] = []
    for _ in range(2):
        x = yield range(3)
        require(not chosen or x > chosen[-1])
        chosen.append(x)
    return tuple(chosen)


@rule([["a", "b"], ["a"], ["b"], []], lambda: (["a", "b"],))
def loop_over_a_list(items):
    chosen = []
    for item in items:
        if (yield (True, False)):
            chosen.append(item)
    return chosen


@rule(["0a1b", "0a1B", "0A1b", "0A1B"])
def loop_over_enumerate():
    text = ""
    for i, letter in enumerate("ab"):
        text += f"{i}{(yield (letter, letter.upper()))}"
    return text


@rule(["1a2b", "1a2B", "1A2b", "1A2B"])
def loop_over_enumerate_from_one():
    text = ""
    for i, letter in enumerate("ab", 1):
        text += f"{i}{(yield (letter, letter.upper()))}"
    return text


@rule(["a0b1", "a0B1", "A0b1", "A0B1"])
def loop_over_zip_in_zip():
    text = ""
    for letter, (i,) in zip("ab", zip(range(3))):
        text += f"{(yield (letter, letter.upper()))}{i}"
    return text


@rule(["2a3b", "2a3B", "2A3b", "2A3B"])
def loop_over_enumerate_from_a_value():
    text = ""
    for i, letter in enumerate("ab", len("ab")):
        text += f"{i}{(yield (letter, letter.upper()))}"
    return text


@rule(["1a0 2b1 ", "1a0 2B1 ", "1A0 2b1 ", "1A0 2B1 "])
def loop_over_enumerate_of_zip():
    text = ""
    for i, (letter, n) in enumerate(zip("ab", range(2)), start=1):
        text += f"{i}{(yield (letter, letter.upper()))}{n} "
    return text


@rule(["a0b1", "a0B1", "A0b1", "A0B1"])
def loop_over_zip_of_equal_length():
    text = ""
    for letter, i in zip("ab", range(2), strict=True):
        text += f"{(yield (letter, letter.upper()))}{i}"
    return text


@rule([11, 9, -9, -11])
def loop_over_zip():
    total = 0
    for a, b in zip((10, 1), (-10, -1)):
        total += yield (a, b)
    return total


@rule([[3, 2], [3, 1], [2, 1]])
def loop_over_reversed():
    found = []
    for x in reversed([1, 2, 3]):
        if (yield (True, False)):
            found.append(x)
    require(len(found) == 2)
    return found


@rule([[1, 1, 1], [1, 2], [2, 1], [3]])
def loop_while():
    left = 3
    parts = []
    while left:
        part = yield range(1, left + 1)
        left -= part
        parts.append(part)
    return parts


@rule([["stop"], ["go", "stop"], ["go", "go", "stop"], ["go", "go", "go"]])
def loop_while_true_with_break():
    log = []
    while True:
        step = yield ("stop", "go")
        log.append(step)
        if step == "stop" or len(log) == 3:
            break
    return log


@rule([3, 1, 2, 0])
def loop_with_continue():
    total = 0
    for k in (1, 2):
        if (yield (False, True)):
            continue
        total += k
    return total


@rule(["all of ab", "b", "a"])
def loop_with_else():
    for letter in "ab":
        if (yield (False, True)):
            break
    else:
        letter = "all of ab"
    return letter


@rule([[1, 3], [1, 4], [2, 3], [2, 4]])
def loop_in_a_loop():
    found = []
    for row in ((1, 2), (3, 4)):
        for x in row:
            if (yield (True, False)):
                break
        else:
            fail()
        found.append(x)
    return found


# match


@rule(["one", ("pair", 2, 3), ("pair", 2, 4), "other"])
def match_statement():
    x = yield (1, (2, 3), None)
    word = None
    match x:
        case 1:
            word = "one"
        case (a, b):
            word = "pair", a, (yield (b, b + 1))
        case _:
            word = "other"
    return word


# effects


@rule([[0, 1], [0, 2]], lambda: ([0],))
def append_an_item(xs):
    xs.append((yield (1, 2)))
    return xs


@rule([{1}, {2}])
def add_an_item():
    seen = set()
    x = yield (1, 2)
    seen.add(x)
    return seen


@rule([(1, {2, 3}), (2, {1, 3}), (3, {1, 2})])
def remove_an_item():
    free = set(range(1, 4))
    x = yield sorted(free)
    free.remove(x)
    return x, free


@rule([[2, 1], [1, 1]], lambda: ([1, 2, 1],))
def remove_an_item_of_a_parameter(free):
    x = yield (1, 2)
    free.remove(x)
    return free


@rule([{1, 2}, {2}], lambda: ({1, 2},))
def discard_an_item(free):
    x = yield (0, 1)
    free.discard(x)
    return free


@rule([{0, 1}, {0, 2}])
def add_an_item_to_a_set_made_by_an_operator():
    free = {1, 2}
    x = yield sorted(free)
    free = free - {3 - x}
    free.add(0)
    return free


@rule([(2, [0, 1], [2, 1]), (2, [0, 1], [2, 2])])
def pop_an_item():
    stack, seen = [0, 1, 2], []
    top = stack.pop()
    seen.append(top)
    seen.append((yield (1, 2)))
    return top, stack, seen


@rule([["x", 0], [0, "x"]])
def set_item():
    board = [0, 0]
    i = yield range(2)
    board[i] = "x"
    return board


@rule([{0: "x"}, {1: "x"}], lambda: ({},))
def set_item_of_a_dictionary(board):
    i = yield range(2)
    board[i] = "x"
    return board


class Point:
    def __init__(self) -> None:
        self.x = 0


@rule([1, 2], lambda: (Point(),))
def set_an_attribute(point):
    point.x = yield (1, 2)
    return point.x


@rule([[1, 5], [2, 5]])
def augmented_item():
    xs = [0, 5]
    xs[0] += yield (1, 2)
    return xs


@rule([[0, 1], [0, 2]])
def augmented_name():
    xs = [0]
    xs += [(yield (1, 2))]
    return xs


@rule([1, 1], lambda: ([1],))
def in_an_expression(xs):
    yield (1, 2)
    return xs.pop() + len(xs)


@rule([[0, 1, 0], [0, 1, 1]])
def in_a_plain_loop():
    xs = []
    n = yield (0, 1)
    for k in range(2):
        xs.append(k)
    xs.append(n)
    return xs


@rule([(1, [2, 3]), (1, [2, 3])])
def of_a_function():
    heap = [1, 3, 2]
    yield (1, 2)
    heapq.heapify(heap)
    least = heapq.heappop(heap)
    return least, heap


@rule([["b", "a"], ["b", "a"]])
def swap():
    xs = ["a", "b"]
    yield (1, 2)
    xs[0], xs[1] = xs[1], xs[0]
    return xs


@rule([{"b": 2}, {"b": 2}])
def deletion():
    d = {"a": 1, "b": 2}
    yield (1, 2)
    del d["a"]
    return d


@rule([("a", 1), ("b", 2)])
def permanent_local():
    count = 0
    letter = yield "ab"
    count = permanent(count + 1)
    return letter, count


counter = 0


@rule([1, 1])
def global_variable():
    global counter
    yield (1, 2)
    counter += 1
    return counter


@rule([3, 3])
def global_variable_of_an_inner_function():
    def count():
        global counter
        for _, counter in [("up", 3)]:
            pass

    yield (1, 2)
    count()
    return counter


def with_a_nonlocal_variable():
    level = 0

    @rule([1, 2])
    def nonlocal_variable():
        nonlocal level
        level += yield (1, 2)
        return level


with_a_nonlocal_variable()


# locals


@rule([(1, 11), (2, 12)])
def saved_local():
    total = 10
    x = yield (1, 2)
    total += x
    return x, total


@rule([(2, 1), (3, 1)])
def rebound_choice():
    x = y = 1
    x = yield (2, 3)
    return x, y


@rule([2, 3])
def walrus():
    require((y := (yield (1, 2, 3))) > 1)
    return y


@rule([(1, 2), (3, 4)])
def tuple_target():
    a, b = yield ((1, 2), (3, 4))
    return a, b


@rule([[1, 1], [2, 2]])
def escaping_closure():
    x = yield (1, 2)

    def get():
        return x

    return [get(), get()]


# deep nesting


@rule([tuple(range(25))])
def nested_too_deeply():
    a = yield [0]
    b = yield [1]
    c = yield [2]
    d = yield [3]
    e = yield [4]
    f = yield [5]
    g = yield [6]
    h = yield [7]
    i = yield [8]
    j = yield [9]
    k = yield [10]
    l = yield [11]
    m = yield [12]
    n = yield [13]
    o = yield [14]
    p = yield [15]
    q = yield [16]
    r = yield [17]
    s = yield [18]
    t = yield [19]
    u = yield [20]
    v = yield [21]
    w = yield [22]
    x = yield [23]
    y = yield [24]
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y


# a search inside a search, as ordinary Python iterates it


@rule([(1, [10]), (2, [20, 21])])
def encapsulated_search():
    x = yield (1, 2)
    return x, list(tens(x))


@rule(["none", 2, 4])
def otherwise():
    xs = yield ([1, 3], [1, 2, 4])
    return (yield if_fail(even(xs), lambda: "none"))


@ambiguous
def even(xs):
    x = yield xs
    require(x % 2 == 0)
    return x


@rule([[2, 1], [3, 1], [3, 2]])
def several_effects():
    stack: list[int] = []
    left = {1, 2, 3}
    while len(stack) < 2:
        x = yield sorted(left)
        require(not stack or x < stack[-1])
        left.remove(x)
        stack.append(x)
    return stack


# the tests


pytestmark = pytest.mark.usefixtures("no_other_modules")


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_rule_gives_the_answers(rule: Rule, deep: bool) -> None:
    search = ambiguous(deep=deep)(rule.function)(*rule.args())

    assert list(search) == rule.answers
    assert list(search) == rule.answers  # a new search finds the world as the first one found it


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_rule_gives_the_expansion(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))


@pytest.mark.parametrize("rule", [rule for rule in RULES if names(rule) in DEEP_SHOWN], ids=names)
def test_a_rule_gives_the_expansion_for_deep_searches(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, f"deep_{rule.function.__name__}", shown(rule.function, deep=True))


ELSEWHERE = ("nonlocal_variable",)  # its variable is outside the text


@pytest.mark.parametrize("rule", [rule for rule in RULES if names(rule) not in ELSEWHERE], ids=names)
@pytest.mark.parametrize("fast", [True, False], ids=["fast", "to_be_read"])
def test_the_text_of_an_expansion_runs_as_it_stands(rule: Rule, fast: bool) -> None:
    space = {**globals(), **HELPERS}
    exec(text_of(rule.function, fast=fast), space)
    search = space[rule.function.__name__](*rule.args())

    assert [snapshot(answer) for answer in search] == rule.answers


QUESTIONS = (Path(__file__).parents[3] / "docs" / "pages" / "reference" / "rules.md").read_text("utf-8")
QUESTIONS = QUESTIONS.partition("\nWhat is run asks ")[2].partition("\n## ")[0]


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_to_be_read_an_expansion_has_no_name_that_the_page_keeps_for_what_is_run(rule: Rule) -> None:
    kept = set(re.findall(r"`(\w+)`", QUESTIONS)) - {"deque", "defaultdict"}
    assert "Saved" in kept
    assert not kept & set(re.findall(r"\w+", text_of(rule.function, fast=False)))


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize(
    ("rule", "deep"), by_turns(RULES), ids=lambda value: names(value) if isinstance(value, Rule) else None
)
def test_a_plain_function_has_the_same_expansion_as_the_decorated_one(rule: Rule, deep: bool) -> None:
    assert text_of(rule.function, deep) == expand(ambiguous(rule.function), deep=deep, fast=True)


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("rule", [rule for rule in RULES if names(rule) not in ELSEWHERE], ids=names)
def test_the_normal_form_is_a_function_of_the_language_with_the_same_answers(rule: Rule) -> None:
    words = {**HELPERS, **globals()}
    text = expand(rule.function, normal=True)
    again = compile_program(f"@ambiguous\n{text}", words)[rule.function.__name__]

    assert list(again(*rule.args())) == rule.answers


@pytest.mark.parametrize("items", ["(True, False)", "[True, False]", "[0, 1]"])
def test_a_choice_of_two_constants_that_an_if_asks_at_once_needs_no_loop(items: str) -> None:
    body = "    xs = []\n    if (yield ITEMS):\n        xs.append(1)\n    return xs\n".replace("ITEMS", items)
    f = compile_program(f"@ambiguous\ndef f():\n{body}", {"ambiguous": ambiguous})["f"]

    assert "for " not in expand(f)
    assert list(f()) == ([[1], []] if "T" in items else [[], [1]])
