"""Reproduces the page "Found in the wild": `python -m tests.wild`, in a copy of this project.

It makes an environment of its own, in a folder for temporary files, installs there this project and the packages in
exactly the versions of which the page tells, and runs `found.py`, which fails if one of them gives anything else.
That takes a minute or two and a network; it is no part of the ordinary tests.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
VERSIONS = (
    "exact_cover==1.5.0",
    "xcover==0.2.6",
    "networkx==3.6.1",
    "sympy==1.14.0",
    "py-sudoku==2.0.0",
    "multi-puzzle-solver==1.1.10",
)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", HERE.parents[1], *VERSIONS], check=True)
        return subprocess.run([python, HERE / "found.py"]).returncode


if __name__ == "__main__":
    sys.exit(main())
