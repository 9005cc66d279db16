import SongModel
import Timing

/// Finds how a track of a pattern is best written: as a row of steps, or as free places.
struct StepWriting {
  enum Row {
    /// A row of steps of one length, and the level that makes its velocities what they are.
    case steps(String, step: WholeNotes, level: Level?)
    case places(level: Level?)
  }

  private let pattern: DraftPattern
  private var track: DraftTrack
  /// The chance of every hit, where they share one that steps do not say.
  let probability: Rational?

  init(_ track: DraftTrack, in pattern: DraftPattern) {
    self.pattern = pattern
    self.track = track
    self.track.hits.sort { $0.offset < $1.offset }
    let chances = Set(track.hits.map(\.probability))
    probability = chances.count == 1 && chances.first != .one ? chances.first : nil
  }

  /// The step that a song need not name.
  static let standardStep = SongDecoder.standardStep
  private static let usualSteps: [Int128] = [8, 12, 24, 32, 48, 20, 28, 4, 6, 40, 64, 96]
  /// How many parts a group may have, and how many steps a row.
  private static let mostParts: Int128 = 12
  private static let mostSteps: Int128 = 4096

  /// The notation with the fewest signs: the usual step unless another is shorter by more than it
  /// takes to name it; free places where the row would be far longer than they are.
  func best() -> Row {
    guard let level = self.level(), hasWritableChances else { return .places(level: sharedLevel) }
    var best: (row: Layout, step: WholeNotes, cost: Int)?
    for step in steps {
      let name = step == StepWriting.standardStep ? 0 : 12
      // A row has no fewer signs than steps.
      if let best, (pattern.length / step).floor + Int128(name) >= best.cost { continue }
      guard let row = layout(step: step, level: level.level) else { continue }
      let cost = row.signs + name
      if best == nil || cost < best!.cost { best = (row, step, cost) }
    }
    guard let best, best.cost <= 64 + 24 * track.hits.count else {
      return .places(level: sharedLevel)
    }
    return .steps(best.row.text, step: best.step, level: level.level)
  }

  private var hasWritableChances: Bool {
    probability != nil
      || track.hits.allSatisfy { $0.probability == .one || $0.probability == Rational(1, 2) }
  }

  /// The lengths of a step to be tried.
  private var steps: [WholeNotes] {
    let unit = pattern.meter.unit
    var steps = [StepWriting.standardStep]
    steps += StepWriting.usualSteps.map { WholeNotes(1, $0) }
    steps += [1, 2, 3, 4].map { unit / Rational($0) }
    return steps.filter { (pattern.length / $0).isInteger }
  }

  // MARK: - Velocities

  private static let signs: [(sign: Character, velocity: Velocity)] =
    [("x", .hit), ("X", .accent), ("o", .soft)]
    + (1...8).map { (Character("\($0)"), Velocity((2 * 127 * $0 + 9) / 18)!) }

  /// A level at which every velocity has a sign; `nil` where there is none.
  private func level() -> (level: Level?, found: Bool)? {
    let velocities = Set(track.hits.map(\.velocity))
    // A flam is a flam before the usual hit.
    let flams = Set(track.hits.filter(\.isFlam).map(\.velocity))
    func serves(_ level: Level?) -> Bool {
      velocities.allSatisfy { StepWriting.sign(of: $0, at: level) != nil }
        && flams.allSatisfy { StepWriting.sign(of: $0, at: level) == "x" }
    }
    if serves(nil) { return (nil, true) }
    for velocity in velocities.sorted() {
      let level = Level.ratio(Rational(Int128(velocity.value), 100))
      if serves(level) { return (level, true) }
    }
    return nil
  }

  /// The level of free places that are all equally strong and not the usual hit.
  private var sharedLevel: Level? {
    let velocities = Set(track.hits.map(\.velocity))
    guard velocities.count == 1, let velocity = velocities.first, velocity != .hit else {
      return nil
    }
    return .ratio(Rational(Int128(velocity.value), 100))
  }

  private static func sign(of velocity: Velocity, at level: Level?) -> Character? {
    signs.first { (level?.scaled($0.velocity) ?? $0.velocity) == velocity }?.sign
  }

  // MARK: - Steps

  /// The cells of a row that are no rests, in order.
  private struct Layout {
    let count: Int
    /// How many cells a bar has; 0 where bars are not told apart.
    let bar: Int
    var cells: [(index: Int, text: String)] = []

    private static let barLine = " | "

    /// How long the text is.
    var signs: Int {
      let bars = bar > 0 ? (count - 1) / bar : 0
      return count + bars * Layout.barLine.utf8.count
        + cells.reduce(0) { $0 + $1.text.utf8.count - 1 }
    }

    var text: String {
      var text = ""
      var next = cells[...]
      for index in 0..<count {
        if bar > 0, index > 0, index % bar == 0 { text += Layout.barLine }
        text += next.first?.index == index ? next.removeFirst().text : "."
      }
      return text
    }
  }

  /// The hits on steps of a length; `nil` where they do not fit. Cost: linear in the hits.
  private func layout(step: WholeNotes, level: Level?) -> Layout? {
    let count = (pattern.length / step).floor
    guard count <= StepWriting.mostSteps else { return nil }
    let bar = pattern.meter.length / step
    var layout = Layout(count: Int(count), bar: bar.isInteger ? Int(bar.floor) : 0)
    var hits = track.hits[...]
    while let first = hits.first {
      let cell = (first.offset / step).floor
      let start = step * Rational(cell)
      let inside = hits.prefix { $0.offset < start + step }
      guard let text = self.cell(Array(inside), from: start, step: step, level: level) else {
        return nil
      }
      layout.cells.append((Int(cell), text))
      hits = hits[inside.endIndex...]
    }
    return layout
  }

  private func cell(
    _ hits: [DraftHit], from start: WholeNotes, step: WholeNotes, level: Level?
  ) -> String? {
    guard let last = hits.last else { return "." }
    if hits.count == 1 && last.offset == start { return text(of: last, at: level) }
    for parts in 2...StepWriting.mostParts {
      let places = hits.map { ($0.offset - start) / step * Rational(parts) }
      guard places.allSatisfy(\.isInteger), Set(places).count == places.count else { continue }
      var texts = Array(repeating: ".", count: Int(parts))
      for (place, hit) in zip(places, hits) {
        texts[Int(place.floor)] = text(of: hit, at: level)
      }
      return "(" + texts.joined() + ")"
    }
    return nil
  }

  private func text(of hit: DraftHit, at level: Level?) -> String {
    let sign = hit.isFlam ? "f" : String(StepWriting.sign(of: hit.velocity, at: level)!)
    return sign + (probability == nil && hit.probability != .one ? "?" : "")
  }
}
