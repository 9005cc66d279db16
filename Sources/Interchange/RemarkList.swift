/// Comment lines for the user, each of them once, in the order in which they came up.
struct RemarkList {
  private(set) var lines: [String] = []
  private var known: Set<String> = []

  mutating func add(_ line: String) {
    if known.insert(line).inserted { lines.append(line) }
  }
}

/// Gives names that are not taken.
struct NameRegister {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  /// The name, or where it is taken the name with the first free number from 2.
  mutating func unique(_ name: String, separator: String = " ") -> String {
    if taken.insert(name).inserted { return name }
    var number = next[name] ?? 2
    while !taken.insert("\(name)\(separator)\(number)").inserted { number += 1 }
    next[name] = number + 1
    return "\(name)\(separator)\(number)"
  }

  /// Where the search for a free number begins, so that many equal names take no quadratic time.
  private var next: [String: Int] = [:]
}
