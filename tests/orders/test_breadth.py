"""Breadth first: the order of a naive model, and how much is done again."""

from typing import Any

from hypothesis import given, settings
from trees import TREES, Tree, answers_in, leaves

from ambsearch import ambiguous, breadth_first, permanent

EXAMPLES = settings.default.max_examples // 5


@settings(max_examples=EXAMPLES)
@given(TREES)
def test_answers_come_by_the_number_of_choices_then_depth_first(tree: Tree) -> None:
    assert list(breadth_first(answers_in(tree))) == sorted(leaves(tree), key=lambda answer: len(answer[0]))


def test_a_level_goes_only_to_what_leads_to_a_choice() -> None:
    gone_to: list[int] = []

    @ambiguous
    def bits(n: int) -> Any:
        word = 0
        for _ in range(n):
            word = 2 * word + (yield (0, 1))
            permanent(gone_to.append(word))
        return word

    assert list(breadth_first(bits(8))) == list(range(2**8))
    # the level of 2 ** n items goes to all items above them, too: the sum of 2 ** 1 + ... + 2 ** n for n from 1 to 8
    assert len(gone_to) == sum(2 ** (n + 1) - 2 for n in range(1, 9))
    gone_to.clear()

    @ambiguous
    def comb(n: int) -> Any:
        depth = 0
        while depth < n and (yield (True, False)):
            depth += 1
            permanent(gone_to.append(depth))
        return depth

    assert list(breadth_first(comb(8))) == [0, 1, 2, 3, 4, 5, 6, 8, 7]
    assert len(gone_to) == sum(range(1, 9))  # the dead ends are not gone to again
