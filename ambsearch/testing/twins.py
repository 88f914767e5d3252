"""Comparing a program with its twins on many instances."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Answers
from ambsearch.testing.counting import Steps
from ambsearch.testing.differences import Different, in_words
from ambsearch.testing.drawn import is_strategy, is_unwanted, smallest_drawn
from ambsearch.testing.processes import Pool
from ambsearch.testing.regressions import Regressions
from ambsearch.testing.reports import LISTENERS, Report, amount, complaint
from ambsearch.testing.terms import As, Errors, Key, Terms
from ambsearch.testing.trials import Outcome, Program, Trial, names_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

STEPS = 1_000_000
LOG = logging.getLogger("ambsearch.testing")


def check_twins(
    program: Program,
    twin: Program | Sequence[Program],
    instances: "Iterable[Any] | SearchStrategy[Any] | Callable[[int], Iterable[Any]]",
    *,
    sizes: Iterable[int] | None = None,
    as_: As = "sequence",
    key: Key = None,
    limit: int | None = None,
    strict: bool = False,
    cost: Callable[[Any], Any] | None = None,
    within: int | None = None,
    raises: Errors = (),
    no_answer: Errors = (),
    keeps: Collection[str] = (),
    at_least: int = 0,
    steps: int | None = STEPS,
    timeout: float | None = None,
    jobs: int = 1,
    seed: int | None = None,
    regressions: str | Path | None = None,
) -> Report:
    """Fail unless program and twin have the same answers for every instance.

    program, twin: functions that give iterables of answers; the program is the specification. Several twins are a
    list: if one differs, the message says which of them agree.
    instances: a list of arguments, e.g. [4, 5]; the answers of a search, e.g. graphs(4); a Hypothesis strategy that
    draws them; or, with sizes=, a function of a size that gives all instances of it, e.g. graphs. Arguments are a
    tuple (by position), a dict with the names of the program's parameters (by name), or anything else, which is the
    only argument. Each side gets its own copy.
    sizes: e.g. range(5); the number of instances of each size is logged before they are tried, and is in the Report.
    as_, key, limit, strict, cost, within, raises, no_answer: as in same_answers.
    keeps: the names of variables that a search may leave changed, e.g. ("memo",): an argument, or something that a
    twin's functions share. All others are compared before and after.
    at_least: fail unless this many instances have an answer.
    steps: how many lines of Python a side may run for one answer; a side that runs more is reported to loop forever.
    Counting begins when an answer has taken two to four seconds of processor time. None for long searches that are
    known to end.
    timeout: run each instance in a separate process, and end it when a side takes this many seconds for an answer;
    this also finds loops in C, waiting, and crashes.
    jobs: how many instances to run at the same time, each in a separate process; not for a strategy.
    seed: draw the same instances each time.
    regressions: the path of a text file; failing instances are added to it, and tried first.
    Returns a Report, which counts as True. Raises Different, which begins with the instance: the first one that
    differs, or with a strategy the smallest one that Hypothesis finds; TypeError for a single dict or string as
    instances; ValueError for no instances, because then nothing was compared. Warns if no instance has an answer.

    >>> def upwards(n):
    ...     return iter(range(n))
    >>> def without_three(n):
    ...     return (i for i in range(n) if i != 3)
    >>> print(check_twins(upwards, without_three, [0, 1, 2, 3]))
    upwards and without_three agree: 4 instances, 1 of them without an answer; 6 answers
    >>> check_twins(upwards, without_three, [{"n": 3}, {"n": 9}])
    Traceback (most recent call last):
    ...
    ambsearch.testing.Different: for the instance {'n': 9}:
    missing: 3, number 3 of upwards (counted from 0), is not an answer of without_three
    upwards has 9 answers, without_three has 8 answers; they share the first 3

    Source: CurryCheck's comparison of an operation with its specification; SmallCheck's sizes, all of them from 0 up.
    """
    __tracebackhide__ = True
    programs = [program, *(twin if isinstance(twin, Sequence) else [twin])]
    terms = Terms(as_, key, limit, strict, cost, within, raises, no_answer)
    check = Check(programs, terms, steps, keeps, at_least, timeout, jobs, seed, regressions)
    if found := check.difference(instances, sizes):
        raise found
    return check.report


def check_programs(programs: Sequence[Program]) -> None:
    """Raise TypeError or ValueError unless these are a program and its twins."""
    if len(programs) < 2:
        raise ValueError("expected a twin, or a list of them, found an empty one: nothing was compared")
    for program in programs:
        if not callable(program):
            advice = "; leave out the arguments, for these are the instances" if isinstance(program, Answers) else ""
            raise TypeError(f"expected a function that gives answers, found {in_words(program)}{advice}")


class Check:
    """A program, its twins, and how they are compared."""

    def __init__(
        self,
        programs: Sequence[Program],
        terms: Terms,
        steps: int | None = STEPS,
        keeps: Collection[str] = (),
        at_least: int = 0,
        timeout: float | None = None,
        jobs: int = 1,
        seed: int | None = None,
        regressions: str | Path | None = None,
    ) -> None:
        check_programs(programs)
        if not isinstance(keeps, Collection):
            raise TypeError(f"keeps: expected the names of variables, such as ('memo',), found {keeps!r}")
        self.names = names_of(programs)
        self.trial = Trial(programs, self.names, terms, Steps(steps), (keeps,) if isinstance(keeps, str) else keeps)
        self.pool = Pool(self.trial, timeout, jobs) if timeout is not None or jobs > 1 else None
        self.at_least = at_least
        self.seed = seed
        self.regressions = None if regressions is None else Regressions(regressions)
        self.report = Report(self.names)

    def difference(self, instances: Any, sizes: Iterable[int] | None = None) -> Different | None:
        """Compare for all instances; gives the Different of the first, or the smallest, that differs."""
        since = time.perf_counter()
        with self.pool or nullcontext():
            found = self.first_of(self.regressions or ()) or self.first(instances, sizes)
        if found is not None:
            return self.remember(found)
        if not self.report.instances:
            raise ValueError("expected at least one instance, found none: nothing was compared")
        if (told := complaint(self.report, self.at_least)) is not None:
            return Different(f"too few: {told}", "too few")
        self.report.seconds = time.perf_counter() - since
        for listener in LISTENERS:
            listener(self.report)
        return None

    def first(self, instances: Any, sizes: Iterable[int] | None) -> Different | None:
        if is_strategy(instances):
            if self.pool and len(self.pool.workers) > 1:
                raise ValueError("jobs= is not for a strategy: Hypothesis draws one instance after the other")
            return smallest_drawn(self.run_counted, instances, self.title(), self.seed)
        if sizes is not None:
            if not callable(instances):
                raise TypeError(
                    f"with sizes=, expected a function of a size such as graphs, found {in_words(instances)}"
                )
            make: Any = instances
            return self.first_of(self.of_sizes(make, sizes))
        if callable(instances) and not isinstance(instances, Iterable):
            name = getattr(instances, "__name__", "instances")
            raise TypeError(f"expected instances, found the function {name}; write sizes=range(5), or {name}(4)")
        if isinstance(instances, (Mapping, str)):
            kind = type(instances).__name__
            raise TypeError(
                f"expected a list of instances, found one {kind}; to check a single one, write [{instances!r}]"
            )
        if not isinstance(instances, Iterable):
            raise TypeError(
                f"expected a list of instances, found {instances!r}; to check a single one, write [{instances!r}]"
            )
        return self.first_of(instances)

    def of_sizes(self, make: Callable[[int], Iterable[Any]], sizes: Iterable[int]) -> Iterator[Any]:
        """All instances of each size; their numbers are logged first."""
        for size in sizes:
            number = self.report.sizes[size] = sum(1 for _ in make(size))
            LOG.info("%s of size %s: %s", getattr(make, "__name__", "instances"), size, amount(number, "instance"))
            yield from make(size)

    def first_of(self, instances: Iterable[Any]) -> Different | None:
        """The first that differs."""
        for _, outcome in self.pool.run_all(instances) if self.pool else self.run_all(instances):
            self.report.add(outcome.answers, outcome.empty)
            if outcome.difference is not None:
                return outcome.difference
        return None

    def run_all(self, instances: Iterable[Any]) -> Iterator[tuple[Any, Outcome]]:
        for instance in instances:
            try:
                yield instance, self.trial(instance)
            except Exception as error:
                if not is_unwanted(error):
                    raise

    def run_counted(self, instance: Any) -> Outcome:
        outcome = self.pool.run(instance) if self.pool else self.trial(instance)
        self.report.add(outcome.answers, outcome.empty)
        return outcome

    def remember(self, found: Different) -> Different:
        if self.regressions is not None and not self.regressions.add(found.instance):
            found.add_note(f"{found.instance!r} is no literal, so it is not kept in {self.regressions.path}")
        return found

    def title(self) -> str:
        """A name for the check that is the same in every test run."""
        places = [
            f"{getattr(program, '__module__', '')}.{getattr(program, '__qualname__', '')}"
            for program in self.trial.programs
        ]
        return " ".join(places)
