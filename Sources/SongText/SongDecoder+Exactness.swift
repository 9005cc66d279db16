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
  func isExact(_ items: [PlayItem], _ bars: BarMap, _ places: [WholeNotes]) -> Bool {
    var lengths = places + [bars.end, bars.pickup]
    for run in bars.runs { lengths += [run.start, run.meter.length, run.unit] }
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
    var seconds = duration(song.order)
    if let countIn = song.countIn, case .section(let first, _)? = song.order.first {
      let section = song.sections[first]
      let tempo = section.tempos[0].from
      let length = countIn.length(in: section.bars.runs[0], at: tempo)
      seconds += Int128(TempoMap(tempo).time(of: length).value.whole)
    }
    if seconds > SongDecoder.longestTime.numerator { report(.songTooLong, at: span) }
  }

  /// Whole seconds, at least; no more is added once it is too long.
  private func duration(_ items: [OrderItem]) -> Int128 {
    let tooLong = SongDecoder.longestTime.numerator + 1
    var sum: Int128 = 0
    for item in items {
      switch item {
      case .section(let index, let times):
        let section = sections[index]
        let slowest = section.step < .zero ? section.passes - 1 : 0
        // With a step the slowest pass stands for all of them.
        let time = section.tempoMap(pass: slowest).time(of: section.bars.end)
        sum += Int128(time.value.whole) * Int128(section.passes) * Int128(times)
      case .group(let items, let times, let endings):
        let once = duration(items)
        let last = endings.last.map(duration) ?? 0
        sum += once * Int128(times) + endings.map(duration).reduce(0, +) + last * Int128(times)
      }
      if sum > tooLong { return tooLong }
    }
    return sum
  }
}
