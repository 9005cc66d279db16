import Timing

/// A song of the drum machine Beats, as its file says it and before anything is left out.
struct BeatsSong {
  /// In quarter notes a minute.
  var tempo: Rational = 120
  var swing: BeatsSwing?
  var kit = BeatsKit()
  /// Those that are played or could be, each name once.
  var patterns: [BeatsPattern] = []
  /// Indices into ``patterns``, and how often each is played in turn.
  var flow: [(pattern: Int, times: Int)] = []
  /// What could not be taken over, in words.
  var remarks: [String] = []
}

/// The files of a kit by their labels, and the labels that stand for several.
struct BeatsKit {
  /// In the order in which they are first met.
  private(set) var labels: [String] = []
  private(set) var files: [String: String] = [:]
  private var composites: [String: [String]] = [:]
  /// The labels that are no more than the path of a file.
  private(set) var unnamed: Set<String> = []

  private mutating func add(_ label: String, file: String) {
    if files.updateValue(file, forKey: label) == nil { labels.append(label) }
  }

  /// A file that a track names without the kit.
  mutating func addUnnamed(_ label: String, file: String) {
    add(label, file: file)
    unnamed.insert(label)
  }

  /// A label for one file, which takes the place of an earlier composite one.
  mutating func define(_ label: String, file: String) {
    composites[label] = nil
    add(label, file: file)
  }

  /// A label for several files, each of which gets a label of its own.
  mutating func define(_ label: String, files: [String]) {
    composites[label] = files.map { file in
      let part = "\(label)-\(BeatsKit.stem(of: file))"
      add(part, file: file)
      return part
    }
  }

  func isDefined(_ label: String) -> Bool { composites[label] != nil || files[label] != nil }

  /// The labels that a track's label stands for.
  func parts(of label: String) -> [String] { composites[label] ?? [label] }

  /// A file's name without its folders and its ending.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// A pattern of Beats.
struct BeatsPattern {
  struct Track {
    let label: String
    /// The steps that sound, ascending.
    let hits: [Int]
  }

  let name: String
  var tracks: [Track] = []
  /// That of the longest track; the others rest to its end.
  var steps = 0
}

/// What Beats does to steps for `Swing: 8` or `Swing: 16`.
///
/// It makes the tempo half as fast again and puts rests between the steps, so that a step becomes
/// one or two of what is then 1/24: of four steps, `Swing: 8` puts the second one on 2, the third
/// on 4 and the fourth on 5 of 6; of two steps, `Swing: 16` puts the second one on 2 of 3.
enum BeatsSwing: Int {
  case eighths = 8
  case sixteenths = 16

  /// Where each step of a group begins.
  private var slots: [Int] { self == .eighths ? [0, 2, 4, 5] : [0, 2] }

  /// In twenty-fourths: where a step begins, and how long so many steps are.
  func slot(ofStep step: Int) -> Int {
    let slots = slots
    return step / slots.count * slots.count * 3 / 2 + slots[step % slots.count]
  }

  /// Whether a pattern's last step begins a group that it does not complete.
  func endsInsidePair(_ pattern: BeatsPattern) -> Bool { pattern.steps % slots.count != 0 }

  /// The half of a pair that swings as tactus has it; `nil` where Beats does more than delay the
  /// second half of each pair.
  func unit(of pattern: BeatsPattern) -> WholeNotes? {
    if endsInsidePair(pattern) { return nil }
    switch self {
    case .sixteenths: return WholeNotes(1, 16)
    case .eighths:
      let isOfEighths = pattern.tracks.allSatisfy { $0.hits.allSatisfy { $0 % 2 == 0 } }
      return isOfEighths ? WholeNotes(1, 8) : nil
    }
  }
}

extension BeatsSwing? {
  /// Where a step begins in Beats, and how long so many steps are.
  func position(ofStep step: Int) -> WholeNotes {
    switch self {
    case nil: WholeNotes(Int128(step), 16)
    case let swing?: WholeNotes(Int128(swing.slot(ofStep: step)), 24)
    }
  }

  /// The number of the step as Beats counts after swinging it.
  func slot(ofStep step: Int) -> Int { self?.slot(ofStep: step) ?? step }
}

extension BeatsSong {
  /// What Beats divides the sum of all tracks by.
  ///
  /// It takes each pattern apart into four steps at a time, leaves out the tracks that rest
  /// throughout those, except at a pattern's end where fewer than four remain, and counts the most
  /// tracks that are left anywhere.
  var divisor: Int {
    var most = 1
    for index in Set(flow.map(\.pattern)) {
      let pattern = patterns[index]
      let whole = swing.slot(ofStep: pattern.steps) / 4
      if swing.slot(ofStep: pattern.steps) % 4 != 0 { most = max(most, pattern.tracks.count) }
      var counts: [Int: Int] = [:]
      for track in pattern.tracks {
        for part in Set(track.hits.map({ swing.slot(ofStep: $0) / 4 })) where part < whole {
          counts[part, default: 0] += 1
        }
      }
      most = max(most, counts.values.max() ?? 0)
    }
    return most
  }
}

/// What a song of Beats may hold at most.
enum BeatsLimits {
  static let mebibytes = 1
  /// With what aliases repeat.
  static let characters = 4_000_000
  /// In the path of `Folder`, which goes before every file.
  static let folder = 1000
  /// Of all patterns together, each track counted as long as its pattern's longest.
  static let steps = 1_000_000
  /// Of all patterns together.
  static let tracks = 10_000
  /// Patterns heard one after another.
  static let flow = 20_000
}
