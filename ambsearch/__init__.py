"""Nondeterministic search: write a choice as `yield`, leave the search to the machine.

The layout; modules import only from those below them:

    sharing/    a search shared out among workers
    keeping/    a search saved in a file
    advising/   what would make a search smaller
    standalone/ a program that runs without ambsearch
    progress    how much of a search is done
    showing/    a search as a picture, as a page for a lesson, in a notebook; two searches side by side
    orders/     other orders than depth first
    limits      a search up to a limit, and how it ended
    paths       parts of a search and single branches, given by their paths
    steering    starting and stopping a search in the middle; limiters: what counts its items meanwhile
    profiling, explaining, estimating, tracing      what happened in a search, why, and how large it is
    outcomes    how a run ended, and what it found
    measuring   effort, how much work a search was
    recording   everything that happened in a search, recorded
    observing   how a search reports to an observer
    decorator   ambiguous, and expand to look under the hood
    diagnostics/ what is refused, or warned of
    language    the words: amb, require, fail, permanent, ...
    making      how long it took to make expansions, which does not count as search time
    ownership   which functions are the user's own, so that their changes are undone
    expansion/  the rewriter; its docstring is the page of rules
    running/    what an expansion calls when it runs
    answers     Answers, what a call gives
    levels      how deep a search is, and what happens there
    unchosen    detects a search that is used as if something had been chosen from it
    uncalled    refuses what is required and not called
    miscounted  what Python says of wrong arguments, in the numbers of the user
    uncaught    where uncaught exceptions are shown
    tracebacks  leaves the frames of ambsearch out of a traceback
    copying     how the answers of a function are copied, or that they need no copy
    shapes      what the answers of a function have been so far
    straight    straight code that copies such answers
    snapshots   copies an answer that leaves the search
    copiers/    how a value of each class is copied
    errors      one class for each kind of mistake

`import ambsearch` loads hardly anything: a module is imported when one of its names is first used, the rewriter when the
first function is decorated. So Ctrl-C finds the command where it can answer, and not half imported.
"""

from ambsearch.mistakes.uncaught import shorten_uncaught as _shorten_uncaught

TYPE_CHECKING = False  # without `typing`, which takes longer to load than the rest of this

if TYPE_CHECKING:
    from ambsearch.answers import Answers
    from ambsearch.decorator import Search, ambiguous, expand
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
    from ambsearch.ground.ownership import undoable
    from ambsearch.keeping.checkpoints import Checkpointed, checkpointed
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
    from ambsearch.observing.measuring import Effort, effort
    from ambsearch.orders.best import best_first
    from ambsearch.orders.bounding import maximize, minimize
    from ambsearch.orders.breadth import breadth_first
    from ambsearch.orders.discrepancy import limited_discrepancy
    from ambsearch.orders.fairness import fair_order
    from ambsearch.orders.iterative import iterative_deepening
    from ambsearch.orders.shuffling import random_order
    from ambsearch.sharing.workers import parallel
    from ambsearch.steering import following
    from ambsearch.steering.limits import Within
    from ambsearch.steering.paths import between, replay, with_paths

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
    "Search",
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

_MODULES = {  # of the names that are neither errors nor words
    "Answers": "answers",
    **dict.fromkeys(("Search", "ambiguous", "expand"), "decorator"),
    "undoable": "ground.ownership",
    **dict.fromkeys(("Effort", "effort"), "observing.measuring"),
    **dict.fromkeys(("between", "replay", "with_paths"), "steering.paths"),
    **dict.fromkeys(("Checkpointed", "checkpointed"), "keeping.checkpoints"),
    "following": "steering",
    "Within": "steering.limits",
    "parallel": "sharing.workers",
    "best_first": "orders.best",
    "breadth_first": "orders.breadth",
    "fair_order": "orders.fairness",
    "iterative_deepening": "orders.iterative",
    "limited_discrepancy": "orders.discrepancy",
    **dict.fromkeys(("maximize", "minimize"), "orders.bounding"),
    "random_order": "orders.shuffling",
}

if not TYPE_CHECKING:  # a type checker would take any name for one of these

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module = _MODULES.get(name, "errors" if name[0].isupper() else "language")
        globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


del TYPE_CHECKING
