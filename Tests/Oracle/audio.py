"""Sound on exactly the frames of the events: a kit of one-frame impulses, rendered."""

import os
import struct
import subprocess
import wave

import numpy

import rows
from compare import Difference, run
from values import round_half_up


def impulse(path, rate):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack("<h", 32767))


def with_impulses(song, evaluation, rate):
    """The song with every sound that it uses replaced by an impulse."""
    sounds = {event.sound for event in evaluation.events} | set(evaluation.lanes[1:])
    kit = {sound: "impulse.wav" for sound in sorted(sounds)}
    output = dict(song.get("output") or {}, rate=str(rate), bits="24")
    return dict(song, kit=kit, output=output)


def read_wav(path):
    """(rate, frames x channels of whole numbers) of a PCM or float WAV or RF64 file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] not in (b"RIFF", b"RF64") or data[8:12] != b"WAVE":
        raise Difference(f"{path} is no WAV file")
    place, form, sound = 12, None, None
    while place + 8 <= len(data):
        name, size = data[place : place + 4], struct.unpack_from("<I", data, place + 4)[0]
        body = data[place + 8 : place + 8 + size]
        if name == b"fmt ":
            form = struct.unpack_from("<HHIIHH", body)
            if form[0] == 0xFFFE:
                form = (struct.unpack_from("<H", body, 24)[0],) + form[1:]
        elif name == b"data":
            sound = body
            if len(body) != size:
                raise Difference(f"{path}: the data is shorter than its header says")
        place += 8 + size + size % 2
    if form is None or sound is None:
        raise Difference(f"{path}: no fmt or no data chunk")
    kind, channels, rate, _, align, bits = form
    if len(sound) % align:
        raise Difference(f"{path}: the data ends inside a frame")
    if kind == 3:
        samples = numpy.frombuffer(sound, "<f4" if bits == 32 else "<f8")
    elif bits == 16:
        samples = numpy.frombuffer(sound, "<i2").astype(numpy.int32)
    elif bits == 24:
        raw = numpy.frombuffer(sound, numpy.uint8).reshape(-1, 3).astype(numpy.int32)
        samples = raw[:, 0] | raw[:, 1] << 8 | raw[:, 2] << 16
        samples = samples - ((samples & 0x800000) << 1)
    else:
        samples = numpy.frombuffer(sound, "<i4")
    return rate, samples.reshape(-1, channels)


def read_flac(path):
    decoded = path + ".decoded.wav"
    done = subprocess.run(
        ["flac", "--decode", "--silent", "--force", path, "-o", decoded], capture_output=True
    )
    if done.returncode:
        raise Difference(f"flac cannot decode {path}: {done.stderr.decode()}")
    return read_wav(decoded)


def check(program, folder, path, evaluation, rate):
    """Renders `path`, whose kit is impulses, to WAV and FLAC, and looks at every frame."""
    impulse(os.path.join(folder, "impulse.wav"), rate)
    wav, flac = os.path.join(folder, "a.wav"), os.path.join(folder, "a.flac")
    run(program, "render", path, "-o", wav, "-o", flac, "--force")
    # A velocity of None is one of two, and both of them sound.
    wanted = sorted({at for at, _ in rows.rows(evaluation, rate)})
    length = round_half_up(evaluation.end * rate)
    length = max(length, wanted[-1] + 1 if wanted else 0)
    found = {"WAV": read_wav(wav), "FLAC": read_flac(flac)}
    for name, (got_rate, samples) in found.items():
        if got_rate != rate:
            raise Difference(f"{name}: {got_rate} Hz instead of {rate}")
        got = numpy.flatnonzero(samples.any(axis=1)).tolist()
        if got != wanted:
            first = min(set(got) ^ set(wanted))
            state = "silent" if first in wanted else "not silent"
            raise Difference(f"{name} at {rate} Hz: frame {first} is {state}")
        if len(samples) != length:
            raise Difference(f"{name} at {rate} Hz: {len(samples)} frames instead of {length}")
    if not numpy.array_equal(found["WAV"][1], found["FLAC"][1]):
        raise Difference("WAV and FLAC hold different samples")
