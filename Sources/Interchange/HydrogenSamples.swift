/// Finds the sample files of an instrument where Hydrogen has them.
struct HydrogenSamples {
  /// Folders of drumkits, each drumkit a folder in them.
  let searchPaths: [String]
  /// What was looked for already: a kit names a file once a layer and once a song.
  private var found: [String: String?] = [:]

  init(searchPaths: [String]) { self.searchPaths = searchPaths }

  /// The path of a layer's file; `nil` where it is nowhere.
  ///
  /// An absolute path is tried as it is. A name is looked for in the drumkit's folder as the song
  /// gives it, in the folder of the drumkit's name under each of the search paths, and beside the
  /// song, in a folder of the drumkit's name or without. A path of several parts is tried beside the
  /// song, and its last two parts, a drumkit and a file of it, under the search paths
  /// (`InstrumentLayer::loadFrom`).
  mutating func path(
    of file: String, drumkit: String?, drumkitPath: String?, exists: (String) -> Bool
  ) -> String? {
    guard !file.isEmpty else { return nil }
    let key = "\(drumkitPath ?? "")\n\(drumkit ?? "")\n\(file)"
    if let known = found[key] { return known }
    let path = candidates(file, drumkit: drumkit, drumkitPath: drumkitPath).first(where: exists)
    found[key] = .some(path)
    return path
  }

  private func candidates(_ file: String, drumkit: String?, drumkitPath: String?) -> [String] {
    let file = String(file.map { $0 == "\\" ? "/" : $0 })
    let parts = file.split(separator: "/")
    var paths: [String] = []
    if parts.count == 1 && !file.hasPrefix("/") {
      if let drumkitPath {
        let folder =
          drumkitPath.hasSuffix("/drumkit.xml") ? String(drumkitPath.dropLast(12)) : drumkitPath
        paths.append("\(folder)/\(file)")
      }
      if let drumkit {
        paths += searchPaths.map { "\($0)/\(drumkit)/\(file)" } + ["\(drumkit)/\(file)"]
      }
      return paths + [file]
    }
    paths.append(file)
    if parts.count > 1 {
      let end = parts.suffix(2).joined(separator: "/")
      paths += searchPaths.map { "\($0)/\(end)" } + [end]
    }
    if let name = parts.last { paths.append(String(name)) }
    return paths
  }
}
