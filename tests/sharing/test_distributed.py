"""A search on a cluster of Dask's: two worker processes, one of which is killed while it works."""

from __future__ import annotations

import asyncio
import importlib.util
import multiprocessing
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from test_cli_sharing import SCRIPT

from ambsearch import checkpointed, parallel
from ambsearch.cli import main
from ambsearch.keeping.stores import Store
from ambsearch.puzzles import queens

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="needs distributed: pip install 'ambsearch[distributed]'"
)


def work(addresses: Any) -> None:
    """A worker of the cluster, in a process of its own."""
    from distributed import Worker

    async def serve() -> None:
        async with Worker(addresses.recv(), nthreads=1, dashboard=False) as worker:
            await worker.finished()

    asyncio.run(serve())


@contextmanager
def cluster(size: int) -> Iterator[tuple[Any, list[Any]]]:
    """A client, and the processes of the workers; they are forked, so that none of them has to import Dask."""
    from distributed import Client, LocalCluster

    context = multiprocessing.get_context("fork")
    pipes = [context.Pipe() for _ in range(size)]
    workers = [context.Process(target=work, args=(receiver,), daemon=True) for receiver, _ in pipes]
    for worker in workers:
        worker.start()
    try:
        with LocalCluster(n_workers=0, dashboard_address=None) as head, Client(head) as client:
            for _, sender in pipes:
                sender.send(head.scheduler_address)
            client.wait_for_workers(size)
            yield client, workers
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


@pytest.mark.thorough
def test_a_cluster_gives_the_answers_in_their_order_although_it_loses_a_worker_and_goes_on_although_it_loses_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster(2) as (client, workers):
        (tmp_path / "pairs.py").write_text(SCRIPT)
        address = client.scheduler.address
        status = main(["solve", str(tmp_path / "pairs.py"), "n=4", "--dask", address, "--count"])
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        assert printed.out == "6\n"
        found = []
        for answer in parallel(queens.solve(7), client.get_executor(), waiting=8):
            found.append(answer)
            if len(found) == 5:
                os.kill(workers[0].pid, signal.SIGKILL)
        assert found == list(queens.solve(7))
        assert [worker.is_alive() for worker in workers] == [False, True]

        file, copy = tmp_path / "run.db", tmp_path / "copy.db"
        search = parallel(checkpointed(queens.solve(7), file, every=1e-9), client.get_executor(), waiting=8)
        for number, _ in enumerate(search):
            if number == 20:
                shutil.copy(file, copy)  # what there is when this process is killed, too
                os.kill(workers[1].pid, signal.SIGKILL)
                break
    with Store.read(copy) as store:
        assert 20 < sum(part.found for part in store.ranges) < 40
    with cluster(1) as (client, _):
        search = parallel(checkpointed(queens.solve(7), copy), client.get_executor())
        assert list(search) == list(queens.solve(7))
