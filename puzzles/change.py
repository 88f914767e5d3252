"""Change: the ways to pay an amount with coins of given kinds.

How can a dollar be paid with half-dollars, quarters, dimes, nickels and pennies? There is no limit on the coins of
each kind.

amount   the amount to pay, and in the search what is left to pay, in the smallest unit, e.g. 100 cents
coins    values of the kinds of coins, e.g. (50, 25, 10, 5, 1)
numbers  how many coins are paid of each kind so far, e.g. [1, 2]

As input, a puzzle is a line: the amount, a colon, the kinds of coins, e.g. ``100: 50 25 10 5 1``.

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), section 1.2.2, "Example: Counting change". The book counts the ways; here each way is an answer.
"""

from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import Disc, Drawing, Mark, Text, box, lines, stack

COIN = "#ffed6f"


def question(amount: int, coins: tuple[int, ...]) -> str:
    """Tell the rules, the amount and the coins.

    >>> print(question(100, (50, 25, 10)))
    In which ways can 100 be paid with coins of 50, 25 and 10?
    There is no limit on the coins of each kind.
    """
    *others, last = coins or ("no kind at all",)
    kinds = f"{', '.join(map(str, others))} and {last}" if others else last
    return f"In which ways can {amount} be paid with coins of {kinds}?\nThere is no limit on the coins of each kind."


def is_solution(answer: tuple[int, ...], amount: int, coins: tuple[int, ...]) -> bool:
    """Say whether `answer` has a number of coins for each kind, and they are worth the amount.

    >>> is_solution((1, 2, 0, 0, 0), 100, (50, 25, 10, 5, 1)), is_solution((1, 2, 0, 0, 1), 100, (50, 25, 10, 5, 1))
    (True, False)
    """
    if len(answer) != len(coins) or any(number < 0 for number in answer):
        return False
    return sum(number * coin for number, coin in zip(answer, coins, strict=True)) == amount


@ambiguous
def solve(amount: int, coins: tuple[int, ...]) -> Search[tuple[int, ...]]:
    """Choose how many coins of each kind are paid; 292 answers for the book's dollar.

    amount: the amount to pay, e.g. 10.
    coins: values of the kinds, different and positive, e.g. (5, 2, 1).
    An answer holds the number of coins of each kind, e.g. (1, 2, 1); those with more of the first kinds come first.
    Raises ValueError if the amount is negative, or if a kind of coins comes twice or has no positive value.

    >>> list(solve(5, (5, 2, 1)))
    [(1, 0, 0), (0, 2, 1), (0, 1, 3), (0, 0, 5)]
    """
    check(amount, coins)
    numbers: list[int] = []
    for coin in coins:
        number = yield range(amount // coin, -1, -1)
        numbers.append(number)
        amount = amount - number * coin
    require(amount == 0)
    return tuple(numbers)


def check(amount: int, coins: tuple[int, ...]) -> None:
    """Raise ValueError if the amount is negative, or if a kind of coins comes twice or has no positive value."""
    if amount < 0:
        raise ValueError(f"expected an amount of 0 or more, found {amount}")
    if min(coins, default=1) <= 0 or len(set(coins)) < len(coins):
        raise ValueError(f"expected coins of different positive values, found {coins!r}")


INSTANCES: dict[str, dict[str, Any]] = {
    "dollar": {"amount": 100, "coins": (50, 25, 10, 5, 1)},
    "ten-cents": {"amount": 10, "coins": (50, 25, 10, 5, 1)},
    "no-pennies": {"amount": 99, "coins": (50, 25, 10, 5)},
    "crown-in-silver": {"amount": 60, "coins": (30, 24, 12, 6, 3)},
    "nothing": {"amount": 0, "coins": ()},
}


def picture(answer: tuple[int, ...], amount: int, coins: tuple[int, ...]) -> str:
    """Show the amount as a sum, coins of a kind together.

    >>> picture((1, 1, 2, 1, 0), 100, (50, 25, 10, 5, 1))
    '100 = 1 x 50 + 1 x 25 + 2 x 10 + 1 x 5'
    """
    parts = [f"{number} x {coin}" for number, coin in zip(answer, coins, strict=True) if number]
    return f"{amount} = {' + '.join(parts) or 'no coins'}"


def drawing(answer: tuple[int, ...] | None, amount: int, coins: tuple[int, ...]) -> Drawing:
    """Picture the coins, with a box for the number of each; with an answer, also the amounts.

    >>> drawing((1, 0), 5, (5, 1)).marks[-1].text
    '= 0'
    """
    marks: list[Mark] = []
    for row, coin in enumerate(coins):
        marks += [box(0, row, 1.4, 0.9), Text((1.9, row + 0.45), "x"), Disc((2.9, row + 0.45), 0.45, COIN)]
        marks.append(Text((2.9, row + 0.45), str(coin), 0.42))
        if answer is not None:
            worth = f"= {answer[row] * coin}"
            marks += [Text((0.7, row + 0.45), str(answer[row])), Text((3.7, row + 0.45), worth, align="left")]
    return stack(
        [lines([f"Pay {amount}:" if answer is None else f"{amount} is paid:"]), Drawing(6, len(coins), tuple(marks))]
    )


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one in each line that is not blank.

    >>> read("100: 50 25 10 5 1")
    [{'amount': 100, 'coins': (50, 25, 10, 5, 1)}]

    Raises BadInput if a line is not an amount, a colon and different positive numbers.
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    amount, kinds = line.parts(":", "an amount", "the coins")
    coins: list[int] = []
    for word in kinds.words():
        coin = word.number("a coin of positive value", least=1)
        if coin in coins:
            raise word.expected("a coin of another value")
        coins.append(coin)
    return {"amount": amount.number("an amount"), "coins": tuple(coins)}
