import Timing

/// How a song is to be written as a MIDI file.
public struct MIDIOptions: Sendable {
  /// ``MIDIFile/Format/singleTrack`` or ``MIDIFile/Format/simultaneousTracks``.
  public var format: MIDIFile.Format
  /// The length of a ramp's steps, each of which is one tempo event, counted from the ramp's start
  /// (a step of more than twenty quarter notes may need two). `nil` for as many as keep every note
  /// within half a frame at 48 kHz.
  public var tempoStep: WholeNotes?
  /// How long every note lasts; `nil` for as long as its sound.
  public var noteLength: WholeNotes?
  /// How long each of the song's sounds lasts, in their order; `nil`, or no such element, for a
  /// sound whose notes last a 32nd.
  public var soundLengths: [Seconds?]

  /// - Precondition: `format` is one of the two above, and the lengths are positive.
  public init(
    format: MIDIFile.Format = .simultaneousTracks, tempoStep: WholeNotes? = nil,
    noteLength: WholeNotes? = nil, soundLengths: [Seconds?] = []
  ) {
    precondition(format != .independentTracks, "tracks that sound together")
    precondition(tempoStep ?? WholeNotes(1, 1) > .zero, "steps of some length")
    precondition(noteLength ?? WholeNotes(1, 1) > .zero, "notes of some length")
    self.format = format
    self.tempoStep = tempoStep
    self.noteLength = noteLength
    self.soundLengths = soundLengths
  }
}
