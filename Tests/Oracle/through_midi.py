#!/usr/bin/env python3
"""Sends random songs through MIDI and back, and lets mido say when each note is heard.

Each song is written as MIDI files of both formats. mido's own reading puts every note within one
frame at 48 kHz of its event: half a frame from the rounding of the event to its frame, half from the
file's tempo events. Imported again, the song has the same events, each within one frame: on its very
frame unless a clock has moved it off the ticks, which hold no more. A song whose positions no
division holds says how far its notes are off, and is held to that.

    through_midi.py --tactus .build/release/tactus --songs 60
"""
import argparse
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import mido

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import generate_full  # noqa: E402
import midi as midi_bounds  # noqa: E402
import songs  # noqa: E402

RATE = 48000
LONG = {"an hour at 137": "tempo: 137\nbars: 2055\nclick: {subdivisions: 2}\n"}


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def events(tactus, song):
    text = run(tactus, "events", song, "--rate", RATE, "--format", "csv")
    return list(csv.DictReader(io.StringIO(text)))


def heard(path):
    """The seconds at which mido plays a note."""
    now, found = 0.0, []
    for message in mido.MidiFile(path):
        now += message.time
        if message.type == "note_on" and message.velocity > 0:
            found.append(now)
    return sorted(found)


def key(event):
    return int(event["frame"]), event["sound"], int(event["velocity"])


def check(tactus, folder, name, text):
    """The worst distances in frames: of mido's notes, and of the imported song's events."""
    song = folder / f"{name}.yaml"
    song.write_text(text)
    before = events(tactus, song)
    worst = [0.0, 0]
    for form in ("1", "0"):
        file, again = folder / f"{name}-{form}.mid", folder / f"{name}-{form}.yaml"
        report = json.loads(
            run(tactus, "render", song, "-o", file, "--midi-format", form, "--quiet", "--json"))
        told = float(report["largestDeviation"]) * RATE
        bound = 1 if told <= 0.5 else told + 0.501
        times = heard(file)
        assert len(times) == len(before), f"mido finds {len(times)} of {len(before)} notes"
        for time, event in zip(times, sorted(before, key=lambda event: int(event["frame"]))):
            worst[0] = max(worst[0], abs(time * RATE - int(event["frame"])))
            assert worst[0] <= bound, f"a note is {worst[0]:.3f} frames from its event for mido"
        run(tactus, "import", file, "-o", again)
        after = events(tactus, again)
        assert len(after) == len(before), f"{len(after)} of {len(before)} events come back"
        # In one track, sounds that share a key are one.
        if form == "0":
            before, after = ([dict(event, sound="") for event in found]
                             for found in (before, after))
        bound += 1 if told > 0.5 else 0
        # A frame may put two sounds into another order, so each sound is compared by itself.
        for sound in {event["sound"] for event in before}:
            pairs = zip(*(sorted(key(event) for event in found if event["sound"] == sound)
                          for found in (before, after)))
            for old, new in pairs:
                assert abs(old[0] - new[0]) <= bound, f"{sound} moved from {old} to {new}"
                worst[1] = max(worst[1], abs(old[0] - new[0]))
        velocities = [sorted((event["sound"], event["velocity"]) for event in found)
                      for found in (before, after)]
        assert velocities[0] == velocities[1], "velocities differ"
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tactus", required=True)
    parser.add_argument("--songs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = dict(LONG)
    for index in range(options.songs):
        text, evaluation = songs.numbered(
            "through-midi", options.seed, index, generate_full.FullMaker, True)
        if midi_bounds.suits(evaluation):
            texts[f"random song {index}"] = text
    failures, worst = [], [0.0, 0]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        jobs = {title: pool.submit(check, options.tactus, folder, title.replace(" ", "-"), text)
                for title, text in texts.items()}
        for title, job in jobs.items():
            try:
                worst = [max(pair) for pair in zip(worst, job.result())]
            except AssertionError as failure:
                failures.append(f"{title}: {failure}\n{texts[title]}")
    if failures:
        raise SystemExit("\n".join(failures[:3]))
    print(f"{len(texts)} songs through MIDI and back: mido's notes within {worst[0]:.3f} frames of "
          f"their events, the events within {worst[1]} of their frames")


main()
