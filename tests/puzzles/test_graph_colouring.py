import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import graph_colouring as by_hand
from ambsearch.puzzles.graph_colouring import AUSTRALIA, PETERSEN, borders, is_solution, picture, read, solve


def ring(n: int) -> tuple[str, ...]:
    return tuple(f"{k} - {(k + 1) % n}" for k in range(n))


def complete(n: int) -> tuple[str, ...]:
    return tuple(f"{a} - {b}" for a in range(n) for b in range(a))


@pytest.mark.parametrize(("colours", "count"), [(1, 0), (2, 0), (3, 120)])
def test_the_petersen_graph_has_as_many_colourings_as_are_known(colours: int, count: int):
    assert solve(PETERSEN, colours).count() == count


def test_the_petersen_graph_has_ten_regions_with_three_neighbours_each():
    assert sorted(map(len, borders(PETERSEN).values())) == [3] * 10


@pytest.mark.parametrize("n", [3, 4, 5, 8])
@pytest.mark.parametrize("colours", [1, 2, 3, 4])
def test_a_ring_has_as_many_colourings_as_its_chromatic_polynomial_says(n: int, colours: int):
    assert solve(ring(n), colours).count() == (colours - 1) ** n + (-1) ** n * (colours - 1)


@pytest.mark.parametrize(("colours", "count"), [(3, 0), (4, 24), (5, 120)])
def test_regions_that_all_touch_need_different_colours(colours: int, count: int):
    assert solve(complete(4), colours).count() == count


@pytest.mark.parametrize(("colours", "count"), [(2, 0), (3, 18), (4, 768)])
def test_australia_has_an_island_that_takes_any_colour(colours: int, count: int):
    assert solve(AUSTRALIA, colours).count() == count


def test_the_regions_of_australia_have_their_neighbours():
    assert {region: "".join(sorted(near)) for region, near in borders(AUSTRALIA).items()} == {
        "w": "ns",
        "n": "qsw",
        "q": "nsu",
        "s": "nquvw",
        "u": "qsv",
        "v": "su",
        "t": "",
    }


@pytest.mark.parametrize("graph", [AUSTRALIA, PETERSEN, ring(5), complete(4), ("ab", ".c", "d"), (), ("a",)])
@pytest.mark.parametrize("colours", [0, 1, 2, 3])
def test_the_twin_agrees(graph: tuple[str, ...], colours: int):
    assert list(solve(graph, colours)) == list(by_hand.solve(graph, colours))


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"a": 1, "b": 1, "c": 3}, id="neighbours of one colour"),
        pytest.param({"a": 1, "b": 2}, id="a region without colour"),
        pytest.param({"a": 1, "b": 2, "c": 4}, id="a colour too many"),
        pytest.param({"a": 1, "b": 2, "c": 0}, id="a colour too low"),
        pytest.param({"a": 1, "b": 2, "c": 3, "d": 1}, id="a region too many"),
    ],
)
def test_a_wrong_colouring_is_not_a_solution(wrong: dict[str, int]):
    assert is_solution({"a": 1, "b": 2, "c": 3}, ("aab", "acb"), 3)
    assert not is_solution(wrong, ("aab", "acb"), 3)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("b", "column 2: expected '-' and another region, found nothing"),
        ("a - a", "column 5: expected a new name, found 'a' again"),
        ("a - b - c", "column 7: expected nothing more, found '-'"),
        ("a -", "column 4: expected a region, found nothing"),
    ],
)
def test_an_invalid_border_is_refused(line: str, complaint: str):
    with pytest.raises(ValueError, match=f"line 2, {complaint}"):
        solve(("a - b", line), 3).first()


def test_a_map_is_drawn_with_the_numbers_of_its_colours():
    assert picture({"a": 1, "b": 2}, ("aa", ".b"), 2).splitlines() == ["11", " 2", "1 red: a", "2 green: b"]
    assert picture({"a": 1, "b": 12}, ("aa", ".b"), 12).splitlines()[:2] == ["  1  1", "    12"]


def test_of_a_list_of_borders_the_regions_of_each_colour_are_listed():
    assert picture({"a": 1, "b": 2}, ("a - b",), 2) == "1 red: a\n2 green: b"


def test_a_text_holds_graphs_with_blank_lines_between_them():
    assert read("3\naab\na b\n\n\n 2 \na - b\n") == [
        {"graph": ("aab", "a b"), "colours": 3},
        {"graph": ("a - b",), "colours": 2},
    ]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("aab\nacb", (1, 1), "expected the number of colours, found 'aab'"),
        ("3\na - b\n\nx", (4, 1), "found 'x'"),
        ("3\na - b\nb", (3, 2), "expected '-' and another region, found nothing"),
        ("3\na - b c", (2, 7), "expected nothing more, found 'c'"),
        ("3\n- b", (2, 1), "expected a region, found nothing"),
        ("3\na - a", (2, 5), "found 'a' again"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
