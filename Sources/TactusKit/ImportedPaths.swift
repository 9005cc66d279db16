import Glibc
import SongModel

/// The folder that a file lies in; `.` where the path names none.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The name of a file without its folders.
func lastPart(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

extension String {
  /// A file's name without what follows its last dot.
  var withoutEnding: String {
    guard let dot = lastIndex(of: "."), dot != startIndex else { return self }
    return String(self[..<dot])
  }
}

extension SongDraft {
  /// Lets the paths of sounds, which are relative to one file's folder, be relative to another's.
  mutating func rebase(from source: String, to target: String) {
    guard let old = absolute(source == "-" ? "." : folder(of: source)),
      let new = absolute(folder(of: target)), old != new
    else { return }
    for sound in kit.indices {
      for layer in kit[sound].layers.indices {
        kit[sound].layers[layer].takes = kit[sound].layers[layer].takes.map { take in
          guard case .file(let path) = take, !path.hasPrefix("/") else { return take }
          return .file(relative(old + "/" + path, to: new))
        }
      }
    }
  }

  private func absolute(_ folder: String) -> String? {
    guard let path = realpath(folder, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// A path as seen from a folder; both absolute.
  private func relative(_ path: String, to folder: String) -> String {
    func parts(_ path: String) -> [Substring] {
      var parts: [Substring] = []
      for part in path.split(separator: "/") where part != "." {
        if part == "..", let last = parts.last, last != ".." {
          parts.removeLast()
        } else {
          parts.append(part)
        }
      }
      return parts
    }
    let (file, base) = (parts(path), parts(folder))
    let shared = zip(file, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - shared) + file[shared...])
      .joined(separator: "/")
  }
}

/// The value of a variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
