"""What the tests themselves rely on."""

import pytest
from helpers import program


def test_a_missing_program_is_a_skip_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROGRAMS_AT_HAND", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is not installed"):
        program("no-such-program", "nor-such-a-one")


def test_a_missing_program_is_a_failure_where_it_is_said_to_be_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROGRAMS_AT_HAND", "dot no-such-program")
    with pytest.raises(pytest.fail.Exception, match="no-such-program is not installed"):
        program("no-such-program", "nor-such-a-one")
