"""Programs that run without ambsearch: the same answers, in a Python that does not have it; or a plain no."""

import importlib.util
import random
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import LONG, alone
from pasted import run_alone

import ambsearch
from ambsearch import (
    Refused,
    amb,
    ambiguous,
    an_integer_from,
    distinct,
    fail,
    if_fail,
    interleave,
    once,
    permanent,
    ramb,
    require,
)
from ambsearch.cli import main
from ambsearch.cli.programs import open_program
from ambsearch.expansion.analysis import advancing
from ambsearch.standalone import standalone

PUZZLES = (
    "change dwelling jigsaw knights_tour liars magic_squares pentominoes prime_sum_pair pythagorean queens remainders "
    "sentences subset_sum yachts zebra"
).split()
CASES = sorted(path for path in (Path(__file__).parents[1] / "class_cases").glob("*.py") if path.stem != "live_loops")
REFUSED = {
    "at once": ["helper_with_a_search"],
    "cannot be written as a literal": "aliases calendar_properties card_hand checked_records nested_data partial_and_tables word_square".split(),
    "only ambsearch can undo": "choices_in_with context_manager globals_in_helpers own_setattr".split(),
    "shares variables": ["subset_sum_closure"],
    "uses ambiguous": ["ambiguous_methods", "sudoku_grid"],
    "something permanent": ["permanent_in_helpers"],
}


@pytest.fixture(autouse=True)
def no_other_module() -> Iterator[None]:
    """As in a script of its own: the methods of other tests have names of all kinds, and may change something."""
    with alone():
        yield


FACTOR = 3


def twice(n: int) -> int:
    """A helper that changes nothing."""
    return 2 * n


@ambiguous
def divisor(n: int) -> Any:
    d = yield range(1, n + 1)
    require(n % d == 0)
    return d


@ambiguous
def house() -> Any:
    baker = yield (1, 2, 3)
    cook = yield (1, 2, 3)
    require(distinct(baker, cook))
    d = yield divisor(baker * FACTOR)
    if d == 2:
        fail()
    return baker, cook, twice(d) + cook


@ambiguous
def letters(words: list[str]) -> Any:
    found: list[str] = []
    seen = set()
    for word in words:
        letter = yield word
        require(letter not in seen)
        seen.add(letter)
        found.append(letter)
    return found


@ambiguous
def growing() -> Any:
    xs = [1, 2]
    x = yield xs
    xs.append(3)
    y = yield xs
    n = yield an_integer_from(1)
    require(n > 2)
    word = yield amb("a", "b")
    return x, y, n, word, list(xs)


@ambiguous
def over_a_generator(n: int) -> Any:
    total = 0
    for i in (k * k for k in range(n)):
        a = yield (0, i)
        total += a
    return total


@ambiguous
def containers(seen: Any, counts: Any) -> Any:
    a = yield (1, 2)
    seen.update({a, 7})
    counts[a] = counts.get(a, 0) + 1
    b = yield (1, 2)
    seen -= {b}
    counts.setdefault(b, 5)
    return sorted(seen), sorted(counts.items())


tried = 0
tally = {"n": 0}


@ambiguous
def composed(n: int) -> Any:
    a = yield once(divisor(n))
    b = yield if_fail(divisor(-n), lambda: ("none of", -n))
    c = yield interleave(divisor(n), "ab")
    d = yield if_fail(divisor(-n), divisor(a + 1))
    e = yield if_fail(divisor(-n), lambda: divisor(2))
    return a, b, c, d, e


@ambiguous
def shuffled(seed: int) -> Any:
    rng = random.Random(seed)
    a = yield ramb(1, 2, 3, rng=rng)
    b = yield ramb(*range(a), rng=rng)
    return a, b


@ambiguous
def counted(n: int) -> Any:
    global tried
    seen: list[int] = []
    a = yield range(n)
    tried = permanent(tried + 1)
    tally["n"] = permanent(tally["n"] + 1)
    seen.append(a)
    b = yield range(a)
    require(a + b == n)
    return a, b, tried, tally["n"], seen


Card = namedtuple("Card", "suit rank")


@ambiguous
def hand() -> Any:
    deck = [Card(suit, rank) for suit in "SH" for rank in (1, 2)]
    card = yield deck
    deck.remove(card)
    other = yield deck
    require(card.suit == other.suit)
    return card, other


@ambiguous
def square(n: int) -> Any:
    import heapq

    free, left, heap = set(range(n * n)), list(range(n * n)), [0]
    rows = [[0] * n for _ in range(n)]
    for r in range(n):
        for c in range(n):
            k = yield sorted(free)
            free.remove(k)
            left.remove(k)
            rows[r][c] = k
            heapq.heappush(heap, k)
    rows[0][0] += yield (1, 2)
    require(heap[0] == 0)
    return [row[:] for row in rows], left, heap[:]


@pytest.fixture
def _from_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tally, "n", 0)
    monkeypatch.setitem(globals(), "tried", 0)
    monkeypatch.setattr(advancing, "GIVEN", {})  # whatever iterators other tests have given to puzzles


@pytest.mark.thorough
@pytest.mark.usefixtures("_from_zero")
def test_programs_of_all_kinds_have_the_same_answers_without_ambsearch() -> None:
    programs, expected = [], []
    calls: list[tuple[Any, dict[str, Any]]] = [
        (house, {}),
        (letters, {"words": ["ab", "bc", "ca"]}),
        (growing, {}),
        (over_a_generator, {"n": 3}),
        (containers, {"seen": {3}, "counts": {1: 1}}),
        (composed, {"n": 6}),
        (shuffled, {"seed": 5}),
        (counted, {"n": 6}),
        (square, {"n": 2}),
        (hand, {}),
    ]
    for function, parameters in calls:
        programs.append((function.__name__, standalone(function), repr(parameters)))
        expected.append([repr(answer) for answer in function(**parameters).take(5)])
    for name in PUZZLES if LONG else PUZZLES[::3]:
        with open_program(name) as program:
            parameters = program.parameters(None, [])
            programs.append((program.function.__name__, standalone(program.function), repr(parameters)))
            answers: Any = program.call(parameters)
            expected.append([repr(answer) for answer in answers.take(5)])
    assert run_alone(programs) == expected
    assert all("import ambsearch" not in text and "from ambsearch" not in text for _, text, _ in programs)


@pytest.mark.thorough
def test_programs_with_helpers_and_classes_have_the_same_answers_or_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those of `class_cases`, whose answers are written beside them."""
    programs, expected, refused = [], [], {}
    for path in CASES:
        module = load(path)
        monkeypatch.setitem(sys.modules, path.stem, module)
        try:
            programs.append(("f", standalone(module.f), "{}"))
            ends = [module.RAISES[0].__name__] if hasattr(module, "RAISES") else []
            expected.append([*map(repr, module.EXPECTED), *ends][:5])
        except Refused as refusal:
            refused[path.stem] = refusal.msg
    found = {name: reason for reason, names in REFUSED.items() for name in names if reason in refused.get(name, "")}
    assert refused.keys() == found.keys()
    assert run_alone(programs) == expected


def load(path: Path) -> Any:
    """The module of a file, as if it had been imported."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@ambiguous
def over_a_queue(queue: Any) -> Any:
    for item in queue:
        found = yield (item, 0)
    return found


def test_a_loop_that_only_ambsearch_can_take_up_again_says_so() -> None:
    text = standalone(over_a_queue) + "from collections import deque\nlist(over_a_queue(deque([1])))"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True)
    assert run.stderr.endswith("TypeError: only ambsearch can make choices in a loop over a deque\n")


def test_the_program_ends_with_a_call_that_prints_the_answers() -> None:
    text = standalone(letters, {"words": ["ab", "b"]})
    out = subprocess.run([sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True, check=True).stdout
    assert out == "['a', 'b']\n"


SEEN: list[int] = []
total = 0


def note(n: int) -> None:
    global total
    total += n
    SEEN.append(n)


@ambiguous
def noting() -> Any:
    first = yield (1, 2)
    note(first)
    second = yield (1, 2)
    note(second)
    require(total != 4)
    return total, list(SEEN)


class Point:
    made = 0

    def __init__(self) -> None:
        Point.made += 1
        self.x = 0

    def move(self, by: int) -> None:
        self.x += by
        require(self.x < 4)


@ambiguous
def moving(point: Any) -> Any:
    here = Point() if point is None else point
    here.move((yield (1, 2)))
    here.x *= 2
    y = yield (1, 2, 3)
    here.y = y
    return here.x, here.y, Point.made


class Placing:
    def __init__(self) -> None:
        self.placing: list[int] = []

    def put(self, n: int) -> None:
        self.placing.append(n)


@ambiguous
def placing() -> Any:
    """Its name is that of an attribute, too."""
    board = Placing()
    for _ in range(2):
        n = yield (1, 2)
        board.put(n)
    return board.placing


@ambiguous
def called_back() -> Any:
    n = yield (1, 2)
    ordered = sorted([n, 2, 1], key=lambda x: (note(x), -x))
    mapped = list(map(note, [n]))
    n += yield (1, 2)
    return n, ordered, mapped, total, list(SEEN)


def still_free(free: set[int]) -> Any:
    for x in free:
        if x:
            yield x


@ambiguous
def taking() -> Any:
    """A branch takes items out of a set that a generator goes over."""
    free, taken = set(range(5)), []
    while len(free) > 1:
        x = yield still_free(free)
        free.remove(x)
        taken.append(x)
    return taken


def test_what_a_helper_and_a_method_change_is_taken_back() -> None:
    calls: list[tuple[Any, dict[str, Any]]] = [
        (noting, {}),
        (moving, {"point": None}),
        (placing, {}),
        (called_back, {}),
        (taking, {}),
    ]
    programs = [(function.__name__, standalone(function), repr(parameters)) for function, parameters in calls]
    expected = [[repr(answer) for answer in function(**parameters)][:5] for function, parameters in calls]
    assert expected[0] == ["(2, [1, 1])", "(3, [1, 2])", "(3, [2, 1])"]
    assert run_alone(programs) == expected


def keep(n: int) -> None:
    SEEN.append(n)


calling = {1: lambda x: x + 1, 2: lambda x: x * 2}


@ambiguous
def called_from_a_table() -> Any:
    n = yield (1, 2)
    note(calling[n](10))
    return calling[n](10), list(SEEN)


def test_a_table_may_be_called_calling_and_a_helper_alone_add_to_a_global_variable() -> None:
    program = called_from_a_table.__name__, standalone(called_from_a_table), "{}"
    assert run_alone([program]) == [["(11, [11])", "(20, [20])"]]


@ambiguous
def with_a_name_that_is_needed() -> Any:
    n = yield (1, 2)
    keep(n)
    return n


@ambiguous
def asking() -> Any:
    n = yield (1, 2)
    require(divisor(n).exists())
    return n


@ambiguous
def asking_once() -> Any:
    n = yield (1, 2)
    require(once(divisor(n)).exists())
    return n


def listed(n: int) -> list[int]:
    return [d for d in divisor(n)]  # noqa: C416  a loop


@ambiguous
def asking_a_helper() -> Any:
    return listed((yield (1, 2)))


@ambiguous
def looping() -> Any:
    n, found = (yield (1, 2)), []
    for d in divisor(n):
        found.append(d)
    return found


@ambiguous
def keeping() -> Any:
    search = divisor(4)
    a = yield search
    b = yield search
    return a, b


@ambiguous
def permanent_beside_a_helper() -> Any:
    n = yield (1, 2)
    tally["n"] = permanent(tally["n"] + 1)
    note(n)
    return n


def even(row: list[int]) -> Iterator[int]:
    yield from (piece for piece in row if piece % 2 == 0)


@ambiguous
def over_a_lazy_generator(row: list[int]) -> Any:
    for piece in even(row):
        row[-1] += yield (piece, 1)
    return row


@ambiguous
def with_search() -> Any:
    return (yield ambsearch.once(divisor(4)))


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (with_a_name_that_is_needed, "keep is also the function that undoes changes"),
        (asking, r"asking does not choose from divisor\(\.\.\.\) at once"),
        (asking_once, r"asking_once does not choose from once\(\.\.\.\) at once"),
        (asking_a_helper, r"listed does not choose from divisor\(\.\.\.\) at once"),
        (looping, r"looping does not choose from divisor\(\.\.\.\) at once"),
        (keeping, r"keeping does not choose from divisor\(\.\.\.\) at once"),
        (permanent_beside_a_helper, "permanent_beside_a_helper has something permanent"),
        (
            over_a_lazy_generator,
            r"over_a_lazy_generator chooses in a loop over even\(row\), .* write list\(even\(row\)\)",
        ),
        (with_search, "ambsearch, which does not come with Python"),
    ],
)
def test_what_cannot_be_done_is_refused(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        standalone(function)


def test_the_command_prints_the_program_or_says_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["expand", "queens", "n=4", "--standalone"]) == 0
    assert capsys.readouterr().out.endswith("\nfor answer in solve(n=4):\n    print(answer)\n")
    assert main(["expand", "sudoku", "--standalone"]) == 2
    assert "no standalone program can be made of sudoku: " in capsys.readouterr().err


def test_what_a_script_prints_when_it_is_loaded_is_not_in_its_expansion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "prints_at_once.py"
    script.write_text(
        "from ambsearch import ambiguous\nprint('begin')\n@ambiguous\ndef solve():\n    return (yield 'ab')\n"
    )

    assert main(["expand", str(script), "--standalone"]) == 0
    shown = capsys.readouterr()
    assert ("begin" in shown.out, shown.err) == (False, "begin\n")
