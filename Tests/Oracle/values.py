"""The values of the song language: text to exact numbers.

Everything is a `Fraction`. Where a value is irrational (a level in decibels, a logarithm of a
ramp) it is worked out to 100 digits and carried as the fraction that those digits are, marked
as not exact.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from mpmath import mp, mpf

mp.dps = 100

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
# Digits below this are noise of the 100 that a logarithm has, in a song of any sane length.
NOISE = Fraction(1, 10**60)
_GRID = 1 << 400


class Unsupported(Exception):
    """A key or a value that the oracle has no reading of."""


@dataclass(frozen=True)
class Level:
    """An amplitude gain; `exact` is false for decibels."""

    gain: Fraction
    exact: bool = True


@dataclass(frozen=True)
class Ramp:
    """Speeds in whole notes a minute; a constant tempo has equal ends."""

    start: Fraction
    end: Fraction
    curve: str = "beats"


@dataclass(frozen=True)
class Span:
    unit: str  # "bars", "beats", "note" (whole notes) or "time" (seconds)
    amount: Fraction


def number(text):
    """`7`, `97.5`, `400/3`."""
    if not re.fullmatch(r"[+-]?(\d+(\.\d+)?|\d+/\d+)", text.strip()):
        raise Unsupported(f"not a number: {text!r}")
    return Fraction(text.strip())


def fraction_of(x: mpf) -> Fraction:
    """The very number that an mpf holds."""
    sign, mantissa, exponent, _ = x._mpf_
    value = Fraction(int(mantissa)) * Fraction(2) ** exponent
    return -value if sign else value


def real(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def logarithm(x: Fraction) -> Fraction:
    return fraction_of(mp.log(real(x)))


def square_root(x: Fraction):
    """The root and whether it is exact."""
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom), True
    return fraction_of(mp.sqrt(real(x))), False


def shortened(x: Fraction) -> Fraction:
    """An inexact value cut to 400 binary places, so that sums of many stay small."""
    return Fraction(x.numerator * _GRID // x.denominator, _GRID)


def round_half_up(x: Fraction) -> int:
    return (2 * x.numerator + x.denominator) // (2 * x.denominator)


def level(text):
    text = text.strip()
    if text == "off":
        return Level(Fraction(0))
    if text.endswith("dB"):
        decibels = number(text[:-2])
        if decibels == 0:
            return Level(Fraction(1))
        return Level(fraction_of(mp.power(10, real(decibels / 20))), exact=False)
    if text.endswith("%"):
        return Level(number(text[:-1]) / 100)
    return Level(number(text))


def velocity(base: int, gain: Level):
    """`base` times a gain as a MIDI velocity: 0 for silence, None where digits cannot tell."""
    if gain.gain == 0:
        return 0
    exact = base * gain.gain
    if not gain.exact and abs(exact % 1 - HALF) < Fraction(1, 10**9):
        return None
    return max(1, min(127, round_half_up(exact)))


def percent(text):
    if not text.strip().endswith("%"):
        raise Unsupported(f"not a percentage: {text!r}")
    return number(text.strip()[:-1]) / 100


def seconds(text):
    text = text.strip()
    if text.endswith("ms"):
        return number(text[:-2]) / 1000
    if text.endswith("s"):
        return number(text[:-1])
    raise Unsupported(f"not a time: {text!r}")


def span(text):
    text = text.strip()
    found = re.fullmatch(r"(\S+?)\s*(bars?|beats?)", text)
    if found:
        return Span(found[2].rstrip("s") + "s", number(found[1]))
    if re.fullmatch(r"\d+/\d+", text):
        return Span("note", number(text))
    return Span("time", seconds(text))


def speed(text, beat, faster=Fraction(0)):
    """A tempo in whole notes a minute; `faster` adds that many of its own beats a minute."""
    if "=" in text:
        note, text = text.split("=")
        beat = number(note)
    return (number(text) + faster) * (beat or QUARTER)


def tempo(node, beat, faster=Fraction(0)):
    """A tempo or a ramp, as a Ramp."""
    if isinstance(node, dict):
        ends = node["from"], node["to"]
        curve = node.get("curve", "beats")
    else:
        ends = node.split("->") if "->" in node else (node, node)
        curve = "beats"
    return Ramp(speed(ends[0], beat, faster), speed(ends[1], beat, faster), curve)


def position(text):
    """Bar, beat and offset of `5`, `5:3`, `5:3+1/8`."""
    found = re.fullmatch(r"(\d+)(?::(\d+)(?:\+(\d+/\d+))?)?", text.strip())
    if not found:
        raise Unsupported(f"not a position: {text!r}")
    return int(found[1]), int(found[2] or 1), Fraction(found[3] or 0)


def repeated(text):
    """`name xN` as name and N."""
    found = re.fullmatch(r"(.*\S)\s+x(\d+)", text.strip())
    return (found[1], int(found[2])) if found else (text.strip(), 1)


def as_list(node):
    return node if isinstance(node, list) else [node]
