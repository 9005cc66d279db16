"""Random songs of the whole language: ramps, changes, holds, swing, chance, repeats."""

from fractions import Fraction

from generate import Maker, note
from grid import layout, meter as read_meter
from values import number, tempo as read_tempo

SWING_UNITS = ["1/8", "1/16", "1/12", "1/4", "3/32"]


class FullMaker(Maker):
    def __init__(self, rng, moderate=False):
        super().__init__(rng, moderate)
        self.chancy = self.maybe(0.3) and not moderate
        # One meter throughout, so that free places mean the same wherever a pattern is played.
        self.one_meter = self.maybe(0.3)
        self.early = False  # something may sound before its place

    # Values

    def plain_tempo(self):
        if self.moderate or self.maybe(0.9):
            whole = self.rng.randint(40, 300)
            tenth, fine = self.rng.randrange(10), self.rng.randrange(1000)
            texts = f"{whole}", f"{whole}.{tenth}", f"{whole}.{fine:03d}", f"{7 * whole + 3}/7"
            return self.pick(*texts)
        return self.pick("1000", "7.5", "3000.125", "20")

    def ramp(self):
        one, two = self.plain_tempo(), self.plain_tempo()
        if self.maybe(0.3):
            one = f"{self.pick('1/8', '3/8', '1/2')} = {one}"
            two = f"{self.pick('1/4', '3/8', '1/12')} = {two}"
        if self.maybe(0.05):
            two = one
        if self.maybe(0.5):
            return f"{one} -> {two}"
        found = {"from": one, "to": two}
        if self.maybe(0.8):
            found["curve"] = self.pick("time", "time", "beats")
        return found

    def swing(self, unit):
        amount = self.pick("62%", "66.5%", "75%", "50%", "200/3%", "58%")
        if unit or self.maybe(0.5):
            return {"amount": amount, "unit": self.rng.choice(SWING_UNITS)}
        return amount

    def meter(self):
        if self.maybe(0.7):
            return self.pick("4/4", "3/4", "7/8", "6/8", "5/4", "5/12", "2+2+3/8", "3+2/8", "3/2")
        return super().meter()

    # Patterns

    def step(self, depth, deep):
        found = super().step(depth, deep)
        if deep or found in (".", "-"):
            return found
        if self.maybe(0.06) and len(found) == 1:
            found, self.early = "f", True
        if self.maybe(0.08):
            found += f"*{self.rng.randint(2, 5)} "
        elif self.chancy and self.maybe(0.15):
            found += "?"
        return found

    def track(self, length, default):
        kind = self.rng.random()
        if kind < 0.12:
            steps = length / default
            count = self.pick(8, 16, 5, 7, 12)
            if steps % count:
                count = int(steps)
            spread = [str(self.rng.randint(0, count)), str(count)]
            if self.maybe(0.4):
                spread.append(str(self.rng.randint(0, count)))
            found = {"euclid": spread}
        elif kind < 0.22:
            step = number(self.pick("1/16", "1/8", "1/12", "3/32"))
            step = step if step <= length else length
            most = min(13, int(length / step))
            found = {"steps": self.steps(self.rng.randint(1, most)), "loop": "true"}
            found["step"] = note(step)
        elif kind < 0.32 and self.one_meter:
            found = {"hits": self.free_places(length)}
        else:
            found = super().track(length, default)
            if isinstance(found, str):
                if self.maybe(0.6):
                    return found
                found = {"steps": found}
        if "velocity" not in found and self.maybe(0.2):
            found["velocity"] = self.level()
        if self.maybe(0.15):
            found["swing"] = self.swing(False)
        if self.maybe(0.1):
            found["offset"] = self.pick("5ms", "-7ms", "12.5ms", "-481/48000s", "1/96000s", "-20ms")
            self.early = True
        if self.chancy and self.maybe(0.2):
            found["probability"] = self.pick("30%", "0.5", "80%")
        if self.chancy and self.maybe(0.2):
            found["humanize"] = self.humanize()
        return found

    def humanize(self):
        self.early = True
        both = {"timing": self.pick("8ms", "2.5ms"), "velocity": self.pick("10%", "5%")}
        return both if self.maybe(0.6) else {k: both[k] for k in [self.pick("timing", "velocity")]}

    def free_places(self, length):
        grid = layout(read_meter(self.the_meter), None)
        found = {}
        for _ in range(self.rng.randint(1, 6)):
            place = length * self.rng.randrange(384) / 384
            bar, inside = divmod(place, grid.length)
            beat, _, offset = grid.label(inside).partition("+")
            text = f"{bar + 1}" if beat == "1" and not offset else f"{bar + 1}:{beat}"
            text += f"+{offset}" if offset else ""
            if number(offset or "0").denominator > 9999:
                continue
            loud = self.maybe(0.5)
            found[place] = {"at": text, "velocity": str(self.rng.randint(1, 127))} if loud else text
        return [found[place] for place in sorted(found)] or ["1"]

    def sized(self, body):
        own = [track for track in body.values() if isinstance(track, dict)]
        return any({"loop", "euclid", "hits"} & set(track) for track in own)

    def pattern(self, tracks):
        found = super().pattern(tracks)
        if "tracks" in found:
            if self.maybe(0.25):
                found["swing"] = self.swing(False)
            if self.chancy and self.maybe(0.15):
                found["humanize"] = self.humanize()
        return found

    # Sections

    def section(self, song, patterns, single=False):
        found = super().section(song, patterns, single)
        if self.one_meter:
            found.pop("meter", None)
            found.pop("beat", None)
            found.pop("click", None)
        top = "bars" not in found
        meter = read_meter(found.get("meter", song.get("meter", "4/4")))
        beat = found.get("beat", song.get("beat"))
        beat = number(beat) if beat else None
        kind = self.rng.random()
        if kind < 0.35 and not single:
            found["tempo"] = self.ramp()
        elif kind < 0.45:
            found.pop("tempo", None)
            found["fit"] = self.pick("10s", "45s", "7.25s", "1000/7s", "2500ms")
        elif kind < 0.7 and not top:
            self.changes(found, song, meter, beat)
        if single and "fit" in found:
            song.pop("tempo", None)
        if self.maybe(0.2) and not single:
            found["swing"] = self.swing(True)
        if "play" not in found and self.maybe(0.2) and "click" not in found:
            found["click"] = {"gap": self.gap(meter)}
        if self.maybe(0.12) and "play" in found:
            names = self.rng.sample(self.tracks, self.rng.randint(1, min(2, len(self.tracks))))
            names = names[0] if len(names) == 1 and self.maybe(0.5) else names
            found[self.pick("mute", "mute", "solo")] = names
        if self.maybe(0.15):
            found["repeat"] = str(self.rng.randint(2, 5))
            if self.maybe(0.7) and "fit" not in found:
                found["step"] = self.pick("2", "1.5", "5", "10/3")
        return found

    def gap(self, meter):
        if self.chancy and self.maybe(0.5):
            return {"random": self.pick("25%", "0.5")}
        unit = self.pick("bar", "bar", "beat") if not meter.grouped else "bar"
        play, mute = self.rng.randint(1, 3), self.rng.randint(1, 3)
        return {"play": f"{play} {unit}s", "mute": f"{mute} {unit}{'s' if mute > 1 else ''}"}

    def changes(self, found, song, meter, beat):
        """Some at bar lines, where the meter may change, some inside the bars."""
        count = int(found["bars"])
        places = {}
        now, pulse = meter, beat
        for bar in range(1, count + 1):
            change = {}
            if bar > 1 and self.maybe(0.25):
                if not self.one_meter and not isinstance(found.get("click"), str):
                    fixed = "pattern" in str(found.get("click", song.get("click", "")))
                    if not fixed and not isinstance(song.get("click"), str):
                        change["meter"] = self.meter()
                        now = read_meter(change["meter"])
                        if self.maybe(0.2) and not now.grouped:
                            change["beat"] = self.pick("1/4", "3/8", "1/8")
                            pulse = number(change["beat"])
                            change["tempo"] = self.plain_tempo()
            if self.maybe(0.3) and bar > 1:
                self.fill(change, now)
            if change:
                places[bar, 1, Fraction(0)] = change
            if self.maybe(0.3):
                grid = layout(now, pulse)
                index = self.rng.randrange(min(len(grid.beats), 99))
                room = (grid.beats + [grid.length])[index + 1] - grid.beats[index]
                offset = self.pick(Fraction(0), room / 2, room / 3)
                change = {}
                self.fill(change, now)
                if offset.denominator <= 9999 and (bar, index, offset) != (1, 0, 0):
                    places.setdefault((bar, index + 1, offset), change)
        listed = []
        for (bar, beat_number, offset), change in sorted(places.items()):
            text = f"{bar}" if beat_number == 1 and not offset else f"{bar}:{beat_number}"
            listed.append({"at": text + (f"+{note(offset)}" if offset else ""), **change})
        if listed:
            found["changes"] = listed

    def fill(self, change, now):
        kind = self.rng.random()
        if kind < 0.25:
            change["hold"] = self.pick("1s", "250ms", "1/3s", "1.234s")
        elif kind < 0.35:
            change["swing"] = self.swing(True)
        elif kind < 0.6:
            change["tempo"] = self.plain_tempo()
        else:
            change["tempo"] = self.ramp()
            if self.maybe(0.6):
                spans = ["1/4", "3/8", "1 bar", "2 bars", "2.5s", "700ms"]
                change["over"] = self.rng.choice(spans if now.grouped else [*spans, "2 beats"])

    # Songs

    def name_known_tracks(self, song):
        """A track that no pattern has cannot be muted."""
        known = {"click"}
        for body in song.get("patterns", {}).values():
            known.update(body.get("tracks", body))

        def visit(node):
            for item in node.values() if isinstance(node, dict) else node:
                if isinstance(item, (dict, list)):
                    visit(item)
            if not isinstance(node, dict):
                return
            for key in ("mute", "solo"):
                names = node.get(key)
                # The `mute` of a gap is a length.
                if names is None or set(node) == {"play", "mute"} and names[-1:] in ("r", "s", "t"):
                    continue
                kept = [n for n in ([names] if isinstance(names, str) else names) if n in known]
                if not kept:
                    del node[key]
                elif not isinstance(names, str):
                    node[key] = kept

        visit(song)

    def song(self):
        song = super().song()
        self.name_known_tracks(song)
        if self.early:
            song["output"] = {"start": self.pick("100ms", "2s", "481/4800s")}
        self.count_in(song)
        return song

    def kit(self, song):
        if self.one_meter:
            song.pop("beat", None)
        self.the_meter = song.get("meter", "4/4")
        self.tracks = super().kit(song)
        if self.maybe(0.15):
            song["swing"] = self.swing(True)
        return self.tracks

    def single(self, song, patterns):
        if self.maybe(0.4):
            song["tempo"] = self.ramp()
        super().single(song, patterns)
        if "changes" in song and "->" in str(song["tempo"] if "tempo" in song else ""):
            song["tempo"] = self.plain_tempo()
        if isinstance(song.get("tempo"), dict) and "changes" in song:
            song["tempo"] = "97.5"
        self.pickup(song, song, patterns)

    def many(self, song, patterns):
        super().many(song, patterns)
        items = song["song"]
        if isinstance(items[0], dict):
            ((_, body),) = items[0].items()
            self.pickup(song, body, patterns)
        if self.maybe(0.3):
            self.group(song)

    def group(self, song):
        items = [item for item in song["song"][1:] if isinstance(item, str)]
        items = items or list(song.get("sections", {}))
        if not items:
            return
        group = {"times": str(self.rng.randint(1, 4)), "play": [self.rng.choice(items)]}
        if self.maybe(0.7):
            group["endings"] = [[self.rng.choice(items)] for _ in range(self.rng.randint(1, 3))]
        if self.maybe(0.3):
            inner = {"times": "2", "play": [self.rng.choice(items)]}
            group["play"].append({"repeat": inner})
        song["song"].append({"repeat": group})

    def pickup(self, song, body, patterns):
        """An upbeat to the first section, where no ramp and no repeat leaves its meaning open."""
        if self.maybe(0.8) or {"repeat", "fit"} & set(body) or "play" in body:
            return
        if self.looks_ramped(body.get("tempo", song.get("tempo", "120"))):
            return
        first = read_meter(body.get("meter", song.get("meter", "4/4")))
        beat = body.get("beat", song.get("beat"))
        grid = layout(first, number(beat) if beat else None)
        if len(grid.beats) < 2 or len(grid.beats) > 50:
            return
        if not first.grouped and self.maybe(0.5) and grid.length % grid.unit == 0:
            body["pickup"] = "1 beat"
        else:
            body["pickup"] = note(grid.length - grid.beats[self.rng.randrange(1, len(grid.beats))])
        if self.maybe(0.4) and not isinstance(body.get("click", song.get("click")), str):
            line = self.steps(8)
            patterns["up"] = {
                "tracks": {self.tracks[0]: {"steps": line, "step": note(grid.length / 8)}},
                "length": note(grid.length),
            }
            if (grid.length / 8).denominator <= 9999:
                body["play"] = "up"
                song["patterns"] = patterns
            else:
                del patterns["up"]

    def looks_ramped(self, node):
        return isinstance(node, dict) or "->" in node

    def count_in(self, song):
        """Bars, or the beats or the time that whole bars last."""
        if "count-in" not in song or self.maybe(0.5):
            return
        first = song
        if "song" in song:
            item = song["song"][0]
            if not isinstance(item, dict) or "repeat" in item:
                return
            ((_, first),) = item.items()
        meter = read_meter(first.get("meter", song.get("meter", "4/4")))
        beat = first.get("beat", song.get("beat"))
        beat = number(beat) if beat else None
        grid = layout(meter, beat)
        if self.maybe(0.5) and not meter.grouped and grid.length % grid.unit == 0:
            song["count-in"] = f"{2 * len(grid.units)} beats"
        elif "fit" not in first:
            speed = read_tempo(first.get("tempo", song.get("tempo", "120")), beat).start
            song["count-in"] = f"{note(grid.length / speed * 60)}s"


class DayMaker(Maker):
    """A song of some 24 hours with 500 ramps."""

    most = 200_000

    def song(self):
        items = []
        for index in range(500):
            one, two = (f"{self.rng.randint(50, 90)}.{self.rng.randrange(1000):03d}" for _ in "ab")
            tempo = f"{one} -> {two}"
            if self.maybe(0.4):
                tempo = {"from": one, "to": two, "curve": "time"}
            items.append({f"part {index}": {"bars": "50", "tempo": tempo}})
        return {"song": items}
