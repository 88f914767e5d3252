"""Settings for the whole test run.

How hard the properties are tried: `pytest` alone, or `pytest --hypothesis-profile=long`, or HYPOTHESIS_PROFILE=long.
The expected expansions in expansions/*.txt: `pytest --update-expansions` records them again.
"""

import contextlib
import gc
import linecache
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import filterfalse
from pathlib import Path
from types import CodeType
from typing import Any
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG

from ambsearch.expansion.analysis import world
from ambsearch.expansion.analysis.world import WORLD, Lookups, World
from ambsearch.expansion.reading import codes, texts
from ambsearch.ground import levels

# for the type checkers; programs that are read as text; what needs the packages that `python -m tests.wild` installs
collect_ignore = ["typing", "class_cases", "wild"]

HOME = Path(__file__).parent.parent

# what one Python is enough for: `pytest --other-python` leaves it out, as `.ci/run` does on all Pythons but the first
ONE_PYTHON = [
    "docs/docstrings.py",
    "docs/hooks.py",
    "docs/pages/how-to",
    "docs/pages/puzzles",
    "puzzles",
    "tests/advising",
    "tests/estimating",
    "tests/puzzles",
    "tests/showing",
    "tests/test_cli.py",
    "tests/test_cli_counting.py",
    "tests/test_cli_draw.py",
    "tests/test_cli_files.py",
    "tests/test_cli_looking.py",
    "tests/test_cli_make.py",
    "tests/test_cli_orders.py",
    "tests/test_cli_sudoku.py",
    "tests/test_docs.py",
]

# what the ordinary run leaves to `.ci/run`, besides the tests marked `thorough`: pages whose puzzles and commands other tests try
THOROUGH = ["docs/pages/puzzles", "docs/pages/how-to", "tests/benchmarks"]

# and of a test with more instances, all but so many, which the Pythons of `.ci/run` share; not of what only one of them tries
SAMPLE = 3

# what one process has compiled need not be compiled again by the workers, and by the processes that tests start
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# programs, their trees and expansions are many small objects, and most are soon gone; looking for cycles among them took
# an eighth of the whole run
gc.set_threshold(100_000, 20, 200)


SCRIPT = "_script_"  # what the command line calls the module of a script


def spaces_elsewhere() -> Iterator[dict[str, Any]]:
    """One's own modules, but for those of the tests: what their classes define would be looked for in every puzzle."""
    tests = str(HOME / "tests")
    for space in World.unknown_spaces(WORLD):
        if not (space.get("__file__", "").startswith(tests) or space["__name__"].startswith(SCRIPT)):
            yield space


class LastingLookups(Lookups):
    """Do not notice when the module of a script goes away after a command: all expansions would be made anew.

    The modules of ambsearch stay: that they do need not be seen before each search.
    """

    def note(self, space: Mapping[str, Any], name: str, value: Any, owner: object) -> bool:
        module = name if space is sys.modules else str(space.get("__module__", space.get("__name__")))
        return module.startswith((SCRIPT, "ambsearch.")) or super().note(space, name, value, owner)


def agrees(code: CodeType, *written: Any) -> bool:
    """The files of the project stay what they are during the run; step by step it would be found that pytest has only
    rewritten their asserts, and of some it would not.
    """
    return code.co_filename.startswith(f"{HOME}/") or codes.agrees(code, *written)


texts.agrees = agrees
WORLD.unknown_spaces = spaces_elsewhere  # type: ignore[method-assign]
world.Lookups = LastingLookups  # type: ignore[misc]
WORLD.forget()

# a search with deep=True nests two generators, then a driver takes over, and two nest in it: so short ones try it all
levels.AGAIN = 2

UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

# Hypothesis would read the source of each module of one's own, and draw its constants, too, so that what is drawn
# depended on what else has been loaded
providers._get_local_constants = lambda: providers._local_constants  # type: ignore[attr-defined]

with deterministic_PRNG():
    """The first time it looks through all objects, of which there are few now."""

# the same programs each time: a run that fails can be run again; other ones in the long profile
settings.register_profile("ordinary", max_examples=25, deadline=None, suppress_health_check=UNHURRIED, derandomize=True)
settings.register_profile("ci", settings.get_profile("ordinary"), max_examples=40)
settings.register_profile("long", settings.get_profile("ordinary"), max_examples=2_500, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-expansions",
        action="store_true",
        help="record the expansions in tests/expansions/*.txt again; read the difference before committing it",
    )
    parser.addoption("--other-python", action="store_true", help="leave out what one Python is enough for")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Also leave out tests of `testpaths`, which count as asked for by name, and pages that are parameters of test_docs.py."""
    is_whole = config.args == config.getini("testpaths")
    is_ordinary = is_whole and settings.get_current_profile_name() == "ordinary"
    is_other = config.getoption("--other-python")
    places = (ONE_PYTHON if is_other else []) + (THOROUGH if is_ordinary else [])
    in_places = re.compile(rf"(?:^|\[)(?:{'|'.join(map(re.escape, places)) or '(?!)'})(?:[/\]]|::)").search
    share = os.environ.get("SHARE_OF_INSTANCES", "0/0" if is_ordinary else "0/1")
    beyond = beyond_sample(items, share, 1 if is_other else SAMPLE) if is_whole else set()

    def is_left_out(item: pytest.Item) -> bool:
        return bool(
            in_places(item.nodeid) or is_ordinary and item.get_closest_marker("thorough") or item.nodeid in beyond
        )

    config.hook.pytest_deselected(items=list(filter(is_left_out, items)))
    items[:] = filterfalse(is_left_out, items)


def beyond_sample(items: list[pytest.Item], share: str, size: int) -> set[str]:
    """Which instances this run leaves out, of tests with many; checksums of their names draw the same ones each time.

    share: of those that are not in the sample, which part this run has, such as 0/3: of three parts the first; 0/0 for none.
    """
    number, parts = map(int, share.split("/"))
    instances = defaultdict(list)
    for item in items:
        if not item.nodeid.startswith((*ONE_PYTHON, *THOROUGH)) and not item.get_closest_marker("thorough"):
            instances[item.nodeid.partition("[")[0]].append((crc32(item.nodeid.encode()), item.nodeid))
    others = [drawn for names in instances.values() for drawn in sorted(names)[size:]]
    return {name for checksum, name in others if not parts or checksum % parts != number}


class OnePython:
    """What one Python is enough for is not even imported on another, wherever it stands."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return str(collection_path.relative_to(HOME)) in ONE_PYTHON or None


class Examples:
    """A file without an example is not searched for them, object by object; a package may show what stands elsewhere."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Iterator[None]:
        found = yield
        is_module = file_path.suffix == ".py" and file_path.name != "__init__.py"
        if is_module and ">>> " not in file_path.read_text("utf-8"):
            return [collector for collector in found if not isinstance(collector, DoctestModule)]
        return found


class Puzzles:
    """The folder puzzles/ is installed as `ambsearch.puzzles`: its doctests are looked for in those modules.

    By path alone, pytest would load each a second time, as `puzzles.queens`.
    """

    def pytest_collect_file(self, file_path: Path) -> None:
        if file_path.suffix == ".py" and file_path.is_relative_to(HOME / "puzzles"):
            name = ".".join(file_path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__")
            with contextlib.suppress(Exception):  # pytest reports a module that cannot be imported, by its file
                sys.modules[name] = import_module(f"ambsearch.{name}")


class Reports:
    """Of a test that passes, a worker reports only the call, not its setup or its teardown.

    Three reports of each test and two notes, packed and unpacked, took as long as two thousand tests.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.passed:
                report.keywords = {}  # a third of what is packed, which nobody reads
            if report.when == "call" or not report.passed or report.duration > 0.1:
                item.ihook.pytest_runtest_logreport(report=report)
        return True


class Lines:
    """What shows the reports is also told when a test has ended, which the workers leave out."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.when == "setup" and not report.passed:
            self.config.hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)


class Doctests:
    """The debugger that each doctest makes would look whether any file has changed whose lines have been read."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        if not isinstance(item, pytest.DoctestItem):
            return (yield)
        check = linecache.checkcache
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(linecache, "checkcache", lambda filename=None: None if filename is None else check(filename))
            yield
        return None


class OwnMethods:
    """What is expanded depends on the methods that own modules have: examples without a puzzle see none but their own.

    Their names are gone afterwards, which would make all expansions anew.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        from helpers import alone, only_module

        if not isinstance(item, pytest.DoctestItem) or "puzzles" in (item.dtest.docstring or item.dtest.name):
            return (yield)
        with only_module() if item.path.is_relative_to(HOME / "ambsearch" / "expansion") else alone():
            yield
        return None


@pytest.fixture
def no_other_module() -> Iterator[None]:
    """What is expanded depends on the methods that own modules have: here as if the module were the only one."""
    from helpers import only_module

    with only_module():
        yield


@pytest.fixture(scope="module")
def no_other_modules() -> Iterator[None]:
    """The same for a fixture of a module."""
    from helpers import only_module

    with only_module():
        yield


@pytest.fixture
def on_its_own() -> Iterator[None]:
    """For tests whose programs use no other module."""
    from helpers import alone

    with alone():
        yield


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("dist", "no") == "load":  # `pytest -n auto`
        config.option.dist = "worksteal"  # to each worker a half, so that modules stay together
        config.pluginmanager.register(Lines(config))
    if config.getoption("--other-python"):
        config.pluginmanager.register(OnePython())
    config.pluginmanager.register(Examples())
    config.pluginmanager.register(Puzzles())
    config.pluginmanager.register(OwnMethods())
    config.pluginmanager.register(Doctests())
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Reports())


def pytest_collection_finish() -> None:
    """What was collected stays to the end, so the garbage collector need not look through it again and again."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Let pytest, which looks for cycles twice when it ends, and Python, which does so once, look only at what is new.

    All that is alive by then is half a gigabyte.
    """
    gc.collect(1)
    gc.freeze()
