"""What one solver did on one set of deals, and how it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median, quantiles
from typing import NamedTuple


class Run(NamedTuple):
    """One deal: the word and the CPU time."""

    word: str
    ms: float


HEADER = (
    f"{'rules':26}{'solver':12}{'deals':>6}{'won':>6}{'lost':>6}{'open':>6}{'total s':>9}{'median':>9}{'mean':>9}"
    f"{'p95':>9}{'max ms':>10}{'MB':>6}"
)


def line(rules: str, solver: str, runs: Sequence[Run], megabytes: float | None) -> str:
    """A row of the table: times in ms of CPU a deal; `open` were not decided within the limit."""
    times = [run.ms for run in runs]
    words = [run.word for run in runs]
    counts = "".join(f"{words.count(word):6}" for word in ("winnable", "unwinnable", "undecided"))
    p95 = quantiles(times, n=20)[-1]
    memory = "" if megabytes is None else f"{megabytes:6.0f}"
    return (
        f"{rules:26}{solver:12}{len(runs):6}{counts}{sum(times) / 1000:9.2f}{median(times):9.3f}{fmean(times):9.2f}"
        f"{p95:9.2f}{max(times):10.1f}{memory}"
    )


def ratios(theirs: Sequence[Run], ours: Sequence[Run]) -> str:
    """How many times as long the other took in all, and our median as a part of its."""
    total = sum(run.ms for run in theirs) / sum(run.ms for run in ours)
    middle = median(run.ms for run in ours) / median(run.ms for run in theirs)
    both = [(mine.word, other.word) for mine, other in zip(ours, theirs, strict=True)]
    differ = sum(mine != other for mine, other in both if "undecided" not in (mine, other))
    return f"{'':26}total {total:.2f} times ours, our median {middle:.2f} of its, {differ} words differ"
