"""Checks that a list of events takes memory that does not grow with the song's length.

    memory.py --tactus PATH
"""

import argparse
import os
import subprocess
import sys
import tempfile

SONG = """\
tempo: 96 -> 150
meter: 7/8
click: {{subdivisions: [2, 3]}}
swing: 60%
patterns: {{p: {{kick: x..x.x?.., hat: {{euclid: [5, 8], loop: true}}}}}}
play: p
bars: {bars}
"""
# What the allocator and the kernel's accounting may differ by between two runs of one program.
ALLOWED_KILOBYTES = 4096


def peak(program, bars, folder):
    """The peak memory of a run in kilobytes, and the lines it wrote."""
    path = os.path.join(folder, f"{bars}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SONG.format(bars=bars))
    run = subprocess.Popen(
        [program, "events", path, "--format", "csv"], stdout=subprocess.PIPE
    )
    lines = sum(chunk.count(b"\n") for chunk in iter(lambda: run.stdout.read(1 << 16), b""))
    _, status, usage = os.wait4(run.pid, 0)
    if status:
        sys.exit(f"{program} ended with {status}")
    return usage.ru_maxrss, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tactus", required=True, metavar="PATH")
    program = parser.parse_args().tactus
    with tempfile.TemporaryDirectory() as folder:
        # Bars of 7/8 at 96 to 150: 50,400 of them last about 24 hours.
        (short, few), (long, many) = (peak(program, bars, folder) for bars in (2_100, 50_400))
    print(f"{few} lines: {short} KB; {many} lines: {long} KB")
    if many < 20 * few:
        sys.exit("the long song is not long")
    if long > short + ALLOWED_KILOBYTES:
        sys.exit("memory grows with the length of the song")


if __name__ == "__main__":
    main()
