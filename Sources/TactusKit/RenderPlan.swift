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
