"""The house of the expansion: its page names every file, and each pass has a test of its name and shows what it makes."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ambsearch.expansion

HOUSE = Path(ambsearch.expansion.__file__).parent
PAGE = (ambsearch.expansion.__doc__ or "").partition("The passes,")[2]
FLOORS = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
PASSES, ASKED = (re.findall(r"^    +(\w+)  +", part, re.M) for part in PAGE.split("What they ask:"))


def test_the_page_of_rules_names_every_file_once_or_where_it_is_used() -> None:
    files = {path.stem for path in HOUSE.rglob("*.py")} - {"__init__"}

    assert set(PASSES + ASKED) <= files | FLOORS
    assert files <= set(re.findall(r"\w+", PAGE))


@pytest.mark.parametrize("name", sorted(set(PASSES) - FLOORS - {"source"}))
def test_each_pass_has_a_test_file_of_its_name_and_an_example(name: str) -> None:
    [file] = HOUSE.rglob(f"{name}.py")

    assert (Path(__file__).parent / file.relative_to(HOUSE).with_name(f"test_{name}.py")).exists()
    assert "\n>>> " in file.read_text("utf-8")


def modules(package: str, is_loading: bool = True) -> dict[str, set[str]]:
    """The modules of one of ambsearch's packages, each with what it imports, when it is loaded or ever."""
    paths = {
        ".".join(path.relative_to(HOUSE.parent.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in HOUSE.parent.rglob("*.py")
    }
    found = {}
    for name, path in paths.items():
        if not path.is_relative_to(HOUSE.parent / package):
            continue
        imported: set[str] = set()
        tree = ast.parse(path.read_text("utf-8"))
        typed = {part for node in tree.body if is_for_types(node) for part in ast.walk(node)}
        for node in tree.body if is_loading else {*ast.walk(tree)} - typed:
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                parts = {f"{node.module}.{alias.name}" for alias in node.names}
                imported |= parts & paths.keys() or {node.module or ""}
        found[name] = imported
    return found


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def test_no_module_imports_itself_through_others() -> None:
    found = modules("", is_loading=False)
    files = {name: imported & found.keys() - {name} for name, imported in found.items()}

    TopologicalSorter(files).prepare()  # raises CycleError


def test_what_runs_reads_no_syntax_trees() -> None:
    imported = set().union(*modules("running").values())

    assert not {name for name in imported if name.split(".")[0] in ("ast", "dis", "inspect")}
    assert not {name for name in imported if name.startswith("ambsearch.expansion")}
