/// The part of a line that is shown above its marks: all of it, or what surrounds the marks, with
/// `…` where the line was cut.
struct Excerpt {
  private let scalars: ArraySlice<Unicode.Scalar>
  /// Where in the line the shown part begins.
  private let start: Int
  private let isCutBefore: Bool
  private let isCutAfter: Bool

  /// A tab is at most this wide.
  private static let tabWidth = 8

  /// Shows what surrounds the scalars `marked` of the line in at most `width` columns.
  init(of line: Substring, around marked: Range<Int>, width: Int) {
    // Only a piece of the line is looked at, for a line may be as long as the file.
    let reach = 2 * width
    let first = max(0, marked.lowerBound - reach)
    let piece = line.unicodeScalars.dropFirst(first).prefix(
      min(marked.upperBound - first, 2 * reach) + reach)
    let scalars = Array(piece)
    let endsHere = piece.endIndex == line.endIndex
    let widths = scalars.map { $0 == "\t" ? Self.tabWidth : $0.displayWidth }

    var shown = 0..<scalars.count
    if first > 0 || !endsHere || widths.reduce(0, +) > width {
      let middle =
        min(
          marked.lowerBound - first, scalars.count)..<min(marked.upperBound - first, scalars.count)
      shown = Self.window(around: middle, widths: widths, budget: width - 2)
    }
    self.scalars = scalars[shown]
    self.start = first + shown.lowerBound
    self.isCutBefore = start > 0
    self.isCutAfter = !endsHere || shown.upperBound < scalars.count
  }

  /// The stretch that surrounds the middle as evenly as the line's ends allow.
  private static func window(around middle: Range<Int>, widths: [Int], budget: Int) -> Range<Int> {
    let spare = max(0, budget - widths[middle].reduce(0, +))
    var lower = middle.lowerBound
    var used = 0
    while lower > 0, used + widths[lower - 1] <= spare / 2 {
      lower -= 1
      used += widths[lower]
    }
    var upper = lower
    used = 0
    while upper < widths.count, used + widths[upper] <= budget {
      used += widths[upper]
      upper += 1
    }
    while lower > 0, used + widths[lower - 1] <= budget {
      lower -= 1
      used += widths[lower]
    }
    return lower..<upper
  }

  /// The line as it is shown.
  var text: String {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(scalar == "\t" ? scalar : scalar.visible) }
    return (isCutBefore ? "…" : "") + String(text) + (isCutAfter ? "…" : "")
  }

  /// Whether a stretch of the line begins inside what is shown.
  func shows(_ stretch: Range<Int>) -> Bool {
    let end = start + scalars.count
    return stretch.lowerBound >= start && (stretch.lowerBound < end || !isCutAfter)
  }

  /// The blank that stands under everything before a place, with the line's own tabs.
  func blank(before place: Int) -> String {
    var blank = isCutBefore ? " " : ""
    for scalar in scalars.prefix(max(0, place - start)) {
      blank += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.displayWidth)
    }
    return blank
  }

  /// The underline of a stretch, at least one character of it. A tab inside stays a tab, so that
  /// what follows it is underlined in its place.
  func underline(_ stretch: Range<Int>, with character: Character) -> String {
    let marked = scalars.dropFirst(max(0, stretch.lowerBound - start)).prefix(stretch.count)
    var underline = ""
    for (index, scalar) in zip(marked.indices, marked) {
      let isLast = index == marked.endIndex - 1
      underline +=
        scalar == "\t" && !isLast
        ? "\t"
        : String(repeating: character, count: scalar == "\t" ? 1 : scalar.displayWidth)
    }
    return underline.isEmpty ? String(character) : underline
  }
}
