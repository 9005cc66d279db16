/// What a run of the program ends with, for scripts to read.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// The work is done.
  case done = 0
  /// A song has a mistake; the message on standard error names the place.
  case wrongSong = 1
  /// A file could not be read or written.
  case fileTrouble = 2
  /// A verification found a difference.
  case verificationFailed = 3
  /// The command line is wrong, and nothing was done.
  case wrongCommandLine = 64
  /// The reader of standard output went away, as `head` does. The number is the one that a shell
  /// reports for a program ended by SIGPIPE (128 + 13).
  case outputClosed = 141

  /// The meaning in a few words, for the help.
  public var meaning: String {
    switch self {
    case .done: "done"
    case .wrongSong: "a song is wrong"
    case .fileTrouble: "a file could not be read or written"
    case .verificationFailed: "a verification failed"
    case .wrongCommandLine: "the command line is wrong"
    case .outputClosed: "the reader of standard output closed it"
    }
  }
}
