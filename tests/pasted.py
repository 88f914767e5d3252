"""Programs of their own, run by a Python that has no ambsearch."""

import json
import subprocess
import sys

HARNESS = """
import copy, json, sys, types
from itertools import islice
assert not any("ambsearch" in path for path in sys.path)
found = []
for name, text, parameters in json.load(sys.stdin):
    module = sys.modules["pasted"] = types.ModuleType("pasted")
    space = vars(module)
    exec(compile(text, "pasted", "exec"), space)
    found.append([])
    try:
        for answer in islice(space[name](**eval(parameters)), 5):
            found[-1].append(repr(copy.deepcopy(answer)))
    except Exception as error:
        found[-1].append(type(error).__name__)
print(json.dumps(found))
"""


def run_alone(programs: list[tuple[str, str, str]]) -> list[list[str]]:
    """The first answers of programs, run by a Python that has neither ambsearch nor any other package."""
    command = [sys.executable, "-I", "-S", "-c", HARNESS]
    process = subprocess.run(command, input=json.dumps(programs), capture_output=True, text=True, cwd="/")
    assert process.returncode == 0, process.stderr
    found: list[list[str]] = json.loads(process.stdout)
    return found
