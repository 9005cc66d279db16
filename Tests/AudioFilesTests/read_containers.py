"""Reads what stands in a sound file beside its samples, by the letter of each format's description.

Prints a line for each field, `name<TAB>value`, and for each marker, `marker<TAB>frame<TAB>label`.
Any byte that does not belong where it stands ends the script with an error.
"""

import struct
import sys

data = open(sys.argv[1], "rb").read()
found = {}
markers = []


def text(raw):
    return raw.decode("utf-8")


def numbers(form, raw, place=0):
    return struct.unpack_from(form, raw, place)


def chunks(place, end, order):
    while place < end:
        name, size = data[place : place + 4], numbers(order + "I", data, place + 4)[0]
        if name == b"data" and size == 0xFFFFFFFF:
            size = found["large"]
        assert place + 8 + size <= end, name
        yield name, data[place + 8 : place + 8 + size]
        place += 8 + size
        if size % 2:
            assert data[place] == 0
            place += 1
    assert place == end


def info(raw, place=0):
    names = {b"INAM": "title", b"IART": "artist", b"ICMT": "comment", b"ISFT": "software"}
    while place < len(raw):
        name, size = raw[place : place + 4], numbers("<I", raw, place + 4)[0]
        value = raw[place + 8 : place + 8 + size]
        assert value[-1] == 0
        found[names[name]] = text(value[:-1])
        place += 8 + size + size % 2
    assert place == len(raw)


def riff():
    large = data[:4] == b"RF64"
    size = numbers("<I", data, 4)[0]
    if large:
        assert size == 0xFFFFFFFF and data[12:20] == b"ds64\x1c\0\0\0"
        size, found["large"], frames = numbers("<QQQ", data, 20)
    assert size == len(data) - 8 and data[8:12] == b"WAVE"
    cues, labels, width = [], {}, 0
    for name, raw in chunks(12, len(data), "<"):
        if name == b"fmt ":
            width = numbers("<H", raw, 12)[0]
        elif name == b"data":
            found["frames"] = len(raw) // width
            assert not large or frames == len(raw) // width
        elif name == b"fact":
            found["fact"] = numbers("<I", raw)[0]
        elif name == b"LIST" and raw[:4] == b"INFO":
            info(raw, 4)
        elif name == b"cue ":
            count = numbers("<I", raw)[0]
            assert len(raw) == 4 + 24 * count
            for i in range(count):
                number, position, chunk, start, block, offset = numbers("<II4sIII", raw, 4 + 24 * i)
                assert position == offset and chunk == b"data" and start == block == 0
                cues.append((number, offset))
        elif name == b"LIST" and raw[:4] == b"adtl":
            place = 4
            while place < len(raw):
                kind, size, number = numbers("<4sII", raw, place)
                assert kind == b"labl" and raw[place + 7 + size] == 0
                labels[number] = text(raw[place + 12 : place + 7 + size])
                place += 8 + size + size % 2
        elif name == b"smpl":
            fields = numbers("<15I", raw)
            assert len(raw) == 60 and fields[7] == 1 and fields[8] == 0
            _, kind, start, end, fraction, plays = fields[9:]
            words = [{0: "forward"}[kind], {0: "endless"}[plays]]
            assert fraction == 0
            found["loop"] = f"{start} {end} {' '.join(words)}"
        elif name == b"bext":
            assert len(raw) == 602
            found["description"] = text(raw[:256].rstrip(b"\0"))
            found["originator"] = text(raw[256:288].rstrip(b"\0"))
            assert raw[288:320] == bytes(32)
            found["date and time"] = text(raw[320:338].rstrip(b"\0"))
            low, high, version = numbers("<IIH", raw, 338)
            found["time reference"] = high << 32 | low
            assert version == 1 and raw[348:] == bytes(254)
        else:
            assert name == b"ds64", name
    assert found.pop("fact", found["frames"]) == found["frames"]
    markers.extend((frame, labels[number]) for number, frame in cues)


def w64():
    suffix = bytes.fromhex("f3acd3118cd100c04f8edb8a")
    assert data[:16] == b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000")
    assert numbers("<Q", data, 16)[0] == len(data)
    assert data[24:40] == b"wave" + suffix
    place = 40
    while place < len(data):
        name, size = data[place : place + 16], numbers("<Q", data, place + 16)[0]
        raw = data[place + 24 : place + size]
        assert len(raw) == size - 24
        if name == b"fmt " + suffix:
            width = numbers("<H", raw, 12)[0]
        elif name == b"data" + suffix:
            found["frames"] = len(raw) // width
            assert place + size == len(data)
            return
        else:
            assert name == bytes.fromhex("bc945f925a52d21186dc00c04f8edb8a")
            at, names = 4, {b"INAM": "title", b"IART": "artist", b"ICMT": "comment", b"ISFT": "software"}
            for _ in range(numbers("<I", raw)[0]):
                key, length = numbers("<4sI", raw, at)
                value = raw[at + 8 : at + 8 + length].decode("utf-16-le")
                assert value[-1] == "\0"
                found[names[key]] = value[:-1]
                at += 8 + length
            assert at == len(raw)
        place += (size + 7) // 8 * 8
        assert not any(data[place - (-size % 8) : place])


def aiff():
    assert numbers(">I", data, 4)[0] == len(data) - 8 and data[8:12] in (b"AIFF", b"AIFC")
    width = 0
    for name, raw in chunks(12, len(data), ">"):
        if name == b"COMM":
            channels, frames, bits, exponent, mantissa = numbers(">hIhHQ", raw)
            width = channels * bits // 8
            found["frames"] = frames
            assert mantissa >> (16383 + 63 - exponent) == 48000
            assert data[8:12] == b"AIFF" and len(raw) == 18 or raw[18:22] == b"fl32"
        elif name == b"SSND":
            assert raw[:8] == bytes(8) and len(raw) == 8 + width * found["frames"]
        elif name in (b"NAME", b"AUTH", b"ANNO"):
            found[{b"NAME": "title", b"AUTH": "artist", b"ANNO": "comment"}[name]] = text(raw)
        elif name == b"APPL":
            found["software"] = text(raw[4:])
        elif name == b"MARK":
            at = 2
            for i in range(numbers(">H", raw)[0]):
                number, frame, length = numbers(">hIB", raw, at)
                assert number == i + 1
                markers.append((frame, text(raw[at + 7 : at + 7 + length])))
                at += 7 + length + (length + 1) % 2
            assert at == len(raw)
        else:
            assert name == b"FVER" and raw == bytes.fromhex("a2805140")


def caf():
    assert data[:8] == b"caff\0\1\0\0"
    place, strings, marks, width = 8, {}, [], 0
    while place < len(data):
        name, size = numbers(">4sq", data, place)
        raw = data[place + 12 : place + 12 + size]
        assert len(raw) == size
        if name == b"desc":
            rate, kind, flags, packet, frames, channels, bits = numbers(">d4s5I", raw)
            assert rate == 48000 and kind == b"lpcm" and flags in (0, 1) and frames == 1
            assert packet == channels * bits // 8
            width = packet
        elif name == b"info":
            parts = raw[4:].split(b"\0")
            assert len(parts) == 2 * numbers(">I", raw)[0] + 1
            found.update((text(k), text(v)) for k, v in zip(parts[::2], parts[1::2]))
        elif name == b"data":
            assert raw[:4] == bytes(4)
            found["frames"] = (size - 4) // width
        elif name == b"mark":
            kind, count = numbers(">II", raw)
            assert kind == 0 and len(raw) == 8 + 28 * count
            marks = [numbers(">IdI", raw, 8 + 28 * i) for i in range(count)]
        else:
            assert name == b"strg"
            count = numbers(">I", raw)[0]
            for i in range(count):
                number, offset = numbers(">Iq", raw, 4 + 12 * i)
                strings[number] = text(raw[4 + 12 * count + offset :].split(b"\0")[0])
        place += 12 + size
    markers.extend((int(frame), strings[number]) for kind, frame, number in marks)


def au():
    offset, size, encoding, rate, channels = numbers(">5I", data, 4)
    assert offset + size == len(data) and offset % 8 == 0 and rate == 48000
    found["frames"] = size // channels // {3: 2, 4: 3, 5: 4, 6: 4}[encoding]
    lines = text(data[24:offset].rstrip(b"\0")).split("\n")
    found["software"] = lines[0]
    found.update((key.lower(), value) for key, value in (line.split("=", 1) for line in lines[1:]))


readers = {b"RIFF": riff, b"RF64": riff, b"riff": w64, b"FORM": aiff, b"caff": caf, b".snd": au}
readers[data[:4]]()
found.pop("large", None)
for key, value in found.items():
    print(f"{key}\t{value}")
for frame, label in markers:
    print(f"marker\t{frame}\t{label}")
