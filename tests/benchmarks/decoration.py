"""Print how long it takes until a search can start, in milliseconds: python -m tests.benchmarks.decoration

Each is timed in a process of its own, which is stopped after half a minute; what the process itself needs to start
is printed beside, so that it can be subtracted.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

LONGEST = 30  # seconds
START = """
from time import process_time
from ambsearch import ambiguous, require
{program}
start = process_time()
{use}
print((process_time() - start) * 1000)
"""
HEAD = "@ambiguous\ndef search(n):\n"


def lines(count: int) -> str:
    """A function with this many lines: choices, conditions, changes and loops."""
    group = """\
    if n > {i}:
        a{i} = yield range(n)
        require(a{i} not in seen)
    else:
        a{i} = {i}
    seen.add(a{i})
    board[a{i}] = {i}
    total += a{i}
    for item in range(a{i}):
        found.append(item)
"""
    setup = "    seen, board, found, total = set(), {}, [], 0\n"
    return HEAD + setup + "".join(group.format(i=i) for i in range(count // 10)) + "    return total\n"


def nested_loops(count: int) -> str:
    loops = [f"{'    ' * (level + 1)}for i{level} in range(n):\n" for level in range(count)]
    inner = "    " * (count + 1)
    return f"{HEAD}{''.join(loops)}{inner}x = yield (1, 2)\n    return n\n"


def statements(count: int) -> str:
    return HEAD + "    x = yield (1, 2)\n" + "    x = x + 1\n" * count + "    return x\n"


def inner_function() -> str:
    return """
def make(k):
    @ambiguous
    def search(n):
        x = yield range(n)
        require(x != k)
        return x
    return search
make(0)(1).count()
"""


FIRST = "search(0).exists()"
TASKS = {
    "100 lines": (lines(100), FIRST),
    **{f"{count} nested loops": (nested_loops(count), FIRST) for count in (3, 8, 17)},
    **{f"{count} statements in a row": (statements(count), FIRST) for count in (100, 400)},
    "an inner function, 100 calls": (inner_function(), "for k in range(100): make(k)(1).count()"),
}
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import ambsearch": ["-c", "import ambsearch"],
    "ambsearch --version": ["-m", "ambsearch", "--version"],
    "ambsearch puzzles": ["-m", "ambsearch", "puzzles"],
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.decoration", description=__doc__.partition(",")[0]
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each is timed (default: 3)")
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}; milliseconds of processor time; medians of {rounds} rounds\n")
    for name, (program, use) in TASKS.items():
        print(name.ljust(32) + expanded(program, use, rounds).rjust(14), flush=True)
    print()
    for name, command in COMMANDS.items():
        print(name.ljust(32) + f"{median(started(command) for _ in range(rounds)):14.1f}", flush=True)


def expanded(program: str, use: str, rounds: int) -> str:
    """The time from the decoration to the first answer; or what happened instead."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "program.py")
        script.write_text(START.format(program="", use=program + use))
        found = []
        for _ in range(rounds):
            try:
                run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return f"> {LONGEST * 1000}"
            if run.returncode:
                return run.stderr.strip().splitlines()[-1].partition(":")[0]
            found.append(float(run.stdout))
    return f"{median(found):.1f}"


def started(command: list[str]) -> float:
    """Milliseconds of processor time of a process."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print((used.ru_utime + used.ru_stime) * 1000)"
    )
    return float(subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
