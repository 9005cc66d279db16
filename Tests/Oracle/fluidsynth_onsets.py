#!/usr/bin/env python3
"""Lets fluidsynth play MIDI files of tactus, and compares its onsets with the events.

fluidsynth plays a file by a clock of whole milliseconds and in blocks of 64 frames. At each tempo
event it drops what it has counted of a tick and of a millisecond (its issues 141 and 1288), so that
it falls behind or hurries by a few milliseconds a change, whatever the file says. What is compared
is therefore the distance from each event's frame to the frame where it is heard: between two tempo
events it keeps within a block and two milliseconds, one of the block and one of the change. A song
of one tempo event is compared as a whole, against the distance of a note on the first frame, which
is the sound font's own.

    fluidsynth_onsets.py --tactus .build/release/tactus
"""
import argparse
import csv
import io
import pathlib
import subprocess
import tempfile

import mido
import numpy

RATE = 48000
BLOCK = 64
MILLISECOND = RATE // 1000
FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"

# One short sound of one strength, so that silence lies before each onset and all are alike; 20
# minutes and more, with what a file has to be careful about.
SONGS = {
    "an hour at 125": """
tempo: 125
bars: 1875
click: {sounds: {accent: clave, beat: clave}, beat: 100%}
""",
    "steady at 137": """
tempo: 137
bars: 700
click: {sounds: {accent: clave, beat: clave}, beat: 100%}
""",
    "ramps, holds, septuplets and unequal metres": """
tempo: 97.3
click: {sounds: {accent: clave, beat: clave, subdivision: clave}, beat: 100%, subdivision: 100%}
sections:
  faster: {bars: 24, tempo: 61.7 -> 143.3}
  slower: {bars: 16, meter: 5/12, tempo: {from: 151, to: 77.7, curve: time}}
  held:   {bars: 8, meter: 2+2+3/8, beat: 1/4, changes: [{at: 3:2, hold: 1.3s}, {at: 6, hold: 700ms}]}
  seven:  {bars: 8, tempo: 43, click: {sounds: {accent: clave, beat: clave, subdivision: clave},
           beat: 100%, subdivisions: {7: 100%}}}
song:
  - repeat: {times: 9, play: [faster, slower, held, seven]}
""",
}
ONE_NOTE = """
tempo: 60
bars: 1
click: {pattern: X..., sounds: {accent: clave}}
"""


def onsets(midi: pathlib.Path) -> numpy.ndarray:
    """The frames at which sound begins after at least ten milliseconds of silence."""
    wave = midi.with_suffix(".raw")
    subprocess.run(
        ["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "1", "-r", str(RATE), "-T", "raw",
         "-O", "float", "-o", f"audio.period-size={BLOCK}", "-F", str(wave), FONT, str(midi)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    samples = numpy.fromfile(wave, dtype="<f4").reshape(-1, 2)
    heard = numpy.flatnonzero(numpy.abs(samples).max(axis=1) > 1e-4)
    wave.unlink()
    starts = numpy.flatnonzero(numpy.diff(heard, prepend=-RATE) > RATE // 100)
    return heard[starts]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tactus", required=True)
    tactus = parser.parse_args().tactus
    if not pathlib.Path(FONT).exists():
        raise SystemExit(f"fluidsynth: the sound font {FONT} is missing (timgm6mb-soundfont)")
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)

        def render(name: str, text: str) -> tuple[numpy.ndarray, numpy.ndarray, list[int]]:
            song = place / f"{name.replace(' ', '-').replace(',', '')}.yaml"
            song.write_text(text)
            midi = song.with_suffix(".mid")
            subprocess.run([tactus, "render", song, "-o", midi, "--note-length", "1/64", "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
            events = subprocess.run([tactus, "events", song, "--rate", str(RATE), "--format", "csv"],
                                    check=True, capture_output=True, text=True).stdout
            frames = [int(row["frame"]) for row in csv.DictReader(io.StringIO(events))]
            file = mido.MidiFile(midi)
            now, changes = 0.0, []
            for message in file:
                now += message.time
                if message.type == "set_tempo":
                    changes.append(round(now * RATE))
            return numpy.array(frames), onsets(midi), changes[1:]

        _, first, _ = render("one note", ONE_NOTE)
        own = int(first[0])
        for name, text in SONGS.items():
            frames, heard, changes = render(name, text)
            if len(frames) != len(heard):
                raise SystemExit(f"{name}: {len(frames)} events, {len(heard)} onsets")
            late = heard - frames - own
            worst = 0
            # An event on the frame of a change is played before it or after it.
            bounds = numpy.searchsorted(frames, [change + 1 for change in changes])
            for start, end in zip([0, *bounds], [*bounds, len(frames)]):
                part = late[start:end]
                if len(part) == 0:
                    continue
                spread = int(part.max() - part.min())
                if not len(changes):
                    spread = int(numpy.abs(part).max())
                worst = max(worst, spread)
                if spread > BLOCK + 2 * MILLISECOND:
                    raise SystemExit(f"{name}: the onsets of events {start} to {end - 1} are "
                                     f"{part.min():+d} to {part.max():+d} frames from them")
            print(f"{name}: {len(frames)} onsets over {frames[-1] / RATE:.0f} s, within {worst} "
                  f"frames of the events where one tempo lasts ({len(changes)} changes)")


main()
