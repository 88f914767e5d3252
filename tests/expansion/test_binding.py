"""Helpers are bound, and what is chosen from is searched as it is."""

from typing import Any

import pytest
from helpers import compile_program
from recorded import WORDS, define

from ambsearch.answers import Ambiguous
from ambsearch.errors import NotChosen
from ambsearch.expansion import expansion
from ambsearch.running.choices import items

pytestmark = pytest.mark.usefixtures("no_other_module")


@pytest.mark.parametrize("text", ['"ab"', "(1, 2)", 'b"ab"', "list(xs)", "tuple(xs)", "set(xs)", "frozenset(xs)"])
def test_what_is_made_for_a_choice_alone_is_chosen_from_as_it_is(text: str) -> None:
    f = define(f"return (yield {text})", "xs").__wrapped__

    assert items not in expansion(f).searches()[0].__code__.co_consts


def test_a_choice_is_over_what_a_list_held_when_it_was_made(deep: bool) -> None:
    f = define("xs = [1, 2]\nx = yield xs\npermanent(xs.append(3))\nreturn x", deep=deep)

    assert list(f()) == [1, 2]


def test_a_choice_is_over_what_a_list_is_made_of_when_it_was_made(deep: bool) -> None:
    f = define("x = yield list(xs)\nxs.remove(x)\ny = yield set(xs)\nxs.clear()\nreturn x, y", "xs", deep=deep)

    assert list(f([1, 2, 3])) == [(x, y) for x in (1, 2, 3) for y in (1, 2, 3) if x != y]


EXISTS = """
board = []
@ambiguous
def winning(n):
    board.append(n)
    take = yield (1, 2, 3)
    require(take <= n)
    require(not winning(n - take).exists())
    return take, len(board)

@ambiguous(deep={deep})
def solve(n):
    if any(winning(i).exists() for i in [n + 1]):
        later = lambda: winning(n).exists()
        return (yield winning(n)), later(), board[:]
    return "lost", winning(*[n]).exists(), board[:]
"""


def test_a_search_that_is_only_asked_whether_it_has_an_answer_is_run_as_one_that_is_chosen_from(deep: bool) -> None:
    space = compile_program(EXISTS.format(deep=deep), WORDS)

    assert list(space["solve"](6)) == [((2, 1), True, [6])]
    assert list(space["solve"](5)) == [((1, 1), True, [5])]
    assert list(space["solve"](3)) == [("lost", True, [])]
    assert space["board"] == []
    space["winning"] = lambda n: Told()
    assert list(space["solve"](7)) == [(1, "told", [])]


class Told:
    """It has a method of the same name."""

    def exists(self) -> str:
        return "told"

    def __iter__(self) -> Any:
        return iter([1])


SEARCHES = """
class Coin:
    @ambiguous
    def sides(self, n):
        side = yield range(n)
        return side

    @ambiguous
    def twice(self):
        self.first = yield self.sides(2)
        return (yield self.sides(self.first + 1))

def held():
    @ambiguous
    def inside(n):
        n = yield range(n)
        return n
    return inside

@ambiguous
def of(search, n):
    x = yield search(n)
    require(x)
    return (yield search(x))
"""
CHANGING = """
class Die(Coin):
    def sides(self, n):
        self.asked = n
        return range(n + 1)
"""


def calls_of_searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    call = Ambiguous.__call__

    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        found.append(self)
        return call(self, *args, **kwargs)

    monkeypatch.setattr(Ambiguous, "__call__", called)
    return found


@pytest.mark.parametrize("name", ["a method", "a method of an object", "a variable"])
def test_what_is_chosen_from_is_searched_without_answers_by_whatever_name_it_is_called(
    name: str, deep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = compile_program(SEARCHES.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    coin = space["Coin"]()
    search, expected = {
        "a method": (coin.twice, [0, 0, 1]),
        "a method of an object": (lambda: space["of"](coin.sides, 3), [0, 0, 1]),
        "a variable": (lambda: space["of"](space["held"](), 3), [0, 0, 1]),
    }[name]
    found = calls_of_searches(monkeypatch)

    assert list(search()) == expected
    assert len(found) == 1


def test_a_method_that_is_ambiguous_in_one_class_and_changes_something_in_another_is_undone(deep: bool) -> None:
    space = compile_program((SEARCHES + CHANGING).replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    die = space["Die"]()

    assert list(die.twice()) == [0, 1, 0, 1, 2, 0, 1, 2, 3]
    assert vars(die) == {}


def test_a_search_of_such_a_method_that_nobody_asks_is_told_by_its_name() -> None:
    space = compile_program(SEARCHES + CHANGING, WORDS)
    coin = space["Coin"]()

    with pytest.raises(NotChosen, match=r"write `yield coin.sides\(2\)`"):
        list(define("coin.sides(2)\nreturn (yield [1])", "coin")(coin))


def test_a_method_that_becomes_another_search_is_looked_up_again(deep: bool) -> None:
    space = compile_program(SEARCHES.replace("@ambiguous", f"@ambiguous(deep={deep})"), WORDS)
    coin = space["Coin"]()
    before = list(coin.twice())
    space["Coin"].sides = define("n = yield [n]\nreturn n", "self, n", deep=deep)

    assert (before, list(coin.twice())) == ([0, 0, 1], [3])


def test_a_search_in_a_variable_that_is_given_too_much_is_told_so_where_it_is_called(deep: bool) -> None:
    f = define("try:\n    x = yield g(1, 2)\nexcept TypeError:\n    x = 3\nreturn x", "g", deep=deep)

    assert list(f(define("return (yield [n])", "n", deep=deep))) == [3]
