import Glibc
import SongModel

/// The files for the tracks of a song, each under a name of its own.
enum StemFiles {
  /// A path in `folder` for each lane.
  ///
  /// A track's name may hold what no file's name can, and two names may differ in nothing else, or
  /// in capitals only, which some disks do not tell apart.
  static func paths(of song: Song, lanes: [Int], in folder: String, ending: String) -> [String] {
    var taken: Set<String> = []
    return lanes.map { lane in
      let name = fileName(song.name(ofLane: lane))
      var candidate = name
      var number = 2
      while !taken.insert(candidate.lowercased()).inserted {
        candidate = "\(name)-\(number)"
        number += 1
      }
      return "\(folder.hasSuffix("/") ? folder : folder + "/")\(candidate).\(ending)"
    }
  }

  /// The name with a hyphen for each slash and control character, and none at its start that hides
  /// it; short enough for any disk.
  private static func fileName(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar != "/" && scalar.value >= 0x20 && scalar.value != 0x7F
      let isHidden = result.isEmpty && scalar == "."
      result.unicodeScalars.append(isPlain && !isHidden ? scalar : "-")
      if result.utf8.count > 100 { break }
    }
    return result.isEmpty ? "-" : result
  }

  /// Makes the folder, unless it is there.
  ///
  /// - Returns: the system's reason where that fails; 0 where it does not.
  static func makeFolder(_ path: String) -> Int32 {
    if mkdir(path, 0o777) == 0 { return 0 }
    let code = errno
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? 0 : code
  }
}
