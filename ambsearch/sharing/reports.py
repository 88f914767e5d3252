"""What the processes of a pool of our own tell while they work, so that a slice need not end for it.

Channel    from a process to the head, by a pipe that all of them write to
ALL        how many parts are wanted when all slices are to end
connect    lets the slices of this process use it
channel    the one that they use

A search that begins anew with each slice forgets what it has remembered, so a slice of such a process goes on to the end
of its part. When the head wants work for another process, a slice gives the second half of its part away, and goes on.
"""

import pickle
from multiprocessing.connection import Connection
from typing import Any

ALL = 1 << 30


class Channel:
    """The end of the pipe in a process. wanted: how many parts the head wants; ALL to end the slices."""

    def __init__(self, writer: Connection, lock: Any, wanted: Any) -> None:
        self.writer, self.lock, self.wanted = writer, lock, wanted
        self.glimpse = wanted.get_obj()  # which needs no lock

    def send(self, key: int, told: Any) -> None:
        """key: of the slice."""
        data = pickle.dumps((key, told), pickle.HIGHEST_PROTOCOL)
        with self.lock:
            self.writer.send_bytes(data)

    def is_asked(self) -> bool:
        """Is something wanted of one of the slices?"""
        return bool(self.glimpse.value > 0)

    def is_to_end(self) -> bool:
        return bool(self.glimpse.value > ALL // 2)

    def gives(self) -> bool:
        """Is it of this one?"""
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
