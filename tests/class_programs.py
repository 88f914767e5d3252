"""Random modules with helpers and classes, as source text; `f()` is the search in them.

A program has a few of the features of class_grammar.py, and is written from below: each helper and method may call
those that were written before it, so that everything ends. What f does not reach is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from class_grammar import CALLS, FEATURES, GRAMMAR
from class_texts import (
    APPLY,
    BEST,
    DATACLASS,
    EACH,
    ERRORS,
    GLOBALS,
    INIT,
    LAMBDAS,
    LOGGED,
    NONLOCAL,
    PLACES,
    PRELUDE,
    SHOUT,
    SHOW,
    SUBCLASSES,
    TALLY,
)
from hypothesis import strategies as st

DEEP = "@ambiguous(deep=True)"
EXCLUDED = {"jumps_in_try": "kept"}  # when a block is left by a dead branch is not seen from outside
CHANGED = ("D", "G", "H", "L", "M", "S", "U")  # globals that may be assigned
HIGHEST = 3  # so many calls inside each other


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


class Writer:
    """Writes one program."""

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

        def filled(match: re.Match[str]) -> str:
            before, name, number = match.groups()
            if number and match[0].strip() in same:
                text = same[match[0].strip()]
            elif number:
                text = same[match[0].strip()] = self.filled("pure" if name in ("int", "cint") else name, depth)
            else:
                text = self.filled(name, depth)
            return before + text.replace("\n", "\n" + before.lstrip("\n"))

        return re.sub(r"((?:^|\n) *|)<([a-z]+)(\d?)>", filled, template)

    def filled(self, name: str, depth: int) -> str:
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

    def unit(self, name: str, place: str, head: str, body: Callable[[], list[str]], indent: int = 0) -> Unit:
        self.name, self.place, self.calls, self.height, self.loops = name, PLACES[place], 0, 0, 0
        lines = body()
        assigned = sorted(v for v in CHANGED if re.search(rf"(^|\s|\(){v} ([-+*^|]?=|:=) ", "\n".join(lines)))
        declared = [f"global {', '.join(assigned)}"] if assigned else []
        text = [*head.split("\n"), *indented([*declared, *lines])]
        self.units[name] = unit = Unit(name, self.height, indented(text) if indent else text)
        return unit

    # --- classes ------------------------------------------------------------------------------------------------------

    def write_methods(self) -> None:
        methods = [
            ("staticmethods", "norm", "@staticmethod\ndef norm(v):", "helper", "return <pure> % 5"),
            ("", "take", "def take(self):", "method", "return <pure>"),
            ("", "ok", "def ok(self, v):", "method", "return <test>"),
            ("", "put", "def put(self, v):", "method", "return <eint>"),
            (
                "helper_choices",
                "free",
                "def free(self):",
                "method",
                "return [i for i in (0, 1, 2) if i not in self.items][:2]",
            ),
            ("properties", "size", "@property\ndef size(self):", "method", ""),
            ("items", "__getitem__", "def __getitem__(self, v):", "method", "return self.marks.get(v, <pure>)"),
            ("items", "__setitem__", "def __setitem__(self, v, new):", "method", "self.marks[v] = new"),
            ("items", "__delitem__", "def __delitem__(self, v):", "method", "self.marks.pop(v, None)"),
            ("operators", "__iadd__", "def __iadd__(self, v):", "method", "return self"),
            ("operators", "__contains__", "def __contains__(self, v):", "method", "return <test>"),
            ("operators", "__len__", "def __len__(self):", "method", "return len(self.items)"),
            ("operators", "__call__", "def __call__(self, v):", "method", "return <eint>"),
            ("contexts", "__enter__", "def __enter__(self):", "method", "return t"),
            ("raising", "move", "def move(self, v):", "method", "return <eint>"),
            ("chains", "hop", "def hop(self, v):", "method", ""),
            ("classmethods", "make", "@classmethod\ndef make(cls, v):", "helper", "return cls(v)"),
        ]
        for feature, name, head, place, ending in methods:
            if not feature or self.has(feature):
                self.method(name, head, place, ending)
        if self.has("items"):
            self.units["both_items"] = Unit("both_items", self.units["__setitem__"].height, [" "])

    def method(self, name: str, head: str, place: str, ending: str) -> None:
        overridden = self.has("inheritance") and name in ("put", "take", "ok") and self.below(2)
        override = []
        if overridden:
            arguments = "v" if name in ("put", "ok") else ""
            back = f"t = super().{name}({arguments})"
            unit = self.unit(name, "method", head, lambda: self.body(name, [back, *self.simple()], "return t"), 1)
            override, height = unit.text, unit.height
            del self.units[name]
        unit = self.unit(name, place, head, lambda: self.body(name, self.helper_block(), ending), 1)
        if overridden:
            unit.override, unit.height = override, max(unit.height, height)
        if name == "size":
            unit.text = self.property_(unit.text)
            self.units[name] = unit
        if name == "__enter__":
            unit.text += indented(["", "def __exit__(self, kind, *rest):", *indented(self.leaving())])

    def body(self, name: str, lines: list[str], ending: str) -> list[str]:
        """With first values for the variables that it uses."""
        if name == "move":
            lines = [*lines, f"if {self.text('<test>')}:", "    raise ValueError(t)", *self.simple()]
        if name == "hop":
            ending = self.pick(["return self.mate", "return self", "return self.mate if v else A"])
        if name == "size":
            ending, lines = self.text("return <pure>"), []
        if name == "make" and self.has("class_attributes"):
            lines.insert(0, "cls.made += 1")
        lines += self.lines(ending)
        first = ["t = 0"] if mentions("\n".join(lines), "t") else []
        takes = name in ("take", "free", "size", "__len__", "__enter__")
        first += ["v = 1"] if takes and mentions("\n".join(lines), "v") else []
        first += ["ys = [0]"] if mentions("\n".join(lines), "ys") else []
        return first + lines

    def property_(self, getter: list[str]) -> list[str]:
        head = "@size.setter\ndef size(self, v):"
        del self.units["size"]  # it does not call itself
        setter = self.unit("size", "method", head, lambda: self.body("", ["self.x = v", *self.helper_block()], ""), 1)
        return [*getter, "", *(line for line in setter.text if line.strip())]

    def leaving(self) -> list[str]:
        lines = self.text("<quiet>").split("\n")
        return [*lines, "return kind is ValueError"] if self.below(3) == 2 else lines

    def classes(self, kept: set[str]) -> list[list[str]]:
        methods = [u for u in self.units.values() if u.name in kept and u.text[0].startswith(" ") and u.text != [" "]]
        lines = ["class Box:"]
        if self.has("dataclass"):
            lines = ["@dataclass", *lines, *indented(DATACLASS)]
        else:
            slots = ['__slots__ = ("x", "items", "marks", "seen", "mate")', ""]
            lines += indented([*slots * self.has("slots"), "made = 0", "", *INIT])
        if self.has("setattr"):
            lines += indented(["", *self.own_setattr()])
        for unit in methods:
            lines += ["", *unit.text]
        lines += ["", "", "class Crate(Box):", *indented(["__slots__ = ()"] * self.has("slots") or ['"""A box."""'])]
        for unit in methods:
            lines += ["", *unit.override] if unit.override else []
        return [lines, ["A = Crate(1)", "B = Box(2, A)", "A.mate = B", "BOXES = [Box(0)]"]]

    def own_setattr(self) -> list[str]:
        change = self.pick(["H.append(value % 3)", "D[1] = value", "S.add(value)", "D[9] = D.get(9, 0) + 1"])
        end = self.pick(["object.__setattr__(self, name, value)", "super().__setattr__(name, value)"])
        return ["def __setattr__(self, name, value):", "    if name == 'x':", "        " + change, "    " + end]

    # --- helpers ------------------------------------------------------------------------------------------------------

    def write_helpers(self) -> None:
        def helper(name: str, head: str, ending: str = "return <eint>") -> None:
            self.unit(name, "helper", head, lambda: self.body("", self.helper_block(), ending))

        def fixed(name: str, text: str, *called: str) -> None:
            height = max((self.units[other].height + 1 for other in called), default=0)
            self.units[name] = Unit(name, height, text.strip("\n").split("\n"))

        helper("first", "def first(v):")
        if self.has("nonlocal_"):
            body = self.text("<eint>") if "place" in vars(self) else "v"
            fixed("tick", NONLOCAL.replace("BODY", body), "first", "put", "take")
        if self.has("parameters"):
            fixed("apply", self.pick(APPLY), "first")
        if self.has("helper_choices"):
            helper("some", "def some(v):", "return sorted({<pure> % 3, t})")
        if self.has("generators"):
            fixed("each", EACH)
        if self.has("helper_calls"):
            helper("second", "def second(v, o):")
            self.units["second"].text = [line.replace("A.mate", "o") for line in self.units["second"].text]
        if self.has("mutual_recursion"):
            self.mutual()
        if self.has("defaults"):
            helper("third", "def third(v, box=A, acc=[]):", "acc.append(v)\nbox.x += len(acc)\nreturn <pure>")
        if self.has("lambdas"):
            fixed("twice", self.pick(LAMBDAS), "first", "put")
        if self.has("tables"):
            fixed("ACTIONS", "ACTIONS = [first, A.put]", "first", "put")
            fixed("STEPS", 'STEPS = {"a": A.put, "b": lambda v: H.append(v) or first(v)}', "first", "put")
        if self.has("partial"):
            fixed("PART", self.pick(["PART = partial(first)", "PART = partial(Box.put, B)"]), "first", "put")
        if self.has("function_attributes"):
            fixed("tally", TALLY, "first")
        if self.has("decorators"):
            fixed("logged", LOGGED, "put")
            fixed("shout", self.pick(SHOUT), "logged", "put")
        if self.has("bound_methods"):
            fixed("PUT", "PUT = A.put", "put")
        if self.has("encapsulated"):
            self.ambiguous_unit("small", "def small(n, o, xs):", "return <pure>", rounds=1)
            fixed("best", self.pick(BEST), "small")

    def mutual(self) -> None:
        for name, other in (("even", "odd"), ("odd", "even")):
            body = [*self.simple(), f"t = {other}(n - 1, v + 1)", *self.simple()]
            if self.has("in_expressions"):
                body[0:0] = [f"if {self.text('<test>')} and {other}(n - 2, v) > 1:", "    return t"]
            head = f"def {name}(n, v):\n    if n <= 0:\n        return v"
            self.unit(name, "helper", head, lambda body=body: self.body("", body, "return t + <pure>"))

    def simple(self) -> list[str]:
        return self.lines("<effect>")

    def helper_block(self) -> list[str]:
        lines: list[str] = []
        for _ in range(1 + self.below(3)):
            lines += self.helper_statement()
        return lines

    def helper_statement(self) -> list[str]:
        kinds: list[Callable[[], list[str]]] = [self.simple] * 5
        kinds += [lambda: [f"if {self.text('<etest>')}:", *indented(self.simple())]]
        kinds += [lambda: [f"if {self.text('<test>')}:", *indented(self.simple()), "else:", *indented(self.simple())]]
        if self.has("loops"):
            kinds += [self.helper_for, self.helper_while]
        if self.has("early_return"):
            kinds += [
                lambda: [f"if {self.text('<etest>')}:", *indented(self.simple()), f"    return {self.early()}"]
            ] * 2
        if self.has("try_finally"):
            kinds += [lambda: ["try:", *indented(self.simple()), "finally:", *indented(self.lines("<quiet>"))]] * 2
        return kinds[self.below(len(kinds))]()

    def early(self) -> str:
        values = {"hop": "self.mate", "make": "cls(0)", "__iadd__": "self", "free": "[0]", "some": "[1]"}
        return values.get(self.name, "0" if self.name == "__len__" else self.text("<pure>"))

    def helper_for(self) -> list[str]:
        over = self.pick(["range(2)", "(1, 2)", "<list>[:2]", "list(<dict>)[:2]"])
        jump = self.pick(["", "", "break", "continue"])
        ending = indented([f"if {self.text('<test>')}:", f"    {jump}", *self.simple()]) if jump else []
        return [f"for t in {self.text(over)}:", *indented(self.simple()), *ending]

    def helper_while(self) -> list[str]:
        self.turns += 1
        k = f"k{self.turns}"
        return [f"{k} = 0", f"while {k} < 2 and {self.text('<etest>')}:", f"    {k} += 1", *indented(self.simple())]

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
            choosing, self.choosing = self.choosing, False
            case = self.text(self.pick(cases))
            self.choosing = choosing
            lines += indented([f"case {case}:", *self.branch(depth)])
        return lines


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


@st.composite
def class_programs(draw: Callable[..., int], features: frozenset[str] | None = None, most: int = 7) -> Program:
    """A program with a few of the features, or with exactly these."""
    if features is None:
        features = frozenset(draw(st.sets(st.sampled_from(sorted(FEATURES)), min_size=1, max_size=most)))
    features -= {EXCLUDED[name] for name in features if name in EXCLUDED}
    return Program(Writer(draw, features).module(), features)
