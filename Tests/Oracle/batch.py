"""Interrupts batches, and checks that nothing is lost and nothing half is named.

    batch.py --tactus PATH [--songs N] [--kills N] [--seed N]

Writes many small songs, renders them once without interruption, and then again in another folder
where the program is killed at random moments and started again. After each kill every file that the
journal or a manifest names has to be whole; at the end the manifest has to have the same bytes, and
no temporary file may be left. Then signals that the program can handle have to leave no temporary
file and give their exit codes, and shards that run side by side in one folder have to merge into the
same manifest. Last, each file is compared with its digests by Python's own SHA-256.
"""

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import wave

JOURNAL = ".tactus-batch.jsonl"


def write_songs(folder, count, draw):
    """Songs of about a second, some with a kit file and a sample that they share."""
    os.makedirs(os.path.join(folder, "kits"))
    with wave.open(os.path.join(folder, "kits", "tick.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(draw.randrange(256) for _ in range(1000)))
    with open(os.path.join(folder, "kits", "kit.yaml"), "w", encoding="utf-8") as file:
        file.write("tick: {file: tick.wav}\n")
    for number in range(count):
        sub = os.path.join(folder, f"set {number % 20}")
        os.makedirs(sub, exist_ok=True)
        steps = "".join(draw.choice("xX.o") for _ in range(16))
        kit = "kit: ../kits/kit.yaml\n" if number % 7 == 0 else ""
        sound = "tick" if kit else draw.choice(["rim", "clave", "hat"])
        with open(os.path.join(sub, f"song {number}.yaml"), "w", encoding="utf-8") as file:
            file.write(
                f"{kit}tempo: {draw.randrange(200, 300)}\nbars: 1\nplay: p\n"
                f"patterns: {{p: {{{sound}: {steps}}}}}\n"
                "output: {rate: 8000, bits: 16, channels: 1}\n"
            )


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def expect(condition, message):
    if not condition:
        sys.exit(f"batch.py: {message}")


def check_whole(folder, outputs, name):
    for output in outputs:
        path = os.path.join(folder, output["path"])
        expect(os.path.exists(path), f"{name} names {path}, which is not there")
        expect(digest(path) == output["sha256"], f"{name} names {path}, which is not whole")


def check_after_kill(folder):
    """Returns how many songs the journal has."""
    manifest = os.path.join(folder, "manifest.json")
    if os.path.exists(manifest):
        with open(manifest, encoding="utf-8") as file:
            check_whole(folder, json.load(file)["outputs"], "the manifest")
    journal = os.path.join(folder, JOURNAL)
    songs = {}
    if os.path.exists(journal):
        with open(journal, "rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    entry = json.loads(line)
                    songs[entry["song"]] = entry["outputs"]
    for outputs in songs.values():
        check_whole(folder, outputs, "the journal")
    return len(songs)


def temporary_files(folder):
    return [
        os.path.join(path, name)
        for path, _, names in os.walk(folder)
        for name in names
        if name.endswith(".part")
    ]


class Batch:
    def __init__(self, program, songs):
        self.program = program
        self.songs = songs

    def start(self, folder, *options):
        return subprocess.Popen(
            [self.program, "batch", self.songs, "-o", folder, "--format", "wav,mid", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def finish(self, folder, *options):
        run = self.start(folder, *options)
        out, err = run.communicate()
        expect(run.returncode == 0, f"a batch ended with {run.returncode}: {err[-2000:]}")
        return out


def manifest_of(folder):
    with open(os.path.join(folder, "manifest.json"), "rb") as file:
        return file.read()


def kill_often(batch, folder, kills, seconds, draw):
    for number in range(kills):
        run = batch.start(folder)
        time.sleep(draw.uniform(0, 1.6) * max(seconds / kills, 0.3))
        run.send_signal(signal.SIGKILL)
        run.communicate()
        print(f"kill {number + 1}: {check_after_kill(folder)} songs in the journal", flush=True)
    print(batch.finish(folder).strip())


def interrupt(batch, folder, seconds, draw):
    for name, code in (("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)):
        for _ in range(3):
            run = batch.start(folder, "--jobs", "4")
            time.sleep(draw.uniform(0.05, 0.5) * seconds)
            run.send_signal(getattr(signal, name))
            run.communicate()
            expect(run.returncode in (code, 0), f"{name} gives {run.returncode}, not {code}")
            expect(not temporary_files(folder), f"{name} leaves temporary files")
            check_after_kill(folder)
            if run.returncode == code:
                break
        else:
            sys.exit(f"batch.py: {name} came too late each time")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tactus", required=True, metavar="PATH")
    parser.add_argument("--songs", type=int, default=1500)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as top:
        songs = os.path.join(top, "songs")
        write_songs(songs, options.songs, draw)
        batch = Batch(options.tactus, songs)
        whole = os.path.join(top, "whole")
        begin = time.monotonic()
        print(batch.finish(whole).strip())
        seconds = time.monotonic() - begin
        reference = manifest_of(whole)
        outputs = json.loads(reference)["outputs"]
        expect(len(outputs) == 2 * options.songs, "the manifest has not all files")
        check_whole(whole, outputs, "the manifest")

        killed = os.path.join(top, "killed")
        kill_often(batch, killed, options.kills, seconds, draw)
        expect(manifest_of(killed) == reference, "kills give another manifest")
        check_after_kill(killed)
        for folder in (whole, killed):
            expect(not temporary_files(folder), "temporary files are left")
            expect(not os.path.exists(os.path.join(folder, JOURNAL)), "the journal is left")

        interrupt(batch, killed, seconds, draw)
        batch.finish(killed)
        expect(manifest_of(killed) == reference, "signals give another manifest")
        out = batch.finish(killed, "--changed")
        expect(f"{options.songs} unchanged" in out, f"not all is unchanged: {out}")

        parts = os.path.join(top, "parts")
        runs = [batch.start(parts, "--shard", f"{index}/4", "--jobs", "1") for index in range(1, 5)]
        for run in runs:
            run.communicate()
            expect(run.returncode == 0, f"a shard ended with {run.returncode}")
        manifests = [os.path.join(parts, f"manifest-{index}-of-4.json") for index in range(1, 5)]
        subprocess.run(
            [options.tactus, "batch", "--merge", *manifests, "-o", parts, "--songs", songs],
            check=True,
        )
        expect(manifest_of(parts) == reference, "four shards merged are not the whole")
    print("all is whole")


if __name__ == "__main__":
    main()
