"""`ambsearch check`: run puzzles and their twins by hand on all instances, and compare the answers and their order.

Where a puzzle says that its twin searches in another order, the order does not count.
"""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.output import Output
from ambsearch.cli.programs import SEQUENCE, Program, puzzle_names, to_check, twin
from ambsearch.cli.search import INTERRUPTED, Search, watched
from ambsearch.testing import ENDED, Difference, Different, first_difference, same_answers

SAME = "same"


@dataclass(frozen=True)
class Row:
    """What came out for one instance; trouble: what there is to tell if it is not the same."""

    puzzle: str
    instance: str
    answers: int
    verdict: str
    trouble: str = ""


def run(arguments: Namespace) -> int:
    programs = [program for target in arguments.items or puzzle_names() for program in to_check(target)]
    output = Output()
    rows: list[Row] = []
    interrupted = False
    for program, instance in pairs(programs):
        search = Search(())
        with watched(search, output, f"{program.name} {instance}"):
            rows.append(compared(program, instance, search))
        if interrupted := search.interrupted:
            break
    show(rows, output, arguments.json)
    if interrupted:
        print("interrupted: the check was not finished", file=sys.stderr)
        return INTERRUPTED
    return int(any(row.verdict != SAME for row in rows))


def pairs(programs: list[Program]) -> Iterator[tuple[Program, str]]:
    """Each program with each of its instances."""
    return ((program, instance) for program in programs for instance in program.instances)


def compared(program: Program, instance: str, search: Search) -> Row:
    """Run the puzzle and its twin; the answers are counted in `search`."""
    parameters = program.parameters(instance, [])
    search.answers = program.answers(parameters)
    compare = as_sequences if program.answers_as == SEQUENCE else as_others
    try:
        verdict, trouble = compare(search, twin(program).call(parameters), program, instance)
    except Complaint as complaint:
        verdict, trouble = "wrong", f"{program.name} {instance}: {complaint}"
    return Row(program.name, instance, search.found, verdict, trouble)


def as_sequences(search: Search, by_hand: Iterable[Any], program: Program, instance: str) -> tuple[str, str]:
    """The verdict and the trouble, side by side."""
    difference = first_difference(search, by_hand, program.limit)
    if difference is None:
        return SAME, ""
    return f"differs at answer {difference.place + 1}", told(program, instance, difference)


def as_others(search: Search, by_hand: Iterable[Any], program: Program, instance: str) -> tuple[str, str]:
    """The verdict and the trouble, in whatever order the answers come."""
    try:
        same_answers(search, by_hand, as_=program.answers_as, limit=program.limit)
    except Different as difference:
        if difference.__cause__ is not None:  # a program failed
            raise difference.__cause__ from None
        head = f"{program.name} {instance}: the first is the search by choice, the second the one by hand"
        return f"differs: {difference.kind}", f"{head}\n{difference}"
    return SAME, ""


def told(program: Program, instance: str, difference: Difference) -> str:
    """The difference in full: its place, and both answers as pictures."""

    def drawn(answer: object) -> str:
        if answer is ENDED:
            return "no more answers"
        picture = program.picture(answer, program.parameters(instance, []))
        return repr(answer) if picture is None else picture

    head = f"{program.name} {instance}: answer {difference.place + 1} is the first that differs"
    return f"{head}\nby choice:\n{drawn(difference.first)}\nby hand:\n{drawn(difference.second)}"


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
