"""Nondeterministic search: write a choice as `yield`, leave the search to the machine.

The layout, imports running downwards only:

    sharing/    a search whose parts are shared out among workers
    keeping/    a search that is kept in a file
    advising/   what would make a search smaller
    standalone/ a program that runs without ambsearch
    progress    how much of a search is done
    showing/    a search as a picture, as a page for a lesson, in a notebook; two searches side by side
    orders/     other orders than depth first
    limits      a search until a limit, and how it ended
    paths       parts of a search, and single branches, by their paths
    steering    how a search is begun in the middle, and ended there; limiters: what is told of its items meanwhile
    profiling, explaining, estimating, tracing      what happened in a search, why, how much is to come
    outcomes    how a run ended, and what it found
    measuring   effort, how much work a search was
    recording   all that happened in a search, written down
    observing   how a search tells an observer what it does
    decorator   ambiguous, and expand to look under the hood
    language    the words: amb, require, fail, permanent, ...
    making      how long it took to make expansions, which is no part of a search
    ownership   which functions are one's own, so that what they change is undone
    expansion/  the rewriter; its docstring is the page of rules
    running/    what an expansion calls when it runs
    answers     Answers, what a call gives
    unchosen    what is not chosen from yet, used as if it had been
    tracebacks  where a mistake is shown, the frames of ambsearch are left out
    snapshots   the copy of an answer that leaves the search
    copiers/    how a value of each class is copied
    errors      one class for each mistake

`import ambsearch` is quick: the rewriter comes with the first function that is decorated, what measures when it is asked
for.
"""

import typing as _typing

from ambsearch.answers import Answers
from ambsearch.decorator import ambiguous, expand
from ambsearch.errors import (
    AmbError,
    BadInput,
    CheckpointError,
    LiveAnswer,
    NoAnswer,
    NotAChoice,
    NotChosen,
    NotSendable,
    NotUndoable,
    OtherChoices,
    OutsideSearch,
    Refused,
    SearchTooDeep,
    TooManyAnswers,
)
from ambsearch.language import (
    amb,
    an_element_of,
    an_integer_between,
    an_integer_from,
    distinct,
    fail,
    if_fail,
    interleave,
    once,
    permanent,
    ramb,
    require,
)
from ambsearch.ownership import undoable
from ambsearch.tracebacks import shorten_uncaught as _shorten_uncaught

if _typing.TYPE_CHECKING:
    from ambsearch.keeping.checkpoints import Checkpointed, checkpointed
    from ambsearch.limits import Within
    from ambsearch.measuring import Effort, effort
    from ambsearch.orders.best import best_first
    from ambsearch.orders.bounding import maximize, minimize
    from ambsearch.orders.breadth import breadth_first
    from ambsearch.orders.discrepancy import limited_discrepancy
    from ambsearch.orders.fairness import fair_order
    from ambsearch.orders.iterative import iterative_deepening
    from ambsearch.orders.shuffling import random_order
    from ambsearch.paths import between, replay, with_paths
    from ambsearch.sharing.workers import parallel
    from ambsearch.steering import following

__all__ = [
    "AmbError",
    "Answers",
    "BadInput",
    "CheckpointError",
    "Checkpointed",
    "Effort",
    "LiveAnswer",
    "NoAnswer",
    "NotAChoice",
    "NotChosen",
    "NotSendable",
    "NotUndoable",
    "OtherChoices",
    "OutsideSearch",
    "Refused",
    "SearchTooDeep",
    "TooManyAnswers",
    "Within",
    "amb",
    "ambiguous",
    "an_element_of",
    "an_integer_between",
    "an_integer_from",
    "best_first",
    "between",
    "breadth_first",
    "checkpointed",
    "distinct",
    "effort",
    "expand",
    "fail",
    "fair_order",
    "following",
    "if_fail",
    "interleave",
    "iterative_deepening",
    "limited_discrepancy",
    "maximize",
    "minimize",
    "once",
    "parallel",
    "permanent",
    "ramb",
    "random_order",
    "replay",
    "require",
    "undoable",
    "with_paths",
]
__version__ = "0.1.0"
_shorten_uncaught()


_LATER = {
    **dict.fromkeys(("Effort", "effort"), "measuring"),
    **dict.fromkeys(("between", "replay", "with_paths"), "paths"),
    **dict.fromkeys(("Checkpointed", "checkpointed"), "keeping.checkpoints"),
    "following": "steering",
    "Within": "limits",
    "parallel": "sharing.workers",
    "best_first": "orders.best",
    "breadth_first": "orders.breadth",
    "fair_order": "orders.fairness",
    "iterative_deepening": "orders.iterative",
    "limited_discrepancy": "orders.discrepancy",
    **dict.fromkeys(("maximize", "minimize"), "orders.bounding"),
    "random_order": "orders.shuffling",
}


def __getattr__(name: str) -> _typing.Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return globals()[name]
