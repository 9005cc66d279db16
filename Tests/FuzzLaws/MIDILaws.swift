import MIDIFiles

/// What is read is written, and read again it is the same.
func checkMIDIReader(_ input: [UInt8]) throws(BrokenLaw) {
  guard let file = try? readMIDIFile(input) else { return }
  _ = describe(file)
  guard let bytes = try? file.bytes(), let again = try? readMIDIFile(bytes) else {
    throw BrokenLaw("what is read can be written and read again")
  }
  try expect(again == file, "a file that is written is read as it was")
}

/// What a text means is written so that it means the same.
func checkConductorText(_ input: [UInt8]) throws(BrokenLaw) {
  guard let text = ConductorText(parsing: String(decoding: input, as: UTF8.self)) else { return }
  let written = text.description
  try expect(ConductorText(parsing: written) == text, "a text is read as it was written", written)
}
