"""What the orders share: the source of their answers.

Order       a search that visits the branches of another search in its own order
in_order    its answers
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ambsearch.answers import Answers, expected_answers
from ambsearch.steering import Steering, steer
from ambsearch.unchosen import check_asked

Answer = TypeVar("Answer")


class Order:
    """The source of answers in an order: a generator function that takes the answers to search for, and options.

    is_seen: is that search run as it is, so that it can be observed?
    """

    is_ordered = True  # so it cannot be steered, and has no paths

    def __init__(self, search: Callable[..., Iterator[Any]], is_seen: bool) -> None:
        self.search, self.is_seen = search, is_seen
        self.__name__ = search.__name__.lstrip("_")


def in_order(
    search: Callable[..., Iterator[Any]], answers: Answers[Answer], is_seen: bool = False, **options: Any
) -> Answers[Answer]:
    """The answers of a search in an order, for the function that the user called.

    search: the generator function, e.g. _breadth_first. options: its other arguments; None is left out.
    Raises TypeError if `answers` is not Answers.
    """
    if not isinstance(answers, Answers):
        raise expected_answers(answers)
    order = Order(search, is_seen)
    given = {name: value for name, value in options.items() if value is not None}
    return check_asked(Answers(order, (answers,), given), order, sys._getframe(2))


def bare(answers: Answers[Answer], steering: Steering) -> Iterator[Answer]:
    """The answers of one steered search; they are copied when they leave the outermost search."""
    return steer(answers, steering).search()
