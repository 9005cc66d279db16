"""Random songs of constant tempos in each section: the base of the language."""

import random
from fractions import Fraction

from values import number

TRACKS = [
    "kick", "snare", "hat", "open-hat", "clap", "rim", "cowbell", "tom-high", "tom-mid", "tom-low",
    "crash", "ride", "shaker", "tambourine", "clave", "wood-low", "beep-high",
]
OWN_TRACKS = {"bd": "kick", "sd": {"sound": "snare", "volume": "-3dB"}, "Perc_1": "clave"}
CLICK_SOUNDS = ["beep-high", "beep-low", "wood-high", "wood-low", "clave", "cowbell", "rim"]
STEPS = ["1/16", "1/8", "1/4", "1/12", "1/10", "3/32", "1/24", "1/32", "1/20", "3/16", "1/7", "2/9"]
NAMES = ["verse", "Chorus", "bridge", "Intro", "Solo", "break-down", "part_b", "Big end", "A", "m8"]
HITS = "xxxxXXo123456789"


def note(value):
    return f"{value.numerator}/{value.denominator}"


class Maker:
    """One song from one random stream. `moderate` songs are short enough to be rendered."""

    most = 600  # events of an ordinary song

    def __init__(self, rng, moderate=False):
        self.rng = rng
        self.moderate = moderate

    def pick(self, *choices):
        return self.rng.choice(choices)

    def maybe(self, chance):
        return self.rng.random() < chance

    # Values

    def tempo(self):
        rng = self.rng
        low, high = 60, 240
        if not self.moderate:
            kind = rng.random()
            if kind < 0.03:
                low, high = 10_000, 99_999
            elif kind < 0.05:
                return self.pick("0.001", "0.017", "1/1000", "0.5", "7/9", "100000")
            elif kind < 0.2:
                low, high = 1, 2000
        shape = rng.random()
        if shape < 0.3:
            text = str(rng.randint(low, high))
        elif shape < 0.75:
            text = f"{rng.randint(low, high)}.{rng.randrange(10 ** (d := rng.randint(1, 3))):0{d}d}"
        else:
            below = self.pick(2, 3, 7, 9, 11, 13, 97)
            text = f"{rng.randint(low * below, high * below)}/{below}"
        if self.maybe(0.2):
            return f"{self.pick('3/8', '1/8', '1/2', '1/4', '1/12', '5/16', '1/16')} = {text}"
        return text

    def meter(self):
        kind = self.rng.random()
        if kind < 0.35:
            return self.pick("4/4", "3/4", "7/8", "6/8", "5/4", "2/2", "5/12")
        if kind < 0.6:
            below = self.pick(4, 8, 8, 16, 12, self.rng.randint(1, 99))
            groups = [self.rng.randint(1, 5) for _ in range(self.rng.randint(2, 6))]
            return "+".join(map(str, groups)) + f"/{below}"
        if kind < 0.8:
            return f"{self.rng.randint(1, 16)}/{self.rng.randint(1, 24)}"
        return f"{self.rng.randint(1, 99)}/{self.rng.randint(1, 99)}"

    def beat(self):
        return self.pick("1/4", "3/8", "1/2", "1/8", "1/12", "5/16", "2/3", "1/16", "1/9999", "3/7")

    def level(self, silent=True):
        kind = self.rng.random()
        if kind < 0.05 and silent:
            return self.pick("off", "0", "0%")
        if kind < 0.4:
            return f"-{self.rng.randint(1, 30)}{self.pick('', '', '.5', '.25')}dB"
        if kind < 0.45:
            return self.pick("0dB", "2dB", "100%", "1", "120%")
        if kind < 0.8:
            return f"{self.rng.randint(1, 100)}{self.pick('', '', '.5', '.125')}%"
        return f"0.{self.rng.randint(1, 99):02d}"

    # The click

    def subdivisions(self):
        rng = self.rng
        parts = rng.sample(range(2, 10), rng.choice([1, 1, 2, 2, 3, 4, 8]))
        kind = rng.random()
        if kind < 0.25:
            return str(parts[0])
        if kind < 0.5:
            return [str(n) for n in parts]
        return {str(n): self.level() for n in parts}

    def click_pattern(self, units):
        return "".join(self.rng.choice("Xxxoo.") for _ in range(units))

    def click(self, units):
        """`units` is how many the bar has, or None where that is not one number."""
        kind = self.rng.random()
        if kind < 0.08:
            return "off"
        if kind < 0.15 and units and units < 40:
            return self.click_pattern(units)
        found = {}
        if self.maybe(0.6):
            found["subdivisions"] = self.subdivisions()
        for name in ("accent", "beat", "subdivision"):
            if self.maybe(0.3):
                found[name] = self.level()
        if self.maybe(0.25):
            names = self.rng.sample(["accent", "beat", "subdivision"], self.rng.randint(1, 3))
            found["sounds"] = {name: self.rng.choice(CLICK_SOUNDS) for name in names}
        if units and units < 40 and self.maybe(0.2):
            found["pattern"] = self.click_pattern(units)
        if self.maybe(0.1):
            found["pan"] = self.pick("L30", "R", "C")
        return found or {"beat": "70%"}

    def units(self, meter, beat):
        upper, lower = meter.split("/")
        length = Fraction(sum(map(int, upper.split("+"))), int(lower))
        unit = number(beat) if beat else Fraction(1, int(lower))
        return -(-length // unit)

    # Patterns

    def step(self, depth, deep):
        roll = self.rng.random()
        if deep or (roll < 0.12 and depth < 8):
            count = self.rng.choice([2, 3]) if deep else self.rng.randint(1, 7 if depth < 2 else 3)
            at = self.rng.randrange(count) if deep else -1
            go_on = deep and depth + 1 < 8
            inner = [self.step(depth + 1, go_on and i == at) for i in range(count)]
            return "(" + self.pick("", " ").join(inner) + ")"
        return self.rng.choice(".-" if roll < 0.5 else HITS)

    def steps(self, count):
        deep = self.rng.randrange(count) if self.maybe(0.06) else -1
        found = ""
        for i in range(count):
            if i and i % 4 == 0 and self.maybe(0.3):
                found += self.pick(" ", "|", " | ")
            found += self.step(0, i == deep)
        return found

    def track(self, length, default):
        """A track whose own length divides the pattern's."""
        for _ in range(50):
            step = default if self.maybe(0.6) else number(self.rng.choice(STEPS))
            count = length / step / self.pick(1, 1, 1, 2, 3, 4)
            if count.denominator == 1 and 1 <= count <= 48:
                break
        else:
            step, count = length / 4, 4
        line = self.steps(int(count))
        if step == default and self.maybe(0.8):
            return line
        found = {"steps": line}
        if step != default:
            found["step"] = note(step)
        if self.maybe(0.4):
            found["velocity"] = self.level()
        return found

    def pattern(self, tracks):
        default = Fraction(1, 16)
        long_form = self.maybe(0.4)
        if long_form and self.maybe(0.7):
            default = number(self.rng.choice(STEPS))
        length = default * self.rng.randint(1, 24)
        names = self.rng.sample(tracks, self.rng.randint(1, min(4, len(tracks))))
        body = {name: self.track(length, default) for name in names}
        sized = self.sized(body)
        if not long_form and not sized:
            # Without `length` some track must be as long as the pattern is.
            count = int(length / default)
            body[names[0]] = self.steps(count)
            return body
        found = {"tracks": body}
        if default != Fraction(1, 16) or self.maybe(0.2):
            found["step"] = note(default)
        if sized or self.maybe(0.5):
            found["length"] = note(length * self.pick(1, 1, 2))
        else:
            body[names[0]] = self.steps(int(length / default))
        keys = list(found)
        self.rng.shuffle(keys)
        return {key: found[key] for key in keys}

    def sized(self, body):
        """Whether the pattern must say its length."""
        return False

    def play(self, patterns):
        names = [self.rng.choice(patterns) for _ in range(self.rng.choice([1, 1, 1, 2, 3, 4]))]
        items = [f"{n} x{self.rng.randint(1, 4)}" if self.maybe(0.3) else n for n in names]
        return items[0] if len(items) == 1 and self.maybe(0.8) else items

    # Sections and songs

    def section(self, song, patterns, single=False):
        found = {}
        if patterns and self.maybe(0.6):
            found["play"] = self.play(patterns)
        if "play" not in found or self.maybe(0.6):
            found["bars"] = str(self.rng.choice([1, 1, 2, 2, 3, 4, 4, 5, 8, 13]))
        if single:
            return found
        if self.maybe(0.6):
            found["tempo"] = self.tempo()
        if self.maybe(0.5):
            found["meter"] = self.meter()
        meter = found.get("meter", song.get("meter", "4/4"))
        if self.maybe(0.15):
            found["beat"] = self.beat()
        if self.maybe(0.35):
            beat = found.get("beat", song.get("beat"))
            found["click"] = self.click(self.units(meter, beat))
        keys = list(found)
        self.rng.shuffle(keys)
        return {key: found[key] for key in keys}

    def song(self):
        song = {}
        if self.maybe(0.3):
            song["title"] = self.pick("Night Train", "No. 7", "Ümläute & co", "on", "12e3")
        if self.maybe(0.9) or self.moderate:
            song["tempo"] = self.tempo()
        if self.maybe(0.7):
            song["meter"] = self.meter()
        if self.maybe(0.15):
            song["beat"] = self.beat()
        if self.maybe(0.35):
            bars = self.pick(1, 1, 2, 3)
            song["count-in"] = f"{bars} bar{'s' if bars > 1 else ''}"
        tracks = self.kit(song)
        patterns = {}
        for index in range(self.pick(0, 0, 1, 1, 2, 3, 5)):
            patterns[f"{self.pick('beat', 'fill', 'p')}{index}"] = self.pattern(tracks)
        if self.maybe(0.2):
            song["output"] = {"start": self.pick("2s", "250ms", "481/48000s", "0s", "1/3s", "1.5s")}
        if self.maybe(0.25):
            self.single(song, patterns)
        else:
            self.many(song, patterns)
        keys = list(song)
        if self.maybe(0.3):
            self.rng.shuffle(keys)
        return {key: song[key] for key in keys}

    def kit(self, song):
        tracks = self.rng.sample(TRACKS, self.rng.randint(1, 6))
        if self.maybe(0.2):
            song["kit"] = dict(OWN_TRACKS)
            tracks += list(OWN_TRACKS)
        return tracks

    def single(self, song, patterns):
        if self.maybe(0.5):
            units = self.units(song.get("meter", "4/4"), song.get("beat"))
            song["click"] = self.click(units)
        if patterns:
            song["patterns"] = patterns
        song.update(self.section(song, list(patterns), single=True))

    def many(self, song, patterns):
        if self.maybe(0.4):
            song["click"] = self.click(None)
        names = self.rng.sample(NAMES, self.rng.randint(1, 6))
        held = self.rng.randint(0, len(names))
        sections = {n: self.section(song, list(patterns)) for n in names[:held]}
        if patterns:
            song["patterns"] = patterns
        if sections:
            song["sections"] = sections
        items = [{n: self.section(song, list(patterns))} for n in names[held:]]
        for name in [*sections, *self.rng.sample(list(patterns), min(2, len(patterns)))]:
            items.append(f"{name} x{self.rng.randint(1, 4)}" if self.maybe(0.3) else name)
        self.rng.shuffle(items)
        song["song"] = items


def stream(kind, seed, index, attempt):
    return random.Random(f"{kind}:{seed}:{index}:{attempt}")
