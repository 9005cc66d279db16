import Timing

/// What a song became as a MIDI file, and where that differs from the song.
public struct MIDIReport: Sendable {
  /// What the file could not say as the song does.
  public enum Note: Hashable, Sendable {
    /// The silence before the song is so many quarter notes of their own.
    case leadIn(quarters: Int, Seconds)
    /// MIDI has only denominators that are powers of two.
    case meter(section: String, Meter, writtenAs: String)
    /// A bar cut short, to a length that no metre of MIDI has.
    case shortBar(section: String, WholeNotes)
    /// What follows a hold is so near that the bar needs quarter notes more to wait long enough.
    case hold(section: String, bar: Int, Seconds, quarters: Int)
  }

  public let format: MIDIFile.Format
  /// Ticks in a quarter note.
  public let pulsesPerQuarter: Int
  /// Whether every section, bar and event of the song lies exactly on a tick. What is shifted by
  /// the clock, as a flam's grace note is, never does.
  public let ticksAreExact: Bool
  /// The farthest that an event is from its tick, in ticks: 0 where ticks are exact, else up to 1/2;
  /// more only where an event comes before the file begins.
  public let largestTickDeviation: Fixed
  /// The farthest that an event is from its exact time by the file's own tempo events.
  public let largestDeviation: Seconds
  /// The length of the steps in which ramps change their tempo; `nil` where the song has no ramp, or
  /// ramps have as many steps as it takes to be heard on time.
  public let tempoStep: WholeNotes?
  public let tempoEvents: Int
  /// The tracks that hold notes, and how many each.
  public let tracks: [(name: String, notes: Int)]
  public let notes: [Note]
}

extension MIDIReport.Note: CustomStringConvertible {
  /// A line for the user.
  public var description: String { words(of: "MIDI") }

  /// A line for the user of another format that has the same metres.
  func words(of format: String) -> String {
    switch self {
    case .leadIn(let quarters, let silence):
      "the \(silence.formatted(decimals: 3)) s of silence before the song are "
        + (quarters == 1 ? "one long beat" : "\(quarters) long beats")
    case .meter(let section, let meter, let written):
      "'\(section)': \(format) has no metre \(meter); bars keep their length and say \(written)"
    case .shortBar(let section, let length):
      "'\(section)': \(format) has no metre for its bar of \(length.count); bar lines shift there"
    case .hold(let section, let bar, let length, let quarters):
      "'\(section)': the hold of \(length.formatted(decimals: 3)) s adds "
        + (quarters == 1 ? "a beat" : "\(quarters) beats")
        + " to bar \(bar): \(format) has no tempo that slow"
    }
  }
}

extension MIDIReport {
  /// Half a frame at 48 kHz.
  private static let unheardDeviation = Seconds(Rational(1, 96_000))

  /// What the user should know, a line each; empty where the file says all that the song does.
  public var remarks: [String] {
    var lines = notes.map(\.description)
    if let deviationRemark { lines.append(deviationRemark) }
    return lines
  }

  /// How far notes are off, where that can be heard, and why.
  public var deviationRemark: String? {
    guard largestDeviation > MIDIReport.unheardDeviation else { return nil }
    let time = largestDeviation.formatted(decimals: 6)
    let steps = tempoStep.map { "ramps change their tempo only every \($0.count)" }
    if ticksAreExact, let steps { return "notes are up to \(time) s off: \(steps)" }
    let ticks = Seconds(largestTickDeviation).formatted(decimals: 3)
    return "notes are up to \(ticks) ticks (\(time) s) off: no MIDI division holds them all"
      + (steps.map { ", and \($0)" } ?? "")
  }
}

/// Why a song cannot become a MIDI file.
public enum MIDIExportError: Error, Sendable {
  /// A tempo event holds 1 to 16,777,215 µs a quarter note.
  case tempo(section: String, quartersPerMinute: Rational, MIDITempoLimit)
  /// The song is longer than ticks and lengths can count.
  case songTooLong
  /// No note number is left for a sound that has none.
  case tooManySounds(sound: String)
  case file(MIDIWriteError)
}

/// Which end of what MIDI can hold a tempo is beyond.
public enum MIDITempoLimit: Error, Hashable, Sendable {
  case tooFast, tooSlow
}

extension MIDIExportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tempo(let section, let tempo, .tooSlow):
      "'\(section)': MIDI holds no tempo below 3.58 quarter notes a minute; "
        + "this is \(decimal(tempo))"
    case .tempo(let section, let tempo, .tooFast):
      "'\(section)': MIDI holds no tempo above 60000000 quarter notes a minute; "
        + "this is \(decimal(tempo))"
    case .songTooLong: "the song is longer than a MIDI file can be"
    case .tooManySounds(let sound):
      "no MIDI note is left for '\(sound)'; give it one with note: in the kit"
    case .file(let error): error.description
    }
  }
}

private func decimal(_ number: Rational) -> String { Seconds(number).formatted(decimals: 3) }
