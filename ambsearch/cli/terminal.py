"""Printing on a terminal, with rich."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.highlighter import ReprHighlighter
from rich.live import Live
from rich.pretty import pretty_repr
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text


class Terminal(Console):
    """A terminal; if it goes away, that is an error, as in any other program."""

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
        """Print a name and what it names on one line."""
        self.print(Text(f"{name}:", "bold"), Text(shown) if isinstance(shown, str) else shown, soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(*heads)
        for row in rows:
            table.add_row(*map(Text, row))
        self.print(table)

    def code(self, source: str) -> None:
        self.print(Syntax(source, "python", theme="ansi_dark", background_color="default", word_wrap=True))

    @contextmanager
    def telling(
        self, text: Callable[[], str | None], share: Callable[[], float | None], *, among_prints: bool
    ) -> Iterator[None]:
        """Keep a line at the bottom up to date meanwhile.
        text: gives what to show; None for nothing yet.
        share: how much of all is done, from 0 to 1, for a bar; None if that is not known.
        among_prints: is standard output this terminal too? Then what is printed goes above the line.
        """
        spinner = Spinner("dots")

        def line() -> RenderableType:
            told, done = text(), share()
            if told is None:
                return Text()
            spinner.update(text=told)
            if done is None:
                return spinner
            line = Table.grid(padding=(0, 1))
            line.add_row(ProgressBar(total=1, completed=done, width=20), spinner)
            return line

        before, begun = threading.enumerate(), []
        try:
            with Live(
                console=self,
                get_renderable=line,
                transient=True,
                refresh_per_second=8,
                redirect_stdout=among_prints,
                redirect_stderr=False,
            ):
                begun += [thread for thread in threading.enumerate() if thread not in before]
                yield
        finally:
            for thread in begun:  # beside it no process may be forked; it has been told to end
                thread.join(1)
