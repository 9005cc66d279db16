import Diagnostics
import Scheduler
import SongModel
import SongText

/// A row that is read plays as many strokes as a plain count of its characters finds.
func checkSteps(_ input: [UInt8]) throws(BrokenLaw) {
  let row = String(decoding: input, as: UTF8.self)
  let reading = readAlone(Array(song(of: row).utf8))
  _ = DiagnosticRenderer().render(reading.diagnostics)
  guard let song = reading.song else {
    return try expect(reading.diagnostics.hasErrors, "without a song a mistake is said")
  }
  var counting = StrokeCount(row)
  guard let strokes = counting.all(), strokes <= 2000 else { return }
  let events = EventStream(song, at: .standard).prefix(strokes + 1).count { _ in true }
  try expect(events == strokes, "every stroke is heard", "\(events) of \(strokes)")
}

/// A song of one row. There is silence before it, so that a flam on its first step has room.
private func song(of row: String) -> String {
  var quoted = ""
  for scalar in row.unicodeScalars {
    let digits = String(scalar.value, radix: 16)
    let isPlain = (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
    quoted +=
      isPlain ? String(scalar) : "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }
  return """
    output: {start: 1s}
    play: row
    patterns: {row: {kick: "\(quoted)"}}

    """
}

/// Counts strokes by what the notation says of each character, without a tree.
private struct StrokeCount {
  private let scalars: [Unicode.Scalar]

  init(_ row: String) { scalars = Array(row.unicodeScalars) }

  /// - Returns: `nil` where chance has a say, or for more than a billion.
  mutating func all() -> Int? {
    // The strokes of the open groups, and those of the last step of each.
    var sums = [0]
    var last = 0
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "x", "X", "o", "1"..."9": last = 1
      case "f": last = 2
      case ".", "-": last = 0
      case "(":
        sums.append(0)
        continue
      case ")":
        last = sums.removeLast()
      case "*":
        var times = 0
        while index < scalars.count, ("0"..."9").contains(scalars[index]) {
          times = times * 10 + Int(scalars[index].value - 48)
          index += 1
        }
        // The step is counted once already.
        sums[sums.count - 1] += last * (times - 1)
        last *= times
        if last > 1_000_000_000 { return nil }
        continue
      case "?": return nil
      default: continue
      }
      sums[sums.count - 1] += last
    }
    return sums[0]
  }
}
