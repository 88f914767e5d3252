"""The page of two searches side by side, in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from browser import Browser

from ambsearch import ambiguous, require
from ambsearch.puzzles import queens
from ambsearch.showing.comparing import compare_trees


@ambiguous
def late(text: str) -> Any:
    baker = yield (1, 2)
    cook = yield (1, 2, text)
    require(baker > 1)
    return baker, cook


@ambiguous
def early(text: str) -> Any:
    cook = yield (1, 2, text)
    baker = yield (1, 2)
    require(baker > 1)
    return baker, cook


@pytest.fixture(scope="module")
def pair(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The page of two orders; each test begins where it likes."""
    path = tmp_path_factory.mktemp("pages") / "pair.html"
    path.write_text(compare_trees(late("</script>"), early("</script>")).html(), "utf-8")
    chromium.asked.clear()
    chromium.complaints.clear()
    chromium.open(path)
    assert chromium.asked == [path.as_uri()]
    return chromium


def both(page: Browser, selector: str) -> Any:
    return page.run(f"Array.from(document.querySelectorAll('.side {selector}'), (part) => part.textContent)")


def test_both_searches_are_shown_without_a_network(pair: Browser) -> None:
    assert both(pair, "h2") == ["late('</script>')", "early('</script>')"]
    assert both(pair, ".outcome") == ["3 answers, exhausted"] * 2
    told = pair.run("element('common').textContent")
    assert told == "both visit 6 points; they part after 0 items"
    assert pair.complaints == []
    assert pair.run("performance.getEntriesByType('resource').length") == 0


def test_it_goes_where_they_part_and_on_by_an_item_each(pair: Browser) -> None:
    pair.press("End")
    assert both(pair, ".now") == ["The search ends: exhausted"] * 2
    pair.press("w")
    assert both(pair, ".now") == ["baker = 1 is taken", "cook = 1 is taken"]
    pair.press("ArrowRight")
    lines = [search.__wrapped__.__code__.co_firstlineno + 4 for search in (late, early)]  # type: ignore[attr-defined]
    assert both(pair, ".now") == [f"fails, line {line}: baker > 1; this branch ends" for line in lines]
    assert both(pair, ".lit") == [f"{line}    require(baker > 1)" for line in lines]
    pair.press("ArrowLeft")
    assert pair.run("element('count').textContent") == "item 1 of 8 | item 1 of 9"


def test_what_only_one_search_visits_is_marked_and_found(pair: Browser) -> None:
    pair.press("Home")
    found = []
    for _ in range(3):
        pair.press("2")
        found.append(both(pair, ".current text")[1])
        assert both(pair, ".twin")[1] == "only this search visits this point"
        assert pair.run("document.querySelectorAll('.side')[1].querySelector('.current.hit') !== null")
    assert found == [f"\u2068cook = {cook}\u2069" for cook in (1, 2, "'</script>'")]
    pair.press("2")
    assert both(pair, ".current text")[1] == found[0]  # from the last one to the first
    assert both(pair, ".now")[0] == "The search begins: late('</script>')"  # the last point on the way that both have


def test_a_click_shows_the_same_point_in_both(pair: Browser) -> None:
    pair.press("End")
    pair.run("page.sides.forEach((side) => { side.view.foldFailed = false; }); show(page)")
    text = "Array.from(document.querySelectorAll('.side')[0].querySelectorAll('.node'))"
    last = f"{text}.findLast((node) => node.textContent.includes('cook = 2')).querySelector('text')"
    pair.run(f"{last}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    assert both(pair, ".twin") == ["both searches visit this point"] * 2
    ways = "page.sides.map((side) => wayTo(side.tree, side.story.at[side.view.step]).map((node) => labelOf(side.tree, node)))"
    assert pair.run(ways) == [
        ["late('</script>')", "baker = 2", "cook = 2"],
        ["early('</script>')", "cook = 2", "baker = 2"],
    ]


def test_it_plays_to_the_end_of_the_longer_search(pair: Browser) -> None:
    pair.press("Home")
    pair.run("element('speed').value = 12")
    pair.press(" ")
    ended = "new Promise((done) => { const look = () => page.playing ? requestAnimationFrame(look) : done(isAtEnd(page)); look(); })"
    assert pair.run(ended) is True


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_of_the_window(pair: Browser, width: int) -> None:
    pair.resize(width, 844)
    pair.run("goTo(page, 4)")
    assert pair.run("document.documentElement.scrollWidth") <= width
    pair.resize(1280, 800)


def test_each_search_has_its_board(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "boards.html"
    path.write_text(compare_trees(queens.solve(4), queens.solve(5)).html(), "utf-8")
    chromium.open(path)
    chromium.press("End")
    chromium.run("goTo(page, 6)")
    queens_on = "page.sides.map((side) => side.box.querySelectorAll('.board text').length)"
    depths = "page.sides.map((side) => wayTo(side.tree, side.story.at[side.view.step]).length - 1)"
    assert chromium.run(queens_on) == chromium.run(depths)
    assert (
        chromium.run("page.sides.map((side) => side.box.querySelectorAll('.scroller .node').length > 3)") == [True] * 2
    )


def test_what_was_not_visited_within_the_limit_is_reported_not_to_be_known(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "short.html"
    path.write_text(compare_trees(queens.solve(4), queens.solve(5), limit=100).html(), "utf-8")
    chromium.open(path)
    told = chromium.run("element('left-out').textContent")
    assert told.startswith("solve(4) and solve(5) went on beyond what is shown here")
