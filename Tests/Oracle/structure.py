"""A song's text to the sections that it plays, in order."""

from dataclasses import dataclass, field
from fractions import Fraction

import yaml

from values import Unsupported, number, repeated

# What a section finds at the top when it does not say it itself.
SHARED = {"tempo", "meter", "beat", "swing", "bars", "click"}


@dataclass
class Piece:
    """One occurrence of a section."""

    name: str
    own: dict
    top: dict
    faster: Fraction = Fraction(0)  # beats a minute that `step` has added by now
    whole_pattern: bool = False

    def get(self, key, default=None):
        if key in self.own:
            return self.own[key]
        if key == "bars" and self.whole_pattern:
            return default
        return self.top.get(key, default) if key in SHARED else default


@dataclass
class Doubts:
    """Places where the page can be read in more than one way and the song goes there."""

    found: set = field(default_factory=set)

    def add(self, text):
        self.found.add(text)


def load(path):
    """The file with every scalar as text."""
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader=yaml.BaseLoader)


def pieces(song):
    if "song" not in song:
        return _passes("song", song, song)
    return [piece for item in song["song"] for piece in _item(item, song)]


def _item(item, song):
    if isinstance(item, dict):
        ((name, body),) = item.items()
        if name == "repeat":
            return _group(body, song)
        return _passes(name, body or {}, song)
    name, times = repeated(item)
    if name in (song.get("sections") or {}):
        once = _passes(name, song["sections"][name] or {}, song)
    elif name in (song.get("patterns") or {}):
        once = [Piece(name, {"play": name}, song, whole_pattern=True)]
    else:
        raise Unsupported(f"no section and no pattern is named {name!r}")
    return once * times


def _passes(name, own, song):
    faster = number(own.get("step", "0"))
    return [Piece(name, own, song, faster * k) for k in range(int(own.get("repeat", "1")))]


def _group(body, song):
    endings = body.get("endings", [])
    found = []
    for turn in range(int(body["times"])):
        items = list(body["play"]) if isinstance(body["play"], list) else [body["play"]]
        if endings:
            ending = endings[min(turn, len(endings) - 1)]
            items += ending if isinstance(ending, list) else [ending]
        found += [piece for item in items for piece in _item(item, song)]
    return found
