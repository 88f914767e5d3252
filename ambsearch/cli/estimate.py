"""`ambsearch estimate`: how large a search will be, by random probes."""

from argparse import ArgumentParser, Namespace

from ambsearch.cli.complaints import INTERRUPTED, Complaint
from ambsearch.cli.given import given_search
from ambsearch.cli.options import add_json, add_search, integer, positive
from ambsearch.cli.output import Output
from ambsearch.estimating import FINISHED, PROBES, estimate


def add(command: ArgumentParser) -> None:
    add_search(command)
    command.add_argument("--probes", type=positive, metavar="N", help="how many (1000 of Knuth's, 20 of Chen's)")
    command.add_argument(
        "--method",
        choices=sorted(PROBES),
        default="knuth",
        help="Knuth's random branches (knuth), or Chen's stratified samples (chen)",
    )
    command.add_argument("--seed", type=integer, default=0, metavar="S", help="of the random numbers (0)")
    add_json(command)


def run(arguments: Namespace) -> int:
    if arguments.probes == 1:
        raise Complaint("argument --probes: an interval needs at least 2 probes, found 1")
    output = Output()
    with given_search(arguments) as answers:
        told = estimate(answers, arguments.probes, arguments.seed, arguments.method)
    status = 0 if told.outcome == FINISHED else INTERRUPTED
    if arguments.json:
        output.document(told)
        return status
    output.say(str(told))
    for depth, level in enumerate(told.levels, 1):
        output.say(f"depth {depth}: {level}")
    return status
