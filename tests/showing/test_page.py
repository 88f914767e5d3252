"""The page, in a real browser: it loads without a network, steps, plays, finds the answers, asks and counts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser import Browser

from ambsearch import ambiguous, require
from ambsearch.puzzles import queens
from ambsearch.tracing import trace

SECRET = "</script><img src=x onerror=\"document.title='broken'\">"


@ambiguous
def untrusted(text: str) -> Any:
    value = yield (text, "\u05d0\u05d1", "\u202eabc")
    require(value != "\u05d0\u05d1")
    return value


@pytest.fixture(scope="module")
def four(chromium: Browser, no_other_modules: None, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The page of queens 4; each test begins where it likes."""
    path = tmp_path_factory.mktemp("pages") / "four.html"
    path.write_text(trace(queens.solve(4)).html(), "utf-8")
    chromium.asked.clear()
    chromium.open(path)
    assert chromium.asked == [path.as_uri()]
    return chromium


def go(page: Browser, step: int) -> None:
    page.run(f"document.activeElement.blur(); goTo(page, {step})")


def text(page: Browser, name: str) -> Any:
    return page.run(f"element('{name}').textContent")


def test_the_page_needs_no_network_and_says_what_it_shows(four: Browser) -> None:
    assert four.run("performance.getEntriesByType('resource').length") == 0
    assert (text(four, "name"), text(four, "outcome")) == ("solve(4)", "2 answers, exhausted")
    assert four.complaints == []


def test_the_arrows_step_and_the_line_is_lit(four: Browser) -> None:
    go(four, 0)
    four.press("ArrowRight")
    assert text(four, "now") == "column = 0 is taken"
    assert "column = yield range(n)" in four.run("document.querySelector('.lit').textContent")
    four.press("ArrowRight")
    assert "require(" in four.run("document.querySelector('.lit').textContent")
    four.press("ArrowLeft")
    assert text(four, "count").startswith("step 2 of 141")
    four.press("End")
    assert text(four, "now") == "The search ends: exhausted"


def test_the_keys_find_every_answer_with_its_values_and_its_board(four: Browser) -> None:
    go(four, 0)
    for number, answer in enumerate(queens.solve(4), 1):
        four.press("a")
        assert text(four, "now") == f"Answer {number}: {answer}"
        values = four.run("Array.from(document.querySelectorAll('#values .value'), (cell) => cell.textContent)")
        assert values == [str(column) for column in answer]
        drawn = four.run("Array.from(document.querySelectorAll('#board text'), (queen) => queen.getAttribute('x'))")
        assert [float(x) for x in drawn] == [column + 0.5 for column in answer]
    four.press("A")
    assert text(four, "now").startswith("Answer 1")
    four.press("d")
    assert "fails, line" in text(four, "now")


def test_it_plays_to_the_end(four: Browser) -> None:
    go(four, 0)
    four.run("element('speed').value = 12")
    four.press(" ")
    ended = "new Promise((done) => { const look = () => page.playing ? requestAnimationFrame(look) : done(page.view.step); look(); })"
    assert four.run(ended) == 140
    assert "Play" in text(four, "play")


def test_the_tree_grows_and_a_click_opens_what_is_folded(four: Browser) -> None:
    count = "document.querySelectorAll('#tree [data-node]').length"
    go(four, 0)
    assert four.run(count) == 1
    go(four, 140)
    folded = four.run(count)
    click = "new MouseEvent('click', { bubbles: true })"
    four.run(f"document.querySelector('#tree .failed .mark').dispatchEvent({click})")
    assert four.run(count) == folded + 4
    four.run("document.querySelector('#fold').click()")
    assert four.run(count) == 61
    four.run("document.querySelector('#fold').click()")
    four.run(f"document.querySelector('#tree .answer text').dispatchEvent({click})")
    assert text(four, "now") == "column = 2 is taken"  # the answer's last choice


def test_a_subtree_has_its_own_view(four: Browser) -> None:
    go(four, 1)
    four.press("s")
    go(four, 140)
    first = "document.querySelector('#tree [data-node]').dataset.node"
    assert four.run(first) == "1"
    four.press("Escape")
    assert four.run(first) == "0"


def test_a_value_is_found(four: Browser) -> None:
    go(four, 0)
    four.press("f")
    for letter in "column = 3":
        four.press(letter)
    assert text(four, "hits") == "15 places"
    four.press("Enter")
    assert text(four, "now") == "column = 3 is taken"
    four.run("element('find').value = ''; findValue(page, '')")


def test_the_expanded_loops_have_the_same_line_lit(four: Browser) -> None:
    go(four, 2)
    four.press("x")
    assert re.search(r"^\d+ *if column not in columns", four.run("document.querySelector('.lit').textContent"))
    four.press("x")


@pytest.mark.thorough
def test_the_quiz_asks_counts_and_explains(four: Browser) -> None:
    go(four, 0)
    four.press("q")
    four.press("ArrowRight")  # it would tell the answer
    assert four.run("page.view.step === page.question.step")
    for number in range(1, 11):
        right = four.run("page.question.right")
        wrong = (right + 1) % four.run("page.question.options.length")
        four.press(str(1 + (right if number % 2 else wrong)))
        assert text(four, "score") == f"{(number + 1) // 2} of {number} right"
        assert four.run("document.querySelector('.why').textContent.length") > 20
        four.run("document.querySelector('.next').click()")
    assert "That was quiz 1: 5 of 10 right." in text(four, "quiz")
    four.run("document.querySelector('.close').click()")
    assert four.run("element('quiz').hidden")


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_of_the_window(four: Browser, width: int) -> None:
    four.resize(width, 844)
    go(four, 100)
    assert four.run("document.documentElement.scrollWidth") <= width
    four.run("element('projector').click()")
    assert four.run("document.documentElement.scrollWidth") <= width
    four.run("element('projector').click()")
    four.resize(1280, 800)


def test_texts_in_values_are_text(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "untrusted.html"
    page = trace(untrusted(SECRET)).html()
    path.write_text(page, "utf-8")
    assert page.count("</script>") == 2
    chromium.complaints.clear()
    chromium.open(path)
    go(chromium, 1)
    assert chromium.run("document.querySelectorAll('img').length") == 0
    assert chromium.run("document.title").startswith("untrusted(")
    assert repr(SECRET) in chromium.run("document.querySelector('#values .value').textContent")
    assert "\u202e" not in chromium.run("document.body.textContent")
    assert chromium.run("document.querySelector('#tree').innerHTML.includes('\u2068')")
    assert chromium.complaints == []


def test_the_page_says_what_it_leaves_out(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "short.html"
    path.write_text(trace(queens.solve(4)).html(limit=20), "utf-8")
    chromium.open(path)
    assert text(chromium, "left-out") == "This page shows the first 20 nodes; 41 items more are left out."


def test_the_data_of_the_page_are_json_without_markup() -> None:
    page = trace(untrusted("<!--<script>")).html()
    data = page.partition('id="story">')[2].partition("</script>")[0]
    assert "<" not in data
    assert json.loads(data)["answers"] == 2
