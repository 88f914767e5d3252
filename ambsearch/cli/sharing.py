"""Searches shared out among workers: `--workers` and `--dask`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

from ambsearch.answers import Answers
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import processes
from ambsearch.cli.programs import Program
from ambsearch.cli.scripts import load
from ambsearch.errors import NotSendable

Shared = Callable[[Iterable[Any]], Iterable[Any]]
OTHERS = "by_hand", "effort", "seed", "choices", "depth", "order"


def add_workers(command: ArgumentParser) -> None:
    command.add_argument("--workers", type=processes, metavar="N", help="search in N processes side by side")


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_workers(command)
    command.add_argument("--dask", metavar="ADDRESS", help="search on the cluster whose scheduler of Dask is there")


def forks(arguments: Namespace) -> bool:
    """Does the search begin processes of its own? A single worker is this process, unless the search is saved in a file."""
    is_kept = getattr(arguments, "checkpoint", None) is not None
    return (
        arguments.workers is not None
        and getattr(arguments, "dask", None) is None
        and (arguments.workers > 1 or is_kept)
    )


@contextmanager
def sharing(program: Program, arguments: Namespace) -> Iterator[Shared]:
    """A function that shares a search out, if that is wanted; the cluster is open meanwhile."""
    wanted = "--dask" if arguments.dask is not None else "--workers"
    if arguments.workers is None and arguments.dask is None:
        yield lambda answers: answers
        return
    for option in OTHERS:
        if getattr(arguments, option) not in (None, False):
            name = option.replace("_", "-")
            raise Complaint(f"argument {wanted}: not allowed with argument --{name}; leave one of them out")
    if arguments.dask is not None:
        with client(arguments.dask) as cluster:
            if not program.is_puzzle:
                send_script(cluster, program)
            yield sharing_by(arguments.workers, cluster.get_executor())
        return
    with loading_elsewhere(program):
        yield sharing_by(arguments.workers)


@contextmanager
def loading_elsewhere(program: Program) -> Iterator[None]:
    """Make processes that are not forked load the user's script, under the same name as here."""
    from ambsearch.sharing.pools import BEFORE

    loading = [] if program.is_puzzle else [partial(load, program.module.__name__, program.module.__file__ or "")]
    BEFORE.extend(loading)
    try:
        yield
    finally:
        del BEFORE[len(BEFORE) - len(loading) :]


def sharing_by(workers: int | None, executor: Any = None) -> Shared:
    from ambsearch.sharing.sending import pack
    from ambsearch.sharing.workers import parallel

    def share(answers: Iterable[Any]) -> Iterable[Any]:
        search = cast(Answers[Any], answers)
        try:
            pack(getattr(search, "answers", search), executor)  # of a search that is saved in a file
        except NotSendable as error:
            raise Complaint(str(error)) from None
        return parallel(search, executor, workers=workers)

    return share


@contextmanager
def client(address: str) -> Iterator[Any]:
    """A Dask client, which is closed at the end."""
    try:
        import distributed
    except ImportError:
        raise Complaint("argument --dask: Dask is not installed; pip install 'ambsearch[distributed]'") from None
    try:
        found = cast(Any, distributed).Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise Complaint(
            f"argument --dask: expected the address of a scheduler, such as tcp://127.0.0.1:8786, found {address!r}: "
            f"{error}"
        ) from None
    with found:
        if not found.nthreads():
            raise Complaint(f"argument --dask: the cluster at {address} has no workers")
        yield found


def send_script(cluster: Any, program: Program) -> None:
    """Send the user's script to the workers, under the same name as here."""
    path, here = program.module.__file__, dict(vars(program.module))
    assert path is not None
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, f"{program.module.__name__}.py")
        shutil.copy(path, copy)
        cluster.upload_file(str(copy))
    sys.modules[program.module.__name__] = program.module
    vars(program.module).update(here)  # a scheduler in this process has loaded the copy in its place
