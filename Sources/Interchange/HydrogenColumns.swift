import Timing

/// A column of the song editor: the patterns that play together.
struct HydrogenColumn {
  /// Indices into the song's patterns, ascending; those that play along are among them.
  let patterns: [Int]
  /// In ticks.
  let length: Int
  /// Quarter notes a minute.
  let tempo: Rational
  /// That of its longest pattern.
  let denominator: Int
  let tag: String?

  var meter: HydrogenMeter { HydrogenMeter(size: length, denominator: denominator) }
}

extension HydrogenSong {
  /// Tempos that Hydrogen plays; it bounds what lies outside (`MIN_BPM`, `MAX_BPM`).
  static let tempos = Rational(10)...Rational(400)

  /// The song's columns, with virtual patterns resolved.
  ///
  /// A column is as long as its longest pattern; a shorter one is silent after its end
  /// (`PatternList::longest_pattern_length`, `AudioEngine::updateNoteQueue`). An empty column lasts a
  /// whole note. A tempo marker holds from its column on, and before the first one the song's tempo
  /// does (`Timeline::getTempoAtColumn`).
  ///
  /// - Throws: where virtual patterns play along so often that the song could be meant to harm.
  func resolvedColumns(remarks: inout RemarkList) throws(ForeignFault) -> [HydrogenColumn] {
    var closures: [Int: [Int]] = [:]
    var room = HydrogenSong.mostPatternsInColumns
    var markers: [Int: Rational] = [:]
    if isTimelineOn == false, !tempoMarkers.isEmpty {
      remarks.add("The tempo timeline is switched off in the song: its tempos are left out.")
    } else {
      if isTimelineOn == nil, !tempoMarkers.isEmpty {
        remarks.add(
          "The song does not say whether its tempo timeline is on: it is taken as switched on.")
      }
      for marker in tempoMarkers { markers[marker.column] = marker.tempo }
    }
    var names: [Int: String] = [:]
    for tag in tags { names[tag.column] = tag.name }
    var tempo = bounded(self.tempo, &remarks)
    var columns: [HydrogenColumn] = []
    for (index, patterns) in self.columns.enumerated() {
      if let marker = markers[index] { tempo = bounded(marker, &remarks) }
      var together: Set<Int> = []
      for pattern in patterns {
        let closure: [Int]
        if let known = closures[pattern] {
          closure = known
        } else {
          closure = try self.closure(of: pattern, within: room)
          closures[pattern] = closure
        }
        room -= closure.count
        guard room >= 0 else { throw HydrogenSong.tooManyPatterns }
        together.formUnion(closure)
      }
      let all = together.sorted()
      // `max` gives the last of equals: the first one leads.
      let longest = all.reversed().max { self.patterns[$0].size < self.patterns[$1].size }
      columns.append(
        HydrogenColumn(
          patterns: all,
          length: longest.map { self.patterns[$0].size } ?? HydrogenPattern.emptySize,
          tempo: tempo, denominator: longest.map { self.patterns[$0].denominator } ?? 4,
          tag: names[index]))
    }
    return columns
  }

  private func bounded(_ tempo: Rational, _ remarks: inout RemarkList) -> Rational {
    guard HydrogenSong.tempos.contains(tempo) else {
      remarks.add("Tempos are bounded to 10 to 400 beats a minute, as Hydrogen plays them.")
      return min(max(tempo, HydrogenSong.tempos.lowerBound), HydrogenSong.tempos.upperBound)
    }
    return tempo
  }

  /// In all columns together.
  static let mostPatternsInColumns = 1_000_000
  static let tooManyPatterns = ForeignFault(
    message: "more than \(mostPatternsInColumns) patterns play in the song's columns",
    help: "split the song")

  /// A pattern with all that plays along with it, however far.
  private func closure(of start: Int, within room: Int) throws(ForeignFault) -> [Int] {
    guard !patterns[start].virtuals.isEmpty else { return [start] }
    var found: Set<Int> = [start]
    var open = [start]
    var steps = 0
    while let index = open.popLast() {
      steps += patterns[index].virtuals.count
      guard steps <= room else { throw HydrogenSong.tooManyPatterns }
      for next in patterns[index].virtuals where found.insert(next).inserted { open.append(next) }
    }
    return found.sorted()
  }
}

/// The metre that a length in ticks is counted in.
struct HydrogenMeter: Hashable {
  let meter: Meter
  /// Whether the length is whole bars of it.
  let isWhole: Bool

  /// Whole notes are bars of 4/4. Else the length is one bar of the pattern's own denominator, or of
  /// the simplest one that counts it; a length that none up to 99 counts ends inside a bar of 4/4.
  init(size: Int, denominator: Int) {
    let simplest = [denominator, 4, 8, 16, 32, 64, 12, 24, 48, 96]
    let whole = Int(HydrogenPattern.ticksPerWholeNote)
    if size % whole == 0 {
      self.init(meter: .common, isWhole: true)
      return
    }
    for unit in simplest where Meter.range.contains(unit) && size * unit % whole == 0 {
      if let meter = Meter(groups: [size * unit / whole], denominator: unit) {
        self.init(meter: meter, isWhole: true)
        return
      }
    }
    self.init(meter: .common, isWhole: false)
  }

  private init(meter: Meter, isWhole: Bool) {
    self.meter = meter
    self.isWhole = isWhole
  }
}
