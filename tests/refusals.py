"""How many random programs with classes and helpers are refused, and by which sentence, and how many are wrong.

python -m tests.refusals 400                     of 400 programs, tabulated by feature
python -m tests.refusals 400 --with slots items  programs with exactly these features
python -m tests.refusals 1 --seed 17 --show      the program number 17, and what is wrong with it
python -m tests.refusals 1 --seed 17 --reduce    the same, made as small as it can be
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from class_engines import Different, check, expected_of
from class_grammar import FEATURES
from class_programs import EXCLUDED, Program, Writer
from reduction import reduced

from ambsearch import Refused

SECONDS = 10  # of the processor, for one program


class TooSlow(BaseException):
    pass


def too_slow(*_: object) -> None:
    raise TooSlow


class RandomWriter(Writer):
    """Writes a program by a generator of random numbers, which is faster than Hypothesis and never shrinks."""

    def __init__(self, rng: random.Random, features: frozenset[str]) -> None:
        self.rng = rng
        super().__init__(lambda strategy: 0, features)

    def below(self, limit: int) -> int:
        return self.rng.randrange(limit)


def numbered_program(seed: int, features: frozenset[str] | None = None) -> Program:
    rng = random.Random(seed)
    if features is None:
        features = frozenset(rng.sample(sorted(FEATURES), rng.randint(1, 7)))
    features -= {EXCLUDED[name] for name in features if name in EXCLUDED}
    return Program(RandomWriter(rng, features).module(), features)


def verdict(program: Program, depths: str, seconds: int = SECONDS) -> tuple[str, str]:
    """ "right", "refused", "wrong" or "slow", and the sentence or the difference."""
    signal.signal(signal.SIGPROF, too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return judged(program, depths)
    except TooSlow:
        return "slow", f"{program}\nnot finished after {seconds} seconds"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def judged(program: Program, depths: str) -> tuple[str, str]:
    expected = expected_of(program)
    try:
        check(program, depths, expected)
    except Refused as refusal:
        return "refused", refusal.msg
    except Different as difference:
        return "wrong", str(difference)
    except Exception as error:
        return "wrong", f"{program}\n{type(error).__name__}: {error}"
    return "right", ""


def reduced_program(program: Program, depths: str) -> Program:
    """A smaller one that is wrong, too."""

    def is_wrong(source: str) -> bool:
        try:
            compile(source, "", "exec", dont_inherit=True)
            return "def f(" in source and verdict(Program(source, program.features), depths, seconds=2)[0] == "wrong"
        except Exception:  # replay cannot run it
            return False

    return Program(reduced(program.source, is_wrong), program.features)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=int)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first program")
    parser.add_argument("--with", dest="features", nargs="*", choices=sorted(FEATURES), help="only these features")
    parser.add_argument("--depths", choices=["plain", "deep", "mixed"], default="plain")
    parser.add_argument("--reduce", action="store_true", help="print them as small as they can be made")
    parser.add_argument("--show", action="store_true", help="print each program that is wrong")
    options = parser.parse_args()
    features = None if options.features is None else frozenset(options.features)

    total, sentences, wrong, by_feature = Counter[str](), Counter[str](), list[int](), Counter[tuple[str, str]]()
    for seed in range(options.seed, options.seed + options.programs):
        program = numbered_program(seed, features)
        kind, text = verdict(program, options.depths)
        total[kind] += 1
        by_feature.update((feature, kind) for feature in program.features)
        if kind == "refused":
            sentences[
                re.sub(
                    r"\b\w+\b(?= (may have|is rebound|uses|rebinds|changes|is assigned))|(?<=uses )\w+|\b(\w+)=\2\b",
                    "x",
                    text,
                )
            ] += 1
        if kind == "wrong":
            wrong.append(seed)
        if options.reduce and kind == "wrong":
            kind, text = verdict(reduced_program(program, options.depths), options.depths)
        if (options.show or options.reduce) and kind != "right":
            print(f"--- program {seed}: {kind}\n{text}")
    report(total, sentences, wrong, by_feature)


def report(
    total: Counter[str], sentences: Counter[str], wrong: list[int], by_feature: Counter[tuple[str, str]]
) -> None:
    print(", ".join(f"{total[kind]} {kind}" for kind in ("right", "refused", "wrong", "slow")))
    print("\nrefused by")
    for sentence, count in sentences.most_common():
        print(f"{count:5} {sentence}")
    print("\nwrong:", " ".join(map(str, wrong)))
    print(f"\n{'feature':20} right refused wrong  slow")
    for feature in sorted({feature for feature, _ in by_feature}):
        counts = [by_feature[feature, kind] for kind in ("right", "refused", "wrong", "slow")]
        print(f"{feature:20} {counts[0]:5} {counts[1]:7} {counts[2]:5} {counts[3]:5}")


if __name__ == "__main__":
    main()
