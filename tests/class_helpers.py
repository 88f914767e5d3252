"""Writes the classes and plain helpers of a random program."""

from __future__ import annotations

from collections.abc import Callable

from class_texts import APPLY, BEST, DATACLASS, EACH, INIT, LAMBDAS, LOGGED, NONLOCAL, SHOUT, TALLY
from class_writer import TextWriter, Unit, indented, mentions


class HelperWriter(TextWriter):
    """Writes methods and helpers, each of which calls those before it."""

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
            fixed("each", self.pick(EACH))
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
