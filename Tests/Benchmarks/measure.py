"""Runs commands in turn, as whole processes, and tells what they took."""

import os
import statistics
import subprocess
import time


class Runs:
    """The runs of one command."""

    def __init__(self):
        self.seconds = []
        self.kilobytes = 0

    @property
    def median(self):
        return statistics.median(self.seconds)


def run_once(command, output=None):
    """A command's time in seconds, and its peak memory in kilobytes."""
    with open(output or os.devnull, "wb") as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    # So that Popen does not wait for it again.
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return seconds, usage.ru_maxrss


def alternate(commands, rounds, before_each=lambda: None):
    """Runs commands in turn, round after round.

    `commands` maps names to (words, file of standard output or None). The result maps the names to
    their runs. Rounds, and not runs in a row: what disturbs the machine disturbs all alike."""
    runs = {name: Runs() for name in commands}
    for _ in range(rounds):
        for name, (words, output) in commands.items():
            before_each()
            seconds, kilobytes = run_once(words, output)
            runs[name].seconds.append(seconds)
            runs[name].kilobytes = max(runs[name].kilobytes, kilobytes)
    return runs


def ratio(ours, limit):
    """The median of the rounds' ratios, the lowest and the highest."""
    ratios = sorted(a / b for a, b in zip(ours.seconds, limit.seconds))
    return statistics.median(ratios), ratios[0], ratios[-1]
