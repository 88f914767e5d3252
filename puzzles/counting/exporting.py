"""An automaton as a picture, as DOT and as JSON.

edge      all steps from one state to another, with their columns, e.g. "aab, aba"
renaming  of a step, where it changes anything, e.g. "abb / a→b b→a"

Source: the drawings are those of figures 4 to 8 of Nozaki, Yoshinaka and Shinohara. There the accepting states are f
for several solutions and g for one; $$$ leads to them.
"""

import json
import shutil
import subprocess
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from ..pictures.kinds import kind_of
from .automaton import Automaton
from .columns import column_signs
from .puzzle import END

MOST = 1_000  # states that can be drawn
PROGRAMS = "dot", "graphviz-pure"  # with the same options
PICTURES = ".svg", ".png", ".pdf"
TEXTS = ".dot", ".json"

Edges = dict[tuple[str, str], list[str]]  # the labels, by the names of the two states


def labelled_steps(automaton: Automaton, states: Iterable[int]) -> Iterator[tuple[int, int, str, dict[str, str]]]:
    """For each step of these states: its two states, its column, and how it renames letters."""
    for state in states:
        for step in range(automaton.first[state], automaton.first[state + 1]):
            signs = column_signs(int(automaton.columns[step]), automaton.base)
            column = "".join(END if sign == automaton.base else ascii_lowercase[sign] for sign in signs)
            yield state, int(automaton.targets[step]), column, renaming(automaton, step)


def renaming(automaton: Automaton, step: int) -> dict[str, str]:
    """What a step renames, e.g. {"a": "b", "b": "a"}."""
    if automaton.renamings is None:
        return {}
    order = automaton.orders[automaton.renamings[step]]
    return {ascii_lowercase[old]: ascii_lowercase[new] for old, new in enumerate(order) if old != new}


def end_of(automaton: Automaton, state: int) -> str | None:
    """The accepting state that $$$ leads to, if it leads anywhere."""
    solutions = int(automaton.solutions[state])
    return None if not solutions else "g" if solutions == 1 else "f"


def edges_of(automaton: Automaton, states: Iterable[int]) -> Edges:
    """The edges from these states, including that of $$$ to an accepting state."""
    states = list(states)
    found: Edges = {}
    for source, target, column, renamed in labelled_steps(automaton, states):
        label = column + (" / " + " ".join(f"{old}→{new}" for old, new in renamed.items()) if renamed else "")
        found.setdefault((f"q{source}", f"q{target}"), []).append(label)
    for state in states:
        if end := end_of(automaton, state):
            found[f"q{state}", end] = [3 * END]
    return found


def as_dot(automaton: Automaton, states: Iterable[int] | None = None, information: bool = False) -> str:
    """Write the automaton in the language of Graphviz.

    states: whose steps are drawn; all of them if there are not too many, else ValueError.
    information: write into each state what it stands for, as in figures 4 and 7.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> print(as_dot(build(3), [4]))
    digraph {
        rankdir=LR
    ...
    }
    """
    wanted = range(len(automaton.solutions)) if states is None else list(states)
    if len(wanted) > MOST:
        raise ValueError(f"expected at most {MOST} states to draw, found {len(wanted)}; write it as JSON instead")
    edges = edges_of(automaton, wanted)
    names = dict.fromkeys(name for edge in [(f"q{state}",) * 2 for state in wanted] + list(edges) for name in edge)
    labels = {name: name for name in names}
    if information:
        labels |= {name: "\n".join([name, *describe(automaton, int(name[1:]))]) for name in names if name[1:]}
    return dot(labels, edges)


def describe(automaton: Automaton, state: int) -> list[str]:
    """What a state stands for: the words that have ended, the letters in use, and a line for each guess."""
    guesses = list(automaton.information(state))
    ended = "".join(str(int(end == 2)) for end in guesses[0].ends)
    lines = [f"D={ended} l={len(guesses[0].digits)}"]
    for digits, carry, ends in guesses:
        letters = " ".join(f"{ascii_lowercase[letter]}={digit}" for letter, digit in enumerate(digits))
        lines.append(f"{letters or '-'}; {carry}; {int(ends[0] > 0)},{int(ends[1] > 0)}")
    return lines


def dot(labels: dict[str, str], edges: Edges, accepting: Collection[str] = ("f", "g")) -> str:
    """Write states and edges in the language of Graphviz.

    >>> print(dot({"q0": "q0", "g": "g"}, {("q0", "g"): ["$$$"]}))
    digraph {
        rankdir=LR
        node [shape=circle]
        "q0" [label="q0"]
        "g" [label="g" shape=doublecircle]
        "q0" -> "g" [label="$$$"]
    }
    """
    shape = "box" if any("\n" in label for label in labels.values()) else "circle"
    lines = ["rankdir=LR", f"node [shape={shape}]"]
    for name, label in labels.items():
        lines.append(f'"{name}" [label="{quotation(label)}"{" shape=doublecircle" if name in accepting else ""}]')
    for (source, target), columns in edges.items():
        lines.append(f'"{source}" -> "{target}" [label="{quotation(", ".join(columns))}"]')
    return "digraph {\n" + "".join(f"    {line}\n" for line in lines) + "}"


def quotation(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def as_json(automaton: Automaton) -> dict[str, Any]:
    """The automaton as a value that JSON has: its states with their guesses, and its steps."""
    states = range(len(automaton.solutions))
    return {
        "base": automaton.base,
        "merged": automaton.renamings is not None,
        "zero_alone": automaton.zero_alone,
        "size": automaton.size,
        "states": [
            {
                "state": state,
                "solutions": int(automaton.solutions[state]),
                "accepting": end_of(automaton, state),
                "guesses": [
                    {
                        "digits": list(digits),
                        "carry": carry,
                        "ends": [("goes on", "may end", "has ended")[end] for end in ends],
                    }
                    for digits, carry, ends in automaton.information(state)
                ],
            }
            for state in states
        ],
        "steps": [
            {"from": source, "column": column, "to": target, **({"renaming": renamed} if renamed else {})}
            for source, target, column, renamed in labelled_steps(automaton, states)
        ],
    }


def check_name(path: str | Path) -> str:
    """The kind of a file; ValueError if it is unknown, RuntimeError if it needs Graphviz and that is missing."""
    kind = kind_of(path, (*PICTURES, *TEXTS))
    if kind in PICTURES:
        graphviz()
    return kind


def write(automaton: Automaton, path: str | Path) -> None:
    """Write an automaton to a file: as a picture, as DOT or as JSON, according to its name.

    Raises ValueError if that is not possible, and RuntimeError if Graphviz is missing.
    """
    kind = check_name(path)
    text = json.dumps(as_json(automaton)) if kind == ".json" else as_dot(automaton) + "\n"
    data = text.encode() if kind in TEXTS else render(text, kind)
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from error


def render(text: str, kind: str) -> bytes:
    """Draw what is written in the language of Graphviz as a picture of a kind, e.g. ".svg"."""
    program = graphviz()
    done = subprocess.run([program, f"-T{kind[1:]}"], input=text.encode(), capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{program} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def graphviz() -> str:
    """The path of a program that draws; RuntimeError if there is none."""
    folder = sysconfig.get_path("scripts")
    program = next(filter(None, (shutil.which(name) or shutil.which(name, path=folder) for name in PROGRAMS)), None)
    if program is None:
        raise RuntimeError("pictures need Graphviz, whose program dot was not found; install it, or write a .dot file")
    return program
