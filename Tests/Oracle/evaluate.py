"""A song to its events at exact times, as LANGUAGE.md has it."""

from dataclasses import dataclass
from fractions import Fraction

from grid import BEATS_OF_GROUPS, Bar, Click, click, swung
from section import Section, swing, track_hits, track_step, SIXTEENTH
from steps import GRACE_VELOCITY
from structure import Doubts, pieces
from tempo import Clock, Stretch
from values import (
    Level, Ramp, Unsupported, as_list, level, number, percent, seconds, span, velocity,
)

ZERO = Fraction(0)
ONE = Level(Fraction(1))
GRACE_TIME = Fraction(30, 1000)

# What the page leaves open, so that no answer is the wrong one.
TOO_EARLY = "an event before the file begins"
NO_UNIT = "swing of a click without a unit"
PAST_END = "swing that moves a hit past its section's end"
OPEN = (TOO_EARLY, NO_UNIT, PAST_END, BEATS_OF_GROUPS)


@dataclass(slots=True)
class Event:
    time: Fraction
    exact: bool
    lane: int
    bar: int
    beat: str
    section: str
    track: str
    sound: str
    velocity: int  # None where digits cannot tell which of two it is
    position: Fraction  # whole notes from the song's start, the count-in's with it
    chance: Fraction = Fraction(1)
    alone: bool = True
    slack: Fraction = ZERO  # seconds either way
    velocity_slack: Fraction = ZERO


class Evaluation:
    """All events of a song, by time."""

    def __init__(self, song):
        self.song = song
        self.doubts = Doubts()
        self.patterns = song.get("patterns") or {}
        self.lanes = ["click"]
        for body in self.patterns.values():
            self.lanes += [t for t in body.get("tracks", body) if t not in self.lanes]
        self.events = []
        self.bar_lines = []  # whole notes from the song's start, sections' ends among them
        self.speeds = []  # quarter notes a minute, of every stretch's ends
        self.held = False
        self.on_grid = True  # no grace note and no offset by the clock
        output = song.get("output") or {}
        self.start = seconds(output.get("start", "0s"))
        self.time, self.exact, self.position = self.start, True, ZERO
        self.bar = 0
        self._parsed = {}
        self._mutes(song.get("mix") or {})
        for index, piece in enumerate(pieces(song)):
            section = Section(piece, self.patterns, self.doubts)
            if index == 0 and "count-in" in song:
                self._count_in(section, span(song["count-in"]))
            self._section(section)
        self.end, self.end_exact = self.time, self.exact
        self.events.sort(key=lambda e: e.time)
        if any(e.beat.endswith("/1") for e in self.events):
            self.doubts.add("an offset of whole notes is written `1/1`")
        if self.events and self.events[0].time < 0:
            raise Unsupported(TOO_EARLY)

    @property
    def certain(self):
        return all(e.chance == 1 and not e.slack and not e.velocity_slack for e in self.events)

    # Sections

    def _section(self, section):
        clock = section.clock(self.time, self.exact)
        for stretch in clock.stretches:
            self.speeds += [stretch.ramp.start * 4, stretch.ramp.end * 4]
        self.held = self.held or bool(clock.holds)
        if section.begin < 0 and self.bar > 0:
            self.doubts.add("a later section's pickup has the number before its bar 1")
        self._silent = self._silenced(section.piece.own)
        self._clicks(section, clock)
        for name, start, length in section.performances():
            self._pattern(section, clock, name, start, length)
        origin = self.position - section.begin
        self.bar_lines += [origin + bar.start for bar in section.bars]
        self.position = origin + section.length
        self.bar_lines.append(self.position)
        self.bar += section.count
        self.time, self.exact = clock.time(section.length)

    def _click_settings(self, section):
        """What the section says, then the top; None for silence."""
        piece = section.piece
        node = piece.get("click")
        if node is None:
            return None if section.plays else Click()
        if isinstance(piece.own.get("click"), dict) and isinstance(piece.top.get("click"), dict):
            if piece.own is not piece.top:
                self.doubts.add("a section's click replaces the one at the top, key and all")
        return click(node)

    def _clicks(self, section, clock):
        settings = self._click_settings(section)
        if settings is None or self._silent("click"):
            return
        gaps = self._gaps(section, settings)
        for bar in section.bars:
            number_ = self.bar + bar.number
            origin = self.position - section.begin
            for place, event in self._bar_clicks(
                bar, settings, clock, section, number_, section.piece.name, origin
            ):
                if any(begin <= place < end for begin, end in gaps):
                    continue
                event.chance = 1 - settings.gap_chance
                event.alone = False
                self.events.append(event)

    def _bar_clicks(self, bar, settings, clock, section, number_, name, origin):
        """(place, event) of every click of a bar, within what the clock spans."""
        begin, end = clock.begin, clock.end
        for offset, kind, gain in settings.places(bar.layout):
            place = sounding = bar.start + offset - bar.skipped
            if not max(begin, bar.start) <= place < end:
                continue
            shuffle = section.swing_at(place) if kind == "subdivision" else None
            if shuffle:
                if not shuffle[1]:
                    raise Unsupported(NO_UNIT)
                sounding = self._swung(place, offset, shuffle, end)
            time, exact = clock.time(sounding)
            yield place, Event(
                time, exact, 0, number_, bar.layout.label(offset), name, "click",
                settings.sounds[kind], velocity(127, gain), origin + sounding,
            )

    def _swung(self, place, offset, shuffle, end):
        sounding = place + swung(offset, shuffle) - offset
        if sounding >= end:
            raise Unsupported(PAST_END)
        return sounding

    def _gaps(self, section, settings):
        if not settings.gap:
            return []
        found, at, turn = [], ZERO, 0
        while at < section.length:
            end = at + section.bar_at(at).measure(settings.gap[turn % 2])
            if turn % 2:
                found.append((at, end))
            at, turn = end, turn + 1
        return found

    def _count_in(self, section, wanted):
        first = next(bar for bar in section.bars if bar.number == 1)
        ramp = section.clock(ZERO, True).stretches[0].ramp
        if ramp.start != ramp.end:
            self.doubts.add("a count-in before a ramp has the ramp's first tempo")
        steady = ramp.start
        if wanted.unit == "time":
            length = wanted.amount / 60 * steady
        else:
            length = first.measure(wanted)
        stretches = [Stretch(-length, length, Ramp(steady, steady))]
        clock = Clock(stretches, [], -length, ZERO, self.time, True)
        settings = self._click_settings(section)
        if settings is None:
            settings = Click()
            piece = section.piece
            if piece.get("click") == "off" and isinstance(piece.top.get("click"), dict):
                self.doubts.add("the count-in of a section whose click is off has the defaults")
        if settings.divisions or settings.pattern:
            self.doubts.add("a count-in has the first section's subdivisions and click pattern")
        whole = first.meter.length
        count = -(-length // whole)
        if (length / whole).denominator != 1:
            self.doubts.add("a count-in of no whole bars starts with the end of a bar")
        for number_ in range(-count, 0):
            bar = Bar(number_, number_ * whole, whole, first.meter, first.beat)
            clicks = self._bar_clicks(bar, settings, clock, section, number_, "count-in", length)
            self.events += [event for _, event in clicks]
            self.bar_lines.append(max(ZERO, length + bar.start))
        self.speeds.append(steady * 4)
        self.time, self.exact = clock.time(ZERO)
        self.position = length

    # Patterns

    def _mutes(self, mix):
        tracks = mix.get("tracks") or {}
        yes = ("true", "on", "yes")
        self._mix_mute = {n for n, t in tracks.items() if t.get("mute") in yes}
        self._mix_solo = {n for n, t in tracks.items() if t.get("solo") in yes}

    def _silenced(self, own):
        mute = set(as_list(own.get("mute", []))) | self._mix_mute
        solo = set(as_list(own.get("solo", []))) | self._mix_solo
        if mute or solo:
            self.doubts.add("what is muted, or not in a solo, has no events; the click is a track")
        return lambda track: track in mute or (bool(solo) and track not in solo)

    def _hits(self, name, track, node, default, length, layout):
        key = name, track, length, layout if isinstance(node, dict) and "hits" in node else None
        if key not in self._parsed:
            self._parsed[key] = track_hits(node, default, length, layout)
        return self._parsed[key]

    def _pattern(self, section, clock, name, start, length):
        body = self.patterns[name]
        long_form = "tracks" in body
        general = body if long_form else {}
        default = number(general["step"]) if "step" in general else SIXTEENTH
        layout = section.bar_at(start).layout
        for track, node in body.get("tracks", body).items():
            if self._silent(track):
                continue
            detail = node if isinstance(node, dict) else {}
            step = track_step(node, default)
            gain = level(detail["velocity"]) if "velocity" in detail else ONE
            later = seconds(detail.get("offset", "0s"))
            chance = level(detail["probability"]).gain if "probability" in detail else Fraction(1)
            human = detail.get("humanize", general.get("humanize", {}))
            slack = seconds(human.get("timing", "0s"))
            if not gain.exact or gain.gain != 1:
                self.doubts.add("a track's velocity level multiplies the rounded MIDI velocity")
            loose = percent(human["velocity"]) * 127 if "velocity" in human else ZERO
            own_swing = detail.get("swing", general.get("swing"))
            own_swing = swing(own_swing) if own_swing else None
            for rel, hit in self._hits(name, track, node, default, length, layout):
                place = start + rel
                if place >= section.length or place < section.begin:
                    continue
                bar = section.bar_at(place)
                offset = bar.offset(place)
                sounding = place
                shuffle = own_swing or section.swing_at(place)
                if shuffle:
                    shuffle = shuffle[0], shuffle[1] or step
                    sounding = self._swung(place, offset, shuffle, section.length)
                time, exact = clock.time(sounding)
                time += later
                self.on_grid = self.on_grid and not later and not hit.flam
                if later > 0 and time >= clock.time(section.length)[0]:
                    self.doubts.add("an offset past a section's end still sounds")
                event = Event(
                    time, exact, self.lanes.index(track), self.bar + bar.number,
                    bar.layout.label(offset), section.piece.name, track, track,
                    velocity(hit.velocity, gain), self.position - section.begin + sounding,
                    chance * hit.chance, hit.alone, slack, loose,
                )
                if event.velocity == 0:
                    continue
                self.events.append(event)
                if hit.flam:
                    grace = Event(*(getattr(event, f) for f in Event.__slots__))
                    grace.time -= GRACE_TIME
                    grace.velocity = velocity(GRACE_VELOCITY, gain)
                    grace.alone = False
                    self.events.append(grace)


def evaluate(song):
    return Evaluation(song)
