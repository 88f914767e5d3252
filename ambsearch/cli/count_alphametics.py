"""`ambsearch count-alphametics`: how many alphametics A + B = C there are in a base, and the automaton that counts them."""

from argparse import ArgumentParser, Namespace
from itertools import islice
from typing import Any

from ambsearch.cli.automata import add as add_automaton
from ambsearch.cli.automata import automaton, complaining, counting_module, whole_number
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.files import ask_for
from ambsearch.cli.options import add_json, file_name
from ambsearch.cli.output import Output

SHOWN = 10  # numbers of digits without --n
LAST = {"general_term": 5, "recurrence": 6, "draw": 5}  # bases
NEED_A_BASE = "n", "unique", "zero_alone", "unmerged", "automaton", "general_term", "recurrence", "draw"


def run(arguments: Namespace) -> int:
    with complaining("count-alphametics"):
        if arguments.k is None:
            return tables(arguments)
        check(arguments)
        report = report_of(automaton(arguments), arguments)
    output = Output()
    if arguments.json:
        output.document(report)
    else:
        show(report, arguments, output)
    return 0


def tables(arguments: Namespace) -> int:
    """Print the paper's tables."""
    given = [name for name in NEED_A_BASE if getattr(arguments, name)]
    if given:
        raise Complaint(f"count-alphametics: --{given[0].replace('_', '-')} needs a base; write --k 3, for example")
    output = Output()
    found = counting_module("tables").tables(arguments.long)
    if arguments.json:
        output.document(found)
        return 0
    for table in found:
        output.say(table.title, "bold")
        output.table(table.heads, table.rows)
        output.say()
    output.say(f"{counting_module('tables').DIFFERS}: not what the paper prints")
    return 0


def check(arguments: Namespace) -> None:
    """Complain about what cannot be done, before any work."""
    counting_module("limits").check_base(arguments.k, not arguments.unmerged)
    if arguments.n is not None:
        counting_module("limits").check_digits(arguments.n)
    if arguments.long:
        raise ValueError("expected --long without a base: it belongs to the paper's tables")
    for option, last in LAST.items():
        if getattr(arguments, option) and arguments.k > last:
            name = option.replace("_", "-")
            raise ValueError(f"expected a base from 2 to {last} for --{name}, found {arguments.k}")
    if arguments.draw is not None:
        counting_module("exporting").check_name(arguments.draw)
        ask_for(arguments.draw)


def report_of(found: Any, arguments: Namespace) -> dict[str, Any]:
    """The report on an automaton, for programs to read."""
    module = counting_module("counts")
    weight = (module.unique if arguments.unique else module.solvable)(found)
    numbers = islice(module.counts(found, weight), arguments.n or SHOWN)
    shown = {digits: number for digits, (number,) in enumerate(numbers, 1)}
    if arguments.n:
        shown = {arguments.n: shown[arguments.n]}
    report: dict[str, Any] = {
        "base": found.base,
        "merged": found.renamings is not None,
        "zero_alone": found.zero_alone,
        "states": found.size,
        "counted": "unique" if arguments.unique else "solvable",
        "counts": [{"digits": digits, "puzzles": number} for digits, number in shown.items()],
    }
    if arguments.recurrence or arguments.general_term:
        recurrence = counting_module("recurrences").recurrence(found, weight)
        report["recurrence"] = {"order": recurrence.order, "polynomial": list(recurrence.polynomial)}
        if arguments.general_term:
            report["general_term"] = str(counting_module("terms").general_term(recurrence)).splitlines()
    if arguments.draw is not None:
        counting_module("exporting").write(found, arguments.draw)
    return report


def show(report: dict[str, Any], arguments: Namespace, output: Output) -> None:
    """Print the report for a person."""
    output.say(f"base {report['base']}: {report['states']} states{'' if report['merged'] else ', not merged'}", "bold")
    rows = [(str(one["digits"]), str(one["puzzles"])) for one in report["counts"]]
    output.table(("digits", "with one solution" if arguments.unique else "solvable"), rows)
    if arguments.recurrence:
        output.say(f"recurrence of order {report['recurrence']['order']}", "bold")
        output.say(counting_module("terms").write_polynomial(report["recurrence"]["polynomial"], "x"))
    if arguments.general_term:
        output.say("general term, the sum of", "bold")
        for line in report["general_term"]:
            output.say(line)
    if arguments.draw is not None:
        output.say(f"the automaton is in {arguments.draw}")


def add(command: ArgumentParser) -> None:
    """Add the options."""
    command.add_argument("--k", type=whole_number, metavar="K", help="the base, 2 to 7; without it, the paper's tables")
    command.add_argument("--n", type=whole_number, metavar="N", help=f"how many digits; without it, 1 to {SHOWN}")
    command.add_argument("--unique", action="store_true", help="count those with exactly one solution")
    command.add_argument("--recurrence", action="store_true", help="find the shortest recurrence of the numbers")
    command.add_argument("--general-term", action="store_true", help="find the general term of the numbers")
    command.add_argument(
        "--draw", type=file_name, metavar="FILE", help="save the automaton as .svg, .png, .pdf, .dot or .json"
    )
    command.add_argument("--long", action="store_true", help="with the tables: also compute what takes minutes")
    add_json(command)
    add_automaton(command)
