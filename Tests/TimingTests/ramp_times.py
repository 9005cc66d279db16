"""Writes RampTimes.swift: when a position on a ramp sounds, to 38 decimals.

    python3 ramp_times.py > RampTimes.swift

It needs mpmath, whose logarithm and square root are taken with 110 digits. A line of the table is
the ramp's two tempos, each as beats a minute and the beat, its curve, its length in whole notes or
seconds, a position in whole notes, and that position's seconds after the ramp's start.
"""

from fractions import Fraction
from random import Random

from mpmath import floor, log, mp, mpf, sqrt

mp.dps = 110
random = Random(3)


def real(value):
    return mpf(value.numerator) / value.denominator


def length_of(v0, v1, curve, kind, length):
    """In whole notes."""
    if kind == "notes" or v0 == v1:
        return length if kind == "notes" else length * v0 / 60
    if curve == "time":
        return length * (v0 + v1) / 120
    return real(length * (v1 - v0) / 60) / log(real(v1) / real(v0))


def seconds(v0, v1, curve, length, position):
    v0, v1, position = real(v0), real(v1), real(position)
    length = real(length) if isinstance(length, Fraction) else length
    if position <= 0 or v0 == v1:
        return 60 * position / v0
    way = min(position, length)
    if curve == "beats":
        time = 60 * length / (v1 - v0) * log(1 + (v1 / v0 - 1) * way / length)
    else:
        time = 120 * way / (v0 + sqrt(v0**2 + (v1**2 - v0**2) * way / length))
    return time + 60 * (position - way) / v1


def decimal(value):
    digits = int(floor(abs(value) * mpf(10) ** 38 + mpf("0.5")))
    return f"{'-' if value < 0 else ''}{digits // 10**38}.{digits % 10**38:038}"


QUARTER, DOTTED, EIGHTH = Fraction(1, 4), Fraction(3, 8), Fraction(1, 8)
F = Fraction
ORDINARY = [((96, QUARTER), (120, QUARTER)), ((140, QUARTER), (F(195, 2), QUARTER)),
            ((60, DOTTED), (120, QUARTER)), ((F(400, 3), QUARTER), (77, EIGHTH)),
            ((30, QUARTER), (300, QUARTER)), ((300, QUARTER), (20, QUARTER))]
NEARLY_EQUAL = [((120, QUARTER), (120 + step, QUARTER))
                for step in (F(1, 10**12), F(-1, 10**12), F(1, 10**6), F(-1, 1000), F(1, 7))]
NEARLY_EQUAL += [((120, QUARTER), (F(240000000001, 3 * 10**9), DOTTED))]
# Around the ratios 3/4 and 5/4, 1/2 and 2, where the logarithm changes its method.
BORDERS = [((120, QUARTER), (tempo, QUARTER))
           for tempo in (90, F(89999, 1000), F(90001, 1000), 150, F(149999, 1000), F(150001, 1000),
                         60, F(59999, 1000), 240, F(240001, 1000))]
EXTREME = [((F(1, 1000), QUARTER), (100000, QUARTER)), ((100000, QUARTER), (F(1, 1000), QUARTER)),
           ((100000, F(9999)), (F(1, 10), F(1, 9999))), ((1, F(1, 9999)), (100000, F(9999))),
           ((F(1, 1000), F(1, 9999)), (100000, F(9999))), ((100000, F(9999)), (F(1, 1000), F(1, 9999))),
           ((F(123456789, 10**6), F(17, 9973)), (F(98765, 13), F(9973, 19)))]

table = []


def add(ramp, curve, kind, length, share):
    """`share` of the ramp's length is the position, cut to 15 decimals where it is irrational."""
    (bpm0, beat0), (bpm1, beat1) = ramp
    v0, v1 = F(bpm0) * beat0, F(bpm1) * beat1
    notes = length_of(v0, v1, curve, kind, F(length))
    if isinstance(notes, Fraction):
        position = notes * share
    else:
        position = F(int(floor(notes * real(share) * 10**15)), 10**15)
    time = seconds(v0, v1, curve, notes, position)
    ratio = max(v0, v1) / min(v0, v1)
    if abs(time) > 36_000_000 or (kind == "time" and length * ratio > 2**38):
        return
    table.append(f"{bpm0} {beat0} {bpm1} {beat1} {curve} {kind} {length} {position}"
                 f" {decimal(time)}")


for curve in ("beats", "time"):
    for ramp in ORDINARY:
        for length, share in ((4, F(1, 4)), (4, 1), (16, F(13, 28)), (3, F(3, 2)), (2, F(-1, 8))):
            add(ramp, curve, "notes", length, F(share))
        for length, share in ((F(5, 2), F(1, 3)), (F(481, 48000), F(7, 8)), (45, F(5, 4))):
            add(ramp, curve, "time", length, F(share))
    for ramp in NEARLY_EQUAL:
        for length, share in ((8, F(5, 11)), (1000000, F(999, 1000)), (F(1, 9999), F(1, 2))):
            add(ramp, curve, "notes", length, F(share))
        add(ramp, curve, "time", 3600, F(2, 3))
    for ramp in BORDERS:
        add(ramp, curve, "notes", 6, F(1))
        add(ramp, curve, "notes", F(1, 3), F(random.randint(1, 999), 1000))
    for ramp in EXTREME:
        for length, share in ((1, F(1, 3)), (1000000000, F(1, 10**9)), (F(1, 9999), F(9999, 10000)),
                              (100000, F(1, 2)), (7, F(1))):
            add(ramp, curve, "notes", length, F(share))
        add(ramp, curve, "time", 10, F(9, 10))
        add(ramp, curve, "time", 86400, F(1, 7))
    for _ in range(20):
        tempos = [(F(random.randint(1000, 400000), 1000), F(random.randint(1, 16), 2**random.randint(0, 5)))
                  for _ in range(2)]
        length = F(random.randint(1, 4000), random.choice([1, 7, 16, 250]))
        add(tempos, curve, random.choice(["notes", "time"]), length, F(random.randint(1, 1200), 1000))

print("// Written by ramp_times.py.")
print("// A line: two tempos, curve, length, position and the seconds to it.")
print('let rampTimes = """')
print("\n".join("  " + line for line in table))
print('  """')
