import AudioFiles

/// Joins the manifests of the parts of a batch into that of the whole.
struct ManifestMerge {
  /// A manifest that has been read, and where it lies.
  struct Part {
    let path: String
    let manifest: Manifest

    /// Its folder, from which its paths count.
    var folder: String { Paths.absolute(Paths.join(String(Paths.folder(of: path)), ".")) }
  }

  /// What keeps the parts from being one batch.
  private(set) var conflicts: [String] = []
  /// What is not there and should be.
  private(set) var missing: [String] = []
  private let parts: [Part]

  /// Compares the parts.
  ///
  /// - Parameter songs: the names of the songs that there should be; `nil` where that is not asked.
  init(_ parts: [Part], songs: [PathName]?) {
    self.parts = parts
    compareLists()
    findShards()
    findDoubles()
    if conflicts.isEmpty && missing.isEmpty { compareNames() }
    findSongs(songs)
    findFiles()
  }

  private mutating func compareLists() {
    let first = parts[0]
    for part in parts.dropFirst()
    where part.manifest.list != first.manifest.list
      || part.manifest.listed != first.manifest.listed
    {
      conflicts.append(
        "\(quoted(part.path)) and \(quoted(first.path)) are of different songs")
    }
    let versions = Set(parts.flatMap { $0.manifest.outputs.map(\.version) })
    if versions.count > 1 {
      conflicts.append(
        "the files were made by different versions: "
          + versions.sorted().joined(separator: " and "))
    }
    let counts = Set(parts.map { $0.manifest.shard?.count ?? 1 })
    if counts.count > 1 {
      conflicts.append(
        "the batch was cut in different ways: into "
          + counts.sorted().map(String.init).joined(separator: " and ") + " parts")
    }
  }

  private mutating func findShards() {
    guard conflicts.isEmpty, let count = parts[0].manifest.shard?.count else { return }
    let there = Set(parts.compactMap { $0.manifest.shard?.index })
    for index in 1...count where !there.contains(index) {
      missing.append("shard \(index)/\(count) has no manifest here")
    }
  }

  /// The same part twice does no harm where both say the same.
  private mutating func findDoubles() {
    var outputs: [PathName: (output: Manifest.Output, path: String)] = [:]
    for part in parts {
      for output in part.manifest.outputs {
        guard let other = outputs.updateValue((output, part.path), forKey: output.path),
          other.output != output
        else { continue }
        conflicts.append(
          "\(quoted(output.path.text)) is not the same in \(quoted(other.path)) and "
            + quoted(part.path))
      }
    }
  }

  /// The names of all parts together must be those that each was cut from.
  private mutating func compareNames() {
    let names = covered.sorted()
    let first = parts[0].manifest
    if names.count != first.listed || SongList.digest(of: names) != first.list {
      conflicts.append(
        "the manifests name \(counted(names.count, "song")), not the \(first.listed) of the batch")
    }
  }

  private mutating func findSongs(_ songs: [PathName]?) {
    guard let songs else { return }
    let covered = covered
    for name in songs where !covered.contains(name) {
      missing.append("no manifest has the song \(quoted(name.text))")
    }
  }

  /// What the manifests say something of.
  private var covered: Set<PathName> {
    var names: Set<PathName> = []
    for part in parts {
      names.formUnion(part.manifest.outputs.map(\.song))
      names.formUnion(part.manifest.failed)
      names.formUnion(part.manifest.kits)
    }
    return names
  }

  /// Every file is where its manifest says, with the bytes that it says.
  private mutating func findFiles() {
    for part in parts {
      for output in part.manifest.outputs {
        let path = Paths.join(String(Paths.folder(of: part.path)), output.path.text)
        guard let file = try? FileDigest(ofFile: path) else {
          missing.append("\(quoted(path)) is missing")
          continue
        }
        if file.sha256 != output.sha256 {
          missing.append("\(quoted(path)) is another file than \(quoted(part.path)) names")
        }
      }
    }
  }

  /// The manifest of the whole.
  ///
  /// - Parameter folder: the output folder that it is to lie in, from the root; `nil` where the
  ///   folder of the songs is to be counted from the same place as in the parts.
  /// - Precondition: there is no conflict.
  func whole(in folder: String?) -> Manifest {
    func joined(_ names: (Manifest) -> [PathName]) -> [PathName] {
      Set(parts.flatMap { names($0.manifest) }).sorted()
    }
    var whole = parts[0].manifest
    if let folder {
      let songs = Paths.absolute(Paths.join(parts[0].folder, whole.songs))
      whole.songs = Paths.relative(songs, from: folder)
    }
    whole.shard = nil
    whole.kits = joined(\.kits)
    whole.failed = joined(\.failed)
    whole.outputs = Set(parts.flatMap(\.manifest.outputs)).sorted { $0.path < $1.path }
    return whole
  }
}
