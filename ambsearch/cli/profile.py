"""`ambsearch profile`: what happened at each line of a search, what would make it smaller, why it has no answer."""

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import Any

from ambsearch.advising import advice, order_advice
from ambsearch.cli.complaints import INTERRUPTED as INTERRUPTED_STATUS
from ambsearch.cli.given import given_search
from ambsearch.cli.options import add_json, add_looking, positive, status_of
from ambsearch.cli.output import Output
from ambsearch.explaining import WhyNone, parting, why_none
from ambsearch.observing.outcomes import EXHAUSTED, INTERRUPTED
from ambsearch.profiling import Profile, profile


def add(command: ArgumentParser) -> None:
    add_looking(command)
    command.add_argument(
        "--advice", action="store_true", help="measure what each require saves where all that it needs is first known"
    )
    command.add_argument("--order", action="store_true", help="measure which choice is best made first")
    command.add_argument("--why", action="store_true", help="if there is no answer, say which requires are to blame")
    command.add_argument("--unique", action="store_true", help="say where the first two answers part")
    command.add_argument(
        "--limit", type=positive, default=1_000_000, metavar="N", help="try at most N items for each of these (1000000)"
    )
    add_json(command)


def run(arguments: Namespace) -> int:
    output = Output()
    with given_search(arguments) as answers:
        told = profile(answers, arguments.first)
        more: list[tuple[str, Any]] = []
        if told.outcome == INTERRUPTED:
            arguments.advice = arguments.order = False
        if arguments.advice:
            more.append(("advice", advice(answers, arguments.first, arguments.limit)))
        if arguments.order:
            more.append(("orders", order_advice(answers, arguments.limit)))
        if arguments.why and not told.answers and told.outcome == EXHAUSTED:
            more.append(("why", why_none(answers, arguments.limit)))
        if arguments.unique and told.answers > 1:
            more.append(("parting", parting(answers)))
    is_interrupted = any(isinstance(found, WhyNone) and found.interrupted for _, found in more)
    if arguments.json:
        output.document(document(told) | dict(more))
    else:
        output.say(str(told))
        for name, found in more:
            output.say(f"\ntwo answers part at {found}" if name == "parting" else f"\n{found}")
    return INTERRUPTED_STATUS if is_interrupted else status_of(told.outcome)


def document(told: Profile) -> dict[str, Any]:
    """The profile as JSON."""
    rows = [asdict(row) | {"share": told.share(row)} for row in told.rows]
    return {"search": told.name, "answers": told.answers, "outcome": told.outcome, "rows": rows}
