"""The tree of a search as text and as lines of JSON."""

import json
from typing import Any

from ambsearch import ambiguous, an_integer_from, require
from ambsearch.tracing import trace


@ambiguous
def pairs(n: int) -> Any:
    a = yield range(n)
    b = yield range(a)
    require(a + b == n)
    return a, b


def test_the_text_has_a_line_for_each_item_under_the_item_before_it() -> None:
    line = pairs.__wrapped__.__code__.co_firstlineno + 4  # type: ignore[attr-defined]
    assert trace(pairs(3)).text().splitlines() == [
        "pairs(3)",
        "  a = 0",
        "  a = 1",
        f"    b = 0    fails: a + b == n (line {line})",
        "  a = 2",
        f"    b = 0    fails: a + b == n (line {line})",
        "    b = 1    answer: (2, 1)",
        "1 answer, exhausted",
    ]


def test_a_search_in_a_condition_stands_under_the_item_that_asks_for_it() -> None:
    @ambiguous
    def asking() -> Any:
        n = yield (3,)
        require(pairs(n).exists())
        return n

    lines = trace(asking()).text().splitlines()
    assert lines[:4] == ["asking()", "  n = 3", "    pairs(3)", "      a = 0"]
    assert lines[-2].endswith("answer: 3")


def test_each_line_of_json_is_an_event_with_its_point_and_place() -> None:
    told = [json.loads(line) for line in trace(pairs(3)).lines()]

    assert told[0] == {"event": "begin", "search": 0, "path": [], "call": "pairs(3)"}
    assert told[-1] == {"event": "outcome", "outcome": "exhausted", "answers": 1}
    items = [(event["path"], event["name"], event["value"]) for event in told if event["event"] == "item"]
    assert items == [
        ([0], "a", "0"),
        ([1], "a", "1"),
        ([1, 0], "b", "0"),
        ([2], "a", "2"),
        ([2, 0], "b", "0"),
        ([2, 1], "b", "1"),
    ]
    assert [event["path"] for event in told if event["event"] == "failed"] == [[1, 0], [2, 0]]
    assert [event["value"] for event in told if event["event"] == "found"] == ["(2, 1)"]


def test_text_in_values_stays_on_its_line() -> None:
    @ambiguous
    def untrusted() -> Any:
        return (yield ("</script>\nx", "\u202e"))

    told = trace(untrusted())
    assert len(told.text().splitlines()) == 4
    assert json.loads(list(told.lines())[1])["value"] == repr("</script>\nx")


def test_the_outcome_is_reported() -> None:
    @ambiguous
    def inverses() -> Any:
        n = yield an_integer_from(-2)
        return 1 / n

    assert trace(pairs(3), first=1).outcome == "stopped at the limit of 1 answer"
    assert trace(inverses(), first=2).outcome == "stopped at the limit of 2 answers"
    assert trace(inverses()).outcome == "failed: ZeroDivisionError: division by zero"
    assert trace(pairs(50), limit=20).outcome == "stopped after 20 events"


def test_choices_and_requires_are_reported_as_they_were_written() -> None:
    @ambiguous
    def program() -> Any:
        weight = 0
        place = {}

        def add(n: int) -> None:
            nonlocal weight
            weight += n

        place["a"] = yield (1, 2)
        add(place["a"])
        require(weight > 1)
        return weight

    shown = trace(program()).text()
    assert "place['a'] = 1    fails: weight > 1 (line" in shown


MEMO: dict[int, int] = {}


def remembered(n: int) -> int:
    MEMO[n] = MEMO.get(n, 0) + 1
    return n


def test_a_require_that_calls_what_changes_something_is_reported_as_it_was_written() -> None:
    @ambiguous
    def program() -> Any:
        a = yield (1, 2)
        require(remembered(a) > 1)
        return a

    assert "a = 1    fails: remembered(a) > 1 (line" in trace(program()).text()
