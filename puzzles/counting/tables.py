"""The paper's tables 1 to 5, each computed number beside the printed one.

DIFFERS marks a computed number that is not the paper's; - is one that is not computed here, or not in the paper.

Source: Nozaki, Yoshinaka and Shinohara, "Numeration of alphametics using deterministic finite automaton".
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from . import published
from .automaton import Automaton, build
from .counts import counts, solvable, unique
from .minimal import minimal_size, similar
from .recurrences import recurrence
from .sums import count_of_sums
from .terms import general_term

DIFFERS = "≠"
NONE = "-"
Row = list[str]


class Table(NamedTuple):
    """A table as text.

    heads, rows: of its columns, and its lines, e.g. ["base", "merged"] and [["2", "15"], ["", "15"]].
    """

    title: str
    heads: Row
    rows: list[Row]


def tables(long: bool = False) -> list[Table]:
    """Compute the tables; long: also what takes minutes, base 6, the general terms of base 5, and sums of four digits."""
    bases = range(2, 7 if long else 6)
    whole = {base: build(base, merged=False) for base in bases}
    merged = {base: build(base) for base in bases}
    return [
        table_1(whole[2]),
        table_2(whole, merged),
        *(general_terms(merged, name, bases[:-1]) for name in ("solvable", "unique")),
        table_5(merged, sums=4 if long else 2),
    ]


def beside(computed: Sequence[object], printed: Sequence[object]) -> tuple[Row, Row]:
    """Two rows of numbers, None for unknown ones; those that differ are marked.

    >>> beside([1061, None, 1], [1062, 2, None])
    (['1061 ≠', '-', '1'], ['1062', '2', '-'])
    """
    differ = [None not in pair and pair[0] != pair[1] for pair in zip(computed, printed, strict=True)]
    first, second = ([NONE if one is None else str(one) for one in row] for row in (computed, printed))
    return [f"{one} {DIFFERS}" if other else one for one, other in zip(first, differ, strict=True)], second


def table_1(whole: Automaton) -> Table:
    """The states of base 2 that differ only in the names of the letters."""
    found = [states for states in similar(whole) if len(states) > 1]
    printed = sorted(tuple(sorted(pair)) for pair in published.SIMILAR)
    rows = [
        [name, " ".join(map(str, pairs)).replace(", ", ",")]
        for name, pairs in (("computed", found), ("paper", printed))
    ]
    rows[0][0] += f" {DIFFERS}" * (found != printed)
    return Table("table 1: similar states, base 2", ["", "pairs"], rows)


def table_2(whole: dict[int, Automaton], merged: dict[int, Automaton]) -> Table:
    """The numbers of states."""
    rows = []
    for base in published.STATES:
        sizes: list[int | None] = [None, None, None, None]
        if base in whole:
            sizes = [None, whole[base].size, merged[base].size, minimal_size(whole[base])]
        first, second = beside(sizes, (*published.STATES[base], None))
        rows += [[str(base), "computed", *first], ["", "paper", *second]]
    return Table("table 2: states", ["base", "", "earlier study", "not merged", "merged", "minimal"], rows)


def general_terms(merged: dict[int, Automaton], name: str, bases: Sequence[int]) -> Table:
    """The general terms, of table 3 for those that are solvable, of table 4 for those with one solution."""
    weight = {"solvable": solvable, "unique": unique}[name]
    rows = []
    for base in bases:
        term = general_term(recurrence(merged[base], weight(merged[base])))
        text, function = published.GENERAL_TERMS[name].get(base, (NONE, None))
        mark = f" {DIFFERS}" if function and any(term.value(n) != function(n) for n in range(1, 20)) else ""
        lines = str(term).splitlines()
        rows += [
            ["" if number else str(base), "" if number else "computed" + mark, line]
            for number, line in enumerate(lines)
        ]
        rows.append(["", "paper", text])
    number, what = (3, "solvable") if name == "solvable" else (4, "with one solution")
    return Table(f"table {number}: general term, {what}", ["base", "", "sum of"], rows)


def table_5(merged: dict[int, Automaton], sums: int) -> Table:
    """The numbers of solvable puzzles; for bases without an automaton, those of few digits, by listing all sums."""
    rows = []
    for base, before in published.SOLVABLE_BEFORE.items():
        computed: list[int | None]
        if base in merged:
            computed = [number for (number,) in islice(counts(merged[base], solvable(merged[base])), 10)]
        else:
            computed = [count_of_sums(base, digits) for digits in range(1, sums + 1)]
        printed: list[int | None] = [*published.SOLVABLE.get(base, before)]
        for row in (computed, printed):
            row += [None] * (10 - len(row))
        first, second = beside(computed, printed)
        rows += [[str(base), "computed", *first], ["", "paper", *second]]
    return Table("table 5: solvable puzzles", ["base", "", *(f"n={digits}" for digits in range(1, 11))], rows)
