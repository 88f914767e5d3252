"""`ambsearch expand`: the backtracking program that an ambiguous function stands for."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout

import ambsearch
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import add_search
from ambsearch.cli.output import Output
from ambsearch.cli.programs import Program, open_program


def run(arguments: Namespace) -> int:
    if arguments.fast and (arguments.normal or arguments.standalone):
        raise Complaint(
            f"--fast shows what is run, so it cannot stand beside {'--normal' if arguments.normal else '--standalone'}"
        )
    with redirect_stdout(sys.stderr), open_program(arguments.target) as program:  # it may print when it is loaded
        if arguments.standalone:
            text = of_its_own(program, arguments)
        else:
            if arguments.instance is not None or arguments.items:
                program.parameters(arguments.instance, arguments.items)  # which says what is wrong with them
            text = ambsearch.expand(
                program.function, normal=arguments.normal, helpers=arguments.helpers, fast=arguments.fast
            )
    Output().code(text)
    return 0


def of_its_own(program: Program, arguments: Namespace) -> str:
    """The program that runs without ambsearch; Complaint if there cannot be one."""
    from ambsearch.standalone import standalone

    try:
        return standalone(program.function, program.parameters(arguments.instance, arguments.items))
    except ambsearch.Refused as refusal:
        raise Complaint(f"no standalone program can be made of {program.name}: {refusal.msg}") from refusal


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_search(command)
    command.add_argument(
        "--fast",
        action="store_true",
        help="print it as it is run, with the questions that make it fast, and short helpers in the place of their calls",
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument(
        "--standalone", action="store_true", help="print a program that runs without ambsearch, its call included"
    )
    form.add_argument(
        "--helpers",
        action="store_true",
        help="print the helpers that change something, too, as the search calls them, with what undoes each",
    )
    form.add_argument(
        "--normal",
        action="store_true",
        help="print the normal form: each choice, guard and answer on a line of its own",
    )
