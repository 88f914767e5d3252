"""`ambsearch puzzles`: the puzzles, one line for each, or everything about one."""

import inspect
import pkgutil
import re
from argparse import ArgumentParser, Namespace
from typing import Any

from ambsearch.cli.options import add_json
from ambsearch.cli.output import Output, columns
from ambsearch.cli.programs import PUZZLES, Program, puzzle, puzzle_names, searches
from ambsearch.cli.twins import has_twin

PAGE = "docs/pages/puzzles/{}.md"
LONG = 60  # longer values are cut


def add(command: ArgumentParser) -> None:
    """Add the options of this command."""
    command.add_argument("name", nargs="?", metavar="NAME", help="a puzzle, to be told all about it")
    add_json(command)


def run(arguments: Namespace) -> int:
    output = Output()
    if arguments.name is not None:
        program = puzzle(arguments.name)
        if arguments.json:
            output.document(facts(program))
        else:
            output.say(page(program))
        return 0
    if arguments.json:
        programs = [puzzle(name) for name in puzzle_names()]
        output.document([{"name": p.name, "title": title(p.name), "instances": list(p.instances)} for p in programs])
    else:
        for line in columns([(name, title(name)) for name in puzzle_names()]):
            output.say(line)
    return 0


def title(name: str) -> str:
    """The first sentence of a puzzle's file, without the name before the colon. The file is not run: for all puzzles
    together that would take long.

    >>> title("queens")
    'n queens on an n x n board, none attacking another.'
    """
    source = pkgutil.get_data(PUZZLES, f"{name}.py") or b""
    first, *_ = source.decode().lstrip('r"').split("\n", 1)
    return first.partition(": ")[2] or first


def facts(program: Program) -> dict[str, Any]:
    """Everything about a puzzle: its question, instances, parameters, programs and twins, and its page."""
    given = program.parameters(None, [])
    others = [puzzle(program.name, name) for name in searches(program.module)]
    programs = [program, *(one for one in others if one.is_main and one.name != program.name)]
    return {
        "name": program.name,
        "title": title(program.name),
        "question": program.ask("question", given),
        "instances": list(program.instances),
        "parameters": {name: {"default": value, "meaning": meaning(program, name)} for name, value in given.items()},
        "programs": [one.name for one in programs],
        "twins": [f"by_hand.{one.name}" for one in programs if has_twin(one)],
        "page": PAGE.format(program.name),
    }


def meaning(program: Program, parameter: str) -> str:
    """What the program's docstring says about a parameter.

    >>> from ambsearch.cli.programs import puzzle
    >>> meaning(puzzle("queens"), "n"), meaning(puzzle("prime_sum_pair"), "other")
    ('number of queens, 0 or more.', 'whole numbers, e.g. (1, 3, 5, 8) and (20, 35, 110).')
    """
    told = re.search(rf"^(?:\w+, )*{parameter}(?:, \w+)*: (.+)$", inspect.getdoc(program.function) or "", re.M)
    return told[1] if told else ""


def page(program: Program) -> str:
    """The same for a person to read."""
    told = facts(program)
    rows = [
        ("instances", ", ".join(told["instances"])),
        ("programs", ", ".join(told["programs"])),
        ("twins", ", ".join(told["twins"])),
        ("page", told["page"]),
    ]
    parameters = [
        f"  {name}={short(value['default'])}" + f"\n      {value['meaning']}" * bool(value["meaning"])
        for name, value in told["parameters"].items()
    ]
    return "\n".join(
        [
            f"{told['name']}: {told['title']}\n",
            told["question"],
            "\nparameters, as in the first instance:",
            *parameters,
            "",
            *columns(rows),
        ]
    )


def short(value: Any) -> str:
    """The repr of a value, cut if it is long.

    >>> short((1, 2)), short("*" * 99)[-5:]
    ('(1, 2)', '**...')
    """
    text = repr(value)
    return text if len(text) <= LONG else text[: LONG - 3] + "..."
