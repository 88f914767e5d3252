"""What the processes of a pool of our own tell while they work, so that a slice need not end for it.

Channel    from a process to the head, by a pipe that all of them write to
connect    lets the slices of this process use it
channel    the one that they use

A search that begins anew with each slice forgets what it has remembered, so a slice of such a process goes on until the
head wants the rest of a part, to share it out.
"""

import pickle
from multiprocessing.connection import Connection
from typing import Any


class Channel:
    """The end of the pipe in a process. wanted: how many slices the head wants to end."""

    def __init__(self, writer: Connection, lock: Any, wanted: Any) -> None:
        self.writer, self.lock, self.wanted = writer, lock, wanted
        self.glimpse = wanted.get_obj()  # which needs no lock

    def send(self, key: int, told: Any) -> None:
        """key: of the slice."""
        data = pickle.dumps((key, told), pickle.HIGHEST_PROTOCOL)
        with self.lock:
            self.writer.send_bytes(data)

    def is_asked(self) -> bool:
        """Is one of the slices to end?"""
        return bool(self.glimpse.value > 0)

    def gives(self) -> bool:
        """Is it this one?"""
        if not self.is_asked():
            return False
        with self.wanted.get_lock():
            self.wanted.value -= 1
            return bool(self.wanted.value >= 0)


OPEN: list[Channel] = []


def connect(channel: Channel) -> None:
    """Let the slices of this process tell the head by this channel."""
    OPEN[:] = [channel]


def channel() -> Channel | None:
    """The one of this process; None where the head cannot be told of anything but the end of a slice."""
    return OPEN[0] if OPEN else None
