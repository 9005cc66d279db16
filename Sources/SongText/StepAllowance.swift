/// How much the patterns of a song may come to.
///
/// A row of ten characters can repeat its step a million times, and a pattern is made anew for each
/// metre that its free places are counted in. So what is repeated has a limit for the whole song; what
/// is written out has only that of the file.
struct StepAllowance {
  /// What a small file may come to.
  static let least = 100_000
  static let mostHits = 1_000_000

  /// Strokes, rests and chances of all rows as they are written.
  let steps: Int
  /// Hits and chances of all patterns as they are played.
  let hits: Int
  private(set) var stepsLeft: Int
  private(set) var hitsLeft: Int

  init(fileSize: Int) {
    steps = max(StepAllowance.least, fileSize)
    hits = min(steps, StepAllowance.mostHits)
    (stepsLeft, hitsLeft) = (steps, hits)
  }

  /// - Precondition: no more than is left.
  mutating func takeSteps(_ count: Int) { stepsLeft -= count }

  /// - Precondition: no more than is left.
  mutating func takeHits(_ count: Int) { hitsLeft -= count }
}
