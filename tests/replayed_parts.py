"""A part of a search by replay: from one path on, and up to another."""

from __future__ import annotations

from typing import Any

import replay
from helpers import compile_replay
from hypothesis import settings
from test_oracle import ReplayRun

from ambsearch.steering import Path

RUNS = 60
EXAMPLES = settings.default.max_examples // 25


class Branches(replay.Search):
    """Replay that begins at a path, ends before another, and notes the path of each branch."""

    def __init__(self, call: Any, start: Path = (), stop: Path | None = None) -> None:
        super().__init__(call, RUNS)
        self.path = list(start)
        self.stop = stop
        self.branches: list[Path] = []

    def run(self) -> Any:
        try:
            return super().run()
        finally:
            self.branches.append(tuple(self.path))

    def choose(self, items: Any) -> Any:
        depth = len(self.marks)
        number = self.path[depth] if depth < len(self.path) else 0
        if self.stop is not None and (*self.path[:depth], number) >= self.stop:
            self.path.clear()
            raise replay.Dead
        return super().choose(items)


class Part(ReplayRun):
    """A part of a search, by replay."""

    def __init__(self, source: str, start: Path = (), stop: Path | None = None) -> None:
        super().__init__(compile_replay(source))
        self.start, self.stop = start, stop
        self.paths: list[Path] = []

    def search(self) -> Any:
        search = Branches(self.space["f"](*self.args), self.start, self.stop)
        self.branches = search.branches
        return self.noted_paths(search), lambda: search.args

    def noted_paths(self, search: Branches) -> Any:
        for answer in search.answers():
            self.paths.append(tuple(search.path))
            yield answer
