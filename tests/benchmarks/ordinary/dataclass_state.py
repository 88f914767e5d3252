"""Jobs for machines, all of which end at the same time; the machines are instances of a dataclass."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ambsearch import ambiguous, require

FULL = {"jobs": (12, 11, 9, 9, 8, 8, 7, 6, 6, 5, 5, 4, 3, 3), "count": 3}
SMALL = {"jobs": (4, 3, 2, 2, 1), "count": 2}


@dataclass
class Machine:
    number: int
    load: int = 0
    jobs: list[int] = field(default_factory=list)


Plan = list[list[int]]


@ambiguous
def solve(jobs: Sequence[int], count: int) -> Generator[Any, Any, Plan]:
    """Every job is done by one machine; an answer is the list of the jobs of each machine."""
    machines = [Machine(number) for number in range(count)]
    limit = sum(jobs) / count
    for job in jobs:
        machine = yield machines
        machine.load += job
        require(machine.load <= limit)
        machine.jobs.append(job)
    return [machine.jobs for machine in machines]


def by_hand(jobs: Sequence[int], count: int) -> Iterator[Plan]:
    machines = [Machine(number) for number in range(count)]
    limit = sum(jobs) / count

    def assign(index: int) -> Iterator[Plan]:
        if index == len(jobs):
            yield [machine.jobs.copy() for machine in machines]
            return
        job = jobs[index]
        for machine in machines:
            machine.load += job
            if machine.load <= limit:
                machine.jobs.append(job)
                yield from assign(index + 1)
                machine.jobs.pop()
            machine.load -= job

    return assign(0)
