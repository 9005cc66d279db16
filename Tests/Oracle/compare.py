"""The program's lists, sound files and MIDI files against what a song must give."""

import math
import os
import subprocess
from collections import Counter

import rows

TIME_LIMIT = 120


class Difference(Exception):
    """The program and the oracle do not agree; the text says where."""


def run(program, *arguments):
    done = subprocess.run(
        [program, *arguments], capture_output=True, timeout=TIME_LIMIT, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        command = " ".join(os.path.basename(a) for a in arguments)
        raise Difference(f"`tactus {command}` ended with {done.returncode}:\n{message}")
    return done.stdout


def events(program, path, evaluation, rates, alter=None):
    """Every row at every rate; gives what chance has played, see `sounded`.

    `alter` may spoil the expected rows, to see that it is noticed.
    """
    got = []
    for rate in rates:
        out = run(program, "events", path, "--rate", str(rate), "--format", "csv")
        got = out.decode().splitlines()
        if evaluation.certain:
            expected = rows.csv(evaluation, rate)
            if alter:
                alter(expected)
            found = rows.first_difference(expected, got)
        else:
            found = rows.uncertain_difference(evaluation, rate, got)
        if found:
            index, want, have = found
            raise Difference(f"row {index} at {rate} Hz\n  expected: {want}\n  got:      {have}")
    return [] if evaluation.certain else sounded(evaluation, got)


def sounded(evaluation, got):
    """(chance, how many hits had it, how many of them are in the list).

    Only where a bar, beat and track have nothing but one hit of that chance.
    """
    there = Counter(",".join(row.split(",")[2:-1]) for row in got[1:])
    groups = {}
    for event in evaluation.events:
        groups.setdefault(rows.key(event), []).append(event)
    totals = {}
    for key, group in groups.items():
        if len(group) == 1 and group[0].alone and group[0].chance < 1:
            offered, played = totals.get(group[0].chance, (0, 0))
            totals[group[0].chance] = offered + 1, played + there[key]
    return [(chance, *pair) for chance, pair in totals.items()]


def unfair(chances):
    """What is further than six standard deviations from its chance, over all songs."""
    found = []
    for chance, (offered, played) in sorted(chances.items()):
        spread = math.sqrt(offered * chance * (1 - chance))
        if abs(played - offered * chance) > 6 * spread + 1:
            share = f"{float(chance):.3f}"
            found.append(f"of {offered} hits with a chance of {share}, {played} sounded")
    return found


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def report(path, evaluation, difference):
    lines = [f"{path}: {difference}"]
    if evaluation and evaluation.doubts.found:
        lines.append("  readings that this song depends on:")
        lines += [f"    - {doubt}" for doubt in sorted(evaluation.doubts.found)]
    return "\n".join(lines)

