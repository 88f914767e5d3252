"""Random ambiguous programs, as source text.

A program is written by a grammar. ``<name>`` in a text stands for one of the texts that GRAMMAR has under that name;
``<name1>`` twice in one text stands for the same text twice. Three kinds of integer expression differ in what they
may do: ``<pure>`` only reads, ``<eint>`` may have effects, ``<cint>`` may have choices too; and so with tests.

The variables, each of a fixed type so that programs seldom fail:

    a b c      integers                            n  fuel: calls hand on n - 1, so that every search is finite
    xs ys      lists of integers (xs a parameter)  r  an answer of a sub-search, of any type
    m d s q o  parameters: a dict of integers, a dict of lists, a set, a deque, an object with attributes x, l, perhaps y
    t w        a 2 x 2 list of lists, a bytearray  k1 k2 ...  turns of a loop
    u z        a set and a list that visibly are these wherever they are assigned
    G H        globals that are restored: an integer, a list
    p P        a local and a global variable that are permanent; TALLY, FOUND: a dict and a list that are
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

PARAMETERS = "n, xs, m, d, s, q, o"

FIRST_VALUES = {
    "a": "1",
    "b": "2",
    "c": "0",
    "ys": "[2, 1]",
    "r": "None",
    "t": "[[1, 2], [3, 4]]",
    "w": "bytearray(b'ab')",
    "p": "0",
    "u": "set([3, 1])",
    "z": "[0, 3]",
}

GRAMMAR: dict[str, list[str]] = {
    "var": ["a", "b", "c"],
    "const": ["0", "1", "2", "3", "-1"],
    "key": ["0", "1", "<var>", "<pure> % 3"],
    "list": ["xs", "ys", "xs", "ys", "xs", "H", "o.l", "t[0]", "d.setdefault(1, [])", "z"],
    "name": ["xs", "ys", "xs", "ys", "H", "z"],
    # --- integers -------------------------------------------------------------------------------------------------
    "leaf": ["<var>", "<const>", "<var>", "n", "len(<name>)", "o.x", "G"],
    "pure": [
        "<leaf>",
        "<leaf>",
        "<leaf>",
        "(<pure> + <pure>)",
        "(<pure> - <pure>)",
        "<pure> * 2 % 5",
        "<pure> % 3",
        "sum(<name>)",
        "(<name1>[-1] if <name1> else <pure>)",
        "(<name1>[0] if len(<name1>) > 1 else <pure>)",
        "(<pure> if <test> else <pure>)",
        "m.get(<key>, <pure>)",
        "len(d.get(<key>, ()))",
        "sum(v * <var> for v in <name>)",
        "max([v for v in <name> if v > <pure>], default=0)",
        "len({v % 2: <pure> for v in <name>})",
        "len(s)",
        "sum(u)",
        "(min(s) if s else 0)",
        "(q[0] if q else 0)",
        "t[<pure> % 2][<pure> % 2]",
        "getattr(o, 'y', 5)",
        "sum(o.l)",
        "sum(w)",
        "bool(<test>)",
        "(lambda v: v + <const>)(<pure>)",
        "p",
        "P",
        "TALLY[0]",
        "len(FOUND)",
    ],
    "eint": [
        "<pure>",
        "<pure>",
        "(<name1>.pop() if <name1> else <pure>)",
        "(<name1>.pop(0) if <name1> else <pure>)",
        "m.pop(<key>, <pure>)",
        "m.setdefault(<key>, <eint>)",
        "(q.popleft() if q else <pure>)",
        "(q.pop() if q else 1)",
        "(<var> := <eint>)",
        "note(<eint>)",
        "len([<name>.append(v) for v in (<pure>, 1)])",
        "sum([(<name1>.pop() if <name1> else 1) for v in range(2)])",
        "(<eint> + <eint>)",
        "bool(<test> and note(<pure>))",
        "bool(<test> or <name>.append(<pure>) is None)",
        "(<eint> if <test> else <eint>)",
        "(s.add(<pure>) or len(s))",
        "(u.discard(<pure>) or len(u))",
        "(u.pop() if len(u) == 1 else 1)",
        "max(<eint>, <eint>)",
        "len(str([<eint>, <eint>]))",
        "(w.pop() if w else 0)",
    ],
    "cint": [
        "<eint>",
        "<pure>",
        "(yield <ints>)",
        "(yield <ints>)",
        "(<cint> + <cint>)",
        "(<var> - <cint>)",
        "max(<cint>, <pure>, <cint>)",
        "note(<cint>)",
        "(<var> := <cint>)",
        "(<cint>, <cint>)[<pure> % 2]",
        "[<pure>, <cint>, <var>][<cint> % 3]",
        "{0: <cint>, 1: <eint>}[<pure> % 2]",
        "m.setdefault(<key>, <cint>)",
        "m.get((yield <ints>), <eint>)",
        "sum([<eint>, *(yield <lists>)])",
        "len(f'{(yield (1, 20))} {<var>}')",
        "int(<cint> < <cint>)",
        "-<cint>",
    ],
    # --- conditions -----------------------------------------------------------------------------------------------
    "test": [
        "<pure> < <pure>",
        "<pure> != <pure>",
        "<pure> >= <const>",
        "<pure> in <name>",
        "<name>",
        "not <name>",
        "<pure> in s",
        "<pure> in u",
        "<pure> not in m",
        "hasattr(o, 'y')",
        "(<test> and <test>)",
        "(<test> or <test>)",
        "not <test>",
        "all(v > <pure> for v in <name>)",
    ],
    "etest": ["<test>", "<test>", "<eint> < <eint>", "(<test> and <eint> > <pure>)", "(<test> or <etest>)", "<eint>"],
    "ctest": [
        "<etest>",
        "<test>",
        "<cint> < <cint>",
        "<cint> != <pure>",
        "(yield (True, False))",
        "(<cint> > <pure> and <etest>)",
        "not <ctest>",
        "<cint> in <name>",
        "0 <= <cint> < <pure>",
    ],
    # --- what a choice is made from -------------------------------------------------------------------------------
    "ints": [
        "(1, 2)",
        "(0, 1, 2)",
        "(0, 1, 2)",
        "[<pure>, <eint>]",
        "(<pure>, <eint>)",
        "(<eint>,)",
        "range(3)",
        "range(2)",
        "range(1 + <pure> % 3)",
        "<name>",
        "<list>",
        "<name>[:2]",
        "m",
        "m.values()",
        "sorted(s)",
        "sorted(u)",
        "q",
        "w",
        "d.get(<key>, (0, 1))",
        "an_integer_between(0, <pure> % 3)",
        "an_integer_between(<const>, 2)",
        "an_element_of(<name>)",
        "[v for v in <name> if v != <pure>]",
        "(v + 1 for v in o.l)",
        "(v + n for v in (0, 2))",
        "{<pure>: 0, 1: 2}",
        "reversed(<name>)",
        "map(abs, <name>)",
        "amb(<eint>, <eint>)",
        "amb(<pure>, (yield <ints>))",
        "amb(<cint>, <cint>, <cint>)",
        "amb(1, <var>)",
        "()",
    ],
    "lists": ["(<name>, [<pure>])", "[<name>, <name>]", "[[<pure>, 1], <name>[:2]]", "([], <name>)"],
    "pairs": [
        "m.items()",
        "enumerate(<name>)",
        "zip(<name>, <name>)",
        "[(1, <eint>), (<pure>, 0)]",
        "list(m.items())",
        "zip((1, 2), (<pure>, <eint>))",
        "[(v, v + 1) for v in <name>]",
    ],
    "dict": ["m", "m", "dict(m)", "{1: <pure>}"],
    "arguments": ["n - 1, <name>, <dict>, d, s, q, o"],
    "copies": ["n - 1, <name>[:2], dict(m), {}, set(), deque(q), o"],
    # --- simple statements without choices or guards, but for <cint> -----------------------------------------------
    "effect": [
        "<var> = <cint>",
        "<var> = <cint>",
        "<var> += <cint>",
        "<var> -= 1",
        "<var> = <var> = <cint>",
        "<var>, <var> = <cint>, <cint>",
        "<var>, <var> = <var>, <var>",
        "<var>: int = <cint>",
        "<var>, *ys = [<cint>, <cint>, <eint>]",
        "(<var>, <var>), <var> = (<cint>, <eint>), <pure>",
        "(<var> := <cint>)",
        "<list>.append(<cint>)",
        "<list>.append(<pure>)",
        "<list>.insert(<pure> % 3, <cint>)",
        "<list>.extend(<name>[:2])",
        "<list>.extend([<pure>, <cint>])",
        "<name> += [<cint>]",
        "<name> += [<pure>] * 2",
        "<list>.sort()",
        "<list>.sort(key=lambda v: -v)",
        "<list>.reverse()",
        "<list>[:1] = [<cint>, <eint>]",
        "<list>[1:] = []",
        "<list>[::2] = [<pure> for v in <list1>[::2]]",
        "<name>[:] = <name>[::-1]",
        "del <list>[1:]",
        "del <list>[:1]",
        "<list>.clear()",
        "ys = [<cint>, <pure>]",
        "xs = [*ys, <pure>][:3]",
        "ys = xs",
        "xs, ys = ys, xs",
        "ys = ys + [<pure>]",
        "if <name1>:\n    <name1>.pop()",
        "if <name1>:\n    <name1>.pop(0)",
        "if <name1>:\n    <name1>[<pure> % len(<name1>)] = <pure>",
        "if <name1>:\n    <name1>[-1] += <cint>",
        "if <name1>:\n    <name1>[0] *= 2",
        "if <name1>:\n    del <name1>[0]",
        "if <name1>:\n    <name1>[0], <name1>[-1] = <name1>[-1], <name1>[0]",
        "if <pure1> in <name1>:\n    <name1>.remove(<pure1>)",
        "if len(<name1>) < 5:\n    <name1> *= 2",
        "m[<key>] = <cint>",
        "m[<key>] = <cint>",
        "m[<key1>] = m.get(<key1>, 0) + 1",
        "m.update({<key>: <cint>})",
        "m |= {<key>: <eint>}",
        "if <key1> in m:\n    del m[<key1>]",
        "if <key1> in m:\n    m[<key1>] += <cint>",
        "m.pop(<key>, None)",
        "m.setdefault(<key>, <cint>)",
        "m.clear()",
        "if m:\n    m.popitem()",
        "m = {**m, <key>: <eint>}",
        "m[<key>] = <var> = <cint>",
        "d.setdefault(<key>, []).append(<cint>)",
        "if <key1> in d:\n    d[<key1>].append(<cint>)",
        "d[<key>] = <name>",
        "d[<key>] = [<cint>]",
        "d.pop(<key>, None)",
        "s.add(<cint>)",
        "s.discard(<pure>)",
        "s -= {<pure>, 1}",
        "s |= {<pure>}",
        "s ^= {<pure>, 2}",
        "s &= {1, 2, <pure>}",
        "s.update(<name>)",
        "s.difference_update([<pure>, 1])",
        "s.clear()",
        "s = s | {<pure>}",
        "if <pure1> in s:\n    s.remove(<pure1>)",
        "u.add(<cint>)",
        "u.add(<pure>)",
        "u.discard(<cint>)",
        "u.discard(<pure>)",
        "if <pure1> in u:\n    u.remove(<pure1>)",
        "if u:\n    u.remove(max(u))",
        "if len(u) == 1:\n    <var> = u.pop()",
        "if len(u) == 1:\n    u.pop()",
        "u |= {<cint>}",
        "u -= s",
        "u = u - {<cint>}",
        "u = {<cint>, 2} ^ u | {<pure>}",
        "u = {v for v in <name>} & set([<pure>, 1, 2])",
        "s = u | s",
        "u, z = {<cint>}, [<cint>, <pure>]",
        "z, (<var>, u) = [*z, <pure>], (<cint>, u | {<pure>})",
        "z, ys = [<pure>], z",
        "z, <var> = sorted(u), <pure>",
        "z = [v for v in z[:2]] + [<pure>]",
        "z = sorted(s) + list(u)[:0]",
        "z.append(<cint>)",
        "if z:\n    <var> = z.pop()",
        "if z:\n    z[<pure> % len(z)] = <cint>",
        "note((sorted(u), z[:]))",
        "q.append(<cint>)",
        "q.appendleft(<cint>)",
        "q.rotate(<const>)",
        "q.extend([<pure>, 1])",
        "q.extendleft([<pure>, 1])",
        "q.reverse()",
        "q += [<pure>]",
        "if q:\n    q[0] = <cint>",
        "if q:\n    q.popleft()",
        "if q:\n    del q[-1]",
        "q.clear()",
        "o.x = <cint>",
        "o.x += <cint>",
        "o.y = <pure>",
        "if hasattr(o, 'y'):\n    del o.y",
        "o.l = [<pure>, <cint>]",
        "o.l.append(<cint>)",
        "o.l += [<pure>]",
        "t[<pure> % 2][<pure> % 2] = <cint>",
        "t[<pure> % 2][0] += <cint>",
        "t[0], t[1] = t[1], t[0]",
        "t[0][0], t[1][1] = t[1][1], <pure>",
        "t[1] = [<cint>, <pure>]",
        "w.append(<pure> % 9)",
        "w[:1] = b'xyz'",
        "w += b'x'",
        "w.reverse()",
        "G += 1",
        "G = <cint>",
        "H = H + [<pure>]",
        "heapq.heappush(<name>, <cint>)",
        "heapq.heapify(<name>)",
        "if <name1>:\n    <var> = heapq.heappop(<name1>)",
        "bisect.insort(<name>, <cint>)",
        "note(<cint>)",
        "note(<cint>)",
        "note((<var>, <name>[:], sorted(s)))",
        "note((<var>, list(q), list(m.items())))",
        "permanent(note(<pure>))",
        "p = permanent(p + <pure>)",
        "P = permanent(P + 1)",
        "TALLY[0] = permanent(TALLY[0] + 1)",
        "permanent(FOUND.append(<pure>))",
        "try:\n    <name>.append(<name>.pop())\nexcept IndexError:\n    <var> = <const>",
        "pass",
    ],
    # What a loop over a dictionary or a deque may do in its turns.
    "quiet": ["<var> += <pure>", "ys.append(<pure>)", "note((<var>, <pure>))", "o.x = <pure>", "d[<var>] = [<pure>]"],
    # Statements that may raise an exception.
    "risk": [
        "<name>.pop()",
        "<name>[<pure>] = <cint>",
        "<var> = <name>[<pure>]",
        "<var> = <pure> // <pure>",
        "<var> = <cint> % <pure>",
        "m[<key>] += <cint>",
        "del m[<key>]",
        "<name>.remove(<pure>)",
        "d[<key>].append(<cint>)",
        "q.popleft()",
        "del o.y",
        "o.y += 1",
        "s.remove(<pure>)",
        "u.remove(<cint>)",
        "u.discard([<pure>])",
        "<var> = z.pop()",
        "<var>, <var> = <name>",
        "raise ValueError(<var>)",
        "assert <test>",
        "<name>[<pure>] += <cint>",
        "<var> = <cint> // <pure>",
    ],
    "guard": [
        "require(<var> != <const>)",
        "require(<var> < 4)",
        "require(<var> + <var> != <pure>)",
        "require(len(<name>) < 5)",
        "require(<pure> not in <name>)",
        "require(<test>)",
        "require(<ctest>)",
        "require((yield (True, <test>, True)))",
        "if <var> == 2:\n    fail()",
        "if <pure> > 3:\n    fail()",
    ],
    "quietguard": ["require(<var> != <const>)"],
    "fuel": ["if n <= 0:\n    return 1"] * 3 + ["if n == 0:\n    return (yield (1, 2))", "require(n > 0)"],
    "first": [
        "<var1> = yield (0, 1, 2)\nxs.append(<var1>)",
        "<var1> = yield [<pure>, 3]\nm[<key>] = <var1>",
        "<var1> = yield <name>\no.x += <var1>",
        "<var>, <var1> = yield <pairs>\nq.append(<var1>)",
        "<var1> = yield amb(<eint>, <cint>)\nG += <var1>",
        "<var> = <cint>\nnote(<var>)\n<var1> = yield range(1, 4)\nd.setdefault(<key>, []).append(<var1>)",
        "note(<pure>)\n<list>.append((yield (1, <pure>)))\nnote((<var>, <name>[:]))",
        "<var> = yield (1, 2)",
        "<var1> = yield sorted(u)\nu.remove(<var1>)\nz.append(<var1>)",
        "<var1> = yield <ints>\n<var> = z.pop()\nu.add(<var1>)\nu.discard(<var>)",
    ],
    "choice": [
        "<var1> = yield <ints>\n<list>.append(<var1>)",
        "<var1> = yield <ints>\n<list>.insert(<const>, <var1>)\nm[<var1>] = <pure>",
        "<var1> = yield <ints>\no.x += <var1>\nxs.append(<var1>)",
        "<var1> = yield <ints>\nm[<key>] = <var1>\nd.setdefault(<key>, []).append(<var1>)",
        "<var1> = yield <ints>\nrequire(<var1> not in s)\ns.add(<var1>)",
        "<var1> = yield <ints>\nrequire(<var1> not in u)\nu.add(<var1>)",
        "<var1> = yield sorted(u)\nu.remove(<var1>)\nz.append(<var1>)",
        "<var1> = yield <ints>\nu.discard(<var1>)\nif z:\n    <var> = z.pop()",
        "<var1> = yield <ints>\nq.append(<var1>)\nG += <var1>",
        "<var1> = yield <ints>\no.y = <var1>\nt[0][<var1> % 2] += 1",
        "<var> = yield <ints>",
        "<var> = yield <ints>",
        "<var> = yield <ints>",
        "<var>, <var> = yield <pairs>",
        "<var> += yield <ints>",
        "ys = yield <lists>",
        "<var> = yield (<pure>, (<var> := <eint>))",
        "r = yield (v + <var> for v in (1, 2))",
        "yield (1, <eint>)",
        "require((yield <ints>) != <pure>)",
        "require((yield (0, 1, <pure>)))",
        "<list>.append((yield <ints>))",
        "m[<key>] = yield <ints>",
        "o.x = yield <ints>",
        "<var> = <var> + (yield <ints>)",
        "<var> = yield amb(<eint>, <cint>)",
        "<var> = (yield <ints>) + (yield <ints>)",
    ],
    "quietchoice": ["<var> = yield (<pure>, 1)", "<var> += yield range(<pure> % 3)"],
    # --- what a loop goes over: with a choice in its body, too ------------------------------------------------------
    "turns": [
        "range(2)",
        "range(3)",
        "range(<pure> % 4)",
        "range(1, 4, 2)",
        "(1, <eint>)",
        "[<pure>, 2]",
        "<name>[:2]",
        "tuple(<name>)[:3]",
        "sorted(s)[:2]",
        "(v + n for v in (1, 2))",
        "list(m)[:2]",
        "range(len(<name>))[:3]",
        "reversed((<pure>, 1))",
        "[v for v in <name> if v > 0][:2]",
    ],
    "pairturns": [
        "enumerate((<pure>, <eint>))",
        "zip(<name>[:2], range(3))",
        "zip((1, 2), (<pure>, 3))",
        "enumerate(<name>[:2], 1)",
        "list(m.items())[:2]",
        "enumerate(range(2))",
        "enumerate(reversed([<pure>, 5]))",
        "zip(<name>[:2], (v * 2 for v in (1, 2)), strict=<name> == 2)",
    ],
    "live": ["<name>", "<list>", "reversed(<name>)", "(yield <lists>)"],
    "livepairs": [
        "enumerate(<name>)",
        "zip(<name>, <name>)",
        "enumerate(reversed(<name>))",
        "zip(<name>, range(3))",
        "enumerate(<name>, start=1)",
        "enumerate((v - 1 for v in <name> if v), start=1)",
        "zip(<name>, <name>, strict=<name> != 1)",
        "zip(<name>, (v + 1 for v in <name>))",
        "reversed(m.items())",
    ],
    "held": ["m", "m.values()", "q"],
    "answer": [
        "(<cint>, <pure>)",
        "(<var>, <name>, m)",
        "(<pure>, [<cint>, <name>], d)",
        "<name>",
        "(a, b, c)",
        "{'a': a, 'xs': xs, 'q': q}",
        "(r, <pure>)",
        "(sorted(s), list(w), t)",
        "(sorted(u), z)",
        "(<pure>, u, <pure>)",
        "[o.x, o.l, getattr(o, 'y', None)]",
        "(yield (<name>, m))",
    ],
}

DEEP = "@ambiguous(deep=True)\n"
CHOOSING, GUARDING, PLAIN = "choosing", "guarding", "plain"


@dataclass(frozen=True)
class Program:
    """A module's source; its function f is the one to be called."""

    source: str

    def with_depths(self, depths: str) -> Program:
        """All functions "plain", all "deep", or "mixed", one and the other by turns."""
        heads = {"plain": ["@ambiguous\n"], "deep": [DEEP], "mixed": [DEEP, "@ambiguous\n"]}[depths]
        first, *functions = self.source.split("@ambiguous\n")
        return Program(first + "".join(heads[i % len(heads)] + text for i, text in enumerate(functions)))

    def __repr__(self) -> str:
        lines = self.source.splitlines()
        return "\n".join(["", *(f"{number:4} {line}" for number, line in enumerate(lines, 1))])


@cache
def _below(limit: int) -> st.SearchStrategy[int]:
    return st.integers(0, limit - 1)


class Writer:
    """Writes one program."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self.draw = draw
        self.functions = ["f", "g", "h"][: 1 + self.below(4) % 3]
        self.risky = self.below(6) == 5
        self.deepest = 1 + self.below(3)  # how deep expressions nest
        self.turns = 0

    def below(self, limit: int) -> int:
        return self.draw(_below(limit))

    def pick(self, choices: list[str]) -> str:
        return choices[self.below(len(choices))]

    def module(self) -> str:
        texts = {name: self.function(name) for name in self.functions}
        return "\n".join(text for name, text in texts.items() if name in reached("f", texts))

    # --- functions ------------------------------------------------------------------------------------------------

    def function(self, name: str) -> str:
        """f answers anything, g and h answer integers."""
        self.mode, self.loops, self.quiet, self.name = CHOOSING, 0, False, name
        fuel = self.text("<fuel>")
        first = self.text("<first>").split("\n") if name == "f" else []
        body = [*fuel.split("\n"), *first, *self.block(2), f"return {self.answer()}"]
        text = "\n".join(body)
        first = [f"{v} = {value}" for v, value in FIRST_VALUES.items() if re.search(rf"\b{v}\b", text)]
        changed = [v for v in ("G", "H", "P") if re.search(rf"\b{v}\b( [^\s=]*=|,.*? = )", text)]
        declared = [f"global {', '.join(changed)}"] if changed else []
        lines = [f"def {name}({PARAMETERS}):", *("    " + line for line in declared + first + body)]
        return "\n".join(["@ambiguous", *lines, ""])

    def answer(self) -> str:
        if self.name == "f" and self.mode is CHOOSING and self.below(5) == 4:
            return f"(yield {self.call(self.functions)})"
        if self.name != "f" and self.mode is CHOOSING and self.below(5) == 4:
            return f"(yield {self.call(self.functions[1:])})"
        return self.text("<answer>" if self.name == "f" else "<cint>")

    def call(self, functions: list[str], arguments: str = "<arguments>") -> str:
        return f"{self.pick(functions)}({self.text(arguments)})"

    # --- texts ----------------------------------------------------------------------------------------------------

    def text(self, template: str, depth: int = 0) -> str:
        same: dict[str, str] = {}

        def fill_hole(match: re.Match[str]) -> str:
            name, number = match.groups()
            if number:
                return same.setdefault(match[0], self.fill(name, depth, plain=True))
            return self.fill(name, depth)

        return re.sub(r"<([a-z]+)(\d?)>", fill_hole, template)

    def fill(self, name: str, depth: int, plain: bool = False) -> str:
        name = self.allowed(name, plain)
        rules = GRAMMAR[name]
        if name == "ints" and self.below(6) == 5 and len(self.functions) > 1 and not self.quiet:
            return self.call(self.functions[1:])
        if name == "eint" and self.below(25) == 24 and len(self.functions) > 1 and not self.quiet:
            return self.encapsulated()
        if depth >= self.deepest and name in ("pure", "eint", "cint", "test", "etest", "ctest"):
            name, rules = ("leaf", GRAMMAR["leaf"]) if "int" in name or name == "pure" else (name, rules[:1])
            rules = ["<leaf> < <leaf>", "<name>"] if "test" in name else rules
        if depth >= self.deepest and name == "ints":
            rules = rules[:3]
        if depth >= self.deepest + 3:
            rules = ["1"] if name in ("key", "leaf") else rules
        return self.text(self.pick(rules), depth + 1)

    def allowed(self, name: str, plain: bool) -> str:
        """No choices where none may stand, and no effects in a loop over a container that must not change."""
        if name in ("cint", "ctest", "eint", "etest") and (self.quiet or plain):
            return "pure" if "int" in name else "test"
        if name in ("cint", "ctest") and self.mode is not CHOOSING:
            return "e" + name[1:]
        return name

    def encapsulated(self) -> str:
        call = self.call(self.functions[1:], "<copies>")
        use = [
            "len(list({}))",
            "sum({})",
            "{}.first(0)",
            "int({}.exists())",
            "{}.count()",
            "sum({}.take(2))",
            "max({}, default=0)",
        ]
        return self.pick(use).format(call)

    # --- statements -----------------------------------------------------------------------------------------------

    def block(self, depth: int) -> list[str]:
        """The lines of a few statements; `depth` is how many more blocks may be nested in them."""
        lines: list[str] = []
        for _ in range(1 + self.below(3) if depth < 2 else 2 + self.below(4)):
            lines += self.statement(depth)
        return lines

    def branch(self, depth: int) -> list[str]:
        """A block that may end in a jump."""
        lines = self.block(depth)
        if self.below(3) == 2:
            lines += self.jump()
        return indented(lines)

    def jump(self) -> list[str]:
        kinds = (
            ["return"]
            + ["break", "continue"] * (self.loops > 0) * 2
            + ["if <test>:\n    fail()"] * (self.mode is not PLAIN)
        )
        kind = self.pick(kinds)
        return [f"return {self.answer()}"] if kind == "return" else self.text(kind).split("\n")

    def statement(self, depth: int) -> list[str]:
        kinds = (
            [self.effect] * 4
            + [self.note]
            + [self.guard] * (self.mode is not PLAIN)
            + [self.choice] * 3 * (self.mode is CHOOSING)
        )
        if depth:
            kinds += [self.within(self.if_)] * 2 + [self.within(self.for_)] * 2 + [self.within(self.while_)]
            kinds += [self.within(self.match)]
        if self.risky:
            kinds += [self.risk] * 3
        return kinds[self.below(len(kinds))](depth)

    def effect(self, depth: int) -> list[str]:
        return self.text("<quiet>" if self.quiet else "<effect>").split("\n")

    def note(self, depth: int) -> list[str]:
        return [self.text("note((<var>, <pure>))")]

    def guard(self, depth: int) -> list[str]:
        return self.text("<quietguard>" if self.quiet else "<guard>").split("\n")

    def risk(self, depth: int) -> list[str]:
        return self.text("<quiet>" if self.quiet else "<risk>").split("\n")

    def choice(self, depth: int) -> list[str]:
        if self.quiet:
            return [self.text("<quietchoice>")]
        if self.below(6) == 5:
            return [f"r = yield {self.call(self.functions)}"]
        if len(self.functions) > 1 and self.below(6) == 5:
            return [self.text("<var>") + f" = yield {self.call(self.functions[1:])}"]
        return self.text("<choice>").split("\n")

    def within(self, kind: Callable[[int], list[str]]) -> Callable[[int], list[str]]:
        """The compound statement, perhaps with fewer liberties than what is around it."""

        def lines(depth: int) -> list[str]:
            before = self.mode, self.loops, self.quiet
            liberties = {CHOOSING: [CHOOSING, CHOOSING, GUARDING, PLAIN], GUARDING: [GUARDING, PLAIN], PLAIN: [PLAIN]}
            self.mode = self.pick(liberties[self.mode])
            try:
                return kind(depth - 1)
            finally:
                self.mode, self.loops, self.quiet = before

        return lines

    def if_(self, depth: int) -> list[str]:
        lines = [f"if {self.text('<ctest>')}:", *self.branch(depth)]
        if self.below(4) == 3:
            lines += [f"elif {self.text('<ctest>')}:", *self.branch(depth)]
        if self.below(2):
            lines += ["else:", *self.branch(depth)]
        return lines

    def for_(self, depth: int) -> list[str]:
        kind = self.pick(["<turns>", "<turns>", "<pairturns>", "<live>", "<livepairs>", "<held>"])
        if "live" in kind and self.mode is not CHOOSING:
            kind = kind.replace("<live>", "<name>")
        target = self.text("<var>, <var>" if "pairs" in kind or "pairt" in kind else "<var>")
        over = self.text(kind)
        if kind == "<turns>" and len(self.functions) > 1 and not self.quiet and self.below(8) == 7:
            over = f"list({self.call(self.functions[1:], '<copies>')})[:2]"
        lines, prefix = [], []
        if kind in ("<live>", "<livepairs>", "<name>"):
            lines, prefix = self.turn_counter()
        self.quiet = self.quiet or kind == "<held>"
        self.loops += 1
        body = prefix + self.branch(depth)
        self.loops -= 1
        return [*lines, f"for {target} in {over}:", *body, *self.else_(depth)]

    def turn_counter(self) -> tuple[list[str], list[str]]:
        self.turns += 1
        k = f"k{self.turns}"
        return [f"{k} = 0"], [f"    {k} += 1", f"    if {k} > 3:", "        break"]

    def while_(self, depth: int) -> list[str]:
        self.turns += 1
        k = f"k{self.turns}"
        test = self.pick([f"{k} < 2", f"{k} < <const> and <etest>", f"<ctest> and {k} < 2", f"{k} < 3 and <test>"])
        test = self.text(test)
        self.loops += 1
        body = [f"    {k} += 1", *self.branch(depth)]
        self.loops -= 1
        return [f"{k} = 0", f"while {test}:", *body, *self.else_(depth)]

    def else_(self, depth: int) -> list[str]:
        return ["else:", *self.branch(depth)] if self.below(4) == 3 else []

    def match(self, depth: int) -> list[str]:
        subject, cases = [
            ("<cint> % 3", ["0", "1 | 2 if <test>", "<var> if <test>"]),
            ("<cint>, <pure> % 2", ["(0, <var>)", "(<var>, 1) if <test>", "(1, _)"]),
            ("<name>", ["[]", "[<var>, *ys]", "[<var>] if <test>", "[_, _, *_]"]),
            ("m", ["{0: <var>}", "{1: <var>} if <test>", "{0: 1 | 2}"]),
        ][self.below(4)]
        lines = [f"match {self.text(subject)}:"]
        for _ in range(1 + self.below(2)):
            lines += indented([f"case {self.text(self.pick(cases))}:", *self.branch(depth)])
        if lines[-1] and self.below(2):
            lines += indented(["case _:", *self.branch(depth)])
        return lines


def reached(name: str, texts: dict[str, str], found: frozenset[str] = frozenset()) -> frozenset[str]:
    """The functions that are called, directly or not, from this one."""
    found |= {name}
    for other in texts:
        if other not in found and f"{other}(n - 1" in texts[name]:
            found = reached(other, texts, found)
    return found


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@st.composite
def programs(draw: Callable[..., int]) -> Program:
    return Program(Writer(draw).module())


DEPTHS = st.sampled_from(["plain", "deep", "mixed"])  # of `Program.with_depths`
