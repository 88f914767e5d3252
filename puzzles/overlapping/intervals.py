"""95% confidence intervals of a share or a mean."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

Z = NormalDist().inv_cdf(0.975)


def share(hits: int, total: int) -> tuple[float, float]:
    """Wilson's interval for a share.

    >>> [round(bound, 3) for bound in share(23, 30)]
    [0.591, 0.882]

    Source: Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if total == 0:
        return 0.0, 1.0
    middle = (hits + Z * Z / 2) / (total + Z * Z)
    half = Z / (total + Z * Z) * sqrt(hits * (total - hits) / total + Z * Z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and its interval by the normal distribution, for thirty values or more.

    >>> mean([1, 2, 3, 2])[0]
    2.0
    """
    middle = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return middle, middle - half, middle + half


def share_in_words(hits: int, total: int) -> str:
    """A share in words.

    >>> share_in_words(23, 30)
    '23 of 30, 76.7% (59.1% to 88.2%)'
    """
    low, high = share(hits, total)
    return f"{hits} of {total}, {hits / max(total, 1):.1%} ({low:.1%} to {high:.1%})"


def mean_in_words(values: Sequence[float]) -> str:
    """A mean in words.

    >>> mean_in_words([1.0, 2.0, 3.0])
    '2.0 (0.9 to 3.1)'
    """
    return "{:.1f} ({:.1f} to {:.1f})".format(*mean(values))
