"""The orders of a search that `ambsearch solve --order` knows: those that need only their name."""

from typing import Any

from ambsearch.answers import Answers

ORDERS = {
    "breadth-first": "breadth_first",
    "iterative-deepening": "iterative_deepening",
    "limited-discrepancy": "limited_discrepancy",
    "fair": "fair_order",
    "random": "random_order",
}


def in_order(answers: Answers[Any], order: str, seed: int | None) -> Answers[Any]:
    """The answers in an order, by its name; seed: for the random one."""
    import ambsearch  # here, because the orders need the rewriter

    if order == "random":
        return ambsearch.random_order(answers, seed=seed or 0)
    return getattr(ambsearch, ORDERS[order])(answers)  # type: ignore[no-any-return]
