"""How traces, answers and efforts look in a notebook."""

import re
from html import unescape
from typing import Any

from ambsearch import ambiguous, an_integer_from, effort, fail
from ambsearch.puzzles import queens
from ambsearch.tracing import trace


@ambiguous
def numbers() -> Any:
    return (yield an_integer_from(1))


def test_a_trace_is_the_page_in_a_frame_that_may_not_touch_the_notebook() -> None:
    told = trace(queens.solve(4))
    shown = told._repr_html_()
    assert re.match(r'<iframe sandbox="(?!.*allow-same-origin)[a-z -]+" ', shown)
    assert unescape(shown.partition('srcdoc="')[2].removesuffix('"></iframe>')) == told.html(10_000)
    assert repr(told) == "<trace of solve(4): 2 answers, exhausted>"


def cells(html: str) -> list[str]:
    return [unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", html)]


def test_answers_are_a_table_and_more_than_ten_are_not_shown() -> None:
    assert cells(queens.solve(4)._repr_html_()) == ["1", "(1, 3, 0, 2)", "2", "(2, 0, 3, 1)"]
    assert "2 answers, exhausted" in queens.solve(4)._repr_html_()
    shown = numbers()._repr_html_()
    assert cells(shown)[::2] == cells(shown)[1::2] == [str(n) for n in range(1, 11)]
    assert "more answers may follow" in shown


def test_a_search_without_end_is_not_shown_forever() -> None:
    @ambiguous
    def endless() -> Any:
        yield an_integer_from(1)
        fail()

    assert "not searched further after 100,000 items" in endless()._repr_html_()


def test_an_effort_is_a_table_and_values_are_text() -> None:
    assert cells(effort(queens.solve(4))._repr_html_()) == [
        *("choices", "60", "dead ends", "44", "depth", "4", "answers", "2", "begun", "15", "looks", "0")
    ]

    @ambiguous
    def untrusted() -> Any:
        return (yield ("<b>",))

    assert "<b>" not in untrusted()._repr_html_()
    assert cells(untrusted()._repr_html_()) == ["1", "'<b>'"]
