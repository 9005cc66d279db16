/// A metre: how long a bar is and how it is grouped. `7/8`, `2+2+3/8`.
public struct Meter: Hashable, Sendable {
  /// Numerator and denominator are 1 to 99 each; no power of two is required.
  public static let range = 1...99

  /// The units of each group; one group for a metre without `+`.
  public let groups: [Int]
  public let denominator: Int

  /// - Returns: `nil` where a group, the groups' sum or the denominator leaves ``range``.
  public init?(groups: [Int], denominator: Int) {
    guard !groups.isEmpty, groups.allSatisfy(Meter.range.contains),
      Meter.range.contains(denominator), groups.count <= 99,
      Meter.range.contains(groups.reduce(0, +))
    else { return nil }
    self.groups = groups
    self.denominator = denominator
  }

  private init(known numerator: Int, _ denominator: Int) {
    self.groups = [numerator]
    self.denominator = denominator
  }

  public static let common = Meter(known: 4, 4)

  public var numerator: Int { groups.reduce(0, +) }
  public var isGrouped: Bool { groups.count > 1 }
  /// The length of a bar.
  public var length: WholeNotes { WholeNotes(Int128(numerator), Int128(denominator)) }
  /// One unit of the denominator.
  public var unit: WholeNotes { WholeNotes(1, Int128(denominator)) }
}

extension Meter: CustomStringConvertible {
  /// As a song writes it.
  public var description: String {
    groups.map(String.init).joined(separator: "+") + "/\(denominator)"
  }
}
