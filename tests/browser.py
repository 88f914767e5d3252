"""A headless Chromium, told what to do through its pipe: https://chromedevtools.github.io/devtools-protocol/."""

import base64
import fcntl
import json
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers import program

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# neither a network nor a sandbox, which containers refuse
OPTIONS = "--headless --no-sandbox --disable-gpu --disable-extensions --no-first-run --remote-debugging-pipe".split()
OFFLINE = ["--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--disable-background-networking"]


class Browser:
    """One page of a browser. asked: the addresses that it asked for."""

    def __init__(self, read: int, write: int) -> None:
        self.write, self.answers = write, open(read, "rb", buffering=0)
        self.number, self.waiting, self.session = 0, b"", ""
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def call(self, method: str, **parameters: Any) -> Any:
        """Ask the browser for something, and give its answer."""
        self.number += 1
        session = {"sessionId": self.session} if self.session else {}
        message = {"id": self.number, "method": method, "params": parameters, **session}
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            told = self.next_message()
            if told.get("id") == self.number:
                assert "error" not in told, told
                return told["result"]

    def next_message(self) -> dict[str, Any]:
        while b"\0" not in self.waiting:
            more = self.answers.read(1 << 16)
            assert more, "the browser has ended"
            self.waiting += more
        message, _, self.waiting = self.waiting.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        if told.get("method") == "Network.requestWillBeSent":
            self.asked.append(told["params"]["request"]["url"])
        if told.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(str(told["params"]["exceptionDetails"]))
        if told.get("method") == "Log.entryAdded":
            self.complaints.append(str(told["params"]["entry"]))
        self.loaded = told.get("method") == "Page.loadEventFired"
        return told

    def open(self, path: Path) -> None:
        """Show a file, and return when it is loaded."""
        if not self.session:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Network", "Runtime", "Log"):
                self.call(f"{domain}.enable")
        self.call("Page.navigate", url=path.as_uri())
        self.loaded = False
        while not self.loaded:
            self.next_message()

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        told = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, by its name in JavaScript."""
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **text)

    def resize(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser of one's own, which ends with the `with`."""
    chromium = program(*NAMES)
    its_end, our_end = os.pipe()
    our_answers, its_answers = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (its_end, its_answers)]  # it reads 3 and writes 4
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [chromium, *OPTIONS, *OFFLINE, f"--user-data-dir={profile}"]
        quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        ends = [(os.POSIX_SPAWN_DUP2, end, place) for place, end in enumerate(high, 3)]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=[*quiet, *ends])
        for end in (its_end, its_answers, *high):
            os.close(end)
        page = Browser(our_answers, our_end)
        try:
            yield page
        finally:
            os.kill(process, signal.SIGTERM)
            os.waitpid(process, 0)
            os.close(our_end)
            page.answers.close()
