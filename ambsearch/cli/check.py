"""`ambsearch check`: run puzzles and their twins on all instances, and compare the answers and their order.

If a puzzle says that its twin searches in another order, the order does not count.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator

from ambsearch.cli.check_scripts import check_script, is_script
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.files import ask_for, write
from ambsearch.cli.options import add_json, file_name, integer, processes
from ambsearch.cli.output import Output
from ambsearch.cli.programs import Program, puzzle_names
from ambsearch.cli.rows import SAME, Row, as_junit, of_difference
from ambsearch.cli.search import INTERRUPTED, Search, watch
from ambsearch.cli.sharing import add_workers, forks, sharing_by
from ambsearch.cli.twins import to_check, twin
from ambsearch.testing import Different, same_answers

FOR_SCRIPTS = ("twin", "seed", "jobs", "timeout")


def add(command: ArgumentParser) -> None:
    """Add the options of this command."""
    command.add_argument(
        "items",
        nargs="*",
        default=[],
        metavar="NAME_OR_FILE[:FUNCTION]",
        help="a puzzle, or a script with INSTANCES; without any, all puzzles",
    )
    command.add_argument("--twin", metavar="FILE:FUNCTION", help="the twin of a script, if it has no TWIN")
    command.add_argument("--seed", type=integer, metavar="S", help="draw the same instances of a script each time")
    add_workers(command)
    command.add_argument("--jobs", type=processes, metavar="N", help="run N instances of a script side by side")
    command.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help="how long a script and its twin may take for an answer"
    )
    command.add_argument("--junit", type=file_name, metavar="FILE", help="save the result as JUnit's XML")
    add_json(command)


def seconds(text: str) -> float:
    """A number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"expected a number of seconds such as 0.5, found {text!r}")
    return number


def run(arguments: Namespace) -> int:
    ask_for(arguments.junit)
    output = Output()
    rows: list[Row] = []
    search = Search(())
    for name, row in checks(arguments):
        search = Search(())
        with watch(search, output, name, forks=forks(arguments)):
            rows += row(search)
        if search.interrupted:
            break
    show(rows, output, arguments.json)
    if arguments.junit:
        write(arguments.junit, as_junit(rows))
    if search.interrupted:
        print("interrupted: the check was not finished", file=sys.stderr)
        return INTERRUPTED
    return int(any(row.verdict != SAME for row in rows))


def checks(arguments: Namespace) -> Iterator[tuple[str, Callable[[Search], list[Row]]]]:
    """The checks, each with a name and a function that runs it."""
    targets = arguments.items or puzzle_names()
    for target in targets:
        if is_script(target):
            if arguments.workers is not None:
                raise Complaint(f"--workers is for a puzzle, found {target!r}; for a script write --jobs")
            yield target, lambda search, target=target: check_script(target, arguments)  # type: ignore[misc]
    puzzles = [target for target in targets if not is_script(target)]
    for option in FOR_SCRIPTS:
        if puzzles and getattr(arguments, option) is not None:
            raise Complaint(f"--{option} is for a script, found {puzzles[0]!r}; a puzzle has its twin with it")
    for program in [program for target in puzzles for program in to_check(target)]:
        for name in program.instances:
            yield (
                f"{program.name} {name}",
                lambda search, program=program, name=name: [compare(program, name, search, arguments.workers)],  # type: ignore[misc]
            )


def compare(program: Program, instance: str, search: Search, workers: int | None = None) -> Row:
    """Run the puzzle, with a number of workers, and its twin; `search` counts the answers."""
    parameters = program.parameters(instance, [])
    answers = program.call(parameters)
    search.answers = program.check_each(sharing_by(workers)(answers) if workers else answers, parameters)
    try:
        same_answers(search, twin(program).call(parameters), as_=program.answers_as, limit=program.limit)
    except Different as difference:
        if isinstance(difference.__cause__, Complaint):
            return Row(
                program.name,
                instance,
                search.found,
                "wrong",
                f"{program.name} {instance}: {difference.__cause__}",
                "wrong",
            )
        if difference.__cause__ is not None:  # a program failed
            raise difference.__cause__ from None
        return of_difference(program, instance, search.found, difference)
    return Row(program.name, instance, search.found)


def show(rows: list[Row], output: Output, as_json: bool) -> None:
    if as_json:
        output.document(rows)
        return
    output.table(
        ("puzzle", "instance", "answers", "verdict"),
        [(row.puzzle, row.instance, str(row.answers), row.verdict) for row in rows],
    )
    for row in rows:
        if row.trouble:
            output.say()
            output.say(row.trouble)
