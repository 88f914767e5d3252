"""`ambsearch estimate`: how large a search will be, by random probes."""

from argparse import ArgumentParser, Namespace

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.given import given_search
from ambsearch.cli.options import add_json, add_search, positive
from ambsearch.cli.output import Output
from ambsearch.estimating import estimate


def add(command: ArgumentParser) -> None:
    add_search(command)
    command.add_argument("--probes", type=positive, default=1000, metavar="N", help="how many random branches (1000)")
    command.add_argument("--seed", type=int, default=0, metavar="S", help="of the random numbers (0)")
    add_json(command)


def run(arguments: Namespace) -> int:
    if arguments.probes < 2:
        raise Complaint("argument --probes: an interval needs at least 2 probes, found 1")
    output = Output()
    with given_search(arguments) as answers:
        told = estimate(answers, arguments.probes, arguments.seed)
    if arguments.json:
        output.document(told)
        return 0
    output.say(str(told))
    for depth, level in enumerate(told.levels, 1):
        output.say(f"depth {depth}: {level}")
    return 0
