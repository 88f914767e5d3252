"""Lets Hypothesis draw instances, and finds the smallest that fails."""

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeGuard

from ambsearch.testing.differences import Different, in_words
from ambsearch.testing.trials import UNSTEADY, Outcome

if TYPE_CHECKING:
    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

SECONDARY = b".secondary"  # what Hypothesis adds to the key of a test


def is_strategy(instances: Any) -> TypeGuard["SearchStrategy[Any]"]:
    """Is it a Hypothesis strategy? There cannot be one unless Hypothesis has been imported."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(instances, strategies.SearchStrategy)


def is_unwanted(error: Exception) -> bool:
    """Has a program rejected the instance with Hypothesis's `assume`?"""
    errors = sys.modules.get("hypothesis.errors")
    return errors is not None and isinstance(error, errors.UnsatisfiedAssumption)


def smallest_drawn(
    run: Callable[[Any], Outcome], instances: "SearchStrategy[Any]", name: str, seed: int | None
) -> Different | None:
    """Compare for what Hypothesis draws; gives the difference for the smallest instance that differs.

    name: of the check; under it Hypothesis stores failed instances in its database, and tries them first the next time.
    seed: draw the same instances each time; None as Hypothesis is set.
    """
    from hypothesis import Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Flaky

    failed: list[tuple[Any, Outcome]] = []
    last: list[tuple[Any, Outcome]] = []

    def test_one(instance: Any) -> None:
        outcome = run(instance)
        last[:] = [(instance, outcome)]
        if outcome.difference is not None:
            failed.append((instance, outcome))
            raise Different(str(outcome.difference), outcome.difference.kind)

    now = settings()
    test: Any = given(instances)(test_one)
    test = settings(
        deadline=None,
        database=None if now.database is None else shelf(now.database, name.encode()),
        report_multiple_bugs=False,
        print_blob=False,
        phases=[phase for phase in now.phases if phase is not Phase.explain],
    )(test)
    try:
        (test if seed is None else seeded(seed)(test))()
    except Different:
        unsteady_ones = [pair for pair in failed if pair[1].difference.kind == UNSTEADY]  # type: ignore[union-attr]
        return with_example(*(unsteady_ones or failed)[-1])  # the last that Hypothesis runs is the smallest
    except Flaky:
        return unsteady(*failed[-1], again=last[0][1]) if failed else None
    return None


def with_example(instance: Any, outcome: Outcome) -> Different:
    """The difference, with the line that makes its instance a test."""
    found = outcome.difference
    assert found is not None
    told = Different(f"{found}\nto keep it beside @given: @example({instance!r})", found.kind, instance)
    told.__cause__ = found.__cause__
    return told


def unsteady(instance: Any, outcome: Outcome, again: Outcome) -> Different:
    """The difference for an instance that failed under Hypothesis, and then did not fail, or failed differently."""
    found = outcome.difference
    if found is not None and found.kind == UNSTEADY:
        return with_example(instance, outcome)
    (first, second), (first_again, second_again) = outcome.gave, again.gave
    told = (
        f"for the instance {instance!r}:\nnot the same twice: once the program gives {in_words(first)} and the twin "
        f"{in_words(second)}, then the program {in_words(first_again)} and the twin {in_words(second_again)}"
    )
    return Different(told, UNSTEADY, instance)


def shelf(database: "ExampleDatabase", name: bytes) -> "ExampleDatabase":
    """The part of a database that belongs to one check; for Hypothesis, all checks run the same function.

    Hypothesis assumes that its stored main examples are already the smallest. After a change of a program this may be
    wrong, so they are passed to it as secondary examples, which it shrinks.
    """
    from hypothesis.database import ExampleDatabase

    class Shelf(ExampleDatabase):
        def save(self, key: bytes, value: bytes) -> None:
            database.save(name + key, value)

        def fetch(self, key: bytes) -> Iterable[bytes]:
            main = key.removesuffix(SECONDARY)
            return {*database.fetch(name + key), *database.fetch(name + main)} if key != main else ()

        def delete(self, key: bytes, value: bytes) -> None:
            database.delete(name + key, value)

    return Shelf()
