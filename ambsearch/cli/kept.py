"""The results of a long run, saved in a file, so that the same command can continue later."""

import json
from typing import IO

from ambsearch.cli.complaints import Complaint


class Kept(dict[str, str]):
    """Texts by name. Each is written to a line of the file at once; an unfinished line is dropped.
    path: of the file, which need not exist; None to save nothing.
    title: the first line of the file, so that the file of another program is left as it is. Complaint if the file
    cannot be read or written, or belongs to another program.
    """

    def __init__(self, path: str | None, title: str) -> None:
        super().__init__()
        self.file: IO[str] | None = None
        if path is not None:
            try:
                self.file = open(path, "a+", encoding="utf-8")
                self.read(path, title)
            except OSError as error:
                raise Complaint(f"{path} cannot be kept: {error.strerror}") from None

    def read(self, path: str, title: str) -> None:
        assert self.file is not None
        self.file.seek(0)
        try:
            whole, _, _ = self.file.read().rpartition("\n")
            first, *lines = whole.split("\n")
            if first not in ("", json.dumps(title)):
                raise ValueError
            for line in lines:
                name, text = json.loads(line)
                super().__setitem__(str(name), str(text))
        except (ValueError, TypeError):
            told = f"expected a file that this version of the program has kept, {json.dumps(title)} in its first line"
            raise Complaint(f"{path}: {told}; name another one") from None
        self.file.truncate(len((whole + "\n").encode()) if whole else 0)
        if not whole:
            print(json.dumps(title), file=self.file, flush=True)

    def __setitem__(self, name: str, text: str) -> None:
        super().__setitem__(name, text)
        if self.file:
            print(json.dumps([name, text]), file=self.file, flush=True)

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, *error: object) -> None:
        if self.file:
            self.file.close()
