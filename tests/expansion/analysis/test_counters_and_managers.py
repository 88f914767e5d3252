"""A `with` of a manager of one's own is entered as it is, unless a manager made of a generator may be kept somewhere."""

import pytest
from class_engines import WORDS, check
from class_programs import Program
from helpers import compile_program

from ambsearch import expand

BOOK = """
import contextlib
from contextlib import contextmanager
class Book:
    def __init__(self):
        self.is_open = False
    def __enter__(self):
        return self
    def __exit__(self, *error):
        pass
@contextmanager
def part(name):
    yield name
def opened(book, n):
    with book:
        return n
@ambiguous
def f(book):
    n = yield (1, 2)
    return opened(book, n)
"""
ENTERED = [
    "with part('a'): pass",
    "with part('a') as name, Book(): pass",
    "with Book(), part('a') as name: pass",
    "with Book() if parts else part('a'): pass",
    "with contextlib.closing(book): pass",
]
KEPT = [
    "return part('a')",
    "parts.append(part('a'))",
    "with book.of(part('a')): pass",
    "with book: parts.last = part('a')",
    "return [*map(part, parts)]",
    "with part('a'), part('b'): pass",
    "return contextmanager(iter)",
    "return contextlib.ExitStack()",
]


def keeping(use: str) -> str:
    return BOOK + f"def keep(book, parts):\n    {use}\n"


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("use", ENTERED)
def test_beside_managers_that_are_entered_where_they_are_made_a_with_stays_as_it_is(use: str) -> None:
    assert "yield opened(book, n)" in expand(compile_program(keeping(use), WORDS)["f"], fast=True)


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("use", KEPT)
def test_where_one_may_be_kept_a_with_is_recorded(use: str) -> None:
    assert "yield opened(book, n)" not in expand(compile_program(keeping(use), WORDS)["f"], fast=True)


GIVEN = """
from contextlib import contextmanager
@contextmanager
def part(name):
    yield name
class Pile(list):
    def pop(self, place=-1):
        return None
class Book:
    def __init__(self):
        self.parts = []
    def last(self):
        return self.parts[-1]
    __call__ = last
book = Book()
def last():
    return book.parts[-1]
def read():
    with {manager} as name:
        return name
@ambiguous
def f():
    book.parts.append(part("a"))
    n = yield (1, 2)
    return read(), n
"""


@pytest.mark.parametrize(
    "manager", ["book.parts.pop()", "book.last()", "book()", "last()", "(lambda: last())()", "[last][0]()"]
)
def test_a_kept_manager_that_another_function_gives_is_entered_by_each_branch(manager: str) -> None:
    check(Program(GIVEN.format(manager=manager)), "mixed")
