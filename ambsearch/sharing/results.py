"""What comes back from a worker.

Slice     what it has found, and what is left
result    the slice of a search, for its current position
failing   the branch that raises an exception; replaying: a line of code that runs it alone
IN_WORKER begins the note that tells where in a worker an exception was raised
"""

import pickle
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotSendable
from ambsearch.ground.frames import as_written, users_frames
from ambsearch.sharing.parts import Part
from ambsearch.steering import Path, Steering, steer

if TYPE_CHECKING:
    from ambsearch.sharing.slicing import Slicing

IN_WORKER = "In the worker:"
NAMED = (
    pickle.STACK_GLOBAL
)  # precedes what a pickle stores by name, which may not be found; a pickle without it is safe


@dataclass(frozen=True)
class Slice:
    """What comes back from a worker.

    answers: in their order, pickled. number: how many. rest: what is left of the part; None if nothing is.
    error, path: the exception that ended it, and the branch that raised it.
    seconds, units: how long it took, in how many units.
    given: the second half of what was left, for another worker, if wanted.
    """

    answers: bytes
    number: int
    rest: Part | None
    error: BaseException | None
    path: Path
    seconds: float
    units: int
    given: Part | None = None


def result(
    answers: Answers[Any],
    slicing: "Slicing",
    found: list[Any],
    rest: Part | None,
    error: BaseException | None,
    path: Path,
) -> Slice:
    """What is sent back; an answer that cannot be sent becomes an error."""
    try:
        sent = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
        if NAMED in sent:
            pickle.loads(sent)
    except Exception as refusal:
        bad = next((number for number, answer in enumerate(found) if not is_sendable(answer)), 0)
        told = f"an answer of {answers!r} cannot be sent from a worker: {refusal}; return what can be pickled"
        error, path, rest = NotSendable(told), slicing.start or (), None
        found, sent = found[:bad], pickle.dumps(found[:bad])
    if error is not None:
        error = sendable(error)
    return Slice(sent, len(found), rest, error, path, monotonic() - slicing.begun, slicing.units)


def is_sendable(value: Any) -> bool:
    try:
        pickle.loads(pickle.dumps(value))
    except Exception:
        return False
    return True


def sendable(error: BaseException) -> BaseException:
    """The exception, with its traceback as a note; a RuntimeError that describes it, if it cannot be pickled."""
    import traceback

    where = "".join(traceback.format_tb(as_written(users_frames(error.__traceback__))))
    if not is_sendable(error):
        error = RuntimeError("".join(traceback.format_exception_only(error)).strip())
    error.add_note(f"{IN_WORKER}\n{where}")
    return error


def failing(answers: Answers[Any], start: Path, stop: Path | None) -> Path | None:
    """The path of the first branch that fails, from one path on; None if none fails when searched again."""
    steering = Steering(start, stop)
    try:
        for _ in steer(answers, steering):
            pass
    except Exception:
        return steering.position
    return None


def replaying(answers: Answers[Any], path: Path) -> str:
    """One line of Python that runs a branch alone; a search whose arguments are not literals is pickled in it.

    A search composed of others, such as `interleave`, has no branches, so all of it is run.
    """
    source, shown = answers._source, repr(answers)
    is_whole = type(source) is not Ambiguous
    if not is_whole and all(map(is_literal, (*answers._args, *answers._kwargs.values()))):
        module, name = source.__module__.replace("_script_", ""), source.__qualname__
        imported = "" if module == "__main__" else f"from {module} import {name.partition('.')[0]}; "
        return f"from ambsearch import replay; {imported}replay({name}({shown.partition('(')[2]}, {path})"
    sent = f"pickle.loads({pickle.dumps(answers, pickle.HIGHEST_PROTOCOL)!r})"
    called = f"list({sent})" if is_whole else f"from ambsearch import replay; replay({sent}, {path})"
    return f"import pickle; {called}  # {' '.join(shown.split())}"


def is_literal(value: Any) -> bool:
    """Does its repr give the same value again, without any name that would have to be imported?

    >>> is_literal([1, (2, "x")]), is_literal(range(3)), is_literal(float("inf"))
    (True, True, False)
    """
    import ast

    try:
        return type(value) is range or bool(ast.literal_eval(repr(value)) == value)
    except Exception:
        return False
