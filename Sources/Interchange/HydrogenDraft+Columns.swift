import SongModel
import Timing

extension HydrogenDraft {
  /// What each column plays, with the hits that its neighbours hand over.
  ///
  /// - Returns: a key for each column, and the hits of each set of patterns.
  mutating func keys(of columns: [HydrogenColumn]) throws(ForeignFault)
    -> (keys: [HydrogenPatternKey], hits: [[Int]: HydrogenHits])
  {
    let count = Set(columns.map(\.patterns)).reduce(0) { sum, patterns in
      sum + patterns.reduce(0) { $0 + song.patterns[$1].notes.count }
    }
    guard count <= HydrogenPatterns.mostHits else { throw HydrogenPatterns.tooManyHits }
    var keys: [HydrogenPatternKey] = []
    var hits: [[Int]: HydrogenHits] = [:]
    for column in columns {
      keys.append(
        HydrogenPatternKey(
          patterns: column.patterns, length: column.length, denominator: column.denominator))
      if hits[column.patterns] == nil {
        hits[column.patterns] = HydrogenHits(
          notes(of: column), swing: song.swing, length: column.length)
      }
    }
    guard used.count <= HydrogenSounds.mostVoices else {
      throw ForeignFault(
        message: "the song has more than \(HydrogenSounds.mostVoices) pitches of instruments",
        help: "each is a sound of its own: split the song")
    }
    var moved = 0
    for (index, column) in columns.enumerated() {
      guard let own = hits[column.patterns] else { continue }
      moved += own.early.count + own.late.count
      guard moved <= HydrogenPatterns.mostHits else { throw HydrogenPatterns.tooManyHits }
      if own.longestShift.multiplied(by: HydrogenDraft.secondsPerTick(of: column)).map({
        $0 > HydrogenDraft.longestShift
      }) ?? false {
        remarks.add(
          "Hydrogen bounds what lead, lag and swing add up to at 2000 frames, 42 ms at 48 kHz; here"
            + " it is as long as the song says.")
      }
      for moved in own.early {
        if index > 0,
          let hit = HydrogenDraft.handOver(moved.hit, early: column, to: columns[index - 1])
        {
          keys[index - 1].taken.append(hit)
        } else {
          keep(moved, in: &keys[index])
        }
      }
      for moved in own.late {
        if index + 1 < columns.count,
          let hit = HydrogenDraft.handOver(moved.hit, late: column, to: columns[index + 1])
        {
          keys[index + 1].taken.append(hit)
        } else {
          keep(moved, in: &keys[index])
        }
      }
    }
    return (keys, hits)
  }

  /// `AudioEngine::nMaxTimeHumanize`, in seconds at 48 kHz.
  private static let longestShift = Rational(2000, 48_000)

  private static func secondsPerTick(of column: HydrogenColumn) -> Rational {
    Rational(60, 48) / column.tempo
  }

  private mutating func keep(_ moved: HydrogenHits.Moved, in key: inout HydrogenPatternKey) {
    remarks.add(
      "A hit that would come before the song's start, or after the end of what is played, stands on"
        + " its written place: its lead, lag or swing is left out.")
    var hit = moved.hit
    hit.position = moved.written
    key.kept.append(hit)
  }

  /// A hit that comes before the start of a column, in the one before it: as long before its end.
  ///
  /// Lead and lag are ticks of the note's own column, so that they are scaled where the tempo differs.
  private static func handOver(
    _ hit: HydrogenHit, early column: HydrogenColumn, to before: HydrogenColumn
  ) -> HydrogenHit? {
    let end = Rational(Int128(before.length))
    guard let scaled = scaled(hit.position, from: column, to: before),
      let position = scaled.adding(end), position >= .zero, isFine(position)
    else { return nil }
    var hit = hit
    hit.position = position
    return hit
  }

  /// A hit that comes after the end of a column, in the one after it.
  private static func handOver(
    _ hit: HydrogenHit, late column: HydrogenColumn, to after: HydrogenColumn
  ) -> HydrogenHit? {
    let over = hit.position - Rational(Int128(column.length))
    guard let position = scaled(over, from: column, to: after),
      position < Rational(Int128(after.length)), isFine(position)
    else { return nil }
    var hit = hit
    hit.position = position
    return hit
  }

  private static func scaled(
    _ ticks: Rational, from column: HydrogenColumn, to other: HydrogenColumn
  ) -> Rational? {
    if column.tempo == other.tempo { return ticks }
    return ticks.multiplied(by: other.tempo)?.multiplied(by: column.tempo.reciprocal)
  }

  /// Whether later arithmetic with a position stays within 128 bits.
  private static func isFine(_ position: Rational) -> Bool {
    position.denominator < 1 << 90
  }

  /// The notes of a column that are heard.
  private mutating func notes(of column: HydrogenColumn)
    -> [(note: HydrogenNote, voice: HydrogenVoice, velocity: Velocity)]
  {
    var heard: [(note: HydrogenNote, voice: HydrogenVoice, velocity: Velocity)] = []
    for index in column.patterns {
      let pattern = song.patterns[index]
      for note in pattern.notes {
        guard note.position < pattern.size else {
          remarks.add(
            "Notes after the end of their pattern, which Hydrogen does not play, are left out.")
          continue
        }
        guard let instrument = instrumentIndex[note.instrument] else {
          remarks.add(
            "Notes of instruments that the song does not have are left out, as in Hydrogen.")
          continue
        }
        if note.isStop {
          remarks.add("Stop notes are left out: a sound plays to its end.")
          continue
        }
        guard note.velocity > .zero else {
          remarks.add("Notes of velocity 0, which are silent, are left out.")
          continue
        }
        let voice = HydrogenVoice(instrument: instrument, pitch: note.pitch)
        heard.append((note, voice, velocity(of: note, song.instruments[instrument], voice)))
      }
    }
    return heard
  }

  /// The nearest of MIDI's velocities, 127 for what is louder.
  private mutating func velocity(
    of note: HydrogenNote, _ instrument: HydrogenInstrument, _ voice: HydrogenVoice
  ) -> Velocity {
    if note.length != nil {
      remarks.add("Lengths of notes are left out: a sound plays to its end.")
    }
    if note.pan != .zero {
      remarks.add("Hits with a place of their own between left and right have their instrument's.")
    }
    let loudness = min(note.velocity, .one)
    if loudness < note.velocity { remarks.add("Velocities above 1 are taken as 1.") }
    let exact = loudness * 127
    var number = Int((exact + Rational(1, 2)).floor)
    if !exact.isInteger {
      remarks.add("Velocities are the nearest of MIDI's 1 to 127: Hydrogen's 0.8 is 102.")
    }
    number = max(number, 1)
    // With one layer the level is all that velocity does, and here it does nothing.
    if !instrument.followsVelocity && instrument.layers.count <= 1 { number = 127 }
    let velocity = Velocity(number)!
    used[voice, default: [:]][velocity, default: []].insert(loudness)
    return velocity
  }
}
