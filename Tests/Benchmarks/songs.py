"""The songs that are rendered, made the same in every run."""

import random
import struct
import wave

RATE = 48_000


def steady(seconds):
    """W1: a click at 137 BPM with eighths."""
    bars = max(1, round(seconds * 137 / 60 / 4))
    return f"tempo: 137\nbars: {bars}\nclick: {{subdivisions: [2]}}\n"


def changing(seconds, sections=200):
    """W2: the same with so many changes of tempo and metre, every second one a ramp."""
    meters = [(4, 4), (7, 8), (5, 4), (3, 4), (6, 8)]
    lines = ["click: {subdivisions: [2]}", "song:"]
    for index in range(sections):
        count, unit = meters[index % len(meters)]
        now, later = (100 + (number * 37) % 80 for number in (index, index + 1))
        is_ramp = index % 2 == 1
        tempo = f"{now} -> {later}" if is_ramp else str(now)
        mean = (now + later) / 2 if is_ramp else now
        bars = max(1, round(seconds / sections * mean / 60 / (count * 4 / unit)))
        lines.append(
            f"  - s{index}: {{bars: {bars}, meter: {count}/{unit}, tempo: {tempo}}}")
    return "\n".join(lines) + "\n"


# Eight sounds, their lengths in seconds and their steps: 27 hits a bar.
ROWS = {
    "kick": (0.3, "X..x..X...x....."),
    "snare": (0.4, "....X..x....X..x"),
    "hat": (0.35, "x.x.x.x.x.x.x.x."),
    "open": (0.6, "..............x."),
    "tom": (0.7, "......x...x....."),
    "ride": (0.8, "x...x...x...x..."),
    "crash": (1.0, "X..............."),
    "clap": (0.5, "....x.......x..x"),
}


def drums(seconds, folder):
    """W3: eight stereo sounds at 174 BPM, overlapping, with a volume and a place each."""
    bars = max(1, round(seconds * 174 / 60 / 4))
    assert sum(step in "xX" for _, row in ROWS.values() for step in row) == 27
    lines = ["tempo: 174", f"bars: {bars}", "click: off", "kit:"]
    for index, (name, (length, _)) in enumerate(ROWS.items()):
        write_sound(f"{folder}/{name}.wav", index, length)
        side = "L" if index % 2 else "R"
        lines.append(
            f"  {name}: {{file: {name}.wav, volume: -{index % 4 + 3}dB, pan: {side}{10 * index + 5}}}")
    lines += ["play: beat", "patterns:", "  beat:"]
    lines += [f"    {name}: {row}" for name, (_, row) in ROWS.items()]
    return "\n".join(lines) + "\n"


def write_sound(path, seed, length):
    """Noise that falls off, 16 bits, two channels."""
    chance = random.Random(seed)
    frames = int(RATE * length)
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        samples = []
        for frame in range(frames):
            level = 12_000 * (1 - frame / frames) ** 4
            samples += [round(level * chance.uniform(-1, 1)) for _ in range(2)]
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def dense(hours):
    """Drums and a click for many hours, with 500 ramps: millions of events."""
    lines = ["click: {subdivisions: [2, 3]}", "patterns:", "  beat:"]
    lines += ["    kick: x..x..x.x..x..x.", "    snare: ....X.......X..o", "    hat: x*16", "song:"]
    for index in range(1000):
        now, later = 90 + (index * 29) % 110, 90 + ((index + 1) * 29) % 110
        tempo = f"{now} -> {later}" if index % 2 else str(now)
        mean = (now + later) / 2 if index % 2 else now
        bars = max(1, round(hours * 3600 / 1000 * mean / 60 / 4))
        lines.append(f"  - s{index}: {{bars: {bars}, tempo: {tempo}, play: beat}}")
    return "\n".join(lines) + "\n"
