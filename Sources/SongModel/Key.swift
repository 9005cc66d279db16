/// The key of a section, as a key signature says it.
public struct Key: Hashable, Sendable {
  /// Sharps where positive, flats where negative.
  public let accidentals: Int
  public let isMinor: Bool

  public static let range = -7...7

  /// - Returns: `nil` beyond seven accidentals.
  public init?(accidentals: Int, isMinor: Bool) {
    guard Key.range.contains(accidentals) else { return nil }
    self.accidentals = accidentals
    self.isMinor = isMinor
  }

  /// The key of a tonic.
  ///
  /// - Parameters:
  ///   - letter: A to G.
  ///   - alteration: 1 for a sharp, -1 for a flat, 0 for neither.
  /// - Returns: `nil` for another letter, and for a key of more than seven accidentals, as D# major.
  public init?(letter: Character, alteration: Int, isMinor: Bool) {
    guard let place = Key.fifths.firstIndex(of: letter), (-1...1).contains(alteration) else {
      return nil
    }
    // C major has none. Each fifth up is a sharp more, and raising all seven letters is seven of
    // them; a minor key has three flats more than the major one of its tonic.
    self.init(accidentals: place - 1 + 7 * alteration - (isMinor ? 3 : 0), isMinor: isMinor)
  }

  /// The letters in the order of fifths, from F on.
  private static let fifths = Array("FCGDAEB")
}

extension Key: CustomStringConvertible {
  /// As a song writes it: `A minor`, `Eb major`.
  public var description: String {
    let place = accidentals + 1 + (isMinor ? 3 : 0)
    let letter = Key.fifths[((place % 7) + 7) % 7]
    let sign = place < 0 ? "b" : place > 6 ? "#" : ""
    return "\(letter)\(sign) " + (isMinor ? "minor" : "major")
  }
}
