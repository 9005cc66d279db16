import Diagnostics
import SongModel
import Timing

/// An item of `changes` as it is written.
struct ChangeText {
  let place: Spanned<PlaceText>
  var tempo: TempoSetting?
  var meter: Meter?
  var beat: WholeNotes?
  var swing: Swing?
  var over: Spanned<MusicalSpan>?
  /// In seconds.
  var hold: Rational?
}

extension SongDecoder {
  static let changeKeys = ["at", "tempo", "meter", "beat", "swing", "over", "hold"]

  func change(_ node: YAMLNode) -> ChangeText? {
    guard let fields = fields(node, of: "a change", keys: SongDecoder.changeKeys) else {
      return nil
    }
    guard let at = fields["at"] else {
      report(.missingKey(key: "at", in: "this change"), at: fields.firstKey)
      return nil
    }
    guard let place = place(at, of: "'at'") else { return nil }
    var change = ChangeText(place: place)
    change.tempo = fields["tempo"].flatMap(tempoSetting)
    change.meter = fields["meter"].flatMap { value($0, .meter, of: "'meter'", ValueText.meter) }
    change.beat = fields["beat"].flatMap { noteValue($0, of: "'beat'") }
    change.swing = fields["swing"].flatMap(swing)
    change.hold = fields["hold"].flatMap { time($0, of: "'hold'") }
    if let entry = fields.entry("over") {
      change.over = span(entry.value, of: "'over'").map { Spanned($0, entry.value.span) }
      if case .ramp = change.tempo {
      } else if fields["tempo"] == nil || change.tempo != nil {
        report(
          .noEffect(key: "over", because: "there is no ramp, as in 'tempo: 120 -> 60'"),
          at: entry.key.span)
      }
    }
    if !fields.has(anyOf: ["tempo", "meter", "beat", "swing", "hold"]) {
      report(.emptyChange, at: fields.firstKey)
    }
    return change
  }

  /// A cue: a file, or a mapping.
  func cue(_ node: YAMLNode) -> Cue? {
    if case .scalar = node.content {
      return scalar(node, of: "'cue'", expected: .textOrMapping).map {
        Cue(sound: cueSound($0.text, at: node.span), before: .bars(.one))
      }
    }
    guard let fields = fields(node, of: "'cue'", keys: ["file", "before", "volume", "pan"]) else {
      return nil
    }
    guard let file = fields["file"] else {
      report(.missingKey(key: "file", in: "'cue'"), at: node.span)
      return nil
    }
    let before = fields["before"].flatMap { span($0, of: "'before'") }
    let volume = fields["volume"].flatMap { level($0, of: "'volume'") }
    let pan = fields["pan"].flatMap(self.pan)
    return scalar(file, of: "'file'").map {
      let sound = cueSound($0.text, at: file.span)
      sounds[sound].volume = volume ?? .unity
      sounds[sound].pan = pan ?? .center
      return Cue(sound: sound, before: before ?? .bars(.one))
    }
  }

  private func cueSound(_ path: String, at span: SourceSpan) -> Int {
    sounds.append(Sound(name: path, Sound.Take(file(path, at: span), at: span)))
    return sounds.count - 1
  }

  /// The lanes that a name or a list of names stands for.
  func lanes(_ node: YAMLNode, of what: String) -> Set<Int> {
    let items: [YAMLNode] = if case .sequence(let items) = node.content { items } else { [node] }
    if items.isEmpty { report(.emptyList(of: what), at: node.span) }
    var lanes: Set<Int> = []
    for item in items {
      guard let name = scalar(item, of: what, expected: .textOrList)?.text else { continue }
      if let lane = lane(Spanned(name, item.span)) { lanes.insert(lane) }
    }
    return lanes
  }

  /// The lane of a name; `nil` where there is none, which is reported.
  func lane(_ name: Spanned<String>, orCues: Bool = false) -> Int? {
    if name.value == Song.clickName { return Song.clickLane }
    if let track = tracks.index(of: name.value) { return track + 1 }
    if orCues && name.value == Song.cueName { return tracks.elements.count + 1 }
    let nearest = nearestName(
      to: name.value, among: tracks.names, and: [Song.clickName] + (orCues ? [Song.cueName] : []))
    report(
      .unknownTrack(name: name.value, nearest: nearest?.name), at: name.span,
      related: nearest?.spans ?? [])
    return nil
  }
}
