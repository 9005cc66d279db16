"""The clock: musical position to exact seconds, through steps, ramps and holds.

On a stretch of length L whole notes from v0 to v1 whole notes a minute:

- `beats`: v(p) = v0 + (v1 - v0) p/L. Time is the integral of dp/v: L/(v1 - v0) ln(v(p)/v0).
- `time`: v is linear in time, so v² is linear in position: v(p)² = v0² + (v1² - v0²) p/L, and
  with a mean speed of (v0 + v(p))/2 the time is 2p/(v0 + v(p)).
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from values import Ramp, logarithm, shortened, square_root

ZERO = Fraction(0)


@dataclass
class Stretch:
    start: Fraction
    length: Fraction  # of the whole ramp, though a later stretch may cut it
    ramp: Ramp
    time: Fraction = ZERO
    exact: bool = True

    def elapsed(self, distance):
        """Seconds from the stretch's start, and whether they are exact."""
        v0, v1 = self.ramp.start, self.ramp.end
        if v0 == v1 or distance == 0:
            return 60 * distance / v0, True
        if self.ramp.curve == "beats":
            now = v0 + (v1 - v0) * distance / self.length
            return 60 * self.length / (v1 - v0) * logarithm(now / v0), False
        now, exact = square_root(v0 * v0 + (v1 * v1 - v0 * v0) * distance / self.length)
        return 120 * distance / (v0 + now), exact


class Clock:
    """One section's tempo. Positions count from its bar 1, times from the file's start."""

    def __init__(self, stretches, holds, begin, end, time, exact):
        """`holds` are (position, seconds); `begin` is where `time` stands."""
        self.begin, self.end = begin, end
        self.stretches = sorted(stretches, key=lambda s: s.start)
        self.starts = [s.start for s in self.stretches]
        self.holds = sorted(holds)
        first = self.stretches[0]
        assert first.start == begin
        first.time, first.exact = time, exact
        for before, after in zip(self.stretches, self.stretches[1:]):
            elapsed, sure = before.elapsed(after.start - before.start)
            after.exact = before.exact and sure
            after.time = before.time + elapsed
            if not after.exact:
                after.time = shortened(after.time)

    def time(self, position):
        """Seconds of what lies at a position, and whether they are exact."""
        stretch = self.stretches[max(0, bisect_right(self.starts, position) - 1)]
        elapsed, exact = stretch.elapsed(position - stretch.start)
        held = sum((length for at, length in self.holds if at < position), ZERO)
        return stretch.time + elapsed + held, stretch.exact and exact


def ramp_length(ramp, duration):
    """How many whole notes a ramp of that many seconds covers."""
    minutes = duration / 60
    v0, v1 = ramp.start, ramp.end
    if v0 == v1:
        return minutes * v0
    if ramp.curve == "time":
        return minutes * (v0 + v1) / 2
    return shortened(minutes * (v1 - v0) / logarithm(v1 / v0))
