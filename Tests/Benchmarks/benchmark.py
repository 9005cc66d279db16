#!/usr/bin/env python3
"""Measures tactus beside what limits it, and beside the other programs that are installed.

    Tests/Benchmarks/benchmark.py [--quick] [--rounds N] [--folder DIR] [--write] [TACTUS]

TACTUS is the program (default: the release build). Every figure is a ratio: of whole processes that
take turns in one run, the median of the rounds with the lowest and the highest. --quick takes a
tenth of the length and skips the slow ones. --write puts the tables and the plot into Docs.
The folder (default: a new one in /tmp) needs 6 GB; nothing waits for the disk.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import report
import songs
from measure import alternate, ratio, run_once

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))


class Bench:
    def __init__(self, options):
        self.rounds = options.rounds
        self.seconds = 360 if options.quick else 3600
        self.quick = options.quick
        self.folder = options.folder or tempfile.mkdtemp(prefix="tactus-benchmark-")
        self.rows = []
        # As it is installed, and not as a linker left it.
        self.tactus = shutil.copy(options.tactus, self.path("tactus"))
        for name in ("write_bytes", "nothing"):
            compiler = shutil.which("cc") or shutil.which("clang")
            subprocess.run(
                [compiler, "-O2", "-o", self.path(name), f"{HERE}/{name}.c"], check=True)
        self.write("w1.yaml", songs.steady(self.seconds))
        self.write("w2.yaml", songs.changing(self.seconds))
        self.write("w3.yaml", songs.drums(self.seconds, self.folder))
        self.write("w4.yaml", "tempo: 137\nbars: 4\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def render(self, song, *outputs):
        words = [self.tactus, "render", self.path(song), "--quiet"]
        for output in outputs:
            words += ["-o", self.path(output)]
        return words, None

    def clean(self):
        """Files of earlier runs: to write over a file is another work than to write a new one."""
        for name in os.listdir(self.folder):
            if name.startswith("out"):
                path = self.path(name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def warm(self, count):
        """Has the system hold so many bytes of memory twice over: a virtual machine gives what it
        has not used for some seconds back to its host, and gets it again at a tenth of the speed."""
        run_once([self.path("write_bytes"), self.path("out.warm"), str(2 * count)])
        os.remove(self.path("out.warm"))

    def compare(self, title, ours, limit, reach, peers=(), warm=0):
        """A row: our command, the limit and its name, and peers with the limits of their own.

        Before each run memory for `warm` bytes is made ready."""
        commands = {"ours": ours, "limit": limit[1]}
        for name, words, own in peers:
            commands[name] = words
            if own is not None:
                commands[name + "/limit"] = own

        def before_each():
            self.clean()
            if warm:
                self.warm(warm)

        runs = alternate(commands, self.rounds, before_each)
        found = [
            (name, ratio(runs[name], runs.get(name + "/limit", runs["limit"])))
            for name, _, _ in peers]
        row = report.Row(
            title, limit[0], runs["limit"].median, runs["ours"].median,
            ratio(runs["ours"], runs["limit"]), reach, runs["ours"].kilobytes, found)
        self.rows.append(row)
        print(row.text, flush=True)

    def size(self, words, name):
        """The bytes that a command writes."""
        self.clean()
        run_once(*words)
        return os.path.getsize(self.path(name))

    def writing(self, count):
        return [self.path("write_bytes"), self.path("out.bytes"), str(count)], None

    # The workloads.

    def wav(self, song, title, reach, peers):
        count = self.size(self.render(song, "out.wav"), "out.wav")
        own = []
        for name, words, output in peers:
            own.append((name, words, self.writing(self.size(words, output))))
        self.compare(
            title, self.render(song, "out.wav"), ("write(2)", self.writing(count)), reach, own,
            warm=count)

    def flac(self, song, title, reach):
        run_once(*self.render(song, "kept.wav"))
        flac = [shutil.which("flac"), "-5", "-s", "-f", self.path("kept.wav"), "-o"]
        peers = []
        if shutil.which("ffmpeg"):
            peers.append((
                "ffmpeg", (["ffmpeg", "-v", "error", "-i", self.path("kept.wav"),
                            "-compression_level", "5", self.path("out-ffmpeg.flac")], None), None))
        ours = self.size(self.render(song, "out.flac"), "out.flac")
        theirs = self.size((flac + [self.path("out-flac.flac")], None), "out-flac.flac")
        title += f" (size {100 * ours / theirs - 100:+.2f} %)"
        self.compare(
            title, self.render(song, "out.flac"), ("flac -5", (flac + [self.path("out-flac.flac")], None)),
            reach, peers)
        os.remove(self.path("kept.wav"))

    def together(self):
        """Everything in one pass, beside the slowest of its parts."""
        all_files = self.render("w3.yaml", "out.wav", "out.flac", "out.mid")
        self.compare(
            "W3: WAV, FLAC, MIDI and meters in one pass", all_files,
            ("FLAC alone", self.render("w3.yaml", "out-alone.flac")), None)
        stems = self.render("w3.yaml", "out.flac")
        stems[0].extend(["--stems", self.path("out-stems")])
        self.compare(
            "W3: FLAC, eight stems of WAV and meters in one pass", stems,
            ("write(2) of all", self.writing(9 * self.size(self.render("w3.yaml", "out.wav"), "out.wav"))),
            None)

    def start(self):
        peers = []
        if shutil.which("klick"):
            peers.append(("klick", (["klick", "-W", self.path("out-k.wav"), "4", "137"], None), None))
        if shutil.which("sox"):
            peers.append(("sox", (["sox", "-n", "-r", "48000", "-b", "24", "-c", "2",
                                   self.path("out-s.wav"), "synth", "7.007", "pluck"], None), None))
        rounds, self.rounds = self.rounds, 20 * self.rounds
        self.compare(
            "W4: four bars, whole process", self.render("w4.yaml", "out.wav"),
            ("an empty process", ([self.path("nothing")], None)), 5, peers)
        self.rounds = rounds

    def events(self):
        hours = 2.4 if self.quick else 24
        self.write("events.yaml", songs.dense(hours))
        words = [self.tactus, "events", self.path("events.yaml"), "--format", "csv"]
        rates = []
        for _ in range(self.rounds):
            seconds, kilobytes = run_once(words, self.path("out.csv"))
            with open(self.path("out.csv"), "rb") as file:
                count = sum(1 for _ in file) - 1
            rates.append(count / seconds / 1e6)
        self.rates = (sorted(rates)[len(rates) // 2], min(rates), max(rates), count, kilobytes)
        print(f"events: {self.rates[0]:.2f} million a second of {count}", flush=True)

    def lengths(self):
        """The cost of a click by its length, written to nowhere."""
        points = []
        for seconds in [10, 60, 600, 3600] + ([] if self.quick else [14_400, 86_400]):
            self.write("length.yaml", songs.steady(seconds))
            words = [self.tactus, "render", self.path("length.yaml"), "--quiet", "-o", "-"]
            runs = [run_once(words) for _ in range(3)]
            points.append((seconds, min(time for time, _ in runs), max(size for _, size in runs)))
            print(f"{seconds} s of click: {points[-1][1]:.3f} s, {points[-1][2]} KB", flush=True)
        return points

    def klick_map(self):
        """W2 as klick has it."""
        lines = []
        for line in songs.changing(self.seconds).splitlines():
            if "bars:" not in line:
                continue
            fields = dict(part.split(": ") for part in line[line.index("{") + 1:-1].split(", "))
            tempo = fields["tempo"].replace(" -> ", "-")
            lines.append(f"{fields['bars']} {fields['meter']} {tempo}")
        self.write("w2.klick", "\n".join(lines) + "\n")

    def wav_peers(self, song):
        peers = []
        if shutil.which("klick"):
            bars = round(self.seconds * 137 / 60 / 4)
            words = {"w1.yaml": [str(bars), "4/4", "137"], "w2.yaml": ["-f", self.path("w2.klick")]}
            if song in words:
                peers.append((
                    "klick", (["klick", "-W", self.path("out-k.wav")] + words[song], None), "out-k.wav"))
        if shutil.which("sox") and song == "w1.yaml":
            subprocess.run(
                ["sox", "-n", "-r", "48000", "-b", "24", "-c", "2", self.path("bar.wav"),
                 "synth", "0.02", "sine", "1000", "pad", "0", "1.7318"], check=True)
            peers.append((
                "sox", (["sox", self.path("bar.wav"), self.path("out-s.wav"), "repeat",
                         str(round(self.seconds * 137 / 60 / 4) - 1)], None), "out-s.wav"))
        font = "/usr/share/sounds/sf2/TimGM6mb.sf2"
        if song == "w3.yaml" and not self.quick:
            if shutil.which("fluidsynth") and os.path.exists(font):
                self.write("short.yaml", songs.drums(300, self.folder))
                run_once(*self.render("short.yaml", "short.mid"))
                peers.append((
                    "fluidsynth", (["fluidsynth", "-ni", "-q", "-r", "48000", "-T", "wav", "-F",
                                    self.path("out-f.wav"), font, self.path("short.mid")], None),
                    "out-f.wav"))
            demo = "/usr/share/hydrogen/data/demo_songs/GM_kit_demo1.h2song"
            if shutil.which("h2cli") and os.path.exists(demo):
                peers.append((
                    "h2cli", (["h2cli", "-s", demo, "-d", "auto", "-r", "48000", "-b", "24", "-o",
                               self.path("out-h.wav")], None), "out-h.wav"))
        return peers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("tactus", nargs="?", default=f"{ROOT}/.build/release/tactus")
    options = parser.parse_args()
    if not os.access(options.tactus, os.X_OK):
        sys.exit(f"there is no program {options.tactus}: build the release first")
    bench = Bench(options)
    try:
        bench.klick_map()
        bench.wav("w1.yaml", "W1: click at 137, eighths, WAV", 1.3, bench.wav_peers("w1.yaml"))
        bench.wav("w2.yaml", "W2: 200 tempos and metres, ramps, WAV", 1.4, bench.wav_peers("w2.yaml"))
        bench.wav("w3.yaml", "W3: drums at 174, 27 hits a bar, WAV", 2.5, bench.wav_peers("w3.yaml"))
        bench.flac("w1.yaml", "W1 to FLAC, level 5", 0.3)
        bench.flac("w3.yaml", "W3 to FLAC, level 5", 0.55)
        bench.together()
        bench.start()
        bench.events()
        points = bench.lengths()
        if options.write:
            report.write(bench, points, f"{ROOT}/Docs")
    finally:
        if not options.folder:
            shutil.rmtree(bench.folder)


if __name__ == "__main__":
    main()
