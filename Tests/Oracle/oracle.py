"""Checks `tactus` against a second, independent reading of the song language.

    /usr/bin/python3 Tests/Oracle/oracle.py --tactus .build/release/tactus --songs 1000

Random songs are written, every event of each is worked out with exact fractions, and the
program's list of events, its sound files and its MIDI files are compared with that. With
songs named after the options, those are compared instead of random ones.

Exit code 0: no difference; 1: the first difference has been printed; 2: it could not run.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from multiprocessing import Pool

sys.dont_write_bytecode = True

import yaml  # noqa: E402

import audio  # noqa: E402
import compare  # noqa: E402
import generate  # noqa: E402
import generate_full  # noqa: E402
import midi  # noqa: E402
import selftest  # noqa: E402
import songs  # noqa: E402
import structure  # noqa: E402
import yamltext  # noqa: E402
from evaluate import evaluate  # noqa: E402
from values import Unsupported  # noqa: E402

MAKERS = {
    "constant": generate.Maker,
    "full": generate_full.FullMaker,
    "day": generate_full.DayMaker,
}
AUDIO_RATES = (48000, 44100, 22050, 96000)


@dataclass
class Outcome:
    events: int = 0
    chances: list = field(default_factory=list)  # (chance, how many, how many sounded)
    deviation: Fraction = Fraction(0)
    exact_midi: bool = False
    failure: str = ""
    skipped: str = ""


def check(job):
    """One song through one of the checks, in a folder of its own."""
    what, index, options = job
    folder = tempfile.mkdtemp(prefix="oracle-")
    try:
        return _check(what, index, options, folder)
    finally:
        shutil.rmtree(folder)


def _check(what, index, options, folder):
    outcome, evaluation = Outcome(), None
    if what == "file":
        path = index
        try:
            evaluation = evaluate(structure.load(path))
        except (Unsupported, KeyError, ValueError, AttributeError) as reason:
            outcome.skipped = f"{path}: {reason}"
            return outcome
    else:
        maker = MAKERS[options.kind]
        moderate = what != "events"
        stream = f"{options.kind}-{what}" if moderate else options.kind
        text, evaluation = songs.numbered(stream, options.seed, index, maker, moderate)
        if what == "audio":
            rate = AUDIO_RATES[index % len(AUDIO_RATES)]
            song = audio.with_impulses(evaluation.song, evaluation, rate)
            text = yamltext.text(song, random.Random(index))
            evaluation = evaluate(yaml.load(text, Loader=yaml.BaseLoader))
        path = compare.write(folder, f"{stream}-{options.seed}-{index}.yaml", text)
    outcome.events = len(evaluation.events)
    try:
        if what == "audio":
            audio.check(options.tactus, folder, path, evaluation, rate)
        elif what == "midi":
            if not midi.suits(evaluation):
                outcome.skipped = "a tempo that MIDI cannot hold"
                return outcome
            outcome.deviation, outcome.exact_midi = midi.check(
                options.tactus, folder, path, evaluation, options.midi_bound
            )
        else:
            outcome.chances = compare.events(options.tactus, path, evaluation, options.rates)
    except (compare.Difference, compare.subprocess.TimeoutExpired, OSError) as difference:
        shown = path
        if what != "file":
            os.makedirs(options.keep, exist_ok=True)
            shown = shutil.copy(path, options.keep)
        outcome.failure = compare.report(shown, evaluation, difference)
    return outcome


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tactus", metavar="PATH", help="the program to check")
    parser.add_argument("--kind", choices=sorted(MAKERS), default="constant")
    parser.add_argument("--songs", type=int, default=1000, help="random songs (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first song (0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rates", default="22050,44100,48000,96000")
    parser.add_argument("--audio", type=int, default=20, help="songs to render (20)")
    parser.add_argument("--midi", type=int, default=50, help="songs to write as MIDI (50)")
    parser.add_argument(
        "--midi-bound", type=Fraction, default=Fraction(1), metavar="FRAMES",
        help="largest deviation of the MIDI file's tempo map, in frames at 48 kHz (1)",
    )
    parser.add_argument("--keep", default="oracle-failures", help="folder for failing songs")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side (2)")
    parser.add_argument("--go-on", action="store_true", help="report every failing song")
    parser.add_argument("--self-test", action="store_true", help="test the oracle itself")
    parser.add_argument("files", nargs="*", metavar="SONG", help="songs to compare instead")
    options = parser.parse_args()
    options.rates = [int(rate) for rate in options.rates.split(",")]
    if options.tactus:
        options.tactus = os.path.abspath(options.tactus)
    return parser, options


def main():
    parser, options = arguments()
    if options.self_test:
        return selftest.main(options)
    if not options.tactus:
        parser.error("--tactus PATH is needed")
    if not os.access(options.tactus, os.X_OK):
        print(f"{options.tactus} is not a program", file=sys.stderr)
        return 2
    if options.files:
        jobs = [("file", path, options) for path in options.files]
    else:
        numbers = range(options.first, options.first + options.songs)
        jobs = [("events", n, options) for n in numbers]
        jobs += [("audio", n, options) for n in range(options.audio)]
        jobs += [("midi", n, options) for n in range(options.midi)]
    return summarize(jobs, options)


def summarize(jobs, options):
    counts, events = {"file": 0, "events": 0, "audio": 0, "midi": 0}, 0
    failures, skipped, exact, deviation = 0, 0, 0, Fraction(0)
    chances = {}
    with Pool(options.jobs) as pool:
        for job, outcome in zip(jobs, pool.imap(check, jobs)):
            if outcome.failure:
                print(outcome.failure, flush=True)
                failures += 1
                if not options.go_on:
                    return 1
                continue
            if outcome.skipped:
                skipped += 1
                if job[0] == "file":
                    print(f"not predicted: {outcome.skipped}")
                continue
            counts[job[0]] += 1
            if job[0] in ("file", "events"):
                events += outcome.events
            exact += outcome.exact_midi
            deviation = max(deviation, outcome.deviation)
            for chance, offered, sounded in outcome.chances:
                had = chances.get(chance, (0, 0))
                chances[chance] = had[0] + offered, had[1] + sounded
    unfair = compare.unfair(chances)
    for text in unfair:
        print(text)
    compared = counts["file"] + counts["events"]
    rates = ", ".join(str(rate) for rate in options.rates)
    print(
        f"{compared} songs, {events} events at {rates} Hz; {counts['audio']} rendered; "
        f"{counts['midi']} as MIDI ({exact} with every tick exact, at most "
        f"{float(deviation):.3f} frames off at 48000 Hz); {skipped} left out, {failures} failed"
    )
    return 1 if failures or unfair else 0


if __name__ == "__main__":
    sys.exit(main())
