import Glibc

/// The few things that these tests ask of the file system.
public enum Files {
  /// The folder that the package lies in, without a slash at its end.
  public static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }
    .joined()

  /// The names in a folder without the hidden ones, sorted by their bytes.
  public static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw FileTrouble("list", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The text of a file; what is not UTF-8 becomes U+FFFD.
  public static func text(of path: String) throws -> String {
    guard let file = fopen(path, "rb") else { throw FileTrouble("read", path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { throw FileTrouble("read", path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "wb") else { throw FileTrouble("write", path) }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw FileTrouble("write", path) }
  }

  public static func remove(_ path: String) throws {
    guard unlink(path) == 0 else { throw FileTrouble("remove", path) }
  }
}

/// An empty folder that is there as long as it is used.
public struct TemporaryFolder: ~Copyable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/tactus-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileTrouble("make", "a folder in /tmp") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { _ = try? run("rm -r \"\(path)\"", in: "/") }
}

public struct FileTrouble: Error, CustomStringConvertible {
  public let description: String

  init(_ verb: String, _ path: String) {
    description = "cannot \(verb) \(path): \(String(cString: strerror(errno)))"
  }
}
