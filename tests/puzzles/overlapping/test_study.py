"""The thesis's own tables, evaluated; and problems made here."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from ambsearch.puzzles.overlapping import charts
from ambsearch.puzzles.overlapping.attention import Rules
from ambsearch.puzzles.overlapping.boards import layout_of
from ambsearch.puzzles.overlapping.charts import FIGURES, orders, save, starts
from ambsearch.puzzles.overlapping.policies import POLICIES, Run
from ambsearch.puzzles.overlapping.problems import Problems, Runs, all_runs, solved_by_singles
from ambsearch.puzzles.overlapping.study import OVERLAPS, TIE, Evaluation, findings, tables, verdict
from ambsearch.puzzles.overlapping.thesis import MISPRINTS, TABLES, runs

THESIS = Evaluation(runs())
LONG = settings.get_profile("long").max_examples


def recomputed(number: int) -> list[tuple[int, ...]]:
    """Table 6, 10 or 11, from the others."""
    columns = {
        6: [("alternating", 0), ("one board", 0), ("alternating", 1), ("one board", 1)],
        10: [(name, start) for name in OVERLAPS for start in (0, 1)],
    }
    if number in columns:
        return [tuple(problem[key].total for key in columns[number]) for problem in runs()]
    return [tuple(THESIS.least(problem, name) for name in THESIS.compared) for problem in runs()]


@pytest.mark.parametrize("number", [6, 10, 11])
def test_tables_that_follow_from_others_agree_but_for_misprints(number: int):
    expected = [list(row) for row in TABLES[number]]
    for (table, problem, column), value in MISPRINTS.items():
        if table == number:
            assert expected[problem - 1][column] != value
            expected[problem - 1][column] = value
    assert recomputed(number) == [tuple(row) for row in expected]


def test_figures_30_to_33_come_out():
    assert orders(0)(THESIS) == {"one board": 19, "alternating": 11}
    assert orders(1)(THESIS) == {"one board": 18, "alternating": 12}
    assert starts("alternating")(THESIS) == {"from A": 13, "from B": 17}
    assert starts("one board")(THESIS) == {"from A": 18, "from B": 12}


def test_figures_34_and_40_come_out():
    assert THESIS.wins(OVERLAPS) == {"overlap first 1": 20, "overlap first 2": 9, "overlap first 3": 1}
    assert THESIS.wins(THESIS.compared) == {"alternating": 6, "overlap first 1": 1, "one board": 23}


def test_of_the_ten_hardest_problems_one_board_is_best_on_eight():
    assert THESIS.wins(THESIS.compared, hardest=10) == {"one board": 8, "alternating": 1, "overlap first 1": 1}


def test_the_thesis_finds_that_its_finding_holds():
    assert findings(THESIS)[-1].endswith("this holds")
    assert verdict(3, 30).endswith("this does not hold")
    assert verdict(15, 30).endswith("this is left open")


def made_up(alternating: int, overlap: int, one: int) -> Runs:
    costs = {"alternating": alternating, "one board": one, **dict.fromkeys(OVERLAPS, overlap)}
    return {
        (name, start): Run({"A": cost, "B": 0} | ({"AB": 0} if name in OVERLAPS else {}), {"A": 1, "B": 1}, True)
        for name, cost in costs.items()
        for start in (0, 1)
    }


def test_a_tie_is_won_by_neither():
    evaluation = Evaluation([made_up(5, 5, 7), made_up(4, 5, 3)])
    assert evaluation.wins(evaluation.compared) == {TIE: 1, "one board": 1}


def test_problems_are_ordered_by_the_mean_of_the_three():
    evaluation = Evaluation([made_up(9, 1, 9), made_up(1, 2, 3)])
    assert [evaluation.difficulty(problem) for problem in evaluation.problems] == [2, 19 / 3]


def test_every_table_of_the_thesis_is_made():
    evaluation = Evaluation([made_up(5, 6, 7)] * 3)
    found = tables(evaluation)
    assert [len(table.heads) for table in found] == [8, 8, 4, 6, 6, 6, 6, 3]
    assert found[-1].rows == ((5, 6, 7),) * 3


@pytest.fixture(scope="module")
def problems() -> tuple[Problems, list]:
    made = Problems(layout_of("two", 6), POLICIES, seed=1)
    return made, list(islice(made, 3))


def test_problems_are_as_section_6_1_says(problems: tuple[Problems, list]):
    for problem in problems[1]:
        assert not problem.clues.layout.shared & problem.clues.givens.keys()
        assert solved_by_singles(problem.clues)
        assert all(run.is_complete for run in problem.runs.values())
        for (name, _), found in problem.runs.items():
            assert name.startswith("overlap") or max(found.rounds["A"], found.rounds["B"]) >= 2


def test_what_is_left_out_is_counted(problems: tuple[Problems, list]):
    made, found = problems
    assert made.tried == made.stuck + made.easy + len(found)


def test_the_same_seed_makes_the_same_problems(problems: tuple[Problems, list]):
    (again,) = islice(Problems(layout_of("two", 6), POLICIES, seed=1), 1)
    assert again == problems[1][0]


def test_the_other_interrupt_costs_something_else(problems: tuple[Problems, list]):
    others = [all_runs(problem.clues, POLICIES, Rules(interrupt="eight decided")) for problem in problems[1]]
    assert others != [problem.runs for problem in problems[1]]


def test_no_policy_looks_less_often_than_there_are_empty_cells(problems: tuple[Problems, list]):
    for problem in problems[1]:
        empty = len(problem.clues.layout.cells) - len(problem.clues.givens)
        assert min(run.total for run in problem.runs.values()) >= empty


TAKES_SECONDS = pytest.mark.skipif(settings.default.max_examples < LONG, reason="takes seconds")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        pytest.param([28], ".svg", id="lines"),
        pytest.param([30], ".png", id="a pie"),
        pytest.param(list(FIGURES), ".svg", id="all as SVG", marks=TAKES_SECONDS),
        pytest.param(list(FIGURES), ".png", id="all as PNG", marks=TAKES_SECONDS),
    ],
)
def test_charts_of_the_thesis_are_saved_in_the_kind_of_file_that_is_wanted(
    numbers: list[int], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(charts, "FIGURES", {number: FIGURES[number] for number in numbers})
    small = Evaluation([made_up(5, 6, 7), made_up(8, 7, 6)])
    paths = save(tmp_path, {"thesis": THESIS, "here": small}, kind)
    assert [path.name for path in paths] == [f"figure-{number}{kind}" for number in numbers]
    begins = {".svg": b"<?xml", ".png": b"\x89PNG"}[kind]
    assert all(path.read_bytes().startswith(begins) for path in paths)


def test_every_chart_of_the_thesis_has_its_numbers():
    assert list(FIGURES) == list(range(28, 41))
    for _, data in FIGURES.values():
        found = data(Evaluation([made_up(5, 6, 7), made_up(8, 7, 6)]))
        assert (
            found.keys() <= set(charts.NAMES)
            if isinstance(found, Counter)
            else {len(line) for line in found.values()} == {2}
        )


def test_a_policy_has_the_same_colour_in_all_panels_of_a_pie():
    first, second = [made_up(5, 6, 7), made_up(7, 6, 5)], [made_up(7, 6, 5), made_up(5, 6, 7)]
    figure = charts.draw(40, {"one": Evaluation(first), "other": Evaluation([*second, made_up(7, 5, 6)])})
    colours = [
        {text.get_text().partition(" (")[0]: wedge.get_facecolor() for wedge, text in zip(axes.patches, axes.texts)}
        for axes in figure.axes
    ]
    assert colours[0].keys() == {"alternating", "one board"} < colours[1].keys()
    assert all(colours[1][name] == colour for name, colour in colours[0].items())


def test_counts_of_a_pie_add_up():
    for _, data in FIGURES.values():
        found = data(THESIS)
        assert not isinstance(found, Counter) or sum(found.values()) == 30


def test_many_problems_are_drawn_as_points_with_a_line_of_means():
    figure = charts.draw(39, {"thesis": THESIS, "here": Evaluation([made_up(5, 6, 7), made_up(8, 7, 6)] * 30)})
    few, many = figure.axes
    assert [len(axes.lines) for axes in (few, many)] == [3, 6]
    means, points = (list(line.get_ydata()) for line in many.lines[:2])
    assert sorted(points) == [5] * 30 + [8] * 30
    assert 5 == means[0] < means[30] < means[-1] == 8
