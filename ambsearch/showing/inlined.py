"""The files of the page, as text that can be put into one file."""

import json
from importlib.resources import files
from typing import Any

FOLDER = files("ambsearch.showing") / "page"


def text_of(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def script(name: str) -> str:
    """A script; nothing in it could end the script element."""
    text = text_of(name)
    assert "</script" not in text
    return text


def style(name: str) -> str:
    return text_of(name)


def data(value: Any) -> str:
    r"""JSON that is safe inside HTML, whatever text it holds.

    >>> data({"a": "</script>"})
    '{"a":"\\u003c/script>"}'
    """
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
