import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  /// Positions of a section are fractions of up to so fine a denominator, so that they and their
  /// sums stay within 128 bits for the longest section.
  static let finest: Int128 = 1 << 90

  /// The length of patterns played in turn, or `nil` where it leaves exact arithmetic.
  func length(of items: [PlayItem]) -> WholeNotes? {
    guard commonDenominator(items.map { patterns[$0.pattern].length }) != nil else { return nil }
    return items.reduce(WholeNotes.zero) {
      $0 + patterns[$1.pattern].length * Rational(Int128($1.times))
    }
  }

  /// Whether every position that a section can have is exact.
  ///
  /// - Parameter places: those of its changes.
  func isExact(
    _ items: [PlayItem], _ bars: BarMap, _ places: [WholeNotes], _ click: Click?
  ) -> Bool {
    var lengths = places + [bars.end, bars.pickup]
    for run in bars.runs {
      lengths += [run.start, run.meter.length, run.unit]
      var spans = [click?.every].compactMap(\.self)
      if case .turns(let play, let mute) = click?.gap { spans += [play, mute] }
      lengths += spans.compactMap { $0.length(in: run) }
    }
    for pattern in Set(items.map(\.pattern)).sorted() {
      lengths.append(patterns[pattern].length)
      lengths += patterns[pattern].hits.map(\.offset)
    }
    return commonDenominator(lengths) != nil
  }

  private func commonDenominator(_ lengths: [WholeNotes]) -> Int128? {
    var common: Int128 = 1
    for length in lengths {
      guard let next = length.commonDenominator(with: common), next <= SongDecoder.finest else {
        return nil
      }
      common = next
    }
    return common
  }

  /// Reports a song that is longer than its frames can be counted.
  func checkDuration(of song: Song, at span: SourceSpan) {
    var time = duration(song.order)
    if let countIn = song.countIn, case .section(let first, _)? = song.order.first {
      let section = song.sections[first]
      let tempo = section.tempos[0].from
      let length = countIn.length(in: section.bars.runs[0], at: tempo)
      time = time?.adding(TempoMap(tempo).time(of: length).ticks, times: 1)
    }
    if time == nil { report(.songTooLong, at: span) }
  }

  /// The length of a list, at least, in units of 2⁻⁶⁴ s; `nil` where it is too long.
  private func duration(_ items: [OrderItem]) -> Int128? {
    var sum: Int128? = 0
    for item in items {
      switch item {
      case .section(let index, let times):
        let section = sections[index]
        let slowest = section.step < .zero ? section.passes - 1 : 0
        let fastest = section.step > .zero ? section.passes - 1 : 0
        // The fastest pass stands for all: what is too long with it is too long.
        let pass = min(
          section.tempoMap(pass: slowest).time(of: section.bars.end).ticks,
          section.tempoMap(pass: fastest).time(of: section.bars.end).ticks)
        sum = sum?.adding(pass, times: section.passes, times)
      case .group(let items, let times, let endings):
        guard let once = duration(items) else { return nil }
        sum = sum?.adding(once, times: times)
        for (pass, ending) in endings.prefix(times).enumerated() {
          guard let length = duration(ending) else { return nil }
          let isLast = pass == endings.count - 1
          sum = sum?.adding(length, times: isLast ? times - pass : 1)
        }
      }
    }
    return sum
  }
}

extension Seconds {
  /// The time in units of 2⁻⁶⁴ s, cut.
  fileprivate var ticks: Int128 { Int128(value.whole) << 64 + Int128(value.fraction >> 64) }
}

extension Int128 {
  /// The sum with a product, in units of 2⁻⁶⁴ s, or `nil` where it is longer than a song may be.
  fileprivate func adding(_ time: Int128, times: Int, _ again: Int = 1) -> Int128? {
    let longest = SongDecoder.longestTime.numerator << 64
    let (product, overflow) = time.multipliedReportingOverflow(by: Int128(times))
    guard !overflow else { return nil }
    let (total, overflows) = product.multipliedReportingOverflow(by: Int128(again))
    guard !overflows, total <= longest, self + total <= longest else { return nil }
    return self + total
  }
}
