"""`ambsearch trace`: the tree of a search, as text, as lines of JSON, as SVG, or as a page for a lesson."""

from argparse import ArgumentParser, Namespace

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.files import ask_for, write
from ambsearch.cli.given import given_search
from ambsearch.cli.options import add_looking, file_name, positive, status_of
from ambsearch.cli.output import Output
from ambsearch.observing.measuring import amount
from ambsearch.showing.comparing import TreeDifference, compare_trees
from ambsearch.tracing import Trace, trace


def add(command: ArgumentParser) -> None:
    add_looking(command)
    command.add_argument(
        "--limit", type=positive, default=100_000, metavar="N", help="end at the first item after N events (100000)"
    )
    command.add_argument("--svg", type=file_name, metavar="FILE", help="draw the tree for print")
    command.add_argument(
        "--html", type=file_name, metavar="FILE", help="write a page to go through the search in a browser"
    )
    command.add_argument(
        "--against",
        metavar="NAME_OR_FILE[:FUNCTION]",
        help="say where the search parts from this one, with the same parameters; --html writes a page of both",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object a line for each event")


def run(arguments: Namespace) -> int:
    ask_for(arguments.svg, arguments.html)
    output = Output()
    with given_search(arguments) as answers:
        if arguments.against:
            with given_search(Namespace(**vars(arguments) | {"target": arguments.against})) as others:
                return report_difference(
                    arguments, compare_trees(answers, others, arguments.first, arguments.limit), output
                )
        told = trace(answers, arguments.first, arguments.limit)
        if arguments.svg or arguments.html:
            return write_files(arguments, told, output)
    for line in told.lines() if arguments.json else told.text().splitlines():
        (output.line if arguments.json else output.say)(line)
    return status_of(told.outcome)


def report_difference(arguments: Namespace, found: TreeDifference, output: Output) -> int:
    """Print where two searches part, and write the page of both if wanted."""
    if arguments.svg or arguments.json:
        raise Complaint("two searches are compared as text, or on a page: leave out --svg and --json")
    output.say(str(found))
    if arguments.html:
        save(arguments.html, found.html(), output)
    return 0


def write_files(arguments: Namespace, told: Trace, output: Output) -> int:
    """Write the requested files, and say which."""
    try:
        for path, text_of in ((arguments.svg, told.svg), (arguments.html, told.html)):
            if path is not None:
                save(path, text_of(), output)
    except ImportError as missing:  # the library that draws
        raise Complaint(str(missing)) from None
    output.say(f"{amount(told.answers, 'answer')}, {told.outcome}")
    return status_of(told.outcome)


def save(path: str, text: str, output: Output) -> None:
    write(path, text)
    output.say(f"written: {path}")
