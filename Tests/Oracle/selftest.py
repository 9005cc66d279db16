"""Tests of the oracle itself: answers worked out by hand, and a spoiled frame that is noticed."""

import sys
import tempfile

import yaml

import byhand
import compare
import generate
import rows
import songs
import steps
from evaluate import evaluate


def _by_hand():
    failed = 0
    for title, text, wanted in byhand.SONGS:
        found = rows.csv(evaluate(yaml.load(text, Loader=yaml.BaseLoader)), 48000)[1:]
        found = [",".join(row.split(",")[:1] + row.split(",")[2:]) for row in found]
        if found != wanted:
            failed += 1
            print(f"self-test: {title}\n  expected: {wanted}\n  got:      {found}")
    digits = [steps.VELOCITY[str(n)] for n in range(1, 10)]
    if digits != [14, 28, 42, 56, 71, 85, 99, 113, 127]:
        failed += 1
        print(f"self-test: the velocities of the digits are {digits}")
    spreads = (3, 8, "x..x..x."), (5, 8, "x.xx.xx."), (4, 4, "xxxx"), (0, 3, "...")
    for hits, count, line in spreads:
        spread = {int(hit.at) for hit in steps.euclid(hits, count)[1]}
        if "".join("x" if i in spread else "." for i in range(count)) != line:
            failed += 1
            print(f"self-test: {hits} over {count} is not {line}")
    return failed


def _spoil(lines):
    """The middle event one frame late."""
    index = 1 + (len(lines) - 1) // 2
    at, rest = lines[index].split(",", 1)
    lines[index] = f"{int(at) + 1},{rest}"


def _spoiled(program, seed):
    """A song that passes, and fails with one frame spoiled."""
    text, evaluation = songs.numbered("self-test", seed, 0, generate.Maker)
    plain = rows.csv(evaluation, 48000)
    spoiled = list(plain)
    _spoil(spoiled)
    if rows.first_difference(plain, plain) or not rows.first_difference(spoiled, plain):
        print("self-test: a spoiled row is not noticed")
        return 1
    if not program:
        return 0
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        path = compare.write(folder, "song.yaml", text)
        try:
            compare.events(program, path, evaluation, [48000])
        except compare.Difference as difference:
            print(f"self-test: the program differs before anything is spoiled: {difference}")
            return 1
        try:
            compare.events(program, path, evaluation, [48000], alter=_spoil)
        except compare.Difference:
            return 0
    print("self-test: the program's list agrees with a spoiled one")
    return 1


def main(options):
    failed = _by_hand() + _spoiled(options.tactus, options.seed)
    with_program = "with the program" if options.tactus else "without the program"
    print(f"self-test {with_program}: {'failed' if failed else 'passed'}", file=sys.stderr)
    return 1 if failed else 0
