import AudioFiles
import MIDIFiles
import SongModel

/// What a song is to become: the files, and what the command line says of them.
struct RenderPlan {
  /// A file to write, known by its ending.
  struct Target: Hashable {
    enum Kind: Hashable {
      case audio(AudioFormat.Container)
      case midi

      /// - Returns: `nil` where the ending is of no format that can be written.
      init?(ending: String) {
        if ending.lowercased() == "mid" {
          self = .midi
        } else if let container = AudioFormat.Container(ending: ending) {
          self = .audio(container)
        } else {
          return nil
        }
      }

      var ending: String {
        switch self {
        case .midi: "mid"
        case .audio(let container): container.ending
        }
      }
    }

    let path: String
    let kind: Kind

    init(path: String, kind: Kind) {
      self.path = path
      self.kind = kind
    }

    /// - Returns: `nil` where the path's ending is of no format that can be written.
    init?(path: String) {
      guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/"),
        let kind = Kind(ending: String(path[dot...].dropFirst()))
      else { return nil }
      self.init(path: path, kind: kind)
    }

    /// Whether it is written to standard output.
    var isStandardOutput: Bool { path == "-" }
  }

  var targets: [Target]
  /// The folder for a file of each track; `nil` for none.
  var stems: String?
  /// How the MIDI files are written, but for the lengths of sounds.
  var midi = MIDIOptions()
  /// The level of FLAC files, 0 to 8.
  var compression = 5
  var excerpt: Excerpt
  var replacesOthers: Bool
}

extension RenderPlan {
  /// Makes sure that a file can hold what an output says, and may be replaced.
  func check(_ target: Target, _ output: Output) throws(RenderFailure) {
    if case .audio(let container) = target.kind,
      let objection = output.format(container).objection
    {
      throw .file(AudioFileError(path: target.path, cause: objection))
    }
    guard !target.isStandardOutput else { return }
    do throws(AudioFileError) {
      try checkIsReplaceable(target.path)
    } catch {
      throw .file(error)
    }
  }

  func checkIsReplaceable(_ path: String) throws(AudioFileError) {
    guard !replacesOthers, isRegularFile(path), !isWrittenByTactus(path: path) else { return }
    throw AudioFileError(path: path, cause: .exists)
  }
}

extension Output {
  func format(_ container: AudioFormat.Container) -> AudioFormat {
    AudioFormat(container: container, samples: bits.sampleFormat, rate: rate, channels: channels)
  }
}

extension Output.Bits {
  var sampleFormat: SampleFormat {
    switch self {
    case .int16: .int16
    case .int24: .int24
    case .int32: .int32
    case .float32: .float32
    }
  }
}
