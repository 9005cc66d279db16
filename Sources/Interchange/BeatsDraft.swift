import SongModel
import Timing

/// Reads a song of the drum machine Beats 2: YAML with `Song` and patterns.
///
/// Times, levels and what cuts a sound off are taken over exactly. What is not, and what Beats
/// itself passes over, stands in the draft's remarks. Cost: linear in the file and in what its
/// aliases repeat.
///
/// - Parameters:
///   - bytes: the file, UTF-8; at most 1 MiB with 1,000,000 steps, 10,000 tracks, and 20,000
///     patterns heard one after another.
///   - title: what the song is called; `nil` for nothing.
///   - exists: whether a file is there, its path counted from the song's folder.
/// - Throws: the first mistake that Beats would refuse, a tempo outside 0.001 to 100000 quarter notes
///   a minute, or more than 10,000 hours.
public func songDraft(beats bytes: [UInt8], title: String?, exists: (String) -> Bool)
  throws(ForeignFault) -> SongDraft
{
  let song = try BeatsReader.read(bytes)
  var draft = BeatsDraft(song, title: title)
  draft.addKit(exists: exists)
  draft.addPatterns()
  try draft.addSections()
  try draft.draft.checkDuration()
  return draft.draft
}

/// A song's draft as it is put together.
private struct BeatsDraft {
  /// The tracks of one pattern that play one sound are told apart by their number, from 1.
  private struct Voice: Hashable {
    let label: String
    let number: Int
  }

  private(set) var draft: SongDraft
  private let song: BeatsSong
  private var soundNames: [Voice: String] = [:]
  private var patternNames: [String] = []

  init(_ song: BeatsSong, title: String?) {
    self.song = song
    draft = SongDraft(title: title, remarks: ["From a song of Beats."] + song.remarks)
    let divisor = song.divisor
    if divisor > 1 {
      draft.volume = .ratio(Rational(1, Int128(divisor)))
      draft.remarks.append(
        "Beats divides the mix by \(divisor), the most of its tracks that sound within four steps;"
          + " so does the volume here.")
    }
  }

  // MARK: - The kit

  /// The voices of each pattern's tracks.
  private func voices(of pattern: BeatsPattern) -> [Voice] {
    var counts: [String: Int] = [:]
    return pattern.tracks.map { track in
      counts[track.label, default: 0] += 1
      return Voice(label: track.label, number: counts[track.label]!)
    }
  }

  mutating func addKit(exists: (String) -> Bool) {
    var numbers: [String: Int] = [:]
    for pattern in song.patterns {
      for voice in voices(of: pattern) {
        numbers[voice.label] = max(numbers[voice.label] ?? 0, voice.number)
      }
    }
    var names = ForeignNames(reserved: [Song.clickName, Song.cueName])
    var isThere: [String: Bool] = [:]
    // The labels of the kit come before the names that files get for want of one.
    let labels = song.kit.labels
    let isUnnamed = song.kit.unnamed.contains
    for label in labels.filter({ !isUnnamed($0) }) + labels.filter(isUnnamed) {
      let file = song.kit.files[label]!
      let isFound = isThere[file] ?? exists(file)
      isThere[file] = isFound
      for number in 1...max(1, numbers[label] ?? 0) {
        let stem = isUnnamed(label) ? BeatsKit.stem(of: label) : label
        let name = names.claim(
          number == 1 ? stem : "\(stem)\(number)", orElse: "sound")
        soundNames[Voice(label: label, number: number)] = name
        draft.kit.append(
          sound(name, file, isFound: isFound, isPlayed: numbers[label] != nil))
      }
    }
    if numbers.values.contains(where: { $0 > 1 }) {
      draft.remarks.append(
        "Tracks of one pattern that play the same sound do not cut each other off here; in Beats"
          + " they do where only one of them plays within four steps.")
    }
    if !numbers.isEmpty {
      draft.remarks.append(
        "Beats cuts a sound off where its track plays again; here it fades out within 5 ms there.")
    }
  }

  private func sound(_ name: String, _ file: String, isFound: Bool, isPlayed: Bool) -> DraftSound {
    var sound = DraftSound(name: name, .file(file))
    if isPlayed { sound.choke = name }
    if !isFound { sound.remarks.append("There is no file \(file.onOneLine).") }
    if file.hasPrefix("~") {
      sound.remarks.append("Beats takes '~' for the home folder, and a song does not.")
    }
    return sound
  }

  // MARK: - The patterns

  mutating func addPatterns() {
    var names = ForeignNames()
    for pattern in song.patterns {
      let name = names.claim(pattern.name, orElse: "pattern")
      patternNames.append(name)
      guard pattern.steps > 0 else {
        draft.remarks.append("The pattern '\(name)' has no steps and is left out.")
        continue
      }
      let length = song.swing.position(ofStep: pattern.steps)
      var drafted = DraftPattern(name: name, length: length, meter: meter(of: length))
      let unit = song.swing?.unit(of: pattern)
      if let unit { drafted.swing = Swing(amount: Rational(2, 3), unit: unit) }
      if let swing = song.swing, unit == nil {
        let reason =
          swing.endsInsidePair(pattern)
          ? "the pattern ends inside a pair" : "it moves the sixteenths between the eighths too"
        drafted.remarks.append(
          "'Swing: \(swing.rawValue)' is written out here, as \(reason).")
      }
      for (track, voice) in zip(pattern.tracks, voices(of: pattern)) {
        let swing = unit == nil ? song.swing : nil
        drafted.tracks.append(
          DraftTrack(
            name: soundNames[voice]!,
            hits: track.hits.map {
              DraftHit(offset: swing.position(ofStep: $0), velocity: .accent)
            }))
      }
      draft.patterns.append(drafted)
    }
  }

  /// Beats knows no bars: a metre of which the pattern is a whole number of bars, the most usual
  /// first; 4/4 where there is none.
  private func meter(of length: WholeNotes) -> Meter {
    let quarters = length / WholeNotes(1, 4)
    if quarters.isInteger {
      for beats in [4, 3, 5, 7, 6, 2] where (quarters / Rational(Int128(beats))).isInteger {
        return Meter(groups: [beats], denominator: 4)!
      }
    }
    let (numerator, denominator) = (length.count.numerator, length.count.denominator)
    guard let units = Int(exactly: quarters.isInteger ? quarters.numerator : numerator) else {
      return .common
    }
    return Meter(groups: [units], denominator: quarters.isInteger ? 4 : Int(denominator))
      ?? .common
  }

  // MARK: - The sections

  mutating func addSections() throws(ForeignFault) {
    let meters = Dictionary(
      uniqueKeysWithValues: draft.patterns.map { ($0.name, $0.meter) })
    for (index, times) in song.flow {
      let name = patternNames[index]
      // What has no steps takes no time.
      guard let meter = meters[name] else { continue }
      let section = DraftSection(
        name: name, meter: meter,
        tempo: .steady(Tempo(beatsPerMinute: song.tempo)), play: [DraftPlay(name)])
      draft.sections += Array(repeating: section, count: times)
    }
    guard !draft.sections.isEmpty else {
      throw ForeignFault(message: "the flow plays nothing", help: "list a pattern in 'Flow'")
    }
  }
}
