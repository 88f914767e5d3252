"""Parameters on the command line are read by their annotations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NewType

import pytest

from ambsearch.cli.values import read

Size = NewType("Size", int)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("8", int, 8),
        ("-8", int, -8),
        ("0.5", float, 0.5),
        ("2", float, 2.0),
        ("8", str, "8"),
        ("[1]", str, "[1]"),
        ("true", bool, True),
        ("no", bool, False),
        ("8", Any, 8),
        ("1.5", Any, 1.5),
        ("[1, [2]]", Any, [1, [2]]),
        ("gwgW", Any, "gwgW"),
        ("1,2", tuple[int, ...], (1, 2)),
        ("[1, 2]", tuple[int, ...], (1, 2)),
        ("", tuple[int, ...], ()),
        ("gwgW, RBbW", tuple[str, ...], ("gwgW", "RBbW")),
        ("3,x", tuple[int, str], (3, "x")),
        ("1,2", list[int], [1, 2]),
        ("1,2", list, [1, 2]),
        ("1,2", Sequence[int], (1, 2)),
        ("a,b", Iterable[str], ("a", "b")),
        ("1,2,1", set[int], {1, 2}),
        ("[[1, 2], [3]]", list[tuple[int, ...]], [(1, 2), (3,)]),
        ("3:2, 5:3", Mapping[int, int], {3: 2, 5: 3}),
        ('{"3": 2}', dict[int, int], {3: 2}),
        ('{"a": [1]}', dict[str, tuple[int, ...]], {"a": (1,)}),
        ("5", int | None, 5),
        ("null", int | None, None),
        ("5", str | int, 5),
        ("five", str | int, "five"),
        ("east", Literal["east", "west"], "east"),
        ("2", Literal[1, 2], 2),
        ("8", Size, 8),
        ("8", object, 8),
        ("[(0, 1), ('a', None)]", Any, [(0, 1), ("a", None)]),
        ("(0, 1)", Any, (0, 1)),
        ("{1: True}", Any, {1: True}),
        ("None", Any, None),
        ("(0, 1), (1, 2)", list[tuple[int, int]], [(0, 1), (1, 2)]),
        ("{(0, 1): 'a'}", dict[tuple[int, int], str], {(0, 1): "a"}),
        ("{'a', 'b'}", set[str], {"a", "b"}),
        ("(p and q)", Any, "(p and q)"),
        ("(a),b", list[str], ["(a)", "b"]),
    ],
)
def test_text_is_read_as_its_kind(text: str, kind: Any, value: Any) -> None:
    found = read(text, kind)

    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("x", int, "expected a whole number such as 8, found 'x'"),
        ("1.5", int, "expected a whole number such as 8, found 1.5"),
        ("true", int, "expected a whole number such as 8, found True"),
        ("x", float, "expected a number such as 0.5, found 'x'"),
        ("2", bool, "expected true or false, found 2"),
        ("1,x", tuple[int, ...], "expected a whole number such as 8, found 'x'"),
        ('["x"]', list[int], "expected a whole number such as 8, found 'x'"),
        ("[1, 2", list[int], "expected a list such as 1,2,3, found '[1, 2'"),
        ("1,2", list[list[int]], "expected a list of lists, as JSON, such as [[1, 2], [3]], found '1,2'"),
        ("1,2,3", tuple[int, int], "expected 2 items, found 3"),
        ("[[1]]", set[Any], "expected a list such as 1,2,3, found [[1]]"),
        ("1,2", dict[int, int], """expected a dict such as 3:2,5:3 or, as JSON, {"3": 2}, found '1,2'"""),
        ("x", int | None, "expected a whole number such as 8 or null, found 'x'"),
        ("north", Literal["east", "west"], "expected east or west, found 'north'"),
        ("1+2j", complex, "expected complex, which has no form on the command line, found '1+2j'"),
    ],
)
def test_a_wrong_text_is_reported_with_what_was_expected(text: str, kind: Any, message: str) -> None:
    with pytest.raises(ValueError) as error:
        read(text, kind)

    assert str(error.value) == message


def test_nothing_is_evaluated() -> None:
    assert read("__import__('os').getcwd()", Any) == "__import__('os').getcwd()"
