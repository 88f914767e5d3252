"""`ambsearch trace`: the tree of a search, as text or as lines of JSON."""

from argparse import ArgumentParser, Namespace

from ambsearch.cli.given import given_search
from ambsearch.cli.options import add_looking, positive, status_of
from ambsearch.cli.output import Output
from ambsearch.tracing import trace


def add(command: ArgumentParser) -> None:
    add_looking(command)
    command.add_argument(
        "--limit", type=positive, default=100_000, metavar="N", help="end at the first item after N events (100000)"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object a line for each event")


def run(arguments: Namespace) -> int:
    output = Output()
    with given_search(arguments) as answers:
        told = trace(answers, arguments.first, arguments.limit)
    for line in told.lines() if arguments.json else told.text().splitlines():
        output.say(line)
    return status_of(told.outcome)
