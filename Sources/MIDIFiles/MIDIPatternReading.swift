import SongModel
import Timing

/// Makes patterns of the bars of sections: equal bars are one pattern, and bars that go round are
/// written once.
struct MIDIPatternReading {
  private(set) var patterns: [DraftPattern] = []
  /// The tracks in the order in which they are to be heard.
  private let tracks: [String]

  /// A hit of a section.
  struct Hit {
    /// From the section's bar 1.
    let at: WholeNotes
    /// An index into the tracks.
    let track: Int
    let velocity: Velocity
    var isFlam = false

    /// The same hit as one of a pattern that starts at a position.
    func draft(from start: WholeNotes) -> DraftHit {
      DraftHit(offset: at - start, velocity: velocity, isFlam: isFlam)
    }
  }

  /// The swings of the section that is being read, where the file says them.
  private var swings: [Swing]?
  /// Whether the section that is being read swings, which its patterns then have to say no to.
  private var isStraight = false

  /// What is played between two bar lines.
  fileprivate struct Bar: Hashable {
    let length: WholeNotes
    /// From the bar line, by track.
    var hits: [Int: [DraftHit]] = [:]
  }

  /// Equal bars in a row.
  private struct Stretch {
    let bar: Bar
    /// The number of the first, from 1.
    let first: Int
    var count: Int
  }

  /// By how many seconds all hits of a track are late, by its index.
  private let offsets: [Int: Rational]

  init(tracks: [String], offsets: [Int: Rational]) {
    self.tracks = tracks
    self.offsets = offsets
    trackIndex = Dictionary(uniqueKeysWithValues: zip(tracks, tracks.indices))
  }

  private let trackIndex: [String: Int]

  /// The patterns that a section plays in turn; none where it has no hits.
  ///
  /// - Parameters:
  ///   - hits: in the order of their places.
  ///   - isOpenEnded: whether the patterns' length has to be the section's.
  mutating func play(
    _ hits: [Hit], in section: MIDISection, isOpenEnded: Bool, swings: [Swing]? = nil,
    isSwung: Bool = false
  ) -> [DraftPlay] {
    isStraight = isSwung
    self.swings = swings
    guard !hits.isEmpty || isOpenEnded else { return [] }
    let bars = section.bars
    let body = hits.drop { $0.at < .zero }
    let stretches = stretches(body, bars, to: section.length)
    var play: [DraftPlay]
    let count = stretches.reduce(0) { $0 + $1.count }
    let isFree =
      count > 1 && stretches.allSatisfy { $0.count == 1 } && hasFreeHits(body)
      && Set(stretches.map(\.bar)).count == count
    if isFree {
      play = [DraftPlay(pattern(ofWhole: body, in: section))]
    } else {
      play = round(stretches, isOpenEnded: isOpenEnded).map { stretch in
        DraftPlay(
          name(of: pattern(of: stretch.bar, in: section), bar: stretch.first, section),
          times: stretch.count)
      }
    }
    let upbeat = hits.prefix { $0.at < .zero }
    guard section.pickup > .zero, !isAsTheEnd(upbeat, of: play, in: section) else {
      return play
    }
    // A pickup sounds as the end of what is played: behind the last bar, where it is cut.
    let length = bars.runs[0].meter.length
    var bar = Bar(length: length)
    for hit in upbeat {
      bar.hits[hit.track, default: []].append(hit.draft(from: .zero - length))
    }
    let filled = play.isEmpty ? [] : whole(play, in: section)
    return filled + [
      DraftPlay(
        name(
          of: pattern(of: bar, in: section, from: length - section.pickup), bar: 0, section))
    ]
  }

  // MARK: - Bars

  /// The section's bars, those without a hit too.
  private func stretches(
    _ hits: ArraySlice<Hit>, _ bars: BarMap, to end: WholeNotes
  ) -> [Stretch] {
    var found: [Stretch] = []
    func append(_ bar: Bar, first: Int, count: Int) {
      guard count > 0 else { return }
      if found.last?.bar == bar {
        found[found.count - 1].count += count
      } else {
        found.append(Stretch(bar: bar, first: first, count: count))
      }
    }
    /// Bars without a hit from one number up to another.
    func appendEmpty(from first: Int, to next: Int) {
      var number = first
      while number < next {
        let run = bars.run(ofBar: number)
        let later = bars.runs.first { $0.firstBar > number }?.firstBar ?? next
        let until = min(later, next)
        let start = bars.start(ofBar: number)
        if start + run.meter.length > end {
          append(Bar(length: end - start), first: number, count: 1)
          number += 1
          continue
        }
        // The last one may be cut.
        let whole = min(until - number, Int(((end - start) / run.meter.length).floor))
        append(Bar(length: run.meter.length), first: number, count: whole)
        number += whole
      }
    }
    let last = BarMap(runs: bars.runs, end: end).lastBar
    var next = 1
    var index = hits.startIndex
    while index < hits.endIndex {
      let number = bars.bar(at: hits[index].at)
      appendEmpty(from: next, to: number)
      let start = bars.start(ofBar: number)
      let length = min(bars.run(ofBar: number).meter.length, end - start)
      var bar = Bar(length: length)
      while index < hits.endIndex, hits[index].at < start + length {
        bar.hits[hits[index].track, default: []].append(hits[index].draft(from: start))
        index += 1
      }
      append(bar, first: number, count: 1)
      next = number + 1
    }
    appendEmpty(from: next, to: last + 1)
    return found
  }

  /// The bars after which all begin anew, where there are few enough; else all of them.
  private func round(_ stretches: [Stretch], isOpenEnded: Bool) -> [Stretch] {
    let count = stretches.reduce(0) { $0 + $1.count }
    guard !isOpenEnded, count > 1, count <= MIDIPatternReading.longestRound else {
      return stretches
    }
    let bars = stretches.flatMap { Array(repeating: $0, count: $0.count) }
    for period in 1...min(8, max(1, count / 2)) {
      let goesRound = bars.indices.dropFirst(period).allSatisfy {
        bars[$0].bar == bars[$0 - period].bar
      }
      guard goesRound else { continue }
      var left = period
      return stretches.compactMap { stretch in
        var stretch = stretch
        stretch.count = min(stretch.count, left)
        left -= stretch.count
        return stretch.count > 0 ? stretch : nil
      }
    }
    return stretches
  }

  private static let longestRound = 10_000

  /// Whether some hit lies on no grid that a row of steps would have.
  private func hasFreeHits(_ hits: ArraySlice<Hit>) -> Bool {
    hits.contains { 192 % $0.at.count.denominator != 0 }
  }

  // MARK: - Pickups

  /// Whether the pickup is what the end of the patterns gives by itself.
  private func isAsTheEnd(
    _ upbeat: ArraySlice<Hit>, of play: [DraftPlay], in section: MIDISection
  ) -> Bool {
    var cycle = WholeNotes.zero
    var ends: [Hit] = []
    for item in play {
      let pattern = patterns[names[item.pattern]!]
      for _ in 0..<item.times {
        for track in pattern.tracks {
          for hit in track.hits {
            ends.append(
              Hit(
                at: cycle + hit.offset, track: trackIndex[track.name]!,
                velocity: hit.velocity, isFlam: hit.isFlam))
          }
        }
        cycle = cycle + pattern.length
      }
    }
    guard section.pickup <= cycle else { return upbeat.isEmpty && ends.isEmpty }
    let sounding = ends.filter { $0.at >= cycle - section.pickup }
    return MIDIPatternReading.inOrder(sounding, from: cycle)
      == MIDIPatternReading.inOrder(Array(upbeat), from: .zero)
  }

  /// The hits of each track in order, counted from a position.
  private static func inOrder(_ hits: [Hit], from start: WholeNotes) -> [Int: [DraftHit]] {
    Dictionary(grouping: hits, by: \.track).mapValues { hits in
      hits.map { $0.draft(from: start) }.sorted {
        ($0.offset, $0.velocity) < ($1.offset, $1.velocity)
      }
    }
  }

  /// What fills the whole section, so that what stands behind it is not heard.
  private func whole(_ play: [DraftPlay], in section: MIDISection) -> [DraftPlay] {
    var filled: [DraftPlay] = []
    var length = WholeNotes.zero
    while length < section.length {
      for item in play where length < section.length {
        let pattern = patterns[names[item.pattern]!]
        let missing = ((section.length - length) / pattern.length).ceiling
        let times = min(item.times, Int(missing))
        length = length + pattern.length * Rational(Int128(times))
        if filled.last?.pattern == item.pattern {
          filled[filled.count - 1].times += times
        } else {
          filled.append(DraftPlay(item.pattern, times: times))
        }
      }
    }
    return filled
  }

  // MARK: - Patterns

  private func pattern(
    of bar: Bar, in section: MIDISection, from start: WholeNotes = .zero, isWhole: Bool = false
  ) -> DraftPattern {
    let run = section.runs[0]
    var bar = bar
    let swing = isWhole ? nil : bar.unswing(announced: swings, notBefore: start)
    // A row of rests keeps the length of an empty bar.
    let lines = bar.hits.isEmpty ? [0: []] : bar.hits
    return DraftPattern(
      name: "", length: bar.length, meter: run.meter, beat: run.beat,
      swing: swing ?? (isStraight ? Swing(amount: Rational(1, 2)) : nil),
      tracks: lines.sorted { $0.key < $1.key }.map {
        DraftTrack(
          name: tracks.isEmpty ? "kick" : tracks[$0.key], hits: $0.value,
          offset: offsets[$0.key] ?? .zero)
      })
  }

  /// The name of the one pattern of a section that goes through all its bars.
  private mutating func pattern(
    ofWhole hits: ArraySlice<Hit>, in section: MIDISection
  ) -> String {
    var bar = Bar(length: section.length)
    for hit in hits {
      bar.hits[hit.track, default: []].append(hit.draft(from: .zero))
    }
    return name(of: pattern(of: bar, in: section, isWhole: true), bar: 1, section)
  }

  /// The name of a pattern, which is kept where it is new.
  private mutating func name(
    of pattern: DraftPattern, bar: Int, _ section: MIDISection
  ) -> String {
    var pattern = pattern
    if let known = index[pattern] { return patterns[known].name }
    let key = pattern
    let stem = section.name.lowercased()
    pattern.name = bar == 0 ? "\(stem) upbeat" : bar == 1 ? stem : "\(stem) bar \(bar)"
    let plain = pattern.name
    while names[pattern.name] != nil {
      numbers[plain, default: 1] += 1
      pattern.name = "\(plain) (\(numbers[plain]!))"
    }
    names[pattern.name] = patterns.count
    index[key] = patterns.count
    patterns.append(pattern)
    return pattern.name
  }

  private var index: [DraftPattern: Int] = [:]
  private var names: [String: Int] = [:]
  /// How many patterns would have a name.
  private var numbers: [String: Int] = [:]

  // MARK: - Order

  /// Lets the tracks first appear in their own order, which is the order of sounds on one frame: the
  /// first pattern gets rows of rests for those that would come too late.
  mutating func putTracksInOrder() {
    var appeared: [String] = []
    for pattern in patterns {
      for track in pattern.tracks where !appeared.contains(track.name) {
        appeared.append(track.name)
      }
    }
    let wanted = tracks.filter(appeared.contains)
    guard appeared != wanted, !patterns.isEmpty else { return }
    let present = Dictionary(
      uniqueKeysWithValues: patterns[0].tracks.map { ($0.name, $0) })
    patterns[0].tracks = wanted.map { present[$0] ?? DraftTrack(name: $0, hits: []) }
  }
}

extension MIDIPatternReading.Bar {
  /// Finds a swing that moves all hits of the bar's off-beats alike, and takes it back.
  ///
  /// Within each pair of units these hits stand at one share of it beyond the middle, and none
  /// stands at the middle. So writing them at the middle and the swing beside them says exactly the
  /// same.
  ///
  /// - Parameters:
  ///   - announced: the swings that there are, where that is known. Elsewhere all other hits have
  ///     to lie on simple parts of the pair, and two thirds of it are a triplet.
  ///   - start: before which nothing is heard.
  fileprivate mutating func unswing(
    announced: [Swing]?, notBefore start: WholeNotes
  ) -> Swing? {
    let units = [WholeNotes(1, 8), WholeNotes(1, 16), WholeNotes(1, 4), WholeNotes(1, 32)]
    let candidates = announced ?? units.compactMap(swing)
    guard let swing = candidates.first(where: { fits($0, notBefore: start) }) else { return nil }
    let pair = swing.unit! * 2
    for track in hits.keys {
      for index in hits[track]!.indices
      where hits[track]![index].offset.share(of: pair) == swing.amount {
        let offset = hits[track]![index].offset
        hits[track]![index].offset = offset - pair * (swing.amount - Rational(1, 2))
      }
      // One may go before another that lies between the beat and it.
      hits[track]!.sort { ($0.offset, $0.velocity) < ($1.offset, $1.velocity) }
    }
    return swing
  }

  /// Whether a swing moves some hit to where it is, and no other from where it is.
  private func fits(_ swing: Swing, notBefore start: WholeNotes) -> Bool {
    guard let unit = swing.unit else { return false }
    let delay = unit * 2 * (swing.amount - Rational(1, 2))
    var isUsed = false
    for hit in hits.values.joined() {
      let share = hit.offset.share(of: unit * 2)
      if share == Rational(1, 2) { return false }
      guard share == swing.amount else { continue }
      if hit.offset - delay < start { return false }
      isUsed = true
    }
    return isUsed
  }

  /// The swing of a unit that the hits would have.
  private func swing(of unit: WholeNotes) -> Swing? {
    var amount: Rational?
    for hit in hits.values.joined() {
      let share = hit.offset.share(of: unit * 2)
      // Halves of a unit are simple.
      if (share * 4).isInteger { continue }
      guard share > Rational(1, 2), share < Rational(3, 4), amount ?? share == share else {
        return nil
      }
      amount = share
    }
    guard let amount, amount != Rational(2, 3) else { return nil }
    return Swing(amount: amount, unit: unit)
  }
}

extension WholeNotes {
  /// How far it is into a pair of units, as a share of that.
  func share(of pair: WholeNotes) -> Rational {
    let pairs = self / pair
    return pairs - Rational(pairs.floor)
  }
}
