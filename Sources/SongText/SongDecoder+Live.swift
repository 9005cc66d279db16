import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  /// What an entry of `live` can say; one of them.
  static let liveActions = [
    "speed", "mute", "unmute", "subdivisions", "gap", "volume", "section", "loop", "pad", "stop",
    "start", "rate",
  ]
  static let liveKeys = ["at"] + liveActions + ["velocity"]

  /// Reads `live`: what was done while the song was played. All else of the song has to be known.
  ///
  /// - Parameter passages: how many there are to go to.
  func decodeLive(_ live: YAMLEntry, into song: inout Song, passages: Int) {
    if let loop = outputLoop {
      report(
        .conflictingKeys("live", "loop", in: "the song"), at: live.key.span, related: [loop])
    }
    guard case .sequence(let items) = live.value.content else {
      report(
        .wrongShape(
          of: "'live'", expected: .list, found: SongDecoder.shape(of: live.value)),
        at: live.value.span)
      return
    }
    if items.isEmpty { report(.emptyList(of: "'live'"), at: live.value.span) }
    var last: Spanned<Rational>?
    var rate: Spanned<SampleRate>?
    var loop: SourceSpan?
    for item in items {
      guard let fields = fields(item, of: "an entry of 'live'", keys: SongDecoder.liveKeys) else {
        continue
      }
      let at = instant(fields, after: last)
      last = at ?? last
      guard let entry = liveAction(fields) else { continue }
      if entry.key.value == "rate" {
        decodeRate(entry, into: &rate)
      } else if let action = action(entry, fields, passages: passages), let at {
        song.live.append(LiveChange(at: at.value, action))
        if action == .loop(true) { loop = entry.key.span }
      }
    }
    // The sounds of pads.
    song.sounds = sounds
    if let rate { agree(on: rate, &song.output) }
    // An entry with a mistake may be the one that ends it.
    if let loop, !diagnostics.hasErrors, isEndless(song.live) {
      report(.endlessSession, at: loop)
    }
  }

  // MARK: - When

  private func instant(_ fields: Fields, after last: Spanned<Rational>?) -> Spanned<Rational>? {
    guard let node = fields["at"] else {
      report(.missingKey(key: "at", in: fields.context), at: fields.firstKey)
      return nil
    }
    guard let text = scalar(node, of: "'at'")?.text,
      let time = value(text, at: node.span, .instant, of: "'at'", SongDecoder.boundedInstant)
    else { return nil }
    if let last, time < last.value {
      report(.liveOrder(at: text), at: node.span, related: [last.span])
    }
    return Spanned(time, node.span)
  }

  private static func boundedInstant(_ text: String) throws(ValueFault) -> Rational {
    let time = try ValueText.instant(text)
    guard time <= longestTime else { throw .outOfRange("at most 36000000s") }
    return time
  }

  private func decodeRate(_ entry: YAMLEntry, into rate: inout Spanned<SampleRate>?) {
    let hertz = integer(entry.value, in: SampleRate.range, of: "'rate'")
    if let rate {
      report(
        .conflictingKeys("rate", "rate", in: "'live'"), at: entry.value.span,
        related: [rate.span])
    } else if let hertz {
      rate = Spanned(SampleRate(hertz: hertz)!, entry.value.span)
    }
  }

  /// A session is heard at the rate at which it was played.
  private func agree(on rate: Spanned<SampleRate>, _ output: inout Output) {
    if let stated = outputRate, stated.value != rate.value {
      report(
        .ratesDiffer(live: rate.value.hertz, output: stated.value.hertz), at: rate.span,
        related: [stated.span])
    }
    output.rate = rate.value
  }

  // MARK: - What

  /// The one thing that an entry says.
  private func liveAction(_ fields: Fields) -> YAMLEntry? {
    let given = SongDecoder.liveActions.compactMap { fields.entry($0) }
    guard let action = given.first else {
      // Of `{at: 1s, tempo: 121}` it is known already what is wrong.
      if fields.hasOnly(["at", "velocity"]) {
        report(.emptyLiveEntry(actions: SongDecoder.liveActions), at: fields.firstKey)
      }
      return nil
    }
    let velocity = action.key.value == "pad" ? nil : fields.entry("velocity")
    guard let other = given.dropFirst().first ?? velocity else { return action }
    report(
      .conflictingKeys(action.key.value, other.key.value, in: fields.context),
      at: other.key.span, related: [action.key.span])
    return nil
  }

  private func action(
    _ entry: YAMLEntry, _ fields: Fields, passages: Int
  ) -> LiveChange.Action? {
    let node = entry.value
    let what = quotedName(entry.key.value)
    switch entry.key.value {
    case "speed":
      return value(node, .number, of: what, SongDecoder.speed).map { .speed($0) }
    case "mute", "unmute":
      let name = scalar(node, of: what).map { Spanned($0.text, node.span) }
      return name.flatMap { lane($0, orCues: true) }.map {
        .mute(lane: $0, entry.key.value == "mute")
      }
    case "subdivisions": return isOn(entry).map { .subdivisions($0) }
    case "gap": return isOn(entry).map { .gap($0) }
    case "loop": return isOn(entry).map { .loop($0) }
    case "volume": return level(node, of: what).map { .volume($0) }
    case "section":
      return integer(node, in: 1...max(1, passages), of: what).map { .passage($0 - 1) }
    case "pad": return pad(node, fields)
    case "stop": return choice(node, of: what, among: ["on"]).map { _ in .stop }
    default: return choice(node, of: what, among: ["on"]).map { _ in .start }
    }
  }

  /// Whether a passage is still played over and over when all has been done.
  private func isEndless(_ changes: [LiveChange]) -> Bool {
    let loops = changes.last { $0.action == .loop(true) || $0.action == .loop(false) }
    let stops = changes.last { $0.action == .stop || $0.action == .start }
    return loops?.action == .loop(true) && stops?.action != .stop
  }

  private func isOn(_ entry: YAMLEntry) -> Bool? {
    choice(entry.value, of: quotedName(entry.key.value), among: ["on", "off"]).map { $0 == "on" }
  }

  private static func speed(_ text: String) throws(ValueFault) -> Rational {
    let speed = try ValueText.number(text)
    guard LiveChange.speeds.contains(speed) else {
      throw .outOfRange("from 1/100 to 100 times the written tempo")
    }
    return speed
  }

  private func pad(_ node: YAMLNode, _ fields: Fields) -> LiveChange.Action? {
    var velocity: Velocity? = .hit
    if let node = fields["velocity"] {
      velocity = integer(node, in: Velocity.range, of: "'velocity'").map { Velocity($0)! }
    }
    let sound = scalar(node, of: "'pad'").flatMap {
      self.sound(named: Spanned($0.text, node.span))
    }
    guard let sound, let velocity else { return nil }
    return .pad(sound: sound, velocity)
  }
}
