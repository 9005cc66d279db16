"""Step strings: `X..x (xxx) f? x*3` to hits with exact places."""

from dataclasses import dataclass
from fractions import Fraction

from values import HALF, Unsupported, round_half_up

VELOCITY = {"x": 100, "X": 127, "o": 50, "f": 100}
VELOCITY.update({str(n): round_half_up(Fraction(127 * n, 9)) for n in range(1, 10)})
GRACE_VELOCITY = 50


@dataclass(frozen=True)
class Hit:
    at: Fraction  # in steps, from the track's start
    velocity: int
    flam: bool = False
    chance: Fraction = Fraction(1)
    # False where hits stand or fall together, as all those of a `(xx)?`.
    alone: bool = True


class _Reader:
    def __init__(self, text):
        self.text = text
        self.place = 0

    def peek(self):
        while self.place < len(self.text) and self.text[self.place] in " \t\n|":
            self.place += 1
        return self.text[self.place] if self.place < len(self.text) else ""

    def steps(self, closing, depth):
        """The steps up to `closing`; each is a list of hits within a step of length 1."""
        found = []
        while (mark := self.peek()) != closing:
            self.place += 1
            if mark == "(":
                if depth == 8:
                    raise Unsupported("groups nested more than 8 deep")
                inside = self.steps(")", depth + 1)
                step = _squeeze(inside)
                self.place += 1
            elif mark in (".", "-"):
                step = []
            elif mark in VELOCITY:
                step = [Hit(Fraction(0), VELOCITY[mark], flam=mark == "f")]
            else:
                raise Unsupported(f"not a step: {mark!r} in {self.text!r}")
            found.append(self.modified(step))
        return found

    def modified(self, step):
        while self.place < len(self.text) and self.text[self.place] in "?*":
            mark = self.text[self.place]
            self.place += 1
            if mark == "?":
                alone = len(step) == 1
                step = [Hit(h.at, h.velocity, h.flam, h.chance * HALF, alone) for h in step]
            else:
                begin = self.place
                while self.place < len(self.text) and self.text[self.place].isdigit():
                    self.place += 1
                step = _squeeze([step] * int(self.text[begin : self.place]))
        return step


def _squeeze(steps):
    """Several steps in the time of one."""
    if not steps:
        raise Unsupported("an empty group")
    share = Fraction(1, len(steps))
    alone = len(steps) == 1
    return [
        Hit((i + h.at) * share, h.velocity, h.flam, h.chance, h.alone and (alone or h.chance == 1))
        for i, step in enumerate(steps)
        for h in step
    ]


def parse(text):
    """The number of steps and the hits."""
    steps = _Reader(text).steps("", 0)
    return len(steps), [
        Hit(i + h.at, h.velocity, h.flam, h.chance, h.alone)
        for i, step in enumerate(steps)
        for h in step
    ]


def euclid(hits, steps, rotation=0):
    """Bjorklund's spread of hits over steps, turned so that step `rotation` comes first."""
    heads, tails = [[1]] * hits, [[0]] * (steps - hits)
    while heads and len(tails) > 1:
        pairs = min(len(heads), len(tails))
        rest = heads[pairs:] or tails[pairs:]
        heads, tails = [heads[i] + tails[i] for i in range(pairs)], rest
    line = [bit for part in heads + tails for bit in part]
    if line:
        turn = rotation % len(line)
        line = line[turn:] + line[:turn]
    return steps, [Hit(Fraction(i), VELOCITY["x"]) for i, bit in enumerate(line) if bit]
