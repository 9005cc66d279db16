"""Tests of the oracle itself: answers worked out by hand, and a spoiled frame that is noticed."""

import sys
import tempfile

import yaml

import compare
import generate
import rows
import songs
import steps
from evaluate import evaluate

# Each row is frame at 48 kHz, bar, beat, section, track, sound, velocity.
BY_HAND = [
    (
        "the smallest song: quarter notes at 120 are half a second apart",
        "tempo: 120\nbars: 1\n",
        [
            "0,1,1,song,click,click-high,127",
            "24000,1,2,song,click,click-low,102",
            "48000,1,3,song,click,click-low,102",
            "72000,1,4,song,click,click-low,102",
        ],
    ),
    (
        "an exact half frame rounds up: 60/96000 s is 30 frames, 1/96000 s is half of one",
        "tempo: 120\nmeter: 1/4\nbars: 1\noutput: {start: 1/96000s}\n",
        ["1,1,1,song,click,click-high,127"],
    ),
    (
        "groups are beats, units between them subdivisions, and 3/8 = 60 is eighths at 180",
        "tempo: 3/8 = 60\nmeter: 2+3/8\nbars: 1\n",
        [
            "0,1,1,song,click,click-high,127",
            "16000,1,1+1/8,song,click,click-soft,64",
            "32000,1,2,song,click,click-low,102",
            "48000,1,2+1/8,song,click,click-soft,64",
            "64000,1,2+1/4,song,click,click-soft,64",
        ],
    ),
    (
        "a dotted quarter as the beat leaves a last partial unit, and parts past the bar out",
        "tempo: 60\nbeat: 3/8\nmeter: 5/8\nbars: 1\nclick: {subdivisions: {3: off, 2: 100%}}\n",
        [
            "0,1,1,song,click,click-high,127",
            "24000,1,1+3/16,song,click,click-soft,127",
            "48000,1,2,song,click,click-low,102",
            "72000,1,2+3/16,song,click,click-soft,127",
        ],
    ),
    (
        "a count-in of a 3/4 bar at 180 lasts a second, and a pattern silences the click",
        "tempo: 180\nmeter: 3/4\ncount-in: 1 bar\nbars: 1\nplay: p\n"
        "patterns: {p: {kick: 'X(x(o5))..', hat: {steps: '.9', velocity: 50%}}}\n",
        [
            "0,-1,1,count-in,click,click-high,127",
            "16000,-1,2,count-in,click,click-low,102",
            "32000,-1,3,count-in,click,click-low,102",
            "48000,1,1,song,kick,kick,127",
            "52000,1,1+1/16,song,kick,kick,100",
            "52000,1,1+1/16,song,hat,hat,64",
            "54000,1,1+3/32,song,kick,kick,50",
            "55000,1,1+7/64,song,kick,kick,71",
            "60000,1,1+3/16,song,hat,hat,64",
            "64000,1,2,song,kick,kick,127",
            "68000,1,2+1/16,song,kick,kick,100",
            "68000,1,2+1/16,song,hat,hat,64",
            "70000,1,2+3/32,song,kick,kick,50",
            "71000,1,2+7/64,song,kick,kick,71",
            "76000,1,2+3/16,song,hat,hat,64",
            "80000,1,3,song,kick,kick,127",
            "84000,1,3+1/16,song,kick,kick,100",
            "84000,1,3+1/16,song,hat,hat,64",
            "86000,1,3+3/32,song,kick,kick,50",
            "87000,1,3+7/64,song,kick,kick,71",
            "92000,1,3+3/16,song,hat,hat,64",
        ],
    ),
    (
        "bars of the song are numbered through, a pattern's name is a section of its length",
        "tempo: 240\nmeter: 1/4\nsections: {a: {bars: 2}}\npatterns: {p: {kick: x...}}\n"
        "song: [a, p x2, {B: {bars: 1, tempo: 120}}]\n",
        [
            "0,1,1,a,click,click-high,127",
            "12000,2,1,a,click,click-high,127",
            "24000,3,1,p,kick,kick,100",
            "36000,4,1,p,kick,kick,100",
            "48000,5,1,B,click,click-high,127",
        ],
    ),
    (
        "a ramp in beats from 60 to 120 over two quarters: 2 ln(1.5) s to the middle",
        "tempo: 60 -> 120\nmeter: 2/4\nbars: 1\n",
        ["0,1,1,song,click,click-high,127", "38925,1,2,song,click,click-low,102"],
    ),
    (
        "a ramp in time from 60 to 120: v² is linear, 2/(1 + sqrt 2.5) s to the middle",
        "tempo: {from: 60, to: 120, curve: time}\nmeter: 2/4\nbars: 1\n",
        ["0,1,1,song,click,click-high,127", "37193,1,2,song,click,click-low,102"],
    ),
    (
        "swing of 3/4 puts the second eighth at three quarters of its pair, and a hold waits",
        "tempo: 60\nmeter: 2/4\nbars: 1\nplay: p\nclick: off\n"
        "changes: [{at: 1:2, hold: 1s}]\n"
        "patterns: {p: {tracks: {kick: xxxx}, step: 1/8, swing: 75%}}\n",
        [
            "0,1,1,song,kick,kick,100",
            "36000,1,1+1/8,song,kick,kick,100",
            "48000,1,2,song,kick,kick,100",
            "132000,1,2+1/8,song,kick,kick,100",
        ],
    ),
]


def _by_hand():
    failed = 0
    for title, text, wanted in BY_HAND:
        found = rows.csv(evaluate(yaml.load(text, Loader=yaml.BaseLoader)), 48000)[1:]
        found = [",".join(row.split(",")[:1] + row.split(",")[2:]) for row in found]
        if found != wanted:
            failed += 1
            print(f"self-test: {title}\n  expected: {wanted}\n  got:      {found}")
    digits = [steps.VELOCITY[str(n)] for n in range(1, 10)]
    if digits != [14, 28, 42, 56, 71, 85, 99, 113, 127]:
        failed += 1
        print(f"self-test: the velocities of the digits are {digits}")
    for hits, count, line in ((3, 8, "x..x..x."), (5, 8, "x.xx.xx."), (4, 4, "xxxx"), (0, 3, "...")):
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
