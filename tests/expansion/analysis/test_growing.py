"""Functions that only read defaultdicts, and so may make keys: these go with the branch."""

from __future__ import annotations

import textwrap

import pytest
from recorded import define

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")

CLASS = """
from collections import defaultdict
from ambsearch import require
LAST = 0

class Other:
    def __init__(self):
        self.counts = defaultdict(int)
class O:
    def __init__(self):
        self.counts, self.last, self.other = defaultdict(int), 0, Other()
    def is_free(self, x):
        return self.counts[x] < 1
"""
# what stands in the class, and what asks it; and whether this is seen to make keys only
METHODS = {
    "a method": ("", "o.is_free(x)", True),
    "one in an expression": ("", "all([o.is_free(y) for y in (x, 7)])", True),
    "one that calls another": (
        "def asked(self, x): return self.is_free(x) and self.is_free(x + 9)",
        "o.asked(x)",
        True,
    ),
    "one that is given the name": ("def asked(self, y, x=3): return self.counts[x] < y", "o.asked(x=x, y=1)", True),
    "a key": ("def asked(self, x): return min((x, 1), key=lambda y: self.counts[y]) + 1", "o.asked(x)", True),
    "a lambda over dicts": (
        "def asked(self, x): return sorted([self.counts], key=lambda d: d[x]) != 0",
        "o.asked(x)",
        False,
    ),
    "a property": (
        "@property\ndef first(self): return self.counts[5 + self.last] < 1",
        "o.first and o.is_free(x)",
        False,
    ),
    "a static one": ("@staticmethod\ndef asked(o, x): return o.counts[x] < 1", "o.asked(o, x)", False),
    "one of itself": (
        "def asked(self, n): return n < 0 or self.counts[n] < 1 and self.asked(n - 1)",
        "o.asked(x)",
        False,
    ),
    "one that rebinds its parameter": (
        "def asked(self, x):\n    self = self if x else self.other\n    return self.counts[x] < 1",
        "o.asked(x)",
        False,
    ),
    "one that changes more": (
        "def asked(self, x):\n    self.last += 1\n    return self.counts[x] < 1",
        "o.asked(x)",
        False,
    ),
    "one that appends": (
        "def asked(self, x):\n    self.counts[x, 1]\n    [x].append(1)\n    return True",
        "o.asked(x)",
        False,
    ),
    "one that assigns a global variable": (
        "def asked(self, x):\n    global LAST\n    LAST = x\n    return self.counts[x] < 1",
        "o.asked(x)",
        False,
    ),
    "one that ends the branch": (
        "def asked(self, x):\n    require(self.counts[x] < x)\n    return True",
        "o.asked(x)",
        False,
    ),
    "a method that a variable holds": (
        "def asked(self, o, x): return self.is_free(x)",
        "(check := o.asked)(o.other, x)",
        False,
    ),
    "what a list holds": ("", "all([one.is_free(x) for one in [o]])", False),
}


@pytest.mark.parametrize("name", METHODS)
def test_the_keys_that_a_method_makes_by_reading_go_with_the_branch(name: str, deep: bool) -> None:
    method, test, is_seen = METHODS[name]
    body = (
        "o = O()\no.counts[5], o.counts[0] = 0, 0\nx = yield (1, 2, 5, 3)\n"
        f"before = list(o.counts.items()), o.last, LAST\nrequire({test})\nyield (1, 2)\nreturn before"
    )
    f = define(body, prelude=CLASS + textwrap.indent(method, "    "), deep=deep)
    found = list(f())

    assert found == [([(5, 0), (0, 0)], 0, 0)] * len(found)
    assert len(found) in (6, 8)
    assert ("popitem()" in expand(f, fast=True)) is is_seen


FUNCTION = "from collections import defaultdict\ndef is_free(d, x):\n    return d[x] < 1\n"


@pytest.mark.parametrize(("made", "is_seen"), [("defaultdict(int)", True), ("given", False)])
def test_so_do_those_that_a_function_makes_in_its_argument(made: str, is_seen: bool, deep: bool) -> None:
    body = f"d = {made}\nx = yield (1, 2)\nbefore = list(d)\nrequire(is_free(d, x))\nreturn before"
    f = define(body, "given", prelude=FUNCTION, deep=deep)
    from collections import defaultdict

    assert list(f(defaultdict(int))) == [[], []]
    assert ("popitem()" in expand(f, fast=True)) is is_seen


def test_an_object_may_have_its_dict_later(deep: bool) -> None:
    prelude = CLASS.replace("self.counts, self.last, self.other = defaultdict(int), 0, Other()", "pass")
    prelude += "    def start(self):\n        self.counts = defaultdict(int)\n"
    body = "o = O()\nx = yield (0, 1)\nif x:\n    o.start()\nrequire(not x or o.is_free(x))\nreturn x"

    assert list(define(body, prelude=prelude, deep=deep)()) == [0, 1]
