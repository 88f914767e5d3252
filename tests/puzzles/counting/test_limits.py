import pytest

from ambsearch.puzzles.counting import limits


@pytest.mark.parametrize("base", [0, 1, 8, 10])
def test_there_are_automata_of_bases_2_to_7_only(base: int):
    with pytest.raises(ValueError, match=f"expected a base from 2 to 7, found {base}"):
        limits.check_base(base)


def test_a_base_for_which_memory_is_missing_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "memory", lambda: 2e9)
    limits.check_base(6)
    with pytest.raises(ValueError, match=r"base 7 needs 3.0 GB of memory, but there are only 2.0 GB"):
        limits.check_base(7)
    limits.check_numbering(100, 5)
    with pytest.raises(ValueError, match=r"100 digits in base 7 need 7 GB of memory, but there are only 2.0 GB"):
        limits.check_numbering(100, 7)


@pytest.mark.parametrize("digits", [0, -1, 2501])
def test_a_number_of_digits_may_be_too_small_or_too_large(digits: int):
    with pytest.raises(ValueError, match=f"expected 1 to 2500 digits, found {digits}"):
        limits.check_numbering(digits, 2)


def test_the_system_has_memory():
    assert limits.memory() > limits.GIGABYTE / 10
