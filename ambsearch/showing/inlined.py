"""The files of the page, as texts that may stand in one file."""

import json
from importlib.resources import files
from typing import Any

FOLDER = files("ambsearch.showing") / "page"


def text_of(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def script(name: str) -> str:
    """A script; there is no `</script` in it that could end it."""
    text = text_of(name)
    assert "</script" not in text
    return text


def style(name: str) -> str:
    return text_of(name)


def data(value: Any) -> str:
    r"""JSON that may stand in HTML, whatever texts are in it.

    >>> data({"a": "</script>"})
    '{"a":"\\u003c/script>"}'
    """
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
