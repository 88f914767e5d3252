"""The expansion of a search that is measured."""

from ambsearch.watching import WatchedEmission


class CountedEmission(WatchedEmission):
    """The expansion that counts in a Tally; written out at each choice, where a call would take longer.

    The depth is set anew for each item, so that it is right when searches are cut short, or run side by side.
    """

    choice_text = """
place = watch.depth
try:
    for target in items:
        watch.choices += 1
        watch.depth += 1
        if watch.depth > watch.deepest:
            watch.deepest = watch.depth
        watch.is_leaf = True
        body
        if watch.is_leaf:
            watch.dead_ends += 1
            watch.is_leaf = False
        watch.depth = place
finally:
    watch.depth = place
"""
    answer_text = "watch.is_leaf = False\nyield value"
