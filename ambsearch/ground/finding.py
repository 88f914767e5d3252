"""What is found once for each key that is asked for.

>>> lengths = Finding(len)
>>> lengths["word"], lengths
(4, {'word': 4})
"""

from collections.abc import Callable
from typing import Any, TypeVar

Key = TypeVar("Key")


class Finding(dict[Key, Any]):
    """Of each key what `find` gives; cleared, it finds it again."""

    def __init__(self, find: Callable[[Key], Any]) -> None:
        self.find = find

    def __missing__(self, key: Key) -> Any:
        self[key] = found = self.find(key)
        return found
