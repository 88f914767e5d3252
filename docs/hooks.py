"""What MkDocs does besides.

Every page about a puzzle is in the navigation, with a picture if the puzzle can be drawn; a page that says `tree = ...`, or
`ambsearch trace ... --svg FILE`, shows that tree below; the search knows every word.
"""

import contextlib
import doctest
import io
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from ambsearch.cli import main
from ambsearch.cli.programs import puzzle_names

TITLE = re.compile(r"# .+\n\n(?:.+\n)+")  # and the paragraph below
PICTURES = "assets/pictures"
A_TREE = re.compile(r">>> tree = .+\n\n```\n")  # the last line of a block
A_COMMAND = re.compile(
    r"^\$ (ambsearch trace .* --svg (\w+\.svg))\n(?:(?!```).*\n)*```\n", re.M
)  # to the end of its block
SCRIPT = re.compile(r"^```python\n(# (\w+\.py).*\n(?:(?!```).*\n)*)```", re.M)
# The search leaves out words such as "why" and "no", which are questions here.
EVERY_WORD = '\nlunr.stopWordFilter = Object.assign((token) => token, { label: "stopWordFilter" })\n'


def page_of(name: str) -> Path:
    return Path(__file__).parent / "pages" / "puzzles" / f"{name}.md"


def on_config(config: Any) -> None:
    """Give every page about a puzzle its place in the navigation."""
    pages = sorted(page.name for page in page_of("any").parent.glob("*.md"))
    for entry in config["nav"]:
        if "Puzzles" in entry:
            entry["Puzzles"] = [f"puzzles/{page}" for page in pages]


def on_files(files: Any, config: Any) -> Any:
    """Draw the first instance of each puzzle that has a page, by the command that does it for everybody."""
    for name in puzzle_names():
        with tempfile.TemporaryDirectory() as folder, quiet():
            picture = Path(folder) / "picture.svg"
            if page_of(name).is_file() and main(["draw", name, "--to", str(picture)]) == 0:
                files.append(File.generated(config, f"{PICTURES}/{name}.svg", content=picture.read_bytes()))
    for page in [file for file in files.documentation_pages() if A_TREE.search(file.content_string)]:
        files.append(File.generated(config, tree_of(page), content=tree_on(page.content_string)))
    for page in files.documentation_pages():
        for name, picture in trees_by_commands(page.content_string):
            files.append(File.generated(config, f"{PICTURES}/{name}", content=picture))
    return files


def trees_by_commands(page: str) -> Iterator[tuple[str, str]]:
    """The trees that the commands on a page write, with their names; its scripts are at hand."""
    for command, name in A_COMMAND.findall(page):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), quiet():
            for text, script in SCRIPT.findall(page):
                with open(script, "a", encoding="utf-8") as file:
                    file.write(text)
            if main(shlex.split(command)[1:]) == 0:
                yield name, Path(name).read_text("utf-8")


def tree_of(page: Any) -> str:
    return f"{PICTURES}/{Path(page.src_uri).stem}-tree.svg"


def tree_on(page: str) -> str:
    """What the examples of a page leave as `tree`: a drawing."""
    test = doctest.DocTestParser().get_doctest(page, {}, "page", None, 0)
    with quiet():
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
    return str(test.globs["tree"])


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Put a tree where it was drawn, and the picture of a puzzle under the first paragraph of its page."""
    up = "../" * page.file.src_uri.count("/")
    markdown = A_TREE.sub(lambda found: f"{found.group()}\n![The tree]({up}{tree_of(page.file)})\n", markdown)
    markdown = A_COMMAND.sub(lambda found: f"{found.group()}\n![The tree]({up}{PICTURES}/{found[2]})\n", markdown)
    folder, _slash, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    if folder != "puzzles" or files.get_file_from_path(f"{PICTURES}/{name}.svg") is None:
        return markdown
    return TITLE.sub(
        lambda found: f"{found.group()}\n![The puzzle, drawn](../{PICTURES}/{name}.svg)\n", markdown, count=1
    )


def on_post_build(config: Any) -> None:
    """Let the search know every word."""
    with open(Path(config["site_dir"]) / "search" / "lunr.js", "a", encoding="utf-8") as file:
        file.write(EVERY_WORD)
