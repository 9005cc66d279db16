import Glibc

/// A path, told apart from others by its bytes. To a `String` two spellings of one letter are the
/// same, to a disk they are two files.
struct PathName: Hashable, Comparable, Sendable, CustomStringConvertible {
  let text: String

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  var description: String { text }

  static func == (left: PathName, right: PathName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: PathName, right: PathName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
  }
}

/// Paths as text. Nothing here looks at the disk but for the current folder: `a/../b` is `b`, also
/// where `a` is a symbolic link.
enum Paths {
  private static let slash = UInt8(ascii: "/")

  /// The path from the root, without `.`, `..` and doubled slashes.
  static func absolute(_ path: String) -> String {
    isAbsolute(path) ? normalized(path) : normalized(currentFolder + "/" + path)
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The path without `.`, doubled slashes and, as far as it does not begin with them, `..`.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in components(path) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute(path) {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return isAbsolute(path) ? "/" + text : text.isEmpty ? "." : text
  }

  /// What stands between the slashes. By bytes: a slash and a sign that combines with it are one
  /// `Character`.
  private static func components(_ path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// How to get from a folder to a path, both from the root and normalized: `.`, `a/b` or `../c`.
  static func relative(_ path: String, from folder: String) -> String {
    let (to, from) = (components(path), components(folder))
    let common = commonCount(to, from)
    let steps =
      Array(repeating: "..", count: from.count - common) + to[common...].map(String.init)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// The folder that several paths, from the root and normalized, have in common.
  static func commonFolder(_ paths: [String]) -> String {
    var parts = components(paths.first ?? "/")
    for path in paths.dropFirst() {
      parts = Array(parts.prefix(commonCount(parts, components(path))))
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func commonCount(_ left: [Substring], _ right: [Substring]) -> Int {
    zip(left, right).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  }

  /// A path that counts from a folder.
  static func join(_ folder: String, _ path: String) -> String {
    if isAbsolute(path) || folder == "." || folder.isEmpty { return path }
    if path == "." { return folder }
    return folder.utf8.last == slash ? folder + path : folder + "/" + path
  }

  /// The folder of a path with its slash; nothing for a bare name.
  static func folder(of path: String) -> Substring {
    path.utf8.lastIndex(of: slash).map { path[...$0] } ?? ""
  }

  static func name(of path: String) -> Substring { path[folder(of: path).endIndex...] }

  /// What follows the last dot of a name that does not begin with it; nothing where there is none.
  static func ending(of path: String) -> Substring {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return ""
    }
    return name[name.utf8.index(after: dot)...]
  }

  /// The path without its ending and the dot.
  static func stem(of path: String) -> String {
    let ending = ending(of: path)
    return ending.isEmpty ? path : String(path.utf8.dropLast(ending.utf8.count + 1)) ?? path
  }

  /// Makes a folder and those that it lies in, unless they are there.
  ///
  /// - Returns: the system's error number where that fails; 0 where it does not.
  static func makeFolders(_ path: String) -> Int32 {
    let code = StemFiles.makeFolder(path)
    let parent = String(folder(of: path).utf8.dropLast()) ?? ""
    guard code == ENOENT, !parent.isEmpty, parent.utf8.count < path.utf8.count else { return code }
    let above = makeFolders(parent)
    return above == 0 ? StemFiles.makeFolder(path) : above
  }
}
