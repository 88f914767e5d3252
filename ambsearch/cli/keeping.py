"""`ambsearch solve --checkpoint FILE`: a search saved in a file."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Answers
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import file_name

if TYPE_CHECKING:
    from ambsearch.keeping.checkpoints import Checkpointed

WITHOUT = {
    "by_hand": "a twin is an ordinary program",
    "effort": "what was searched earlier is not counted",
    "choices": "write --time",
    "depth": "what is deeper would never be searched",
    "order": "only a search depth first goes on from a place",
    "seed": "a search that goes on has to make the same choices again",
}


def add_checkpoint(command: ArgumentParser) -> None:
    command.add_argument(
        "--checkpoint",
        type=file_name,
        metavar="FILE",
        help="keep the search in this file, and go on with what it holds already",
    )


def check_checkpoint(arguments: Namespace, puzzles: int) -> None:
    """Complain about what cannot be combined with a checkpoint."""
    if arguments.checkpoint is None:
        return
    for name, why in WITHOUT.items():
        if getattr(arguments, name) not in (None, False):
            option = f"--{name.replace('_', '-')}"
            raise Complaint(f"argument --checkpoint: not allowed with argument {option}; {why}")
    if puzzles > 1:
        raise Complaint(f"argument --checkpoint: expected one puzzle, found {puzzles}; keep each in a separate file")


def keep(answers: Answers[Any], wanted: Namespace) -> "Checkpointed[Any]":
    """The answers, saved in the requested file."""
    from ambsearch.keeping.checkpoints import checkpointed

    return checkpointed(answers, wanted.checkpoint, seconds=wanted.time)
