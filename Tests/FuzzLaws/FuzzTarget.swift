/// What is given arbitrary bytes. Each target is one way by which a file from outside comes in.
///
/// The fuzzer looks for inputs that break a target, and the tests give every input that it kept to
/// the same target again.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A standard MIDI file is read, put into words, written and read again.
  case midiReader = "midi-reader"
  /// A standard MIDI file becomes a song.
  case midiImport = "midi-import"
  /// A song file becomes a MIDI file, and that a song.
  case midiExport = "midi-export"
  /// A text event of a MIDI file.
  case conductorText = "conductor-text"
  /// A song file.
  case song
  /// A song file, looked at for where its mistakes are said to be.
  case composer
  /// A row of steps in a song.
  case steps
  /// A tempo map of klick becomes a song.
  case klick
  /// A song of Beats becomes one of tactus.
  case beats
  /// A song or a pattern of Hydrogen becomes a song.
  case hydrogen

  /// Gives it an input. Any input has to pass: what is no file of the kind is an error of the room
  /// that reads it.
  ///
  /// - Throws: the first law that does not hold.
  public func check(_ input: [UInt8]) throws(BrokenLaw) {
    switch self {
    case .midiReader: try checkMIDIReader(input)
    case .midiImport: try checkMIDIImport(input)
    case .midiExport: try checkMIDIExport(input)
    case .conductorText: try checkConductorText(input)
    case .song: try checkSong(input)
    case .composer: try checkPlaces(input)
    case .steps: try checkSteps(input)
    case .klick, .beats, .hydrogen: try checkForeignImport(input, self)
    }
  }
}

/// A law that does not hold, and what was found instead.
public struct BrokenLaw: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// - Parameter finding: what was found instead; only asked for where the law is broken.
func expect(_ holds: Bool, _ law: String, _ finding: @autoclosure () -> String = "")
  throws(BrokenLaw)
{
  guard !holds else { return }
  let finding = finding()
  throw BrokenLaw(finding.isEmpty ? law : "\(law): \(finding)")
}
