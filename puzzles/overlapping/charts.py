"""Charts like figures 28 to 40 of the thesis, for several evaluations side by side; Matplotlib draws them.

panel     one chart, of one evaluation
Chart     draws a panel: lines, problem by problem, or a pie of the number of problems on which each policy is best
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from ..arithmetic.paper import SETTINGS, UNDATED  # isort: skip  (tells what to install if there is no Matplotlib)
from matplotlib.figure import Figure
from matplotlib.style import context

from .policies import HYPOTHESIS
from .problems import Runs
from .study import OVERLAPS, TIE, Evaluation

KINDS = ".svg", ".png"
Lines = dict[str, list[int]]
PLAIN = "alternating", "one board"
FROM = "from A", "from B"


def lines_from(start: int) -> Callable[[Evaluation], Lines]:
    """Attentions to each board, alternating and one board at a time (figures 28 and 29)."""
    return lambda evaluation: {
        f"{policy}: {area}": [runs[policy, start].attentions[area] for runs in evaluation.problems]
        for policy in PLAIN
        for area in evaluation.problems[0][policy, start].attentions
    }


def orders(start: int) -> Callable[[Evaluation], Counter[str]]:
    """Which of two policies is better from a board (figures 30 and 31)."""
    return lambda evaluation: evaluation.compare((PLAIN[0], start), (PLAIN[1], start), PLAIN)


def starts(policy: str) -> Callable[[Evaluation], Counter[str]]:
    """From which board a policy is better (figures 32 and 33)."""
    return lambda evaluation: evaluation.compare((policy, 0), (policy, 1), FROM)


def overlaps(area: str | None) -> Callable[[Evaluation], Lines]:
    """The overlap policies, each from the better board: attentions to all, or to one area (figures 35 to 38)."""

    def lines(evaluation: Evaluation) -> Lines:
        return {name: [least(evaluation, runs, name, area) for runs in evaluation.problems] for name in OVERLAPS}

    return lines


def least(evaluation: Evaluation, runs: Runs, policy: str, area: str | None) -> int:
    """The attentions of a policy, or those to an area, from the best board to start from."""
    best = min((runs[policy, start] for start in range(evaluation.starts)), key=lambda run: run.total)
    return best.total if area is None else best.attentions[area]


def policies(evaluation: Evaluation) -> Lines:
    """The policies that are compared, each from the best board (figure 39)."""
    return {name: [evaluation.least(runs, name) for runs in evaluation.problems] for name in evaluation.compared}


FIGURES: dict[int, tuple[str, Callable[[Evaluation], Lines | Counter[str]]]] = {
    28: ("attentions, started from board A", lines_from(0)),
    29: ("attentions, started from board B", lines_from(1)),
    30: ("fewer attentions, started from board A", orders(0)),
    31: ("fewer attentions, started from board B", orders(1)),
    32: ("fewer attentions, alternating", starts("alternating")),
    33: ("fewer attentions, one board at a time", starts("one board")),
    34: ("fewest attentions, the overlap first", lambda evaluation: evaluation.wins(OVERLAPS)),
    35: ("attentions, the overlap first", overlaps(None)),
    36: ("attentions to board A, the overlap first", overlaps("A")),
    37: ("attentions to board B, the overlap first", overlaps("B")),
    38: ("attentions to the overlap", overlaps("AB")),
    39: ("least attentions of each policy", policies),
    40: ("fewest attentions", lambda evaluation: evaluation.wins(evaluation.compared)),
}
NAMES = (PLAIN[0], *OVERLAPS, PLAIN[1], HYPOTHESIS, *FROM, TIE)  # what a pie may distinguish
MANY = 50  # with more problems the lines would be scribbles
NEAR = 10  # problems on each side, for the mean
OF_ANY_BOARDS = 34, 35, 39, 40


def save(
    folder: str | Path, evaluations: Mapping[str, Evaluation], kind: str = ".svg", name: str = "figure"
) -> list[Path]:
    """Draw all charts, each into a file such as figure-28.svg.

    folder: created if necessary.
    evaluations: by the titles of their panels; they are drawn from left to right.
    kind: ".svg" or ".png".
    name: the beginning of the files' names.
    Returns the paths. For more than two boards, only the charts that do not distinguish them are drawn.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    of_two = all(evaluation.starts == 2 for evaluation in evaluations.values())
    paths = []
    for number in [number for number in FIGURES if of_two or number in OF_ANY_BOARDS]:
        paths.append(Path(folder, f"{name}-{number}{kind}"))
        with context(["default", SETTINGS]):
            draw(number, evaluations).savefig(paths[-1], format=kind[1:], metadata=UNDATED[kind])
    return paths


def draw(number: int, evaluations: Mapping[str, Evaluation]) -> Figure:
    """Draw one chart, a panel for each evaluation."""
    title, data = FIGURES[number]
    figure = Figure((6.0 * len(evaluations), 4.5), layout="constrained")
    figure.suptitle(title)
    for place, (name, evaluation) in enumerate(evaluations.items(), 1):
        axes = figure.add_subplot(1, len(evaluations), place)
        axes.set_title(name)
        found = data(evaluation)
        if isinstance(found, Counter):
            hits = {name: found[name] for name in NAMES if found[name]}
            labels = [f"{name} ({count})" for name, count in hits.items()]
            colours = [f"C{NAMES.index(name)}" for name in hits]  # the same in all panels
            axes.pie(list(hits.values()), labels=labels, colors=colours, startangle=90, counterclock=False)
            continue
        is_long = len(evaluation.problems) >= MANY
        for label, values in found.items():
            colour = f"C{NAMES.index(label)}" if label in NAMES else None
            numbers = range(1, len(values) + 1)
            if not is_long:
                axes.plot(numbers, values, label=label, color=colour, linewidth=1, marker=".")
            else:
                (line,) = axes.plot(numbers, smooth(values), label=label, color=colour)
                axes.plot(numbers, values, ".", color=line.get_color(), markersize=2, alpha=0.3)
        axes.set_xlabel(f"problem; lines: means of {2 * NEAR + 1} problems" if is_long else "problem")
        axes.set_ylabel("attentions")
        axes.set_ylim(bottom=0)
        axes.legend()
    return figure


def smooth(values: Sequence[int]) -> list[float]:
    """For each value the mean of the values around it, as far as there are any.

    >>> smooth([1, 2, 3])
    [2.0, 2.0, 2.0]
    """
    return [fmean(values[max(0, place - NEAR) : place + NEAR + 1]) for place in range(len(values))]
