"""The MIDI file, read by mido, against the events: notes, ticks and the time of each."""

import os
from collections import Counter
from fractions import Fraction
from math import lcm

import mido

from compare import Difference, run
from values import HALF

REFERENCE_RATE = 48_000
# A tempo is a whole number of microseconds a quarter in 24 bits.
SLOWEST = Fraction(60_000_000, (1 << 24) - 1)
FASTEST = Fraction(60_000)


class Reading:
    """Notes by (tick, velocity, note, channel), and a tempo map."""

    def __init__(self, path):
        try:
            file = mido.MidiFile(path)
        except (EOFError, OSError, ValueError, KeyError) as reason:
            raise Difference(f"mido cannot read the MIDI file: {reason!r}") from reason
        if file.type != 1:
            raise Difference(f"MIDI format {file.type} instead of 1")
        self.division = file.ticks_per_beat
        self.notes, tempos = [], {}
        for track in file.tracks:
            tick, sounding = 0, Counter()
            for message in track:
                tick += message.time
                if message.type == "set_tempo":
                    tempos[tick] = message.tempo
                elif message.type == "note_on" and message.velocity:
                    self.notes.append((tick, message.velocity, message.note, message.channel))
                    sounding[message.note, message.channel] += 1
                elif message.type in ("note_on", "note_off"):
                    key = message.note, message.channel
                    if not sounding[key]:
                        raise Difference(f"a note ends at tick {tick} that has not begun")
                    sounding[key] -= 1
            if +sounding:
                raise Difference(f"notes that never end: {+sounding}")
        self.notes.sort()
        self.tempos = sorted({0: 500_000, **tempos}.items())

    def seconds(self, ticks):
        """The time of each of the ticks, which are in order."""
        found, index, elapsed = [], 0, 0  # elapsed in microseconds x division
        for tick in ticks:
            while index + 1 < len(self.tempos) and self.tempos[index + 1][0] <= tick:
                at, tempo = self.tempos[index]
                elapsed += (self.tempos[index + 1][0] - at) * tempo
                index += 1
            at, tempo = self.tempos[index]
            found.append(Fraction(elapsed + (tick - at) * tempo, self.division * 1_000_000))
        return found


def suits(evaluation):
    """Whether MIDI can hold the song's tempos."""
    return evaluation.certain and all(SLOWEST <= s <= FASTEST for s in evaluation.speeds)


def check(program, folder, path, evaluation, bound):
    """The largest deviation in frames at 48 kHz, and whether every tick had to be exact."""
    out = os.path.join(folder, "a.mid")
    run(program, "render", path, "-o", out, "--force")
    reading = Reading(out)
    events = sorted(evaluation.events, key=lambda e: (e.position, e.time))
    if len(reading.notes) != len(events):
        raise Difference(f"MIDI has {len(reading.notes)} notes for {len(events)} events")
    offset = 0
    if evaluation.start:
        # Silence before the song takes some ticks; how many is the writer's choice.
        offset = reading.notes[0][0] - events[0].position * 4 * reading.division
    held = 1
    for place in [e.position for e in events] + evaluation.bar_lines:
        held = lcm(held, (place * 4).denominator)
    exact = held < 1 << 15 and not evaluation.held and evaluation.on_grid
    if exact:
        _exact(reading, events, offset)
    by_time = sorted(evaluation.events, key=lambda e: e.time)
    worst = Fraction(0)
    for event, heard in zip(by_time, reading.seconds([n[0] for n in reading.notes])):
        worst = max(worst, abs(event.time - heard) * REFERENCE_RATE)
        tick = 0
        if not exact:
            # The tick itself had to be rounded, by half of one at most.
            slowest = max(tempo for _, tempo in reading.tempos)
            tick = HALF * Fraction(slowest, reading.division * 1_000_000) * REFERENCE_RATE
        if abs(event.time - heard) * REFERENCE_RATE > bound + tick:
            raise Difference(
                f"MIDI: {event.track} of bar {event.bar} beat {event.beat} is at "
                f"{float(heard):.9f} s instead of {float(event.time):.9f} s"
            )
    return worst, exact


def _exact(reading, events, offset):
    """Same ticks, same velocities there, and one note number for each sound."""
    wanted, got = {}, {}
    for event in events:
        tick = event.position * 4 * reading.division + offset
        if tick.denominator != 1:
            raise Difference(
                f"MIDI division {reading.division} cannot hold bar {event.bar} beat {event.beat}"
            )
        wanted.setdefault(int(tick), []).append(event)
    for note in reading.notes:
        got.setdefault(note[0], []).append(note)
    for tick in sorted(set(wanted) | set(got)):
        here, there = wanted.get(tick, []), got.get(tick, [])
        strengths = sorted(e.velocity or 0 for e in here), sorted(n[1] for n in there)
        sure = all(e.velocity for e in here)
        if len(here) != len(there) or (sure and strengths[0] != strengths[1]):
            place = f"bar {here[0].bar} beat {here[0].beat}" if here else "no event"
            raise Difference(f"MIDI tick {tick} ({place}): {there} for {strengths[0]}")
    by_sound = {}
    for tick, here in wanted.items():
        for event in here:
            by_sound.setdefault((event.lane, event.sound), Counter())[tick] += 1
    by_note = {}
    for tick, _, number, channel in reading.notes:
        by_note.setdefault((number, channel), Counter())[tick] += 1
    for (_, sound), ticks in by_sound.items():
        if not any(ticks <= other for other in by_note.values()):
            raise Difference(f"MIDI: {sound} is not one note throughout")
