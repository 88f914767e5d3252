"""`ambsearch solve`: run a puzzle, or any script's ambiguous function, and show the answers.

Several puzzles from one input are solved one after the other, each under its number.
"""

import random
import sys
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

from ambsearch.answers import Answers
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.endings import endings, holds_none
from ambsearch.cli.inputs import wanted_puzzles
from ambsearch.cli.keeping import add_checkpoint, check_checkpoint, keep
from ambsearch.cli.options import add_given, add_json, integer, positive, seconds
from ambsearch.cli.orders import ORDERS, in_order
from ambsearch.cli.output import Output, jsonable
from ambsearch.cli.programs import MAIN, Program, open_program, quickest, split
from ambsearch.cli.search import INTERRUPTED, Search, measure, watch
from ambsearch.cli.sharing import add as add_sharing
from ambsearch.cli.sharing import forks, sharing
from ambsearch.cli.twins import twin
from ambsearch.errors import CheckpointError, OtherChoices
from ambsearch.observing import observed
from ambsearch.observing.measuring import Tally, amount

if TYPE_CHECKING:
    from ambsearch.keeping.checkpoints import Checkpointed
    from ambsearch.steering.limits import Within
    from ambsearch.testing.slips import Slip

UNIQUE = "exactly one answer", "no answer", "at least two answers"
LIMITS = "time", "choices", "depth"


def run(arguments: Namespace) -> int:
    if arguments.strict and arguments.by_hand:
        raise Complaint("argument --strict: not allowed with argument --by-hand; a twin is an ordinary program")
    if arguments.effort and arguments.by_hand:
        raise Complaint("argument --effort: not allowed with argument --by-hand; a twin has no choices to count")
    for option in (*LIMITS, "order") if arguments.by_hand or arguments.effort else ():
        if getattr(arguments, option) is not None:
            other = (
                "--by-hand; a twin is an ordinary program" if arguments.by_hand else "--effort; leave one of them out"
            )
            raise Complaint(f"argument --{option}: not allowed with argument {other}")
    with open_program(arguments.target) as found:
        program = twin(found) if arguments.by_hand else quickest(found, arguments.target)
        given = wanted_puzzles(program, arguments)
        check_checkpoint(arguments, len(given))
        if arguments.seed is not None:
            random.seed(arguments.seed)
        with sharing(program, arguments) as arguments.shared:
            if len(given) == 1:
                return solve_one(program, given[0], arguments)
            return solve_all(program, given, arguments)


def solve_all(program: Program, given: list[dict[str, Any]], arguments: Namespace) -> int:
    """Solve puzzles one after the other, until one is interrupted; the status is that of the worst."""
    output = Output()
    reports: list[Any] | None = [] if arguments.json else None
    status = 0
    progress = Search(given, noun="puzzle", total=len(given))
    with watch(progress, output, program.name, told=not forks(arguments)):
        for number, parameters in enumerate(progress, 1):
            if reports is None:
                output.say(f"puzzle {number}" if number == 1 else f"\npuzzle {number}", "bold")
            status = max(status, solve_one(program, parameters, arguments, f"puzzle {number}: ", reports))
            if status == INTERRUPTED:
                break
    if progress.interrupted:
        status = INTERRUPTED
    if reports is not None:
        output.document(reports)
    return status


def solve_one(
    program: Program,
    parameters: dict[str, Any],
    arguments: Namespace,
    which: str = "",
    reports: list[Any] | None = None,
) -> int:
    """Solve one puzzle and return the exit status.

    which: the puzzle, for a complaint; reports: where to add the JSON document instead of printing it.
    """
    try:
        return Solving(program, parameters, arguments, reports, told=not which or forks(arguments)).run()
    except (CheckpointError, OtherChoices) as error:
        raise Complaint(str(error)) from error
    except ValueError as error:
        if not program.is_puzzle:
            raise
        raise Complaint(f"{program.name}: {which}{error}") from error  # how a puzzle says that its input is wrong


class Solving:
    """One search, and the way its answers are shown.
    wanted: the options; at most one of `first` (a number), `count` and `unique`, and perhaps `json`; `shared` shares
    a search out among workers.
    reports: a list that the JSON document is added to; None to print it.
    told: show progress on the terminal?
    kept: the answers that are shown only at the end.
    has_none: has an answer been None, or held one?
    slips: what is probably not meant, if wanted. tally: the counts of the search, if wanted.
    """

    def __init__(
        self,
        program: Program,
        parameters: dict[str, Any],
        wanted: Namespace,
        reports: list[Any] | None = None,
        told: bool = True,
    ) -> None:
        limit = 2 if wanted.unique else wanted.first or program.limit
        answers: Any = program.call(parameters)
        if wanted.checkpoint is not None:
            answers = keep(answers, wanted)
        answers = wanted.shared(answers)
        self.tally = Tally() if wanted.effort else None
        progress = None
        if self.tally:
            answers = observed(answers, self.tally)
        if wanted.order:
            answers = in_order(answers, wanted.order, wanted.seed)
        within = limit_search(answers, wanted)
        if within is not None:
            answers = within
        elif told and not self.tally:
            answers, progress = measure(answers)
        self.program = program
        self.parameters = parameters
        self.wanted = wanted
        if wanted.count and wanted.checkpoint is not None:
            answers = answers.originals()
        checked = answers if wanted.count else program.check_each(answers, parameters)
        self.search = Search(checked, limit, within=within)
        self.search.progress = progress
        self.output = Output()
        self.reports = reports
        self.is_told = told
        self.kept: list[Any] = []
        self.has_none = False
        self.slips: list[Slip] | None = None

    def run(self) -> int:
        self.ask()
        try:
            with watch(self.search, self.output, self.program.name, self.is_told, forks(self.wanted)):
                for number, answer in enumerate(self.search, 1):
                    self.take(number, answer)
        except (TypeError, AttributeError) as error:
            if "NoneType" in str(error):
                for told in endings(self.program.call(self.parameters)):
                    error.add_note(told)
            raise
        if self.wanted.strict and not self.search.interrupted:
            self.slips = self.find_slips()
        self.finish()
        if self.search.interrupted:
            return INTERRUPTED
        return int(bool(self.slips) or self.wanted.unique and self.verdict() != UNIQUE[0])

    def find_slips(self) -> "list[Slip]":
        """Run the search again to look for slips; its prints are on the screen already."""
        from ambsearch.testing.slips import slips

        with redirect_stdout(StringIO()):
            return slips(cast(Answers[Any], self.program.call(self.parameters)), self.search.limit)

    def ask(self) -> None:
        """Print the question, if a person will read it."""
        question = None if self.wanted.quiet or self.wanted.json else self.program.ask("question", self.parameters)
        if question is not None and sys.stdout.isatty():
            self.output.say(question)
            self.output.say()
            if self.function == self.program.of_module("QUICKEST"):
                name = split(self.program.name)[0]
                self.output.say(f"solved by {self.function}; the plain program, which is slower, is {name}:{MAIN}\n")

    @property
    def function(self) -> str:
        return self.program.function.__name__

    def take(self, number: int, answer: Any) -> None:
        """Show an answer as it is found, or keep it for the end."""
        self.has_none = self.has_none or holds_none(answer)
        if self.wanted.count:
            return
        if self.wanted.json:
            self.kept.append(jsonable(answer))
        elif self.wanted.unique:
            self.kept.append(answer)
        else:
            self.show(number, answer)

    def show(self, number: int, answer: Any) -> None:
        self.output.answer(f"answer {number}", answer, self.program.ask("picture", self.parameters, answer))

    def finish(self) -> None:
        """Say what the whole search gave."""
        if self.reports is not None:
            self.reports.append(self.report())
        elif self.wanted.json:
            self.output.document(self.report())
        elif self.wanted.count:
            self.output.say(str(self.search.found))
        elif self.wanted.unique and not self.search.interrupted:
            self.output.say(self.verdict(), "bold")
        if self.wanted.unique and not self.wanted.json:
            for number, answer in enumerate(self.kept, 1):
                self.show(number, answer)
            self.show_differences()
        self.summarize()
        if self.search.complete and not self.search.found and (hint := self.program.ask("hint", self.parameters)):
            print(hint, file=sys.stderr)
        if self.tally and not self.wanted.json:
            effort = self.tally.effort(self.search.found)
            self.output.say(f"{effort}; a choice was begun {amount(effort.begun, 'time')}")
        if self.slips is not None and not self.wanted.json:
            self.output.say("\n".join(map(str, self.slips)) or "nothing that is probably not meant")
        elif self.has_none:
            for told in endings(self.program.call(self.parameters)):
                print(told, file=sys.stderr)

    def show_differences(self) -> None:
        """Show where two answers differ, if the puzzle says so."""
        if len(self.kept) == 2:
            first, second = self.kept
            told = self.program.ask("differences", self.parameters, first, second)
            if told is not None:
                self.output.say(told)

    def summarize(self) -> None:
        """Print the last line; if standard output is for a program, it goes to standard error, if needed."""
        if not (self.wanted.json or self.wanted.count or self.wanted.unique):
            self.output.say(self.search.summary(), "bold")
        elif self.search.interrupted or (self.wanted.count and not self.search.complete):
            print(self.search.summary(), file=sys.stderr)

    def verdict(self) -> str:
        if self.search.found < 2 and not self.search.complete:
            return f"not decided{self.search.ending()}"
        return UNIQUE[2] if not self.search.complete else UNIQUE[0] if self.search.found else UNIQUE[1]

    def report(self) -> dict[str, Any]:
        """The JSON document."""
        report: dict[str, Any] = {
            "puzzle": self.program.name,
            "program": self.function,
            "question": self.program.ask("question", self.parameters),
            "parameters": self.parameters,
            "answers": None if self.wanted.count else self.kept,
            "count": self.search.found,
            "complete": self.search.complete,
        }
        if self.search.within is not None:
            report["outcome"], report["position"] = self.search.within.outcome, self.search.within.position
        if self.slips is not None:
            report["slips"] = self.slips
        if self.tally:
            report["effort"] = self.tally.effort(self.search.found)
        return report


def limit_search(answers: Any, wanted: Namespace) -> "Within[Any] | Checkpointed[Any] | None":
    """The search within the requested limits, or saved in a file; None if it is neither.

    One in another order, or that workers share, is always within limits, which know how far it is.
    """
    if wanted.checkpoint is not None:
        return cast("Checkpointed[Any]", answers)
    if all(getattr(wanted, option) is None for option in (*LIMITS, "workers", "dask", "order")):
        return None
    return cast("Answers[Any]", answers).within(seconds=wanted.time, choices=wanted.choices, depth=wanted.depth)


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_given(command)
    command.add_argument(
        "--seed", type=integer, metavar="S", help="make the random choices of `ramb`, and of --order random, repeatable"
    )
    command.add_argument(
        "--by-hand", action="store_true", help="run the puzzle's twin by hand instead, a script's TWIN"
    )
    command.add_argument(
        "--effort",
        action="store_true",
        help="say how hard it was: choices tried and begun, dead ends, depth of the search",
    )
    command.add_argument("--quiet", action="store_true", help="leave out the question; so does a pipe, or a file")
    command.add_argument(
        "--strict",
        action="store_true",
        help="tell what is legal and probably not meant; status 1 if there is such a thing",
    )
    command.add_argument("--order", choices=ORDERS, help="search in this order instead of depth first")
    command.add_argument("--time", type=seconds, metavar="S", help="end after so many seconds")
    command.add_argument("--choices", type=positive, metavar="N", help="end after N items tried")
    command.add_argument("--depth", type=positive, metavar="N", help="leave out what is below N choices")
    add_sharing(command)
    add_checkpoint(command)
    wanted = command.add_mutually_exclusive_group()
    wanted.add_argument("--first", type=positive, metavar="N", help="end after N answers")
    wanted.add_argument("--count", action="store_true", help="print only how many answers there are")
    wanted.add_argument(
        "--unique", action="store_true", help="say whether there is exactly one answer; status 1 if not"
    )
    add_json(command)
