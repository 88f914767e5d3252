"""Which functions a node may run, by name."""

from helpers import PUBLIC, compile_program

from ambsearch import expand

QUEENS = """
class Board:
    def __init__(self):
        self.queens = []
    def put(self, column):
        self.queens.append(column)
@ambiguous
def queens(n):
    board = Board()
    for row in range(n):
        column = yield range(n)
        board.put(column)
    return tuple(board.queens)
"""
METER = """
log = []
def level(self, value):
    log.append(value)
class Meter:
    level = property(lambda self: log[-1], level)
@ambiguous
def f():
    meter = Meter()
    x = yield (1, 2)
    meter.level = x
    return meter.level, len(log)
"""


def test_an_attribute_with_the_name_of_a_function_of_the_module_is_as_plain_as_any() -> None:
    queens = compile_program(QUEENS, dict(PUBLIC))["queens"]

    assert list(queens(2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert "    board = Board()\n" in expand(queens)


def test_a_property_whose_setter_has_its_name_in_the_module_too_is_set_by_it() -> None:
    made = compile_program(METER, dict(PUBLIC))

    assert list(made["f"]()) == [(1, 1), (2, 1)]
    assert made["log"] == []
