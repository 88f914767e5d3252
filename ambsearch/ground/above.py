"""What stands on a floor above the one that names it, loaded when it is asked for: answers can be limited without `steering`.

>>> above("steering.limits.Within").__name__
'Within'
"""

from importlib import import_module
from typing import Any


def above(place: str) -> Any:
    """The function or class at this place in the package."""
    module, _, name = place.rpartition(".")
    return getattr(import_module(f"ambsearch.{module}"), name)
