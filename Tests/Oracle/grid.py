"""Bars, beats and the places of the click within one bar."""

from bisect import bisect_right
from dataclasses import dataclass, field
from fractions import Fraction

from values import Level, Span, Unsupported, as_list, level, span

ZERO = Fraction(0)
RANK = {"accent": 0, "beat": 1, "subdivision": 2}
BEATS_OF_GROUPS = "beats as a length in a grouped meter"
SYMBOL = {"X": "accent", "x": "beat", "o": "subdivision", ".": None}


@dataclass(frozen=True)
class Meter:
    groups: tuple
    denominator: int

    @property
    def grouped(self):
        return len(self.groups) > 1

    @property
    def length(self):
        return Fraction(sum(self.groups), self.denominator)


def meter(text):
    upper, lower = text.strip().split("/")
    return Meter(tuple(int(part) for part in upper.split("+")), int(lower))


class Layout:
    """Where the units and beats of a full bar lie."""

    def __init__(self, meter, beat):
        self.length = meter.length
        self.unit = beat or Fraction(1, meter.denominator)
        count = -(-self.length // self.unit)
        self.units = [k * self.unit for k in range(count)]
        if meter.grouped:
            # Groups count units of the denominator, though `beat` may set another unit.
            starts, total = [], 0
            for size in meter.groups:
                starts.append(Fraction(total, meter.denominator))
                total += size
            self.beats = starts
        else:
            self.beats = self.units

    def label(self, offset):
        """`3` or `3+1/8`."""
        index = bisect_right(self.beats, offset) - 1
        rest = offset - self.beats[index]
        if rest == 0:
            return str(index + 1)
        return f"{index + 1}+{rest.numerator}/{rest.denominator}"

    def beat_start(self, number):
        if not 1 <= number <= len(self.beats):
            raise Unsupported(f"beat {number} of a bar of {len(self.beats)}")
        return self.beats[number - 1]


_LAYOUTS = {}


def layout(meter, beat):
    key = meter, beat
    if key not in _LAYOUTS:
        _LAYOUTS[key] = Layout(meter, beat)
    return _LAYOUTS[key]


@dataclass
class Bar:
    """A bar of a section. Positions are whole notes from the section's bar 1."""

    number: int  # within the section, from 1; 0 for a pickup
    start: Fraction
    length: Fraction
    meter: Meter
    beat: Fraction
    skipped: Fraction = ZERO  # what a pickup leaves out at the bar's beginning

    @property
    def layout(self):
        return layout(self.meter, self.beat)

    @property
    def end(self):
        return self.start + self.length

    def offset(self, position):
        """A position counted from where the full bar begins."""
        return position - self.start + self.skipped

    def measure(self, wanted: Span):
        """A span in whole notes, as it is where it starts in this bar; time is not one."""
        if wanted.unit == "bars":
            return wanted.amount * self.meter.length
        if wanted.unit == "beats":
            if self.meter.grouped:
                raise Unsupported(BEATS_OF_GROUPS)
            return wanted.amount * self.layout.unit
        if wanted.unit == "note":
            return wanted.amount
        raise Unsupported("a clock time where a musical length is needed")


@dataclass
class Click:
    """The click's settings."""

    levels: dict = field(
        default_factory=lambda: {
            "accent": Level(Fraction(1)),
            "beat": Level(Fraction(4, 5)),
            "subdivision": Level(Fraction(1, 2)),
        }
    )
    sounds: dict = field(
        default_factory=lambda: {
            "accent": "click-high",
            "beat": "click-low",
            "subdivision": "click-soft",
        }
    )
    divisions: list = field(default_factory=list)  # (parts, Level)
    pattern: str = ""
    gap: tuple = ()  # (play span, mute span)
    gap_chance: Fraction = ZERO

    def places(self, layout):
        """(offset in the full bar, kind, level), in order, silent ones left out."""
        found = {}

        def put(offset, kind, gain):
            old = found.get(offset)
            if old is None or (RANK[kind], -gain.gain) < (RANK[old[0]], -old[1].gain):
                found[offset] = kind, gain

        if self.pattern and len(self.pattern) != len(layout.units):
            raise Unsupported(f"{self.pattern!r} for a bar of {len(layout.units)} units")
        beats = set(layout.beats)
        if not self.pattern:
            # Where `beat` is set, a group may start between two units.
            for start in layout.beats[1:]:
                put(start, "beat", self.levels["beat"])
        for index, unit in enumerate(layout.units):
            if self.pattern:
                kind = SYMBOL[self.pattern[index]]
            elif index == 0:
                kind = "accent"
            else:
                kind = "beat" if unit in beats else "subdivision"
            if kind:
                put(unit, kind, self.levels[kind])
            for parts, gain in self.divisions:
                for k in range(1, parts):
                    offset = unit + layout.unit * k / parts
                    if offset < layout.length:
                        put(offset, "subdivision", gain)
        return [(at, kind, gain) for at, (kind, gain) in sorted(found.items()) if gain.gain > 0]


def swung(offset, swing):
    """What lies on an odd multiple of the unit moves to its share of the pair."""
    amount, unit = swing
    count = offset / unit
    if count.denominator == 1 and count.numerator % 2:
        return offset + unit * (2 * amount - 1)
    return offset


def click(node):
    """The settings that a `click:` gives, or None for `off`."""
    settings = Click()
    if node == "off":
        return None
    if isinstance(node, str):
        settings.pattern = "" if node == "on" else node
        return settings
    for kind in RANK:
        if kind in node:
            settings.levels[kind] = level(node[kind])
    settings.sounds.update(node.get("sounds", {}))
    settings.pattern = node.get("pattern", "")
    divisions = node.get("subdivisions", [])
    if isinstance(divisions, dict):
        pairs = [(int(n), level(gain)) for n, gain in divisions.items()]
    else:
        pairs = [(int(n), settings.levels["subdivision"]) for n in as_list(divisions)]
    settings.divisions = pairs
    if "gap" in node:
        gap = node["gap"]
        if "random" in gap:
            settings.gap_chance = level(gap["random"]).gain
        else:
            settings.gap = span(gap["play"]), span(gap["mute"])
    known = {"sounds", "pattern", "subdivisions", "gap", "volume", "pan", *RANK}
    unknown = set(node) - known
    if unknown:
        raise Unsupported(f"click: {', '.join(sorted(unknown))}")
    return settings
