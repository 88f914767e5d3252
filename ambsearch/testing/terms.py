"""On what terms two searches are compared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

As = Literal["sequence", "multiset", "set", "subset", "count", "exists", "one of", "optimum", "k best", "stream"]
Key = Callable[[Any], Any] | None
Errors = type[Exception] | tuple[type[Exception], ...]
WITH_COST = ("optimum", "k best")


@dataclass(frozen=True)
class Terms:
    """How answers are compared; same_answers and check_twins document these parameters.

    >>> Terms(as_="optimum")
    Traceback (most recent call last):
    ...
    ValueError: as_="optimum" needs cost=, a function of an answer, e.g. cost=len
    """

    as_: As = "sequence"
    key: Key = None
    limit: int | None = None
    strict: bool = False
    cost: Callable[[Any], Any] | None = None
    within: int | None = None
    raises: Errors = ()
    no_answer: Errors = ()

    def __post_init__(self) -> None:
        if self.as_ not in get_args(As):
            *others, last = map(repr, get_args(As))
            raise ValueError(f"as_: expected {', '.join(others)} or {last}, found {self.as_!r}")
        if self.as_ in WITH_COST and self.cost is None:
            raise ValueError(f'as_="{self.as_}" needs cost=, a function of an answer, e.g. cost=len')
        if self.as_ in ("k best", "stream") and self.limit is None:
            raise ValueError(f'as_="{self.as_}" needs limit=, how many answers to compare, e.g. limit=10')
        if self.as_ == "stream" and (self.within is None or self.within < (self.limit or 0)):
            raise ValueError(
                f'as_="stream" needs within=, how many answers of the other side to look among, '
                f"at least {self.limit}; found {self.within}"
            )

    @property
    def of_values(self) -> bool:
        """Does a program that gives one value instead of answers make sense here?"""
        return self.as_ in ("count", "exists", "one of", "optimum")
