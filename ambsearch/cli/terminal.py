"""Printing on a terminal, with rich."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.highlighter import ReprHighlighter
from rich.live import Live
from rich.pretty import pretty_repr
from rich.spinner import Spinner
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text


class Terminal(Console):
    """A terminal; if it goes away, that is an error as in any other program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def say(self, text: str, style: str = "") -> None:
        self.print(Text(text, style), soft_wrap=True)

    def answer(self, name: str, answer: Any) -> None:
        """Print any answer, broken into lines where it is wide."""
        shown = ReprHighlighter()(pretty_repr(answer, max_width=self.width - 20))
        if "\n" not in shown.plain:
            self.beside(name, shown)
            return
        self.say(name, "bold")
        self.print(shown, soft_wrap=True)
        self.print()

    def beside(self, name: str, shown: str | Text) -> None:
        """Print a name and what is shown in the same line."""
        self.print(Text(f"{name}:", "bold"), Text(shown) if isinstance(shown, str) else shown, soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(*heads)
        for row in rows:
            table.add_row(*map(Text, row))
        self.print(table)

    def code(self, source: str) -> None:
        self.print(Syntax(source, "python", theme="ansi_dark", background_color="default", word_wrap=True))

    @contextmanager
    def telling(self, text: Callable[[], str | None], *, among_prints: bool) -> Iterator[None]:
        """Meanwhile keep a line at the bottom up to date.

        text: gives what to tell; None for nothing yet.
        among_prints: is standard output this terminal too? Then what is printed goes above the line.
        """
        spinner = Spinner("dots")

        def shown() -> Spinner | Text:
            told = text()
            if told is None:
                return Text()
            spinner.update(text=told)
            return spinner

        with Live(
            console=self,
            get_renderable=shown,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=among_prints,
            redirect_stderr=False,
        ):
            yield
