"""What the processes of our own pool report while they work, so that a slice need not end to do so.

Channel    from a process to the head, through a pipe that all of them write to
ALL        the number of wanted parts that ends all slices
connect    makes the slices of this process use a channel
channel    the channel that they use

A search that restarts with each slice loses what it has cached, so a slice of such a process runs to the end of its
part. When the head wants work for another process, the slice gives away the second half of its part, and continues.
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
        """Does the head want something from one of the slices?"""
        return bool(self.glimpse.value > 0)

    def is_to_end(self) -> bool:
        return bool(self.glimpse.value > ALL // 2)

    def gives(self) -> bool:
        """Must this slice give something?"""
        if not self.is_asked():
            return False
        with self.wanted.get_lock():
            self.wanted.value -= 1
            return bool(self.wanted.value >= 0)


OPEN: list[Channel] = []


def connect(channel: Channel) -> None:
    """Make the slices of this process report to the head through this channel."""
    OPEN[:] = [channel]


def channel() -> Channel | None:
    """The channel of this process; None if it can report only at the end of a slice."""
    return OPEN[0] if OPEN else None
