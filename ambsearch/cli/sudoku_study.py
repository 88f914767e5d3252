"""`ambsearch sudoku-study`: in which order a person should work on sudokus that overlap.

Problems are made and solved with each policy; then come tables like those of the thesis, what follows from them, and
the same for the tables of the thesis. Ctrl-C stops the making; the problems made so far are evaluated.
"""

import importlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from typing import Any

from ambsearch import __version__
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.files import make_folder
from ambsearch.cli.kept import Kept
from ambsearch.cli.options import file_name, integer, positive
from ambsearch.cli.output import Output
from ambsearch.cli.programs import PUZZLES
from ambsearch.cli.search import INTERRUPTED, Search, watch
from ambsearch.errors import BadInput

LEAST = 3  # problems, so that there is a hardest third


def module(name: str) -> Any:
    """A module about boards that overlap; loaded only when it is needed."""
    return importlib.import_module(f"{PUZZLES}.overlapping.{name}")


def run(arguments: Namespace) -> int:
    charts = module_of_charts() if arguments.charts else None
    if charts:
        make_folder(arguments.charts)
    with Kept(arguments.keep, f"ambsearch {__version__}") as kept:
        try:
            return Study(arguments, kept, Output()).run(charts)
        except BadInput as error:
            raise Complaint(f"{arguments.keep}: a puzzle in it cannot be read: {error.message}") from error


def module_of_charts() -> Any:
    try:
        return module("charts")
    except ImportError as error:
        raise Complaint(f"sudoku-study: {error}") from None


class Study:
    """The whole study; after an interrupt, the rest is skipped."""

    def __init__(self, arguments: Namespace, kept: Kept, output: Output) -> None:
        self.arguments = arguments
        self.kept = kept
        self.output = output
        self.is_interrupted = False

    def run(self, charts: Any) -> int:
        policies, attention = module("policies"), module("attention")
        two = self.sample("two", policies.POLICIES, self.arguments.problems)
        if len(two.found) < LEAST:
            return INTERRUPTED
        thesis = module("study").Evaluation(module("thesis").runs())
        if self.arguments.tables:
            for table in module("study").tables(two.evaluation):
                tell(table, self.output)
        self.report(two, "two boards that share a block")
        say("the thesis's own problems", module("study").findings(thesis), self.output)
        other = attention.Rules(interrupt=attention.LAST_CELL)
        self.compare_rules(two, other)
        words = self.sample("two", policies.POLICIES, self.arguments.problems, other)
        self.report(words, "two boards, problems made for this interrupt")
        self.report_singles()
        three = self.sample("three", policies.POLICIES_OF_THREE, self.arguments.three)
        self.report(three, "three boards in a row")
        if charts:
            self.draw(charts, thesis, two, words, three)
        return INTERRUPTED if self.is_interrupted else 0

    def sample(self, layout: str, policies: Any, number: int, rules: Any = None) -> "Sample":
        """Make problems of a layout, and solve them with each policy."""
        rules = rules or module("attention").ORDINARY
        boards = self.boards(layout)
        sample = Sample(module("problems").Problems(boards, policies, self.arguments.seed, rules, self.kept))
        sample.found += self.findings(Search(sample.problems, number, "problem", total=number), sample.problems)
        return sample

    def boards(self, name: str) -> Any:
        try:
            return module("boards").layout_of(name, self.arguments.side)
        except ValueError as error:
            raise Complaint(f"sudoku-study: {error}") from error

    def findings(self, search: Search, what: object) -> Iterator[Any]:
        """The results of a search, unless the study has been interrupted."""
        if not self.is_interrupted:
            with watch(search, self.output, what):
                yield from search
            self.is_interrupted = search.interrupted

    def report(self, sample: "Sample", title: str) -> None:
        if len(sample.found) >= LEAST:
            sentences = module("study").findings(sample.evaluation)
            say(f"{title}: {len(sample.found)} problems; {sample.problems}", sentences, self.output)

    def compare_rules(self, sample: "Sample", rules: Any) -> None:
        """Solve the same problems with the other reading of the interrupt."""
        problems = module("problems")
        others = [problems.all_runs(problem.clues, sample.problems.policies, rules) for problem in sample.found]
        solved = [runs for runs in others if runs is not None]
        title = f"the same problems, if an interrupt needs a unit with eight digits: {len(solved)} of {len(others)} are solved"
        say(
            title,
            module("study").findings(module("study").Evaluation(solved)) if len(solved) >= LEAST else [],
            self.output,
        )

    def report_singles(self) -> None:
        """Report which share of random problems naked and hidden singles solve."""
        problems, intervals = module("problems"), module("intervals")
        for name, layout in (("one board", "one"), ("two boards", "two")):
            title = f"minimal problems of {name}, made by chance"
            made = problems.minimal_ones(self.boards(layout), self.arguments.seed, self.kept)
            search = Search(made, self.arguments.problems, "problem", total=self.arguments.problems)
            easy = sum(problems.solved_by_singles(clues) for clues in self.findings(search, title))
            if search.found:
                solved = f"naked and hidden singles solve {intervals.share_in_words(easy, search.found)}"
                say(title, [solved], self.output)
        cited = intervals.share_in_words(*module("thesis").CITED)
        say("problems of one board, cited by the thesis", [f"naked and hidden singles solve {cited}"], self.output)

    def draw(self, charts: Any, thesis: Any, two: "Sample", words: "Sample", three: "Sample") -> None:
        folder, kind = self.arguments.charts, self.arguments.kind
        panels = {"thesis": thesis, "here": two.evaluation}
        if len(words.found) >= LEAST:
            panels["here, interrupt after eight digits"] = words.evaluation
        paths = charts.save(folder, panels, kind)
        if len(three.found) >= LEAST:
            paths += charts.save(folder, {"here": three.evaluation}, kind, "three-boards")
        self.output.say(f"{len(paths)} charts drawn in {folder}")


class Sample:
    """The problems made, and the cost of each policy."""

    def __init__(self, problems: Any) -> None:
        self.problems = problems
        self.found: list[Any] = []

    @property
    def evaluation(self) -> Any:
        return module("study").Evaluation(problem.runs for problem in self.found)


def say(title: str, sentences: list[str], output: Output) -> None:
    output.say(title, "bold")
    for sentence in sentences:
        output.say(f"  {sentence}")
    output.say()


def tell(table: Any, output: Output) -> None:
    output.say(table.title, "bold")
    output.table(
        ("problem", *table.heads),
        [tuple(map(str, (number, *row))) for number, row in enumerate(table.rows, 1)],
    )
    output.say()


def add(command: ArgumentParser) -> None:
    """Add the options."""

    def enough(text: str) -> int:
        number = positive(text)
        if number < LEAST:
            raise ArgumentTypeError(f"expected {LEAST} problems or more, found {number}")
        return number

    command.add_argument(
        "--problems", type=enough, default=300, metavar="N", help="how many problems of each kind to make; 300"
    )
    command.add_argument(
        "--three", type=enough, default=50, metavar="N", help="how many with three boards in a row; 50"
    )
    command.add_argument("--side", type=positive, default=9, metavar="N", help="rows and columns of a board; 9")
    command.add_argument("--seed", type=integer, default=0, metavar="S", help="the same seed makes the same problems")
    command.add_argument(
        "--keep",
        type=file_name,
        metavar="FILE",
        help="keep each problem in FILE; a run that was ended goes on from there",
    )
    command.add_argument(
        "--no-tables",
        dest="tables",
        action="store_false",
        help="leave out the tables, which have a row for each problem",
    )
    command.add_argument("--charts", type=file_name, metavar="FOLDER", help="draw charts into this folder")
    command.add_argument("--kind", choices=(".svg", ".png"), default=".svg", help="of the charts: .svg or .png")
