"""The public face: names, their documentation, and what importing costs."""

import re
import subprocess
import sys
import tomllib
import types
from pathlib import Path
from typing import get_origin

import pytest

import ambsearch

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "pages"


def test_every_package_is_installed() -> None:
    installed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    folders = [path.parent.relative_to(ROOT) for path in ROOT.glob("*/**/__init__.py")]
    own = [folder for folder in folders if folder.parts[0] in ("ambsearch", "puzzles")]
    names = [".".join(folder.parts) for folder in own]

    assert installed == sorted(f"ambsearch.{name}" if name.startswith("puzzles") else name for name in names)


def test_every_public_name_is_listed_and_every_listed_name_is_there() -> None:
    assert all(hasattr(ambsearch, name) for name in ambsearch.__all__)  # which loads those that are not there yet
    there = {
        name
        for name, value in vars(ambsearch).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert set(ambsearch.__all__) == there


def test_the_list_of_public_names_has_no_name_twice() -> None:
    assert len(ambsearch.__all__) == len(set(ambsearch.__all__))


@pytest.mark.parametrize("name", ambsearch.__all__)
def test_a_public_name_tells_what_it_is_with_an_example(name: str) -> None:
    value = getattr(ambsearch, name)
    page = (PAGES / "reference" / "api.md").read_text("utf-8")  # an alias of a type has no docstring of its own
    told = page.partition(f"::: ambsearch.{name}\n")[2] if get_origin(value) else value.__doc__ or ""

    assert ">>>" in told.partition("\n::: ")[0]


def test_every_public_name_is_on_the_page_that_has_them_all() -> None:
    page = (PAGES / "reference" / "all-on-a-page.md").read_text("utf-8")
    words = set(re.findall(r"\w+", page))

    assert [name for name in ambsearch.__all__ if name not in words] == []


def test_every_public_name_is_in_the_reference() -> None:
    pages = "\n".join(page.read_text("utf-8") for page in PAGES.rglob("*.md"))
    shown = set(re.findall(r"^::: (\S+)", pages, re.M))

    def ways_to_show(name: str) -> set[str]:
        module = getattr(ambsearch, name).__module__
        return {f"ambsearch.{name}", f"{module}.{name}", module}

    assert [name for name in ambsearch.__all__ if not ways_to_show(name) & shown] == []


def test_importing_the_package_is_light() -> None:
    heavy = {"rich", "numpy", "argparse", "ambsearch.cli", "ambsearch.puzzles"}
    program = f"import sys, ambsearch; print({heavy} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert found.stdout == "set()\n"
