"""The expansion of an ambiguous function into the nested generator that a person would write by hand.

TODO rules
"""

from collections.abc import Callable
from typing import Any

from ambsearch.expand.deep import DeepEmission
from ambsearch.expand.emission import Emission
from ambsearch.expand.fence import check
from ambsearch.expand.linking import linked, printed
from ambsearch.expand.normal import normalized
from ambsearch.expand.source import Source


def emitted(function: Callable[..., Any], deep: bool = False) -> tuple[Source, Emission]:
    """Run the passes: fence, normal form, emission."""
    source = Source(function)
    check(source)
    body = normalized(source)
    return source, (DeepEmission if deep else Emission)(source, body)


def expansion(function: Callable[..., Any], deep: bool = False) -> Callable[..., Any]:
    """The expansion of a plain function, as a generator function."""
    source, emission = emitted(function, deep)
    return linked(source, emission.functions, deep)


def text(function: Callable[..., Any], deep: bool = False) -> str:
    """The expansion of a plain function, as Python text."""
    source, emission = emitted(function, deep)
    return printed(emission.functions, source.taken)
