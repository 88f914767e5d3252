from ambsearch.puzzles.counting.tables import beside


def test_only_what_both_know_can_differ():
    assert beside([1, 2, None, None], [1, 3, 4, None]) == (["1", "2 ≠", "-", "-"], ["1", "3", "4", "-"])
