import Glibc

/// A song of a batch, and where its files go.
struct BatchSong: Sendable {
  /// As it can be opened.
  let path: String
  /// Counted from the folder that all songs of the batch have in common: what the manifest calls it.
  let name: PathName
  /// The path of its outputs without their endings, counted from the output folder.
  let stem: PathName
}

/// The songs of a batch in the order of the bytes of their names.
struct SongList {
  private(set) var songs: [BatchSong] = []
  /// The folder that all songs have in common, from the root.
  let folder: String
  /// What could not be read, a line each.
  private(set) var troubles: [String] = []

  /// Two songs whose files would have the same names.
  struct Collision: Error {
    let one: String
    let other: String
  }

  /// Finds the songs: files that are named, whatever their ending, and below folders all files
  /// whose names end in `.yaml` or `.yml`. What begins with a dot is passed over there, and links to
  /// folders are not followed.
  init(_ arguments: [String]) throws(Collision) {
    var folders: [String] = []
    var found: [(path: String, stem: String)] = []
    for argument in arguments {
      var status = stat()
      guard !argument.utf8.contains(0), stat(argument, &status) == 0 else {
        troubles.append(unreadable(argument, reason(ENOENT)))
        continue
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        folders.append(Paths.absolute(argument))
        for file in SongList.files(below: argument, &troubles) {
          found.append((Paths.join(argument, file), Paths.stem(of: file)))
        }
      } else {
        folders.append(Paths.absolute(Paths.join(String(Paths.folder(of: argument)), ".")))
        found.append((argument, Paths.stem(of: String(Paths.name(of: argument)))))
      }
    }
    folder = Paths.commonFolder(folders)
    var byName: [PathName: BatchSong] = [:]
    for (path, stem) in found {
      let name = PathName(Paths.relative(Paths.absolute(path), from: folder))
      let song = BatchSong(path: path, name: name, stem: PathName(stem))
      // Named twice, as a file and by its folder, it is one song, and its own name counts.
      if byName[name] == nil { byName[name] = song }
    }
    songs = byName.values.sorted { $0.name < $1.name }
    var byStem: [PathName: BatchSong] = [:]
    for song in songs {
      if let other = byStem.updateValue(song, forKey: song.stem) {
        throw Collision(one: other.path, other: song.path)
      }
    }
  }

  /// The songs below a folder, counted from it.
  private static func files(below folder: String, _ troubles: inout [String]) -> [String] {
    var files: [String] = []
    // Folders that are left to be looked through, counted from the first one.
    var open = [""]
    while let inner = open.popLast() {
      let path = Paths.join(folder, inner.isEmpty ? "." : inner)
      guard let stream = opendir(path) else {
        troubles.append(unreadable(path, reason(errno)))
        continue
      }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        guard bytes.first != UInt8(ascii: ".") else { continue }
        let name = String(decoding: bytes, as: UTF8.self)
        let child = inner.isEmpty ? name : inner + "/" + name
        let isSong = ["yaml", "yml"].contains(Paths.ending(of: name))
        // A name that is no text could not be opened under the name that messages and the manifest
        // would give it.
        let isText = name.utf8.elementsEqual(bytes)
        let kind = kind(of: Paths.join(path, name), entry.pointee.d_type)
        guard kind == .folder || kind == .file && isSong else { continue }
        if !isText {
          troubles.append(unreadable(Paths.join(path, name), "its name is not UTF-8"))
        } else if kind == .folder {
          open.append(child)
        } else {
          files.append(child)
        }
      }
    }
    return files
  }

  private enum Kind { case file, folder, other }

  private static func kind(of path: String, _ type: UInt8) -> Kind {
    switch Int(type) {
    case Int(DT_REG): return .file
    case Int(DT_DIR): return .folder
    // A link to a file is a file. Some disks say nothing, and have to be asked.
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var status = stat()
      let isKnown =
        Int(type) == Int(DT_LNK) ? stat(path, &status) == 0 : lstat(path, &status) == 0
      guard isKnown else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file
      case S_IFDIR: return Int(type) == Int(DT_LNK) ? .other : .folder
      default: return .other
      }
    default: return .other
    }
  }
}

private func unreadable(_ path: String, _ reason: String) -> String {
  "cannot read \(quoted(path)): \(reason)"
}
