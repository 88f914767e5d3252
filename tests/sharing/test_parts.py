"""Parts of a search, halved: all small ones."""

from itertools import product

from ambsearch.sharing.parts import Part

PATHS = [path for length in range(4) for path in product(range(3), repeat=length)]


def test_halves_are_together_the_part_and_neither_is_empty() -> None:
    sizes = [(), (3,), (None, 3), (3, None, 2)]
    for start, stop, known in product(PATHS, [*PATHS, None], sizes):
        halves = Part(start, stop, known).halves() if stop is None or start < stop else None
        if halves is not None:
            first, second = halves
            assert (first.start, second.stop, first.stop) == (start, stop, second.start)
            assert first.start < second.start and (stop is None or second.start < stop)


def test_a_part_is_halved_until_none_of_its_choices_has_an_item_left() -> None:
    for start in PATHS:
        part = Part(start, None, (3,) * len(start))
        while halves := part.halves():
            part, second = halves
            assert second.start[-1] < 3
        beyond = [(*start[:depth], number) for depth, taken in enumerate(start) for number in range(taken + 1, 3)]
        assert part.stop == min(beyond, default=None)


def test_what_has_not_been_seen_is_not_halved() -> None:
    assert Part().halves() is None
    assert Part((3, 1), (4,)).halves() is None


def test_where_it_is_not_known_how_many_items_there_are_all_others_are_given_away() -> None:
    halves = Part((3, 1), None, (None, 9)).halves()
    assert halves is not None
    assert [(half.start, half.stop) for half in halves] == [((3, 1), (4,)), ((4,), None)]


def test_what_is_given_away_is_not_halved_again_before_it_has_been_seen() -> None:
    """Else a choice of which nobody knows how many items it has would be halved for ever."""
    halves = Part((3, 1), None, (None, 9)).halves()
    assert halves is not None and halves[1].halves() is None
