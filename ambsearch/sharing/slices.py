"""What a worker does with a part of a search: a slice of it, which takes a limited time, and says what is left.

run_slice   what is sent to a worker; what comes back is in `results`
expand      makes the expansions that this needs

A slice goes through the part unit by unit, see `slicing`. Inside a unit there are no paths; if a branch in it fails,
the unit is searched again, step by step, until the branch is found.
"""

import os
import pickle
from contextlib import closing
from dataclasses import replace
from functools import partial
from threading import RLock
from typing import Any

from ambsearch.answers import Answers
from ambsearch.observing import shared_kind
from ambsearch.reached import searches
from ambsearch.sharing.parts import Part
from ambsearch.sharing.reports import Channel
from ambsearch.sharing.results import Slice, failing, result
from ambsearch.sharing.slicing import Slicing, watch_clock
from ambsearch.steering import Path, following, steer
from ambsearch.steering.limiters import Spent

TURNS: dict[int, Any] = {}  # the lock of each search in this process


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=TURNS.clear)  # the threads that hold them are not there


def expand(answers: Answers[Any]) -> None:
    """Make the expansions that the workers need, so that forked workers have them already."""
    for function in searches(answers):
        function.observable(shared_kind(Slicing))


def run_slice(sent: bytes, part: Part, seconds: float, most: int, channel: Channel | None = None) -> Slice:
    """Search a part for some time, when no other thread of this process searches another part of the same search.

    Both would change the same globals and objects, and each would find there what the other has done.

    sent: the answers of an ambiguous function, pickled. part: what to search of it. seconds: how long, about.
    most: end after about this many answers.
    channel: to the head, if it must continue as long as nobody wants what is left.
    """
    with TURNS.setdefault(hash(sent), RLock()):
        return search_slice(pickle.loads(sent), part, seconds, most, channel)


def search_slice(answers: Answers[Any], part: Part, seconds: float, most: int, channel: Channel | None) -> Slice:
    slicing = Slicing(part, seconds, most)
    if channel is not None:
        slicing.channel, slicing.report = channel, partial(report, answers, slicing, channel)
    error: BaseException | None = None
    path: Path = ()
    rest = None
    try:
        with closing(iter(steer(answers, slicing))) as search, watch_clock(slicing):  # type: ignore[type-var]
            for answer in search:
                slicing.answers.append(answer)
                if slicing.free and len(slicing.answers) - slicing.kept > most:
                    slicing.give_up()
                    break
        rest = slicing.rest()
    except Spent:
        rest = slicing.rest()
    except Exception as raised:
        error, path = raised, slicing.position or ()
        if slicing.free or slicing.late:
            path = failing(answers, path, following(path)) or path
    found = slicing.answers if rest is None else slicing.answers[: slicing.kept]
    return result(answers, slicing, found, rest, error, path)


def report(answers: Answers[Any], slicing: Slicing, channel: Channel, gives: bool = True) -> bool:
    """Report to the head, give it some of what is left if it wants that, and continue; False to end the slice."""
    rest, given = slicing.rest(), None
    if rest is None or channel.is_to_end():
        return False
    halves = rest.halves() if gives and channel.is_asked() else None
    if halves and channel.gives():
        rest, given = halves
    found = slicing.answers[: slicing.kept]
    told = replace(result(answers, slicing, found, rest, None, ()), given=given)
    if told.error is not None:  # the end of the slice reports it
        return False
    channel.send(told)
    slicing.stop = rest.stop
    slicing.go_on(rest.depth)
    return True
