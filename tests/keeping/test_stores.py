"""Files of searches: what is written is there, whole or not at all; what is damaged is never used."""

import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ambsearch.errors import CheckpointError
from ambsearch.keeping.encoding import encode
from ambsearch.keeping.ranges import Position, Range
from ambsearch.keeping.stores import Store

SEARCH = {"program": "queens.solve", "arguments": {"n": "8"}}


def contents(store: Store) -> Any:
    return store.identity, [(part.text(), list(store.forms(part.number))) for part in store.ranges]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A checkpoint with two parts and some answers."""
    file = tmp_path / "run.db"
    with Store(file, SEARCH) as store:
        for number in range(40):
            store.save(1, Position((0, number), 1, ("ab",)), [encode((number, "x" * number))] * 3)
        store.split(1, (2,))
        store.save(2, Position((2, 7)), [encode(("y",))])
        store.save(2, Position(None))
    return file


def test_parts_come_in_the_order_of_the_search_with_their_answers(file: Path) -> None:
    with Store(file, SEARCH) as store:
        first, second = store.ranges
        assert first.text() == Range(1, (), (2,), Position((0, 39), 1, ("ab",)), 120, first.chain).text()
        assert second.text() == Range(2, (2,), None, Position(None), 1, second.chain).text()
        assert list(store.forms(1, 118)) == [[39, "x" * 39]] * 2
        assert list(store.forms(2)) == [["y"]]


def test_answers_that_are_there_are_not_written_again(file: Path) -> None:
    with Store(file, SEARCH) as store:
        for _ in range(2):
            store.save(1, Position((1,)), [*map(encode, "abc")], first=118)
        assert list(store.forms(1, 119)) == [[39, "x" * 39], "c"]


def test_a_second_user_is_refused_and_may_look_at_it(file: Path) -> None:
    with Store(file, SEARCH) as store:
        with pytest.raises(CheckpointError, match="is in use by another process; wait until that ends"):
            Store(file, SEARCH)
        with Store.read(file) as other:
            assert contents(other) == contents(store)


@pytest.mark.parametrize("is_new", [True, False])
def test_another_process_is_refused_also_where_the_file_is_new(file: Path, tmp_path: Path, is_new: bool) -> None:
    used = tmp_path / "new.db" if is_new else file
    with Store(used, SEARCH):
        program = "import sys; from ambsearch.keeping.stores import Store; Store(sys.argv[1], {})"
        other = subprocess.run([sys.executable, "-c", program, str(used)], capture_output=True, text=True)
    assert "is in use by another process" in other.stderr


def test_another_search_is_refused(file: Path) -> None:
    with pytest.raises(CheckpointError, match="is the checkpoint of another search: its arguments is"):
        Store(file, {**SEARCH, "arguments": {"n": "9"}})
    Store(file, SEARCH).close()  # it has been let go


def test_damage_is_found_or_has_changed_nothing(file: Path, tmp_path: Path) -> None:
    with Store(file, SEARCH) as store:
        good = contents(store)
    chance = random.Random(16)
    data, found = file.read_bytes(), 0
    used = [place for place, byte in enumerate(data) if byte]
    for _ in range(50):
        damaged = bytearray(data)
        damaged[chance.choice(used)] ^= chance.randrange(1, 256)
        file.write_bytes(damaged)
        try:
            with Store(file, SEARCH) as store:
                assert contents(store) == good
        except CheckpointError:
            found += 1
    assert found > 40


def test_a_file_that_is_cut_off_anywhere_is_found(file: Path) -> None:
    data = file.read_bytes()
    for number in range(50):
        file.write_bytes(data[: number * len(data) // 50])
        with pytest.raises(CheckpointError):
            Store(file, SEARCH)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE blocks SET text = '[1]' WHERE number = 3",
        "DELETE FROM blocks WHERE number = 40",
        "DELETE FROM blocks",
        "UPDATE blocks SET range = 2 WHERE number = 40",
        "UPDATE ranges SET text = replace(text, '39', '40')",
        "DELETE FROM ranges WHERE number = 2",
        "UPDATE head SET text = replace(text, 'queens', 'kings')",
        "DELETE FROM head",
        "DROP TABLE blocks",
        "CREATE TRIGGER more AFTER INSERT ON blocks BEGIN DELETE FROM blocks; END",
    ],
)
def test_what_nobody_wrote_is_found(file: Path, change: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(CheckpointError, match="is damaged, or no checkpoint"):
        Store(file, SEARCH)


def test_damage_is_reported_without_the_answers(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE blocks SET text = CAST(x'ff' AS TEXT) || text")
    connection.close()
    with pytest.raises(CheckpointError, match="is damaged, or no checkpoint: Could not decode to UTF-8") as caught:
        Store(file, SEARCH)
    assert "xxx" not in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"a diary", b"x" * 100_000])
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "diary"
    file.write_bytes(data)
    with pytest.raises(CheckpointError, match="damaged, or no checkpoint"):
        Store(file, SEARCH)
    assert file.read_bytes() == data


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE head (text)")
    connection.close()
    with pytest.raises(CheckpointError, match="is not a checkpoint of ambsearch"):
        Store(file, SEARCH)


def test_a_file_in_an_older_format_is_refused_with_the_reason(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(
        CheckpointError, match="in format 2; this ambsearch writes 3; to search from the beginning, name"
    ):
        Store(file, SEARCH)


def test_a_full_disk_is_reported_and_leaves_what_was_written(file: Path) -> None:
    with Store(file, SEARCH) as store:
        good = contents(store)
        ((pages,),) = store.execute("PRAGMA page_count")
        store.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(
            CheckpointError, match="cannot be written: database or disk is full; what was written before"
        ):
            store.save(1, Position((1,)), [encode("x" * 100_000)])
        assert contents(store) == good
        store.save(1, Position((1,)))
    with Store(file, SEARCH) as store:
        assert store.ranges[0].position.path == (1,)


def test_a_transaction_that_an_interrupt_has_left_is_taken_back(file: Path) -> None:
    with Store(file, SEARCH) as store:
        store.execute("BEGIN")
        store.execute("DELETE FROM blocks")
        store.save(1, Position((1,)), [encode("new")])
        assert list(store.forms(1, 119)) == [[39, "x" * 39], "new"]


def test_a_process_that_ended_while_it_wrote_leaves_what_was_there_before(file: Path, tmp_path: Path) -> None:
    with Store(file, SEARCH) as store:
        good = contents(store)
        store.execute("BEGIN IMMEDIATE")
        store.execute("PRAGMA cache_size = 1")
        store.execute("UPDATE blocks SET text = 'x'")
        copy = tmp_path / "copy.db"  # what is on the disk at this moment
        shutil.copy(file, copy)
        shutil.copy(f"{file}-journal", f"{copy}-journal")
    with Store(copy, SEARCH) as store:
        assert contents(store) == good


def test_a_file_needs_no_dates_which_take_as_long_to_load_as_all_the_rest() -> None:
    script = (
        "import sys; before = {*sys.modules}; import ambsearch.keeping.checkpoints; print(*{*sys.modules} - before)"
    )
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert "ambsearch.keeping.databases" in loaded
    assert not {"datetime", "hashlib"} & {*loaded}
