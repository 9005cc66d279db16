import Timing

/// Reads `.h2song`, `.h2pattern` and a drumkit's `drumkit.xml` into their own terms.
///
/// What is missing has the default that Hydrogen gives it. Sources: the schemas that come with
/// Hydrogen (`drumkit.xsd`, `drumkit_pattern.xsd`), and for what they leave open Hydrogen 1.2's
/// `Song.cpp`, `Pattern.cpp`, `Note.cpp`, `Instrument.cpp` and `Timeline.cpp`.
enum HydrogenReading {
  /// Bounds for numbers that Hydrogen itself does not pass.
  static let sizes = 1...192_000
  static let mostColumns = 20_000

  // MARK: - Songs

  static func song(_ root: XMLElement) throws(ForeignFault) -> HydrogenSong {
    let (instruments, volumes) = try kit(of: root)
    var song = HydrogenSong(
      name: root.words("name"), author: root.words("author"), notes: root.words("notes"),
      license: root.words("license"), tempo: try root.number("bpm")?.value ?? 120,
      volume: try volume(root, "volume") ?? Rational(1, 2),
      isLooped: try root.flag("loopEnabled") ?? false,
      swing: try share(root, "swing_factor") ?? .zero,
      humanizeTime: try share(root, "humanize_time") ?? .zero,
      humanizeVelocity: try share(root, "humanize_velocity") ?? .zero,
      isTimelineOn: try root.flag("isTimelineActivated"), tempoMarkers: [], tags: [],
      panLaw: root.words("pan_law_type") ?? straightPanLaw, hasEffects: false,
      hasAutomation: root["automationPaths"]?.all("path").contains { !$0.children.isEmpty }
        ?? false,
      hasPlaybackTrack: try root.flag("playbackTrackEnabled") ?? false
        && root.words("playbackTrackFilename") != nil,
      instruments: try instruments.map { element throws(ForeignFault) in
        try instrument(element, componentVolumes: volumes)
      },
      patterns: [], columns: [], namesUnknownPatterns: false)
    for effect in root["ladspa"]?.all("fx") ?? [] where effect.words("name") != "no plugin" {
      if try effect.flag("enabled") ?? false { song.hasEffects = true }
    }
    for marker in root["BPMTimeLine"]?.all("newBPM") ?? [] {
      song.tempoMarkers.append(
        (try marker.integer("BAR") ?? 0, try marker.number("BPM")?.value ?? 120))
    }
    for tag in root["timeLineTag"]?.all("newTAG") ?? [] {
      if let name = tag.words("TAG") { song.tags.append((try tag.integer("BAR") ?? 0, name)) }
    }
    for element in root["patternList"]?.all("pattern") ?? [] {
      song.patterns.append(try pattern(element))
    }
    try readSequence(root, into: &song)
    return song
  }

  static let straightPanLaw = "RATIO_STRAIGHT_POLYGONAL"

  /// Virtual patterns and columns, which name patterns; of several with one name the first is meant.
  private static func readSequence(_ root: XMLElement, into song: inout HydrogenSong)
    throws(ForeignFault)
  {
    var indices: [String: Int] = [:]
    for (index, pattern) in song.patterns.enumerated() where indices[pattern.name] == nil {
      indices[pattern.name] = index
    }
    func index(of name: String) -> Int? {
      if let index = indices[name] { return index }
      song.namesUnknownPatterns = true
      return nil
    }
    for entry in root["virtualPatternList"]?.all("pattern") ?? [] {
      guard let owner = index(of: entry.words("name") ?? "") else { continue }
      song.patterns[owner].virtuals += entry.all("virtual").compactMap { index(of: $0.words) }
    }
    guard let sequence = root["patternSequence"] else { return }
    // Songs of before 0.9 have one pattern a column and no groups.
    let old = sequence.all("patternID").map { [$0] }
    let groups = sequence.all("group")
    guard old.count + groups.count <= mostColumns else {
      throw sequence.fault("the song has more than \(mostColumns) columns", help: "split the song")
    }
    song.columns = (old + groups.map { $0.all("patternID") }).map {
      $0.compactMap { index(of: $0.children.first?.words ?? $0.words) }
    }
  }

  // MARK: - Patterns

  static func pattern(_ element: XMLElement) throws(ForeignFault) -> HydrogenPattern {
    let size = try element.integer("size") ?? HydrogenPattern.emptySize
    guard sizes.contains(size) else {
      throw (element["size"] ?? element).fault(
        "a pattern is 1 to \(sizes.upperBound) ticks long, and this one \(size)",
        help: "a quarter note has 48 ticks")
    }
    let denominator = try element.integer("denominator") ?? 4
    // Before 0.9.4 each instrument had a list of its own.
    let lists =
      element["noteList"].map { [$0] }
      ?? (element["sequenceList"]?.all("sequence") ?? []).compactMap { $0["noteList"] }
    var notes: [HydrogenNote] = []
    for list in lists {
      for note in list.all("note") { notes.append(try self.note(note)) }
    }
    return HydrogenPattern(
      name: element.words("name") ?? element.words("pattern_name") ?? "pattern", size: size,
      denominator: denominator, notes: notes)
  }

  private static func note(_ element: XMLElement) throws(ForeignFault) -> HydrogenNote {
    let position = try element.integer("position") ?? 0
    guard position >= 0 else {
      throw element.fault("a note stands at tick \(position)", help: "ticks count from 0")
    }
    let length = try element.integer("length") ?? -1
    let key = try self.key(element["key"])
    let pitch = try element.number("pitch")?.value ?? .zero
    return HydrogenNote(
      position: position, leadLag: bounded(try element.number("leadlag")?.value ?? .zero),
      velocity: max(try element.number("velocity")?.value ?? Rational(4, 5), .zero),
      pan: try pan(element), pitch: pitch + Rational(Int128(key)),
      probability: try share(element, "probability") ?? .one,
      length: length < 0 ? nil : length, isStop: try element.flag("note_off") ?? false,
      instrument: try element.integer("instrument") ?? -1)
  }

  private static let keys = ["C", "Cs", "D", "Ef", "E", "F", "Fs", "G", "Af", "A", "Bf", "B"]

  /// `Ef-1`: the semitones from C0, which is the sample's own pitch.
  private static func key(_ element: XMLElement?) throws(ForeignFault) -> Int {
    guard let element, case let words = element.words, !words.isEmpty else { return 0 }
    let name = words.prefix { !"-0123456789".contains($0) }
    guard let key = keys.firstIndex(of: String(name)),
      let octave = Int(words.dropFirst(name.count)), (-5...5).contains(octave)
    else {
      throw element.fault(
        "'key' is to be a key and an octave, and is \(XMLElement.quoted(words))",
        help: "write C0, Ef-1 or Fs2; C0 is the sample as it is")
    }
    return octave * 12 + key
  }

  // MARK: - Shared

  /// `pan`, or before version 1.1 the pair of `pan_L` and `pan_R`, whose ratio is meant.
  static func pan(_ element: XMLElement) throws(ForeignFault) -> Rational {
    if let pan = try element.number("pan") { return bounded(pan.value) }
    guard let left = try element.number("pan_L")?.value,
      let right = try element.number("pan_R")?.value
    else { return .zero }
    guard left >= .zero, right >= .zero, max(left, right) > .zero else { return .zero }
    return left >= right ? right / left - 1 : 1 - left / right
  }

  /// What Hydrogen keeps within −1 and 1.
  private static func bounded(_ value: Rational) -> Rational { min(max(value, -1), 1) }

  static func share(_ element: XMLElement, _ name: String) throws(ForeignFault) -> Rational? {
    guard let value = try element.number(name)?.value else { return nil }
    return min(max(value, .zero), .one)
  }

  static func volume(_ element: XMLElement, _ name: String) throws(ForeignFault) -> Rational? {
    guard let value = try element.number(name)?.value else { return nil }
    guard (Rational.zero...1000).contains(value) else {
      throw element[name]!.fault(
        "'\(name)' is to be a factor from 0 to 1000, and is \(value)",
        help: "1 leaves the level as it is")
    }
    return value
  }
}
