"""Substitutes for ambsearch in a program that runs without it: texts, as short as possible.

The same answers come in the same order. There are no error messages, and undoing is simple, not fast: before a call
that may change something, everything that it can reach is saved.

WORDS       the words of the language; what is `permanent` stays where each change is undone by itself
HELPERS     what an expansion calls; in `containers`, `changes` and `items`
plain       of an attribute, the classes whose objects keep it in themselves
"""

from ambsearch.standalone.changes import CHANGES
from ambsearch.standalone.containers import CONTAINERS
from ambsearch.standalone.items import ITEMS

IMPORTS = {"operator": "import operator", "random": "import random", "suppress": "from contextlib import suppress"}
IMPORTS |= {"GeneratorType": "from types import GeneratorType", "get_referents": "from gc import get_referents"}
IMPORTS |= {name: f"from collections import {name}" for name in ("Counter", "OrderedDict", "defaultdict", "deque")}
WORDS = {
    "distinct": "def distinct(*values):\n    return all(a != b for i, a in enumerate(values) for b in values[:i])",
    "an_integer_between": "def an_integer_between(low, high):\n    return range(low, high + 1)",
    "an_integer_from": "def an_integer_from(low):\n    while True:\n        yield low\n        low += 1",
    "require": "def require(condition):\n    if not condition:\n        raise Dead",
    "fail": "def fail():\n    raise Dead",
    "an_element_of": "def an_element_of(items):\n    return items",
    "permanent": "def permanent(value):\n    '''What is not taken back.'''\n    return value",
    "ramb": (
        "def ramb(*alternatives, rng=None):\n"
        "    '''The alternatives in a random order.'''\n"
        "    return (rng or random).sample(alternatives, len(alternatives))"
    ),
    "once": (
        "def once(answers):\n"
        "    '''The first answer only.'''\n"
        "    for answer in answers:\n"
        "        yield answer\n"
        "        return"
    ),
    "if_fail": (
        "def if_fail(answers, otherwise):\n"
        "    '''All answers of the first search or, if it has none, what there is otherwise.'''\n"
        "    found = False\n"
        "    for answer in answers:\n"
        "        found = True\n"
        "        yield answer\n"
        "    if found:\n"
        "        return\n"
        "    if callable(otherwise):\n"
        "        otherwise = otherwise()\n"
        "        if not isinstance(otherwise, GeneratorType):\n"
        "            yield otherwise\n"
        "            return\n"
        "    yield from otherwise"
    ),
    "interleave": (
        "def interleave(*branches):\n"
        "    '''An answer of each branch in turn, as long as it has one.'''\n"
        "    running = [iter(branch) for branch in branches]\n"
        "    while running:\n"
        "        for branch in list(running):\n"
        "            for answer in branch:\n"
        "                yield answer\n"
        "                break\n"
        "            else:\n"
        "                running.remove(branch)"
    ),
}
HELPERS = CONTAINERS | CHANGES | ITEMS
# `keep` for a program without its own classes and without functions that change something
CONTAINERS_ONLY = (
    "def keep(trail, owner):\n"
    "    if isinstance(owner, (list, set, deque, dict, bytearray)):\n"
    "        hold_contents(trail, owner)\n"
    "    elif type(owner) not in IMMUTABLE:\n"
    "        raise TypeError(f'a change of a {type(owner).__name__} can be taken back by ambsearch only')"
)


def plain(name: str) -> str:
    """The text for the classes whose objects keep an attribute in themselves.

    >>> plain("plain_x")
    "plain_x = Plain('x')"
    """
    return f"{name} = Plain({name.removeprefix('plain_')!r})" if name.startswith("plain_") else f"{name} = ()"
