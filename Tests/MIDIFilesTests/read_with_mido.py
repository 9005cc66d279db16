"""Says what mido reads in a MIDI file: a line for each note and for each event of interest.

The time of a note is integrated from the file's tempo events in whole numbers: microseconds times
the division. Every line is split by tabs.
"""

import sys

import mido


def main(path):
    file = mido.MidiFile(path, charset="utf-8")
    print("file", file.type, file.ticks_per_beat, len(file.tracks), sep="\t")
    tempos = [(0, 500000)]
    for track in file.tracks:
        tick = 0
        for message in track:
            tick += message.time
            if message.type == "set_tempo":
                tempos.append((tick, message.tempo))

    times, index, start, total = {}, 0, 0, 0
    ticks = set()
    for track in file.tracks:
        tick = 0
        for message in track:
            tick += message.time
            ticks.add(tick)
    for tick in sorted(ticks):
        while index + 1 < len(tempos) and tempos[index + 1][0] <= tick:
            total += (tempos[index + 1][0] - start) * tempos[index][1]
            start = tempos[index + 1][0]
            index += 1
        times[tick] = total + (tick - start) * tempos[index][1]

    for number, track in enumerate(file.tracks):
        tick = 0
        sounding = {}
        for message in track:
            tick += message.time
            if message.type == "note_on" and message.velocity > 0:
                key = message.channel, message.note
                if key in sounding:
                    sys.exit("track %d: a note begins twice at tick %d" % (number, tick))
                sounding[key] = tick, message.velocity
            elif message.type in ("note_on", "note_off"):
                key = message.channel, message.note
                if key not in sounding:
                    sys.exit("track %d: no note to end at tick %d" % (number, tick))
                on, velocity = sounding.pop(key)
                print("note", number, on, key[0] + 1, key[1], velocity, times[on], sep="\t")
            elif message.type == "track_name":
                print("name", number, message.name, sep="\t")
            elif message.type == "marker":
                print("marker", tick, message.text, sep="\t")
            elif message.type == "end_of_track":
                print("end", number, tick, sep="\t")
        if sounding:
            sys.exit("track %d: a note without an end" % number)


main(sys.argv[1])
