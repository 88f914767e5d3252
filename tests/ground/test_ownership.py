"""Whose a function is, by the place of its file."""

import importlib
import queue
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from ambsearch import ambiguous, undoable
from ambsearch.ground.ownership import ADOPTED, UNDOABLE, is_own_file

PROGRAM = """
from ambsearch import ambiguous

marks = []

def note(x):
    marks.append(x)

@ambiguous
def f():
    x = yield (1, 2)
    note(x)
    return list(marks)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("ambsearch.ground.ownership.ADOPTED", set(ADOPTED))
    return folder


@pytest.mark.parametrize("file", ["searching_package/__init__.py", "searching_module.py"])
def test_an_installed_package_or_module_with_an_ambiguous_function_counts_as_ones_own(
    installed: Path, file: str
) -> None:
    other = installed / "another.py"
    (installed / file).parent.mkdir(exist_ok=True)
    (installed / file).write_text(PROGRAM)

    module = importlib.import_module(file.removesuffix(".py").split("/")[0])

    assert list(module.f()) == [[1], [2]]
    assert module.marks == []
    assert not is_own_file(str(other))


def test_a_function_of_a_package_that_is_undoable_is_found_by_the_name_of_a_method_of_pythons_own_too() -> None:
    tasks: Any = TopologicalSorter()

    @ambiguous
    def ordered() -> Any:
        tasks.add((yield (5, 6)), 1)
        return list(tasks._node2info)

    before = dict(UNDOABLE)
    try:
        for function in (TopologicalSorter.add, TopologicalSorter._get_nodeinfo):  # type: ignore[attr-defined]
            undoable(function)
        assert list(ordered()) == [[5, 1], [6, 1]]
        assert tasks._node2info == {}
    finally:
        UNDOABLE.clear()
        UNDOABLE.update(before)


class Plan(queue.PriorityQueue[Any]):
    puts = 0

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        self.puts += 1
        super().put((-item, item), block, timeout)


@pytest.mark.parametrize("deep", [False, True])
def test_the_queues_of_the_standard_library_are_containers_like_any_other(deep: bool) -> None:
    first: queue.Queue[int] = queue.Queue()
    last: queue.LifoQueue[int] = queue.LifoQueue(2)
    plan = Plan()
    first.put(0)

    def moved(x: int) -> Any:
        first.put(x)
        plan.put(x)
        try:
            last.put_nowait(x)
        except queue.Full:
            return first.get(), plan.get_nowait()[1]
        return last.qsize()

    @ambiguous(deep=deep)
    def f() -> Any:
        found = []
        for _ in range(3):
            x = yield (1, 3)
            found.append(moved(x))
        first.task_done()
        return found, list(first.queue), last.queue, plan.puts, first.unfinished_tasks, first

    answers = list(f())

    assert [answer[:5] for answer in answers[:2]] == [
        ([1, 2, (0, 1)], [1, 1, 1], [1, 1], 3, 3),
        ([1, 2, (0, 3)], [1, 1, 3], [1, 1], 3, 3),
    ]
    assert [list(answer[5].queue) for answer in answers[6:]] == [[3, 3, 1], [3, 3, 3]]
    assert (list(first.queue), last.queue, plan.queue, plan.puts, first.unfinished_tasks) == ([0], [], [], 0, 1)
