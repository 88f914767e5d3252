"""Makes Markdown of a docstring's plain text, for the reference: doctests and lines about arguments."""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
ARGUMENT = re.compile(r"^([a-z]\w*(?:, [a-z]\w*)*): (?=\S)", re.MULTILINE)
ITEM = re.compile(r"^(- `[^\n]*(?:\n[^A-Z\-\n][^\n]*)*)\n(?=[A-Z])", re.MULTILINE)  # and a sentence right below


class Docstrings(griffe.Extension):
    """Applies `as_markdown` to every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    """Fence the doctests, and begin each line about an argument on a line of its own.

    >>> as_markdown("Add.\\n\\nn: how much\\n\\n>>> 1 + 1\\n2").splitlines()
    ['Add.', '', '- `n`: how much', '', '```pycon', '>>> 1 + 1', '2', '```']
    >>> as_markdown("n: how much,\\n  or more.\\nGives it.").splitlines()
    ['- `n`: how much,', '  or more.', '', 'Gives it.']
    """
    text = ITEM.sub(r"\1\n\n", ARGUMENT.sub(r"- `\1`: ", text))
    return DOCTEST.sub(lambda found: f"```pycon\n{found.group().rstrip()}\n```\n", text)
