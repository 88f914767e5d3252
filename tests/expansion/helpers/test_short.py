"""Short helpers: what their branches, loops and guards change is taken back where it was changed."""

import copy
import re
import traceback
from collections import deque
from heapq import heappop, heappush
from typing import Any

import pytest
from helpers import compile_program, inlined_search, is_inlined, is_interrupted

from ambsearch import ambiguous, expand, fail, require

pytestmark = pytest.mark.usefixtures("no_other_module")


class Track:
    """Its method makes three changes in a row."""

    def __init__(self) -> None:
        self.squares: list[int] = []
        self.marks: set[int] = set()
        self.last = 0

    def place(self, square: int) -> None:
        self.squares.append(square)
        self.marks.add(square)
        self.last = square


class Row:
    """A method with branches, some of which return."""

    def __init__(self) -> None:
        self.runs = [0, 0]
        self.done: set[int] = set()
        self.limit: Any = 2

    def put(self, square: int, value: int) -> Any:
        if value:
            self.runs[square] += value
            return self.runs[square] <= self.limit
        if self.runs[square]:
            if square in self.done:
                return False
            self.done.add(square)
        return True

    def count(self, value: int) -> None:
        if value > 1:
            self.runs.append(value)
        self.done.add(value)

    def take(self, value: int) -> int:
        if value == 1:
            taken = self.runs.pop()
        self.done.add(value)
        return taken


class Worn(Exception):
    pass


class Purse:
    """Its methods end the branch in several places."""

    def __init__(self) -> None:
        self.coins = [1]
        self.total: Any = 1
        self.seen: set[int] = set()

    def pay(self, coin: int, most: int = 3) -> int:
        require(coin not in self.seen)
        self.coins.append(coin)
        self.total += coin
        require(self.total <= most)
        self.seen.add(coin)
        return self.total

    def spend(self, coin: int) -> None:
        if coin == 2:
            self.seen.add(coin)
            fail()
        elif coin == 3:
            return
        self.coins.pop()

    def insert(self, coin: int) -> int:
        """It refuses one coin before any change, another behind one, and a third in a loop."""
        if coin == 2:
            raise Worn(f"{coin} of {len(self.coins)}")
        self.coins.append(coin)
        for other in self.seen:
            if other == coin:
                raise Worn("twice")
        self.seen.add(coin)
        if coin == 3:
            raise LookupError(coin) from None
        return len(self.coins)

    def ratio(self, coin: int) -> None:
        self.coins.append(coin)
        require(self.total / coin)

    def pay_all(self, coins: Any) -> int:
        self.total += sum(coins)
        self.coins[1] = self.total
        return self.total

    def find(self, limit: int) -> int:
        self.total += 1
        for coin in self.coins:
            if coin == limit:
                return coin
            require(coin < limit)
        self.seen.add(limit)
        return 0


def check_all(rows: Any, number: int) -> None:
    for row in rows:
        require(number % row)


def check(low: int, high: int) -> None:
    require(low < high)


def test_what_the_branches_of_a_short_helper_change_is_taken_back_where_they_were_taken(deep: bool) -> None:
    def choose(row: Row):  # type: ignore[no-untyped-def]
        for square in (0, 0):
            value = yield (0, 1, 2)
            going = row.put(square, value)
            require(going)
        row.count(value)
        return list(row.runs), sorted(row.done)

    row = Row()

    assert list(inlined_search(choose, deep)(row)) == [
        ([0, 0], [0]),
        ([1, 0], [1]),
        ([2, 0, 2], [2]),
        ([1, 0], [0]),
        ([2, 0], [1]),
        ([2, 0], [0]),
    ]
    assert vars(row) == vars(Row())


def test_what_a_branch_of_a_short_helper_changed_before_it_failed_is_taken_back() -> None:
    def choose(row: Row):  # type: ignore[no-untyped-def]
        value = yield (0, 1)
        row.put(0, value)
        return list(row.runs)

    row = Row()
    row.limit = None
    answers = iter(inlined_search(choose, False)(row))

    assert next(answers) == [0, 0]
    with pytest.raises(TypeError):
        next(answers)
    assert row.runs == [0, 0]


def test_a_variable_that_only_a_branch_of_a_helper_binds_has_no_value_from_an_earlier_call() -> None:
    @ambiguous
    def choose(row: Row):  # type: ignore[no-untyped-def]
        value = yield (1, 2)
        number = row.take(value)
        return number

    answers = iter(choose(Row()))

    assert next(answers) == 0
    with pytest.raises(UnboundLocalError, match="taken"):
        next(answers)


def test_a_require_in_a_short_helper_ends_the_branch_and_takes_back_what_was_changed_before(deep: bool) -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        for _ in range(2):
            coin = yield (0, 1, 2, 5)
            total = purse.pay(most=coin + 3, coin=coin)
        return total, list(purse.coins), sorted(purse.seen)

    purse = Purse()

    assert list(inlined_search(choose, deep)(purse)) == [
        (2, [1, 0, 1], [0, 1]),
        (3, [1, 0, 2], [0, 2]),
        (6, [1, 0, 5], [0, 5]),
        (2, [1, 1, 0], [0, 1]),
        (4, [1, 1, 2], [1, 2]),
        (7, [1, 1, 5], [1, 5]),
        (3, [1, 2, 0], [0, 2]),
        (4, [1, 2, 1], [1, 2]),
        (8, [1, 2, 5], [2, 5]),
    ]
    assert vars(purse) == vars(Purse())


@pytest.mark.parametrize("refused", [2, 3, 1])
def test_what_a_short_helper_raises_has_its_own_line_and_what_it_changed_before_is_taken_back(
    refused: int, deep: bool
) -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        coin = yield (5, 7, refused)
        count = purse.insert(coin)
        return count, list(purse.coins), sorted(purse.seen)

    purse = Purse()
    purse.seen.add(1)
    answers = iter(inlined_search(choose, deep)(purse))

    assert [next(answers), next(answers)] == [(2, [1, 5], [1, 5]), (2, [1, 7], [1, 7])]
    with pytest.raises((Worn, LookupError)) as told:
        next(answers)
    assert traceback.extract_tb(told.value.__traceback__)[-1].name == "insert"
    assert str(told.value) == {2: "2 of 1", 3: "3", 1: "twice"}[refused] and told.value.__context__ is None
    assert (purse.coins, purse.seen) == ([1], {1})


def test_what_a_short_helper_raises_may_be_caught_by_the_search_or_by_another_helper(deep: bool) -> None:
    def try_to(purse: Purse, coin: int) -> int:
        try:
            return purse.insert(coin)
        except LookupError:
            return 0

    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        for _ in range(2):
            coin = yield (2, 3, 4)
            try:
                purse.insert(coin)
            except Worn:
                fail()
            except LookupError:
                try_to(purse, coin + 5)
        return list(purse.coins), sorted(purse.seen)

    purse = Purse()

    assert list(ambiguous(deep=deep)(choose)(purse)) == [([1, 3, 8, 4], [3, 4, 8]), ([1, 4, 3, 8], [3, 4, 8])]
    assert (purse.coins, purse.seen) == ([1], set())


def test_a_branch_of_a_short_helper_may_fail_and_another_return(deep: bool) -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        coin = yield (1, 2, 3)
        purse.spend(coin)
        return coin, list(purse.coins)

    purse = Purse()

    assert list(inlined_search(choose, deep)(purse)) == [(1, []), (3, [1])]
    assert vars(purse) == vars(Purse())


def test_a_helper_that_only_checks_is_tested_in_the_place_of_its_call(deep: bool) -> None:
    def choose(n: int):  # type: ignore[no-untyped-def]
        low = yield range(n)
        high = yield range(n)
        check(low, high)
        return low, high

    search = ambiguous(deep=deep)(choose)

    assert "if not low < high:" in expand(search, fast=True)
    assert list(search(3)) == [(0, 1), (0, 2), (1, 2)]
    with pytest.raises(TypeError) as told:
        list(ambiguous(checking_words)())
    assert traceback.extract_tb(told.value.__traceback__)[-1].line == "require(low < high)"


def test_a_loop_of_a_short_helper_may_end_the_branch_or_return(deep: bool) -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        limit = yield (1, 2, 3, 4)
        found = purse.find(limit)
        return found, purse.total, sorted(purse.seen)

    purse = Purse()
    purse.coins = [2, 3]

    assert list(inlined_search(choose, deep)(purse)) == [(2, 2, []), (3, 2, []), (0, 2, [4])]
    assert (purse.total, purse.seen) == (1, set())


def test_an_iterator_is_gone_through_once_whatever_is_wrong_behind_it() -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        total = purse.pay_all(iter((yield ([1, 2], [3]))))
        return total

    purse = Purse()
    purse.coins = bytearray(b"ab")  # type: ignore[assignment]

    assert list(inlined_search(choose, False)(purse)) == [4, 4]
    assert (purse.coins, purse.total) == (b"ab", 1)

    @ambiguous
    def choose_number():  # type: ignore[no-untyped-def]
        number = yield (3, 4)
        check_all(iter([2, 0, 1]), number)
        return number

    with pytest.raises(ZeroDivisionError):
        list(choose_number())


def checking_words():  # type: ignore[no-untyped-def]
    word = yield "a"
    check(1, word)


def test_what_a_helper_changed_before_its_require_fails_is_taken_back() -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        coin = yield (1, 0)
        purse.ratio(coin)
        return list(purse.coins)

    purse = Purse()
    answers = iter(inlined_search(choose, False)(purse))

    assert next(answers) == [1, 1]
    with pytest.raises(ZeroDivisionError) as told:
        next(answers)
    assert traceback.extract_tb(told.value.__traceback__)[-1].line == "require(self.total / coin)"
    assert purse.coins == [1]


def test_an_owner_that_is_not_common_ends_the_branch_too() -> None:
    def choose(purse: Purse):  # type: ignore[no-untyped-def]
        coin = yield (1, 2, 3)
        purse.pay(coin)
        return list(purse.coins)

    purse = Purse()
    purse.coins = deque([1], 2)  # type: ignore[assignment]

    assert list(inlined_search(choose, False)(purse)) == [[1, 1], [1, 2]]
    assert (list(purse.coins), purse.total, purse.seen) == ([1], 1, set())


def test_of_an_object_made_here_the_method_is_known_and_its_attributes_are_its_own() -> None:
    @ambiguous
    def choose():  # type: ignore[no-untyped-def]
        purse = Purse()
        coin = yield (1, 3)
        purse.pay(coin)
        return list(purse.coins), purse.total

    assert not {"Purse_class", "method_pay", "plain_total"} & set(re.findall(r"\w+", expand(choose, fast=True)))
    assert list(choose()) == [([1, 1], 2)]


def placing(board: Track):  # type: ignore[no-untyped-def]
    for _ in range(2):
        square = yield (1, 2)
        board.place(square)
    return square


def counting(row: Row):  # type: ignore[no-untyped-def]
    for _ in range(2):
        value = yield (1, 2)
        row.count(value)
    return value


def paying(purse: Purse):  # type: ignore[no-untyped-def]
    for _ in range(2):
        coin = yield (1, 2, 4)
        purse.pay(coin, 4)
    return coin


@pytest.mark.parametrize("base", [BaseException, Exception])  # such as of Ctrl-C, and of an alarm
@pytest.mark.parametrize(("kind", "search"), [(Track, placing), (Row, counting), (Purse, paying)])
def test_an_interrupt_at_any_moment_ends_the_search_and_leaves_nothing_changed(
    kind: Any, search: Any, base: Any
) -> None:
    Interrupt: Any = type("Interrupt", (base,), {})
    choose = ambiguous(search)
    board = kind()
    assert is_inlined(choose)
    list(choose(board))
    moment = 0
    while is_interrupted(choose(board), moment, Interrupt):
        assert vars(board) == vars(kind()), moment
        moment += 1
    assert moment > 15


OWN_CONTAINERS = {
    "list": [
        *(
            "self.append(v)",
            "self.extend([v, v])",
            "return self.pop()",
            "self[0] = v",
            "self[-1] += v",
            "self[1:2] = [v, v]",
        ),
        *("self.reverse()", "self.sort()", "self.clear()", "self.remove(v)", "self.insert(1, v)", "return self.pop(0)"),
        *("del self[0]", "del self[:v]", "self += [v]", "self.count = v\n        self.append(self.count)"),
    ],
    "dict": [
        *("self[9] = v", "self[v] += v", "return self.pop(v)", "del self[v]", "return self.setdefault(9, v)"),
        *("self.update({v: 7, 9: v})", "self.clear()", "return self.popitem()", "self |= {9: v}"),
    ],
    "set": [
        *("self.add(v)", "self.add(v + 9)", "self.remove(v)", "self.discard(v + 9)", "self.update({v, 9})"),
        *("self.difference_update({v, 9})", "self.clear()", "self |= {9}"),
    ],
}


@pytest.mark.parametrize(
    "base, change", [(base, change) for base, changes in OWN_CONTAINERS.items() for change in changes]
)
@pytest.mark.parametrize("more", ["", "class Heir(Own): pass", "Own.__len__ = lambda self: 0"], ids=["", "heir", "odd"])
def test_a_container_of_ones_own_is_changed_and_taken_back(base: str, change: str, more: str, deep: bool) -> None:
    program = f"""
class Own({base}):
    def change(self, v):
        {change}

{more}

def told(own):
    items = {base}.items(own) if {base} is dict else {base}.__iter__(own)
    return sorted(items) if {base} is set else [*items], vars(own), type(own)

@ambiguous(deep={deep})
def f(given):
    v = yield (1, 2)
    first = given.change(v)
    w = yield (1, 2)
    made = Own(items)
    second = made.change(w)
    return v, w, first, second, told(given), told(made)
"""
    items: Any = {1: 3, 2: 4} if base == "dict" else [3, 1, 2, 1, 2]
    space = compile_program(program, {"ambiguous": ambiguous, "items": items})
    own, told = space["Own"], space["told"]
    given = own(items)
    found = list(space["f"](given))

    assert told(given) == told(own(items))
    assert [answer[:2] for answer in found] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for v, w, *rest in found:
        given, made = own(items), own(items)
        assert rest == [given.change(v), made.change(w), told(given), told(made)]


def test_what_a_container_of_ones_own_says_of_its_changes_is_asked(deep: bool) -> None:
    program = f"""
class Log(list):
    def append(self, item):
        super().append([item])

    def put(self, item):
        self.append(item)
        self[0] = item

    def __setitem__(self, key, item):
        super().__setitem__(key, (item,))

class Missing(dict):
    def __missing__(self, key):
        self.last = key
        return 5

    def add(self, key):
        self[key] += 1

class Shadowed(list):
    def put(self, item):
        self.pop = item
        self.append(item)
        self.last = self.pop

@ambiguous(deep={deep})
def f(log, missing, shadowed):
    x = yield (1, 2)
    log.put(x)
    missing.add(x)
    shadowed.put(x)
    made = Missing()
    made[x] += x
    return list(log), dict(missing), vars(missing), list(shadowed), vars(shadowed), dict(made), made.last
"""
    space = compile_program(program, {"ambiguous": ambiguous})
    given = space["Log"]([0]), space["Missing"](), space["Shadowed"]()

    assert list(space["f"](*given)) == [
        ([(x,), [x]], {x: 6}, {"last": x}, [x], {"pop": x, "last": x}, {x: x + 5}, x) for x in (1, 2)
    ]
    assert (list(given[0]), dict(given[1]), list(given[2])) == ([0], {}, [])
    assert not vars(given[1]) and not vars(given[2])


def test_a_short_helper_assigns_a_global_variable(deep: bool) -> None:
    program = f"""
count, best, made = 0, None, []

def put(x):
    global count
    made.append(x)
    count += 1

def improve(x):
    global best, fresh
    if best is None or x > best:
        best = x
        return True
    fresh = x
    return False

@ambiguous(deep={deep})
def f(count):
    x = yield (1, 2)
    put(x)
    improves = improve(x)
    put(count)
    y = yield (0, 5)
    return x, y, improves, improve(y), globals()["count"], best, made[:], globals().get("fresh")
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert list(space["f"](7)) == [
        (x, y, True, y > x, 2, max(x, y), [x, 7], None if y > x else y) for x in (1, 2) for y in (0, 5)
    ]
    assert (space["count"], space["best"], space["made"], "fresh" in space) == (0, None, [], False)
    assert "globals()" in expand(space["f"], fast=True).partition("undo(")[0]


def test_a_short_helper_binds_its_parameters_anew(deep: bool) -> None:
    program = f"""
class Forest:
    def __init__(self, n):
        self.parent, self.joined = list(range(n)), []
    def find(self, v):
        while self.parent[v] != v:
            v = self.parent[v]
        return v
    def join(self, a, b, tag=0):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if a > b:
            a, b = b, a
        tag = [tag, a]
        self.parent[b] = a
        self.joined.append((a, b, *tag))
        return True

def fold(xs, x):
    for x in (x, x + 1):
        pass
    xs, x = [xs], x * 2
    xs[0].append(x)
    xs.append(x)

@ambiguous(deep={deep})
def f(forest, xs):
    a = yield (0, 2)
    b = yield (1, 2)
    joins = forest.join(b, a)
    fold(xs, a)
    again = forest.join(1, b, a)
    return a, b, joins, again, tuple(forest.joined), tuple(xs)

forest, xs = Forest(3), []
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert list(space["f"](space["forest"], space["xs"])) == [
        (0, 1, True, False, ((0, 1, 0, 0),), (2,)),
        (0, 2, True, True, ((0, 2, 0, 0), (0, 1, 0, 0)), (2,)),
        (2, 1, True, False, ((1, 2, 0, 1),), (6,)),
        (2, 2, False, True, ((1, 2, 2, 1),), (6,)),
    ]
    assert (space["forest"].parent, space["forest"].joined, space["xs"]) == ([0, 1, 2], [], [])
    assert expand(space["f"], fast=True).count("raise Uncommon") >= 3


def test_a_global_variable_without_a_value_is_named(deep: bool) -> None:
    program = f"""
def count(x):
    global counted
    counted += x

@ambiguous(deep={deep})
def f():
    x = yield (1, 2)
    try:
        count(x)
    except NameError as error:
        return str(error)
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert list(space["f"]()) == ["name 'counted' is not defined"] * 2
    assert "counted" not in space


class Queue:
    def __init__(self, times: list[int]) -> None:
        self.times, self.taken = times, [0]

    def push(self, time: int, former: int) -> None:
        heappush(self.times, time)
        first = heappop(self.times)
        self.taken.append(first + former)


def test_a_helper_with_a_heap_is_short(deep: bool) -> None:
    def f(queue):
        time = yield [1, 3]
        former = queue.taken.pop()
        queue.push(time, former)
        return queue.times, queue.taken

    queue = Queue([2])
    assert list(inlined_search(f, deep)(queue)) == [([2], [1]), ([3], [2])]
    assert (queue.times, queue.taken) == ([2], [0])


class Bag:
    def __init__(self) -> None:
        self.things = {"log": 2}

    def add(self, thing: str) -> None:
        self.things[thing] = self.things.get(thing, 0) + 1

    def remove(self, thing: str) -> None:
        self.things[thing] -= 1


class Crafter:
    def __init__(self, bag: Any) -> None:
        self.bag, self.steps = bag, [""]

    def craft(self, needs: str, gives: str) -> None:
        self.bag.remove(needs)
        self.steps.append(needs)
        self.bag.add(gives)


@pytest.mark.parametrize(
    ("bag", "expected"),
    [
        (Bag(), [{"log": 1, "plank": 1}, {"log": 1, "stick": 1}]),
        ({"log", "axe"}, [{"axe", "plank"}, {"axe", "stick"}]),
    ],
)
def test_a_short_helper_calls_the_users_method_that_is_named_like_one_of_a_container(
    bag: Any, expected: Any, deep: bool
) -> None:
    def f(crafter):
        gives = yield ["plank", "stick"]
        crafter.craft("log", gives)
        return getattr(crafter.bag, "things", crafter.bag)

    search, before = inlined_search(f, deep), copy.deepcopy(bag)

    assert list(search(Crafter(bag))) == expected
    assert vars(bag) == vars(before) if isinstance(bag, Bag) else bag == before
    assert "twin_remove" in expand(search, fast=True)


def test_such_a_method_that_fails_fails_as_the_helper_does(deep: bool) -> None:
    def f(crafter):
        gives = yield ["plank"]
        crafter.craft("gold", gives)
        return crafter.bag

    crafter = Crafter(Bag())
    with pytest.raises(KeyError, match="gold") as raised:
        list(inlined_search(f, deep)(crafter))
    assert [entry.name for entry in raised.traceback][-2:] == ["craft", "remove"]
    assert (crafter.bag.things, crafter.steps) == ({"log": 2}, [""])


class Truck:
    def __init__(self) -> None:
        self.weight = 0

    def weigh(self, weight: int) -> None:
        self.weight += weight


def weights_without_the_first(trucks: list[Truck]) -> int:
    """Assigns the attribute, and makes a generator expression that nothing calls by that name."""
    trucks[0].weight = 0
    return sum(truck.weight for truck in trucks)


def test_a_generator_expression_is_not_taken_for_what_an_attribute_assigned_beside_it_calls():
    @ambiguous
    def loads(weights):
        truck = Truck()
        for weight in weights:
            times = yield range(2)
            truck.weigh(weight * times)
        return weights_without_the_first([Truck(), truck])

    assert is_inlined(loads)
    assert sorted(loads([1, 2])) == [0, 1, 2, 3]


@pytest.mark.usefixtures("on_its_own")
def test_a_helper_with_a_change_that_nothing_reaches_is_called_as_it_is(deep: bool) -> None:
    program = f"""
def look(xs):
    return len(xs)
    xs.append(1)
@ambiguous(deep={deep})
def f(xs):
    x = yield (1, 2)
    n = look(xs)
    return x, n
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert list(space["f"]([])) == [(1, 0), (2, 0)]


@pytest.mark.usefixtures("on_its_own")
def test_a_helper_may_change_something_in_an_else_alone(deep: bool) -> None:
    program = f"""
def put(xs, x):
    if x > 1:
        y = 1
    else:
        xs.append(x)
@ambiguous(deep={deep})
def f(xs):
    x = yield (1, 2)
    put(xs, x)
    return list(xs)
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert is_inlined(space["f"])
    assert list(space["f"](xs := [0])) == [[0, 1], [0]]
    assert xs == [0]


@pytest.mark.usefixtures("on_its_own")
def test_the_methods_of_a_list_of_ones_own_stand_in_the_place_of_their_calls(deep: bool) -> None:
    program = f"""
class Stack(list):
    def push(self, x):
        self.append(x)
    def add(self):
        self.append(self.pop() + self.pop())
@ambiguous(deep={deep})
def f(xs):
    stack, seen = Stack(), []
    for x in xs:
        stack.push(x)
        if len(stack) > 1 and (yield (False, True)):
            stack.add()
        seen.append(sum(stack))
    return list(stack)
"""
    space = compile_program(program, {"ambiguous": ambiguous})

    assert is_inlined(space["f"])
    assert list(space["f"]([1, 2, 4])) == [[1, 2, 4], [1, 6], [3, 4], [7]]


@pytest.mark.usefixtures("on_its_own")
def test_what_follows_a_branch_that_may_end_the_search_stands_in_both_ways(deep: bool) -> None:
    program = f"""
class House:
    def __init__(self):
        self.boxes, self.walls, self.man, self.way = {{2}}, {{0, 6}}, 1, []
    def move(self, d):
        there = self.man + d
        require(there not in self.walls)
        if there in self.boxes:
            require(there + d not in self.walls)
            self.boxes.remove(there)
            self.boxes.add(there + d)
        self.man = there
        self.way.append(d)
        require(self.way[-2:] != [-d, d])
@ambiguous(deep={deep})
def f(house, steps):
    for _ in range(steps):
        d = yield (1, -1)
        house.move(d)
    return house.man, sorted(house.boxes), house.way
house = House()
"""
    space = compile_program(program, {"ambiguous": ambiguous, "require": require})
    search, house = space["f"], space["house"]

    assert is_inlined(search)
    assert list(search(house, 3)) == [(4, [5], [1, 1, 1])]
    assert list(search(house, 4)) == []
    assert (house.man, house.boxes, house.way) == (1, {2}, [])
