import Glibc

/// A folder that is there for the length of a test.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/tactus-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit { remove(path) }

  /// Removes a file, or a folder with all that is in it.
  private func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }

  /// The files in it, hidden ones too.
  var names: [String] { names(in: path) }

  private func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ text: String, to name: String) -> String {
    write(Array(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    let file = fopen(self.file(name), "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return self.file(name)
  }

  func bytes(of name: String) -> [UInt8] {
    guard let file = fopen(self.file(name), "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }
}
