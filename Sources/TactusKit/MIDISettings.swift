import MIDIFiles
import SongText
import Timing

/// What the options of a rendering command say of its MIDI files.
struct MIDISettings {
  let format: MIDIFile.Format?
  let tempoStep: WholeNotes?
  let noteLength: WholeNotes?

  /// - Parameter hasOptions: whether the command has them.
  init(_ arguments: Arguments, hasOptions: Bool) throws(CommandLineMistake) {
    guard hasOptions else {
      (format, tempoStep, noteLength) = (nil, nil, nil)
      return
    }
    format = try arguments.value(.midiFormat, expected: "0 or 1") { text in
      ["0": .singleTrack, "1": .simultaneousTracks][text]
    }
    let expected = "a note value such as 1/16"
    tempoStep = try arguments.value(
      .midiTempoStep, expected: expected, read: SongValue.noteValue)
    noteLength = try arguments.value(.noteLength, expected: expected, read: SongValue.noteValue)
  }

  /// An option that is stated, and so needs a MIDI file to work on.
  var stated: OptionSpec? {
    if format != nil { return .midiFormat }
    if tempoStep != nil { return .midiTempoStep }
    return noteLength != nil ? .noteLength : nil
  }

  var options: MIDIOptions {
    MIDIOptions(
      format: format ?? .simultaneousTracks, tempoStep: tempoStep, noteLength: noteLength)
  }
}

extension OptionSpec {
  static let midiFormat = OptionSpec(
    "midi-format", value: "N", help: "0 for one MIDI track, 1 for a track each (default)")
  static let midiTempoStep = OptionSpec(
    "midi-tempo-step", value: "NOTE", help: "a ramp changes its MIDI tempo once every NOTE")
  static let noteLength = OptionSpec(
    "note-length", value: "NOTE", help: "each MIDI note lasts NOTE, not as long as its sound")
}
