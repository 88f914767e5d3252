"""What a passed check reports."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field


class NothingFound(UserWarning):
    """In a check no instance had an answer on either side, so hardly anything was compared."""


@dataclass
class Report:
    """How much was compared; it counts as True.

    names: of the program and its twins.
    instances: for how many instances; answers: how many the program had for all of them together.
    empty: for how many instances neither side had an answer.
    sizes: how many instances each size has, if all instances of some sizes were compared.
    seconds: how long it took.

    >>> print(Report(("queens", "by_hand"), instances=5, answers=4, empty=2))
    queens and by_hand agree: 5 instances, 2 of them without an answer; 4 answers
    """

    names: tuple[str, ...]
    instances: int = 0
    answers: int = 0
    empty: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    seconds: float = field(default=0.0, repr=False, compare=False)

    def __str__(self) -> str:
        *others, last = self.names
        sizes = "".join(f"; size {size}: {number}" for size, number in self.sizes.items())
        return (
            f"{', '.join(others)} and {last} agree: {amount(self.instances, 'instance')}, "
            f"{self.empty} of them without an answer{sizes}; {amount(self.answers, 'answer')}"
        )

    def add(self, answers: int, empty: bool) -> None:
        self.instances += 1
        self.answers += answers
        self.empty += empty

    def include(self, other: "Report") -> None:
        """Add another check of the same programs."""
        self.instances += other.instances
        self.answers += other.answers
        self.empty += other.empty
        self.seconds += other.seconds
        for size, number in other.sizes.items():
            self.sizes[size] = self.sizes.get(size, 0) + number


LISTENERS: list[Callable[[Report], None]] = []  # called with each passed check, e.g. for a summary of a test run


def complaint(report: Report, at_least: int) -> str | None:
    """What is wrong with a check that compared too little; a warning unless more was required."""
    answered = report.instances - report.empty
    if answered < at_least:
        return f"{amount(at_least, 'instance')} with an answer expected, found {answered} among {report.instances}"
    if not answered:
        told = f"none of {amount(report.instances, 'instance')} had an answer on either side: little was compared"
        warnings.warn(told, NothingFound, stacklevel=4)
    return None


def amount(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
