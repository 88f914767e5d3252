"""`ambsearch sudoku-study`: in which order a person should work on sudokus that overlap.

Problems are made and solved with each policy; then come tables like those of the thesis, what follows from them, and
the same from the thesis's own tables. Ctrl-C ends the making; what was made is evaluated.
"""

import importlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import positive
from ambsearch.cli.output import Output
from ambsearch.cli.programs import PUZZLES
from ambsearch.cli.search import INTERRUPTED, Search, watched

LEAST = 3  # problems, so that there is a hardest third


def module(name: str) -> Any:
    """A module about boards that overlap; loaded only when it is needed."""
    return importlib.import_module(f"{PUZZLES}.overlapping.{name}")


def run(arguments: Namespace) -> int:
    output = Output()
    charts = module_of_charts() if arguments.charts else None
    two = Study("two", module("policies").POLICIES, arguments)
    if not two.made(output):
        return two.status
    thesis = module("study").Evaluation(module("thesis").runs())
    if arguments.tables:
        for table in module("study").tables(two.evaluation):
            tell(table, output)
    two.report("two boards that share a block", output)
    say("the thesis's own problems", module("study").findings(thesis), output)
    two.compare_rules(output)
    singles(arguments, output)
    three = Study("three", module("policies").POLICIES_OF_THREE, arguments, arguments.three)
    if not two.search.interrupted and three.made(output):
        three.report("three boards in a row", output)
    if charts:
        paths = charts.save(arguments.charts, {"thesis": thesis, "here": two.evaluation}, arguments.kind)
        if three.found:
            paths += charts.save(arguments.charts, {"here": three.evaluation}, arguments.kind, "three-boards")
        output.say(f"{len(paths)} charts drawn in {arguments.charts}")
    return max(two.status, three.status)


def module_of_charts() -> Any:
    try:
        return module("charts")
    except ImportError as error:
        raise Complaint(f"sudoku-study: {error}") from None


class Study:
    """Problems of one layout, made and solved with each policy.

    found: the problems so far.
    """

    def __init__(self, layout: str, policies: Any, arguments: Namespace, number: int | None = None) -> None:
        self.layout = module("boards").layout_of(layout)
        self.policies = policies
        self.problems = module("problems").Problems(self.layout, policies, arguments.seed)
        self.search = Search(self.problems, number or arguments.problems, "problem")
        self.found: list[Any] = []

    @property
    def status(self) -> int:
        return INTERRUPTED if self.search.interrupted else 0

    def made(self, output: Output) -> bool:
        """Make the problems; False if the run was ended before there were enough to evaluate."""
        with watched(self.search, output, self.problems):
            for problem in self.search:
                self.found.append(problem)
        return len(self.found) >= LEAST

    @property
    def evaluation(self) -> Any:
        return module("study").Evaluation(problem.runs for problem in self.found)

    def report(self, title: str, output: Output) -> None:
        sentences = module("study").findings(self.evaluation)
        say(f"{title}: {len(self.found)} problems; {self.problems}", sentences, output)

    def compare_rules(self, output: Output) -> None:
        """Solve the same problems with the other reading of the interrupt."""
        attention = module("attention")
        rules = attention.Rules(interrupt=attention.LAST_CELL)
        others = [module("problems").all_runs(problem.clues, self.policies, rules) for problem in self.found]
        solved = [runs for runs in others if runs is not None]
        title = f"the same problems, if an interrupt needs a unit with eight digits: {len(solved)} of {len(others)} are solved"
        say(title, module("study").findings(module("study").Evaluation(solved)) if len(solved) >= LEAST else [], output)


def singles(arguments: Namespace, output: Output) -> None:
    """Tell which share of random problems naked and hidden singles solve."""
    making, intervals = module("making"), module("intervals")
    number = arguments.problems
    for name, layout in (("one board", "one"), ("two boards", "two")):
        search = Search(making.Sudokus(module("boards").layout_of(layout), seed=arguments.seed), number, "problem")
        with watched(search, output, f"random problems of {name}"):
            easy = sum(made.effort.technique in ("naked single", "hidden single") for made in search)
        say(
            f"minimal problems of {name}, made by chance",
            [f"naked and hidden singles solve {intervals.share_in_words(easy, search.found)}"],
            output,
        )
    cited = intervals.share_in_words(*module("thesis").CITED)
    say("problems of one board, cited by the thesis", [f"naked and hidden singles solve {cited}"], output)


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

    command.add_argument("--problems", type=enough, default=300, metavar="N", help="how many problems to make; 300")
    command.add_argument(
        "--three", type=enough, default=100, metavar="N", help="how many with three boards in a row; 100"
    )
    command.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed makes the same problems")
    command.add_argument(
        "--no-tables",
        dest="tables",
        action="store_false",
        help="leave out the tables, which have a row for each problem",
    )
    command.add_argument("--charts", metavar="FOLDER", help="draw charts into this folder")
    command.add_argument("--kind", choices=(".svg", ".png"), default=".svg", help="of the charts: .svg or .png")
