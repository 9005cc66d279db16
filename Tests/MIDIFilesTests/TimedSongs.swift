import Scheduler
import SongModel
import SongSupport
import Timing

@testable import MIDIFiles

/// Songs whose tempo bends, waits or swings, and songs that are played by the clock.
enum TimedSongs {
  /// Every position is on a tick.
  static let onTime = [
    NamedSong("a ramp over a section", song("tempo: 96 -> 120\nbars: 8\nclick: {subdivisions: 3}")),
    NamedSong(
      "a ramp down, by the clock", song("tempo: {from: 240, to: 37, curve: time}\nbars: 9")),
    NamedSong("a steep ramp", song("tempo: 20 -> 900\nbars: 1\nclick: {subdivisions: [7, 16]}")),
    NamedSong("a flat ramp", song("tempo: 120 -> 120.01\nbars: 400")),
    NamedSong("a ramp to the slowest", song("tempo: 60 -> 3.6\nbars: 2")),
    NamedSong(
      "ramps that end by the clock, or are cut off",
      song(
        """
        bars: 20
        click: {subdivisions: 2}
        changes:
          - {at: 2, tempo: 120 -> 60, over: 2.5s}
          - {at: 5:2, tempo: {from: 61, to: 140, curve: time}, over: 700ms}
          - {at: 7, tempo: 100 -> 200, over: 20 bars}
          - {at: 12, tempo: 137}
          - {at: 13:3+1/24, tempo: 90 -> 91.7, over: 1 bar}
        """)),
    NamedSong(
      "changes that stand on no tick",
      song(
        """
        bars: 8
        changes:
          - {at: 1:2+1/9973, tempo: 60 -> 240, over: 1/9967}
          - {at: 2:3+1/9949, tempo: 150}
          - {at: 3:1+7/9941, hold: 1s}
          - {at: 3:2+7/9931, hold: 500ms}
          - {at: 4:1+1/9929, tempo: 240 -> 33}
        """)),
    NamedSong(
      "passes that get faster",
      song(
        """
        song:
          - A: {tempo: 100 -> 120, bars: 2, repeat: 6, step: 7, pickup: 1 beat}
          - B: {tempo: 200, bars: 3, repeat: 4, step: -3.7, meter: 5/12}
        """)),
    NamedSong(
      "holds",
      song(
        """
        song:
          - A:
              bars: 4
              click: {subdivisions: 2}
              changes: [{at: 1, hold: 1/3s}, {at: 2:2, hold: 2s}, {at: 2:2+1/8, hold: 250ms},
                {at: 4:4+1/8, hold: 1.234s}]
          - B: {tempo: 140 -> 70, bars: 3, changes: [{at: 1:3, hold: 1s}, {at: 3, hold: 1s}]}
          - C: {fit: 11s, bars: 5, changes: [{at: 2:4, hold: 1s}]}
        """)),
    NamedSong(
      "a hold, a tempo and a metre at one place",
      song(
        """
        bars: 6
        tempo: 96
        changes:
          - {at: 3, hold: 1.5s, tempo: 72 -> 144, over: 2 bars, meter: 7/8}
          - {at: 5, meter: 5/12, beat: 1/6, hold: 10ms}
          - {at: 5:2, hold: 4s}
        """)),
    NamedSong(
      "swing and metres",
      song(
        """
        tempo: 132 -> 141
        swing: {amount: 66.5%, unit: 1/8}
        patterns: {p: {hat: xxxxxxxxxxxxxxxx, kick: X..x}}
        song:
          - A: {play: p x4, swing: 62%}
          - B: {bars: 6, meter: 5/12, click: {subdivisions: 2}, changes: [{at: 3, meter: 2+2+3/8}]}
          - A
        """)),
    NamedSong(
      "a pickup, a count-in and silence",
      song(
        """
        count-in: 6 beats
        output: {start: 2.5s}
        song:
          - A: {tempo: 88 -> 176, bars: 3, pickup: 3/8, click: {subdivisions: 2}}
          - B: {tempo: 3/8 = 72, meter: 6/8, bars: 4, beat: 3/8, pickup: 1/8}
        """)),
  ]

  /// Some events are shifted by the clock, or no division holds them.
  static let shifted = [
    NamedSong(
      "flams",
      song(
        "tempo: 97 -> 143\noutput: {start: 1s}\npatterns: {p: {snare: f..f.ff(ff)..f*3.x.x}}\nplay: p x8"
      )
    ),
    NamedSong(
      "offsets",
      song(
        """
        tempo: 77
        output: {start: 1s}
        patterns:
          p: {hat: {steps: x*8, step: 1/2, offset: -20ms}, kick: {steps: X.x., offset: 481/48000s},
            snare: {steps: x.xx, offset: 1/96000s}, clap: x...}
        song: [A: {play: p x9, click: {subdivisions: 2}}, B: {play: p, tempo: 190}]
        """)),
    NamedSong(
      "a humanized bar, over and over",
      song(
        """
        tempo: 61 -> 240
        seed: 5
        patterns:
          p: {tracks: {hat: xxxxxxxxxxxxxxxx, kick: "x?.x.x.x?."}, humanize: {timing: 30ms, velocity: 20%}}
        play: p x20
        """)),
    NamedSong(
      "cues, holds and what is late at the end",
      song(
        """
        output: {start: 500ms}
        patterns: {p: {snare: {steps: x.xx, step: 1/4, offset: 700ms}, kick: xfxx}}
        song:
          - A: {play: p x2, changes: [{at: 1:2, hold: 3s}, {at: 2:4, hold: 1s}]}
          - B: {play: p, tempo: 60 -> 30, cue: {file: b.wav, before: 1.7s}}
          - C: {play: p, tempo: 111, cue: c.wav}
        """)),
    NamedSong(
      "a swing beyond the section's end",
      song(
        """
        swing: {amount: 75%, unit: 1/2}
        patterns: {p: {kick: {steps: xx, step: 1/2}, hat: {steps: x, step: 1/1}}}
        song: [A: {bars: 1, meter: 7/10, play: p, tempo: 60}, B: {play: p x3, tempo: 240}]
        """)),
    NamedSong(
      "83, 89 and 97 to a bar, with a ramp and a hold",
      song(
        """
        tempo: 50 -> 100
        patterns: {p: {kick: {steps: x*83, step: 1/1}, snare: {steps: x*89, step: 1/1},
          hat: {steps: x*97, step: 1/1}}}
        play: p x6
        changes: [{at: 2:3, hold: 100ms}]
        """)),
  ]
}

/// An event and where it has to be in the file: on a tick, or near a time.
struct TimedEvent {
  let event: Event
  /// In quarter notes from the song's first instant; `nil` where it is heard by the clock.
  let quarters: Rational?

  static func events(of song: Song) -> [TimedEvent] {
    let occurrences = Array(Occurrences(song))
    return Expected.events(of: song).map { expected in
      let event = expected.event
      let occurrence = occurrences[event.occurrence]
      let isOnTime =
        occurrence.time(of: event.position) == event.time
        && event.position <= occurrence.bars.end
      return TimedEvent(event: event, quarters: isOnTime ? expected.quarters : nil)
    }
  }
}
