"""One instance: a program and its twins are run for it, and compared.

Outcome      the result
Trial        a function of an instance that gives its Outcome
arguments    the arguments that an instance stands for
"""

import copy
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import CodeType, GeneratorType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.ground.ownership import plain_function
from ambsearch.testing.counting import Steps
from ambsearch.testing.differences import Different, in_words
from ambsearch.testing.reach import Change, Held, last
from ambsearch.testing.senses import difference
from ambsearch.testing.sides import Side
from ambsearch.testing.take_backs import Forgotten, find_forgotten
from ambsearch.testing.terms import Terms

Program = Callable[..., Any]
TRACEABLE = ("missing", "extra", "other", "ends early")  # what a change that is not undone can cause
UNSTEADY = "not the same twice"
AGAIN = 3  # how often a search that differs is run again, to see whether it gives the same


@dataclass(frozen=True)
class Outcome:
    """difference: None if the sides agree; answers: how many the program has; empty: has no side any?

    gave: what each of the two sides gave, as far as it was read.
    """

    difference: Different | None
    answers: int
    empty: bool
    gave: tuple[Any, Any] = ((), ())


class Trial:
    """Compares a program and its twins for one instance; each gets its own copy.

    programs: the program, and the twins; names: of each, for messages.
    heard: called before and after each read of a side.

    >>> trial = Trial((range, lambda n: iter([0, 1])), ("range", "twin"), Terms(), Steps(None))
    >>> trial(2).difference is None, trial(3).difference.kind
    (True, 'missing')
    """

    def __init__(
        self,
        programs: Sequence[Program],
        names: Sequence[str],
        terms: Terms,
        steps: Steps,
        keeps: Collection[str] = (),
        heard: Callable[[Side, bool], None] | None = None,
    ) -> None:
        self.programs = programs
        self.names = names
        self.terms = terms
        self.steps = steps
        self.keeps = keeps
        self.heard = heard
        self.lasting = [Held(keeps) for _ in programs]  # what is there before a call, and after it

    def __call__(self, instance: Any) -> Outcome:
        outcome = Outcome(None, 0, True)
        for number in range(1, len(self.programs)):
            outcome = self.against(number, instance)
            if outcome.difference is not None:
                told = f"for the instance {instance!r}:\n{outcome.difference}{self.sides_taken(instance)}"
                found = Different(told + self.pictures(outcome.difference, instance), outcome.difference.kind, instance)
                found.__cause__ = outcome.difference.__cause__
                return Outcome(found, outcome.answers, outcome.empty, outcome.gave)
        return outcome

    def against(self, number: int, instance: Any) -> Outcome:
        """Compare the program with one twin."""
        first, second = Run(self, 0, instance), Run(self, number, instance)
        found = difference((first.side, second.side))
        if found is None:
            found = first.find_change() or second.find_change()
        else:
            found = first.again(found) or second.again(found) or second.diagnose(found)
        gave = first.side.answers, second.side.answers
        return Outcome(found, first.side.number(), not first.side.number() and not second.side.number(), gave)

    def sides_taken(self, instance: Any) -> str:
        """Which of several programs agree with each other."""
        if len(self.programs) < 3:
            return ""
        groups: list[list[int]] = []
        for number in range(len(self.programs)):
            for group in groups:
                if difference((Run(self, group[0], instance).side, Run(self, number, instance).side)) is None:
                    group.append(number)
                    break
            else:
                groups.append([number])
        told = [" = ".join(self.names[number] for number in group) for group in sorted(groups, key=len, reverse=True)]
        return f"\nthose that agree: {' | '.join(told)}"

    def pictures(self, found: Different, instance: Any) -> str:
        """The answers that the difference is about, drawn by the program's module."""
        draw = picture_of(self.programs[0])
        if draw is None:
            return ""
        args, named = arguments(self.programs[0], instance)
        given = inspect.signature(self.programs[0]).bind(*args, **named).arguments
        return "".join(f"\n{name}:\n{draw(answer, **given)}" for name, answer in found.answers)


class Run:
    """One program with one instance."""

    def __init__(self, trial: Trial, number: int, instance: Any) -> None:
        self.trial = trial
        self.program = trial.programs[number]
        self.number = number
        self.instance = instance
        self.held = Held(trial.keeps, lasts=False)
        self.lasting = trial.lasting[number]
        self.side = Side(trial.names[number], self.call, trial.terms, trial.steps, trial.heard, number > 0)

    def call(self) -> Iterable[Any]:
        args, named = arguments(self.trial.programs[0], copy.deepcopy(self.instance))
        self.held.add(named_arguments(self.program, args, named), is_input=True)
        if not self.lasting.met:
            self.lasting.add_program(self.side.name, self.program)
        self.lasting.renew()
        answers: Iterable[Any] = self.program(*args, **named)
        if isinstance(answers, GeneratorType) and answers.gi_frame is not None:
            self.held.add(answers.gi_frame.f_locals)
        return answers

    def again(self, found: Different) -> Different | None:
        """The failure if a second run gives something else."""
        if found.kind == "loops":
            return None
        once = self.side
        for _ in range(AGAIN):
            self.lasting.restore()  # a change that was not undone is another fault
            twice = Run(self.trial, self.number, self.instance).side
            twice.limit = once.limit
            try:
                while len(twice.keys) < len(once.keys) + (once.exhausted or once.failed) and twice.read():
                    pass
            except Different:
                pass
            twice.iterator.close()
            if (twice.keys, twice.exhausted or twice.failed) != (once.keys, once.exhausted or once.failed):
                told = f"{once.name} gives {in_words(once.answers)} the first time, and then {in_words(twice.answers)}"
                return Different(f"not the same twice: {told}\n{found}", UNSTEADY)
        return None

    def diagnose(self, found: Different) -> Different:
        """The failure, with the change that was not undone, if that caused it."""
        if found.kind not in TRACEABLE:
            return found
        left = next(self.changes(), None) if self.side.exhausted else None
        change = self.find_line() or left
        if change is None:
            return found
        told = f"forgotten take-back: {self.side.name}: {change}\n{found}"
        return Different(told, "forgotten take-back", answers=found.answers)

    def changes(self) -> Iterator[Change]:
        return chain(self.held.changes(), self.lasting.changes())

    def find_change(self) -> Different | None:
        """The failure if the search has ended, and something has changed."""
        if not self.side.exhausted or (change := next(self.changes(), None)) is None:
            return None
        kind = "changes its input" if change.is_input else "forgotten take-back"
        line = self.find_line()
        if line is not None and last(line.change.name) == last(change.name):
            line = replace(line, change=change)
        advice = f"if this is meant, write keeps=({last(change.name)!r},)"
        return Different(f"{kind}: {self.side.name}: {line or change}\nthe answers agree; {advice}", kind)

    def find_line(self) -> Forgotten | None:
        """The line of the first change that was not undone, found by running the program again."""
        code = code_of(self.program)
        if code is None:
            return None
        self.lasting.restore()
        args, named = arguments(self.trial.programs[0], copy.deepcopy(self.instance))
        return find_forgotten(lambda: self.program(*args, **named), code, self.trial.keeps, self.side.answers)


def code_of(program: Program) -> CodeType | None:
    """The code of a function, of a method, or of an object that is called; None of others, and of ambiguous functions."""
    if isinstance(program, (Ambiguous, type)):
        return None
    plain = plain_function(program) or plain_function(type(program).__call__)
    return None if plain is None else plain.__code__


def arguments(program: Program, instance: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that an instance stands for: a tuple by position, a dict by name, anything else as the only
    argument. A dict whose keys are not the program's parameters, such as a graph, is the only argument too.

    >>> def colourings(graph): ...
    >>> arguments(colourings, {"graph": 1}), arguments(colourings, {"a": ["b"]}), arguments(colourings, (1,))
    (((), {'graph': 1}), (({'a': ['b']},), {}), ((1,), {}))
    """
    if isinstance(instance, tuple):
        return instance, {}
    if isinstance(instance, Mapping) and is_by_name(program, instance):
        return (), dict(instance)
    return (instance,), {}


def is_by_name(program: Program, instance: Mapping[Any, Any]) -> bool:
    if not all(isinstance(key, str) for key in instance):
        return False
    try:
        signature = inspect.signature(program)
    except ValueError:  # a builtin that does not tell its parameters
        return bool(instance)
    return binds(signature, **instance) or not binds(signature, instance)


def binds(signature: inspect.Signature, *args: Any, **named: Any) -> bool:
    try:
        signature.bind(*args, **named)
    except TypeError:
        return False
    return True


def named_arguments(program: Program, args: tuple[Any, ...], named: dict[str, Any]) -> Mapping[str, Any]:
    """The arguments by the names of the parameters."""
    try:
        return inspect.signature(program).bind(*args, **named).arguments
    except (TypeError, ValueError):  # a wrong call raises when it is made
        return {f"argument {number}": value for number, value in enumerate(args)} | named


def picture_of(program: Program) -> Callable[..., str] | None:
    """The function `picture` beside a program, with an answer and the parameters of the program, if there is one."""
    draw: Any = getattr(sys.modules.get(getattr(program, "__module__", None) or ""), "picture", None)
    try:
        wanted = ["answer", *inspect.signature(program).parameters]
        return draw if draw is not None and list(inspect.signature(draw).parameters) == wanted else None
    except (TypeError, ValueError):
        return None


def names_of(programs: Sequence[Program]) -> tuple[str, ...]:
    """Names that distinguish the programs."""
    names = [str(getattr(program, "__name__", "")) for program in programs]
    if all(map(str.isidentifier, names)) and len(set(names)) == len(names):
        return tuple(names)
    twins = ["the twin"] if len(names) == 2 else [f"twin {number}" for number in range(1, len(names))]
    return "the program", *twins
