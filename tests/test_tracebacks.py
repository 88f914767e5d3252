"""The traceback of an error shows the user's frames alone."""

import pytest

from ambsearch.tracebacks import frames_of, users_frames


def test_a_frame_may_stand_at_no_line() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    interrupted.__code__ = interrupted.__code__.replace(co_linetable=b"")
    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted()
    frames = frames_of(users_frames(caught.tb))

    assert frames[-1].tb_frame.f_code.co_name == "interrupted"
    assert frames[-1].tb_lineno in (None, -1)  # as the version of Python has it
