import Glibc

/// Removes the unfinished files that killed processes left beside these destinations, and nothing
/// else. Whoever calls it knows that no process is writing one of them now.
///
/// A folder that cannot be read is passed over: what writes there fails by itself.
///
/// Cost: one walk through each folder.
///
/// - Parameter paths: the destinations as ``OutputFile`` was given them; symbolic links are not
///   followed.
/// - Returns: how many were removed.
@discardableResult
public func removeLeftOvers(of paths: some Sequence<String>) -> Int {
  // By their bytes: a String takes two spellings of one letter for the same.
  var starts: [[UInt8]: Set<[UInt8]>] = [:]
  for path in paths {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let folder = slash.map { Array(path[...$0].utf8) } ?? Array("./".utf8)
    starts[folder, default: []].insert(Array(OutputFile.temporaryStart(of: String(name)).utf8))
  }
  var count = 0
  for (folder, starts) in starts {
    for name in names(in: folder) where isLeftOver(name, starts) {
      let path = (folder + name + [0]).map { CChar(bitPattern: $0) }
      if unlink(path) == 0 { count += 1 }
    }
  }
  return count
}

private func names(in folder: [UInt8]) -> [[UInt8]] {
  guard let stream = opendir((folder + [0]).map { CChar(bitPattern: $0) }) else { return [] }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name.first == UInt8(ascii: "."), name.count > 2 { names.append(name) }
  }
  return names
}

/// `.NAME.tactus-PROCESS-NUMBER.part`
private func isLeftOver(_ name: [UInt8], _ starts: Set<[UInt8]>) -> Bool {
  let end = Array(OutputFile.temporaryEnd.utf8)
  guard name.suffix(end.count).elementsEqual(end) else { return false }
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  var rest = name.dropLast(end.count)
  func dropDigits(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.reversed().prefix { digits.contains($0) }.count
    rest = rest.dropLast(count)
    return count > 0
  }
  guard dropDigits(&rest), rest.popLast() == UInt8(ascii: "-"), dropDigits(&rest) else {
    return false
  }
  return starts.contains(Array(rest))
}
