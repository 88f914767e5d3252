"""One of two searches that are compared: it is read answer by answer, no further than necessary.

Side        a search and what was read from it
Raised      an exception that both sides should raise; it counts as the last answer
"""

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from ambsearch.answers import Answers, snapshot
from ambsearch.testing.counting import SOON, OutOfSteps, Steps
from ambsearch.testing.differences import ENDED, Different, in_words
from ambsearch.testing.forms import normal
from ambsearch.testing.lines import of_traceback, shown_line
from ambsearch.testing.terms import Terms
from ambsearch.unchosen import can_be_iterated

AHEAD = 1000  # answers that are read after a difference, to find the kind of difference
AHEAD_STEPS = 200_000  # lines of Python that may be run for each of them
KIT = str(Path(__file__).parent)


class Raised:
    """An exception that ends a search; it equals an exception of the same type on the other side."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}"


class Side:
    """A search, read step by step.

    name: for messages; make: called when the first answer is needed, gives the answers.
    terms: how answers are compared; limit: how many answers to read at most; steps: how many lines of Python may run
    for one answer. heard: called with the side and True before each read, and with False after it.
    is_twin: may it give one solution instead of answers, if the terms ask for one?
    answers, keys: those read so far, and what is compared of each; ended: are there no more answers, or as many as
    the limit? exhausted: are there no more? failed: has the search raised an exception?

    >>> side = Side("letters", lambda: "aBa", Terms(key=str.lower))
    >>> side.read(), side.read(), side.keys, side.ended
    (True, True, ['a', 'b'], False)
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Any],
        terms: Terms = Terms(),  # noqa: B008  # it is frozen
        steps: Steps | None = None,
        heard: "Callable[[Side, bool], None] | None" = None,
        is_twin: bool = False,
    ) -> None:
        self.name = name
        self.iterator = start(make, terms, is_twin)
        self.terms = terms
        self.limit = terms.limit
        self.steps = steps or Steps(None)
        self.heard = heard
        self.answers: list[Any] = []
        self.keys: list[Hashable] = []
        self.ended = self.exhausted = self.failed = False

    def read(self) -> bool:
        """Read one more answer; False if there is none. Different if the search fails, or gives none in time."""
        if self.ended or len(self.keys) == self.limit:
            self.ended = True
            return False
        answer = self.next()
        if answer is ENDED:
            self.ended = self.exhausted = True
            return False
        self.answers.append(snapshot(answer))
        self.keys.append(self.comparable(self.answers[-1]))
        return True

    def read_all(self) -> "Side":
        while self.read():
            pass
        return self

    def next(self) -> Any:
        if self.heard:
            self.heard(self, True)
        try:
            return self.steps.next(self.iterator)
        except OutOfSteps as stopped:
            raise Different(self.loops(str(stopped)), "loops") from None
        except (Exception, SystemExit) as raised:
            error = raised
        finally:
            if self.heard:
                self.heard(self, False)
        if isinstance(error, self.terms.no_answer):
            return ENDED
        if isinstance(error, self.terms.raises):
            return Raised(error)
        if type(error).__module__.startswith("hypothesis."):  # `assume`: the instance is not wanted
            raise error
        self.failed = True
        line = shown_line(of_traceback(error.__traceback__))
        what = error if isinstance(error, NoAnswers) else f"raises {type(error).__name__}: {error}{line}"
        told = f"{self.name} {what}\nbefore that: {self.description(so_far=True)}"
        raise Different(told, "raises") from error.with_traceback(without_kit(error.__traceback__))

    def comparable(self, answer: Any) -> Hashable:
        """What is compared of an answer."""
        if isinstance(answer, Raised):
            return Raised, type(answer.error)
        return normal(self.apply("key", self.terms.key, answer), self.terms.strict)

    def apply(self, name: str, function: Callable[[Any], Any] | None, answer: Any) -> Any:
        """The result of a user's function for an answer; the answer itself if there is no function."""
        try:
            return answer if function is None else function(answer)
        except Exception as error:
            line = shown_line(of_traceback(error.__traceback__))
            told = f"{name}= raises {type(error).__name__}: {error}{line}\nfor the answer {in_words(answer)} of {self.name}"
            raise Different(told, "raises") from error.with_traceback(without_kit(error.__traceback__))

    def look_ahead(self) -> None:
        """Read some more answers, as far as they come quickly."""
        limit = self.steps.limit
        self.steps = Steps(min(limit or AHEAD_STEPS, AHEAD_STEPS), SOON)
        try:
            for _ in range(AHEAD):
                if not self.read():
                    return
        except Different:
            return

    def loops(self, line: str) -> str:
        return (
            f"{self.name} gives no further answer within {self.steps.limit} lines of Python: does it loop for "
            f"ever{line}? steps=None waits\nbefore that: {self.description(so_far=True)}"
        )

    def number(self) -> int:
        """How many answers were read, or the number that the program gives instead."""
        return sum(answer.number if isinstance(answer, Amount) else 1 for answer in self.answers)

    def description(self, so_far: bool = False) -> str:
        """How many answers there are, in words.

        >>> Side("letters", lambda: "ab").description()
        'letters has at least 0 answers'
        """
        number = f"{self.number()} answer{'' if self.number() == 1 else 's'}"
        return number if so_far else f"{self.name} has {number if self.exhausted else f'at least {number}'}"


def start(make: Callable[[], Any], terms: Terms, is_twin: bool) -> Generator[Any, None, None]:
    """The answers; the search begins when the first of them is needed."""
    given = make()
    if not terms.of_values:
        yield from answers_in(given)
    elif terms.as_ in ("one of", "optimum"):
        if not is_twin:
            yield from answers_in(given)
        elif isinstance(given, (Iterator, Answers)):  # anything else is one solution, also a list
            yield from given
        elif given is not None:
            yield given
    elif isinstance(given, Iterable):
        yield from given
    else:
        yield Amount.of(given)


class NoAnswers(TypeError):
    """Something else was given; the message goes on from the name of the side."""


def answers_in(given: Any) -> Any:
    """What was given, if answers can be read from it."""
    if can_be_iterated(given):
        return given
    advice = "; does it `yield` or `return` them?" if given is None else ""
    if callable(given):
        name = getattr(given, "__name__", "it")
        advice = f"; call the function, as in {name}(...)"
    raise NoAnswers(f"gives {in_words(given)} instead of answers{advice}")


@dataclass(frozen=True)
class Amount:
    """A number that a program gives instead of answers; True is one, False and None are none."""

    number: int

    @classmethod
    def of(cls, given: Any) -> "Amount":
        try:
            return cls(int(given or 0))
        except (TypeError, ValueError):
            raise TypeError(f"expected answers, a number or a truth value, found {given!r}") from None

    def __repr__(self) -> str:
        return str(self.number)


def without_kit(trace: TracebackType | None) -> TracebackType | None:
    """The traceback from where it leaves this package: the frames before are of no use to the user."""
    here = trace
    while here is not None:
        if not here.tb_frame.f_code.co_filename.startswith(KIT):
            return here
        here = here.tb_next
    return trace


class Bag(Counter[Hashable]):
    """Counts keys.

    >>> bag = Bag("aba")
    >>> bag.add("a"), bag["b"], bag["c"]
    (3, 1, 0)
    """

    def add(self, key: Hashable) -> int:
        """Add a key, and return how often it is there now."""
        self[key] += 1
        return self[key]
