"""Print the nanoseconds that a change and its undo take, by the kind of change: python -m tests.benchmarks.changes

in the text     the change stands in the ambiguous function, whose parameter the container is
in a helper     it stands in a function that the ambiguous one calls
by hand         the same loops with the change taken back by hand
growth          how many times as long one takes where the container has 100,000 items instead of 100

The time of the same loop without any change is subtracted.
"""

from __future__ import annotations

import argparse
import platform
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from .generated import names_in
from .timing import interleaved

BRANCHES = 10_000
SIZES = (100, 100_000)

HEAD = """
from collections import Counter, defaultdict, deque
from heapq import heappop, heappush
from ambsearch import ambiguous, require

class Box:
    def __init__(self):
        self.x = 0

class Slotted:
    __slots__ = ("x",)
    def __init__(self):
        self.x = 0
"""

PROGRAM = """
@ambiguous
def search(n, o):
    i = yield range(n)
    {change}
    require(i < 0)
    return i

def change(o, i):
    {change}

@ambiguous
def search_helped(n, o):
    i = yield range(n)
    change(o, i)
    require(i < 0)
    return i

def by_hand(n, o):
    for i in range(n):
        {before}
        {change}
        {after}
        if i < 0:
            yield i

def changed(o, i):
    {before}
    {change}
    return {kept}

def take_back(o, i, old):
    {after}

def by_hand_helped(n, o):
    for i in range(n):
        old = changed(o, i)
        take_back(o, i, old)
        if i < 0:
            yield i

def make():
    return {owner}
"""


@dataclass(frozen=True)
class Change:
    """A change of `o`, and how one takes it back; SIZE stands for the number of items.

    by_value: o is a number or a string, which a helper cannot change.
    """

    text: str
    owner: str
    before: str = "pass"
    after: str = "pass"
    grows: bool = False
    by_value: bool = False

    def names(self, size: int = 10) -> dict[str, Any]:
        kept = "old" if "old" in self.before + self.text else "None"
        parts = {"change": self.text, "before": self.before, "after": self.after, "kept": kept}
        return names_in(HEAD + PROGRAM.format(owner=self.owner.replace("SIZE", str(size)), **parts))


LIST, SET, DEQUE, DICT = "list(range(SIZE))", "set(range(SIZE))", "deque(range(SIZE))", "dict.fromkeys(range(SIZE), 0)"
CHANGES = (
    Change("o.x = i", "Box()", "old = o.x", "o.x = old"),
    Change("o.x += 1", "Box()", "old = o.x", "o.x = old"),
    Change("o.x = i", "Slotted()", "old = o.x", "o.x = old"),
    Change("o[3] = i", LIST, "old = o[3]", "o[3] = old"),
    Change("o.append(i)", LIST, after="o.pop()"),
    Change("old = o.pop()", LIST, after="o.append(old)"),
    Change("o.insert(0, i)", LIST, after="del o[0]"),
    Change("o.remove(3)", LIST, after="o.insert(3, 3)"),
    Change("o.extend((i, i))", LIST, after="del o[-2:]"),
    Change("o += [i]", LIST, after="o.pop()"),
    Change("o[i] = i", "{}", after="del o[i]"),
    Change("o[i, 0] = i", "{}", after="del o[i, 0]"),
    Change("o[3] += 1", DICT, "old = o[3]", "o[3] = old"),
    Change("o[3] -= 1", "Counter(range(SIZE))", "old = o[3]", "o[3] = old"),
    Change("o[3].append(i)", "defaultdict(list)", after="o[3].pop()"),
    Change("old = o.pop(3)", DICT, after="o[3] = old", grows=True),
    Change("del o[3]", DICT, "old = o[3]", "o[3] = old", grows=True),
    Change("o.add(-i - 1)", SET, after="o.remove(-i - 1)"),
    Change("o.remove(3)", SET, after="o.add(3)"),
    Change("o |= {-1, -2}", SET, after="o -= {-1, -2}", grows=True),
    Change("for j in (-1, -2): o.add(j)", SET, after="for j in (-1, -2): o.remove(j)"),
    Change("o.append(i)", DEQUE, after="o.pop()", grows=True),
    Change("o.appendleft(i)", DEQUE, after="o.popleft()", grows=True),
    Change("old = o.pop()", DEQUE, after="o.append(old)", grows=True),
    Change("old = o.popleft()", DEQUE, after="o.appendleft(old)", grows=True),
    Change("heappush(o, 1000000)", LIST, after="o.pop()", grows=True),
    Change("old = heappop(o)", LIST, after="heappush(o, old)", grows=True),
    Change("o += 1", "0", "old = o", "o = old", by_value=True),
    Change("o += 0.5", "0.0", "old = o", "o = old", by_value=True),
    Change("o += 'x'", "'x'", "old = o", "o = old", by_value=True),
)
NOTHING = Change("pass", "None")
FORMS = ("search", "search_helped", "by_hand", "by_hand_helped")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.changes", description=__doc__.partition(":")[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each program is timed (default: 3)")
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}; nanoseconds for a change and its undo; medians of {rounds} rounds\n")
    heads = ("in the text", "by hand", "in a helper", "by hand")
    print(f"{'change':32}{'of':14}" + "".join(head.rjust(12) for head in heads))
    idle = nanoseconds(NOTHING, rounds)
    for change in CHANGES:
        taken = {form: time - idle[form] for form, time in nanoseconds(change, rounds).items()}
        cells = [taken.get(form) for form in ("search", "by_hand", "search_helped", "by_hand_helped")]
        shown = ["-" if cell is None else f"{cell:.0f}" for cell in cells]
        print(f"{change.text:32}{kind_of(change):14}" + "".join(cell.rjust(12) for cell in shown), flush=True)
    print_growth(rounds)


def kind_of(change: Change) -> str:
    return type(change.names()["make"]()).__name__


def nanoseconds(change: Change, rounds: int, size: int = 10, branches: int = BRANCHES) -> dict[str, float]:
    """Nanoseconds of a branch in each form."""
    names = change.names(size)
    forms = [form for form in FORMS if not (change.by_value and "helped" in form)]
    runs = [partial(names[form], branches, names["make"]()) for form in forms]
    times = interleaved(runs, rounds)
    return {form: median(measured) / branches * 1e9 for form, measured in zip(forms, times, strict=True)}


def print_growth(rounds: int, branches: int = 20) -> None:
    small, large = SIZES
    print(f"\nhow many times as long with {large:,} items instead of {small:,}; without copying it is about 1\n")
    for change in CHANGES:
        if change.grows:
            before, after = (nanoseconds(change, rounds, size, branches)["search"] for size in SIZES)
            print(f"{change.text:32}{kind_of(change):14}{after / before:12.1f}", flush=True)
    print(f"\nmilliseconds until the first choice from a list of 10,000,000: {first_choice() * 1000:.2f}")


def first_choice() -> float:
    names = names_in(HEAD + CHOOSING)
    search, items = names["search"], list(range(10**7))
    next(iter(search([1])))
    start = process_time()
    next(iter(search(items)))
    return process_time() - start


CHOOSING = """
@ambiguous
def search(items):
    i = yield items
    return i
"""

if __name__ == "__main__":
    main()
