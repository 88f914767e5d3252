"""Programs given as text: compiling them for either engine, and describing what they leave behind."""

from __future__ import annotations

import ast
import bisect
import dis
import heapq
import itertools
import linecache
import operator
import os
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, SimpleNamespace
from typing import Any

import pytest
import replay
from hypothesis import settings

import ambsearch
from ambsearch import ambiguous, expand
from ambsearch.expansion import refresh
from ambsearch.expansion.analysis.world import WORLD as OWN_FUNCTIONS
from ambsearch.ground.making import MAKING
from ambsearch.running.twins import TABLES, TWINS

WORLD = ("G", "H")  # the globals that backtracking restores
PUBLIC = {name: getattr(ambsearch, name) for name in ambsearch.__all__}
LONG = settings.get_current_profile_name() == "long"
ORDINARY = settings.get_current_profile_name() == "ordinary"
NEEDS_FULL_DEVICE = pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="this system has no device that is always full"
)
_numbers = itertools.count()


def by_turns(*axes: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Every value of each axis, with values of the others by turns, and last `deep`, False and True by turns.

    "abc" and "xy" give (a, x, False), (b, y, True), (c, x, True); in the long profile all combinations.
    """
    lists = [list(axis) for axis in axes]
    if LONG:
        return list(itertools.product(*lists, (False, True)))
    least, most = min(map(len, lists)), max(map(len, lists))
    return [(*(axis[turn % len(axis)] for axis in lists), (turn + turn // least) % 2 == 1) for turn in range(most)]


YIELD = dis.opmap["YIELD_VALUE"]
BACKWARD = {code for name, code in dis.opmap.items() if "BACKWARD" in name and "NO_INTERRUPT" not in name}


def is_interrupted(
    answers: Iterable[Any], moment: int, interrupt: type[BaseException], press: Callable[[], object] | None = None
) -> bool:
    """Go on with a search until so many functions have begun, calls of C returned, or loops gone on, where a signal may
    arrive; False if it ends before.

    They are counted from the first answer on: what precedes that is no part of the search. press: raises the interrupt.
    """
    moments = [None] * moment

    def pass_moment() -> None:
        if not moments:
            sys.setprofile(None)
            sys.settrace(None)
            if press is not None:
                press()
            raise interrupt
        moments.pop()

    def profile(frame: FrameType, event: str, value: object) -> None:
        # what is raised here where a generator goes on passes by its handlers, as no signal does
        goes_on = event == "call" and frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == YIELD
        if event in ("call", "c_return") and not goes_on and value not in (sys.setprofile, sys.settrace):
            pass_moment()

    def trace(frame: FrameType, event: str, value: object) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode" and frame.f_code.co_code[frame.f_lasti] in BACKWARD:
            pass_moment()
        return trace

    before = sys.gettrace()
    try:
        for _ in answers:
            sys.settrace(trace)
            sys.setprofile(profile)
    except interrupt:
        return True
    finally:
        sys.setprofile(None)
        sys.settrace(before)
    return False


def is_inlined(search: Any) -> bool:
    """Do the changes of a short helper stand in its expansion?"""
    return "is Uncommon" in expand(search, fast=True)


def inlined_search(function: Any, deep: bool) -> Any:
    """The search of this function, in which a short helper is inlined."""
    search = ambiguous(deep=deep)(function)
    assert is_inlined(search)
    return search


@contextmanager
def alone() -> Iterator[None]:
    """Let programs that use no other module be expanded as if there were none.

    Else each of them is looked for in all modules of the test run, and in all programs before it, which takes longer
    than to expand it. What has been found of a test module is kept for the next of its tests.
    """

    first: list[dict[str, Any]] = []

    def look_at(space: dict[str, Any]) -> None:
        if not first:
            first.append(space)
            recall(space)
        OWN_FUNCTIONS.learn(space)
        OWN_FUNCTIONS.settle()

    before, twins = vars(OWN_FUNCTIONS).copy(), vars(TWINS).copy()
    tables = [(table, dict(table)) for table in TABLES.values() if table]
    vars(OWN_FUNCTIONS).update(is_stale=True, look_around=look_at, unknown_spaces=lambda: iter(()))
    refresh()  # also the twins of collections.abc depend on what else there is
    try:
        yield
    finally:
        keep(*first)
        marks = OWN_FUNCTIONS.marks  # what was marked here is used by no other program
        vars(OWN_FUNCTIONS).clear()
        vars(OWN_FUNCTIONS).update(before, marks=marks)
        TWINS.forget()
        vars(TWINS).update(twins)
        for table, known in tables:
            table.update(known)


# what has been found of a test module alone, by its id, with numpy and without, whose arrays `n += 1` would change in place
FOUND: dict[tuple[int, bool], tuple[dict[str, Any], dict[str, Any]]] = {}


def keep(*first: dict[str, Any]) -> None:
    """Keep it, unless other programs have been found, too, or something has been replaced meanwhile."""
    spaces = [space for space, _ in OWN_FUNCTIONS.relations.spaces.values()]
    modules = [getattr(sys.modules.get(str(space.get("__name__"))), "__dict__", None) for space in spaces]
    if first and all(map(operator.is_, spaces, modules)) and OWN_FUNCTIONS.holds() and not MAKING.is_spoiled:
        FOUND[id(first[0]), "numpy" in sys.modules] = first[0], vars(OWN_FUNCTIONS).copy()


def recall(space: dict[str, Any]) -> None:
    """Take it up again, unless a function has been marked, or something replaced, since."""
    _, found = FOUND.pop((id(space), "numpy" in sys.modules), (space, {}))
    if found.get("marks") != OWN_FUNCTIONS.marks:
        return
    own = {name: vars(OWN_FUNCTIONS)[name] for name in ("look_around", "modules")}
    vars(OWN_FUNCTIONS).update(found | own)
    if not OWN_FUNCTIONS.is_as_assumed():
        OWN_FUNCTIONS.forget()


@contextmanager
def only_module() -> Iterator[None]:
    """The same for the texts of expansions, which depend on the methods that own modules have."""
    with alone(), pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "numpy", raising=False)
        yield


def let_go(names: Iterable[str]) -> None:
    """Modules of these names are gone, or others, and no expansion that is used again has relied on them.

    Else all expansions would be made anew.
    """
    for lookups in (OWN_FUNCTIONS.known, OWN_FUNCTIONS.assumed):
        for name in names:
            if lookups.noted.pop((id(sys.modules), name), None) is not None:
                place = [(look.func.__self__, look.args[0]) for look in lookups.lookups].index((sys.modules, name))
                del lookups.lookups[place], lookups.values[place]


def compile_program(source: str, words: dict[str, Any]) -> dict[str, Any]:
    """Run a module's source with these words at hand and give its namespace; `inspect.getsource` works on it."""
    name = register(source)
    return namespace(compile(source, name, "exec", dont_inherit=True), name, words)


def compile_replay(source: str) -> dict[str, Any]:
    """The same for replay, where `amb` and permanent variables are special forms."""
    name = register(source)
    tree = ast.fix_missing_locations(_SpecialForms().visit(ast.parse(source)))
    words = {word: getattr(replay, word) for word in dir(replay) if not word.startswith("__")}
    return namespace(compile(tree, name, "exec", dont_inherit=True), name, words)


def register(source: str) -> str:
    """A file name under which the source is found."""
    name = f"<program {next(_numbers)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    return name


def namespace(code: CodeType, name: str, words: dict[str, Any]) -> dict[str, Any]:
    """The module, executed."""
    space = {**words, "__name__": name, "__file__": name, "heapq": heapq, "bisect": bisect, "deque": deque}
    exec(code, space)
    return space


class _SpecialForms(ast.NodeTransformer):
    """`yield amb(e, f)` becomes `e if (yield (0, 1)) == 0 else f`; the variables p and P live in a `Kept`."""

    def __init__(self) -> None:
        self.ambs = itertools.count()

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="amb"), args=alternatives):
                return self.alternatives(alternatives)
        return node

    def alternatives(self, nodes: list[ast.expr]) -> ast.expr:
        number = f"amb{next(self.ambs)}"
        chosen = expression(f"({number} := (yield range({len(nodes)})))")
        result: ast.expr = ast.Constant(None)
        for index, node in reversed(list(enumerate(nodes))):
            left = chosen if index == 0 else expression(number)
            test = ast.Compare(left, [ast.Eq()], [ast.Constant(index)])
            result = ast.IfExp(test, node, result)
        return result if nodes else expression("(yield ())")

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node:
            case ast.Assign([ast.Name(id="p" | "P" as name)], ast.Call(ast.Name(id="permanent"))):
                written = ast.Call(expression(f"{name}.set"), [self.visit(node.value)], [])
                return ast.copy_location(ast.Expr(written), node)
            case ast.Assign([ast.Name(id="p" | "P")], ast.Constant(value)):
                node.value = expression(f"once(lambda: Kept({value}))")
                return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return expression(f"{node.id}.get()") if node.id in ("p", "P") else node


def expression(text: str) -> ast.expr:
    node = ast.parse(text, mode="eval").body
    for part in ast.walk(node):
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(part, field):
                delattr(part, field)
    return node


def described(value: Any, identities: bool = False) -> Any:
    """A value of plain tuples that two engines' results can be compared by: order of dictionaries, types, nesting.

    With identities, also which container stands where.
    """
    parts: Any
    match value:
        case dict():
            parts = [(key, described(item, identities)) for key, item in value.items()]
        case list() | tuple() | deque():
            parts = [described(item, identities) for item in value]
        case set():
            parts = sorted(value)
        case SimpleNamespace():
            parts = sorted((name, described(item, identities)) for name, item in vars(value).items())
        case bytearray():
            parts = bytes(value)
        case _:
            return value
    name = type(value).__name__
    return (name, parts, id(value)) if identities and name != "tuple" else (name, parts)


def kind_of(value: Any) -> str:
    """The id of a parameter: its text, where that is the same in every process."""
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text


def program(*names: str) -> str:
    """Where a program of the system is, which has one of these names.

    Where there is none, the test is skipped; it fails where `.ci/run` says that the program is at hand, by its first name.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        complain = pytest.fail if names[0] in os.environ.get("PROGRAMS_AT_HAND", "").split() else pytest.skip
        complain(f"{names[0]} is not installed")
    return found
