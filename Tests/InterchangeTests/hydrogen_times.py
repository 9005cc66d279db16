#!/usr/bin/env python3
"""Computes from a Hydrogen song when each of its notes sounds, in exact fractions.

    hydrogen_times.py SONG.h2song [RATE]

Prints a line for each note in order: its frame, its instrument with the semitones that it is
transposed by, and its velocity as MIDI has it. Independent of the importer: it walks the columns
of the XML and adds up ticks.
"""
import struct
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from math import floor

KEYS = ["C", "Cs", "D", "Ef", "E", "F", "Fs", "G", "Af", "A", "Bf", "B"]


def single(text):
    return struct.unpack("f", struct.pack("f", float(text)))[0]


def number(text):
    """A decimal, or the shortest one of the 32-bit float that it is a printout of."""
    decimals = len(text.split(".")[1]) if "." in text else 0
    nearest = single(text)
    if decimals > 6 and round(Fraction(nearest), decimals) == Fraction(text):
        for digits in range(1, 10):
            short = "%.*g" % (digits, nearest)
            if single(short) == nearest:
                return Fraction(short)
    return Fraction(text)


def half_up(value):
    return floor(value + Fraction(1, 2))


def sound_name(name):
    words = "".join(c if c.isalnum() or c in "+_&" else " " for c in name.lower())
    return "-".join(words.split())


def transposition(note):
    key = note.findtext("key", "C0")
    name = key.rstrip("-0123456789")
    semitones = KEYS.index(name) + 12 * int(key[len(name):]) + number(note.findtext("pitch", "0"))
    return "" if semitones == 0 else ("%+.2f" % float(semitones)).rstrip("0").rstrip(".")


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    rate = int(sys.argv[2]) if len(sys.argv) > 2 else 48000
    names = {i.findtext("id"): sound_name(i.findtext("name")) for i in root.find("instrumentList")}
    patterns, order = {}, []
    for pattern in root.find("patternList"):
        patterns.setdefault(pattern.findtext("name"), pattern)
    virtual = {}
    for entry in root.findall("virtualPatternList/pattern"):
        virtual[entry.findtext("name")] = [v.text for v in entry.findall("virtual")]

    def with_virtuals(chosen):
        found, open_names = [], list(chosen)
        while open_names:
            name = open_names.pop()
            if name in patterns and name not in found:
                found.append(name)
                open_names += virtual.get(name, [])
        return found

    markers = {}
    if root.findtext("isTimelineActivated", "true") == "true":
        for marker in root.findall("BPMTimeLine/newBPM"):
            markers[int(marker.findtext("BAR"))] = number(marker.findtext("BPM"))
    swing = number(root.findtext("swing_factor", "0"))
    tempo = number(root.findtext("bpm"))
    start = Fraction(0)
    notes = []
    for column, group in enumerate(root.find("patternSequence")):
        tempo = markers.get(column, tempo)
        tick = Fraction(60) / tempo / 48
        chosen = with_virtuals([p.text for p in group])
        length = max([int(patterns[p].findtext("size")) for p in chosen], default=192)
        for name in chosen:
            size = int(patterns[name].findtext("size"))
            for note in patterns[name].findall("noteList/note"):
                at = int(note.findtext("position"))
                velocity = number(note.findtext("velocity"))
                instrument = names.get(note.findtext("instrument"))
                if (at >= size or instrument is None or velocity == 0
                        or note.findtext("note_off") == "true"):
                    continue
                shift = 5 * number(note.findtext("leadlag", "0"))
                if at % 12 == 0 and at % 24 != 0:
                    shift += 6 * swing
                time = start + (at + shift) * tick
                if time < 0:
                    time = start + at * tick
                notes.append((half_up(time * rate), instrument + transposition(note),
                              max(1, min(127, half_up(velocity * 127)))))
        start += length * tick
    for note in sorted(notes):
        print("%d\t%s\t%d" % note)


main()
