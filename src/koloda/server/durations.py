"""How long things take, counted in steps: cheap enough for every move, and for a thread of its own."""

from __future__ import annotations

from bisect import bisect_left

STEP_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Durations:
    """How many durations were at most as long as each step. One thread adds, any may read."""

    def __init__(self) -> None:
        self._counts = [0] * (len(STEP_SECONDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Something has taken so long."""
        self._counts[bisect_left(STEP_SECONDS, seconds)] += 1
        self.seconds += seconds

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self._counts)

    def quantile(self, share: float) -> float:
        """The step below which such a share of them was; 0 if there were none."""
        wanted, so_far = share * self.count, 0
        for step, count in zip((*STEP_SECONDS, float("inf")), self._counts, strict=True):
            so_far += count
            if so_far >= wanted > 0:
                return min(step, STEP_SECONDS[-1])
        return 0.0

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: each step with the number of all that were not longer."""
        names = [*map(str, STEP_SECONDS), "+Inf"]
        sums = [sum(self._counts[: i + 1]) for i in range(len(names))]
        return [(name, float(total)) for name, total in zip(names, sums, strict=True)]
