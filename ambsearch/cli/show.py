"""`ambsearch show`: what a checkpoint holds."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import add_json, file_name
from ambsearch.cli.output import Output
from ambsearch.errors import CheckpointError


def add(command: ArgumentParser) -> None:
    command.add_argument("file", type=file_name, metavar="FILE", help="which `solve --checkpoint` has written")
    add_json(command)


def run(arguments: Namespace) -> int:
    from ambsearch.keeping.databases import ADVICE
    from ambsearch.keeping.stores import Store

    try:
        with Store.read(arguments.file) as store:
            told = report(store)
    except CheckpointError as error:
        reason = str(error).removesuffix(ADVICE)
        is_other = reason != str(error) or not os.path.exists(arguments.file)
        raise Complaint(
            reason + "; show is for what `ambsearch solve --checkpoint FILE` has written" * is_other
        ) from None
    output = Output()
    if arguments.json:
        output.document(told)
    else:
        show(told, output)
    return 0


def report(store: Any) -> dict[str, Any]:
    """The contents as a JSON document."""
    answers = [answer for part in store.ranges for answer in answers_of(store, part.number)]
    return {
        **{key: store.identity.get(key) for key in ("program", "arguments", "Python", "ambsearch")},
        "complete": all(part.is_done for part in store.ranges),
        "parts": [
            {"start": part.start, "stop": part.stop, "position": part.position.path, "answers": part.found}
            for part in store.ranges
        ],
        "count": len(answers),
        "answers": answers,
    }


def answers_of(store: Any, number: int) -> Iterator[Any]:
    """The answers of a part; an answer that only its program can make, as its repr."""
    from ambsearch.keeping.encoding import decode
    from ambsearch.keeping.forms import AGAIN

    for form in store.forms(number):
        is_made = isinstance(form, dict) and AGAIN in form
        yield form[AGAIN][2] if is_made else decode(form)


def show(told: dict[str, Any], output: Output) -> None:
    given = ", ".join(f"{name}={value}" for name, value in told["arguments"].items())
    output.say(f"{told['program']}({given}), {told['Python']}, ambsearch {told['ambsearch']}", "bold")
    for number, answer in enumerate(told["answers"], 1):
        output.say(f"answer {number}: {answer if isinstance(answer, str) else repr(answer)}")
    for part in told["parts"]:
        output.say(progress(part))
    output.say(f"{told['count']} answers{'' if told['complete'] else ' so far'}", "bold")


def progress(part: dict[str, Any]) -> str:
    """How far a part of the search is.

    >>> progress({"start": (), "stop": None, "position": (0, 4), "answers": 2})
    'searched up to 0.4: 2 answers'
    >>> progress({"start": (1,), "stop": (2,), "position": None, "answers": 0})
    'from 1 to 2: searched to the end: 0 answers'
    """
    start, stop, position = (with_dots(part[key]) for key in ("start", "stop", "position"))
    whole = not part["start"] and part["stop"] is None
    where = "" if whole else f"from {start} to {stop}: "
    how = "searched to the end" if part["position"] is None else f"searched up to {position}"
    return f"{where}{how}: {part['answers']} answers"


def with_dots(path: Any) -> str:
    return "the end" if path is None else ".".join(map(str, path)) or "the beginning"
