/// How hard a sound is struck, as MIDI has it: 1 to 127.
public struct Velocity: Hashable, Comparable, Sendable {
  public static let range = 1...127
  public let value: Int

  /// - Returns: `nil` outside ``range``.
  public init?(_ value: Int) {
    guard Velocity.range.contains(value) else { return nil }
    self.value = value
  }

  private init(known value: Int) { self.value = value }

  public static let hit = Velocity(known: 100)
  public static let accent = Velocity(known: 127)
  public static let soft = Velocity(known: 50)

  public static func < (left: Velocity, right: Velocity) -> Bool { left.value < right.value }
}
