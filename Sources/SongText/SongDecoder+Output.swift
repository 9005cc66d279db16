import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  static let outputKeys = [
    "rate", "bits", "channels", "format", "tail", "start", "loop", "dither",
  ]
  /// No clock time of a song is longer: 10,000 hours.
  static let longestTime = Rational(36_000_000)

  func output(_ node: YAMLNode?) -> Output {
    var output = Output()
    guard let node,
      let fields = fields(
        node, of: "'output'", keys: SongDecoder.outputKeys)
    else { return output }
    if let node = fields["rate"],
      let rate = integer(node, in: SampleRate.range, of: "'rate'")
    {
      output.rate = SampleRate(hertz: rate)!
      outputRate = Spanned(output.rate, node.span)
    }
    if let node = fields["bits"],
      let bits = choice(node, of: "'bits'", among: Output.Bits.allCases.map(\.rawValue))
    {
      output.bits = Output.Bits(rawValue: bits)!
    }
    if let node = fields["channels"], let channels = integer(node, in: 1...2, of: "'channels'") {
      output.channels = channels
    }
    if let node = fields["format"],
      let format = choice(node, of: "'format'", among: Output.formats)
    {
      output.format = format
    }
    if let node = fields["tail"], let tail = tail(node) { output.tail = tail }
    if let node = fields["start"], let start = time(node, of: "'start'") { output.start = start }
    if let node = fields["dither"],
      let dither = choice(node, of: "'dither'", among: Output.Dither.allCases.map(\.rawValue))
    {
      output.dither = Output.Dither(rawValue: dither)!
    }
    output.loop = isTrue(fields, "loop")
    if output.loop, let loop = fields.entry("loop") {
      outputLoop = loop.key.span
      checkLoop(output, loop, fields)
    }
    return output
  }

  /// A file that is repeated has neither a tail of its own nor silence before it.
  private func checkLoop(_ output: Output, _ loop: YAMLEntry, _ fields: Fields) {
    let others = [
      output.tail == .auto ? nil : fields.entry("tail"),
      output.start == .zero ? nil : fields.entry("start"),
    ]
    for case let other? in others {
      report(
        .conflictingKeys("loop", other.key.value, in: "'output'"), at: loop.key.span,
        related: [other.key.span])
    }
  }

  private func tail(_ node: YAMLNode) -> Output.Tail? {
    guard let text = scalar(node, of: "'tail'")?.text else { return nil }
    switch text {
    case "auto": return .auto
    case "none": return Output.Tail.none
    default:
      return value(text, at: node.span, .tail, of: "'tail'", SongDecoder.boundedTime)
        .map(Output.Tail.time)
    }
  }

  /// A clock time of at least zero.
  func time(_ node: YAMLNode, of what: String) -> Rational? {
    value(node, .time, of: what, SongDecoder.boundedTime)
  }

  private static func boundedTime(_ text: String) throws(ValueFault) -> Rational {
    let time = try ValueText.time(text)
    guard time <= longestTime else { throw .outOfRange("at most 36000000s") }
    return time
  }

  /// A length above zero that is counted in bars, beats, notes or seconds.
  func span(_ node: YAMLNode, of what: String) -> MusicalSpan? {
    value(node, .span, of: what) { text throws(ValueFault) in
      let span = try ValueText.span(text)
      switch span {
      case .bars(let count), .beats(let count):
        guard count >= Rational(1, 9999), count <= Rational(Int128(SongDecoder.barRange.upperBound))
        else {
          throw .outOfRange("at least 1/9999 and at most \(SongDecoder.barRange.upperBound)")
        }
      case .notes: break
      case .time(let seconds):
        guard seconds > .zero, seconds <= SongDecoder.longestTime else {
          throw .outOfRange("above 0s and at most 36000000s")
        }
      }
      return span
    }
  }
}
