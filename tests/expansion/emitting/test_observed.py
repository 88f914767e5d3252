"""The observed expansion: where each text of an observer stands; `test_observing` has what observers do."""

from typing import Any

import pytest
from recorded import as_text, define

from ambsearch.expansion import emit_as
from ambsearch.expansion.binding import OF_THE_RUN
from ambsearch.expansion.emitting.observed import WATCH, cells, emissions
from ambsearch.expansion.emitting.sites import Site
from ambsearch.expansion.linking import Linked
from ambsearch.expansion.trees.printing import source_text
from ambsearch.observing import Observer

pytestmark = pytest.mark.usefixtures("no_other_module")


class Everything(Observer):
    """An observer with every text."""

    before, item, back, exhausted = "before(site)", "item(site, target)", "back(site)", "exhausted(site)"
    guard, dead, answer, items = "guard(site, test)", "dead(site)", "answer(site, value)", "of(items)"


class Counter(Observer):
    """An observer with one text."""

    item = "watch.items += 1"


def told(body: str, texts: type[Observer]) -> str:
    source, observed = emit_as(define(body, "n").__wrapped__, emissions(texts)[0])
    text = source_text(observed.functions, source.taken).replace(WATCH, "watch")
    for name, site in source.constants.items():
        if isinstance(site, Site):
            text = text.replace(name, f"{site.kind!r}")
    return text.strip()


def test_each_text_stands_beside_what_the_rule_emits() -> None:
    body = "x = yield n\nrequire(x > 1)\nif x == 2:\n    fail()\nreturn x"

    assert told(body, Everything) == as_text("""
        def f(n):
            watch
            before('choice')
            for x in of(n):
                item('choice', x)
                if guard('guard', x > 1):
                    if x == 2:
                        dead('fail')
                        pass
                    else:
                        result = x
                        answer('answer', result)
                        yield result
                back('choice')
            exhausted('choice')
    """)


def test_what_an_observer_has_no_text_for_stays_as_it_is() -> None:
    assert told("x = yield n\nrequire(x > 1)\nreturn x", Counter) == as_text("""
        def f(n):
            watch
            for x in n:
                watch.items += 1
                if x > 1:
                    yield x
    """)


def test_a_place_of_which_nothing_is_told_is_not_described() -> None:
    class Items(Observer):
        items = "of(items)"

    body = "x = yield n\nrequire(x > 1)\nif x == 2:\n    fail()\nreturn x"
    source, observed = emit_as(define(body, "n").__wrapped__, emissions(Items)[0])
    assert observed.names == {}
    assert not any(isinstance(constant, Site) for constant in source.constants.values())
    assert told(body, Items) == as_text("""
        def f(n):
            watch
            for x in of(n):
                if x > 1:
                    if not x == 2:
                        yield x
    """)


def test_a_place_is_described_as_it_was_written_whatever_was_computed_before() -> None:
    body = "k = 0\ntell = lambda: k\nk = yield n\nrequire(k + (yield n) > 1)\nif tell() > 2:\n    return k + (yield n)\nn.append(k)"
    source, _ = emit_as(define(body, "n").__wrapped__, emissions(Everything)[0])
    found = {(site.kind, site.name) for site in source.constants.values() if isinstance(site, Site)}

    assert {("guard", "k + (yield n) > 1"), ("answer", "k + (yield n)"), ("answer", "None"), ("choice", "k")} <= found


class Box:
    def found(self, n: int) -> range:
        return range(n)


def found_in(box: Box) -> Any:
    x = yield box.found(3)
    return x


def test_a_method_whose_name_no_search_has_is_called_as_it_is() -> None:
    source, observed = emit_as(found_in, emissions(Counter)[0])
    linked = Linked(source, observed.functions, False, cells(Counter))

    assert f"choosing{OF_THE_RUN}" not in linked.codes[linked.main].co_freevars
