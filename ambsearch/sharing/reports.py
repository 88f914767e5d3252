"""What the processes of our own pool report while they work, so that a slice need not end to do so.

Channel    from a process to the head
ALL        the number of wanted parts that ends all slices

A search that restarts with each slice loses what it has cached, so a slice of such a process runs to the end of its
part. When the head wants work for another process, the slice gives away the second half of its part, and continues.
"""

from multiprocessing.connection import Connection
from typing import Any

ALL = 1 << 30


class Channel:
    """The end of the line in a process.

    wanted: how many parts the head wants; ALL to end the slices. bell: is released when it wants something.
    """

    def __init__(self, line: Connection, wanted: Any, bell: Any) -> None:
        self.line, self.wanted, self.bell = line, wanted, bell

    def send(self, told: Any) -> None:
        """Send a slice, which is not the last one."""
        self.line.send((told, False))

    def is_asked(self) -> bool:
        """Does the head want something from one of the slices?"""
        return bool(self.wanted.get_obj().value > 0)

    def is_to_end(self) -> bool:
        return bool(self.wanted.get_obj().value > ALL // 2)

    def gives(self) -> bool:
        """Must this slice give something?"""
        if not self.is_asked():
            return False
        with self.wanted.get_lock():
            self.wanted.value -= 1
            return bool(self.wanted.value >= 0)
