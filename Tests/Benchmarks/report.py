"""Words, tables and a plot of what was measured."""

import datetime
import math
import os
import platform


class Row:
    """One workload beside its limit and its peers; ratios are (median, lowest, highest)."""

    def __init__(self, title, limit, limit_seconds, seconds, ratio, reach, kilobytes, peers):
        self.title, self.limit, self.limit_seconds = title, limit, limit_seconds
        self.seconds, self.ratio, self.reach = seconds, ratio, reach
        self.kilobytes, self.peers = kilobytes, peers

    @property
    def verdict(self):
        if self.reach is None:
            return ""
        return "kept" if self.ratio[0] <= self.reach else "missed"

    @property
    def text(self):
        peers = ", ".join(f"{name} {value[0]:.2f} x" for name, value in self.peers)
        reach = f", to reach {self.reach} x: {self.verdict}" if self.reach else ""
        return (
            f"{self.title}: {spread(self.ratio)} of {self.limit} "
            f"({time(self.seconds)} : {time(self.limit_seconds)}){reach}, "
            f"{self.kilobytes // 1024} MB{'; ' + peers if peers else ''}")

    @property
    def cells(self):
        peers = "<br>".join(f"{name} {value[0]:.1f} ×" for name, value in self.peers) or "–"
        reach = f"≤ {self.reach} ×" if self.reach else "–"
        return (
            f"| {self.title} | {self.limit}, {time(self.limit_seconds)} | {time(self.seconds)} | "
            f"**{self.ratio[0]:.2f} ×** ({self.ratio[1]:.2f} to {self.ratio[2]:.2f}) | {reach} | "
            f"{self.kilobytes // 1024} MB | {peers} |")


def spread(value):
    return f"{value[0]:.2f} x ({value[1]:.2f} to {value[2]:.2f})"


def time(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def processor():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def write(bench, points, docs):
    """Docs/benchmarks.md and the plot that it shows."""
    median, lowest, highest, count, kilobytes = bench.rates
    length = "an hour" if not bench.quick else "six minutes"
    rows = "\n".join(row.cells for row in bench.rows)
    costs = "\n".join(
        f"| {clock(seconds)} | {time(cost)} | {seconds / cost:,.0f} × | {size // 1024} MB |"
        for seconds, cost, size in points)
    text = f"""# Benchmarks

Written by `Tests/Benchmarks/benchmark.py --write` on {datetime.date.today()}, on
{os.cpu_count()} cores of {processor()}.

Each work is {length} at 48 kHz in stereo and 24 bits. It stands beside its limit: the time that
this machine needs at least for the same bytes, measured in the same run, the processes taking
turns. A ratio is the median of the rounds, with the lowest and the highest. Times of two runs
differ with what else the machine does; ratios hold. Files are written without waiting for the
disk, and beside `write(2)` into memory that has just been used: a virtual machine may have given
back to its host what lay idle, which is written to at a tenth of the speed. The other programs
write what they can, each beside `write(2)` of as many bytes as it wrote.

| work | limit | tactus | ratio | to reach | memory | others |
|---|---|---|---|---|---|---|
{rows}

Events of {clock(86_400 if not bench.quick else 8640)} with 500 ramps, written as CSV:
{median:.1f} million a second ({lowest:.1f} to {highest:.1f}) of {count:,}, {kilobytes // 1024} MB.

## Cost by length

A click at 137 with eighths, to standard output and from there to nowhere.

| length | time | of real time | memory |
|---|---|---|---|
{costs}

![Cost by length](benchmarks.svg)
"""
    with open(f"{docs}/benchmarks.md", "w", encoding="utf-8") as file:
        file.write(text)
    with open(f"{docs}/benchmarks.svg", "w", encoding="utf-8") as file:
        file.write(plot([(seconds, cost) for seconds, cost, _ in points]))


def clock(seconds):
    for size, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= size:
            number = seconds / size
            return f"{number:g} {name}{'' if number == 1 else 's'}"
    return "0 seconds"


def plot(points):
    """A line of costs over lengths, both logarithmic."""
    width, height, left, bottom, top = 640, 400, 70, 340, 30
    low_x, high_x = 10, 100_000
    low_y = 10 ** math.floor(math.log10(min(cost for _, cost in points)))
    high_y = 10 ** math.ceil(math.log10(max(cost for _, cost in points)))

    def place(seconds, cost):
        x = left + (width - left - 20) * math.log(seconds / low_x) / math.log(high_x / low_x)
        y = bottom - (bottom - top) * math.log(cost / low_y) / math.log(high_y / low_y)
        return x, y

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>']
    for seconds, name in ((10, "10 s"), (60, "1 min"), (600, "10 min"), (3600, "1 h"),
                          (14_400, "4 h"), (86_400, "24 h")):
        x, _ = place(seconds, low_y)
        parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{name}</text>')
    cost = low_y
    while cost <= high_y * 1.001:
        _, y = place(low_x, cost)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - 20}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{time(cost)}</text>')
        cost *= 10
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    for point in points:
        x, y = place(*point)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#06c"/>')
    parts.append(f'<text x="{(left + width) / 2}" y="{height - 15}" text-anchor="middle">length of the click</text>')
    parts.append(f'<text x="{left}" y="18">time to render it</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"
