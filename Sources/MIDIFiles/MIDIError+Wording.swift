extension MIDIError: CustomStringConvertible {
  /// What is wrong, and at which byte.
  public var description: String { "byte \(offset): \(cause)" }
}

extension MIDIError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notMIDI: "a standard MIDI file begins with 'MThd'"
    case .fileEnds: "the file ends in the middle of a header"
    case .chunkTooLong(let claimed, let left):
      "a chunk says that it has \(claimed) bytes, and \(left) are left"
    case .headerTooShort(let count): "the header has \(count) bytes and not 6"
    case .unknownFormat(let format): "the format is \(format) and not 0, 1 or 2"
    case .badDivision(let word):
      "the division \(hexadecimal(word)) is no number of pulses and no frame rate"
    case .trackCount(let promised, let found):
      "the header says that there are \(promised) tracks, and there are \(found)"
    case .tracksOfFormatZero(let count): "a file of format 0 has one track, and this \(count)"
    case .trackEnds: "the track ends in the middle of an event"
    case .noEndOfTrack: "the track has no end of track"
    case .bytesAfterEndOfTrack: "bytes come after the end of track"
    case .quantityTooLong: "a number is longer than 4 bytes"
    case .noStatus(let byte): "the byte \(hexadecimal(Int(byte))) has no status before it"
    case .badStatus(let byte): "the status \(hexadecimal(Int(byte))) is none of a file"
    case .badValue(let byte): "the value \(byte) is beyond 127"
    case .messageTooLong(let claimed, let left):
      "a message says that it has \(claimed) bytes, and \(left) are left"
    case .badMetaLength(let type, let length):
      "a meta event of type \(hexadecimal(Int(type))) cannot have \(length) bytes"
    case .noTempo: "a tempo of 0 microseconds to the quarter note stops time"
    case .badMetaType(let type): "the meta event's type \(type) is beyond 127"
    }
  }
}

private func hexadecimal(_ value: Int) -> String {
  "0x" + String(value, radix: 16, uppercase: true)
}

extension MIDIImportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .tooManyNotes: "the file has more than a million notes"
    case .tooManyEvents: "the file has more than a million tempos, metres, markers and texts"
    case .tooLong: "the file is longer than 10000 hours"
    }
  }

  /// What to do.
  public var help: String {
    switch self {
    case .file(let error) where error.cause == .notMIDI:
      "name a file that a sequencer has saved as MIDI, or say what it is with --as"
    case .file(let error) where error.cause == .noTempo:
      "give it a tempo in the program that made the file"
    case .file: "the file is damaged: save it again in the program that made it"
    case .tooManyNotes, .tooManyEvents, .tooLong: "divide it into several files"
    }
  }
}
