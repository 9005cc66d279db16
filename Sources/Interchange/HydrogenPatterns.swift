import SongModel
import Timing

/// Makes the patterns of a draft.
struct HydrogenPatterns {
  /// Of all patterns together.
  static let mostHits = 1_000_000
  static let tooManyHits = ForeignFault(
    message: "the song has more than \(mostHits) hits in its patterns", help: "split the song")

  let song: HydrogenSong
  /// The names of the sounds.
  let names: [HydrogenVoice: String]
  let silentTrack: String
  private(set) var drafts: [DraftPattern] = []
  /// A song can write fractions of a whole note with denominators up to 999999999.
  private static let largestDenominator: Int128 = 999_999_999
  /// What is finer comes to the nearest of these parts of a tick, 1/9600 of a whole note.
  private static let partsOfTick = Rational(50)
  /// The common denominator of all places so far, which is to stay far within 128 bits.
  private var common: Int128 = 9600
  private var hitCount = 0
  private var register = NameRegister()
  private var swing = Rational.zero
  private var humanize = Humanize.none

  init(song: HydrogenSong, names: [HydrogenVoice: String], silent: String) {
    self.song = song
    self.names = names
    silentTrack = silent
  }

  /// The swing of all patterns; `nil` where none swings or each pattern that does says so itself.
  private(set) var sharedSwing: Swing?
  /// Whether a swing of the whole song would leave every pattern as it is.
  private var canShareSwing = true

  /// - Returns: for each key the index of its pattern in ``drafts``.
  mutating func make(
    _ keys: [HydrogenPatternKey], hits: [[Int]: HydrogenHits], remarks: inout RemarkList
  ) throws(ForeignFault) -> [Int] {
    swing = song.swing
    readHumanize(&remarks)
    var known: [HydrogenPatternKey: Int] = [:]
    var played: [Int] = []
    for key in keys {
      if let index = known[key] {
        played.append(index)
        continue
      }
      known[key] = drafts.count
      played.append(drafts.count)
      drafts.append(
        try pattern(key, inside: hits[key.patterns]?.inside ?? [], &remarks))
    }
    if canShareSwing, let swing = drafts.lazy.compactMap(\.swing).first {
      sharedSwing = swing
      for index in drafts.indices { drafts[index].swing = nil }
    }
    return played
  }

  private mutating func pattern(
    _ key: HydrogenPatternKey, inside: [HydrogenHit], _ remarks: inout RemarkList
  ) throws(ForeignFault) -> DraftPattern {
    var hits = inside + key.taken + key.kept
    hitCount += hits.count
    guard hitCount <= HydrogenPatterns.mostHits else { throw HydrogenPatterns.tooManyHits }
    let meter = HydrogenMeter(size: key.length, denominator: key.denominator)
    let isLikeLanguages = swingIsLanguages(for: hits, length: key.length, meter)
    let keepsSwing = isLikeLanguages && hits.contains(where: \.swings)
    if !isLikeLanguages { canShareSwing = false }
    if !keepsSwing {
      for index in hits.indices where hits[index].swings {
        hits[index].position = hits[index].position + HydrogenHits.swingTicks * swing
      }
    }
    var tracks: [HydrogenVoice: [DraftHit]] = [:]
    for hit in hits {
      tracks[hit.voice, default: []].append(
        DraftHit(
          offset: place(hit.position, length: key.length, &remarks), velocity: hit.velocity,
          probability: hit.probability))
    }
    var draft = DraftPattern(
      name: register.unique(name(of: key)),
      length: WholeNotes(Int128(key.length), HydrogenPattern.ticksPerWholeNote),
      meter: meter.meter, humanize: hits.isEmpty ? .none : humanize)
    if keepsSwing {
      draft.swing = Swing(amount: Rational(1, 2) + swing / 4, unit: WholeNotes(1, 16))
    }
    draft.tracks = tracks.keys.sorted(by: precedes).map { voice in
      DraftTrack(
        name: names[voice]!,
        hits: tracks[voice]!.sorted {
          ($0.offset, $0.velocity, $0.probability) < ($1.offset, $1.velocity, $1.probability)
        })
    }
    if draft.tracks.isEmpty { draft.tracks = [DraftTrack(name: silentTrack, hits: [])] }
    if !key.taken.isEmpty {
      draft.remarks.append(
        "With hits of its neighbours that come so early or late that they fall in it.")
    }
    return draft
  }

  private func precedes(_ left: HydrogenVoice, _ right: HydrogenVoice) -> Bool {
    (left.instrument, left.pitch.magnitude, left.pitch)
      < (right.instrument, right.pitch.magnitude, right.pitch)
  }

  private func name(of key: HydrogenPatternKey) -> String {
    key.patterns.isEmpty
      ? "rest"
      : HydrogenSounds.line(key.patterns.map { song.patterns[$0].name }.joined(separator: "+"))
  }

  /// Whether the language's swing, counted in sixteenths, moves the hits as Hydrogen's does.
  ///
  /// Hydrogen counts sixteenths from the pattern's start, the language from the bar line; and the
  /// language would move whatever else stands on a second sixteenth.
  private func swingIsLanguages(
    for hits: [HydrogenHit], length: Int, _ meter: HydrogenMeter
  ) -> Bool {
    guard meter.isWhole else { return false }
    let bar = meter.meter.length.count * Rational(HydrogenPattern.ticksPerWholeNote)
    guard bar == Rational(Int128(length)) || (bar / 24).isInteger else { return false }
    return hits.allSatisfy { hit in
      if hit.swings { return true }
      // What is written on the nearest 1/9600 of a whole note may come to stand on a sixteenth.
      let nearest = (hit.position / HydrogenHits.sixteenth + Rational(1, 2)).floor
      let distance = (hit.position - HydrogenHits.sixteenth * Rational(nearest)).magnitude
      return nearest & 1 == 0 || distance > Rational(1, 100)
    }
  }

  /// A position in ticks as a fraction of a whole note that a song can write.
  private mutating func place(_ ticks: Rational, length: Int, _ remarks: inout RemarkList)
    -> WholeNotes
  {
    let exact = WholeNotes(ticks / Rational(HydrogenPattern.ticksPerWholeNote))
    if exact.count.denominator <= HydrogenPatterns.largestDenominator,
      let finer = exact.commonDenominator(with: common), finer <= 1 << 60
    {
      common = finer
      return exact
    }
    remarks.add(
      "Leads, lags and swing finer than a song can write come to the nearest 1/9600 of a whole note."
    )
    let parts = HydrogenPatterns.partsOfTick
    let rounded = (ticks * parts + Rational(1, 2)).floor
    // The end belongs to the next pattern.
    let last = Int128(length) * parts.numerator - 1
    return WholeNotes(min(rounded, last), parts.numerator * HydrogenPattern.ticksPerWholeNote)
  }

  /// Hydrogen strays along a bell curve, the language evenly: as far that both deviate as much on
  /// average (√3 times the standard deviation).
  ///
  /// Time deviates by 0.3 · 2000 frames (`fHumanizeTimingSD`, `nMaxTimeHumanize`), which at 48 kHz is
  /// 12.5 ms, and √3 · 12.5 is 21.65. Velocity deviates by 0.2 of the full one
  /// (`fHumanizeVelocitySD`), and √3 · 0.2 is 0.3464.
  private mutating func readHumanize(_ remarks: inout RemarkList) {
    let time = (song.humanizeTime * 2165 + Rational(1, 2)).floor
    let velocity = (song.humanizeVelocity * Rational(3464, 10) + Rational(1, 2)).floor
    humanize = Humanize(timing: Rational(time, 100_000), velocity: Rational(velocity, 1000))
    guard humanize != .none else { return }
    remarks.add(
      "Hydrogen humanizes along a bell curve, and by frames, here 1/48000 s; here it is spread evenly,"
        + " as wide on average, the velocity as a share of the hit's own.")
  }
}
