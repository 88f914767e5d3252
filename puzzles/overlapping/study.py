"""Evaluating the costs of the policies, as in section 6 of the thesis.

problems     the cost of each policy, problem by problem, in the order of difficulty
least        the attentions of a policy, started from the best board for it
overlap      among the policies that put the overlap first, the one that is best on most problems; chosen first
difficulty   the mean of the least attentions of alternating, this one and one board at a time
tie          a problem on which two policies are equally good and none is better; neither wins it

`tables` are like tables 4 to 11; `findings` say what follows, with 95% confidence intervals.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from . import intervals
from .problems import Runs

TIE = "tie"
OVERLAPS = "overlap first 1", "overlap first 2", "overlap first 3"
Row = tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """A table to print; the first column is the number of the problem."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


class Evaluation:
    """The costs of the policies on many problems.

    policies: their names; compared: those of table 11, one of the overlap policies among them.

    >>> from .thesis import runs
    >>> thesis = Evaluation(runs())
    >>> thesis.overlap, thesis.wins(thesis.compared)
    ('overlap first 1', Counter({'one board': 23, 'alternating': 6, 'overlap first 1': 1}))
    """

    def __init__(self, problems: Iterable[Runs]) -> None:
        unordered = list(problems)
        self.policies = list(dict.fromkeys(name for runs in unordered for name, _ in runs))
        self.starts = max((start for runs in unordered for _, start in runs), default=0) + 1
        self.problems = unordered
        won = self.wins(OVERLAPS)
        self.overlap = max(OVERLAPS, key=lambda name: won[name])
        self.compared = [name for name in self.policies if name not in OVERLAPS or name == self.overlap]
        usual = ["alternating", self.overlap, "one board"]
        self.compared.sort(key=lambda name: usual.index(name) if name in usual else len(usual))
        self.problems = sorted(unordered, key=self.difficulty)

    def least(self, runs: Runs, policy: str) -> int:
        """The attentions of a policy, started from the best board for it."""
        return min(runs[policy, start].total for start in range(self.starts))

    def difficulty(self, runs: Runs) -> float:
        return fmean(self.least(runs, name) for name in self.compared[:3])

    def wins(self, policies: Sequence[str], hardest: int | None = None) -> Counter[str]:
        """Count on how many problems each policy needs the fewest attentions; hardest: only this many hardest ones."""
        chosen = self.problems[-hardest:] if hardest else self.problems
        return count_smallest(chosen, {name: partial(self.least, policy=name) for name in policies})

    def compare(self, first: tuple[str, int], second: tuple[str, int], names: tuple[str, str]) -> Counter[str]:
        """Count on how many problems one of two runs needs fewer attentions."""
        return count_smallest(
            self.problems,
            {
                names[0]: lambda runs: runs[first].total,
                names[1]: lambda runs: runs[second].total,
            },
        )

    def savings(self, policy: str, other: str) -> list[float]:
        """How many fewer attentions one policy needs than another, problem by problem."""
        return [float(self.least(runs, other) - self.least(runs, policy)) for runs in self.problems]


def count_smallest(problems: Sequence[Runs], costs: dict[str, Callable[[Runs], int]]) -> Counter[str]:
    """Count on how many problems each of several costs is the smallest."""
    found: Counter[str] = Counter()
    for runs in problems:
        by_name = {name: cost(runs) for name, cost in costs.items()}
        best = [name for name, cost in by_name.items() if cost == min(by_name.values())]
        found[best[0] if len(best) == 1 else TIE] += 1
    return found


def tables(evaluation: Evaluation) -> list[Table]:
    """The tables of an evaluation: like 4 and 5 (one for each board to start from), 6, 7 to 9, 10 and 11."""
    starts = range(evaluation.starts)
    boards = list(evaluation.problems[0]["alternating", 0].attentions)
    areas = list(evaluation.problems[0][evaluation.overlap, 0].attentions)
    plain = [name for name in evaluation.policies if name not in OVERLAPS]
    found = [
        table(
            f"attentions and rounds, started from board {boards[start]}",
            [
                (f"{name}: {board}{what}", cell(name, start, what, board))
                for name in plain
                for what in ("", " rounds")
                for board in boards
            ],
            evaluation,
        )
        for start in starts
    ]
    found.append(
        table(
            "all attentions",
            [(f"{name} from {boards[start]}", cell(name, start)) for start in starts for name in plain],
            evaluation,
        )
    )
    found += [
        table(
            f"attentions of {name}",
            [(f"from {boards[start]}: {area}", cell(name, start, "", area)) for start in starts for area in areas],
            evaluation,
        )
        for name in OVERLAPS
    ]
    found.append(
        table(
            "all attentions, the overlap first",
            [(f"{name} from {boards[start]}", cell(name, start)) for name in OVERLAPS for start in starts],
            evaluation,
        )
    )
    found.append(
        table(
            "the least attentions",
            [(name, partial(evaluation.least, policy=name)) for name in evaluation.compared],
            evaluation,
        )
    )
    return found


def cell(policy: str, start: int, what: str = "", area: str | None = None) -> Callable[[Runs], int]:
    """The text of a cell of a table."""

    def value(runs: Runs) -> int:
        run = runs[policy, start]
        return run.total if area is None else (run.rounds if what else run.attentions)[area]

    return value


def table(title: str, columns: list[tuple[str, Callable[[Runs], int]]], evaluation: Evaluation) -> Table:
    heads = tuple(name for name, _ in columns)
    return Table(title, heads, tuple(tuple(value(runs) for _, value in columns) for runs in evaluation.problems))


def findings(evaluation: Evaluation) -> list[str]:
    """The results in sentences.

    >>> from .thesis import runs
    >>> for sentence in findings(Evaluation(runs()))[:3]:
    ...     print(sentence)
    of the overlap policies, overlap first 1 is best on 20 of 30, 66.7% (48.8% to 80.8%)
    alternating needs 285.5 (240.8 to 330.3) attentions, and is best on 6 of 30, 20.0% (9.5% to 37.3%)
    overlap first 1 needs 290.2 (245.7 to 334.8) attentions, and is best on 1 of 30, 3.3% (0.6% to 16.7%)
    """
    number = len(evaluation.problems)
    overlaps = evaluation.wins(OVERLAPS)
    sentences = [
        f"of the overlap policies, {evaluation.overlap} is best on "
        + intervals.share_in_words(overlaps[evaluation.overlap], number)
    ]
    won = evaluation.wins(evaluation.compared)
    for name in evaluation.compared:
        costs = [float(evaluation.least(runs, name)) for runs in evaluation.problems]
        sentences.append(
            f"{name} needs {intervals.mean_in_words(costs)} attentions, and is best on "
            + intervals.share_in_words(won[name], number)
        )
    if won[TIE]:
        sentences.append(f"none is best on {won[TIE]} of {number}")
    means = {name: fmean(evaluation.least(runs, name) for runs in evaluation.problems) for name in evaluation.compared}
    best, *others = sorted(means, key=lambda name: means[name])
    sentences.append(f"fewest attentions on average: {best}")
    for other in others:
        sentences.append(
            f"{best} needs {intervals.mean_in_words(evaluation.savings(best, other))} attentions fewer than {other}"
        )
    hardest = number // 3
    sentences.append(
        f"of the {hardest} hardest problems one board is best on "
        + intervals.share_in_words(evaluation.wins(evaluation.compared, hardest)["one board"], hardest)
    )
    return [*sentences, verdict(won["one board"], number)]


def verdict(hits: int, number: int) -> str:
    """Say whether one board as far as possible is best on most problems, as in the thesis.

    >>> verdict(23, 30)
    'one board as far as possible is best on most problems: this holds'
    """
    low, high = intervals.share(hits, number)
    answer = "this holds" if low > 0.5 else "this does not hold" if high < 0.5 else "this is left open"
    return f"one board as far as possible is best on most problems: {answer}"
