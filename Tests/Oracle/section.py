"""One section: its bars, its clock, what it plays and where."""

from bisect import bisect_right
from fractions import Fraction

from grid import Bar, meter
from steps import Hit, VELOCITY, euclid, parse
from tempo import Clock, Stretch, ramp_length
from values import (
    Ramp, Unsupported, as_list, number, percent, position, repeated, seconds, span, tempo,
)

ZERO = Fraction(0)
SIXTEENTH = Fraction(1, 16)


def swing(node):
    """(share of the pair, unit or None)."""
    if isinstance(node, dict):
        return percent(node["amount"]), number(node["unit"]) if "unit" in node else None
    return percent(node), None


class Section:
    """Positions are whole notes from bar 1; a pickup lies before it, at negative ones."""

    def __init__(self, piece, patterns, doubts):
        self.piece = piece
        self.patterns = patterns
        self.doubts = doubts
        self.changes = piece.own.get("changes", [])
        self.meter = meter(piece.get("meter", "4/4"))
        beat = piece.get("beat")
        self.beat = number(beat) if beat else None
        self._at_bar = {}
        for change in self.changes:
            if "meter" in change or "beat" in change:
                bar, at_beat, offset = position(change["at"])
                if (at_beat, offset) != (1, 0):
                    raise Unsupported("a meter or a beat that changes inside a bar")
                self._at_bar[bar] = change
        self.bars, self.starts = [], []
        self._measure()
        self._pickup()
        self.swings = self._swings()

    # Bars

    def _add_bar(self):
        start = self.bars[-1].end if self.bars else ZERO
        number_ = len(self.bars) + 1
        change = self._at_bar.get(number_, {})
        last = self.bars[-1] if self.bars else None
        now = meter(change["meter"]) if "meter" in change else last.meter if last else self.meter
        beat = number(change["beat"]) if "beat" in change else last.beat if last else self.beat
        if now.grouped and beat:
            self.doubts.add("in groups with `beat`, its multiples in the bar are the units")
        self.bars.append(Bar(number_, start, now.length, now, beat))
        self.starts.append(start)

    def _measure(self):
        bars = self.piece.get("bars")
        self.plays = [repeated(name) for name in as_list(self.piece.own.get("play", []))]
        if "bars" not in self.piece.own and bars and self.piece.own is not self.piece.top:
            self.doubts.add("`bars` at the top is a section's length where it has none")
        if bars:
            for _ in range(int(bars)):
                self._add_bar()
            self.length = self.bars[-1].end
        else:
            self.length = ZERO
            for _, length in self._once(ZERO):
                self.length += length
            if self.length == 0:
                raise Unsupported("a section without `bars` and without `play`")
            while not self.bars or self.bars[-1].end < self.length:
                self._add_bar()
            while self.bars[-1].start >= self.length:
                self.bars.pop()
                self.starts.pop()
        self.count = len(self.bars)

    def _pickup(self):
        self.begin = ZERO
        if "pickup" in self.piece.own:
            first = self.bars[0]
            length = first.measure(span(self.piece.own["pickup"]))
            self.begin = -length
            skipped = first.length - length
            bar = Bar(0, self.begin, length, first.meter, first.beat, skipped)
            self.bars.insert(0, bar)
            self.starts.insert(0, bar.start)

    def bar_at(self, place):
        return self.bars[bisect_right(self.starts, place) - 1]

    def place(self, text):
        bar, beat, offset = position(text)
        found = next(b for b in self.bars if b.number == bar)
        return found.start + found.layout.beat_start(beat) + offset

    # The clock

    def clock(self, time, exact):
        own, get = self.piece.own, self.piece.get
        whole = self.length - self.begin
        if "fit" in own:
            steady = whole / (seconds(own["fit"]) / 60)
            base = Ramp(steady, steady)
        else:
            base = tempo(get("tempo", "120"), self.beat, self.piece.faster)
        changed = sorted(
            ((self.place(c["at"]), c) for c in self.changes if "tempo" in c), key=lambda x: x[0]
        )
        if changed and base.start != base.end:
            self.doubts.add("a section's ramp is over the whole section, and a change cuts it")
        stretches = [] if changed and changed[0][0] == self.begin else [
            Stretch(self.begin, whole, base)
        ]
        for index, (at, change) in enumerate(changed):
            bar = self.bar_at(at)
            ramp = tempo(change["tempo"], bar.beat, self.piece.faster)
            following = changed[index + 1][0] if index + 1 < len(changed) else self.length
            length = following - at
            if "over" in change:
                over = span(change["over"])
                timed = over.unit == "time"
                length = ramp_length(ramp, over.amount) if timed else bar.measure(over)
            stretches.append(Stretch(at, length, ramp))
            if at + length < following:
                self.doubts.add("after a ramp with `over` its end tempo stays")
                steady = Ramp(ramp.end, ramp.end)
                stretches.append(Stretch(at + length, following - at - length, steady))
        holds = [(self.place(c["at"]), seconds(c["hold"])) for c in self.changes if "hold" in c]
        return Clock(stretches, holds, self.begin, self.length, time, exact)

    # Swing

    def _swings(self):
        found = []
        node = self.piece.get("swing")
        found.append((self.begin, swing(node) if node else None))
        for change in self.changes:
            if "swing" in change:
                found.append((self.place(change["at"]), swing(change["swing"])))
        return sorted(found, key=lambda pair: pair[0])

    def swing_at(self, place):
        return ([s for at, s in self.swings if at <= place] or [self.swings[0][1]])[-1]

    # What is played

    def _once(self, start):
        """(pattern name, length) of everything that `play` names, once through."""
        at = start
        for name, times in self.plays:
            for _ in range(times):
                length = self.pattern_length(name, at)
                yield name, length
                at += length

    def performances(self):
        """(pattern name, start, length), looped to the section's end, the pickup's first."""
        if not self.plays:
            return
        if self.begin < 0:
            name, length = list(self._once(ZERO))[-1]
            if length != self.bars[0].meter.length or len(self.plays) > 1:
                self.doubts.add("a pickup plays the end of the last pattern")
            yield name, -length, length
        at = ZERO
        while at < self.length:
            for name, length in self._once(at):
                if at >= self.length:
                    return
                yield name, at, length
                at += length

    def pattern_length(self, name, start):
        body = self.patterns[name]
        if "tracks" in body and "length" in body:
            wanted = span(body["length"])
            if wanted.unit == "note":
                return wanted.amount
            while not self.bars or self.bars[-1].end <= start:
                self._add_bar()
            return self.bar_at(start).measure(wanted)
        default = number(body["step"]) if "tracks" in body and "step" in body else SIXTEENTH
        return max(track_length(t, default) for t in body.get("tracks", body).values())


def track_line(node):
    """The number of steps and the hits of a track's string or `euclid`."""
    if isinstance(node, str):
        return parse(node)
    if "steps" in node:
        return parse(node["steps"])
    return euclid(*[int(n) for n in node["euclid"]])


def track_step(node, default):
    return number(node["step"]) if isinstance(node, dict) and "step" in node else default


def track_length(node, default):
    return track_line(node)[0] * track_step(node, default)


def track_hits(node, default, length, layout):
    """(position from the pattern's start, hit), the track repeated to the pattern's length."""
    if isinstance(node, dict) and "hits" in node:
        found = []
        for entry in node["hits"]:
            at = entry["at"] if isinstance(entry, dict) else entry
            bar, beat, offset = position(at)
            place = (bar - 1) * layout.length + layout.beat_start(beat) + offset
            strength = VELOCITY["x"]
            if isinstance(entry, dict) and "velocity" in entry:
                strength = int(entry["velocity"])
            if place < length:
                found.append((place, Hit(place, strength)))
        return sorted(found, key=lambda pair: pair[0])
    count, hits = track_line(node)
    step = track_step(node, default)
    once = count * step
    loops = isinstance(node, dict) and node.get("loop") == "true"
    if not loops and (length / once).denominator != 1:
        raise Unsupported(f"a track of {once} in a pattern of {length}")
    found, start = [], ZERO
    while start < length:
        found += [(start + h.at * step, h) for h in hits if start + h.at * step < length]
        start += once
    return found
