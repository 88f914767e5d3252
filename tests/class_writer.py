"""Fills in the texts of class_grammar.py: which of them are at hand, and what a name in them stands for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from class_grammar import CALLS, FEATURES, GRAMMAR
from class_texts import PLACES
from hypothesis import strategies as st

CHANGED = ("D", "G", "H", "L", "M", "S", "T", "U")  # globals that may be assigned
OMITTED = frozenset({"put", "ok", "norm", "move", "hop", "first", "third"})  # helpers whose only argument has a default
HIGHEST = 3  # so many calls inside each other


@dataclass
class Unit:
    """A helper, a method, or another definition."""

    name: str
    height: int  # how many calls stand inside each other in it
    text: list[str]
    override: list[str] = field(default_factory=list)  # the same method in Crate


@cache
def _below(limit: int) -> st.SearchStrategy[int]:
    return st.integers(0, limit - 1)


class TextWriter:
    """Fills in the texts of the grammar."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int], features: frozenset[str]) -> None:
        self.draw, self.features = draw, features
        self.units: dict[str, Unit] = {}
        self.deepest = 1 + self.below(2)  # how deep expressions nest
        self.choosing = self.guarding = False
        self.loops = self.height = self.turns = self.calls = 0

    def below(self, limit: int) -> int:
        return self.draw(_below(limit))

    def pick(self, choices: list[str]) -> str:
        return choices[self.below(len(choices))]

    def has(self, feature: str) -> bool:
        return feature in self.features

    # --- texts --------------------------------------------------------------------------------------------------------

    def lines(self, template: str) -> list[str]:
        return self.text(template).split("\n")

    def text(self, template: str, depth: int = 0) -> str:
        same: dict[str, str] = {}

        def fill_hole(match: re.Match[str]) -> str:
            before, name, number = match.groups()
            if number and match[0].strip() in same:
                text = same[match[0].strip()]
            elif number:
                text = same[match[0].strip()] = self.fill("pure" if name in ("int", "cint") else name, depth)
            else:
                text = self.fill(name, depth)
            return before + text.replace("\n", "\n" + before.lstrip("\n"))

        return re.sub(r"((?:^|\n) *|)<([a-z]+)(\d?)>", fill_hole, template)

    def fill(self, name: str, depth: int) -> str:
        if name in self.place:
            return self.pick(self.objects(name))
        name = self.allowed(name)
        if name in ("call", "do", "condition", "some"):
            return self.call(name, depth)
        if name in ("search", "searched", "function"):
            return getattr(self, name)()  # type: ignore[no-any-return]
        if depth > self.deepest and name in ("pure", "eint", "cint"):
            name = "leaf"
        rules = [rule for text in GRAMMAR[name] if (rule := self.unlocked(text))]
        if depth > self.deepest and name in ("test", "etest", "ctest", "ints"):
            rules = rules[:2]
        return self.text(self.pick(rules), depth + 1)

    def allowed(self, name: str) -> str:
        if name == "int":
            return "cint" if self.choosing else "eint"
        if not self.choosing and name in ("cint", "ctest"):
            return "e" + name[1:]
        return name

    def unlocked(self, text: str) -> str | None:
        feature, colon, rest = text.partition(": ")
        if not colon or feature not in FEATURES:
            return text
        return rest if self.has(feature) and self.is_written(rest) else None

    def is_written(self, text: str) -> bool:
        """Whether the ambiguous functions that a text calls are there, so that only `solve` calls itself."""
        return (
            ("small(" not in text and "<searched>" not in text or "small" in self.units)
            and ("<search>" not in text or "solve" in self.units or self.name == "solve")
            and ("inner(" not in text or self.name == "f")
        )

    def objects(self, kind: str) -> list[str]:
        more = {"list": ("list_subclass", "L"), "dict": ("dict_subclass", "M"), "set": ("set_subclass", "U")}
        feature, name = more.get(kind, ("", ""))
        own = self.place[kind]
        if kind == "obj" and self.has("made_inside"):
            own = [*own, "BOXES[-1]"]
        return [*own, name, name] if self.has(feature) else own

    def call(self, kind: str, depth: int) -> str:
        """A use of one of the helpers written so far; at most three in one function."""
        known = [
            (unit, text)
            for unit in self.units.values()
            if unit.height < HIGHEST
            for text in CALLS.get(unit.name, {}).get(kind, ())
            if self.place is PLACES["search"] or "<do>" not in text
        ]
        limit = 30 if self.place is PLACES["search"] else 3
        plain = {"call": "<leaf>", "do": "<obj>.x += 1", "condition": "<pure> < <pure>", "some": "<list>[:2]"}
        if not known or self.calls >= limit or depth > self.deepest + 2:
            return self.text(plain[kind], depth + 1)
        self.calls += 1
        unit, text = known[self.below(len(known))]
        if self.has("omitted") and unit.name in OMITTED:
            given = self.pick(["", "", "v=<arg>", "<arg>"])
            text = re.sub(r"(?<=\w\()<arg>(?=\))", given, text)
        self.height = max(self.height, unit.height + 1)
        choosing, self.choosing = self.choosing, self.choosing and "lambda" not in text
        try:
            return self.text(text, depth + 1)
        finally:
            self.choosing = choosing

    def function(self) -> str:
        known = [
            name for name in ("first", "tick", "twice") if name in self.units and self.units[name].height < HIGHEST
        ]
        for name in known:
            self.height = max(self.height, self.units[name].height + 1)
        return self.pick([*known, "<obj>.put".replace("<obj>", self.pick(self.objects("obj"))), "abs"])

    def search(self) -> str:
        own = self.name == "solve"
        return self.pick(["self.solve(n - 1)", "self.mate.solve(n - 1)"] if own else ["A.solve(1)", "o.solve(n)"])

    def searched(self) -> str:
        call = self.text("small(1, <obj>, <list>)")
        uses = [
            "len(list({}))",
            "sum({})",
            "{}.first(0)",
            "int({}.exists())",
            "{}.count()",
            "max({}.take(2), default=0)",
        ]
        return self.pick(uses).format(call)

    def unit(self, name: str, place: str, head: str, body: Callable[[], list[str]], indent: int = 0) -> Unit:
        self.name, self.place, self.calls, self.height, self.loops = name, PLACES[place], 0, 0, 0
        lines = body()
        if self.has("omitted") and name in OMITTED:
            head = re.sub(r"\bv(?=[,)])", f"v={self.pick(['0', '1', '2'])}", head)
        assigned = sorted(v for v in CHANGED if re.search(rf"(^|\s|\(){v} ([-+*^|]?=|:=) ", "\n".join(lines)))
        declared = [f"global {', '.join(assigned)}"] if assigned else []
        text = [*head.split("\n"), *indented([*declared, *lines])]
        self.units[name] = unit = Unit(name, self.height, indented(text) if indent else text)
        return unit


def mentions(text: str, name: str) -> bool:
    """Whether the text may use the unit or variable of this name."""
    signs = {
        "__getitem__": r"[a-z\])]\[",
        "__setitem__": r"[a-z\])]\[",
        "__delitem__": r"\bdel ",
        "__iadd__": r"\+= ",
        "__contains__": r"\bin\b",
        "__len__": r"",
        "__call__": r"(\b(self|A|B|o|mate)|\])\(",
        "__enter__": r"\bwith\b",
        "both_items": r"[a-z\])]\[",
    }
    return bool(re.search(signs.get(name, rf"\b{name}\b"), text))


def indented(lines: list[str]) -> list[str]:
    return ["    " + line if line else line for line in lines]
