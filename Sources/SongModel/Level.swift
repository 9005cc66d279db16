import Timing

/// A level relative to full scale, in decibels: 20·log10 of the amplitude.
public struct Decibels: Hashable, Sendable {
  public let value: Rational

  public init(_ value: Rational) { self.value = value }
}

/// An amplitude gain as a song writes it: `-6dB`, `50%`, `0.5`, `off`.
public enum Level: Hashable, Sendable {
  case decibels(Decibels)
  /// 1 is unity gain; never negative.
  case ratio(Rational)

  public static let unity = Level.ratio(.one)
  public static let off = Level.ratio(.zero)

  /// The factor for the samples, 0 for silence; the same bits on every machine.
  public var gain: Double {
    switch self {
    case .decibels(let level):
      PortableMath.amplitude(decibels: level.value.double)
    case .ratio(let ratio): ratio.double
    }
  }

  /// What MIDI and the event list call this level: 127 times the gain, rounded, a half up, within
  /// 1 to 127. Only the number is bounded: the samples keep the exact level.
  public var velocity: Velocity { scaled(.accent) }

  /// A velocity times the level, rounded, a half up, within 1 to 127.
  public func scaled(_ velocity: Velocity) -> Velocity {
    switch self {
    case .decibels: return Level.bounded(Double(velocity.value) * gain + 0.5)
    case .ratio(let ratio):
      let rounded = (ratio * Rational(Int128(velocity.value)) + Rational(1, 2)).floor
      return Velocity(Int(min(max(rounded, 1), 127)))!
    }
  }

  static func bounded(_ value: Double) -> Velocity {
    Velocity(Int(min(max(value.rounded(.down), 1), 127)))!
  }
}

/// A place between left and right: −1 is hard left, 0 the centre, 1 hard right.
public struct Pan: Hashable, Sendable {
  /// Percent of the way to a side, as a song writes it.
  public static let range = Rational(-100)...Rational(100)
  public let position: Double

  /// - Returns: `nil` outside ``range``.
  public init?(percent: Rational) {
    guard Pan.range.contains(percent) else { return nil }
    self.position = percent.double / 100
  }

  private init(known position: Double) { self.position = position }

  /// A place further to the right by a share of the way from the centre to a side; negative for
  /// the left.
  ///
  /// - Precondition: it is still between the sides.
  public func moved(by share: Double) -> Pan {
    precondition(position.magnitude + share.magnitude <= 1 + Pan.rounding, "between the sides")
    // 90 % and 10 % are no exact binary fractions: what they pass a side by is none of theirs.
    return Pan(known: min(max(position + share, -1), 1))
  }

  /// The largest share of the way to a side that a sound can be moved either way from here.
  public var room: Double { 1 - position.magnitude + Pan.rounding }

  /// Far more than what is lost of two percentages, and far less than one.
  private static let rounding = 1e-9

  public static let center = Pan(known: 0)
}

extension Rational {
  /// The nearest floating-point number, for levels. Never for a time.
  public var double: Double { Rational.double(numerator) / Rational.double(denominator) }

  /// The standard library takes a hundred times as long for 128 bits as for 64.
  private static func double(_ number: Int128) -> Double {
    Int64(exactly: number).map(Double.init) ?? Double(number)
  }
}

extension Velocity {
  /// The amplitude that a velocity asks for: its share of 127.
  public var gain: Double { Double(value) / 127 }

  /// The velocity times a factor, rounded, a half up, within 1 to 127.
  public func scaled(by factor: Double) -> Velocity {
    Level.bounded(Double(value) * factor + 0.5)
  }
}
