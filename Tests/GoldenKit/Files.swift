import Glibc

/// The few things that goldens ask of the file system.
enum Files {
  /// The names in a folder, sorted by their bytes; none where there is no such folder.
  static func names(in folder: String) throws(GoldenFailure) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw failure("list", folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func size(of path: String) throws(GoldenFailure) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("read", path) }
    return Int(status.st_size)
  }

  static func read(_ path: String) throws(GoldenFailure) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw failure("read", path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      bytes += chunk[..<count]
      if count < chunk.count { break }
    }
    guard ferror(file) == 0 else { throw failure("read", path) }
    return bytes
  }

  static func text(of path: String) throws(GoldenFailure) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(GoldenFailure) {
    guard let file = fopen(path, "wb") else { throw failure("write", path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw failure("write", path) }
  }

  /// Makes a folder, and those that it lies in.
  static func makeFolder(_ path: String) throws(GoldenFailure) {
    if isFolder(path) { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    // Another test may have made it in the meantime.
    guard mkdir(path, 0o777) == 0 || isFolder(path) else { throw failure("make", path) }
  }

  /// Removes a folder that holds only files, if it is there.
  static func removeFolder(_ path: String) throws(GoldenFailure) {
    for name in try names(in: path) { try remove("\(path)/\(name)") }
    guard rmdir(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
  }

  static func remove(_ path: String) throws(GoldenFailure) {
    guard unlink(path) == 0 else { throw failure("remove", path) }
  }

  private static func failure(_ verb: String, _ path: String) -> GoldenFailure {
    GoldenFailure("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
  }
}
