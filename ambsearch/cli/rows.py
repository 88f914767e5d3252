"""The result of a check, for one instance or several."""

from dataclasses import dataclass
from xml.etree import ElementTree

from ambsearch.cli.programs import Program
from ambsearch.testing import Different

SAME = "same"


@dataclass(frozen=True)
class Row:
    """The result; trouble: the message if the answers differ; kind: of the difference, else empty."""

    puzzle: str
    instance: str
    answers: int
    verdict: str = SAME
    trouble: str = ""
    kind: str | None = None


def of_difference(program: Program, instance: str, answers: int, difference: Different) -> Row:
    """The difference of a puzzle from its twin in full: where it is, and the answers as pictures."""
    sides = {"the first": "by choice", "the second": "by hand"}
    told = [
        f"{program.name} {instance}: the first is the search by choice, the second the one by hand",
        str(difference),
    ]
    for name, answer in difference.answers:
        picture = program.ask("picture", program.parameters(instance, []), answer)
        told += [f"{sides[name]}:", picture] if picture is not None else []
    return Row(program.name, instance, answers, f"differs: {difference.kind}", "\n".join(told), difference.kind)


def as_junit(rows: list[Row]) -> str:
    """The rows as test cases, in the XML that build servers read.

    >>> print(as_junit([Row("queens", "n=4", 2)]))
    <testsuite name="ambsearch check" tests="1" failures="0"><testcase classname="queens" name="n=4" /></testsuite>
    """
    failures = sum(row.verdict != SAME for row in rows)
    suite = ElementTree.Element("testsuite", name="ambsearch check", tests=str(len(rows)), failures=str(failures))
    for row in rows:
        case = ElementTree.SubElement(suite, "testcase", classname=row.puzzle, name=row.instance)
        if row.verdict != SAME:
            failure = ElementTree.SubElement(case, "failure", message=row.verdict, type=row.kind or "")
            failure.text = row.trouble
    return ElementTree.tostring(suite, encoding="unicode")
