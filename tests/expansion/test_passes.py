"""The house of the expansion: its page names every file, and each pass has a test of its name and shows what it makes."""

import re
from pathlib import Path

import pytest

import ambsearch.expansion

HOUSE = Path(ambsearch.expansion.__file__).parent
PAGE = (ambsearch.expansion.__doc__ or "").partition("The passes,")[2]
PASSES, ASKED = (re.findall(r"^    +(\w+)  +", part, re.M) for part in PAGE.split("What they ask:"))


def test_the_page_of_rules_names_every_file_once_or_where_it_is_used() -> None:
    files = {path.stem for path in HOUSE.glob("*.py")} - {"__init__"}

    assert set(PASSES + ASKED) <= files
    assert files <= set(re.findall(r"\w+", PAGE))


@pytest.mark.parametrize("name", sorted(set(PASSES) - {"source"}))
def test_each_pass_has_a_test_file_of_its_name_and_an_example(name: str) -> None:
    assert (Path(__file__).parent / f"test_{name}.py").exists()
    assert "\n>>> " in (HOUSE / f"{name}.py").read_text("utf-8")
