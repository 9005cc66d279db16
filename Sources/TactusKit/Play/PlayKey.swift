/// What a key does while a song plays.
enum PlayKey: Hashable, Sendable {
  /// Space: starts, or stops.
  case startStop
  /// Left and right: the tempo, by 1 beat a minute.
  case slower, faster
  /// Down and up: the tempo, by 10 beats a minute.
  case muchSlower, muchFaster
  /// `t`: a beat of the tempo that is wanted.
  case tap
  /// `[` and `]`.
  case previousSection, nextSection
  /// `l`: repeats the section, or goes on.
  case loop
  /// `1` to `9`: silences a track, or lets it sound again.
  case mute(Int)
  /// `-`, and `+` or `=`, which is on the same key.
  case quieter, louder
  /// `s`: the subdivisions of the click.
  case subdivisions
  /// `m`: bars of silence.
  case gap
  /// `n` and `p`: songs of a set list.
  case nextSong, previousSong
  /// `q` and Ctrl-C.
  case quit
  /// The escape key alone.
  case escape
  /// Any other character that can be seen.
  case character(Character)
}

extension PlayKey {
  /// The key of a character; `nil` for what cannot be seen.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ": self = .startStop
    case "t": self = .tap
    case "[": self = .previousSection
    case "]": self = .nextSection
    case "l": self = .loop
    case "1"..."9": self = .mute(Int(scalar.value - 0x30))
    case "-": self = .quieter
    case "+", "=": self = .louder
    case "s": self = .subdivisions
    case "m": self = .gap
    case "n": self = .nextSong
    case "p": self = .previousSong
    case "q": self = .quit
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        return nil
      default: self = .character(Character(scalar))
      }
    }
  }

  /// The key of the last byte of an arrow's sequence.
  fileprivate init?(arrow: UInt8) {
    switch arrow {
    case UInt8(ascii: "A"): self = .muchFaster
    case UInt8(ascii: "B"): self = .muchSlower
    case UInt8(ascii: "C"): self = .faster
    case UInt8(ascii: "D"): self = .slower
    default: return nil
    }
  }
}

/// Makes keys of the bytes that a terminal in raw mode sends.
///
/// The bytes may be cut anywhere. Sequences that mean nothing here are dropped whole, and so is what
/// is not UTF-8.
struct KeyDecoder {
  private enum State {
    case text
    /// A character of several bytes; one after ESC, as Alt makes it, is no key.
    case character([UInt8], length: Int, isDropped: Bool)
    case escape
    /// After ESC and bytes that only announce another: what comes next ends it.
    case announced
    /// After `ESC [` or `ESC O`; an arrow has nothing but digits and `;` before its last byte.
    case sequence(canBeArrow: Bool, isEmpty: Bool)
    /// After `ESC [ [`, as the console of Linux begins its function keys.
    case consoleFunction
    /// A text of the terminal's, which ends with BEL or `ESC \`.
    case string
    /// After an ESC in such a text.
    case stringEscape
  }

  private var state = State.text
  private static let escape: UInt8 = 0x1B
  private static let interrupt: UInt8 = 3
  private static let bell: UInt8 = 7

  /// The keys that these bytes complete.
  mutating func keys(_ bytes: [UInt8]) -> [PlayKey] { bytes.compactMap { take($0) } }

  /// Ends what has begun, for when no byte has come for a while: an ESC alone is a key then.
  mutating func flush() -> [PlayKey] {
    defer { state = .text }
    if case .escape = state { return [.escape] }
    return []
  }

  private mutating func take(_ byte: UInt8) -> PlayKey? {
    // Whatever has begun, this works.
    if byte == KeyDecoder.interrupt {
      state = .text
      return .quit
    }
    switch state {
    case .text: return begin(byte, afterEscape: false)
    case .character(let start, let length, let isDropped):
      return character(start, byte, length: length, isDropped: isDropped)
    case .escape: return afterEscape(byte)
    case .announced:
      if (0x20...0x2F).contains(byte) { return nil }
      return (0x30...0x7E).contains(byte) ? end() : restart(byte)
    case .sequence(let canBeArrow, let isEmpty):
      return sequence(byte, canBeArrow: canBeArrow, isEmpty: isEmpty)
    case .consoleFunction: return (0x20...0x7E).contains(byte) ? end() : restart(byte)
    case .string:
      if byte == KeyDecoder.bell { return end() }
      if byte == KeyDecoder.escape { state = .stringEscape }
      return nil
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return end() }
      state = .escape
      return afterEscape(byte)
    }
  }

  private mutating func end() -> PlayKey? {
    state = .text
    return nil
  }

  /// Drops what has begun, and takes the byte that does not belong to it for itself.
  private mutating func restart(_ byte: UInt8) -> PlayKey? {
    state = .text
    return begin(byte, afterEscape: false)
  }

  private mutating func begin(_ byte: UInt8, afterEscape: Bool) -> PlayKey? {
    state = .text
    switch byte {
    case KeyDecoder.escape: state = .escape
    case 0x00..<0x80: return afterEscape ? nil : PlayKey(Unicode.Scalar(byte))
    case 0xC2..<0xE0: state = .character([byte], length: 2, isDropped: afterEscape)
    case 0xE0..<0xF0: state = .character([byte], length: 3, isDropped: afterEscape)
    case 0xF0..<0xF5: state = .character([byte], length: 4, isDropped: afterEscape)
    default: break
    }
    return nil
  }

  private mutating func character(
    _ start: [UInt8], _ byte: UInt8, length: Int, isDropped: Bool
  ) -> PlayKey? {
    guard (0x80..<0xC0).contains(byte) else { return restart(byte) }
    let bytes = start + [byte]
    guard bytes.count == length else {
      state = .character(bytes, length: length, isDropped: isDropped)
      return nil
    }
    state = .text
    guard !isDropped, let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    else { return nil }
    return PlayKey(scalar)
  }

  private mutating func afterEscape(_ byte: UInt8) -> PlayKey? {
    switch byte {
    // Some terminals put one more ESC before the sequence of a key pressed with Alt.
    case KeyDecoder.escape: break
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      state = .sequence(canBeArrow: true, isEmpty: byte == UInt8(ascii: "["))
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    case 0x20...0x2F: state = .announced
    default: return begin(byte, afterEscape: true)
    }
    return nil
  }

  /// - Parameter isEmpty: Whether the byte is the first after `ESC [`.
  private mutating func sequence(_ byte: UInt8, canBeArrow: Bool, isEmpty: Bool) -> PlayKey? {
    switch byte {
    case 0x30...0x39, 0x3B: state = .sequence(canBeArrow: canBeArrow, isEmpty: false)
    case 0x20...0x3F: state = .sequence(canBeArrow: false, isEmpty: false)
    case UInt8(ascii: "[") where isEmpty: state = .consoleFunction
    case 0x40...0x7E:
      state = .text
      return canBeArrow ? PlayKey(arrow: byte) : nil
    default: return restart(byte)
    }
    return nil
  }
}
