import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import change as by_hand
from ambsearch.puzzles.change import is_solution, picture, read, solve

COINS = (50, 25, 10, 5, 1)


def ways(amount: int, coins: tuple[int, ...]) -> int:
    """The number of ways, from the sums that can be paid with ever more kinds of coins."""
    counts = [1] + [0] * amount
    for coin in coins:
        for sum_ in range(coin, amount + 1):
            counts[sum_] += counts[sum_ - coin]
    return counts[amount]


def test_a_dollar_is_paid_in_292_ways():
    assert solve(100, COINS).count() == 292


@pytest.mark.parametrize("coins", [COINS, COINS[::-1], (7, 3), (2,), ()])
@pytest.mark.parametrize("amount", [0, 1, 2, 21, 50])
def test_there_are_as_many_ways_as_sums_of_fewer_coins_allow(amount: int, coins: tuple[int, ...]):
    answers = list(solve(amount, coins))
    assert len(set(answers)) == len(answers) == ways(amount, coins)


@pytest.mark.parametrize("coins", [COINS, COINS[::-1], (7, 3), (2,), ()])
@pytest.mark.parametrize("amount", [0, 1, 2, 21, 50])
def test_the_twin_agrees(amount: int, coins: tuple[int, ...]):
    assert list(solve(amount, coins)) == list(by_hand.solve(amount, coins))


def test_a_pound_is_paid_in_4563_ways():
    assert solve(100, (100, 50, 20, 10, 5, 2, 1)).count() == 4563


def test_the_first_answer_takes_the_greatest_coins():
    assert solve(94, COINS).first() == (1, 1, 1, 1, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((1, 2, 0, 0, 1), id="a penny too much"),
        pytest.param((1, 1, 2, 0, 0), id="a nickel too little"),
        pytest.param((3, -2, 0, 0, 0), id="quarters that are got back"),
        pytest.param((2,), id="kinds are missing"),
        pytest.param((2, 0, 0, 0, 0, 0), id="a kind too many"),
        pytest.param((), id="nothing"),
    ],
)
def test_wrong_change_is_not_a_solution(wrong: tuple[int, ...]):
    assert is_solution((2, 0, 0, 0, 0), 100, COINS)
    assert not is_solution(wrong, 100, COINS)


@pytest.mark.parametrize("coins", [(5, 0), (5, -1), (5, 5)])
def test_invalid_coins_are_refused(coins: tuple[int, ...]):
    with pytest.raises(ValueError, match="expected coins of different positive values"):
        solve(10, coins).first()


def test_an_amount_below_nothing_is_refused():
    with pytest.raises(ValueError, match="expected an amount of 0 or more, found -5"):
        solve(-5, COINS).first()


def test_coins_that_are_not_paid_are_not_shown():
    assert picture((0, 0, 9, 0, 10), 100, COINS) == "100 = 9 x 10 + 10 x 1"
    assert picture((), 0, ()) == "0 = no coins"


def test_a_text_has_a_puzzle_in_each_line():
    assert read("100: 50 25 10 5 1\n\n 0 :\n") == [{"amount": 100, "coins": COINS}, {"amount": 0, "coins": ()}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("\n100 50 25", (2, 10), "expected ':' and the coins, found nothing"),
        (" x: 5", (1, 2), "expected an amount, found 'x'"),
        ("5: 5: 1", (1, 5), "expected nothing more, found ':'"),
        ("1: 1\n12: 3 x", (2, 7), "expected a coin of positive value, found 'x'"),
        ("12: 3 1 3", (1, 9), "expected a coin of another value, found '3'"),
        ("12: 0", (1, 5), "found '0'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
