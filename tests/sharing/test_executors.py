"""Executors of other packages do the work; each test is skipped where its package is missing."""

import importlib.util
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

import pytest

from ambsearch import parallel
from ambsearch.puzzles import queens


def needs(package: str) -> Any:
    is_missing = importlib.util.find_spec(package) is None
    return pytest.param(globals()[package], id=package, marks=pytest.mark.skipif(is_missing, reason=f"needs {package}"))


@contextmanager
def loky() -> Iterator[Executor]:
    from loky import ProcessPoolExecutor

    with ProcessPoolExecutor(2) as executor:
        yield executor


@contextmanager
def ray() -> Iterator[Executor]:
    import ray

    class OnRay(Executor):
        """The one on the how-to page."""

        def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return ray.remote(function).remote(*args, **kwargs).future()

    ray.init(num_cpus=2, include_dashboard=False)
    try:
        yield OnRay()
    finally:
        ray.shutdown()


@pytest.mark.thorough
@pytest.mark.parametrize("package", [needs("loky"), needs("ray")])
def test_the_executor_of_a_package_gives_the_answers_in_their_order(package: Any) -> None:
    with package() as executor:
        assert list(parallel(queens.solve(7), executor, workers=2)) == list(queens.solve(7))
        assert sorted(parallel(queens.solve(6), executor, workers=2, ordered=False)) == list(queens.solve(6))
