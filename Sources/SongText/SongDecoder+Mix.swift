import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  static let mixKeys = ["volume", "limiter", "normalize", "tracks"]
  static let stripKeys = ["volume", "pan", "mute", "solo"]

  /// Reads `mix`. The tracks have to be known.
  func mix(_ node: YAMLNode?) -> Mix {
    var mix = Mix()
    guard let node,
      let fields = fields(node, of: "'mix'", keys: SongDecoder.mixKeys)
    else { return mix }
    if let node = fields["volume"] { mix.volume = level(node, of: "'volume'") ?? .unity }
    if let node = fields["limiter"] {
      mix.limiter = value(node, .decibels, of: "'limiter'", ValueText.ceiling)
    }
    if let node = fields["normalize"] {
      mix.normalize = value(node, .normalization, of: "'normalize'", ValueText.normalization)
    }
    if let entry = fields.entry("tracks") { decodeStrips(entry.value, into: &mix) }
    return mix
  }

  private func decodeStrips(_ node: YAMLNode, into mix: inout Mix) {
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(
          of: "'tracks'", expected: .mapping, found: SongDecoder.shape(of: node)), at: node.span)
      return
    }
    for entry in entries {
      let lane = self.lane(Spanned(entry.key.value, entry.key.span), orCues: true)
      guard
        let fields = fields(
          entry.value, of: "the track \(quotedName(entry.key.value))",
          keys: SongDecoder.stripKeys), let lane
      else { continue }
      var strip = Mix.Strip()
      if let node = fields["volume"] { strip.volume = level(node, of: "'volume'") ?? .unity }
      if let node = fields["pan"], let pan = pan(node) {
        strip.pan = pan
        checkSides(of: pan, lane: lane, at: node)
      }
      mix.strips[lane] = strip
      if isTrue(fields, "mute") { mix.muted.insert(lane) }
      if isTrue(fields, "solo") { mix.soloed.insert(lane) }
    }
  }

  /// The sound of a track may be moved at random; not past a side.
  private func checkSides(of pan: Pan, lane: Int, at node: YAMLNode) {
    guard lane != Song.clickLane, lane <= tracks.elements.count else { return }
    let sound = sounds[tracks[lane - 1].sound]
    _ = value(node, .pan, of: "'pan' beside the sound's 'pan-random'") { _ throws(ValueFault) in
      try SongDecoder.checkSides(of: pan, random: sound.panRandom)
    }
  }

  /// Whether a key says `true`.
  func isTrue(_ fields: Fields, _ key: String) -> Bool {
    fields[key].flatMap { choice($0, of: quotedName(key), among: ["true", "false"]) } == "true"
  }
}
