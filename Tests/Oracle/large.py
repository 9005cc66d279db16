"""Renders a file of 5 GiB and reads it back whole, with three readers that are not ours.

    large.py --tactus PATH

The chunks are walked by hand, the samples are read by this script, by ffmpeg and by libsndfile, and
every click has to stand on the frame that the list of events gives, with the samples of the first.
"""

import argparse
import csv
import ctypes
import hashlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

RATE = 384_000
# A frame of two channels with 32 bits.
FRAME = 8
SONG = "tempo: 60\nmeter: 4/4\nbars: 440\nclick: {subdivisions: 2}\n"
LEAST = 5 << 30
BLOCK = 1 << 24


def check(condition, text):
    if not condition:
        sys.exit(f"large file: {text}")


def chunks(file, size):
    """The chunks of an RF64 file: name, where the content starts, and its size."""
    check(file.read(4) == b"RF64", "it is no RF64 file")
    check(struct.unpack("<I", file.read(4))[0] == 0xFFFFFFFF, "its 32-bit size is not open")
    check(file.read(4) == b"WAVE", "it holds no WAVE")
    place, long_sizes = 12, {}
    while place + 8 <= size:
        file.seek(place)
        name, length = struct.unpack("<4sI", file.read(8))
        if name == b"ds64":
            riff, data, frames = struct.unpack("<QQQ", file.read(24))
            check(riff == size - 8, f"ds64 says {riff} bytes, the file has {size - 8}")
            long_sizes = {b"data": data}
            yield b"frames", frames, 0
        if length == 0xFFFFFFFF:
            length = long_sizes[name]
        yield name, place + 8, length
        place += 8 + length + length % 2
    check(place == size, "the chunks do not end with the file")


def digest(read):
    """The MD5 of what is read until there is nothing left, and its size."""
    result, size = hashlib.md5(), 0
    while True:
        block = read(BLOCK)
        if not block:
            return result.hexdigest(), size
        result.update(block)
        size += len(block)


def by_ffmpeg(path):
    run = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "s32le", "-"], stdout=subprocess.PIPE
    )
    found = digest(run.stdout.read)
    check(run.wait() == 0, "ffmpeg fails")
    return found


def by_libsndfile(path):
    library = ctypes.CDLL("libsndfile.so.1")

    class Info(ctypes.Structure):
        _fields_ = [("frames", ctypes.c_int64)] + [
            (name, ctypes.c_int)
            for name in ("samplerate", "channels", "format", "sections", "seekable")
        ]

    info = Info()
    library.sf_open.restype = ctypes.c_void_p
    library.sf_readf_int.restype = ctypes.c_int64
    library.sf_readf_int.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_close.argtypes = [ctypes.c_void_p]
    handle = library.sf_open(path.encode(), 0x10, ctypes.byref(info))
    check(handle, "libsndfile does not open it")
    memory = ctypes.create_string_buffer(BLOCK)

    def read(size):
        count = library.sf_readf_int(handle, memory, size // FRAME)
        return memory.raw[: count * FRAME]

    found = digest(read)
    library.sf_close(handle)
    return found


def check_clicks(file, start, program, song):
    """Every click begins on its frame, after silence, like the first of its sound."""
    listed = subprocess.run(
        [program, "events", song, "--rate", str(RATE), "--format", "csv"],
        capture_output=True, check=True, text=True,
    ).stdout.splitlines()
    first, count = {}, 0
    for row in csv.DictReader(listed):
        frame = int(row["frame"])
        file.seek(start + (frame - 1) * FRAME if frame else start)
        before = file.read(FRAME) if frame else bytes(FRAME)
        sound = file.read(1000 * FRAME)
        check(before == bytes(FRAME), f"there is no silence before frame {frame}")
        check(sound[:FRAME] != bytes(FRAME), f"nothing begins on frame {frame}")
        key = (row["sound"], row["velocity"])
        check(first.setdefault(key, sound) == sound, f"the click of frame {frame} is another")
        count += 1
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tactus", required=True, metavar="PATH")
    program = parser.parse_args().tactus
    # Ended early, it still takes its 5 GiB away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("large file: ended"))
    with tempfile.TemporaryDirectory() as folder:
        check(shutil.disk_usage(folder).free > 2 * LEAST, "10 GiB of free disk are needed")
        song, path = (os.path.join(folder, name) for name in ("song.yaml", "large.wav"))
        with open(song, "w", encoding="utf-8") as text:
            text.write(SONG)
        report = json.loads(
            subprocess.run(
                [program, "render", song, "-o", path, "--rate", str(RATE), "--bits", "32", "--json"],
                capture_output=True, check=True, text=True,
            ).stdout
        )
        size = os.path.getsize(path)
        check(size > LEAST, f"it has only {size} bytes")
        with open(path, "rb") as file:
            found = {name: (start, length) for name, start, length in chunks(file, size)}
            start, length = found[b"data"]
            frames = report["frames"]
            check(length == frames * FRAME, "the samples are not as many as reported")
            check(found[b"frames"][0] == frames, "ds64 counts other frames than the report")
            clicks = check_clicks(file, start, program, song)
            file.seek(start)
            left = length

            def read(count):
                nonlocal left
                block = file.read(min(count, left))
                left -= len(block)
                return block

            expected = digest(read)
        check(expected[1] == length, "it cannot be read to its end")
        for name, reader in (("ffmpeg", by_ffmpeg), ("libsndfile", by_libsndfile)):
            check(reader(path) == expected, f"{name} reads other samples")
        print(f"{size} bytes, {frames} frames, {clicks} clicks: ffmpeg and libsndfile read the same")


if __name__ == "__main__":
    main()
