import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  static let setFileKeys = ["title", "comment", "set"]
  static let setItemKeys = ["song", "pause", "stop"]
  static let mostSongs = 10_000

  /// The entry that makes a file a set; `nil` for a song.
  static func setEntry(of root: YAMLNode) -> YAMLEntry? {
    guard case .mapping(let entries) = root.content else { return nil }
    return entries.first { $0.key.value == "set" }
  }

  /// Reads a set: a list of songs, with a title and a comment of its own.
  func setList(_ root: YAMLNode, _ set: YAMLEntry) -> SetList? {
    guard case .mapping(let entries) = root.content else { return nil }
    let top = Fields(entries, of: "the set", at: root.span)
    for entry in entries where !SongDecoder.setFileKeys.contains(entry.key.value) {
      let key = entry.key.value
      if SongDecoder.allSongKeys.contains(key) {
        report(
          .conflictingKeys("set", key, in: "the file"), at: entry.key.span,
          related: [set.key.span])
      } else {
        report(
          .unknownKey(
            key: key, in: "the set", nearest: nearest(to: key, in: SongDecoder.setFileKeys)),
          at: entry.key.span)
      }
    }
    let title = top["title"].flatMap { words($0, of: "'title'") }
    let comment = top["comment"].flatMap { words($0, of: "'comment'") }
    guard case .sequence(let nodes) = set.value.content else {
      report(
        .wrongShape(of: "'set'", expected: .list, found: SongDecoder.shape(of: set.value)),
        at: set.value.span)
      return nil
    }
    if nodes.isEmpty { report(.emptyList(of: "'set'"), at: set.value.span) }
    if nodes.count > SongDecoder.mostSongs {
      report(
        .outOfRange(
          what: "'set'", text: "\(nodes.count) songs",
          range: "at most \(SongDecoder.mostSongs) songs"),
        at: nodes[SongDecoder.mostSongs].span)
      return nil
    }
    let items = nodes.enumerated().compactMap {
      setItem($0.element, isLast: $0.offset == nodes.count - 1)
    }
    return SetList(title: title, comment: comment, items: items)
  }

  static let allSongKeys = songKeys + inheritedKeys + ownKeys

  /// `song.yaml`, or `{song: song.yaml, pause: 4s, stop: true}`
  private func setItem(_ node: YAMLNode, isLast: Bool) -> SetList.Item? {
    guard case .mapping = node.content else {
      return scalar(node, of: "an item of 'set'", expected: .textOrMapping).map {
        SetList.Item(song: songFile($0, at: node.span))
      }
    }
    guard let fields = fields(node, of: "an item of 'set'", keys: SongDecoder.setItemKeys) else {
      return nil
    }
    let pause = fields["pause"].flatMap { time($0, of: "'pause'") } ?? .zero
    let stops = isTrue(fields, "stop")
    for key in ["pause", "stop"] where isLast {
      guard let entry = fields.entry(key) else { continue }
      report(.noEffect(key: key, because: "no song comes after it"), at: entry.key.span)
    }
    guard let song = fields["song"] else {
      report(.missingKey(key: "song", in: fields.context), at: fields.firstKey)
      return nil
    }
    return scalar(song, of: "'song'").map {
      SetList.Item(song: songFile($0, at: song.span), pause: pause, stops: stops)
    }
  }

  private func songFile(_ scalar: YAMLScalar, at span: SourceSpan) -> Spanned<String> {
    Spanned(SongDecoder.resolve(scalar.text, besides: span.source.path), span)
  }
}
