"""Random modules with helpers and classes, as source text; `f()` is the search in them.

A program has a few of the features of class_grammar.py, and is written from below: each helper and method may call
those that were written before it, so that everything ends. What f does not reach is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from class_grammar import FEATURES
from class_helpers import HelperWriter
from class_texts import ERRORS, GLOBALS, PRELUDE, SHOW, SUBCLASSES
from class_writer import Unit, indented, mentions
from hypothesis import strategies as st

DEEP = "@ambiguous(deep=True)"
EXCLUDED = {"jumps_in_try": "kept"}  # when a block is left by a dead branch is not seen from outside


@dataclass(frozen=True)
class Program:
    """A module's source, whose function f is the one to be called, and the features that were allowed in it."""

    source: str
    features: frozenset[str] = field(default=frozenset(), compare=False)

    def with_depths(self, depths: str) -> Program:
        """All functions "plain", all "deep", or "mixed", one and the other by turns."""
        heads = {"plain": ["@ambiguous"], "deep": [DEEP], "mixed": [DEEP, "@ambiguous"]}[depths]
        first, *functions = self.source.split("@ambiguous")
        return replace(self, source=first + "".join(heads[i % len(heads)] + text for i, text in enumerate(functions)))

    def __repr__(self) -> str:
        lines = self.source.splitlines()
        return "\n".join(["", *(f"{number:4} {line}" for number, line in enumerate(lines, 1))])


class Writer(HelperWriter):
    """Writes one program."""

    # --- the module ---------------------------------------------------------------------------------------------------

    def module(self) -> str:
        self.write_methods()
        self.write_helpers()
        self.write_searches()
        kept = self.reached()
        first = "\n".join(SUBCLASSES[name] for name in SUBCLASSES if self.has(name) or self.is_used(name + "("))
        helpers = [unit.text for unit in self.units.values() if unit.name in kept and unit.text[0][0] != " "]
        parts = [PRELUDE, GLOBALS, first, *("\n".join(part) for part in [*self.classes(kept), *helpers]), SHOW, ""]
        return re.sub(r"\n{3,}", "\n\n\n", "\n\n".join(parts)).lstrip()

    def is_used(self, text: str) -> bool:
        return any(text in line for unit in self.units.values() for line in unit.text)

    def reached(self) -> set[str]:
        """The names of the units that f needs, directly or not."""
        kept, todo = {"f"}, ["f", "__setattr__"]
        while todo:
            unit = self.units.get(todo.pop())
            text = "\n".join([*unit.text, *unit.override]) if unit else ""
            new = [name for name in self.units if name not in kept and mentions(text, name)]
            kept.update(new)
            todo += new
        return kept | {"__setattr__"}

    # --- ambiguous functions ------------------------------------------------------------------------------------------

    def write_searches(self) -> None:
        if self.has("ambiguous_methods"):
            unit = self.ambiguous_unit("solve", "def solve(self, n):", "return <cint>", rounds=1)
            unit.text = indented(unit.text)
        self.ambiguous_unit("f", "def f(n=2):", "return <answer>", rounds=2 + self.below(3))

    def ambiguous_unit(self, name: str, head: str, ending: str, rounds: int) -> Unit:
        def body() -> list[str]:
            self.choosing = True
            inner = self.inner() if self.has("nested_ambiguous") and name == "f" else []
            lines = []
            for _ in range(rounds):
                lines += [*self.lines("<choice>"), *self.block(2 if name == "f" else 1)]
            lines += self.lines(ending)
            self.choosing = False
            text = "\n".join(lines + inner)
            first = {"a": "1", "b": "2", "c": "0", "xs": "[2, 1]", "o": self.pick(["A", "B"])}
            if mentions(text, "pile"):
                first["pile"] = "Pile()"
            if self.has("made_inside"):
                first["o"] = self.pick(["A", "Box(3)", "Crate(0, B)"])
            if name == "solve":
                first["o"] = "self"
            given = [] if name != "small" else ["xs", "o"]
            start = [f"{v} = {value}" for v, value in first.items() if v not in given and mentions(text, v)]
            fuel = ["if n <= 0:", "    return 1"] if mentions(text, "n") or name == "solve" else []
            return [*start, *inner, *fuel, *lines]

        return self.unit(name, "search", "@ambiguous\n" + head, body)

    def inner(self) -> list[str]:
        change = self.text("<list>.append(i)\n<do>" if self.below(2) else "<obj>.x += i").split("\n")
        return ["@ambiguous", "def inner(i):", "    j = yield (i, i + 1)", *indented(change), "    return j"]

    def block(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(1 + self.below(2 + (depth > 1))):
            lines += self.statement(depth)
        return lines

    def branch(self, depth: int) -> list[str]:
        lines = self.block(depth)
        if self.below(4) == 3:
            kinds = (
                ["return 0", "return <var>"] + ["break", "continue"] * 3 * (self.loops > 0) + ["fail()"] * self.choosing
            )
            lines += self.lines(self.pick(kinds))
        return indented(lines)

    def simple(self) -> list[str]:
        is_own = self.has("alike") and self.choosing and self.below(2)
        return self.lines("<alike>") if is_own else super().simple()

    def statement(self, depth: int) -> list[str]:
        kinds: list[Callable[[int], list[str]]] = [lambda _: self.simple()] * 6
        if self.choosing:
            kinds += [lambda _: self.lines("<choice>")] * 2 + [lambda _: self.lines("<guard>")] * 2
        if depth:
            kinds += [self.if_, self.if_, self.for_, self.while_]
            kinds += [self.held_for] * 3 * self.has("loops_over")
            kinds += [self.try_] * 3 * self.has("jumps_in_try") + [self.plain_try] * self.has("try_finally")
            kinds += [self.with_] * 3 * (self.has("jumps_in_try") and self.has("contexts"))
            kinds += [self.match] * self.has("matching")
        if self.has("raising"):
            kinds += [lambda _: self.lines("<risk>")]
        return kinds[self.below(len(kinds))](depth - 1)

    def if_(self, depth: int) -> list[str]:
        lines = [f"if {self.text('<ctest>')}:", *self.branch(depth)]
        if self.below(2):
            lines += ["else:", *self.branch(depth)]
        return lines

    def for_(self, depth: int) -> list[str]:
        over = self.text("<turns>")
        target = self.text("<var>")
        lines: list[str] = []
        if over == "enumerate_":
            over, target = self.text("enumerate(<list>[:2])"), self.text("<var>, <var>")
        if over == "live":
            return self.counted(self.text("<list>"), target, depth)
        return [*lines, f"for {target} in {over}:", *self.loop(depth), *self.else_(depth)]

    def counted(self, over: str, target: str, depth: int) -> list[str]:
        self.turns += 1
        k = f"k{self.turns}"
        guard = [f"    {k} += 1", f"    if {k} > 2:", "        break"]
        return [f"{k} = 0", f"for {target} in {over}:", *guard, *self.loop(depth), *self.else_(depth)]

    def held_for(self, depth: int) -> list[str]:
        over = self.text("<held>")
        pair = over.startswith("zip") or over.endswith(".items()")
        return self.counted(over, self.text("<var>, <var>" if pair else "<var>"), depth)

    def while_(self, depth: int) -> list[str]:
        self.turns += 1
        k = f"k{self.turns}"
        test = self.text(self.pick([f"{k} < 2", f"{k} < 2 and <ctest>", f"<etest> and {k} < 2"]))
        if not self.has("and_or_choices"):
            test = self.text(f"{k} < 2 and <etest>" if not self.choosing else f"{k} < 2")
        return [f"{k} = 0", f"while {test}:", f"    {k} += 1", *self.loop(depth), *self.else_(depth)]

    def loop(self, depth: int) -> list[str]:
        self.loops += 1
        try:
            return self.branch(depth)
        finally:
            self.loops -= 1

    def else_(self, depth: int) -> list[str]:
        return ["else:", *self.branch(depth)] if self.below(5) == 4 else []

    def try_(self, depth: int) -> list[str]:
        body = self.branch(depth)
        if self.below(2):
            return ["try:", *body, "finally:", *indented(self.lines("<quiet>"))]
        risk = indented(self.lines("<risk>")) if self.below(2) else []
        handler = self.branch(depth)
        return ["try:", *body, *risk, f"except {self.pick(ERRORS)}:", *handler]

    def plain_try(self, depth: int) -> list[str]:
        choosing, loops = self.choosing, self.loops
        self.choosing, self.loops = False, 0
        body, last = indented(self.simple()), indented(self.lines("<quiet>"))
        self.choosing, self.loops = choosing, loops
        return ["try:", *body, "finally:", *last]

    def with_(self, depth: int) -> list[str]:
        self.call("do", 0)
        return [f"with {self.pick(['A', 'B', 'o'])}:", *self.branch(depth)]

    def match(self, depth: int) -> list[str]:
        subject, cases = [
            ("<int> % 3", ["0", "1 | 2 if <test>", "<var> if <etest>"]),
            ("<list>", ["[]", "[<var>, *xs]", "[_, <var>]"]),
            ("(<int>, <pure> % 2)", ["(0, <var>)", "(<var>, 1) if <test>"]),
        ][self.below(3)]
        lines = [f"match {self.text(subject)}:"]
        for _ in range(1 + self.below(2)):
            case = self.text(self.pick(cases + ["<var> if <ctest>"] * self.choosing))
            lines += indented([f"case {case}:", *self.branch(depth)])
        return lines


@st.composite
def class_programs(draw: Callable[..., int], features: frozenset[str] | None = None, most: int = 7) -> Program:
    """A program with a few of the features, or with exactly these."""
    if features is None:
        features = frozenset(draw(st.sets(st.sampled_from(sorted(FEATURES)), min_size=1, max_size=most)))
    features -= {EXCLUDED[name] for name in features if name in EXCLUDED}
    return Program(Writer(draw, features).module(), features)
