"""A search on every core, or on many machines: its parts are shared out among workers, see `heads`.

A single worker is this process, see `alone`.

parallel    the answers of a search, found by workers
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ambsearch.answers import Ambiguous, Answers, expected_answers
from ambsearch.language import Composed
from ambsearch.series import check_number
from ambsearch.sharing.alone import Alone, processors
from ambsearch.steering import Path
from ambsearch.steering.limiters import Limiter
from ambsearch.steering.paths import Between

if TYPE_CHECKING:
    from ambsearch.keeping.checkpoints import Checkpointed
    from ambsearch.keeping.stores import Store
    from ambsearch.sharing.heads import Head
    from ambsearch.sharing.keepers import Keeper

Answer = TypeVar("Answer")


@overload
def parallel(
    answers: Answers[Answer],
    executor: Executor | None = None,
    *,
    ordered: bool = True,
    workers: int | None = None,
    waiting: int = 20_000,
) -> Answers[Answer]: ...
@overload
def parallel(
    answers: "Checkpointed[Answer]",
    executor: Executor | None = None,
    *,
    ordered: bool = True,
    workers: int | None = None,
    waiting: int = 20_000,
) -> "Checkpointed[Answer]": ...
def parallel(
    answers: Any,
    executor: Executor | None = None,
    *,
    ordered: bool = True,
    workers: int | None = None,
    waiting: int = 20_000,
) -> Any:
    """The answers of a search, found by workers, each in its own process; a single worker is this process.

    answers: what a call of an ambiguous function gives, e.g. queens(11); the function must be at the top level of a
    module, and its arguments must be picklable. Or that search saved in a file, `checkpointed(queens(11), "run.db")`:
    then everything can be killed and started again, with any number of workers. Or a part of a search,
    `between(...)`.
    executor: any concurrent.futures.Executor that does the work, such as Client(address).get_executor() of Dask for
    many machines. None for a process pool that lives as long as the search.
    ordered: in the order of the search; False for as they come.
    workers: how many; None for as many as the executor has, or as there are processors for this process.
    waiting: if ordered, at most about this many answers wait for those before them.
    Gives Answers, which can be iterated any number of times; for a search in a file a Checkpointed, which gives what
    is saved first, or in its place if ordered.
    Raises NotSendable before the work starts, if something cannot be sent; OtherChoices, when a worker turns out to
    have different choices. What a branch raises is raised where its answers would have come, with a note that says
    how to run this branch alone.
    The workers do what the program prints or changes permanently, and do it again on the path down to a part. Its
    choices must have the same items in every process: sort a set of strings before choosing from it.

    >>> from ambsearch.puzzles import queens
    >>> parallel(queens.solve(6), workers=2).take(2)
    [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3)]
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"expected an executor, found {executor!r}; how many workers is written workers=N")
    for name, number in (("workers", workers), ("waiting", waiting)):
        if number is not None:
            check_number(number, name)
            if number < 1:
                raise ValueError(f"expected {name} of at least 1, found {number}")
    if isinstance(answers, Answers):
        source: Answers[Any] = answers
        part: tuple[Path | None, Path | None] = (), None
        if isinstance(answers._source, Between):
            source, part = answers._source.answers, (answers._source.start, answers._source.stop)
        if type(source._source) not in (Ambiguous, Composed):
            raise TypeError(
                f"expected a depth-first search, or a part of one, found {answers!r}; share the search in it"
            )
        if executor is None and (workers or processors()) == 1:
            return Answers(Alone(source, *part), answers._args, answers._kwargs)
        from ambsearch.sharing.heads import Head  # here: slow to load, and a single worker needs none
        from ambsearch.sharing.pieces import Keeping

        head = partial(Head, source, executor, ordered, workers, waiting, Keeping(*part))
        return Answers(Parallel(source, head), answers._args, answers._kwargs)
    if hasattr(answers, "searched_by"):
        from ambsearch.sharing.heads import Head

        return kept_in_file(answers, lambda search, keeper: Head(search, executor, ordered, workers, waiting, keeper))
    raise expected_answers(answers)


class Parallel:
    """The source of such answers; each search has its own head."""

    is_ordered = True  # so it cannot be steered
    is_shared = True  # and only its time and its answers can be limited

    def __init__(self, answers: Answers[Any], head: "Callable[[], Head]") -> None:
        self.head = head
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return self.head().search()

    @staticmethod
    def copy(answer: Any) -> Any:
        """The answer itself: it has come from a worker, so no search changes it."""
        return answer


def kept_in_file(
    answers: "Checkpointed[Answer]", head: "Callable[[Answers[Any], Keeper], Head]"
) -> "Checkpointed[Answer]":
    """The answers of a search in a file, found by workers."""
    from ambsearch.sharing.keepers import Keeper

    def searching(kept: "Checkpointed[Any]", store: "Store", deadline: float | None) -> Iterator[Any]:
        keeper = Keeper(kept.answers, store, kept.every, kept.known)
        kept.source = found = head(kept.answers, keeper)
        if deadline is not None:
            found.limiter = Limiter(seconds=deadline - perf_counter())
        try:
            yield from found.search()
        finally:
            kept.position = keeper.position

    return answers.searched_by(searching)
