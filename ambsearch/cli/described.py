"""What a module says of its program, beside it: of the wrong kind, it is a user's mistake, and told as one."""

import inspect
import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ambsearch.cli.complaints import Complaint, unknown


def check_instances(instances: Any, names: list[str], owner: str) -> None:
    """Complaint unless this is a dict from names to arguments, for parameters of these names."""
    if not isinstance(instances, Mapping) or not all(isinstance(name, str) for name in instances):
        raise Complaint(
            f"INSTANCES of {owner}: expected a dict from a name to arguments, such as {{'small': {{'n': 3}}}}, "
            f"found {reprlib.repr(instances)}"
        )
    for name, given in instances.items():
        check_given(given, names, f"INSTANCES of {owner}, {name!r}")


def check_given(given: Any, names: list[str], owner: str) -> None:
    """Complaint unless these are arguments for parameters of these names."""
    if not isinstance(given, Mapping):
        raise Complaint(f"{owner}: expected a dict of arguments, such as {{'n': 3}}, found {reprlib.repr(given)}")
    for name in given:
        if name not in names:
            raise unknown("parameter", str(name), names, owner=owner)


def check_limit(limit: Any, owner: str) -> int:
    """The LIMIT; Complaint unless it is a number of answers."""
    if not isinstance(limit, int) or limit < 1:
        raise Complaint(f"LIMIT of {owner}: expected a positive number such as 3, found {limit!r}")
    return limit


def ask(name: str, function: Any, owner: str, answers: Sequence[Any], parameters: Mapping[str, Any]) -> Any:
    """What a function of the module gives for these answers and arguments; Complaint if it does not take them."""
    try:
        return function(*answers, **parameters)
    except TypeError:
        wanted = ", ".join([*("answer", "second")[: len(answers)], *parameters])
        expected = f"{name} of {owner}: expected a function of ({wanted})"
        check_callable(function, expected)
        check_takes(function, expected, answers, parameters)
        raise


def check_callable(value: Any, expected: str) -> None:
    if not callable(value):
        raise Complaint(f"{expected}, found {value!r}")


def check_takes(
    function: Callable[..., Any], expected: str, answers: Sequence[Any], parameters: Mapping[str, Any]
) -> None:
    try:
        signature = inspect.signature(function)
    except ValueError:  # a builtin one that does not tell
        return
    try:
        signature.bind(*answers, **parameters)
    except TypeError as error:
        raise Complaint(f"{expected}, found {signature}: {error}") from None
